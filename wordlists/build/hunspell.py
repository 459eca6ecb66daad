"""Expand a Hunspell dictionary into the words it accepts (``unmunch`` gets nearly a third of German wrong).

Here: the .aff and .dic grammar as far as single words need it: all flag types, cross products, twofold affixes,
CIRCUMFIX, NEEDAFFIX, ONLYINCOMPOUND, FORBIDDENWORD. Not here: compounds, suggestions, case variants. ``measure.py``
checks the result against ``hunspell`` itself.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

NOTHING: frozenset[str] = frozenset()

# The options of one value, and where ``Grammar`` keeps them.
OPTIONS = {
    "FLAG": "flag_type",
    "IGNORE": "ignore",
    "NEEDAFFIX": "need_affix",
    "PSEUDOROOT": "need_affix",
    "ONLYINCOMPOUND": "only_in_compound",
    "FORBIDDENWORD": "forbidden",
    "CIRCUMFIX": "circumfix",
}


@dataclass(frozen=True, slots=True)
class Affix:
    """One line of a PFX or SFX block."""

    flag: str
    strip: str
    add: str
    fits: Callable[[str], object] | None
    continuation: frozenset[str]
    crosses: bool


@dataclass(frozen=True, slots=True)
class Form:
    """A word the dictionary accepts, and the stem it was made from."""

    word: str
    stem: str


@dataclass(slots=True)
class Grammar:
    """An .aff file."""

    encoding: str = "iso-8859-1"
    flag_type: str = ""
    ignore: str = ""
    output: dict[str, str] = field(default_factory=dict)
    aliases: list[frozenset[str]] = field(default_factory=list)
    need_affix: str = ""
    only_in_compound: str = ""
    forbidden: str = ""
    circumfix: str = ""
    prefixes: dict[str, list[Affix]] = field(default_factory=lambda: defaultdict(list))
    suffixes: dict[str, list[Affix]] = field(default_factory=lambda: defaultdict(list))

    @property
    def hidden(self) -> frozenset[str]:
        """Flags of what is no word by itself. An option that is not set is "", which no flag equals."""
        return frozenset((self.need_affix, self.only_in_compound))

    def flags(self, text: str) -> frozenset[str]:
        """Split a field of flags; with AF aliases it is a number."""
        if self.aliases and text.isdigit():
            return self.aliases[int(text) - 1]
        if self.flag_type == "long":
            return frozenset(text[at : at + 2] for at in range(0, len(text), 2))
        if self.flag_type == "num":
            return frozenset(text.split(","))
        return frozenset(text)


def read_grammar(path: Path) -> Grammar:
    """Read an .aff file in the encoding it declares."""
    raw = path.read_bytes()
    grammar = Grammar()
    declared = re.search(rb"^(?:\xef\xbb\xbf)?SET\s+(\S+)", raw, re.MULTILINE)
    if declared:
        grammar.encoding = declared.group(1).decode("ascii").replace("ISO8859", "iso-8859")
    crossing: dict[tuple[str, str], bool] = {}
    for line in raw.decode(grammar.encoding).removeprefix("\ufeff").splitlines():
        match line.split():
            case ["PFX" | "SFX" as kind, flag, cross, count, *_] if (kind, flag) not in crossing and count.isdigit():
                crossing[kind, flag] = cross == "Y"
            case ["PFX" | "SFX" as kind, flag, strip, add, *rest] if (kind, flag) in crossing:
                affix = _read_affix(grammar, kind, flag, strip, add, rest, crosses=crossing[kind, flag])
                (grammar.prefixes if kind == "PFX" else grammar.suffixes)[flag].append(affix)
            case ["AF", flags, *_]:
                # The first AF line is the count.
                if grammar.aliases or not flags.isdigit():
                    grammar.aliases.append(grammar.flags(flags))
            case ["OCONV", written, shown, *_]:
                grammar.output[written] = shown
            case [option, value, *_] if option in OPTIONS:
                setattr(grammar, OPTIONS[option], value)
            case _:
                pass
    return grammar


def _read_affix(
    grammar: Grammar, kind: str, flag: str, strip: str, add: str, rest: list[str], *, crosses: bool
) -> Affix:
    text, _, continuation = add.partition("/")
    condition = rest[0] if rest and not rest[0].startswith("#") else "."
    pattern = re.sub(r"[^\w\[\]^.]", lambda found: "\\" + found.group(), condition)
    pattern = f"(?:{pattern})$" if kind == "SFX" else f"^(?:{pattern})"
    return Affix(
        flag=flag,
        strip="" if strip == "0" else strip,
        add="".join(letter for letter in ("" if text == "0" else text) if letter not in grammar.ignore),
        fits=None if condition == "." else re.compile(pattern).search,
        continuation=grammar.flags(continuation) if continuation else NOTHING,
        crosses=crosses,
    )


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A pair of .aff and .dic files."""

    grammar: Grammar
    entries: tuple[tuple[str, frozenset[str]], ...]

    @classmethod
    def read(cls, folder: Path, name: str) -> "Dictionary":
        """Read ``name.aff`` and ``name.dic``."""
        grammar = read_grammar(folder / f"{name}.aff")
        lines = (folder / f"{name}.dic").read_bytes().decode(grammar.encoding).removeprefix("\ufeff").splitlines()
        return cls(grammar, tuple(filter(None, (_read_entry(grammar, line) for line in lines[1:]))))

    def forms(self, shortest: int, longest: int) -> Iterator[Form]:
        """Every accepted word of so many code points, with its stem; repeated when several stems give it."""
        grammar = self.grammar
        forbidden = {word for word, flags in self.entries if grammar.forbidden in flags}
        for stem, flags in self.entries:
            if stem in forbidden:
                continue
            for word in self._inflect(stem, flags, longest):
                if shortest <= len(word) <= longest and word not in forbidden:
                    yield Form(self._shown(word), self._shown(stem))

    def _shown(self, word: str) -> str:
        """Apply OCONV, which Dutch has to write its ligature as two letters."""
        for written, shown in self.grammar.output.items():
            word = word.replace(written, shown)
        return word

    def _inflect(self, stem: str, flags: frozenset[str], longest: int) -> Iterator[str]:
        hidden = self.grammar.hidden
        if self.grammar.only_in_compound in flags:
            return
        if not flags & hidden:
            yield stem
        yield from self._prefixed(stem, stem, flags, longest, is_circumfix=False)
        for word, affix in self._suffixed(stem, flags, longest):
            # Half a circumfix is no word; it waits for its prefix.
            is_circumfix = self.grammar.circumfix in affix.continuation
            is_hidden = bool(affix.continuation & hidden)
            if not is_hidden and not is_circumfix:
                yield word
            if affix.crosses and not is_hidden:
                available = flags | affix.continuation
                yield from self._prefixed(word, stem, available, longest, is_circumfix=is_circumfix)
            for outer_word, outer in self._suffixed(word, affix.continuation, longest):
                if outer.continuation & hidden:
                    continue
                if not is_circumfix:
                    yield outer_word
                if outer.crosses and affix.crosses:
                    available = flags | affix.continuation | outer.continuation
                    yield from self._prefixed(outer_word, stem, available, longest, is_circumfix=is_circumfix)

    def _suffixed(self, word: str, flags: frozenset[str], longest: int) -> Iterator[tuple[str, Affix]]:
        for flag in flags:
            for affix in self.grammar.suffixes.get(flag, ()):
                if len(word) - len(affix.strip) + len(affix.add) > longest + 2:
                    continue
                if word.endswith(affix.strip) and (affix.fits is None or affix.fits(word)):
                    yield word[: len(word) - len(affix.strip)] + affix.add, affix

    def _prefixed(
        self, word: str, stem: str, flags: frozenset[str], longest: int, *, is_circumfix: bool
    ) -> Iterator[str]:
        grammar = self.grammar
        for flag in flags:
            for affix in grammar.prefixes.get(flag, ()):
                if word is not stem and not affix.crosses:
                    continue
                wants_circumfix = grammar.circumfix in affix.continuation
                if wants_circumfix != is_circumfix or len(word) + len(affix.add) > longest + 2:
                    continue
                # The condition looks at the stem, which a suffix may have changed at its end only.
                if not word.startswith(affix.strip) or (affix.fits is not None and not affix.fits(word)):
                    continue
                result = affix.add + word[len(affix.strip) :]
                if not affix.continuation & grammar.hidden:
                    yield result
                # A prefix may itself allow suffixes, only on the bare stem.
                if word is stem:
                    for outer, suffix in self._suffixed(result, affix.continuation, longest):
                        closes = grammar.circumfix in suffix.continuation
                        if suffix.crosses and wants_circumfix == closes:
                            yield outer


def _read_entry(grammar: Grammar, line: str) -> tuple[str, frozenset[str]] | None:
    # Morphological fields follow a TAB or a space before "xx:"; a slash in a word is escaped.
    entry = re.split(r"\t| +(?=\w\w:|\[)", line.strip(), maxsplit=1)[0].strip()
    word, _, flags = entry.replace("\\/", "\0").partition("/")
    word = "".join(letter for letter in word.replace("\0", "/") if letter not in grammar.ignore)
    if not word:
        return None
    return word, grammar.flags(flags.split()[0]) if flags.strip() else NOTHING

"""What the packages know about a language's words, read once and kept while one language is built.

Here: facts about words (who lists it, how common it is, what it is a form of). Not here: which of them make a list.
"""

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from wordle_tournament.core.alphabet import Alphabet, UnknownLetter

from .hunspell import Dictionary
from .sources import Source, Store

# Code points of words that may have 4 to 6 tiles: folds and tiles of two code points make up for the rest.
SHORTEST, LONGEST = 2, 9
LENGTHS = (4, 5, 6)
SPELLERS = Path("usr/share/hunspell")
WORDS = Path("usr/share/dict")


class Packages:
    """The content of the pinned packages by name; remembers which ones were read, for the manifest."""

    def __init__(self, store: Store, pins: Iterable[Source]) -> None:
        self._store = store
        self._pins = {source.name: source for source in pins}
        self.read: set[str] = set()

    def folder(self, name: str) -> Path:
        """Return the package's folder; raise ``KeyError`` for one that is not pinned."""
        self.read.add(name)
        return self._store.folder(self._pins[name])

    def pin(self, name: str) -> Source:
        """Return the package's pin."""
        return self._pins[name]

    def scratch(self) -> Path:
        """Return a folder for what a source's own tools unpack."""
        return self._store.root / "scratch"


class Speller:
    """One Hunspell dictionary: its stems and their forms."""

    def __init__(self, packages: Packages, package: str, name: str) -> None:
        self.package = package
        self.name = name
        self.folder = packages.folder(package) / SPELLERS
        self._dictionary = Dictionary.read(self.folder, name)

    @cached_property
    def forms(self) -> dict[str, set[str]]:
        """Every accepted word that may fit, with the stems it is a form of."""
        stems: defaultdict[str, set[str]] = defaultdict(set)
        for form in self._dictionary.forms(SHORTEST, LONGEST):
            stems[form.word].add(form.stem)
        return dict(stems)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The entries of the .dic file."""
        return frozenset(word for word, _ in self._dictionary.entries)


class Letters:
    """An alphabet asked about many words."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self._folded: dict[str, str | None] = {}
        # Where every source is one code point, a word of plain letters is its own fold: most are, and it is quick.
        sources = (*alphabet.letters, *alphabet.folds)
        self._plain = frozenset(alphabet.letters if all(len(source) == 1 for source in sources) else ())

    def folded(self, word: str) -> str | None:
        """Return the folded word if it consists of 4 to 6 tiles of the alphabet, otherwise nothing."""
        if word not in self._folded:
            self._folded[word] = self._fold(word)
        return self._folded[word]

    def _fold(self, word: str) -> str | None:
        if not SHORTEST <= len(word) <= LONGEST:
            return None
        if self._plain.issuperset(word):
            return word if len(word) in LENGTHS else None
        try:
            tiles = self.alphabet.tiles(word)
        except UnknownLetter:
            return None
        return "".join(tiles) if len(tiles) in LENGTHS else None

    def length(self, word: str) -> int:
        """Tiles of a folded word."""
        return len(self.alphabet.tiles(word))


def uzbek_latin(word: str) -> str:
    """Transliterate an Uzbek word from Cyrillic by the law of 1995: oʻ, gʻ, sh, ch, an apostrophe for ъ."""
    latin = ""
    for at, letter in enumerate(word):
        before = word[at - 1] if at else ""
        if letter == "е":
            latin += "ye" if not before or before in _UZBEK_VOWELS + "ъь" else "e"
        elif letter == "ц":
            latin += "ts" if before and before in _UZBEK_VOWELS else "s"
        else:
            latin += _UZBEK_LETTERS.get(letter, letter)
    return latin


_UZBEK_VOWELS = "аеёиоуэюяў"
_UZBEK_LETTERS = dict(
    zip(
        "абвгдёжзийклмнопрстуфхчшъыьэюяўқғҳ",
        ([*"a b v g d yo j z i y k l m n o p r s t u f x ch sh ʼ i".split(), "", *"e yu ya oʻ q gʻ h".split()]),
        strict=True,
    )
)

"""Writing a language's folder: lists, manifest, licences. The same input gives the same bytes: no dates, no paths."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

from .material import LENGTHS, Letters, Packages
from .sources import Source


def write_lists(folder: Path, guesses: frozenset[str], secrets: dict[str, str], letters: Letters) -> None:
    """Write a file per length and kind, sorted by code points; a secret's display form follows a TAB if it differs."""
    for length in LENGTHS:
        words = sorted(word for word in guesses if letters.length(word) == length)
        _write(folder / f"{length}.guesses.txt", words)
        drawn = sorted(word for word in secrets if letters.length(word) == length)
        lines = [word if secrets[word] == word else f"{word}\t{secrets[word]}" for word in drawn]
        _write(folder / f"{length}.secrets.txt", lines)


def write_manifest(
    folder: Path, packages: Packages, licences: dict[str, str], struck: dict[str, int]
) -> dict[str, dict[str, int]]:
    """Say what the lists are, what they were made from and how many candidates each rule struck; return the counts.

    ``licences`` is what ``licence_texts`` returned.
    """
    counts: dict[str, dict[str, int]] = {"guesses": {}, "secrets": {}}
    lists = {}
    for path in sorted(folder.glob("?.*.txt")):
        length, kind, _ = path.name.split(".")
        counts[kind][length] = len(path.read_text("utf-8").splitlines())
        lists[path.name] = {"words": counts[kind][length], "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    sources = [_source(packages.pin(name), licences) for name in sorted(packages.read)]
    manifest = {"language": folder.name, "lists": lists, "struck": struck, "sources": sources}
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", "utf-8")
    return counts


class MissingLicence(ValueError):
    """A source of the lists has no licence text, neither in its package nor in ``licences/added``."""


def licence_texts(packages: Packages, sources: Iterable[Source], added: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return each source's file name under ``licences/``, and each file's text. A text that many share is kept once.

    What a package does not bring stands under ``added``, in a file named after the source. Raise ``MissingLicence`` for
    a source that has neither.
    """
    names: dict[str, str] = {}
    texts: dict[str, str] = {}
    for source in sources:
        files = [*_licence_files(packages, source.name), added / f"{source.name}.txt"]
        found = [path.read_text("utf-8", "replace").rstrip() for path in files if path.exists()]
        if not found:
            raise MissingLicence(f"{source.name}: no licence text in the package, nor in {added}")
        text = "\n\n".join(found) + "\n"
        same = next((name for name, known in texts.items() if known == text), f"{source.name}.txt")
        names[source.name] = same
        texts[same] = text
    return names, texts


def write_licences(folder: Path, texts: dict[str, str]) -> None:
    """Write the licence texts and no others; ``added/`` and ``common/``, which many refer to, are kept by hand."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")


def _licence_files(packages: Packages, name: str) -> list[Path]:
    folder = packages.folder(name)
    match packages.pin(name).kind:
        case "debian":
            return sorted(folder.glob(f"usr/share/doc/{name}/copyright"))
        case "npm":
            return sorted(
                path for path in (folder / "package").glob("*") if path.stem.lower() in {"license", "licence"}
            )
        case _:
            found = {*folder.glob("*.dist-info/**/LICENSE*"), *folder.glob("*.dist-info/**/NOTICE*")}
            return sorted(path for path in found if path.is_file() and path.stat().st_size)


def _source(source: Source, licences: dict[str, str]) -> dict[str, str]:
    return {
        "name": source.name,
        "kind": source.kind,
        "version": source.version,
        "sha256": source.sha256,
        "licence": source.licence,
        "licence_text": f"licences/{licences[source.name]}",
    }


def _write(path: Path, lines: list[str]) -> None:
    path.write_bytes("".join(f"{line}\n" for line in lines).encode("utf-8"))

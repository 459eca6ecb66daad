"""The page's files and headers: one list for the cloud and for this machine.

Lives here: the files that are served, what is written at deployment (`config.json`, the alphabets), the content
security policy. Standard library only: `parts/pages.py` makes AWS resources of it, `local/pages.py` serves it.
"""

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "infra" / "web"
WORDS = ROOT / "wordlists"

KINDS: Mapping[str, str] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json; charset=utf-8",
}
"""The kinds of files that are served, with their content types; other files of the folder are not served."""

PACKED = frozenset({"image/png"})
"""Content types that are compressed already."""

UNSERVED = frozenset({"pictures", "package"})
"""Folders beside the page: the pictures of its README, and what client authors take."""

STYLESHEET = "styles/all.css"
"""The stylesheets as one file, made of the others."""

_STYLESHEET = re.compile(r'<link rel="stylesheet" href="[^"]+" />')
_IMPORT = re.compile(r'^(?:import|export) (?:[^"\n]* from )?"(\.[^"]+)";$', re.MULTILINE)

PRACTICE_LIST = "5.secrets.txt"
PRACTICE_WORDS = 150


def languages() -> list[str]:
    """The codes of the game languages: those that have a word list."""
    return sorted(path.parent.name for path in WORDS.glob("*/alphabet.json"))


def locales() -> list[dict[str, str]]:
    """The languages of the page with their own names, English first; every file of `i18n/` is one."""
    found = {path.stem: json.loads(path.read_text("utf-8"))["name"] for path in (PAGE / "i18n").glob("*.json")}
    return [{"code": code, "name": found[code]} for code in sorted(found, key=lambda code: (code != "en", code))]


def config(websocket: str) -> dict[str, object]:
    """The content of `config.json`: the socket's address and the languages."""
    return {"websocket": websocket, "locales": locales(), "games": languages()}


def alphabets() -> dict[str, str]:
    """The alphabets (tiles, folds, keyboard rows) of every game language, by their path on the site."""
    return {
        f"alphabets/{language}.json": (WORDS / language / "alphabet.json").read_text("utf-8")
        for language in languages()
    }


def practice_words() -> dict[str, str]:
    """The words to practise with, as lists of tiles by their path on the site: a few of every game language."""
    return {
        f"practice/{language}.json": json.dumps(
            [_tiles(word) for word in _spread((WORDS / language / PRACTICE_LIST).read_text("utf-8").split())],
            ensure_ascii=False,
            separators=(",", ":"),
        )
        for language in languages()
    }


def written() -> dict[str, str]:
    """The files that are made of others and lie on the site beside the page's own, by their path."""
    return {**alphabets(), **practice_words()}


def index() -> str:
    """`index.html` as it is served: its stylesheets as one file, and every module of the first load named at once.

    In the folder it names each stylesheet and the first module alone, so that the page runs as it lies there. A browser
    far away would find the others one after the other.
    """
    text = (PAGE / "index.html").read_text("utf-8")
    links = _STYLESHEET.findall(text)
    text = text.replace(links[0], f'<link rel="stylesheet" href="{STYLESHEET}" />', 1)
    for link in links[1:]:
        text = re.sub(rf"\s*{re.escape(link)}", "", text)
    preloads = [f'<link rel="modulepreload" href="{name}" />' for name in _first_modules()]
    return text.replace("<script ", "\n    ".join([*preloads, "<script "]), 1)


def stylesheet() -> str:
    """All stylesheets as one, in the order of `index.html`."""
    names = re.findall(r'<link rel="stylesheet" href="([^"]+)"', (PAGE / "index.html").read_text("utf-8"))
    return "\n".join((PAGE / name).read_text("utf-8") for name in names)


def _first_modules() -> list[str]:
    """The modules that `main.js` imports, directly or through others; those that load later are not among them."""
    found: list[Path] = []
    waiting = [PAGE / "main.js"]
    while waiting:
        module = waiting.pop(0)
        if module not in found:
            found.append(module)
            waiting += [(module.parent / name).resolve() for name in _IMPORT.findall(module.read_text("utf-8"))]
    return [module.relative_to(PAGE).as_posix() for module in found if module.name != "main.js"]


def served() -> list[Path]:
    """The page's own files that are served."""
    found = (path for path in PAGE.rglob("*") if path.is_file() and path.suffix in KINDS)
    return sorted(path for path in found if path.relative_to(PAGE).parts[0] not in UNSERVED)


def _spread(words: list[str]) -> list[str]:
    return words[:: max(1, len(words) // PRACTICE_WORDS)][:PRACTICE_WORDS]


def _tiles(word: str) -> list[str]:
    """A word in tiles: a letter and the mark that follows it are one tile."""
    return re.findall(r".[ʻ]?", word)


def write(folder: Path) -> Path:
    """Write every served file except `config.json` into a folder, which is emptied first. Returns the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in served():
        copy = folder / path.relative_to(PAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    for name, text in {**written(), "index.html": index(), STYLESHEET: stylesheet()}.items():
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, "utf-8")
    return folder


def origin(websocket: str) -> str:
    """The scheme and host of the socket's address, as a security policy names them."""
    parts = urlsplit(websocket)
    return f"{parts.scheme}://{parts.netloc}"


def security_policy(socket_origin: str) -> str:
    """The Content-Security-Policy: the page may load its own files and use its own socket; no site may frame it."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            f"connect-src 'self' {socket_origin}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types worker-url",  # the address of the service worker is the only one that becomes a script
        )
    )


def headers(socket_origin: str) -> dict[str, str]:
    """The headers of every response."""
    return {
        "Content-Security-Policy": security_policy(socket_origin),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        "Referrer-Policy": "no-referrer",  # an address can hold an invitation code
        "X-Content-Type-Options": "nosniff",
    }

"""The page's files and headers: one list for the cloud and for this machine.

Lives here: the files that are served, what is written at deployment (`config.json`, the alphabets), the content
security policy. Standard library only: `parts/pages.py` makes AWS resources of it, `local/pages.py` serves it.
"""

import json
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
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json; charset=utf-8",
}
"""The kinds of files that are served, with their content types; other files of the folder are not served."""


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


def write(folder: Path) -> Path:
    """Write every served file except `config.json` into a folder, which is emptied first. Returns the folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in sorted(PAGE.rglob("*")):
        if path.is_file() and path.suffix in KINDS:
            copy = folder / path.relative_to(PAGE)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    for name, text in alphabets().items():
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
            f"connect-src 'self' {socket_origin}",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
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

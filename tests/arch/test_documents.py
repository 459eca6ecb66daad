"""Whatever a document of this repository names exists: links, headings, files, make targets and commands."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_OURS = {".build", ".venv", ".git", "cdk.out", "node_modules", "__pycache__", ".pytest_cache", ".ruff_cache"}
FILES = [path for path in ROOT.rglob("*") if not NOT_OURS.intersection(path.relative_to(ROOT).parts)]
DOCUMENTS = sorted(path for path in FILES if path.suffix == ".md")
NAMES = {f"/{path.relative_to(ROOT).as_posix()}" for path in FILES}
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
SUFFIXES = "py|md|js|css|html|ts|toml|lock|txt|json|yaml|yml|sh|png|svg"

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
MERMAID = re.compile(r"^```mermaid.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
NAMED_FILE = re.compile(rf"(?:[\w.-]+/)*[\w.-]+\.(?:{SUFFIXES})(?=$|[:\s])|(?:[\w.-]+/)+")
TARGET = re.compile(r"\bmake ([a-z-]+)(?![\w=])")
MODULE = re.compile(r"python -m ((?!pytest|venv|pip)[\w.]+)")
SCRIPT = re.compile(rf"(?:python|pytest)(?: -\w+)* ((?:[\w.-]+/)+[\w.-]*(?:\.(?:{SUFFIXES}))?)")

MADE = {
    "config.json": "written by the page's server and at a deployment",
    "alphabets": "a folder that the page's server and a deployment make of the word lists",
    "wordlists/measured.json": "the report of the words' build, written to .build",
    "local.json": "kept in .build while the local stack runs",
}


def code(text: str) -> Iterator[str]:
    """Code spans, fenced blocks and indented blocks, which hold what a reader would type."""
    text = MERMAID.sub("", text)
    yield from CODE.findall(FENCE.sub("", text))
    yield from FENCE.findall(text)
    yield from re.findall(r"^(?:    |\t)(.+)$", text, re.MULTILINE)


def headings(text: str) -> set[str]:
    """The fragments by which code-hosting pages link to headings."""
    found = re.findall(r"^#+ (.+)$", FENCE.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def broken_links(document: Path) -> list[str]:
    """The links of a document that lead nowhere in the repository; links to other hosts are not followed."""
    broken = []
    for link in LINK.findall(FENCE.sub("", document.read_text("utf-8"))):
        name, _, fragment = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        if re.match(r"[a-z]+:", link):
            continue
        if not target.exists() or (fragment and fragment not in headings(target.read_text("utf-8"))):
            broken.append(link)
    return broken


def is_there(name: str, document: Path) -> bool:
    """Whether a file or folder is found from the document, from the root, or by the end of its path."""
    plain = name.strip("/").removeprefix("./")
    if plain.startswith((".build", ".venv", "../")) or plain in MADE or "node_modules" in plain:
        return True
    return any(known.endswith(f"/{plain}") for known in NAMES) or (document.parent / plain).exists()


def missing(text: str, document: Path) -> list[str]:
    """What the code in a document names that does not exist."""
    found = []
    for snippet in code(text):
        spans = NAMED_FILE.findall(snippet) if NAMED_FILE.fullmatch(snippet) else []
        found += [name for name in [*spans, *SCRIPT.findall(snippet)] if not is_there(name, document)]
        found += [f"make {target}" for target in TARGET.findall(snippet) if target not in TARGETS]
        modules = [module.replace(".", "/") for module in MODULE.findall(snippet)]
        found += [name for name in modules if not (is_there(f"{name}.py", document) or is_there(name, document))]
    return found


def name_of(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


def test_all_documents_are_looked_at() -> None:
    names = {name_of(document) for document in DOCUMENTS}
    assert {"README.md", "CONTRIBUTING.md", "SECURITY.md", "tests/README.md", "infra/decisions/README.md"} <= names


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_link_leads_somewhere(document: Path) -> None:
    assert broken_links(document) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_every_file_target_and_command_exists(document: Path) -> None:
    assert missing(document.read_text("utf-8"), document) == []


@pytest.mark.parametrize(
    "text",
    [
        "See `infra/nowhere.py`.",
        "See `nowhere/`.",
        "Run `make nothing`.",
        "    make test-nothing",
        "    .venv/bin/python -m pytest -q tests/nowhere/test_it.py",
        "    .venv/bin/python -m infra.nowhere",
        "```\npython layers/deps/nowhere.py build\n```",
    ],
)
def test_what_does_not_exist_is_found(text: str) -> None:
    assert missing(text, ROOT / "README.md") != []


@pytest.mark.parametrize("link", ["nowhere.md", "README.md#no-such-heading", "#no-such-heading"])
def test_a_broken_link_is_found(tmp_path: Path, link: str) -> None:
    (tmp_path / "README.md").write_text(f"# A heading\n[text]({link}) [good](#a-heading)\n", "utf-8")
    assert broken_links(tmp_path / "README.md") == [link]


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_a_path_of_a_stale_name_is_in_no_document(document: Path) -> None:
    """Folders that documents name by their whole path from the root."""
    named = re.findall(r"\b((?:infra|tests|layers|functions|wordlists)/[\w./-]+)", document.read_text("utf-8"))
    assert [name for name in named if not is_there(name.rstrip("."), document)] == []

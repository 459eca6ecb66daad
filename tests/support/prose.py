"""The prose of the repository: comments and docstrings of Python, Markdown, comments of JavaScript and CSS."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]

_NOT_OURS = {".venv", ".git", ".build", ".ci", "cdk.out", "node_modules", "__pycache__", ".hypothesis"}
_NOT_OURS |= {".mypy_cache", ".ruff_cache", ".pytest_cache", ".library"}
_GENERATED = {"infra/web/protocol/frames.d.ts"}
# Comments of JavaScript and CSS; strings come first, so that ``"//"`` in one is no comment.
_SCRIPT = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(/\*.*?\*/|(?<![:\\])//[^\n]*)""", re.DOTALL
)
_STYLE = re.compile(r"(\A\Z)|(/\*.*?\*/)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of prose and where it begins."""

    path: Path
    line: int
    text: str


@cache
def texts() -> tuple[Text, ...]:
    """All prose of the repository's own files, generated ones and word data left out."""
    return tuple(text for path in _files() for text in prose_of(path))


def prose_of(path: Path, content: str | None = None) -> Iterator[Text]:
    """The prose of one file, by the kind that its name tells; ``content`` in place of what it holds."""
    source = path.read_text("utf-8") if content is None else content
    match path.suffix:
        case ".py":
            for line, text in _python(source):
                yield Text(path, line, text)
        case ".md":
            for number, line_text in enumerate(source.splitlines(), start=1):
                yield Text(path, number, line_text)
        case _:
            pattern = _STYLE if path.suffix == ".css" else _SCRIPT
            for match in pattern.finditer(source):
                if match[2]:
                    yield Text(path, source.count("\n", 0, match.start()) + 1, match[2])


def _files() -> Iterator[Path]:
    kinds = {".py", ".md", ".js", ".mjs", ".css"}
    for path in sorted(ROOT.rglob("*")):
        name = path.relative_to(ROOT)
        if path.suffix in kinds and not _NOT_OURS.intersection(name.parts) and str(name) not in _GENERATED:
            yield path


def _python(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            docstring = ast.get_docstring(node, clean=False)
            if docstring is not None:
                yield node.body[0].lineno, docstring

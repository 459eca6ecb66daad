"""The shape of JavaScript: how long a module is, which modules it imports, and where imports run in a circle."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

# `import … from "./x.js"`, `import "./x.js"`, `export … from "./x.js"`; a type in a comment does not count.
_IMPORT = re.compile(r"""^\s*(?:import|export)\b[^"';]*?["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def imports_of(module: Path) -> set[Path]:
    """The modules that a module imports by a relative path."""
    text = _COMMENT.sub("", module.read_text("utf-8"))
    return {(module.parent / path).resolve() for path in _IMPORT.findall(text)}


def circles(modules: Iterable[Path]) -> list[list[Path]]:
    """The groups of modules that reach each other by their imports; a module that imports itself is one, too."""
    graph = {module.resolve(): imports_of(module) for module in modules}
    reached = {module: _reached(graph, module) for module in graph}
    groups: list[list[Path]] = []
    for module in sorted(graph):
        if module in reached[module] and not any(module in group for group in groups):
            groups.append(sorted(one for one in reached[module] if module in reached.get(one, ())))
    return groups


def too_long(modules: Iterable[Path], limit: int) -> dict[str, int]:
    """The lines of every module that has more than the limit."""
    lengths = {module.name: len(module.read_text("utf-8").splitlines()) for module in modules}
    return {name: lines for name, lines in lengths.items() if lines > limit}


def _reached(graph: Mapping[Path, set[Path]], start: Path) -> set[Path]:
    found: set[Path] = set()
    open_ = list(graph[start])
    while open_:
        module = open_.pop()
        if module not in found:
            found.add(module)
            open_.extend(graph.get(module, ()))
    return found

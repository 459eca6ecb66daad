"""The page's files: one job each, no circle of imports, no longer than can be read at once."""

from pathlib import Path

from infra.site import PAGE
from tests.browser.module_shape import circles, imports_of, too_long

LIMIT = 250  # lines
UNIT = Path(__file__).parent / "unit"
MODULES = sorted([*PAGE.rglob("*.js"), *UNIT.glob("*.mjs")])
STYLES = sorted((PAGE / "styles").glob("*.css"))


def test_no_file_of_the_page_is_too_long() -> None:
    assert len(MODULES) >= 40
    assert too_long([*MODULES, *STYLES, *Path(__file__).parent.glob("*.py")], LIMIT) == {}


def test_no_imports_run_in_a_circle() -> None:
    assert circles(MODULES) == []


def test_every_import_is_a_module_that_is_there() -> None:
    assert {path for module in MODULES for path in imports_of(module) if not path.is_file()} == set()


def test_the_state_and_the_protocol_know_no_screen() -> None:
    """A client of another kind takes these two folders as they are."""
    allowed = {"protocol": {"protocol"}, "state": {"state"}, "i18n": {"i18n"}, "views": {"views", "state", "i18n"}}
    for folder, inside in allowed.items():
        known = {path.parent.name for module in (PAGE / folder).glob("*.js") for path in imports_of(module)}
        assert known <= inside, folder


def test_a_circle_and_a_long_file_are_seen(tmp_path: Path) -> None:
    sources = {
        "a.js": 'import { b } from "./b.js";\n',
        "b.js": 'import {\n  c,\n} from "./c.js";\n',
        "c.js": 'export { a } from "./a.js";\n',
        "d.js": '/** @typedef {import("./a.js").A} A */\nimport "./a.js";\n',
    }
    for name, text in sources.items():
        (tmp_path / name).write_text(text, "utf-8")
    modules = sorted(tmp_path.glob("*.js"))
    assert [[path.name for path in group] for group in circles(modules)] == [["a.js", "b.js", "c.js"]]
    assert too_long(modules, 1) == {"b.js": 3, "d.js": 2}

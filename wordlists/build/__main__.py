"""``python3 -m wordlists.build [language ...]``: make the word lists; ``... measure`` says how good they are.

With any Python 3.11 it first makes the environment it needs under ``.build/wordlists`` and goes on in there.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

from .sources import ChangedSource, Store, read_pins

ROOT = Path(__file__).resolve().parents[1]
PROJECT = ROOT.parent
STORE = PROJECT / ".build" / "wordlists"
REQUIREMENTS = Path(__file__).with_name("requirements.txt")


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - a command talks


def _enter_environment() -> None:
    """Go on in an environment with exactly the pinned requirements."""
    home = STORE / "environment"
    python = home / "bin" / "python"
    if Path(sys.prefix).resolve() == home.resolve():
        return
    stamp = home / "requirements.txt"
    if not stamp.exists() or stamp.read_bytes() != REQUIREMENTS.read_bytes():
        _say("environment: installing the build's own requirements")
        venv.create(home, with_pip=True, clear=True)
        install = ["-m", "pip", "install", "--quiet", "--require-hashes", "--no-deps", "-r", str(REQUIREMENTS)]
        subprocess.run([str(python), *install], check=True)  # noqa: S603 - our own words
        stamp.write_bytes(REQUIREMENTS.read_bytes())
    path = os.pathsep.join((str(PROJECT), str(PROJECT / "layers/shared/python")))
    arguments = [str(python), "-m", "wordlists.build", *sys.argv[1:]]
    os.execve(str(python), arguments, {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"})  # noqa: S606 - ourselves


def main() -> int:
    """Run the command; 0 if all went well."""
    parser = argparse.ArgumentParser(prog="python3 -m wordlists.build", description="Make the word lists.")
    parser.add_argument("what", nargs="*", metavar="LANGUAGE", help="languages to make (all), or: measure [languages]")
    parser.add_argument("--to", type=Path, default=ROOT, help="where to write (the committed lists)")
    chosen = parser.parse_args()
    _enter_environment()

    begun = time.monotonic()
    languages = [word for word in chosen.what if word != "measure"]
    is_measuring = "measure" in chosen.what
    pins = read_pins()
    store = Store(STORE)
    try:
        for number, source in enumerate(pins, 1):
            if source.use == "lists" or is_measuring:
                _say(f"source {number:2}/{len(pins)}: {source.name} {source.version}")
                store.provide(source)
    except ChangedSource as problem:
        _say(f"\n{problem}")
        return 1

    # Only from here on may modules be imported that need the environment.
    from .measure import measure  # noqa: PLC0415
    from .production import build  # noqa: PLC0415

    if is_measuring:
        report = measure(store, pins, ROOT, languages, _say)
        (STORE / "measured.json").write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", "utf-8")
    else:
        build(store, pins, ROOT, chosen.to, languages, _say)
    _say(f"done in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())

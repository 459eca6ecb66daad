"""The committed template of prod, so that a change of what is deployed shows as a diff in review.

python tests/infra/snapshot.py    write it anew
"""

import json
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [entry for entry in (str(ROOT), str(ROOT / "layers/shared/python")) if entry not in sys.path]

from infra.app import build  # noqa: E402 - found by the line above
from tests.infra.template import Template  # noqa: E402

SNAPSHOT = Path(__file__).with_name("prod.template.json")
ASSET = re.compile(r"\b[0-9a-f]{64}\b")
VERSION = re.compile(r"(?<=CurrentVersion)[0-9A-F]{8}[0-9a-f]{32}\b")


def normalised(template: Template) -> str:
    """The template without what changes with every line of code: the hashes of assets and versions."""
    text = json.dumps(template.body, indent=1, sort_keys=True, ensure_ascii=False)
    return VERSION.sub("<version>", ASSET.sub("<asset>", text)) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        SNAPSHOT.write_text(normalised(Template("prod", build("prod", folder))), encoding="utf-8")
    print(f"wrote {SNAPSHOT.relative_to(ROOT)}")  # noqa: T201 - a command's answer

"""The cold start of the guess function against that of a bare boto3 client: imports, initialisation and the first call.

The function runs on what is deployed: a copy with bytecode, by the interpreter that measures, as the wheels have it.
Fresh interpreters by turns, in one run, on one endpoint. The best run of each is compared, in the time of the
processor: what else the machine does, and how fast it is, then matters least. The first call is a whole guess: a read,
a conditional write, two events in one message for each of eight screens, and the note.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from infra.parts.bytecode import compiled
from tests.bench.endpoint import serving
from tests.functions.cloud import ROOT, recorded, tournament
from wordle_tournament.app.record import Record
from wordle_tournament.aws.document import encode
from wordle_tournament.aws.packed import pack

RUNS = 15
MOST = 1.6

BARE = """
import time
began, spent = time.perf_counter(), time.process_time()
import boto3
client = boto3.client("dynamodb")
client.get_item(TableName="table", Key={"pk": {"S": "T#t"}, "sk": {"S": "TOURNAMENT"}}, ConsistentRead=True)
print(time.perf_counter() - began, time.process_time() - spent)
"""

GUESS = """
import time
began, spent = time.perf_counter(), time.process_time()
import json, sys
event = json.loads(sys.argv[1])
import ws_guess
answer = ws_guess.handler(event, None)
took = time.perf_counter() - began, time.process_time() - spent
assert answer == {"statusCode": 200}
print(*took)
"""

SOURCES_RUNS = 3
SOURCES_OVER_BYTECODE = 1.1  # the sources alone cost at least so much more: else nothing is gained by compiling them


def test_a_cold_guess_takes_at_most_1_6_times_a_bare_client() -> None:
    item = {
        "pk": {"S": "T#t-recorded"},
        "sk": {"S": "TOURNAMENT"},
        "version": {"N": "1"},
        "state": {"B": b64encode(pack(encode(Record(tournament(), version=1)))).decode()},
        "expires_at": {"N": "1700086400"},
    }
    with serving(item) as endpoint, TemporaryDirectory() as built:
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join(map(str, deployed(Path(built)))),
            "PYTHONDONTWRITEBYTECODE": "1",  # what is deployed is read-only
            "AWS_ENDPOINT_URL": endpoint.url,
            "AWS_DEFAULT_REGION": "eu-central-1",
            "AWS_ACCESS_KEY_ID": "bench",
            "AWS_SECRET_ACCESS_KEY": "bench",
            "TABLE_NAME": "table",
            "RULES": "standard",
            "MANAGEMENT_ENDPOINT": f"{endpoint.url}/dev",
            "ROUND_MACHINE_ARN": "arn:aws:states:eu-central-1:123456789012:stateMachine:rounds",
            "WORDLISTS_DIR": str(ROOT / "wordlists"),
        }
        event = json.dumps(recorded("ws_guess"))
        run(GUESS, environment, event)  # reads the files into memory
        run(BARE, environment)
        sources = [
            run(GUESS, environment | {"PYTHONPATH": uncompiled(Path(built))}, event) for _ in range(SOURCES_RUNS)
        ]
        endpoint.asked.clear()
        bare, guesses = [], []
        for _ in range(RUNS):
            bare.append(run(BARE, environment))
            guesses.append(run(GUESS, environment, event))
    assert endpoint.asked == {
        "GetItem": 2 * RUNS,
        "PutItem": RUNS,
        "UpdateItem": RUNS,
        "PostToConnection": 8 * RUNS,  # one message a screen
    }
    ratio = min(spent for _, spent in guesses) / min(spent for _, spent in bare)
    print(f"\ncold start: {summary(guesses)}; bare boto3: {summary(bare)}; ratio {ratio:.2f}, at most {MOST}")  # noqa: T201
    assert ratio <= MOST
    gained = min(spent for _, spent in sources) / min(spent for _, spent in guesses)
    print(f"without bytecode: {summary(sources)}; ratio {gained:.2f}, at least {SOURCES_OVER_BYTECODE}")  # noqa: T201
    assert gained >= SOURCES_OVER_BYTECODE


def deployed(built: Path) -> tuple[Path, Path]:
    """The functions and the shared layer as the stack makes them, by this interpreter: folders to import from."""
    python = Path(sys.executable)
    functions = compiled(ROOT / "functions", ["*.py"], python=python, mount="/var/task", built=built)
    shared = compiled(
        ROOT / "layers" / "shared", ["python/wordle_tournament/**/*"], python=python, mount="/opt", built=built
    )
    return functions, shared / "python"


def uncompiled(built: Path) -> str:
    """The same without bytecode, as a path to search."""
    folders = []
    for folder in deployed(built):
        copy = built / "sources" / folder.parent.name / folder.name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
        folders.append(str(copy))
    return os.pathsep.join(folders)


def run(program: str, environment: Mapping[str, str], *arguments: str) -> tuple[float, float]:
    """Run a program in a fresh interpreter; the seconds it took, and those of the processor."""
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program, *arguments], env=dict(environment), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    took, spent = map(float, ran.stdout.splitlines()[-1].split())
    return took, spent


def summary(runs: Sequence[tuple[float, float]]) -> str:
    took, spent = ([1000 * one for one in of] for of in zip(*runs, strict=True))
    return (
        f"processor {min(spent):.0f} ms at best, {statistics.median(spent):.0f} in the middle; "
        f"by the clock {min(took):.0f} and {statistics.median(took):.0f}"
    )

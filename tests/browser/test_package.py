"""The npm package of the page's protocol and state, as another client's author uses it, and the conformance kit."""

import json
import subprocess
import time
from pathlib import Path

import pytest

from infra.web.conformance.kit import judge
from infra.web.conformance.scenarios import SCENARIOS
from infra.web.package.build import NODE, NPM, TSC, build
from tests.browser.player_page import SeatBots
from tests.browser.scripted_server import ScriptedServer, event, lobby, now

HERE = Path(__file__).parent
WORDS = HERE.parents[1] / "wordlists" / "en" / "5.guesses.txt"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder into which the package was installed from its tarball."""
    tarball = build(tmp_path_factory.mktemp("build") / "npm")
    folder = tmp_path_factory.mktemp("client")
    (folder / "package.json").write_text('{"name": "client", "private": true, "type": "module"}', "utf-8")
    run(folder, str(NPM), "install", "--offline", "--no-audit", "--no-fund", str(tarball))
    return folder


def run(folder: Path, *arguments: str, seconds: float = 120) -> str:
    done = subprocess.run(  # noqa: S603  (the pinned wheel's node, our own files)
        [str(NODE), *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=seconds
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def bot(installed: Path) -> str:
    return str(installed / "node_modules" / "wordle-tournament-client" / "bot.mjs")


def test_the_package_has_no_screen_and_a_type_for_every_module(installed: Path) -> None:
    package = installed / "node_modules" / "wordle-tournament-client"
    modules = {path.relative_to(package).as_posix() for path in package.rglob("*.js")}
    assert {"index.js", "protocol/client.js", "state/state.js"} <= modules
    assert {path.split("/")[0] for path in modules} == {"index.js", "protocol", "state"}
    assert all((package / name).with_suffix(".d.ts").is_file() for name in modules)
    assert (package / "README.md").is_file()
    assert "dependencies" not in json.loads((package / "package.json").read_text("utf-8"))


def test_a_typed_client_is_checked_against_the_frames(installed: Path) -> None:
    (installed / "right.ts").write_text(
        'import { Client, START, evolve } from "wordle-tournament-client";\n'
        "let state = START;\n"
        'export const client = new Client("wss://x", null, {\n'
        "  onFrame: (frame) => { state = evolve(state, frame); },\n"
        "  onStatus: () => {},\n"
        "  onToken: () => {},\n"
        "});\n"
        'export const answer = client.request("queue", { language: "en" });\n',
        "utf-8",
    )
    options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext"]
    options += ["--lib", "es2023,dom,esnext.intl"]
    run(installed, str(TSC), *options, "right.ts")
    wrong = (installed / "right.ts").read_text("utf-8").replace("language:", "tongue:")
    (installed / "wrong.ts").write_text(wrong, "utf-8")
    with pytest.raises(AssertionError, match="'tongue' does not exist"):
        run(installed, str(TSC), *options, "wrong.ts")


def test_the_package_s_bot_queues_and_guesses(installed: Path, server: ScriptedServer) -> None:
    server.answers["queue"] = lobby(1)
    with subprocess.Popen([str(NODE), bot(installed), server.url, "en", str(WORDS)], stdout=subprocess.PIPE) as player:  # noqa: S603
        try:
            await_action(server, "queue")
            players = [{"player": one, "nickname": one, "rating": 1000, "lives": 3} for one in ("p1", "p2")]
            pairs = [{"duel": "1.1", "players": ["p1", "p2"], "first": "p1", "length": 5}]
            server.send(
                event("tournament-started", 2, language="en", players=players),
                event("round-opened", 3, round=1, duels=pairs, starts_at=now()),
                event("turn-started", 4, duel="1.1", turn=1, player="p1", deadline=now() + 30_000),
            )
            guess = await_action(server, "guess")
            assert len(guess["word"]) == 5
            server.send(event("tournament-ended", 5, standings=[{"player": "p1", "place": 1}]))
            out, _ = player.communicate(timeout=10)
        finally:
            player.kill()
    assert json.loads(out) == [{"player": "p1", "place": 1}]


def await_action(server: ScriptedServer, action: str) -> dict[str, str]:
    """The first frame with an action that the server received."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        for frame in server.received:
            if frame["action"] == action:
                return frame
        time.sleep(0.02)
    raise AssertionError(f"no {action} came")


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.__name__)
def test_the_package_s_bot_is_a_right_client(installed: Path, scenario: object) -> None:
    assert callable(scenario)
    assert judge(scenario, [str(NODE), bot(installed), "{url}"]) is None


# A client as it is written first: it takes every frame as it comes, and never asks.
CARELESS = """
const socket = new WebSocket(process.argv[2]);
let ids = 0;
const send = (frame) => socket.send(JSON.stringify({ id: `${ids += 1}`, ...frame }));
socket.onopen = () => send({ action: "hello", v: 1 });
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.type === "welcome") send({ action: "queue", language: "en" });
  if (frame.type === "turn-started" && frame.player === "p1")
    send({ action: "guess", tournament: frame.tournament, duel: frame.duel, turn: frame.turn, word: "later" });
};
"""
KEPT_BY_CARELESS = {"says_hello_first", "waits_for_a_late_answer", "stays_away_when_superseded"}


def test_the_kit_sees_what_a_careless_client_does_wrong(tmp_path: Path) -> None:
    client = tmp_path / "careless.mjs"
    client.write_text(CARELESS, "utf-8")
    judged = {one.__name__: judge(one, [str(NODE), str(client), "{url}"]) for one in SCENARIOS}
    assert {name for name, wrong in judged.items() if wrong is None} == KEPT_BY_CARELESS
    assert judged["drops_repeats"] is not None
    assert "sent guess" in judged["drops_repeats"]


def test_the_kit_s_readme_lists_every_scenario() -> None:
    text = (HERE.parents[1] / "infra" / "web" / "conformance" / "README.md").read_text("utf-8")
    listed = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert listed == [scenario.__name__ for scenario in SCENARIOS]


@pytest.mark.emulator
def test_the_package_s_bot_plays_a_tournament(installed: Path, bots: SeatBots, deployment: object) -> None:
    bots(7, "en")
    url = deployment.websocket  # type: ignore[attr-defined]
    out = run(installed, bot(installed), url, "en", str(WORDS), seconds=300)
    assert len(json.loads(out)) == 8

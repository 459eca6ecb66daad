"""Whatever happens to a player at whatever moment: the table of all 64 cells, from the rules (R3, R8, D3-D6, D11, D12).

A row says what must be true afterwards: what the player's seat is, where the tournament is posted to them
(``here`` is the connection they had, ``new`` the one they came back on), their lives, their place and rating once the
stream has been delivered, the frames on their old and new connection, and the frames that all others got about them.
``+missed`` stands for exactly the frames of the others: it is what the returning client had missed.

No cell is impossible. A player who is knocked out, or who sees the end, cannot be absent, but their connection can be
lost and come back, and the timer can tick. For them *in time* and *late* are returns after 59.999 s and 60 s, and the
row says that neither changes anything.
"""

from itertools import product
from typing import NamedTuple

import pytest

from tests.app.cells import ACTIONS, LOBBY_ABSENCE, MOMENTS, Scene
from tests.app.frame_checks import check_models, check_secrets
from wordle_tournament.core.events import Outcome
from wordle_tournament.core.tournament import Phase

TABLE = """
lobby           | leave                  | none | -    | - | - | 1000 | unqueued       |                  | lobby
lobby           | drop                   | away | -    | 0 | - | 1000 |                |                  | lobby
lobby           | drop and back in time  | in   | new  | 0 | - | 1000 |                | welcome lobby    | lobby lobby
lobby           | drop and back late     | none | -    | - | - | 1000 |                | welcome          | lobby lobby
lobby           | second tab             | in   | new  | 0 | - | 1000 | superseded     | welcome lobby    |
lobby           | duplicate $disconnect  | away | -    | 0 | - | 1000 |                |                  | lobby
lobby           | late $disconnect       | in   | new  | 0 | - | 1000 |                | welcome          |
lobby           | tick of an old absence | in   | new  | 0 | - | 1000 |                | welcome lobby    | lobby lobby
intro           | leave                  | left | -    | 0 | 7 |  982 | end left       |                  | end left
intro           | drop                   | away | -    | 2 | - | 1000 |                |                  | away
intro           | drop and back in time  | in   | new  | 2 | - | 1000 |                | welcome +missed  | away turn skip turn back
intro           | drop and back late     | left | new  | 0 | 7 |  982 |                | welcome +missed  | away turn skip turn end left
intro           | second tab             | in   | new  | 2 | - | 1000 | superseded     | welcome snapshot |
intro           | duplicate $disconnect  | away | -    | 2 | - | 1000 |                |                  | away
intro           | late $disconnect       | in   | new  | 2 | - | 1000 |                | welcome          |
intro           | tick of an old absence | in   | new  | 2 | - | 1000 |                | welcome +missed  | away back turn skip turn
my turn         | leave                  | left | -    | 0 | 7 |  982 | end left       |                  | end left
my turn         | drop                   | away | -    | 2 | - | 1000 |                |                  | away
my turn         | drop and back in time  | in   | new  | 2 | - | 1000 |                | welcome +missed  | away skip turn skip turn back
my turn         | drop and back late     | left | new  | 0 | 7 |  982 |                | welcome +missed  | away skip turn skip turn end left
my turn         | second tab             | in   | new  | 2 | - | 1000 | superseded     | welcome snapshot |
my turn         | duplicate $disconnect  | away | -    | 2 | - | 1000 |                |                  | away
my turn         | late $disconnect       | in   | new  | 2 | - | 1000 |                | welcome          |
my turn         | tick of an old absence | in   | new  | 2 | - | 1000 |                | welcome +missed  | away back skip turn skip turn
opponent's turn | leave                  | left | -    | 0 | 7 |  982 | end left       |                  | end left
opponent's turn | drop                   | away | -    | 3 | - | 1000 |                |                  | away
opponent's turn | drop and back in time  | in   | new  | 3 | - | 1000 |                | welcome +missed  | away skip turn skip turn back
opponent's turn | drop and back late     | left | new  | 0 | 7 |  982 |                | welcome +missed  | away skip turn skip turn end left
opponent's turn | second tab             | in   | new  | 3 | - | 1000 | superseded     | welcome snapshot |
opponent's turn | duplicate $disconnect  | away | -    | 3 | - | 1000 |                |                  | away
opponent's turn | late $disconnect       | in   | new  | 3 | - | 1000 |                | welcome          |
opponent's turn | tick of an old absence | in   | new  | 3 | - | 1000 |                | welcome +missed  | away back skip turn skip turn
my duel over    | leave                  | left | -    | 0 | 7 |  982 | left           |                  | left
my duel over    | drop                   | away | -    | 3 | - | 1000 |                |                  | away
my duel over    | drop and back in time  | in   | new  | 3 | - | 1000 |                | welcome +missed  | away back
my duel over    | drop and back late     | left | new  | 0 | 7 |  982 |                | welcome +missed  | away left
my duel over    | second tab             | in   | new  | 3 | - | 1000 | superseded     | welcome snapshot |
my duel over    | duplicate $disconnect  | away | -    | 3 | - | 1000 |                |                  | away
my duel over    | late $disconnect       | in   | new  | 3 | - | 1000 |                | welcome          |
my duel over    | tick of an old absence | in   | new  | 3 | - | 1000 |                | welcome +missed  | away back
bye             | leave                  | left | -    | 0 | 7 |  982 | left           |                  | left
bye             | drop                   | away | -    | 2 | - | 1000 |                |                  | away
bye             | drop and back in time  | in   | new  | 2 | - | 1000 |                | welcome +missed  | away back
bye             | drop and back late     | left | new  | 0 | 7 |  982 |                | welcome +missed  | away left
bye             | second tab             | in   | new  | 2 | - | 1000 | superseded     | welcome snapshot |
bye             | duplicate $disconnect  | away | -    | 2 | - | 1000 |                |                  | away
bye             | late $disconnect       | in   | new  | 2 | - | 1000 |                | welcome          |
bye             | tick of an old absence | in   | new  | 2 | - | 1000 |                | welcome +missed  | away back
knocked out     | leave                  | out  | -    | 0 | - | 1000 | watch-ended    |                  |
knocked out     | drop                   | out  | -    | 0 | - | 1000 |                |                  |
knocked out     | drop and back in time  | out  | new  | 0 | - | 1000 |                | welcome          |
knocked out     | drop and back late     | out  | new  | 0 | - | 1000 |                | welcome          |
knocked out     | second tab             | out  | new  | 0 | - | 1000 | superseded     | welcome snapshot |
knocked out     | duplicate $disconnect  | out  | -    | 0 | - | 1000 |                |                  |
knocked out     | late $disconnect       | out  | new  | 0 | - | 1000 |                | welcome          |
knocked out     | tick of an old absence | out  | new  | 0 | - | 1000 |                | welcome          |
over            | leave                  | in   | -    | 2 | 1 | 1025 | watch-ended    |                  |
over            | drop                   | in   | -    | 2 | 1 | 1025 |                |                  |
over            | drop and back in time  | in   | new  | 2 | 1 | 1025 |                | welcome          |
over            | drop and back late     | in   | new  | 2 | 1 | 1025 |                | welcome          |
over            | second tab             | in   | new  | 2 | 1 | 1025 | superseded     | welcome snapshot |
over            | duplicate $disconnect  | in   | -    | 2 | 1 | 1025 |                |                  |
over            | late $disconnect       | in   | new  | 2 | 1 | 1025 |                | welcome          |
over            | tick of an old absence | in   | new  | 2 | 1 | 1025 |                | welcome          |
"""  # noqa: E501 - a row is a line


class Cell(NamedTuple):
    """What must be true afterwards."""

    seat: str
    screen: str
    lives: str
    place: str
    rating: str
    old: str
    new: str
    others: str


def read_table() -> dict[tuple[str, str], Cell]:
    rows = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
    cells = {(moment, action): Cell(*expected) for moment, action, *expected in rows}
    assert len(cells) == len(rows), "a cell stands twice"
    return cells


CELLS = read_table()


def outcome(scene: Scene) -> Cell:
    """What is true; the rating after the stream has delivered all there is to settle."""
    harness, player = scene.harness, scene.player
    tournament = harness.tournament()
    seat = tournament.seat(player)
    told = {
        connection: scene.answer_kind(connection) for connection in (scene.old, "c-new") if connection in harness.owners
    }
    others = {one: scene.answer_kind(f"c-{one}") for one in scene.others}
    assert len(set(others.values())) == 1, "all others are told the same"
    (seen,) = set(others.values())
    harness.deliver_stream()
    rating = str(harness.fakes.stored.players[player].rating)
    new = told.get("c-new", "")
    if seen and new.endswith(seen) and new.startswith("welcome ") and tournament.phase is not Phase.LOBBY:
        new = new.removesuffix(seen) + "+missed"
    if seat is None:
        return Cell("none", "-", "-", "-", rating, told[scene.old], new, seen)
    state = "left" if seat.has_left else "away" if seat.away else "out" if seat.out_in else "in"
    screen = {scene.old: "here", "c-new": "new"}.get(seat.connection or "", "-") if seat.is_watching else "-"
    place = str(seat.place or "-")
    return Cell(state, screen, str(seat.lives), place, rating, told[scene.old], new, seen)


@pytest.mark.parametrize(("moment", "action"), CELLS, ids=[f"{moment}: {action}" for moment, action in CELLS])
def test_cell(moment: str, action: str) -> None:
    scene = MOMENTS[moment]()
    harness, player = scene.harness, scene.player
    harness.clear_frames().pass_ms(1_000)
    before = harness.tournament()
    began = harness.now
    ACTIONS[action](scene)

    expected = CELLS[moment, action]
    assert outcome(scene) == expected

    # What a row has no room for.
    seat, duel, own = harness.tournament().seat(player), harness.tournament().duel_of(player), before.duel_of(player)
    if own is not None and not own.is_over:
        assert duel is not None
        is_lost = expected.seat == "left"
        assert (duel.outcome, duel.winner) == ((Outcome.FORFEIT, own.opponent(player)) if is_lost else (None, None))
        if is_lost:  # the player who stayed sees why they have won
            (ended,) = [frame for frame in scene.about(f"c-{own.opponent(player)}") if frame["type"] == "duel-ended"]
            assert (ended["outcome"], ended["winner"]) == ("forfeit", own.opponent(player))
    else:
        assert duel == own, "what is over stays as it was"
    assert {one.player: one.lives for one in harness.tournament().seats if one.player != player} == {
        one.player: one.lives for one in before.seats if one.player != player
    }, "nobody else loses a life"
    for frame in harness.seen(scene.others[0], "player-away"):
        assert (frame["player"], frame["until"]) == (player, began + scene.limit), "each absence has its own full time"
    if seat is not None and seat.away is not None:
        assert seat.away.until == began + scene.limit
    assert (scene.old in harness.fakes.connections.closed) == (action in {"second tab", "late $disconnect"})
    if moment != "over":  # where it was told before
        _check_rated(scene, expected)
    for connection in harness.owners:
        check_models(harness.seen(connection))
        check_secrets(harness.seen(connection))
    assert not harness.fakes.log.warnings


def _check_rated(scene: Scene, expected: Cell) -> None:
    """A placed player is notified wherever they are, and so are all who watch (R3.5, R6.3)."""
    harness = scene.harness
    change = None if expected.place == "-" else int(expected.rating) - 1000
    live = harness.fakes.stored.players[scene.player].connection
    for connection in [*(f"c-{one}" for one in scene.others), *([live] if live is not None else [])]:
        rated = [(frame["player"], frame["change"]) for frame in harness.seen(connection, "rated")]
        assert rated == ([] if change is None else [(scene.player, change)])


@pytest.mark.parametrize("action", ACTIONS)
def test_nothing_that_a_knocked_out_player_does_changes_their_place_or_rating(action: str) -> None:  # D4, D5
    scene = MOMENTS["knocked out"]()
    harness = scene.harness
    harness.pass_ms(1_000)
    ACTIONS[action](scene)
    for index in (0, 1):  # their opponents have lives left: p6 is the only one who goes out in this round
        harness.guess(harness.mover(index), harness.duel(harness.mover(index)).secret)
    harness.deliver_stream()
    assert harness.tournament().round == 6
    assert harness.tournament().require_seat(scene.player).place == 7
    assert harness.fakes.stored.players[scene.player].rating == 982


def test_the_table_has_every_cell() -> None:
    every = set(product(MOMENTS, ACTIONS))
    assert set(CELLS) == every
    assert len(every) == 64
    assert LOBBY_ABSENCE == 10_000

"""What a right client does when frames come late, twice, out of order or not at all: one function a scenario.

Lives here: the scripts. The docstring of each is the rule it checks. A client under test connects, says hello, queues,
and on every turn of its own guesses any word of the right length.
"""

import time

from infra.web.conformance.kit import PLAYER, TOKEN, Bench, Connection, Frame, Scenario, Wrong, now

ME = str(PLAYER["id"])
OTHER = "p2"
DUEL = "1.1"
LEAST_PINGS = 2  # in a turn; the third one, at its end, may come after the next turn began


def event(type_: str, seq: int, **fields: object) -> Frame:
    """An event of the tournament."""
    return {"type": type_, "tournament": "t", "seq": seq, **fields}


def lobby(seq: int = 1) -> Frame:
    """A lobby with the client alone in it."""
    seats = [{"player": ME, "nickname": "Under Test", "rating": 1000}]
    return event("lobby", seq, language="en", size=8, seats=seats, range=[800, 1200])


def started(seq: int) -> Frame:
    """The tournament begins with two players."""
    players = [{"player": one, "nickname": one, "rating": 1000, "lives": 3} for one in (ME, OTHER)]
    return event("tournament-started", seq, language="en", players=players)


def opened(seq: int) -> Frame:
    """The first round: the client begins."""
    duels = [{"duel": DUEL, "players": [ME, OTHER], "first": ME, "length": 5}]
    return event("round-opened", seq, round=1, duels=duels, starts_at=now())


def turn(seq: int, number: int = 1, player: str = ME, ms: int = 30_000) -> Frame:
    """A turn begins."""
    return event("turn-started", seq, duel=DUEL, turn=number, player=player, deadline=now() + ms)


def greet(bench: Bench, **more: object) -> Connection:
    """Take a connection up to its welcome."""
    connection = bench.accept()
    hello = connection.expect("hello")
    if hello.get("v") != 1 or not hello.get("id"):
        raise Wrong(f"hello says v 1 and has an id: {hello}")
    connection.send({"type": "welcome", "re": hello["id"], "player": PLAYER, "token": TOKEN, **more})
    return connection


def seat(bench: Bench) -> Connection:
    """Take the client into a lobby."""
    connection = greet(bench)
    connection.send(lobby() | {"re": connection.expect("queue")["id"]})
    return connection


def score(connection: Connection, guess: Frame, seq: int) -> Frame:
    """The answer to a guess."""
    tiles = list(str(guess["word"]))
    scored = event("guess-scored", seq, duel=DUEL, turn=guess["turn"], player=ME, word=guess["word"])
    answer = scored | {"tiles": tiles, "marks": ["absent"] * len(tiles), "re": guess["id"]}
    connection.send(answer)
    return answer


def says_hello_first(bench: Bench) -> None:
    """The first frame is hello; nothing else is sent before its welcome."""
    connection = bench.accept()
    hello = connection.expect("hello")
    connection.expect_nothing(1, "queue", "sync", "ping", "guess")
    connection.send({"type": "welcome", "re": hello["id"], "player": PLAYER, "token": TOKEN})
    connection.expect("queue")


def takes_an_array(bench: Bench) -> None:
    """A text may hold an array of frames, in their order."""
    connection = seat(bench)
    connection.send_together(started(2), opened(3), turn(4))
    connection.expect("guess")


def drops_repeats(bench: Bench) -> None:
    """An event that comes twice counts once."""
    connection = seat(bench)
    connection.send(started(2), started(2), opened(3), turn(4), turn(4))
    guess = connection.expect("guess")
    answer = score(connection, guess, 5)
    connection.send(answer, turn(4), opened(3))
    connection.expect_nothing(1.5, "guess")


def puts_events_in_order(bench: Bench) -> None:
    """An event that comes early waits for the ones before it; a short gap is no reason to sync."""
    connection = seat(bench)
    connection.send(turn(4), opened(3))
    connection.expect_nothing(0.2, "guess", "sync")
    connection.send(started(2))
    guess = connection.expect("guess")
    if guess.get("duel") != DUEL or guess.get("turn") != 1:
        raise Wrong(f"the guess is for turn 1 of {DUEL}: {guess}")


def fills_a_gap(bench: Bench) -> None:
    """A missing event is asked for by sync, with the last seq that was shown."""
    connection = seat(bench)
    connection.send(started(2), turn(4))  # 3 is lost
    sync = connection.expect("sync", 4)
    if (sync.get("tournament"), sync.get("seq")) != ("t", 2):
        raise Wrong(f"sync names the tournament and the last seq, 2: {sync}")
    connection.send(opened(3), turn(4), event("synced", 4) | {"re": sync["id"]})
    connection.expect("guess")


def syncs_after_a_silent_deadline(bench: Bench) -> None:
    """A deadline that passed without an event for more than 2 s is a reason to sync."""
    connection = seat(bench)
    connection.send(started(2), opened(3), turn(4, player=OTHER, ms=500))
    until = time.monotonic() + 7
    while time.monotonic() < until:
        if any(frame["action"] == "sync" for frame in connection.received):
            return
        time.sleep(0.05)
    raise Wrong("the client did not sync")


def waits_for_a_late_answer(bench: Bench) -> None:
    """A late answer is waited for; if a command is sent again, then under the same id."""
    connection = seat(bench)
    connection.send(started(2), opened(3), turn(4))
    guess = connection.expect("guess")
    time.sleep(3)
    score(connection, guess, 5)
    time.sleep(0.5)
    if len({frame["id"] for frame in connection.received if frame["action"] == "guess"}) != 1:
        raise Wrong("one guess has one id")


def sends_again_under_the_same_id(bench: Bench) -> None:
    """After a lost connection the client comes back with its token, and sends again what has no answer."""
    connection = greet(bench)
    first = connection.expect("queue")
    connection.close()
    again = greet(bench)
    if again.token != TOKEN:
        raise Wrong(f"it comes back with its token, and not with {again.token}")
    second = again.expect("queue")
    if first["id"] != second["id"]:
        raise Wrong("the same command has the same id")


def says_what_it_has_seen(bench: Bench) -> None:
    """After a lost connection hello names the tournament and the last seq."""
    connection = seat(bench)
    connection.send(started(2))
    time.sleep(0.3)
    connection.close()
    hello = bench.accept().expect("hello")
    if (hello.get("tournament"), hello.get("seq")) != ("t", 2):
        raise Wrong(f"hello names t and 2: {hello}")


def greets_again_after_retry(bench: Bench) -> None:
    """`retry`: hello again, then the same frame under the same id."""
    connection = greet(bench)
    first = connection.expect("queue")
    connection.send({"type": "error", "re": first["id"], "code": "retry", "message": "", "definite": True})
    hello = connection.expect("hello")
    connection.send({"type": "welcome", "re": hello["id"], "player": PLAYER, "token": TOKEN})
    if connection.expect("queue")["id"] != first["id"]:
        raise Wrong("the same command has the same id")


def survives_a_text_of_the_gateway(bench: Bench) -> None:
    """A text that is no frame (the gateway answers so when a function fails) is not the end."""
    connection = greet(bench)
    first = connection.expect("queue")
    connection.send_text('{"message": "Internal server error", "connectionId": "c", "requestId": "r"}')
    hello = connection.expect("hello")
    connection.send({"type": "welcome", "re": hello["id"], "player": PLAYER, "token": TOKEN})
    if connection.expect("queue")["id"] != first["id"]:
        raise Wrong("the same command has the same id")


def ignores_what_it_does_not_know(bench: Bench) -> None:
    """Frames and fields of a newer server, and events of another tournament, change nothing."""
    connection = seat(bench)
    connection.send({"type": "from-the-future", "field": 1})
    connection.send(started(2) | {"tournament": "other"}, opened(3) | {"tournament": "other"})
    connection.send(turn(4) | {"tournament": "other"})
    connection.expect_nothing(1, "guess", "sync")
    connection.send(started(2) | {"new": True}, opened(3), turn(4))
    connection.expect("guess")


def pings_in_its_own_turn(bench: Bench) -> None:
    """After each third of its own turn the client pings, so that it does not count as gone (D15)."""
    connection = seat(bench)
    connection.send(started(2), opened(3), turn(4, ms=3_000))
    guess = connection.expect("guess")
    connection.send({"type": "error", "re": guess["id"], "code": "word-unknown", "message": "", "definite": True})
    time.sleep(3.3)
    pings = sum(frame["action"] == "ping" for frame in connection.received)
    if pings < LEAST_PINGS:
        raise Wrong(f"there were {pings} pings in a turn of 3 s")


def stays_away_when_superseded(bench: Bench) -> None:
    """`superseded` is final: a newer connection has the player, and two must not fight."""
    connection = seat(bench)
    connection.send({"type": "superseded"})
    time.sleep(0.2)
    connection.close()
    bench.expect_no_connection(3)


SCENARIOS: tuple[Scenario, ...] = (
    says_hello_first,
    takes_an_array,
    drops_repeats,
    puts_events_in_order,
    fills_a_gap,
    syncs_after_a_silent_deadline,
    waits_for_a_late_answer,
    sends_again_under_the_same_id,
    says_what_it_has_seen,
    greets_again_after_retry,
    survives_a_text_of_the_gateway,
    ignores_what_it_does_not_know,
    pings_in_its_own_turn,
    stays_away_when_superseded,
)

"""What a step of the rules and the stored document cost, against writing the same record as plain JSON."""

import json
import timeit
from collections.abc import Callable

from tests.support.builders import running
from tests.support.words import small_lexicon
from wordle_tournament.app.record import RECENT_EVENTS, Record
from wordle_tournament.aws.document import decode, encode
from wordle_tournament.core.commands import Guess, Ping
from wordle_tournament.core.step import perform

ROUNDS, TIMES = 9, 60
MOST = 5.0  # times a json.dumps: still some ms at most


def test_a_step_and_the_document_cost_some_times_a_json_dumps() -> None:
    lexicon = small_lexicon()
    built = running()
    record = Record(built, version=1)
    now = built.now
    while len(record.recent_events) < RECENT_EVENTS:  # as full as it gets
        tournament = record.tournament
        duel = min((one for one in tournament.duels if not one.is_over), key=lambda one: one.turn)
        mover = duel.mover(duel.turn)
        seat = tournament.require_seat(mover)
        guess = Guess(mover, seat.connection or "", duel.duel, duel.turn, lexicon.another(duel.secret, duel.turn))
        record = record.after(perform(tournament, guess, now, lexicon), None)
    text = encode(record)
    assert decode(text) == record
    document = json.loads(text)
    tournament = record.tournament
    player = tournament.duels[0].mover(tournament.duels[0].turn)
    connection = tournament.require_seat(player).connection or ""
    duel = tournament.duels[0]
    right = Guess(player, connection, duel.duel, duel.turn, duel.secret)
    plain = best(lambda: json.dumps(document))
    costs = {
        "ping": best(lambda: perform(tournament, Ping(player, connection), now, lexicon)),
        "solving guess": best(lambda: perform(tournament, right, now, lexicon)),
        "encode": best(lambda: encode(record)),
        "decode": best(lambda: decode(text)),
    }
    ratios = {what: cost / plain for what, cost in costs.items()}
    print(  # noqa: T201 - a bench tells what it measured
        f"\na record of {len(text) / 1000:.1f} kB; json.dumps {plain * 1e6:.0f} us; times that: "
        + ", ".join(f"{what} {ratio:.2f}" for what, ratio in ratios.items())
    )
    assert max(ratios.values()) <= MOST


def best(deed: Callable[[], object]) -> float:
    """Seconds a time, of the best of several rounds."""
    return min(timeit.repeat(deed, number=TIMES, repeat=ROUNDS)) / TIMES

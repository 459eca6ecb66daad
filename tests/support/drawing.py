"""What the reference client shows of a tournament: the same, whether it came as events or as a snapshot."""

from infra.local.client_state import Board, ClientState


def drawn(state: ClientState) -> object:
    """The client's state as a value, without what is no longer shown (an intro that is over, a stopped clock)."""
    players = [(one.player, one.nickname, one.rating, one.lives, one.place, one.away) for one in state.players.values()]
    starts_at = state.starts_at if state.phase == "intro" else None
    boards = [_board(one) for one in state.boards.values()]
    return state.phase, state.seq, state.language, state.round, starts_at, state.bye, players, boards


def _board(board: Board) -> object:
    rows = [(row["turn"], row["player"], row.get("tiles"), row.get("marks")) for row in board.rows]
    state = (board.turn if board.to_move else None, board.to_move, board.deadline)
    return board.duel, board.players, board.first, board.length, rows, state, board.outcome, board.winner, board.secret

"""Nicknames that look alike in one lobby get a tag (R10.1): both may exist, and no player is taken for the other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.builders import empty_lobby
from tests.support.play import Play
from wordle_tournament.core.commands import Absorb, Entrant, Leave
from wordle_tournament.core.lookalikes import skeleton, tell_apart
from wordle_tournament.core.nickname import InvalidNickname, clean_nickname


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Anna"),
        ("Anna", "Аnna"),  # Cyrillic А
        ("Anna", "Αnna"),  # Greek
        ("Ivan", "lvan"),
        ("Bob 10", "Воb lO"),
        ("sık", "sik"),  # two names, both allowed
        ("Ëva", "Ёva"),
        ("corn", "com"),
        ("O'Neil", "O’Neil"),
    ],
)
def test_what_looks_alike_is_tagged(one: str, other: str) -> None:
    assert clean_nickname(one)
    assert clean_nickname(other)
    assert skeleton(one) == skeleton(other)
    assert tell_apart(other, [one]) == f"{other} ·2"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "anna"), ("Anna", "Anne"), ("ö", "o"), ("Öz", "Oz"), ("Жук", "Жуки"), ("김민수", "김민서")],
)
def test_nicknames_that_look_different_get_no_tag(one: str, other: str) -> None:
    assert tell_apart(other, [one]) == other


def test_no_player_can_choose_a_tag() -> None:
    with pytest.raises(InvalidNickname):
        clean_nickname("Anna ·2")


@given(st.lists(st.sampled_from(["Anna", "Аnna", "Αnna", "Bob", "Вob", "lvan", "Ivan"]), max_size=8))
def test_all_in_one_lobby_look_different(names: list[str]) -> None:
    seated: list[str] = []
    for name in names:
        seated.append(tell_apart(name, seated))
    assert len({skeleton(name) for name in seated}) == len(seated)


def play_of(*names: str) -> Play:
    play = Play(empty_lobby())
    for number, name in enumerate(names, start=1):
        play.take_seats(Entrant(f"p{number}", name, 1000, f"c{number}"))
    return play


def nicknames(play: Play) -> list[str]:
    return [seat.nickname for seat in play.tournament.seats]


def test_the_tag_stands_in_the_seat_for_the_whole_tournament() -> None:
    play = play_of("Anna", "Аnna", "Bob", "Anna")
    assert nicknames(play) == ["Anna", "Аnna ·2", "Bob", "Anna ·3"]
    play.do(Leave("p2", "c2"))
    play.take_seats(Entrant("p5", "Аnna", 1000, "c5"))
    assert nicknames(play) == ["Anna", "Bob", "Anna ·3", "Аnna ·2"]


def test_a_party_of_namesakes_gets_tags() -> None:
    play = Play(empty_lobby())
    play.take_seats(*(Entrant(f"p{number}", "Anna", 1000, f"c{number}", "friends") for number in (1, 2, 3)))
    assert nicknames(play) == ["Anna", "Anna ·2", "Anna ·3"]


def test_a_merge_tells_them_apart_anew() -> None:
    play, other = play_of("Anna", "Bob"), Play(empty_lobby())
    for number, name in ((7, "Anna"), (8, "Anna")):
        other.take_seats(Entrant(f"p{number}", name, 1000, f"c{number}"))
    play.do(Absorb("t2", other.tournament.seats))
    assert nicknames(play) == ["Anna", "Bob", "Anna ·2", "Anna ·3"]

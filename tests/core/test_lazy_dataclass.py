"""The lazy dataclass behaves like the standard library's; only how and when its methods are made differs."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from wordle_tournament.core.events import Lives
from wordle_tournament.core.lazy_dataclass import dataclass


def made(decorator: Callable[..., Any]) -> Any:
    class Card:
        """A card."""

        name: str
        marks: tuple[str, ...] = ()
        rank: int | None = dataclasses.field(default=None, metadata={"variable": "RANK"})
        tags: list[str] = dataclasses.field(default_factory=list, compare=False)

        @property
        def is_ranked(self) -> bool:
            return self.rank is not None

    return decorator(frozen=True, slots=True)(Card)


@pytest.fixture
def ours() -> Any:
    return made(dataclass)


@pytest.fixture
def theirs() -> Any:
    return made(dataclasses.dataclass)


def test_no_constructor_is_written_until_a_value_is_made(ours: Any) -> None:
    before = ours.__init__
    ours("a")
    assert ours.__init__ is not before


def test_it_looks_like_the_standard_librarys(ours: Any, theirs: Any) -> None:
    for arguments, named in (((), {"name": "a"}), (("a", ("x",), 3), {}), (("a",), {"rank": 4, "tags": ["t"]})):
        one, other = ours(*arguments, **named), theirs(*arguments, **named)
        assert repr(one) == repr(other)
        assert dataclasses.asdict(one) == dataclasses.asdict(other)
        assert one.is_ranked is other.is_ranked
    assert [(f.name, f.default, dict(f.metadata)) for f in dataclasses.fields(ours)] == [
        (f.name, f.default, dict(f.metadata)) for f in dataclasses.fields(theirs)
    ]
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__slots__ == theirs.__slots__
    assert dataclasses.is_dataclass(ours)


@pytest.mark.parametrize("wrong", [((), {}), (("a",), {"nothing": 1}), (("a", (), 1, [], 2), {})])
def test_wrong_arguments_are_a_type_error(ours: Any, wrong: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    with pytest.raises(TypeError):
        ours(*wrong[0], **wrong[1])


def test_defaults_that_are_made_are_made_anew(ours: Any) -> None:
    assert ours("a").tags is not ours("a").tags


def test_equal_values_are_equal_and_hash_alike_whichever_is_asked_first(ours: Any) -> None:
    assert len({ours("a", ("x",)), ours("a", ("x",)), ours("b")}) == 2
    fresh = made(dataclass)
    assert fresh("a") == fresh("a", tags=["other"])
    assert fresh("a") != ours("a")
    assert fresh("a") != "a"


def test_a_value_cannot_be_changed(ours: Any) -> None:
    card = ours("a")
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.name = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        card.new = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        del card.name
    assert card.name == "a"
    assert not hasattr(card, "__dict__")


def test_it_is_replaced_copied_and_matched_like_any_other(ours: Any) -> None:
    card = ours("a", rank=1)
    assert dataclasses.replace(card, rank=2) == ours("a", rank=2)
    assert copy.copy(card) == copy.deepcopy(card) == card
    match card:
        case object(name="a", rank=rank):
            assert rank == 1
        case _:
            raise AssertionError


def test_it_can_be_pickled() -> None:
    lives = Lives("p1", 3)
    assert pickle.loads(pickle.dumps(lives)) == lives  # noqa: S301 - our own


def test_a_method_that_the_class_has_itself_is_kept() -> None:
    @dataclass(frozen=True, slots=True)
    class Quiet:
        secret: str

        def __repr__(self) -> str:
            return "Quiet(...)"

    assert repr(Quiet("x")) == "Quiet(...)"
    assert Quiet("x") == Quiet("x")


def test_what_is_not_frozen_or_has_a_base_is_left_to_the_original() -> None:
    @dataclass(slots=True)
    class Draft:
        count: int = 0

    draft = Draft()
    draft.count += 1
    assert draft == Draft(1)

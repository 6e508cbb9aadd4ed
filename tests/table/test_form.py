"""Test that verify, can and do raise only refusals, for any values of a command's fields."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Refused
from croupier.table import commands as do
from croupier.table.fields import PLACE, PatternCache, compile_tests, find_malformed, seat_of
from croupier.table.machine import DECIDE, can, decide, step, verify
from croupier.table.state import TableState
from tests.helpers.mishaps import moments
from tests.helpers.pit import any_command, bare, bets_down, table
from tests.helpers.table_help import GAMES, METHODS

replace = msgspec.structs.replace

NASTY: list[Any] = [
    None, True, False, 0, -1, 1, 2, 7, 52, 99, 10**9, 10**30, -(10**30), 1.5, float("nan"), float("inf"),
    "", " ", "seat1", "seat²", "seat0", "seat01", "seat-1", "seat" + "9" * 10_000, "seat٣", "dealer", "board",
    "two\nlines", "\x1b[31m", "\x00", "\u2028", "\u202e", "\ud800", "a" * 10_000, "dealer:", ":", "player:",
    "player:p1", "floor:\n", b"seat1", [], {}, set(), (), [1], {"ante": 1}, {1: 2}, {"ante": []},
    {"ante": True}, {"ante": 10**400}, {"ante": -5}, {("a",): 1}, ("As",), ("As", None), (None,), (1,), ([],),
    ("As" * 5_000,), ("As",) * 1_000, ("red", "red"), object(), type, Exception("x"), 1j, range(3), ...,
    float("-inf"), frozenset(), "As", "Zz", "uth", "uth/7.A", "play_on", "void", "inspect", "other",
]  # fmt: skip


def states(game: str, dealing: str) -> list[TableState]:
    """Return the states of a round, including the state before it."""
    whole = [pit.state for pit in moments(game, dealing)]
    return [bare(game, dealing).state, table(game, dealing).state, bets_down(game, dealing).state, *whole]


@pytest.fixture(scope="module")
def every_state() -> dict[str, list[TableState]]:
    return {game: [state for one in METHODS for state in states(game, one)] for game in GAMES}


def only_refused(state: TableState, command: do.TableCommand) -> None:
    refused = verify(state, command)
    assert can(state, command) is (refused is None)
    if refused is None:
        step(state, command)
        return
    assert refused.message and refused.message.isprintable() and len(refused.message) < 1_000
    with pytest.raises(Refused):
        step(state, command)


@pytest.mark.parametrize("game", GAMES)
def test_any_value_in_any_field_is_decided_or_refused(
    game: str, every_state: dict[str, list[TableState]]
) -> None:
    found = every_state[game]
    turn = 0
    for command in any_command(found[0]):
        for field in command.__struct_fields__:
            for value in NASTY:
                turn += 1
                only_refused(found[turn % len(found)], replace(command, **{field: value}))


anything = st.one_of(
    st.sampled_from(NASTY),
    st.integers(),
    st.text(),
    st.floats(),
    st.binary(),
    st.lists(st.integers() | st.text()),
    st.dictionaries(st.text() | st.integers(), st.integers() | st.none() | st.text()),
    st.tuples(st.text() | st.none() | st.integers()),
)
WHOLE: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(-3, 60),
    str: st.sampled_from(
        ["seat1", "seat3", "dealer", "board", "box", "burn", "red", "blue", "other", "fold"]
    ),
}


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_arbitrary_commands_are_decided_or_refused(
    game: str, every_state: dict[str, list[TableState]], data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(every_state[game]))
    lawful = data.draw(st.sampled_from(list(any_command(state))))
    fields = data.draw(st.lists(st.sampled_from(lawful.__struct_fields__), unique=True))
    plausible = {field: WHOLE.get(type(getattr(lawful, field)), anything) for field in fields}
    only_refused(state, replace(lawful, **{f: data.draw(plausible[f] | anything) for f in fields}))


@pytest.mark.parametrize("thing", [None, 7, "deal", object(), {"type": "deal@1"}, do.TableCommand()])
def test_rejects_unknown_command(thing: Any) -> None:
    refused = verify(table("uth").state, thing)
    assert refused is not None and refused.code == "malformed"


@pytest.mark.parametrize("kind", DECIDE, ids=lambda kind: kind.__name__)
def test_every_field_of_a_command_is_bounded(kind: type[do.TableCommand]) -> None:
    whole, each = compile_tests(kind)  # a field without bounds would not compile
    assert {*each} == {*kind.__struct_fields__}
    assert callable(whole)


def test_refusal_names_the_invalid_field() -> None:
    state = table("uth").state
    for wrong, field in (
        (do.SitDown(seat=True, player="ann"), "seat"),
        (do.SitDown(seat=1, player="ann\n"), "player"),
        (do.SitDown(seat=1, player=" ann"), "player"),
        (do.SitDown(seat=1, player="a:b"), "player"),
        (do.SitDown(seat=1, player="ann", name="\x1b[2J"), "name"),
        (do.SitDown(seat=1, player="ann", by=7), "by"),  # type: ignore[arg-type]
        (do.SitDown(seat=1, player="ann", at=10**12), "at"),
        (do.SitDown(seat=1, player="ann", at=-1), "at"),
        (do.ReportExposed(place="seat²"), "place"),
        (do.BuyIn(player="ann", cents=10**16), "cents"),
        (do.RuleOnIncident(outcome="void", reason="r" * 501, by="floor"), "reason"),
    ):
        assert find_malformed(wrong) == field
        with pytest.raises(Refused) as refused:
            decide(state, wrong)
        assert refused.value.code == "malformed"
        assert f"invalid value in field {field} of " in refused.value.message


@pytest.mark.parametrize(
    ("place", "seat"), [("seat1", 1), ("seat12", 12), ("seat0", 0), ("seat²", 0), ("seat123", 0), ("box", 0)]
)
def test_seat_of_a_place(place: str, seat: int) -> None:
    assert seat_of(place) == seat
    assert bool(PLACE.fullmatch(place)) is bool(seat)


def test_a_pattern_cache_stores_at_most_256_texts() -> None:
    cache = PatternCache(3, "^[0-9]+$")
    assert [cache[str(number)] for number in range(300)] == [True] * 300
    assert len(cache) == 256
    assert [cache[text] for text in ("1000", "a", "1\n", "299")] == [False, False, False, True]

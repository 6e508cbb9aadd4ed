"""Test tokes: they leave the player's chips, two people count the box, and the dealers share the pool."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest

from croupier.casino.administration.events import DealerLoggedOff, DealerLoggedOn
from croupier.casino.cage import toke_commands as do
from croupier.casino.cage.chip_commands import BringChips, CarryChipsAway
from croupier.casino.cage.commands import SellChips
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import KIND
from croupier.casino.gaming_day.calendar import gaming_day_of
from croupier.casino.gaming_day.tokes import dealt_seconds, shares
from croupier.store.ledgers import BOOKS
from tests.casino.cage.test_machine import cage, refused, table

COLE, CORA, KIM = "count_team:cole", "count_team:cora", "cage:kim"


def sold(cents: int = 50_000) -> SellChips:
    return SellChips(transfer="s1", person="walkin-1", table="t1", cents=cents, by="table:t1")


def toke(cents: int = 2_500, transfer: str = "k1") -> do.TakeToke:
    return do.TakeToke(transfer=transfer, person="walkin-1", table="t1", cents=cents, by="table:t1")


def count(chips: dict[str, int], by: str = COLE, id_: str = "n1") -> do.CountTokes:
    return do.CountTokes(id=id_, table="t1", chips=chips, by=by)


def verify(by: str = CORA, number: int = 1) -> do.VerifyTokes:
    return do.VerifyTokes(count=number, by=by)


REAL = cage(table(money="real"), sold())


def posted(*commands: Any, state: CageState = REAL) -> tuple[dict[str, int], CageState]:
    """Return the postings of some commands that are not zero, and check them against the state."""
    before = BOOKS["cage"].balances(state)
    total: Counter[str] = Counter()
    for command in commands:
        events, state = KIND.step(state, command)
        for event in events:
            lines = KIND.postings(event)
            assert sum(cents for _, cents in lines) == 0
            total.update(dict(lines))
    for account, cents in BOOKS["cage"].balances(state).items():
        assert total[account] == cents - before.get(account, 0), account
    return {name: cents for name, cents in total.items() if cents}, state


@pytest.mark.clause("COMAR 36.03.10.49")
def test_toke_moves_a_players_chips_to_the_toke_box() -> None:
    moved, state = posted(toke())
    assert moved == {"table:t1": -2_500, "tokes:t1": 2_500}
    assert (state.tokes, state.outstanding, state.trays.drop) == ({"t1": 2_500}, 0, {"t1": 50_000})
    assert refused(state, toke()).code == "transfer_twice"


def test_play_money_tokes_go_back_to_their_source() -> None:
    moved, state = posted(toke(), state=cage(table()))
    assert moved == {"table:t1": -2_500, "play": 2_500} and state.tokes == {}


@pytest.mark.clause("COMAR 36.03.10.49")
@pytest.mark.parametrize(("chips", "difference"), [({"500": 5}, 0), ({"500": 4}, -500), ({"500": 6}, 500)])
def test_two_people_count_the_box_and_its_chips_join_the_pool(chips: dict[str, int], difference: int) -> None:
    counted = cage(toke(), count(chips), state=REAL)
    assert refused(counted, verify(COLE)).code == "own_slip"
    assert refused(counted, count(chips)).code == "transfer_twice"
    moved, state = posted(verify(), state=counted)
    pool = 2_500 + difference
    expected = {"tokes:t1": -2_500, "toke_pool": pool, "cash": -difference}
    assert moved == {name: cents for name, cents in expected.items() if cents}
    assert (state.toke_pool, state.tokes, state.toke_counts) == (pool, {"t1": 0}, {})
    assert refused(state, verify()).code == "no_such_box"


def test_toke_after_the_count_stays_in_the_box() -> None:
    state = cage(toke(), count({"500": 5}), toke(1_000, "k2"), verify(), state=REAL)
    assert (state.toke_pool, state.tokes) == (2_500, {"t1": 1_000})


def test_new_count_replaces_one_that_is_not_verified() -> None:
    state = cage(toke(), count({"500": 4}), count({"500": 5}, CORA, "n2"), state=REAL)
    assert refused(state, verify(number=1)).code == "no_such_box"
    assert cage(verify(COLE, 2), state=state).toke_pool == 2_500


@pytest.mark.parametrize("by", ["dealer:dina", "floor:flo", "player:ann", "security:gus", "accounting:lee"])
def test_other_roles_do_not_count_a_toke_box(by: str) -> None:
    assert refused(REAL, count({"500": 5}, by)).code == "not_your_role"


def test_rejects_count_at_a_play_money_table() -> None:
    assert refused(cage(table()), count({"500": 5})).code == "other_money"


def test_toke_box_does_not_change_chips_away_from_the_tables() -> None:
    away = CarryChipsAway(transfer="a1", person="walkin-1", table="t1", cents=5_000, by="table:t1")
    back = BringChips(transfer="a2", person="walkin-2", table="t1", cents=5_000, by="table:t1")
    moved, _ = posted(away, toke(), back)
    assert moved == {"table:t1": -2_500, "tokes:t1": 2_500}


def test_pool_is_shared_by_time_to_the_cent() -> None:
    found = [*shares(10_000, {"ann": 3_600, "bob": 3_600, "cid": 3_600})]
    assert [(one.person, one.cents) for one in found] == [("ann", 3_334), ("bob", 3_333), ("cid", 3_333)]
    assert [one.cents for one in shares(9_000, {"ann": 7_200, "bob": 3_600})] == [6_000, 3_000]
    assert [*shares(9_000, {})] == []


def test_dealt_time_counts_log_ons_at_real_money_tables_within_the_day() -> None:
    day = gaming_day_of("2026-11-15", 6 * 3600)
    first = day.first_second

    def on(table: str, person: str, at: int) -> SimpleNamespace:
        return SimpleNamespace(at=at, events=(DealerLoggedOn(table=table, person=person, audience=()),))

    def off(table: str, person: str, at: int) -> SimpleNamespace:
        event = DealerLoggedOff(table=table, person=person, by="floor:flo", audience=())
        return SimpleNamespace(at=at, events=(event,))

    entries = [
        on("t1", "ann", first - 600),
        off("t1", "ann", first + 1_200),
        on("t1", "bob", first + 1_200),  # bob relieves ann
        on("t2", "ann", first + 2_000),  # t2 has play money
        on("t1", "cid", first + 1_500),
    ]
    before = SimpleNamespace(tables={"t3": SimpleNamespace(id="t3", dealer="dee")})
    desk = SimpleNamespace(
        day=day, begin=lambda: before, entries=lambda: iter(entries), has_later_entries=True
    )
    found = dealt_seconds(cast(Any, desk), {"t1", "t3"})
    assert found == {"ann": 1_200, "bob": 300, "cid": 86_400 - 1_500, "dee": 86_400}
    desk.has_later_entries = False  # the day is not over, so the dealer after the last entry is unknown
    assert dealt_seconds(cast(Any, desk), {"t1", "t3"}) == {
        "ann": 1_200,
        "bob": 300,
        "cid": 500,
        "dee": 2_000,
    }

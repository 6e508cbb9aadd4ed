"""Test the chips of a tray by denomination: exact at counts, estimated between them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from croupier.casino.cage import tray_commands as do
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import KIND
from croupier.casino.cage.tray_chips import Pieces, TrayEstimate, cut, estimate, usual_chips
from tests.casino.cage.test_machine import cage, refused, table

FLO, DINA, KIM = "floor:flo", "dealer:dina", "cage:kim"
OPENER = {"500": 100, "2500": 40, "10000": 20}
START = cage(table())


def count(chips: dict[str, int], id_: str = "o", by_chip: bool = True, **more: Any) -> do.CountTray:
    return do.CountTray(id=id_, table="t1", what="opener", chips=chips, by_chip=by_chip, by=DINA, **more)


def slip(what: do.Movement, chips: dict[str, int], id_: str, by_chip: bool = True) -> do.RequestChips:
    return do.RequestChips(id=id_, table="t1", what=what, chips=chips, by_chip=by_chip, by=FLO)


def sign(number: int, by: str) -> do.SignTraySlip:
    return do.SignTraySlip(slip=number, by=by)


def verify(number: int) -> do.VerifyCount:
    return do.VerifyCount(slip=number, by=FLO)


def exchange(
    taken: dict[str, int], given: dict[str, int], id_: str = "x", by: str = DINA
) -> do.ExchangeChips:
    return do.ExchangeChips(id=id_, table="t1", taken=taken, given=given, by=by)


def contents(state: CageState) -> dict[str, int] | None:
    tray = state.trays.chips.get("t1")
    return tray.chips if tray else None


COUNTED = cage(count(OPENER), verify(1), state=START)


def test_tray_is_known_from_a_verified_count() -> None:
    waiting = cage(count(OPENER), state=START)
    assert contents(waiting) is None
    assert contents(COUNTED) == OPENER
    tray = COUNTED.trays.chips["t1"]
    assert (tray.other, tray.entries, tray.slip) == (0, 0, 1)
    again = cage(count({"10000": 5}, "o2", other=75, entries=9), verify(2), state=COUNTED)
    assert contents(again) == {"10000": 5}
    assert (again.trays.chips["t1"].other, again.trays.chips["t1"].entries) == (75, 9)


def test_only_a_total_leaves_the_chips_unknown() -> None:
    total = cage(count({}, "o2", other=50_000), verify(2), state=COUNTED)
    assert contents(total) is None
    old = cage(count(OPENER, "o2", by_chip=False), verify(2), state=COUNTED)
    assert contents(old) is None


def test_fills_and_credits_move_numbers_of_chips_when_they_arrive_and_leave() -> None:
    asked = cage(slip("fill", {"500": 20, "50000": 1}, "f"), state=COUNTED)
    left = cage(sign(2, KIM), state=asked)
    assert contents(asked) == contents(left) == OPENER
    filled = cage(sign(2, DINA), state=left)
    assert contents(filled) == {**OPENER, "500": 120, "50000": 1}
    credit = cage(slip("credit", {"2500": 40, "500": 5}, "c"), state=filled)
    away = cage(sign(3, DINA), state=credit)
    assert contents(away) == {"500": 115, "10000": 20, "50000": 1}
    back = cage(do.VoidTraySlip(slip=3, by=FLO, reason="not needed"), state=away)
    assert contents(back) == contents(filled)


def test_slip_of_an_older_version_makes_the_chips_unknown() -> None:
    asked = cage(slip("fill", {"500": 20}, "f", by_chip=False), sign(2, KIM), state=COUNTED)
    assert contents(asked) == OPENER
    assert contents(cage(sign(2, DINA), state=asked)) is None


def test_every_denomination_is_conserved() -> None:
    """Chips of fills and credits are in the tray, in transit or in the cage, at every step."""
    rng, state, number = random.Random(23), COUNTED, 1
    from_cage: dict[str, int] = dict(OPENER)  # chips that the cage has issued so far, by denomination
    for step in range(60):
        what: do.Movement = rng.choice(["fill", "credit"])
        chips = {value: rng.randint(1, 9) for value in rng.sample(sorted(OPENER), 2)}
        number += 1
        signers = (KIM, DINA) if what == "fill" else (DINA, KIM)
        state = cage(slip(what, chips, f"s{step}"), sign(number, signers[0]), state=state)
        if rng.random() < 0.2:
            void = do.VoidTraySlip(slip=number, by=signers[0] if what == "fill" else FLO, reason="no")
            state = cage(void, state=state)
            chips = {}
        else:
            state = cage(sign(number, signers[1]), state=state)
        for value, pieces in chips.items():
            from_cage[value] = from_cage.get(value, 0) + (pieces if what == "fill" else -pieces)
        assert contents(state) == {value: pieces for value, pieces in from_cage.items() if pieces}


# --- exchanges


def test_color_up_changes_the_chips_and_no_money() -> None:
    command = exchange({"500": 40}, {"10000": 2})
    events, state = KIND.step(COUNTED, command)
    assert [KIND.postings(event) for event in events] == [()]
    assert contents(state) == {"500": 140, "2500": 40, "10000": 18}
    (event,) = events
    assert isinstance(event, do.TrayChipsExchanged)
    assert (event.cents, event.by, event.money) == (20_000, DINA, "play")
    assert state.trays.held == COUNTED.trays.held and state.trays.drop == {}


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (exchange({"500": 40}, {"10000": 3}), "unequal_chips"),
        (exchange({}, {}), "no_such_chip"),
        (exchange({"500": 1}, {"500": 1}), "no_such_chip"),
        (exchange({"300": 1}, {"100": 3}), "no_such_chip"),
        (exchange({"500": 20}, {"10000": 1}, by=KIM), "not_your_role"),
        (exchange({"500": 20}, {"10000": 1}, by="player:ann"), "not_your_role"),
    ],
)
def test_rejects_invalid_exchange(command: do.ExchangeChips, code: str) -> None:
    assert refused(COUNTED, command).code == code


def test_repeated_exchange_counts_once() -> None:
    once = cage(exchange({"500": 20}, {"10000": 1}), state=COUNTED)
    assert refused(once, exchange({"500": 20}, {"10000": 1})).code == "transfer_twice"


def test_exchange_at_a_tray_of_unknown_chips_is_recorded() -> None:
    state = cage(exchange({"500": 20}, {"10000": 1}), state=START)
    assert contents(state) is None and len(state.trays.exchanges) == 1


# --- estimates


@pytest.mark.parametrize(
    ("cents", "available", "found"),
    [
        (0, {}, {}),
        (3_000, {500: 9, 2_500: 9}, {2_500: 1, 500: 1}),
        (3_000, {500: 9}, {500: 6}),
        (3_000, {500: 5, 2_500: 0}, None),
        # $25 first would leave $15, which no chips here make
        (4_000, {2_500: 1, 2_000: 2, 500: 1}, {2_000: 2}),
        (300, {250: 3, 100: 3}, {100: 3}),
        (50, {100: 1}, None),
    ],
)
def test_cut_uses_only_available_chips(cents: int, available: Pieces, found: Pieces | None) -> None:
    assert cut(cents, available) == found


def test_cut_answers_quickly_if_no_chips_fit() -> None:
    many = dict.fromkeys((250, 500, 2000, 2500, 10000, 50000, 100000, 500000), 1000)
    assert cut(123_456_700, many) is None


def test_estimate_pays_with_the_chips_of_the_tray() -> None:
    assert estimate(OPENER, 0, [-12_500]) == ({500: 100, 2_500: 39, 10_000: 19}, 0)
    assert estimate({"500": 100}, 0, [-12_500]) == ({500: 75}, 0)


def test_estimate_takes_change_if_the_chips_do_not_fit() -> None:
    assert estimate({"10000": 1}, 0, [-3_000]) == ({500: 4, 2_500: 2}, 0)


def test_estimate_of_a_short_tray_has_no_chips_and_a_shortage() -> None:
    assert estimate({"500": 2}, 0, [-3_000]) == ({}, -2_000)
    assert estimate({"500": 2}, 0, [-3_000, 2_500]) == ({2_500: 1}, -2_000)


def test_credit_of_chips_that_players_lost_takes_them_from_the_estimate() -> None:
    """A credit may return chips that the count did not contain, because players lost them."""
    pieces, other = estimate({"500": 100, "10000": -3}, 0, [30_000])
    assert (sum(value * number for value, number in pieces.items()), other) == (50_000, 0)
    assert all(number > 0 for number in pieces.values())


def test_amounts_below_the_smallest_chip_stay_apart() -> None:
    assert usual_chips(50) == {} and usual_chips(150) == {100: 1} and usual_chips(333) == {100: 3}
    assert estimate({}, 0, [333]) == ({100: 3}, 33)


def test_estimate_equals_the_books_and_never_has_a_negative_number() -> None:
    rng = random.Random(23)
    for _ in range(300):
        counted = {value: rng.randint(0, 40) for value in ("100", "250", "500", "2500", "10000", "50000")}
        total = sum(int(value) * number for value, number in counted.items())
        tray = TrayEstimate(counted)
        for _ in range(rng.randint(1, 60)):
            cents = rng.choice([1, -1]) * rng.randint(1, 400) * rng.choice([50, 100, 500, 2_500])
            tray.move(cents)
            total += cents
            pieces, other = tray.result()
            assert all(number > 0 for number in pieces.values())
            assert sum(value * number for value, number in pieces.items()) + other == total

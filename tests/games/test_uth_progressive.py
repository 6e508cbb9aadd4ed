"""Test every rule of the progressive and Envy Bonus in Ultimate Texas Hold 'Em (11.J, 12.D) at its
threshold.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from croupier import play_record
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import AUTOMATIONS
from tests.games.test_uth_round import CHECKED_DOWN, FOLDED, LOSING_HAND, TEN, cited, heads_up, nets
from tests.helpers import now
from tests.helpers.table_help import Mapped, at_table, play, record, refusal, seat

clause = pytest.mark.clause

# --- 11.J and 12.D: the progressive -------------------------------------------------------------------


def progressive(**keys: Any) -> Mapped:
    return {"progressive": {"paytable": "A", "stake": 1, **keys}}


@clause("uth/11.J.1", "uth/11.J.2.d")
def test_11_J_1_the_progressive_is_paid_even_if_the_hand_loses_or_folds() -> None:
    wagers = {**TEN, "progressive": 1}
    lost = heads_up(**LOSING_HAND, wagers=wagers, decisions=["4x"], submission=progressive())
    assert nets(lost)["progressive"] == 5000  # fours full of nines on the Flop pay 50 to 1
    assert "uth/12.D.1.a.iv" in cited(lost, "progressive")
    folded = heads_up(**LOSING_HAND, wagers=wagers, decisions=FOLDED, submission=progressive())
    assert nets(folded)["progressive"] == 5000


@clause("uth/11.J.2.a", "uth/11.J.2.b", "uth/11.J.2.c")
def test_11_J_2_a_winner_waits_for_the_floor_before_being_paid() -> None:
    table = at_table("uth", progressive(), laid="Js Ac Jh 9d 2c Jd 3h 4s 5c 8h 9s")
    table.automations = AUTOMATIONS - {"validate", "pay", "settle"}
    table.do(now.bet(seat=1, wagers={"ante": 1000, "blind": 1000, "progressive": 100}))
    table.do(do.CloseBetting())
    table.run()
    table.do(now.decide(seat=1, choice="4x"))
    table.run()
    assert refusal(table, do.ValidateProgressive(seat=1, by="floor")).code == "out_of_order"
    settled = table.do(do.SettleSeat(seat=1))
    assert not [e for e in settled if isinstance(e, ev.WagerSettled) and e.wager == "progressive"]
    ids = {"uth/11.J.2.a", "uth/11.J.2.b", "uth/11.J.2.c"}
    for early in (do.PayProgressive(seat=1), do.SettleSeat(seat=1), do.RackCards()):
        refused = refusal(table, early)
        assert refused.code in ("not_validated", "out_of_order")
    assert set(refusal(table, do.PayProgressive(seat=1)).clauses) == ids
    assert refusal(table, do.ValidateProgressive(seat=1)).code == "not_your_role"
    dark = refusal(table, do.ValidateProgressive(seat=1, light=False, by="floor:cy"))
    assert (dark.code, dark.clauses) == ("not_validated", ("uth/11.J.2.b",))
    (validated,) = table.do(do.ValidateProgressive(seat=1, by="floor:cy"))
    assert isinstance(validated, ev.ProgressiveValidated)
    assert (validated.by, set(validated.clauses)) == ("floor:cy", ids)
    paid = table.do(do.PayProgressive(seat=1))[0]
    assert isinstance(paid, ev.WagerSettled)
    assert (paid.returned, paid.banked) == (1000, True)  # three jacks pay 9 to 1 and return the stake


@clause("uth/12.D.2")
def test_12_D_2_only_the_highest_hand_of_the_u_01_cards_is_paid() -> None:
    wagers = {**TEN, "progressive": 1}
    royal = heads_up("As Ks", "2c 2d", "Qs Js Ts 3h 4d", wagers, ["4x"], progressive(meters={"main": 12000}))
    # a royal flush pays only the meter, not the lower rows
    assert nets(royal)["progressive"] == 1_200_000 - 100
    rows = [one for one in cited(royal, "progressive") if one.startswith("uth/12.D.1.a")]
    assert rows == ["uth/12.D.1.a.i"]
    late = heads_up("Js Jh", "2c 2d", "3h 8s 9c Jd 4d", wagers, ["4x"], progressive())
    # the third jack came after the Flop, so it does not count under R2
    assert nets(late)["progressive"] == -100
    seven = {**progressive(), "readings": {"U-01": "R1"}}
    assert nets(heads_up("Js Jh", "2c 2d", "3h 8s 9c Jd 4d", wagers, ["4x"], seven))["progressive"] == 900


@clause("uth/12.D.3.a")
def test_12_D_3_a_the_meter_gains_its_rate_when_wagers_are_accepted() -> None:
    def after(bettors: int, rate: str) -> int:
        seats = [seat(n, {**TEN, "progressive": 1} if n <= bettors else TEN, FOLDED) for n in (1, 2, 3)]
        document = play_record(
            record("uth", seats, submission=progressive(rate=rate, meters={"main": "12345.67"}))
        )
        return int(document["meters"]["main"])

    assert after(0, "0.155") == 1_234_567
    assert after(1, "0.155") == 1_234_567 + 15  # the meter also holds half a cent
    assert after(2, "0.155") == 1_234_567 + 31
    assert after(3, "0") == 1_234_567
    played = play(
        record("uth", [seat(1, {**TEN, "progressive": 1}, FOLDED)], submission=progressive(rate="0.155"))
    )
    grew = next(event for event in played.events if isinstance(event, ev.MeterContributed))
    assert grew.amount.value == Fraction(31, 2)
    assert grew.clauses == ("uth/12.D.3.a",)


def two_bettors(board: str, first: str, second: str, **keys: Any) -> tuple[dict[int, int], int]:
    seats = [seat(n, {**TEN, "progressive": 1}, ["4x"]) for n in (1, 2)]
    submission = {**progressive(**keys), "readings": {"X-12": "R1"}}
    laid = {"seat 1": first, "seat 2": second, "board": board, "dealer": "2c 2d"}
    document = play_record(record("uth", seats, submission=submission, laid=laid))
    back = {one["seat"]: one["wagers"]["progressive"]["returned"] for one in document["seats"]}
    return back, document["meters"]["main"]


@clause("uth/12.D.4")
def test_12_D_4_each_winner_is_paid_the_current_meter_in_turn() -> None:
    # Seat 2 is at the dealer's right and is settled first. It gets 10% of $12,000, and the next seat gets 10%
    # of the rest.
    back, left = two_bettors("7s 8s 9s 3h 4d", "5s 6s", "Ts Js", meters={"main": 12000})
    assert back == {2: 120_000, 1: 108_000}
    assert left == 1_200_000 - 120_000 - 108_000
    # A royal empties the meter, and the meter resets before the next winner is paid.
    back, left = two_bettors(
        "Ts Js Qs 3h 4d", "8s 9s", "Ks As", meters={"main": 30000}, reset={"main": 15000}
    )
    assert back == {2: 3_000_000, 1: 150_000}
    assert left == 1_500_000 - 150_000
    # In the opposite order, the royal wins what the straight flush left.
    back, left = two_bettors(
        "Ts Js Qs 3h 4d", "Ks As", "8s 9s", meters={"main": 30000}, reset={"main": 15000}
    )
    assert back == {2: 300_000, 1: 2_700_000}
    assert left == 1_500_000


def test_x_12_r2_a_share_is_not_deducted_from_the_meter() -> None:
    seats = [seat(n, {**TEN, "progressive": 1}, ["4x"]) for n in (1, 2)]
    submission = {**progressive(meters={"main": 12000}), "readings": {"X-12": "R2"}}
    laid = {"seat 1": "5s 6s", "seat 2": "Ts Js", "board": "7s 8s 9s 3h 4d", "dealer": "2c 2d"}
    document = play_record(record("uth", seats, submission=submission, laid=laid))
    assert [one["wagers"]["progressive"]["returned"] for one in document["seats"]] == [120_000, 120_000]
    assert document["meters"]["main"] == 1_200_000


def test_12_D_share_is_rounded_down_to_the_cent() -> None:
    back, left = two_bettors("7s 8s 9s 3h 4d", "5s 6s", "2h 3c", meters={"main": "12345.69"})
    assert back == {1: 123_456, 2: 0}
    assert left == 1_234_569 - 123_456


# --- Envy ---------------------------------------------------------------------------------------------


def envies(
    holes: dict[int, str], bettors: set[int], board: str = "7s 8s 9s 3h 4d", **keys: Any
) -> dict[int, int]:
    seats = [seat(n, {**TEN, "progressive": 1} if n in bettors else TEN, ["4x"]) for n in sorted(holes)]
    laid = {f"seat {n}": hole for n, hole in holes.items()} | {
        "board": board,
        "dealer": keys.pop("dealer", ""),
    }
    document = play_record(record("uth", seats, submission=progressive(**keys), laid=laid))
    return {one["seat"]: one["envy"] for one in document["seats"]}


@clause("uth/11.J.2.e.i", "uth/12.D.5.a")
def test_11_J_2_e_i_progressive_bettors_are_paid_for_anothers_straight_flush() -> None:
    assert envies({1: "5s 6s", 2: "2h Kc", 3: "2d Qc"}, {1, 2}) == {1: 0, 2: 30_000, 3: 0}


@clause("uth/11.J.2.e.ii")
def test_11_J_2_e_ii_holder_must_have_bet_only_if_the_operator_requires_it() -> None:
    holes = {1: "5s 6s", 2: "2h Kc"}
    assert envies(holes, {2}) == {1: 0, 2: 30_000}
    assert envies(holes, {2}, envy_holder_must_bet=True) == {1: 0, 2: 0}
    assert envies(holes, {1, 2}, envy_holder_must_bet=True) == {1: 0, 2: 30_000}


@clause("uth/11.J.2.e.iii")
def test_11_J_2_e_iii_two_holders_earn_a_third_player_two_bonuses() -> None:
    assert envies({1: "5s 6s", 2: "Ts Js", 3: "2d Qc"}, {1, 2, 3}) == {1: 30_000, 2: 30_000, 3: 60_000}


@clause("uth/11.J.2.e.iv")
def test_11_J_2_e_iv_no_envy_for_own_or_dealer_hand() -> None:
    assert envies({1: "5s 6s"}, {1}) == {1: 0}
    assert envies({1: "2h Kc", 2: "2d Qc"}, {1, 2}, dealer="5s 6s") == {1: 0, 2: 0}


@clause("uth/12.D.5.b")
@pytest.mark.parametrize(("letter", "own"), [("A", "12.D.6.a.ii"), ("C", "12.D.6.c.ii")])
def test_12_D_5_b_uses_the_operators_envy_schedule(letter: str, own: str) -> None:
    seats = [seat(1, TEN, ["4x"]), seat(2, {**TEN, "progressive": 1}, ["4x"])]
    laid = {"seat 1": "5s 6s", "board": "7s 8s 9s 3h 4d"}
    bettor = play_record(record("uth", seats, submission=progressive(envy=letter), laid=laid))["seats"][1]
    assert f"uth/{own}" in bettor["envy_clauses"]
    none = play_record(record("uth", seats, submission=progressive(envy=False), laid=laid))["seats"][1]
    assert none["envy"] == 0


def test_x_10_folded_hand_still_earns_envy_for_others() -> None:
    seats = [seat(1, TEN, FOLDED), seat(2, {**TEN, "progressive": 1}, CHECKED_DOWN)]
    laid = {"seat 1": "5s 6s", "board": "7s 8s 9s 3h 4d"}
    document = play_record(record("uth", seats, submission=progressive(), laid=laid))
    assert document["seats"][1]["envy"] == 30_000

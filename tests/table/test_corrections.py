"""A payment put right leaves every meter and every purse as if the right one had been made."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier import play_record
from croupier.games.game import Ask, Deal, Rack, Settle
from croupier.records.incidents import incident_of
from croupier.table import commands as do
from croupier.table import events as ev
from tests.helpers.pit import Pit, bets_down, full_bets, in_round, play_another
from tests.helpers.table_help import EVERYTHING

replace = msgspec.structs.replace

# Ultimate Texas Hold 'Em by hand: box of four, seat 1, seat 3 and the dealer twice, a burn card, the Flop.
ROYAL = "2c 3c 4c 5c As 8d 2h Ks 9d 2d 3h Qs Js Ts 3d 6h 7h"
STRAIGHT = "2c 3c 4c 5c Ah 8d 2h Ks 9d 2d 3h Qs Js Ts 3d 6h 7h"
STRAIGHT_FLUSH = "2c 3c 4c 5c 9s Kd 2h 8s Qd 2d 3h 7s 6s 5s 3d Ah Ad"
TWO_ON_ONE_METER = "2c 3c 4c 5c 9s 4s 2h 8s 3s 2d 3h 7s 6s 5s 3d Ah Ad"
GROWN = 31  # two wagers of a dollar at 15.5%
METER = {"royal": "uth/12.D.1.a.i", "straight_flush": "uth/12.D.1.a.ii", "straight": "uth/12.D.1.a.vi"}


def played(deck: str, **options: Any) -> Pit:
    pit = in_round("uth", deck=deck, **options)
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    return pit


def paid(pit: Pit, seat: int = 1) -> Any:
    return next(e for e in pit.of(ev.WagerSettled) if (e.seat, e.wager) == (seat, "progressive"))


def fix(returned: int | None = None, row: str = "", **more: Any) -> do.CorrectSettlement:
    made = do.CorrectSettlement(
        round=1, seat=1, wager="progressive", returned=returned, row=row, reason="misread", by="floor:meg"
    )
    return replace(made, **more)


def meters(pit: Pit) -> dict[str, int]:
    return pit.meters


def opened(pit: Pit) -> int:
    """What the meter showed before the round."""
    progressive = pit.state.rules.progressive
    assert progressive is not None
    return progressive.initial["main"]


@pytest.mark.clause("uth/12.D.4", "uth/12.D.3.b.i")
@pytest.mark.parametrize("after", ["this round", "the next"])
def test_x12_a_jackpot_that_was_none_goes_back_with_the_amount_that_restarted_the_meter(after: str) -> None:
    pit = played(ROYAL)
    before = opened(pit)
    grown = int(sum(e.amount.value for e in pit.of(ev.MeterContributed)))
    won = paid(pit)
    assert (won.from_meter, won.returned) == ("main", before + grown)
    assert meters(pit) == {"main": won.refill} == {"main": pit.of(ev.MeterReset)[0].cents}
    if after == "the next":
        pit.run()
    house = pit.meter_books.balances["house"]
    reversed_, right = pit.do(fix(0))
    assert (reversed_.cents, reversed_.from_meter, reversed_.refill) == (won.returned, "main", won.refill)  # type: ignore[attr-defined]
    assert (right.returned, right.from_meter, right.refill) == (0, None, 0)  # type: ignore[attr-defined]
    assert meters(pit) == {"main": before + grown}
    assert pit.meter_books.balances["house"] == house + won.refill
    play_another(pit)


def test_what_no_meter_should_have_paid_comes_out_of_the_tray() -> None:
    pit = played(STRAIGHT_FLUSH)
    before = opened(pit)
    reversed_, right = pit.do(fix(4100))
    assert (reversed_.from_meter, right.from_meter) == ("main", None)  # type: ignore[attr-defined]
    assert meters(pit) == {"main": before + GROWN}
    pit.do(fix(5000))
    assert meters(pit) == {"main": before + GROWN}


@pytest.mark.clause("uth/12.D.4", "uth/12.D.1.a.i", "uth/12.D.3.b.i")
def test_x12_a_royal_read_as_a_straight_is_paid_by_the_meter_which_starts_again() -> None:
    right, wrong = played(ROYAL), played(STRAIGHT)
    assert paid(wrong).from_meter is None
    tray = wrong.balances["inventory"] + paid(wrong).returned
    reversed_, corrected = wrong.do(fix(row=METER["royal"]))
    assert (reversed_.cents, reversed_.from_meter) == (paid(wrong).returned, None)  # type: ignore[attr-defined]
    assert (corrected.returned, corrected.from_meter) == (paid(right).returned, "main")  # type: ignore[attr-defined]
    assert METER["royal"] in corrected.clauses
    assert corrected.readings == ("X-12",)
    assert meters(wrong) == meters(right)
    assert wrong.balances["inventory"] == tray
    play_another(wrong)


@pytest.mark.clause("uth/12.D.4")
@pytest.mark.parametrize("reading", ["R1", "R2"])
@pytest.mark.parametrize(("was", "row"), [(ROYAL, "straight_flush"), (STRAIGHT_FLUSH, "royal")])
def test_x12_whatever_was_paid_first_the_meter_stands_as_the_right_row_leaves_it(
    was: str, row: str, reading: str
) -> None:
    right = played(ROYAL if row == "royal" else STRAIGHT_FLUSH, readings={"X-12": reading})
    wrong = played(was, readings={"X-12": reading})
    wrong.do(fix(row=METER[row]))
    assert meters(wrong) == meters(right)
    assert wrong.state.round.settled[-1].returned == right.state.round.settled[-1].returned
    wrong.do(fix(0))
    assert meters(wrong) == {"main": opened(wrong) + GROWN}
    play_another(wrong)


@pytest.mark.clause("uth/12.D.4")
def test_12_D_4_a_payment_that_a_later_winner_read_the_meter_after_is_accountings_to_correct() -> None:
    pit = played(TWO_ON_ONE_METER)
    assert [(e.seat, e.from_meter) for e in pit.of(ev.WagerSettled) if e.from_meter] == [
        (3, "main"),
        (1, "main"),
    ]
    for command in (fix(0, seat=3), fix(row=METER["royal"], seat=3), fix(100, seat=3)):
        late = pit.refused(command)
        assert late.code == "too_late"
        assert (late.clauses, late.readings) == (("uth/12.D.4",), ("X-12",))
        assert "ccounting" in late.remedy
    first = paid(pit, 3).returned
    pit.do(fix(0))  # from the last winner back it can be unrolled
    pit.do(fix(0, seat=3))
    pit.do(fix(row=METER["straight_flush"], seat=3), fix(row=METER["straight_flush"]))
    settled = {s.seat: s.returned for s in pit.state.round.settled if s.wager == "progressive"}
    assert settled == {3: first, 1: paid(pit).returned}
    pit.run()
    play_another(pit)


def test_the_last_round_is_corrected_while_the_next_one_counts_on_the_meter() -> None:
    """What the open round gave the meter stays its own; a void takes back that and nothing else."""
    right, pit = played(ROYAL), played(STRAIGHT_FLUSH)
    pit.run()
    for seat in (1, 3):
        pit.bet(seat, {"ante": 10, "blind": 10, "progressive": 1})
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: bool(state.round.contributed))
    pit.do(fix(row=METER["royal"]))
    assert meters(pit) == {"main": meters(right)["main"] + GROWN}
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    pit.do(do.ReportFaceUp(cards=(None, None)))
    assert pit.of(ev.RoundVoided)
    assert meters(pit) == meters(right)


@pytest.mark.parametrize("row", ["straight", "royal flush", "uth/12.D.1.b.i", "uth/12.A.1.a", "main"])
def test_only_a_row_by_which_a_meter_of_this_table_pays_can_be_named(row: str) -> None:
    pit = played(ROYAL)
    wrong = pit.refused(fix(row=METER.get(row, row)))
    assert wrong.code == "no_such_outcome"
    assert METER["royal"] in wrong.remedy
    assert pit.refused(fix(row=METER["royal"], wager="ante")).code == "no_such_outcome"


def test_a_correction_names_an_amount_or_a_row() -> None:
    pit = played(STRAIGHT_FLUSH)
    assert pit.refused(fix()).code == "bad_amount"
    assert pit.refused(fix(100, METER["royal"])).code == "bad_amount"
    assert pit.refused(fix(row=METER["straight_flush"])).code == "nothing_wrong"


def test_no_row_pays_what_was_returned() -> None:
    pit = in_round("uth", deck=ROYAL)
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    assert pit.refused(fix(row=METER["royal"])).code == "no_such_outcome"


def test_what_was_paid_by_other_rules_is_accountings_to_correct() -> None:
    pit = played(ROYAL)
    pit.run()
    pit.do(do.ChangeRules(choices=replace(pit.state.rules.choices, limits={}), reason="posted", by="floor"))
    for command in (fix(0), fix(row=METER["straight_flush"])):
        assert pit.refused(command).code == "too_late"
    pit.do(fix(1500, wager="ante"))


# Envy.


def envy(cents: int, seat: int = 3, holder: int = 1, **more: Any) -> do.CorrectEnvy:
    made = do.CorrectEnvy(round=1, seat=seat, holder=holder, cents=cents, reason="misread", by="floor:meg")
    return replace(made, **more)


@pytest.mark.clause("uth/11.J.2.e.i", "uth/12.D.6.a.i", "uth/12.D.6.a.ii")
@pytest.mark.parametrize("after", ["this round", "the next"])
def test_an_envy_bonus_is_corrected_by_a_reversal_and_the_right_entry(after: str) -> None:
    pit = played(STRAIGHT_FLUSH)
    (was,) = pit.of(ev.EnvyPaid)
    if after == "the next":
        pit.run()
    purse, tray = pit.state.seating.purses["p3"], pit.balances["inventory"]
    reversed_, right = pit.do(envy(100_000))
    assert isinstance(reversed_, ev.EnvyReversed)
    assert isinstance(right, ev.EnvyCorrected)
    assert (reversed_.cents, right.cents) == (30_000, 100_000)
    assert reversed_.clauses == right.clauses == was.clauses
    assert pit.state.seating.purses["p3"] == purse + 70_000
    assert pit.balances["inventory"] == tray - 70_000
    again, _ = pit.do(envy(0))
    assert again.cents == 100_000  # type: ignore[attr-defined]
    assert pit.state.seating.purses["p3"] == purse - 30_000
    play_another(pit)


@pytest.mark.clause("uth/11.J.2.e.i")
def test_an_envy_bonus_that_was_not_paid_is_paid_by_a_correction() -> None:
    right, wrong = played(ROYAL), played(STRAIGHT)
    assert not wrong.of(ev.EnvyPaid)
    _, corrected = wrong.do(envy(100_000))
    assert corrected.clauses == ("uth/12.D.6.a",)
    wrong.do(fix(row=METER["royal"]))
    assert wrong.state.round.envy[0].cents == right.state.round.envy[0].cents
    play_another(wrong)


@pytest.mark.clause("uth/11.J.2.e.iv", "uth/11.J.2.e.i", "uth/12.D.5.b")
def test_an_envy_bonus_goes_only_to_a_bettor_for_another_players_hand() -> None:
    pit = played(STRAIGHT)
    for none in (envy(30_000, seat=1), envy(30_000, seat=2), envy(30_000, holder=2), envy(30_000, round=3)):
        assert pit.refused(none).code == "no_such_settlement"
    for amount in (0, -1):
        assert pit.refused(envy(amount)).code == "nothing_wrong"
    odd = pit.refused(envy(12_345))
    assert odd.code == "bad_amount"
    assert odd.clauses == ("uth/12.D.6.a",)
    assert pit.refused(envy(30_000, reason=" ")).code == "reason_missing"
    assert pit.refused(envy(30_000, by="dealer")).code == "not_your_role"


def test_an_envy_bonus_is_not_corrected_before_it_was_due_nor_in_a_round_without_one() -> None:
    pit = in_round("uth", deck=STRAIGHT)
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    assert pit.refused(envy(30_000)).code == "no_such_settlement"
    void = in_round("uth", deck=STRAIGHT)
    void.do(do.ReportWrongNumber(place="seat1", cards=1))
    assert void.refused(envy(30_000)).code == "no_such_settlement"
    without = bets_down("dragon")
    without.do(do.CloseBetting())
    without.run(until=lambda state: isinstance(state.phase, Rack))
    assert without.refused(envy(30_000)).code == "no_such_settlement"


def test_an_envy_bonus_that_was_spent_stands_as_a_debt() -> None:
    pit = played(STRAIGHT_FLUSH)
    pit.run()
    pit.do(do.CashOut(player="p3"))
    reversed_, _, owes = pit.do(envy(0))
    assert isinstance(reversed_, ev.EnvyReversed)
    assert owes == ev.PlayerOwes(player="p3", cents=reversed_.cents, readings=("X-06",), audience=ev.EVERYONE)
    assert pit.state.seating.purses["p3"] == -reversed_.cents


def test_a_record_tells_of_corrections_and_plays_back_to_the_same() -> None:
    pit = played(STRAIGHT)
    written = {
        "game": "uth",
        "dealing": "hand",
        "deck": STRAIGHT,
        "submission": EVERYTHING["uth"],
        "seats": [{"seat": s, "wagers": full_bets("uth"), "decisions": ["4x"]} for s in (1, 3)],
        "incidents": [
            {"what": "correction", "when": "rack", "seat": 1, "wager": "progressive", "row": METER["royal"],
             "reason": "the ace is a spade"},
            {"what": "envy_correction", "when": "end", "seat": 3, "holder": 1, "paid": 1000, "reason": "so"},
        ],
    }  # fmt: skip
    told = play_record(written)
    pit.do(fix(row=METER["royal"]))
    assert told["meters"] == meters(pit)
    assert [seat["envy"] for seat in told["seats"]] == [0, 100_000]
    won = told["seats"][0]["wagers"]["progressive"]
    assert won["returned"] == 1_000_000 + GROWN


def test_what_was_corrected_at_a_table_stands_in_its_record() -> None:
    pit = played(STRAIGHT)
    entry = incident_of(fix(row=METER["royal"]), pit.state)
    assert entry is not None and (entry["row"], "returned" in entry) == (METER["royal"], False)
    entry = incident_of(fix(1550), pit.state)
    assert entry is not None and (entry["returned"], "row" in entry) == ("15.50", False)
    entry = incident_of(envy(30_000), pit.state)
    assert entry is not None and (entry["what"], entry["paid"]) == ("envy_correction", "300.00")


@pytest.mark.parametrize(
    ("returned", "result"), [(0, "lose"), (99, "lose"), (100, "push"), (101, "win"), (5000, "win")]
)
def test_a_corrected_amount_says_what_came_of_the_wager(returned: int, result: str) -> None:
    pit = played(STRAIGHT_FLUSH)
    _, right = pit.do(fix(returned))
    assert right.result == result  # type: ignore[attr-defined]
    pit.do(envy(0), envy(30_000))  # the bet was made all the same
    pit.do(fix(row=METER["straight_flush"]))


def test_what_was_returned_stays_returned_whatever_amount_is_put_right() -> None:
    pit = in_round("uth", deck=ROYAL)
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    _, right = pit.do(fix(0))
    assert right.result == "returned"  # type: ignore[attr-defined]
    assert pit.refused(fix(row=METER["royal"])).code == "no_such_outcome"


def test_a_debt_is_paid_in_parts_by_buying_in_and_nothing_else_pays_it() -> None:
    """A purse below zero took no buy-in that was smaller than the debt."""
    pit = played(STRAIGHT_FLUSH)
    pit.run()
    pit.do(do.CashOut(player="p3"))
    pit.do(envy(0))
    assert pit.state.seating.purses["p3"] == -30_000
    pit.do(do.BuyIn(player="p3", cents=10_000))
    assert pit.state.seating.purses["p3"] == -20_000 == pit.balances["player:p3"]
    assert pit.refused(do.CashOut(player="p3")).code == "bad_amount"
    pit.do(do.GetUp(seat=3))
    assert pit.state.seating.purses["p3"] == -20_000  # who leaves still owes it
    pit.do(do.BuyIn(player="p3", cents=25_000))
    pit.do(do.CashOut(player="p3"))
    assert "p3" not in pit.state.seating.purses


@pytest.mark.parametrize("then", ["empty", "taken"])
def test_a_progressive_win_of_somebody_who_has_left_is_theirs(then: str) -> None:
    """U-21 R2 saves the wager of a void round; its player gave it up, left, and it came back by the void."""
    pit = in_round("uth", deck=ROYAL, submission={**EVERYTHING["uth"], "readings": {"U-21": "R2"}})
    while not isinstance(pit.state.phase, Ask):
        pit.routine()
    pit.do(do.DeclareAbandoned(seat=1, reason="left the table", by="floor"), do.GetUp(seat=1))
    if then == "taken":
        pit.do(do.SitDown(seat=1, player="zed"))
    pit.do(do.ReportExposed(place="dealer", index=0))
    pit.run()
    assert [(e.seat, e.player) for e in pit.of(ev.ProgressiveAwaits)] == [(3, "p3"), (1, "p1")]
    paid = next(e for e in pit.of(ev.WagerSettled) if e.seat == 1 and e.from_meter)
    assert paid.player == "p1" and pit.state.seating.purses["p1"] == pit.balances["player:p1"]
    assert "zed" not in pit.state.seating.purses


@pytest.mark.parametrize("returned", [0, 300, 5_000])
def test_a_void_gives_back_a_withdrawn_bet_that_was_corrected(returned: int) -> None:
    """A void round never happened (X-06), whatever a correction had made of a bet taken back."""
    pit = in_round("letitride", seats=(1, 2))
    while not isinstance(pit.state.phase, Ask):
        pit.routine()
    question = pit.state.phase.name
    pit.do(do.Decide(seat=1, choice="withdraw", round=1, question=question))
    (withdrawn,) = pit.state.round.settled
    pit.do(
        do.CorrectSettlement(
            round=1, seat=1, wager=withdrawn.wager, returned=returned, reason="miscounted", by="floor"
        ),
        do.ReportOther(matter="other", detail="a spilled drink", by="floor"),
        do.Rule(outcome="void", reason="the cards are wet", by="floor"),
    )
    assert pit.state.seating.purses == {"p1": 1_000_000, "p2": 1_000_000}
    assert pit.balances["inventory"] == pit.balances["layout"] == 0

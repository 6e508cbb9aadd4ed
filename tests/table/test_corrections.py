"""Test that a correction leaves every meter and purse as if the payment had been right."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from croupier import play_record
from croupier.games.game import Ask, Deal, Rack, Settle, payout_limit
from croupier.records.incidents import incident_of
from croupier.server.tables.dry_run import dry_run
from croupier.server.tables.pending_payouts import settlement_due
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.codec import decode_command, encode_command
from croupier.table.machine import verify
from croupier.table.readers.offers import offers
from croupier.table.state import returned_already
from tests.helpers.pit import Pit, bets_down, full_bets, in_round, play_another, table
from tests.helpers.table_help import EVERYTHING

replace = msgspec.structs.replace

# Hand-dealt Ultimate Texas Hold 'Em: four cards to the box, two each to seats 1 and 3 and the dealer, a burn,
# and the Flop.
ROYAL = "2c 3c 4c 5c As 8d 2h Ks 9d 2d 3h Qs Js Ts 3d 6h 7h"
STRAIGHT = "2c 3c 4c 5c Ah 8d 2h Ks 9d 2d 3h Qs Js Ts 3d 6h 7h"
STRAIGHT_FLUSH = "2c 3c 4c 5c 9s Kd 2h 8s Qd 2d 3h 7s 6s 5s 3d Ah Ad"
TWO_ON_ONE_METER = "2c 3c 4c 5c 9s 4s 2h 8s 3s 2d 3h 7s 6s 5s 3d Ah Ad"
GROWN = 31  # two wagers of a dollar contribute 15.5% each
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
    """Return the meter amount before the round."""
    progressive = pit.state.rules.progressive
    assert progressive is not None
    return progressive.initial["main"]


@pytest.mark.clause("uth/12.D.4", "uth/12.D.3.b.i")
@pytest.mark.parametrize("after", ["this round", "the next"])
def test_x12_reversing_a_false_jackpot_also_removes_the_reset(after: str) -> None:
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


def test_correction_moves_a_wrong_meter_payment_to_the_tray() -> None:
    pit = played(STRAIGHT_FLUSH)
    before = opened(pit)
    reversed_, right = pit.do(fix(4100))
    assert (reversed_.from_meter, right.from_meter) == ("main", None)  # type: ignore[attr-defined]
    assert meters(pit) == {"main": before + GROWN}
    pit.do(fix(5100))
    assert meters(pit) == {"main": before + GROWN}


@pytest.mark.clause("uth/12.D.4", "uth/12.D.1.a.i", "uth/12.D.3.b.i")
def test_x12_a_royal_misread_as_a_straight_is_paid_by_the_meter_and_the_meter_resets() -> None:
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
def test_x12_corrected_meter_equals_the_right_payment(was: str, row: str, reading: str) -> None:
    right = played(ROYAL if row == "royal" else STRAIGHT_FLUSH, readings={"X-12": reading})
    wrong = played(was, readings={"X-12": reading})
    wrong.do(fix(row=METER[row]))
    assert meters(wrong) == meters(right)
    assert wrong.state.round.settled[-1].returned == right.state.round.settled[-1].returned
    wrong.do(fix(0))
    assert meters(wrong) == {"main": opened(wrong) + GROWN}
    play_another(wrong)


@pytest.mark.clause("uth/12.D.4")
def test_12_D_4_only_accounting_corrects_a_payment_before_a_later_winner() -> None:
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
    pit.do(fix(0))  # payments can be corrected backward from the last winner
    pit.do(fix(0, seat=3))
    pit.do(fix(row=METER["straight_flush"], seat=3), fix(row=METER["straight_flush"]))
    settled = {s.seat: s.returned for s in pit.state.round.settled if s.wager == "progressive"}
    assert settled == {3: first, 1: paid(pit).returned}
    pit.run()
    play_another(pit)


def test_the_last_round_can_be_corrected_after_the_next_rounds_contributions() -> None:
    """A void takes back exactly the open round's contribution."""
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
def test_correction_names_only_meter_rows_of_this_table(row: str) -> None:
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


def test_returned_wager_is_not_paid_by_a_row() -> None:
    pit = in_round("uth", deck=ROYAL)
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    assert pit.refused(fix(row=METER["royal"])).code == "no_such_outcome"


def test_leaves_payments_under_other_rules_to_accounting() -> None:
    pit = played(ROYAL)
    pit.run()
    pit.do(do.ChangeRules(choices=replace(pit.state.rules.choices, limits={}), reason="posted", by="floor"))
    for command in (fix(0), fix(row=METER["straight_flush"])):
        assert pit.refused(command).code == "too_late"
    pit.do(fix(1000, wager="ante"))


# Corrections of Envy Bonuses.


def envy(cents: int, seat: int = 3, holder: int = 1, **more: Any) -> do.CorrectEnvy:
    made = do.CorrectEnvy(round=1, seat=seat, holder=holder, cents=cents, reason="misread", by="floor:meg")
    return replace(made, **more)


@pytest.mark.clause("uth/11.J.2.e.i", "uth/12.D.6.a.i", "uth/12.D.6.a.ii")
@pytest.mark.parametrize("after", ["this round", "the next"])
def test_an_envy_bonus_is_corrected_by_a_reversal_and_a_new_entry(after: str) -> None:
    pit = played(STRAIGHT_FLUSH)
    (was,) = pit.of(ev.EnvyPaid)
    if after == "the next":
        pit.run()
    purse, tray = pit.state.seating.purses["p3"], pit.balances["inventory"]
    reversed_, right = pit.do(envy(0))
    assert isinstance(reversed_, ev.EnvyReversed)
    assert isinstance(right, ev.EnvyCorrected)
    assert (reversed_.cents, right.cents) == (30_000, 0)
    assert reversed_.clauses == right.clauses == was.clauses
    assert pit.state.seating.purses["p3"] == purse - 30_000
    assert pit.balances["inventory"] == tray + 30_000
    again, _ = pit.do(envy(30_000))
    assert again.cents == 0  # type: ignore[attr-defined]
    assert pit.state.seating.purses["p3"] == purse
    play_another(pit)


@pytest.mark.clause("uth/11.J.2.e.i", "uth/12.D.6.a.ii")
def test_rejects_an_envy_bonus_that_the_holders_hand_does_not_earn() -> None:
    """Regression test: a floorperson could pay $1,000 of Envy for a hand that earns none."""
    pit = played(STRAIGHT)
    for after in ("this round", "the next"):
        for cents in (30_000, 100_000):
            refused = pit.refused(envy(cents))
            assert (refused.code, refused.clauses) == ("bad_amount", ("uth/12.D.6.a",)), after
            assert "no Envy Bonus" in refused.message
        pit.run()
    flush = played(STRAIGHT_FLUSH)
    refused = flush.refused(envy(100_000))
    assert refused.code == "bad_amount" and "an Envy Bonus of $300" in refused.message
    old = do.CorrectEnvy(round=1, seat=3, holder=1, cents=100_000, reason="so", by="floor", legacy=True)
    assert flush.do(old)[1].cents == 100_000  # type: ignore[attr-defined]


@pytest.mark.clause("uth/11.J.2.e.i")
def test_rejects_an_envy_bonus_once_the_cards_have_left_the_table() -> None:
    pit = played(STRAIGHT_FLUSH)
    pit.run()
    for seat in (1, 3):
        pit.bet(seat, {"ante": 10, "blind": 10, "progressive": 1})
    pit.do(envy(0), do.CloseBetting())
    late = pit.refused(envy(30_000))
    assert (late.code, late.clauses, late.readings) == ("too_late", ("uth/12.D.6.a",), ("N-32",))
    assert late.remedy == "Ask accounting to correct it."


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


def test_an_envy_bonus_cannot_be_corrected_before_it_is_due_or_in_a_round_without_one() -> None:
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


def test_reversing_a_spent_envy_bonus_leaves_a_debt() -> None:
    pit = played(STRAIGHT_FLUSH)
    pit.run()
    pit.do(do.CashOut(player="p3"))
    reversed_, _, owes = pit.do(envy(0))
    assert isinstance(reversed_, ev.EnvyReversed)
    assert owes == ev.PlayerOwes(player="p3", cents=reversed_.cents, readings=("X-06",), audience=ev.EVERYONE)
    assert pit.state.seating.purses["p3"] == -reversed_.cents


def test_record_with_corrections_replays_to_the_same_result() -> None:
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
        ],
    }  # fmt: skip
    told = play_record(written)
    pit.do(fix(row=METER["royal"]))
    assert told["meters"] == meters(pit)
    won = told["seats"][0]["wagers"]["progressive"]
    assert won["returned"] == 1_000_000 + GROWN


def test_record_contains_corrections() -> None:
    pit = played(STRAIGHT)
    entry = incident_of(fix(row=METER["royal"]), pit.state)
    assert entry is not None and (entry["row"], "returned" in entry) == (METER["royal"], False)
    entry = incident_of(fix(1550), pit.state)
    assert entry is not None and (entry["returned"], "row" in entry) == ("15.50", False)
    entry = incident_of(envy(30_000), pit.state)
    assert entry is not None and (entry["what"], entry["paid"]) == ("envy_correction", "300.00")


@pytest.mark.parametrize(("returned", "result"), [(0, "lose"), (100, "push"), (1000, "win"), (5100, "win")])
def test_corrected_amount_sets_the_result_of_the_wager(returned: int, result: str) -> None:
    pit = played(STRAIGHT_FLUSH)
    _, right = pit.do(fix(returned))
    assert right.result == result  # type: ignore[attr-defined]
    pit.do(envy(0), envy(30_000))  # the player has still made the bet
    pit.do(fix(row=METER["straight_flush"]))


def test_correction_keeps_the_returned_wager_returned() -> None:
    pit = in_round("uth", deck=ROYAL)
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    _, right = pit.do(fix(0))
    assert right.result == "returned"  # type: ignore[attr-defined]
    assert pit.refused(fix(row=METER["royal"])).code == "no_such_outcome"


def test_only_buy_ins_may_pay_part_of_a_debt() -> None:
    """Regression test: a negative purse accepted no buy-in smaller than the debt."""
    pit = played(STRAIGHT_FLUSH)
    pit.run()
    pit.do(do.CashOut(player="p3"))
    pit.do(envy(0))
    assert pit.state.seating.purses["p3"] == -30_000
    pit.do(do.BuyIn(player="p3", cents=10_000))
    assert pit.state.seating.purses["p3"] == -20_000 == pit.balances["player:p3"]
    assert pit.refused(do.CashOut(player="p3")).code == "bad_amount"
    pit.do(do.GetUp(seat=3))
    assert pit.state.seating.purses["p3"] == -20_000  # a player who leaves still has the debt
    pit.do(do.BuyIn(player="p3", cents=25_000))
    pit.do(do.CashOut(player="p3"))
    assert "p3" not in pit.state.seating.purses


@pytest.mark.parametrize("then", ["empty", "taken"])
def test_progressive_win_belongs_to_a_player_who_left(then: str) -> None:
    """U-21 R2 still settles the progressive of a void round. Its player has abandoned it and left."""
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


@pytest.mark.parametrize("returned", [0])
def test_a_void_undoes_the_correction_of_a_withdrawn_bet(returned: int) -> None:
    """X-06: a void undoes the whole round, including corrections of a withdrawn bet."""
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
        do.RuleOnIncident(outcome="void", reason="the cards are wet", by="floor"),
    )
    assert pit.state.seating.purses == {"p1": 1_000_000, "p2": 1_000_000}
    assert pit.balances["inventory"] == pit.balances["layout"] == 0


# Corrections are limited to possible results.

QUADS = "2c 3c 4c 5c 9s 8d 2h 9d 7d Kd 3h 9c 9h Ts 3d 6h 7h"


def ladder(pit: Pit, wager: str, stake: int) -> set[int]:
    """Return every amount that seat 1's wager can be corrected to, up to 1,000 times the stake."""
    found = set()
    for returned in range(0, stake * 1001 + 1, 50):
        refused = verify(pit.state, fix(returned, wager=wager))
        if refused is None or refused.code == "nothing_wrong":
            found.add(returned)
        else:
            assert refused.code == "bad_amount"
    return found


@pytest.mark.clause("uth/12.A", "uth/12.B.1", "uth/12.C.1")
def test_a_corrected_amount_must_be_a_possible_result() -> None:
    """Regression test: a floorperson could correct a $10 push to $60,000."""
    pit = played(QUADS)
    stakes = {s.wager: s.staked for s in pit.state.round.settled if s.seat == 1}
    assert ladder(pit, "ante", stakes["ante"]) == {0, 1000, 2000}
    blind = {0, 1000, 2000, 2500, 4000, 11_000, 51_000, 501_000}
    assert ladder(pit, "blind", stakes["blind"]) == blind
    refused = pit.refused(fix(6_000_000, wager="blind"))
    assert refused.readings == ("N-32",)
    assert "no hand earns more than $5,010" in refused.message
    assert "Possible results near it" in refused.remedy


def test_a_version_1_journal_keeps_its_corrections() -> None:
    pit = played(QUADS)
    command = fix(6_000_000, wager="blind")
    assert pit.refused(command).code == "bad_amount"
    old = json.loads(encode_command(command)) | {"type": "correct_settlement@1"}
    read = decode_command(json.dumps(old).encode())
    assert read == replace(command, legacy=True)
    _, right = pit.do(read)
    assert right.returned == 6_000_000  # type: ignore[attr-defined]


@pytest.mark.clause("uth/12.F", "uth/12.F.1")
def test_a_correction_stays_within_the_payout_limit() -> None:
    """A royal flush on a Blind of $200 wins $100,000 at 500 to 1, but the limit is $50,000."""
    limited = {**EVERYTHING["uth"], "payout_limit": 50_000, "limits": {}}
    pit = table("uth", deck=ROYAL, submission=limited)
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, {"ante": 200, "blind": 200})
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    settled = {s.wager: s for s in pit.state.round.settled if s.seat == 1}
    won = {wager: s.returned - s.staked for wager, s in settled.items()}
    assert sum(won.values()) == 5_000_000 and settled["blind"].cut
    over = pit.refused(fix(10_020_000, wager="blind"))
    assert over.code == "bad_amount"
    # The Ante turns out to be a push, so the limit leaves more for the Blind.
    room = settled["blind"].returned + won["ante"]
    above = pit.refused(fix(room, wager="blind"))
    assert (above.code, above.clauses, above.readings) == (
        "above_maximum",
        payout_limit(pit.state.rules).clauses,
        payout_limit(pit.state.rules).cut_readings,
    )
    pit.do(fix(settled["ante"].staked, wager="ante"), fix(room, wager="blind"))
    # Correct both payments back, the Blind first.
    assert pit.refused(fix(settled["ante"].returned, wager="ante")).code == "above_maximum"
    pit.do(fix(settled["blind"].returned, wager="blind"), fix(settled["ante"].returned, wager="ante"))


def test_offers_limit_corrections_to_the_largest_result() -> None:
    pit = played(QUADS)
    (blank,) = [
        offer.blanks[0]
        for offer in offers(pit.state, "floor")
        if isinstance(offer.sample, do.CorrectSettlement)
        and offer.sample.wager == "blind"
        and offer.sample.seat == 1
    ]
    assert (blank.field, blank.least, blank.most) == ("returned", 0, 501_000)


# A misread card: the ace of spades was called the ace of hearts.


def misread(card: str = "As", **more: Any) -> do.CorrectNaming:
    made = do.CorrectNaming(place="seat1", index=0, card=card, reason="a spade", by="floor:meg")
    return replace(made, **more)


def brought(pit: Pit, settled: tuple[ev.WagerSettled, ...]) -> dict[tuple[int, str], int]:
    return {(s.seat, s.wager): s.returned for s in settled if s.wager != "progressive"}


@pytest.mark.clause("uth/11.K")
def test_n32_card_correction_after_the_round_corrects_its_payments() -> None:
    """Regression test: the act said that no chips move although Trips now won more."""
    right, wrong = played(ROYAL), played(STRAIGHT)
    right.run()
    wrong.run()
    purse, tray = wrong.state.seating.purses["p1"], wrong.balances["inventory"]
    was = brought(wrong, wrong.state.previous)
    told = wrong.do(misread())
    now = brought(right, right.state.previous)
    corrected = [event for event in told if isinstance(event, ev.SettlementCorrected)]
    assert {(e.seat, e.wager) for e in corrected} == {key for key in was if was[key] != now[key]}
    assert {e.round for e in corrected} == {1}
    assert all("N-32" in e.readings and e.clauses for e in corrected)
    assert brought(wrong, wrong.state.previous) == now
    more = sum(now.values()) - sum(was.values())
    envy_paid = sum(e.cents for e in told if isinstance(e, ev.EnvyCorrected))
    assert envy_paid == 100_000 == wrong.state.previous_envy[0].cents
    assert wrong.state.seating.purses["p1"] == purse + more
    assert wrong.balances["inventory"] == tray - more - envy_paid
    # The progressive is paid from a meter, so a floorperson corrects it by its paytable row.
    wrong.do(fix(row=METER["royal"]))
    assert wrong.meters == right.meters
    assert wrong.state.seating.purses == right.state.seating.purses
    wrong.do(misread("Ah"))
    assert brought(wrong, wrong.state.previous) == was
    play_another(wrong)


def test_a_version_1_journal_corrects_only_the_card_name_after_the_round() -> None:
    pit = played(STRAIGHT)
    pit.run()
    old = json.loads(encode_command(misread())) | {"type": "correct_naming@1"}
    (named,) = pit.do(decode_command(json.dumps(old).encode()))
    assert isinstance(named, ev.NamingCorrected)


@pytest.mark.parametrize("deck", [ROYAL, STRAIGHT])
def test_card_correction_in_the_round_pays_the_difference(deck: str) -> None:
    """Regression test: the dealer was instructed to pay the whole win a second time."""
    pit = in_round("uth", deck=deck)
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    was = {s.wager: s for s in pit.state.round.settled if s.seat == 1}
    name = misread("As" if deck == STRAIGHT else "Ah")
    preview = dry_run(pit.state, name)
    pit.do(name)
    assert {one.wager for one in pit.state.round.reopened} == {*was}
    assert all(returned_already(pit.state, 1, wager) == s.returned for wager, s in was.items())
    settle = pit.driver.with_reading(do.SettleSeat(seat=1))
    moves = {move.wager: move for move in dry_run(pit.state, settle).moves}
    tray = 0
    for wager, move in moves.items():
        more = move.returned - was[wager].returned
        tray -= more
        action = "pay" if more > 0 else "take" if more < 0 else "stands"
        assert (move.action, move.cents, move.chips, move.tray) == (action, abs(more), more, -more), wager
    assert {move.action for move in moves.values()} >= {"stands", "pay" if deck == STRAIGHT else "take"}
    shown = {(m.wager, m.action): m.cents for m in preview.moves}
    for wager, move in moves.items():
        if move.action != "stands":
            assert shown[wager, "take"] == was[wager].returned
            assert shown[wager, "pay"] == move.returned
    books = pit.balances["inventory"] + sum(
        (0 if s.banked else s.staked) - s.returned for s in was.values() if s.wager in moves
    )
    pit.do(do.SettleSeat(seat=1))
    assert pit.balances["inventory"] == books + tray
    assert not [one for one in pit.state.round.reopened if one.wager in moves]
    pit.run()
    play_another(pit)


def test_resettled_large_payment_counts_by_its_difference() -> None:
    limited = {**EVERYTHING["uth"], "limits": {}}
    pit = table("uth", deck=ROYAL, submission=limited)
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, {"ante": 200, "blind": 200})
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Settle) and state.round.cursor == 1)
    first = settlement_due(pit.state, pit.driver.with_reading)
    assert first is not None and first.cents > 10_000_000
    pit.run(until=lambda state: isinstance(state.phase, Rack))
    pit.do(do.CorrectNaming(place="seat1", index=0, card="As", reason="looked again", by="floor"))
    assert isinstance(pit.state.phase, Settle)
    assert settlement_due(pit.state, pit.driver.with_reading) is None

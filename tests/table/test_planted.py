"""Test behavior where planted faults once went undetected."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier import BadInput, play_record
from croupier.errors import Refused
from croupier.games.game import Ask, Settle, Showdown, Turn, Verdict
from croupier.meters.amounts import Exact
from croupier.meters.machine import Meters, OpenMeter
from croupier.meters.machine import decide as decide_meters
from croupier.records.incidents import incident_of
from croupier.rulebook import Odds, Stub
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.bounds import results
from croupier.table.acts.settlement import money
from croupier.table.driving.sources import LiveCards
from croupier.table.machine import verify
from croupier.table.readers.due import ActKind, due
from croupier.table.readers.legal import Stake
from croupier.table.readers.offers import offers
from tests.helpers import now
from tests.helpers.pit import bare, in_round, table
from tests.helpers.table_help import EVERYTHING, GAMES, MAIN, Mapped, record, seat
from tests.table.test_noticed import two_at

replace = msgspec.structs.replace


@pytest.mark.clause("uth/12.D.4")
def test_x12_rejects_correction_by_a_meter_not_read_in_that_round() -> None:
    """The progressive was played for one meter. Since then, the table has switched to two different
    meters.
    """
    pit = in_round("uth")
    pit.run()
    other: Mapped = {**EVERYTHING["uth"], "progressive": {"paytable": "B", "stake": 1, "rate": "0.1"}}
    choices = partial(other, "uth", "hand").choices
    pit.do(do.ChangeRules(choices=choices, reason="another progressive", by="floor"))
    refused = pit.refused(
        do.CorrectSettlement(
            round=1, seat=1, wager="progressive", row="uth/12.D.1.b.i", reason="misread", by="floor"
        )
    )
    assert (refused.code, refused.clauses, refused.readings) == ("too_late", ("uth/12.D.4",), ("X-12",))
    assert "the major meter was not read" in refused.message


@pytest.mark.clause("uth/2.A")
def test_rules_with_fewer_seats_wait_until_the_last_seat_is_free() -> None:
    pit = table("uth")
    pit.seat(6, "ann")
    fewer = replace(pit.state.rules.choices, seats=5)
    refused = pit.refused(do.ChangeRules(choices=fewer, by="floor"))
    assert (refused.code, refused.clauses) == ("seat_taken", ("uth/2.A",))
    assert refused.message == "ann sits at seat 6, but the new rules have only 5"
    pit.do(do.GetUp(seat=6, by="player:ann"))
    pit.do(do.ChangeRules(choices=fewer, by="floor"))


@pytest.mark.clause("uth/13.F", "uth/13.G")
def test_exposed_dealer_card_has_no_effect_when_only_trips_is_left() -> None:
    pit = in_round("uth")
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(do.ReportExposed(place="dealer"))
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    refused = pit.refused(do.ReportExposed(place="dealer", index=1))
    assert (refused.code, refused.clauses) == ("too_late", ("uth/13.F",))
    assert refused.readings == ("U-21", "U-29", "X-05")


@pytest.mark.parametrize(("game", "clause"), [("uth", "uth/9.E.2"), ("dragon", "dragon/9.H")])
def test_refuses_defective_deck_when_no_deck_is_in_play(game: str, clause: str) -> None:
    state = in_round(game).state
    without = replace(state, care=replace(state.care, loaded=None))
    refused = verify(without, do.DeclareDefective(reason="a card twice", by="floor"))
    assert refused is not None
    assert (refused.code, refused.clauses) == ("no_such_deck", (clause,))


@pytest.mark.parametrize("cents", [-1, 0])
def test_a_meter_cannot_open_below_zero(cents: int) -> None:
    command = OpenMeter(meter="main", amount=Exact(cents), by="accounting")
    if cents == 0:
        assert decide_meters(Meters(), command)
        return
    with pytest.raises(Refused) as refused:
        decide_meters(Meters(), command)
    assert refused.value.code == "meter_below_zero"


@pytest.mark.parametrize(
    ("command", "told"),
    [
        (
            do.DeclareForfeit(seat=1, clause="topfive/11.A.2", reason="so", by="floor"),
            {"what": "forfeit", "seat": 1, "clause": "topfive/11.A.2", "reason": "so"},
        ),
        (
            do.ReportDeviceFailure(device="shuffler", idle_deck=True),
            {"what": "shuffler_failed", "dead": False, "idle_deck": True},
        ),
        (do.ReportDeviceFailure(device="shoe", dead=True), {"what": "shoe_failed", "dead": True}),
    ],
)
def test_record_contains_forfeits_and_device_failures_in_full(command: do.TableCommand, told: Mapped) -> None:
    found = incident_of(command, in_round("topfive").state)
    assert found is not None
    assert {key: found.get(key) for key in told} == told
    assert ("idle_deck" in found) is (told["what"] == "shuffler_failed")


def carrying(carry: Any) -> Mapped:
    progressive = {"paytable": "A", "stake": 1, "rate": "0.155", "carry": carry}
    bets = {**MAIN["uth"], "progressive": 1}
    submission = {**EVERYTHING["uth"], "progressive": progressive}
    return record("uth", [seat(1, bets, ["4x"])], submission=submission)


@pytest.mark.parametrize(("carry", "shown"), [("0", 1_000_015), ("1/2", 1_000_016), ("49/100", 1_000_015)])
def test_a_meter_keeps_its_fraction_of_a_cent(carry: str, shown: int) -> None:
    assert play_record(carrying({"main": carry}))["meters"] == {"main": shown}


@pytest.mark.parametrize("carry", ["1", "-1/2", "x", "1/0", "0." + "0" * 38, 1])
def test_rejects_invalid_carry(carry: object) -> None:
    with pytest.raises(BadInput, match="is not a fraction of a cent"):
        play_record(carrying({"main": carry}))
    assert play_record(carrying({"main": "0." + "0" * 37}))["void"] is False


@pytest.mark.parametrize(("keyed", "meant"), [("fold", "play"), ("play", "fold")])
def test_a_record_with_a_corrected_decision_says_who_folded(keyed: str, meant: str) -> None:
    written = record("dragon", [seat(1, MAIN["dragon"], [keyed]), seat(2, MAIN["dragon"], ["play"])])
    written["incidents"] = [
        {"what": "decision_correction", "when": "Play or fold", "after": 1, "seat": 1, "choice": meant,
         "reason": "keyed wrongly"},
    ]  # fmt: skip
    told = play_record(written)["seats"][0]
    assert told["folded"] is (meant == "fold")
    assert ("play" in told["wagers"]) is (meant == "play")


def test_x08_act_due_at_the_stub_cites_its_reading() -> None:
    pit = in_round("uth", "shoe", shuffler="plain")
    pit.run(until=lambda state: isinstance(state.phase, Stub))
    pit.do(do.CountStub(cards=1))
    recount = due(pit.state)
    assert (recount.act, recount.readings) == (ActKind.RECOUNT, ("X-08",))
    again = in_round("uth", "shoe", shuffler="plain")
    again.run(until=lambda state: isinstance(state.phase, Stub))
    fifth = replace(again.state, care=replace(again.state.care, uncounted=4))
    count = due(fifth)
    assert (count.act, count.readings) == (ActKind.COUNT, ("X-08",))


@pytest.mark.clause("uth/7.A", "uth/7.B")
def test_x28_a_repeated_transfer_moves_money_once() -> None:
    pit = table("uth")
    pit.do(do.SitDown(seat=1, player="ann"))
    buy_in = do.BuyIn(player="ann", cents=5_000, transfer="t-1", by="cage")
    pit.do(buy_in)
    refused = pit.refused(buy_in)
    assert (refused.code, refused.clauses) == ("transfer_twice", ("uth/7.A", "uth/7.B"))
    assert refused.readings == ("X-28",)
    assert pit.state.seating.purses == {"ann": 5_000}


@pytest.mark.clause("uth/12.D.4")
def test_x12_cited_when_settlement_lacks_meter_readings() -> None:
    pit = in_round("uth")
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    refused = verify(pit.state, do.SettleSeat(seat=3))
    assert refused is not None
    assert (refused.code, refused.clauses) == ("meters_not_read", ("uth/12.D.4",))
    assert refused.readings == ("X-12",)


@pytest.mark.clause("uth/12.D.1.a.ii")
def test_x12_r2_a_share_replaced_by_the_house_is_a_reset_under_that_reading() -> None:
    submission = {**EVERYTHING["uth"], "readings": {"X-12": "R2"}}
    flush = "2c 3c 4c 5c 9s Kd 2h 8s Qd 2d 3h 7s 6s 5s 3d Ah Ad"  # seat 1 has a straight flush on the Flop
    pit = in_round("uth", deck=flush, submission=submission)
    pit.run()
    (won,) = [e for e in pit.of(ev.WagerSettled) if e.from_meter]
    (reset,) = pit.of(ev.MeterReset)
    assert (reset.cents, reset.readings, reset.audience) == (won.returned, ("X-12",), ev.EVERYONE)


def test_ruling_request_is_public() -> None:
    pit = in_round("uth")
    asked = pit.one(do.ReportOther(matter="other", detail="a spilt drink", by="floor"))
    assert (asked.matter, asked.audience) == ("other", ev.EVERYONE)


@pytest.mark.clause("topfive/11.C.5.a")
def test_x06_resettled_loser_gets_the_racked_cards_back_face_up() -> None:
    """Seat 2 loses and its cards are racked. One card was misread, and with the right name the seat wins."""
    cards = "2c 2d As 3c 3d Ks 4c 4d 5h 5c 5d 6h 6c 6d 7h 7c 7d 8h 8c Jd 9h"  # seat 1, seat 2, dealer
    pit = two_at(table("topfive", submission={}, deck=cards), MAIN["topfive"], MAIN["topfive"])
    pit.run(until=lambda state: isinstance(state.phase, Settle) and len(state.round.settled) == 2)
    assert dict(pit.state.layout.rack)["seat2"] == ("2d", "3d", "4d", "5d", "6d", "7d", "Jd")
    told = pit.do(do.CorrectNaming(place="seat2", index=0, card="Qd", reason="misread", by="floor"))
    (back,) = [event for event in told if isinstance(event, ev.HandReturned)]
    assert (back.seat, back.readings, back.audience) == (2, ("X-06",), ev.EVERYONE)
    assert pit.state.layout.cards["seat2"] == ("Qd", "3d", "4d", "5d", "6d", "7d", "Jd")
    assert "seat2" not in dict(pit.state.layout.rack)


@pytest.mark.clause("topfive/11.B.2.b")
def test_x15_hand_folded_by_mistake_is_returned_publicly_and_cites_the_fold() -> None:
    pit = two_at(table("topfive", submission={}), MAIN["topfive"], MAIN["topfive"])
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(now.decide(seat=1, choice="fold"))
    asked = pit.state.phase
    assert isinstance(asked, Ask)
    meant = do.CorrectDecision(
        seat=1, choice="play", round=1, question=asked.name, reason="keyed wrongly", by="floor"
    )
    (back,) = [event for event in pit.do(meant) if isinstance(event, ev.HandReturned)]
    assert (back.seat, back.audience) == (1, ev.EVERYONE)
    assert (back.clauses, back.readings) == (("topfive/11.B.1.b", "topfive/11.B.2.a"), ("X-15",))
    assert len(pit.state.layout.cards["seat1"]) == 7


@pytest.mark.parametrize("game", GAMES)
def test_due_and_offered_cut_is_in_the_middle(game: str) -> None:
    pit = bare(game, "shoe", shuffler="none")
    pit.do(do.ReceiveDecks(backs=("red",), prepared=True))
    middle = len(pit.state.game.deck.order) // 2
    assert due(pit.state).command == do.Cut(deck="red", depth=middle)
    (cut,) = [offer.sample for offer in offers(pit.state, "dealer") if isinstance(offer.sample, do.Cut)]
    assert cut.depth == middle == 26


def test_offered_amounts_default_to_one_dollar_or_a_different_result() -> None:
    pit = in_round("uth")
    (bought, _) = [offer.sample for offer in offers(pit.state, "floor") if isinstance(offer.sample, do.BuyIn)]
    assert bought.cents == 100
    pit.run()
    paid = {(one.seat, one.wager): one for one in pit.of(ev.WagerSettled)}
    offered = [o.sample for o in offers(pit.state, "floor") if isinstance(o.sample, do.CorrectSettlement)]
    assert {(one.seat, one.wager): one.returned for one in offered} == {
        place: max(results(pit.state, one, pit.state.previous) - {one.returned})
        for place, one in paid.items()
    }


@pytest.mark.parametrize(
    ("posted", "least"),
    [
        ({}, 100),
        ({"increment": 50}, 50),
        ({"minimum": 500, "increment": 50}, 500),
        ({"chips": (500, 100), "minimum": 50}, 100),
        ({"fixed": 2_500, "chips": (500,)}, 2_500),
    ],
)
def test_minimum_is_one_dollar_without_posted_limits(posted: Mapped, least: int) -> None:
    assert Stake("ante", "Ante", "uth/7.F.1", True, **posted).least == least


@pytest.mark.parametrize(("letters", "code"), [(8, "card_impossible"), (9, "malformed")])
def test_card_lookup_is_limited_to_eight_letters(letters: int, code: str) -> None:
    pit = in_round("uth", source=LiveCards())
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    refused = verify(pit.state, do.NameCards(place="seat1", cards=("x" * letters, "As")))  # type: ignore[arg-type]
    assert refused is not None
    assert refused.code == code


def test_refusal_cuts_unknown_command_name_to_40_letters() -> None:
    strange = msgspec.defstruct("S" * 41, [("by", str)])
    refused = verify(in_round("uth").state, strange("dealer"))
    assert refused is not None
    assert refused.message == f"{'S' * 40} is not a table command"


@pytest.mark.clause("uth/13.G")
def test_x06_folded_hand_leaves_the_rack_to_settle_trips() -> None:
    pit = in_round("uth")
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(do.DeclareAbandoned(seat=1, reason="left", by="floor"))
    assert "seat1" in dict(pit.state.layout.rack)
    told = pit.do(do.ReportExposed(place="dealer"))
    (voided,) = [event for event in told if isinstance(event, ev.RoundVoided)]
    (back,) = [event for event in told if isinstance(event, ev.HandReturned)]
    assert (back.seat, back.audience) == (1, ev.EVERYONE)
    assert (back.clauses, back.readings) == (("uth/13.G",), voided.readings)
    assert voided.clauses == ("uth/13.F", "uth/13.G")
    assert "seat1" in pit.state.layout.cards


@pytest.mark.parametrize("game", GAMES)
def test_x28_buy_ins_and_cash_outs_are_public_and_cite_clauses(game: str) -> None:
    pit = table(game)
    chips = pit.state.game.chips
    pit.do(do.SitDown(seat=1, player="ann"))
    bought = pit.one(do.BuyIn(player="ann", cents=1, transfer="t-1", by="cage"))
    assert (bought.clauses, bought.readings, bought.audience) == (chips, ("X-28",), ev.EVERYONE)
    refused = pit.refused(do.BuyIn(player="ann", cents=0, transfer="t-2", by="cage"))
    assert (refused.code, refused.clauses) == ("bad_amount", chips)
    cashed = pit.one(do.CashOut(player="ann", transfer="t-3", by="cage"))
    assert (cashed.clauses, cashed.readings, cashed.audience) == (chips, ("X-28",), ev.EVERYONE)


@pytest.mark.parametrize(
    ("game", "clauses"),
    [("uth", ("uth/7.F.3.a", "uth/12.D.4")), ("letitride", ("letitride/7.E.6.a", "letitride/12.G"))],
)
def test_x12_lost_link_refusal_cites_wager_and_meter(game: str, clauses: tuple[str, ...]) -> None:
    pit = table(game)
    pit.seat(1, "ann")
    pit.do(do.LoseLink(reason="no line", by="floor"))
    refused = pit.refused(now.bet(seat=1, wagers={**dict.fromkeys(MAIN[game], 1000), "progressive": 100}))
    assert (refused.code, refused.clauses, refused.readings) == ("link_lost", clauses, ("X-12",))


@pytest.mark.clause("topfive/3.B.3", "uth/3.B.3", "letitride/3.B.3", "dragon/3.B.2")
@pytest.mark.parametrize("game", GAMES)
def test_x16_a_jammed_idle_deck_is_due_for_a_shuffle_while_the_other_is_loaded(game: str) -> None:
    pit = table(game, decks=2)
    loaded = pit.state.care.loaded
    pit.do(do.ReportDeviceFailure(device="shuffler", idle_deck=True))
    idle = next(back for back in pit.state.care.packs if back != loaded)
    assert pit.state.care.packs[idle].stage == "jammed"
    waits = due(pit.state)
    assert (waits.act, waits.command) == (
        ActKind.SHUFFLE,
        do.Shuffle(deck=idle, counted=len(pit.state.game.deck.order)),
    )
    pit.do(do.Shuffle(deck=idle, counted=len(pit.state.game.deck.order)))
    assert due(pit.state).act is ActKind.WAIT


@pytest.mark.clause("topfive/11.B.2.a")
def test_x06_folded_wagers_stay_collected_when_the_showdown_is_reopened() -> None:
    """Seat 1 folds its Ante and keeps a bonus wager. One of seat 3's cards is corrected twice."""
    pit = in_round("topfive")
    pit.run(
        until=lambda state: isinstance(state.phase, Settle) and len(state.round.settled) > 1,
        decisions={1: ["fold"], 3: ["play"]},
    )
    for card in ("Th", "Ts"):
        before = pit.state.round.before_showdown
        told = pit.do(do.CorrectNaming(place="seat3", index=0, card=card, reason="misread", by="floor"))
        opened = {(e.seat, e.wager) for e in told if isinstance(e, ev.WagerReopened)}
        assert opened == {(3, wager) for wager in ("ante", "play", "top_five", "poker")}
        assert pit.state.round.before_showdown == before == 1
        pit.do(do.SettleSeat(seat=3))
    pit.run()
    assert [e.wager for e in pit.of(ev.WagerSettled) if (e.seat, e.wager) == (1, "ante")] == ["ante"]


@pytest.mark.clause("uth/11.C.2")
def test_turned_cards_are_the_dealt_cards() -> None:
    pit = in_round("uth", "automated")
    pit.run(until=lambda state: isinstance(state.phase, Turn))
    flop = pit.state.layout.cards["board"][:3]
    refused = pit.refused(do.TurnUp(cards=flop[::-1]))  # type: ignore[arg-type]
    assert (refused.code, refused.clauses) == ("card_impossible", ("uth/11.C.2",))
    pit.fork().do(do.TurnUp())
    pit.do(do.TurnUp(cards=flop))  # type: ignore[arg-type]


def test_push_returns_the_stake_and_ignores_odds() -> None:
    pit = in_round("uth")
    hand = Showdown({"ante": 1_000}, True, (), (), (), ())
    for pays in (None, Odds(5, 1, "to")):
        settled = money(pit.state, 1, "p1", hand, Verdict("ante", "push", ("uth/12.A",), pays), {})
        assert (settled.result, settled.staked, settled.returned) == ("push", 1_000, 1_000)
    lost = money(pit.state, 1, "p1", hand, Verdict("ante", "lose", ("uth/12.A",), Odds(5, 1, "to")), {})
    assert lost.returned == 0


@pytest.mark.clause("topfive/11.A.5")
def test_t08_forfeits_during_settlement_survive_reopening() -> None:
    pit = in_round("topfive")
    pit.run(until=lambda state: isinstance(state.phase, Settle) and bool(state.round.settled))
    forfeit = do.DeclareForfeit(seat=1, clause="topfive/11.A.2", reason="touched cards", by="floor")
    lost = {e.wager for e in pit.do(forfeit) if isinstance(e, ev.WagerSettled)}
    assert lost == {"ante", "play", "top_five", "poker"}
    own = pit.do(do.CorrectNaming(place="seat1", index=0, card="Th", reason="misread", by="floor"))
    assert [type(event) for event in own] == [ev.NamingCorrected]
    told = pit.do(do.CorrectNaming(place="seat3", index=0, card="Ts", reason="misread", by="floor"))
    assert {e.seat for e in told if isinstance(e, ev.WagerReopened)} == {3}


@pytest.mark.parametrize("dealing", ["shoe", "automated"])
@pytest.mark.parametrize("game", GAMES)
def test_3_B_two_decks_are_shuffled_by_machine_for_every_dealing_method(game: str, dealing: str) -> None:
    pit = table(game, dealing, decks=2)
    care = pit.state.game.care
    pit.do(do.OrderShuffle(deck="red", reason="so", by="floor"))
    refused = pit.refused(do.Shuffle(deck="red", by_machine=False))
    assert (refused.code, refused.clauses) == ("machine_needed", (*care.two_decks, *care.stored))
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    pit.do(do.HandleDevice(device="shuffler", how="covered"))
    found = due(pit.state)  # two decks need a shuffler, so remove a deck first
    assert (found.act, found.clauses) == (ActKind.CHANGE_DECK, care.two_decks)
    assert isinstance(found.command, do.RemoveDeck)
    pit.do(found.command)
    assert due(pit.state).command == do.Shuffle(deck="red", by_machine=False)


@pytest.mark.parametrize("game", GAMES)
def test_offers_a_different_dealing_method_after_the_shuffler_of_two_decks_fails(game: str) -> None:
    """Hand-dealt cards must be shuffled by machine, so the table offers the floor a different method."""
    pit = table(game, "hand", decks=2)
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    pit.do(do.HandleDevice(device="shuffler", how="covered"))
    found = due(pit.state)
    assert found.act is ActKind.CHANGE_DECK and found.words.endswith("two decks need a shuffler")
    assert found.command is not None
    pit.do(found.command)
    assert due(pit.state).act is ActKind.SWITCH
    ways = [o.sample for o in offers(pit.state, "floor") if isinstance(o.sample, do.SwitchMethod)]
    assert ("shoe", "none") in [(way.dealing, way.shuffler) for way in ways]


def test_x06_reports_a_debt_only_when_it_grows() -> None:
    pit = in_round("uth")
    pit.run()
    put_right = do.CorrectSettlement(round=1, seat=1, wager="ante", returned=2_000, reason="so", by="floor")
    pit.do(put_right, do.CashOut(player="p1"))
    pit.do(replace(put_right, returned=0))
    assert [event.player for event in pit.of(ev.PlayerOwes)] == ["p1"]
    pit.do(replace(put_right, seat=3))
    assert [event.player for event in pit.of(ev.PlayerOwes)] == ["p1"]

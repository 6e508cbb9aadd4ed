"""Test floor decisions under each option of a reading, and that they cite the reading."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.games.game import Ask, Deal, Rack, Reveal, Settle
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.state import BETTING
from tests.helpers import now
from tests.helpers.pit import Pit, bets_down, in_round, play_another, rules_for, table
from tests.helpers.table_help import EVERYTHING, MAIN

replace = msgspec.structs.replace


def reading(game: str, **chosen: str) -> dict[str, Any]:
    """Return a submission with all wagers and the chosen readings. The keyword N_07 stands for N-07."""
    return {**EVERYTHING[game], "readings": {name.replace("_", "-"): word for name, word in chosen.items()}}


# By uth/13.G, Trips is settled whenever a dealer's card is seen (U-29).


@pytest.mark.clause("uth/13.F", "uth/13.G")
@pytest.mark.parametrize("dealing", ["shoe", "hand"])
@pytest.mark.parametrize(("chosen", "saved"), [("R1", ("trips",)), ("R2", ())])
def test_u29_trips_during_the_first_deal(dealing: str, chosen: str, saved: tuple[str, ...]) -> None:
    pit = in_round("uth", dealing, submission=reading("uth", U_29=chosen, U_05="R2"))
    while "dealer" not in pit.state.layout.cards:
        pit.deal_next()
    assert isinstance(pit.state.phase, Deal)  # no player has two cards yet
    pit.do(do.ReportExposed(place="dealer"))
    (voided,) = pit.of(ev.RoundVoided)
    assert voided.settles == saved
    assert voided.clauses == ("uth/13.F", "uth/13.G")[: 1 + bool(saved)]
    assert voided.readings == ("U-21", "U-29", "X-05")
    pit.run()
    settled = {e.wager for e in pit.of(ev.WagerSettled) if e.result != "returned"}
    assert settled == {*saved}
    board = dict(pit.state.layout.rack).get("board", ())
    assert len(board) == (5 if saved else 0)  # the remaining hole cards and the board are still dealt
    play_another(pit)


@pytest.mark.clause("uth/13.G")
@pytest.mark.parametrize("chosen", ["R1", "R2"])
def test_uth_13_G_once_all_have_two_cards_both_readings_settle_trips(chosen: str) -> None:
    pit = in_round("uth", submission=reading("uth", U_29=chosen))
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(do.ReportExposed(place="dealer"))
    assert pit.of(ev.RoundVoided)[0].settles == ("trips",)


# N-07: the dealer's cards held in the shuffler.


@pytest.mark.clause("uth/13.B", "uth/13.C")
@pytest.mark.parametrize(("chosen", "saved"), [("R1", ("trips",)), ("R2", ())])
def test_n07_cards_waiting_in_the_shuffler_count_by_reading(chosen: str, saved: tuple[str, ...]) -> None:
    submission = {**reading("uth", N_07=chosen), "dealer_cards": "held"}
    # one and two deliveries before the end of the deal
    for short, wanted in ((1, saved), (2, ())):
        pit = in_round("uth", "automated", submission=submission)
        phase = pit.state.phase
        assert isinstance(phase, Deal)
        from croupier.table.acts.dealing import plan_of

        for _ in range(len(plan_of(pit.state, phase).steps) - short):
            pit.deal_next()
        pit.do(do.ReportFaceUp(cards=(None, None)))
        assert pit.of(ev.RoundVoided)[0].settles == wanted


# N-08: a face-up card inside a stack that the machine deals.


@pytest.mark.clause("uth/13.A", "letitride/13.A", "dragon/13.A", "uth/13.E", "letitride/13.D", "dragon/13.D")
@pytest.mark.parametrize("game", ["uth", "letitride", "dragon"])
@pytest.mark.parametrize("chosen", ["R1", "R2"])
def test_n08_a_face_up_card_in_a_stack_is_replaced_or_voids_the_round(game: str, chosen: str) -> None:
    pit = in_round(game, "automated", submission=reading(game, N_08=chosen))
    found = pit.do(do.ReportFaceUp(cards=(None,)))[0]
    number = {"uth": "13.E", "letitride": "13.D", "dragon": "13.D"}[game]
    assert found.clauses == ((f"{game}/13.A",) if chosen == "R1" else (f"{game}/{number}",))
    assert "N-08" in found.readings
    assert bool(pit.of(ev.RoundVoided)) is (chosen == "R2")
    for event in pit.of(ev.RoundVoided):
        assert event.clauses == (f"{game}/{number}",)
        assert "N-08" in event.readings
    by_hand = in_round(game, "hand", submission=reading(game, N_08=chosen))
    assert "N-08" not in by_hand.one(do.ReportFaceUp(cards=(None,))).readings


# N-23: a card that was drawn in error and seen.


@pytest.mark.clause("uth/13.D", "letitride/13.C", "dragon/13.C", "topfive/13.B")
@pytest.mark.parametrize(
    ("game", "default"),
    [("uth", "play_on"), ("letitride", "play_on"), ("dragon", "play_on"), ("topfive", "void")],
)
def test_n23_a_seen_card_drawn_in_error_is_discarded_and_needs_a_ruling(game: str, default: str) -> None:
    pit = in_round(game, "hand")
    unseen = pit.fork().one(do.ReportDrawnInError())  # an unseen card is used as the next card
    assert isinstance(unseen, ev.DrawnInError)
    asked: Any
    found, asked = pit.do(do.ReportFaceUp(cards=(None,), drawn=True))
    assert isinstance(found, ev.FaceUpFound)
    assert (asked.matter, asked.default) == ("drawn_face_up", default)
    assert asked.readings == ("N-23", "X-15")
    assert pit.state.layout.rack[-1] == ("face up", found.cards)
    pit.fork().do(do.RuleOnIncident(outcome="play_on", reason="one spare card", by="floor"))
    ruled = pit.do(do.RuleOnIncident(outcome="void", reason="all saw it", by="floor"))[0]
    drawn = {"uth": "13.D", "letitride": "13.C", "dragon": "13.C", "topfive": "13.B"}[game]
    assert ruled.clauses == (f"{game}/13.A", f"{game}/{drawn}")


# N-25: void rounds, and two decks after the removal of one.


def void_now(pit: Pit) -> None:
    pit.do(do.ReportWrongNumber(place="seat1", cards=9))
    pit.do(do.RackCards())


@pytest.mark.parametrize(("chosen", "counted"), [("R1", 0), ("R2", 1)])
def test_n25_void_round_counts_for_the_stub_by_reading(chosen: str, counted: int) -> None:
    submission = reading("dragon", N_25=chosen)
    pit = in_round("dragon", "shoe", submission=submission, shuffler="plain")
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    void_now(pit)
    assert pit.state.care.uncounted == counted
    # the void round's cards are shuffled under both options
    assert pit.state.care.packs["red"].stage == "used"


@pytest.mark.clause("dragon/3.B.3", "topfive/3.B.4", "uth/3.B.4", "letitride/3.B.4")
@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
def test_decks_take_turns_but_not_after_a_void_round(game: str) -> None:
    pit = in_round(game, "hand", decks=2)
    done = pit.fork()
    done.run(until=lambda state: state.round.phase == BETTING)
    assert done.state.care.last == "red"
    void_now(pit)
    assert pit.state.care.last is None  # either deck may be next (N-25)
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    pit.fork().do(do.Load(deck="blue"))
    pit.do(do.Load(deck="red"))
    counted = in_round(game, "hand", decks=2, submission=reading(game, N_25="R2"))
    void_now(counted)
    counted.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    assert counted.refused(do.Load(deck="red")).code == "not_alternating"


@pytest.mark.clause("dragon/3.B.3", "topfive/3.B.4")
@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
def test_after_a_defective_deck_is_removed_the_other_deck_is_dealt(game: str) -> None:
    pit = in_round(game, "hand", decks=2)
    pit.run()  # the red deck was used, the blue deck is loaded
    for seat in (1, 3):
        pit.bet(seat, MAIN[game])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(do.DeclareDefective(reason="a card twice", by="floor"), do.RackCards())
    assert [*pit.state.care.packs] == ["red"]
    pit.do(do.ReceiveDecks(backs=("green",), prepared=True))
    pit.run(until=lambda state: state.care.packs["green"].stage == "ready")
    pit.do(do.Load(deck="red"))  # the red deck was not in play when the blue deck turned out to be defective


# N-04: a self-reshuffling shoe.


@pytest.mark.clause("uth/10.F", "letitride/10.H")
@pytest.mark.parametrize("game", ["uth", "letitride"])
@pytest.mark.parametrize("chosen", ["R1", "R2"])
def test_n04_reshuffling_shoe_needs_the_count_by_reading(game: str, chosen: str) -> None:
    pit = in_round(game, "automated", submission=reading(game, N_04=chosen), shuffler="reshuffling")
    for _ in range(4):
        pit.run()
        for seat in (1, 3):
            pit.bet(seat, MAIN[game])
        pit.do(do.CloseBetting())
    racked = pit.of(ev.StubRacked)[0]
    assert racked.readings == ("N-04",)
    from croupier.rulebook import Stub

    pit.run(until=lambda state: isinstance(state.phase, Stub))
    if chosen == "R2":
        assert pit.refused(do.RackStub()).code == "count_due"
    else:
        pit.do(do.RackStub())


# a jam of the idle deck.


@pytest.mark.clause("uth/13.H.1", "uth/13.H.2", "uth/13.H.3")
@pytest.mark.parametrize("chosen", ["R1", "R2"])
def test_x16_a_jam_of_the_idle_deck_refunds_always_or_never(chosen: str) -> None:
    pit = in_round("uth", "hand", decks=2, submission=reading("uth", X_16=chosen))
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.do(do.ReportDeviceFailure(device="shuffler", idle_deck=True))
    assert bool(pit.of(ev.RoundVoided)) is (chosen == "R1")
    for voided in pit.of(ev.RoundVoided):
        assert voided.clauses == ("uth/13.H.1", "uth/13.H.2", "uth/13.H.3")


def test_x16_wagers_returned_after_a_jam_cite_their_clauses() -> None:
    pit = bets_down("uth", "hand")
    failed, *back = pit.do(do.ReportDeviceFailure(device="shuffler"))
    assert isinstance(failed, ev.DeviceFailed)
    assert back
    for event in back:
        assert isinstance(event, ev.WagerTakenBack)
        assert event.clauses == ("uth/13.H.1", "uth/13.H.2", "uth/13.H.3")
        assert event.readings == ("X-16",)


# Self-reshuffling devices need approval (5.G, 5.I).

APPROVED = {"uth": "5.I", "letitride": "5.I", "dragon": "5.I", "topfive": "5.G"}


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=pytest.mark.clause(f"{g}/{n}")) for g, n in APPROVED.items()]
)
def test_a_reshuffling_device_requires_its_approval(game: str) -> None:
    pit = table(game, "shoe")
    switch = do.SwitchMethod(dealing="automated", shuffler="reshuffling", by="floor")
    refused = pit.refused(switch)
    assert (refused.code, refused.clauses) == ("not_approved", (f"{game}/{APPROVED[game]}",))
    new = replace(pit.state.rules.choices, dealing="automated", shuffler="reshuffling")
    assert pit.refused(do.ChangeRules(choices=new, by="floor")).code == "not_approved"
    approved = {"reshuffling_device": "CL-2026-7"}
    pit.fork().do(do.ChangeRules(choices=replace(new, approvals=approved), by="floor"))
    with_it = table(game, "shoe", approvals=approved)
    with_it.do(switch)
    with_it.do(do.SwitchMethod(dealing="shoe", shuffler="counting", by="floor"))


# The discard rack of an idle table is empty (5.H.1, 5.F.1).

IDLE = {"uth": "5.H.1", "letitride": "5.H.1", "dragon": "5.H.1", "topfive": "5.F.1"}


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=pytest.mark.clause(f"{g}/{n}")) for g, n in IDLE.items()]
)
def test_an_idle_table_has_no_cards_in_the_discard_rack(game: str) -> None:
    pit = in_round(game)
    pit.run(until=lambda state: state.round.phase == BETTING)
    assert pit.state.layout.rack
    idle = pit.one(do.GoIdle())
    assert f"{game}/{IDLE[game]}" in idle.clauses
    assert not pit.state.layout.rack and not pit.state.layout.racked_stub
    play_another(pit)


# Forfeits for a breach of conduct in Top Five, and until when they are possible (T-08).


@pytest.mark.clause("topfive/11.A.2", "topfive/11.A.3", "topfive/11.A.5")
@pytest.mark.parametrize("clause", ["topfive/11.A.2", "topfive/11.A.3"])
def test_t08_a_breach_of_a2_or_a3_costs_every_wager_until_it_is_settled(clause: str) -> None:
    pit = in_round("topfive")
    pit.run(until=lambda state: isinstance(state.phase, Settle) and state.round.cursor == 1)
    forfeit = do.DeclareForfeit(seat=1, clause=clause, reason="took the cards away", by="floor")
    settled = pit.refused(replace(forfeit, seat=3))
    assert (settled.code, settled.readings) == ("not_in_play", ("T-08",))
    told = pit.do(forfeit)
    assert {e.wager for e in told if isinstance(e, ev.WagerSettled)} == {"ante", "play", "top_five", "poker"}
    for event in told:
        assert event.clauses == (clause, "topfive/11.A.5")
    assert isinstance(pit.state.phase, Rack)
    pit.run()


@pytest.mark.clause("topfive/11.A.4", "topfive/11.A.5")
def test_t08_a4_cannot_be_breached_after_the_reveal() -> None:
    pit = in_round("topfive")
    forfeit = do.DeclareForfeit(seat=1, clause="topfive/11.A.4", reason="told a neighbour", by="floor")
    pit.run(until=lambda state: isinstance(state.phase, Reveal))
    pit.fork().do(forfeit)
    pit.do(do.RevealDealer())
    late = pit.refused(forfeit)
    assert (late.code, late.readings) == ("too_late", ("T-08",))
    assert late.clauses == ("topfive/11.A.4", "topfive/11.A.5")
    assert late.remedy


def test_forfeit_applies_to_all_of_the_players_spots() -> None:
    pit = table("topfive", adjacent_boxes=2)
    pit.seat(1, "ann")
    pit.do(do.SitDown(seat=2, player="ann"))
    pit.bet(2, MAIN["topfive"])
    pit.do(do.CloseBetting())
    told = pit.do(do.DeclareForfeit(seat=1, clause="topfive/11.A.2", reason="so", by="floor"))
    assert {e.seat for e in told if isinstance(e, ev.WagerSettled)} == {2}


# The recount names the misdealt hand.


@pytest.mark.clause("topfive/9.D.4", "uth/9.E.1")
@pytest.mark.parametrize(("game", "clause"), [("topfive", "topfive/9.D.4"), ("uth", "uth/9.E.1")])
def test_a_recount_names_the_misdealt_hand(game: str, clause: str) -> None:
    from croupier.rulebook import Stub

    pit = in_round(game, shuffler="plain")
    pit.run(until=lambda state: isinstance(state.phase, Stub))
    pit.do(do.CountStub(cards=pit.state.layout.stub - 1))
    size = len(pit.state.game.deck.order)
    for wrong in (
        do.Recount(total=size, misdealt=True, hand="seat5"),
        do.Recount(total=size, misdealt=False, hand="seat1"),
    ):
        assert pit.refused(wrong).code == "no_such_place"
    told: Any = pit.do(do.Recount(total=size, misdealt=True, hand="seat1"))
    assert told[0].hand == "seat1"
    (voided,) = pit.of(ev.RoundVoided)
    assert (voided.reason, voided.clauses) == ("the cards of seat1 were misdealt", (clause,))
    assert voided.readings == ("X-08", "X-05")


# Acts that are refused during a round cite their own clause, not the clause of the later shuffle.


@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
def test_acts_deferred_to_the_end_of_the_round_cite_their_clauses(game: str) -> None:
    pit = in_round(game)
    care = pit.state.game.care
    loaded = pit.refused(do.Load(deck="red"))
    assert (loaded.code, loaded.clauses) == ("step_out_of_order", care.one_deck)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    for act, clauses in (
        (do.GoIdle(), care.idle),
        (do.ReceiveDecks(backs=("blue",)), care.one_deck),
        (do.RemoveDeck(deck="red", reason="so"), care.hand_life),
        (do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"), care.load["shoe"]),
    ):
        waits = pit.refused(act)
        assert (waits.code, waits.clauses) == ("round_open", clauses)
        assert waits.clauses != care.after_round
        assert waits.remedy


# Decisive readings are cited.


def test_decisive_readings_are_cited() -> None:
    dragon = in_round("dragon", "automated")
    assert dragon.of(ev.BetsClosed)[0].readings == ("D-11",)
    assert in_round("dragon", "hand").of(ev.BetsClosed)[0].readings == ()
    for game, wanted in (("uth", ("X-20",)), ("topfive", ("X-20", "X-27"))):
        pit = Pit(msgspec.structs.replace(table(game).state, care=type(table(game).state.care)()))
        told = pit.one(do.ReceiveDecks(backs=("red",), prepared=True))
        assert told.readings == wanted
    for game, side, name in (("dragon", "dragon", "D-06"), ("topfive", "poker", "T-14")):
        pit = table(game)
        pit.seat(1, "ann")
        refused = pit.refused(now.bet(1, {side: 500}))
        assert (refused.code, refused.readings) == ("wager_missing", (name,))
        pit = table(game, submission=reading(game, **{name.replace("-", "_"): "R2"}))
        pit.seat(1, "ann")
        assert pit.one(now.bet(1, {side: 500})).readings == (name,)
    assert rules_for("dragon").reading("D-06") == "R1"


@pytest.mark.parametrize("chosen", ["R1", "R2"])
@pytest.mark.parametrize(
    ("game", "device", "by_r1"),
    [("uth", "shuffler", True), ("uth", "shoe", False), ("topfive", "shuffler", False)],
)
def test_x16_r1_extends_to_settlement_only_where_a_shuffler_jam_voids_the_round(
    game: str, device: str, by_r1: bool, chosen: str
) -> None:
    """The device has no more cards to deal, so a failure has no other effect on the round."""
    pit = in_round(game, "automated", submission=reading(game, X_16=chosen))
    pit.run(until=lambda state: isinstance(state.phase, Settle) and bool(state.round.settled))
    told = pit.do(do.ReportDeviceFailure(device=device))
    reached = by_r1 and chosen == "R1"
    assert [type(event) for event in told[1:]] == ([ev.RulingAsked] if reached else [])
    pit.do(*([do.RuleOnIncident(outcome="play_on", reason="so", by="floor")] if reached else []))
    pit.run()
    assert not pit.of(ev.RoundVoided)

"""Test every paragraph of chapter 13 of every game to the cent (X-05, X-06, X-15, X-16)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import Refused
from croupier.games.game import Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.naming import cards_at
from tests.helpers.mishaps import FOLDS, IDS, before_bets, check_round_undone, moments, worth
from tests.helpers.pit import Pit, any_command, bets_down, cited, each_game, in_round, play_another, table
from tests.helpers.table_help import GAMES, MAIN, METHODS

# Wrong numbers of cards.


@each_game(IDS, "number")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("more", [-1, 1])
def test_a_wrong_number_of_cards_voids_the_round_until_someone_is_paid(
    game: str, dealing: str, more: int
) -> None:
    voided = ruled = 0
    for pit in moments(game, dealing):
        due = len(cards_at(pit.state, "seat3"))
        wrong = do.ReportWrongNumber(place="seat3", cards=due + more)
        if wrong.cards < 0:
            assert pit.refused(wrong).code == "nothing_wrong"
            continue
        table = pit.state.round
        paid = table.envy or any(s.result == "win" for s in table.settled[table.before_showdown :])
        told = pit.do(wrong)
        assert isinstance(told[0], ev.WrongNumber)
        if paid:  # after a payment, only the floor can void the round
            assert isinstance(told[1], ev.RulingAsked)
            assert (told[1].matter, told[1].default) == ("wrong_count", "void")
            assert told[1].clauses == cited(IDS, game, "number")
            assert "X-06" in told[1].readings
            pit.do(do.RuleOnIncident(outcome="void", reason="the hand was misdealt", by="floor:meg"))
            ruled += 1
        check_round_undone(pit, game, dealing, cited(IDS, game, "number"))
        voided += 1
        if voided % 4 == 0:
            play_another(pit)
    assert voided > 4
    assert ruled >= 1 or game == "topfive"  # with these cards, no player is paid


PLACES = {
    "uth": {"seat1": 2, "seat3": 2, "dealer": 2, "board": 5, "box": 4},
    "letitride": {"seat1": 3, "seat3": 3, "board": 2, "box": 3},
    "dragon": {"seat1": 3, "seat3": 3, "dealer": 3},
    "topfive": {"seat1": 7, "seat3": 7, "dealer": 7},  # the dealer's hand counts too (T-09)
}


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize(
    ("game", "place", "right"),
    [
        pytest.param(game, place, right, marks=pytest.mark.clause(*cited(IDS, game, "number")))
        for game, places in PLACES.items()
        for place, right in places.items()
    ],
)
def test_a_wrong_number_of_cards_at_player_dealer_board_or_box(
    game: str, dealing: str, place: str, right: int
) -> None:
    pit = in_round(game, dealing)
    pit.run(until=lambda state: isinstance(state.phase, Reveal | Settle))
    assert pit.refused(do.ReportWrongNumber(place=place, cards=right)).code == "nothing_wrong"
    for wrong in (0, right - 1, right + 1):
        other = pit.fork()
        told = other.do(do.ReportWrongNumber(place=place, cards=wrong))
        # box cards are not community cards in this game, so the floor rules (N-09)
        if (game, place) == ("uth", "box"):
            asked = told[-1]
            assert isinstance(asked, ev.RulingAsked)
            assert (asked.matter, asked.default) == ("box_count", "void")
            assert asked.readings == ("N-09", "X-15", "U-05")
            ruled = other.do(do.RuleOnIncident(outcome="void", reason="a card short", by="floor"))[0]
            assert ruled.clauses == ("uth/13.E",)
        assert worth(other) == before_bets(game, dealing)
        play_another(other)


@pytest.mark.parametrize("game", GAMES)
def test_wrong_number_needs_a_place_with_cards_in_a_round(game: str) -> None:
    pit = bets_down(game)
    early = pit.refused(do.ReportWrongNumber(place="seat1", cards=1))
    assert early.code == "not_in_play"
    pit.do(do.CloseBetting())
    for nowhere in ("seat2", "the floor", "", "aside"):
        assert pit.refused(do.ReportWrongNumber(place=nowhere, cards=1)).code == "no_such_place"


@pytest.mark.parametrize("game", ["dragon", "topfive", "uth"])
def test_a_mucked_hand_is_counted_in_the_rack(game: str) -> None:
    pit = table(game, submission={})
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, MAIN[game])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: "seat1" in dict(state.layout.rack), decisions=FOLDS[game])
    right = PLACES[game]["seat1"]
    assert "seat1" not in pit.state.layout.cards
    assert pit.refused(do.ReportWrongNumber(place="seat1", cards=right)).code == "nothing_wrong"
    pit.do(do.ReportWrongNumber(place="seat1", cards=right + 1))
    assert worth(pit) == before_bets(game, "hand", submission={})


# Folds, withdrawals, banked chips and meters.


@each_game(IDS, "number")
@pytest.mark.parametrize("dealing", METHODS)
def test_void_round_returns_folded_and_banked_wagers_once(game: str, dealing: str) -> None:
    pit = in_round(game, dealing)
    pit.run(until=lambda state: isinstance(state.phase, Reveal | Settle), decisions=FOLDS[game])
    taken = [event for event in pit.of(ev.WagerSettled) if event.result == "lose"]
    withdrawn = [event for event in pit.of(ev.WagerSettled) if event.result == "returned"]
    # in this game, folded wagers are collected at the reveal (11.D.1)
    assert taken or withdrawn or game == "dragon"
    grown = pit.of(ev.MeterContributed)
    assert bool(grown) is (game in ("uth", "letitride"))
    told = pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    back = [event for event in told if isinstance(event, ev.WagerSettled)]
    reopened = [event for event in told if isinstance(event, ev.WagerReopened)]
    assert {(e.seat, e.wager) for e in reopened} == {(e.seat, e.wager) for e in taken}
    for event in reopened:  # folded wagers are returned from the tray
        assert (event.returned, event.banked) == (0, False)
        assert "X-06" in event.readings
    for gone in withdrawn:  # a withdrawn bet cannot be returned again
        assert not [e for e in back if (e.seat, e.wager) == (gone.seat, gone.wager)]
    for returned in back:
        assert returned.banked is (returned.wager in ("progressive", "five_card"))
    placed = {(e.seat, e.wager) for e in pit.of(ev.WagerPlaced)}
    assert {(e.seat, e.wager) for e in back} | {(e.seat, e.wager) for e in withdrawn} == placed
    assert len(pit.of(ev.MeterTakenBack)) == len(grown)
    assert worth(pit) == before_bets(game, dealing)
    play_another(pit)


@pytest.mark.parametrize("game", GAMES)
def test_a_void_round_cannot_be_voided_again(game: str) -> None:
    pit = in_round(game, "automated")
    pit.run(until=lambda state: isinstance(state.phase, Reveal | Settle), decisions=FOLDS[game])
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    before = worth(pit)
    for again in (
        do.ReportWrongNumber(place="seat3", cards=1),
        do.ReportExposed(place="seat3"),
        do.ReportDrawnInError(),
        do.ReportOther(matter="other", detail="something else"),
        do.DeclareAbandoned(seat=3, reason="left", by="floor"),
        do.DeclareDefective(reason="a card twice", by="floor"),
    ):
        assert pit.refused(again).code == "too_late"
    for device in ("shoe", "shuffler"):  # there are no more cards to deal, so the round is not affected
        assert isinstance(pit.one(do.ReportDeviceFailure(device=device)), ev.DeviceFailed)
    assert worth(pit) == before == before_bets(game, "automated")
    play_another(pit)


@pytest.mark.parametrize("game", ["uth", "dragon", "topfive"])
def test_a_void_returns_the_wagers_of_a_corrected_fold_once(game: str) -> None:
    pit = in_round(game)
    pit.run(until=lambda state: bool(state.round.settled), decisions=FOLDS[game])
    pit.do(do.CorrectSettlement(round=1, seat=1, wager="ante", returned=1000, reason="a raise", by="floor"))
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    assert worth(pit) == before_bets(game, "hand")


# Cards found face up.


@each_game(IDS, "one", games=("uth", "letitride", "dragon"))
@pytest.mark.parametrize("dealing", METHODS)
def test_one_card_found_face_up_is_discarded_and_play_continues(game: str, dealing: str) -> None:
    tried = 0
    for pit in moments(game, dealing):
        if not isinstance(pit.state.phase, Deal):
            refused = pit.refused(do.ReportFaceUp(cards=(None,)))
            assert refused.code == "too_late"
            continue
        found = pit.one(do.ReportFaceUp(cards=(None,)))
        (card,) = found.cards
        assert found.clauses == cited(IDS, game, "one")
        assert pit.state.layout.rack[-1] == ("face up", (card,))
        pit.run()
        assert not pit.of(ev.RoundVoided)
        dealt = [c for place, cards in pit.state.layout.rack for c in cards if place != "face up"]
        deck = pit.state.game.deck.counts
        assert card is not None
        assert dealt.count(card) <= deck[card] - 1
        tried += 1
    assert tried > 2


@each_game(IDS, "one", games=("topfive",))
@pytest.mark.parametrize("dealing", METHODS)
def test_topfive_13_A_one_face_up_card_is_enough_to_void(game: str, dealing: str) -> None:
    pit = in_round(game, dealing)
    found, *_ = pit.do(do.ReportFaceUp(cards=(None,)))
    assert isinstance(found, ev.FaceUpFound)
    check_round_undone(pit, game, dealing, cited(IDS, game, "one"))
    play_another(pit)


@each_game(IDS, "many")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("together", [True, False])
def test_several_cards_found_face_up_void_the_round(game: str, dealing: str, together: bool) -> None:
    pit = in_round(game, dealing)
    if together or game == "topfive":
        pit.do(do.ReportFaceUp(cards=(None,) * 3))
    else:
        pit.do(do.ReportFaceUp(cards=(None,)))
        pit.do(do.ReportFaceUp(cards=(None,)))
    check_round_undone(pit, game, dealing, cited(IDS, game, "many"))
    play_another(pit)


@pytest.mark.parametrize("game", GAMES)
def test_rejects_face_up_report_without_a_card_in_the_deck(game: str) -> None:
    pit = in_round(game)
    assert pit.refused(do.ReportFaceUp(cards=())).code == "nothing_wrong"
    assert pit.refused(do.ReportFaceUp(cards=("Zz",))).code == "card_impossible"  # type: ignore[arg-type]
    pit.deal_next()
    if game != "dragon":
        first, *_ = next(iter(pit.state.layout.cards.values()))
        assert pit.refused(do.ReportFaceUp(cards=(first,))).code == "card_twice"
    assert pit.refused(do.ReportFaceUp(cards=(None,) * 53)).code == "deck_short"
    betting = bets_down(game)
    assert betting.refused(do.ReportFaceUp(cards=(None,))).code == "too_late"


@pytest.mark.parametrize("game", GAMES)
def test_virtual_table_refuses_names_of_face_down_cards(game: str) -> None:
    pit = in_round(game)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    (true, *_) = pit.state.layout.cards["seat1"]
    told = set()
    for card in pit.state.game.deck.counts:
        guess = pit.refused(do.ReportExposed(place="seat1", index=0, card=card))
        told.add((guess.code, str(guess)))
    assert len(told) == 1  # the right name gets the same answer as any wrong name
    dealing = in_round(game)
    dealing.deal_next()
    before = dealing.state
    for guessed in (true, *dealing.state.game.deck.order[-3:]):
        with pytest.raises(Refused) as named:
            dealing.do(do.ReportFaceUp(cards=(guessed,)))
        assert named.value.code == "nothing_to_name"
    assert dealing.state == before


# Ultimate Texas Hold 'Em settles Trips on a completed board (13.C, 13.G).

# Four cards go to the box, two each to seats 1 and 3 and the dealer, and the rest are burned or go to the
# board.
HOLES = "2c 3c 4c 5c As Kd 9h Ad Qd 8h"
TRIPS_ONLY = {"paytables": {"blind": "A", "trips": "A", "six_card": "A"}}
UP = {("shoe", "flop"): "7h 6h Ac 7d 6d 4s 3s", ("hand", "flop"): "7h 6h 7s Ac 7d 6d 5s 4s 3s"}
UP |= {("shoe", "river"): "Ac 7d 6d 7h 6h 4s 3s", ("hand", "river"): "7s Ac 7d 6d 7h 6h 5s 4s 3s"}


def trips_settled(pit: Pit) -> None:
    """Check that seat 1 is paid for three aces, seat 3 loses Trips, and all other wagers are returned."""
    before = 1_000_000
    assert pit.state.round.number == 2
    assert dict(pit.state.seating.purses) == {"p1": before + 1500, "p3": before - 500}
    one, three = (e for e in pit.of(ev.WagerSettled) if e.wager == "trips")
    assert {(one.seat, one.result, one.returned), (three.seat, three.result, three.returned)} == {
        (1, "win", 2000),  # three of a kind pays 3 to 1
        (3, "lose", 0),
    }
    (voided,) = pit.of(ev.RoundVoided)
    for settled in (one, three):  # the settlement cites the clauses of the void and its own
        assert set(voided.clauses) < set(settled.clauses)
        assert set(voided.readings) <= set(settled.readings)
    assert not pit.of(ev.DealerRevealed)
    rest = [e for e in pit.of(ev.WagerSettled) if e.wager != "trips"]
    assert {e.result for e in rest if e.result != "lose"} == {"returned"}
    board = dict(pit.state.layout.rack)["board"]
    assert board == ("Ac", "7d", "6d", "4s", "3s")


@pytest.mark.clause("uth/13.C")
@pytest.mark.parametrize("dealing", ["shoe", "hand"])
@pytest.mark.parametrize("when", ["flop", "river"])
@pytest.mark.parametrize("together", [True, False])
def test_uth_13_C_after_the_hole_cards_the_board_is_completed_and_trips_settled(
    dealing: str, when: str, together: bool
) -> None:
    pit = in_round("uth", dealing, deck=f"{HOLES} {UP[dealing, when]}")
    pit.run(until=lambda state: bool(state.layout.cards) and isinstance(state.phase, Ask))
    board = 0 if when == "flop" else 3
    pit.run(
        until=lambda state: (
            isinstance(state.phase, Deal) and len(state.layout.cards.get("board", ())) == board
        ),
        decisions={1: ["check", "check"], 3: ["4x"]},
    )
    if together:
        told = pit.do(do.ReportFaceUp(cards=(None, None)))
    else:
        pit.do(do.ReportFaceUp(cards=(None,)))
        told = pit.do(do.ReportFaceUp(cards=(None,)))
    voided = told[-1]
    assert isinstance(voided, ev.RoundVoided)
    assert voided.settles == ("trips",)
    assert voided.clauses == ("uth/13.B", "uth/13.C")
    pit.run()
    trips_settled(pit)
    play_another(pit)


@pytest.mark.clause("uth/13.C")
def test_uth_13_C_before_the_hole_cards_are_dealt_trips_is_returned_too() -> None:
    pit = in_round("uth", "hand")
    pit.deal(4)
    pit.deal(3)
    pit.do(do.ReportFaceUp(cards=(None,) * 2))
    check_round_undone(pit, "uth", "hand", ("uth/13.B",))


@pytest.mark.clause("uth/13.B", "uth/13.C")
def test_uth_13_C_board_is_not_dealt_without_a_trips_wager() -> None:
    pit = table("uth", "hand")
    pit.seat(1, "p1")
    pit.bet(1, MAIN["uth"])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    pit.do(do.ReportFaceUp(cards=(None,) * 2))
    assert isinstance(pit.state.phase, Rack)
    assert pit.of(ev.RoundVoided)[0].settles == ()
    assert pit.state.seating.purses == {"p1": 1_000_000}


@pytest.mark.clause("uth/13.C", "uth/13.E")
def test_uth_13_C_a_second_fault_in_a_void_round_returns_trips_too() -> None:
    pit = in_round("uth", "hand")
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    pit.do(do.ReportFaceUp(cards=(None,) * 2))
    pit.do(do.ReportFaceUp(cards=(None,)))  # discarded like the others
    pit.run(until=lambda state: isinstance(state.phase, Stub))
    pit.do(do.ReportWrongNumber(place="board", cards=6))
    assert worth(pit) == before_bets("uth", "hand")
    assert [event.settles for event in pit.of(ev.RoundVoided)] == [("trips",), ()]
    play_another(pit)


@pytest.mark.clause("uth/13.C")
def test_uth_13_C_a_wrong_stub_count_of_a_void_round_returns_trips() -> None:
    pit = in_round("uth", "hand", shuffler="plain")
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    pit.do(do.ReportFaceUp(cards=(None,) * 2))
    pit.run(until=lambda state: isinstance(state.phase, Stub))
    pit.do(do.CountStub(cards=0), do.Recount(total=52, misdealt=True))
    assert worth(pit) == before_bets("uth", "hand")


# Exposed cards.

GONE_ON = {  # decisions that lead to each question
    "before the Flop": {},
    "after the Flop": {1: ["check"], 3: ["4x"]},
    "after the last two cards": {1: ["check", "check"], 3: ["4x"]},
}
RUN_OUT = {"shoe": "Ac 7d 6d 4s 3s", "hand": "7s Ac 7d 6d 5s 4s 3s"}
# an automated shoe deals to box, board, dealer and players, in this order
BOARD_FIRST = "2c 3c 4c 5c Ac 7d 6d 4s 3s 9h 8h As Ad Kd Qd"


@pytest.mark.clause("uth/13.F", "uth/13.G")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("question", GONE_ON)
def test_uth_13_F_G_a_dealer_card_seen_early_voids_everything_except_trips(
    dealing: str, question: str
) -> None:
    deck = BOARD_FIRST if dealing == "automated" else f"{HOLES} {RUN_OUT[dealing]}"
    pit = in_round("uth", dealing, deck=deck)
    pit.run(
        until=lambda state: isinstance(state.phase, Ask) and state.phase.name == question,
        decisions=GONE_ON[question],
    )
    exposed = pit.do(do.ReportExposed(place="dealer", index=1))
    assert isinstance(exposed[0], ev.CardExposed)
    assert exposed[0].card == "8h"
    assert pit.of(ev.RoundVoided)[0].clauses == ("uth/13.F", "uth/13.G")
    pit.run()
    trips_settled(pit)
    play_another(pit)


@pytest.mark.clause("uth/13.F", "uth/13.G")
def test_uth_13_F_a_folders_ante_and_blind_are_returned_and_trips_is_settled() -> None:
    pit = in_round("uth", "hand", deck=f"{HOLES} {RUN_OUT['hand']}")
    pit.run(
        until=lambda state: 1 in state.round.folded,
        decisions={1: ["check", "check", "fold"], 3: ["check", "check"]},
    )
    pit.do(do.ReportExposed(place="dealer", index=0))
    pit.run()
    trips_settled(pit)


@pytest.mark.clause("uth/13.F")
@pytest.mark.parametrize("dealing", METHODS)
def test_uth_13_F_ends_when_every_player_has_folded_or_placed_a_play_wager(dealing: str) -> None:
    pit = in_round("uth", dealing)
    pit.run(until=lambda state: isinstance(state.phase, Reveal))
    (fact,) = pit.do(do.ReportExposed(place="dealer", index=0))
    assert isinstance(fact, ev.CardExposed)
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    late = pit.refused(do.ReportExposed(place="dealer", index=0))
    assert late.code == "too_late"
    pit.run()
    assert not pit.of(ev.RoundVoided)


@pytest.mark.clause("uth/13.F")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("last", ["4x", "fold"])
def test_uth_13_F_ends_with_the_last_players_decision_at_any_question(dealing: str, last: str) -> None:
    said = {1: ["4x"] if last == "4x" else ["check", "check", "fold"], 3: ["4x"]}
    pit = in_round("uth", dealing)
    pit.run(
        until=lambda state: all(
            "play" in state.bets.wagers[seat] or "ante" not in state.bets.wagers[seat] for seat in (1, 3)
        ),
        decisions=said,
    )
    assert isinstance(pit.state.phase, Deal | Turn if last == "4x" else Reveal)
    (fact,) = pit.do(do.ReportExposed(place="dealer", index=0))
    assert isinstance(fact, ev.CardExposed)
    pit.run()
    assert not pit.of(ev.RoundVoided)
    assert len(pit.of(ev.SeatSettled)) == 2


@pytest.mark.clause("uth/13.F")
def test_uth_13_F_applies_while_one_player_has_only_checked() -> None:
    pit = in_round("uth", "hand")
    pit.run(
        until=lambda state: isinstance(state.phase, Deal) and state.phase.name == "Flop",
        decisions={1: ["check"], 3: ["4x"]},
    )
    pit.do(do.ReportExposed(place="dealer", index=0))
    assert pit.of(ev.RoundVoided)


@pytest.mark.clause("uth/13.G")
def test_uth_13_G_a_void_round_pays_no_envy_and_no_progressive() -> None:
    # The first seat makes a straight flush with the Flop.
    deck = "2c 3c 4c 5c 9s Kd 2h 8s Qd 2d 3h 7s 6s 5s 3d Ah Ad"
    pit = in_round("uth", "hand", deck=deck)
    pit.run(
        until=lambda state: isinstance(state.phase, Ask) and state.phase.name == "after the last two cards",
        decisions={1: ["check", "check"], 3: ["check", "check"]},
    )
    pit.do(do.ReportExposed(place="dealer", index=0))
    pit.run()
    assert not pit.of(ev.EnvyPaid)
    assert not pit.of(ev.ProgressiveValidated)
    (won,) = [e for e in pit.of(ev.WagerSettled) if e.result == "win"]
    assert (won.seat, won.wager, won.returned) == (1, "trips", 500 * 41)  # a straight flush pays 40 to 1
    assert pit.meters == table("uth", "hand").meters
    # The same cards without the mishap.
    other = in_round("uth", "hand", deck=deck)
    other.run()
    assert other.of(ev.EnvyPaid)


@each_game(IDS, "dealer", games=("dragon",))
@pytest.mark.parametrize("dealing", METHODS)
def test_dragon_13_E_a_dealers_card_seen_before_the_reveal_voids_the_round(game: str, dealing: str) -> None:
    voided = 0
    for pit in moments(game, dealing):
        there = len(pit.state.layout.cards.get("dealer", ()))
        act = do.ReportExposed(place="dealer", index=max(there - 1, 0))
        if not there:
            assert pit.refused(act).code in ("no_such_place", "too_late")
        elif pit.state.layout.turned.get("dealer"):
            assert pit.refused(act).code == "too_late"
        else:
            pit.do(act)
            check_round_undone(pit, game, dealing, cited(IDS, game, "dealer"))
            voided += 1
    assert voided > 2  # including a moment when all players have decided, before the reveal


@each_game(IDS, "community", games=("letitride",))
@pytest.mark.parametrize("dealing", METHODS)
def test_letitride_13_E_a_community_card_seen_early_voids_the_round(game: str, dealing: str) -> None:
    voided = 0
    for pit in moments(game, dealing):
        for index in (0, 1):
            other = pit.fork()
            there = len(other.state.layout.cards.get("board", ()))
            act = do.ReportExposed(place="board", index=index)
            if index >= there:
                assert other.refused(act).code == "no_such_place"
            elif index < other.state.layout.turned.get("board", 0):
                assert other.refused(act).code == "too_late"
            else:
                other.do(act)
                check_round_undone(other, game, dealing, cited(IDS, game, "community"))
                voided += 1
    assert voided > 2


# Matters that no clause covers. A floorperson rules, and X-15 gives a default.

UNCOVERED = [
    ("uth", "automated", do.ReportExposed(place="board", index=4), "community_exposed", "void"),
    ("uth", "hand", do.ReportExposed(place="box", index=0), "box_exposed", "void"),
    ("uth", "hand", do.ReportExposed(place="seat1", index=0), "player_exposed", "play_on"),
    ("uth", "hand", do.ReportOther(matter="missed_burn", detail="none was burned"), "missed_burn", "play_on"),
    ("uth", "hand", do.ReportOther(matter="other", detail="a glass fell over"), "other", "play_on"),
    ("letitride", "shoe", do.ReportExposed(place="box", index=2), "box_exposed", "void"),
    ("letitride", "hand", do.ReportExposed(place="seat3", index=2), "player_exposed", "play_on"),
    ("letitride", "hand", do.ReportOther(matter="other", detail="a glass fell over"), "other", "play_on"),
    ("dragon", "hand", do.ReportExposed(place="seat1", index=1), "player_exposed", "play_on"),
    ("dragon", "shoe", do.ReportOther(matter="other", detail="a glass fell over"), "other", "play_on"),
    ("topfive", "hand", do.ReportExposed(place="dealer", index=6), "dealer_exposed", "void"),
    ("topfive", "automated", do.ReportExposed(place="seat1", index=1), "player_exposed", "play_on"),
    ("topfive", "hand", do.ReportDeviceFailure(device="shuffler"), "shuffler_failed", "play_on"),
    ("topfive", "shoe", do.ReportOther(matter="other", detail="a glass fell over"), "other", "play_on"),
]  # fmt: skip


def first_question(game: str, dealing: str, **options: Any) -> Pit:
    pit = in_round(game, dealing, **options)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    return pit


@pytest.mark.parametrize(("game", "dealing", "report", "matter", "default"), UNCOVERED)
def test_x15_asks_for_a_ruling_with_a_default_if_no_clause_applies(
    game: str, dealing: str, report: do.TableCommand, matter: str, default: str
) -> None:
    pit = first_question(game, dealing)
    asked = pit.do(report)[-1]
    assert isinstance(asked, ev.RulingAsked)
    assert (asked.matter, asked.default) == (matter, default)
    assert set(asked.readings) & {"X-15", "X-16"}
    assert not pit.routine()
    assert pit.refused(do.RuleOnIncident(outcome=default, reason="", by="floor")).code == "reason_missing"
    assert (
        pit.refused(do.RuleOnIncident(outcome="halve it", reason="so", by="floor")).code == "no_such_outcome"
    )
    assert pit.refused(do.RuleOnIncident(outcome=default, reason="so", by="dealer")).code == "not_your_role"
    before = pit.fork()
    (ruled,) = pit.do(do.RuleOnIncident(outcome="play_on", reason="no player gained", by="floor:meg"))
    assert isinstance(ruled, ev.Ruled)
    assert (ruled.matter, ruled.by, ruled.reason) == (matter, "floor:meg", "no player gained")
    pit.run()
    assert not pit.of(ev.RoundVoided)
    assert (
        pit.refused(do.RuleOnIncident(outcome="play_on", reason="again", by="floor")).code
        == "no_ruling_asked"
    )
    play_another(pit)
    before.do(do.RuleOnIncident(outcome="void", reason="players could have seen the card", by="floor"))
    (voided,) = before.of(ev.RoundVoided)
    assert voided.reason == "players could have seen the card"
    saved = ("trips",) if matter in ("community_exposed", "box_exposed") and game == "uth" else ()
    assert voided.settles == saved
    if not saved:
        assert worth(before) == before_bets(game, dealing)
    before.run()
    back = [e for e in before.of(ev.WagerSettled) if e.wager not in saved]
    assert all(e.result == "returned" for e in back)
    play_another(before)


@pytest.mark.parametrize("game", GAMES)
def test_x15_pending_ruling_blocks_other_commands(game: str) -> None:
    pit = first_question(game, "hand")
    pit.do(do.ReportOther(matter="other", detail="a glass fell over"))
    tried = 0
    for command in any_command(pit.state):
        if isinstance(command, do.RuleOnIncident):
            continue
        tried += 1
        waits = pit.refused(command)
        assert waits.code == "ruling_due", command
        assert waits.readings == ("X-15",)
    assert tried > 40


@pytest.mark.parametrize("game", GAMES)
def test_x15_a_ruling_request_needs_a_matter_a_description_and_a_round(game: str) -> None:
    pit = first_question(game, "hand")
    for matter in ("wrong_count", "no such matter", ""):
        assert pit.refused(do.ReportOther(matter=matter, detail="x")).code == "no_such_outcome"
    assert pit.refused(do.ReportOther(matter="other", detail=" ")).code == "reason_missing"
    early = bets_down(game).refused(do.ReportOther(matter="other", detail="x"))
    assert early.code == "not_in_play"
    assert pit.refused(do.RuleOnIncident(outcome="void", reason="x", by="floor")).code == "no_ruling_asked"
    assert pit.refused(do.ReportExposed(place="seat2")).code == "no_such_place"
    assert pit.refused(do.ReportExposed(place="seat1", index=9)).code == "no_such_place"
    assert pit.refused(do.ReportExposed(place="seat1", index=-1)).code == "no_such_place"


def test_x15_a_missing_or_exposed_burn_card_needs_a_ruling() -> None:
    pit = in_round("uth", "hand")
    pit.run(
        until=lambda state: isinstance(state.phase, Ask) and state.phase.name == "after the Flop",
        decisions={1: ["check"]},
    )
    fact, asked = pit.fork().do(do.ReportWrongNumber(place="burn", cards=0))
    assert isinstance(fact, ev.WrongNumber)
    assert isinstance(asked, ev.RulingAsked)
    assert (asked.matter, asked.default) == ("missed_burn", "play_on")
    _, asked = pit.do(do.ReportExposed(place="burn"))
    assert isinstance(asked, ev.RulingAsked)
    assert (asked.matter, asked.default) == ("other", "play_on")


def test_x15_uth_premature_board_ruled_void_completes_the_board_for_trips() -> None:
    pit = first_question("uth", "automated", deck=BOARD_FIRST)
    pit.do(do.ReportExposed(place="board", index=3))
    pit.do(do.RuleOnIncident(outcome="void", reason="the turn was seen", by="floor"))
    pit.run()
    trips_settled(pit)


@pytest.mark.parametrize("dealing", ["shoe", "hand"])
@pytest.mark.parametrize("outcome", ["void", "play_on"])
def test_x15_the_floor_rules_on_a_board_card_seen_early_and_trips_is_settled(
    dealing: str, outcome: str
) -> None:
    pit = first_question("uth", dealing, deck=f"{HOLES} {RUN_OUT[dealing]}")
    early = do.ReportExposed(place="board", index=0)
    assert pit.refused(early).code == "cards_not_named"
    for nowhere in (5, 9):
        assert pit.refused(do.ReportExposed(place="board", index=nowhere)).code == "no_such_place"
    foreign = do.ReportExposed(place="board", index=0, card="Zz")  # type: ignore[arg-type]
    assert pit.refused(foreign).code == "card_impossible"
    layout = pit.state.layout
    fact, asked = pit.do(do.ReportExposed(place="board", index=0, card="Ac"))  # type: ignore[arg-type]
    assert isinstance(fact, ev.CardExposed)
    assert (fact.place, fact.index, fact.card) == ("board", 0, "Ac")
    # No clause applies here, only a reading.
    assert (fact.clauses, fact.readings, fact.audience) == ((), ("X-15",), ev.EVERYONE)
    assert isinstance(asked, ev.RulingAsked)
    assert (asked.matter, asked.default) == ("community_exposed", "void")
    assert pit.state.layout == layout  # the card stays the next card
    pit.do(do.RuleOnIncident(outcome=outcome, reason="it was seen", by="floor"))
    pit.run()
    if outcome == "play_on":
        assert not pit.of(ev.RoundVoided)
        return
    (voided,) = pit.of(ev.RoundVoided)
    assert voided.clauses == ("uth/13.F", "uth/13.G")  # applied by analogy
    assert voided.readings == ("X-15", "X-05")
    for back in pit.of(ev.WagerSettled):
        if back.result == "returned":
            assert (back.clauses, back.readings) == (("uth/13.F",), ("X-15", "X-05"))
    trips_settled(pit)
    play_another(pit)


def test_x15_no_board_card_is_premature_before_the_first_cards_are_dealt() -> None:
    pit = in_round("uth", "hand")
    pit.deal(4)
    early = do.ReportExposed(place="board", index=0, card="Ac")  # type: ignore[arg-type]
    assert pit.refused(early).code == "no_such_place"


# A card drawn in error.


@each_game(IDS, "drawn")
@pytest.mark.parametrize("dealing", METHODS)
def test_a_card_drawn_in_error_unseen_stays_the_next_card(game: str, dealing: str) -> None:
    pit = in_round(game, dealing)
    plain = pit.fork()
    before = pit.state
    drawn = pit.one(do.ReportDrawnInError())
    assert drawn.clauses == cited(IDS, game, "drawn")
    assert pit.state == before
    pit.run()
    plain.run()
    assert pit.state == plain.state
    assert pit.refused(do.ReportDrawnInError()).code == "not_in_play"


def test_moments_cover_every_phase_of_a_round() -> None:
    seen = {type(pit.state.phase) for game in GAMES for pit in moments(game, "automated")}
    assert seen == {Collect, Deal, Stub, Ask, Turn, Reveal, Settle, Rack}

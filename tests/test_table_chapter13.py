"""Chapter 13: a scenario for every paragraph of every game, to the cent (X-05, X-06, X-15, X-16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.games.game import Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.state import BETTING, TableState
from tests.pit import Pit, any_command, bets_down, cited, each_game, in_round, play_another, table
from tests.table_help import GAMES, MAIN, METHODS

IDS = {
    "uth": {
        "one": "13.A", "many": "13.B", "late": "13.C", "drawn": "13.D", "number": "13.E", "dealer": "13.F",
        "trips": "13.G", "shuffler": "13.H.1 13.H.2 13.H.3", "idle": "13.H.1", "shoe": "13.I.1 13.I.2 13.I.3",
        "covered": "13.J.1", "marked": "13.J.2",
    },
    "letitride": {
        "one": "13.A", "many": "13.B", "drawn": "13.C", "number": "13.D", "community": "13.E",
        "shuffler": "13.F", "idle": "13.F", "shoe": "13.G", "covered": "13.H.1", "marked": "13.H.2",
    },
    "dragon": {
        "one": "13.A", "many": "13.B", "drawn": "13.C", "number": "13.D", "dealer": "13.E",
        "shuffler": "13.F", "idle": "13.F", "shoe": "13.G", "covered": "13.H.1", "removed": "13.H.2",
        "marked": "13.H.2'2",
    },
    "topfive": {
        "one": "13.A", "many": "13.A", "drawn": "13.B", "number": "13.C", "shuffler": "", "idle": "",
        "shoe": "13.D", "covered": "13.E.1", "marked": "13.E.2",
    },
}  # fmt: skip
FOLDS = {  # seat 1 gives up what it can, seat 3 stays
    "uth": {1: ["check", "check", "fold"]},
    "letitride": {1: ["withdraw", "withdraw"]},
    "dragon": {1: ["fold"]},
    "topfive": {1: ["fold"]},
}


def worth(pit: Pit) -> tuple[dict[str, int], dict[str, Any]]:
    """What the players and the meters have."""
    return dict(pit.state.seating.purses), dict(pit.state.meters)


def before_bets(game: str, dealing: str, **options: Any) -> tuple[dict[str, int], dict[str, Any]]:
    pit = table(game, dealing, **options)
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
    return worth(pit)


def moments(game: str, dealing: str, **options: Any) -> Iterator[Pit]:
    """A round from "no more bets" to its last card racked, at every state on the way."""
    pit = bets_down(game, dealing, **options)
    pit.do(do.CloseBetting())
    left = {seat: list(words) for seat, words in FOLDS[game].items()}
    while pit.state.round.number == 1:
        yield pit.fork()
        phase = pit.state.phase
        if isinstance(phase, Ask):
            seat = pit.state.round.in_play[pit.state.round.cursor]
            word = left[seat].pop(0) if left.get(seat) else phase.choices[-1].name
            pit.do(do.Decide(seat=seat, choice=word))
        elif isinstance(phase, Deal):
            pit.deal_next()
        else:
            assert pit.routine()


def shown(state: TableState) -> bool:
    """Whether a player's hand has been turned over to be settled."""
    return any(place.startswith("seat") for place in state.layout.turned)


def nothing_happened(pit: Pit, game: str, dealing: str, clauses: tuple[str, ...]) -> None:
    """All wagers are back, the meters as they were, and the cards are shuffled before they are used."""
    (voided,) = pit.of(ev.RoundVoided)
    assert voided.clauses == clauses
    assert worth(pit) == before_bets(game, dealing)
    assert not pit.state.bets.wagers
    assert isinstance(pit.state.phase, Rack)
    for settled in pit.of(ev.WagerSettled):
        assert settled.result == "returned"
    pit.do(do.RackCards())
    assert pit.refused(do.Load(deck="red")).code in ("deck_not_ready", "no_such_deck")


# Wrong numbers of cards.


@each_game(IDS, "number")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("more", [-1, 1])
def test_a_wrong_number_of_cards_voids_the_round_at_any_moment_before_a_hand_is_shown(
    game: str, dealing: str, more: int
) -> None:
    voided = 0
    for pit in moments(game, dealing):
        lying = pit.state.layout.cards
        wrong = do.ReportWrongNumber(place="seat3", cards=len(lying.get("seat3", ())) + more)
        if shown(pit.state):
            late = pit.refused(wrong)
            assert late.code == "too_late"
            assert late.readings == ("X-06",)
        elif wrong.cards < 0:
            assert pit.refused(wrong).code == "nothing_wrong"
        else:
            fact = pit.do(wrong)[0]
            assert isinstance(fact, ev.WrongNumber)
            nothing_happened(pit, game, dealing, cited(IDS, game, "number"))
            voided += 1
            if voided % 4 == 0:
                play_another(pit)
    assert voided > 4


PLACES = {
    "uth": {"seat1": 2, "seat3": 2, "dealer": 2, "board": 5, "box": 4},
    "letitride": {"seat1": 3, "seat3": 3, "board": 2, "box": 3},
    "dragon": {"seat1": 3, "seat3": 3, "dealer": 3},
    "topfive": {"seat1": 7, "seat3": 7, "dealer": 7},  # the dealer too (T-09)
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
def test_a_wrong_number_anywhere_player_dealer_board_or_box(
    game: str, dealing: str, place: str, right: int
) -> None:
    pit = in_round(game, dealing)
    pit.run(until=lambda state: isinstance(state.phase, Reveal | Settle))
    assert pit.refused(do.ReportWrongNumber(place=place, cards=right)).code == "nothing_wrong"
    for wrong in (0, right - 1, right + 1):
        other = pit.fork()
        other.do(do.ReportWrongNumber(place=place, cards=wrong))
        assert worth(other) == before_bets(game, dealing)
        play_another(other)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_number_is_told_of_a_place_that_has_cards_in_a_round(game: str) -> None:
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
    pit.run(until=lambda state: 1 in state.round.folded, decisions=FOLDS[game])
    right = PLACES[game]["seat1"]
    assert "seat1" not in pit.state.layout.cards
    assert pit.refused(do.ReportWrongNumber(place="seat1", cards=right)).code == "nothing_wrong"
    pit.do(do.ReportWrongNumber(place="seat1", cards=right + 1))
    assert worth(pit) == before_bets(game, "hand", submission={})


# Folds, withdrawals, banked chips and meters.


@each_game(IDS, "number")
@pytest.mark.parametrize("dealing", METHODS)
def test_a_void_round_never_happened_folds_and_banked_chips_come_back_once(game: str, dealing: str) -> None:
    pit = in_round(game, dealing)
    pit.run(until=lambda state: isinstance(state.phase, Reveal | Settle), decisions=FOLDS[game])
    taken = [event for event in pit.of(ev.WagerSettled) if event.result == "lose"]
    withdrawn = [event for event in pit.of(ev.WagerSettled) if event.result == "returned"]
    assert taken or withdrawn
    grown = pit.of(ev.MeterGrew)
    assert bool(grown) is (game in ("uth", "letitride"))
    told = pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    back = [event for event in told if isinstance(event, ev.WagerSettled)]
    for event in taken:  # what a fold cost comes out of the tray again
        (undone,) = [e for e in back if (e.seat, e.wager) == (event.seat, event.wager)]
        assert (undone.returned, undone.banked) == (event.staked, True)
        assert "X-06" in undone.readings
    for event in withdrawn:  # a bet withdrawn is not there to be returned
        assert not [e for e in back if (e.seat, e.wager) == (event.seat, event.wager)]
    for event in back:
        assert event.banked is (event.wager in ("progressive", "five_card") or event.seat in {
            e.seat for e in taken if e.wager == event.wager
        })  # fmt: skip
    placed = {(e.seat, e.wager) for e in pit.of(ev.WagerPlaced)}
    assert {(e.seat, e.wager) for e in back} | {(e.seat, e.wager) for e in withdrawn} == placed
    assert len(pit.of(ev.MeterReversed)) == len(grown)
    assert worth(pit) == before_bets(game, dealing)
    play_another(pit)


@pytest.mark.parametrize("game", GAMES)
def test_a_void_round_is_not_void_twice(game: str) -> None:
    pit = in_round(game, "automated")
    pit.run(until=lambda state: isinstance(state.phase, Reveal | Settle), decisions=FOLDS[game])
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    before = worth(pit)
    for again in (
        do.ReportWrongNumber(place="seat3", cards=1),
        do.ReportExposed(place="seat3"),
        do.ReportDrawnInError(),
        do.ReportDeviceFailure(device="shoe"),
        do.ReportDeviceFailure(device="shuffler"),
        do.ReportOther(matter="other", detail="something else"),
        do.DeclareAbandoned(seat=3, reason="left", by="floor"),
    ):
        assert pit.refused(again).code == "too_late"
    assert worth(pit) == before == before_bets(game, "automated")
    play_another(pit)


@pytest.mark.parametrize("game", ["uth", "dragon", "topfive"])
def test_a_corrected_fold_is_made_good_only_for_the_rest(game: str) -> None:
    pit = in_round(game)
    pit.run(until=lambda state: isinstance(state.phase, Reveal), decisions=FOLDS[game])
    pit.do(do.CorrectSettlement(round=1, seat=1, wager="ante", returned=400, reason="half", by="floor"))
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    assert worth(pit) == before_bets(game, "hand")


# Cards found face up.


@each_game(IDS, "one", games=("uth", "letitride", "dragon"))
@pytest.mark.parametrize("dealing", METHODS)
def test_one_card_found_face_up_is_thrown_away_and_play_goes_on(game: str, dealing: str) -> None:
    tried = 0
    for pit in moments(game, dealing):
        if not isinstance(pit.state.phase, Deal):
            refused = pit.refused(do.ReportFaceUp(cards=(None,)))
            assert refused.code == "too_late"
            continue
        (card,) = pit.driver.source.draw(1)
        found = pit.one(do.ReportFaceUp(cards=(card,)))
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
    found, *_ = pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(1)))
    assert isinstance(found, ev.FaceUpFound)
    nothing_happened(pit, game, dealing, cited(IDS, game, "one"))
    play_another(pit)


@each_game(IDS, "many")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("together", [True, False])
def test_several_cards_found_face_up_void_the_round(game: str, dealing: str, together: bool) -> None:
    pit = in_round(game, dealing)
    if together or game == "topfive":
        pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(3)))
    else:
        pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(1)))
        pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(1)))
    nothing_happened(pit, game, dealing, cited(IDS, game, "many"))
    play_another(pit)


@pytest.mark.parametrize("game", GAMES)
def test_a_face_up_card_is_one_of_the_deck_and_none_is_none(game: str) -> None:
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


# Ultimate Texas Hold 'Em settles Trips on a completed board (13.C, 13.G).

# box, then seats 1 and 3 and the dealer twice round; burns and the board follow
HOLES = "2c 3c 4c 5c As Kd 9h Ad Qd 8h"
TRIPS_ONLY = {"paytables": {"blind": "A", "trips": "A", "six_card": "A"}}
UP = {("shoe", "flop"): "7h 6h Ac 7d 6d 4s 3s", ("hand", "flop"): "7h 6h 7s Ac 7d 6d 5s 4s 3s"}
UP |= {("shoe", "river"): "Ac 7d 6d 7h 6h 4s 3s", ("hand", "river"): "7s Ac 7d 6d 7h 6h 5s 4s 3s"}


def trips_settled(pit: Pit) -> None:
    """Seat 1 holds three aces, seat 3 nothing; the rest is back."""
    before = 1_000_000
    assert pit.state.round.number == 2
    assert dict(pit.state.seating.purses) == {"p1": before + 1500, "p3": before - 500}
    one, three = (e for e in pit.of(ev.WagerSettled) if e.wager == "trips")
    assert {(one.seat, one.result, one.returned), (three.seat, three.result, three.returned)} == {
        (1, "win", 2000),  # three of a kind, 3 to 1
        (3, "lose", 0),
    }
    assert not pit.of(ev.DealerRevealed)
    rest = [e for e in pit.of(ev.WagerSettled) if e.wager != "trips"]
    assert {e.result for e in rest if e.result != "lose"} == {"returned"}
    board = dict(pit.state.layout.rack)["board"]
    assert board == ("Ac", "7d", "6d", "4s", "3s")


@pytest.mark.clause("uth/13.C")
@pytest.mark.parametrize("dealing", ["shoe", "hand"])
@pytest.mark.parametrize("when", ["flop", "river"])
@pytest.mark.parametrize("together", [True, False])
def test_uth_13_C_found_after_the_hole_cards_the_board_is_run_and_trips_settled(
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
    found = pit.driver.source.draw(2)
    if together:
        told = pit.do(do.ReportFaceUp(cards=found))
    else:
        pit.do(do.ReportFaceUp(cards=found[:1]))
        told = pit.do(do.ReportFaceUp(cards=found[1:]))
    voided = told[-1]
    assert isinstance(voided, ev.RoundVoided)
    assert voided.settles == ("trips",)
    assert voided.clauses == ("uth/13.B", "uth/13.C")
    pit.run()
    trips_settled(pit)
    play_another(pit)


@pytest.mark.clause("uth/13.C")
def test_uth_13_C_before_the_hole_cards_are_out_trips_goes_back_too() -> None:
    pit = in_round("uth", "hand")
    pit.deal(4)
    pit.deal(3)
    pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(2)))
    nothing_happened(pit, "uth", "hand", ("uth/13.B",))


@pytest.mark.clause("uth/13.B", "uth/13.C")
def test_uth_13_C_without_a_trips_wager_there_is_nothing_to_run_the_board_for() -> None:
    pit = table("uth", "hand")
    pit.seat(1, "p1")
    pit.bet(1, MAIN["uth"])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(2)))
    assert isinstance(pit.state.phase, Rack)
    assert pit.of(ev.RoundVoided)[0].settles == ()
    assert pit.state.seating.purses == {"p1": 1_000_000}


@pytest.mark.clause("uth/13.C", "uth/13.E")
def test_uth_13_C_a_void_round_spoiled_again_returns_trips_as_well() -> None:
    pit = in_round("uth", "hand")
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(2)))
    pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(1)))  # thrown away like the others
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
    pit.do(do.ReportFaceUp(cards=pit.driver.source.draw(2)))
    pit.run(until=lambda state: isinstance(state.phase, Stub))
    pit.do(do.CountStub(cards=0), do.Recount(total=52, misdealt=True))
    assert worth(pit) == before_bets("uth", "hand")


# Cards exposed.

GONE_ON = {  # decisions up to each question
    "before the Flop": {},
    "after the Flop": {1: ["check"], 3: ["4x"]},
    "after the last two cards": {1: ["check", "check"], 3: ["4x"]},
}
RUN_OUT = {"shoe": "Ac 7d 6d 4s 3s", "hand": "7s Ac 7d 6d 5s 4s 3s"}
BOARD_FIRST = "2c 3c 4c 5c Ac 7d 6d 4s 3s 9h 8h As Ad Kd Qd"  # automated: box, board, dealer, players


@pytest.mark.clause("uth/13.F", "uth/13.G")
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("question", GONE_ON)
def test_uth_13_F_G_the_dealers_card_seen_early_voids_all_but_trips(dealing: str, question: str) -> None:
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
def test_uth_13_F_a_folders_ante_and_blind_come_back_and_his_trips_is_settled() -> None:
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
def test_uth_13_F_is_over_once_every_player_has_folded_or_placed_a_play_wager(dealing: str) -> None:
    pit = in_round("uth", dealing)
    pit.run(until=lambda state: isinstance(state.phase, Reveal))
    (fact,) = pit.do(do.ReportExposed(place="dealer", index=0))
    assert isinstance(fact, ev.CardExposed)
    pit.run(until=lambda state: isinstance(state.phase, Settle))
    late = pit.refused(do.ReportExposed(place="dealer", index=0))
    assert late.code == "too_late"
    pit.run()
    assert not pit.of(ev.RoundVoided)


@pytest.mark.clause("uth/13.G")
def test_uth_13_G_a_void_round_pays_no_envy_and_no_progressive() -> None:
    # Seat 1 makes a straight flush with the Flop.
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
    assert (won.seat, won.wager, won.returned) == (1, "trips", 500 * 41)  # straight flush, 40 to 1
    assert pit.state.meters == table("uth", "hand").state.meters
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
            nothing_happened(pit, game, dealing, cited(IDS, game, "dealer"))
            voided += 1
    assert voided > 2  # the moment before the reveal, when all have decided, among them


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
                nothing_happened(other, game, dealing, cited(IDS, game, "community"))
                voided += 1
    assert voided > 2


# What no clause covers: a floorperson rules, the default is offered.

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
def test_x15_what_no_clause_covers_asks_for_a_ruling_and_offers_the_default(
    game: str, dealing: str, report: do.Command, matter: str, default: str
) -> None:
    pit = first_question(game, dealing)
    asked = pit.do(report)[-1]
    assert isinstance(asked, ev.RulingAsked)
    assert (asked.matter, asked.default) == (matter, default)
    assert set(asked.readings) & {"X-15", "X-16"}
    assert not pit.routine()
    assert pit.refused(do.Rule(outcome=default, reason="", by="floor")).code == "reason_missing"
    assert pit.refused(do.Rule(outcome="halve it", reason="so", by="floor")).code == "no_such_outcome"
    assert pit.refused(do.Rule(outcome=default, reason="so", by="dealer")).code == "not_your_role"
    before = pit.fork()
    (ruled,) = pit.do(do.Rule(outcome="play_on", reason="nobody gained by it", by="floor:meg"))
    assert isinstance(ruled, ev.Ruled)
    assert (ruled.matter, ruled.by, ruled.reason) == (matter, "floor:meg", "nobody gained by it")
    pit.run()
    assert not pit.of(ev.RoundVoided)
    assert pit.refused(do.Rule(outcome="play_on", reason="again", by="floor")).code == "no_ruling_asked"
    play_another(pit)
    before.do(do.Rule(outcome="void", reason="it could have been seen", by="floor"))
    (voided,) = before.of(ev.RoundVoided)
    assert voided.reason == "it could have been seen"
    saved = ("trips",) if matter in ("community_exposed", "box_exposed") and game == "uth" else ()
    assert voided.settles == saved
    if not saved:
        assert worth(before) == before_bets(game, dealing)
    before.run()
    back = [e for e in before.of(ev.WagerSettled) if e.wager not in saved]
    assert all(e.result == "returned" for e in back)
    play_another(before)


@pytest.mark.parametrize("game", GAMES)
def test_x15_while_a_ruling_is_due_everything_else_waits(game: str) -> None:
    pit = first_question(game, "hand")
    pit.do(do.ReportOther(matter="other", detail="a glass fell over"))
    tried = 0
    for command in any_command(pit.state):
        if isinstance(command, do.Rule):
            continue
        tried += 1
        waits = pit.refused(command)
        assert waits.code == "ruling_due", command
        assert waits.readings == ("X-15",)
    assert tried > 40


@pytest.mark.parametrize("game", GAMES)
def test_x15_a_matter_for_a_ruling_is_named_described_and_of_a_round(game: str) -> None:
    pit = first_question(game, "hand")
    for matter in ("wrong_count", "no such matter", ""):
        assert pit.refused(do.ReportOther(matter=matter, detail="x")).code == "no_such_outcome"
    assert pit.refused(do.ReportOther(matter="other", detail=" ")).code == "reason_missing"
    early = bets_down(game).refused(do.ReportOther(matter="other", detail="x"))
    assert early.code == "not_in_play"
    assert pit.refused(do.Rule(outcome="void", reason="x", by="floor")).code == "no_ruling_asked"
    assert pit.refused(do.ReportExposed(place="seat2")).code == "no_such_place"
    assert pit.refused(do.ReportExposed(place="seat1", index=9)).code == "no_such_place"
    assert pit.refused(do.ReportExposed(place="seat1", index=-1)).code == "no_such_place"
    real = pit.state.layout.cards["seat1"][0]
    other = next(card for card in pit.state.game.deck.order if card != real)
    assert pit.refused(do.ReportExposed(place="seat1", index=0, card=other)).code == "card_impossible"


def test_x15_a_burn_too_few_or_seen_is_a_matter_for_a_ruling() -> None:
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


def test_x15_uth_premature_board_ruled_void_runs_the_board_for_trips() -> None:
    pit = first_question("uth", "automated", deck=BOARD_FIRST)
    pit.do(do.ReportExposed(place="board", index=3))
    pit.do(do.Rule(outcome="void", reason="the turn was seen", by="floor"))
    pit.run()
    trips_settled(pit)


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


# Devices.


@each_game(IDS, "shoe")
def test_a_failure_of_the_dealing_shoe_voids_the_round_at_any_moment(game: str) -> None:
    failure = do.ReportDeviceFailure(device="shoe")
    voided = 0
    for pit in moments(game, "automated"):
        if shown(pit.state):
            assert pit.refused(failure).code == "too_late"
            continue
        failed = pit.do(failure)[0]
        assert isinstance(failed, ev.DeviceFailed)
        assert failed.clauses == cited(IDS, game, "shoe")
        nothing_happened(pit, game, "automated", cited(IDS, game, "shoe"))
        voided += 1
        if voided % 4 == 0:
            play_another(pit)
    assert voided > 4
    assert bets_down(game, "automated").refused(failure).code == "not_in_play"
    for dealing in ("shoe", "hand"):  # only an automated one can fail
        assert in_round(game, dealing).refused(failure).code == "no_such_device"


@each_game(IDS, "shuffler", games=("uth",))
@pytest.mark.parametrize("dealing", METHODS)
def test_uth_13_H_a_jam_of_the_deck_in_play_returns_all_wagers(game: str, dealing: str) -> None:
    failure = do.ReportDeviceFailure(device="shuffler")
    for number, pit in enumerate(moments(game, dealing)):
        if shown(pit.state):
            assert pit.refused(failure).code == "too_late"
            continue
        failed = pit.do(failure)[0]
        assert failed.clauses == cited(IDS, game, "shuffler")
        assert failed.readings == ("X-16",)
        nothing_happened(pit, game, dealing, cited(IDS, game, "shuffler"))
        if number % 5 == 0:
            play_another(pit)


@each_game(IDS, "shuffler", games=("uth",))
def test_uth_13_H_a_jam_before_the_deal_gives_chips_back_and_the_cards_are_shuffled_again(game: str) -> None:
    pit = bets_down(game)
    told = pit.do(do.ReportDeviceFailure(device="shuffler"))
    assert {type(event) for event in told} == {ev.DeviceFailed, ev.WagerTakenBack}
    assert worth(pit) == before_bets(game, "hand")
    assert pit.state.care.loaded is None
    assert pit.refused(do.Load(deck="red")).code == "deck_not_ready"
    shuffled = pit.one(do.Shuffle(deck="red", counted=52))
    assert "uth/13.H.1" in shuffled.clauses
    play_another(pit)


@each_game(IDS, "shuffler", games=("letitride", "dragon"))
@pytest.mark.parametrize("dealing", METHODS)
def test_elsewhere_a_jam_means_a_new_shuffle_and_the_round_stands(game: str, dealing: str) -> None:
    failure = do.ReportDeviceFailure(device="shuffler")
    betting = bets_down(game, dealing)
    failed = betting.one(failure)
    assert failed.clauses == cited(IDS, game, "shuffler")
    assert failed.decks == ("red",)
    assert betting.refused(do.Load(deck="red")).code == "deck_not_ready"
    shuffled = betting.one(do.Shuffle(deck="red", counted=len(betting.state.game.deck.order)))
    assert set(cited(IDS, game, "shuffler")) <= set(shuffled.clauses)
    for pit in moments(game, dealing):
        if shown(pit.state):
            continue
        dealt = bool(pit.state.layout.cards)
        failed = pit.one(failure)
        assert failed.decks == (() if dealt else ("red",))
        assert (pit.state.care.loaded is None) is not dealt
        pit.run()  # shuffled again first, if no card was out
        assert not pit.of(ev.RoundVoided)
        assert pit.state.round.number == 2


@each_game(IDS, "idle", games=("uth", "letitride", "dragon"))
def test_x16_a_jam_of_the_idle_deck_leaves_the_round_alone(game: str) -> None:
    pit = in_round(game, decks=2)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    assert pit.state.care.packs["blue"].stage == "ready"
    failed = pit.one(do.ReportDeviceFailure(device="shuffler", idle_deck=True))
    assert failed.clauses == cited(IDS, game, "idle")
    assert failed.decks == ("blue",)
    assert pit.state.care.packs["blue"].stage == "jammed"
    assert pit.state.care.loaded == "red"
    pit.run(until=lambda state: state.round.number == 2)
    assert not pit.of(ev.RoundVoided)
    assert pit.refused(do.Load(deck="blue")).code == "deck_not_ready"
    play_another(pit)
    assert pit.of(ev.DeckShuffled)


@pytest.mark.parametrize("idle", [False, True])
def test_x16_topfive_has_no_rule_for_a_jam_so_the_floor_rules_on_the_deck_in_play(idle: bool) -> None:
    betting = bets_down("topfive")
    assert betting.one(do.ReportDeviceFailure(device="shuffler", idle_deck=idle)).readings == ("X-16", "T-20")
    pit = in_round("topfive", decks=2)
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    told = pit.do(do.ReportDeviceFailure(device="shuffler", idle_deck=idle))
    assert [type(event) for event in told[1:]] == ([] if idle else [ev.RulingAsked])


@pytest.mark.parametrize("game", GAMES)
def test_a_device_that_is_not_there_does_not_fail(game: str) -> None:
    pit = in_round(game, "shoe", shuffler="none")
    for device in ("shuffler", "shoe", "coffee machine"):
        assert pit.refused(do.ReportDeviceFailure(device=device)).code == "no_such_device"
        assert pit.refused(do.HandleDevice(device=device, how="covered")).code == "no_such_device"


WAYS = [(game, way) for game in GAMES for way in ("covered", "removed", "marked") if way in IDS[game]]


@pytest.mark.parametrize(
    ("game", "way"),
    [pytest.param(g, way, marks=pytest.mark.clause(*cited(IDS, g, way))) for g, way in WAYS],
)
def test_a_dead_shuffler_is_put_aside_before_another_way_of_shuffling(game: str, way: str) -> None:
    pit = table(game, "shoe")
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    ways = {c for w in ("covered", "removed", "marked") if w in IDS[game] for c in cited(IDS, game, w)}
    assert pit.state.care.packs["red"].stage == "jammed"
    size = len(pit.state.game.deck.order)
    assert pit.refused(do.Shuffle(deck="red", counted=size)).code == "device_out_of_order"
    for other in (
        do.Shuffle(deck="red", by_machine=False),
        do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"),
    ):
        uncovered = pit.refused(other)
        assert uncovered.code == "device_uncovered"
        assert set(uncovered.clauses) == ways
    assert not pit.routine()
    assert pit.refused(do.HandleDevice(device="shuffler", how="kicked")).code == "no_such_outcome"
    handled = pit.one(do.HandleDevice(device="shuffler", how=way))
    assert handled.clauses == cited(IDS, game, way)
    switched = pit.fork()
    pit.do(do.Shuffle(deck="red", by_machine=False), do.Cut(deck="red", depth=30), do.Load(deck="red"))
    play_another(pit)
    assert not [e for e in pit.of(ev.DeckShuffled) if e.by_machine]
    event = switched.one(do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"))
    assert set(cited(IDS, game, way)) <= set(event.clauses)
    play_another(switched)
    again = switched.refused(do.SwitchMethod(dealing="hand", shuffler="plain", by="floor"))
    assert again.code == "device_out_of_order"
    switched.do(do.HandleDevice(device="shuffler", how="repaired"))
    switched.do(do.SwitchMethod(dealing="hand", shuffler="plain", by="floor"))
    play_another(switched)


@each_game(IDS, "covered", "marked")
def test_a_dead_dealing_shoe_is_put_aside_before_another_way_of_dealing(game: str) -> None:
    pit = in_round(game, "automated")
    pit.do(do.ReportDeviceFailure(device="shoe", dead=True))
    pit.run(until=lambda state: state.round.phase == BETTING)
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    assert pit.refused(do.Load(deck="red")).code == "device_out_of_order"
    assert pit.refused(do.ReportDeviceFailure(device="shoe")).code == "device_out_of_order"
    by_hand = do.SwitchMethod(dealing="hand", shuffler="counting", by="floor")
    assert pit.refused(by_hand).code == "device_uncovered"
    assert not pit.routine()
    pit.do(do.HandleDevice(device="shoe", how="covered"))
    pit.do(do.HandleDevice(device="shoe", how="marked"))
    assert pit.refused(do.Load(deck="red")).code == "device_out_of_order"
    pit.do(by_hand)
    play_another(pit)
    assert pit.state.rules.dealing == "hand"


@each_game(IDS, "covered")
def test_hand_dealing_and_two_decks_cannot_go_on_without_the_shuffler(game: str) -> None:
    pit = table(game, "hand", decks=2)
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
    pit.do(do.ReportDeviceFailure(device="shuffler", dead=True))
    pit.do(do.HandleDevice(device="shuffler", how="covered"))
    assert not pit.routine()
    needed = pit.refused(do.Shuffle(deck="red", by_machine=False))
    assert needed.code == "machine_needed"
    assert needed.clauses == (f"{game}/9.A.1",)
    assert pit.refused(do.SwitchMethod(dealing="hand", shuffler="none", by="floor")).code == "machine_needed"
    two = pit.refused(do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"))
    assert two.code == "no_shuffler"
    assert two.clauses == (f"{game}/3.B",)
    pit.do(do.RemoveDeck(deck="blue", reason="no shuffler for two"))
    pit.do(do.SwitchMethod(dealing="shoe", shuffler="none", by="floor"))
    play_another(pit)
    assert pit.refused(do.ReceiveDecks(backs=("blue",))).code == "too_many_decks"


@pytest.mark.parametrize("game", GAMES)
def test_another_method_waits_for_an_empty_layout_and_is_a_method(game: str) -> None:
    pit = table(game, "shoe", submission={})
    pit.seat(1, "ann")
    to_hand = do.SwitchMethod(dealing="hand", shuffler="counting", by="floor")
    assert pit.refused(do.SwitchMethod(dealing="hand", shuffler="counting", by="dealer")).code == (
        "not_your_role"
    )
    for dealing, shuffler in (("thrown", "none"), ("shoe", "blender")):
        odd = do.SwitchMethod(dealing=dealing, shuffler=shuffler, by="floor")
        assert pit.refused(odd).code == "no_such_outcome"
    pit.bet(1, MAIN[game])
    assert pit.refused(to_hand).code == "round_open"
    pit.do(do.CloseBetting())
    assert pit.refused(to_hand).code == "round_open"


@pytest.mark.parametrize("game", GAMES)
def test_cards_shuffled_and_cut_by_a_person_are_not_dealt_by_hand_after_a_switch(game: str) -> None:
    pit = table(game, "shoe", shuffler="none", submission={})
    pit.seat(1, "ann")
    pit.do(do.OrderShuffle(deck="red", reason="x", by="floor"), do.Shuffle(deck="red", by_machine=False))
    pit.do(do.Cut(deck="red", depth=10), do.Load(deck="red"))
    pit.do(do.SwitchMethod(dealing="hand", shuffler="plain", by="floor"))
    assert pit.state.care.loaded is None
    assert pit.refused(do.Load(deck="red")).code == "deck_not_ready"
    shuffled = pit.one(do.Shuffle(deck="red"))
    assert f"{game}/9.A.1" in shuffled.clauses
    play_another(pit)


def test_every_phase_of_a_round_was_among_the_moments() -> None:
    seen = {type(pit.state.phase) for game in GAMES for pit in moments(game, "automated")}
    assert seen == {Collect, Deal, Stub, Ask, Turn, Reveal, Settle, Rack}

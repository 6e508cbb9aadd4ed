"""Test that the dealer corrects only their own last entry, and only until the next act (N-35)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.cards import Card
from croupier.games.game import Ask, Reveal, Settle, Turn
from croupier.records.transcript import say
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.sources import LiveCards
from croupier.table.machine import step
from tests.helpers import now
from tests.helpers.pit import Felt, Pit, bets_down, in_round
from tests.helpers.table_help import GAMES, MAIN
from tests.table.test_live import by_hand, shuffled, unseen_card

replace = msgspec.structs.replace
DEALER = "dealer:dee"
STAYS = {"uth": ["4x"], "letitride": ["ride", "ride"], "dragon": ["play"], "topfive": ["play"]}


def live(
    game: str, until: type, decisions: dict[int, list[str]] | None = None, dealing: str = "shoe"
) -> tuple[Pit, Felt]:
    """Play a round with real cards until a phase of this kind."""
    pit = in_round(game, dealing, source=LiveCards())
    felt = Felt(shuffled(game, game))
    words = decisions or {seat: list(STAYS[game]) for seat in (1, 3)}
    for state in by_hand(pit, felt, words):
        if isinstance(state.phase, until):
            break
    return pit, felt


def keyed(pit: Pit, **what: Any) -> do.CorrectKeying:
    return do.CorrectKeying(round=pit.state.round.number, by=DEALER, **what)


def renamed(pit: Pit, place: str, index: int, card: Card) -> do.CorrectKeying:
    return keyed(pit, cards=(do.CardName(place, index, card),))


# Names of cards.


def flop(dealing: str) -> tuple[Pit, Felt]:
    """Return a round of Ultimate Texas Hold 'Em whose first three cards of the board are named."""
    pit, felt = live("uth", Ask, dealing=dealing)
    for _ in by_hand(pit, felt, {1: ["check"], 3: ["check"]}):
        if pit.state.layout.turned.get("board"):
            break
    return pit, felt


@pytest.mark.parametrize("dealing", ["hand", "shoe", "automated"])
def test_n35_a_flop_is_renamed_however_it_is_dealt(dealing: str) -> None:
    pit, felt = flop(dealing)
    right = unseen_card(pit)
    assert isinstance(pit.state.phase, Ask) and felt.places["board"][2] != right
    pit.fork().do(renamed(pit, "board", 2, right))
    for place, index in (("board", 3), ("seat1", 0), ("dealer", 0), ("burn", 0), ("nowhere", 0)):
        assert pit.refused(renamed(pit, place, index, right)).code in ("too_late", "nothing_to_name"), place
    pit.do(now.decide(seat=1, choice="check"))
    assert pit.refused(renamed(pit, "board", 2, right)).code == "too_late"


@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_n35_a_turned_card_is_renamed_until_the_next_decision(game: str) -> None:
    words = {seat: ["check"] if game == "uth" else ["ride"] for seat in (1, 3)}
    pit, felt = live(game, Turn, words, "automated")
    phase = pit.state.phase
    assert isinstance(phase, Turn)
    felt.turn(pit)
    right, was = unseen_card(pit), felt.places[phase.place][phase.first]
    (corrected,) = pit.fork().do(renamed(pit, phase.place, phase.first, right))
    assert isinstance(corrected, ev.NamingCorrected)
    assert (corrected.was, corrected.card, corrected.by) == (was, right, DEALER)
    assert (corrected.reason, corrected.readings) == ("entered wrongly", ("N-35",))
    assert corrected.audience == ev.EVERYONE
    assert "corrected" in say(corrected) and "entered wrongly" in say(corrected)
    same = pit.refused(renamed(pit, phase.place, phase.first, was))
    assert (same.code, same.readings) == ("nothing_wrong", ("N-35",))
    taken = felt.places[phase.place][phase.first + 1] if phase.count > 1 else None
    if taken is not None:
        assert pit.refused(renamed(pit, phase.place, phase.first, taken)).code == "card_twice"
    assert isinstance(pit.state.phase, Ask)
    seat = pit.state.round.in_play[pit.state.round.cursor]
    pit.do(now.decide(seat=seat, choice=pit.state.phase.choices[-1].name))
    late = pit.refused(renamed(pit, phase.place, phase.first, right))
    assert (late.code, late.readings) == ("too_late", ("N-35",)) and "floorperson" in late.remedy
    pit.do(
        do.CorrectNaming(place=phase.place, index=phase.first, card=right, reason="misread", by="floor:meg")
    )


@pytest.mark.parametrize("game", ["uth", "dragon", "topfive"])
def test_n35_the_dealers_hand_is_renamed_until_the_first_settlement(game: str) -> None:
    pit, felt = live(game, Reveal)
    felt.name(pit, "dealer")
    right, was = unseen_card(pit), felt.places["dealer"][0]
    assert any(isinstance(e, ev.NamingCorrected) for e in pit.fork().do(renamed(pit, "dealer", 0, right)))
    for place in felt.places:
        if place == "box":
            felt.name(pit, place)
    pit.do(do.RevealDealer())
    again = pit.fork().do(renamed(pit, "dealer", 0, right))  # the dealer's hand is announced again
    assert [type(event) for event in again] == [ev.NamingCorrected, ev.DealerRevealed]
    seat = pit.state.round.order[pit.state.round.cursor]
    felt.name(pit, f"seat{seat}")
    pit.fork().do(renamed(pit, f"seat{seat}", 0, right))
    pit.do(do.SettleSeat(seat=seat))
    for place in ("dealer", f"seat{seat}"):
        assert pit.refused(renamed(pit, place, 0, right)).code == "too_late", place
    assert was in pit.state.layout.cards["dealer"]


def test_n35_a_hand_that_waits_for_its_jackpot_belongs_to_the_floor() -> None:
    from tests.table.test_live import jackpot_misnamed

    pit = jackpot_misnamed("Ad Ks", "As Ks")
    pit.fork().do(renamed(pit, "seat1", 0, Card("Ad")))
    pit.do(do.SettleSeat(seat=1))
    assert pit.state.round.awaiting == "validation"
    assert pit.refused(renamed(pit, "seat1", 0, Card("Ad"))).code == "too_late"


def test_n35_a_players_earlier_decision_protects_the_cards_it_was_based_on() -> None:
    """Once a player has decided after the Flop, its cards stay as named, even while later cards are named."""
    pit, felt = flop("automated")
    for seat in (1, 3):
        pit.do(now.decide(seat=seat, choice="check"))
    while isinstance(pit.state.phase, Turn):
        felt.turn(pit)
    right = unseen_card(pit)
    pit.fork().do(renamed(pit, "board", 4, right))
    assert pit.refused(renamed(pit, "board", 0, right)).code == "too_late"


def test_n35_no_name_is_corrected_after_the_round() -> None:
    pit, felt = live("dragon", Settle)
    for _ in by_hand(pit, felt, {}):
        pass
    old = replace(renamed(pit, "dealer", 0, unseen_card(pit)), round=pit.state.round.number - 1)
    assert pit.refused(old).code == "stale"
    assert pit.refused(replace(old, round=pit.state.round.number)).code in ("too_late", "nothing_wrong")


# Decisions.

OTHER = {"uth": "4x", "letitride": "ride", "dragon": "fold", "topfive": "fold"}


def decision(pit: Pit, seat: int, choice: str) -> do.CorrectKeying:
    return keyed(pit, seat=seat, question=pit.state.round.answers[-1].question, choice=choice)


@pytest.mark.parametrize("game", GAMES)
def test_n35_only_the_last_decision_is_corrected_and_only_before_the_next_card(game: str) -> None:
    pit, felt = live(game, Ask)
    phase = pit.state.phase
    assert isinstance(phase, Ask)
    purses = dict(pit.state.seating.purses)
    pit.do(now.decide(seat=1, choice=phase.choices[-1].name))
    corrected, *rest = pit.fork().do(decision(pit, 1, OTHER[game]))
    assert isinstance(corrected, ev.DecisionCorrected)
    assert (corrected.by, corrected.readings) == (DEALER, ("X-15", "N-35"))
    assert rest
    same = pit.refused(decision(pit, 1, phase.choices[-1].name))
    assert same.code == "nothing_wrong"
    pit.do(now.decide(seat=3, choice=phase.choices[-1].name))
    late = pit.refused(replace(decision(pit, 3, OTHER[game]), seat=1))
    assert (late.code, late.readings) == ("too_late", ("N-35",))
    pit.fork().do(decision(pit, 3, OTHER[game]))
    last = decision(pit, 3, OTHER[game])
    for state in by_hand(pit, felt, {}):
        if not state.round.answers or isinstance(state.phase, Settle):
            break
    assert pit.refused(last).code in ("too_late", "stale")
    assert {*purses} == {*pit.state.seating.purses}


def test_n35_a_corrected_fold_gives_back_the_chips_and_the_cards() -> None:
    pit, _ = live("topfive", Ask)
    pit.do(now.decide(seat=1, choice="fold"))
    right = pit.fork()
    right.do(decision(pit, 1, "play"))
    other, _ = live("topfive", Ask)
    other.do(now.decide(seat=1, choice="play"))
    assert right.state.bets.wagers == other.state.bets.wagers
    assert right.state.seating.purses == other.state.seating.purses


def test_n35_no_decision_is_corrected_once_the_dealers_cards_are_known() -> None:
    pit, felt = live("topfive", Reveal)
    last = decision(pit, 3, "fold")
    pit.fork().do(last)
    felt.name(pit, "dealer")
    assert pit.refused(last).code == "too_late"


# Bets.


@pytest.mark.parametrize("game", GAMES)
def test_n35_entered_bets_are_corrected_until_no_more_bets(game: str) -> None:
    pit = bets_down(game, seats=(1,))
    main = {name: 100 * dollars for name, dollars in MAIN[game].items()}
    before = pit.state.bets.wagers[1]
    purse = pit.state.seating.purses["p1"]
    none = pit.fork()
    told = none.do(keyed(pit, seat=1, wagers={}))
    assert {type(event) for event in told} == {ev.WagerTakenBack}
    assert all(event.by == DEALER and event.readings == ("N-35",) for event in told)  # type: ignore[attr-defined]
    assert all(event.marked == "correction" for event in told)
    assert "entered wrongly, removed by" in say(told[0])
    assert none.state.seating.purses["p1"] == purse + sum(before.values())
    assert 1 not in none.state.bets.wagers
    fewer = pit.fork()
    fewer.do(keyed(pit, seat=1, wagers=main))
    assert fewer.state.bets.wagers[1] == main
    assert pit.refused(keyed(pit, seat=1, wagers=before)).code == "nothing_wrong"
    assert pit.refused(keyed(pit, seat=2, wagers={})).code == "seat_empty"
    assert pit.refused(keyed(pit, seat=1, wagers={"roulette": 500})).code == "no_such_wager"
    first = next(iter(main))
    assert pit.refused(keyed(pit, seat=1, wagers={**main, first: 10**9})).code in (
        "above_maximum",
        "insufficient_funds",
        "wager_unequal",
    )
    pit.do(do.CloseBetting())
    assert pit.refused(keyed(pit, seat=1, wagers={})).code == "bets_closed"


def test_n35_remaining_bets_must_be_legal_together() -> None:
    pit = bets_down("uth", seats=(1,))
    left = {"ante": pit.state.bets.wagers[1]["ante"]}
    assert pit.refused(keyed(pit, seat=1, wagers=left)).code == "wager_missing"


def test_a_player_who_takes_a_bet_back_is_no_correction() -> None:
    pit = bets_down("uth", seats=(1,))
    told = pit.do(do.TakeBack(seat=1, round=1, by="player:p1"))
    assert all(event.marked == "" for event in told)
    assert say(told[0]).endswith("taken back")


# Form and people.


def test_a_correction_names_one_kind_of_entry() -> None:
    pit = bets_down("uth", seats=(1,))
    card = do.CardName("board", 0, Card("As"))
    for what in ({}, {"seat": 1, "wagers": {}, "choice": "4x"}, {"cards": (card,), "wagers": {}}):
        assert pit.refused(keyed(pit, **what)).code == "malformed"


@pytest.mark.parametrize("by", ["floor:meg", "pit_manager:pam", "player:p1", "cage:house"])
def test_only_a_dealer_corrects_an_own_entry(by: str) -> None:
    pit = bets_down("uth", seats=(1,))
    refused = pit.refused(replace(keyed(pit, seat=1, wagers={}), by=by))
    assert refused.code == "not_your_role" or by.startswith(("floor", "pit"))


def test_a_sealed_shoe_accepts_no_names() -> None:
    pit = in_round("uth")
    state = replace(pit.state, cards_from="shoe")
    with pytest.raises(Exception, match="sealed shoe"):
        step(state, renamed(pit, "board", 0, Card("As")))

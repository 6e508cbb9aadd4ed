"""Test live cards: dealt unseen, and named by people when they are turned up (U-25)."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import croupier
from croupier.cards import Card, parse_cards
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.games.game import Ask, Deal, Rack, Reveal, Settle, Stub, Turn, seat_place
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.dealing import plan_of
from croupier.table.commands import TableCommand
from croupier.table.driving.driver import AUTOMATIONS, Driver, next_command
from croupier.table.driving.sources import LiveCards, SealedShoe, StackedDeck
from croupier.table.readers.due import due
from croupier.table.readers.views import view
from croupier.table.state import TableState, open_table
from tests.helpers import now
from tests.helpers.pit import Felt, Pit, full_bets, in_round, rules_for, table
from tests.helpers.table_help import DECISIONS, GAMES, MAIN, METHODS

replace = msgspec.structs.replace

TABLES: list[tuple[str, str, dict[str, Any]]] = [
    *((game, dealing, {}) for game in GAMES for dealing in METHODS),
    ("uth", "automated", {"dealer_cards": "held"}),
    ("dragon", "automated", {"dealer_cards": "held"}),
    ("letitride", "automated", {"community_stack": 3, "shuffler": "reshuffling"}),
    *(("uth", dealing, {"electronic": True}) for dealing in METHODS),
]


def by_hand(pit: Pit, felt: Felt, words: dict[int, list[str]]) -> Iterator[TableState]:
    """Play the dealer's part of a live round to its end."""
    left = {seat: list(said) for seat, said in words.items()}
    number = pit.state.round.number
    while pit.state.round.number == number:
        yield pit.state
        phase = pit.state.phase
        if isinstance(phase, Deal):
            felt.deal(pit)
        elif isinstance(phase, Turn):
            felt.turn(pit)
        elif isinstance(phase, Ask):
            seat = pit.state.round.in_play[pit.state.round.cursor]
            pit.do(now.decide(seat=seat, choice=left[seat].pop(0)))
        elif isinstance(phase, Reveal):
            for place in phase.places:
                felt.name(pit, place)
            pit.do(do.RevealDealer())
        else:
            if isinstance(phase, Settle):
                seat = pit.state.round.order[pit.state.round.cursor]
                if pit.state.bets.wagers.get(seat):
                    felt.name(pit, seat_place(seat))
            assert pit.routine()


def shuffled(game: str, seed: str) -> list[Card]:
    deck = list(game_of(game).deck.order)
    random.Random(seed).shuffle(deck)
    return deck


def seated(pit: Pit, bets: dict[int, dict[str, int]]) -> Pit:
    for seat, wagers in bets.items():
        pit.seat(seat, f"p{seat}")
        pit.bet(seat, wagers)
    pit.do(do.CloseBetting())
    return pit


@pytest.mark.parametrize(("game", "dealing", "choices"), TABLES)
@pytest.mark.parametrize("number", range(3))
def test_a_live_round_pays_the_same_as_a_round_with_known_cards(
    game: str, dealing: str, choices: dict[str, Any], number: int
) -> None:
    deck = shuffled(game, f"{game} {dealing} {choices} {number}")
    rng = random.Random(number)
    bets = {1: full_bets(game), 2: dict(MAIN[game]), 4: full_bets(game)}
    words = {seat: list(rng.choice(DECISIONS[game])) for seat in bets}
    words[2] = list(DECISIONS[game][-1])  # the player folds, or withdraws both bets
    live = seated(table(game, dealing, source=LiveCards(), **choices), bets)
    felt = Felt(list(deck))
    for _ in by_hand(live, felt, words):
        pass
    known = table(game, dealing, deck=" ".join(deck), **{**choices, "electronic": False})
    seated(known, bets)
    known.run(decisions=words)

    def paid(pit: Pit) -> list[Any]:
        about = [
            (e.seat, e.wager, e.staked, e.returned, e.result, e.clauses) for e in pit.of(ev.WagerSettled)
        ]
        return [*about, *((e.seat, e.cents) for e in pit.of(ev.EnvyPaid))]

    assert paid(live) == paid(known)
    assert live.state.seating.purses == known.state.seating.purses
    racked = dict(live.state.layout.rack)
    seen = dict(known.state.layout.rack)
    assert racked.keys() == seen.keys()
    for place, cards in racked.items():
        if place in ("burn", "aside"):
            assert set(cards) == {None}  # discarded unseen
        elif place == "seat2" and game != "letitride":
            assert set(cards) == {None}  # a mucked hand that was never named
        else:
            assert cards == seen[place] == tuple(felt.places[place])


@pytest.mark.parametrize(("game", "dealing", "choices"), TABLES)
def test_no_card_has_a_name_before_it_is_turned(game: str, dealing: str, choices: dict[str, Any]) -> None:
    bets = {1: full_bets(game), 3: full_bets(game)}
    live = seated(table(game, dealing, source=LiveCards(), **choices), bets)
    words = {seat: list(DECISIONS[game][0]) for seat in bets}
    for state in by_hand(live, Felt(shuffled(game, "names")), words):
        for place, cards in state.layout.cards.items():
            turned = state.layout.turned.get(place, 0)
            assert None not in cards[:turned]
            if not isinstance(state.phase, Settle):
                assert set(cards[turned:]) <= {None}, (place, state.phase)


@pytest.mark.parametrize(("game", "dealing", "choices"), TABLES)
def test_driver_waits_for_a_person_to_name_cards(game: str, dealing: str, choices: dict[str, Any]) -> None:
    bets = {1: full_bets(game), 3: full_bets(game)}
    live = seated(table(game, dealing, source=LiveCards(), **choices), bets)
    words = {seat: list(DECISIONS[game][0]) for seat in bets}
    for state in by_hand(live, Felt(shuffled(game, "driver")), words):
        proposed = next_command(state, AUTOMATIONS, LiveCards())
        assert not any(names_in(proposed)), proposed
        phase = state.phase
        if isinstance(phase, Turn | Reveal) or (isinstance(phase, Deal) and phase.face_up):
            assert proposed is None
        elif isinstance(phase, Settle) and not state.round.awaiting:
            seat = state.round.order[state.round.cursor]
            assert proposed is None or not state.bets.wagers.get(seat)


def names_in(command: TableCommand | None) -> Iterator[Card]:
    for field in command.__struct_fields__ if command else ():
        value = getattr(command, field)
        if field in ("cards", "card") and not isinstance(value, int | None):
            yield from (card for card in value if card is not None)


def waiting(game: str, dealing: str, kind: type, **choices: Any) -> tuple[Pit, Felt]:
    """Return a live round at the first phase of a kind."""
    bets = {1: full_bets(game), 3: full_bets(game)}
    live = seated(table(game, dealing, source=LiveCards(), **choices), bets)
    felt = Felt(shuffled(game, "waiting"))
    words = {seat: list(DECISIONS[game][0]) for seat in bets}
    for state in by_hand(live, felt, words):
        if isinstance(state.phase, kind):
            break
    return live, felt


FIRST_NAMED = [
    ("uth", "automated", Turn),
    ("letitride", "hand", Turn),
    ("uth", "shoe", Reveal),
    ("letitride", "shoe", Reveal),
    ("dragon", "hand", Reveal),
    ("topfive", "shoe", Reveal),
]


@pytest.mark.parametrize(("game", "dealing", "kind"), FIRST_NAMED)
def test_turned_cards_must_be_named_completely_and_plausibly(game: str, dealing: str, kind: type) -> None:
    pit, felt = waiting(game, dealing, kind)
    phase = pit.state.phase
    if isinstance(phase, Turn):
        right = felt.places[phase.place][phase.first : phase.first + phase.count]
        assert pit.refused(do.TurnUp()).code == "cards_not_named"
        assert pit.refused(do.TurnUp(cards=(*right, right[0]))).code == "cards_not_named"
        if len(right) > 1:
            assert pit.refused(do.TurnUp(cards=(right[0],) * len(right))).code == "card_twice"
        wrong = ("Zz", *right[1:])
        assert pit.refused(do.TurnUp(cards=wrong)).code == "card_impossible"  # type: ignore[arg-type]
        pit.do(do.TurnUp(cards=tuple(right)))
    else:
        assert isinstance(phase, Reveal)
        assert pit.refused(do.RevealDealer()).code == "cards_not_named"
        place = phase.places[0]
        right = felt.places[place]
        size = len(right)
        assert pit.refused(do.NameCards(place=place, cards=())).code == "nothing_to_name"
        assert pit.refused(do.NameCards(place=place, cards=(*right, right[0]))).code == "nothing_to_name"
        for bad in ("Zz", "As" if game == "dragon" else "Dr", "as", "10h"):
            named = (bad, *right[1:])
            impossible = pit.refused(do.NameCards(place=place, cards=named))  # type: ignore[arg-type]
            assert impossible.code == "card_impossible"
            assert impossible.clauses
        rare = "Dg" if game == "dragon" else right[0]
        twice = do.NameCards(place=place, cards=(Card(rare),) * size)
        assert pit.refused(twice).code == "card_twice"
        pit.do(do.NameCards(place=place, cards=tuple(right[:1])))
        pit.do(do.NameCards(place=place, cards=tuple(right[1:]), first=1))
        again = pit.refused(do.NameCards(place=place, cards=tuple(right)))
        assert again.code == "nothing_to_name"
        assert again.remedy


@pytest.mark.parametrize("game", GAMES)
def test_rejects_a_card_already_named_at_a_different_position(game: str) -> None:
    pit, felt = waiting(game, "hand", Settle)
    if game == "dragon":
        felt.places["seat3"][0] = Card("Dg")
        pit.do(do.NameCards(place="seat1", cards=tuple(parse_cards("Dg Ra Ra", game_of(game).deck))))
    else:
        known = [card for cards in pit.state.layout.cards.values() for card in cards if card is not None]
        felt.places["seat3"][0] = known[0]
    twice = pit.refused(do.NameCards(place="seat3", cards=tuple(felt.places["seat3"])))
    assert twice.code == "card_twice"
    assert twice.clauses
    unseen = pit.refused(do.SettleSeat(seat=3))
    assert unseen.code == "cards_not_named"


@pytest.mark.parametrize(("game", "dealing"), [(game, dealing) for game in GAMES for dealing in METHODS])
def test_refuses_early_names_of_dealer_and_board_cards(game: str, dealing: str) -> None:
    pit, felt = waiting(game, dealing, Ask)
    for place, cards in felt.places.items():
        act = do.NameCards(place=place, cards=tuple(cards))
        if place.startswith("seat"):
            pit.fork().do(act)  # a hand that was laid on the table
        else:
            assert pit.refused(act).code == "out_of_order", place
    assert pit.refused(do.NameCards(place="nowhere", cards=(Card("As"),))).code == "nothing_to_name"
    assert (
        pit.refused(do.NameCards(place="seat1", cards=(Card("As"),), by="player:p1")).code == "not_your_role"
    )


def test_named_hand_is_visible_only_to_its_player() -> None:
    pit, felt = waiting("uth", "hand", Ask)
    (named,) = pit.do(do.NameCards(place="seat1", cards=tuple(felt.places["seat1"])))
    assert named in view(pit.events, "player:p1")
    for person in ("player:p3", "everyone", "role:dealer"):
        assert named not in view(pit.events, person)


# Test corrections.


def correction(place: str, index: int, card: str, **more: Any) -> do.CorrectNaming:
    made = do.CorrectNaming(place=place, index=index, card=Card(card), reason="misread", by="floor:meg")
    return replace(made, **more)


def unseen_card(pit: Pit) -> Card:
    known = [c for cards in pit.state.layout.cards.values() for c in cards]
    return next(card for card in pit.state.game.deck.order if card not in known)


@pytest.mark.parametrize("game", GAMES)
def test_the_floor_corrects_a_wrong_name_before_settlement_with_a_reason(game: str) -> None:
    pit, felt = waiting(game, "hand", Settle)
    pit.do(do.NameCards(place="seat3", cards=tuple(felt.places["seat3"])))
    was = felt.places["seat3"][0]
    right = unseen_card(pit)
    assert pit.refused(correction("seat3", 0, right, by="dealer")).code == "not_your_role"
    assert pit.refused(correction("seat3", 0, right, reason="")).code == "reason_missing"
    assert pit.refused(correction("seat3", 9, right)).code == "nothing_to_name"
    assert pit.refused(correction("seat3", -1, right)).code == "nothing_to_name"
    assert pit.refused(correction("seat1", 0, right)).code == "nothing_to_name"  # the card has no name yet
    assert pit.refused(correction("nowhere", 0, right)).code == "nothing_to_name"
    assert pit.refused(correction("seat3", 0, "Zz")).code == "card_impossible"
    if game != "dragon":
        assert pit.refused(correction("seat3", 0, felt.places["seat3"][1])).code == "card_twice"
    corrected, *rest = pit.do(correction("seat3", 0, right))
    assert isinstance(corrected, ev.NamingCorrected)
    assert (corrected.was, corrected.card) == (was, right)
    assert (corrected.by, corrected.reason) == ("floor:meg", "misread")
    assert corrected.audience == ("player:p3",)
    assert not rest
    assert pit.state.layout.cards["seat3"][0] == right
    # the original entry is unchanged
    assert [event for event in pit.of(ev.CardsNamed) if event.place == "seat3"]
    pit.do(do.SettleSeat(seat=3))
    again = pit.do(correction("seat3", 0, was))
    assert isinstance(again[-1], ev.HandReopened)  # a hand settled with a wrong name is settled again
    pit.do(do.SettleSeat(seat=3))


def jackpot_misnamed(right: str, told: str) -> Pit:
    """At an electronic table, start to settle seat 1, whose hand `right` is wrongly named as `told`."""
    laid = f"2c 3c 4c 5c {right[:2]} 8d 2h {right[3:]} 9d 2d 3h Qs Js Ts 3d 6h 7h"
    pit = in_round("uth", source=LiveCards(), electronic=True)
    felt = Felt([card for card in parse_cards(laid, game_of("uth").deck) if card is not None])
    for state in by_hand(pit, felt, {1: ["4x"], 3: ["4x"]}):
        if isinstance(state.phase, Settle) and state.round.cursor == 1:
            break
    first, second = told.split()
    pit.do(do.NameCards(place="seat1", cards=(Card(first), Card(second))))
    return pit


def test_u25_corrects_a_hand_after_others_are_settled() -> None:
    pit = jackpot_misnamed("As Ks", "Ad Ks")
    assert pit.of(ev.HandShown)
    (corrected,) = pit.do(correction("seat1", 0, "As"))
    assert corrected.audience == ("player:p1",)
    pit.do(do.SettleSeat(seat=1))
    assert pit.of(ev.HandShown)[-1].hand == "royal_flush"
    assert pit.state.round.awaiting == "validation"


@pytest.mark.clause("uth/11.J.2.a")
@pytest.mark.parametrize("validated", [False, True])
def test_u25_corrects_and_resettles_a_hand_awaiting_its_jackpot(validated: bool) -> None:
    wrong, right = jackpot_misnamed("Ad Ks", "As Ks"), jackpot_misnamed("Ad Ks", "Ad Ks")
    for pit in (wrong, right):
        pit.do(do.SettleSeat(seat=1))
    if validated:
        wrong.do(do.ValidateProgressive(seat=1, by="floor"))
    told = wrong.do(correction("seat1", 0, "Ad"))
    assert told[0].audience == ev.EVERYONE
    assert not wrong.state.round.awaiting  # the validation was for a different hand
    reopened = {e.wager for e in told if isinstance(e, ev.WagerReopened)}
    # the progressive win was not paid yet, so it is not reopened
    assert reopened == {*full_bets("uth"), "play"} - {"progressive"}
    shown = wrong.do(do.SettleSeat(seat=1))[0]
    assert isinstance(shown, ev.HandShown)
    assert shown.hand == "straight"
    assert wrong.state.round.awaiting == "validation"
    for pit in (wrong, right):
        pit.do(do.ValidateProgressive(seat=1, by="floor"), do.PayProgressive(seat=1))
    assert wrong.state.seating == right.state.seating
    assert wrong.meters == right.meters
    assert sums(wrong) == sums(right)


def sums(pit: Pit) -> dict[tuple[int, str], tuple[str, int]]:
    return {(s.seat, s.wager): (s.result, s.returned) for s in pit.state.round.settled}


@pytest.mark.clause("uth/11.J.2.a")
def test_u25_resettles_a_hand_that_is_not_a_jackpot() -> None:
    wrong, right = jackpot_misnamed("As 4h", "As Ks"), jackpot_misnamed("As 4h", "As 4h")
    for pit in (wrong, right):
        pit.do(do.SettleSeat(seat=1))
    wrong.do(correction("seat1", 1, "4h"))
    told = wrong.do(do.SettleSeat(seat=1))
    assert isinstance(told[-1], ev.SeatSettled)
    assert isinstance(wrong.state.phase, Rack)
    assert wrong.state.seating == right.state.seating
    assert wrong.meters == right.meters
    assert sums(wrong) == sums(right)
    spent = jackpot_misnamed("As 4h", "As Ks")
    spent.do(do.SettleSeat(seat=1), do.CashOut(player="p1"))
    owes = spent.do(correction("seat1", 1, "4h"))[-1]
    assert isinstance(owes, ev.PlayerOwes)
    assert spent.state.seating.purses["p1"] == -owes.cents < 0
    spent.run()
    assert spent.state.round.number == 2


@pytest.mark.parametrize(
    ("game", "place"), [("uth", "dealer"), ("uth", "board"), ("dragon", "dealer"), ("topfive", "dealer")]
)
def test_a_corrected_hand_is_announced_again(game: str, place: str) -> None:
    pit, felt = waiting(game, "hand", Settle)
    corrected, again = pit.do(correction(place, 0, unseen_card(pit)))
    assert isinstance(corrected, ev.NamingCorrected)
    assert corrected.audience == ev.EVERYONE
    assert isinstance(again, ev.DealerRevealed)
    assert again.cards["dealer"] == pit.state.layout.cards["dealer"]
    first = pit.of(ev.DealerRevealed)[0]
    assert first is not again
    pit.do(do.NameCards(place="seat3", cards=tuple(felt.places["seat3"])))
    pit.do(do.SettleSeat(seat=3))


def test_a_correction_changes_the_payments() -> None:
    """The dealer's pair of kings was misread. After the correction, the Ante pushes instead of losing."""
    bets = {1: {"ante": 10, "blind": 10}}
    deck = parse_cards("7c Kd 2s Kh 3c 4d 8h Td Jh Qs 5s 6c", game_of("uth").deck)
    results = []
    for fix in (False, True):
        pit = seated(table("uth", "shoe", source=LiveCards(), submission={}), bets)
        felt = Felt([card for card in deck if card is not None])
        for state in by_hand(pit, felt, {1: ["check", "check", "1x"]}):
            if fix and isinstance(state.phase, Settle) and not pit.of(ev.NamingCorrected):
                pit.do(correction("dealer", 0, "9c"))
        (ante,) = [e for e in pit.of(ev.WagerSettled) if e.wager == "ante"]
        results.append((ante.result, ante.returned))
    assert results == [("lose", 0), ("push", 1000)]


def test_correction_of_a_turned_card_is_shown_to_everyone() -> None:
    pit, felt = waiting("uth", "automated", Turn)
    felt.turn(pit)
    new = unseen_card(pit)
    (corrected,) = pit.do(correction("board", 1, new))
    assert isinstance(corrected, ev.NamingCorrected)
    assert corrected.audience == ev.EVERYONE


def test_correction_of_a_card_exposed_early_is_shown_to_everyone() -> None:
    pit, felt = waiting("uth", "automated", Ask)
    pit.do(do.NameCards(place="seat1", cards=tuple(felt.places["seat1"])))
    pit.do(do.ReportExposed(place="seat1", index=1))
    pit.do(do.RuleOnIncident(outcome="play_on", reason="his own card", by="floor"))
    (corrected,) = pit.do(correction("seat1", 1, unseen_card(pit)))
    assert corrected.audience == ev.EVERYONE
    (own,) = pit.do(correction("seat1", 0, unseen_card(pit)))
    assert own.audience == ("player:p1",)


def test_a_card_exposed_early_is_named_once_and_turned_up_with_the_others() -> None:
    pit, felt = waiting("uth", "automated", Ask)
    assert pit.refused(do.ReportExposed(place="board", index=1)).code == "cards_not_named"
    seen = felt.places["board"][1]
    pit.do(do.ReportExposed(place="board", index=1, card=seen))
    pit.do(do.RuleOnIncident(outcome="play_on", reason="nobody saw it", by="floor"))
    while not isinstance(pit.state.phase, Turn):
        seat = pit.state.round.in_play[pit.state.round.cursor]
        pit.do(now.decide(seat=seat, choice="4x"))
    flop = felt.places["board"][:3]
    other = [flop[0], felt.places["board"][4], flop[2]]
    assert pit.refused(do.TurnUp(cards=tuple(other))).code == "card_impossible"
    pit.do(do.TurnUp(cards=tuple(flop)))


@pytest.mark.parametrize("game", GAMES)
def test_void_live_round_returns_every_wager_without_naming_cards(game: str) -> None:
    pit, _ = waiting(game, "hand", Ask)
    pit.do(do.ReportWrongNumber(place="seat1", cards=1))
    assert pit.state.seating.purses == {"p1": 1_000_000, "p3": 1_000_000}
    pit.do(do.RackCards())
    assert all(set(cards) == {None} for _, cards in pit.state.layout.rack)


def test_trips_of_a_void_live_round_is_settled_without_the_dealer_or_the_box() -> None:
    pit, felt = waiting("uth", "automated", Ask)
    pit.do(do.ReportExposed(place="dealer", index=0, card=felt.places["dealer"][0]))
    while isinstance(pit.state.phase, Turn | Stub):
        felt.turn(pit)
    for seat in (3, 1):
        felt.name(pit, seat_place(seat))
        pit.do(do.SettleSeat(seat=seat))
    assert pit.routine()
    racked = dict(pit.state.layout.rack)
    assert set(racked["box"]) == {None}
    assert racked["dealer"][1] is None


@pytest.mark.clause("uth/11.G.1")
@pytest.mark.parametrize(
    ("game", "wager", "named"), [("uth", "six_card", ["dealer"]), ("letitride", "six_card", [])]
)
def test_uth_11_G_1_box_is_named_only_if_a_wager_needs_it(game: str, wager: str, named: list[str]) -> None:
    """The rules turn up the dealer's two cards. The box is for the players who bet on it."""
    for bets_on_it in (False, True):
        bets = {name: cents for name, cents in full_bets(game).items() if bets_on_it or name != wager}
        pit = seated(
            table(game, "shoe", source=LiveCards()), {1: bets, 3: full_bets(game) if bets_on_it else bets}
        )
        felt, words = Felt(shuffled(game, "box")), {seat: list(DECISIONS[game][0]) for seat in (1, 3)}
        for state in by_hand(pit, felt, words):
            if isinstance(state.phase, Reveal):
                break
        asked = []
        while (act := due(pit.state)).act == "name":
            assert act.place is not None
            asked.append(act.place)
            felt.name(pit, act.place)
        assert asked == ([*named, "box"] if bets_on_it else named)
        pit.do(do.RevealDealer())
        shown = pit.of(ev.DealerRevealed)[-1]
        assert list(shown.cards) == asked
        for seat in pit.state.round.order:
            felt.name(pit, seat_place(seat))
            pit.do(do.SettleSeat(seat=seat))
        assert pit.routine()
        assert (None in dict(pit.state.layout.rack)["box"]) is not bets_on_it


# The electronic version of Ultimate Texas Hold 'Em uses no randomness (uth/11.L, U-25).


@pytest.mark.clause("uth/11.L.1", "uth/11.L.2")
@pytest.mark.parametrize("dealing", METHODS)
def test_uth_11_L_the_electronic_version_deals_two_and_five_live_cards(dealing: str) -> None:
    pit, _ = waiting("uth", dealing, Settle, electronic=True)
    assert len(pit.state.layout.cards["dealer"]) == 2
    assert len(pit.state.layout.cards["board"]) == 5
    cited = {c for event in pit.of(ev.CardsDealt) for c in event.clauses}
    assert {"uth/11.L.1", "uth/11.L.2"} <= cited


@pytest.mark.clause("uth/11.L.1", "uth/11.L.2")
@pytest.mark.parametrize("dealing", METHODS)
def test_uth_11_L_takes_no_cards_from_a_generator_or_a_list(dealing: str) -> None:
    opening = open_table(rules_for("uth", dealing, electronic=True))
    deck = game_of("uth").deck
    for source in (SealedShoe(deck), StackedDeck(deck), StackedDeck(deck, deck.order)):
        with pytest.raises(Refused) as refused:
            Driver(opening, source)
        assert refused.value.code == "no_random_cards"
        assert refused.value.readings == ("U-25",)
    Driver(opening, LiveCards())
    for game in GAMES:  # every other table may use random cards
        Driver(open_table(rules_for(game, dealing)), SealedShoe(game_of(game).deck))


@pytest.mark.parametrize("dealing", METHODS)
def test_uth_11_L_the_state_machine_knows_no_face_down_card(dealing: str) -> None:
    pit = in_round("uth", dealing, source=LiveCards(), electronic=True)
    phase = pit.state.phase
    assert isinstance(phase, Deal)
    due = sum(plan_of(pit.state, phase).sizes)
    for known in range(due):
        cards: list[Card | None] = [None] * due
        cards[known] = Card("As")
        refused = pit.refused(do.DealCards(cards=tuple(cards)))
        assert refused.code == "no_random_cards"
        assert refused.readings == ("U-25",)
    pit.do(do.DealCards(cards=(None,) * due))
    pit.run(until=lambda state: isinstance(state.phase, Ask))
    hand = pit.refused(do.NameCards(place="seat1", cards=(Card("As"), Card("Ks"))))
    assert hand.code == "no_random_cards"
    if dealing == "hand":
        pit.run(until=lambda state: isinstance(state.phase, Deal))
        burned = tuple(Card(card) for card in ("2c", "3c", "4c", "5c"))
        assert pit.refused(do.DealCards(cards=burned)).code == "no_random_cards"
        pit.do(do.DealCards(cards=(None, *burned[1:])))


def test_live_cards_have_no_known_order() -> None:
    source = LiveCards()
    source.follow("red", (), None)
    assert source.next_cards("red", 52) == (None,) * 52
    assert not vars(source)


ROOT = Path(croupier.__file__).parent
CHANCE_MODULES = {"random", "secrets", "uuid", "numpy.random"}
CHANCE_NAMES = {
    "urandom",
    "getrandom",
    "SystemRandom",
    "default_rng",
    "token_bytes",
    "randbytes",
    "random_bytes",
}


def chances(path: Path) -> list[str]:
    """List every use of a random number generator in a module, by line."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: set[str] = set()
        if isinstance(node, ast.Import):
            names = {name.name for name in node.names} & CHANCE_MODULES
        elif isinstance(node, ast.ImportFrom):
            names = ({node.module or ""} & CHANCE_MODULES) | ({n.name for n in node.names} & CHANCE_NAMES)
        elif isinstance(node, ast.Attribute):
            names = {node.attr} & CHANCE_NAMES
            if (
                isinstance(node.value, ast.Name)
                and node.value.id in ("np", "numpy")
                and node.attr == "random"
            ):
                names.add("numpy.random")
        elif isinstance(node, ast.Name):
            names = {node.id} & (CHANCE_NAMES - {"random_bytes"})
        found += [f"{path.name}:{getattr(node, 'lineno', 0)} {name}" for name in sorted(names)]
    return found


# These modules use randomness, but not for the cards of a round with money: file names, ids, tokens, keys,
# bots, retry delays, pings, samples, and the questions and simulated tables of training.
NO_CARDS = {
    "files.py",
    "server/http/regulator.py",  # random names for answers
    "server/socket_hardening.py",  # random ping payloads
    "private_files.py",
    "journal/journal.py",
    "client/deals.py",  # the player's random number, not a card
    "client/table.py",
    "server/house.py",
    "server/tables/bots.py",
    "server/tables/device_inspection.py",  # tests the random source itself
    "server/tables/training.py",  # cards of training tables, which have no money
    "server/sessions/tokens.py",
    "store/personal_rows.py",  # ids and salts of identity data
    "maths/protection/collusion.py",
    "maths/risk/combined.py",
    "maths/simulation/run.py",
    "cli/drill.py",
    "cli/readers.py",  # keys of card readers
    "server/services/challenges.py",
    "server/services/drills.py",
    "server/services/practice.py",
    "server/table_tests/office.py",
    "server/table_tests/simulated_players.py",
    "server/tables/card_readers.py",  # session numbers
    "server/workers/practice_jobs.py",
    "store/training_rows.py",  # ids of results
}
TRAINING = "training/"  # questions and plans without money


def test_uth_11_L_only_one_module_uses_randomness() -> None:
    users = {
        str(path.relative_to(ROOT)): chances(path) for path in sorted(ROOT.rglob("*.py")) if chances(path)
    }
    found = {path for path in users if not path.startswith(TRAINING)}
    assert found - NO_CARDS == {"table/driving/sources.py"}, users


def test_uth_11_L_only_the_sealed_shoe_uses_randomness() -> None:
    tree = ast.parse((ROOT / "table" / "driving" / "sources.py").read_text(encoding="utf-8"))
    users = {
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(isinstance(n, ast.Name) and n.id == "SYSTEM" for n in ast.walk(node))
    }
    assert users == {"SealedShoe"}  # the verifiable source is a sealed shoe too
    # The state machine creates no source. The code that opens a table provides it.
    makers = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "SealedShoe"
            ):
                makers.add(path.relative_to(ROOT).parts[0])
    assert makers <= {"cli", "server", "maths", "table_handle.py"}, makers

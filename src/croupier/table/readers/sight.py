"""One person's view of a table, folded only from the events addressed to that person.

Each view runs the same fold as the machine. Cards that the person may not see stay unseen in the view, so a
hidden card cannot leak. Pages draw a `Sight` and need no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from croupier.cards import Card
from croupier.games import GameRules
from croupier.games.game import BOARD, DEALER, seat_place
from croupier.table import events as ev
from croupier.table.commands import Decide
from croupier.table.events import TableEvent
from croupier.table.machine import apply
from croupier.table.readers.due import ActKind, due
from croupier.table.readers.views import visible
from croupier.table.roles import HOUSE, PLAYER, id_of, role_of
from croupier.table.state import BETTING, TableLayout, TableState
from croupier.table.wording import PageWording

replace = msgspec.structs.replace
Cards = tuple[Card | None, ...]
T = TypeVar("T")
ActedForWhy = Literal["time", "floor"]  # decision time ran out, or a floorperson decided


class WagerOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one wager so far."""

    wager: str
    staked: int
    returned: int
    result: str
    pays: str = ""
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand as announced by the dealer."""

    hand: str
    words: str
    count: int | None = None
    qualifies: bool | None = None
    cards: tuple[Card, ...] = ()  # the cards that make the hand; empty if all of them do


class SeatSight(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: int
    player: str
    name: str = ""
    chips: int = 0  # chips in front of the player, in cents
    wagers: dict[str, int] = {}
    cards: Cards = ()
    in_play: bool = False
    folded: bool = False
    hand: Hand | None = None
    outcomes: tuple[WagerOutcome, ...] = ()
    envy: int = 0
    envy_clauses: tuple[str, ...] = ()
    net: int = 0
    acted_for: ActedForWhy | Literal[""] = ""  # why the last decision was made for the player
    so_far: str = ""  # name of the player's own hand so far; empty after the showdown


class LayoutPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place on the layout other than a seat, with its cards."""

    place: str
    cards: Cards
    face_up: int = 0  # number of cards that are face up
    hand: Hand | None = None


class TurnView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The act that the table is waiting for, with its seat if a player must act."""

    act: ActKind
    words: str
    whose: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    seat: int | None = None
    question: str = ""


class VoidView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A void round in one sentence, with the clauses that void it."""

    round: int
    words: str
    settles: tuple[str, ...] = ()  # wagers that are still settled by the cards although the round is void
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    person: str
    game: str
    title: str
    dealing: str
    round: int
    turn: TurnView
    seats: tuple[SeatSight, ...] = ()
    places: tuple[LayoutPlace, ...] = ()
    stub: int = 0
    rack: int = 0  # cards in the discard rack
    meters: dict[str, int] = {}  # in cents
    void: str = ""  # reason of a void round, until it is cleared
    voided: VoidView | None = None  # the last void round, shown until bets close again
    chips: int = 0  # the viewer's own chips in cents
    own_seats: tuple[int, ...] = ()
    discarded: int = 0  # number of deals that were committed to but never dealt


class SightCache:
    """Cache of the parts of a sight. A part is rebuilt only when one of its inputs changes."""

    def __init__(self) -> None:
        self._parts: dict[int | str, tuple[tuple[Any, ...], Any]] = {}

    def part(self, key: int | str, make: Callable[..., T], *arguments: Any) -> T:
        last = self._parts.get(key)
        if last is None or last[0] != arguments:
            last = self._parts[key] = (arguments, make(*arguments))
        made: T = last[1]
        return made


class RoundFacts(msgspec.Struct, frozen=True):
    """Facts of this round that the table's state does not contain."""

    hands: dict[int, ev.HandShown] = {}
    dealer: ev.DealerRevealed | None = None
    folded: tuple[int, ...] = ()
    racked: dict[str, Cards] = {}  # cards seen and racked; pages show them until bets close again
    acted_for: dict[int, ActedForWhy] = {}  # seat -> why someone else made its last decision
    acting_for: int = 0  # seat whose next answer the floor or the timer gives


class Watcher(msgspec.Struct, frozen=True):
    """One person's fold of a table."""

    person: str
    state: TableState
    live: bool = True  # True if people name the cards as they are turned up
    facts: RoundFacts = RoundFacts()

    def see(self, events: Iterable[TableEvent]) -> Watcher:
        """Fold the events addressed to this person and skip all others.

        Withheld tax also changes the chips on the table, which everyone sees, so its events are not skipped.
        """
        state, facts = self.state, self.facts
        for event in events:
            if visible(event, self.person):
                facts = take_in(facts, event, state.layout)
                state = apply(state, event)
            elif isinstance(event, ev.BoughtIn | ev.CashedOut) and event.tax:
                state = apply(state, event)
        return Watcher(self.person, state, self.live, facts)

    @property
    def cards(self) -> dict[str, Cards]:
        """Return the cards on the layout and, until bets close again, those of the last round."""
        return {**self.facts.racked, **self.state.layout.cards}

    def sight(self, meters: Mapping[str, int] | None = None, made: SightCache | None = None) -> Sight:
        return sight(self, meters or {}, made or SightCache())


def watch(person: str, state: TableState, live: bool = True) -> Watcher:
    """Start a person's view from a table between rounds."""
    return Watcher(person, standing(state), live)


def standing(state: TableState) -> TableState:
    """Return a table's public state between rounds, without the cards in the discard rack."""
    rack = tuple((place, (None,) * len(cards)) for place, cards in state.layout.rack)
    layout = TableLayout(stub=state.layout.stub, rack=rack, racked_stub=state.layout.racked_stub)
    return replace(state, layout=layout)


def take_in(facts: RoundFacts, event: TableEvent, layout: TableLayout) -> RoundFacts:
    match event:
        case ev.BetsClosed():
            return RoundFacts()
        case ev.CardsRacked():
            return clear_places(facts, layout, event.places)
        case ev.HandMucked():
            facts = clear_places(facts, layout, (seat_place(event.seat),))
            return replace(facts, folded=(*facts.folded, event.seat))
        case ev.HandKept():
            return replace(facts, folded=(*facts.folded, event.seat))
        case ev.HandShown():
            return replace(facts, hands={**facts.hands, event.seat: event})
        case ev.DealerRevealed() if event.hand:
            return replace(facts, dealer=event)
        case ev.ActedFor():
            acted_for = {**facts.acted_for, event.seat: why_acted_for(event)}
            return replace(facts, acted_for=acted_for, acting_for=event.seat)
        case ev.Decided() if event.seat == facts.acting_for:
            return replace(facts, acting_for=0)
        case ev.Decided() | ev.DecisionCorrected() if event.seat in facts.acted_for:
            return replace(facts, acted_for={s: w for s, w in facts.acted_for.items() if s != event.seat})
        case ev.SeatTaken():
            return forget_seat(facts, event.seat)
    return facts


def forget_seat(facts: RoundFacts, seat: int) -> RoundFacts:
    """Drop a seat's cards from the last round when a new player takes it."""
    return RoundFacts(
        {other: hand for other, hand in facts.hands.items() if other != seat},
        facts.dealer,
        tuple(other for other in facts.folded if other != seat),
        {place: cards for place, cards in facts.racked.items() if place != seat_place(seat)},
        {other: why for other, why in facts.acted_for.items() if other != seat},
    )


def why_acted_for(event: ev.ActedFor) -> ActedForWhy:
    """Distinguish an expired decision time from a floorperson's decision."""
    return "time" if id_of(event.by) == HOUSE else "floor"


def clear_places(facts: RoundFacts, layout: TableLayout, places: tuple[str, ...]) -> RoundFacts:
    gone = {place: layout.cards[place] for place in places if place in layout.cards}
    return replace(facts, racked={**facts.racked, **gone})


def hand_words(
    event: ev.HandShown | ev.DealerRevealed | None, rules: GameRules, cards: Cards, board: Cards
) -> Hand | None:
    if event is None:
        return None
    qualifies = event.qualifies if isinstance(event, ev.DealerRevealed) else None
    return Hand(
        event.hand or "",
        event.words or "",
        event.count,
        qualifies,
        made_of(rules, known_cards(cards), known_cards(board)),
    )


def known_cards(cards: Cards) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def made_of(rules: GameRules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards that make an announced hand, or () if every card is part of it."""
    choose = rules.played.made_of
    chosen = choose(rules, cards, board) if choose is not None else ()
    return chosen if len(chosen) < len(cards) + len(board) else ()


def settlements(state: TableState) -> tuple[ev.WagerSettled, ...]:
    """Return the settlements of the current round or, between rounds, those of the last round."""
    return state.previous if state.round.phase == BETTING else state.round.settled


def envy(state: TableState) -> tuple[ev.EnvyPaid, ...]:
    return state.previous_envy if state.round.phase == BETTING else state.round.envy


def outcomes(state: TableState, seat: int) -> tuple[WagerOutcome, ...]:
    """Return the results of a seated player's wagers."""
    return lines_of(of_seats(state, settlements(state)).get(seat, []))


def lines_of(events: Iterable[ev.WagerSettled]) -> tuple[WagerOutcome, ...]:
    """Return one line per wager, with its latest result and the total returned."""
    found: dict[str, WagerOutcome] = {}
    for event in events:
        before = found.get(event.wager)
        found[event.wager] = WagerOutcome(
            event.wager,
            event.staked,
            event.returned + (before.returned if before is not None else 0),
            event.result,
            event.pays,
            event.clauses,
            event.readings,
        )
    return tuple(found.values())


Paid = TypeVar("Paid", ev.WagerSettled, ev.EnvyPaid)


def of_seats(state: TableState, events: Iterable[Paid]) -> dict[int, list[Paid]]:
    """Group the payments by seat, and omit those to players who have left the seat."""
    found: dict[int, list[Paid]] = {}
    seats = state.seating.seats
    for event in events:
        if seats.get(event.seat) == event.player:
            found.setdefault(event.seat, []).append(event)
    return found


def face_up(state: TableState, place: str, dealt: Cards) -> int:
    """Return how many cards are face up at a place or, after a round, were turned up there."""
    if place in state.layout.cards:
        return state.layout.turned.get(place, 0)
    return next((n for n, card in enumerate(dealt) if card is None), len(dealt))


def seat_sight(
    rules: GameRules,
    seat: int,
    player: str,
    name: str,
    chips: int,
    wagers: dict[str, int],
    cards: Cards,
    in_play: bool,
    folded: bool,
    hand: ev.HandShown | None,
    board: Cards,
    won: list[ev.WagerSettled],
    envied: list[ev.EnvyPaid],
    acted_for: ActedForWhy | Literal[""],
    so_far: tuple[Cards, Cards] | None,
) -> SeatSight:
    lines, bonus = lines_of(won), sum(paid.cents for paid in envied)
    return SeatSight(
        seat=seat,
        player=player,
        name=name,
        chips=chips,
        wagers=dict(rules.played.in_order(wagers)),
        cards=cards,
        in_play=in_play,
        folded=folded,
        hand=hand_words(hand, rules, cards, board),
        outcomes=lines,
        envy=bonus,
        envy_clauses=tuple(dict.fromkeys(clause for paid in envied for clause in paid.clauses)),
        net=sum(one.returned - one.staked for one in lines) + bonus,
        acted_for=acted_for,
        so_far=hand_so_far(rules, *so_far) if so_far is not None else "",
    )


def hand_so_far(rules: GameRules, cards: Cards, board: Cards) -> str:
    """Name a hand before the showdown, or return "" if the game does not name unfinished hands."""
    name = rules.played.so_far
    return (
        name(rules, known_cards(cards), known_cards(board)) if name is not None and known_cards(cards) else ""
    )


def seat_sights(watching: Watcher, cards: dict[str, Cards], made: SightCache) -> tuple[SeatSight, ...]:
    state, facts = watching.state, watching.facts
    seating, wagers, in_play = state.seating, state.bets.wagers, state.round.in_play
    won, envied = of_seats(state, settlements(state)), of_seats(state, envy(state))
    board = cards.get(BOARD, ())
    player = id_of(watching.person) if role_of(watching.person) == PLAYER else ""
    found = []
    for seat, who in sorted(seating.seats.items()):
        hand, own = facts.hands.get(seat), cards.get(seat_place(seat), ())
        undecided = who == player and seat in in_play and hand is None
        found.append(
            made.part(
                seat,
                seat_sight,
                state.rules,
                seat,
                who,
                seating.names.get(who, ""),
                seating.purses.get(who, 0),
                wagers.get(seat, {}),
                own,
                seat in in_play,
                seat in facts.folded,
                hand,
                board if hand is not None else (),
                won.get(seat, []),
                envied.get(seat, []),
                facts.acted_for.get(seat, ""),
                (own, board) if undecided else None,
            )
        )
    return tuple(found)


def place_sight(
    rules: GameRules,
    place: str,
    dealt: Cards,
    turned: int,
    dealer: ev.DealerRevealed | None,
    board: Cards,
) -> LayoutPlace:
    return LayoutPlace(place, dealt, turned, hand_words(dealer, rules, dealt, board))


def place_sights(watching: Watcher, cards: dict[str, Cards], made: SightCache) -> tuple[LayoutPlace, ...]:
    state = watching.state
    at_seats = {seat_place(seat) for seat in state.seating.seats}
    board, found = cards.get(BOARD, ()), []
    for place, dealt in sorted(cards.items()):
        if place not in at_seats:
            dealer = watching.facts.dealer if place == DEALER else None
            turned, beside = face_up(state, place, dealt), board if dealer is not None else ()
            found.append(made.part(place, place_sight, state.rules, place, dealt, turned, dealer, beside))
    return tuple(found)


def void_view(state: TableState) -> VoidView | None:
    """Return the void round to show: this round or, while bets are open, the last round."""
    void = state.round.void
    if void is None and state.round.phase == BETTING and state.previous_round is not None:
        void = state.previous_round.void
    if void is None:
        return None
    labels = {wager.name: wager.label for wager in state.game.wagers}
    words = void.sentence(PageWording(labels))
    return VoidView(void.round, words, void.settles, void.clauses, void.readings)


def sight(watching: Watcher, meters: Mapping[str, int], made: SightCache) -> Sight:
    state, person = watching.state, watching.person
    table, layout, seating = state.round, state.layout, state.seating
    now = due(state, watching.live)
    cards = watching.cards
    player = person.partition(":")[2] if person.startswith("player:") else ""
    question = now.command.question if isinstance(now.command, Decide) else ""
    return Sight(
        person=person,
        game=state.rules.game,
        title=state.game.title,
        dealing=state.rules.dealing,
        round=table.number,
        turn=TurnView(now.act, now.words, now.whose, now.clauses, now.seat, question),
        seats=seat_sights(watching, cards, made),
        places=place_sights(watching, cards, made),
        stub=layout.stub,
        rack=sum(len(cards) for _, cards in layout.rack) + layout.racked_stub,
        meters=dict(meters),
        void=table.void.reason if table.void is not None else "",
        voided=void_view(state),
        chips=seating.purses.get(player, 0) if player else 0,
        own_seats=tuple(seat for seat, who in sorted(seating.seats.items()) if who == player),
        discarded=state.discarded,
    )

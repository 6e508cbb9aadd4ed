"""What one person sees of a table now, folded from the events addressed to that person and from nothing else.

The person's own table is the same machine with the same fold; what they were not told stays a card that
nobody has seen. So a hidden card cannot leak: it never arrived. Screens draw a `Sight` and know no rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from croupier.cards import Card
from croupier.games.game import BOARD, DEALER, seat_place
from croupier.table import events as ev
from croupier.table.commands import Decide
from croupier.table.events import Event
from croupier.table.machine import apply
from croupier.table.readers.due import Act, due
from croupier.table.readers.views import view
from croupier.table.state import BETTING, Layout, TableState

replace = msgspec.structs.replace
Cards = tuple[Card | None, ...]


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of one wager, as far as it is settled."""

    wager: str
    staked: int
    returned: int
    result: str
    pays: str = ""
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hand as the dealer called it."""

    hand: str
    words: str
    count: int | None = None
    qualifies: bool | None = None
    cards: tuple[Card, ...] = ()  # those that make it, where others lie beside them


class SeatSight(msgspec.Struct, frozen=True, omit_defaults=True):
    seat: int
    player: str
    name: str = ""
    chips: int = 0  # in front of the player, in cents
    wagers: dict[str, int] = {}
    cards: Cards = ()
    in_play: bool = False
    folded: bool = False
    hand: Hand | None = None
    outcomes: tuple[Outcome, ...] = ()
    envy: int = 0
    envy_clauses: tuple[str, ...] = ()
    net: int = 0


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cards on the layout that belong to no seat."""

    place: str
    cards: Cards
    face_up: int = 0  # how many of them lie face up
    hand: Hand | None = None


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the table waits for, and whose answer it is."""

    act: Act
    words: str
    whose: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    seat: int | None = None
    question: str = ""


class Sight(msgspec.Struct, frozen=True, omit_defaults=True):
    person: str
    game: str
    title: str
    dealing: str
    round: int
    turn: Turn
    seats: tuple[SeatSight, ...] = ()
    places: tuple[Place, ...] = ()
    stub: int = 0
    rack: int = 0  # cards in the discard rack
    meters: dict[str, int] = {}  # what they show, in cents
    void: str = ""  # the reason, while a void round is wound up
    chips: int = 0  # this person's own
    own_seats: tuple[int, ...] = ()
    discarded: int = 0  # deals that the table committed to and never dealt, for everybody to count


class Told(msgspec.Struct, frozen=True):
    """What this round's events said and the state does not keep."""

    hands: dict[int, ev.HandShown] = {}
    dealer: ev.DealerRevealed | None = None
    folded: tuple[int, ...] = ()
    racked: dict[str, Cards] = {}  # seen and cleared away; a screen keeps them until bets are closed again


class Watch(msgspec.Struct, frozen=True):
    """One person at a table: their own fold of it."""

    person: str
    state: TableState
    live: bool = True  # cards are named by people as they are turned
    told: Told = Told()

    def see(self, events: Iterable[Event]) -> Watch:
        """The same person, having been shown some events; those for others are passed over."""
        state, told = self.state, self.told
        for event in view(events, self.person):
            told = take_in(told, event, state.layout)
            state = apply(state, event)
        return Watch(self.person, state, self.live, told)

    @property
    def cards(self) -> dict[str, Cards]:
        """What lies on the layout and, until bets are closed again, what was cleared away."""
        return {**self.told.racked, **self.state.layout.cards}

    def sight(self, meters: Mapping[str, int] | None = None) -> Sight:
        return sight(self, meters or {})


def watch(person: str, state: TableState, live: bool = True) -> Watch:
    """A person who joins between two rounds, or whose events are about to be folded from there."""
    return Watch(person, standing(state), live)


def standing(state: TableState) -> TableState:
    """What anybody may know of a table between rounds: no card in the discard rack has a name."""
    rack = tuple((place, (None,) * len(cards)) for place, cards in state.layout.rack)
    layout = Layout(stub=state.layout.stub, rack=rack, racked_stub=state.layout.racked_stub)
    return replace(state, layout=layout)


def take_in(told: Told, event: Event, layout: Layout) -> Told:
    match event:
        case ev.BetsClosed():
            return Told()
        case ev.CardsRacked():
            return cleared(told, layout, event.places)
        case ev.HandMucked():
            told = cleared(told, layout, (seat_place(event.seat),))
            return replace(told, folded=(*told.folded, event.seat))
        case ev.HandKept():
            return replace(told, folded=(*told.folded, event.seat))
        case ev.HandShown():
            return replace(told, hands={**told.hands, event.seat: event})
        case ev.DealerRevealed() if event.hand:
            return replace(told, dealer=event)
        case ev.SeatTaken():
            return forgotten(told, event.seat)
    return told


def forgotten(told: Told, seat: int) -> Told:
    """Whoever takes a seat did not hold what lay before it in the round that is over."""
    return Told(
        {other: shown for other, shown in told.hands.items() if other != seat},
        told.dealer,
        tuple(other for other in told.folded if other != seat),
        {place: cards for place, cards in told.racked.items() if place != seat_place(seat)},
    )


def cleared(told: Told, layout: Layout, places: tuple[str, ...]) -> Told:
    gone = {place: layout.cards[place] for place in places if place in layout.cards}
    return replace(told, racked={**told.racked, **gone})


def called(
    told: ev.HandShown | ev.DealerRevealed | None, state: TableState, cards: Cards, board: Cards
) -> Hand | None:
    if told is None:
        return None
    qualifies = told.qualifies if isinstance(told, ev.DealerRevealed) else None
    return Hand(
        told.hand or "", told.words or "", told.count, qualifies, made_of(state, seen(cards), seen(board))
    )


def seen(cards: Cards) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def made_of(state: TableState, cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that make a hand that was called; none where all of them do."""
    choose = state.game.made_of
    chosen = choose(state.rules, cards, board) if choose is not None else ()
    return chosen if len(chosen) < len(cards) + len(board) else ()


def settled(state: TableState) -> tuple[ev.WagerSettled, ...]:
    """What came of the wagers of the round in play; between rounds, of the one that has just ended."""
    return state.previous if state.round.phase == BETTING else state.round.settled


def envy(state: TableState) -> tuple[ev.EnvyPaid, ...]:
    return state.previous_envy if state.round.phase == BETTING else state.round.envy


def outcomes(state: TableState, seat: int) -> tuple[Outcome, ...]:
    """One line a wager of who sits there: its latest word, and all that came back."""
    found: dict[str, Outcome] = {}
    player = state.seating.seats[seat]
    for event in settled(state):
        if event.seat == seat and event.player == player:
            before = found.get(event.wager)
            found[event.wager] = Outcome(
                event.wager,
                event.staked,
                event.returned + (before.returned if before is not None else 0),
                event.result,
                event.pays,
                event.clauses,
                event.readings,
            )
    return tuple(found.values())


def face_up(state: TableState, place: str, lying: Cards) -> int:
    """How many cards of a place all can see; of a round that is over, those that were turned."""
    if place in state.layout.cards:
        return state.layout.turned.get(place, 0)
    return next((n for n, card in enumerate(lying) if card is None), len(lying))


def sight(watching: Watch, meters: Mapping[str, int]) -> Sight:
    state, told, person = watching.state, watching.told, watching.person
    table, layout, seating = state.round, state.layout, state.seating
    now = due(state, watching.live)
    cards = watching.cards
    player = person.partition(":")[2] if person.startswith("player:") else ""
    won = {seat: outcomes(state, seat) for seat in seating.seats}
    board = cards.get(BOARD, ())
    envied = {
        seat: tuple(e for e in envy(state) if (e.seat, e.player) == (seat, who))
        for seat, who in seating.seats.items()
    }
    bonus = {seat: sum(paid.cents for paid in found) for seat, found in envied.items()}
    seats = tuple(
        SeatSight(
            seat=seat,
            player=who,
            name=seating.names.get(who, ""),
            chips=seating.purses.get(who, 0),
            wagers=dict(state.game.in_order(state.bets.wagers.get(seat, {}))),
            cards=cards.get(seat_place(seat), ()),
            in_play=seat in table.in_play,
            folded=seat in told.folded,
            hand=called(told.hands.get(seat), state, cards.get(seat_place(seat), ()), board),
            outcomes=won[seat],
            envy=bonus[seat],
            envy_clauses=tuple(dict.fromkeys(c for paid in envied[seat] for c in paid.clauses)),
            net=sum(one.returned - one.staked for one in won[seat]) + bonus[seat],
        )
        for seat, who in sorted(seating.seats.items())
    )
    at_seats = {seat_place(seat) for seat in seating.seats}
    places = tuple(
        Place(
            place,
            lying,
            face_up(state, place, lying),
            called(told.dealer, state, lying, board) if place == DEALER else None,
        )
        for place, lying in sorted(cards.items())
        if place not in at_seats
    )
    question = now.command.question if isinstance(now.command, Decide) else ""
    return Sight(
        person=person,
        game=state.rules.game,
        title=state.game.title,
        dealing=state.rules.dealing,
        round=table.number,
        turn=Turn(now.act, now.words, now.whose, now.clauses, now.seat, question),
        seats=seats,
        places=places,
        stub=layout.stub,
        rack=sum(len(cards) for _, cards in layout.rack) + layout.racked_stub,
        meters=dict(meters),
        void=table.void.reason if table.void is not None else "",
        chips=seating.purses.get(player, 0) if player else 0,
        own_seats=tuple(seat for seat, who in sorted(seating.seats.items()) if who == player),
        discarded=state.discarded,
    )

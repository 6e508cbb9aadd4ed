"""What one person sees of a table now, folded from the events addressed to that person and from nothing else.

The person's own table is the same machine with the same fold; what they were not told stays a card that
nobody has seen. So a hidden card cannot leak: it never arrived. Screens draw a `Sight` and know no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from croupier.cards import Card
from croupier.games import GameRules
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
T = TypeVar("T")


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


class Made:
    """Parts of a sight as they were made last: whoever looks again and again makes none of them anew that has
    not moved. A part comes from what is given for it and from nothing else."""

    def __init__(self) -> None:
        self._parts: dict[int | str, tuple[tuple[Any, ...], Any]] = {}

    def part(self, key: int | str, make: Callable[..., T], *given: Any) -> T:
        last = self._parts.get(key)
        if last is None or last[0] != given:
            last = self._parts[key] = (given, make(*given))
        made: T = last[1]
        return made


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

    def sight(self, meters: Mapping[str, int] | None = None, made: Made | None = None) -> Sight:
        return sight(self, meters or {}, made or Made())


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
    told: ev.HandShown | ev.DealerRevealed | None, rules: GameRules, cards: Cards, board: Cards
) -> Hand | None:
    if told is None:
        return None
    qualifies = told.qualifies if isinstance(told, ev.DealerRevealed) else None
    return Hand(
        told.hand or "", told.words or "", told.count, qualifies, made_of(rules, seen(cards), seen(board))
    )


def seen(cards: Cards) -> tuple[Card, ...]:
    return tuple(card for card in cards if card is not None)


def made_of(rules: GameRules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that make a hand that was called; none where all of them do."""
    choose = rules.played.made_of
    chosen = choose(rules, cards, board) if choose is not None else ()
    return chosen if len(chosen) < len(cards) + len(board) else ()


def settled(state: TableState) -> tuple[ev.WagerSettled, ...]:
    """What came of the wagers of the round in play; between rounds, of the one that has just ended."""
    return state.previous if state.round.phase == BETTING else state.round.settled


def envy(state: TableState) -> tuple[ev.EnvyPaid, ...]:
    return state.previous_envy if state.round.phase == BETTING else state.round.envy


def outcomes(state: TableState, seat: int) -> tuple[Outcome, ...]:
    """What came of the wagers of who sits there."""
    return lines_of(of_seats(state, settled(state)).get(seat, []))


def lines_of(events: Iterable[ev.WagerSettled]) -> tuple[Outcome, ...]:
    """One line a wager of a seat: its latest word, and all that came back."""
    found: dict[str, Outcome] = {}
    for event in events:
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


Paid = TypeVar("Paid", ev.WagerSettled, ev.EnvyPaid)


def of_seats(state: TableState, events: Iterable[Paid]) -> dict[int, list[Paid]]:
    """What was paid or taken, by seat, as far as whoever it was for sits there still."""
    found: dict[int, list[Paid]] = {}
    seats = state.seating.seats
    for event in events:
        if seats.get(event.seat) == event.player:
            found.setdefault(event.seat, []).append(event)
    return found


def face_up(state: TableState, place: str, lying: Cards) -> int:
    """How many cards of a place all can see; of a round that is over, those that were turned."""
    if place in state.layout.cards:
        return state.layout.turned.get(place, 0)
    return next((n for n, card in enumerate(lying) if card is None), len(lying))


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
    shown: ev.HandShown | None,
    board: Cards,
    won: list[ev.WagerSettled],
    envied: list[ev.EnvyPaid],
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
        hand=called(shown, rules, cards, board),
        outcomes=lines,
        envy=bonus,
        envy_clauses=tuple(dict.fromkeys(clause for paid in envied for clause in paid.clauses)),
        net=sum(one.returned - one.staked for one in lines) + bonus,
    )


def seats_seen(watching: Watch, cards: dict[str, Cards], made: Made) -> tuple[SeatSight, ...]:
    state, told = watching.state, watching.told
    seating, wagers, in_play = state.seating, state.bets.wagers, state.round.in_play
    won, envied = of_seats(state, settled(state)), of_seats(state, envy(state))
    board = cards.get(BOARD, ())
    found = []
    for seat, who in sorted(seating.seats.items()):
        shown = told.hands.get(seat)
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
                cards.get(seat_place(seat), ()),
                seat in in_play,
                seat in told.folded,
                shown,
                board if shown is not None else (),
                won.get(seat, []),
                envied.get(seat, []),
            )
        )
    return tuple(found)


def place_seen(
    rules: GameRules,
    place: str,
    lying: Cards,
    turned: int,
    dealer: ev.DealerRevealed | None,
    board: Cards,
) -> Place:
    return Place(place, lying, turned, called(dealer, rules, lying, board))


def places_seen(watching: Watch, cards: dict[str, Cards], made: Made) -> tuple[Place, ...]:
    state = watching.state
    at_seats = {seat_place(seat) for seat in state.seating.seats}
    board, found = cards.get(BOARD, ()), []
    for place, lying in sorted(cards.items()):
        if place not in at_seats:
            dealer = watching.told.dealer if place == DEALER else None
            turned, beside = face_up(state, place, lying), board if dealer is not None else ()
            found.append(made.part(place, place_seen, state.rules, place, lying, turned, dealer, beside))
    return tuple(found)


def sight(watching: Watch, meters: Mapping[str, int], made: Made) -> Sight:
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
        turn=Turn(now.act, now.words, now.whose, now.clauses, now.seat, question),
        seats=seats_seen(watching, cards, made),
        places=places_seen(watching, cards, made),
        stub=layout.stub,
        rack=sum(len(cards) for _, cards in layout.rack) + layout.racked_stub,
        meters=dict(meters),
        void=table.void.reason if table.void is not None else "",
        chips=seating.purses.get(player, 0) if player else 0,
        own_seats=tuple(seat for seat, who in sorted(seating.seats.items()) if who == player),
        discarded=state.discarded,
    )

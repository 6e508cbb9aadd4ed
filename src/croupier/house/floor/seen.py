"""What each person at a table is shown: one fold for all, and for a player the own cards laid over it.

`croupier.table.readers.sight` says what one person sees, folded from that person's events alone. Here the
same is worked out for many at once: what everyone sees is folded once, and what differs is nothing but the
cards that a player was told of. A test holds the two side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from croupier.cards import Card
from croupier.games.game import seat_place
from croupier.house.floor.console import CONSOLES
from croupier.house.floor.keying import not_keyed
from croupier.house.people.matrix import KEYED, row_of
from croupier.table import events as ev
from croupier.table.acts.seating import gave_up
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.machine import DECIDE
from croupier.table.readers.legal import asked_seat
from croupier.table.readers.offers import Offer, offers
from croupier.table.readers.sight import Made, SeatSight, Sight, Watch, watch
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER, id_of, role_of
from croupier.table.state import BETTING, TableState

replace = msgspec.structs.replace

EVERYONE = "everyone"
_ENCODE = msgspec.json.Encoder().encode
Cursor = tuple[int, int]  # a round, and how many of its entries showed this person anything
NOWHERE: Cursor = (0, 0)


def next_cursor(cursor: Cursor, number: int) -> Cursor:
    """After one more entry, of this round."""
    return (number, cursor[1] + 1 if cursor[0] == number else 1)


class Told:
    """One stored entry as it is told: the round it belongs to, and its events."""

    __slots__ = ("_everyones", "_written", "events", "round", "teaches")

    def __init__(self, number: int, events: tuple[Event, ...]) -> None:
        self.round, self.events = number, events
        self._everyones = all(ev.EVERYONE[0] in event.audience for event in events)
        self.teaches = not self._everyones or any(type(one) is ev.BetsClosed for one in events)
        self._written: msgspec.Raw | None = None

    def seen_by(self, by: str) -> tuple[Event, ...]:
        return self.events if self._everyones else view(self.events, by)

    def written(self, seen: tuple[Event, ...]) -> object:
        """What somebody sees of it as it goes into a frame: written once for all who see the whole."""
        if seen is not self.events:
            return seen
        if self._written is None:
            self._written = written(seen)
        return self._written


def written(value: object) -> msgspec.Raw:
    return msgspec.Raw(_ENCODE(value))


class Chapter:
    """One round: the table as the round before it ended, and the entries since. Where it is not whole: the
    table at some moment of the round, where a segment began, and the entries since then."""

    def __init__(self, before: TableState, first: int, whole: bool = True) -> None:
        self.before, self.first, self.whole = before, first, whole  # the number of its first entry
        self.entries: list[Told] = []

    @property
    def number(self) -> int:
        return self.before.round.number


class Story:
    """The running round and the one before it: what somebody who comes back may have missed."""

    def __init__(self, state: TableState, first: int = 1, whole: bool = True) -> None:
        self.chapters = [Chapter(state, first, whole)]

    def add(self, events: tuple[Event, ...], after: TableState, n: int = 0) -> Told:
        """An entry, its number, and the table after it."""
        running = self.chapters[-1]
        told = Told(running.number, events)
        running.entries.append(told)
        if any(type(event) is ev.RoundEnded for event in events):
            self.chapters = [running, Chapter(after, n + 1)]
        return told

    @property
    def whole(self) -> bool:
        """Whether it has all that was told in its rounds: cursors count from the beginning of a round."""
        return self.chapters[0].whole

    @property
    def before(self) -> TableState:
        return self.chapters[0].before

    @property
    def entries(self) -> Iterator[Told]:
        return (told for chapter in self.chapters for told in chapter.entries)

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple([chapter.number for chapter in self.chapters])

    @property
    def running(self) -> int:
        """The round that runs."""
        return self.chapters[-1].number


class Shown(NamedTuple):
    """The table as everyone sees it now, and its parts as they are written to everybody."""

    sight: Sight
    seats: tuple[bytes, ...]
    front: bytes  # what is written before the seats, but for who looks
    middle: bytes  # between the seats and what is a person's own
    end: bytes  # after that

    @classmethod
    def of(cls, sight: Sight, last: Shown | None) -> Shown:
        """Seats that have not moved since the last time are written as they were."""
        known = {} if last is None else dict(zip(map(id, last.sight.seats), last.seats, strict=True))
        seats = tuple([known.get(id(seat)) or _ENCODE(seat) for seat in sight.seats])
        return cls(sight, seats, *_around_seats(sight))

    def written(self, by: str, seats: Iterable[bytes], chips: int, own_seats: tuple[int, ...]) -> msgspec.Raw:
        """As one person is shown it."""
        lying = b",".join(seats)
        return msgspec.Raw(
            b"".join(
                (
                    b'{"person":',
                    _ENCODE(by),
                    self.front,
                    b',"seats":[%b]' % lying if lying else b"",
                    self.middle,
                    b',"chips":%d' % chips if chips else b"",
                    b',"own_seats":%b' % _ENCODE(own_seats) if own_seats else b"",
                    self.end,
                    b"}",
                )
            )
        )


def _around_seats(sight: Sight) -> Iterator[bytes]:
    """A sight as it is written, in three parts: what is the same for everybody, whoever looks."""
    for names in (_FRONT, _MIDDLE, _END):
        fields = [(name, getattr(sight, name)) for name in names]
        yield b"".join(
            [b',"%b":%b' % (name.encode(), _ENCODE(part)) for name, part in fields if part or names is _FRONT]
        )


_FRONT = ("game", "title", "dealing", "round", "turn")
_MIDDLE, _END = ("places", "stub", "rack", "meters", "void"), ("discarded",)  # what is empty is left out


class Public:
    """The table as everyone sees it."""

    def __init__(self, story: Story, live: bool) -> None:
        self.watch: Watch = watch(EVERYONE, story.before, live)
        self._made = Made()
        self._shown: Shown | None = None
        self._moved = True  # since it was shown
        for told in story.entries:
            self.see(told.events)

    def see(self, events: Iterable[Event]) -> None:
        self.watch = self.watch.see(events)
        self._moved = True

    def shown(self, meters: Mapping[str, int]) -> Shown:
        last = self._shown
        if last is None or self._moved or last.sight.meters != meters:
            last = self._shown = Shown.of(self.watch.sight(meters, self._made), last)
            self._moved = False
        return last


@cache
def kinds_of(role: str, staffed: bool) -> frozenset[type[Command]]:
    """The acts that the house may let somebody of the staff do at all."""
    marks = {kind: row_of("table", kind).marks.get(role) for kind in DECIDE}
    return frozenset(kind for kind, mark in marks.items() if mark is not None and (mark != KEYED or staffed))


def is_theirs(state: TableState, offer: Offer, by: str) -> bool:
    """Whether the house lets somebody of the staff do what the table offers them, of what it may let them."""
    mark = row_of("table", type(offer.sample)).marks.get(role_of(by))
    return mark != KEYED or not_keyed(state, offer.sample) is None


class Viewer:
    """One person looking at a table: how far they have been told, and which cards they alone know."""

    def __init__(self, by: str, story: Story) -> None:
        self.by = by
        self.player = id_of(by) if role_of(by) == PLAYER else ""
        self.has_console = role_of(by) in CONSOLES
        self.is_staff = not self.player and by != EVERYONE
        self.cursor: Cursor = (story.rounds[0], 0)
        self._own: dict[str, dict[int, Card | None]] = {}
        self._laid: dict[int, tuple[SeatSight, bytes]] = {}  # seats as they were last written for them
        self._offers: dict[bool, tuple[tuple[object, ...], msgspec.Raw]] = {}  # in their turn, and out of it

    def see(self, told: Told) -> tuple[Event, ...]:
        """What of an entry is for this person; their cursor moves if anything is."""
        seen = told.seen_by(self.by)
        if not seen:
            return ()
        self.cursor = next_cursor(self.cursor, told.round)
        if self.player and told.teaches:
            self._learn(seen)
        return seen

    def _learn(self, events: Iterable[Event]) -> None:
        self._laid = {}
        for event in events:
            if type(event) is ev.BetsClosed:
                self._own = {}
            elif type(event) is ev.CardsNamed and ev.EVERYONE[0] not in event.audience:
                known = self._own.setdefault(event.place, {})
                known.update(
                    {event.first + k: card for k, card in enumerate(event.cards) if card is not None}
                )

    def sight(self, public: Shown) -> msgspec.Raw:
        """What everyone sees, as it is written, with what this person alone knows."""
        if not self.player:
            return public.written(self.by, public.seats, 0, ())
        own = [seat for seat in public.sight.seats if seat.player == self.player]
        seats = self._with_own(public) if self._own else public.seats
        chips = own[0].chips if own else 0
        return public.written(self.by, seats, chips, tuple([seat.seat for seat in own]))

    def _with_own(self, public: Shown) -> Iterable[bytes]:
        """The seats, with those of their cards that this person alone knows."""
        seats = list(public.seats)
        for at, seat in enumerate(public.sight.seats):
            if known := self._own.get(seat_place(seat.seat)):
                laid = self._laid.get(seat.seat)
                if laid is None or laid[0] is not seat:
                    cards = [known.get(k) if card is None else card for k, card in enumerate(seat.cards)]
                    laid = self._laid[seat.seat] = (seat, _ENCODE(replace(seat, cards=tuple(cards))))
                seats[at] = laid[1]
        return seats

    def offers(self, state: TableState, live: bool) -> msgspec.Raw:
        """What this person may do now; worked out again only when something moved that bears on it."""
        acts, bearing = self._bearing(state)
        known = self._offers.get(acts)
        if known is None or known[0] != bearing:
            if self.player:
                found = offers(state, self.by, live)
            else:
                may = offers(state, self.by, live, kinds_of(role_of(self.by), live))
                found = tuple([offer for offer in may if is_theirs(state, offer, self.by)])
            known = self._offers[acts] = (bearing, written(found))
        return known[1]

    def _bearing(self, state: TableState) -> tuple[bool, tuple[object, ...]]:
        """Whether it may be a player's turn to bet or to decide, and all that what they may do hangs on; a
        test compares it with asking anew at every step."""
        if not self.player:
            return True, (state,)
        seating, table, wagers = state.seating, state.round, state.bets.wagers
        mine = [seat for seat, who in seating.seats.items() if who == self.player]
        seated = state.rules, seating.seats, table.ruling
        if table.phase != BETTING and asked_seat(state) not in mine:  # they may come and go, and no more
            held = [table.players.get(seat) == self.player and not gave_up(state, seat) for seat in mine]
            return False, (*seated, held)
        return True, (
            *seated,
            table.number,
            table.phase,
            table.cursor,
            table.players,
            seating.purses.get(self.player, 0),
            [wagers.get(seat) for seat in mine],
            state.care,
            state.link_lost,
        )

"""The views of the people at a table: one shared public view, plus each player's own cards.

`croupier.table.readers.sight` builds one person's view from that person's events. This module builds the
views of many people at once: it folds the public events once and adds the cards that only one player knows. A
test compares the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

from croupier.cards import Card
from croupier.games import GameRules
from croupier.games.game import BOARD, seat_place
from croupier.server.sessions.permissions import KEYED, row_of
from croupier.server.tables.console import CONSOLES
from croupier.server.tables.dealer_entry import not_keyed
from croupier.table import events as ev
from croupier.table.acts.seating import gave_up
from croupier.table.commands import TableCommand
from croupier.table.events import TableEvent
from croupier.table.machine import DECIDE
from croupier.table.readers.legal import asked_seat
from croupier.table.readers.offers import Offer, offers
from croupier.table.readers.sight import Cards, SeatSight, Sight, SightCache, Watcher, hand_so_far, watch
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER, id_of, role_of
from croupier.table.state import BETTING, TableState

replace = msgspec.structs.replace

EVERYONE = "everyone"
_ENCODE = msgspec.json.Encoder().encode
Cursor = tuple[int, int]  # a round, and the number of its entries that this person received
NOWHERE: Cursor = (0, 0)


def next_cursor(cursor: Cursor, number: int) -> Cursor:
    """Advance a cursor by one entry of the given round."""
    return (number, cursor[1] + 1 if cursor[0] == number else 1)


class PublishedEntry:
    """One stored entry for publication, with its round and its events."""

    __slots__ = ("_encoded", "_public", "affects_own_cards", "events", "round")

    def __init__(self, number: int, events: tuple[TableEvent, ...]) -> None:
        self.round, self.events = number, events
        self._public = all(ev.EVERYONE[0] in event.audience for event in events)
        self.affects_own_cards = not self._public or any(type(event) is ev.BetsClosed for event in events)
        self._encoded: msgspec.Raw | None = None

    def visible_to(self, by: str) -> tuple[TableEvent, ...]:
        return self.events if self._public else view(self.events, by)

    def encoded(self, events: tuple[TableEvent, ...]) -> object:
        """Return the visible events as JSON. If a viewer sees the complete entry, the result is shared with
        other viewers.
        """
        if events is not self.events:
            return events
        if self._encoded is None:
            self._encoded = encode_raw(events)
        return self._encoded


def encode_raw(value: object) -> msgspec.Raw:
    return msgspec.Raw(_ENCODE(value))


class StoryRound:
    """One round, with the table before it and the entries since then.

    If the round is not `whole`, earlier entries are missing, and `before` is the table where a segment
    began during the round. `first` is the number of the first entry.
    """

    def __init__(self, before: TableState, first: int, whole: bool = True) -> None:
        self.before, self.first, self.is_complete = before, first, whole
        self.entries: list[PublishedEntry] = []

    @property
    def number(self) -> int:
        return self.before.round.number


class RoundStory:
    """The current and the previous round, with the entries that a returning viewer may have missed."""

    def __init__(self, state: TableState, first: int = 1, whole: bool = True) -> None:
        self.chapters = [StoryRound(state, first, whole)]

    def add(self, events: tuple[TableEvent, ...], after: TableState, n: int = 0) -> PublishedEntry:
        """Add entry number `n`, with the table after it."""
        running = self.chapters[-1]
        entry = PublishedEntry(running.number, events)
        running.entries.append(entry)
        if any(type(event) is ev.RoundEnded for event in events):
            self.chapters = [running, StoryRound(after, n + 1)]
        return entry

    @property
    def is_complete(self) -> bool:
        """True if all entries of both rounds are present. Cursors count from the beginning of a round."""
        return self.chapters[0].is_complete

    @property
    def before(self) -> TableState:
        return self.chapters[0].before

    @property
    def entries(self) -> Iterator[PublishedEntry]:
        return (entry for chapter in self.chapters for entry in chapter.entries)

    @property
    def rounds(self) -> tuple[int, ...]:
        return tuple([chapter.number for chapter in self.chapters])

    @property
    def running(self) -> int:
        """The number of the current round."""
        return self.chapters[-1].number


class PublicFrame(NamedTuple):
    """The public view of the table and its encoded parts, which all viewers share."""

    sight: Sight
    seats: tuple[bytes, ...]
    front: bytes  # fields between the viewer's id and the seats
    middle: bytes  # fields between the seats and the viewer's own fields
    end: bytes  # fields after the viewer's own fields
    rules: GameRules

    @classmethod
    def of(cls, sight: Sight, last: PublicFrame | None, rules: GameRules) -> PublicFrame:
        """Encode a public view. Unchanged seats reuse their bytes from the last frame."""
        encodings = {} if last is None else dict(zip(map(id, last.sight.seats), last.seats, strict=True))
        seats = tuple([encodings.get(id(seat)) or _ENCODE(seat) for seat in sight.seats])
        front, middle, end = _around_seats(sight)
        return cls(sight, seats, front, middle, end, rules)

    def encode_for(
        self, by: str, seats: Iterable[bytes], chips: int, own_seats: tuple[int, ...]
    ) -> msgspec.Raw:
        """Assemble the JSON of one person's view from the shared parts."""
        joined_seats = b",".join(seats)
        return msgspec.Raw(
            b"".join(
                (
                    b'{"person":',
                    _ENCODE(by),
                    self.front,
                    b',"seats":[%b]' % joined_seats if joined_seats else b"",
                    self.middle,
                    b',"chips":%d' % chips if chips else b"",
                    b',"own_seats":%b' % _ENCODE(own_seats) if own_seats else b"",
                    self.end,
                    b"}",
                )
            )
        )


def _around_seats(sight: Sight) -> Iterator[bytes]:
    """Encode the three shared parts of a view: before the seats, after the seats, and at the end."""
    for names in (_FRONT, _MIDDLE, _END):
        fields = [(name, getattr(sight, name)) for name in names]
        yield b"".join(
            [
                b',"%b":%b' % (name.encode(), _ENCODE(value))
                for name, value in fields
                if value or names is _FRONT
            ]
        )


_FRONT = ("game", "title", "dealing", "round", "turn")
_MIDDLE, _END = (
    ("places", "stub", "rack", "meters", "void", "voided"),
    ("discarded",),
)  # empty fields are omitted


class PublicView:
    """The table as everyone sees it, updated with each published entry."""

    def __init__(self, story: RoundStory, live: bool) -> None:
        self.watch: Watcher = watch(EVERYONE, story.before, live)
        self._cache = SightCache()
        self._frame: PublicFrame | None = None
        self._changed = True  # entries since the last frame
        for entry in story.entries:
            self.see(entry.events)

    def see(self, events: Iterable[TableEvent]) -> None:
        self.watch = self.watch.see(events)
        self._changed = True

    def frame(self, meters: Mapping[str, int]) -> PublicFrame:
        last = self._frame
        if last is None or self._changed or last.sight.meters != meters:
            last = self._frame = PublicFrame.of(
                self.watch.sight(meters, self._cache), last, self.watch.state.rules
            )
            self._changed = False
        return last


@cache
def kinds_of(role: str, staffed: bool) -> frozenset[type[TableCommand]]:
    """List the commands that the permission matrix allows a staff role."""
    marks = {kind: row_of("table", kind).marks.get(role) for kind in DECIDE}
    return frozenset(kind for kind, mark in marks.items() if mark is not None and (mark != KEYED or staffed))


def is_theirs(state: TableState, offer: Offer, by: str) -> bool:
    """Return whether a staff member may take this offer. Dealers act only for players without a screen."""
    mark = row_of("table", type(offer.sample)).marks.get(role_of(by))
    return mark != KEYED or not_keyed(state, offer.sample) is None


class Viewer:
    """One person's view of a table, with their cursor and the cards that only they know."""

    def __init__(self, by: str, story: RoundStory) -> None:
        self.by = by
        self.player = id_of(by) if role_of(by) == PLAYER else ""
        self.has_console = role_of(by) in CONSOLES
        self.is_staff = not self.player and by != EVERYONE
        self.cursor: Cursor = (story.rounds[0], 0)
        self._own_cards: dict[str, dict[int, Card | None]] = {}
        # The last encoding of each seat with own cards, and the board at that time.
        self._own_seats: dict[int, tuple[SeatSight, Cards, bytes]] = {}
        # cached offers, by whether the player may bet or decide
        self._offers: dict[bool, tuple[tuple[object, ...], msgspec.Raw]] = {}

    def see(self, entry: PublishedEntry) -> tuple[TableEvent, ...]:
        """Return the events of an entry that are visible to this person, and advance their cursor."""
        events = entry.visible_to(self.by)
        if not events:
            return ()
        self.cursor = next_cursor(self.cursor, entry.round)
        if self.player and entry.affects_own_cards:
            self._update_own_cards(events)
        return events

    def _update_own_cards(self, events: Iterable[TableEvent]) -> None:
        self._own_seats = {}
        for event in events:
            if type(event) is ev.BetsClosed:
                self._own_cards = {}
            elif type(event) is ev.CardsNamed and ev.EVERYONE[0] not in event.audience:
                cards = self._own_cards.setdefault(event.place, {})
                cards.update(
                    {event.first + k: card for k, card in enumerate(event.cards) if card is not None}
                )

    def sight(self, public: PublicFrame) -> msgspec.Raw:
        """Encode the public view with this person's own cards and chips."""
        if not self.player:
            return public.encode_for(self.by, public.seats, 0, ())
        own_seats = [seat for seat in public.sight.seats if seat.player == self.player]
        seats = self._seats_with_own_cards(public) if self._own_cards else public.seats
        chips = own_seats[0].chips if own_seats else 0
        return public.encode_for(self.by, seats, chips, tuple([seat.seat for seat in own_seats]))

    def _seats_with_own_cards(self, public: PublicFrame) -> Iterable[bytes]:
        """Replace the seats whose hidden cards this person knows."""
        seats = list(public.seats)
        board = next((place.cards for place in public.sight.places if place.place == BOARD), ())
        for at, seat in enumerate(public.sight.seats):
            if own_cards := self._own_cards.get(seat_place(seat.seat)):
                cached = self._own_seats.get(seat.seat)
                if cached is None or cached[0] is not seat or cached[1] != board:
                    cards = tuple(
                        [own_cards.get(k) if card is None else card for k, card in enumerate(seat.cards)]
                    )
                    undecided = seat.player == self.player and seat.in_play and seat.hand is None
                    so_far = hand_so_far(public.rules, cards, board) if undecided else ""
                    encoded = _ENCODE(replace(seat, cards=cards, so_far=so_far))
                    cached = self._own_seats[seat.seat] = (seat, board, encoded)
                seats[at] = cached[2]
        return seats

    def offers(self, state: TableState, live: bool) -> msgspec.Raw:
        """Encode this person's legal acts. The cache lasts until the state behind it changes."""
        acts, dependencies = self._offer_dependencies(state)
        cached = self._offers.get(acts)
        if cached is None or cached[0] != dependencies:
            if self.player:
                visible = offers(state, self.by, live)
            else:
                allowed = offers(state, self.by, live, kinds_of(role_of(self.by), live))
                visible = tuple([offer for offer in allowed if is_theirs(state, offer, self.by)])
            cached = self._offers[acts] = (dependencies, encode_raw(visible))
        return cached[1]

    def _offer_dependencies(self, state: TableState) -> tuple[bool, tuple[object, ...]]:
        """Return whether the player may bet or decide, and the state that their offers depend on.

        A test compares the cached offers with newly computed offers at every step.
        """
        if not self.player:
            return True, (state,)
        seating, table, wagers = state.seating, state.round, state.bets.wagers
        own_seats = [seat for seat, holder in seating.seats.items() if holder == self.player]
        always = state.rules, seating.seats, table.ruling
        if (
            table.phase != BETTING and asked_seat(state) not in own_seats
        ):  # this person may only sit down or leave
            in_play = [
                table.players.get(seat) == self.player and not gave_up(state, seat) for seat in own_seats
            ]
            return False, (*always, in_play)
        return True, (
            *always,
            table.number,
            table.phase,
            table.cursor,
            table.players,
            seating.purses.get(self.player, 0),
            [wagers.get(seat) for seat in own_seats],
            state.care,
            state.link_lost,
        )

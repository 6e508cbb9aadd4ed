"""Send table messages to every connection, and resume a returning client from its cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Protocol

import msgspec

from croupier.journal.tables import TableWithShoes
from croupier.protocol import Frame, FromHouse, OpeningMessage, Pace, Welcome, encode
from croupier.server.tables.console import MENU_ACTS, Console
from croupier.server.tables.deal_proofs import Proofs, openings_so_far
from croupier.server.tables.narration import Narrator
from croupier.server.tables.viewers import (
    EVERYONE,
    Cursor,
    PublicFrame,
    PublicView,
    PublishedEntry,
    RoundStory,
    Viewer,
    next_cursor,
)
from croupier.server.tables.write_ahead import StoredStep
from croupier.table.events import RoundEnded, TableEvent
from croupier.table.readers.views import visible
from croupier.table.state import TableState

Meters = Callable[[], Mapping[str, int]]
# an entry, and those of its events that a viewer may see
SeenEntry = tuple[PublishedEntry, tuple[TableEvent, ...]]


class MessageSink(Protocol):
    """The receiving end of one connection. `send` never waits."""

    viewer: Viewer
    person: str  # person id; empty for an anonymous viewer
    proofs: bool  # whether the client wants proofs of the visible cards
    clock: bool  # whether the client wants posted times even as the only player
    words: bool  # whether the client wants the sentence of each event

    def send(self, message: bytes) -> None: ...
    def end(self, code: int, reason: str) -> None: ...


class Broadcaster:
    pace: Pace | None = None  # rate limit that every welcome message announces

    def __init__(
        self,
        table: str,
        story: RoundStory,
        held: TableWithShoes,
        live: bool,
        meters: Meters,
        console: Callable[[TableState], Console],
    ) -> None:
        self.table, self.story, self._full_state, self._live, self._meters = table, story, held, live, meters
        self._console = console
        self.public = PublicView(story, live)
        self.outlets: list[MessageSink] = []
        self._proofs: Proofs | None = None  # updated only while a connection wants proofs

    @property
    def known_to_staff(self) -> TableState:
        """The table with the cards that its staff know.

        A human dealer knows every card entered at the table. If the server deals, the staff know only the
        public cards.
        """
        return self._full_state.table if self._live else self.public.watch.state

    # Publish.

    def publish(self, steps: list[StoredStep], held: TableWithShoes) -> None:
        """Send stored entries to everyone who may see them, one frame per connection."""
        self._full_state = held
        published: list[PublishedEntry] = []
        proofs: list[tuple[MessageSink, bytes]] = []
        for step in steps:
            entry = self.story.add(step.events, step.state, step.n)
            if self._proofs is not None:
                self._proofs.follow(step.events, step.state, step.shoes)
                proofs += self._openings(self._proofs, entry.round)
            self.public.see(entry.events)
            published.append(entry)
        frame, narrator = self.public.frame(self._meters()), None
        for outlet in tuple(self.outlets):
            if outlet.words and narrator is None:
                narrator = Narrator(self.public.watch.state)
            self._send_entries(outlet, published, frame, narrator if outlet.words else None)
        for outlet, opening in proofs:
            outlet.send(opening)

    def _openings(self, proofs: Proofs, number: int) -> Iterable[tuple[MessageSink, bytes]]:
        """Yield proofs of newly visible cards to each connection that sees the cards and wants proofs."""
        for outlet in self.outlets if proofs.fresh else ():
            if outlet.proofs and (openings := proofs.openings(outlet.viewer.by)):
                yield outlet, encode(OpeningMessage(number, openings))

    def _send_entries(
        self,
        outlet: MessageSink,
        published: list[PublishedEntry],
        public: PublicFrame,
        narrator: Narrator | None,
    ) -> None:
        visible = [(entry, events) for entry in published if (events := outlet.viewer.see(entry))]
        entries = [entry.encoded(events) for entry, events in visible]
        words = (
            ()
            if narrator is None
            else [narrator.words(entry, events, outlet.viewer) for entry, events in visible]
        )
        # A card entered face down is visible to no one, but it changes the due act.
        if entries or (self._live and outlet.viewer.has_console):
            outlet.send(self._frame(outlet.viewer, entries, public, words))

    def _frame(self, viewer: Viewer, entries: list[Any], public: PublicFrame, words: Any = ()) -> bytes:
        """Encode a frame. A player's offers come from the public state and reveal no hidden card."""
        state = self.public.watch.state if viewer.player else self._full_state.table
        offers = viewer.offers(state, self._live) if viewer.by != EVERYONE else ()
        if not viewer.has_console:
            return encode(Frame(viewer.cursor, entries, viewer.sight(public), offers, words=words))
        console, sight = self._console(self.known_to_staff), viewer.sight(public)
        return encode(
            Frame(
                viewer.cursor,
                entries,
                sight,
                offers,
                console.due,
                console.next_words,
                console.next,
                console.timers,
                words,
            )
        )

    def refresh_consoles(self) -> None:
        """Send staff a frame without entries, because the due act changed."""
        frame = self.public.frame(self._meters())
        for outlet in tuple(self.outlets):
            if outlet.viewer.has_console:
                outlet.send(self._frame(outlet.viewer, [], frame))

    def send(self, message: FromHouse, to: Iterable[MessageSink] | None = None) -> None:
        """Send a message to the given connections, or to all."""
        data = encode(message)
        for outlet in tuple(self.outlets if to is None else to):
            outlet.send(data)

    # Connections.

    def join(self, outlet: MessageSink, name: str, after: Cursor | None) -> None:
        """Add a connection. Send the entries that it missed since `after`, or the whole current
        round.
        """
        viewer = outlet.viewer
        missed: list[SeenEntry] = []
        running: list[SeenEntry] = []
        for entry in self.story.entries:
            if events := viewer.see(entry):
                if after is not None and viewer.cursor > after:
                    missed.append((entry, events))
                if entry.round == self.story.running:
                    running.append((entry, events))
        resumed = after is not None and after[0] in self.story.rounds and after <= viewer.cursor
        outcome: Literal["current", "replayed", "fresh"]
        outcome = ("replayed" if missed else "current") if resumed else "fresh"
        visible = missed if resumed else running
        entries = [entry.encoded(events) for entry, events in visible]
        game = self._full_state.table.rules.game
        count = len(entries)
        welcome = Welcome(self.table, game, viewer.by, outlet.person, name, outcome, count, self.pace)
        if viewer.has_console and outlet.words:
            welcome = msgspec.structs.replace(welcome, acts=MENU_ACTS)
        outlet.send(encode(welcome))
        words: Any = ()
        if outlet.words:
            narrator = Narrator(self.public.watch.state)
            words = [narrator.words(entry, events, viewer) for entry, events in visible]
        outlet.send(self._frame(viewer, entries, self.public.frame(self._meters()), words))
        if outlet.proofs:
            if self._proofs is None:
                self._proofs = Proofs.resumed(self._full_state.table, self._full_state.shoes, self.story)
            openings = openings_so_far(self._full_state.table, self._full_state.shoes, self.story, viewer.by)
            if openings:
                outlet.send(encode(OpeningMessage(self.story.rounds[-1], openings)))
        self.outlets.append(outlet)

    def leave(self, outlet: MessageSink) -> None:
        if outlet in self.outlets:
            self.outlets.remove(outlet)
            if not any(other.proofs for other in self.outlets):
                self._proofs = None

    def is_connected(self, person: str) -> bool:
        """Return whether a person has a connection to the table."""
        return any(outlet.person == person for outlet in self.outlets)

    def wants_clock(self, person: str) -> bool:
        return any(outlet.clock for outlet in self.outlets if outlet.person == person)

    # Cursors.

    def cursor_of(self, by: str) -> Cursor:
        for outlet in self.outlets:
            if outlet.viewer.by == by:
                return outlet.viewer.cursor
        viewer = Viewer(by, self.story)
        for entry in self.story.entries:
            viewer.see(entry)
        return viewer.cursor

    def cursor_after(self, by: str, pending: Iterable[tuple[TableEvent, ...]]) -> Cursor:
        """Return a viewer's cursor after the pending events are published."""
        cursor, number = self.cursor_of(by), self.story.running
        for events in pending:
            if any(visible(event, by) for event in events):
                cursor = next_cursor(cursor, number)
            number += ends_round(events)
        return cursor


def ends_round(events: Iterable[TableEvent]) -> bool:
    return any(type(event) is RoundEnded for event in events)

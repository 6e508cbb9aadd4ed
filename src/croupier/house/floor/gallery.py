"""Everybody who has a line to a table: what each is told, and from where somebody goes on who comes back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Protocol

from croupier.house.floor.ahead import Stored
from croupier.house.floor.console import Console
from croupier.house.floor.proofs import Proofs, openings_so_far
from croupier.house.floor.seen import EVERYONE, Cursor, Public, Shown, Story, Told, Viewer, next_cursor
from croupier.journal.tables import TableWithShoes
from croupier.protocol import Frame, FromHouse, Opening, Pace, Welcome, encode
from croupier.table.events import Event, RoundEnded
from croupier.table.readers.views import visible
from croupier.table.state import TableState

Meters = Callable[[], Mapping[str, int]]


class Outlet(Protocol):
    """Somebody who looks on or plays: where messages for them go. `send` never waits."""

    viewer: Viewer
    person: str  # an id; empty for somebody who is not known
    proofs: bool  # whether they want the openings of the cards they see

    def send(self, message: bytes) -> None: ...
    def end(self, code: int, reason: str) -> None: ...


class Gallery:
    pace: Pace | None = None  # what every welcome says of how fast one may speak

    def __init__(
        self,
        table: str,
        story: Story,
        held: TableWithShoes,
        live: bool,
        meters: Meters,
        console: Callable[[TableState], Console],
    ) -> None:
        self.table, self.story, self._held, self._live, self._meters = table, story, held, live, meters
        self._console = console
        self.public = Public(story, live)
        self.outlets: list[Outlet] = []
        self._proofs: Proofs | None = None  # followed while somebody wants them

    @property
    def known_to_staff(self) -> TableState:
        """The table as its staff knows it: with the cards that were named at it, or, where the machine holds
        them, as everybody was told."""
        return self._held.table if self._live else self.public.watch.state

    # Publishing.

    def publish(self, stored: list[Stored], held: TableWithShoes) -> None:
        """What is stored, to everybody it is for."""
        self._held = held
        told: list[Told] = []
        proved: list[tuple[Outlet, bytes]] = []
        for one in stored:
            entry = self.story.add(one.events, one.state, one.n)
            if self._proofs is not None:
                self._proofs.follow(one.events, one.state, one.shoes)
                proved += self._openings(self._proofs, entry.round)
            self.public.see(entry.events)
            told.append(entry)
        shown = self.public.shown(self._meters())
        for outlet in tuple(self.outlets):
            self._show(outlet, told, shown)
        for outlet, opening in proved:
            outlet.send(opening)

    def _openings(self, proofs: Proofs, number: int) -> Iterable[tuple[Outlet, bytes]]:
        """The proof of what the last entry named, to each who sees it and wants it."""
        for outlet in self.outlets if proofs.fresh else ():
            if outlet.proofs and (found := proofs.openings(outlet.viewer.by)):
                yield outlet, encode(Opening(number, found))

    def _show(self, outlet: Outlet, told: list[Told], shown: Shown) -> None:
        entries = [one.written(seen) for one in told if (seen := outlet.viewer.see(one))]
        # A card that is named face down is shown to nobody, and yet something else is due after it.
        if entries or (self._live and outlet.viewer.has_console):
            outlet.send(self._frame(outlet.viewer, entries, shown))

    def _frame(self, viewer: Viewer, entries: list[Any], shown: Shown) -> bytes:
        """What a player is offered is worked out from what everyone knows: it tells of no hidden card."""
        seen_by = self.public.watch.state if viewer.player else self._held.table
        offered = viewer.offers(seen_by, self._live) if viewer.by != EVERYONE else ()
        if not viewer.has_console:
            return encode(Frame(viewer.cursor, entries, viewer.sight(shown), offered))
        told, sight = self._console(self.known_to_staff), viewer.sight(shown)
        return encode(
            Frame(viewer.cursor, entries, sight, offered, told.due, told.then, told.next, told.timers)
        )

    def show_consoles(self) -> None:
        """What is due is another act, though nothing has happened."""
        shown = self.public.shown(self._meters())
        for outlet in tuple(self.outlets):
            if outlet.viewer.has_console:
                outlet.send(self._frame(outlet.viewer, [], shown))

    def tell(self, message: FromHouse, to: Iterable[Outlet] | None = None) -> None:
        data = encode(message)
        for outlet in tuple(self.outlets if to is None else to):
            outlet.send(data)

    # Coming and going.

    def join(self, outlet: Outlet, name: str, after: Cursor | None) -> None:
        """Somebody comes, or comes back: nothing missed, what was missed, or the whole anew."""
        viewer = outlet.viewer
        missed: list[Any] = []
        running: list[Any] = []
        for told in self.story.entries:
            if seen := viewer.see(told):
                if after is not None and viewer.cursor > after:
                    missed.append(told.written(seen))
                if told.round == self.story.running:
                    running.append(told.written(seen))
        resumed = after is not None and after[0] in self.story.rounds and after <= viewer.cursor
        outcome: Literal["current", "replayed", "fresh"]
        outcome = ("replayed" if missed else "current") if resumed else "fresh"
        entries = missed if resumed else running
        game = self._held.table.rules.game
        count = len(entries)
        welcome = Welcome(self.table, game, viewer.by, outlet.person, name, outcome, count, self.pace)
        outlet.send(encode(welcome))
        outlet.send(self._frame(viewer, entries, self.public.shown(self._meters())))
        if outlet.proofs:
            if self._proofs is None:
                self._proofs = Proofs.resumed(self._held.table, self._held.shoes, self.story)
            found = openings_so_far(self._held.table, self._held.shoes, self.story, viewer.by)
            if found:
                outlet.send(encode(Opening(self.story.rounds[-1], found)))
        self.outlets.append(outlet)

    def leave(self, outlet: Outlet) -> None:
        if outlet in self.outlets:
            self.outlets.remove(outlet)
            if not any(one.proofs for one in self.outlets):
                self._proofs = None

    def here(self, person: str) -> bool:
        return any(outlet.person == person for outlet in self.outlets)

    # Cursors.

    def cursor_of(self, by: str) -> Cursor:
        for outlet in self.outlets:
            if outlet.viewer.by == by:
                return outlet.viewer.cursor
        viewer = Viewer(by, self.story)
        for told in self.story.entries:
            viewer.see(told)
        return viewer.cursor

    def cursor_after(self, by: str, decided: Iterable[tuple[Event, ...]]) -> Cursor:
        """Where somebody's cursor will stand when what is decided has been told."""
        cursor, number = self.cursor_of(by), self.story.running
        for events in decided:
            if any(visible(event, by) for event in events):
                cursor = next_cursor(cursor, number)
            number += ends_round(events)
        return cursor


def ends_round(events: Iterable[Event]) -> bool:
    return any(type(event) is RoundEnded for event in events)

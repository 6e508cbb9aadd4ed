"""The sentences of published events, for connections that request them.

A sentence is built from the event as its viewer receives it, so it cannot name a hidden card. Sentences that
are equal for many viewers are encoded once per entry.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.server.tables.viewers import PublishedEntry, Viewer, encode_raw
from croupier.table.events import TableEvent
from croupier.table.fields import seat_of
from croupier.table.state import TableState
from croupier.table.wording import PageWording

# one sentence per event, or an empty string if the viewer's pages do not list the event
EventWords = tuple[str, ...]


class Narrator:
    """Builds the sentences for the entries of one publication, using the table state after these entries."""

    def __init__(self, state: TableState) -> None:
        self._labels = labels_of(state)
        self._names = {player: name for player, name in state.seating.names.items() if name}
        self._people = {**state.seating.seats, **state.round.players}
        self._staff = PageWording(self._labels)
        self._public = PageWording(self._labels, self._names, self._people)
        self._shared: dict[tuple[int, bool], object] = {}

    def words(self, entry: PublishedEntry, events: tuple[TableEvent, ...], viewer: Viewer) -> object:
        """Return the sentences of the events of an entry that a viewer received."""
        staff = viewer.is_staff
        if viewer.player and any(self._is_own(event, viewer.player) for event in events):
            return self._sentences(events, self._own_wording(viewer.player), staff)
        wording = self._staff if staff else self._public
        # the viewer received only part of the entry, so do not share the text with other viewers
        if events is not entry.events:
            return self._sentences(events, wording, staff)
        encoded = self._shared.get((id(entry), staff))
        if encoded is None:
            encoded = self._shared[id(entry), staff] = encode_raw(self._sentences(events, wording, staff))
        return encoded

    def _sentences(self, events: Iterable[TableEvent], wording: PageWording, staff: bool) -> EventWords:
        logs = ("players", "staff") if staff else ("players",)
        return tuple(
            [
                event.sentence(self._staff if self._of_earlier_player(event) else wording)
                if event.log in logs
                else ""
                for event in events
            ]
        )

    def _of_earlier_player(self, event: TableEvent) -> bool:
        """Return whether someone else now has the seat of the event's player. The sentence then names no
        player.
        """
        player = getattr(event, "player", "")
        return bool(player) and self._people.get(getattr(event, "seat", 0), player) != player

    def _own_wording(self, player: str) -> PageWording:
        seats = tuple(sorted(seat for seat, holder in self._people.items() if holder == player))
        return PageWording(self._labels, self._names, self._people, seats, player)

    def _is_own(self, event: TableEvent, player: str) -> bool:
        """Return whether an event is about a player or their seat."""
        if about := getattr(event, "player", ""):
            return bool(about == player)
        seat = getattr(event, "seat", 0) or seat_of(getattr(event, "place", ""))
        return bool(seat) and self._people.get(seat) == player


def labels_of(state: TableState) -> dict[str, str]:
    return {wager.name: wager.label for wager in state.game.wagers}

"""What each person may see: built up from the events addressed to him, never by hiding parts of the whole."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.table.events import Event


def visible(event: Event, person: str) -> bool:
    """`person` is "player:NAME", "role:NAME", or "everyone" for one who only looks on."""
    return "everyone" in event.audience or person in event.audience


def view(events: Iterable[Event], person: str) -> tuple[Event, ...]:
    return tuple(event for event in events if visible(event, person))

"""What each person may see: built up from events addressed to them, never by hiding parts of the whole."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.table.events import Event


def visible(event: Event, person: str) -> bool:
    """`person` is "player:ID", "surveillance", "regulator", or "everyone" for one who only looks on."""
    return "everyone" in event.audience or person in event.audience


def view(events: Iterable[Event], person: str) -> tuple[Event, ...]:
    return tuple(event for event in events if visible(event, person))

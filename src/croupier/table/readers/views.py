"""Filter events by audience. Each person gets the events addressed to them, complete, and no others."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.table.events import TableEvent


def visible(event: TableEvent, person: str) -> bool:
    """Return whether `person` ("player:ID", a role, "role:ID", or "everyone" for a spectator) may see it."""
    return is_addressed(event.audience, person)


def is_addressed(audience: tuple[str, ...], person: str) -> bool:
    return "everyone" in audience or person in audience or person.partition(":")[0] in audience


def view(events: Iterable[TableEvent], person: str) -> tuple[TableEvent, ...]:
    return tuple(event for event in events if visible(event, person))

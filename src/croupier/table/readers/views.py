"""Which events each person may see: those addressed to them, never the whole with parts hidden."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.table.events import Event


def visible(event: Event, person: str) -> bool:
    """`person` is "player:ID", a role, "role:ID", or "everyone" for one who only looks on."""
    return addressed(event.audience, person)


def addressed(audience: tuple[str, ...], person: str) -> bool:
    return "everyone" in audience or person in audience or person.partition(":")[0] in audience


def view(events: Iterable[Event], person: str) -> tuple[Event, ...]:
    return tuple(event for event in events if visible(event, person))

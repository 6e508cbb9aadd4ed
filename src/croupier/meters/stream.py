"""The meters as a stream kind, so that the journal can write, link, fold and audit them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.meters.codec import canonical, decode_command, decode_events, decode_state
from croupier.meters.machine import MeterCommand, MeterEvent, Meters, decide, fold

# event fields that are words or citations, which may differ in an audit; all other fields are effects
WORDS = frozenset({"clauses", "readings", "reason"})


class MeterCharter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The configuration of a set of meters.

    It has only a display name, because a meter opens when the first table joins it.
    """

    name: str


_CHARTER = msgspec.json.Decoder(MeterCharter)


def stream_of(group: str) -> str:
    """Return the name of the stream for a group's meters."""
    return f"meters.{group}"


def charter_of(name: str) -> bytes:
    return canonical(MeterCharter(name))


class MeterKind:
    """Meters as a stream kind for the journal. Tables decide payments, so no rule book applies here."""

    name = "meter"

    def begin(self, charter: bytes) -> Meters:
        self.lawful(charter)
        return Meters()

    def lawful(self, charter: bytes) -> None:
        try:
            _CHARTER.decode(charter)
        except msgspec.DecodeError as error:
            raise BadInput(f"not a meter charter: {error}") from None

    def book(self, charter: bytes) -> str:
        return ""

    def edition(self, charter: bytes) -> str:
        return ""

    def encode(self, command: MeterCommand, events: Iterable[MeterEvent]) -> tuple[bytes, bytes]:
        return canonical(command), canonical(tuple(events))

    def decode(self, command: bytes, events: bytes) -> tuple[MeterCommand, tuple[MeterEvent, ...]]:
        return decode_command(command), decode_events(events)

    def decide(self, state: Meters, command: MeterCommand) -> tuple[MeterEvent, ...]:
        return decide(state, command)

    def fold(
        self, state: Meters, command: MeterCommand, events: tuple[MeterEvent, ...], sealed: bytes | None
    ) -> Meters:
        return fold(state, events)

    def snapshot(self, state: Meters) -> tuple[bytes, bytes | None]:
        return canonical(state), None

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> Meters:
        return decode_state(snapshot)

    def resting(self, state: Meters) -> bool:
        return True

    def effects(self, events: tuple[MeterEvent, ...]) -> list[dict[str, Any]]:
        plain = (msgspec.to_builtins(event) for event in events)
        return [{key: value for key, value in event.items() if key not in WORDS} for event in plain]

    def at(self, command: MeterCommand) -> int:
        return command.at

    def about(self, charter: bytes, state: Meters) -> dict[str, Any]:
        return {"meters": {name: meter.shown for name, meter in state.meters.items()}}


KIND = MeterKind()

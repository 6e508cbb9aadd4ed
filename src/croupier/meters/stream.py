"""The meters as a kind of stream: what the journal needs to write, link, fold and audit one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.meters.codec import canonical, decode_command, decode_events, decode_state
from croupier.meters.machine import Command, Event, Meters, decide, fold

WORDS = frozenset({"clauses", "readings", "reason"})  # what an event says or cites; all else is an effect


class Charter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a set of meters opens under: a name for people. Meters open when a table joins them."""

    name: str


_CHARTER = msgspec.json.Decoder(Charter)


def charter_of(name: str) -> bytes:
    return canonical(Charter(name))


class MeterKind:
    """Meters, as the journal sees them. Whom they pay the tables decide; no rule book decides here."""

    name = "meter"

    def begin(self, charter: bytes) -> Meters:
        self.lawful(charter)
        return Meters()

    def lawful(self, charter: bytes) -> None:
        try:
            _CHARTER.decode(charter)
        except msgspec.DecodeError as error:
            raise BadInput(f"not the charter of meters: {error}") from None

    def book(self, charter: bytes) -> str:
        return ""

    def edition(self, charter: bytes) -> str:
        return ""

    def encode(self, command: Command, events: Iterable[Event]) -> tuple[bytes, bytes]:
        return canonical(command), canonical(tuple(events))

    def decode(self, command: bytes, events: bytes) -> tuple[Command, tuple[Event, ...]]:
        return decode_command(command), decode_events(events)

    def decide(self, state: Meters, command: Command) -> tuple[Event, ...]:
        return decide(state, command)

    def fold(
        self, state: Meters, command: Command, events: tuple[Event, ...], sealed: bytes | None
    ) -> Meters:
        return fold(state, events)

    def snapshot(self, state: Meters) -> tuple[bytes, bytes | None]:
        return canonical(state), None

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> Meters:
        return decode_state(snapshot)

    def resting(self, state: Meters) -> bool:
        return True

    def effects(self, events: tuple[Event, ...]) -> list[dict[str, Any]]:
        told = (msgspec.to_builtins(event) for event in events)
        return [{key: value for key, value in event.items() if key not in WORDS} for event in told]

    def at(self, command: Command) -> int:
        return command.at

    def about(self, charter: bytes, state: Meters) -> dict[str, Any]:
        return {"meters": {name: meter.shown for name, meter in state.meters.items()}}


KIND = MeterKind()

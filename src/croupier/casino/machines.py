"""Shared parts of the casino's state machines: commands, events, refusals and stream kinds.

A machine has a decider for each command and an applier for each event. A machine is pure: commands carry
their ids and times. Several nodes write to these streams, each with its own clock. A machine accepts a
command that is slightly older than the previous one. Its clock never runs backward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar

import msgspec
from msgspec import Meta

from croupier.errors import BadInput, Refused
from croupier.files import printable
from croupier.journal.entries import canonical
from croupier.journal.entries import decode as decode_json
from croupier.table.roles import or_above, role_of, titles

replace = msgspec.structs.replace

HOUSE = "house"  # actions of the server itself
TABLE = "table"  # actions that the node of a table takes for the table

ONE_LINE = r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z"
PersonId = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_-]{0,63}\Z")]
TableId = Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9._-]{0,39}\Z")]
Key = Annotated[str, Meta(pattern=r"\A[^\s:\x00-\x1f\x7f-\x9f]{1,64}\Z")]  # an id that may be used only once
Actor = Annotated[str, Meta(max_length=96, pattern=ONE_LINE)]  # "role" or "role:id"
Text = Annotated[str, Meta(max_length=500, pattern=ONE_LINE)]  # a reason or a note
Seconds = Annotated[int, Meta(ge=0, le=253_402_300_799)]  # times up to the end of the year 9999
Cents = Annotated[int, Meta(ge=0, le=10**15)]

WORDS = frozenset({"clauses", "readings", "reason"})  # event fields that are not effects


class CasinoCode(StrEnum):
    """Refusals shared by all machines of the casino."""

    NOT_UNDERSTOOD = "not_understood"
    NOT_YOUR_ROLE = "not_your_role"
    REASON_MISSING = "reason_missing"


class CasinoCommand(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    by: Actor  # "role" or "role:id", filled in by the server and never by the client
    at: Seconds = 0  # time of the server's clock

    roles: ClassVar[tuple[str, ...]] = ()


class CasinoEvent(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    audience: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    at: int = 0


class HasClock(Protocol):
    @property
    def clock(self) -> int: ...


State = TypeVar("State", bound=HasClock)
Deciders = Mapping[type[CasinoCommand], Callable[[Any, Any], tuple[CasinoEvent, ...]]]
Appliers = Mapping[type[CasinoEvent], Callable[[Any, Any], Any]]
Posting = tuple[str, int]  # (account, cents) pairs; the postings of an event sum to zero
Plain = dict[str, Any]
# old tag -> function that upgrades the object, including `type`, to a newer version
Upcasts = Mapping[str, Callable[[Plain], Plain]]


def refuse(code: StrEnum, message: str, remedy: str, *clauses: str) -> Refused:
    return Refused(code.value, message, clauses, remedy)


def with_reason(reason: str) -> str:
    if not reason.strip():
        raise refuse(CasinoCode.REASON_MISSING, "a reason is required", "Give the reason in one line.")
    return reason.strip()


def check_fields(command: CasinoCommand) -> None:
    """Check that every field of a command has a valid type and size."""
    try:
        msgspec.convert(msgspec.to_builtins(command), type(command))
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as fault:
        raise refuse(
            CasinoCode.NOT_UNDERSTOOD,
            printable(f"{type(command).__name__}: {fault}"),
            "See the protocol documentation for this command.",
        ) from None


def check_role(command: CasinoCommand) -> None:
    kind = type(command)
    if role_of(command.by) not in or_above(kind.roles):
        raise refuse(
            CasinoCode.NOT_YOUR_ROLE,
            f"{command.by} may not send {kind.__name__}",
            f"Required role: {titles(kind.roles)}.",
        )


def union_of(kinds: Iterable[type]) -> Any:
    """Return the union of struct types, for a decoder that selects the type by tag."""
    union: Any = None
    for kind in kinds:
        union = kind if union is None else union | kind
    return union


class CasinoKind(Generic[State]):
    """A casino machine as a stream kind for the journal."""

    charter: type[msgspec.Struct]
    state: type[State]

    def __init__(
        self, name: str, deciders: Deciders, appliers: Appliers, upcasts: Upcasts | None = None
    ) -> None:
        self.name = name
        self.deciders, self.appliers = deciders, appliers
        self._upcasts = {f'"{tag}"'.encode(): (tag, newer) for tag, newer in (upcasts or {}).items()}
        self._commands = msgspec.json.Decoder(union_of(deciders))
        self._events = msgspec.json.Decoder(tuple[union_of(appliers), ...])  # type: ignore[misc]
        self._charter = msgspec.json.Decoder(self.charter)
        self._state = msgspec.json.Decoder(self.state)

    def read_charter(self, charter: bytes) -> Any:
        try:
            return decode_json(self._charter, charter)
        except BadInput as fault:
            raise BadInput(f"not a {self.name} charter: {fault}") from None

    def begin(self, charter: bytes) -> State:
        self.lawful(charter)
        return self.state()

    def lawful(self, charter: bytes) -> None:
        self.read_charter(charter)

    def book(self, charter: bytes) -> str:
        return ""

    def edition(self, charter: bytes) -> str:
        return ""

    def encode(self, command: CasinoCommand, events: Iterable[CasinoEvent]) -> tuple[bytes, bytes]:
        return canonical(command), canonical(tuple(events))

    def decode(self, command: bytes, events: bytes) -> tuple[CasinoCommand, tuple[CasinoEvent, ...]]:
        decoded_command: Any = decode_json(self._commands, self._current(command))
        decoded_events: Any = decode_json(self._events, self._current(events))
        return decoded_command, tuple(decoded_events)

    def _current(self, data: bytes) -> bytes:
        """Upgrade a command or event to its current version. Stored entries are never rewritten."""
        for sign, (tag, newer) in self._upcasts.items():
            if sign in data:
                value = msgspec.json.decode(data)
                items = value if isinstance(value, list) else [value]
                upgraded = [newer(item) if item.get("type") == tag else item for item in items]
                data = canonical(upgraded if isinstance(value, list) else upgraded[0])
        return data

    def decide(self, state: State, command: CasinoCommand) -> tuple[CasinoEvent, ...]:
        """Return the events of a command. Raise `Refused` if the command is not allowed."""
        if type(command) not in self.deciders:
            raise refuse(
                CasinoCode.NOT_UNDERSTOOD,
                f"{type(command).__name__[:40]} is not a {self.name} command",
                f"Send a {self.name} command.",
            )
        check_fields(command)
        check_role(command)
        events = self.deciders[type(command)](state, command)
        return tuple(replace(event, at=command.at) for event in events) if command.at else events

    def fold(
        self,
        state: State,
        command: CasinoCommand | None,
        events: tuple[CasinoEvent, ...],
        sealed: bytes | None = None,
    ) -> State:
        for event in events:
            state = self.appliers[type(event)](state, event)
            if event.at > state.clock:
                state = replace(state, clock=event.at)  # type: ignore[type-var]
        return state

    def step(self, state: State, command: CasinoCommand) -> tuple[tuple[CasinoEvent, ...], State]:
        events = self.decide(state, command)
        return events, self.fold(state, command, events)

    def snapshot(self, state: State) -> tuple[bytes, bytes | None]:
        return canonical(state), None

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> State:
        return decode_json(self._state, snapshot)

    def resting(self, state: State) -> bool:
        return True

    def effects(self, events: tuple[CasinoEvent, ...]) -> list[dict[str, Any]]:
        plain = (msgspec.to_builtins(event) for event in events)
        return [{key: value for key, value in event.items() if key not in WORDS} for event in plain]

    def at(self, command: CasinoCommand) -> int:
        return command.at

    def about(self, charter: bytes, state: State) -> dict[str, Any]:
        return {}

    def postings(self, event: CasinoEvent) -> tuple[Posting, ...]:
        """Return an event's postings in this stream's accounts. The committer adds the stream name as
        a prefix.
        """
        return ()

"""What the house's own streams have in common: commands, events, refusals, and a kind for the journal.

A machine here is two tables, one of what decides each command and one of what applies each event. Pure, as
the table's machine is: ids and times come in with the command. Several nodes write to these streams, each by
its own clock, so a command a little older than the last one is taken as it comes: the clock of the state
does not run back, and nothing is refused for it.
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

HOUSE = "house"  # what the server does by itself
TABLE = "table"  # what the owner of a table does for it

ONE_LINE = r"\A[^\x00-\x1f\x7f-\x9f\u2028\u2029]*\Z"
PersonId = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_-]{0,63}\Z")]
TableId = Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9._-]{0,39}\Z")]
Key = Annotated[str, Meta(pattern=r"\A[^\s:\x00-\x1f\x7f-\x9f]{1,64}\Z")]  # an id that counts once
Actor = Annotated[str, Meta(max_length=96, pattern=ONE_LINE)]  # "role" or "role:id"
Text = Annotated[str, Meta(max_length=500, pattern=ONE_LINE)]  # a reason, a note
Seconds = Annotated[int, Meta(ge=0, le=253_402_300_799)]  # to the end of the year 9999
Cents = Annotated[int, Meta(ge=0, le=10**15)]

WORDS = frozenset({"clauses", "readings", "reason"})  # what an event says or cites; all else is an effect


class Code(StrEnum):
    """Refusals that every machine of the house knows."""

    NOT_UNDERSTOOD = "not_understood"
    NOT_YOUR_ROLE = "not_your_role"
    REASON_MISSING = "reason_missing"


class Command(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    by: Actor  # role, or role:id; the server says who it is, never the client
    at: Seconds = 0  # the house's clock

    roles: ClassVar[tuple[str, ...]] = ()


class Event(
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
Deciders = Mapping[type[Command], Callable[[Any, Any], tuple[Event, ...]]]
Appliers = Mapping[type[Event], Callable[[Any, Any], Any]]
Posting = tuple[str, int]  # account, cents; an event's postings sum to zero
Plain = dict[str, Any]
Upcasts = Mapping[
    str, Callable[[Plain], Plain]
]  # an old tag -> the mapping of a newer version, `type` included


def refuse(code: StrEnum, message: str, remedy: str, *clauses: str) -> Refused:
    return Refused(code.value, message, clauses, remedy)


def with_reason(reason: str) -> str:
    if not reason.strip():
        raise refuse(Code.REASON_MISSING, "this needs a reason", "Say why, in one line.")
    return reason.strip()


def understood(command: Command) -> None:
    """Whatever a command holds: names, amounts and times of their kind, and of bounded size."""
    try:
        msgspec.convert(msgspec.to_builtins(command), type(command))
    except (msgspec.ValidationError, TypeError, ValueError, RecursionError) as fault:
        raise refuse(
            Code.NOT_UNDERSTOOD,
            printable(f"{type(command).__name__}: {fault}"),
            "Send it as the protocol says.",
        ) from None


def check_role(command: Command) -> None:
    kind = type(command)
    if role_of(command.by) not in or_above(kind.roles):
        raise refuse(
            Code.NOT_YOUR_ROLE,
            f"{command.by} may not {kind.__name__}",
            f"This is for {titles(kind.roles)}.",
        )


def tagged(kinds: Iterable[type]) -> Any:
    """The union of all kinds, for a decoder that knows them by their tags."""
    union: Any = None
    for kind in kinds:
        union = kind if union is None else union | kind
    return union


class HouseKind(Generic[State]):
    """A machine of the house, as the journal sees it."""

    charter: type[msgspec.Struct]
    state: type[State]

    def __init__(
        self, name: str, deciders: Deciders, appliers: Appliers, upcasts: Upcasts | None = None
    ) -> None:
        self.name = name
        self.deciders, self.appliers = deciders, appliers
        self._upcasts = {f'"{tag}"'.encode(): (tag, newer) for tag, newer in (upcasts or {}).items()}
        self._commands = msgspec.json.Decoder(tagged(deciders))
        self._events = msgspec.json.Decoder(tuple[tagged(appliers), ...])  # type: ignore[misc]
        self._charter = msgspec.json.Decoder(self.charter)
        self._state = msgspec.json.Decoder(self.state)

    def read_charter(self, charter: bytes) -> Any:
        try:
            return decode_json(self._charter, charter)
        except BadInput as fault:
            raise BadInput(f"not the charter of a {self.name}: {fault}") from None

    def begin(self, charter: bytes) -> State:
        self.lawful(charter)
        return self.state()

    def lawful(self, charter: bytes) -> None:
        self.read_charter(charter)

    def book(self, charter: bytes) -> str:
        return ""

    def edition(self, charter: bytes) -> str:
        return ""

    def encode(self, command: Command, events: Iterable[Event]) -> tuple[bytes, bytes]:
        return canonical(command), canonical(tuple(events))

    def decode(self, command: bytes, events: bytes) -> tuple[Command, tuple[Event, ...]]:
        told: Any = decode_json(self._commands, self._current(command))
        happened: Any = decode_json(self._events, self._current(events))
        return told, tuple(happened)

    def _current(self, data: bytes) -> bytes:
        """A command or events in today's versions: a stored entry is never rewritten, it is read anew."""
        for sign, (tag, newer) in self._upcasts.items():
            if sign in data:
                found = msgspec.json.decode(data)
                each = found if isinstance(found, list) else [found]
                now = [newer(one) if one.get("type") == tag else one for one in each]
                data = canonical(now if isinstance(found, list) else now[0])
        return data

    def decide(self, state: State, command: Command) -> tuple[Event, ...]:
        """What becomes of a command; raises `Refused` where it cannot be."""
        if type(command) not in self.deciders:
            raise refuse(
                Code.NOT_UNDERSTOOD,
                f"{type(command).__name__[:40]} is no command of the {self.name}",
                "Send one of its commands.",
            )
        understood(command)
        check_role(command)
        events = self.deciders[type(command)](state, command)
        return tuple(replace(event, at=command.at) for event in events) if command.at else events

    def fold(
        self, state: State, command: Command | None, events: tuple[Event, ...], sealed: bytes | None = None
    ) -> State:
        for event in events:
            state = self.appliers[type(event)](state, event)
            if event.at > state.clock:
                state = replace(state, clock=event.at)  # type: ignore[type-var]
        return state

    def step(self, state: State, command: Command) -> tuple[tuple[Event, ...], State]:
        events = self.decide(state, command)
        return events, self.fold(state, command, events)

    def snapshot(self, state: State) -> tuple[bytes, bytes | None]:
        return canonical(state), None

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> State:
        return decode_json(self._state, snapshot)

    def resting(self, state: State) -> bool:
        return True

    def effects(self, events: tuple[Event, ...]) -> list[dict[str, Any]]:
        told = (msgspec.to_builtins(event) for event in events)
        return [{key: value for key, value in event.items() if key not in WORDS} for event in told]

    def at(self, command: Command) -> int:
        return command.at

    def about(self, charter: bytes, state: State) -> dict[str, Any]:
        return {}

    def postings(self, event: Event) -> tuple[Posting, ...]:
        """What an event moves, in this stream's own accounts; the committer puts the stream before them."""
        return ()

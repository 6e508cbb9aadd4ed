"""What a stream is a stream of. A kind tells the journal how its machine reads, writes, decides and folds.

The journal knows no machine by itself: a table, a meter, a cage are kinds, each registered by a name that the
opening entry carries.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from importlib import import_module
from typing import Any, Protocol, TypeVar

from croupier.errors import BadInput
from croupier.files import printable

State = TypeVar("State")


class Kind(Protocol[State]):
    """A machine as the journal sees it. States, commands and events are its own; the journal keeps bytes."""

    name: str

    def begin(self, charter: bytes) -> State:
        """The state a stream begins in. `BadInput` or `Refused` where no stream may begin so."""

    def lawful(self, charter: bytes) -> None:
        """Raises where the rules as they are now let no stream be opened so. Only an audit asks."""

    def book(self, charter: bytes) -> str:
        """SHA-256 over what decides in the rule book as it is now; empty where no book decides."""

    def edition(self, charter: bytes) -> str:
        """Which edition of the documents the stream is kept under, in a line."""

    def encode(self, command: Any, events: Iterable[Any]) -> tuple[bytes, bytes]:
        """Canonical JSON, each with its tag and version."""

    def decode(self, command: bytes, events: bytes) -> tuple[Any, tuple[Any, ...]]:
        """Old versions come through the upcast table; `BadInput` for what no version knows."""

    def decide(self, state: State, command: Any) -> tuple[Any, ...]:
        """What the rules make of it; `Refused` where they say no."""

    def fold(self, state: State, command: Any, events: tuple[Any, ...], sealed: bytes | None) -> State:
        """The state after an entry."""

    def snapshot(self, state: State) -> tuple[bytes, bytes | None]:
        """The whole state as canonical JSON, and what of it has to be sealed."""

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> State: ...

    def resting(self, state: State) -> bool:
        """A good moment to cut the stream: nothing is under way."""

    def effects(self, events: tuple[Any, ...]) -> object:
        """What an audit compares strictly: all but words and citations."""

    def at(self, command: Any) -> int:
        """The time of a command, in seconds; 0 if it had none."""

    def about(self, charter: bytes, state: State) -> dict[str, Any]:
        """What `verify` tells of the stream: its game, how many rounds it holds."""


# Kinds of the house by the module that declares them as KIND; loaded when a stream needs one.
_HOUSE = {
    "table": "croupier.journal.tables",
    "meter": "croupier.meters.stream",
    "cage": "croupier.house.cage.stream",
    "desk": "croupier.house.desk.stream",
    "file": "croupier.house.eye.files",
}
_KINDS: dict[str, Kind[Any]] = {}


def register(kind: Kind[Any]) -> None:
    _KINDS[kind.name] = kind


def kind_of(name: str) -> Kind[Any]:
    if name not in _KINDS and name in _HOUSE:
        with contextlib.suppress(ModuleNotFoundError):
            register(import_module(_HOUSE[name]).KIND)
    if name not in _KINDS:
        raise BadInput(f"no kind of stream {printable(name, 40)!r}; this version reads {', '.join(_HOUSE)}")
    return _KINDS[name]

"""Kinds of streams. A kind tells the journal how its machine decodes, encodes, decides and folds.

The journal itself knows no machine. A table, a meter and a cage are kinds, each registered by a name that is
in the opening entry.
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
    """A machine as the journal sees it. It owns states, commands and events; the journal stores bytes."""

    name: str

    def begin(self, charter: bytes) -> State:
        """The initial state of a stream. Raises `BadInput` or `Refused` if no stream may begin this way."""

    def lawful(self, charter: bytes) -> None:
        """Raise if the current rules would not allow a stream to be opened this way. Used only by audits."""

    def book(self, charter: bytes) -> str:
        """SHA-256 over the binding content of the current rule book. Empty if no rule book applies."""

    def edition(self, charter: bytes) -> str:
        """The edition of the documents for the stream, in one line."""

    def encode(self, command: Any, events: Iterable[Any]) -> tuple[bytes, bytes]:
        """Encode as canonical JSON, each with its tag and version."""

    def decode(self, command: bytes, events: bytes) -> tuple[Any, tuple[Any, ...]]:
        """Decode, with old versions upcast. Raises `BadInput` for unknown versions."""

    def decide(self, state: State, command: Any) -> tuple[Any, ...]:
        """Decide a command by the rules. Raises `Refused` if they do not allow it."""

    def fold(self, state: State, command: Any, events: tuple[Any, ...], sealed: bytes | None) -> State:
        """The state after an entry."""

    def snapshot(self, state: State) -> tuple[bytes, bytes | None]:
        """The whole state as canonical JSON, and the part that must be sealed."""

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> State: ...

    def resting(self, state: State) -> bool:
        """Return whether the stream can be cut now: nothing is in progress."""

    def effects(self, events: tuple[Any, ...]) -> object:
        """The part of events that an audit compares strictly: everything except words and citations."""

    def at(self, command: Any) -> int:
        """The time of a command in seconds, or 0."""

    def about(self, charter: bytes, state: State) -> dict[str, Any]:
        """Details that `verify` shows about the stream: its game, its number of rounds."""


# Built-in kinds, by the module that declares them as KIND. Loaded on demand.
_HOUSE = {
    "table": "croupier.journal.tables",
    "meter": "croupier.meters.stream",
    "cage": "croupier.casino.cage.stream",
    "desk": "croupier.casino.administration.stream",
    "file": "croupier.casino.disputes",
}
_KINDS: dict[str, Kind[Any]] = {}


def register(kind: Kind[Any]) -> None:
    _KINDS[kind.name] = kind


def kind_of(name: str) -> Kind[Any]:
    if name not in _KINDS and name in _HOUSE:
        with contextlib.suppress(ModuleNotFoundError):
            register(import_module(_HOUSE[name]).KIND)
    if name not in _KINDS:
        raise BadInput(f"unknown stream kind {printable(name, 40)!r}; this version reads {', '.join(_HOUSE)}")
    return _KINDS[name]

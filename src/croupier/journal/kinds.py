"""Stream kinds. A kind tells the journal how a state machine decodes, encodes, decides and folds.

The journal itself does not know any machine. Tables, meters and the cage are kinds. Each is registered under
the name that its opening entries use.
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
    """The interface between the journal and a state machine.

    The machine defines states, commands and events. The journal stores them as bytes.
    """

    name: str

    def begin(self, charter: bytes) -> State:
        """Return the initial state of a stream.

        Raises `BadInput` or `Refused` if no stream can begin with this charter.
        """

    def lawful(self, charter: bytes) -> None:
        """Raise if the current rules would not let a stream open with this charter. Used only by audits."""

    def book(self, charter: bytes) -> str:
        """Return the SHA-256 over the current rule book's binding content, or "" if no rule book applies."""

    def edition(self, charter: bytes) -> str:
        """Return the edition of the documents that apply to the stream, in one line."""

    def encode(self, command: Any, events: Iterable[Any]) -> tuple[bytes, bytes]:
        """Encode a command and its events as canonical JSON, each with its tag and version."""

    def decode(self, command: bytes, events: bytes) -> tuple[Any, tuple[Any, ...]]:
        """Decode a command and its events, converting old versions. Raises `BadInput` for unknown ones."""

    def decide(self, state: State, command: Any) -> tuple[Any, ...]:
        """Return the events of a command under the rules. Raises `Refused` if they do not allow it."""

    def fold(self, state: State, command: Any, events: tuple[Any, ...], sealed: bytes | None) -> State:
        """Return the state after an entry."""

    def snapshot(self, state: State) -> tuple[bytes, bytes | None]:
        """Return the state as canonical JSON, and separately the part of it that must be sealed."""

    def restore(self, charter: bytes, snapshot: bytes, sealed: bytes | None) -> State: ...

    def resting(self, state: State) -> bool:
        """Return whether a new segment can begin now. It can if no round is in progress."""

    def effects(self, events: tuple[Any, ...]) -> object:
        """Return the parts of events that an audit compares strictly: everything except words and
        citations.
        """

    def at(self, command: Any) -> int:
        """Return the time of a command in seconds, or 0."""

    def about(self, charter: bytes, state: State) -> dict[str, Any]:
        """Return the details that `verify` shows about the stream, such as its game and number of rounds."""


# the module that declares each built-in kind as KIND; modules are loaded when needed
_HOUSE = {
    "table": "croupier.journal.tables",
    "meter": "croupier.meters.stream",
    "cage": "croupier.casino.cage.stream",
    "desk": "croupier.casino.administration.stream",
    "file": "croupier.casino.disputes",
    "exam": "croupier.casino.table_tests",
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

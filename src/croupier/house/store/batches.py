"""What goes to the store together, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from sqlalchemy import Connection


class Line(msgspec.Struct, frozen=True):
    """One entry as the journal's Stream writes it, what is sealed included."""

    n: int
    hash: str
    line: bytes
    segment: int
    at: int
    opening: bool = False


class Post(msgspec.Struct, frozen=True):
    """A command to a shared stream (cage, desk, meters), decided inside the transaction."""

    stream: str
    command: Any


class Answer(msgspec.Struct, frozen=True):
    """What a person's own command id was answered with; the same id gets it again."""

    person: str
    id: str
    digest: str  # of what was asked: the same id with another question is refused
    reply: bytes
    came: bool = True  # whether entries of the batch came of it


class Batch(msgspec.Struct, frozen=True):
    """The entries of one owner's stream and all that follows from them elsewhere: one transaction."""

    stream: str = ""  # the own stream; empty if there is none
    epoch: int = 0  # of the lease under which the owner writes
    lines: tuple[Line, ...] = ()
    postings: tuple[tuple[int, str, int], ...] = ()  # n, account ("stream/…"), cents; each n sums to zero
    posts: tuple[Post, ...] = ()
    answers: tuple[Answer, ...] = ()
    rows: tuple[tuple[str, tuple[Any, ...]], ...] = ()  # of other tables: its name, and a row of all columns
    also: Callable[[Connection], None] | None = None  # further rows in the same transaction


class Committed(msgspec.Struct, frozen=True):
    """What became of a batch's posts: of each, stream, command, events and the state after it."""

    steps: tuple[tuple[str, Any, tuple[Any, ...], Any], ...] = ()


class StoreDown(Exception):
    """Nothing was written: a full disk, a lost connection. Nothing has changed; try again later."""


class LeaseLost(Exception):
    """Another node owns the stream now: stop at once."""


class Repeated(Exception):
    """The same id asked the same before: nothing was written again; this was the answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(f"{answer.id} was answered before")
        self.answer = answer

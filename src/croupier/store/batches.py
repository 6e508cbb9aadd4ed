"""Batches: units of work that are stored completely or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.journal.entries import canonical, sha256

if TYPE_CHECKING:
    from sqlalchemy import Connection


class BatchLine(msgspec.Struct, frozen=True):
    """One journal entry as a line, including its sealed part."""

    n: int
    hash: str
    line: bytes
    segment: int
    at: int
    opening: bool = False


class Post(msgspec.Struct, frozen=True):
    """A command to a shared stream (cage, administration, meters), decided inside the transaction."""

    stream: str
    command: Any


class StoredAnswer(msgspec.Struct, frozen=True):
    """The answer to a person's command id. The same id gets the same answer again."""

    person: str
    id: str
    digest: str  # of the command; the same id with a different command is refused
    reply: bytes
    came: bool = True  # whether the command produced entries of this batch

    @property
    def hash(self) -> str:
        """The hash of the answer in its entry."""
        return sha256(canonical((self.person, self.id, self.digest, sha256(self.reply))))


class Batch(msgspec.Struct, frozen=True):
    """New entries of one stream and everything that depends on them, for one transaction."""

    stream: str = ""  # the stream it writes to; empty if missing
    epoch: int = 0  # of the owner's lease
    lines: tuple[BatchLine, ...] = ()
    postings: tuple[tuple[int, str, int], ...] = ()  # n, account ("stream/…"), cents; each n sums to zero
    posts: tuple[Post, ...] = ()
    answers: tuple[StoredAnswer, ...] = ()
    rows: tuple[tuple[str, tuple[Any, ...]], ...] = ()  # of other tables: table name and all columns
    also: Callable[[Connection], None] | None = None  # writes further rows in the same transaction


class Committed(msgspec.Struct, frozen=True):
    """The result of a batch's posts: stream, command, events and new state of each."""

    steps: tuple[tuple[str, Any, tuple[Any, ...], Any], ...] = ()


class StoreDown(Exception):
    """Nothing was written, for example because of a full disk or a lost connection; retry later."""


class LeaseLost(Exception):
    """Another node owns the stream now; stop writing to it at once."""


class RepeatedCommand(Exception):
    """The same command with the same id was answered before. Nothing was written; see `answer`."""

    def __init__(self, answer: StoredAnswer) -> None:
        super().__init__(f"{answer.id} was answered before")
        self.answer = answer

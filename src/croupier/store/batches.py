"""Batches are units of work that the store writes completely or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.journal.entries import canonical, sha256

if TYPE_CHECKING:
    from sqlalchemy import Connection


class BatchLine(msgspec.Struct, frozen=True):
    """One journal entry as a JSON line, including its sealed data."""

    n: int
    hash: str
    line: bytes
    segment: int
    at: int
    opening: bool = False


class Post(msgspec.Struct, frozen=True):
    """A command to a shared stream (cage, administration or meters), decided inside the transaction."""

    stream: str
    command: Any


class StoredAnswer(msgspec.Struct, frozen=True):
    """The answer to a person's command. A repeated command with the same id gets the same answer."""

    person: str
    id: str
    digest: str  # digest of the command; the same id with another digest is refused
    reply: bytes
    came: bool = True  # whether the command produced entries in this batch

    @property
    def hash(self) -> str:
        """The hash of this answer that an entry's `row_hashes` contains."""
        return sha256(canonical((self.person, self.id, self.digest, sha256(self.reply))))


class Guard(msgspec.Struct, frozen=True):
    """A check of a batch inside its transaction, against the current state of shared streams.

    `check` raises `Refused` to refuse the batch. The streams are locked until the transaction ends, so no
    other batch can change them between the check and the commit.
    """

    streams: tuple[str, ...]
    check: Callable[[Connection, Batch, Mapping[str, Any]], None]


class Batch(msgspec.Struct, frozen=True):
    """New entries of one stream, and all rows that one transaction writes with them."""

    stream: str = ""  # the stream that `lines` belong to; empty for a batch without lines
    epoch: int = 0  # the epoch of the owner's lease
    lines: tuple[BatchLine, ...] = ()
    # entry number, account ("stream/…"), cents; each entry's postings sum to zero
    postings: tuple[tuple[int, str, int], ...] = ()
    posts: tuple[Post, ...] = ()
    answers: tuple[StoredAnswer, ...] = ()
    # rows of other tables, as table name and column values
    rows: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    guards: tuple[Guard, ...] = ()
    also: Callable[[Connection], None] | None = None  # writes more rows in the same transaction


class Committed(msgspec.Struct, frozen=True):
    """The result of a committed batch, with stream, command, events and new state for each post."""

    steps: tuple[tuple[str, Any, tuple[Any, ...], Any], ...] = ()


class StoreDown(Exception):
    """The store is unavailable, for example because the disk is full. Nothing was written, so retry later."""


class LeaseLost(Exception):
    """Another node owns the stream now. The caller must stop writing to the stream."""


class RepeatedCommand(Exception):
    """The same command with the same id was answered before. Nothing was written. See `answer`."""

    def __init__(self, answer: StoredAnswer) -> None:
        super().__init__(f"{answer.id} was answered before")
        self.answer = answer

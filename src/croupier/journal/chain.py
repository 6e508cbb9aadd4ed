"""The journal: one line an entry, each entry one command with the events it gave, linked by SHA-256.

The first entry holds the operator's choices, the rule book's hash and the schema; from there the rules
decide every entry again when the journal is verified. A checkpoint (how many entries, which head) kept apart
from the file shows when its tail was cut off.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from croupier.errors import BadInput, Refused
from croupier.rulebook import book_hash
from croupier.submission import Choices, Rules
from croupier.submission.restate import lawful
from croupier.table.codec import canonical, decode_command, decode_events
from croupier.table.commands import Command
from croupier.table.events import Event, RoundEnded
from croupier.table.machine import decide, fold
from croupier.table.state import TableState, bare_table, open_table

SCHEMA = 1
START = "0" * 64


class Entry(msgspec.Struct, frozen=True):
    n: int
    prev: str
    command: msgspec.Raw
    events: msgspec.Raw
    hash: str


class Opening(msgspec.Struct, frozen=True):
    """The first entry: what the journal was kept under."""

    n: int
    prev: str
    schema: int
    book: str
    choices: Choices
    hash: str
    bare: bool = False  # the cards had not arrived yet


class Checkpoint(msgspec.Struct, frozen=True):
    entries: int
    head: str


def linked(body: dict[str, Any]) -> tuple[bytes, str]:
    """An entry's line and its hash: SHA-256 over the canonical entry without the hash."""
    digest = hashlib.sha256(canonical(body)).hexdigest()
    return canonical({**body, "hash": digest}) + b"\n", digest


class Journal:
    """An open journal file. Entries are only ever added, each in one write."""

    def __init__(self, path: Path, file: BinaryIO, durable: bool) -> None:
        self.path, self._file, self._durable = path, file, durable
        self.entries, self.head = 0, START

    @classmethod
    def create(cls, path: Path, rules: Rules, durable: bool = False, bare: bool = False) -> Journal:
        """A new journal, never over an existing file. `durable` waits for the disk at each entry; `bare`
        begins before the cards arrive (chapter 4), else they lie ready."""
        if path.exists():
            raise BadInput(f"{path} exists already; choose another file, a journal is never overwritten")
        journal = cls(path, open_alone(path, "xb"), durable)
        journal._write({"schema": SCHEMA, "book": book_hash(), "choices": rules.choices, "bare": bare})
        return journal

    @classmethod
    def resume(cls, path: Path, durable: bool = False) -> tuple[Journal, TableState]:
        """Open a journal again where it ends; it must verify first. An entry that a crash cut short is
        dropped: nobody was told of it."""
        journal = cls(path, open_alone(path, "r+b"), durable)
        try:
            mend_tail(journal._file)
            found = verify(path, read_checkpoint(checkpoint_path(path)))
            if not found.ok or found.state is None:
                raise BadInput(
                    f"{path}: entry {found.broken} is broken ({found.fault}); it cannot be continued"
                )
        except BaseException:
            journal._file.close()
            raise
        journal.entries, journal.head = found.entries, found.head
        return journal, found.state

    def append(self, command: Command, events: tuple[Event, ...]) -> None:
        self._write({"command": command, "events": events})
        if any(type(event) is RoundEnded for event in events):
            write_checkpoint(checkpoint_path(self.path), self.checkpoint())

    def _write(self, body: dict[str, Any]) -> None:
        line, digest = linked({"n": self.entries, "prev": self.head, **body})
        self._file.write(line)
        self._file.flush()
        if self._durable:
            os.fsync(self._file.fileno())
        self.entries, self.head = self.entries + 1, digest

    def checkpoint(self) -> Checkpoint:
        return Checkpoint(self.entries, self.head)

    def close(self) -> None:
        """Leaves the checkpoint beside the file, for want of a better place; keep a copy elsewhere."""
        self._file.close()
        write_checkpoint(checkpoint_path(self.path), self.checkpoint())

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_alone(path: Path, mode: str) -> BinaryIO:
    """A journal has one writer: two chains in one file would break both."""
    try:
        file = open(path, mode)  # noqa: SIM115 - open for as long as the journal is
    except OSError as error:
        raise BadInput(f"{path}: the journal cannot be written ({error.strerror})") from None
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ModuleNotFoundError:
        pass  # a system without file locks: the verification still shows what happened
    except OSError:
        file.close()
        raise BadInput(f"{path}: another table is writing this journal; choose another file") from None
    return file  # type: ignore[return-value]


def mend_tail(file: BinaryIO) -> None:
    """Cut off a last line that was never finished; leaves the file at its end."""
    file.seek(0)
    whole = file.read()
    if whole and not whole.endswith(b"\n"):
        file.truncate(whole.rfind(b"\n") + 1)
    file.seek(0, os.SEEK_END)


def checkpoint_path(path: Path) -> Path:
    return Path(f"{path}.checkpoint")


def write_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    temporary = Path(f"{path}.tmp")
    temporary.write_bytes(canonical(checkpoint) + b"\n")
    temporary.replace(path)


def read_checkpoint(path: Path) -> Checkpoint | None:
    """None if there is none; a checkpoint that cannot be read is an error, not an absence."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Checkpoint)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise BadInput(f"{path}: not a checkpoint ({error})") from None


class Verified(msgspec.Struct, frozen=True):
    ok: bool
    entries: int  # how many entries hold
    head: str
    broken: int | None = None
    fault: str = ""
    state: TableState | None = None
    checkpointed: bool = False  # a checkpoint was compared; without one a cut tail does not show


class Broken(Exception):
    def __init__(self, n: int, fault: str) -> None:
        super().__init__(fault)
        self.n, self.fault = n, fault


def read_lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from file
    except IsADirectoryError:
        raise BadInput(f"{path} is a folder, not a journal") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None


class Step(msgspec.Struct, frozen=True):
    """An entry that holds and the table after it. The opening entry has no command."""

    n: int
    hash: str
    state: TableState
    command: Command | None = None
    events: tuple[Event, ...] = ()


def opening(line: bytes, path: Path) -> tuple[TableState, str]:
    """The table that the first entry opens, and the entry's hash."""
    try:
        first = msgspec.json.decode(line, type=Opening)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadInput(f"{path} is not a journal: its first line is no opening entry") from None
    if first.schema != SCHEMA:
        raise BadInput(f"{path}: journal schema {first.schema}; this version reads schema {SCHEMA}")
    _check_link(line, 0, START)
    if first.book != book_hash():
        raise Broken(0, "it was kept under another edition of the rule book")
    try:
        lawful(first.choices)
    except (BadInput, Refused) as unlawful:
        raise Broken(0, f"no table may be opened by its rules ({unlawful})") from None
    rules = Rules(first.choices)
    return bare_table(rules) if first.bare else open_table(rules), first.hash


def _check_link(line: bytes, n: int, prev: str) -> None:
    if not line.endswith(b"\n"):
        raise Broken(n, "the line is cut off")
    try:
        body = msgspec.json.decode(line)
        claimed = body.pop("hash")
        number, link = body["n"], body["prev"]
    except (msgspec.DecodeError, UnicodeDecodeError, AttributeError, KeyError, TypeError):
        raise Broken(n, "the line cannot be read") from None
    if number != n:
        raise Broken(n, f"entry {number} stands where entry {n} belongs")
    if link != prev:
        raise Broken(n, "it does not follow from the entry before it")
    if hashlib.sha256(canonical(body)).hexdigest() != claimed:
        raise Broken(n, "it was altered: its hash does not match")
    if line != canonical({**body, "hash": claimed}) + b"\n":  # a key twice, other spacing
        raise Broken(n, "it was altered: it is not written as a journal writes")


def steps(path: Path) -> Iterator[Step]:
    """Every entry, its link checked and its command decided again; `Broken` at the first that fails."""
    lines = read_lines(path)
    first = next(lines, None)
    if first is None:
        raise BadInput(f"{path} is empty; a journal begins with an opening entry")
    state, head = opening(first, path)
    yield Step(0, head, state)
    for n, line in enumerate(lines, 1):
        _check_link(line, n, head)
        try:
            entry = msgspec.json.decode(line, type=Entry)
            command, events = decode_command(bytes(entry.command)), decode_events(bytes(entry.events))
        except (msgspec.DecodeError, BadInput) as error:
            raise Broken(n, f"it is no entry of this schema ({error})") from None
        try:
            decided = decide(state, command)
        except Refused as refused:
            raise Broken(n, f"the rules refuse its command ({refused})") from None
        if canonical(decided) != canonical(events):
            raise Broken(n, "the rules decide its command otherwise")
        state = fold(state, events)
        head = entry.hash
        yield Step(n, head, state, command, events)


def verify(path: Path, checkpoint: Checkpoint | None = None) -> Verified:
    """Whether every link holds, every entry is what the rules decide, and no tail is missing."""
    if checkpoint is None:
        checkpoint = read_checkpoint(checkpoint_path(path))
    entries, head, at_checkpoint = 0, START, START
    state: TableState | None = None
    try:
        for step in steps(path):
            entries, head, state = step.n + 1, step.hash, step.state
            if checkpoint is not None and entries == checkpoint.entries:
                at_checkpoint = head
    except Broken as broken:
        return Verified(False, broken.n, head, broken.n, broken.fault)
    if checkpoint is not None and checkpoint.entries > entries:
        fault = f"the tail is cut off: the checkpoint knows {checkpoint.entries} entries"
        return Verified(False, entries, head, entries, fault)
    if checkpoint is not None and checkpoint.entries and at_checkpoint != checkpoint.head:
        fault = "the chain is not the one the checkpoint was taken of"
        return Verified(False, entries, head, checkpoint.entries - 1, fault)
    return Verified(True, entries, head, state=state, checkpointed=checkpoint is not None)

"""The writer process: a child process that commits the batches of tables.

A writer thread shares the interpreter lock with the event loop and competes with it after every statement.
Under load the server hands its batches to this process instead. Batches whose posts need the server's own
state are still written by the server. Both run the same transactions (`batch_writer.py`), never at the same
time, so the stored data does not depend on which of them wrote it.

If the process dies, no data is lost: the server checks which of its batches are stored and writes the others.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.errors import BadInput, Refused
from croupier.store.batch_writer import Outcome, WriteStatistics
from croupier.store.batches import (
    Batch,
    BatchLine,
    Committed,
    LeaseLost,
    RepeatedCommand,
    StoredAnswer,
    StoreDown,
)
from croupier.store.database import SqlStore

PATIENCE = 20.0  # seconds to wait for a report; longer than SQLite waits for a lock
STATEMENTS = 75.0  # the same with PostgreSQL, which ends a statement after 60 seconds
READY = b"ready"
SUPPORTED = os.name == "posix"  # other systems cannot pass a socket and the store's lock to a child process
# Import croupier from the same path as the server, whatever the working directory contains.
BOOTSTRAP = "import sys; sys.path[:] = sys.argv[2:]; from croupier.store.writer_main import main; main()"


class WriterGone(Exception):
    """The writer process does not answer any more."""


# Messages between the server and the writer process.


class PlainBatch(msgspec.Struct, frozen=True, array_like=True):
    """A batch that needs no state of the server's own process."""

    stream: str
    epoch: int
    lines: tuple[BatchLine, ...]
    postings: tuple[tuple[int, str, int], ...]
    answers: tuple[StoredAnswer, ...]
    rows: tuple[tuple[str, tuple[Any, ...]], ...]

    def batch(self) -> Batch:
        return Batch(
            stream=self.stream,
            epoch=self.epoch,
            lines=self.lines,
            postings=self.postings,
            answers=self.answers,
            rows=self.rows,
        )


def is_plain(batch: Batch) -> bool:
    return bool(batch.stream) and not batch.posts and batch.also is None


def message_of(batches: Sequence[Batch]) -> bytes | None:
    """Encode batches for the writer process; None if one of them cannot be encoded."""
    try:
        return encode([_plain(batch) for batch in batches])
    except (TypeError, ValueError, ArithmeticError):
        return None


def _plain(batch: Batch) -> PlainBatch:
    rows = tuple((str(table), row) for table, row in batch.rows)  # SQLAlchemy names are a subclass of str
    return PlainBatch(batch.stream, batch.epoch, batch.lines, batch.postings, batch.answers, rows)


class WriteOutcome(msgspec.Struct, frozen=True, array_like=True):
    """The outcome of one batch: its kind, the error message, and the answer given before, if any."""

    kind: str
    words: tuple[str, ...] = ()
    before: StoredAnswer | None = None


class WriteReport(msgspec.Struct, frozen=True, array_like=True):
    outcomes: tuple[WriteOutcome, ...]
    tally: WriteStatistics
    down: str


STORED = WriteOutcome("stored")


def encode_outcome(outcome: Outcome) -> WriteOutcome:
    match outcome:
        case Committed():
            return STORED
        case RepeatedCommand():
            return WriteOutcome("repeated", (), outcome.answer)
        case Refused():
            return WriteOutcome("refused", (outcome.code, outcome.message, outcome.remedy))
        case LeaseLost():
            return WriteOutcome("lease lost", (str(outcome),))
        case StoreDown():
            return WriteOutcome("down", (str(outcome),))
        case BadInput():
            return WriteOutcome("bad input", (str(outcome),))
        case _:
            return WriteOutcome("fault", (type(outcome).__name__,))


def decode_outcome(end: WriteOutcome) -> Outcome:
    match end:
        case WriteOutcome("stored"):
            return Committed()
        case WriteOutcome("repeated", before=StoredAnswer() as answer):
            return RepeatedCommand(answer)
        case WriteOutcome("refused", (code, message, remedy)):
            return Refused(code, message, (), remedy)
        case WriteOutcome("lease lost", (words,)):
            return LeaseLost(words)
        case WriteOutcome("down", (words,)):
            return StoreDown(words)
        case WriteOutcome("bad input", (words,)):
            return BadInput(words)
        case _:
            return RuntimeError(f"the writer process failed with {' '.join(end.words) or end.kind}")


encode = msgspec.msgpack.Encoder().encode
read_batches = msgspec.msgpack.Decoder(tuple[PlainBatch, ...]).decode
_read_report = msgspec.msgpack.Decoder(WriteReport).decode
_LENGTH = 4  # bytes of the length prefix of each message


def send(line: socket.socket, message: bytes) -> None:
    line.sendall(len(message).to_bytes(_LENGTH, "big") + message)


def receive(line: socket.socket) -> bytes:
    """Read one message; raise `EOFError` if the other side has closed the connection."""
    return _receive_exactly(line, int.from_bytes(_receive_exactly(line, _LENGTH), "big"))


def _receive_exactly(line: socket.socket, count: int) -> bytes:
    got = bytearray(count)
    at = 0
    while at < count:
        read = line.recv_into(memoryview(got)[at:])
        if not read:
            raise EOFError
        at += read
    return bytes(got)


def _address(store: SqlStore) -> str:
    url = store.engine.url
    if store.embedded and url.database:
        url = url.set(database=os.path.abspath(url.database))
    return url.render_as_string(hide_password=False)


class WriterProcess:
    """The server's handle on the writer process. Use it only in the committer's thread."""

    def __init__(self, store: SqlStore) -> None:
        mine, its = socket.socketpair()
        held = () if store.lock is None else (store.lock,)  # keeps other servers out while it writes
        command = [sys.executable, "-I", "-c", BOOTSTRAP, str(its.fileno()), *sys.path]
        # Ctrl-C reaches the whole process group. The child inherits the blocked signal; the server ends it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(its.fileno(), *held),
            )
        except BaseException:
            mine.close()
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            its.close()
        self._line = mine
        self._line.settimeout(PATIENCE if store.embedded else STATEMENTS)
        self.started = False
        # The address may contain a password, so it goes over the socket and not on the command line.
        with contextlib.suppress(OSError):
            send(mine, _address(store).encode())

    def ready(self, wait: float = 0.0) -> bool:
        """Return whether the process has started; raise `WriterGone` if it has ended."""
        if not self.started:
            poller = select.poll()  # `select.select` does not accept descriptors above 1023
            poller.register(self._line, select.POLLIN)
            if poller.poll(wait * 1000):
                self.started = self._receive() == READY
        return self.started

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def write(self, message: bytes) -> tuple[list[Outcome], WriteReport]:
        """Send a message and return the outcome of each batch.

        Raises `WriterGone` if the outcomes are unknown; the process writes nothing more then."""
        try:
            send(self._line, message)
            report = _read_report(self._receive())
        except (OSError, msgspec.MsgspecError):
            raise WriterGone from None
        return [decode_outcome(end) for end in report.outcomes], report

    def stop(self) -> None:
        """End the process and wait for it, killing it if necessary."""
        self._line.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._process.kill()
        self._process.wait()

    def _receive(self) -> bytes:
        try:
            return receive(self._line)
        except (OSError, EOFError):
            raise WriterGone from None

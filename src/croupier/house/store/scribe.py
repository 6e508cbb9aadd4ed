"""The scribe: a process of its own that writes down what tables have ready.

A thread that writes shares one lock of the interpreter with the event loop: after every statement it waits
for its turn, and the loop for it. A house with much to do lets another process write; what has to be decided
inside the transaction, by what only the house's own process knows, it goes on to write by itself. It makes
no difference to what is stored: both run the same transactions (`writing.py`), never two at a time.

A scribe that ends, whoever ended it, loses nothing: the house looks which of its batches are stored, and
writes the others itself.
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
from croupier.house.store.batches import Answer, Batch, Committed, LeaseLost, Line, Repeated, StoreDown
from croupier.house.store.sql import SqlStore
from croupier.house.store.writing import Outcome, Tally

PATIENCE = 20.0  # seconds in which a scribe answers; SQLite waits for nobody that long
STATEMENTS = 75.0  # the same with PostgreSQL, which gives a statement sixty before it ends it
READY = b"ready"
HERE = os.name == "posix"  # elsewhere a process cannot be handed a socket and the store's lock
# It reads what the house itself was read from, whatever lies in the working directory.
BEGIN = "import sys; sys.path[:] = sys.argv[2:]; from croupier.house.store.scribing import main; main()"


class Gone(Exception):
    """The scribe does not answer any more."""


# What goes over the line.


class Plain(msgspec.Struct, frozen=True, array_like=True):
    """A batch that asks nothing of the house's own process."""

    stream: str
    epoch: int
    lines: tuple[Line, ...]
    postings: tuple[tuple[int, str, int], ...]
    answers: tuple[Answer, ...]
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
    """For the scribe; none where something in them does not go over the line."""
    try:
        return encode([_plain(batch) for batch in batches])
    except (TypeError, ValueError, ArithmeticError):
        return None


def _plain(batch: Batch) -> Plain:
    rows = tuple((str(table), row) for table, row in batch.rows)  # the schema's names are more than words
    return Plain(batch.stream, batch.epoch, batch.lines, batch.postings, batch.answers, rows)


class Told(msgspec.Struct, frozen=True, array_like=True):
    """How a batch ended: what kind of ending, in which words, with which answer given before."""

    kind: str
    words: tuple[str, ...] = ()
    before: Answer | None = None


class Written(msgspec.Struct, frozen=True, array_like=True):
    outcomes: tuple[Told, ...]
    tally: Tally
    down: str


STORED = Told("stored")


def told(outcome: Outcome) -> Told:
    match outcome:
        case Committed():
            return STORED
        case Repeated():
            return Told("repeated", (), outcome.answer)
        case Refused():
            return Told("refused", (outcome.code, outcome.message, outcome.remedy))
        case LeaseLost():
            return Told("lease lost", (str(outcome),))
        case StoreDown():
            return Told("down", (str(outcome),))
        case BadInput():
            return Told("bad input", (str(outcome),))
        case _:
            return Told("fault", (type(outcome).__name__,))


def heard(end: Told) -> Outcome:
    match end:
        case Told("stored"):
            return Committed()
        case Told("repeated", before=Answer() as answer):
            return Repeated(answer)
        case Told("refused", (code, message, remedy)):
            return Refused(code, message, (), remedy)
        case Told("lease lost", (words,)):
            return LeaseLost(words)
        case Told("down", (words,)):
            return StoreDown(words)
        case Told("bad input", (words,)):
            return BadInput(words)
        case _:
            return RuntimeError(f"the scribe met {' '.join(end.words) or end.kind}")


encode = msgspec.msgpack.Encoder().encode
read_batches = msgspec.msgpack.Decoder(tuple[Plain, ...]).decode
_read_written = msgspec.msgpack.Decoder(Written).decode
_LENGTH = 4  # bytes before each message that say how long it is


def send(line: socket.socket, message: bytes) -> None:
    line.sendall(len(message).to_bytes(_LENGTH, "big") + message)


def receive(line: socket.socket) -> bytes:
    """One message; `EOFError` where the other side has hung up."""
    return _exactly(line, int.from_bytes(_exactly(line, _LENGTH), "big"))


def _exactly(line: socket.socket, count: int) -> bytes:
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


class Scribe:
    """As the house has it. For the committer's thread alone."""

    def __init__(self, store: SqlStore) -> None:
        mine, its = socket.socketpair()
        held = () if store.lock is None else (store.lock,)  # no other house opens the store while it writes
        command = [sys.executable, "-I", "-c", BEGIN, str(its.fileno()), *sys.path]
        # The terminal's Ctrl-C is for the house, which ends it: what is blocked here is blocked there.
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
        self.began = False
        # The address may hold a password: it is told over the line, which nobody else reads.
        with contextlib.suppress(OSError):
            send(mine, _address(store).encode())

    def ready(self, wait: float = 0.0) -> bool:
        """Whether it has begun; `Gone` if it has ended instead."""
        if not self.began:
            there = select.poll()  # `select.select` knows no descriptor over 1023
            there.register(self._line, select.POLLIN)
            if there.poll(wait * 1000):
                self.began = self._heard() == READY
        return self.began

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def written(self, message: bytes) -> tuple[list[Outcome], Written]:
        """How each batch of a message ended. `Gone`: nobody knows, and no more comes of them."""
        try:
            send(self._line, message)
            ended = _read_written(self._heard())
        except (OSError, msgspec.MsgspecError):
            raise Gone from None
        return [heard(end) for end in ended.outcomes], ended

    def end(self) -> None:
        """It has nothing to write any more, or does not answer: when this returns it is no more."""
        self._line.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        self._process.kill()
        self._process.wait()

    def _heard(self) -> bytes:
        try:
            return receive(self._line)
        except (OSError, EOFError):
            raise Gone from None

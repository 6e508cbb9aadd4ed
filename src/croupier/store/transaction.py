"""Run one database transaction for several batches. Each batch is written completely or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import sqlalchemy as sa

from croupier.errors import BadInput, Refused
from croupier.files import printable
from croupier.journal.entries import START
from croupier.journal.stores import NAME
from croupier.store.batches import Batch, BatchLine, Committed, LeaseLost, RepeatedCommand, StoredAnswer
from croupier.store.preconditions import StoredHead, epochs_of, locked_heads, stored_answers
from croupier.store.rows import TransactionRows, kind_in
from croupier.store.shared_streams import SharedStreams

LONGEST_ID = 200  # maximum length of a person's command id


def answer_stream(batch: Batch) -> str:
    """Return the stream under which a batch's answers are stored."""
    return batch.stream or (batch.posts[0].stream if batch.posts else "")


def check_form(batch: Batch) -> None:
    """Check the names, ids and postings of a batch before it joins a transaction with other batches."""
    streams = {post.stream for post in batch.posts}
    if batch.stream in streams or (not batch.stream and (batch.lines or batch.postings)):
        raise BadInput(f"stream {printable(batch.stream, 80)!r}: a batch may not post to its own stream")
    for name in streams | ({batch.stream} if batch.stream else set()):
        if not NAME.fullmatch(name):
            raise BadInput(f"stream name {printable(name, 80)!r}: use only a-z, 0-9, dots, - and _")
    for answer in batch.answers:
        if not is_id(answer.id) or not is_id(answer.person) or not is_id(answer.digest):
            raise BadInput(f"command id: use 1 to {LONGEST_ID} printable characters")
    _check_books(batch)


def is_id(text: str) -> bool:
    return text.isprintable() and 0 < len(text) <= LONGEST_ID


def _check_books(batch: Batch) -> None:
    """Check that the postings of each entry sum to zero and name accounts of the batch's own stream."""
    if not batch.postings:
        return
    sums: Counter[int] = Counter()
    for n, account, cents in batch.postings:
        if not account.startswith(f"{batch.stream}/") or not account.isprintable():
            raise BadInput(f"{printable(account, 80)!r} is not an account of {batch.stream}")
        sums[n] += cents
    for n, total in sums.items():
        if total or not batch.lines or not batch.lines[0].n <= n <= batch.lines[-1].n:
            raise BadInput(f"{batch.stream}: the postings of entry {n} sum to {total} cents, not zero")


class Transaction:
    def __init__(self, connection: sa.Connection, shared: SharedStreams, batches: Sequence[Batch]) -> None:
        """Lock and read all rows that the batches need, using one statement per table."""
        self._connection, self._shared = connection, shared
        own_streams = {batch.stream for batch in batches if batch.stream}
        other_streams = {name for batch in batches for name in shared_streams(batch)}
        self._epochs = epochs_of(connection, own_streams)
        self._heads = locked_heads(connection, own_streams | other_streams)
        keys = [(answer_stream(batch), a.person, a.id) for batch in batches for a in batch.answers]
        self._answered = stored_answers(connection, keys)
        self._rows = TransactionRows()

    def take(self, batch: Batch) -> Committed:
        """Add one batch to the transaction. If this raises, the other batches are not affected."""
        self._check_owner(batch)
        self._check_answers(batch)
        streams = shared_streams(batch)
        for name in sorted(streams):
            self._shared.touch(self._connection, name, self._heads.get(name))
        marks = self._shared.marks(streams)
        try:
            steps = tuple(self._shared.decide(post.stream, post.command) for post in batch.posts)
            for guard in batch.guards:
                states = {name: self._shared.state(name) for name in guard.streams}
                guard.check(self._connection, batch, states)
            if batch.also is not None:
                with self._connection.begin_nested():
                    batch.also(self._connection)
        except BaseException:
            self._shared.rewind(marks)
            raise
        self._add_rows(batch, last_posted(batch, steps, self._shared))
        return Committed(steps)

    def _add_rows(self, batch: Batch, number: int | None) -> None:
        new = batch.stream not in self._heads
        n = number
        if batch.lines:
            last = batch.lines[-1]
            n = last.n
            kind = kind_in(batch.lines[0]) if new else self._heads[batch.stream].kind
            self._rows.add(batch.stream, new, kind, batch.lines, batch.postings)
            self._heads[batch.stream] = StoredHead(kind, last.n + 1, last.hash)
        self._rows.add_other(batch.rows)
        stream = answer_stream(batch)
        for answer in batch.answers:
            self._rows.add_answer(stream, answer, n if answer.came else None)
            self._answered[stream, answer.person, answer.id] = answer

    def write(self) -> None:
        self._shared.add_rows(self._rows)
        self._rows.write(self._connection)

    @property
    def entries(self) -> int:
        return self._rows.count

    def witness(self) -> tuple[str, int, str] | None:
        """Return an entry whose presence proves the commit, or None if the transaction has no entries."""
        return self._rows.witness()

    def _check_owner(self, batch: Batch) -> None:
        """Check that the owner still holds the lease, and that the new lines continue the stored
        stream.
        """
        if not batch.stream:
            return
        epoch = self._epochs.get(batch.stream, 0)
        if epoch != batch.epoch:
            raise LeaseLost(f"{batch.stream} is owned under epoch {epoch}, not {batch.epoch}")
        head = self._heads.get(batch.stream)
        if not batch.lines:
            return
        if head is None and not batch.lines[0].opening:
            raise BadInput(f"there is no stream {printable(batch.stream, 80)!r}")
        n, last = (0, START) if head is None else (head.entries, head.head)
        for line in batch.lines:
            if line.n != n or not _follows(line, last):
                raise LeaseLost(f"{batch.stream}: entry {line.n} does not follow the stored entry {n - 1}")
            n, last = n + 1, line.hash

    def _check_answers(self, batch: Batch) -> None:
        stream = answer_stream(batch)
        for answer in batch.answers:
            before = self._answered.get((stream, answer.person, answer.id))
            if before is None:
                continue
            if before.digest == answer.digest:
                raise RepeatedCommand(before)
            raise id_used(answer)


def id_used(answer: StoredAnswer) -> Refused:
    return Refused(
        "id_used",
        f"you have already used the id {answer.id} for another command",
        (),
        "Use a new id for each command. Repeat an id only to resend the same command.",
    )


def shared_streams(batch: Batch) -> set[str]:
    """Return the shared streams that a batch posts to or checks."""
    guarded = {name for guard in batch.guards for name in guard.streams}
    return {post.stream for post in batch.posts} | guarded


def last_posted(batch: Batch, steps: Sequence[object], shared: SharedStreams) -> int | None:
    """Return the entry number for the answers of a batch without its own stream."""
    if batch.stream or not batch.posts or not steps:
        return None
    return shared.entries(batch.posts[0].stream) - 1


def _follows(line: BatchLine, head: str) -> bool:
    """Return whether a line contains the previous hash. Its last keys are prev, seal, sealed and stream."""
    at = line.line.rfind(b'"prev":"') + len(b'"prev":"')
    return line.line[at : at + len(head) + 1] == head.encode() + b'"'

"""One transaction of the house: all batches that wait, each of them whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import sqlalchemy as sa

from croupier.errors import BadInput, Refused
from croupier.files import printable
from croupier.house.store.asked import Head, answered, epochs_of, locked_heads
from croupier.house.store.batches import Answer, Batch, Committed, LeaseLost, Line, Repeated
from croupier.house.store.rows import Rows, kind_in
from croupier.house.store.shared import SharedStreams
from croupier.journal.entries import START
from croupier.journal.stores import NAME

LONGEST_ID = 200  # signs of a person's own id for a command


def stream_answered(batch: Batch) -> str:
    """The stream under which a batch's answers are kept."""
    return batch.stream or (batch.posts[0].stream if batch.posts else "")


def check_form(batch: Batch) -> None:
    """Whatever a batch holds, a database can take it and its books balance: one that is wrong in itself never
    comes together with others."""
    streams = {post.stream for post in batch.posts}
    if batch.stream in streams or (not batch.stream and (batch.lines or batch.postings)):
        raise BadInput(
            f"stream {printable(batch.stream, 80)!r}: a batch has one stream of its own, and posts to others"
        )
    for name in streams | ({batch.stream} if batch.stream else set()):
        if not NAME.fullmatch(name):
            raise BadInput(f"stream {printable(name, 80)!r}: small letters, digits, dots, - and _ alone")
    for answer in batch.answers:
        if not is_id(answer.id) or not is_id(answer.person) or not is_id(answer.digest):
            raise BadInput("the id of a command is one short line")
    _check_books(batch)


def is_id(text: str) -> bool:
    return text.isprintable() and 0 < len(text) <= LONGEST_ID


def _check_books(batch: Batch) -> None:
    """Each entry's postings sum to zero and are the stream's own."""
    if not batch.postings:
        return
    sums: Counter[int] = Counter()
    for n, account, cents in batch.postings:
        if not account.startswith(f"{batch.stream}/") or not account.isprintable():
            raise BadInput(f"{printable(account, 80)!r} is no account of {batch.stream}")
        sums[n] += cents
    for n, total in sums.items():
        if total or not batch.lines or not batch.lines[0].n <= n <= batch.lines[-1].n:
            raise BadInput(f"{batch.stream}: the postings of entry {n} sum to {total} cents")


class Transaction:
    def __init__(self, connection: sa.Connection, shared: SharedStreams, batches: Sequence[Batch]) -> None:
        """Locks and reads at once what any of the batches will ask for."""
        self._connection, self._shared = connection, shared
        own = {batch.stream for batch in batches if batch.stream}
        posted = {post.stream for batch in batches for post in batch.posts}
        self._epochs = epochs_of(connection, own)
        self._heads = locked_heads(connection, own | posted)
        keys = [(stream_answered(batch), a.person, a.id) for batch in batches for a in batch.answers]
        self._answered = answered(connection, keys)
        self._rows = Rows()

    def take(self, batch: Batch) -> Committed:
        """One batch into the transaction. What it raises is its own: the others go on."""
        self._check_owner(batch)
        self._check_answers(batch)
        streams = {post.stream for post in batch.posts}
        for name in sorted(streams):
            self._shared.touch(self._connection, name, self._heads.get(name))
        marks = self._shared.marks(streams)
        try:
            steps = tuple(self._shared.decide(post.stream, post.command) for post in batch.posts)
            if batch.also is not None:
                with self._connection.begin_nested():
                    batch.also(self._connection)
        except BaseException:
            self._shared.rewind(marks)
            raise
        self._keep(batch, last_posted(batch, steps, self._shared))
        return Committed(steps)

    def _keep(self, batch: Batch, posted: int | None) -> None:
        new = batch.stream not in self._heads
        n = posted
        if batch.lines:
            last = batch.lines[-1]
            n = last.n
            kind = kind_in(batch.lines[0]) if new else self._heads[batch.stream].kind
            self._rows.add(batch.stream, new, kind, batch.lines, batch.postings)
            self._heads[batch.stream] = Head(kind, last.n + 1, last.hash)
        self._rows.more(batch.rows)
        stream = stream_answered(batch)
        for answer in batch.answers:
            self._rows.answered(stream, answer, n if answer.came else None)
            self._answered[stream, answer.person, answer.id] = answer

    def write(self) -> None:
        self._shared.put(self._rows)
        self._rows.write(self._connection)

    @property
    def entries(self) -> int:
        return self._rows.count

    def witness(self) -> tuple[str, int, str] | None:
        """An entry by which it shows afterwards whether the transaction came to be; None if it has none."""
        return self._rows.witness()

    def _check_owner(self, batch: Batch) -> None:
        """The owner still owns the stream, and its lines follow from what is stored."""
        if not batch.stream:
            return
        epoch = self._epochs.get(batch.stream, 0)
        if epoch != batch.epoch:
            raise LeaseLost(f"{batch.stream} is owned under epoch {epoch}, not {batch.epoch}")
        head = self._heads.get(batch.stream)
        if not batch.lines:
            return
        if head is None and not batch.lines[0].opening:
            raise BadInput(f"no stream {printable(batch.stream, 80)!r}")
        n, last = (0, START) if head is None else (head.entries, head.head)
        for line in batch.lines:
            if line.n != n or not _follows(line, last):
                raise LeaseLost(
                    f"{batch.stream}: entry {line.n} does not follow from entry {n - 1} as stored"
                )
            n, last = n + 1, line.hash

    def _check_answers(self, batch: Batch) -> None:
        stream = stream_answered(batch)
        for answer in batch.answers:
            before = self._answered.get((stream, answer.person, answer.id))
            if before is None:
                continue
            if before.digest == answer.digest:
                raise Repeated(before)
            raise id_used(answer)


def id_used(answer: Answer) -> Refused:
    return Refused(
        "id_used",
        f"{answer.id} was the id of another command of yours",
        (),
        "Give each command an id of its own; send the same id only to ask the same again.",
    )


def last_posted(batch: Batch, steps: Sequence[object], shared: SharedStreams) -> int | None:
    """The entry that an answer points to where the batch has no stream of its own."""
    if batch.stream or not batch.posts or not steps:
        return None
    return shared.entries(batch.posts[0].stream) - 1


def _follows(line: Line, head: str) -> bool:
    """Whether a line names the one before it; its last keys are prev, seal, sealed and stream."""
    at = line.line.rfind(b'"prev":"') + len(b'"prev":"')
    return line.line[at : at + len(head) + 1] == head.encode() + b'"'

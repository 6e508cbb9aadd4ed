"""Shared meters for a table's driver: read ahead of the store, decided for good inside the transaction.

While an owner decides a batch, its transfers are tried on the meters as this node knows them and gathered as
posts. The committer decides them again on the meters as they are. Contributions are added in any order; a
payment worked out from a reading that is no longer true fails the batch, and is worked out again:

    try:
        await committer.commit(Batch(…, posts=meters.posts))
    except Refused as refused:
        if is_stale(refused):        # another table was paid meanwhile (X-12)
            await meters.refresh()   # then go back to the committed table and decide once more
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from croupier.errors import Refused
from croupier.house.store.batches import Post
from croupier.meters.amounts import Exact, Reading, Transfer
from croupier.meters.bank import Bank
from croupier.meters.machine import Code, JoinMeter, LeaveMeter, Meters, Step
from croupier.submission import Rules
from croupier.submission.sharing import group_of, terms

# What a transfer is refused for that was worked out ahead of what others did meanwhile.
STALE = frozenset({Code.STALE_READING, Code.TRANSFER_MISSING, Code.TAKEN_ALREADY})


class SharedState(Protocol):
    """What this needs of the committer."""

    def state(self, stream: str) -> Any: ...
    async def refresh(self, stream: str) -> Any: ...


def stream_of(group: str) -> str:
    return f"meters.{group}"


class SharedMeters:
    """The meters of a group, as one table's driver sees them while a batch is decided (a `MeterBank`)."""

    def __init__(self, committer: SharedState, group: str, table: str) -> None:
        self._committer, self.group, self.table = committer, group, table
        self.stream = stream_of(group)
        self._bank = Bank(self.committed)
        self._posts: list[Post] = []

    @property
    def committed(self) -> Meters:
        """As stored and known to this node."""
        found: Meters = self._committer.state(self.stream)
        return found

    @property
    def posts(self) -> tuple[Post, ...]:
        """What the batch being decided does to the meters."""
        return tuple(self._posts)

    @property
    def lost(self) -> str:
        """Why the link to the group is lost; empty while it is not."""
        return self.committed.lost

    def begin(self) -> None:
        """Before a batch is decided, and after it is stored or given up: from the meters as committed."""
        self._bank = Bank(self.committed)
        self._posts = []

    async def refresh(self) -> None:
        """Caught up with other nodes, and begun anew."""
        await self._committer.refresh(self.stream)
        self.begin()

    def read(self, table: str) -> dict[str, Reading]:
        return self._bank.read(table)

    def prepare(self, transfer: Transfer, at: int = 0) -> Step:
        return self._bank.prepare(transfer, at)

    def commit(self, prepared: Step) -> None:
        """Gathered; the committer decides it again and stores it with the table's entry."""
        self._posts.append(Post(self.stream, prepared.command))
        self._bank.commit(prepared)

    def shown(self) -> dict[str, int]:
        """What people are shown: whole cents, as committed."""
        return {name: meter.shown for name, meter in self.committed.meters.items()}


def is_stale(refused: Refused) -> bool:
    """Whether a batch was refused because the meters had moved: then it is decided once more."""
    return refused.code in STALE


def joining(rules: Rules, table: str, at: int = 0) -> tuple[Post, ...]:
    """What a table posts when it opens: it plays for the meters of its group, on the group's terms.

    `Refused` with `terms_differ` where the tables of the group play on others (COMAR 36.05.03.24): the table
    does not open."""
    return tuple(_joining(rules, table, at))


def _joining(rules: Rules, table: str, at: int) -> Iterator[Post]:
    progressive = rules.progressive
    if progressive is None:
        return
    stream, agreed = stream_of(group_of(rules, table)), terms(rules)
    for meter, cents in progressive.initial.items():
        yield Post(stream, JoinMeter(meter=meter, table=table, amount=Exact(cents), terms=agreed, at=at))


def leaving(rules: Rules, table: str, reason: str, at: int = 0) -> tuple[Post, ...]:
    """What a table posts when it is closed for good; the meters keep what they hold."""
    if rules.progressive is None:
        return ()
    stream = stream_of(group_of(rules, table))
    return tuple(
        Post(stream, LeaveMeter(meter=meter, table=table, reason=reason, at=at))
        for meter in rules.progressive.initial
    )

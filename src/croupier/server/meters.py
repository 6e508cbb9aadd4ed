"""Shared meters for a table's driver. Changes are applied optimistically and decided inside the transaction.

While a table actor decides a batch, its transfers are applied to this node's copy of the meters and collected
as posts. The committer decides them again on the stored meters. The order of contributions does not matter.
If a payment was computed from an outdated reading, the batch fails and the caller computes it again:

    try:
        await committer.commit(Batch(…, posts=meters.posts))
    except Refused as refused:
        if is_stale(refused):        # another table was paid meanwhile (X-12)
            await meters.refresh()   # then decide again from the committed table state
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol

from croupier.errors import Refused
from croupier.meters.amounts import Exact, MeterReading, Transfer
from croupier.meters.bank import Bank
from croupier.meters.machine import JoinMeter, LeaveMeter, MeterCode, Meters, MeterStep
from croupier.meters.stream import stream_of
from croupier.store.batches import Post
from croupier.submission import Rules
from croupier.submission.sharing import group_of, terms
from croupier.table import commands as do
from croupier.table.state import TableState

# Refusals of a transfer that was computed from an outdated reading
STALE = frozenset({MeterCode.STALE_READING, MeterCode.TRANSFER_MISSING, MeterCode.TAKEN_ALREADY})


class SharedState(Protocol):
    """The part of the committer that shared meters use."""

    def state(self, stream: str) -> Any: ...
    async def refresh(self, stream: str) -> Any: ...


class SharedMeters:
    """The meters of a group for one table's driver while it decides a batch. Implements `MeterBank`."""

    def __init__(self, committer: SharedState, group: str, table: str) -> None:
        self._committer, self.group, self.table = committer, group, table
        self.stream = stream_of(group)
        self._bank = Bank(self.committed)
        self._posts: list[Post] = []

    @property
    def committed(self) -> Meters:
        """The stored meters, as this node last read them."""
        meters: Meters = self._committer.state(self.stream)
        return meters

    @property
    def posts(self) -> tuple[Post, ...]:
        """The meter commands of the current batch."""
        return tuple(self._posts)

    @property
    def lost_link(self) -> str:
        """The reason why the link to the group is lost, or an empty string."""
        return self.committed.lost

    def begin(self) -> None:
        """Reset to the committed meters, before a batch and after the batch is stored or discarded."""
        self._bank = Bank(self.committed)
        self._posts = []

    async def refresh(self) -> None:
        """Read other nodes' changes, then reset to the committed meters."""
        await self._committer.refresh(self.stream)
        self.begin()

    def read(self, table: str) -> dict[str, MeterReading]:
        return self._bank.read(table)

    def prepare(self, transfer: Transfer, at: int = 0) -> MeterStep:
        return self._bank.prepare(transfer, at)

    def commit(self, prepared: MeterStep) -> None:
        """Add a prepared step to the batch. The committer stores it with the table's entry."""
        self._posts.append(Post(self.stream, prepared.command))
        self._bank.commit(prepared)

    def amounts_shown(self) -> dict[str, int]:
        """Return the displayed amounts: the committed values in whole cents."""
        return {name: meter.shown for name, meter in self.committed.meters.items()}


def is_stale(refused: Refused) -> bool:
    """Return whether a batch was refused because the meters changed. A retry can then succeed."""
    return refused.code in STALE


def joining(rules: Rules, table: str, at: int = 0) -> tuple[Post, ...]:
    """Return the commands that link an opening table to its group's meters.

    If the group's tables play on other terms, the group refuses the commands with `terms_differ`. The
    table then does not open.
    """
    return tuple(_joining(rules, table, at))


def _joining(rules: Rules, table: str, at: int) -> Iterator[Post]:
    progressive = rules.progressive
    if progressive is None:
        return
    stream, agreed = stream_of(group_of(rules, table)), terms(rules)
    for meter, cents in progressive.initial.items():
        yield Post(stream, JoinMeter(meter=meter, table=table, amount=Exact(cents), terms=agreed, at=at))


def leaving(rules: Rules, table: str, reason: str, at: int = 0) -> tuple[Post, ...]:
    """Return the commands that unlink a table from its meters. The meters keep their amounts."""
    if rules.progressive is None:
        return ()
    stream = stream_of(group_of(rules, table))
    return tuple(
        Post(stream, LeaveMeter(meter=meter, table=table, reason=reason, at=at))
        for meter in rules.progressive.initial
    )


def link_due(state: TableState, meters: Meters) -> do.LoseLink | do.RestoreLink | None:
    """Return the command that makes a table's link status equal to its group's, or None.

    Staff or a monitor send `LoseLink` to the group's stream once. Each table actor calls this function
    before it takes bets, and applies the command.
    """
    if not state.rules.metered or bool(state.link_lost) is bool(meters.lost):
        return None
    return do.LoseLink(reason=meters.lost, by=do.FLOOR) if meters.lost else do.RestoreLink(by=do.FLOOR)

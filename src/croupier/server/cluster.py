"""Track live nodes and table owners, and balance the tables among the nodes.

Two rules balance the tables. Only a node with the fewest tables may claim a free table. A node gives up an
idle table if another node has at least two tables fewer. Each move reduces the difference, so that in the end
the numbers of tables differ by at most one. After a table has been free for `PATIENCE` seconds, any node may
claim it, so that a live node that claims nothing cannot block the table.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from croupier.store.leases import LeaseHolder, Leases

PATIENCE = 2.0  # seconds that a free table is reserved for the node with the fewest tables
SETTLED = 10.0  # seconds that a node stays overloaded before it gives up a table


class PresentPlayer(msgspec.Struct, frozen=True, array_like=True):
    """A person at a table, with their seats, and their chips and wagers in cents."""

    seats: tuple[int, ...] = ()
    chips: int = 0
    staked: int = 0


class NodeTable(msgspec.Struct, frozen=True):
    """A node's summary of one of its tables, for the other nodes."""

    round: int = 0
    taken: int = 0
    paused: bool = False
    meters: dict[str, int] = {}
    people: dict[str, PresentPlayer] = {}  # everyone who sits, has chips or watches at the table


def may_take(own_count: int, others: Iterable[int]) -> bool:
    """Return whether a node with `own_count` tables may claim another table."""
    return all(own_count <= count for count in others)


def has_too_many(own_count: int, others: Iterable[int]) -> bool:
    return any(own_count >= count + 2 for count in others)


class ClusterView:
    """The cluster as of the last `look`."""

    def __init__(self, leases: Leases, clock: Callable[[], float] = time.monotonic) -> None:
        self._leases, self._clock = leases, clock
        self.owners: Mapping[str, LeaseHolder] = {}
        self._other_counts: dict[str, int] = {}  # other live nodes -> number of their tables
        self.addresses: tuple[str, ...] = ()  # addresses of the other live nodes
        self._free: dict[str, float] = {}  # table without a node -> time when it became free
        self._overloaded_since: float | None = None

    async def look(self) -> None:
        self.owners, alive = await self._leases.owners_and_nodes()
        counts = Counter(owner.node for owner in self.owners.values() if owner.alive)
        own_address = self._leases.address  # any earlier process at this address must be dead
        self._other_counts = {node: counts[node] for node, address in alive.items() if address != own_address}
        self.addresses = tuple(
            sorted({address for address in alive.values() if address and address != own_address})
        )

    @property
    def alive(self) -> int:
        """The number of live nodes, including this one."""
        return 1 + len(self._other_counts)

    @property
    def is_first(self) -> bool:
        """True if this node does the work that a single node does for the whole cluster."""
        return all(self._leases.node < node for node in self._other_counts)

    def owner(self, table: str) -> LeaseHolder | None:
        """Return the lease holder if another live node runs the table."""
        lease = self.owners.get(table)
        return lease if lease is not None and lease.alive and lease.node != self._leases.node else None

    def may_claim(self, table: str, own_count: int) -> bool:
        """Return whether this node, which runs `own_count` tables, may claim the table."""
        lease = self.owner(table)
        if lease is not None and lease.address != self._leases.address:
            self._free.pop(table, None)
            return False
        since = self._free.setdefault(table, self._clock())
        return may_take(own_count, self._other_counts.values()) or self._clock() - since >= PATIENCE

    def forget_free_table(self, table: str) -> None:
        self._free.pop(table, None)

    def should_give_up(self, own_count: int) -> bool:
        """Return whether this node has had too many tables for `SETTLED` seconds."""
        if not has_too_many(own_count, self._other_counts.values()):
            self._overloaded_since = None
            return False
        if self._overloaded_since is None:
            self._overloaded_since = self._clock()
        return self._clock() - self._overloaded_since >= SETTLED

    def summary(self, table: str) -> tuple[NodeTable, str]:
        """Return the summary and the address of the other node that runs a table, or empty values."""
        lease = self.owner(table)
        return (self.last_summary(table), lease.address) if lease is not None else (NodeTable(), "")

    def last_summary(self, table: str) -> NodeTable:
        """Return the last known summary of a table. The node that sent it might no longer run it."""
        lease = self.owners.get(table)
        try:
            return msgspec.json.decode(lease.summary or "{}" if lease is not None else "{}", type=NodeTable)
        except msgspec.DecodeError:  # another version of the software wrote the summary
            return NodeTable()

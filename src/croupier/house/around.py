"""The house around one node: which nodes are alive, who keeps which table, and what each has a share in.

Two rules spread the tables. A free table is for a node that keeps no more than any other that is alive; and a
node that keeps at least two more than another gives one up, when nobody plays at it. So as long as two differ
by more than one a table moves from the one to the other, and each move brings them nearer: it ends where no
two nodes differ by more than one. A table that was free for some seconds is for whoever comes first, so that
a node which is alive and takes nothing holds up no table.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from croupier.house.store.leases import Leases, Owner

PATIENCE = 2.0  # seconds for which a free table waits for the node that has fewest
SETTLED = 10.0  # seconds for which a node has too many before it gives one up


class Present(msgspec.Struct, frozen=True, array_like=True):
    """Somebody at a table: where they sit, if they do, and what is theirs there, in cents."""

    seats: tuple[int, ...] = ()
    chips: int = 0
    staked: int = 0


class Shown(msgspec.Struct, frozen=True):
    """What a node tells the others of a table that it keeps."""

    round: int = 0
    taken: int = 0
    paused: bool = False
    meters: dict[str, int] = {}
    people: dict[str, Present] = {}  # who sits there, has chips there or looks on


def may_take(mine: int, others: Iterable[int]) -> bool:
    """Whether one more table is for this node."""
    return all(mine <= kept for kept in others)


def has_too_many(mine: int, others: Iterable[int]) -> bool:
    return any(mine >= kept + 2 for kept in others)


class Around:
    """As it was at the last look."""

    def __init__(self, leases: Leases, clock: Callable[[], float] = time.monotonic) -> None:
        self._leases, self._clock = leases, clock
        self.owners: Mapping[str, Owner] = {}
        self._others: dict[str, int] = {}  # nodes that are alive, and how many tables each keeps
        self.addresses: tuple[str, ...] = ()  # of those nodes
        self._free: dict[str, float] = {}  # tables that nobody keeps, and since when
        self._laden: float | None = None  # since when this node has too many

    async def look(self) -> None:
        self.owners, alive = await self._leases.around()
        kept = Counter(owner.node for owner in self.owners.values() if owner.alive)
        mine = self._leases.address  # a process that was at this address before is dead
        self._others = {node: kept[node] for node, address in alive.items() if address != mine}
        self.addresses = tuple(sorted({address for address in alive.values() if address and address != mine}))

    @property
    def alive(self) -> int:
        """How many nodes the house has, this one included."""
        return 1 + len(self._others)

    @property
    def is_first(self) -> bool:
        """Whether what one node does for all is for this one."""
        return all(self._leases.node < node for node in self._others)

    def owner(self, table: str) -> Owner | None:
        """Who keeps a table elsewhere."""
        found = self.owners.get(table)
        return found if found is not None and found.alive and found.node != self._leases.node else None

    def may_claim(self, table: str, mine: int) -> bool:
        """Whether a table that this node does not keep is for it, which keeps `mine`."""
        found = self.owner(table)
        if found is not None and found.address != self._leases.address:
            self._free.pop(table, None)
            return False
        since = self._free.setdefault(table, self._clock())
        return may_take(mine, self._others.values()) or self._clock() - since >= PATIENCE

    def claimed(self, table: str) -> None:
        self._free.pop(table, None)

    def should_give_up(self, mine: int) -> bool:
        """Whether this node has had too many for a while."""
        if not has_too_many(mine, self._others.values()):
            self._laden = None
            return False
        if self._laden is None:
            self._laden = self._clock()
        return self._clock() - self._laden >= SETTLED

    def shown(self, table: str) -> tuple[Shown, str]:
        """What the node that keeps a table tells of it, and that node's address; nothing where none does."""
        found = self.owner(table)
        return (self.last_told(table), found.address) if found is not None else (Shown(), "")

    def last_told(self, table: str) -> Shown:
        """What was last told of a table, also by a node that keeps it no more."""
        found = self.owners.get(table)
        try:
            return msgspec.json.decode(found.told or "{}" if found is not None else "{}", type=Shown)
        except msgspec.DecodeError:  # of another version
            return Shown()

"""Find the people at the tables of all nodes, with their seats and chips."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.casino.administration.state import HouseTable
from croupier.server.cluster import NodeTable, PresentPlayer
from croupier.server.tables.actor import TableActor

if TYPE_CHECKING:
    from croupier.server.house import HouseServer


class Presence:
    """The people at the casino's tables. Other nodes report theirs every few seconds."""

    def __init__(self, house: HouseServer) -> None:
        self._house = house

    def _everywhere(self) -> Iterator[tuple[str, str, Mapping[str, PresentPlayer]]]:
        """Yield each table's name, its node's address (empty for this node), and the people present."""
        for name in sorted({*self._house.tables, *self._house.cluster.owners}):
            if (owner := self._house.tables.get(name)) is not None:
                yield name, "", present_at(owner)
            else:
                cluster = self._house.cluster
                yield name, cluster.summary(name)[1], cluster.last_summary(name).people

    def seats_of(self, person: str) -> list[dict[str, Any]]:
        """Return a person's seats at all tables, with their chips."""
        return [
            {"table": name, "seat": seat, "chips": people[person].chips, "node": node}
            for name, node, people in self._everywhere()
            if person in people
            for seat in people[person].seats
        ]

    def people(self) -> set[str] | None:
        """Return everyone who sits, has chips or watches at any table.

        Returns None if an open table currently has no node, because its people are then unknown.
        """
        if any(self._has_no_node(table) for table in self._house.desk.tables.values()):
            return None
        at_tables = {person for _, _, people in self._everywhere() for person in people}
        return at_tables | {line.person for line in self._house.lines}

    def _has_no_node(self, table: HouseTable) -> bool:
        is_running = table.id in self._house.tables or self._house.cluster.owner(table.id) is not None
        unclaimed = table.standing == "open" and table.id not in self._house.closed
        return not self._house.store.embedded and not is_running and unclaimed

    def chips_of(self, person: str) -> int:
        """Return a person's cents at all tables, including wagers."""
        matches = (people[person] for _, _, people in self._everywhere() if person in people)
        return sum(player.chips + player.staked for player in matches)


def encode_summary(owner: TableActor) -> str:
    state = owner.state
    seat_count, meters = len(state.seating.seats), owner.meters_shown()
    summary = NodeTable(state.round.number, seat_count, owner.timer.paused, meters, present_at(owner))
    return msgspec.json.encode(summary).decode()


def present_at(owner: TableActor) -> dict[str, PresentPlayer]:
    """Return everyone who sits at a table, has chips there or has its page open."""
    seats, purses, wagers = owner.state.seating.seats, owner.state.seating.purses, owner.state.bets.wagers
    present = {outlet.person: PresentPlayer() for outlet in owner.broadcaster.outlets if outlet.person}
    present |= {person: PresentPlayer(chips=cents) for person, cents in purses.items()}
    for seat, person in sorted(seats.items()):
        before = present.get(person, PresentPlayer())
        staked = before.staked + sum(wagers.get(seat, {}).values())
        present[person] = PresentPlayer((*before.seats, seat), before.chips, staked)
    return present

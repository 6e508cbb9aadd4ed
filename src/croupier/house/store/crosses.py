"""What one stream says of another: chips between cage and tables, deltas between tables and meters.

Both sides are added up as their entries go by, in memory that does not grow with the entries.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from croupier.house.cage import commands as cage
from croupier.house.cage import ledger as cage_ledger
from croupier.house.store.books_check import Fault
from croupier.journal.links import Step
from croupier.journal.tables import TableWithShoes
from croupier.meters import ledger as meter_ledger
from croupier.meters import machine as meters
from croupier.table import events as ev
from croupier.table.readers import ledger as table_ledger

CAGE = "cage"
Chips = tuple[str, str, int]  # transfer, person, cents to the table
Balances = Mapping[str, Mapping[str, int]]  # stream -> account -> cents


def chips_of(stream: str, event: Any) -> tuple[str, Chips] | None:
    """A table and a transfer between it and the cage, the same whichever of the two streams has it."""
    match event:
        case cage.ChipsSent() | cage.ChipsSold():
            return event.table, (event.transfer, event.person, event.cents)
        case cage.ChipsReturned() | cage.ChipsRedeemed():
            return event.table, (event.transfer, event.person, -event.cents)
        case ev.BoughtIn():
            return stream, (event.transfer, event.player, event.cents)
        case ev.CashedOut():
            return stream, (event.transfer, event.player, -event.cents)
    return None


class Sum:
    """Some things added up whatever their order: two sums are equal if the things are."""

    def __init__(self) -> None:
        self.count, self._sum = 0, 0

    def add(self, thing: object) -> None:
        self.count += 1
        digest = hashlib.sha256(repr(thing).encode()).digest()
        self._sum = (self._sum + int.from_bytes(digest)) % (1 << 256)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and (self.count, self._sum) == (other.count, other._sum)

    __hash__ = None  # type: ignore[assignment]


class Crosses:
    """Watches all streams go by."""

    def __init__(self) -> None:
        self._sent: defaultdict[str, Sum] = defaultdict(Sum)  # by table: what the cage says
        self._had: defaultdict[str, Sum] = defaultdict(Sum)  # what the table says
        self._given: defaultdict[tuple[str, str, str], Fraction] = defaultdict(
            Fraction
        )  # table, meter, cause
        self._taken: defaultdict[tuple[str, str, str], Fraction] = defaultdict(Fraction)
        self._meters: dict[str, defaultdict[str, Fraction]] = {}  # stream -> meter -> opening + … = closing
        self._numbers: Counter[str] = Counter()  # of the last transfer that meters have of a table
        self.ends: dict[str, Step] = {}  # the last entry of each stream

    def watcher(self, stream: str, everything: bool) -> Callable[[Step], None]:
        """Sums are of all entries or of none; the last state counts in any case."""

        def watch(step: Step) -> None:
            self.ends[stream] = step
            take = TAKES.get(step.kind.name) if everything else None
            if take is not None and step.events:
                take(self, stream, step)

        return watch

    def _take_cage(self, stream: str, step: Step) -> None:
        for event in step.events:
            if found := chips_of(stream, event):
                self._sent[found[0]].add(found[1])

    def _take_table(self, stream: str, step: Step) -> None:
        for event in step.events:
            if found := chips_of(stream, event):
                self._had[stream].add(found[1])
            for delta in table_ledger.meter_deltas(event):
                if delta.cause not in ("joined", "left"):
                    self._given[stream, delta.meter, delta.cause] += delta.amount.value

    def _take_meters(self, stream: str, step: Step) -> None:
        held = self._meters.setdefault(stream, defaultdict(Fraction))
        for event in step.events:
            match event:
                case meters.MeterOpened() | meters.MeterAdjusted():
                    held[event.meter] += event.amount.value
                case meters.MeterMoved():
                    held[event.meter] += event.amount.value
                    self._taken[event.table, event.meter, event.cause] += event.amount.value
                case meters.MeterClosed():
                    held[event.meter] -= event.amount.value

    def faults(self, balances: Balances, broken: frozenset[str], everything: bool) -> Iterator[Fault]:
        """Whatever does not agree, of streams that hold in themselves."""
        tables = [name for name, step in self.ends.items() if step.kind.name == "table"]
        groups = [name for name, step in self.ends.items() if step.kind.name == "meter"]
        for name in groups:
            yield from self._reconciled(name, everything)
            for table, number in self.ends[name].state.taken.items():
                self._numbers[table] = max(self._numbers[table], number)
        whole = CAGE not in broken
        any_meter_broken = any(self._is_meter(name) for name in broken)
        for table in sorted({*tables, *self._enrolled(balances)}):
            if table in broken:
                continue
            if whole:
                yield from self._cage_agrees(table, balances, everything)
            if not any_meter_broken:
                yield from self._meters_agree(table, groups, balances, everything)

    def _is_meter(self, name: str) -> bool:
        return name in self.ends and self.ends[name].kind.name == "meter"

    @staticmethod
    def _enrolled(balances: Balances) -> set[str]:
        prefix = cage_ledger.table("")
        return {a.removeprefix(prefix) for a in balances.get(CAGE, {}) if a.startswith(prefix)}

    def _cage_agrees(self, table: str, balances: Balances, everything: bool) -> Iterator[Fault]:
        sent = balances.get(CAGE, {}).get(cage_ledger.table(table), 0)
        had = -balances.get(table, {}).get(table_ledger.HOUSE, 0)
        if sent != had:
            yield Fault(
                table, None, f"its books have {had} cents of chips from the cage, the cage has {sent}"
            )
        if everything and self._sent[table] != self._had[table]:
            yield Fault(
                table,
                None,
                f"its transfers are not those of the cage ({self._had[table].count} here, "
                f"{self._sent[table].count} there)",
            )

    def _meters_agree(
        self, table: str, groups: list[str], balances: Balances, everything: bool
    ) -> Iterator[Fault]:
        prefix = table_ledger.meter("")
        had = sum(c for account, c in balances.get(table, {}).items() if account.startswith(prefix))
        paid = sum(balances.get(group, {}).get(meter_ledger.table(table), 0) for group in groups)
        if had + paid:
            yield Fault(table, None, f"its books have {-had} cents from meters, the meters have {paid}")
        step = self.ends.get(table)
        number = step.state.table.transfers if step and isinstance(step.state, TableWithShoes) else 0
        if number != self._numbers[table]:
            yield Fault(
                table, None, f"it has sent {number} transfers to meters, they have {self._numbers[table]}"
            )
        if not everything:
            return
        for key in sorted(key for key in {*self._given, *self._taken} if key[0] == table):
            if self._given[key] != self._taken[key]:
                _, meter, cause = key
                yield Fault(
                    table,
                    None,
                    f"{cause} of the {meter} meter: {self._given[key]} cents here, {self._taken[key]} there",
                )

    def _reconciled(self, stream: str, everything: bool) -> Iterator[Fault]:
        """Opening + contributions - payments + resets = closing, to the fraction of a cent."""
        if not everything:
            return
        state: Any = self.ends[stream].state
        closing = {name: meter.amount.value for name, meter in state.meters.items()}
        found: Mapping[str, Fraction] = self._meters.get(stream, {})
        for meter in sorted({*closing, *found}):
            if closing.get(meter, 0) != found.get(meter, 0):
                yield Fault(
                    stream,
                    None,
                    f"the {meter} meter holds {closing.get(meter, 0)} cents, its movements give "
                    f"{found.get(meter, 0)}",
                )


TAKES: dict[str, Callable[[Crosses, str, Step], None]] = {
    "cage": Crosses._take_cage,
    "table": Crosses._take_table,
    "meter": Crosses._take_meters,
}

"""Check that streams agree about chips between cage and tables, and about amounts between tables and meters.

The sums are formed while the entries are read, so memory use does not depend on the number of entries.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from croupier.casino.cage import chip_commands as away
from croupier.casino.cage import commands as cage
from croupier.casino.cage import ledger as cage_ledger
from croupier.casino.cage import tax_commands as tax
from croupier.casino.cage import toke_commands as tokes
from croupier.journal.links import JournalStep
from croupier.journal.tables import TableWithShoes
from croupier.meters import ledger as meter_ledger
from croupier.meters import machine as meters
from croupier.store.stream_check import Fault
from croupier.table import events as ev
from croupier.table.readers import ledger as table_ledger

CAGE = "cage"
Chips = tuple[str, str, int]  # transfer id, person, cents to the table
Balances = Mapping[str, Mapping[str, int]]  # stream -> account -> cents


def chips_of(stream: str, event: Any) -> tuple[str, Chips] | None:
    """Return the table and the chip transfer of an event, in the same form for cage events and table
    events.
    """
    match event:
        case cage.ChipsSent() | cage.ChipsSold() | away.ChipsBrought() | tax.TaxReturned():
            return event.table, (event.transfer, event.person, event.cents)
        case cage.ChipsReturned() | cage.ChipsRedeemed() | away.ChipsCarriedAway() | tokes.TokeTaken():
            return event.table, (event.transfer, event.person, -event.cents)
        case tax.TaxWithheld():
            return event.table, (event.transfer, event.person, -event.cents)
        case ev.BoughtIn():
            return stream, (event.transfer, event.player, event.cents)
        case ev.CashedOut():
            return stream, (event.transfer, event.player, -event.cents)
    return None


class UnorderedSum:
    """An order-independent checksum. Two sums are equal if they contain the same items."""

    def __init__(self) -> None:
        self.count, self._sum = 0, 0

    def add(self, value: object) -> None:
        self.count += 1
        digest = hashlib.sha256(repr(value).encode()).digest()
        self._sum = (self._sum + int.from_bytes(digest)) % (1 << 256)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UnorderedSum) and (self.count, self._sum) == (other.count, other._sum)

    __hash__ = None  # type: ignore[assignment]


class CrossChecks:
    """Collects transfers and meter amounts from all streams and reports disagreements."""

    def __init__(self) -> None:
        # Chip transfers by table, as recorded by the cage and by the table.
        self._cage_chips: defaultdict[str, UnorderedSum] = defaultdict(UnorderedSum)
        self._table_chips: defaultdict[str, UnorderedSum] = defaultdict(UnorderedSum)
        # Amounts by table, meter and cause, as recorded by the table and by the meter.
        self._contributions: defaultdict[tuple[str, str, str], Fraction] = defaultdict(Fraction)
        self._received: defaultdict[tuple[str, str, str], Fraction] = defaultdict(Fraction)
        self._meters: dict[str, defaultdict[str, Fraction]] = {}  # stream -> meter -> sum of its movements
        self._numbers: Counter[str] = Counter()  # table -> number of the last transfer that a meter received
        self.ends: dict[str, JournalStep] = {}  # the last entry of each stream

    def watcher(self, stream: str, everything: bool) -> Callable[[JournalStep], None]:
        """Return a callback for the entries of one stream.

        Without `everything`, the callback only stores the last entry.
        """

        def watch(step: JournalStep) -> None:
            self.ends[stream] = step
            take = TAKES.get(step.kind.name) if everything else None
            if take is not None and step.events:
                take(self, stream, step)

        return watch

    def _take_cage(self, stream: str, step: JournalStep) -> None:
        for event in step.events:
            if chips := chips_of(stream, event):
                self._cage_chips[chips[0]].add(chips[1])

    def _take_table(self, stream: str, step: JournalStep) -> None:
        for event in step.events:
            if chips := chips_of(stream, event):
                self._table_chips[stream].add(chips[1])
            for delta in table_ledger.meter_deltas(event):
                if delta.cause not in ("joined", "left"):
                    self._contributions[stream, delta.meter, delta.cause] += delta.amount.value

    def _take_meters(self, stream: str, step: JournalStep) -> None:
        amounts = self._meters.setdefault(stream, defaultdict(Fraction))
        for event in step.events:
            match event:
                case meters.MeterOpened() | meters.MeterAdjusted():
                    amounts[event.meter] += event.amount.value
                case meters.MeterMoved():
                    amounts[event.meter] += event.amount.value
                    self._received[event.table, event.meter, event.cause] += event.amount.value
                case meters.MeterClosed():
                    amounts[event.meter] -= event.amount.value

    def faults(self, balances: Balances, broken: frozenset[str], everything: bool) -> Iterator[Fault]:
        """Yield disagreements between streams. Streams in `broken` already have a fault and are
        skipped.
        """
        tables = [name for name, step in self.ends.items() if step.kind.name == "table"]
        groups = [name for name, step in self.ends.items() if step.kind.name == "meter"]
        for name in groups:
            yield from self._reconciled(name, everything)
            for table, number in self.ends[name].state.taken.items():
                self._numbers[table] = max(self._numbers[table], number)
        is_cage_intact = CAGE not in broken
        any_meter_broken = any(self._is_meter(name) for name in broken)
        for table in sorted({*tables, *self._enrolled(balances)}):
            if table in broken:
                continue
            if is_cage_intact:
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
        cage_sum = balances.get(CAGE, {}).get(cage_ledger.table(table), 0)
        had = -balances.get(table, {}).get(table_ledger.HOUSE, 0)
        if cage_sum != had:
            yield Fault(
                table,
                None,
                (
                    f"the table's books have {had} cents of chips from the cage, but the cage's "
                    f"books have {cage_sum}"
                ),
            )
        if everything and self._cage_chips[table] != self._table_chips[table]:
            yield Fault(
                table,
                None,
                f"the table's transfers do not match the cage's ({self._table_chips[table].count} and "
                f"{self._cage_chips[table].count} transfers)",
            )

    def _meters_agree(
        self, table: str, groups: list[str], balances: Balances, everything: bool
    ) -> Iterator[Fault]:
        prefix = table_ledger.meter("")
        had = sum(c for account, c in balances.get(table, {}).items() if account.startswith(prefix))
        paid = sum(balances.get(group, {}).get(meter_ledger.table(table), 0) for group in groups)
        if had + paid:
            yield Fault(
                table,
                None,
                (f"the table's books have {-had} cents from meters, but the meters' books have {paid}"),
            )
        step = self.ends.get(table)
        number = step.state.table.transfers if step and isinstance(step.state, TableWithShoes) else 0
        if number != self._numbers[table]:
            yield Fault(
                table,
                None,
                (
                    f"the table sent {number} transfers to meters, but the meters received "
                    f"{self._numbers[table]}"
                ),
            )
        if not everything:
            return
        for key in sorted(key for key in {*self._contributions, *self._received} if key[0] == table):
            if self._contributions[key] != self._received[key]:
                _, meter, cause = key
                yield Fault(
                    table,
                    None,
                    f"{cause} of the {meter} meter: {self._contributions[key]} cents here, "
                    f"{self._received[key]} there",
                )

    def _reconciled(self, stream: str, everything: bool) -> Iterator[Fault]:
        """Check that opening + contributions - payments + resets = closing, in exact fractions of a cent."""
        if not everything:
            return
        state: Any = self.ends[stream].state
        closing = {name: meter.amount.value for name, meter in state.meters.items()}
        computed: Mapping[str, Fraction] = self._meters.get(stream, {})
        for meter in sorted({*closing, *computed}):
            if closing.get(meter, 0) != computed.get(meter, 0):
                yield Fault(
                    stream,
                    None,
                    f"the {meter} meter holds {closing.get(meter, 0)} cents, but its movements sum to "
                    f"{computed.get(meter, 0)}",
                )


TAKES: dict[str, Callable[[CrossChecks, str, JournalStep], None]] = {
    "cage": CrossChecks._take_cage,
    "table": CrossChecks._take_table,
    "meter": CrossChecks._take_meters,
}

"""Insert invalid commands that provoke every refusal code, wherever possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from croupier.table import commands as do
from croupier.table.refusals import TableCode
from croupier.table.state import BETTING
from tests.shift.table import Table

Acts = Iterator[do.TableCommand]
PROVOCATIONS: dict[TableCode, Callable[[Table], Acts]] = {}
STRANGER = "a stranger"
# While a ruling is pending, every other command is refused with its code.
DURING_RULING = (
    TableCode.RULING_DUE,
    TableCode.NOT_YOUR_ROLE,
    TableCode.NO_SUCH_OUTCOME,
    TableCode.REASON_MISSING,
)


def earns(code: TableCode) -> Callable[[Callable[[Table], Acts]], Callable[[Table], Acts]]:
    def listed(acts: Callable[[Table], Acts]) -> Callable[[Table], Acts]:
        PROVOCATIONS[code] = acts
        return acts

    return listed


def mischief(t: Table) -> None:
    """Provoke the possible refusal that has been the rarest at this table so far."""
    codes = sorted(PROVOCATIONS, key=lambda code: (t.seen.codes[code.value], t.rng.random()))
    for code in codes:
        if t.state.round.ruling and code not in DURING_RULING:
            continue
        acts = list(PROVOCATIONS[code](t))
        if acts:
            t.provoke(t.rng.choice(acts), code)
            return


def between(t: Table) -> bool:
    return t.state.round.phase == BETTING


def some_seat(t: Table) -> list[int]:
    return [t.rng.choice(sorted(t.state.seating.seats))] if t.state.seating.seats else []

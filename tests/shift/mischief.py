"""Unlawful acts: for every refusal code the commands that earn it, thrown in wherever they can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from croupier.table import commands as do
from croupier.table.refusals import Code
from croupier.table.state import BETTING
from tests.shift.table import Table

Acts = Iterator[do.Command]
PROVOCATIONS: dict[Code, Callable[[Table], Acts]] = {}
STRANGER = "a stranger"
# While the table waits for a ruling everything else is refused for that reason.
DURING_RULING = (Code.RULING_DUE, Code.NOT_YOUR_ROLE, Code.NO_SUCH_OUTCOME, Code.REASON_MISSING)


def earns(code: Code) -> Callable[[Callable[[Table], Acts]], Callable[[Table], Acts]]:
    def listed(acts: Callable[[Table], Acts]) -> Callable[[Table], Acts]:
        PROVOCATIONS[code] = acts
        return acts

    return listed


def mischief(t: Table) -> None:
    """The refusal met least at this table, of those that can be provoked now."""
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

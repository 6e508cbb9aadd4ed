"""The clauses that assign an act to a role. A refusal cites them when someone in another role tries the act.

Each act names its duty where it is decided (`registry.decides`). Most clauses come from the game's
declarations. An act that no document covers cites the reading that assigns it.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.games import script
from croupier.games.game import Collect, Deal, Phase
from croupier.table.progress import clauses_of
from croupier.table.registry import Duty
from croupier.table.state import TableState


def of_phase(*kinds: type) -> Callable[[TableState], tuple[str, ...]]:
    """Cite the current phase if it is of one of these kinds, else the first such phase that has clauses."""

    def cite(state: TableState) -> tuple[str, ...]:
        now = state.phase
        found: list[Phase] = [one for one in script(state.rules) if isinstance(one, kinds)]
        first = [now] if now is not None and isinstance(now, kinds) else []
        return next((clauses for one in (*first, *found) if (clauses := clauses_of(one))), ())

    return cite


def of_the_deal(state: TableState) -> tuple[str, ...]:
    """Return the clauses of the deal in progress, or of the first deal."""
    deals = [one for one in script(state.rules) if isinstance(one, Deal)]
    now = state.phase if isinstance(state.phase, Deal) else deals[0]
    return tuple(dict.fromkeys(clause for step in now.deliveries for clause in step.clauses))


def of_collecting(part: str) -> Callable[[TableState], tuple[str, ...]]:
    def cite(state: TableState) -> tuple[str, ...]:
        phases = [one for one in script(state.rules) if isinstance(one, Collect)]
        return next((getattr(one, part) for one in phases if getattr(one, part)), state.game.chips[:1])

    return cite


def of_irregularity(*kinds: str) -> Callable[[TableState], Duty]:
    """Cite chapter 13 for these irregularities, or X-15 for matters that the chapter does not cover."""

    def duty_of(state: TableState) -> Duty:
        rules = [state.irregularities[kind] for kind in kinds if kind in state.irregularities]
        clauses = tuple(dict.fromkeys(clause for rule in rules for clause in rule.clauses))
        return clauses, () if clauses else ("X-15",)

    return duty_of


def of_reading(*ids: str) -> Callable[[TableState], Duty]:
    return lambda state: ((), ids)


def of_the_link(state: TableState) -> Duty:
    """Cite the game's meter clauses, or reading X-12 for a game without meters."""
    return state.game.meter_clauses, () if state.game.meter_clauses else ("X-12",)

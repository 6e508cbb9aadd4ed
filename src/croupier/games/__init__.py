"""The games of this package, one file per game, and the loader of games from other packages."""

from __future__ import annotations

from importlib import import_module

from croupier.errors import BadInput
from croupier.games.game import PLAYERS, Ask, Deal, Game, Phase, faults
from croupier.games.plans import DealPlan, whole_plan
from croupier.rulebook import Wager, cache_per_registry, cache_recent, place
from croupier.rulebook.registry import fault_in_game
from croupier.submission import OperatorChoices, Rules

__all__ = ["Game", "GameRules", "Phase", "game", "game_rules", "script"]


@cache_per_registry
def game(game_id: str) -> Game:
    """Load a game on first use. A table plays one game, so it does not import the others."""
    module = place(game_id).game_module
    try:
        found = getattr(import_module(module), "GAME", None)
    except BadInput:
        raise
    except Exception as fault:  # The game's own code may raise any exception.
        if not place(game_id).package:
            raise
        where = fault_in_game(fault) or f"the game {game_id!r}: {type(fault).__name__}: {fault}"
        raise BadInput(where) from None
    if not isinstance(found, Game):
        raise BadInput(f"the game {game_id!r}: {module} has no GAME")
    return found


@cache_recent
def script(rules: Rules) -> tuple[Phase, ...]:
    """Return the phases of a round under these rules, computed and checked once."""
    found = game(rules.game)
    phases = found.script(rules)
    for fault in faults(found, phases):
        raise BadInput(f"the script of the game {rules.game!r}: {fault}")
    return phases


def late_deals(phases: tuple[Phase, ...]) -> frozenset[int]:
    """Return the indexes of deals to players that follow a question, where some seats may get no cards."""
    first_question = next((at for at, phase in enumerate(phases) if isinstance(phase, Ask)), len(phases))
    return frozenset(
        at
        for at, phase in enumerate(phases)
        if isinstance(phase, Deal)
        and at > first_question
        and (phase.chosen or any(step.place == PLAYERS for step in phase.deliveries))
    )


class GameRules(Rules):
    """Rules with their game and script, cached because a table needs them for every action."""

    __slots__ = ("_plans", "conditional", "late_deals", "played", "required", "script", "wagers")

    def __init__(self, choices: OperatorChoices) -> None:
        super().__init__(choices)
        self.played: Game = game(choices.game)
        self.wagers: dict[str, Wager] = {rule.name: rule for rule in self.played.wagers}
        self.required: tuple[Wager, ...] = self.played.required
        self.script: tuple[Phase, ...] = script(self)
        self.late_deals: frozenset[int] = late_deals(self.script)
        self.conditional: bool = any(isinstance(phase, Ask) and phase.when for phase in self.script)
        self._plans: dict[tuple[int, tuple[int, ...]], DealPlan] = {}

    def plan(self, index: int, in_play: tuple[int, ...]) -> DealPlan:
        """Return the plan of the deal at this index of the script, computed once for each set of seats."""
        found = self._plans.get((index, in_play))
        if found is None:
            phase = self.script[index]
            assert isinstance(phase, Deal)
            found = self._plans[index, in_play] = whole_plan(phase, in_play)
        return found


@cache_recent
def game_rules(rules: Rules) -> GameRules:
    return rules if isinstance(rules, GameRules) else GameRules(rules.choices)

"""Drills for dealers: questions whose answers the table machine computes, with clauses and reasons.

`generate` makes one question. It is deterministic: the same rules, kind and seed give the same question, and
other seeds give fresh situations. Players' practice of decisions is in other modules of `croupier.training`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from croupier.errors import BadInput
from croupier.games import GameRules, game_rules
from croupier.rulebook import cache_recent
from croupier.submission import Rules
from croupier.training.drills import chips, duties, hands, irregularities, payouts, procedure
from croupier.training.drills.kinds import KINDS, DrillKind
from croupier.training.drills.question import Drill, DrillQuestion

__all__ = ["KINDS", "Drill", "DrillKind", "DrillQuestion", "draw", "find_kind", "generate", "kinds_for"]

MODULES = (hands, payouts, chips, procedure, duties, irregularities)  # each registers its kinds at import
TRIES = 400  # situations to try; the rarest kind fits about one situation in ten


@cache_recent
def kinds_for(rules: Rules) -> tuple[DrillKind, ...]:
    """Return the kinds of questions that a game's declarations allow under these rules, by chapter."""
    played = playable(rules)
    return tuple(sorted((kind for kind in KINDS.values() if kind.allowed(played)), key=lambda k: k.chapter))


@cache_recent
def playable(rules: Rules) -> GameRules:
    """Return the rules to play rounds by. An electronic game is played with drawn cards, like any other."""
    if rules.choices.electronic:
        return game_rules(Rules(replace(rules.choices, electronic=False)))
    return game_rules(rules)


def find_kind(rules: Rules, name: str) -> DrillKind:
    """Return a kind by name. Raises ``BadInput`` if the game has no such kind under these rules."""
    kinds = {kind.name: kind for kind in kinds_for(rules)}
    if name not in kinds:
        raise BadInput(f"no kind of drill {name!r:.40} for this game; choose one of {', '.join(kinds)}")
    return kinds[name]


def generate(rules: Rules, kind: DrillKind, seed: int | str) -> Drill:
    """Make one question. Raises ``BadInput`` if these rules give no question of this kind."""
    played = playable(rules)
    for attempt in range(TRIES):
        drill = kind.make(random.Random(f"{seed}/{kind.name}/{attempt}"), played)
        if drill is not None:
            return replace(drill, question=replace(drill.question, kind=kind.name))
    raise BadInput(f"the rules of this table give no question of the kind {kind.name!r}")


def draw(rules: Rules, kinds: Sequence[DrillKind], seed: int | str) -> Drill:
    """Make one question of a random kind."""
    chosen = random.Random(f"{seed}/kind").choice(list(kinds))
    return generate(rules, chosen, seed)

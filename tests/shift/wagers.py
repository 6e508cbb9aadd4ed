"""Generate random legal wagers and amounts."""

from __future__ import annotations

from random import Random

from croupier.table.acts.betting import fixed_stake
from croupier.table.state import TableState


def amount(state: TableState, wager: str, rng: Random, least: int = 1) -> int | None:
    """Return a legal amount of at least `least` cents, or None if there is none."""
    rule = state.game.wager(wager)
    assert rule is not None
    fixed = fixed_stake(state.rules, rule)
    if fixed is not None:
        enough = [cents for cents in fixed[0] if cents >= least]
        return rng.choice(enough) if enough else None
    limit = state.rules.choices.limits.get(rule.equal_to or wager)
    low, high, step = (limit.minimum, limit.maximum, limit.increment) if limit else (None, None, None)
    step = step or rng.choice([1, 25, 100, 100, 500])
    if wager == "ante" and state.rules.game == "uth":
        step += step % 2  # 3 to 2 must pay the Blind evenly
    first = max(low or step, least)
    first += -first % step
    cents = first + step * rng.choice([0, 0, 1, 2, rng.randint(0, 40)])
    if high is not None and cents > high:
        cents = first
    return cents if high is None or cents <= high else None


def lawful(state: TableState, rng: Random, keen: float = 0.5) -> dict[str, int]:
    """Return the required wagers and some optional ones, or only a side wager where that is allowed."""
    rules, game = state.rules, state.game
    lost = rules.metered if state.link_lost else ""
    offered = [
        rule
        for rule in game.wagers
        if rule.kind == "optional" and rules.offers(rule.name) and rule.name != lost
    ]
    wagers: dict[str, int] = {}
    alone = not game.must_ante(rules) and offered and rng.random() < 0.2
    if not alone:
        for rule in game.wagers:
            if rule.kind == "required":
                cents = wagers[rule.equal_to] if rule.equal_to else amount(state, rule.name, rng)
                assert cents is not None
                wagers[rule.name] = cents
    for rule in offered:
        if rng.random() < keen:
            cents = amount(state, rule.name, rng)
            assert cents is not None
            wagers[rule.name] = cents
    for need in game.requirements(rules):
        if need.wager in wagers and not {*need.needs} <= {*wagers}:
            del wagers[need.wager]
    if not wagers:
        cents = amount(state, offered[0].name, rng)
        assert cents is not None
        wagers[offered[0].name] = cents
    return wagers

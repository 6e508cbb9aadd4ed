"""List planted faults without an observable effect, with file, line, original, replacement and reason."""

from __future__ import annotations

EQUIVALENT: dict[tuple[str, str, str, str], str] = {
    (
        "rulebook/registry.py",
        "cached = lru_cache(maxsize=256)(function)",
        "256",
        "257",
    ): "the cache size affects only speed, not results",
    (
        "table/readers/offers.py",
        "if list(taken.values()).count(player) >= state.rules.choices.adjacent_boxes:",
        ">=",
        ">",
    ): "a shortcut: a player with all boxes would be refused each further seat anyway",
    (
        "table/acts/corrections.py",
        "seat=seat, player=player, holder=holder, cents=0, clauses=clauses, audience=ev.EVERYONE",
        "ev.EVERYONE",
        "ev.NOBODY",
    ): "an unpaid claim is neither sent nor stored; its audience is never read",
    (
        "table/machine.py",
        "if event.at and event.at > state.clock:",
        ">",
        ">=",
    ): "sets the clock to the time that it already has",
    (
        "meters/machine.py",
        "if event.at > state.clock:",
        ">",
        ">=",
    ): "sets the clock to the time that it already has",
}

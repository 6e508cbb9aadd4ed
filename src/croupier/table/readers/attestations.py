"""What people are still to vouch for before a table is opened for play.

No program sees whether the rack is fixed or the cards look alike: `Attest` keeps who says so. The table runs
without it, as the rules do; who opens it, or inspects it daily, is told what is missing.
"""

from __future__ import annotations

from croupier.rulebook import Clause, clauses
from croupier.table.state import TableState

OPENING = ("approval", "equipment", "deck")  # kinds of clauses that are looked at before play, not during it


def asked_at_opening(game: str) -> tuple[Clause, ...]:
    return tuple(
        clause
        for clause in clauses().values()
        if clause.game == game and clause.rule and clause.status == "recorded" and clause.kind in OPENING
    )


def missing_attestations(state: TableState) -> tuple[str, ...]:
    """Clauses that somebody must vouch for and nobody has; those of two decks only where two are played."""
    one_deck = state.rules.choices.decks == 1
    two_decks = set(state.game.care.two_decks) if one_deck else set()
    return tuple(
        clause.id
        for clause in asked_at_opening(state.rules.game)
        if clause.id not in state.care.attested
        and not any(clause.id.startswith(f"{heading}.") for heading in two_decks)
    )

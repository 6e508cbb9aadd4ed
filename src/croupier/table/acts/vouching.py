"""Check that people have attested the layout, the fixtures and the cards, which software cannot check.

At a table with real cards, a person sends `Attest` before the first deck can be loaded. The clauses about the
cards must be attested again for each new deck. Virtual tables and records need no attestations.
"""

from __future__ import annotations

from croupier.rulebook import Clause, cache_per_registry, clauses
from croupier.table.refusals import TableCode, refuse
from croupier.table.state import PEOPLE, TableState

CARDS = "deck"  # kind of the clauses about the cards
OPENING = ("approval", "equipment", CARDS)  # kinds of clauses that are checked before play


@cache_per_registry
def asked_at_opening(game: str) -> tuple[Clause, ...]:
    return tuple(
        clause
        for clause in clauses().values()
        if clause.game == game and clause.rule and clause.status == "recorded" and clause.kind in OPENING
    )


def missing_attestations(state: TableState) -> tuple[str, ...]:
    """Return the clauses still to be attested. A table with one deck omits the clauses about two decks."""
    one_deck = state.rules.choices.decks == 1
    two_decks = set(state.game.care.two_decks) if one_deck else set()
    return tuple(
        clause.id
        for clause in asked_at_opening(state.rules.game)
        if clause.id not in state.care.attested
        and not any(clause.id.startswith(f"{heading}.") for heading in two_decks)
    )


def required_attestations(state: TableState) -> tuple[str, ...]:
    """Return the missing attestations that keep the table from opening."""
    return missing_attestations(state) if state.cards_from == PEOPLE else ()


def check_vouched_for(state: TableState) -> None:
    missing = required_attestations(state)
    if missing:
        raise refuse(
            TableCode.NOT_ATTESTED,
            f"attestations are missing for {', '.join(missing)}",
            missing,
            "Check and attest each clause. Run `croupier rules ID` to read a clause.",
        )


def of_new_cards(state: TableState) -> tuple[str, ...]:
    """Return the attestations that remain valid with a new deck: all but those about the cards."""
    about_cards = {clause.id for clause in asked_at_opening(state.rules.game) if clause.kind == CARDS}
    return tuple(each for each in state.care.attested if each not in about_cards)

"""What people vouch for when a table is opened, since no program sees it: felt, fixtures, cards.

At a table with real cards the first deck is not loaded before somebody has (`Attest`); what was vouched for
of the cards themselves is asked for again with each new deck. A table that deals from its own shoe has no
felt and no cards that could look wrong, and a record is of a round that was played: nothing is asked there.
"""

from __future__ import annotations

from croupier.rulebook import Clause, clauses, remembered
from croupier.table.refusals import Code, refuse
from croupier.table.state import PEOPLE, TableState

CARDS = "deck"  # the kind of clause that is about the cards themselves
OPENING = ("approval", "equipment", CARDS)  # kinds that are looked at before play, not during it


@remembered
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


def demanded(state: TableState) -> tuple[str, ...]:
    """What is missing where it keeps a table from being opened."""
    return missing_attestations(state) if state.cards_from == PEOPLE else ()


def check_vouched_for(state: TableState) -> None:
    missing = demanded(state)
    if missing:
        raise refuse(
            Code.NOT_ATTESTED,
            f"nobody has vouched for {', '.join(missing)}",
            missing,
            "Whoever has looked attests each of them; croupier rules ID says what it asks.",
        )


def of_new_cards(state: TableState) -> tuple[str, ...]:
    """What stays vouched for when a deck goes: all but the look of the cards."""
    about_cards = {clause.id for clause in asked_at_opening(state.rules.game) if clause.kind == CARDS}
    return tuple(each for each in state.care.attested if each not in about_cards)

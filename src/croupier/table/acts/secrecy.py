"""Keep a sealed shoe secret. No person, including the floor, may name a card or have a card turned over.

Guesses are not compared either, because that would leak hidden cards. Only the driver fills in the cards of a
deal, from the shoe.
"""

from __future__ import annotations

from croupier.table import commands as do
from croupier.table.codec import kinds
from croupier.table.commands import TableCommand
from croupier.table.refusals import TableCode, refuse
from croupier.table.state import TableState

IDENTIFIES = frozenset(kind for kind in kinds(TableCommand) if kind.identifies)
LOOKS = IDENTIFIES | {do.TurnUp}


def check_secret(state: TableState, command: TableCommand) -> None:
    """Refuse a command that would name a card of the sealed shoe or show it too early."""
    if command.identifies == "shows":
        raise refuse(
            TableCode.NOTHING_WRONG,
            "this table deals from a sealed shoe, so no card can be seen early",
            state.game.deck_clauses,
            "Report the problem as another matter, for a ruling.",
            ("X-15",),
        )
    if command.identifies == "names" or (isinstance(command, do.TurnUp) and command.cards):
        raise unnamed_error(state)


def unnamed_error(state: TableState) -> Exception:
    return refuse(
        TableCode.NOTHING_TO_NAME,
        "this table deals from a sealed shoe and knows its cards",
        state.game.deck_clauses,
        "Give the place and the number of cards, not their names.",
    )

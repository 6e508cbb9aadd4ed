"""Cards of a table that deals by itself: nobody names one, and no report turns one over, not the floor's.

No guess is compared either: that would tell what lies face down. The cards of a `Deal` are the shoe's own,
filled in by whoever holds it (the driver), never by a person.
"""

from __future__ import annotations

from croupier.table import commands as do
from croupier.table.commands import Command
from croupier.table.refusals import Code, refuse
from croupier.table.state import TableState

NAMES_ONE = (do.NameCards, do.CorrectNaming)  # acts of people who look at cards
SEES_ONE = (do.ReportFaceUp, do.ReportExposed)  # reports by which all learn of one
LOOKS = frozenset({*NAMES_ONE, *SEES_ONE, do.TurnUp})


def check_secret(state: TableState, command: Command) -> None:
    """Refuses whatever would name a card of the sealed shoe, or show one before its time."""
    if isinstance(command, SEES_ONE):
        raise refuse(
            Code.NOTHING_WRONG,
            "no card of this table is seen before its time: it deals by itself",
            state.game.deck_clauses,
            "Report anything else that went wrong, and have it ruled on.",
            ("X-15",),
        )
    if isinstance(command, NAMES_ONE) or (isinstance(command, do.TurnUp) and command.cards):
        raise unnamed(state)


def unnamed(state: TableState) -> Exception:
    return refuse(
        Code.NOTHING_TO_NAME,
        "the table knows its own cards",
        state.game.deck_clauses,
        "Say where and how many, not which.",
    )

"""Who acts is a setting: of the acts that are due, those that a table may do by itself."""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import replace

from croupier.games.game import Ask
from croupier.table.commands import Command
from croupier.table.driving.sources import CardSource
from croupier.table.readers.due import Act, Due, due
from croupier.table.state import TableState

CARE_OF_CARDS = frozenset({Act.PREPARE, Act.SHUFFLE, Act.CUT, Act.LOAD})  # chapters 3 to 5
A_ROUND = frozenset(  # chapters 7 to 12; a ruling, a recount and "no more bets" are a person's
    {
        Act.LOCK,
        Act.COLLECT,
        Act.BANK,
        Act.DEAL,
        Act.TURN,
        Act.STUB,
        Act.COUNT,
        Act.REVEAL,
        Act.SETTLE,
        Act.VALIDATE,
        Act.PAY,
        Act.RACK,
    }
)
AUTOMATIONS: frozenset[str] = CARE_OF_CARDS | A_ROUND
# A table without staff also changes its decks when their hours are over (3.C).
UNATTENDED: frozenset[str] = AUTOMATIONS | {Act.CHANGE_DECK, Act.RECEIVE}


class Waits(StrEnum):
    """Why a table does not go on by itself."""

    NO = "no"  # it does
    NOT_AUTOMATED = "not_automated"  # a routine act, which this table leaves to people
    PERSON = "person"  # somebody has to answer, name cards or rule
    NOTHING = "nothing"  # nobody is there


def waits(wanted: Due, automations: frozenset[str], live: bool) -> Waits:
    if wanted.idle:
        return Waits.NOTHING
    if wanted.command is None or (wanted.blanks and (live or wanted.blanks != ("cards",))):
        return Waits.PERSON
    return Waits.NO if wanted.act in automations else Waits.NOT_AUTOMATED


def next_command(state: TableState, automations: frozenset[str], source: CardSource) -> Command | None:
    """The next routine act, if it is automated; None when the table waits (`waits` says for what)."""
    if type(state.phase) is Ask:
        return None  # a player's answer is no routine: the question need not be put into words
    wanted = due(state, source.live)
    command = wanted.command
    if command is None or wanted.act not in automations:
        return None
    if wanted.blanks and waits(wanted, automations, source.live) is not Waits.NO:
        return None
    if wanted.act is Act.DEAL:
        return replace(command, cards=source.next_cards(state.care.loaded, wanted.cards))
    return command

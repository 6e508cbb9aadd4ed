"""Who acts is a setting: of the acts that are due, those that a table may do by itself."""

from __future__ import annotations

from enum import StrEnum

from croupier.table.commands import Command, Deal
from croupier.table.driving.sources import CardSource
from croupier.table.readers.due import Due
from croupier.table.readers.next_act import Act, next_act
from croupier.table.state import TableState

DEAL = Act.DEAL
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
    if source.secret and (own := source.proposes(state)) is not None:
        return own
    found = next_act(state, source.live)
    if found.blanks or found.act not in automations:
        return None
    if found.act is DEAL:
        return Deal(cards=source.next_cards(state.care.loaded, found.cards))
    return found.command

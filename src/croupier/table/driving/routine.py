"""Automation settings: the routine acts that a table may do by itself."""

from __future__ import annotations

from enum import StrEnum

from croupier.table.commands import DealCards, TableCommand
from croupier.table.driving.sources import CardSource
from croupier.table.readers.due import Due
from croupier.table.readers.next_act import ActKind, next_act
from croupier.table.state import TableState

DEAL = ActKind.DEAL
CARE_OF_CARDS = frozenset({ActKind.PREPARE, ActKind.SHUFFLE, ActKind.CUT, ActKind.LOAD})  # chapters 3 to 5
A_ROUND = frozenset(  # acts of chapters 7 to 12; rulings, recounts and "no more bets" are left to people
    {
        ActKind.LOCK,
        ActKind.COLLECT,
        ActKind.BANK,
        ActKind.DEAL,
        ActKind.TURN,
        ActKind.STUB,
        ActKind.COUNT,
        ActKind.REVEAL,
        ActKind.SETTLE,
        ActKind.VALIDATE,
        ActKind.PAY,
        ActKind.RACK,
    }
)
AUTOMATIONS: frozenset[str] = CARE_OF_CARDS | A_ROUND
# A table without staff also changes its own decks after their time limit (3.C).
UNATTENDED: frozenset[str] = AUTOMATIONS | {ActKind.CHANGE_DECK, ActKind.RECEIVE}


class WaitReason(StrEnum):
    """The reason why a table does not continue by itself."""

    NO = "no"  # the table continues by itself
    NOT_AUTOMATED = "not_automated"  # the next act is left to people at this table
    PERSON = "person"  # someone must answer, name cards or rule
    NOTHING = "nothing"  # no players


def waits(due_act: Due, automations: frozenset[str], live: bool) -> WaitReason:
    if due_act.idle:
        return WaitReason.NOTHING
    if due_act.command is None or (due_act.blanks and (live or due_act.blanks != ("cards",))):
        return WaitReason.PERSON
    return WaitReason.NO if due_act.act in automations else WaitReason.NOT_AUTOMATED


def next_command(state: TableState, automations: frozenset[str], source: CardSource) -> TableCommand | None:
    """Return the next automated act, or None if the table waits. `waits` returns the reason."""
    if source.secret and (own := source.proposes(state)) is not None:
        return own
    found = next_act(state, source.live)
    if found.blanks or found.act not in automations:
        return None
    if found.act is DEAL:
        return DealCards(cards=source.next_cards(state.care.loaded, found.cards))
    return found.command

"""The last entry of the dealer's connection, which the dealer may still correct (reading N-35).

The table machine checks that nobody has acted on the entry. This module checks whose entry it was. It is kept
in memory, because a restart or a new connection ends the dealer's right to correct it.
"""

from __future__ import annotations

import msgspec

from croupier.errors import Refused
from croupier.games.game import Deal, Turn
from croupier.table import commands as do
from croupier.table.commands import TableCommand
from croupier.table.progress import deal_plan
from croupier.table.roles import PLAYER, role_of
from croupier.table.state import TableState

JOINED = (do.RackStub, do.RevealDealer)  # acts that the key of the last named card also performs


class LastKey(msgspec.Struct, frozen=True):
    """A dealer's entry, with the connection that sent it."""

    by: str
    connection: int
    command: TableCommand
    places: tuple[str, ...] = ()  # places of the cards, which the command does not state


def after_request(
    last: LastKey | None, command: TableCommand, by: str, connection: int, before: TableState
) -> LastKey | None:
    """Return the dealer's last entry after a request that the table accepted.

    Players at their own screens do not end it. The table machine refuses a correction that comes after their
    decisions.
    """
    if role_of(by) == PLAYER:
        return last
    if role_of(by) != do.DEALER or not connection:
        return None
    if is_entry(command):
        return LastKey(by, connection, command, places_of(before))
    is_joined = isinstance(command, JOINED) and last is not None and names_cards(last.command)
    return last if is_joined and is_own(last, by, connection) else None


def places_of(state: TableState) -> tuple[str, ...]:
    """Return where the due cards are dealt or turned up."""
    phase = state.phase
    if isinstance(phase, Turn):
        return (phase.place,)
    return tuple(place for place, _ in deal_plan(state).deliveries) if isinstance(phase, Deal) else ()


def is_entry(command: TableCommand) -> bool:
    return names_cards(command) or isinstance(command, do.Decide | do.Bet)


def names_cards(command: TableCommand) -> bool:
    if isinstance(command, do.NameCards | do.TurnUp):
        return bool(command.cards)
    return isinstance(command, do.DealCards) and any(card is not None for card in command.cards)


def is_own(last: LastKey | None, by: str, connection: int) -> bool:
    return last is not None and (last.by, last.connection) == (by, connection)


def check_last_key(last: LastKey | None, command: do.CorrectKeying, by: str, connection: int) -> None:
    """Raise `Refused` unless the command corrects the last entry of this dealer's connection."""
    if last is None or not is_own(last, by, connection) or not corrects(command, last):
        raise Refused(
            "not_last_key",
            "this is not the last entry that you made on this connection",
            (),
            "Ask a floorperson to correct it.",
            ("N-35",),
        )


def corrects(command: do.CorrectKeying, last: LastKey) -> bool:
    """Return whether a correction is about this entry."""
    match last.command:
        case do.Decide(seat=seat, question=question):
            return bool(command.choice) and (command.seat, command.question) == (seat, question)
        case do.Bet(seat=seat):
            return command.wagers is not None and command.seat == seat
        case do.NameCards(place=place, first=first, cards=cards):
            named = {(place, first + index) for index in range(len(cards))}
            return bool(command.cards) and all((name.place, name.index) in named for name in command.cards)
    return bool(command.cards) and all(name.place in last.places for name in command.cards)

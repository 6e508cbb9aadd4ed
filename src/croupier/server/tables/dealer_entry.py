"""Commands that a dealer enters for players without a screen, at a live or training table.

Players without a screen are walk-ins. The server gives each one an id, and they buy chips with cash. A
player who logged in with a wallet sits, bets and decides only at their own screen. At a dealer-controlled
electronic table, every player uses their own screen (uth/11.L).
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.errors import Refused
from croupier.table import commands as do
from croupier.table.commands import TableCommand
from croupier.table.machine import duty
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.state import TableState

WALK_IN = "walkin-"
KEYED = (do.SitDown, do.GetUp, do.BuyIn, do.CashOut, do.Bet, do.TakeBack, do.Decide)


def is_walk_in(player: str) -> bool:
    return player.startswith(WALK_IN)


def not_keyed(state: TableState, command: TableCommand) -> Refused | None:
    """Return the refusal if a dealer may not enter this command for a player.

    None means that the dealer may enter the command, or that the table itself refuses it.
    """
    if state.rules.choices.electronic:
        return Refused(
            "own_screen",
            "players at this table sit, bet and decide at their own screens",
            duty(state, type(command))[0],
            "Let the player act there.",
            ("U-25",),
        )
    player = player_of(state, command)
    if player is None or is_walk_in(player):
        return None
    return Refused(
        "own_screen",
        f"{state.seating.names.get(player) or player} plays at their own screen",
        duty(state, type(command))[0],
        "Let the player act there. If the player does not act, a floorperson acts for them.",
        ("X-25",),
    )


def player_of(state: TableState, command: TableCommand) -> str | None:
    """Return the player of a command, or None for a new player or an empty seat."""
    if isinstance(command, do.BuyIn | do.CashOut):
        return command.player
    if isinstance(command, do.GetUp | do.Bet | do.TakeBack | do.Decide):
        return state.seating.seats.get(command.seat)
    return None


def normalize_deal(state: TableState, command: TableCommand) -> TableCommand:
    """Complete a deal that names only its face-up cards, with None for each face-down card."""
    if not isinstance(command, do.DealCards) or None in command.cards:
        return command
    face_up = dealt_face_up(state)
    if sum(face_up) != len(command.cards):
        return command
    names = iter(command.cards)
    return replace(command, cards=tuple([next(names) if up else None for up in face_up]))


def seat_walk_in(state: TableState, command: do.SitDown, number: int) -> do.SitDown:
    """Give a walk-in their existing id at this table, or a new id made from the entry number."""
    player = command.player
    if not is_walk_in(player) or player not in {*state.seating.seats.values(), *state.seating.purses}:
        player = f"{WALK_IN}{number}"
    name = command.name or state.seating.names.get(player, "") or f"Seat {command.seat}"
    return do.SitDown(seat=command.seat, player=player, name=name, by=command.by, at=command.at)

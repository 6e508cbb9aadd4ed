"""What a dealer keys for people at a live or training table who have no screen of their own.

They are walk-ins: the house gives each an id, and their chips are bought with money over the table.
Whoever came in by themselves, with a wallet, sits and bets and decides at their own screen alone; where the
submission is for a dealer-controlled electronic table everybody does (uth/11.L).
"""

from __future__ import annotations

from msgspec.structs import replace

from croupier.errors import Refused
from croupier.table import commands as do
from croupier.table.commands import Command
from croupier.table.duties import duty
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.state import TableState

WALK_IN = "walkin-"
KEYED = (do.SitDown, do.GetUp, do.BuyIn, do.CashOut, do.Bet, do.TakeBack, do.Decide)


def is_walk_in(player: str) -> bool:
    return player.startswith(WALK_IN)


def not_keyed(state: TableState, command: Command) -> Refused | None:
    """Why a dealer may not do this for somebody; None if they may, or if the table itself will say."""
    if state.rules.choices.electronic:
        return Refused(
            "own_screen",
            "players of this table sit, bet and decide at their own screens",
            duty(state, type(command))[0],
            "Let the player do it there.",
            ("U-25",),
        )
    player = whose(state, command)
    if player is None or is_walk_in(player):
        return None
    return Refused(
        "own_screen",
        f"{state.seating.names.get(player) or player} has a screen of their own",
        duty(state, type(command))[0],
        "Let them do it there; a floorperson acts for somebody who does not.",
        ("X-25",),
    )


def whose(state: TableState, command: Command) -> str | None:
    """The player for whom it is; None for one who is not there yet, or a seat that is empty."""
    if isinstance(command, do.BuyIn | do.CashOut):
        return command.player
    if isinstance(command, do.GetUp | do.Bet | do.TakeBack | do.Decide):
        return state.seating.seats.get(command.seat)
    return None


def as_dealt(state: TableState, command: Command) -> Command:
    """A deal of which the dealer names the cards that fall face up: the others nobody has seen."""
    if not isinstance(command, do.Deal) or None in command.cards:
        return command
    seen = dealt_face_up(state)
    if sum(seen) != len(command.cards):
        return command
    names = iter(command.cards)
    return replace(command, cards=tuple([next(names) if each else None for each in seen]))


def seated(state: TableState, command: do.SitDown, number: int) -> do.SitDown:
    """A walk-in who sits down: by the id they have here already, or by one that no other ever had."""
    player = command.player
    if not is_walk_in(player) or player not in {*state.seating.seats.values(), *state.seating.purses}:
        player = f"{WALK_IN}{number}"
    name = command.name or state.seating.names.get(player, "") or f"Seat {command.seat}"
    return do.SitDown(seat=command.seat, player=player, name=name, by=command.by, at=command.at)

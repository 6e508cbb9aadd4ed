"""A table for a dealer who learns: its players, and its cards, where the house says which one was turned.

A card that nobody has seen is any of those that may still come, each as likely: so it is drawn when it is
named, and there is no order of the deck that anybody could look into.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import Refused
from croupier.house.floor import refusals
from croupier.table import commands as do
from croupier.table.commands import Command
from croupier.table.readers.due import due
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.readers.offers import may_still_come
from croupier.table.state import TableState

if TYPE_CHECKING:
    from croupier.house.floor.owner import Owner

NAMES = (do.NameCards, do.TurnUp, do.Deal)
PLAYERS = ("Ann", "Ben", "Cora", "Dee", "Eli", "Fay", "Gus")  # seats that the dealer bets for
CHIPS = 1_000_00  # cents


def left_open(state: TableState, command: Command) -> int:
    """How many cards the command turns and does not name; 0 where there is nothing to fill in."""
    if not isinstance(command, NAMES) or any(command.cards):
        return 0
    wanted = due(state)
    if type(wanted.command) is not type(command) or wanted.blanks != ("cards",):
        return 0
    return sum(dealt_face_up(state)) if isinstance(command, do.Deal) else wanted.cards


def drawn(state: TableState, command: Command) -> Command:
    """The command with the cards that the house says were turned."""
    count = left_open(state, command)
    if not count:
        return command
    cards: Any = tuple(random.SystemRandom().sample(may_still_come(state), count))
    return msgspec.structs.replace(command, cards=cards)


def unfilled(state: TableState, command: Command) -> Command:
    """For a dry run: it draws nothing, so it is refused where something would have to be drawn."""
    if left_open(state, command):
        raise Refused(
            "shows_a_card",
            "no dry run draws a card",
            state.game.deck_clauses,
            "Do it, and see what comes.",
        )
    return command


def training_table(person: str, submission: str, version: int, cards: str) -> str:
    """The name of somebody's own table, the same whenever they ask for it."""
    said = f"{person} {submission} {version} {cards}".encode()
    return f"training-{hashlib.sha256(said).hexdigest()[:12]}"


async def welcome_dummies(owner: Owner, person: str, players: int) -> None:
    """Somebody to deal to: seated, with chips, as the dealer would key it."""
    by = f"{do.DEALER}:{person}"
    for seat, name in list(enumerate(PLAYERS, 1))[: min(players, owner.positions)]:
        sitting = do.SitDown(seat=seat, player="new", name=name)
        await owner.ask(person, "", by, sitting, f"sit.{owner.table}.{owner.held.table.clock}.{seat}")
        player = owner.state.seating.seats.get(seat)
        if player is not None and not owner.state.seating.purses.get(player):
            chips = do.BuyIn(player=player, cents=CHIPS)
            await owner.ask(person, "", by, chips, f"chips.{owner.table}.{owner.held.table.clock}.{seat}")


async def floor_comes(owner: Owner, person: str, id_: str, tell: Callable[[bytes], None]) -> None:
    """Nobody else is there: called, the house does what is the floor's, as the rules have it."""
    wanted = due(owner.state)
    command = wanted.command
    if command is None or wanted.whose[:1] != (do.FLOOR,):
        raise refusals.NOT_THE_FLOORS
    if "reason" in wanted.blanks:
        command = msgspec.structs.replace(command, reason="as the rules have it")
    await owner.ask(person, "", f"{do.FLOOR}:house", command, id_, tell)

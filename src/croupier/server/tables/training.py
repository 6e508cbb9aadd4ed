"""Training tables for dealers, with dummy players and cards that the server draws for the trainee.

The server draws a card at random only when the trainee turns it. No deck order exists in advance, so it
cannot leak.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import Refused
from croupier.server.tables import refusals
from croupier.table import commands as do
from croupier.table.commands import TableCommand
from croupier.table.readers.due import due
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.readers.offers import may_still_come
from croupier.table.state import TableState

if TYPE_CHECKING:
    from croupier.server.tables.actor import TableActor

CARD_COMMANDS = (do.NameCards, do.TurnUp, do.DealCards)
# names of the dummy players, whose bets the trainee enters
PLAYERS = ("Ann", "Ben", "Cora", "Dee", "Eli", "Fay", "Gus")
CHIPS = 1_000_00  # chips of a dummy player in cents


def blank_cards(state: TableState, command: TableCommand) -> int:
    """Count the cards that a command turns without naming them."""
    if not isinstance(command, CARD_COMMANDS) or any(command.cards):
        return 0
    act = due(state)
    if type(act.command) is not type(command) or act.blanks != ("cards",):
        return 0
    return sum(dealt_face_up(state)) if isinstance(command, do.DealCards) else act.cards


def with_drawn_cards(state: TableState, command: TableCommand) -> TableCommand:
    """Fill the blank cards of a command with random cards."""
    count = blank_cards(state, command)
    if not count:
        return command
    cards: Any = tuple(random.SystemRandom().sample(may_still_come(state), count))
    return msgspec.structs.replace(command, cards=cards)


def check_no_draw(state: TableState, command: TableCommand) -> None:
    """Raise `Refused` if a dry run of this command would draw a card."""
    if blank_cards(state, command):
        raise Refused(
            "shows_a_card",
            "a preview cannot draw a card",
            state.game.deck_clauses,
            "Carry out the act to see the card.",
        )


def training_table(person: str, submission: str, version: int, cards: str) -> str:
    """Return the name of a trainee's own table. Equal arguments give the same name."""
    key = f"{person} {submission} {version} {cards}".encode()
    return f"training-{hashlib.sha256(key).hexdigest()[:12]}"


async def welcome_dummies(owner: TableActor, person: str, players: int) -> None:
    """Seat dummy players with chips, as if the trainee had entered them."""
    by = f"{do.DEALER}:{person}"
    for seat, name in list(enumerate(PLAYERS, 1))[: min(players, owner.positions)]:
        sit_down = do.SitDown(seat=seat, player="new", name=name)
        await owner.ask(person, "", by, sit_down, f"sit.{owner.table}.{owner.full_state.table.clock}.{seat}")
        player = owner.state.seating.seats.get(seat)
        if player is not None and not owner.state.seating.purses.get(player):
            chips = do.BuyIn(player=player, cents=CHIPS)
            await owner.ask(
                person, "", by, chips, f"chips.{owner.table}.{owner.full_state.table.clock}.{seat}"
            )


async def floor_comes(owner: TableActor, person: str, id_: str, tell: Callable[[bytes], None]) -> None:
    """Carry out the floor's act when a trainee calls, because a training table has no floorperson."""
    act = due(owner.state)
    command = act.command
    if command is None or act.whose[:1] != (do.FLOOR,):
        raise refusals.NOT_A_FLOOR_ACT
    if "reason" in act.blanks:
        command = msgspec.structs.replace(command, reason="as the rules require")
    await owner.ask(person, "", f"{do.FLOOR}:house", command, id_, tell)

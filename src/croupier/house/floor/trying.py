"""A dry run: what a command would do now, for whoever is about to send it. Nothing is stored.

It is decided over what is known at the table. Where the machine holds the cards that is what everybody was
told: a card that lies face down is unknown there, and no dry run can show it. Whatever would draw or show
one is refused besides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import Refused
from croupier.house.floor.keying import as_dealt
from croupier.house.floor.training import unfilled
from croupier.protocol import Tried, encode
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.secrecy import LOOKS
from croupier.table.commands import Command
from croupier.table.machine import step
from croupier.table.readers.ledger import INVENTORY, moved
from croupier.table.readers.ledger import player as player_account
from croupier.table.readers.views import view
from croupier.table.state import SHOE, TableState, showdown

if TYPE_CHECKING:
    from croupier.house.floor.owner import Owner

SHOWS = LOOKS | {do.Deal, do.RevealDealer, do.Shuffle}
# What a machine raises that is to judge a card it was never told of.
HANGS_ON_CARDS = (AssertionError, AttributeError, LookupError, TypeError, ValueError)


class Move(msgspec.Struct, frozen=True):
    """What one wager gets. `action` is what the hands do: pay, collect, push, lost (the chip is in the tray
    already), return, take (back from the player); `cents` how much."""

    seat: int
    name: str
    wager: str
    staked: int
    returned: int
    net: int
    result: str
    action: str
    cents: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    player: str
    chips: int  # what the player gains
    tray: int  # what the tray gains
    pays: str = ""
    banked: bool = False
    meter: str = ""
    cut: int = 0  # what a payout limit took off


class HandTold(msgspec.Struct, frozen=True):
    """A hand as it is called, with the ranks that decide between hands that have the same words."""

    place: str
    hand: str
    words: str
    ranks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    count: int | None = None
    qualifies: bool | None = None


class DryRun(msgspec.Struct, frozen=True):
    events: tuple[ev.Event, ...]
    after: TableState
    moves: tuple[Move, ...]
    hands: tuple[HandTold, ...]


def tried_out(owner: Owner, by: str, command: Command, at: int, id_: str) -> bytes:
    """What a command of somebody's would do, as it is told to them."""
    if owner.rules.draws:
        command = unfilled(owner.state, command)
    elif owner.rules.live:
        command = as_dealt(owner.state, command)
    gallery = owner.gallery
    asked = msgspec.structs.replace(owner.with_reading(command), by=by, at=at)
    done = dry_run(gallery.known_to_staff, asked)
    told = owner.console(done.after)
    sight = gallery.public.watch.see(done.events).sight(owner.meters_shown())
    shown = msgspec.structs.replace(sight, person=by)
    entries = (view(done.events, by),)
    return encode(Tried(id_, entries, shown, told.due, told.then, done.moves, done.hands))


def dry_run(state: TableState, command: Command) -> DryRun:
    """`Refused` where the table would refuse it, or where it would draw or show a card of the machine's."""
    secret = state.cards_from == SHOE
    if secret and type(command) in SHOWS:
        raise shows_a_card(state)
    try:
        done = step(state, command)
    except HANGS_ON_CARDS:
        if not secret:
            raise
        raise shows_a_card(state) from None
    moves = tuple(move for event in done.events if (move := move_of(state, event)) is not None)
    return DryRun(done.events, done.state, moves, tuple(hands_of(state, done.events)))


def shows_a_card(state: TableState) -> Refused:
    return Refused(
        "shows_a_card",
        "no dry run draws or shows a card: the table deals by itself",
        state.game.deck_clauses,
        "Do it, and see what comes.",
        ("X-15",),
    )


def move_of(state: TableState, event: ev.Event) -> Move | None:
    """What an event moves between a player and the table; None where it moves nothing of theirs."""
    match event:
        case ev.WagerSettled():
            told = settled(event)
        case ev.WagerTakenBack() | ev.ChipReturned():
            told = (event.wager, event.cents, event.cents, "returned", "return", event.cents)
        case ev.WagerReopened():
            told = (event.wager, event.staked, -event.returned, "reopened", "take", event.returned)
        case ev.SettlementReversed():
            told = (event.wager, 0, -event.cents, "reversed", "take", event.cents)
        case ev.SettlementCorrected():
            told = (event.wager, 0, event.returned, event.result, "pay", event.returned)
        case ev.EnvyPaid() | ev.EnvyCorrected():
            told = ("envy", 0, event.cents, "win", "pay", event.cents)
        case ev.EnvyReversed():
            told = ("envy", 0, -event.cents, "reversed", "take", event.cents)
        case _:
            return None
    wager, staked, returned, result, action, cents = told
    lines = dict(moved(event))
    return Move(
        seat=event.seat,
        name=state.seating.names.get(event.player, ""),
        wager=wager,
        staked=staked,
        returned=returned,
        net=returned - staked,
        result=result,
        action=action,
        cents=cents,
        clauses=event.clauses,
        readings=event.readings,
        player=event.player,
        chips=lines.get(player_account(event.player), 0),
        tray=lines.get(INVENTORY, 0),
        pays=getattr(event, "pays", ""),
        banked=getattr(event, "banked", False),
        meter=getattr(event, "from_meter", None) or "",
        cut=getattr(event, "cut", 0),
    )


Told = tuple[str, int, int, str, str, int]


def settled(event: ev.WagerSettled) -> Told:
    """Out of the tray goes what is returned beyond the chips that lie there; of a banked stake all of it."""
    stake = 0 if event.banked else event.staked
    out = event.returned - stake
    if event.result == "returned":
        action, cents = "return", event.returned
    elif out > 0:
        action, cents = "pay", out
    elif out < 0:
        action, cents = "collect", -out
    else:
        action, cents = ("lost", event.staked) if event.banked else ("push", event.returned)
    return event.wager, event.staked, event.returned, event.result, action, cents


def hands_of(before: TableState, events: Iterable[ev.Event]) -> Iterable[HandTold]:
    """The hands that are shown, the dealer's beside each player's."""
    for event in events:
        if isinstance(event, ev.HandShown):
            game, rules, table = before.game, before.rules, showdown(before, event.seat)
            own = game.player_hand(rules, table)
            place = f"seat{event.seat}"
            yield HandTold(place, event.hand, event.words, own.ranks, event.cards, event.count)
            if table.dealer and None not in table.dealer:
                theirs = game.announce_dealer(rules, table)
                if theirs is not None:
                    yield HandTold(
                        "dealer", theirs.hand, theirs.words, theirs.ranks, tuple(table.dealer), theirs.count
                    )
        elif isinstance(event, ev.DealerRevealed) and event.hand:
            cards = tuple(card for lying in event.cards.values() for card in lying)
            yield HandTold("dealer", event.hand, event.words, (), cards, event.count, event.qualifies)

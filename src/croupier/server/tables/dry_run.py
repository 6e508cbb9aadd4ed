"""Preview the effect of a command before it is sent. A dry run stores nothing.

A dry run uses the state that the staff knows. If the server deals, this is the public state, in which
face-down cards are unknown. A dry run therefore cannot reveal them. Commands that would draw or show a card
are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import Refused
from croupier.games.game import Settle
from croupier.protocol import Tried, encode
from croupier.server.tables.correction_reviews import ReviewNeeded, departs, lines_of, with_description
from croupier.server.tables.dealer_entry import normalize_deal
from croupier.server.tables.preview_words import outcome_of, steps_of
from croupier.server.tables.training import check_no_draw
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.corrections import reversed_and_right
from croupier.table.acts.metering import as_if_read
from croupier.table.acts.secrecy import LOOKS
from croupier.table.commands import TableCommand
from croupier.table.machine import step
from croupier.table.readers.ledger import INVENTORY, postings_of_move
from croupier.table.readers.ledger import player as player_account
from croupier.table.readers.views import view
from croupier.table.state import SHOE, TableState, returned_already, showdown

if TYPE_CHECKING:
    from croupier.server.tables.actor import TableActor

SHOWS = LOOKS | {do.DealCards, do.RevealDealer, do.Shuffle}  # commands that draw or show a card
MoveFields = tuple[str, int, int, str, str, int]  # columns: wager, staked, returned, result, action, cents
MovingEvent = (
    ev.WagerSettled
    | ev.WagerTakenBack
    | ev.ChipReturned
    | ev.WagerReopened
    | ev.SettlementReversed
    | ev.SettlementCorrected
    | ev.EnvyPaid
    | ev.EnvyCorrected
    | ev.EnvyReversed
)
# Errors that the table machine raises when it evaluates an unknown card.
UNKNOWN_CARD_ERRORS = (AssertionError, AttributeError, LookupError, TypeError, ValueError)


class Move(msgspec.Struct, frozen=True):
    """The chips that one wager moves.

    `action` tells the dealer how to handle `cents`. The values are pay, collect, push, lost (the chip is
    already in the tray), return, take (back from the player), and stands (the new settlement has the same
    result). If a wager is settled again, only the difference from its first settlement moves.
    """

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
    chips: int  # cents that the player gains
    tray: int  # cents that the tray gains
    pays: str = ""
    banked: bool = False
    meter: str = ""
    cut: int = 0  # cents above the payout limit (not paid)


class HandView(msgspec.Struct, frozen=True):
    """A hand with its announced name, and the ranks that decide between hands of the same name."""

    place: str
    hand: str
    words: str
    ranks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    count: int | None = None
    qualifies: bool | None = None


class DryRun(msgspec.Struct, frozen=True):
    events: tuple[ev.TableEvent, ...]
    after: TableState
    moves: tuple[Move, ...]
    hands: tuple[HandView, ...]


def preview_command(
    owner: TableActor,
    by: str,
    command: TableCommand,
    at: int,
    id_: str,
    review: ReviewNeeded | None = None,
) -> bytes:
    """Encode the effect of a command as its sender would see it, with the second person it needs."""
    if owner.rules.draws:
        check_no_draw(owner.state, command)
    elif owner.rules.live:
        command = normalize_deal(owner.state, command)
    broadcaster = owner.broadcaster
    complete = msgspec.structs.replace(owner.with_reading(command), by=by, at=at)
    result = dry_run(broadcaster.known_to_staff, complete)
    console = owner.console(result.after)
    sight = broadcaster.public.watch.see(result.events).sight(owner.meters_shown())
    sight = msgspec.structs.replace(sight, person=by)
    events = view(result.events, by)
    outcome, steps = outcome_of(events, result.after, result.moves), steps_of(events, result.after)
    preview = Tried(
        id_, (events,), sight, console.due, console.next_words, result.moves, result.hands, outcome, steps
    )
    preview = msgspec.structs.replace(preview, review=review, departs=departure(owner, complete))
    if owner.examination is not None:
        preview = owner.examination.preview(command, preview)
    return encode(preview)


def departure(owner: TableActor, command: TableCommand) -> str:
    """Say in plain words how a corrected payment differs from the rules. Empty if it does not."""
    if not isinstance(command, do.CorrectSettlement):
        return ""
    state = owner.broadcaster.known_to_staff
    lines = lines_of(state, command, owner.meters_shown())
    return departs(command, [with_description(state, line) for line in lines])


def dry_run(state: TableState, command: TableCommand) -> DryRun:
    """Carry out a command on a copy of the state.

    Raises `Refused` if the table would refuse the command, or if the command would draw or show a card of
    the server's shoe.
    """
    secret = state.cards_from == SHOE
    if secret and type(command) in SHOWS:
        raise shows_a_card(state)
    try:
        result = step(state, command)
    except UNKNOWN_CARD_ERRORS:
        if not secret:
            raise
        raise shows_a_card(state) from None
    if isinstance(command, do.CorrectNaming) and result.state.round.reopened:
        moves = settle_reopened(result.state)
    else:
        moves = tuple(move for event in result.events if (move := move_of(state, event)) is not None)
    return DryRun(result.events, result.state, moves, tuple(hands_of(state, result.events)))


def settle_reopened(state: TableState) -> tuple[Move, ...]:
    """Settle the hands that a corrected card reopened, and list the moves of each wager that changes.

    Meter payouts are omitted, because the actual settlement takes a new meter reading.
    """
    before = {(wager.seat, wager.wager): wager for wager in state.round.reopened}
    seats, moves = {seat for seat, _ in before}, []
    while isinstance(state.phase, Settle) and (seat := state.round.order[state.round.cursor]) in seats:
        command = as_if_read(state, do.SettleSeat(seat=seat, at=state.clock))
        try:
            result = step(state, command)
        except (Refused, *UNKNOWN_CARD_ERRORS):
            break
        for event in result.events:
            if not isinstance(event, ev.WagerSettled) or event.from_meter is not None:
                continue
            first = before.get((event.seat, event.wager))
            if first is not None and first.returned != event.returned:
                was = msgspec.structs.replace(event, returned=first.returned, from_meter=first.from_meter)
                both = reversed_and_right(state.round.number, was, event, do.FLOOR, "", {})
                moves += [move for change in both if (move := move_of(state, change)) is not None]
        if result.state.round.awaiting:
            break
        state = result.state
    return tuple(moves)


def shows_a_card(state: TableState) -> Refused:
    return Refused(
        "shows_a_card",
        "a preview cannot draw or show a card of the server's shoe",
        state.game.deck_clauses,
        "Carry out the act to see the card.",
        ("X-15",),
    )


def move_of(state: TableState, event: ev.TableEvent) -> Move | None:
    """Return the chips that an event moves between a player and the table, if any."""
    match event:
        case ev.WagerSettled():
            already = returned_already(state, event.seat, event.wager)
            if already is not None:
                return resettlement_move(state, event, already)
            fields = settlement_fields(event)
        case ev.WagerTakenBack() | ev.ChipReturned():
            fields = (event.wager, event.cents, event.cents, "returned", "return", event.cents)
        case ev.WagerReopened():
            fields = (event.wager, event.staked, -event.returned, "reopened", "take", event.returned)
        case ev.SettlementReversed():
            fields = (event.wager, 0, -event.cents, "reversed", "take", event.cents)
        case ev.SettlementCorrected():
            fields = (event.wager, 0, event.returned, event.result, "pay", event.returned)
        case ev.EnvyPaid() | ev.EnvyCorrected():
            fields = ("envy", 0, event.cents, "win", "pay", event.cents)
        case ev.EnvyReversed():
            fields = ("envy", 0, -event.cents, "reversed", "take", event.cents)
        case _:
            return None
    lines = dict(postings_of_move(event))
    chips, tray = lines.get(player_account(event.player), 0), lines.get(INVENTORY, 0)
    return build_move(state, event, fields, chips, tray)


def resettlement_move(state: TableState, event: ev.WagerSettled, already: int) -> Move:
    """Return the chips to move for a resettled wager: the difference from the first settlement."""
    difference = event.returned - already
    action = "pay" if difference > 0 else "take" if difference < 0 else "stands"
    fields = (event.wager, event.staked, event.returned, event.result, action, abs(difference))
    return build_move(state, event, fields, difference, 0 if event.from_meter else -difference)


def build_move(state: TableState, event: MovingEvent, fields: MoveFields, chips: int, tray: int) -> Move:
    wager, staked, returned, result, action, cents = fields
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
        chips=chips,
        tray=tray,
        pays=getattr(event, "pays", ""),
        banked=getattr(event, "banked", False),
        meter=getattr(event, "from_meter", None) or "",
        cut=getattr(event, "cut", 0),
    )


def settlement_fields(event: ev.WagerSettled) -> MoveFields:
    """Describe a settlement. The tray pays the return minus the stake. A banked stake is in the tray."""
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


def hands_of(before: TableState, events: Iterable[ev.TableEvent]) -> Iterable[HandView]:
    """Yield the hands shown in the events, each player's hand followed by the dealer's hand."""
    for event in events:
        if isinstance(event, ev.HandShown):
            game, rules, table = before.game, before.rules, showdown(before, event.seat)
            player_hand = game.player_hand(rules, table)
            place = f"seat{event.seat}"
            yield HandView(place, event.hand, event.words, player_hand.ranks, event.cards, event.count)
            if table.dealer and None not in table.dealer:
                dealer_hand = game.announce_dealer(rules, table)
                if dealer_hand is not None:
                    yield HandView(
                        "dealer",
                        dealer_hand.hand,
                        dealer_hand.words,
                        dealer_hand.ranks,
                        tuple(table.dealer),
                        dealer_hand.count,
                    )
        elif isinstance(event, ev.DealerRevealed) and event.hand:
            cards = tuple(card for hand in event.cards.values() for card in hand)
            yield HandView("dealer", event.hand, event.words, (), cards, event.count, event.qualifies)

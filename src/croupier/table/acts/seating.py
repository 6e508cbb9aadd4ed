"""Seat players, and let them leave, buy in and cash out."""

from __future__ import annotations

import msgspec

from croupier.games.game import seat_place
from croupier.submission.money import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies, decides
from croupier.table.roles import DEALER, FLOOR, PLAYER
from croupier.table.state import BETTING, Seating, TableState

replace = msgspec.structs.replace


TRANSFERS_KEPT = 64  # number of recent transfer ids kept, to recognize one that is sent twice


def positions(state: TableState) -> int:
    """Return the number of betting positions that the operator chose, at most the game's maximum."""
    return state.rules.choices.seats or state.game.seats


@decides(do.SitDown, lambda s: (s.game.seated_only,))
def decide_sit(state: TableState, command: do.SitDown) -> tuple[ev.TableEvent, ...]:
    seat, player = command.seat, command.player
    game = state.game
    own_name(state, player, command.by)
    if not 1 <= seat <= positions(state):
        raise refuse(
            TableCode.NO_SUCH_SEAT,
            f"seat {seat} does not exist at this table",
            (game.seats_clause,),
            f"Seats run from 1 to {positions(state)}.",
        )
    if seat in state.seating.seats:
        raise refuse(
            TableCode.SEAT_TAKEN, f"seat {seat} is taken", (game.seats_clause,), "Choose an empty seat."
        )
    own_seats = sorted(s for s, p in state.seating.seats.items() if p == player)
    allowed = state.rules.choices.adjacent_boxes
    if own_seats and len(own_seats) >= allowed:
        raise refuse(
            TableCode.SECOND_POSITION,
            f"{player} already holds seat {', '.join(map(str, own_seats))}; the limit is {allowed}",
            (game.positions_clause,),
            "Keep your current seats.",
            ("X-24",),
        )
    if own_seats and not {seat - 1, seat + 1} & {*own_seats}:
        raise refuse(
            TableCode.NOT_ADJACENT,
            f"seat {seat} is not next to {player}'s seat {', '.join(map(str, own_seats))}",
            (game.positions_clause,),
            "Take a seat next to your own.",
            ("X-24",),
        )
    return (
        ev.SeatTaken(
            seat=seat, player=player, name=command.name, clauses=(game.seats_clause,), audience=ev.EVERYONE
        ),
    )


@decides(do.GetUp, lambda s: (s.game.stay_seated,))
def decide_get_up(state: TableState, command: do.GetUp) -> tuple[ev.TableEvent, ...]:
    seat = command.seat
    player = own_seat(state, seat, command.by)
    if state.round.players.get(seat) == player and not gave_up(state, seat):
        at_risk = (
            ", or ask a floorperson to declare the wagers abandoned" if state.bets.wagers.get(seat) else ""
        )
        dealt = received_cards(state, seat)  # False between "no more bets" and the first card
        why = f"seat {seat} has cards" if dealt else f"seat {seat} can no longer withdraw its wagers"
        raise refuse(
            TableCode.STAY_SEATED,
            f"{why}, so its player must stay until the round is complete",
            (state.game.stay_seated,) if dealt else state.game.bets_by[-1:],
            f"Wait for the end of the round{at_risk}.",
        )
    check_adjoining(state, player, [s for s, p in state.seating.seats.items() if p == player and s != seat])
    betting = state.round.phase == BETTING
    back = tuple(
        ev.WagerTakenBack(
            seat=seat,
            player=player,
            wager=wager,
            cents=cents,
            clauses=state.game.bets_by,
            audience=ev.EVERYONE,
        )
        for wager, cents in (state.game.in_order(state.bets.wagers.get(seat, {})) if betting else ())
    )
    return (*back, ev.SeatLeft(seat=seat, player=player, audience=ev.EVERYONE))


def received_cards(state: TableState, seat: int) -> bool:
    place = seat_place(seat)
    return place in state.layout.cards or any(where == place for where, _ in state.layout.rack)


def gave_up(state: TableState, seat: int) -> bool:
    """Return whether the seat's wagers were declared abandoned or forfeited. Its player may then leave."""
    is_forfeited = any(s.seat == seat and s.result == "forfeit" for s in state.round.settled)
    return is_forfeited and not state.bets.wagers.get(seat)


def check_adjoining(state: TableState, player: str, boxes: list[int]) -> None:
    """Refuse to give a player boxes that are not adjacent."""
    if boxes and max(boxes) - min(boxes) >= len(boxes):
        raise refuse(
            TableCode.NOT_ADJACENT,
            f"{player} would have boxes {', '.join(map(str, sorted(boxes)))}, which are not adjacent",
            (state.game.positions_clause,),
            "Give up an outer box instead, or play the one in between.",
            ("X-24",),
        )


def check_bettors_adjoin(state: TableState, seats: tuple[int, ...]) -> None:
    """Refuse bets by one player on boxes that are not adjacent."""
    players = state.seating.seats
    if len({players[seat] for seat in seats}) == len(seats):
        return  # the operator allows only one box for each player
    boxes: dict[str, list[int]] = {}
    for seat in seats:
        boxes.setdefault(players[seat], []).append(seat)
    for player, own_boxes in boxes.items():
        check_adjoining(state, player, own_boxes)


def check_transfer(state: TableState, transfer: str) -> None:
    """Refuse a transfer that was already made."""
    if transfer and transfer in state.seating.transfers:
        raise refuse(
            TableCode.TRANSFER_TWICE,
            f"transfer {transfer} was already carried out",
            state.game.chips,
            "Do not send the transfer again.",
            ("X-28",),
        )


def tax_audience(player: str) -> tuple[str, ...]:
    """Return the readers of an event about tax: the winner and the staff, but no other player."""
    return (f"{PLAYER}:{player}", DEALER, FLOOR, *ev.OVERSEERS)


@decides(do.BuyIn, lambda s: (s.game.chips, ("X-28",)))
def decide_buy_in(state: TableState, command: do.BuyIn) -> tuple[ev.TableEvent, ...]:
    check_transfer(state, command.transfer)
    if command.cents <= 0:
        raise refuse(
            TableCode.BAD_AMOUNT,
            "the buy-in amount must be positive",
            state.game.chips,
            "Enter an amount above zero, in cents.",
        )
    return (
        ev.BoughtIn(
            player=command.player,
            cents=command.cents,
            transfer=command.transfer,
            brought=command.brought,
            tax=command.tax,
            clauses=state.game.chips,
            readings=("X-28",) if state.round.phase == BETTING else ("X-28", "X-33"),
            audience=tax_audience(command.player) if command.tax else ev.EVERYONE,
        ),
    )


@decides(do.CashOut, lambda s: (s.game.chips, ("X-28",)))
def decide_cash_out(state: TableState, command: do.CashOut) -> tuple[ev.TableEvent, ...]:
    check_transfer(state, command.transfer)
    cents = state.seating.purses.get(command.player, 0)
    part = command.toke or command.tax
    kinds = bool(command.toke) + bool(command.tax) + command.carried
    if min(command.toke, command.tax) < 0 or (part and kinds > 1) or part > max(cents, 0):
        purpose = "give the dealers" if command.toke else "pay as tax"
        raise refuse(
            TableCode.BAD_AMOUNT,
            f"{command.player} cannot {purpose} {format_dollars(part)}",
            state.game.chips,
            f"Enter an amount up to {format_dollars(max(cents, 0))}.",
        )
    cents = part or cents
    if cents <= 0:
        raise refuse(
            TableCode.BAD_AMOUNT,
            f"{command.player} has no chips to cash out",
            state.game.chips,
            "Check the player and the amount.",
        )
    return (
        ev.CashedOut(
            player=command.player,
            cents=cents,
            transfer=command.transfer,
            carried=command.carried,
            toke=bool(command.toke),
            tax=bool(command.tax),
            clauses=state.game.chips,
            readings=("X-28",),
            audience=tax_audience(command.player) if command.tax else ev.EVERYONE,
        ),
    )


def player_at(state: TableState, seat: int) -> str:
    player = state.seating.seats.get(seat)
    if player is None:
        raise refuse(
            TableCode.SEAT_EMPTY,
            f"seat {seat} is empty",
            (state.game.seated_only,),
            "Only a seated player may wager.",
        )
    return player


def own_seat(state: TableState, seat: int, by: str) -> str:
    """Return the player at a seat. Players may act only for their own seats."""
    player = state.seating.seats.get(seat)
    if player is None:
        return player_at(state, seat)  # raises
    if by != do.DEALER:
        own_name(state, player, by)
    return player


def own_name(state: TableState, player: str, by: str) -> None:
    """Refuse a player who acts for another player."""
    if by == do.DEALER:
        return
    role, _, name = by.partition(":")
    if role == do.PLAYER and name != player:
        raise refuse(
            TableCode.NOT_YOUR_SEAT,
            f"{name or 'a player without a name'} may not act for {player}",
            (state.game.seated_only,),
            "Act for yourself.",
        )


@applies(ev.SeatTaken)
def apply_seat_taken(state: TableState, event: ev.SeatTaken) -> TableState:
    seating = state.seating
    seats = dict(sorted({**seating.seats, event.seat: event.player}.items()))
    names = {**seating.names, event.player: event.name} if event.name else seating.names
    return replace(state, seating=replace(seating, seats=seats, names=names))


@applies(ev.SeatLeft)
def apply_seat_left(state: TableState, event: ev.SeatLeft) -> TableState:
    seating = state.seating
    seats = {seat: player for seat, player in seating.seats.items() if seat != event.seat}
    return replace(state, seating=forget(replace(seating, seats=seats), event.player))


def forget(seating: Seating, player: str) -> Seating:
    """Drop a player without a seat and without chips."""
    if player in seating.seats.values():
        return seating
    names = {one: name for one, name in seating.names.items() if one != player}
    purses = seating.purses
    if not purses.get(player, 0):
        purses = {one: cents for one, cents in purses.items() if one != player}
    return replace(seating, purses=purses, names=names)


def move_chips(state: TableState, player: str, cents: int) -> TableState:
    """Move chips to or from the cage. A buy-in first pays what the player owes."""
    seating = state.seating
    purses = {**seating.purses, player: seating.purses.get(player, 0) + cents}
    return replace(state, seating=forget(replace(seating, purses=purses), player))


def note_transfer(state: TableState, transfer: str) -> TableState:
    if not transfer:
        return state
    seating = state.seating
    return replace(
        state, seating=replace(seating, transfers=(*seating.transfers, transfer)[-TRANSFERS_KEPT:])
    )


@applies(ev.BoughtIn)
def apply_bought_in(state: TableState, event: ev.BoughtIn) -> TableState:
    return note_transfer(move_chips(state, event.player, event.cents), event.transfer)


@applies(ev.CashedOut)
def apply_cashed_out(state: TableState, event: ev.CashedOut) -> TableState:
    return note_transfer(move_chips(state, event.player, -event.cents), event.transfer)

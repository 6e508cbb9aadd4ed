"""Who sits where and with how much: coming, going, buying in and cashing out."""

from __future__ import annotations

import msgspec

from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.refusals import Code, refuse
from croupier.table.state import BETTING, Seating, TableState

replace = msgspec.structs.replace


TRANSFERS_KEPT = 64  # an id that comes again so soon is the same transfer, sent twice


def positions(state: TableState) -> int:
    """Betting positions at this table: the operator's number, at most the game's."""
    return state.rules.choices.seats or state.game.seats


def decide_sit(state: TableState, command: do.SitDown) -> tuple[ev.Event, ...]:
    seat, player = command.seat, command.player
    game = state.game
    own_name(state, player, command.by)
    if not 1 <= seat <= positions(state):
        raise refuse(
            Code.NO_SUCH_SEAT,
            f"seat {seat} does not exist at this table",
            (game.seats_clause,),
            f"Seats run from 1 to {positions(state)}.",
        )
    if seat in state.seating.seats:
        raise refuse(Code.SEAT_TAKEN, f"seat {seat} is taken", (game.seats_clause,), "Choose an empty seat.")
    held = sorted(s for s, p in state.seating.seats.items() if p == player)
    allowed = state.rules.choices.adjacent_boxes
    if held and len(held) >= allowed:
        raise refuse(
            Code.SECOND_POSITION,
            f"{player} holds seat {', '.join(map(str, held))} and may bet on no more than {allowed}",
            (game.positions_clause,),
            "Keep to the positions held.",
            ("X-24",),
        )
    if held and not {seat - 1, seat + 1} & {*held}:
        raise refuse(
            Code.NOT_ADJACENT,
            f"seat {seat} is not next to {player}'s seat {', '.join(map(str, held))}",
            (game.positions_clause,),
            "Take a neighbouring seat.",
            ("X-24",),
        )
    return (
        ev.SeatTaken(
            seat=seat, player=player, name=command.name, clauses=(game.seats_clause,), audience=ev.EVERYONE
        ),
    )


def decide_get_up(state: TableState, command: do.GetUp) -> tuple[ev.Event, ...]:
    seat = command.seat
    player = own_seat(state, seat, command.by)
    if state.round.players.get(seat) == player and not gave_up(state, seat):
        at_risk = ", or let a floorperson declare the wagers abandoned" if state.bets.wagers.get(seat) else ""
        raise refuse(
            Code.STAY_SEATED,
            f"seat {seat} has cards: its player stays until the round is complete",
            (state.game.stay_seated,),
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


def gave_up(state: TableState, seat: int) -> bool:
    """Whether a floorperson declared the seat's wagers given up: nothing keeps its player at the table."""
    given = any(s.seat == seat and s.result == "forfeit" for s in state.round.settled)
    return given and not state.bets.wagers.get(seat)


def check_adjoining(state: TableState, player: str, boxes: list[int]) -> None:
    """One player's boxes lie side by side, with no gap that another might take."""
    if boxes and max(boxes) - min(boxes) >= len(boxes):
        raise refuse(
            Code.NOT_ADJACENT,
            f"{player} would be left with boxes {', '.join(map(str, sorted(boxes)))}, which do not adjoin",
            (state.game.positions_clause,),
            "Play or give up boxes from the outside.",
            ("X-24",),
        )


def check_bettors_adjoin(state: TableState, seats: tuple[int, ...]) -> None:
    """The same of the boxes that are bet on."""
    players = state.seating.seats
    if len({players[seat] for seat in seats}) == len(seats):
        return  # one box each
    boxes: dict[str, list[int]] = {}
    for seat in seats:
        boxes.setdefault(players[seat], []).append(seat)
    for player, held in boxes.items():
        check_adjoining(state, player, held)


def check_transfer(state: TableState, transfer: str) -> None:
    """A transfer moves money once, however often it is sent."""
    if transfer and transfer in state.seating.transfers:
        raise refuse(
            Code.TRANSFER_TWICE,
            f"transfer {transfer} has been carried out",
            state.game.chips,
            "Nothing more is to be done for it.",
            ("X-28",),
        )


def decide_buy_in(state: TableState, command: do.BuyIn) -> tuple[ev.Event, ...]:
    check_transfer(state, command.transfer)
    if command.cents <= 0:
        raise refuse(
            Code.BAD_AMOUNT,
            "a buy-in is more than nothing",
            state.game.chips,
            "Name an amount in cents above zero.",
        )
    return (
        ev.BoughtIn(
            player=command.player,
            cents=command.cents,
            transfer=command.transfer,
            clauses=state.game.chips,
            readings=("X-28",),
            audience=ev.EVERYONE,
        ),
    )


def decide_cash_out(state: TableState, command: do.CashOut) -> tuple[ev.Event, ...]:
    check_transfer(state, command.transfer)
    cents = state.seating.purses.get(command.player, 0)
    if cents <= 0:
        raise refuse(
            Code.BAD_AMOUNT,
            f"{command.player} has no chips to cash out",
            state.game.chips,
            "There is nothing to pay.",
        )
    return (
        ev.CashedOut(
            player=command.player,
            cents=cents,
            transfer=command.transfer,
            clauses=state.game.chips,
            readings=("X-28",),
            audience=ev.EVERYONE,
        ),
    )


def player_at(state: TableState, seat: int) -> str:
    player = state.seating.seats.get(seat)
    if player is None:
        raise refuse(
            Code.SEAT_EMPTY,
            f"nobody sits at seat {seat}",
            (state.game.seated_only,),
            "Only a seated player may wager.",
        )
    return player


def own_seat(state: TableState, seat: int, by: str) -> str:
    """The player at a seat; a player may act only for their own."""
    player = state.seating.seats.get(seat)
    if player is None:
        return player_at(state, seat)  # refused
    if by != do.DEALER:
        own_name(state, player, by)
    return player


def own_name(state: TableState, player: str, by: str) -> None:
    """A player sits and bets for nobody else."""
    if by == do.DEALER:
        return
    role, _, name = by.partition(":")
    if role == do.PLAYER and name != player:
        raise refuse(
            Code.NOT_YOUR_SEAT,
            f"{name or 'a player without a name'} may not act for {player}",
            (state.game.seated_only,),
            "Act for yourself.",
        )


def apply_seat_taken(state: TableState, event: ev.SeatTaken) -> TableState:
    seating = state.seating
    seats = dict(sorted({**seating.seats, event.seat: event.player}.items()))
    names = {**seating.names, event.player: event.name} if event.name else seating.names
    return replace(state, seating=replace(seating, seats=seats, names=names))


def apply_seat_left(state: TableState, event: ev.SeatLeft) -> TableState:
    seating = state.seating
    seats = {seat: player for seat, player in seating.seats.items() if seat != event.seat}
    return replace(state, seating=forget(replace(seating, seats=seats), event.player))


def forget(seating: Seating, player: str) -> Seating:
    """Of a player without a seat and without chips the table keeps nothing."""
    if player in seating.seats.values():
        return seating
    names = {one: name for one, name in seating.names.items() if one != player}
    purses = seating.purses
    if not purses.get(player, 0):
        purses = {one: cents for one, cents in purses.items() if one != player}
    return replace(seating, purses=purses, names=names)


def move_chips(state: TableState, player: str, cents: int) -> TableState:
    """Chips to or from the cage. Of a purse below zero a buy-in pays the debt first, or a part of it."""
    seating = state.seating
    purses = {**seating.purses, player: seating.purses.get(player, 0) + cents}
    return replace(state, seating=forget(replace(seating, purses=purses), player))


def transferred(state: TableState, transfer: str) -> TableState:
    if not transfer:
        return state
    seating = state.seating
    return replace(
        state, seating=replace(seating, transfers=(*seating.transfers, transfer)[-TRANSFERS_KEPT:])
    )


def apply_bought_in(state: TableState, event: ev.BoughtIn) -> TableState:
    return transferred(move_chips(state, event.player, event.cents), event.transfer)


def apply_cashed_out(state: TableState, event: ev.CashedOut) -> TableState:
    return transferred(move_chips(state, event.player, -event.cents), event.transfer)

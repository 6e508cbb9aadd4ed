"""The machine: events = decide(state, command), state = apply(state, event).

Pure and immutable: no clock, no randomness, no input or output. `verify`, `can` and `do` are generic over
any command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from croupier.errors import Refused
from croupier.table import betting, dealing, decisions, seating, settlement
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.commands import Command
from croupier.table.events import Event
from croupier.table.refusals import Code, refuse
from croupier.table.state import TableState

DECIDE: dict[type[Command], Callable[[TableState, Any], tuple[Event, ...]]] = {
    do_.SitDown: seating.decide_sit,
    do_.GetUp: seating.decide_get_up,
    do_.BuyIn: seating.decide_buy_in,
    do_.CashOut: seating.decide_cash_out,
    do_.Bet: betting.decide_bet,
    do_.TakeBack: betting.decide_take_back,
    do_.CloseBetting: betting.decide_close,
    do_.LockProgressive: betting.decide_lock,
    do_.CollectChips: betting.decide_collect,
    do_.BankChips: betting.decide_bank,
    do_.Deal: dealing.decide_deal,
    do_.TurnUp: dealing.decide_turn,
    do_.RackStub: dealing.decide_rack_stub,
    do_.Decide: decisions.decide_decide,
    do_.RevealDealer: dealing.decide_reveal,
    do_.SettleSeat: settlement.decide_settle,
    do_.ValidateProgressive: settlement.decide_validate,
    do_.PayProgressive: settlement.decide_pay_progressive,
    do_.RackCards: dealing.decide_rack,
}


def unchanged(state: TableState, event: Event) -> TableState:
    return state


APPLY: dict[type[Event], Callable[[TableState, Any], TableState]] = {
    ev.SeatTaken: seating.apply_seat_taken,
    ev.SeatLeft: seating.apply_seat_left,
    ev.BoughtIn: seating.apply_bought_in,
    ev.CashedOut: seating.apply_cashed_out,
    ev.WagerPlaced: betting.apply_placed,
    ev.WagerTakenBack: betting.apply_taken_back,
    ev.BetsClosed: betting.apply_closed,
    ev.ProgressiveLocked: betting.apply_locked,
    ev.MeterGrew: betting.apply_meter_grew,
    ev.LammersPlaced: unchanged,
    ev.ChipsCollected: betting.apply_collected,
    ev.ChipsBanked: betting.apply_banked,
    ev.CardsDealt: dealing.apply_dealt,
    ev.CardsNamed: dealing.apply_named,
    ev.CardsTurned: dealing.apply_turned,
    ev.StubRacked: dealing.apply_stub_racked,
    ev.Decided: decisions.apply_decided,
    ev.HandKept: unchanged,
    ev.HandMucked: dealing.apply_mucked,
    ev.DealerRevealed: dealing.apply_revealed,
    ev.HandShown: settlement.apply_shown,
    ev.WagerSettled: settlement.apply_settled,
    ev.ProgressiveValidated: settlement.apply_validated,
    ev.MeterReset: settlement.apply_meter_reset,
    ev.EnvyPaid: settlement.apply_envy,
    ev.SeatSettled: settlement.apply_seat_settled,
    ev.CardsRacked: dealing.apply_racked,
    ev.RoundEnded: settlement.apply_round_ended,
}


def decide(state: TableState, command: Command) -> tuple[Event, ...]:
    """What the rules make of a command; raises `Refused` where they say no."""
    kind = type(command)
    role = command.by if command.by in kind.roles else command.by.partition(":")[0]
    if role not in kind.roles:
        raise refuse(
            Code.NOT_YOUR_ROLE,
            f"{command.by} may not {kind.__name__}",
            state.game.bets_by[:1],
            f"This is for {' or '.join(kind.roles)}.",
        )
    return DECIDE[kind](state, command)


def apply(state: TableState, event: Event) -> TableState:
    return APPLY[type(event)](state, event)


def fold(state: TableState, events: Iterable[Event]) -> TableState:
    for event in events:
        state = APPLY[type(event)](state, event)
    return state


def do(state: TableState, command: Command) -> tuple[TableState, tuple[Event, ...]]:
    events = decide(state, command)
    return fold(state, events), events


def verify(state: TableState, command: Command) -> Refused | None:
    """Why the rules would refuse a command; None if they would not."""
    try:
        decide(state, command)
    except Refused as refused:
        return refused
    return None


def can(state: TableState, command: Command) -> bool:
    return verify(state, command) is None

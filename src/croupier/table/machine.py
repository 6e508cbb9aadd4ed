"""The table machine: `decide(state, command)` gives events, `apply(state, event)` the next state.

`step` does both. The machine is pure and immutable: no clock, no randomness, no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from croupier.errors import Refused
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.acts import (
    betting,
    corrections,
    dealing,
    decisions,
    devices,
    floor,
    irregularities,
    link,
    metering,
    naming,
    preparation,
    proving,
    redecision,
    reopening,
    seating,
    secrecy,
    settlement,
    stub,
)
from croupier.table.commands import TableCommand
from croupier.table.duties import duty
from croupier.table.events import TableEvent
from croupier.table.fields import compiled, malformed
from croupier.table.refusals import TableCode, refuse
from croupier.table.roles import or_above, role_of, titles
from croupier.table.state import SHOE, TableState

replace = msgspec.structs.replace

DECIDE: dict[type[TableCommand], Callable[[TableState, Any], tuple[TableEvent, ...]]] = {
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
    do_.ReturnChip: betting.decide_return_chip,
    do_.DealCards: dealing.decide_deal,
    do_.TurnUp: dealing.decide_turn,
    do_.RackStub: stub.decide_rack_stub,
    do_.CountStub: stub.decide_count_stub,
    do_.Recount: stub.decide_recount,
    do_.DeclareDefective: stub.decide_defective,
    do_.Decide: decisions.decide_decide,
    do_.RevealDealer: dealing.decide_reveal,
    do_.SettleSeat: settlement.decide_settle,
    do_.ValidateProgressive: settlement.decide_validate,
    do_.PayProgressive: settlement.decide_pay_progressive,
    do_.RackCards: dealing.decide_rack,
    do_.ReceiveDecks: preparation.decide_receive,
    do_.Prepare: preparation.decide_prepare,
    do_.Shuffle: preparation.decide_shuffle,
    do_.Cut: preparation.decide_cut,
    do_.OrderRecut: preparation.decide_order_recut,
    do_.OrderShuffle: preparation.decide_order_shuffle,
    do_.Load: preparation.decide_load,
    do_.RemoveDeck: preparation.decide_remove,
    do_.GoIdle: preparation.decide_idle,
    do_.CommitDeal: proving.decide_commit,
    do_.MixDeal: proving.decide_mix,
    do_.DiscardDeal: proving.decide_discard,
    do_.NameCards: dealing.decide_name,
    do_.CorrectNaming: naming.decide_correct_naming,
    do_.ReportFaceUp: irregularities.decide_face_up,
    do_.ReportExposed: irregularities.decide_exposed,
    do_.ReportWrongNumber: irregularities.decide_wrong_number,
    do_.ReportDrawnInError: irregularities.decide_drawn,
    do_.ReportDeviceFailure: devices.decide_device,
    do_.HandleDevice: devices.decide_handle_device,
    do_.SwitchMethod: devices.decide_switch,
    do_.ReportOther: irregularities.decide_other,
    do_.RuleOnIncident: irregularities.decide_rule,
    do_.DeclareAbandoned: floor.decide_abandoned,
    do_.DeclareForfeit: floor.decide_forfeit,
    do_.ActFor: floor.decide_act_for,
    do_.CorrectDecision: redecision.decide_correct_decision,
    do_.CorrectSettlement: corrections.decide_correct,
    do_.CorrectEnvy: corrections.decide_correct_envy,
    do_.LoseLink: link.decide_lose,
    do_.RestoreLink: link.decide_restore,
    do_.ChangeRules: floor.decide_change_rules,
    do_.Attest: floor.decide_attest,
}


def unchanged(state: TableState, event: TableEvent) -> TableState:
    return state


APPLY: dict[type[TableEvent], Callable[[TableState, Any], TableState]] = {
    ev.SeatTaken: seating.apply_seat_taken,
    ev.SeatLeft: seating.apply_seat_left,
    ev.BoughtIn: seating.apply_bought_in,
    ev.CashedOut: seating.apply_cashed_out,
    ev.WagerPlaced: betting.apply_placed,
    ev.WagerTakenBack: betting.apply_taken_back,
    ev.BetsClosed: betting.apply_closed,
    ev.ProgressiveLocked: betting.apply_locked,
    ev.MeterContributed: metering.apply_contributed,
    ev.LammersPlaced: unchanged,
    ev.ChipsCollected: betting.apply_collected,
    ev.ChipReturned: betting.apply_chip_returned,
    ev.ChipsBanked: betting.apply_banked,
    ev.CardsDealt: dealing.apply_dealt,
    ev.CardsNamed: dealing.apply_named,
    ev.CardsTurned: dealing.apply_turned,
    ev.StubRacked: stub.apply_racked,
    ev.StubCounted: stub.apply_counted,
    ev.CardsRecounted: stub.apply_recounted,
    ev.Decided: decisions.apply_decided,
    ev.HandKept: decisions.apply_kept,
    ev.HandMucked: dealing.apply_mucked,
    ev.DealerRevealed: dealing.apply_revealed,
    ev.HandShown: settlement.apply_shown,
    ev.WagerSettled: settlement.apply_settled,
    ev.ProgressiveAwaits: settlement.apply_awaits,
    ev.ProgressiveValidated: settlement.apply_validated,
    ev.MeterReset: metering.apply_reset,
    ev.EnvyPaid: settlement.apply_envy,
    ev.SeatSettled: settlement.apply_seat_settled,
    ev.CardsRacked: dealing.apply_racked,
    ev.HiddenCardsShown: unchanged,
    ev.RoundEnded: settlement.apply_round_ended,
    ev.DecksReceived: preparation.apply_received,
    ev.DeckPrepared: preparation.apply_prepared,
    ev.DeckShuffled: preparation.apply_shuffled,
    ev.DeckCut: preparation.apply_cut,
    ev.RecutOrdered: preparation.apply_recut,
    ev.ShuffleOrdered: preparation.apply_shuffle_ordered,
    ev.DeckLoaded: preparation.apply_loaded,
    ev.DeckDefective: unchanged,
    ev.DeckRemoved: preparation.apply_removed,
    ev.TableIdle: preparation.apply_idle,
    ev.DealCommitted: proving.apply_committed,
    ev.DealMixed: proving.apply_mixed,
    ev.DealDiscarded: proving.apply_discarded,
    ev.FaceUpFound: irregularities.apply_face_up,
    ev.CardExposed: irregularities.apply_exposed,
    ev.WrongNumber: unchanged,
    ev.DrawnInError: unchanged,
    ev.DeviceFailed: devices.apply_device_failed,
    ev.DeviceHandled: devices.apply_device_handled,
    ev.MethodSwitched: devices.apply_switched,
    ev.RulingAsked: irregularities.apply_ruling_asked,
    ev.Ruled: irregularities.apply_ruled,
    ev.MeterTakenBack: metering.apply_taken_back,
    ev.RoundVoided: irregularities.apply_voided,
    ev.SeatForfeited: floor.apply_forfeited,
    ev.ActedFor: unchanged,
    ev.SettlementReversed: corrections.apply_reversed,
    ev.SettlementCorrected: corrections.apply_corrected,
    ev.EnvyReversed: reopening.apply_envy_reversed,
    ev.EnvyCorrected: corrections.apply_envy_corrected,
    ev.WagerReopened: reopening.apply_reopened,
    ev.HandReopened: reopening.apply_hand_reopened,
    ev.HandReturned: reopening.apply_returned,
    ev.PlayerOwes: unchanged,
    ev.DecisionCorrected: redecision.apply_decision_corrected,
    ev.NamingCorrected: naming.apply_naming_corrected,
    ev.LinkLost: link.apply_lost,
    ev.LinkRestored: link.apply_restored,
    ev.RulesChanged: floor.apply_rules_changed,
    ev.Attested: floor.apply_attested,
}


ALLOWED: dict[type[TableCommand], frozenset[str]] = {kind: or_above(kind.roles) for kind in DECIDE}
# Checks made before a command is decided: its form, the roles that may send it, and card secrecy.
Admission = tuple[Callable[[Any], bool], frozenset[str], bool]
ADMISSIONS: dict[type[TableCommand], Admission] = {}  # filled on first use


def admission(kind: type[TableCommand]) -> Admission:
    if kind not in ALLOWED:
        raise refuse(
            TableCode.MALFORMED,
            f"{kind.__name__[:40]} is not a table command",
            (),
            "Send one of the table's commands.",
        )
    made = ADMISSIONS[kind] = (compiled(kind)[0], ALLOWED[kind], kind in secrecy.LOOKS)
    return made


def ill_formed(command: TableCommand) -> Refused:
    """Build the refusal of a malformed command."""
    return refuse(
        TableCode.MALFORMED,
        f"invalid value in field {malformed(command)} of {type(command).__name__}",
        (),
        "Check the field's type and size. Names and texts must be a single line.",
    )


def not_theirs(state: TableState, command: TableCommand) -> Refused:
    kind = type(command)
    clauses, readings = duty(state, kind)
    return refuse(
        TableCode.NOT_YOUR_ROLE,
        f"{command.by} may not {kind.__name__}",
        clauses,
        f"This is for {titles(kind.roles)}.",
        readings,
    )


def admit(state: TableState, command: TableCommand) -> None:
    """Check the form and sender of a command before the rules decide it; may raise `Refused`."""
    kind = type(command)
    form, allowed, of_cards = ADMISSIONS.get(kind) or admission(kind)
    if not form(command):
        raise ill_formed(command)
    by = command.by
    if by not in allowed and role_of(by) not in allowed:
        raise not_theirs(state, command)
    if of_cards and state.cards_from == SHOE:
        secrecy.check_secret(state, command)


def decide(state: TableState, command: TableCommand) -> tuple[TableEvent, ...]:
    """Return the events of a command, or raise `Refused`."""
    admit(state, command)
    if command.at or state.round.ruling or state.rules.metered:
        return decided_with_care(state, command)
    return DECIDE[type(command)](state, command)


def decided_with_care(state: TableState, command: TableCommand) -> tuple[TableEvent, ...]:
    """Decide a command with a ruling pending, a time to check or meters to move."""
    kind, at = type(command), command.at
    if state.round.ruling and kind is not do_.RuleOnIncident:
        raise refuse(
            TableCode.RULING_DUE,
            f"the table is waiting for a floorperson's ruling ({state.round.ruling})",
            state.irregularities[state.round.ruling].clauses,
            "Ask the floorperson to rule play_on or void, with a reason.",
            ("X-15",),
        )
    if at and at < state.clock:
        raise refuse(
            TableCode.CLOCK_BACKWARDS,
            f"time {at} is before the last act at {state.clock}",
            (),
            "Send the current time in seconds. It cannot be earlier than the last act.",
        )
    events = DECIDE[kind](state, command)
    if state.rules.metered:
        events = metering.numbered(state, events)
    return tuple([replace(event, at=at) for event in events]) if at else events


def apply(state: TableState, event: TableEvent) -> TableState:
    return fold(state, (event,))


def fold(state: TableState, events: Iterable[TableEvent]) -> TableState:
    for event in events:
        state = APPLY[type(event)](state, event)
        if event.at and event.at > state.clock:
            state = replace(state, clock=event.at)
    return state


class TableStep(msgspec.Struct, frozen=True, gc=False):
    """The result of one command: its events and the state after them."""

    command: TableCommand
    events: tuple[TableEvent, ...]
    state: TableState


def step(state: TableState, command: TableCommand) -> TableStep:
    """Decide and apply a command. The caller stores the step before adopting its state."""
    admit(state, command)
    return routine_step(state, command)


def routine_step(state: TableState, command: TableCommand) -> TableStep:
    """Like `step`, without checking form and sender: for commands that the table itself proposed."""
    if command.at or state.round.ruling or state.rules.metered:
        events = decided_with_care(state, command)
        return TableStep(command, events, fold(state, events))
    events = DECIDE[type(command)](state, command)
    for event in events:  # events of a command without a time carry no time, so the clock stays
        state = APPLY[type(event)](state, event)
    return TableStep(command, events, state)


def do(state: TableState, command: TableCommand) -> tuple[TableState, tuple[TableEvent, ...]]:
    events = decide(state, command)
    return fold(state, events), events


def verify(state: TableState, command: TableCommand) -> Refused | None:
    """Return the refusal a command would get, or None if it would be accepted."""
    try:
        decide(state, command)
    except Refused as refused:
        return refused
    return None


def can(state: TableState, command: TableCommand) -> bool:
    return verify(state, command) is None

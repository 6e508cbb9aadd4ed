"""Errors in the order of the round, in decisions, and in the settlement's order."""

from __future__ import annotations

from croupier.games import script
from croupier.games.game import Ask, Collect, Deal, Reveal, Settle, Stub, Turn
from croupier.table import commands as do
from croupier.table.readers.next_act import ActKind, next_act
from croupier.table.state import BETTING, TableState
from croupier.training.table_test.families.family import Mistake, family, other_seat, player_by

SIZES = {"one_less": -1, "one_more": 1}


def turn_of(state: TableState) -> int | None:
    """Return the seat whose decision or payment is due, or None."""
    table, phase = state.round, state.phase
    if isinstance(phase, Ask):
        return table.in_play[table.cursor]
    if isinstance(phase, Settle) and table.cursor < len(table.order):
        return table.order[table.cursor]
    return None


@family("collect")
def collect(state: TableState, seat: int, how: str) -> Mistake | None:
    """The chips of a banked wager do not match, or the progressive system is not locked first."""
    phase, table = state.phase, state.round
    if not isinstance(phase, Collect):
        return None
    seats = [one for one in table.in_play if phase.wager in state.bets.wagers.get(one, {})]
    label = state.rules.wagers[phase.wager].label
    if how == "unlocked":
        if not phase.lock or table.cursor:
            return None
        return Mistake(do.CollectChips(wager=phase.wager, chips=len(seats)), {"wager": label})
    if next_act(state).act is not ActKind.COLLECT:
        return None
    chips = len(seats) + SIZES[how]
    facts = {"wager": label, "number": str(max(chips, 0)), "right": str(len(seats))}
    return Mistake(do.CollectChips(wager=phase.wager, chips=max(chips, 0)), facts)


@family("order")
def order(state: TableState, seat: int, how: str) -> Mistake | None:
    """An act of the dealer before its time."""
    phase = state.phase
    if how == "deal_early" and state.round.phase == BETTING and state.bets.wagers:
        return Mistake(do.DealCards(cards=(None,)))
    if how == "deal_unbanked" and isinstance(phase, Collect):
        return Mistake(do.DealCards(cards=(None,)), {"wager": state.rules.wagers[phase.wager].label})
    if (
        how == "reveal_early"
        and isinstance(phase, Ask)
        and any(isinstance(one, Reveal) for one in script(state.rules))
    ):
        return Mistake(do.RevealDealer(), {"other": str(turn_of(state))})
    if (
        how == "turn_early"
        and isinstance(phase, Ask)
        and any(isinstance(one, Turn) for one in script(state.rules))
    ):
        return Mistake(do.TurnUp(), {"other": str(turn_of(state))})
    if how == "clear_early" and isinstance(phase, Settle) and state.round.cursor == 0:
        return Mistake(do.RackCards())
    if how == "settle_early" and isinstance(phase, Reveal):
        return Mistake(do.SettleSeat(seat=seat))
    if (
        how == "stub_early"
        and isinstance(phase, Deal)
        and any(isinstance(one, Stub) for one in script(state.rules))
    ):
        return Mistake(do.RackStub())
    return None


@family("decide")
def decide(state: TableState, seat: int, how: str) -> Mistake | None:
    """A decision out of turn, too late, by another person, or for a choice that the rules do not offer."""
    phase, number, turn = state.phase, state.round.number, turn_of(state)
    if not isinstance(phase, Ask) or turn is None:
        return None
    stay = phase.choices[-1].name
    if how == "out_of_turn":
        later = [one for one in state.round.in_play if state.round.in_play.index(one) > state.round.cursor]
        if not later:
            return None
        facts = {"seat": str(later[-1]), "other": str(turn)}
        return Mistake(do.Decide(seat=later[-1], choice=stay, round=number, question=phase.name), facts)
    if how == "unknown":
        wrong = do.Decide(seat=turn, choice="double", round=number, question=phase.name)
        return Mistake(wrong, {"seat": str(turn)})
    if how == "for_another" and (other := other_seat(state, turn)) is not None:
        answer = do.Decide(
            seat=turn, choice=stay, round=number, question=phase.name, by=player_by(state, other)
        )
        return Mistake(answer, {"seat": str(other), "other": str(turn)})
    return None


@family("late_decision")
def late_decision(state: TableState, seat: int, how: str) -> Mistake | None:
    """A player wants to change a decision after the next card, or after all decisions."""
    asked = [one for one in script(state.rules) if isinstance(one, Ask)]
    made = [one for one in state.round.decisions if one.seat == seat]
    phase = state.phase
    question = phase.name if isinstance(phase, Ask) else ""
    if not made or made[-1].question == question or state.bets.wagers.get(seat) is None:
        return None
    if isinstance(phase, Settle) or seat in state.round.folded:
        return None
    before = next(one for one in asked if one.name == made[-1].question)
    changed = [choice.name for choice in before.choices if choice.name != made[-1].choice]
    if not changed:
        return None
    return Mistake(
        do.Decide(seat=seat, choice=changed[0], round=state.round.number, question=before.name),
        {"question": before.name.replace("_", " ")},
    )


@family("settle")
def settle(state: TableState, seat: int, how: str) -> Mistake | None:
    """Settlement of the wrong seat, without the meter, or of a progressive win that nobody validated."""
    phase, table, due = state.phase, state.round, turn_of(state)
    if not isinstance(phase, Settle) or due is None:
        return None
    metered = state.rules.metered
    facts = {"seat": str(due)}
    if how == "wrong_seat":
        later = table.order[table.cursor + 1 :]
        if not later or table.awaiting:
            return None
        return Mistake(do.SettleSeat(seat=later[-1]), {"seat": str(later[-1]), "other": str(due)})
    if how == "meter_unread" and metered in state.bets.wagers.get(due, {}) and not table.awaiting:
        return Mistake(do.SettleSeat(seat=due), facts, readings_needed=False)
    if how == "unvalidated" and table.awaiting == "validation":
        return Mistake(do.PayProgressive(seat=due), facts)
    if how == "light_off" and table.awaiting == "validation" and state.game.light:
        return Mistake(do.ValidateProgressive(seat=due, light=False, by=do.FLOOR), facts)
    return None

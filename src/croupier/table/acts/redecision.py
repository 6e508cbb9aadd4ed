"""Correct a wrongly keyed decision before the next card (X-15)."""

from __future__ import annotations

import msgspec

from croupier.games import script
from croupier.games.game import Ask, Choice, seat_place
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.betting import apply_taken_back
from croupier.table.acts.decisions import carried_out, find_choice
from croupier.table.acts.reopening import undo, undone, with_debts
from croupier.table.duties import of_reading
from croupier.table.progress import settle_round
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import SeatAnswer, TableState, player_of

replace = msgspec.structs.replace


@decides(do.CorrectDecision, of_reading("X-15"))
def decide_correct_decision(state: TableState, command: do.CorrectDecision) -> tuple[ev.TableEvent, ...]:
    """Undo the effects of the wrong answer, then carry out the correct one."""
    answer = answer_of(state, command)
    phase = next(p for p in script(state.rules) if isinstance(p, Ask) and p.name == answer.question)
    with_reason(command.reason, phase.clauses)
    was, right = find_choice(phase, answer.choice), find_choice(phase, command.choice)
    if was is right:
        raise refuse(
            TableCode.NOTHING_WRONG,
            f"the recorded decision of seat {command.seat} is already {was.name}",
            phase.clauses,
            "Enter the player's actual decision.",
            ("X-15",),
        )
    player = player_of(state, command.seat)
    corrected = ev.DecisionCorrected(
        seat=command.seat,
        player=player,
        question=phase.name,
        was=was.name,
        choice=right.name,
        by=command.by,
        reason=command.reason,
        clauses=right.clauses,
        readings=("X-15",),
        audience=ev.EVERYONE,
    )
    back = taken_back(state, command.seat, player, was)
    before = undo(state, back)
    for event in back:
        if isinstance(event, ev.WagerTakenBack):
            before = apply_taken_back(before, event)
    return with_debts(state, before, (corrected, *back)) + carried_out(before, command.seat, player, right)


def answer_of(state: TableState, command: do.CorrectDecision) -> SeatAnswer:
    for answer in state.round.answers:
        key = (command.round, command.seat, command.question)
        if key == (state.round.number, answer.seat, answer.question):
            return answer
    raise refuse(
        TableCode.TOO_LATE,
        f"round {command.round}, seat {command.seat}: no decision"
        f"{f' {command.question!r}' if command.question else ''} since the last card",
        state.game.bets_by,
        "Decisions can be corrected only before the next card. Later, report the matter for a ruling.",
        ("X-15",),
    )


def taken_back(state: TableState, seat: int, player: str, was: Choice) -> tuple[ev.TableEvent, ...]:
    """Return the events that undo an answer."""
    if was.stakes is not None:
        back = ev.WagerTakenBack(
            seat=seat,
            player=player,
            wager=was.stakes,
            cents=state.bets.wagers[seat][was.stakes],
            clauses=was.clauses,
            readings=("X-15",),
            audience=ev.EVERYONE,
        )
        return (back,)
    touched = was.collects + ((was.withdraws,) if was.withdraws else ())
    wagers = tuple(
        replace(undone(state, settled), readings=("X-15",))
        for settled in reversed(state.round.settled)
        if settled.seat == seat and settled.wager in touched
    )
    racked = any(place == seat_place(seat) for place, _ in state.layout.rack)
    if not racked:
        return wagers
    cards = ev.HandReturned(seat=seat, clauses=was.clauses, readings=("X-15",), audience=ev.EVERYONE)
    return (*wagers, cards)


@applies(ev.DecisionCorrected)
def apply_decision_corrected(state: TableState, event: ev.DecisionCorrected) -> TableState:
    table = state.round
    answers = tuple(
        replace(answer, choice=event.choice) if answer.seat == event.seat else answer
        for answer in table.answers
    )
    phase = next(p for p in script(state.rules) if isinstance(p, Ask) and p.name == event.question)
    folded = tuple(seat for seat in table.folded if seat != event.seat)
    if find_choice(phase, event.choice).collects:
        folded = (*folded, event.seat)
    decisions = tuple(
        replace(made, choice=event.choice)
        if (made.seat, made.question) == (event.seat, event.question)
        else made
        for made in table.decisions
    )
    changed = replace(table, answers=answers, decisions=decisions, folded=folded)
    phases = state.rules.script
    if not state.rules.late_deals or isinstance(phases[table.phase], Ask):
        return replace(state, round=changed)
    # the correction may change which seats get cards
    return settle_round(state, phases.index(phase) + 1, 0, changed)

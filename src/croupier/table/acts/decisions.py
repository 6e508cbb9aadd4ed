"""Player decisions (chapter 11). The dealer asks clockwise from the left and acts on each answer."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.games import script
from croupier.games.game import Ask, Choice
from croupier.submission.money import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.seating import own_seat
from croupier.table.duties import of_phase
from croupier.table.progress import check_round, expect, is_asked, settle_round
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies, decides
from croupier.table.state import SeatAnswer, TableState, player_of

replace = msgspec.structs.replace


@decides(do.Decide, of_phase(Ask))
def decide_decide(state: TableState, command: do.Decide) -> tuple[ev.TableEvent, ...]:
    table = state.round
    if command.round != table.number:
        check_round(state, command.round, "a decision")
    # the last phase of the script while bets are open (never an Ask)
    phase = state.rules.script[table.phase]
    if type(phase) is not Ask or phase.name != command.question:
        check_question(state, command.question)
        phase = expect(state, Ask, "a decision")
    return answer(state, phase, command.seat, command.choice, command.by)


def check_question(state: TableState, question: str) -> None:
    """Refuse an answer to a question other than the current one."""
    meant = next((p for p in script(state.rules) if type(p) is Ask and p.name == question), None)
    phase = state.phase
    asking = phase if type(phase) is Ask else None
    answered = meant or asking
    if answered is None or phase is None:
        return  # no question is open
    now = f"the dealer is asking {asking.name!r}" if asking else "no question is open"
    raise refuse(
        TableCode.STALE,
        f"this answers {question!r}, but {now}",
        answered.clauses,
        "Reload the table and answer the current question.",
    )


def answer(state: TableState, phase: Ask, seat: int, word: str, by: str) -> tuple[ev.TableEvent, ...]:
    table = state.round
    turn = table.in_play[table.cursor]
    if seat != turn:
        raise refuse(
            TableCode.OUT_OF_TURN,
            f"seat {seat} is out of turn: the dealer is asking seat {turn}",
            phase.clauses,
            "Wait for your turn. Decisions go clockwise from the dealer's left.",
        )
    player = own_seat(state, seat, by)
    choice = find_choice(phase, word)
    decision = ev.Decided(
        seat=seat,
        player=player,
        question=phase.name,
        choice=choice.name,
        clauses=choice.clauses,
        readings=choice.readings,
        audience=ev.EVERYONE,
    )
    if choice.stakes is None and not choice.collects and choice.withdraws is None:
        return (decision,)
    return (decision, *carried_out(state, seat, player, choice))


def find_choice(phase: Ask, word: str) -> Choice:
    for choice in phase.choices:
        if choice.name == word:
            return choice
    names = ", ".join(choice.name for choice in phase.choices)
    raise refuse(
        TableCode.NO_SUCH_CHOICE, f"{word!r} is not a choice here", phase.clauses, f"Choose {names}."
    )


def carried_out(state: TableState, seat: int, player: str, choice: Choice) -> tuple[ev.TableEvent, ...]:
    """Return the chip and card events of an answer."""
    if choice.stakes is not None:
        return (raise_wager(state, seat, player, choice, choice.stakes),)
    if choice.collects and not choice.collected_later:
        return collect_folded(state, seat, choice.collects, choice.clauses)
    if choice.withdraws is not None:
        return (withdraw(state, seat, player, choice, choice.withdraws),)
    return ()


def raise_wager(state: TableState, seat: int, player: str, choice: Choice, wager: str) -> ev.WagerPlaced:
    cents = choice.multiple * state.bets.wagers[seat][choice.of]
    purse = state.seating.purses[player]
    if cents > purse:
        raise refuse(
            TableCode.INSUFFICIENT_FUNDS,
            f"{state.seating.names.get(player) or player} has {format_dollars(purse)} and needs "
            f"{format_dollars(cents)}",
            choice.clauses,
            "Buy in first, or make a choice that your chips cover.",
            ("X-25", "X-33"),
        )
    return ev.WagerPlaced(
        seat=seat, player=player, wager=wager, cents=cents, clauses=choice.clauses, audience=ev.EVERYONE
    )


def collect_folded(
    state: TableState, seat: int, collects: tuple[str, ...], clauses: tuple[str, ...]
) -> tuple[ev.TableEvent, ...]:
    """Collect the wagers that the fold clause names (X-04). Other wagers stay."""
    wagers = state.bets.wagers[seat]
    left = tuple(name for name in wagers if name not in collects)
    cards = state.game.folded_cards(left)
    lost = tuple(
        ev.WagerSettled(
            seat=seat,
            player=player_of(state, seat),
            wager=name,
            staked=wagers[name],
            returned=0,
            result="lose",
            clauses=clauses,
            banked=name in state.bets.banked,
            readings=("X-04",),
            audience=ev.EVERYONE,
        )
        for name in collects
        if name in wagers
    )
    kind = ev.HandKept if cards.kept else ev.HandMucked
    hand = kind(seat=seat, clauses=cards.clauses, readings=cards.readings, audience=ev.EVERYONE)
    return (*lost, hand)


def withdraw(state: TableState, seat: int, player: str, choice: Choice, wager: str) -> ev.WagerSettled:
    cents = state.bets.wagers[seat][wager]
    return ev.WagerSettled(
        seat=seat,
        player=player,
        wager=wager,
        staked=cents,
        returned=cents,
        result="returned",
        clauses=choice.clauses,
        audience=ev.EVERYONE,
    )


@applies(ev.Decided)
def apply_decided(state: TableState, event: ev.Decided) -> TableState:
    table = state.round
    phase: Any = state.rules.script[table.phase]
    cursor, answers = table.cursor + 1, table.answers
    if answers and answers[0].question != event.question:
        answers = ()
    made = SeatAnswer(event.seat, event.question, event.choice)
    answers += (made,)
    table = replace(table, decisions=(*table.decisions, made))
    if find_choice(phase, event.choice).collects:
        table = replace(table, answers=answers, folded=(*table.folded, event.seat))
    elif cursor < len(table.in_play) and is_asked(state, phase, table.in_play[cursor]):
        return replace(state, round=replace(table, answers=answers, cursor=cursor))  # next seat
    else:
        table = replace(table, answers=answers)
    return settle_round(state, table.phase, cursor, table)


@applies(ev.HandKept)
def apply_kept(state: TableState, event: ev.HandKept) -> TableState:
    folded = tuple(dict.fromkeys((*state.round.folded, event.seat)))
    return replace(state, round=replace(state.round, folded=folded))

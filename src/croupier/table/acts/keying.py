"""Let the dealer correct their own last entry until the next act (N-35).

The server also checks that the entry is the last one of the dealer's own connection. This module checks what
the table itself knows: that nobody has acted on the entry since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from croupier.games import script
from croupier.games.game import NEVER_SEEN, Ask, Deal, Reveal, Settle, Turn, seat_place
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.betting import apply_taken_back, check_together, decide_bet, still_open
from croupier.table.acts.naming import cards_at, decide_correct_naming
from croupier.table.acts.redecision import decide_correct_decision
from croupier.table.acts.seating import own_seat
from croupier.table.duties import of_reading
from croupier.table.progress import check_round, deal_plan, reveal_at
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import decides
from croupier.table.state import BETTING, TableState

replace = msgspec.structs.replace

OWN_ENTRY = ("N-35",)
REASON = "entered wrongly"
ASK_FLOOR = "Ask a floorperson to correct it."
ASK_RULING = "Report the entry to a floorperson, who rules on it."


@decides(do.CorrectKeying, of_reading(*OWN_ENTRY))
def decide_correct_keying(state: TableState, command: do.CorrectKeying) -> tuple[ev.TableEvent, ...]:
    """Correct names of cards, a decision or bets. The corrections use the floor's acts and their events."""
    given = bool(command.cards), bool(command.choice), command.wagers is not None
    if sum(given) != 1:
        raise refuse(
            TableCode.MALFORMED,
            "a correction of an entry names cards, a decision or bets, and only one of them",
            (),
            "Name what was entered wrongly.",
            OWN_ENTRY,
        )
    check_round(state, command.round, "a correction of an entry")
    if command.cards:
        events = renamed(state, command)
    elif command.choice:
        events = decided_again(state, command)
    else:
        events = bet_again(state, command, command.wagers or {})
    return tuple(cite_reading(event) for event in events)


CORRECTIONS = (ev.NamingCorrected, ev.DecisionCorrected, ev.WagerTakenBack)


def cite_reading(event: ev.TableEvent) -> ev.TableEvent:
    if not isinstance(event, CORRECTIONS):
        return event
    return replace(event, readings=tuple(dict.fromkeys((*event.readings, *OWN_ENTRY))))


def unchanged(what: str, clauses: tuple[str, ...]) -> Exception:
    return refuse(
        TableCode.NOTHING_WRONG, f"{what} already entered", clauses, "Enter the right one.", OWN_ENTRY
    )


# Names of cards.


def renamed(state: TableState, command: do.CorrectKeying) -> tuple[ev.TableEvent, ...]:
    clauses = state.game.deck_clauses
    allowed = frozenset(open_names(state))
    names = [name for name in command.cards if card_at(state, name) != name.card]
    if not names:
        raise unchanged("these cards are", clauses)
    late = next((name for name in names if (name.place, name.index) not in allowed), None)
    if late is not None:
        raise refuse(
            TableCode.TOO_LATE,
            f"the table has gone on since the cards at {late.place} were named",
            clauses,
            ASK_FLOOR,
            OWN_ENTRY,
        )
    first, *others = names
    return decide_correct_naming(
        state,
        do.CorrectNaming(
            place=first.place,
            index=first.index,
            card=first.card,
            others=tuple(others),
            reason=REASON,
            by=command.by,
        ),
    )


def card_at(state: TableState, name: do.CardName) -> object:
    cards = cards_at(state, name.place)
    return cards[name.index] if 0 <= name.index < len(cards) else None


def open_names(state: TableState) -> Iterator[tuple[str, int]]:
    """Yield place and index of each card whose name the dealer may still correct.

    These cards were turned up after the last decision, and no hand has been settled with them.
    """
    table = state.round
    if table.phase == BETTING or table.void or table.reopened or table.awaiting:
        return
    phases, asked = script(state.rules), {made.question for made in table.decisions}
    now = phases[table.phase]
    if isinstance(now, Settle):
        for seat in table.order[table.cursor :]:
            yield from places_of(state, seat_place(seat))
    if len(table.settled) > table.before_showdown or table.envy:
        return
    at = reveal_at(state)
    if table.phase >= at and isinstance(revealed := phases[at], Reveal):
        for place in revealed.places:
            yield from places_of(state, place)
    for index in range(table.phase, -1, -1):
        phase = phases[index]
        if isinstance(phase, Ask) and phase.name in asked:
            return
        if isinstance(phase, Turn):
            yield from ((phase.place, phase.first + card) for card in range(phase.count))
        elif isinstance(phase, Deal) and phase.face_up:
            yield from dealt_up(state, index)


def dealt_up(state: TableState, index: int) -> Iterator[tuple[str, int]]:
    """Yield place and index of the cards that a deal of the script puts on the table face up."""
    before: Counter[str] = Counter()
    for at, phase in enumerate(script(state.rules)[: index + 1]):
        for place, count in deal_plan(state, at).deliveries if isinstance(phase, Deal) else ():
            if at == index and place not in NEVER_SEEN:
                yield from ((place, before[place] + card) for card in range(count))
            before[place] += count


def places_of(state: TableState, place: str) -> Iterator[tuple[str, int]]:
    return ((place, index) for index in range(len(state.layout.cards.get(place, ()))))


# Decisions.


def decided_again(state: TableState, command: do.CorrectKeying) -> tuple[ev.TableEvent, ...]:
    answers = state.round.answers
    is_last = bool(answers) and (answers[-1].seat, answers[-1].question) == (command.seat, command.question)
    if not is_last or dealer_seen(state):
        raise refuse(
            TableCode.TOO_LATE,
            f"the table has gone on since seat {command.seat}'s decision",
            state.game.bets_by,
            ASK_RULING,
            OWN_ENTRY,
        )
    return decide_correct_decision(
        state,
        do.CorrectDecision(
            seat=command.seat,
            choice=command.choice,
            round=command.round,
            question=command.question,
            reason=REASON,
            by=command.by,
        ),
    )


def dealer_seen(state: TableState) -> bool:
    """Return whether the dealer has named a card that is revealed only after all decisions."""
    reveal = next((phase for phase in script(state.rules) if isinstance(phase, Reveal)), None)
    places = reveal.places if reveal is not None else ()
    return any(card is not None for place in places for card in state.layout.cards.get(place, ()))


# Bets.


def bet_again(
    state: TableState, command: do.CorrectKeying, wagers: dict[str, int]
) -> tuple[ev.TableEvent, ...]:
    """Take back the bets that were entered wrongly and place the right ones."""
    still_open(state, "a correction of an entered bet")
    seat = command.seat
    player, before = own_seat(state, seat, command.by), state.bets.wagers.get(seat, {})
    if before == wagers:
        raise unchanged(f"these bets of seat {seat} are", state.game.bets_by)
    back = tuple(
        ev.WagerTakenBack(
            seat=seat,
            player=player,
            wager=name,
            cents=cents,
            by=command.by,
            clauses=state.game.bets_by,
            audience=ev.EVERYONE,
        )
        for name, cents in state.game.in_order(before)
        if wagers.get(name) != cents
    )
    left = state
    for event in back:
        left = apply_taken_back(left, event)
    right = {name: cents for name, cents in wagers.items() if before.get(name) != cents}
    if right:
        return (*back, *decide_bet(left, do.Bet(seat=seat, wagers=right, round=command.round, by=command.by)))
    if wagers:
        check_together(state, seat, wagers)
    return back

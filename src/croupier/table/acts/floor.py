"""Supervision: what a floorperson decides, always with a reason, never by overwriting."""

from __future__ import annotations

from collections import Counter

import msgspec

from croupier.cards import Card
from croupier.games import script
from croupier.games.game import BOARD, Ask, Reveal, Settle, seat_place
from croupier.rulebook import clauses as book
from croupier.rulebook import note_cited
from croupier.submission import Choices, Rules
from croupier.submission.restate import lawful
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.corrections import check_purse, reversed_and_right, turn_over
from croupier.table.acts.dealing import check_new_cards, reveal, who_may_look
from croupier.table.acts.decisions import answer
from croupier.table.acts.devices import check_method, in_new_way
from croupier.table.acts.irregularities import in_round, starting_cards_out
from croupier.table.acts.preparation import with_reason
from croupier.table.acts.seating import player_at
from croupier.table.acts.settlement import envy_for, settle_wagers, show_hand
from croupier.table.progress import expect, settle_round
from croupier.table.refusals import Code, refuse
from croupier.table.state import BETTING, Meter, TableState, showdown

replace = msgspec.structs.replace

# What the rules ask of people and furniture and no program can see: a person vouches for it.
RECORDED = frozenset(note_cited(c.id) for c in book().values() if c.leaf and c.status == "recorded")


def decide_abandoned(state: TableState, command: do.DeclareAbandoned) -> tuple[ev.Event, ...]:
    """A player who left: his wagers may be treated as losing (X-14)."""
    clauses = (state.game.abandoned,)
    return forfeit(state, command.seat, command.reason, command.by, clauses, ("X-14",))


def decide_forfeit(state: TableState, command: do.DeclareForfeit) -> tuple[ev.Event, ...]:
    breaches, forfeits = state.game.breaches, state.game.forfeits
    clauses, readings = (command.clause, *forfeits), ("T-08", "X-24")
    if command.clause not in breaches:
        there = ", ".join(breaches) or "none in this game"
        raise refuse(
            Code.NO_SUCH_OUTCOME,
            f"{command.clause} is no breach that forfeits wagers",
            (*breaches, *forfeits),
            f"There is {there}.",
            ("T-08",),
        )
    if isinstance(state.phase, Settle):
        raise refuse(Code.TOO_LATE, "the dealer's hand is revealed: the ban is over", clauses, "", ("T-08",))
    lost = forfeit(state, command.seat, command.reason, command.by, clauses, readings)
    for seat in other_boxes(state, command.seat):  # every wager of the player, on whichever box it lies
        lost += forfeit(state, seat, command.reason, command.by, clauses, readings)
    return lost


def other_boxes(state: TableState, seat: int) -> tuple[int, ...]:
    player = state.seating.seats[seat]
    mine = (s for s in state.round.in_play if s != seat and state.seating.seats[s] == player)
    return tuple(s for s in mine if state.bets.wagers.get(s))


def forfeit(
    state: TableState, seat: int, reason: str, by: str, clauses: tuple[str, ...], readings: tuple[str, ...]
) -> tuple[ev.Event, ...]:
    player = player_at(state, seat)
    with_reason(reason, clauses)
    in_round(state, "forfeited wagers", clauses)
    placed = state.bets.wagers.get(seat)
    if seat not in state.round.in_play or not placed:
        raise refuse(Code.NOT_IN_PLAY, f"seat {seat} has no wager in play", clauses)
    lost = tuple(
        ev.WagerSettled(
            seat=seat,
            player=player,
            wager=wager,
            staked=cents,
            returned=0,
            result="forfeit",
            banked=wager in state.bets.banked,
            clauses=clauses,
            readings=readings,
            audience=ev.EVERYONE,
        )
        for wager, cents in state.game.in_order(placed)
    )
    # A hand that is still being dealt stays where it lies: the deal goes on, and the hand is racked whole.
    mucked = seat_place(seat) in state.layout.cards and starting_cards_out(state)
    cards = (ev.HandMucked(seat=seat, clauses=clauses, audience=ev.EVERYONE),) if mucked else ()
    gone = ev.SeatForfeited(
        seat=seat,
        player=player,
        reason=reason,
        by=by,
        clauses=clauses,
        readings=readings,
        audience=ev.EVERYONE,
    )
    return (*lost, *cards, gone)


def decide_act_for(state: TableState, command: do.ActFor) -> tuple[ev.Event, ...]:
    """A player who does not act checks or folds; at Let It Ride his bets ride (X-25)."""
    phase = expect(state, Ask, "acting for a player")
    with_reason(command.reason, phase.clauses)
    acted = ev.ActedFor(
        seat=command.seat,
        by=command.by,
        reason=command.reason,
        clauses=phase.clauses,
        readings=("X-25",),
        audience=ev.EVERYONE,
    )
    return (acted, *answer(state, phase, command.seat, phase.choices[0].name, command.by))


def decide_change_rules(state: TableState, command: do.ChangeRules) -> tuple[ev.Event, ...]:
    if state.round.phase != BETTING or state.bets.wagers:
        raise refuse(
            Code.ROUND_OPEN,
            "the rules cannot change while a round is open or wagers lie on the layout",
            state.game.bets_by,
            "Wait until the layout is clear.",
        )
    if command.choices.game != state.rules.game:
        raise refuse(Code.NO_SUCH_OUTCOME, "a table keeps its game", (), "Open another table.")
    care, choices = state.game.care, command.choices
    if len(state.care.packs) > choices.decks:
        raise refuse(
            Code.TOO_MANY_DECKS,
            f"{len(state.care.packs)} decks lie at the table",
            care.one_deck,
            "Remove a deck first.",
        )
    now = state.rules.choices
    if (choices.dealing, choices.shuffler) != (now.dealing, now.shuffler):
        check_method(state, choices.dealing, choices.shuffler)
    lawful(choices)
    check_people_fit(state, choices)
    initial = choices.progressive.initial if choices.progressive else {}
    opened = {name: cents for name, cents in initial.items() if name not in state.meters}
    closed = {name: -shown.cents for name, shown in state.meters.items() if name not in initial}
    if closed:
        with_reason(command.reason, state.game.meter_clauses)
    return (
        ev.RulesChanged(
            choices=choices,
            by=command.by,
            reason=command.reason,
            meters={**opened, **closed},
            audience=ev.EVERYONE,
        ),
    )


def check_people_fit(state: TableState, choices: Choices) -> None:
    """Nobody may be left on a position, or on more of them, than the new rules allow."""
    seats = state.seating.seats
    last = choices.seats or state.game.seats
    for seat, player in sorted(seats.items()):
        if seat > last:
            raise refuse(
                Code.SEAT_TAKEN,
                f"{player} sits at seat {seat} and there would be {last}",
                (state.game.seats_clause,),
                "Find the player another seat first.",
            )
    for player, held in Counter(seats.values()).items():
        if held > choices.adjacent_boxes:
            raise refuse(
                Code.SECOND_POSITION,
                f"{player} holds {held} positions and may bet on no more than {choices.adjacent_boxes}",
                (state.game.positions_clause,),
                "The player gives up the others first.",
                ("X-24",),
            )


def decide_attest(state: TableState, command: do.Attest) -> tuple[ev.Event, ...]:
    if command.clause not in RECORDED or not command.clause.startswith(f"{state.rules.game}/"):
        raise refuse(
            Code.NOT_RECORDED,
            f"{command.clause} is not a clause of this game that a person attests",
            (),
            "croupier rules ID says how a clause is covered.",
        )
    return (
        ev.Attested(
            clause=command.clause,
            by=command.by,
            note=command.note,
            clauses=(command.clause,),
            audience=ev.EVERYONE,
        ),
    )


def decide_correct_naming(state: TableState, command: do.CorrectNaming) -> tuple[ev.Event, ...]:
    clauses = state.game.deck_clauses
    with_reason(command.reason, clauses)
    check_not_settled(state, command.place, clauses)
    lying = lying_at(state, command.place)
    if not 0 <= command.index < len(lying) or (was := lying[command.index]) is None:
        raise refuse(Code.NOTHING_TO_NAME, f"no named card {command.index} at {command.place}", clauses)
    without = renamed(state, command.place, command.index, None)
    check_new_cards(without, (command.card,), drawn=False)
    corrected = ev.NamingCorrected(
        place=command.place,
        index=command.index,
        was=was,
        card=command.card,
        by=command.by,
        reason=command.reason,
        clauses=clauses,
        audience=naming_audience(state, command.place, command.index),
    )
    right = renamed(state, command.place, command.index, command.card)
    if command.place.startswith("seat") and command.place in state.layout.turned:
        seat = int(command.place[4:])
        return (corrected, *settle_again(right, seat, command.by, command.reason))
    # A dealer's hand already announced is announced again.
    if isinstance(state.phase, Settle) and not state.round.void:
        again = reveal_phase(state)
        if again is not None and command.place in (*again.places, BOARD):
            return (corrected, *reveal(right, again))
    return (corrected,)


def check_not_settled(state: TableState, place: str, clauses: tuple[str, ...]) -> None:
    """A hand can be named anew until its turn is over; what all hands were compared with, until the first."""
    seat = int(place[4:]) if place.startswith("seat") and place[4:].isdigit() else 0
    if seat not in state.round.in_play:
        in_round(state, "correcting a card", clauses)
    elif turn_over(state, seat):
        raise refuse(
            Code.TOO_LATE,
            f"seat {seat} has been settled",
            clauses,
            "Correct what it was paid, and the Envy Bonus for it.",
        )
    elif not isinstance(state.phase, Settle):
        in_round(state, "correcting a card", clauses)


def settle_again(state: TableState, seat: int, by: str, reason: str) -> tuple[ev.Event, ...]:
    """A hand that waits for its progressive is shown anew, and what was paid on it is put right."""
    phase = expect(state, Settle, "correcting a hand")
    paid = {s.wager: s for s in state.round.settled[state.round.before_hand :]}
    table = showdown(state, seat)
    table = replace(table, wagers={**{s.wager: s.staked for s in paid.values()}, **table.wagers})
    settled, waits = settle_wagers(state, seat, table)
    wrong = [(paid[right.wager], right) for right in settled if differs(paid.get(right.wager), right)]
    # Gains first, so that no purse runs short on the way.
    wrong.sort(key=lambda pair: pair[0].returned - pair[1].returned)
    change = sum(right.returned - was.returned for was, right in wrong)
    check_purse(state, state.seating.seats[seat], change, phase.clauses)
    events: list[ev.Event] = [show_hand(state, seat, table, phase)]
    for was, right in wrong:
        events += reversed_and_right(state.round.number, was, right, by, reason)
    events += [right for right in settled if right.wager not in paid]
    if waits:
        return tuple(events)
    return (
        *events,
        *envy_for(state, seat),
        ev.SeatSettled(seat=seat, clauses=phase.clauses, audience=ev.EVERYONE),
    )


def differs(was: ev.WagerSettled | None, right: ev.WagerSettled) -> bool:
    return was is not None and (was.returned, was.result) != (right.returned, right.result)


def lying_at(state: TableState, place: str) -> tuple[Card | None, ...]:
    """The cards at a place; of a mucked hand, those in the discard rack, where a wrong name stays known."""
    mucked = dict(state.layout.rack).get(place, ()) if place.startswith("seat") else ()
    return state.layout.cards.get(place, mucked)


def renamed(state: TableState, place: str, index: int, card: Card | None) -> TableState:
    layout = state.layout
    lying = lying_at(state, place)
    right = (*lying[:index], card, *lying[index + 1 :])
    if place in layout.cards:
        return replace(state, layout=replace(layout, cards={**layout.cards, place: right}))
    rack = tuple((where, right if where == place else cards) for where, cards in layout.rack)
    return replace(state, layout=replace(layout, rack=rack))


def reveal_phase(state: TableState) -> Reveal | None:
    return next((phase for phase in script(state.rules) if isinstance(phase, Reveal)), None)


def naming_audience(state: TableState, place: str, index: int) -> tuple[str, ...]:
    """All who knew the wrong card learn the right one."""
    if index < state.layout.turned.get(place, 0) or (place, index) in state.layout.exposed:
        return ev.EVERYONE
    return who_may_look(state, place)


def apply_forfeited(state: TableState, event: ev.SeatForfeited) -> TableState:
    table = state.round
    out = replace(
        table,
        folded=tuple(dict.fromkeys((*table.folded, event.seat))),
        # Who forfeits the Progressive Payout Wager has no claim to an Envy Bonus either.
        progressive_seats=tuple(seat for seat in table.progressive_seats if seat != event.seat),
    )
    moved = replace(state, round=out)
    return settle_round(moved, state.round.phase, state.round.cursor)


def apply_naming_corrected(state: TableState, event: ev.NamingCorrected) -> TableState:
    return renamed(state, event.place, event.index, event.card)


def apply_rules_changed(state: TableState, event: ev.RulesChanged) -> TableState:
    """Meters that go on keep what they show; new ones begin at their initial amount."""
    rules = Rules(event.choices)
    initial = rules.progressive.initial if rules.progressive else {}
    meters = {name: state.meters.get(name) or Meter(event.meters[name]) for name in initial}
    return replace(in_new_way(state, rules), meters=meters, rules_from=state.round.number)


def apply_attested(state: TableState, event: ev.Attested) -> TableState:
    care = state.care
    return replace(state, care=replace(care, attested=tuple(dict.fromkeys((*care.attested, event.clause)))))

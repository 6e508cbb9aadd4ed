"""Supervision: what a floorperson decides, always with a reason, never by overwriting."""

from __future__ import annotations

from collections import Counter

import msgspec

from croupier.errors import BadInput
from croupier.games.game import Ask, Settle, seat_place
from croupier.rulebook import clauses as book
from croupier.rulebook import note_cited
from croupier.submission import Choices, Rules
from croupier.submission.restate import lawful
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.decisions import answer
from croupier.table.acts.devices import check_method, in_new_way
from croupier.table.acts.irregularities import in_round, starting_cards_out
from croupier.table.acts.metering import meters_of, numbered, sent
from croupier.table.acts.preparation import with_reason
from croupier.table.acts.seating import player_at
from croupier.table.progress import expect, reveal_at, settle_round
from croupier.table.refusals import Code, refuse
from croupier.table.state import BETTING, TableState, player_of

replace = msgspec.structs.replace

# What the rules ask of people and furniture and no program can see: a person vouches for it.
RECORDED = frozenset(note_cited(c.id) for c in book().values() if c.rule and c.status == "recorded")


def decide_abandoned(state: TableState, command: do.DeclareAbandoned) -> tuple[ev.Event, ...]:
    """A player who left: what is still at risk may be treated as losing, at any time of the round (X-14)."""
    clauses = (state.game.abandoned,)
    with_reason(command.reason, clauses)
    in_round(state, "abandoned wagers", clauses)
    if not state.bets.wagers.get(command.seat):
        raise refuse(
            Code.NOT_IN_PLAY,
            f"seat {command.seat} has no wager at risk",
            clauses,
            "There is nothing to be given up: the round goes on without that player.",
            ("X-14",),
        )
    return forfeit(state, command.seat, command.reason, command.by, clauses, ("X-14",))


def decide_forfeit(state: TableState, command: do.DeclareForfeit) -> tuple[ev.Event, ...]:
    """A breach costs every wager of the player that is not settled yet, on whichever box it lies (T-08)."""
    breaches, forfeits = state.game.breaches, state.game.forfeits
    clauses, readings = (command.clause, *forfeits), ("T-08", "X-24")
    if command.clause not in breaches:
        there = ", ".join(breaches) or "none in this game"
        raise refuse(
            Code.NO_SUCH_OUTCOME,
            f"{command.clause} is no breach that forfeits wagers",
            (*breaches, *forfeits),
            f"There is {there}.",
            ("T-08",) if breaches else (),
        )
    with_reason(command.reason, clauses)
    in_round(state, "forfeited wagers", clauses)
    if command.clause in state.game.breaches_until_reveal and state.round.phase > reveal_at(state):
        raise refuse(
            Code.TOO_LATE,
            "the dealer's hand is revealed: the ban is over",
            clauses,
            "Settle the player's wagers.",
            ("T-08",),
        )
    boxes = boxes_at_risk(state, command.seat)
    if not boxes:
        raise refuse(
            Code.NOT_IN_PLAY,
            f"the player of seat {command.seat} has no wager at risk",
            clauses,
            "What is settled already stays settled.",
            ("T-08",),
        )
    return tuple(
        event
        for seat in boxes
        for event in forfeit(state, seat, command.reason, command.by, clauses, readings)
    )


def boxes_at_risk(state: TableState, seat: int) -> tuple[int, ...]:
    """Where the player of a seat has wagers at risk; the seat itself first, if it is one of them."""
    players = state.round.players
    player = players.get(seat) or player_at(state, seat)
    mine = (s for s in state.round.in_play if players[s] == player and state.bets.wagers.get(s))
    return tuple(sorted(mine, key=lambda s: s != seat))


def forfeit(
    state: TableState, seat: int, reason: str, by: str, clauses: tuple[str, ...], readings: tuple[str, ...]
) -> tuple[ev.Event, ...]:
    player = player_of(state, seat)
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
        for wager, cents in state.game.in_order(state.bets.wagers[seat])
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
    """A player who does not act checks or folds; at Let It Ride their bets ride (X-25)."""
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
        check_method(state, choices.dealing, choices.shuffler, choices.approvals)
    try:
        lawful(choices)
    except BadInput as unlawful:
        raise refuse(
            Code.NO_SUCH_OUTCOME, str(unlawful), (state.game.dealing_clause,), "Submit what the rules allow."
        ) from None
    check_people_fit(state, choices)
    check_group(state, choices)
    initial = choices.progressive.initial if choices.progressive else {}
    now_for = meters_of(state)
    joins = {name: cents for name, cents in initial.items() if name not in now_for}
    leaves = tuple(name for name in now_for if name not in initial)
    if leaves:
        with_reason(command.reason, state.game.meter_clauses)
    changed = ev.RulesChanged(
        choices=choices,
        by=command.by,
        reason=command.reason,
        joins=joins,
        leaves=leaves,
        audience=ev.EVERYONE,
    )
    return numbered(state, (changed,))  # a table without meters may join some


def check_group(state: TableState, choices: Choices) -> None:
    """Tables that share meters have the same terms, so none of them changes its own (COMAR 36.05.03.24)."""
    was, will = state.rules.choices.progressive, choices.progressive
    if was != will and any(one is not None and one.group for one in (was, will)):
        raise refuse(
            Code.NO_SUCH_OUTCOME,
            "this table shares its meters, and the tables of a group have one progressive",
            state.game.meter_clauses,
            "Close the tables of the group, and open each under its new submission.",
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


def apply_forfeited(state: TableState, event: ev.SeatForfeited) -> TableState:
    table = state.round
    out = replace(
        table,
        folded=tuple(dict.fromkeys((*table.folded, event.seat))),
        answers=tuple(said for said in table.answers if said.seat != event.seat),
        # Who forfeits the Progressive Payout Wager has no claim to an Envy Bonus either.
        progressive_seats=tuple(seat for seat in table.progressive_seats if seat != event.seat),
    )
    if isinstance(state.phase, Settle) and table.order[table.cursor] == event.seat:
        out = replace(out, awaiting="")  # a progressive that waited for the floor's word is given up too
    return settle_round(replace(state, round=out), table.phase, table.cursor)


def apply_rules_changed(state: TableState, event: ev.RulesChanged) -> TableState:
    rules = Rules(event.choices)
    # What was shown of the next deal was shown under the old rules: it is committed to anew.
    table = replace(state.round, proof=None)
    return sent(replace(in_new_way(state, rules), rules_from=table.number, round=table), event)


def apply_attested(state: TableState, event: ev.Attested) -> TableState:
    care = state.care
    return replace(state, care=replace(care, attested=tuple(dict.fromkeys((*care.attested, event.clause)))))

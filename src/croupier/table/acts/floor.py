"""Decisions of a floorperson. Each decision has a reason, and no decision overwrites an earlier entry."""

from __future__ import annotations

from collections import Counter

import msgspec

from croupier.errors import BadInput
from croupier.games.game import Ask, Settle, seat_place
from croupier.rulebook import clauses as book
from croupier.rulebook import note_cited
from croupier.submission import OperatorChoices, Rules
from croupier.submission.restate import lawful
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.decisions import answer
from croupier.table.acts.devices import check_method, in_new_way
from croupier.table.acts.irregularities import in_round, starting_cards_out
from croupier.table.acts.metering import count_transfer, meters_of, number_transfers
from croupier.table.acts.seating import player_at
from croupier.table.duties import of_reading
from croupier.table.progress import expect, reveal_at, settle_round
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import BETTING, TableState, player_of

replace = msgspec.structs.replace

# Software cannot check requirements on people and furniture, so a person attests them.
RECORDED = frozenset(note_cited(c.id, __name__) for c in book().values() if c.rule and c.status == "recorded")


@decides(do.DeclareAbandoned, lambda s: (s.game.abandoned,))
def decide_abandoned(state: TableState, command: do.DeclareAbandoned) -> tuple[ev.TableEvent, ...]:
    """Declare a departed player's open wagers lost, at any time in the round (X-14)."""
    clauses = (state.game.abandoned,)
    with_reason(command.reason, clauses)
    in_round(state, "abandoned wagers", clauses)
    if not state.bets.wagers.get(command.seat):
        raise refuse(
            TableCode.NOT_IN_PLAY,
            f"seat {command.seat} has no open wager",
            clauses,
            "Continue the round without that player.",
            ("X-14",),
        )
    return forfeit(state, command.seat, command.reason, command.by, clauses, ("X-14",))


@decides(do.DeclareForfeit, lambda s: s.game.forfeits or (s.game.abandoned,))
def decide_forfeit(state: TableState, command: do.DeclareForfeit) -> tuple[ev.TableEvent, ...]:
    """Forfeit all unsettled wagers of a player, on every box, for a breach of conduct (T-08)."""
    breaches, forfeits = state.game.breaches, state.game.forfeits
    clauses, readings = (command.clause, *forfeits), ("T-08", "X-24")
    if command.clause not in breaches:
        there = ", ".join(breaches) or "none in this game"
        raise refuse(
            TableCode.NO_SUCH_OUTCOME,
            f"a breach of {command.clause} does not forfeit wagers",
            (*breaches, *forfeits),
            f"Clauses that do: {there}.",
            ("T-08",) if breaches else (),
        )
    with_reason(command.reason, clauses)
    in_round(state, "forfeited wagers", clauses)
    if command.clause in state.game.breaches_until_reveal and state.round.phase > reveal_at(state):
        raise refuse(
            TableCode.TOO_LATE,
            "the rule no longer applies once the dealer's hand is revealed",
            clauses,
            "Settle the player's wagers.",
            ("T-08",),
        )
    boxes = boxes_at_risk(state, command.seat)
    if not boxes:
        raise refuse(
            TableCode.NOT_IN_PLAY,
            f"the player of seat {command.seat} has no open wager",
            clauses,
            "Settled wagers stay settled.",
            ("T-08",),
        )
    return tuple(
        event
        for seat in boxes
        for event in forfeit(state, seat, command.reason, command.by, clauses, readings)
    )


def boxes_at_risk(state: TableState, seat: int) -> tuple[int, ...]:
    """Return the player's boxes with open wagers. The named seat comes first if it has open wagers."""
    players = state.round.players
    player = players.get(seat) or player_at(state, seat)
    mine = (s for s in state.round.in_play if players[s] == player and state.bets.wagers.get(s))
    return tuple(sorted(mine, key=lambda s: s != seat))


def forfeit(
    state: TableState, seat: int, reason: str, by: str, clauses: tuple[str, ...], readings: tuple[str, ...]
) -> tuple[ev.TableEvent, ...]:
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
    # An incomplete hand stays on the layout until all its cards are dealt. Then all its cards are racked
    # together.
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


@decides(do.ActFor, of_reading("X-25"))
def decide_act_for(state: TableState, command: do.ActFor) -> tuple[ev.TableEvent, ...]:
    """Check or fold for a player who does not act, or let the bets ride at Let It Ride (X-25)."""
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


@decides(do.ChangeRules, of_reading("X-15"))
def decide_change_rules(state: TableState, command: do.ChangeRules) -> tuple[ev.TableEvent, ...]:
    if state.round.phase != BETTING or state.bets.wagers:
        raise refuse(
            TableCode.ROUND_OPEN,
            "the rules cannot change while a round is open or wagers are on the layout",
            state.game.bets_by,
            "Wait until the layout is clear.",
        )
    if command.choices.game != state.rules.game:
        raise refuse(TableCode.NO_SUCH_OUTCOME, "a table cannot change its game", (), "Open another table.")
    care, choices = state.game.care, command.choices
    if len(state.care.packs) > choices.decks:
        raise refuse(
            TableCode.TOO_MANY_DECKS,
            f"there are {len(state.care.packs)} decks at the table",
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
            TableCode.NO_SUCH_OUTCOME,
            str(unlawful),
            (state.game.dealing_clause,),
            "Submit choices that the rules allow.",
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
    return number_transfers(state, (changed,))  # a table that has no meters may join meters


def check_group(state: TableState, choices: OperatorChoices) -> None:
    """Refuse a rule change at one table of a group that shares meters."""
    was, will = state.rules.choices.progressive, choices.progressive
    if was != will and any(one is not None and one.group for one in (was, will)):
        raise refuse(
            TableCode.NO_SUCH_OUTCOME,
            "this table shares its meters, and all tables of a group must have the same progressive",
            state.game.meter_clauses,
            "Close all tables of the group and open each with its new submission.",
        )


def check_people_fit(state: TableState, choices: OperatorChoices) -> None:
    """Refuse new rules with fewer seats, or fewer boxes per player, than are in use."""
    seats = state.seating.seats
    last = choices.seats or state.game.seats
    for seat, player in sorted(seats.items()):
        if seat > last:
            raise refuse(
                TableCode.SEAT_TAKEN,
                f"{player} sits at seat {seat}, but the new rules have only {last}",
                (state.game.seats_clause,),
                "Move the player to another seat first.",
            )
    for player, boxes in Counter(seats.values()).items():
        if boxes > choices.adjacent_boxes:
            raise refuse(
                TableCode.SECOND_POSITION,
                f"{player} holds {boxes} positions, but the new rules allow {choices.adjacent_boxes}",
                (state.game.positions_clause,),
                "Ask the player to give up the others first.",
                ("X-24",),
            )


@decides(do.Attest, lambda s: tuple(fact.clause for fact in s.game.equipment))
def decide_attest(state: TableState, command: do.Attest) -> tuple[ev.TableEvent, ...]:
    if command.clause not in RECORDED or not command.clause.startswith(f"{state.rules.game}/"):
        raise refuse(
            TableCode.NOT_RECORDED,
            f"{command.clause} is not an attestable clause of this game",
            (),
            f"Run `croupier rules {command.clause}` to see how it is covered.",
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


@applies(ev.SeatForfeited)
def apply_forfeited(state: TableState, event: ev.SeatForfeited) -> TableState:
    table = state.round
    out = replace(
        table,
        folded=tuple(dict.fromkeys((*table.folded, event.seat))),
        answers=tuple(answer for answer in table.answers if answer.seat != event.seat),
        # A forfeited Progressive Payout Wager earns no Envy Bonus either.
        progressive_seats=tuple(seat for seat in table.progressive_seats if seat != event.seat),
    )
    if isinstance(state.phase, Settle) and table.order[table.cursor] == event.seat:
        out = replace(out, awaiting="")  # a progressive win awaiting validation is forfeited too
    return settle_round(replace(state, round=out), table.phase, table.cursor)


@applies(ev.RulesChanged)
def apply_rules_changed(state: TableState, event: ev.RulesChanged) -> TableState:
    rules = Rules(event.choices)
    # The commitment to the next deal was made under the old rules, so make a new one.
    table = replace(state.round, proof=None)
    return count_transfer(replace(in_new_way(state, rules), rules_from=table.number, round=table), event)


@applies(ev.Attested)
def apply_attested(state: TableState, event: ev.Attested) -> TableState:
    care = state.care
    return replace(state, care=replace(care, attested=tuple(dict.fromkeys((*care.attested, event.clause)))))

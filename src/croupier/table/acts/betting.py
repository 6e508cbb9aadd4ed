"""Place, change and close wagers, and bank their chips before the deal (chapter 7)."""

from __future__ import annotations

import msgspec

from croupier.errors import Refused
from croupier.games import Game, GameRules, script
from croupier.games.game import Ask, Collect
from croupier.rulebook import Wager
from croupier.submission import Limit, Rules
from croupier.submission.money import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.decks import check_deck_life, check_shoe, deck_in_use
from croupier.table.acts.metering import contribution_events, meter_shares, taken_back
from croupier.table.acts.seating import check_bettors_adjoin, own_seat
from croupier.table.duties import of_collecting
from croupier.table.progress import (
    FIRST,
    announcement,
    bettors,
    check_round,
    expect,
    next_phase,
    settle_round,
    step,
)
from croupier.table.refusals import TableCode, refuse, with_reason
from croupier.table.registry import applies, decides
from croupier.table.state import BETTING, Bets, TableLayout, TableState, player_of

replace = msgspec.structs.replace


def still_open(state: TableState, act: str) -> None:
    if state.round.phase != BETTING:
        raise refuse(
            TableCode.BETS_CLOSED,
            f'{act} came after "no more bets"',
            state.game.bets_by,
            "Wait for the next round.",
        )


@decides(do.Bet, lambda s: (s.game.seated_only,))
def decide_bet(state: TableState, command: do.Bet) -> tuple[ev.TableEvent, ...]:
    rules, game = state.rules, state.rules.played
    if command.round != state.round.number:
        check_round(state, command.round, "a wager")
    if state.round.phase != BETTING:
        still_open(state, "a wager")
    seat = command.seat
    player = own_seat(state, seat, command.by)
    if not command.wagers:
        raise refuse(
            TableCode.NO_WAGERS,
            f"no wager is named for seat {seat}",
            game.bets_by,
            "Name at least one wager.",
        )
    if state.link_lost and state.rules.metered in command.wagers:
        raise link_lost(state)
    before = state.bets.wagers.get(seat)
    after = command.wagers if before is None else {**before, **command.wagers}
    main = game.wagers[0].name  # side wagers may be allowed without the main wager (D-06, T-14)
    relied = () if main in after else alone(state, after)
    placed: list[ev.TableEvent] = []
    for name in filter(command.wagers.__contains__, rules.wagers):
        cents = command.wagers[name]
        placed.append(
            ev.WagerPlaced(
                seat=seat,
                player=player,
                wager=name,
                cents=cents,
                clauses=check_wager(rules, rules.wagers[name], cents),
                readings=relied,
                audience=ev.EVERYONE,
            )
        )
    if len(placed) < len(command.wagers):
        raise no_such_wager(game, min(command.wagers.keys() - rules.wagers.keys()))
    events = tuple(placed)
    check_together(state, seat, after)
    free = state.seating.purses.get(player, 0)
    if before:  # a new amount replaces the chips that are already on the area
        taken = [name for name, _ in game.in_order(before) if name in command.wagers]
        events = (
            *(
                ev.WagerTakenBack(
                    seat=seat,
                    player=player,
                    wager=name,
                    cents=before[name],
                    clauses=game.bets_by,
                    audience=ev.EVERYONE,
                )
                for name in taken
            ),
            *events,
        )
        free += sum(before[name] for name in taken)
    if sum(command.wagers.values()) > free:
        raise refuse(
            TableCode.INSUFFICIENT_FUNDS,
            f"{player} has {format_dollars(free)}, less than the wagers of "
            f"{format_dollars(sum(command.wagers.values()))}",
            game.chips,
            "Buy in or bet less.",
            ("X-28",),
        )
    return events


def link_lost(state: TableState) -> Refused:
    rule = state.rules.wagers[state.rules.metered]
    return refuse(
        TableCode.LINK_LOST,
        f"the {rule.label} is not available: {state.link_lost}",
        (rule.clause, *state.game.meter_clauses),
        "Leave it out. You can make all other wagers.",
        ("X-12",),
    )


def no_such_wager(game: Game, name: str) -> Refused:
    return refuse(
        TableCode.NO_SUCH_WAGER,
        f"{game.title} has no wager {name!r}",
        game.chips[:1],
        f"Choose one of {', '.join(w.name for w in game.wagers)}.",
    )


def check_wager(rules: GameRules, rule: Wager, cents: int) -> tuple[str, ...]:
    """Check that a wager is offered before the deal and within the posted limits. Return its clauses."""
    name, game = rule.name, rules.played
    if rule.kind == "decision":
        raise refuse(
            TableCode.WAGER_NOT_OFFERED,
            f"the {rule.label} cannot be made before the deal",
            (rule.clause,),
            "Wait until the dealer asks for this wager.",
        )
    if rule.kind == "optional" and not rules.offers(name):
        raise refuse(
            TableCode.WAGER_NOT_OFFERED,
            f"this table does not offer the {rule.label}",
            (rule.clause,),
            "Leave this wager out. To offer it, include it in the submission.",
        )
    if cents <= 0:
        fact = f"the {rule.label} is {format_dollars(cents)}"
        raise refuse(TableCode.BAD_AMOUNT, fact, game.chips[:1], "Wager more than $0.")
    one_chip = rule.fixed is not None or rule.paid_from == "meters"
    fixed = fixed_stake(rules, rule) if one_chip else None
    if fixed is not None and cents not in fixed[0]:
        chips = " or ".join(map(format_dollars, fixed[0]))
        raise refuse(
            TableCode.STAKE_FIXED,
            f"the {rule.label} at this table must be {chips}, not {format_dollars(cents)}",
            (rule.clause,),
            f"Wager {chips}.",
            fixed[1],
        )
    limit = rules.choices.limits.get(name)
    if limit is not None:
        check_limits(rule, limit, cents)
    if rule.divisor > 1 and cents % rule.divisor and rules.reading("X-13") == "R2":
        raise refuse(
            TableCode.NOT_DIVISIBLE,
            f"a {rule.label} of {format_dollars(cents)} cannot be paid to the cent at all its odds",
            (rule.clause,),
            f"Wager a multiple of {format_dollars(rule.divisor)}.",
            ("X-13",),
        )
    return (rule.clause,)


def check_limits(rule: Wager, limit: Limit, cents: int) -> None:
    """Check the operator's posted limits (X-32)."""
    if limit.minimum is not None and cents < limit.minimum:
        raise refuse(
            TableCode.BELOW_MINIMUM,
            f"the {rule.label} of {format_dollars(cents)} is "
            f"under the minimum of {format_dollars(limit.minimum)}",
            (rule.clause,),
            "Wager at least the minimum.",
            ("X-32",),
        )
    if limit.maximum is not None and cents > limit.maximum:
        raise refuse(
            TableCode.ABOVE_MAXIMUM,
            f"the {rule.label} of {format_dollars(cents)} is "
            f"over the maximum of {format_dollars(limit.maximum)}",
            (rule.clause,),
            "Wager at most the maximum.",
            ("X-32",),
        )
    if limit.increment is not None and cents % limit.increment:
        raise refuse(
            TableCode.OFF_INCREMENT,
            f"the {rule.label} of {format_dollars(cents)} is "
            f"not a multiple of {format_dollars(limit.increment)}",
            (rule.clause,),
            f"Wager a multiple of {format_dollars(limit.increment)}.",
            ("X-32",),
        )


def fixed_stake(rules: Rules, rule: Wager) -> tuple[tuple[int, ...], tuple[str, ...]] | None:
    """Return the chips allowed for a fixed stake, with readings (X-11), or None if the stake is free."""
    if rule.fixed is not None:
        return (rule.fixed,), rule.fixed_readings
    if rule.paid_from == "meters" and rules.progressive is not None:
        return rules.progressive.stakes, ("X-11",)
    return None


def check_together(state: TableState, seat: int, wagers: dict[str, int]) -> None:
    """Check a seat's wagers as a whole: required wagers, equal wagers, and the conditions of side wagers."""
    rules, game = state.rules, state.rules.played
    required = rules.required
    if required[0].name in wagers or any(w.name in wagers for w in required) or game.must_ante(rules):
        for rule in required:
            if rule.name not in wagers:
                raise refuse(
                    TableCode.WAGER_MISSING,
                    f"seat {seat} has no {rule.label}",
                    (rule.clause,),
                    f"Place the {rule.label} with the other required wagers.",
                    alone(state, wagers),
                )
            if rule.equal_to is not None and wagers[rule.name] != wagers[rule.equal_to]:
                raise refuse(
                    TableCode.WAGER_UNEQUAL,
                    f"seat {seat}: {rule.label} {format_dollars(wagers[rule.name])} is not equal to "
                    f"{format_dollars(wagers[rule.equal_to])}",
                    (rule.clause,),
                    "Place equal amounts.",
                )
    for need in game.requirements(rules):
        if need.wager in wagers:
            for name in need.needs:
                if name not in wagers:
                    raise refuse(
                        TableCode.PREREQUISITE_MISSING,
                        f"seat {seat}: {need.wager} requires {name}",
                        need.clauses,
                        f"Place {name} as well, or leave {need.wager} out.",
                        need.readings,
                    )


def alone(state: TableState, wagers: dict[str, int]) -> tuple[str, ...]:
    """Return the readings that allow side wagers without the required wagers, if the seat has side wagers."""
    needs = (rule.needs for rule in state.game.wagers if rule.name in wagers and rule.needs is not None)
    return tuple(
        dict.fromkeys(
            reading
            for need in needs
            for reading, options in need.under.items()
            if any(not option.wagers for option in options.values())
        )
    )


@decides(do.TakeBack, lambda s: (s.game.seated_only,))
def decide_take_back(state: TableState, command: do.TakeBack) -> tuple[ev.TableEvent, ...]:
    check_round(state, command.round, "taking chips back")
    still_open(state, "taking chips back")
    player = own_seat(state, command.seat, command.by)
    wagers = state.bets.wagers.get(command.seat)
    if not wagers:
        raise refuse(
            TableCode.NO_WAGERS,
            f"seat {command.seat} has no wagers to take back",
            state.game.bets_by,
            "Place a wager, or wait for the deal.",
        )
    if command.wager is not None:
        wagers = {command.wager: taken_alone(state, command.seat, command.wager)}
    return tuple(
        ev.WagerTakenBack(
            seat=command.seat,
            player=player,
            wager=wager,
            cents=cents,
            clauses=state.game.bets_by,
            audience=ev.EVERYONE,
        )
        for wager, cents in state.game.in_order(wagers)
    )


def taken_alone(state: TableState, seat: int, wager: str) -> int:
    """Return the cents of a wager to take back. Refuse if the other wagers are not legal without it."""
    wagers = state.bets.wagers[seat]
    if wager not in wagers:
        raise refuse(
            TableCode.NO_WAGERS,
            f"seat {seat} has no {wager!r} wager to take back",
            state.game.bets_by,
            f"Choose one of {', '.join(wagers)}.",
        )
    left = {name: cents for name, cents in wagers.items() if name != wager}
    if left:
        check_together(state, seat, left)
    return wagers[wager]


@decides(do.CloseBetting, announcement)
def decide_close(state: TableState, command: do.CloseBetting) -> tuple[ev.TableEvent, ...]:
    clauses, readings = announcement(state)
    if state.round.phase != BETTING:
        raise refuse(
            TableCode.BETS_CLOSED, "bets are already closed", clauses, "Continue the round.", readings
        )
    seats = tuple(sorted([seat for seat, wagers in state.bets.wagers.items() if wagers]))
    if not seats:
        raise refuse(
            TableCode.NO_WAGERS,
            "no wagers have been placed",
            state.game.bets_by,
            "Wait until a player bets.",
        )
    check_shoe(state)
    check_bettors_adjoin(state, seats)
    check_deck_life(state, command.at)
    return (
        ev.BetsClosed(
            round=state.round.number,
            seats=seats,
            clauses=clauses,
            readings=readings,
            audience=ev.EVERYONE,
        ),
    )


@decides(do.LockProgressive, of_collecting("lock"))
def decide_lock(state: TableState, command: do.LockProgressive) -> tuple[ev.TableEvent, ...]:
    phase = expect(state, Collect, "locking the progressive system")
    if not phase.lock or state.round.cursor != 0:
        raise refuse(
            TableCode.OUT_OF_ORDER,
            "the progressive system cannot be locked now",
            phase.lock or phase.gather,
            FIRST[Collect],
        )
    seats = bettors(state, state.rules.metered)
    locked = ev.ProgressiveLocked(seats=seats, clauses=phase.lock, audience=ev.EVERYONE)
    return (locked, *contribution_events(state, seats))


@decides(do.CollectChips, of_collecting("gather"))
def decide_collect(state: TableState, command: do.CollectChips) -> tuple[ev.TableEvent, ...]:
    phase = collecting(state, command.wager, 1, "collecting chips")
    seats = bettors(state, phase.wager)
    if command.chips != len(seats):
        raise refuse(
            TableCode.CHIPS_MISMATCH,
            f"{command.chips} {phase.wager} chips counted on the layout, but {len(seats)} wagers accepted",
            phase.tally,
            "Recount. Return the chip of any wager that was not accepted.",
        )
    cents = sum(state.bets.wagers[seat][phase.wager] for seat in seats)
    collected = ev.ChipsCollected(
        wager=phase.wager,
        chips=command.chips,
        cents=cents,
        clauses=tuple(dict.fromkeys((*phase.gather, *phase.tally))),
        audience=ev.EVERYONE,
    )
    if phase.lammer:
        return (
            ev.LammersPlaced(wager=phase.wager, seats=seats, clauses=phase.lammer, audience=ev.EVERYONE),
            collected,
        )
    return (collected,)


@decides(do.ReturnChip, of_collecting("tally"))
def decide_return_chip(state: TableState, command: do.ReturnChip) -> tuple[ev.TableEvent, ...]:
    """Return the chip of a wager that the system did not accept."""
    phase = expect(state, Collect, "returning a chip")
    clauses = (*phase.tally, *phase.not_accepted)
    with_reason(command.reason, clauses)
    if state.round.cursor == 2:
        raise refuse(
            TableCode.OUT_OF_ORDER,
            f"the {phase.wager} chips have been counted and match the accepted wagers",
            phase.bank,
            "Put the chips into the tray.",
        )
    if command.wager != phase.wager or command.seat not in bettors(state, phase.wager):
        raise refuse(
            TableCode.NO_WAGERS,
            f"seat {command.seat} has no {command.wager!r} chip among those being collected",
            clauses,
            f"Name a seat with a {phase.wager} wager.",
        )
    back = ev.ChipReturned(
        seat=command.seat,
        player=player_of(state, command.seat),
        wager=phase.wager,
        cents=state.bets.wagers[command.seat][phase.wager],
        clauses=clauses,
        audience=ev.EVERYONE,
    )
    if command.seat not in state.round.progressive_seats or phase.wager != state.rules.metered:
        return (back,)
    return (back, *taken_back(meter_shares(state, (command.seat,)), clauses, "X-12"))


@decides(do.BankChips, of_collecting("bank"))
def decide_bank(state: TableState, command: do.BankChips) -> tuple[ev.TableEvent, ...]:
    phase = collecting(state, command.wager, 2, "banking chips")
    cents = sum(state.bets.wagers[seat][phase.wager] for seat in bettors(state, phase.wager))
    return (ev.ChipsBanked(wager=phase.wager, cents=cents, clauses=phase.bank, audience=ev.EVERYONE),)


def collecting(state: TableState, wager: str, cursor: int, act: str) -> Collect:
    phase = expect(state, Collect, act)
    if phase.wager != wager or state.round.cursor != cursor:
        due = ("locking the progressive system", "collecting", "banking")[state.round.cursor]
        raise refuse(
            TableCode.OUT_OF_ORDER,
            f"{act} of {wager} is not due now: {due} of {phase.wager} comes next",
            (phase.lock, phase.gather, phase.bank)[state.round.cursor],
            FIRST[Collect],
        )
    return phase


def put_wager(state: TableState, seat: int, wager: str, cents: int) -> Bets:
    bets = state.bets
    wagers = bets.wagers.copy()
    wagers[seat] = {**wagers[seat], wager: cents} if seat in wagers else {wager: cents}
    return Bets(wagers, bets.banked)


def lift_wager(state: TableState, seat: int, wager: str) -> Bets:
    bets = state.bets
    wagers = bets.wagers.copy()
    left = wagers[seat].copy()
    left.pop(wager, None)
    if left:
        wagers[seat] = left
    else:
        del wagers[seat]
    return Bets(wagers, bets.banked)


@applies(ev.WagerPlaced)
def apply_placed(state: TableState, event: ev.WagerPlaced) -> TableState:
    seating = state.seating
    purses = seating.purses.copy()
    purses[event.player] -= event.cents
    return replace(
        state,
        bets=put_wager(state, event.seat, event.wager, event.cents),
        seating=replace(seating, purses=purses),
    )


@applies(ev.WagerTakenBack)
def apply_taken_back(state: TableState, event: ev.WagerTakenBack | ev.ChipReturned) -> TableState:
    seating = state.seating
    purses = dict(seating.purses)
    purses[event.player] += event.cents
    return replace(
        state, bets=lift_wager(state, event.seat, event.wager), seating=replace(seating, purses=purses)
    )


@applies(ev.ChipReturned)
def apply_chip_returned(state: TableState, event: ev.ChipReturned) -> TableState:
    moved = apply_taken_back(state, event)
    table = state.round
    left = tuple(
        seat for seat in table.progressive_seats if (seat, state.rules.metered) != (event.seat, event.wager)
    )
    return settle_round(
        replace(moved, round=replace(table, progressive_seats=left)), table.phase, table.cursor
    )


@applies(ev.BetsClosed)
def apply_closed(state: TableState, event: ev.BetsClosed) -> TableState:
    fresh = replace(
        state,
        layout=TableLayout(stub=len(state.game.deck.order)),
        round=replace(
            state.round,
            in_play=event.seats,
            players={seat: state.seating.seats[seat] for seat in event.seats},
        ),
        care=deck_in_use(state, event.at),
    )
    return settle_round(fresh, 0, 0)


@applies(ev.ProgressiveLocked)
def apply_locked(state: TableState, event: ev.ProgressiveLocked) -> TableState:
    return step(replace(state, round=replace(state.round, progressive_seats=event.seats)))


@applies(ev.ChipsCollected)
def apply_collected(state: TableState, event: ev.ChipsCollected) -> TableState:
    return step(state)


@applies(ev.ChipsBanked)
def apply_banked(state: TableState, event: ev.ChipsBanked) -> TableState:
    bets = state.bets
    return next_phase(replace(state, bets=Bets(bets.wagers, (*bets.banked, event.wager))))


def required_purse(state: TableState, wagers: dict[str, int]) -> int:
    """Return the most that a seat with these wagers can put at risk in a round, including later decisions.

    Each later decision counts with its largest wager.
    """
    most = dict(wagers)
    for phase in script(state.rules):
        for choice in phase.choices if isinstance(phase, Ask) else ():
            if choice.stakes is not None:
                cents = choice.multiple * most.get(choice.of, 0)
                most[choice.stakes] = max(most.get(choice.stakes, 0), cents)
    return sum(most.values())

"""Pay or collect wagers seat by seat, counterclockwise (chapters 11 and 12)."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter

import msgspec

from croupier.errors import BadInput
from croupier.games.game import Settle, Showdown, Verdict, amount_returned, payout_limit, seat_place
from croupier.meters.amounts import MeterReading
from croupier.rulebook import Dollars, LosersCards, MeterShare, Payment
from croupier.rulebook import compute_return as paid
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.betting import lift_wager
from croupier.table.acts.decks import mark_deck_used
from croupier.table.acts.metering import count_transfer, read_meters, refill
from croupier.table.acts.shuffling import shuffler_counted
from croupier.table.duties import of_phase
from croupier.table.progress import expect, next_round, step
from croupier.table.refusals import TableCode, refuse
from croupier.table.registry import applies, decides
from croupier.table.state import Care, TableState, player_of, showdown

replace = msgspec.structs.replace

wager_of = attrgetter("wager")


@lru_cache(maxsize=1024)
def in_words(pays: Payment) -> str:
    """Return a payment in words, as printed in the paytable."""
    return str(pays)


def payment_words(verdict: Verdict) -> str:
    """Return the verdict's payment in words, together with its bonus if it has one."""
    pays = "" if verdict.pays is None else in_words(verdict.pays)
    if verdict.bonus is None:
        return pays
    bonus = f"bonus {in_words(verdict.bonus)}"
    return f"{pays} and {bonus}" if pays else bonus


def due_seat(state: TableState, seat: int, act: str) -> Settle:
    phase = expect(state, Settle, act)
    table = state.round
    turn = table.order[table.cursor]
    if seat != turn:
        raise refuse(
            TableCode.OUT_OF_TURN,
            f"{act} of seat {seat} is out of turn: seat {turn} is due",
            phase.clauses,
            f"Settle seat {turn} first. Settlement goes counterclockwise from the dealer's right.",
            ("X-23",),
        )
    return phase


@decides(do.SettleSeat, of_phase(Settle))
def decide_settle(state: TableState, command: do.SettleSeat) -> tuple[ev.TableEvent, ...]:
    seat = command.seat
    phase = due_seat(state, seat, "settlement")
    if state.round.awaiting:
        raise refuse(
            TableCode.NOT_VALIDATED,
            f"the progressive win of seat {seat} is waiting for {state.round.awaiting}",
            state.rules.played.validate,
            "Have a floorperson validate the win, then pay it.",
        )
    # a folded seat is visited only because its hand may earn others an Envy Bonus
    if not state.bets.wagers.get(seat):
        return (
            *envy_for_mucked(state, seat),
            ev.SeatSettled(seat=seat, clauses=phase.clauses, audience=ev.EVERYONE),
        )
    table = showdown(state, seat)
    if unseen(state, seat) is not None:
        raise refuse(
            TableCode.CARDS_NOT_NAMED,
            f"seat {seat} cannot be settled before its cards are named",
            phase.clauses,
            "Name the seat's cards as you turn them up.",
        )
    meters = read_meters(state, command.meters) if state.rules.metered in table.wagers else {}
    settled, won = settle_wagers(state, seat, table, meters)
    clauses, readings = why_shown(state, table, phase)
    events: tuple[ev.TableEvent, ...] = (show_hand(state, seat, table, clauses, readings), *settled)
    if won is not None:
        at_once = state.rules.played.paid_at_once(state.rules)
        if not at_once:
            return (*events, awaits(state, seat))  # the floor validates the win before payment
        events += pay(state, seat, table, won, meters, at_once)
    end = ev.SeatSettled(seat=seat, clauses=clauses, readings=readings, audience=ev.EVERYONE)
    if state.rules.played.losers_cards is not None:
        events += losers_cards(state.rules.played.losers_cards, seat, table, settled)
    if not state.rules.metered:
        return (*events, end)
    return (*events, *envy_for(state, seat), end)


def awaits(state: TableState, seat: int) -> ev.ProgressiveAwaits:
    """Stop the settlement until a floorperson has validated the seat's progressive win."""
    return ev.ProgressiveAwaits(
        seat=seat, player=player_of(state, seat), clauses=state.game.validate, audience=ev.EVERYONE
    )


def unseen(state: TableState, seat: int) -> str | None:
    """Return the first place whose cards must be named before a seat can be settled, or None."""
    wagers = state.bets.wagers.get(seat)
    if not wagers:
        return None
    dealt = state.layout.cards
    own = seat_place(seat)
    if None in dealt.get(own, ()):
        return own
    for wager, places in state.rules.played.seeing:
        if wager in wagers:
            for place in places:
                if place in dealt and None in dealt[place]:
                    return place
    return None


def settle_wagers(
    state: TableState, seat: int, table: Showdown, meters: dict[str, MeterReading]
) -> tuple[tuple[ev.WagerSettled, ...], Verdict | None]:
    """Settle a seat's wagers. A winning progressive is returned separately, because it is settled last."""
    cap = state.rules.choices.payout_limit
    room = cap if cap is not None else -1
    player = player_of(state, seat)
    found: list[ev.WagerSettled] = []
    metered = state.rules.metered
    verdicts = state.rules.played.settle(state.rules, table)
    if len(verdicts) != len(table.wagers) or {*map(wager_of, verdicts)} != table.wagers.keys():
        wagers_in_words = ", ".join(each.wager for each in verdicts) or "nothing"
        raise BadInput(
            f"settle() of game {state.game.id!r} returned verdicts for {wagers_in_words}; expected "
            f"one for each of "
            f"{', '.join(table.wagers) or 'no wagers'}"
        )
    for verdict in verdicts:
        if verdict.wager == metered and verdict.result == "win":
            return tuple(found), verdict
        settled = money(state, seat, player, table, verdict, meters, room)
        if cap is not None and verdict.wager in payout_limit(state.rules).reaches:
            room -= max(0, settled.returned - settled.staked)
        found.append(settled)
    return tuple(found), None


def pay(
    state: TableState,
    seat: int,
    table: Showdown,
    won: Verdict,
    meters: dict[str, MeterReading],
    readings: tuple[str, ...] = (),
) -> tuple[ev.TableEvent, ...]:
    """Pay a winning progressive and reset its meter."""
    settled = money(state, seat, player_of(state, seat), table, won, meters)
    again = refill(state, settled.returned, won.pays) if type(won.pays) is MeterShare else ()
    paid = replace(
        settled, refill=sum(reset.cents for reset in again), readings=(*settled.readings, *readings)
    )
    return (paid, *again)


def losers_cards(
    rule: LosersCards, seat: int, table: Showdown, settled: tuple[ev.WagerSettled, ...]
) -> tuple[ev.CardsRacked, ...]:
    if any(wager in table.wagers for wager in rule.unless):
        return ()
    if all(one.result != "lose" for one in settled):
        return ()
    return (ev.CardsRacked(places=(seat_place(seat),), stub=0, clauses=rule.clauses, audience=ev.EVERYONE),)


def why_shown(state: TableState, table: Showdown, phase: Settle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the clauses and readings that require a hand to be shown: it plays against the dealer, or has an
    open side wager.
    """
    if not table.folded or state.round.void:
        return phase.clauses, ()
    folded = state.game.folded_cards(tuple(table.wagers))
    return folded.clauses, folded.readings


def show_hand(
    state: TableState, seat: int, table: Showdown, clauses: tuple[str, ...], readings: tuple[str, ...]
) -> ev.HandShown:
    hand = state.rules.played.player_hand(state.rules, table)
    return ev.HandShown(
        seat=seat,
        cards=table.cards,
        hand=hand.hand,
        words=hand.words,
        count=hand.count,
        clauses=clauses,
        readings=readings,
        audience=ev.EVERYONE,
    )


def money(
    state: TableState,
    seat: int,
    player: str,
    table: Showdown,
    verdict: Verdict,
    meters: dict[str, MeterReading],
    room: int = -1,
) -> ev.WagerSettled:
    """Convert a verdict to the settlement of a wager in cents."""
    wager, result, pays = verdict.wager, verdict.result, verdict.pays
    clauses, readings = verdict.clauses, verdict.readings
    stake = table.wagers[wager]
    cut, meter = 0, None
    if result == "win" and type(pays) is MeterShare:
        meter = pays.meter
        returned = paid(pays, stake, meters[meter].amount.value)  # a share is rounded down to the cent
        clauses, readings = (*clauses, *state.game.meter_clauses), (*readings, "X-12")
    else:
        returned = amount_returned(verdict, stake)
    if room >= 0 and returned - stake > room and wager in payout_limit(state.rules).reaches:
        limit = payout_limit(state.rules)
        cut = returned - stake - room
        returned -= cut
        clauses, readings = (*clauses, *limit.clauses), (*readings, *limit.cut_readings)
    void = state.round.void
    if void is not None:  # the round is void, but this wager is still settled (uth/13.C, 13.G)
        clauses, readings = (*clauses, *void.clauses), (*readings, *void.readings)
    settled = ev.WagerSettled(
        seat=seat,
        player=player,
        wager=wager,
        staked=stake,
        returned=returned,
        result=result,
        pays=payment_words(verdict),
        banked=wager in state.bets.banked,
        clauses=clauses,
        readings=readings,
        audience=ev.EVERYONE,
    )
    if cut or wager == state.rules.metered:
        read = meters if wager == state.rules.metered else {}
        return replace(settled, meters=read, from_meter=meter, cut=cut)
    return settled


@decides(do.ValidateProgressive, lambda s: s.game.validate or of_phase(Settle)(s))
def decide_validate(state: TableState, command: do.ValidateProgressive) -> tuple[ev.TableEvent, ...]:
    phase = due_seat(state, command.seat, "validating the progressive")
    if state.round.awaiting != "validation":
        raise refuse(
            TableCode.OUT_OF_ORDER,
            f"seat {command.seat} has no progressive win to validate",
            state.game.validate or phase.clauses,
            "Pay it." if state.round.awaiting else "Settle the seat.",
        )
    if state.game.light and not command.light:
        raise refuse(
            TableCode.NOT_VALIDATED,
            f"the progressive system's light is not on for seat {command.seat}",
            state.game.light,
            "Check the hand and the system. Pay only when both show the win.",
        )
    return (
        ev.ProgressiveValidated(
            seat=command.seat, by=command.by, clauses=state.game.validate, audience=ev.EVERYONE
        ),
    )


@decides(do.PayProgressive, lambda s: s.game.validate or of_phase(Settle)(s))
def decide_pay_progressive(state: TableState, command: do.PayProgressive) -> tuple[ev.TableEvent, ...]:
    seat = command.seat
    phase = due_seat(state, seat, "paying the progressive")
    if state.round.awaiting != "payment":
        raise refuse(
            TableCode.NOT_VALIDATED,
            f"seat {seat}'s progressive win has not been validated",
            state.game.validate or phase.clauses,
            "Ask a floorperson to validate the win first." if state.round.awaiting else "Settle the seat.",
        )
    meters = read_meters(state, command.meters)
    table = showdown(state, seat)
    won = next(v for v in state.game.settle(state.rules, table) if v.wager == state.rules.metered)
    return (
        *pay(state, seat, table, won, meters),
        *envy_for(state, seat),
        ev.SeatSettled(seat=seat, clauses=phase.clauses, audience=ev.EVERYONE),
    )


def envy_for(state: TableState, holder: int) -> tuple[ev.TableEvent, ...]:
    """Pay an Envy Bonus to every progressive bettor except the holder (uth/11.J.2.e, X-10)."""
    progressive = state.rules.progressive
    if progressive is None or progressive.envy is None or state.round.void:
        return ()
    winners = envy_winners(state, holder)
    if not winners:
        return ()
    table = showdown_of(state, holder)
    if None in table.cards or not table.cards:
        return ()
    # A holder who made no progressive wager has no progressive win.
    further = () if holder in state.round.progressive_seats else ("N-01",)
    paid = []
    for seat in winners:
        found = state.game.envy(state.rules, table, staked_on_progressive(state, seat))
        if found is None:
            return ()
        row, clauses, readings = found
        assert type(row.pays) is Dollars
        paid.append(
            ev.EnvyPaid(
                seat=seat,
                player=player_of(state, seat),
                holder=holder,
                cents=row.pays.cents,
                clauses=clauses,
                readings=(*readings, *further),
                audience=ev.EVERYONE,
            )
        )
    return tuple(paid)


def staked_on_progressive(state: TableState, seat: int) -> int:
    """Return a seat's progressive stake in this round, in cents, whether settled or not."""
    placed = state.bets.wagers.get(seat, {}).get(state.rules.metered)
    if placed is not None:
        return placed
    return next(s.staked for s in state.round.settled if (s.seat, s.wager) == (seat, state.rules.metered))


def showdown_of(state: TableState, seat: int) -> Showdown:
    """Return a seat's hand, rebuilt from the discard rack if it was mucked."""
    table = showdown(state, seat)
    if table.cards:
        return table
    return replace(table, cards=dict(state.layout.rack).get(seat_place(seat), ()))


def envy_for_mucked(state: TableState, holder: int) -> tuple[ev.TableEvent, ...]:
    """Show a folded hand before paying others an Envy Bonus for it."""
    paid = envy_for(state, holder)
    if not paid:
        return ()
    return (show_hand(state, holder, showdown_of(state, holder), paid[0].clauses, paid[0].readings), *paid)


def envy_winners(state: TableState, holder: int) -> tuple[int, ...]:
    progressive = state.rules.progressive
    assert progressive is not None
    bet = state.round.progressive_seats
    if progressive.envy_holder_must_bet and holder not in bet:
        return ()
    person = player_of(state, holder)
    return tuple(seat for seat in bet if player_of(state, seat) != person)


@applies(ev.WagerSettled)
def apply_settled(state: TableState, event: ev.WagerSettled) -> TableState:
    bets, seating, table = lift_wager(state, event.seat, event.wager), state.seating, state.round
    if event.returned:
        player, purses = event.player, seating.purses.copy()
        purses[player] = purses.get(player, 0) + event.returned
        seating = replace(seating, purses=purses)
    settled = (*table.settled, event)
    if table.reopened:
        left = tuple(one for one in table.reopened if (one.seat, one.wager) != (event.seat, event.wager))
        table = replace(table, reopened=left)
    if type(state.rules.script[table.phase]) is Settle:
        table = replace(table, settled=settled)
    else:
        table = replace(table, settled=settled, before_showdown=len(settled))
    moved = replace(state, bets=bets, seating=seating, round=table)
    return count_transfer(moved, event) if event.transfer else moved


@applies(ev.HandShown)
def apply_shown(state: TableState, event: ev.HandShown) -> TableState:
    layout = state.layout
    place = seat_place(event.seat)
    turned = {**layout.turned, place: len(event.cards)}
    cards = {**layout.cards, place: event.cards} if place in layout.cards else layout.cards  # else: racked
    layout_after = replace(layout, cards=cards, turned=turned)
    if not state.round.awaiting:
        return replace(state, layout=layout_after)
    return replace(state, layout=layout_after, round=replace(state.round, awaiting=""))


@applies(ev.ProgressiveAwaits)
def apply_awaits(state: TableState, event: ev.ProgressiveAwaits) -> TableState:
    return replace(state, round=replace(state.round, awaiting="validation"))


@applies(ev.ProgressiveValidated)
def apply_validated(state: TableState, event: ev.ProgressiveValidated) -> TableState:
    return replace(state, round=replace(state.round, awaiting="payment"))


@applies(ev.EnvyPaid)
def apply_envy(state: TableState, event: ev.EnvyPaid) -> TableState:
    seating = state.seating
    purses = {**seating.purses, event.player: seating.purses.get(event.player, 0) + event.cents}
    paid = replace(state.round, envy=(*state.round.envy, event))
    return replace(state, seating=replace(seating, purses=purses), round=paid)


@applies(ev.SeatSettled)
def apply_seat_settled(state: TableState, event: ev.SeatSettled) -> TableState:
    return step(state, replace(state.round, awaiting="") if state.round.awaiting else None)


@applies(ev.RoundEnded)
def apply_round_ended(state: TableState, event: ev.RoundEnded) -> TableState:
    cleared = replace(
        state,
        bets=replace(state.bets, banked=()),
        care=after_round(state),
        previous=state.round.settled,
        previous_envy=state.round.envy,
        previous_round=replace(state.round, settled=(), envy=(), proof=None),
    )
    return next_round(cleared)


def after_round(state: TableState) -> Care:
    """Update the deck after a round. Stub counts and deck alternation ignore a void round (N-25)."""
    care = state.care
    if state.round.void and state.rules.reading("N-25") == "R1":
        return replace(mark_deck_used(care), last=None)
    counted = state.round.counted or shuffler_counted(state)
    return replace(mark_deck_used(care), uncounted=0 if counted else care.uncounted + 1)

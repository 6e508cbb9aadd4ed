"""Compute the results that a correction of a wager may name.

A floorperson corrects a payment to a possible result of that wager: a loss, a push, or a paytable win within
the payout limit. Any other amount is refused.
"""

from __future__ import annotations

from croupier.games.game import amount_returned, payout_limit
from croupier.rulebook import MeterShare
from croupier.submission.money import format_dollars
from croupier.table import events as ev
from croupier.table.refusals import TableCode, refuse
from croupier.table.state import TableState

PUT_RIGHT = ("N-32",)  # reading under which a floorperson corrects payments and never voids a finished round
UNPLAYED: tuple[ev.Result, ...] = ("returned", "forfeit")  # results that no paytable row pays


def uncut(state: TableState, was: ev.WagerSettled) -> set[int]:
    """Return the amounts, in cents, that a wager can pay from the tray, before the payout limit."""
    found = {0, was.staked}
    if was.result not in UNPLAYED:
        for won in state.game.earned(state.rules, was.wager):
            if type(won.pays) is not MeterShare:
                found.add(amount_returned(won, was.staked))
    return found


def gain(settled: ev.WagerSettled) -> int:
    return max(0, settled.returned - settled.staked)


def same_hand(
    state: TableState, was: ev.WagerSettled, settled: tuple[ev.WagerSettled, ...]
) -> list[ev.WagerSettled]:
    """Return the settlements of the hand's other wagers under the same payout limit."""
    reaches = payout_limit(state.rules).reaches
    last = {one.wager: one for one in settled if one.seat == was.seat and one.wager in reaches}
    last.pop(was.wager, None)
    return [*last.values()]


def results(state: TableState, was: ev.WagerSettled, settled: tuple[ev.WagerSettled, ...]) -> set[int]:
    """Return the amounts, in cents, that a wager can pay from the tray after the round's settlements."""
    found, cap = uncut(state, was), state.rules.choices.payout_limit
    if cap is None or was.wager not in payout_limit(state.rules).reaches:
        return found
    others = same_hand(state, was, settled)
    total = sum(map(gain, others))
    # The payout limit minus the payments of the hand's other wagers, as they are now or after one of them is
    # corrected.
    left = {cap - total}
    for other in others:
        rest = cap - total + gain(other)
        left |= {rest - max(0, amount - other.staked) for amount in uncut(state, other)}
    return {min(amount, was.staked + room) for amount in found for room in left if room >= 0}


def check_result(
    state: TableState, was: ev.WagerSettled, settled: tuple[ev.WagerSettled, ...], returned: int
) -> None:
    """Refuse an amount that no hand earns on the wager or that exceeds the hand's payout limit."""
    possible = results(state, was, settled)
    if returned not in possible:
        best = max(possible)
        bound = f"no hand earns more than {format_dollars(best)}" if returned > best else "no hand earns that"
        near = sorted(sorted(possible, key=lambda cents: abs(cents - returned))[:4])
        raise refuse(
            TableCode.BAD_AMOUNT,
            f"{format_dollars(returned)} back on {was.wager} of {format_dollars(was.staked)}: {bound}",
            was.clauses,
            f"Possible results near it: {', '.join(map(format_dollars, near))}.",
            PUT_RIGHT,
        )
    cap, limit = state.rules.choices.payout_limit, payout_limit(state.rules)
    if cap is None or was.wager not in limit.reaches or returned <= max(was.returned, was.staked):
        return
    total = returned - was.staked + sum(map(gain, same_hand(state, was, settled)))
    if total > cap:
        raise refuse(
            TableCode.ABOVE_MAXIMUM,
            f"the hand would win {format_dollars(total)}; its payout limit is {format_dollars(cap)}",
            limit.clauses,
            "Correct the other wagers of the hand first.",
            limit.cut_readings,
        )

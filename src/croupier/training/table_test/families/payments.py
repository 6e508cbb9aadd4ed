"""Errors in payments. The machine's settlement of the seat tells the right amount of each wager."""

from __future__ import annotations

from itertools import permutations

from croupier.errors import Refused
from croupier.games.game import Settle
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.bounds import results
from croupier.table.acts.metering import as_if_read
from croupier.table.machine import step
from croupier.table.state import TableState
from croupier.training.table_test.families.family import Mistake, family, money_words
from croupier.training.table_test.families.rounds import turn_of

Settled = ev.WagerSettled


def next_settlement(state: TableState) -> tuple[TableState, tuple[Settled, ...]] | None:
    """Return the state after the due payment, and its results by wager."""
    due = turn_of(state)
    awaiting = state.round.awaiting
    if not isinstance(state.phase, Settle) or due is None or awaiting == "validation" or state.round.ruling:
        return None
    act = do.PayProgressive(seat=due) if awaiting else do.SettleSeat(seat=due)
    try:
        after = step(state, as_if_read(state, act))
    except Refused:
        return None  # cards are not named yet
    found = tuple(event for event in after.events if isinstance(event, ev.WagerSettled))
    return after.state, found


def wrong_amount(state: TableState, settled: Settled, every: tuple[Settled, ...], how: str) -> int | None:
    """Return a wrong amount that goes back to the player, or None if this wager does not allow the error."""
    rules, result = state.rules, settled.result
    staked, returned = settled.staked, settled.returned
    main = rules.required[0]
    rule = rules.wagers[settled.wager]
    won_main = any(one.result == "win" for one in every if rules.wagers[one.wager].kind == "decision")
    if settled.from_meter is not None or settled.banked:
        return None
    if how == "over_limit":
        return returned + settled.cut if settled.cut else None
    if how == "unqualified" and rule is main and result == "push" and len(every) > 1:
        return (
            2 * staked if any(one.result in ("win", "lose") for one in every if one is not settled) else None
        )
    if how == "below_row" and rule.equal_to and result == "push" and won_main:
        return 2 * staked
    if how == "bonus_taken" and rule.kind == "optional" and result == "win":
        lost = any(one.result == "lose" for one in every if rules.wagers[one.wager].kind != "optional")
        return 0 if lost else None
    plain: dict[str, tuple[str, int]] = {
        "push_paid": ("push", 2 * staked),
        "push_taken": ("push", 0),
        "loser_paid": ("lose", 2 * staked),
        "loser_pushed": ("lose", staked),
        "winner_taken": ("win", 0),
        "winner_pushed": ("win", staked),
        "stake_kept": ("win", returned - staked),
        "paid_twice": ("win", staked + 2 * (returned - staked)),
    }
    if how in plain:
        wanted, wrong = plain[how]
        return wrong if result == wanted and wrong != returned else None
    if result != "win" or rules.wagers[settled.wager].kind == "decision":
        return None
    possible = sorted(results(state, settled, every))
    if how == "row_above":
        return next((cents for cents in possible if cents > returned), None)
    if how == "row_below":
        return next((cents for cents in reversed(possible) if staked < cents < returned), None)
    if how == "odds_cut" and (returned - staked) * 2 % staked:
        return None
    if how == "odds_cut" and returned - staked > staked and (returned - staked) % staked:
        return staked + (returned - staked) // staked * staked
    return None


@family("payment")
def payment(state: TableState, seat: int, how: str) -> Mistake | None:
    """A wrong amount on one wager of the seat that is due."""
    found = next_settlement(state)
    if found is None:
        return None
    after, every = found
    for settled in every:
        wrong = wrong_amount(after, settled, every, how)
        if wrong is None or wrong == settled.returned:
            continue
        label = state.rules.wagers[settled.wager].label
        facts = {
            "seat": str(settled.seat),
            "wager": label,
            "wager_id": settled.wager,
            "paid": str(wrong),
            "amount": money_words(wrong),
            "right": money_words(settled.returned),
        }
        correct = do.CorrectSettlement(
            round=state.round.number,
            seat=settled.seat,
            wager=settled.wager,
            returned=wrong,
            reason="a wrong payment",
            by=do.FLOOR,
        )
        return Mistake(correct, facts, after)
    return None


@family("envy")
def envy(state: TableState, seat: int, how: str) -> Mistake | None:
    """An Envy Bonus for a hand that earns none, or a wrong amount for one that does."""
    found = next_settlement(state)
    rules = state.rules
    if found is None or not rules.offers("envy") or rules.progressive is None:
        return None
    after, _ = found
    due = turn_of(state)
    paid = {(one.seat, one.holder): one.cents for one in after.round.envy}
    bettors = state.round.progressive_seats
    for bettor, holder in permutations(state.round.in_play, 2):
        if holder != due or bettor not in bettors:
            continue
        stake = rules.progressive.stakes[0]
        amounts = sorted(row.pays.cents for row in rules.envy(stake).rows if hasattr(row.pays, "cents"))
        earned = paid.get((bettor, holder), 0)
        wrong = next((cents for cents in amounts if cents != earned), None)
        if wrong is None or (how == "wrong_amount") != bool(earned):
            continue
        facts = {"seat": str(bettor), "other": str(holder), "amount": money_words(wrong)}
        command = do.CorrectEnvy(
            round=state.round.number,
            seat=bettor,
            holder=holder,
            cents=wrong,
            reason="a wrong Envy Bonus",
            by=do.FLOOR,
        )
        return Mistake(command, facts, after)
    return None

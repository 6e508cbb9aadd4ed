"""Errors in wagers: amounts, companions, areas, seats, and bets that come too late."""

from __future__ import annotations

from croupier.games import GameRules
from croupier.games.game import Ask, Rack, Settle
from croupier.rulebook import Wager
from croupier.submission import Limit
from croupier.table import commands as do
from croupier.table.acts.betting import fixed_stake
from croupier.table.acts.seating import positions
from croupier.table.state import BETTING, TableState
from croupier.training.table_test.families.family import (
    Mistake,
    family,
    money_words,
    other_seat,
    player_by,
)

DOLLAR = 100


def limit_of(rules: GameRules, wager: str) -> Limit:
    return rules.choices.limits.get(wager) or Limit()


def least(rules: GameRules, rule: Wager) -> int:
    """Return the smallest round amount of a wager that the table accepts."""
    fixed = fixed_stake(rules, rule)
    if fixed is not None:
        return min(fixed[0])
    limit = limit_of(rules, rule.equal_to or rule.name)
    return max(limit.minimum or 5 * DOLLAR, limit.increment or 0)


def basic_bet(rules: GameRules) -> dict[str, int]:
    """Return the smallest legal bet on the required wagers."""
    amount = max(least(rules, rule) for rule in rules.required)
    return {rule.name: amount for rule in rules.required}


def sides(rules: GameRules) -> list[Wager]:
    """Return the optional wagers that the table offers, apart from those with a fixed stake."""
    return [
        rule
        for rule in rules.played.wagers
        if rule.kind == "optional" and rules.offers(rule.name) and fixed_stake(rules, rule) is None
    ]


def companions(rules: GameRules, wager: str) -> dict[str, int]:
    """Return the smallest bets on the wagers that a side wager requires."""
    needed = {name for need in rules.played.requirements(rules) if need.wager == wager for name in need.needs}
    return {name: least(rules, rules.wagers[name]) for name in needed} | basic_bet(rules)


def may_bet(state: TableState, seat: int) -> bool:
    return state.round.phase == BETTING and seat in state.seating.seats and not state.bets.wagers.get(seat)


def placed(state: TableState, seat: int, wagers: dict[str, int], wrong: str) -> Mistake:
    rules = state.rules
    words = ", ".join(
        f"{money_words(cents)} on the {rules.wagers[name].label}" for name, cents in wagers.items()
    )
    facts = {"bets": words, "wager": rules.wagers[wrong].label, "amount": money_words(wagers.get(wrong, 0))}
    return Mistake(do.Bet(seat=seat, wagers=wagers, round=state.round.number), facts)


def all_at(rules: GameRules, cents: int) -> dict[str, int]:
    return {rule.name: cents for rule in rules.required}


@family("main_bet")
def main_bet(state: TableState, seat: int, how: str) -> Mistake | None:
    """A bet on the required wagers with a wrong amount, or without one of them."""
    rules = state.rules
    if not may_bet(state, seat):
        return None
    main, limit = rules.required[0], limit_of(rules, rules.required[0].name)
    bet = basic_bet(rules)
    if how == "below" and (limit.minimum or 0) > DOLLAR:
        return placed(state, seat, all_at(rules, (limit.minimum or 0) - DOLLAR), main.name)
    if how == "above" and limit.maximum is not None:
        return placed(state, seat, all_at(rules, limit.maximum + (limit.increment or DOLLAR)), main.name)
    if how == "step" and (limit.increment or 0) > 2 * DOLLAR:
        return placed(state, seat, all_at(rules, bet[main.name] + 2 * DOLLAR), main.name)
    equal = next((rule for rule in rules.required if rule.equal_to is not None), None)
    if equal is not None and how == "unequal":
        return placed(state, seat, {**bet, equal.name: bet[equal.name] * 2}, equal.name)
    if equal is not None and how == "missing":
        left = {name: cents for name, cents in bet.items() if name != equal.name}
        return placed(state, seat, left, next(iter(left)))
    if how == "early":
        later = next((rule for rule in rules.played.wagers if rule.kind == "decision"), None)
        return placed(state, seat, {**bet, later.name: bet[main.name]}, later.name) if later else None
    return None


@family("side_bet")
def side_bet(state: TableState, seat: int, how: str) -> Mistake | None:
    """A side wager with a wrong amount, or without the wagers that it requires."""
    rules = state.rules
    if not may_bet(state, seat):
        return None
    for rule in sides(rules):
        limit = limit_of(rules, rule.name)
        bet = companions(rules, rule.name)
        needs = [need for need in rules.played.requirements(rules) if need.wager == rule.name and need.needs]
        if how == "alone" and needs:
            return placed(state, seat, {rule.name: least(rules, rule)}, rule.name)
        if how == "below" and (limit.minimum or 0) > DOLLAR:
            return placed(state, seat, {**bet, rule.name: (limit.minimum or 0) - DOLLAR}, rule.name)
        if how == "below" and limit.minimum == DOLLAR:
            return placed(state, seat, {**bet, rule.name: DOLLAR // 2}, rule.name)
        if how == "above" and limit.maximum is not None:
            return placed(
                state, seat, {**bet, rule.name: limit.maximum + (limit.increment or DOLLAR)}, rule.name
            )
    return None


@family("fixed_chip")
def fixed_chip(state: TableState, seat: int, how: str) -> Mistake | None:
    """A wrong chip on a wager with a fixed stake, or that chip without the main wagers."""
    rules = state.rules
    if not may_bet(state, seat):
        return None
    for rule in rules.played.wagers:
        fixed = fixed_stake(rules, rule) if rules.offers(rule.name) else None
        if fixed is None or (how == "alone" and rule.needs is None):
            continue
        if how == "alone":
            return placed(state, seat, {rule.name: min(fixed[0])}, rule.name)
        return placed(state, seat, {**basic_bet(rules), rule.name: max(fixed[0]) * 5}, rule.name)
    return None


@family("call_bet")
def call_bet(state: TableState, seat: int, how: str) -> Mistake | None:
    """A bet in words, without the chips for it."""
    rules = state.rules
    if not may_bet(state, seat):
        return None
    purse = state.seating.purses.get(state.seating.seats[seat], 0)
    limit = limit_of(rules, rules.required[0].name)
    step = limit.increment or 5 * DOLLAR
    amount = (purse // len(rules.required) // step + 1) * step
    if limit.maximum is not None and amount > limit.maximum:
        return None
    return placed(state, seat, all_at(rules, max(amount, limit.minimum or 0)), rules.required[0].name)


@family("late")
def late(state: TableState, seat: int, how: str) -> Mistake | None:
    """A bet that is made, raised or taken back after "no more bets"."""
    rules, wagers = state.rules, state.bets.wagers.get(seat, {})
    settling = isinstance(state.phase, Settle)
    if state.round.phase == BETTING or isinstance(state.phase, Rack) or state.round.void:
        return None
    number, main = state.round.number, rules.required[0]
    amount = money_words(least(rules, main))
    facts = {"amount": amount, "wager": main.label}
    if how == "past_post" and (not settling or main.name not in wagers):
        return None
    if how in ("bet", "past_post") and (how == "past_post") == settling:
        bigger = {name: cents + least(rules, main) for name, cents in wagers.items() if name == main.name}
        return Mistake(do.Bet(seat=seat, wagers=bigger or basic_bet(rules), round=number), facts)
    if how == "pinch" and wagers and not settling:
        return Mistake(do.TakeBack(seat=seat, round=number), facts)
    metered = rules.metered
    if how == "meter" and metered and seat in state.round.in_play and metered not in wagers and not settling:
        rule = rules.wagers[metered]
        facts = {"amount": money_words(least(rules, rule)), "wager": rule.label}
        return Mistake(do.Bet(seat=seat, wagers={metered: least(rules, rule)}, round=number), facts)
    return None


@family("place")
def place(state: TableState, seat: int, how: str) -> Mistake | None:
    """A person who bets or sits where they have no right to."""
    seats = state.seating.seats
    if state.round.phase != BETTING or seat not in seats:
        return None
    empty = [one for one in range(1, positions(state) + 1) if one not in seats]
    other = other_seat(state, seat)
    bet = basic_bet(state.rules)
    number = state.round.number
    allowed = state.rules.choices.adjacent_boxes
    if how == "second" and empty and allowed == 1:
        facts = {"other": str(empty[0])}
        return Mistake(do.SitDown(seat=empty[0], player=seats[seat], by=player_by(state, seat)), facts)
    apart = [one for one in empty if abs(one - seat) > 1]
    if how == "apart" and apart and allowed > 1:
        facts = {"other": str(apart[-1])}
        return Mistake(do.SitDown(seat=apart[-1], player=seats[seat], by=player_by(state, seat)), facts)
    if how == "standing" and empty:
        return Mistake(do.Bet(seat=empty[-1], wagers=bet, round=number), {"other": str(empty[-1])})
    if how == "for_another" and other is not None:
        facts = {"other": str(other)}
        return Mistake(do.Bet(seat=other, wagers=bet, round=number, by=player_by(state, seat)), facts)
    if how == "shared":
        return Mistake(do.SitDown(seat=seat, player="visitor", by="player:visitor"))
    return None


@family("leave")
def leave(state: TableState, seat: int, how: str) -> Mistake | None:
    """A player who leaves while their cards or wagers are on the table."""
    if seat not in state.round.in_play or not isinstance(state.phase, Ask) or not state.bets.wagers.get(seat):
        return None
    if how == "gets_up":
        return Mistake(do.GetUp(seat=seat, by=player_by(state, seat)))
    return Mistake(do.DeclareAbandoned(seat=seat, reason="the player left", by=do.FLOOR))

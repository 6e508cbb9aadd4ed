"""Compute the currently legal wagers and decisions, so that pages need not know the rules."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from croupier.cards import Card
from croupier.games import GameRules, script
from croupier.games.game import Ask
from croupier.rulebook.registry import cache_recent
from croupier.table import commands as do
from croupier.table.acts.betting import fixed_stake
from croupier.table.machine import can
from croupier.table.progress import is_asked
from croupier.table.state import BETTING, TableState

replace = msgspec.structs.replace


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """A wager allowed before the deal, with its limits in cents."""

    name: str
    label: str
    clause: str
    required: bool
    equal_to: str | None = None
    needs: tuple[str, ...] = ()  # wagers that must accompany this wager
    fixed: int | None = None  # value of the single chip that the wager takes
    minimum: int | None = None
    maximum: int | None = None
    increment: int | None = None
    placed: int = 0  # amount already placed
    covered: int | None = None  # the most that the player can afford; None if no player is given
    chips: tuple[int, ...] = ()  # values that the single chip can have

    @property
    def least(self) -> int:
        """Return the smallest legal amount of this wager."""
        return self.fixed or min(self.chips, default=0) or self.minimum or self.increment or 100


def asked_seat(state: TableState) -> int | None:
    """Return the seat whose decision is due."""
    if not isinstance(state.phase, Ask):
        return None
    return state.round.in_play[state.round.cursor]


def question(state: TableState) -> Ask | None:
    phase = state.phase
    return phase if isinstance(phase, Ask) else None


def legal_choices(state: TableState, seat: int) -> tuple[str, ...]:
    """Return the choices that a seat can make and afford now. Empty out of turn."""
    phase = question(state)
    if phase is None or asked_seat(state) != seat:
        return ()
    return tuple(choice.name for choice in phase.choices if can(state, answer(state, seat, choice.name)))


def answer(state: TableState, seat: int, choice: str, by: str = do.DEALER) -> do.Decide:
    """Build a seat's answer to the current question."""
    asking = question(state)
    return do.Decide(
        seat=seat, choice=choice, round=state.round.number, question=asking.name if asking else "", by=by
    )


def questions_left(state: TableState, seat: int) -> tuple[Ask, ...]:
    """Return the questions that a seat may still face this round, including the current question."""
    here = state.round.phase
    if here == BETTING or not state.bets.wagers.get(seat):
        return ()
    turn_over = state.round.in_play.index(seat) < state.round.cursor
    return tuple(
        phase
        for number, phase in enumerate(script(state.rules))
        if isinstance(phase, Ask)
        and (number > here or (number == here and not turn_over))
        and is_asked(state, phase, seat)
    )


def choice_cost(state: TableState, seat: int, name: str) -> int:
    """Return the cents that a choice adds to the seat's wagers."""
    phase = question(state)
    choices = phase.choices if phase is not None else ()
    wagers = state.bets.wagers.get(seat, {})
    return next((c.multiple * wagers.get(c.of, 0) for c in choices if c.name == name), 0)


def main_stakes(state: TableState, seat: int) -> tuple[tuple[str, Fraction], ...]:
    """Return a seat's open wagers, except optional ones, in units of its first required wager."""
    placed = state.bets.wagers.get(seat, {})
    ended = {one.wager: one.staked for one in state.round.settled if one.seat == seat}
    unit = {**ended, **placed}.get(state.rules.required[0].name)
    if not unit:
        return ()
    return tuple(
        (rule.name, Fraction(placed[rule.name], unit))
        for rule in state.game.wagers
        if rule.kind != "optional" and rule.name in placed
    )


def cards_face_up(state: TableState, place: str) -> tuple[Card, ...]:
    """Return the cards at a place that everyone can see."""
    dealt = state.layout.cards.get(place, ())[: state.layout.turned.get(place, 0)]
    return tuple(card for card in dealt if card is not None)


def stakes_open(state: TableState, seat: int | None = None) -> tuple[Stake, ...]:
    """Return the wagers that can be made now, required wagers first. Empty after "no more bets".

    For a seat, include the amounts already placed and the most that its player can afford."""
    if state.round.phase != BETTING:
        return ()
    posted = posted_stakes(state.rules)
    if state.link_lost:
        posted = tuple(stake for stake in posted if stake.name != state.rules.metered)
    if seat is None:
        return posted
    placed = state.bets.wagers.get(seat, {})
    chips = state.seating.purses.get(state.seating.seats.get(seat, ""), 0)
    return tuple(
        replace(stake, placed=there, covered=chips + there)
        for stake in posted
        for there in (placed.get(stake.name, 0),)
    )


@cache_recent
def posted_stakes(rules: GameRules) -> tuple[Stake, ...]:
    """Return every wager that these rules offer before the deal, with posted limits."""
    game = rules.played
    needs = {need.wager: need.needs for need in game.requirements(rules)}
    found = []
    for wager in game.wagers:
        if wager.kind == "decision" or (wager.kind == "optional" and not rules.offers(wager.name)):
            continue
        limit = rules.choices.limits.get(wager.name)
        fixed = fixed_stake(rules, wager)
        found.append(
            Stake(
                wager.name,
                wager.label,
                wager.clause,
                wager.kind == "required",
                wager.equal_to,
                needs.get(wager.name, ()),
                fixed[0][0] if fixed is not None and len(fixed[0]) == 1 else None,
                limit.minimum if limit else None,
                limit.maximum if limit else None,
                limit.increment if limit else None,
                chips=fixed[0] if fixed is not None and len(fixed[0]) > 1 else (),
            )
        )
    return tuple(found)


def least_to_stay(state: TableState, wagers: dict[str, int]) -> int:
    """Return the chips that a seat with these wagers needs to stay in the hand.

    For each wager that is still to be decided, this adds the cheapest choice other than a fold in the last
    question about the wager.
    """
    asks = [phase for phase in script(state.rules) if isinstance(phase, Ask)]
    last = {choice.stakes: phase for phase in asks for choice in phase.choices if choice.stakes}
    least = dict(wagers)
    for wager, phase in last.items():
        staying = [choice for choice in phase.choices if not choice.collects]
        least[wager] = min(choice.multiple * least.get(choice.of, 0) for choice in staying)
    return sum(least.values()) - sum(wagers.values())

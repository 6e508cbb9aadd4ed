"""Deal and play rounds for drills, deterministic from a random generator.

The table machine plays every round, so an answer that is read from a round is the machine's own. Cards are
drawn from part of the deck, because hands that pay are too rare in a whole deck.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.games import GameRules, game_rules
from croupier.games.game import BOARD, BOX, DEALER, Ask, Showdown, seat_place
from croupier.records.placed import dealing_order
from croupier.submission import Rules
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.betting import required_purse
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import StackedDeck
from croupier.table.machine import TableStep, can
from croupier.table.readers import legal
from croupier.table.state import TableState, open_table

MOST_SEATS = 4  # few seats keep rounds short but still have an order of play
Wagers = dict[int, dict[str, int]]
SPARE_CHIPS = 1_000_00  # chips that every player has left, in cents
SUITS = (1, 2, 2, 3, 3)  # numbers of suits to draw from; one suit gives straight flushes
FOLDS = 0.12  # probability that a seat makes the choice that gives up wagers


class DrillRound(msgspec.Struct, frozen=True):
    """A finished round, with the state before each command."""

    rules: GameRules
    deck: tuple[Card, ...]
    wagers: Wagers
    decisions: dict[int, tuple[str, ...]]
    states: tuple[TableState, ...]  # the state before each step
    steps: tuple[TableStep, ...]

    @property
    def events(self) -> list[ev.TableEvent]:
        return [event for step in self.steps for event in step.events]

    def settled(self, seat: int | None = None) -> list[ev.WagerSettled]:
        found = [event for event in self.events if isinstance(event, ev.WagerSettled)]
        return [event for event in found if seat in (None, event.seat)]

    def record(self) -> dict[str, Any]:
        """Return the cards, wagers and decisions as a round record, without the submission."""
        return {
            "game": self.rules.game,
            "dealing": self.rules.dealing,
            "deck": " ".join(self.deck),
            "seats": [
                {
                    "seat": seat,
                    "wagers": {name: in_dollars(cents) for name, cents in placed.items()},
                    "decisions": list(self.decisions.get(seat, ())),
                }
                for seat, placed in self.wagers.items()
            ],
        }


def in_dollars(cents: int) -> int | str:
    return cents // 100 if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


def seat_count(rules: GameRules) -> int:
    return rules.choices.seats or rules.played.seats


def choose_seats(rng: random.Random, rules: GameRules, least: int = 1, most: int = MOST_SEATS) -> list[int]:
    seats = seat_count(rules)
    count = rng.randint(min(least, seats), min(most, seats))
    return sorted(rng.sample(range(1, seats + 1), count))


def choose_stake(rng: random.Random, stake: legal.Stake) -> int:
    """Return a legal amount for a wager, often an odd multiple of the increment."""
    if stake.fixed is not None:
        return stake.fixed
    if stake.chips:
        return rng.choice(stake.chips)
    step = stake.increment or 100
    least = stake.minimum or step
    most = min(stake.maximum or least + 40 * step, least + 40 * step)
    return least + step * rng.randint(0, max(0, (most - least) // step))


def choose_wagers(
    rng: random.Random, rules: GameRules, always: str = "", eager: float = 0.6
) -> dict[str, int]:
    """Return a legal combination of wagers for one seat. It contains the wager `always` if possible."""
    stakes = {stake.name: stake for stake in legal.posted_stakes(rules)}
    placed: dict[str, int] = {}
    for name, stake in stakes.items():
        if stake.required and name not in placed:
            equal = stake.equal_to
            placed[name] = placed[equal] if equal in placed else choose_stake(rng, stake)
    wanted = [name for name in stakes if name == always or rng.random() < eager]
    for name in [*([always] if always in stakes else []), *wanted]:
        add_wager(rng, stakes, placed, name)
    return {name: placed[name] for name in stakes if name in placed}


def add_wager(
    rng: random.Random, stakes: Mapping[str, legal.Stake], placed: dict[str, int], name: str
) -> None:
    """Add a wager after the wagers that it requires, unless the table doesn't offer them."""
    if any(needed not in stakes for needed in stakes[name].needs):
        return
    for needed in stakes[name].needs:
        add_wager(rng, stakes, placed, needed)
    if name not in placed:
        equal = stakes[name].equal_to
        placed[name] = placed[equal] if equal in placed else choose_stake(rng, stakes[name])


def choose_cards(rng: random.Random, rules: GameRules, count: int) -> list[Card]:
    """Return the whole deck in an order whose first `count` cards come from part of the deck."""
    deck = list(rules.played.deck.order)
    ranks = sorted({card[0] for card in deck})
    suits = sorted({card[1] for card in deck})
    if rng.random() < 0.5:
        first = rng.sample(ranks, rng.randint(2, max(2, len(ranks) - 2)))
        part = [card for card in deck if card[0] in first]
    else:
        chosen = rng.sample(suits, min(rng.choice(SUITS), len(suits)))
        part = [card for card in deck if card[1] in chosen]
    rest = list(deck)
    for card in part:
        rest.remove(card)
    rng.shuffle(rest)
    while len(part) < count:
        part.append(rest.pop())
    rng.shuffle(part)
    return part + rest


def places_of(rules: GameRules, seats: list[int]) -> list[str]:
    """Return the place of each dealt card. Empty if decisions determine the cards that are dealt."""
    return [] if rules.late_deals else dealing_order(rules, seats)


def hands_of(rules: GameRules, seats: list[int], deck: list[Card]) -> dict[str, tuple[Card, ...]]:
    found: dict[str, list[Card]] = {}
    for place, card in zip(places_of(rules, seats), deck, strict=False):
        found.setdefault(place, []).append(card)
    return {place: tuple(cards) for place, cards in found.items()}


def showdown_of(
    hands: Mapping[str, tuple[Card, ...]], seat: int, wagers: Mapping[str, int] | None = None
) -> Showdown:
    """Return a seat's cards with all shared cards, before anyone plays."""
    return Showdown(
        wagers or {},
        False,
        hands.get(seat_place(seat), ()),
        hands.get(BOARD, ()),
        hands.get(BOX, ()),
        hands.get(DEALER, ()),
    )


Wanted = Callable[[dict[str, tuple[Card, ...]]], bool]


def deal_until(
    rng: random.Random, rules: GameRules, seats: list[int], wanted: Wanted | None = None, tries: int = 60
) -> list[Card] | None:
    """Return a deck whose deal fits the condition, or None if no attempt did."""
    count = len(places_of(rules, seats)) or len(rules.played.deck.order)
    for _ in range(tries if wanted is not None else 1):
        deck = choose_cards(rng, rules, count)
        if wanted is None or wanted(hands_of(rules, seats, deck)):
            return deck
    return None


def play_round(
    rng: random.Random, rules: GameRules, wagers: Wagers, deck: list[Card], folds: float = FOLDS
) -> DrillRound:
    """Play a round with the table machine, with random decisions."""
    states: list[TableState] = []
    steps: list[TableStep] = []
    table = Driver(open_table(rules), StackedDeck(rules.played.deck, deck), AUTOMATIONS)

    def carry_out(command: do.TableCommand) -> None:
        before = table.state
        events = table.do(command)
        states.append(before)
        steps.append(TableStep(command, events, table.state))

    for seat, placed in sorted(wagers.items()):
        player = f"player{seat}"
        table.do(do.SitDown(seat=seat, player=player))
        table.do(do.BuyIn(player=player, cents=required_purse(table.state, placed) + SPARE_CHIPS))
        carry_out(do.Bet(seat=seat, wagers=placed, round=table.state.round.number))
    carry_out(do.CloseBetting())
    decisions: dict[int, list[str]] = {}
    first_round = table.state.round.number
    while table.state.round.number == first_round:
        seat_asked = legal.asked_seat(table.state)
        if seat_asked is None:
            command = table.proposal()
            assert command is not None, "a complete deck leaves nothing to a person but decisions"
            carry_out(command)
            continue
        choice = choose_answer(rng, table.state, seat_asked, folds)
        decisions.setdefault(seat_asked, []).append(choice)
        carry_out(legal.answer(table.state, seat_asked, choice))
    made = {seat: tuple(words) for seat, words in decisions.items()}
    return DrillRound(rules, tuple(deck), wagers, made, tuple(states), tuple(steps))


def choose_answer(rng: random.Random, state: TableState, seat: int, folds: float) -> str:
    phase = state.phase
    assert isinstance(phase, Ask)
    found = {choice.name: choice for choice in phase.choices}
    choices = [name for name in found if can(state, legal.answer(state, seat, name))]
    staying = [name for name in choices if not found[name].collects]
    if len(staying) < len(choices) and (not staying or rng.random() < folds):
        return next(name for name in choices if name not in staying)
    return rng.choice(staying)


def random_round(
    rng: random.Random,
    rules: Rules,
    *,
    least: int = 1,
    wager: str = "",
    wanted: Callable[[dict[str, tuple[Card, ...]], Wagers], bool] | None = None,
    tries: int = 60,
    folds: float = FOLDS,
) -> DrillRound | None:
    """Deal and play a random round in which each seat makes `wager`. None if no deal fits the condition."""
    table = game_rules(rules)
    seats = choose_seats(rng, table, least)
    eager = rng.choice((0.1, 0.5, 0.9))
    wagers = {seat: choose_wagers(rng, table, wager, eager) for seat in seats}
    deck = deal_until(
        rng, table, seats, None if wanted is None else lambda hands: wanted(hands, wagers), tries
    )
    return None if deck is None else play_round(rng, table, wagers, deck, folds)

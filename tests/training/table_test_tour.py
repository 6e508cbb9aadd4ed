"""Walk through rounds of a game, and commit every kind of error in every state where it can occur."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from croupier.cards import Card, parse_cards
from croupier.games.game import Ask, Deal, Stub
from croupier.records.placed import dealing_order
from croupier.submission import Limit
from croupier.table import commands as do
from croupier.table.driving.sources import StackedDeck
from croupier.table.state import TableState
from croupier.training.table_test.families.bets import basic_bet
from croupier.training.table_test.kinds import catalog, kinds_of
from croupier.training.table_test.situations import PlantedError, planted
from tests.helpers import now
from tests.helpers.pit import Pit, bare, full_bets, table

replace = msgspec.structs.replace
DOLLAR = 100
PAYOUT_LIMIT = "limit"  # the prepared deal that exceeds a payout limit
METHODS = ("shoe", "hand", "automated")


def with_limits(pit: Pit) -> Pit:
    """Post limits and an increment for every wager whose amount the player chooses."""
    rules = pit.state.rules
    limits = {
        rule.name: Limit(minimum=5 * DOLLAR, maximum=100 * DOLLAR, increment=5 * DOLLAR)
        for rule in rules.played.wagers
        if rule.kind != "decision" and rule.equal_to is None and not rule.fixed and rule.paid_from != "meters"
    }
    pit.do(do.ChangeRules(choices=replace(rules.choices, limits=limits), by=do.FLOOR))
    return pit


def rigged(
    state: TableState, deal: dict[str, str], seats: tuple[int, ...], chance: random.Random
) -> list[Card]:
    """Return a deck that deals the cards of `deal` to their places, where "seat" stands for seat 1."""
    deck = state.game.deck
    places = dealing_order(state.rules, seats)
    wanted = {
        "seat1" if place == "seat" else place: list(parse_cards(cards, deck)) for place, cards in deal.items()
    }
    taken = {card for cards in wanted.values() for card in cards}
    rest = [card for card in deck.order if card not in taken]
    chance.shuffle(rest)
    order = [wanted[place].pop(0) if wanted.get(place) else rest.pop() for place in places]
    return [*order, *(card for cards in wanted.values() for card in cards), *rest]


def at_table(game: str, dealing: str, seed: int, deal: dict[str, str] | None = None, **options: Any) -> Pit:
    pit = with_limits(table(game, dealing, **options))
    order = list(pit.state.game.deck.order)
    chance = random.Random(seed)
    chance.shuffle(order)
    if deal is not None:
        order = rigged(pit.state, deal, (1, 3), chance)
    pit.driver.source = StackedDeck(pit.state.game.deck, tuple(order))
    pit.seat(1, "p1")
    pit.seat(3, "p3")
    pit.seat(4, "p4", 12 * DOLLAR)
    return pit


def bets_of(pit: Pit, seat: int, every: bool) -> dict[str, int]:
    bets = full_bets(pit.state.rules.game)
    if pit.state.rules.choices.payout_limit is not None:  # a large bet, so that a payment reaches the limit
        bets |= dict.fromkeys(basic_bet(pit.state.rules), 100)
    if seat == 3 and not every:
        bets.pop(pit.state.rules.metered, None)
    return bets


def states(
    game: str,
    dealing: str,
    seed: int,
    rounds: int = 1,
    deal: dict[str, str] | None = None,
    stay: float = 0.6,
    **options: Any,
) -> Iterator[TableState]:
    """Yield the state before every act of some rounds. `stay` is the least chance that a player stays in."""
    chance = random.Random(seed)
    pit = at_table(game, dealing, seed, deal, **options)
    for _ in range(rounds):
        yield pit.state
        for seat in (1, 3):
            pit.bet(seat, bets_of(pit, seat, deal is not None))
            yield pit.state
        pit.do(do.CloseBetting(at=pit.state.clock + 60))
        yield from states_of_round(pit, chance, stay)
        pit.run()
        for player in ("p1", "p3"):
            pit.do(do.BuyIn(player=player, cents=200_000))


def states_of_round(pit: Pit, chance: random.Random, stay: float) -> Iterator[TableState]:
    number = pit.state.round.number
    while pit.state.round.number == number:
        yield pit.state
        phase = pit.state.phase
        if isinstance(phase, Ask):
            seat = pit.state.round.in_play[pit.state.round.cursor]
            choice = phase.choices[-1] if chance.random() < stay else chance.choice(phase.choices)
            pit.do(now.decide(seat=seat, choice=choice.name))
        elif isinstance(phase, Deal):
            pit.deal_next()
        elif isinstance(phase, Stub) and chance.random() < 0.5 and not pit.state.round.counted:
            late = replace(pit.state, care=replace(pit.state.care, uncounted=4))
            yield late  # the state after several rounds without a count
            pit.do(do.CountStub(cards=pit.state.layout.stub - 1))
            yield pit.state
            pit.do(do.Recount(total=len(pit.state.game.deck.order), misdealt=False))
        elif pit.state.round.awaiting == "validation":
            pit.do(do.ValidateProgressive(seat=pit.state.round.order[pit.state.round.cursor], by=do.FLOOR))
        elif not pit.routine("validate"):
            break


def before_cards(game: str) -> Iterator[TableState]:
    """Yield states of the preparation of the decks."""
    for decks in (1, 2):
        pit = bare(game, "shoe", decks=decks, shuffler="plain" if decks == 2 else "none")
        pit.seat(1, "p1")
        yield pit.state
        pit.do(do.ReceiveDecks(backs=("red",)))
        yield pit.state
        for _ in range(12):
            if not pit.routine():
                break
            yield pit.state


def every_state(game: str, seeds: int = 2) -> Iterator[TableState]:
    yield from before_cards(game)
    for dealing in METHODS:
        for seed in range(seeds):
            by_hand = dealing == "shoe"
            yield from states(game, dealing, seed, 1 + by_hand, shuffler="none" if by_hand else "plain")
    for name, deal in catalog().deals[game].items():
        limit = {"payout_limit": 50_000 * DOLLAR} if name == PAYOUT_LIMIT else {}
        yield from states(game, "automated", 3, deal=deal, stay=1.0, **limit)


@cache
def found_errors(game: str) -> dict[str, list[PlantedError]]:
    """Commit every kind in every state, and return the errors that the machine confirmed, by kind."""
    found: dict[str, list[PlantedError]] = {}
    for state in every_state(game):
        for kind in kinds_of(game):
            for seat in sorted(state.seating.seats) or [1]:
                error = planted(kind, state, seat)
                if error is not None:
                    found.setdefault(kind.id, []).append(error)
    return found

"""The simulated players of a table test: their bets, their signals, and the cards of prepared deals.

Everything follows from the test's seed, so that a restarted server continues with the same players.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import msgspec

from croupier.cards import Card, parse_cards
from croupier.games.game import Ask, Turn, seat_place
from croupier.server.tables.training import blank_cards
from croupier.table import commands as do
from croupier.table.commands import TableCommand
from croupier.table.progress import deal_plan
from croupier.table.readers.legal import legal_choices
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.readers.offers import may_still_come
from croupier.table.state import TableState
from croupier.training.table_test.families.bets import basic_bet, least, limit_of
from croupier.training.table_test.families.rounds import turn_of
from croupier.training.table_test.kinds import catalog

POOR = 60_00  # cents in front of the player who has few chips
RICH = 1_000_00
TIMES = (1, 1, 2, 3)  # multiples of the smallest bet


def chance_of(seed: int, *what: object) -> random.Random:
    return random.Random(" ".join(map(str, (seed, *what))))


def bets_for(
    state: TableState, seat: int, chance: random.Random, everything: bool, poor: bool, most_of: bool = False
) -> dict[str, int]:
    """Return a legal bet: every offered wager with `everything`, and the largest one with `most_of`."""
    rules = state.rules
    bet = basic_bet(rules)
    main = rules.required[0].name
    most = limit_of(rules, main).maximum or 100 * bet[main]
    times = 1 if poor else chance.choice(TIMES)
    if most_of and most % bet[main] == 0:
        times = most // bet[main]
    if bet[main] * times <= most:
        bet = {name: cents * times for name, cents in bet.items()}
    for rule in rules.played.wagers:
        if (
            rule.kind != "optional"
            or not rules.offers(rule.name)
            or (state.link_lost and rule.name == rules.metered)
        ):
            continue
        needs = [
            name
            for need in rules.played.requirements(rules)
            if need.wager == rule.name
            for name in need.needs
        ]
        wanted = everything or (not poor and chance.random() < 0.5)
        if wanted and all(name in bet for name in needs):
            bet[rule.name] = least(rules, rule)
    return bet


def signal_for(state: TableState, seed: int, stays: bool) -> tuple[int, str, str] | None:
    """Return the seat whose turn it is, the question, and the choice that its player signals."""
    phase, seat = state.phase, turn_of(state)
    if not isinstance(phase, Ask) or seat is None:
        return None
    choices = legal_choices(state, seat)
    if not choices:
        return None
    chance = chance_of(seed, "signal", state.round.number, phase.name, seat)
    choice = choices[-1] if stays or chance.random() < 0.5 else chance.choice(choices)
    return seat, phase.name, choice


def choice_words(choice: str) -> str:
    """Return a choice as the console shows it, such as "4×"."""
    return re.sub(r"^(\d+)x$", r"\1×", choice).replace("_", " ")


def signal_words(seat: int, choice: str) -> str:
    return f"Seat {seat} signals: {choice_words(choice)}."


def prepared_deal(state: TableState, name: str, seat: int) -> dict[str, tuple[Card, ...]]:
    """Return the cards of a prepared deal by place, for this seat."""
    deck = state.game.deck
    deal = catalog().deals[state.rules.game][name]
    return {
        seat_place(seat) if place == "seat" else place: tuple(parse_cards(cards, deck))
        for place, cards in deal.items()
    }


def blanks(state: TableState, command: TableCommand) -> Iterator[tuple[str, int]]:
    """Yield the place and the index of each card that a command turns up."""
    count = blank_cards(state, command)
    if isinstance(command, do.NameCards):
        yield from ((command.place, command.first + index) for index in range(count))
    elif isinstance(command, do.TurnUp) and isinstance(state.phase, Turn):
        yield from ((state.phase.place, state.phase.first + index) for index in range(count))
    elif isinstance(command, do.DealCards) and count:
        face_up = iter(dealt_face_up(state))
        there = {place: len(cards) for place, cards in state.layout.cards.items()}
        for delivery in deal_plan(state).steps[state.round.cursor :]:
            for _ in range(delivery.count):
                index = there[delivery.place] = there.get(delivery.place, 0) + 1
                if next(face_up, False):
                    yield delivery.place, index - 1


def draw_cards(
    state: TableState, command: TableCommand, deal: dict[str, tuple[Card, ...]], chance: random.Random
) -> TableCommand:
    """Fill in a command's blank cards from the prepared deal, or at random where it has no card."""
    places = [*blanks(state, command)]
    if not places:
        return command
    possible = [*may_still_come(state)]
    reserved = [card for cards in deal.values() for card in cards]
    drawn: list[Card] = []
    for place, index in places:
        planned = deal.get(place, ())
        card = planned[index] if index < len(planned) else None
        if card is None or card not in possible:
            free = [*possible]
            for one in reserved:
                if one in free and len(free) > 1:
                    free.remove(one)
            card = chance.choice(free)
        possible.remove(card)
        drawn.append(card)
    return msgspec.structs.replace(command, cards=tuple(drawn))

"""Build round records that offer every wager, and decks that deal chosen cards to chosen positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any, NamedTuple

from croupier import Refused, play_record
from croupier.cards import parse_cards
from croupier.games import game as game_of
from croupier.records.record import read_record, run
from croupier.submission import Rules, partial
from croupier.table.commands import BuyIn, SitDown, TableCommand
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import StackedDeck
from croupier.table.events import TableEvent
from croupier.table.machine import fold, verify
from croupier.table.state import TableState, open_table
from tests.helpers.now import AskingDriver, filled
from tests.independent.dealing import new_deck, places

GAMES = ("uth", "letitride", "dragon", "topfive")
METHODS = ("shoe", "hand", "automated")
SEATS = {"uth": 6, "letitride": 7, "dragon": 6, "topfive": 6}

Mapped = dict[str, Any]

# Every optional wager is offered.
EVERYTHING: dict[str, Mapped] = {
    "uth": {
        "paytables": {
            "blind": "A",
            "trips": "A",
            "six_card": "A",
            "ultimate_pairs": "B",
            "bad_beat": "A",
            "play_the_board": "A",
        },
        "progressive": {"paytable": "A", "stake": 1, "rate": "0.155"},
    },
    "letitride": {
        "paytables": {"main": "A", "five_card": "A", "three_card": "A", "six_card": "A"},
        "progressive": {
            "paytable": "E",
            "stake": 1,
            "rate": {"mega": "0.1", "major": "0.033", "minor": "0.07"},
        },
    },
    "dragon": {"paytables": {"ante_bonus": "A", "three_card": "A", "dragon": "A"}},
    "topfive": {"paytables": {"top_five": "A", "poker": "A"}},
}

# Dollars on every wager made before the deal. The required wagers come first.
MAIN = {
    "uth": {"ante": 10, "blind": 10},
    "letitride": {"bet1": 10, "bet2": 10, "bet3": 10},
    "dragon": {"ante": 10, "ante_bonus": 10},
    "topfive": {"ante": 10},
}
SIDES = {
    "uth": {
        "trips": 5,
        "six_card": 5,
        "ultimate_pairs": 5,
        "bad_beat": 5,
        "play_the_board": 5,
        "progressive": 1,
    },
    "letitride": {"five_card": 1, "three_card": 5, "six_card": 5, "progressive": 1},
    "dragon": {"three_card": 5, "dragon": 5},
    "topfive": {"top_five": 5, "poker": 5},
}
DECISIONS = {
    "uth": (
        ("4x",),
        ("3x",),
        ("check", "2x"),
        ("check", "check", "1x"),
        ("check", "check", "fold"),
    ),
    "letitride": tuple((one, two) for one in ("ride", "withdraw") for two in ("ride", "withdraw")),
    "dragon": (("play",), ("fold",)),
    "topfive": (("play",), ("fold",)),
}
# the choices that stay in: 4x, ride twice, and play
STAY = {game: plays[0] for game, plays in DECISIONS.items()}


def seat(number: int, wagers: Mapping[str, Any], decisions: Iterable[str], player: str = "") -> Mapped:
    entry: Mapped = {"seat": number, "wagers": dict(wagers), "decisions": list(decisions)}
    return {**entry, "player": player} if player else entry


def record(
    game: str,
    seats: list[Mapped] | None = None,
    *,
    dealing: str = "hand",
    submission: Mapped | None = None,
    laid: Mapping[str, str] | None = None,
) -> Mapped:
    """Build a record whose deck deals the given cards to their positions ("seat 2", "board", "dealer", …)."""
    written = {
        "game": game,
        "dealing": dealing,
        "submission": deepcopy(EVERYTHING[game] if submission is None else submission),
        "seats": seats or [seat(1, MAIN[game], STAY[game])],
        "deck": "",
    }
    if laid:
        written["deck"] = deck_for(written, laid)
    return written


def deck_for(written: Mapped, laid: Mapping[str, str]) -> str:
    """Return the deck in dealing order. Positions without chosen cards get the remaining ones."""
    order = places(written)
    rest = new_deck(written["game"])
    due = {place: cards.split() for place, cards in laid.items()}
    for place, cards in due.items():
        assert len(cards) <= order.count(place), f"{place} takes {order.count(place)} cards, not {cards}"
        for card in cards:
            rest.remove(card)
    return " ".join(due[place].pop(0) if due.get(place) else rest.pop(0) for place in order)


class Step(NamedTuple):
    before: TableState
    command: TableCommand
    events: tuple[TableEvent, ...]
    after: TableState


class Played(NamedTuple):
    rules: Rules
    opening: TableState
    steps: list[Step]

    @property
    def events(self) -> list[TableEvent]:
        return [event for step in self.steps for event in step.events]

    @property
    def closing(self) -> TableState:
        return self.steps[-1].after


def play(written: Mapped) -> Played:
    """Play a record with the driver and return every step."""
    understood = read_record(written)
    opening = open_table(understood.rules)
    entries: list[tuple[TableCommand, tuple[TableEvent, ...]]] = []
    table = Driver(
        opening,
        StackedDeck(game_of(understood.rules.game).deck, understood.deck),
        AUTOMATIONS,
        lambda step, sealed: entries.append((step.command, step.events)),
    )
    run(table, understood)
    steps, state = [], opening
    for command, events in entries:
        after = fold(state, events)
        steps.append(Step(state, command, events, after))
        state = after
    assert state == table.state
    return Played(understood.rules, opening, steps)


def settle(written: Mapped) -> dict[int, Mapped]:
    """Return the seats of the round document by number."""
    return {one["seat"]: one for one in play_record(written)["seats"]}


def at_table(
    game: str,
    submission: Mapped | None = None,
    *,
    dealing: str = "hand",
    seated: Mapping[int, str] | None = None,
    purse: int = 1_000_000,
    laid: str = "",
) -> Driver:
    """Return a table with open bets, seated players and their chips."""
    rules = partial(EVERYTHING[game] if submission is None else submission, game, dealing)
    deck = game_of(game).deck
    table = AskingDriver(open_table(rules), StackedDeck(deck, parse_cards(laid, deck)), AUTOMATIONS)
    table.run()
    for number, player in ({1: "ann"} if seated is None else seated).items():
        table.do(SitDown(seat=number, player=player))
        if purse:
            table.do(BuyIn(player=player, cents=purse))
    return table


def refusal(table: Driver, command: TableCommand) -> Refused:
    """Send a command that must be refused, and return the refusal."""
    refused = verify(table.state, filled(table.state, command))
    assert refused is not None, f"accepted: {command}"
    return refused

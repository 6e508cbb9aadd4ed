"""Drive a table where people perform every act, and audit every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import msgspec
import pytest

from croupier.cards import Card, parse_cards
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.games.game import Ask, Deal, Turn
from croupier.rulebook import clauses, readings
from croupier.submission import Rules, partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.dealing import plan_of
from croupier.table.codec import encode_state
from croupier.table.commands import TableCommand
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import CardSource, StackedDeck
from croupier.table.machine import TableStep, apply, verify
from croupier.table.readers.ledger import LAYOUT, player, postings
from croupier.table.state import BETTING, TableState, bare_table, open_table
from tests.helpers import now
from tests.helpers.meter_books import MeterBooks
from tests.helpers.table_help import EVERYTHING, GAMES, MAIN, SIDES, Mapped

replace = msgspec.structs.replace
clause_book, reading_book = clauses(), readings()

# who performs each step of chapter 4; by default, the dealer
WORD = {"inspect": "dealer", "verify": "floor"}
OPENING = ("inspect", "verify", "spread", "view", "face_down", "wash", "stack")


Ids = Mapping[str, Mapping[str, str]]  # maps game and topic to clause numbers, separated by spaces


def each_game(ids: Ids, *what: str, games: Iterable[str] = GAMES) -> pytest.MarkDecorator:
    """Run the test for every game, marked with that game's clauses."""
    return pytest.mark.parametrize(
        "game",
        [
            pytest.param(
                game,
                marks=pytest.mark.clause(*(c for key in what for c in cited(ids, game, key))),
            )
            for game in games
        ],
    )


def cited(ids: Ids, game: str, what: str) -> tuple[str, ...]:
    return tuple(f"{game}/{number}" for number in ids[game][what].split())


def rules_for(game: str, dealing: str = "hand", submission: Mapped | None = None, **choices: Any) -> Rules:
    """Return rules that offer everything, or those of the given submission.

    `choices` overrides the operator's choices by name.
    """
    made = partial(EVERYTHING[game] if submission is None else submission, game, dealing)
    return Rules(replace(made.choices, **choices))


class Pit:
    """One table and its people.

    `do` runs commands, and `refused` asserts that the table refuses a command.
    """

    def __init__(self, opening: TableState, source: CardSource | None = None) -> None:
        self.audited = opening
        self.events: list[ev.TableEvent] = []
        self.balances: Counter[str] = Counter()
        self.meter_books = MeterBooks.of(opening)
        deck = game_of(opening.rules.game).deck
        self.driver = Driver(
            opening, source or StackedDeck(deck), frozenset(), self.audit, meters=self.meter_books.bank
        )

    @property
    def state(self) -> TableState:
        return self.driver.state

    def do(self, *commands: TableCommand) -> list[ev.TableEvent]:
        told: list[ev.TableEvent] = []
        for command in commands:
            told += self.driver.do(now.filled(self.state, command))
            self.meter_books.agree_with(self.driver.table, self.balances)
        return told

    @property
    def meters(self) -> dict[str, int]:
        """The current meter amounts."""
        return self.meter_books.bank.shown()

    def one(self, command: TableCommand) -> Any:
        """Run a command that produces exactly one event, and return the event."""
        (event,) = self.do(command)
        return event

    def refused(self, command: TableCommand) -> Refused:
        before = encode_state(self.state)
        found = verify(self.state, self.driver.with_reading(now.filled(self.state, command)))
        assert found is not None, f"accepted: {command}"
        assert all(cited in clause_book for cited in found.clauses), found
        assert all(cited in reading_book for cited in found.readings), found
        assert encode_state(self.state) == before
        return found

    def audit(self, step: TableStep, sealed: bytes | None) -> None:
        """Check after every event that money and cards are conserved and that cited clauses exist."""
        for event in step.events:
            self.audited = state = apply(self.audited, event)
            self.events.append(event)
            lines = postings(event)
            assert sum(cents for _, cents in lines) == 0, event
            for account, cents in lines:
                self.balances[account] += cents
            for name, purse in state.seating.purses.items():
                assert self.balances[player(name)] == purse, event
            at_risk = sum(
                cents
                for wagers in state.bets.wagers.values()
                for wager, cents in wagers.items()
                if wager not in state.bets.banked
            )
            assert self.balances[LAYOUT] == at_risk, event
            check_cards_complete(state)
            assert all(cited in clause_book for cited in event.clauses), event
            assert all(cited in reading_book for cited in event.readings), event
        # keep only the last value of each meter
        owed = {event.player: -event.cents for event in self.of(ev.PlayerOwes)}
        for name, purse in self.audited.seating.purses.items():
            assert purse >= 0 or purse >= owed[name], step
        no_card_twice(step.state)
        assert self.audited == step.state

    # Acts that need several commands.

    def seat(self, number: int, name: str, purse: int = 1_000_000) -> None:
        self.do(do.SitDown(seat=number, player=name, by=f"player:{name}"))
        self.do(do.BuyIn(player=name, cents=purse))

    def bet(self, number: int, dollars: Mapping[str, int]) -> None:
        self.do(now.bet(seat=number, wagers={wager: 100 * amount for wager, amount in dollars.items()}))

    def prepare(self, deck: str = "red", steps: Iterable[str] = OPENING) -> None:
        for step in steps:
            self.do(do.Prepare(deck=deck, step=step, by=WORD.get(step, "dealer")))

    def routine(self, *without: str) -> bool:
        """Run the next routine act, as the driver would. Return False if the table waits for a person."""
        self.driver.automations = AUTOMATIONS - {*without}
        command = self.driver.proposal()
        self.driver.automations = frozenset()
        if command is None:
            return False
        self.do(command)
        return True

    def run(
        self,
        until: Callable[[TableState], bool] = lambda state: False,
        decisions: Mapping[int, list[str]] | None = None,
    ) -> None:
        """Play until the state meets the condition, or until the round is over and the next deck is loaded.

        Seats answer from `decisions`. A seat without an answer stays in the round.
        """
        left = {seat: list(words) for seat, words in (decisions or {}).items()}
        while not until(self.state):
            phase = self.state.phase
            if isinstance(phase, Ask):
                seat = self.state.round.in_play[self.state.round.cursor]
                word = left[seat].pop(0) if left.get(seat) else phase.choices[-1].name
                self.do(now.decide(seat=seat, choice=word))
            elif not self.routine():
                return

    def deal(self, count: int) -> None:
        self.driver.deal(count)

    def deal_next(self) -> None:
        """Deal one card or one stack."""
        phase = self.state.phase
        assert isinstance(phase, Deal)
        self.deal(plan_of(self.state, phase).sizes[self.state.round.cursor])

    def fork(self) -> Pit:
        """Copy the table, so that a test can try a different continuation."""
        other = Pit(self.state, deepcopy(self.driver.source))
        other.balances = Counter(self.balances)
        other.meter_books = self.meter_books.fork()
        other.driver.meters = other.meter_books.bank
        return other

    def of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


class Felt:
    """Track the physical cards in the deck and on the table, which the state machine cannot see."""

    def __init__(self, deck: list[Card]) -> None:
        self.deck = deck
        self.places: dict[str, list[Card]] = {}

    def deal(self, pit: Pit) -> None:
        """Deal all cards that are due. Only cards dealt face up are named."""
        phase = pit.state.phase
        assert isinstance(phase, Deal)
        named: list[Card | None] = []
        for place, count in plan_of(pit.state, phase).deliveries[pit.state.round.cursor :]:
            cards, self.deck = self.deck[:count], self.deck[count:]
            self.places.setdefault(place, []).extend(cards)
            named += cards if phase.face_up and place == "board" else [None] * count
        pit.do(do.DealCards(cards=tuple(named)))

    def name(self, pit: Pit, place: str) -> None:
        if None in pit.state.layout.cards.get(place, ()):
            pit.do(do.NameCards(place=place, cards=tuple(self.places[place])))

    def turn(self, pit: Pit) -> None:
        phase = pit.state.phase
        assert isinstance(phase, Turn)
        pit.do(do.TurnUp(cards=tuple(self.places[phase.place][phase.first : phase.first + phase.count])))


def check_cards_complete(state: TableState) -> None:
    layout = state.layout
    lying = [card for cards in layout.cards.values() for card in cards]
    racked = [card for _, cards in layout.rack for card in cards]
    counted = len(lying) + len(racked) + layout.stub + layout.racked_stub
    deck = Counter(state.game.deck.order)
    assert counted in (0, deck.total())  # the stub is not counted before the first round


def no_card_twice(state: TableState) -> None:
    """Check that no card occurs twice, except while two card names are being corrected."""
    layout = state.layout
    lying = [card for cards in (*layout.cards.values(), *(hand for _, hand in layout.rack)) for card in cards]
    assert Counter(card for card in lying if card is not None) <= Counter(state.game.deck.order)


def table(
    game: str,
    dealing: str = "hand",
    *,
    submission: Mapped | None = None,
    source: CardSource | None = None,
    deck: str = "",
    **choices: Any,
) -> Pit:
    """Return a table with a loaded deck and no players."""
    rules = rules_for(game, dealing, submission, **choices)
    cards = game_of(game).deck
    return Pit(open_table(rules), source or StackedDeck(cards, parse_cards(deck, cards)))


def bare(game: str, dealing: str = "hand", **choices: Any) -> Pit:
    """Return a table before the cards arrive."""
    return Pit(bare_table(rules_for(game, dealing, **choices)))


def full_bets(game: str) -> dict[str, int]:
    return {**MAIN[game], **SIDES[game]}


def bets_down(game: str, dealing: str = "hand", seats: Iterable[int] = (1, 3), **options: Any) -> Pit:
    """Place every wager of the game for each player ("p1", "p3"), with bets still open."""
    pit = table(game, dealing, **options)
    for number in seats:
        pit.seat(number, f"p{number}")
        pit.bet(number, full_bets(game))
    return pit


def in_round(game: str, dealing: str = "hand", seats: Iterable[int] = (1, 3), **options: Any) -> Pit:
    """Return a table after "no more bets", ready to deal the first card."""
    pit = bets_down(game, dealing, seats, **options)
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: isinstance(state.phase, Deal))
    return pit


def play_another(pit: Pit) -> None:
    """Finish the round and check that the next one can be played to its end."""
    pit.run()
    number = pit.state.round.number
    assert pit.state.round.phase == BETTING
    assert not pit.state.bets.wagers
    seats = list(pit.state.seating.seats)
    for seat in seats:
        pit.bet(seat, MAIN[pit.state.rules.game])
    pit.do(do.CloseBetting())
    pit.run()
    assert pit.state.round.number == number + 1
    assert pit.state.round.phase == BETTING
    assert not pit.of(ev.RoundVoided) or pit.of(ev.RoundVoided)[-1].round < number
    assert pit.balances[LAYOUT] == 0


def any_command(state: TableState) -> Iterator[TableCommand]:
    """Yield one command of each kind, sent by a person with permission."""
    samples: dict[str, Any] = {
        "seat": 1, "player": "p1", "cents": 500, "wagers": {"ante": 1000}, "wager": "progressive",
        "chips": 1, "cards": (), "choice": "fold", "backs": ("green",), "deck": "red", "step": "inspect",
        "depth": 20, "reason": "so", "place": "seat1", "index": 0, "card": "As", "device": "shuffler",
        "how": "covered", "dealing": "shoe", "shuffler": "none", "matter": "other", "detail": "so",
        "outcome": "play_on", "clause": "topfive/11.A.2", "round": 1, "returned": 0, "holder": 3, "total": 52,
        "misdealt": False, "question": "none", "choices": state.rules.choices,
        "table": "uth-1", "book": "0f" * 32, "submission": "0f" * 32, "root": "0f" * 32, "missing": ("p1",),
    }  # fmt: skip
    for kind in TableCommand.__subclasses__():
        if not kind.__module__.startswith("croupier."):
            continue
        fields = [f for f in kind.__struct_fields__ if f in samples]
        made = {field: samples[field] for field in fields}
        if kind in (do.CountStub, do.ReportWrongNumber):
            made["cards"] = 1
        role = "player:p1" if kind.roles[0] == "player" else kind.roles[0]
        yield kind(**made, by=role)

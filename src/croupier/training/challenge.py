"""Challenges: the same hands for everybody, scored by the value lost against best play, without luck.

The secret seed of a challenge gives the order of the cards of every hand. The table's own machine plays the
hands, so questions and payments are those of the table. Each result splits exactly into three parts:

    result = value of the game under best play - value lost by decisions + luck
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import count

import msgspec

from croupier.cards import Card, Deck, shuffle
from croupier.errors import BadInput
from croupier.games import game as game_of
from croupier.games.game import BOARD, DEALER, seat_place
from croupier.maths.advice import terms_at
from croupier.maths.solver import solver
from croupier.rulebook.registry import cache_recent
from croupier.submission import Rules
from croupier.table import events as ev
from croupier.table.events.event import EVERYONE
from croupier.table.readers.legal import cards_face_up
from croupier.table_handle import TableHandle
from croupier.training.decisions.dealing import PracticeGame
from croupier.training.decisions.judging import JudgedSpot
from croupier.training.decisions.questions import DecisionSpot

SIZES = (50, 100, 200)  # numbers of hands that a challenge can have
SEAT, PLAYER = 1, "player"
CHIPS = 1_000  # chips of the player at the beginning of each hand, in units


class ChallengeHand(msgspec.Struct, frozen=True):
    """A hand of a challenge after some answers."""

    spot: DecisionSpot | None  # the open question, or None after the hand
    judged: tuple[JudgedSpot, ...]  # the decisions so far
    answers: tuple[str, ...]
    net: int | None  # result in cents, or None during the hand
    hand: tuple[Card, ...]
    board: tuple[Card, ...]  # face up
    dealer: tuple[Card, ...]  # face up

    @property
    def lost(self) -> Fraction:
        """Return the value lost by the answers, in units."""
        pairs = zip(self.judged, self.answers, strict=True)
        return sum((judged.cost(choice) for judged, choice in pairs), Fraction(0))


class ChallengeScore(msgspec.Struct, frozen=True):
    """The result of finished hands, in units."""

    hands: int = 0
    net: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)

    def plus(self, hand: ChallengeHand, unit: int) -> ChallengeScore:
        assert hand.net is not None, "only a finished hand counts"
        return ChallengeScore(self.hands + 1, self.net + Fraction(hand.net, unit), self.lost + hand.lost)

    def luck(self, value: Fraction) -> Fraction:
        """Return the luck, given the value of one hand under best play. All parts add up exactly."""
        return self.net - self.hands * value + self.lost


@cache_recent
def value_of_hand(rules: Rules) -> Fraction:
    """Return the exact value of the main game under best play, in units. It is minus the house edge."""
    of = solver(rules.game)
    table = rules.paytable(of.table) if of.table else None
    return of.solve(terms_at(rules, rules.game), table, None).ev


def order_of(seed: bytes, number: int, deck: Deck) -> tuple[Card, ...]:
    """Return the order of the cards of a hand. Without the seed it cannot be computed or predicted."""
    return shuffle(deck.order, _stream(seed, number))


def _stream(seed: bytes, number: int) -> Callable[[int], bytes]:
    blocks = (hmac.digest(seed, f"{number}/{block}".encode(), hashlib.sha256) for block in count())
    rest = b""

    def take(size: int) -> bytes:
        nonlocal rest
        while len(rest) < size:
            rest += next(blocks)
        taken, rest = rest[:size], rest[size:]
        return taken

    return take


def play_hand(game: PracticeGame, order: Sequence[Card], answers: Sequence[str], unit: int) -> ChallengeHand:
    """Play a hand with one seat that bets only the required wagers, up to the next open question."""
    rules = game.rules
    table = TableHandle(rules, order)
    required = [wager for wager in game_of(rules.game).wagers if wager.kind == "required"]
    table.sit(SEAT, PLAYER, _dollars(CHIPS * unit))
    before = table.state.seating.purses[PLAYER]
    table.bet(SEAT, **{wager.name: _dollars(unit) for wager in required}).deal()
    judged: list[JudgedSpot] = []
    for answer in answers:
        spot = _spot(game, table)
        if spot is None:
            raise BadInput("the hand is over; it has no more questions")
        found = game.judge(spot)
        if answer not in found.values:
            raise BadInput(f"there is no choice {answer!r:.40}")
        judged.append(found)
        table.decide(answer)
    spot, state = _spot(game, table), table.state
    net = None if spot is not None else state.seating.purses[PLAYER] - before
    hand = spot.hand if spot is not None else judged[-1].spot.hand if judged else ()
    board, dealer = _shown(table, BOARD), _shown(table, DEALER)
    return ChallengeHand(spot, tuple(judged), tuple(answers), net, hand, board, dealer)


def _spot(game: PracticeGame, table: TableHandle) -> DecisionSpot | None:
    asked = table.question
    if asked is None:
        return None
    question = next((each for each in game.questions if each.name == asked[1]), None)
    if question is None:
        raise BadInput(f"challenges are not available for this game: {asked[1]!r:.40} has no exact values")
    state = table.state
    hand = tuple(card for card in state.layout.cards[seat_place(SEAT)] if card is not None)
    return DecisionSpot(question.number, hand, cards_face_up(state, BOARD), cards_face_up(state, DEALER))


def _shown(table: TableHandle, place: str) -> tuple[Card, ...]:
    """Return the cards at a place that everyone saw during the round."""
    shown: dict[int, Card] = {}
    for event in table.events:
        if isinstance(event, ev.DealerRevealed):
            shown |= dict(enumerate(event.cards.get(place, ())))
        if not isinstance(event, ev.CardsNamed | ev.CardsTurned) or event.place != place:
            continue
        if isinstance(event, ev.CardsTurned) or event.audience == EVERYONE:
            shown |= {event.first + k: card for k, card in enumerate(event.cards) if card is not None}
    return tuple(shown[position] for position in sorted(shown))


def _dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"

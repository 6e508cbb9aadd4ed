"""The exact value of every legal choice for the cards a player can see: the best one, and what the others
cost.

Values are in units of the Ante and count every main wager that the choice decides. In Let It Ride, where
each bet is won or lost by itself, they are what the bet in question is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from croupier.cards import DRAGON, STANDARD, Card, Deck, parse_cards, show_cards
from croupier.errors import BadInput
from croupier.maths import dragon, letitride, topfive
from croupier.maths.terms import TableRules, Terms
from croupier.maths.wagers import main_games
from croupier.rulebook import Paytable, defaults, games

IN_HAND = {"uth": 2, "letitride": 3, "dragon": 3, "topfive": 7}
ON_BOARD = {"uth": (0, 3, 5), "letitride": (0, 1), "dragon": (0,), "topfive": (0,)}
DEALER_NEEDS = {"uth": 2, "letitride": 0, "dragon": 3, "topfive": 7}
BOARD_NEEDS = {"uth": 5, "letitride": 2, "dragon": 0, "topfive": 0}


class Advice(msgspec.Struct, frozen=True):
    """Choices with their values, the smaller wager first."""

    game: str
    question: str
    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    values: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """Of equal choices the smaller wager."""
        return max(self.values, key=self.values.__getitem__)

    @property
    def indifferent(self) -> bool:
        return list(self.values.values()).count(self.values[self.best]) > 1

    def cost(self, choice: str) -> Fraction:
        return self.values[self.best] - self.values[choice]


def deck_of(game: str) -> Deck:
    return DRAGON if game == "dragon" else STANDARD


def advise(
    rules: TableRules,
    game: str,
    hand: str | Iterable[str],
    board: str | Iterable[str] = (),
    dead: str | Iterable[str] = (),
) -> Advice:
    """``rules`` are those of a table (``croupier.submission.Rules``) or terms with one paytable in them."""
    if game not in games():
        raise BadInput(f"no game {game!r:.40}; the games are {', '.join(games())}")
    deck = deck_of(game)
    held, shown, gone = (parse_cards(cards, deck) for cards in (hand, board, dead))
    check_cards(game, held, shown, gone)
    terms = _terms(rules, game)
    paying = main_games.TABLE_OF[game]
    table = rules.paytable(paying) if paying else None
    values = _values(terms, table, held, shown, gone)
    return Advice(game, question(game, len(shown)), held, shown, gone, values)


def warm(game: str) -> None:
    """Get everything ready that later answers share: from then on a decision takes milliseconds."""
    if game == "uth":
        from croupier.maths.uth.sums import sums

        sums()


def check_cards(game: str, hand: tuple[Card, ...], board: tuple[Card, ...], dead: tuple[Card, ...]) -> None:
    if len(hand) != IN_HAND[game]:
        raise BadInput(f"a hand of {game} is {IN_HAND[game]} cards, not {len(hand)}: {show_cards(hand)!r}")
    if len(board) not in ON_BOARD[game]:
        if ON_BOARD[game] == (0,):
            raise BadInput(f"{game} has no community cards; leave out --board")
        sizes = " or ".join(str(size) for size in ON_BOARD[game])
        raise BadInput(f"with {len(board)} community cards {game} asks nothing; it does with {sizes}")
    deck = deck_of(game)
    parse_cards((*hand, *board, *dead), deck)  # all together: no card twice
    unseen = len(deck) - len(hand) - len(board) - len(dead)
    need = BOARD_NEEDS[game] - len(board) + DEALER_NEEDS[game]
    if unseen < need:
        raise BadInput(f"{len(dead)} dead cards leave {unseen} in the deck, and {need} are still to be dealt")


def question(game: str, board: int) -> str:
    if game == "letitride":
        return "bet2" if board else "bet1"
    if game == "uth":
        return {0: "before the Flop", 3: "on the Flop", 5: "on the River"}[board]
    return "play or fold"


def _values(
    terms: Terms,
    table: Paytable | None,
    hand: tuple[Card, ...],
    board: tuple[Card, ...],
    dead: tuple[Card, ...],
) -> Mapping[str, Fraction]:
    if terms.game == "topfive":
        return topfive.values(terms, hand, dead)
    assert table is not None
    if terms.game == "letitride":
        return letitride.values(table, hand, board, dead)
    if terms.game == "dragon":
        return dragon.values(terms, table, hand, dead)
    from croupier.maths import uth

    return uth.choices(uth.Position.of(hand, board, dead), main_games.blind_pays(table)).values


def _terms(rules: TableRules, game: str) -> Terms:
    if isinstance(rules, Chosen):
        return rules.terms
    taken = {reading_id: rules.reading(reading_id) for reading_id in defaults()}
    return Terms(game, {each: choice for each, choice in taken.items() if choice != defaults()[each]})


class Chosen:
    """Terms with one letter picked for the main paytable: the rules that ``croupier strategy`` advises by."""

    def __init__(self, terms: Terms, letter: str | None = None) -> None:
        self.terms = terms
        paying = main_games.TABLE_OF[terms.game]
        self._table: Paytable | None = None
        if paying is not None:
            tables = terms.paytables(paying)
            if letter is not None and letter not in tables:
                known = ", ".join(tables)
                raise BadInput(f"{terms.game} {paying} has no paytable {letter!r:.40}; it has {known}")
            self._table = tables[letter] if letter is not None else next(iter(tables.values()))
        elif letter is not None:
            raise BadInput(f"the main wagers of {terms.game} have no paytables; leave out --paytable")

    def paytable(self, wager: str) -> Paytable:
        if self._table is None or wager != self._table.wager:
            raise BadInput(f"no paytable for {wager!r:.40} was chosen")
        return self._table

    def reading(self, reading_id: str) -> str:
        return self.terms.reading(reading_id)

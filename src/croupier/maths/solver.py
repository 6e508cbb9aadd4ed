"""The interface between the mathematics and a game.

Each game has one solver. ``solver`` finds it by the game's name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import Parameter, signature
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.games import game as game_of
from croupier.maths.protection.seen_cards import InformedPlay, SeenCardKind
from croupier.maths.results import Result
from croupier.maths.strategy.play import Play
from croupier.maths.strategy.rule_list import Answers, RuleList, StrategyQuestion
from croupier.maths.strategy.search import Cases
from croupier.maths.terms import Terms
from croupier.maths.wagers.frequencies import Frequencies
from croupier.rulebook import Payment, Paytable, Row, cache_per_registry, declaration, place
from croupier.rulebook.registry import fault_in_game

Cards = tuple[Card, ...]
Progress = Callable[[float], None]
Decision = dict[str, Any]  # one decision of best play, as printed by `croupier strategy --json`


class SideWager(msgspec.Struct, frozen=True):
    """A bonus wager. The player's decisions do not change the hand that it pays on.

    ``decided_by`` returns the frequencies of that hand. They may depend on the paytable, because the
    paytable can determine which cards count.
    """

    decided_by: Callable[[Terms, Paytable], Frequencies]
    readings: tuple[str, ...]
    # hands that a custom paytable may list, best first, or empty for the rule book's hands
    hands: tuple[str, ...] = ()
    of_the_stake: bool = False  # whether the return depends on the stake, through amounts of money or meters
    # whether the house keeps the stake when it pays an amount of money
    stake_kept: Callable[[Terms], bool] = lambda terms: False
    # returns what a row pays under the readings, or None if the row does not apply
    pays: Callable[[Terms, Paytable, Row], Payment | None] = lambda terms, table, row: row.pays
    # returns the hand frequencies of the rounds that best play folds, if a fold may lose the wager (X-04 R2)
    folded: Callable[[Terms, Paytable], Frequencies] | None = None
    # returns the hands that a paytable may list, given its rows
    basis: Callable[[Mapping[str, Row], str], tuple[str, ...]] | None = None
    # returns the name of the stored joint counts of two players' hands, if other players' hands earn Envy
    beside: Callable[[Terms, Paytable], str] | None = None


class Simple(msgspec.Struct, frozen=True):
    """The features that a short rule list can test, for all cases of a question and for one hand."""

    questions: tuple[StrategyQuestion, ...]
    cases: Callable[[Terms, Paytable | None, str, Mapping[str, Answers]], Cases]
    # returns the features of one hand, given the question, the player's cards and the community cards
    of_hand: Callable[[Terms, Paytable | None, str, Cards, Cards], Mapping[str, int]] | None = None


class Variant(msgspec.Struct, frozen=True):
    """Terms in which one rule value is replaced."""

    value: str  # name of the changed rule value in words
    was: str
    now: str
    terms: Terms


class Quick(msgspec.Struct, frozen=True):
    """The value of best play, without the distribution of results."""

    ev: Fraction
    average_wager: Fraction
    decisions: list[Decision]

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def hold(self) -> Fraction:
        return self.house_edge / self.average_wager


class SeatInfo(msgspec.Struct, frozen=True):
    """Facts about a decision other than the player's own cards.

    `Solver.values` receives the facts for which it has a parameter of the same name.
    """

    stakes: Mapping[str, Fraction]  # open main wagers, in units of the first required wager
    dealer: Cards = ()  # the dealer's cards that are face up


def opening_stakes(game: str) -> dict[str, Fraction]:
    """Return the stakes at the first decision, with one unit on each required wager."""
    return {rule.name: Fraction(1) for rule in declaration(game).wagers if rule.kind == "required"}


@cache
def _asks_for(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return the fields of `SeatInfo` for which a function has parameters."""
    taken = signature(function).parameters
    every = any(each.kind is Parameter.VAR_KEYWORD for each in taken.values())
    return tuple(name for name in SeatInfo.__struct_fields__ if every or name in taken)


class Solver(msgspec.Struct, frozen=True, kw_only=True):
    """The exact mathematics of one game."""

    # solves the main game under best play
    solve: Callable[[Terms, Paytable | None, Progress | None], Result]
    sides: Mapping[str, SideWager]
    strategy: Callable[[Terms, Paytable | None], list[Decision]]
    # Returns the value of every choice, given terms, paytable, hand, board and dead cards.
    # The function also receives the fields of `SeatInfo` for which it has parameters of the same name.
    values: Callable[..., Mapping[str, Fraction]]
    # returns the name of the decision, given the number of community cards
    question: Callable[[int], str] = lambda board: "play or fold"
    # wager whose paytable affects the main game, or None if all main wagers pay odds
    table: str | None = None
    table_hands: tuple[str, ...] = ()  # hands that a custom main paytable may list, best first
    # returns how often each hand of the main paytable occurs
    table_counts: Callable[[Terms], Frequencies] | None = None
    every_hand: bool = False  # whether the paytable must have a row for every hand
    check_table: Callable[[Mapping[str, Row], str], None] = lambda rows, where: None
    # True if a removed row stays as a losing row, because its hand would push without a row
    last_row_stays: bool = False
    odds: tuple[str, ...] = ()  # wagers whose odds may be replaced
    # parses the raise sizes of a rules file
    raises: Callable[[Mapping[str, Any], str], dict[str, tuple[int, ...]]] | None = None
    # returns only the value and best play, if the full distribution takes much longer
    quick: Callable[[Terms, Paytable | None], Quick | None] | None = None
    printed_raises: Mapping[str, tuple[int, ...]] = {}  # sizes of the raises in the printed rules
    qualifiers: tuple[str, ...] = ()  # hands that can be set as the dealer's qualifier
    # returns the terms with a raise or the qualifier changed by one step
    variants: Callable[[Terms], Iterable[Variant]] = lambda terms: ()
    in_hand: int  # number of cards that each player gets
    dealer: int = 0  # number of cards that the dealer gets
    board: int = 0  # number of community cards at the end of a round
    asked_with: tuple[int, ...] = (0,)  # numbers of visible community cards when a decision is due
    # parses the deck of a rules file
    pack: Callable[[Mapping[str, Any], str], dict[Card, int]] | None = None
    envy_hands: tuple[str, ...] = ()
    warm: Callable[[], None] = lambda: None  # loads the data that all later answers share
    # loads the data for non-standard raise sizes, which takes seconds
    warm_raises: Callable[[], None] | None = None
    # returns best play's choice for each hand
    decisions: Callable[[Terms, Paytable | None], Mapping[str, str]] | None = None
    # returns rounds on arrays, played by a rule list or by best play, or None if not available
    play: Callable[[Terms, Paytable | None, RuleList | None], Play] | None = None
    simple: Simple | None = None  # features and cases for the search for simple rules
    sights: Mapping[str, SeenCardKind] = {}  # kinds of hidden cards that a player might see
    # returns the exact value if seats share their cards, or None if deals must be sampled
    shared: Callable[[Terms, Paytable | None, int, Progress], InformedPlay] | None = None
    # Returns the value of the whole round under best play, given a hand and dead cards.
    # If it is None, the best of `values` is the value of the whole round, including later decisions.
    round_worth: Callable[[Terms, Paytable | None, Cards, Cards], Fraction] | None = None

    def worth(self, terms: Terms, table: Paytable | None, hand: Cards, dead: Cards) -> Fraction:
        if self.round_worth is not None:
            return self.round_worth(terms, table, hand, dead)
        return max(self.values_at(terms, table, hand, (), dead).values())

    def values_at(
        self,
        terms: Terms,
        table: Paytable | None,
        hand: Cards,
        board: Cards,
        dead: Cards,
        info: SeatInfo | None = None,
    ) -> Mapping[str, Fraction]:
        """Return the value of every choice. Without ``info``, each required wager has one unit."""
        info = info or SeatInfo(opening_stakes(terms.game))
        more = {name: getattr(info, name) for name in _asks_for(self.values)}
        return self.values(terms, table, hand, board, dead, **more)

    def most_others(self, cards: int) -> int:
        """Return the maximum number of other players for a deck with this many cards."""
        return (cards - self.board - self.dealer) // self.in_hand - 1


@cache_per_registry
def solver(game: str) -> Solver:
    module = place(game).solver_module
    game_of(game)  # Loading the game rejects paytable rows with unknown hands.
    parent = module.rpartition(".")[0]
    if find_spec(parent) is None or find_spec(module) is None:
        raise BadInput(f"{game} has no exact mathematics, because its package has no solver")
    try:
        found = getattr(import_module(module), "SOLVER", None)
    except BadInput:
        raise
    except Exception as fault:  # The game's own code may raise any exception.
        if not place(game).package:
            raise
        where = fault_in_game(fault) or f"the game {game!r}: {type(fault).__name__}: {fault}"
        raise BadInput(where) from None
    if not isinstance(found, Solver):
        raise BadInput(f"the game {game!r}: {module} has no SOLVER")
    return found

"""The interface between the mathematics and a game: one solver per game, found through the registry."""

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
from croupier.rulebook import Payment, Paytable, Row, declaration, place, remembered

Cards = tuple[Card, ...]
Progress = Callable[[float], None]
Decision = dict[str, Any]  # one decision of the best play, as `croupier strategy --json` prints it


class SideWager(msgspec.Struct, frozen=True):
    """A wager that no decision can change.

    ``decided_by`` may depend on the paytable, because the paytable can select the cards that count.
    """

    decided_by: Callable[[Terms, Paytable], Frequencies]
    readings: tuple[str, ...]
    hands: tuple[str, ...] = ()  # that your own table may list, best first; empty: those of the rule book
    of_the_stake: bool = False  # the return depends on the stake: it pays amounts of money or from meters
    stake_kept: Callable[[Terms], bool] = lambda terms: False  # a money payout does not return the stake
    # The payment of a row under the readings. None means that the row does not count.
    pays: Callable[[Terms, Paytable, Row], Payment | None] = lambda terms, table, row: row.pays
    # Rounds that the best play of the main game folds, if a fold may lose the wager (X-04 R2).
    folded: Callable[[Terms, Paytable], Frequencies] | None = None
    # The hands that a table may list, given its rows.
    basis: Callable[[Mapping[str, Row], str], tuple[str, ...]] | None = None
    # The name of the stored joint counts of two players' hands, if others' hands earn Envy.
    beside: Callable[[Terms, Paytable], str] | None = None


class Simple(msgspec.Struct, frozen=True):
    """The features that a short list of rules may use, and the value of each case of a question."""

    questions: tuple[StrategyQuestion, ...]
    cases: Callable[[Terms, Paytable | None, str, Mapping[str, Answers]], Cases]


class Variant(msgspec.Struct, frozen=True):
    """One rule value of a table, replaced by another."""

    value: str  # which rule value, in words
    was: str
    now: str
    terms: Terms


class Quick(msgspec.Struct, frozen=True):
    """The value of the best play, without the distribution of results."""

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
    """Facts of a decision besides the cards. `Solver.values` gets those that it names as parameters."""

    stakes: Mapping[str, Fraction]  # open main wagers, in units of the first required wager
    dealer: Cards = ()  # the dealer's cards that are face up


def opening_stakes(game: str) -> dict[str, Fraction]:
    """One unit on each required wager: the stakes of a first decision."""
    return {rule.name: Fraction(1) for rule in declaration(game).wagers if rule.kind == "required"}


@cache
def _asks_for(function: Callable[..., Any]) -> tuple[str, ...]:
    """The fields of `SeatInfo` that a function has parameters for."""
    taken = signature(function).parameters
    every = any(each.kind is Parameter.VAR_KEYWORD for each in taken.values())
    return tuple(name for name in SeatInfo.__struct_fields__ if every or name in taken)


class Solver(msgspec.Struct, frozen=True, kw_only=True):
    """The exact mathematics of one game."""

    solve: Callable[[Terms, Paytable | None, Progress | None], Result]  # the main game under the best play
    sides: Mapping[str, SideWager]
    strategy: Callable[[Terms, Paytable | None], list[Decision]]
    # The value of every choice: (terms, table, hand, board, dead), and by name the fields of `SeatInfo` that
    # the function has parameters for.
    values: Callable[..., Mapping[str, Fraction]]
    question: Callable[[int], str] = lambda board: "play or fold"  # by number of community cards
    table: str | None = None  # the paytable that shapes the main game; None: even money throughout
    table_hands: tuple[str, ...] = ()  # the hands that your own main table may list, best first
    table_counts: Callable[[Terms], Frequencies] | None = None  # how often each hand of that table occurs
    every_hand: bool = False  # the table must cover every hand, down to the lowest
    check_table: Callable[[Mapping[str, Row], str], None] = lambda rows, where: None
    last_row_stays: bool = False  # no row may be removed, because every winning hand needs one
    odds: tuple[str, ...] = ()  # wagers whose odds may be replaced
    raises: Callable[[Mapping[str, Any], str], dict[str, tuple[int, ...]]] | None = None  # reads their sizes
    # Value and best play only, if the whole distribution takes much longer. None if it does not.
    quick: Callable[[Terms, Paytable | None], Quick | None] | None = None
    printed_raises: Mapping[str, tuple[int, ...]] = {}  # the sizes in the printed rules
    qualifiers: tuple[str, ...] = ()  # hands that can be set as the dealer's qualifier
    # Terms with a raise or the qualifier changed by one step.
    variants: Callable[[Terms], Iterable[Variant]] = lambda terms: ()
    in_hand: int  # cards of a player
    dealer: int = 0  # cards of the dealer
    board: int = 0  # cards on the board at the end
    asked_with: tuple[int, ...] = (0,)  # community cards seen when a decision is due
    pack: Callable[[Mapping[str, Any], str], dict[Card, int]] | None = None  # reads a deck from a rules file
    envy_hands: tuple[str, ...] = ()
    warm: Callable[[], None] = lambda: None  # loads the data that later answers share
    warm_raises: Callable[[], None] | None = None  # the same for raises of other sizes, which takes seconds
    # Every decision of the best play that payments may change, by hand.
    decisions: Callable[[Terms, Paytable | None], Mapping[str, str]] | None = None
    # Rounds on arrays, decided by a list of rules or by the best play. None if not available for this game.
    play: Callable[[Terms, Paytable | None, RuleList | None], Play] | None = None
    simple: Simple | None = None  # for rules that a person can remember
    sights: Mapping[str, SeenCardKind] = {}  # cards that may be seen, and their value
    # The exact value when seats share their cards. None: deals are sampled.
    shared: Callable[[Terms, Paytable | None, int, Progress], InformedPlay] | None = None
    # The value of the whole round under the best play, for a hand before the first decision and cards known
    # to be gone. None: the best of `values`, which is the same if the first decision includes what follows.
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
        """The value of every choice. Without ``info``, one unit is staked on each required wager."""
        info = info or SeatInfo(opening_stakes(terms.game))
        more = {name: getattr(info, name) for name in _asks_for(self.values)}
        return self.values(terms, table, hand, board, dead, **more)

    def most_others(self, cards: int) -> int:
        """The number of other players that a deck of this many cards can serve."""
        return (cards - self.board - self.dealer) // self.in_hand - 1


@remembered
def solver(game: str) -> Solver:
    module = place(game).solver_module
    game_of(game)  # check the game first: an unknown condition has no probability
    parent = module.rpartition(".")[0]
    if find_spec(parent) is None or find_spec(module) is None:
        raise BadInput(f"{game} has no exact mathematics: its package has no solver")
    found = getattr(import_module(module), "SOLVER", None)
    if not isinstance(found, Solver):
        raise BadInput(f"the game {game!r}: {module} has no SOLVER")
    return found

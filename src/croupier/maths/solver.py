"""What the mathematics needs of a game: one solver each, found where the registry says it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.games import game as game_of
from croupier.maths.play.play import Play
from croupier.maths.play.rulelist import Answers, Question, RuleList
from croupier.maths.play.search import Cases
from croupier.maths.protection.sight import Seen, Sight
from croupier.maths.results import Result
from croupier.maths.terms import Terms
from croupier.maths.wagers.frequencies import Frequencies
from croupier.rulebook import Payment, Paytable, Row, place, remembered

Cards = tuple[Card, ...]
Progress = Callable[[float], None]
Decision = dict[str, Any]  # one decision of the best play, as `croupier strategy --json` prints it


class SideWager(msgspec.Struct, frozen=True):
    """A wager that no decision can change. ``decided_by`` may look at the paytable: it picks the cards that
    count.
    """

    decided_by: Callable[[Terms, Paytable], Frequencies]
    readings: tuple[str, ...]
    hands: tuple[str, ...] = ()  # what a table of one's own may ask for, best first; none: the rule book's
    of_the_stake: bool = False  # what it returns depends on the stake: sums of money, meters
    stake_kept: Callable[[Terms], bool] = lambda terms: False  # a sum of money is all the player gets
    # What a row pays under the readings; None: the row does not count.
    pays: Callable[[Terms, Paytable, Row], Payment | None] = lambda terms, table, row: (
        row.pays
    )  # None: no row
    # Rounds that the best play of the main game folds, where a fold may lose the wager (X-04 R2).
    folded: Callable[[Terms, Paytable], Frequencies] | None = None
    basis: Callable[[Mapping[str, Row], str], tuple[str, ...]] | None = None  # hands, by the rows of a table
    # Under which name the hands of two players are kept together, where others' hands earn Envy.
    beside: Callable[[Terms, Paytable], str] | None = None


class Simple(msgspec.Struct, frozen=True):
    """What a short list of rules may look at, and what each case of a question is worth."""

    questions: tuple[Question, ...]
    cases: Callable[[Terms, Paytable | None, str, Mapping[str, Answers]], Cases]


class Variant(msgspec.Struct, frozen=True):
    """A value of a rule that a table may change, with another one in its place."""

    value: str  # which one, in words
    was: str
    now: str
    terms: Terms


class Quick(msgspec.Struct, frozen=True):
    """What the best play is worth, without how the results are spread."""

    ev: Fraction
    average_wager: Fraction
    decisions: list[Decision]

    @property
    def house_edge(self) -> Fraction:
        return -self.ev

    @property
    def hold(self) -> Fraction:
        return self.house_edge / self.average_wager


class Solver(msgspec.Struct, frozen=True, kw_only=True):
    """The exact mathematics of one game."""

    solve: Callable[[Terms, Paytable | None, Progress | None], Result]  # the game itself, best play
    sides: Mapping[str, SideWager]
    strategy: Callable[[Terms, Paytable | None], list[Decision]]
    values: Callable[
        [Terms, Paytable | None, Cards, Cards, Cards], Mapping[str, Fraction]
    ]  # hand, board, dead
    question: Callable[[int], str] = lambda board: "play or fold"  # asked with so many community cards
    table: str | None = None  # the paytable that shapes the main game; None: even money throughout
    table_hands: tuple[str, ...] = ()  # what such a table of one's own may ask for, best first
    table_counts: Callable[[Terms], Frequencies] | None = None  # the hands that such a table is asked about
    every_hand: bool = False  # each of them must be told what happens, down to the lowest
    check_table: Callable[[Mapping[str, Row], str], None] = lambda rows, where: None
    last_row_stays: bool = False  # no row may be taken away: every winning hand must be told what happens
    odds: tuple[str, ...] = ()  # wagers whose odds may be replaced
    raises: Callable[[Mapping[str, Any], str], dict[str, tuple[int, ...]]] | None = None  # reads their sizes
    # Value and best play alone, where the whole distribution takes much longer; None where it does not.
    quick: Callable[[Terms, Paytable | None], Quick | None] | None = None
    printed_raises: Mapping[str, tuple[int, ...]] = {}  # the sizes as the rules have them
    qualifiers: tuple[str, ...] = ()  # hands with which the dealer may be made to qualify
    variants: Callable[[Terms], Iterable[Variant]] = lambda terms: ()  # of raises and qualifier, a step off
    in_hand: int  # cards of a player …
    dealer: int = 0  # … of the dealer …
    board: int = 0  # … and on the board in the end
    asked_with: tuple[int, ...] = (0,)  # community cards seen when a question is asked
    pack: Callable[[Mapping[str, Any], str], dict[Card, int]] | None = None  # reads a deck of one's own
    envy_hands: tuple[str, ...] = ()
    warm: Callable[[], None] = lambda: None  # gets ready what later answers share
    warm_raises: Callable[[], None] | None = None  # ... and what raises of other sizes do, for seconds
    # Every decision of the best play that payments may move, by hand.
    decisions: Callable[[Terms, Paytable | None], Mapping[str, str]] | None = None
    # Rounds over arrays, decided by a list of rules or by the best play; None: not known for this game.
    play: Callable[[Terms, Paytable | None, RuleList | None], Play] | None = None
    simple: Simple | None = None  # for rules that a person can keep
    sights: Mapping[str, Sight] = {}  # cards that may be seen, and what they are worth
    # Seats that share their cards, exactly; None: deals are sampled.
    shared: Callable[[Terms, Paytable | None, int, Progress], Seen] | None = None
    # The whole round with the best play, for a hand before the first question and cards known to be gone;
    # None: the best of `values`, which is it wherever the first question counts what follows.
    round_worth: Callable[[Terms, Paytable | None, Cards, Cards], Fraction] | None = None

    def worth(self, terms: Terms, table: Paytable | None, hand: Cards, dead: Cards) -> Fraction:
        if self.round_worth is not None:
            return self.round_worth(terms, table, hand, dead)
        return max(self.values(terms, table, hand, (), dead).values())

    def most_others(self, cards: int) -> int:
        """Other players that one deck of so many cards can serve."""
        return (cards - self.board - self.dealer) // self.in_hand - 1


@remembered
def solver(game: str) -> Solver:
    module = place(game).solver_module
    game_of(game)  # what the game itself says is checked first: a misspelt condition has no probability
    parent = module.rpartition(".")[0]
    if find_spec(parent) is None or find_spec(module) is None:
        raise BadInput(f"{game} has no exact mathematics: its package brings no solver")
    found = getattr(import_module(module), "SOLVER", None)
    if not isinstance(found, Solver):
        raise BadInput(f"the game {game!r}: {module} has no SOLVER")
    return found

"""Compute the exact value of every legal choice for the cards that a player can see.

Values are in units of the Ante and include every main wager that the choice affects. In Let It Ride, each
bet is won or lost separately, so a value covers only the bet that the player is deciding on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from croupier.cards import Card, Deck, deck_of, parse_cards, show_cards
from croupier.errors import BadInput
from croupier.maths.results import exact
from croupier.maths.solver import SeatInfo, opening_stakes, solver
from croupier.maths.terms import TableRules, Terms
from croupier.rulebook import Paytable, declaration, defaults, place


class ChoiceAdvice(msgspec.Struct, frozen=True):
    """The legal choices and their values, smallest wager first."""

    game: str
    question: str
    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    values: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        """Return the choice with the highest value, or the smallest wager if several values are equal."""
        return max(self.values, key=self.values.__getitem__)

    @property
    def indifferent(self) -> bool:
        return list(self.values.values()).count(self.values[self.best]) > 1

    def cost(self, choice: str) -> Fraction:
        return self.values[self.best] - self.values[choice]


def deck_for(game: str) -> Deck:
    return deck_of(declaration(game).pack)


def advise(
    rules: TableRules,
    game: str,
    hand: str | Iterable[str],
    board: str | Iterable[str] = (),
    dead: str | Iterable[str] = (),
    *,
    stakes: Mapping[str, Fraction] | None = None,
    dealer: str | Iterable[str] = (),
) -> ChoiceAdvice:
    """Value every legal choice for a hand.

    ``rules`` is a table's rules (``croupier.submission.Rules``) or terms with one paytable chosen. ``stakes``
    gives the open main wagers in units of the first required wager. By default, each required wager has one
    unit. ``dealer`` lists the dealer's face-up cards.
    """
    place(game)
    deck = deck_for(game)
    own, known, out, theirs = (parse_cards(cards, deck) for cards in (hand, board, dead, dealer))
    check_cards(game, own, known, out, theirs)
    terms = terms_at(rules, game)
    terms.refuse_limit("the values of choices are computed without a payout limit")
    paying = solver(game).table
    table = rules.paytable(paying) if paying else None
    of = solver(game)
    info = SeatInfo(stakes or opening_stakes(game), theirs)
    values = of.values_at(terms, table, own, known, out, info)
    return ChoiceAdvice(game, of.question(len(known)), own, known, out, values)


def advice_document(advice: ChoiceAdvice) -> dict[str, Any]:
    """Return the JSON document that ``croupier strategy --hand`` prints."""
    return {
        "game": advice.game,
        "decision": advice.question,
        "hand": show_cards(advice.hand),
        "board": show_cards(advice.board),
        "dead": show_cards(advice.dead),
        "choices": [
            {"choice": choice, "value": exact(value), "cost": exact(advice.cost(choice))}
            for choice, value in advice.values.items()
        ],
        "best": advice.best,
        "indifferent": advice.indifferent,
    }


def warm(game: str) -> None:
    """Load the data that all advice for a game needs, so that later advice takes only milliseconds."""
    solver(game).warm()


def check_cards(
    game: str,
    hand: tuple[Card, ...],
    board: tuple[Card, ...],
    dead: tuple[Card, ...],
    dealer: tuple[Card, ...] = (),
) -> None:
    of = solver(game)
    if len(hand) != of.in_hand:
        raise BadInput(f"a hand of {game} is {of.in_hand} cards, not {len(hand)}: {show_cards(hand)!r}")
    if len(board) not in of.asked_with:
        if of.asked_with == (0,):
            raise BadInput(f"{game} has no community cards; leave out --board")
        sizes = " or ".join(str(size) for size in of.asked_with)
        raise BadInput(f"{game} has no decision with {len(board)} community cards, only with {sizes}")
    deck = deck_for(game)
    # Parsing all cards together rejects a card that occurs twice.
    parse_cards((*hand, *board, *dead, *dealer), deck)
    unseen = len(deck) - len(hand) - len(board) - len(dead) - len(dealer)
    need = of.board - len(board) + of.dealer - len(dealer)
    if unseen < need:
        raise BadInput(
            f"{len(dead)} dead cards leave {unseen} in the deck, but {need} cards must still be dealt"
        )


def terms_at(rules: TableRules, game: str) -> Terms:
    """Return the terms of a table, with the readings that differ from the default."""
    if isinstance(rules, ChosenTerms):
        return rules.terms
    taken = {reading_id: rules.reading(reading_id) for reading_id in defaults()}
    return Terms(game, {each: choice for each, choice in taken.items() if choice != defaults()[each]})


class ChosenTerms:
    """Terms with one main paytable chosen by its letter, as ``croupier strategy`` uses them."""

    def __init__(self, terms: Terms, letter: str | None = None) -> None:
        self.terms = terms
        paying = solver(terms.game).table
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

"""Load each game's example rules and its practice questions."""

from __future__ import annotations

from functools import cache

from croupier.cards import deck_of, parse_cards
from croupier.casino.administration.submissions import passing
from croupier.rulebook import declaration
from croupier.rulebook.registry import read
from croupier.submission import Rules
from croupier.training.decisions.dealing import PracticeGame, practice_game
from croupier.training.decisions.questions import DecisionSpot

FOUR = ("uth", "letitride", "dragon", "topfive")


@cache
def rules_of(game: str) -> Rules:
    return Rules(passing(read(game, "example.toml")))


@cache
def practice_of(game: str) -> PracticeGame:
    return practice_game(rules_of(game))


def spot(question: int, hand: str, board: str = "", game: str = "") -> DecisionSpot:
    dragon = {"Ph", "Ti", "Pa", "Mo", "Ra", "Dr", "Db", "Dg"} & set(hand.split())
    deck = deck_of(declaration("dragon" if dragon else "uth").pack)
    return DecisionSpot(question, parse_cards(hand, deck), parse_cards(board, deck))

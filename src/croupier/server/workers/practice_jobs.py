"""Jobs of the practice worker: the kinds of decisions of a game, fresh hands, and exact values.

The routes declare the types of the answers. Values are exact fractions such as "3/7", in units of the first
required wager.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypedDict

import msgspec

from croupier.errors import BadInput
from croupier.server.workers.maths_answers import ValuedChoice

Cards = tuple[str, ...]


class PracticeKind(TypedDict):
    """A kind of decision. A kind with a rule is scheduled by spaced repetition."""

    id: str
    selection: str  # "any", "question", "close", "first_rule" or "rule"
    question: int | None
    rule: str  # a rule of the short list as a sentence, or empty
    choice: str  # the choice of that rule
    at_stake: float  # loss in units per round for a player who gets every such hand wrong


class PracticeKinds(TypedDict):
    kinds: list[PracticeKind]
    missing: str  # the reason why the game has no practice, or empty


class PracticeSpot(TypedDict):
    """The visible cards of a decision, separated by spaces."""

    question: int
    name: str
    hand: str
    board: str
    dealer: str
    choices: list[str]
    key: str


class JudgedDecision(TypedDict):
    """The exact values of a decision, and the rule of the short list that decides it."""

    question: int
    name: str
    hand: str
    board: str
    dealer: str
    key: str
    kind: str
    choices: list[ValuedChoice]
    best: str
    indifferent: bool
    reason: str
    listed: str  # the choice of the short list, or empty
    list_cost: str


class AskedSpot(msgspec.Struct, frozen=True):
    """A spot to judge."""

    question: int
    hand: Cards
    board: Cards = ()
    dealer: Cards = ()


def _game(choices: bytes, paytable: str = "") -> Any:
    """Return the game ready for practice. ``paytable`` replaces the main paytable of the table."""
    from croupier.rulebook import paytables
    from croupier.submission import OperatorChoices, Rules
    from croupier.training.decisions.dealing import practice_game
    from croupier.training.decisions.questions import solver_for

    chosen = msgspec.json.decode(choices, type=OperatorChoices)
    wager = solver_for(chosen.game).table if paytable else None
    if wager is not None:
        if paytable not in paytables(chosen.game)[wager]:
            raise BadInput(f"there is no paytable {paytable!r}; choose one from the list")
        chosen = msgspec.structs.replace(chosen, paytables={**chosen.paytables, wager: paytable})
    return practice_game(Rules(chosen))


def list_kinds(choices: bytes) -> PracticeKinds:
    from croupier.training.decisions.reasons import rule_words

    try:
        game = _game(choices)
    except BadInput as fault:
        return {"kinds": [], "missing": str(fault)}
    kinds: list[PracticeKind] = [
        {
            "id": kind.id,
            "selection": kind.selection,
            "question": kind.question,
            "rule": "" if kind.rule is None else rule_words(kind.rule.words, kind.rule.choice),
            "choice": "" if kind.rule is None else kind.rule.choice,
            "at_stake": 0.0 if kind.rule is None else kind.rule.at_stake,
        }
        for kind in game.kinds()
    ]
    return {"kinds": kinds, "missing": ""}


def deal_hand(choices: bytes, kind: str, seed: int, avoid: Cards) -> PracticeSpot:
    game = _game(choices)
    judged = game.fresh(kind, random.Random(seed), frozenset(avoid))
    return {**spot_document(game, judged.spot), "choices": list(judged.values)}


def judge_hands(choices: bytes, spots: Sequence[AskedSpot], paytable: str = "") -> list[JudgedDecision]:
    game = _game(choices, paytable)
    return [judged_document(game, game.judge(spot_of(game, each))) for each in spots]


def spot_of(game: Any, asked: AskedSpot) -> Any:
    """Parse the cards of a spot. Raise ``BadInput`` if the game does not ask this question with them."""
    from croupier.cards import deck_of, parse_cards
    from croupier.rulebook import declaration
    from croupier.training.decisions.questions import DecisionSpot

    if not 0 <= asked.question < len(game.questions):
        raise BadInput(f"the game has no question {asked.question}")
    question = game.questions[asked.question]
    deck = deck_of(declaration(game.rules.game).pack)
    hand, board, dealer = (parse_cards(cards, deck) for cards in (asked.hand, asked.board, asked.dealer))
    for cards, count, what in (
        (hand, question.hand, "your cards"),
        (board, question.board, "community cards"),
        (dealer, question.dealer, "cards of the dealer"),
    ):
        if len(cards) != count:
            raise BadInput(f"{question.name}: {count} {what} are needed, not {len(cards)}")
    return DecisionSpot(question.number, hand, board, dealer)


def judged_document(game: Any, judged: Any) -> JudgedDecision:
    from croupier.cards import show_cards
    from croupier.maths.results import exact
    from croupier.training.decisions.reasons import reason

    spot = judged.spot
    values: list[Fraction] = list(judged.values.values())
    return {
        "question": spot.question,
        "name": game.questions[spot.question].name,
        "hand": show_cards(spot.hand),
        "board": show_cards(spot.board),
        "dealer": show_cards(spot.dealer),
        "key": spot.key,
        "kind": judged.kind,
        "choices": [
            {"choice": choice, "value": exact(value), "cost": exact(judged.cost(choice))}
            for choice, value in judged.values.items()
        ],
        "best": judged.best,
        "indifferent": values.count(max(values)) > 1,
        "reason": reason(judged),
        "listed": judged.listed,
        "list_cost": exact(judged.list_cost),
    }


class ChallengeStep(TypedDict):
    """A hand of a challenge after some answers. The cards after the hand are those that everyone saw."""

    spot: PracticeSpot | None  # the open question, or None after the hand
    judged: list[JudgedDecision]
    net: int | None  # cents, or None during the hand
    lost: str  # value lost by the answers, in units
    hand: str
    board: str
    dealer: str
    value: str  # value of one hand under best play, in units


def challenge_step(
    choices: bytes, seed: bytes, number: int, answers: tuple[str, ...], unit: int
) -> ChallengeStep:
    from croupier.cards import show_cards
    from croupier.maths.advice import deck_for
    from croupier.maths.results import exact
    from croupier.training.challenge import order_of, play_hand, value_of_hand

    game = _game(choices)
    order = order_of(seed, number, deck_for(game.rules.game))
    hand = play_hand(game, order, answers, unit)
    return {
        "spot": None if hand.spot is None else spot_document(game, hand.spot),
        "judged": [judged_document(game, each) for each in hand.judged],
        "net": hand.net,
        "lost": exact(hand.lost),
        "hand": show_cards(hand.hand),
        "board": show_cards(hand.board),
        "dealer": show_cards(hand.dealer),
        "value": exact(value_of_hand(game.rules)),
    }


def spot_document(game: Any, spot: Any) -> PracticeSpot:
    from croupier.cards import show_cards

    question = game.questions[spot.question]
    return {
        "question": spot.question,
        "name": question.name,
        "hand": show_cards(spot.hand),
        "board": show_cards(spot.board),
        "dealer": show_cards(spot.dealer),
        "choices": [each.name for each in question.ask.choices],
        "key": spot.key,
    }


class StrategyLine(TypedDict):
    """A rule of the short list as a sentence."""

    words: str
    choice: str
    at_stake: float  # loss in units per round for a player who gets every such hand wrong


class StrategyStep(TypedDict):
    """The short list of one question, and the loss in units per round that more rules could avoid."""

    question: int
    name: str
    lines: list[StrategyLine]
    cost: float


class StrategyHand(TypedDict):
    """A hand with the value of each choice, in units."""

    hand: str
    best: str
    values: dict[str, float]


class StrategySheet(TypedDict):
    """The strategy of a game under one paytable. Values are in units per round."""

    paytable: str | None
    paytables: list[str]
    best: float  # value of best play
    short: float | None  # value of the short list, or None if there is no list
    steps: list[StrategyStep]
    hands: list[StrategyHand]  # hands of the first decision, if the solver lists them
    notes: list[str]  # further lines of best play, such as the hands that ride
    missing: str


def strategy_sheet(choices: bytes, paytable: str = "") -> StrategySheet:
    from croupier.maths.advice import ChosenTerms, terms_at
    from croupier.maths.strategy.best_play import strategy
    from croupier.maths.strategy.simple import simple_strategy
    from croupier.training.challenge import value_of_hand
    from croupier.training.decisions.questions import solver_for
    from croupier.training.decisions.reasons import rule_words

    try:
        game = _game(choices, paytable)
    except BadInput as fault:
        return _no_sheet(str(fault))
    rules, of = game.rules, solver_for(game.rules.game)
    terms = terms_at(rules, rules.game)
    letter = rules.paytable(of.table).letter if of.table else None
    chosen = ChosenTerms(terms, letter)
    simple = simple_strategy(chosen) if game.short is not None else None
    costs = {each["question"]: each["avoidable"] for each in simple["questions"]} if simple else {}
    steps: list[StrategyStep] = [
        {
            "question": question.number,
            "name": question.name,
            "lines": [
                {
                    "words": rule_words(rule.words, rule.choice),
                    "choice": rule.choice,
                    "at_stake": rule.at_stake,
                }
                for rule in (game.short.listed[question.asked] if game.short else ())
            ],
            "cost": costs.get(question.asked, 0.0),
        }
        for question in game.questions
    ]
    decisions = strategy(chosen)["decisions"]
    return {
        "paytable": letter,
        "paytables": list(terms.paytables(of.table)) if of.table else [],
        "best": float(value_of_hand(rules)),
        "short": float(Fraction(simple["ev"])) if simple else None,
        "steps": steps,
        "hands": _listed_hands(decisions),
        "notes": _notes(decisions),
        "missing": "",
    }


def _no_sheet(missing: str) -> StrategySheet:
    return {
        "paytable": None,
        "paytables": [],
        "best": 0.0,
        "short": None,
        "steps": [],
        "hands": [],
        "notes": [],
        "missing": missing,
    }


def _listed_hands(decisions: list[dict[str, Any]]) -> list[StrategyHand]:
    """Return the hands of the first decision that lists them with values."""
    for decision in decisions:
        hands: list[StrategyHand] = []
        fold = {"fold": float(Fraction(decision["fold"]))} if "fold" in decision else {}
        for each in decision.get("hands", ()):
            values = fold | {
                name: float(Fraction(value)) for name, value in each.items() if name not in ("hand", "best")
            }
            best = each.get("best") or max(values, key=values.__getitem__)
            hands.append({"hand": each["hand"], "best": best, "values": values})
        if hands:
            return hands
    return []


def _notes(decisions: list[dict[str, Any]]) -> list[str]:
    """Return the groups of hands that best play rides, raises or plays, line by line."""
    lines: list[str] = []
    for decision in decisions:
        if "ride" in decision:
            lines += [f"Ride with {decision['seen']}: {line}" for line in decision["ride"]]
        if decision.get("play_from"):
            lines.append(f"Play from {decision['play_from']} upward.")
            lines += [f"Also play {name}." for name in decision.get("also_play", ())]
    return lines

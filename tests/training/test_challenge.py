"""Test that a challenge deals all players the same hands and splits each result into edge, loss and luck."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.errors import BadInput
from croupier.maths.advice import deck_for
from croupier.maths.solver import solver
from croupier.training.challenge import ChallengeHand, ChallengeScore, order_of, play_hand, value_of_hand
from croupier.training.decisions.questions import DecisionSpot
from tests.training.helpers import FOUR, practice_of, rules_of

SEED = bytes(range(32))
UNIT = 1_000


def play(name: str, number: int, best: bool, seed: bytes = SEED) -> ChallengeHand:
    """Play a hand with best play, or always with the worst choice."""
    game, answers = practice_of(name), list[str]()
    order = order_of(seed, number, deck_for(name))
    while (hand := play_hand(game, order, answers, UNIT)).spot is not None:
        judged = game.judge(hand.spot)
        answers.append((max if best else min)(judged.values, key=judged.values.__getitem__))
    return hand


@pytest.mark.parametrize("name", FOUR)
def test_the_order_depends_on_seed_and_number_only(name: str) -> None:
    deck = deck_for(name)
    first = order_of(SEED, 1, deck)
    assert first == order_of(SEED, 1, deck) and sorted(first) == sorted(deck.order)
    assert len({first, order_of(SEED, 2, deck), order_of(SEED[::-1], 1, deck)}) == 3


@pytest.mark.parametrize("name", FOUR)
@pytest.mark.parametrize("best", [True, False])
def test_luck_loss_and_edge_add_up_to_the_result(name: str, best: bool) -> None:
    score, value = ChallengeScore(), value_of_hand(rules_of(name))
    for number in range(12):
        score = score.plus(play(name, number, best), UNIT)
    assert score.hands == 12
    assert score.hands * value - score.lost + score.luck(value) == score.net
    assert (score.lost == 0) is best
    assert value < 0


@pytest.mark.parametrize("number", range(6))
def test_luck_is_the_sum_of_what_the_cards_changed(number: int) -> None:
    """Luck is the sum of the changes in value that new cards cause in a hand of Ultimate Texas Hold 'Em."""
    hand = play("uth", number, best=False)
    value = expected = value_of_hand(rules_of("uth"))
    luck = Fraction(0)
    for judged, choice in zip(hand.judged, hand.answers, strict=True):
        luck += judged.values[judged.best] - expected  # luck of the new cards
        expected = judged.values[choice]  # value after the decision
    assert hand.net is not None
    luck += Fraction(hand.net, UNIT) - expected  # luck of the last cards
    assert luck == ChallengeScore().plus(hand, UNIT).luck(value)


def test_luck_of_let_it_ride_starts_from_the_worth_of_the_hand() -> None:
    of, game = solver("letitride"), practice_of("letitride")
    hand = play("letitride", 3, best=True)
    assert game.short is not None and of.round_worth is not None
    worth = of.round_worth(game.short.terms, game.short.table, hand.hand, ())
    value = value_of_hand(rules_of("letitride"))
    score = ChallengeScore().plus(hand, UNIT)
    assert hand.net is not None
    after = Fraction(hand.net, UNIT) - worth
    assert score.luck(value) == (worth - value) + after


@pytest.mark.parametrize("best", [True, False])
@pytest.mark.parametrize("number", range(4))
def test_luck_of_let_it_ride_is_the_sum_of_what_each_card_changed(number: int, best: bool) -> None:
    """Follow a hand card by card: three cards, two community cards, and the value of all three bets.

    A value of the solver covers one bet. The bets that still ride have the value of "ride", and a bet whose
    decision is still open has the average of its best choices over the cards that could come.
    """
    hand, game = play("letitride", number, best), practice_of("letitride")
    first, second = hand.judged
    value = expected = value_of_hand(rules_of("letitride"))
    one_bet = first.values["ride"]
    unseen = [card for card in deck_for("letitride").order if card not in hand.hand]
    later = [game.judge(DecisionSpot(1, hand.hand, (card,))) for card in unseen]
    open_bet = sum((max(each.values.values()) for each in later), Fraction(0)) / len(later)
    assert one_bet == sum((each.values["ride"] for each in later), Fraction(0)) / len(later)

    luck = one_bet + max(first.values.values()) + open_bet - expected  # the player's three cards
    expected = one_bet + first.values[hand.answers[0]] + open_bet
    riding = 1 + (hand.answers[0] == "ride")
    after = riding * second.values["ride"] + max(second.values.values())
    luck += after - expected  # the first community card
    expected = riding * second.values["ride"] + second.values[hand.answers[1]]
    assert hand.net is not None
    luck += Fraction(hand.net, UNIT) - expected  # the second community card
    assert luck == ChallengeScore().plus(hand, UNIT).luck(value)


@pytest.mark.parametrize("name", FOUR)
def test_an_open_question_shows_no_card_in_advance(name: str) -> None:
    game = practice_of(name)
    order = order_of(SEED, 0, deck_for(name))
    hand = play_hand(game, order, (), UNIT)
    assert hand.spot is not None and hand.net is None
    question = game.questions[0]
    sizes = len(hand.hand), len(hand.board), len(hand.dealer)
    assert sizes == (question.hand, question.board, question.dealer)


def test_the_dealers_cards_are_shown_after_the_hand() -> None:
    hands = [play("dragon", number, best=True) for number in range(9)]
    played = next(hand for hand in hands if hand.answers == ("play",))
    assert played.spot is None and len(played.hand) == len(played.dealer) == 3


def test_wrong_answers_are_refused() -> None:
    game, order = practice_of("dragon"), order_of(SEED, 0, deck_for("dragon"))
    with pytest.raises(BadInput, match="no choice"):
        play_hand(game, order, ("raise",), UNIT)
    with pytest.raises(BadInput, match="over"):
        play_hand(game, order, ("fold", "fold"), UNIT)

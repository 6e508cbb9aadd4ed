"""Test the parsing of input, the play of the other seats, and the drawing of cards."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path

import pytest

from croupier.cards import STANDARD, Card, parse_cards
from croupier.cli.output import one_line, print_json
from croupier.cli.play import others
from croupier.cli.play.coach import decimal
from croupier.cli.play.faces import draw_cards, laid_out
from croupier.cli.play.opening import meters_path, open_journal
from croupier.cli.play.session import YOU
from croupier.cli.play.words import one_of, read_amount, read_choice, read_wagers, shortest
from croupier.errors import BadInput
from croupier.games import game
from croupier.hands.dragon import DRAGON
from croupier.maths.dragon import enumeration as dragon
from croupier.maths.terms import Terms
from croupier.maths.topfive import enumeration as topfive
from croupier.rulebook import paytable
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table.driving.driver import Driver
from croupier.table.driving.sources import SealedShoe
from croupier.table.readers.legal import stakes_open
from croupier.table.state import open_table

LIR = {
    "paytables": {"five_card": "A", "three_card": "A", "six_card": "A"},
    "progressive": {"paytable": "A", "stake": 5},
}


def wagers(typed: str, game_id: str = "uth", last: dict[str, int] | None = None) -> dict[str, int]:
    rules = partial(LIR if game_id == "letitride" else {}, game_id, "hand")
    known = tuple(wager.name for wager in game(game_id).wagers)
    return read_wagers(typed, stakes_open(open_table(rules)), known, last or {})


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("20", {"ante": 2000, "blind": 2000}),
        ("$20", {"ante": 2000, "blind": 2000}),
        ("2.50", {"ante": 250, "blind": 250}),
        ("ante 20", {"ante": 2000, "blind": 2000}),
        ("ante=20, blind=20", {"ante": 2000, "blind": 2000}),
        # unequal amounts are parsed; the rules refuse them later
        ("A 20 B 10", {"ante": 2000, "blind": 1000}),
        ("20 trips 5", {"ante": 2000, "blind": 2000, "trips": 500}),
        ("trips 5 ante 20", {"ante": 2000, "blind": 2000, "trips": 500}),
        ("20 trips 0", {"ante": 2000, "blind": 2000}),
        # the parser accepts a wager that is not offered; the rules refuse it later
        ("play the board 5", {"play_the_board": 500}),
        ("six-card 5", {"six_card": 500}),
        ("0", {"ante": 0, "blind": 0}),
    ],
)
def test_parses_common_spellings_of_wagers(typed: str, read: dict[str, int]) -> None:
    assert wagers(typed) == read


def test_typing_only_a_side_wager_keeps_the_main_wager() -> None:
    last = {"ante": 1500, "blind": 1500}
    assert wagers("trips 5", last=last) == {**last, "trips": 500}


def test_wagers_of_one_chip_need_no_amount() -> None:
    bets = {"bet1": 1000, "bet2": 1000, "bet3": 1000}
    assert wagers("10 five three 5 prog", "letitride") == {
        **bets,
        "five_card": 100,
        "three_card": 500,
        "progressive": 500,
    }
    assert wagers("10 progressive 1", "letitride") == {
        **bets,
        "progressive": 100,
    }  # the parser accepts this amount; the rules refuse it later


@pytest.mark.parametrize(
    "typed", ["", ",", "x", "trips", "ante ante 5", "20 30", "20 trips x", "-5", "1e3", "5.001"]
)
def test_unparseable_wagers_give_a_one_line_message(typed: str) -> None:
    with pytest.raises(BadInput) as bad:
        wagers(typed)
    assert "\n" not in str(bad.value) and len(str(bad.value)) < 150


def test_parses_choices_by_letter_or_word() -> None:
    choices = ("check", "4x", "3x")
    assert [read_choice(typed, choices) for typed in ("c", "CHECK", "4", "4x", "3")] == [
        "check",
        "check",
        "4x",
        "4x",
        "3x",
    ]
    for typed in ("", "x", "fold", "4xx"):
        with pytest.raises(BadInput):
            read_choice(typed, choices)
    with pytest.raises(BadInput, match="could be three_card or trips"):
        one_of("t", ("three_card", "trips"), "wager")
    assert one_of("play", ("play", "play_the_board"), "wager") == "play"


def test_shown_abbreviations_are_accepted() -> None:
    for choices in (("fold", "play"), ("check", "4x", "3x"), ("fold", "raise", "raise 3x")):
        assert [read_choice(shortest(each, choices), choices) for each in choices] == list(choices)
    assert shortest("fold", ("fold", "play")) == "f"
    assert shortest("raise 3x", ("fold", "raise", "raise 3x")) == "raise 3"


def test_amounts_are_exact() -> None:
    assert [read_amount(typed) for typed in ("10", "$10", "2.5", "2.50", "0")] == [1000, 1000, 250, 250, 0]
    for typed in ("1.234", "-1", "ten", "$", "$$1", "9" * 30):
        with pytest.raises(BadInput, match="is not an amount"):
            read_amount(typed)


def test_values_are_rounded_from_exact_ratios() -> None:
    from fractions import Fraction

    assert decimal(Fraction(-1, 3), 4) == "-0.3333"
    assert decimal(Fraction(2, 3), 2, "$") == "+$0.67"
    assert decimal(Fraction(-1, 10**9), 6) == "0.000000"
    assert decimal(Fraction(-25, 2), 2, "$") == "-$12.50"


# The other seats


def test_dragon_seats_play_exactly_the_hands_worth_playing() -> None:
    terms, table = Terms("dragon"), paytable("dragon", "ante_bonus", "A")
    for hand in dragon.hand_classes():
        if any(hand.cards.count(card) > DRAGON.counts[card] for card in hand.cards):
            continue
        values = dragon.values(terms, table, hand.cards)
        best = "play" if values["play"] > values["fold"] else "fold"
        assert others.choose("dragon", hand.cards, (), ("fold", "play")) == best, hand.cards


def test_top_five_seats_lose_little_with_simple_strategy() -> None:
    terms = Terms("topfive")
    for hand, value in topfive.best_play(terms):
        blanks = [card for card in STANDARD.order if card[0] in "23456789"][: 7 - hand.count]
        chosen = others.choose("topfive", (*hand.cards, *blanks), (), ("fold", "play"))
        best = "play" if value > -1 else "fold"
        assert chosen == best or abs(value + 1) < 0.01, (hand.cards, float(value))


@pytest.mark.parametrize(
    ("hand", "choice"),
    [
        ("As 2d", "4x"),
        ("3c 3d", "4x"),
        ("2c 2d", "check"),
        ("Ks 5d", "4x"),
        ("Ks 4d", "check"),
        ("Qs 8d", "4x"),
        ("Js 9d", "check"),
    ],
)
def test_uth_seats_raise_good_cards_before_the_flop(hand: str, choice: str) -> None:
    assert others.choose("uth", parse_cards(hand), (), ("check", "4x", "3x")) == choice


@pytest.mark.parametrize(
    ("hand", "board", "choice"),
    [
        ("Jc Jd 2h", "", "ride"),
        ("9c 9d 2h", "", "withdraw"),
        ("2c 2d 2h", "", "ride"),
        ("7h 8h 9h", "", "ride"),
        ("7h 8h 9d", "", "withdraw"),
        ("Jc 4d 2h", "Js", "ride"),
        ("9c 9d 2h", "2s", "ride"),
        ("2h 7h 9h", "Kh", "ride"),
        ("9c Td Jh", "Qs", "ride"),
        ("Jc Qd Kh", "As", "withdraw"),
    ],
)
def test_let_it_ride_seats_keep_paying_hands_and_strong_draws(hand: str, board: str, choice: str) -> None:
    assert others.choose("letitride", parse_cards(hand), parse_cards(board), ("ride", "withdraw")) == choice


def test_every_seat_always_has_a_legal_answer() -> None:
    chance = random.Random(7)
    asked: dict[str, list[tuple[int, int, tuple[str, ...]]]] = {
        "uth": [(2, 0, ("check", "4x", "3x")), (2, 3, ("check", "2x")), (2, 5, ("fold", "1x"))],
        "letitride": [(3, 0, ("ride", "withdraw")), (3, 1, ("ride", "withdraw"))],
        "dragon": [(3, 0, ("fold", "play"))],
        "topfive": [(7, 0, ("fold", "play"))],
    }
    for name, questions in asked.items():
        for held, shared, choices in questions:
            for _ in range(200):
                cards = tuple(chance.sample(game(name).deck.order, held + shared))
                assert others.choose(name, cards[:held], cards[held:], choices) in choices
                assert others.choose(name, cards[:held], cards[held:], choices[:1]) == choices[0]


# Cards


def test_every_card_reads_differently_without_colour() -> None:
    for ascii_only in (True, False):
        for deck in (STANDARD, DRAGON):
            faces = {card: draw_cards([card], ascii_only)[1].plain for card in deck.counts}
            assert len(set(faces.values())) == len(faces)
            assert all(text.isascii() for text in faces.values()) or not ascii_only
    assert draw_cards([None], True)[1].plain == "| ?? |"


def test_cards_are_laid_out_within_the_width() -> None:
    seven = tuple(STANDARD.order[:7])
    golds = (Card("Dg"), Card("Db"), Card("Dr"))
    groups = [("You", seven), ("Dealer", golds), ("Board", seven), ("Box", golds)]
    for width in (60, 80, 96):
        lines = laid_out(groups, width, False)
        assert max(line.cell_len for line in lines) <= width
        assert len(lines) % 4 == 0
    for one, other in combinations(laid_out([("", seven)], 80, False)[1:], 2):
        assert one.cell_len == other.cell_len


def test_refuses_another_journals_meters(tmp_path: Path) -> None:
    """The meters that belong to another journal are refused and not changed."""
    rules = partial({"progressive": {"paytable": "A", "rate": "0.1"}}, "uth", "hand")
    first, second = tmp_path / "first", tmp_path / "second"
    with ExitStack() as stack:
        found = open_journal(rules, first, stack)
        shoe = SealedShoe(game("uth").deck)
        table = Driver(found.state, shoe, sink=found.sink, meters=found.meters)
        table.do(do.SitDown(seat=1, player=YOU))
        table.do(do.BuyIn(player=YOU, cents=10_000))
        table.do(do.Bet(seat=1, wagers={"ante": 500, "blind": 500, "progressive": 100}, round=1))
        table.do(do.CloseBetting())
        table.run()
        assert table.state.transfers
    with ExitStack() as stack:
        open_journal(rules, second, stack)
    meters_path(first).replace(meters_path(second))
    kept = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with ExitStack() as stack, pytest.raises(BadInput, match="the meters belong to another journal"):
        open_journal(rules, second, stack)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == kept


def test_escapes_terminal_control_characters_in_json_and_messages(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wild = "\x1b[2J\x9b31m\u202e\U000e0001é♦"
    print_json({"name": wild})
    out = capsys.readouterr().out
    assert json.loads(out) == {"name": wild}
    assert all(sign.isprintable() or sign == "\n" for sign in out) and "é♦" in out
    assert one_line(f"a\n {wild}").isprintable()

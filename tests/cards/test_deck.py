"""Test both decks and the parsing of cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import STANDARD, Card, complete, parse_card, parse_cards, parse_layout, show_cards
from croupier.errors import BadInput
from croupier.hands.dragon import DRAGON

DECKS = pytest.mark.parametrize("deck", [STANDARD, DRAGON], ids=lambda deck: deck.name)


@st.composite
def some_cards(draw, deck):
    """Draw any selection of the deck's cards, in any order."""
    order = draw(st.permutations(range(len(deck))))
    return [deck.order[place] for place in order[: draw(st.integers(0, len(deck)))]]


def test_the_standard_deck_is_52_different_cards_clubs_first_and_deuces_low():
    assert len(STANDARD) == len(set(STANDARD.order)) == 52
    assert show_cards(STANDARD.order[:14]) == "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d"
    assert show_cards(STANDARD.order[-2:]) == "Ks As"
    assert [card[1] for card in STANDARD.order] == ["c"] * 13 + ["d"] * 13 + ["h"] * 13 + ["s"] * 13


@pytest.mark.parametrize(
    ("card", "copies"),
    [
        pytest.param("Dr", 3, marks=pytest.mark.clause("dragon/3.A.3.a.i")),
        pytest.param("Db", 3, marks=pytest.mark.clause("dragon/3.A.3.a.ii")),
        pytest.param("Dg", 1, marks=pytest.mark.clause("dragon/3.A.3.a.iii")),
        pytest.param("Ph", 7, marks=pytest.mark.clause("dragon/3.A.3.b")),
        pytest.param("Ti", 8, marks=pytest.mark.clause("dragon/3.A.3.c")),
        pytest.param("Pa", 9, marks=pytest.mark.clause("dragon/3.A.3.d")),
        pytest.param("Mo", 10, marks=pytest.mark.clause("dragon/3.A.3.e")),
        pytest.param("Ra", 12, marks=pytest.mark.clause("dragon/3.A.3.f")),
    ],
)
def test_3_A_3_dragon_deck_has_the_listed_number_of_each_card(card, copies):
    assert DRAGON.counts[card] == DRAGON.order.count(card) == copies
    assert parse_cards([card] * copies, DRAGON) == (card,) * copies
    with pytest.raises(BadInput, match=f"{card} is listed {copies + 1} times"):
        parse_cards([card] * (copies + 1), DRAGON)


@pytest.mark.clause("dragon/3.A.1")
def test_3_A_1_the_dragon_deck_is_53_cards():
    assert len(DRAGON) == sum(DRAGON.counts.values()) == 53
    assert show_cards(DRAGON.order[:8]) == "Dr Dr Dr Db Db Db Dg Ph"


@DECKS
@given(data=st.data())
def test_cards_survive_encoding(deck, data):
    cards = tuple(data.draw(some_cards(deck)))
    assert parse_cards(show_cards(cards), deck) == parse_cards(list(cards), deck) == cards
    assert all(parse_card(str(card), deck) == card for card in cards)


@DECKS
@given(data=st.data())
def test_hidden_cards_are_written_and_parsed_as_question_marks(deck, data):
    cards = data.draw(some_cards(deck))
    hidden = data.draw(st.lists(st.booleans(), min_size=len(cards), max_size=len(cards)))
    layout = tuple(None if hide else card for card, hide in zip(cards, hidden, strict=True))
    assert parse_layout(show_cards(layout), deck) == layout
    assert show_cards(layout).split().count("??") == sum(hidden)


@DECKS
@given(data=st.data())
def test_completes_a_partial_list_in_deck_order(deck, data):
    listed = tuple(data.draw(some_cards(deck)))
    whole = complete(deck, listed)
    assert whole[: len(listed)] == listed
    assert sorted(whole) == sorted(deck.order)
    rest = [deck.order.index(card) for card in whole[len(listed) :]]
    assert rest == sorted(rest)


def test_empty_list_gives_deck_order():
    assert complete(STANDARD, ()) == STANDARD.order
    assert complete(DRAGON, ()) == DRAGON.order


@pytest.mark.parametrize(
    "written",
    [
        "Kd Qh Tc",
        "KdQhTc",
        "kd qh tc",
        "KD QH 10C",
        "K♦ Q♥ 10♣",
        "K♢Q♡10♧",
        "K♦\ufe0f, Q♥\ufe0f, T♣\ufe0f",
        "Kd,Qh,10c",
        ["K♦", "qh", "10c"],
    ],
)
def test_parses_common_spellings_of_cards(written):
    assert parse_cards(written) == parse_layout(written) == ("Kd", "Qh", "Tc")


def test_parses_dragon_and_unseen_cards_without_spaces():
    assert parse_cards("DrPh ti", DRAGON) == ("Dr", "Ph", "Ti")
    assert parse_layout("As??10d") == ("As", None, "Td")
    assert parse_layout("10dAs10c??") == ("Td", "As", "Tc", None)


@pytest.mark.parametrize("deck", [STANDARD, DRAGON], ids=lambda deck: deck.name)
def test_each_spelling_denotes_exactly_one_card(deck):
    assert {deck.spellings[card.lower()] for card in deck.counts} == set(deck.counts)
    longer = [written for written in deck.spellings if len(written) > 2]
    assert not any(written[:2] in deck.spellings for written in longer)


NO_CARDS = ["1s", "11s", "0s", "A", "", "Asx", "Dr", "a\tb", "??", "A s" * 40, None, 7, b"As", ["As"]]


@pytest.mark.parametrize("wrong", NO_CARDS)
def test_rejects_unknown_card_with_a_one_line_message(wrong):
    with pytest.raises(BadInput, match=r"^[^\n]{10,150}$"):
        parse_card(wrong)


@pytest.mark.parametrize("wrong", ["As", "D", "Dx", "Dragon", None])
def test_rejects_unknown_dragon_card(wrong):
    with pytest.raises(BadInput):
        parse_card(wrong, DRAGON)


def test_rejects_a_duplicate_card_by_name():
    with pytest.raises(BadInput, match="As is listed 2 times, but the standard deck has one"):
        parse_cards("As Kd As")
    with pytest.raises(BadInput, match="As is listed 2 times"):
        parse_layout("As ?? As")
    with pytest.raises(BadInput, match="Kd is listed 2 times"):
        complete(STANDARD, [Card("Kd"), Card("Kd")])


def test_rejects_more_cards_than_the_deck_has():
    assert len(parse_layout("?? " * 52)) == 52
    with pytest.raises(BadInput, match="53 cards are listed"):
        parse_layout("?? " * 53)


@given(st.text(max_size=60))
def test_any_text_is_parsed_or_rejected(text):
    for deck in (STANDARD, DRAGON):
        try:
            cards = parse_cards(text, deck)
        except BadInput:
            continue
        assert parse_cards(show_cards(cards), deck) == cards

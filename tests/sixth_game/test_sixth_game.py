"""Test Pair Up, a game whose author used only the documentation.

The game has no dealer's hand, a short deck, dealing only from a shoe, an optional raise, and rows that push.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from croupier import analyze, open_table, play_record
from croupier.documents.filed_submission import parse_filed
from croupier.documents.layout.drawing import Drawing
from croupier.documents.signs.signs import signs
from croupier.rulebook import declaration, registry
from croupier.submission import check, template
from tests.fifth_game.conftest import write_dist_info

PROJECT = Path(__file__).parent / "project"
RANKS, SUITS = "789TJQKA", "cdhs"


@pytest.fixture(autouse=True)
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write_dist_info(tmp_path / "site", PROJECT)
    monkeypatch.syspath_prepend(str(PROJECT / "src"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    registry.forget()
    yield
    monkeypatch.undo()
    registry.forget()
    for name in [each for each in sys.modules if each.partition(".")[0] == "pair_up"]:
        del sys.modules[name]


def record(deck: str, *decisions: str, **more: Any) -> dict[str, Any]:
    seats = [
        {"seat": number, "wagers": {"ante": 10, "twins": 5}, "decisions": [choice]}
        for number, choice in enumerate(decisions, 1)
    ]
    return {"game": "pairup", "deck": deck, "seats": seats, **more}


def test_template_uses_the_only_dealing_method_and_passes() -> None:
    document = tomllib.loads(template("pairup"))
    assert document["dealing"] == "shoe" == declaration("pairup").usual_dealing
    assert check(document).violations == ()


def test_round_is_settled_by_own_cards_and_board() -> None:
    """The record names neither a dealing method nor paytables, so the defaults apply."""
    told = play_record(record("Ac 9h Ad Th Jh", "raise", "stay"))
    assert told["dealer"] is None and told["board"] == "Jh"
    one, two = (seat["wagers"] for seat in told["seats"])
    assert {name: (each["result"], each["net"]) for name, each in one.items()} == {
        "ante": ("push", 0), "raise": ("push", 0), "twins": ("win", 100_00),
    }  # fmt: skip
    assert one["raise"]["staked"] == 20_00 and one["raise"]["clauses"][-1] == "pairup/12.A.1.e"
    assert {name: (each["result"], each["net"]) for name, each in two.items()} == {
        "ante": ("win", 60_00), "twins": ("push", 0),
    }  # fmt: skip


def test_table_deals_the_game() -> None:
    table = open_table("pairup", cards="7c 7d 8h").sit(1, "Ann", 100).bet(1, ante=10).deal()
    table.decide("raise")
    assert "push" in str(table)


def rank(cards: tuple[str, ...]) -> str:
    """Rank three cards of the short deck by an independent method."""
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    flush = len({card[1] for card in cards}) == 1
    straight = ranks in ([n, n + 1, n + 2] for n in range(6))  # the ace is never low
    if flush and straight:
        return "straight_flush"
    most = max(Counter(ranks).values())
    return {3: "three"}.get(most) or (
        "straight" if straight else "flush" if flush else {2: "pair"}.get(most, "")
    )


PAYS = {"straight_flush": 6, "three": 6, "straight": 2, "flush": 1, "pair": 0, "": -1}


def test_maths_match_a_count_of_all_deals() -> None:
    pack = [rank_ + suit for rank_ in RANKS for suit in SUITS]
    total = Fraction(0)
    for hand in combinations(pack, 2):
        value = sum(PAYS[rank((*hand, card))] for card in pack if card not in hand)
        total += value * (3 if value > 0 else 1)
    (main,) = analyze("pairup", "main", "A")["results"]
    assert Fraction(main["ev"]) == total / (496 * 30)
    (twins,) = analyze("pairup", "twins")["results"]
    pairs, suited = 8 * 6, 4 * 28
    assert Fraction(twins["ev"]) == Fraction(20 * 6 + 8 * (pairs - 6) - (496 - pairs - suited), 496)


def test_documents_show_the_layout_and_the_paytable() -> None:
    mine = parse_filed(template("pairup").encode(), "pairup.toml")
    drawn = Drawing(mine).svg()
    assert drawn.count('data-felt="raise"') == 6 and drawn.count('data-felt="board"') == 1
    posted = {sign.name: sign for sign in signs(mine)}
    assert set(posted) == {"limits", "main", "twins"}
    assert posted["main"].title == "Ante, Raise" and ("Pair", "push") in posted["main"].rows

"""Test Casino War, a game without poker hands whose author used only the documentation.

The game has six decks, face-up cards, a question only after a tie, a second deal only to players at war, and
a settlement that depends on the decision.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import BadInput, Refused, analyze, open_table, play_record
from croupier.documents.filed_submission import parse_filed
from croupier.documents.signs.signs import signs
from croupier.games import game_rules
from croupier.games.game import faults
from croupier.maths.advice import advise
from croupier.rulebook import registry
from croupier.submission import check, partial, template
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.machine import decide, fold
from croupier.table.readers.legal import cards_face_up
from tests.fifth_game.conftest import write_dist_info

PROJECT = Path(__file__).parent / "project"


@pytest.fixture(autouse=True)
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write_dist_info(tmp_path / "site", PROJECT)
    monkeypatch.syspath_prepend(str(PROJECT / "src"))
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    registry.forget()
    yield
    monkeypatch.undo()
    registry.forget()
    for name in [each for each in sys.modules if each.partition(".")[0] == "casino_war"]:
        del sys.modules[name]


def record(deck: str, *seats: tuple[str, ...]) -> dict[str, Any]:
    return {
        "game": "war",
        "deck": deck,
        "seats": [
            {"seat": number, "wagers": {"bet": 10, "tie": 5}, "decisions": list(choices)}
            for number, choices in enumerate(seats, 1)
        ],
    }


def results(document: dict[str, Any], seat: int = 1) -> dict[str, tuple[str, int]]:
    (found,) = (each for each in document["seats"] if each["seat"] == seat)
    return {name: (each["result"], each["returned"]) for name, each in found["wagers"].items()}


def test_package_folder_is_complete() -> None:
    assert registry.broken() == {}
    assert not check(tomllib.loads(template("war"))).violations


def test_no_question_is_asked_without_a_tie() -> None:
    assert results(play_record(record("Kc 9d", ()))) == {"bet": ("win", 2000), "tie": ("lose", 0)}
    with pytest.raises(Refused, match="decisions left"):
        play_record(record("Kc 9d", ("war",)))


def test_a_surrender_loses_half() -> None:
    assert results(play_record(record("9c 9d", ("surrender",)))) == {
        "bet": ("lose", 500), "tie": ("win", 5500),
    }  # fmt: skip


def test_only_players_at_war_get_second_cards() -> None:
    # Seats 1 to 3 and the dealer get a card each. Three cards are burned, and then seat 1 and the dealer get
    # one more card each.
    document = play_record(record("9c 9h 4d 9d 2c 2d 2h Ts Jc", ("war",), ("surrender",), ()))
    assert results(document, 1) == {"bet": ("lose", 0), "war": ("lose", 0), "tie": ("win", 5500)}
    assert results(document, 2)["bet"] == ("lose", 500)
    assert results(document, 3)["bet"] == ("lose", 0)
    cards = {each["seat"]: each["cards"].split() for each in document["seats"]}
    assert {seat: len(hand) for seat, hand in cards.items()} == {1: 2, 2: 1, 3: 1}


def test_a_tie_in_the_war_wins_it() -> None:
    document = play_record(record("9c 9d 2c 2d 2h Ts Tc", ("war",)))
    assert results(document)["bet"] == ("push", 1000) and results(document)["war"] == ("win", 2000)


def test_cards_dealt_face_up_are_seen_by_everyone() -> None:
    table = open_table("war", cards="9c 9d 2c 2d 2h Ts Jc").sit(1, "Ann", 100).bet(1, bet=10).deal()
    assert cards_face_up(table.state, "seat1") == ("9c",)
    assert cards_face_up(table.state, "dealer") == ("9d",)
    assert table.question is not None and table.question[2] == ("surrender", "war")


def test_a_corrected_surrender_goes_to_war() -> None:
    """Without players at war, the table skips the second deal. After the correction, the deal takes place."""
    table = open_table("war", cards="9c 9d 2c 2d 2h Ts Jc").sit(1, "Ann", 100).bet(1, bet=10).deal()
    state = table.state
    events = decide(state, do.Decide(seat=1, choice="surrender", round=1, question="War or surrender"))
    after = fold(state, events)
    assert type(after.phase).__name__ == "Stub"
    corrected = decide(
        after,
        do.CorrectDecision(
            round=1, seat=1, question="War or surrender", choice="war", reason="misheard", by=do.FLOOR
        ),
    )
    again = fold(after, corrected)
    assert again.bets.wagers[1] == {"bet": 1000, "war": 1000}
    assert getattr(again.phase, "name", "") == "cards of the war"
    assert any(isinstance(event, ev.WagerPlaced) for event in corrected)


def test_its_mathematics_match_the_published_figures() -> None:
    """wizardofodds.com states, for six decks without a bonus, edges of 2.88 % on Bet and 18.65 % on Tie."""
    (main,) = analyze("war", "main")["results"]
    (tie,) = analyze("war", "tie")["results"]
    assert round(main["house_edge"], 4) == 0.0288
    assert round(tie["house_edge"], 4) == 0.1865
    assert Fraction(tie["ev"]) == 11 * Fraction(23, 311) - 1


def test_choice_values_take_the_dealers_card_into_account() -> None:
    rules = partial({}, "war", "shoe")
    told = advise(rules, "war", "9c", dealer="9d").values
    assert told["surrender"] == Fraction(-1, 2)
    left = [22 if rank == "9" else 24 for rank in "23456789TJQKA"]
    # count independently
    pairs = [(a, b, left[a] * (left[b] - (a == b))) for a in range(13) for b in range(13)]
    won = sum(ways for a, b, ways in pairs if a >= b)
    lost = sum(ways for a, b, ways in pairs if a < b)
    assert told["war"] == Fraction(won - 2 * lost, 310 * 309)


def test_rejects_a_script_with_an_unusable_condition_or_choice() -> None:
    from casino_war.game import GAME, WAR_OR_SURRENDER  # type: ignore[import-not-found]

    phases = game_rules(partial({}, "war", "shoe")).script
    assert list(faults(GAME, (WAR_OR_SURRENDER,))) == [
        "'War or surrender' has a condition, but no card is face up before it"
    ]
    assert list(faults(GAME, (phases[0], phases[2]))) == [
        "'cards of the war' is for the choice 'war', which no earlier question has"
    ]


def test_refuses_cards_by_position_for_a_deal_that_depends_on_decisions() -> None:
    by_place = {"game": "war", "dealer": "9d", "seats": [{"seat": 1, "cards": "Kc", "wagers": {"bet": 10}}]}
    with pytest.raises(BadInput, match="dealing order"):
        play_record(by_place)


def test_its_signs_show_the_payments() -> None:
    posted = {sign.name for sign in signs(parse_filed(template("war").encode(), "war.toml"))}
    assert posted == {"limits", "tie"}

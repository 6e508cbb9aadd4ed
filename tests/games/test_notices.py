"""Test the notices, signs and paytables posted at a table under its rules."""

from __future__ import annotations

import pytest

from croupier.games.notices import named_paytables, notes_of, odds_in_words, words_of
from croupier.rulebook import declaration
from croupier.submission import Rules, partial
from tests.helpers.table_help import EVERYTHING, Mapped


def rules_of(game: str = "uth", **changes: object) -> Rules:
    submission: Mapped = {**EVERYTHING[game], **changes}
    return partial(submission, game, "hand")


def posted(game: str, rules: Rules) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    facts = declaration(game)
    found = [words_of(facts, rules, notice) for notice in facts.looks.notices]
    return {each.words: (each.clauses, each.readings) for each in found if each is not None}


@pytest.mark.clause("uth/2.B.8.a", "uth/2.B.8.b")
@pytest.mark.parametrize(("letter", "hand"), [("A", "straight"), ("B", "flush")])
def test_2_B_8_the_posted_notices_follow_the_paytable(letter: str, hand: str) -> None:
    rules = rules_of(paytables={**EVERYTHING["uth"]["paytables"], "blind": letter})
    found = posted("uth", rules)
    assert found["Ante pushes if the dealer has less than a pair"][0] == ("uth/2.B.8.a",)
    assert found[f"Blind pushes below a {hand}"][0] == ("uth/2.B.8.b",)
    assert not [words for words in found if "Payout limit" in words]


def test_a_payout_limit_is_posted_in_dollars() -> None:
    found = posted("uth", rules_of(payout_limit=50_000))
    assert "Payout limit $50,000 a hand" in found


def test_a_notice_without_an_inscription_cites_its_own_clause() -> None:
    found = posted("letitride", rules_of("letitride"))
    assert found["Bet 1, then Bet 2, may be taken back"] == (("letitride/11.B",), ())


def test_only_the_payout_odds_are_notices_about_wagers_without_a_paytable() -> None:
    rules = rules_of(payout_limit=50_000)
    assert [each.words for each in odds_in_words(declaration("uth"), rules)] == ["Ante and Play pay 1 to 1"]


@pytest.mark.parametrize(
    ("wager", "words"),
    [
        ("blind", ["Paid only if your hand beats the dealer's"]),
        ("ultimate_pairs", ["Pays on your two cards"]),
        ("ante", []),
    ],
)
def test_a_sign_has_only_the_notes_of_its_wager(wager: str, words: list[str]) -> None:
    assert [*notes_of(declaration("uth"), rules_of(), wager)] == words


def test_notes_follow_the_reading_and_the_letter() -> None:
    chosen = [*notes_of(declaration("uth"), rules_of(readings={"U-01": "R2"}), "progressive")]
    assert chosen == ["Pays on your two cards and the three cards of the Flop"]
    lettered = [*notes_of(declaration("letitride"), rules_of("letitride"), "progressive")]
    assert lettered == ["Pays on your three cards and the two community cards"]


@pytest.mark.clause("uth/12.D.5.a")
@pytest.mark.parametrize(
    ("stakes", "names"),
    [
        (1, {"envy": "Envy Bonus"}),
        ([1, 5], {"envy_1": "Envy Bonus with a $1 stake", "envy_5": "Envy Bonus with a $5 stake"}),
    ],
)
def test_12_D_5_a_each_envy_stake_has_its_own_paytable(stakes: object, names: dict[str, str]) -> None:
    progressive = {**EVERYTHING["uth"]["progressive"], "stake": stakes, "envy": "A"}
    found = {each.name: each.label for each in named_paytables(rules_of(progressive=progressive))}
    assert {name: label for name, label in found.items() if name.startswith("envy")} == names
    assert found["blind"] == "Blind"

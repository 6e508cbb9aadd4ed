"""Who opens a table is told what is still to be vouched for."""

from __future__ import annotations

import pytest

from croupier.rulebook import clause
from croupier.table import commands as do
from croupier.table.readers.attestations import asked_at_opening, missing_attestations
from tests.helpers.pit import table
from tests.helpers.table_help import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_what_nobody_has_vouched_for_is_listed_until_somebody_has(game: str) -> None:
    pit = table(game)
    left = missing_attestations(pit.state)
    assert {clause(each).status for each in left} == {"recorded"}
    for number, each in enumerate(left, 1):
        pit.do(do.Attest(clause=each, by="floor"))
        assert missing_attestations(pit.state) == left[number:]
    assert missing_attestations(pit.state) == ()


@pytest.mark.parametrize("game", ["uth", "letitride", "topfive"])
def test_the_design_of_two_decks_is_asked_for_where_two_are_played(game: str) -> None:
    design = f"{game}/3.B.1"
    assert design in {each.id for each in asked_at_opening(game)}
    assert design not in missing_attestations(table(game).state)
    assert design in missing_attestations(table(game, decks=2).state)


def test_every_recorded_rule_is_asked_for_at_the_opening_or_says_why_not() -> None:
    from croupier.rulebook import clauses

    asked = {each.id for game in GAMES for each in asked_at_opening(game)}
    for each in clauses().values():
        if each.rule and each.status == "recorded" and each.id not in asked:
            assert any(word in each.reason for word in ("seen", "kept", "keeps", "conduct", "stated")), (
                each.id
            )

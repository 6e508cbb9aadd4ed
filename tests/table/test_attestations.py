"""Test attestations that are missing when a table opens."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.rulebook import clause
from croupier.table import commands as do
from croupier.table.readers.attestations import asked_at_opening, missing_attestations
from croupier.table.readers.due import ActKind, due
from croupier.table.state import PEOPLE, SHOE, CardsFrom, bare_table
from tests.helpers.pit import Pit, rules_for, table
from tests.helpers.table_help import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_lists_missing_attestations(game: str) -> None:
    pit = table(game)
    left = missing_attestations(pit.state)
    assert {clause(each).status for each in left} == {"recorded"}
    for number, each in enumerate(left, 1):
        pit.do(do.Attest(clause=each, by="floor"))
        assert missing_attestations(pit.state) == left[number:]
    assert missing_attestations(pit.state) == ()


@pytest.mark.parametrize("game", ["uth", "letitride", "topfive"])
def test_two_deck_tables_attest_the_deck_designs(game: str) -> None:
    design = f"{game}/3.B.1"
    assert design in {each.id for each in asked_at_opening(game)}
    assert design not in missing_attestations(table(game).state)
    assert design in missing_attestations(table(game, decks=2).state)


def test_every_recorded_rule_is_attested_at_opening_or_explained() -> None:
    from croupier.rulebook import clauses

    grounds = ("observe", "records", "attest", "conduct", "the submission states")
    asked = {each.id for game in GAMES for each in asked_at_opening(game)}
    for each in clauses().values():
        if each.rule and each.status == "recorded" and each.id not in asked:
            assert any(word in each.reason for word in grounds), each.id


def opened_by_people(game: str, **choices: Any) -> Pit:
    """Return a live table whose first deck is prepared (chapter 4) and can be loaded."""
    pit = Pit(bare_table(rules_for(game, "hand", **choices), PEOPLE))
    pit.do(do.ReceiveDecks(backs=("red",)))
    pit.seat(1, "ann")
    pit.prepare()
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    return pit


@pytest.mark.parametrize("game", GAMES)
def test_first_deck_is_loaded_only_after_attestations(game: str) -> None:
    pit = opened_by_people(game)
    missing = missing_attestations(pit.state)
    assert missing
    for number, clause_id in enumerate(missing):
        refused = pit.refused(do.Load(deck="red"))
        assert (refused.code, refused.clauses) == ("not_attested", missing[number:])
        wanted = due(pit.state)
        assert (wanted.act, wanted.clauses) == (ActKind.ATTEST, (clause_id,))
        assert wanted.command == do.Attest(clause=clause_id)
        pit.do(do.Attest(clause=clause_id, by="floor:meg"))
    assert due(pit.state).act is ActKind.LOAD
    pit.do(do.Load(deck="red"))


@pytest.mark.parametrize("game", GAMES)
def test_new_cards_need_new_attestations_but_the_table_does_not(game: str) -> None:
    pit = opened_by_people(game)
    for clause_id in missing_attestations(pit.state):
        pit.do(do.Attest(clause=clause_id, by="floor"))
    pit.do(do.Load(deck="red"), do.RemoveDeck(deck="red", reason="a bent card"))
    again = {clause(each).kind for each in missing_attestations(pit.state)}
    assert again == {"deck"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("cards_from", ["", SHOE])
def test_virtual_tables_need_no_attestations(game: str, cards_from: CardsFrom) -> None:
    """Neither virtual tables nor round records need attestations."""
    pit = Pit(bare_table(rules_for(game, "hand"), cards_from))
    pit.do(do.ReceiveDecks(backs=("red",), prepared=True))
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    assert due(pit.state).act is ActKind.LOAD
    pit.do(do.Load(deck="red"))

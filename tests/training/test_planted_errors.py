"""Test that the table machine cites the declared clause for every kind of planted error."""

from __future__ import annotations

import pytest

from croupier.casino.cage import tray_commands as cage
from croupier.casino.cage.commands import EnrolTable
from croupier.casino.cage.machine import CageState
from croupier.casino.cage.stream import KIND as CAGE
from croupier.casino.machines import CasinoCommand
from croupier.errors import Refused
from croupier.rulebook import clauses, readings
from croupier.rulebook.regulations import regulation_citations
from croupier.training.table_test.kinds import ITEMS, catalog, clauses_of, kinds, kinds_of
from tests.helpers.table_help import GAMES
from tests.training.table_test_tour import found_errors

PAIRS = [(kind.id, game) for kind in catalog().errors for game in kind.clauses if kind.family != "chips"]
FEWEST = 60  # number of kinds in all games


def test_catalog_has_at_least_sixty_kinds() -> None:
    assert len(kinds()) == len(catalog().errors) >= FEWEST
    reasons = {reason.id for reason in catalog().reasons}
    for kind in catalog().errors:
        assert kind.reason in reasons, kind.id
        assert kind.item in ITEMS, kind.id
        assert kind.clauses, kind.id


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_kind_exists(game: str) -> None:
    known = {*clauses(), *readings()}
    cited = regulation_citations()
    for kind in kinds_of(game):
        if kind.family == "chips":
            assert kind.clauses[game] in cited, kind.id
            continue
        for id_ in clauses_of(kind, game):
            assert id_ in known or any(one.startswith(f"{id_}.") for one in known), (kind.id, id_)


@pytest.mark.parametrize(("kind", "game"), PAIRS)
def test_machine_names_the_clause_of_the_error(kind: str, game: str) -> None:
    """Commit the error wherever it can occur. The refusal or irregularity must cite the declared clause."""
    errors = found_errors(game).get(kind, [])
    assert errors, "no state of the tour allows the error"
    declared = clauses_of(kinds()[kind], game)
    for error in errors:
        assert error.evidence is not None
        assert error.clause in error.evidence.cited
        assert any(error.clause == one or error.clause.startswith(f"{one}.") for one in declared)
        assert "{" not in error.scene


@pytest.mark.parametrize(
    "kind",
    ["bet_too_low", "unequal_bets", "second_seat", "late_bet", "decision_out_of_turn", "leaves_with_cards"],
)
def test_refused_errors_have_the_code_of_the_refusal(kind: str) -> None:
    codes = {
        "bet_too_low": "below_minimum",
        "unequal_bets": "wager_unequal",
        "second_seat": "second_position",
        "late_bet": "bets_closed",
        "decision_out_of_turn": "out_of_turn",
        "leaves_with_cards": "stay_seated",
    }
    for error in found_errors("uth")[kind]:
        assert error.evidence is not None
        assert (error.evidence.how, error.evidence.code) == ("refusal", codes[kind])


def test_wrong_payments_differ_from_the_machine() -> None:
    for game in GAMES:
        for kind in kinds_of(game):
            if kind.family == "payment":
                for error in found_errors(game)[kind.id]:
                    assert error.facts["amount"] != error.facts["right"], (game, kind.id)


# Errors with chips and slips, which the cage's state machine refuses.


def refused_by_cage(commands: list[CasinoCommand], last: CasinoCommand) -> Refused:
    state: CageState = CAGE.state()
    for command in commands:
        state = CAGE.fold(state, command, CAGE.decide(state, command), None)
    with pytest.raises(Refused) as refused:
        CAGE.decide(state, last)
    return refused.value


OPENED: list[CasinoCommand] = [EnrolTable(table="t1", money="play", by="house", at=1)]
FILL = cage.RequestChips(id="f1", table="t1", what="fill", chips={"500": 20}, by="floor:f", at=2)
AT_THE_CAGE: dict[str, tuple[list[CasinoCommand], CasinoCommand]] = {
    "fill_unsigned": ([*OPENED, FILL], cage.SignTraySlip(slip=1, by="dealer:d", at=3)),
    "fill_signed_twice": (
        [*OPENED, FILL, cage.SignTraySlip(slip=1, by="cage:x", at=3)],
        cage.SignTraySlip(slip=1, by="floor:x", at=4),
    ),
    "foreign_chip": (
        OPENED,
        cage.ExchangeChips(id="e1", table="t1", taken={"300": 1}, given={"100": 3}, by="dealer:d", at=2),
    ),
    "color_up_wrong": (
        OPENED,
        cage.ExchangeChips(id="e1", table="t1", taken={"500": 20}, given={"2500": 5}, by="dealer:d", at=2),
    ),
}


@pytest.mark.parametrize("kind", AT_THE_CAGE)
def test_cage_names_the_clause_of_the_error(kind: str) -> None:
    refused = refused_by_cage(*AT_THE_CAGE[kind])
    for game in GAMES:
        assert kinds()[kind].clauses[game] in refused.clauses


def test_every_kind_of_the_cage_is_tested() -> None:
    assert {*AT_THE_CAGE} == {kind.id for kind in catalog().errors if kind.family == "chips"}

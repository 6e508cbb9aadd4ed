"""Test that the rule book states the computed value of each reading."""

from __future__ import annotations

import pytest

from croupier.maths.analyze import plan, solve
from croupier.maths.terms import Terms
from croupier.rulebook import readings
from croupier.rulebook.readings import worth

GAMES = ("uth", "letitride", "dragon", "topfive")
STORED = [(reading, wager) for reading, wagers in worth().items() for wager in wagers]
# These readings concern permissions and procedures, so no expected value depends on them.
NO_FIGURE = {
    "U-05", "U-06", "U-12", "U-20", "U-21", "U-29", "L-05", "L-06", "D-06", "T-14", "X-08", "X-11", "X-12",
    "X-13", "X-16", "N-02", "N-04", "N-06", "N-07", "N-08", "N-19", "N-25",
}  # fmt: skip


@pytest.mark.parametrize(("reading", "wager"), STORED, ids=lambda text: text)
def test_stated_figures_equal_the_computed_ones(reading: str, wager: str) -> None:
    game, name, letter = (*wager.split(), None)[:3]
    (task,) = plan(Terms(game), name, letter)
    for choice, told in worth()[reading][wager].items():
        assert f"{float(solve(Terms(game, {reading: choice}), task).ev):+.6f}" == told


def test_every_selectable_reading_has_figures_or_changes_no_expectation() -> None:
    switches = {entry.id for entry in readings().values() if entry.switchable}
    assert switches == {*worth()} | NO_FIGURE
    assert all(
        entry.choices_in(game)
        for entry in map(readings().get, worth())
        if entry
        for game in GAMES
        if any(wager.startswith(f"{game} ") for wager in worth()[entry.id])
    )


def test_surviving_a_fold_does_not_change_a_wagers_value() -> None:
    for name in ("trips", "six_card"):
        task = plan(Terms("uth"), name, "A")[0]
        assert solve(Terms("uth", {"X-04": "R2"}), task).ev == solve(Terms("uth"), task).ev

"""Compare the clauses, readings, codes and audiences of all events and refusals with golden lines.

The lines in `said/` were reviewed against the rule book. After an intended change, rewrite them with
`python -m tests.walk.said` and review the diff.
"""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.helpers.table_help import GAMES
from tests.walk.said import heard, house_rule_lines, kept_lines, lines, scenes
from tests.walk.world import Scene

SCENES = [
    pytest.param(scene, id=f"{game}-{number}-{scene.dealing}")
    for game in sorted(GAMES)
    for number, scene in enumerate(scenes(game), 1)
]


@pytest.mark.parametrize("scene", SCENES)
def test_scene_citations_match_the_golden_lines(scene: Scene) -> None:
    assert sorted(heard(scene) - {*kept_lines(scene.game)}) == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_house_rule_citations_match_the_golden_lines(game: str) -> None:
    assert sorted(house_rule_lines(game) - {*kept_lines(game)}) == []


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(GAMES))
def test_citations_match_the_golden_lines(game: str) -> None:
    """Every stored line still occurs, and there are no new lines."""
    assert not [*unified_diff(kept_lines(game), lines(game), "kept", "now", n=0, lineterm="")]

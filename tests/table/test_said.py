"""Every clause, reading, code and audience that the table says, by its value.

The lines kept in `said/` are read against the rule book. When a change means to say something else, write
them anew with `python -m tests.walk.said` and read the difference.
"""

from __future__ import annotations

from difflib import unified_diff

import pytest

from tests.helpers.table_help import GAMES
from tests.walk.said import KEPT, lines


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_the_table_says(game: str) -> None:
    kept = (KEPT / f"{game}.txt").read_text().splitlines()
    assert not [*unified_diff(kept, lines(game), "kept", "now", n=0, lineterm="")]

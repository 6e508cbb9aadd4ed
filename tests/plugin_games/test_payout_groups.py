"""Test that adjacent paytables share one list of hands only if they rank hands in the same order."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.rulebook import paytable
from croupier.rulebook.edition import edition
from croupier.server.tables.posted_rules import paytable_of
from tests.plugin_games.conftest import NINES, Install

MODULE = Path(__file__).parents[2] / "src/croupier/pages/static/js/table/paytable-groups.js"


def groups(tmp_path: Path, *tables: tuple[str, str]) -> list[dict[str, Any]]:
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "CI needs node"
        pytest.skip("node is not installed")
    posted = [
        msgspec.to_builtins(paytable_of(name, name, paytable(game, name, "A"))) for game, name in tables
    ]
    shutil.copy(MODULE, tmp_path / "groups.mjs")
    (tmp_path / "run.mjs").write_text(
        'import { groupPaytables } from "./groups.mjs";\n'
        f"console.log(JSON.stringify(groupPaytables({json.dumps(posted)}, [])));\n"
    )
    done = subprocess.run([node, "run.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_three_card_and_five_card_rankings_are_not_merged(tmp_path: Path) -> None:
    found = groups(tmp_path, ("letitride", "main"), ("letitride", "three_card"))
    assert [[table["wager"] for table in group["tables"]] for group in found] == [["main"], ["three_card"]]
    three = found[1]["hands"]
    assert three.index("straight") < three.index("flush")


def test_tables_with_the_same_ranking_share_a_list(tmp_path: Path) -> None:
    (found,) = groups(tmp_path, ("uth", "blind"), ("uth", "trips"))
    assert [table["wager"] for table in found["tables"]] == ["blind", "trips"]


def test_no_page_claims_a_jurisdiction_for_every_game(install: Install) -> None:
    install(NINES)
    assert str(edition("nines")) == "Lucky Nines, rules of the house, 1.0"
    for file in (MODULE.parents[1] / "player").glob("*.js"):
        words = file.read_text(encoding="utf-8")
        assert "Maryland" not in words and "regulator’s" not in words, file.name

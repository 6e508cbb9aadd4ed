"""Test that an external game's mathematics report lists only checks that were made for that game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.documents.blocks import Blocks
from croupier.documents.filed_submission import parse_filed
from croupier.documents.report.figures import gather
from croupier.documents.report.pages import report_blocks
from croupier.submission import template
from tests.plugin_games.conftest import NINES, Install


def written(install: Install) -> tuple[dict[str, Any], str]:
    install(NINES)
    data = gather(parse_filed(template("nines").encode(), "nines.toml"))
    return data, str(report_blocks(data))


def test_report_does_not_claim_croupiers_own_proofs_for_an_external_game(install: Install) -> None:
    data, words = written(install)
    assert data["package"] == {"name": "lucky-nines", "version": "1.0"}
    for claim in (
        "solved by two independent methods",
        "published ones",
        "make proof",
        "played random rounds",
    ):
        assert claim not in words
    assert "come from the package lucky-nines 1.0" in words
    assert "own tests and proofs do not cover this game" in words


def test_a_least_common_denominator_is_not_called_deals_counted(install: Install) -> None:
    data, words = written(install)
    main = next(each for each in data["wagers"].values() if each["wager"] == "main")
    bonus = next(each for each in data["wagers"].values() if each["wager"] == "nine_bonus")
    assert (main["counted"], bonus["counted"]) == (False, True)
    assert bonus["total"] == 22_100
    assert "Common denominator of the counts" in words


def test_shared_readings_that_the_figures_use_are_listed(install: Install) -> None:
    data, _ = written(install)
    listed = {each["id"]: each for each in data["readings"]}
    assert {"NI-01", "X-03", "X-04", "X-31"} <= set(listed)
    assert listed["X-04"]["choices"] == []  # the game does not offer it


def test_report_claims_the_proofs_for_croupiers_own_games() -> None:
    example = Path(__file__).parents[2] / "src" / "croupier" / "rulebook"
    (file,) = example.rglob("topfive/example.toml")
    data = gather(parse_filed(file.read_bytes(), "topfive.toml"))
    blocks: Blocks = report_blocks(data)
    assert data["package"] is None
    assert "solved by two independent methods" in str(blocks)

"""Test that the server commits to packs of more than 64 and more than 256 cards and can open every card."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import msgspec
import pytest

from croupier.cards import STANDARD, commitment
from croupier.journal.deals import DealEvidence, Openings, check_openings
from croupier.rulebook import registry
from croupier.submission import partial
from croupier.table import events as ev
from tests.helpers.table_help import MAIN, SIDES
from tests.plugin_games.conftest import NINES, Edit, Install
from tests.server.dealing.verifiable_table import VerifiableTable

VERIFIER = Path(__file__).parents[2] / "src/croupier/pages/static/js/core/deal-verifier.js"


def pack_of(copies: int) -> Edit:
    """Replace the deck by `copies` copies of each of the 52 cards."""
    cards = ", ".join(f'{{ card = "{card}", copies = {copies}, clause = "3.A" }}' for card in STANDARD.order)
    return ("game.toml", 'name = "standard"', f'name = "{copies} decks"\ncards = [{cards}]')


def played(install: Install, monkeypatch: pytest.MonkeyPatch, copies: int) -> DealEvidence:
    install(NINES, pack_of(copies))
    monkeypatch.setitem(MAIN, "nines", {"ante": 9})
    monkeypatch.setitem(SIDES, "nines", {"nine_bonus": 5})
    table = VerifiableTable("nines", "shoe", rules=partial({}, "nines", "shoe"))
    table.sit(1, 2)
    table.play(1, 2)
    committed, mixed = table.of(ev.DealCommitted)[-2], table.of(ev.DealMixed)[-1]
    assert isinstance(committed, ev.DealCommitted) and isinstance(mixed, ev.DealMixed)
    assert committed.cards == 52 * copies
    return DealEvidence(committed, mixed, tuple(table.openings["regulator"]))


@pytest.mark.parametrize(("copies", "hashes"), [(1, 6), (2, 7), (6, 9)])
def test_every_card_of_a_large_pack_can_be_opened(
    install: Install, monkeypatch: pytest.MonkeyPatch, copies: int, hashes: int
) -> None:
    deal = played(install, monkeypatch, copies)
    assert check_openings(Openings("croupier-openings@1", (deal,))).faults == ()
    assert {len(one.path) for one in deal.openings} == {hashes}
    short = msgspec.structs.replace(deal.openings[0], path=deal.openings[0].path[:-1])
    (fault,) = check_openings(
        Openings("croupier-openings@1", (msgspec.structs.replace(deal, openings=(short,)),))
    ).faults
    assert f"{hashes} hashes" in fault


@pytest.mark.parametrize("copies", [2, 6])
def test_the_browser_verifies_a_large_pack(
    install: Install, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, copies: int
) -> None:
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "CI needs node"
        pytest.skip("node is not installed")
    deal = played(install, monkeypatch, copies)
    (tmp_path / "verifier.mjs").write_text(VERIFIER.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "deal.json").write_bytes(msgspec.json.encode(deal))
    (tmp_path / "run.mjs").write_text(
        'import { readFileSync } from "node:fs";\nimport { verifyDeal } from "./verifier.mjs";\n'
        'const deal = JSON.parse(readFileSync("deal.json", "utf8"));\n'
        "deal.committed.fixed ??= {};\ndeal.mixed.reveals ??= {};\n"
        "console.log(JSON.stringify(await verifyDeal(deal)));\n"
    )
    done = subprocess.run([node, "run.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout or "{}").get("ok") is True, done.stdout + done.stderr


def test_positions_from_256_on_take_two_bytes() -> None:
    assert [commitment.encode_position(at) for at in (0, 255, 256, 311)] == [
        b"\0",
        b"\xff",
        b"\1\0",
        b"\1\x37",
    ]
    assert [commitment.leaves(cards) for cards in (1, 52, 64, 65, 312)] == [64, 64, 64, 128, 512]


def test_an_oversized_pack_is_refused_when_the_game_loads(install: Install) -> None:
    install(NINES, pack_of(100))
    assert "5,200 cards" in registry.broken()["nines"]

"""Test the verify command, the documented test vectors and the JavaScript example."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import shutil
import subprocess
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.cli.deals import verify_deals
from croupier.errors import BadInput
from croupier.journal.deals import Openings, check_openings
from tests.server.dealing.verifiable_table import VerifiableTable
from tests.server.dealing.write_vectors import KEPT, PLAYERS, vector

HERE = Path(__file__).parent
NODE = shutil.which("node")


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def found_in(saved: dict[str, Any]) -> tuple[str, ...]:
    return check_openings(msgspec.convert(saved, Openings)).faults


def test_vectors_match_the_code(kept: dict[str, Any]) -> None:
    vectors = [vector(game, players) for game in ("uth", "dragon") for players in PLAYERS]
    assert json.loads(json.dumps(vectors)) == kept["vectors"]
    assert {len(one["order"]) for one in kept["vectors"]} == {52, 53}


def test_vectors_match_the_docs(kept: dict[str, Any]) -> None:
    """A few lines of independent Python verify the vectors as the docs describe."""
    sha = lambda *parts: hashlib.sha256(b"".join(parts)).digest()  # noqa: E731
    for one in kept["vectors"]:
        told = [str(value) for value in one["committed"].values()]
        ctx = sha("\n".join(("croupier/deal/1", *told)).encode())
        level = []
        for at in range(64):
            salt = hmac.new(bytes.fromhex(one["key"]), ctx + bytes([at]), "sha256").digest()
            card = one["order"][at] if at < len(one["order"]) else "--"
            level.append(sha(b"\0", ctx, bytes([at]), card.encode(), salt))
        while len(level) > 1:
            level = [sha(b"\1", level[at], level[at + 1]) for at in range(0, len(level), 2)]
        assert level[0].hex() == one["root"]
        brought = sorted(one["reveals"].items(), key=lambda each: each[0].encode())
        for player, number in brought:
            assert sha(b"\2", bytes.fromhex(number)).hex() == one["fixed"][player]
        seed = sha(b"croupier/mix/1", ctx, level[0], *(bytes.fromhex(number) for _, number in brought))
        stream = b"".join(hmac.new(seed, n.to_bytes(4, "big"), "sha256").digest() for n in range(9))
        drawn = iter(stream)
        order = [*range(len(one["order"]))]
        for last in range(len(order) - 1, 0, -1):
            byte = next(b for b in drawn if b < 256 - 256 % (last + 1))
            order[last], order[byte % (last + 1)] = order[byte % (last + 1)], order[last]
        assert order == one["mix"]


def test_verifies_saved_openings(
    kept: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(kept["saved"]))
    assert verify_deals(path, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    cards = sum(len(deal["openings"]) for deal in kept["saved"]["deals"])
    assert told == {
        "ok": True, "deals": 2, "mixed": 2, "discarded": 0, "alone": 0, "cards": cards, "opened": 0,
        "unproved": 0, "faults": [],
    }  # fmt: skip
    assert verify_deals(path, as_json=False) == 0
    out = capsys.readouterr().out
    assert f"cards     {cards:>7,}  proved\n" in out and out.endswith("every deal matches its commitment\n")


def another_card(card: str) -> str:
    return "Ph" if card != "Ph" else "Ti"


def flipped(digits: str) -> str:
    return ("1" if digits[0] == "0" else "0") + digits[1:]


def tampered(saved: dict[str, Any], how: str) -> dict[str, Any]:
    """Return a copy with one change of the given kind, as a cheating operator might make."""
    lie = deepcopy(saved)
    deal = lie["deals"][0]
    first, second = deal["openings"][:2]
    match how:
        case "another card":
            first["card"] = another_card(first["card"])
        case "another salt":
            first["salt"] = flipped(first["salt"])
        case "another hash on the way":
            first["path"][3] = flipped(first["path"][3])
        case "a shorter way":
            first["path"].pop()
        case "another position":
            first["position"] ^= 1
        case "another draw":
            first["draw"], second["draw"] = second["draw"], first["draw"]
        case "one draw twice":
            deal["openings"].append(first)
        case "another root":
            deal["committed"]["root"] = flipped(deal["committed"]["root"])
        case "another round":
            deal["committed"]["round"] += 1
            deal["mixed"]["round"] += 1
        case "another table":
            deal["committed"]["table"] += "x"
        case "another number":
            deal["mixed"]["reveals"]["p2"] = flipped(deal["mixed"]["reveals"]["p2"])
        case "a number more":
            deal["mixed"]["reveals"]["p9"] = "00" * 32
        case "a number less":
            del deal["mixed"]["reveals"]["p2"]
        case "my number left out":
            lie["numbers"][0] = flipped(lie["numbers"][0])
        case "another seed":
            deal["mixed"]["seed"] = flipped(deal["mixed"]["seed"])
        case "a mix of another deal":
            deal["mixed"]["deal"] += 1
    return lie


LIES = [
    "another card", "another salt", "another hash on the way", "a shorter way", "another position",
    "another draw", "one draw twice", "another root", "another round", "another table", "another number",
    "a number more", "a number less", "my number left out", "another seed", "a mix of another deal",
]  # fmt: skip


@pytest.mark.parametrize("how", LIES)
def test_finds_every_altered_opening(kept: dict[str, Any], how: str, tmp_path: Path) -> None:
    lie = tampered(kept["saved"], how)
    assert lie != kept["saved"]
    assert found_in(lie)
    path = tmp_path / "lie.json"
    path.write_text(json.dumps(lie))
    assert verify_deals(path, as_json=True) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda deal: deal["committed"].update(cards=10**9),
        lambda deal: deal["committed"].update(cards=0),
        lambda deal: deal["committed"].update(root="zz"),
        lambda deal: deal["committed"].update(table="a\nb"),
        lambda deal: deal["mixed"].update(seed="0"),
        lambda deal: deal["openings"][0].update(position=-1),
        lambda deal: deal["openings"][0].update(draw=10**6),
        lambda deal: deal["openings"][0].update(card="é"),
        lambda deal: deal["openings"][0].update(salt="no"),
    ],
)
def test_rejects_malformed_openings(kept: dict[str, Any], change: Any) -> None:
    lie = deepcopy(kept["saved"])
    change(lie["deals"][0])
    assert found_in(lie)


def test_rejects_other_files_with_a_one_line_message(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for data in (b"", b"{}", b"[1]", b'{"format": "croupier-openings@9", "deals": []}', b"\xff\xfe"):
        path.write_bytes(data)
        with pytest.raises(BadInput) as refused:
            verify_deals(path, as_json=False)
        assert "\n" not in str(refused.value)
    path.write_bytes(b'{"format": "croupier-openings@1", "deals": 7}')
    with pytest.raises(BadInput, match="not a file of openings"):
        verify_deals(path, as_json=False)


def test_a_journal_is_verified_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = VerifiableTable("topfive")
    table.sit(1, 2)
    table.play(1, 2)
    path = tmp_path / "topfive-1.journal"
    path.write_bytes(b"".join(table.store.read(table.name)))
    assert verify_deals(path, as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["deals"], told["mixed"], told["opened"], told["unproved"]) == (2, 1, 2, 0)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], *lines[2:]]))
    with pytest.raises(BadInput, match="entry 1 is broken"):
        verify_deals(path, as_json=True)


def node(*arguments: str) -> tuple[int, dict[str, Any]]:
    assert NODE is not None
    run = subprocess.run(
        [NODE, *arguments], capture_output=True, text=True, timeout=60, env={"PATH": os.environ["PATH"]}
    )
    assert run.stdout, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return run.returncode, found


if NODE is not None:  # needs Node.js

    def test_the_verifier_in_javascript_agrees_with_the_vectors() -> None:
        code, told = node(str(HERE / "check_vectors.mjs"), str(KEPT))
        assert (code, told) == (0, {"ok": True, "vectors": 6, "faults": []})

    def test_javascript_verifier_finds_every_altered_opening(kept: dict[str, Any], tmp_path: Path) -> None:
        path = tmp_path / "mine.json"
        path.write_text(json.dumps(kept["saved"]))
        code, told = node(str(HERE / "verifier.mjs"), str(path))
        assert (code, told["ok"], told["faults"]) == (0, True, [])
        for how in LIES:
            path.write_text(json.dumps(tampered(kept["saved"], how)))
            code, told = node(str(HERE / "verifier.mjs"), str(path))
            assert (code, told["ok"]) == (1, False), how

"""Compare rounds of every game and dealing method with golden transcripts that were checked by hand.

`python -m tests.records.test_transcripts` rewrites the bodies after a change of wording. It keeps the
handwritten arithmetic in each header.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import play_record
from croupier.records.transcript import transcript
from croupier.submission.money import format_dollars
from croupier.table.codec import decode_events
from tests.helpers.table_help import GAMES, METHODS

FOLDER = Path(__file__).parent / "transcripts"
NAMES = [f"{game}-{dealing}" for game in GAMES for dealing in METHODS]


def played(name: str) -> dict[str, Any]:
    return play_record(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")))


def told(document: dict[str, Any]) -> str:
    return transcript(decode_events(msgspec.json.encode(document["events"])))


def golden(name: str) -> tuple[str, str]:
    head, _, body = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").partition("\n\n")
    return head, body


@pytest.mark.parametrize("name", NAMES)
def test_transcript_matches_the_round(name: str) -> None:
    assert told(played(name)) == golden(name)[1]


@pytest.mark.parametrize("name", NAMES)
def test_header_totals_match_the_payments(name: str) -> None:
    head, _ = golden(name)
    assert all(line.startswith("#") for line in head.splitlines())
    assert head.startswith("# Checked by hand")
    document = played(name)
    nets = ", ".join(f"seat {one['seat']} {format_dollars(one['net'])}" for one in document["seats"])
    meters = ", ".join(f"{meter} {format_dollars(cents)}" for meter, cents in document["meters"].items())
    assert head.splitlines()[-1] == f"# nets: {nets}" + (f"; meters: {meters}" if meters else "")
    for one in document["seats"]:  # every seat has its own line of arithmetic
        assert re.search(rf"^# Seat {one['seat']}\b", head, re.MULTILINE), one["seat"]


@pytest.mark.parametrize("name", NAMES)
def test_transcripts_cover_interesting_rounds(name: str) -> None:
    document = played(name)
    wagers = {wager for one in document["seats"] for wager in one["wagers"]}
    assert len(document["seats"]) >= 3
    assert len(wagers) > (2 if name.startswith("topfive") else 3)
    game = name.partition("-")[0]
    if game == "letitride":
        results = {w["result"] for one in document["seats"] for w in one["wagers"].values()}
        assert "returned" in results
    elif name != "topfive-shoe":
        assert any(one["folded"] for one in document["seats"])


if __name__ == "__main__":
    for file in NAMES:
        (FOLDER / f"{file}.txt").write_text(
            f"{golden(file)[0]}\n\n{told(played(file))}", encoding="utf-8", newline="\n"
        )

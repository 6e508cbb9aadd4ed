"""Test the output of `croupier verify` and `replay` for journals, heads and invalid files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.journals import replay_journal, verify_journal
from croupier.errors import BadInput
from croupier.games import game as game_of
from croupier.journal import Journal, checkpoint_path, read_checkpoint
from croupier.journal.checkpoints import Checkpoint, write_checkpoint
from croupier.records.record import read_record
from croupier.table import commands as do
from croupier.table.driving.driver import Driver
from croupier.table.driving.sources import StackedDeck
from tests.helpers.journals import RECORDS, keep, rewritten

WILD = "\x1b[2J\u202eann"


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "house" / "evening.journal"
    path.parent.mkdir()
    keep(path, RECORDS["topfive"], rounds=3)
    return path


def told(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    out, err = capsys.readouterr()
    return out, err


def test_verify_prints_head_game_rounds_and_edition(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify_journal(journal) == 0
    out, err = told(capsys)
    head = read_checkpoint(checkpoint_path(journal)).head
    assert f"head     {head}\n" in out and "game     topfive\n" in out and "rounds   3\n" in out
    assert "MLGCA Version 1.0" in out
    assert "proves nothing: it is in the journal's own folder" in err


def test_warns_about_missing_or_worthless_checkpoint(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hollow = tmp_path / "kept"
    write_checkpoint(hollow, Checkpoint(0, "0" * 64))
    assert verify_journal(journal, hollow, as_json=True) == 0
    document = json.loads(told(capsys)[0])
    assert document["checkpointed"] is False
    assert (
        document["checkpoint"]["source"] == str(hollow) and "no entries" in document["checkpoint"]["why_not"]
    )
    checkpoint_path(journal).unlink()
    assert verify_journal(journal) == 0
    assert "no checkpoint was compared" in told(capsys)[1]


def test_saved_checkpoint_or_head_reveals_cut_tail_and_other_chain(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    elsewhere = tmp_path / "kept"
    elsewhere.write_bytes(checkpoint_path(journal).read_bytes())
    head = read_checkpoint(elsewhere).head
    assert verify_journal(journal, elsewhere, as_json=True) == 0
    assert json.loads(told(capsys)[0])["checkpointed"] is True
    assert verify_journal(journal, head=head.upper()) == 0
    assert "agrees with the head given" in told(capsys)[1]
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-2]))
    assert verify_journal(journal, elsewhere) == 1
    assert "the end of the journal is missing" in told(capsys)[0]
    assert verify_journal(journal, head=head) == 1
    assert "not in the chain" in told(capsys)[0]
    for wrong in ("beef", "x" * 64, ""):
        with pytest.raises(BadInput, match="64 hexadecimal"):
            verify_journal(journal, head=wrong)
    with pytest.raises(BadInput, match="cannot be combined"):
        verify_journal(journal, elsewhere, head=head)


def test_verifies_all_segments_or_only_the_current_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "j"
    keep(path, RECORDS["topfive"], rounds=6, longest=10)
    first = json.loads(path.read_bytes().splitlines()[3])["hash"]
    assert verify_journal(path, everything=False) == 0
    assert "--all reads everything" in told(capsys)[0]
    assert verify_journal(path, as_json=True) == 0
    document = json.loads(told(capsys)[0])
    assert document["read_from"] == 0 and document["segments"] > 2 and document["rounds"] == 6
    checkpoint_path(path).unlink()
    assert verify_journal(path, head=first) == 0  # an older head is part of the chain too
    assert "agrees" in told(capsys)[1]
    altered = path.read_bytes().replace(b'"seat":6', b'"seat":5', 1)
    path.write_bytes(altered)
    assert verify_journal(path) == 1


def test_a_folder_of_journals_is_verified_stream_by_stream(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for game in ("uth", "dragon"):
        keep(tmp_path / f"{game}-1.journal", RECORDS[game])
    assert verify_journal(tmp_path, as_json=True) == 0
    document = json.loads(told(capsys)[0])
    assert [stream["game"] for stream in document["streams"]] == ["dragon", "uth"]
    assert verify_journal(tmp_path, as_json=True, stream="uth-1") == 0
    assert json.loads(told(capsys)[0])["game"] == "uth"
    assert replay_journal(tmp_path, 1, True, False, stream="dragon-1") == 0
    assert 'game = "dragon"' in told(capsys)[0]
    for stream in ("", "roulette-1"):
        with pytest.raises(BadInput, match="streams: dragon-1, uth-1"):
            replay_journal(tmp_path, None, False, False, stream)
    kept = (tmp_path / "uth-1.journal").read_bytes()
    (tmp_path / "uth-1.journal").write_bytes(kept[:-40])
    assert verify_journal(tmp_path) == 1
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="no journals found"):
        verify_journal(tmp_path / "empty")


def test_control_characters_are_never_printed_raw(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The output escapes control characters in a malicious journal with valid hashes."""

    def wild(n: int, body: dict[str, Any]) -> None:
        for one in (body.get("command", {}), *body.get("events", ())):
            for key in ("player", "by", "reason"):
                if key in one:
                    one[key] = f"player:{WILD}" if key == "by" else WILD
        if "stream" in body:
            body["stream"] = WILD

    checkpoint_path(journal).unlink()
    journal.write_bytes(b"".join(rewritten(journal.read_bytes().splitlines(keepends=True), wild)))
    verify_journal(journal)
    said = "".join(capsys.readouterr())
    try:
        replay_journal(journal, None, False, False)
    except BadInput as bad:
        said += str(bad)
    said += "".join(capsys.readouterr())
    assert said and "\x1b" not in said and "\u202e" not in said


NONSENSE = {
    "deep lists": b"[" * 500_000,
    "deep tables": b'{"opening":' * 200_000,
    "huge digits": b'{"opening":{"schema":' + b"9" * 1_000_000 + b"}}\n",
    "no line": b"x" * 9_000_000,
    "binary": bytes(range(256)) * 100,
    "empty": b"",
}


@pytest.mark.long
@pytest.mark.parametrize("name", [*NONSENSE, "fifo", "device", "folder"])
def test_non_journal_gives_one_line_and_exit_2_within_a_second(name: str, tmp_path: Path) -> None:
    path = tmp_path / "it"
    match name:
        case "fifo":
            os.mkfifo(path)
        case "device":
            path = Path("/dev/zero")
        case "folder":
            path.mkdir()
        case _:
            path.write_bytes(NONSENSE[name])
    for command in ("verify", "replay"):
        limit = "import resource; resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30));"
        code = f"{limit} import sys; sys.argv = ['croupier', {command!r}, {str(path)!r}];"
        code += "from croupier.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=20)
        assert done.returncode == 2, (command, done.stderr)
        assert done.stderr.count(b"\n") == 1 and done.stderr.startswith(b"croupier: ")
    if name in NONSENSE:
        assert path.read_bytes() == NONSENSE[name]


def test_replay_uses_player_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Replay takes names from the journal and shows the id of a player without a name."""
    path = tmp_path / "evening.journal"
    record = read_record(RECORDS["topfive"])
    with Journal.create(path, record.rules, at=1_000, name="evening") as journal:
        source = StackedDeck(game_of("topfive").deck, record.deck)
        table = Driver(record.opening(), source, frozenset(), journal.keep)
        for player, seat, name in (("p1", 1, "Ann"), ("p2", 2, "")):
            by = f"player:{player}"
            table.do(do.BuyIn(player=player, cents=500_00, by="cage"))
            table.do(do.SitDown(seat=seat, player=player, name=name, by=by))
        for seat, player in ((1, "p1"), (2, "p2")):
            table.do(do.GetUp(seat=seat, by=f"player:{player}"))
            table.do(do.CashOut(player=player, by="cage"))
    assert replay_journal(path, None, False, False) == 0
    lines = [line.partition("   ")[0] for line in told(capsys)[0].splitlines() if line]
    assert [line.partition("] ")[2] or line for line in lines] == [
        *("Buy chips by cage", "p1 buys in for $500"),  # the journal does not contain a name yet
        *("Take a seat by player:p1 (Ann)", "Ann (p1) takes seat 1"),
        *("Buy chips by cage", "p2 buys in for $500"),
        *("Take a seat by player:p2", "p2 takes seat 2"),
        *("Leave the seat by player:p1 (Ann)", "Ann (p1) leaves seat 1"),
        *("Cash out by cage", "Ann (p1) cashes out $500"),
        *("Leave the seat by player:p2", "p2 leaves seat 2"),
        *("Cash out by cage", "p2 cashes out $500"),
    ]

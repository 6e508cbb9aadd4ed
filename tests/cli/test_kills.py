"""Test that an interrupted session resumes with the same round, seats, wagers, purses and next card."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.play import play
from croupier.errors import BadInput
from croupier.journal import Journal, verify
from croupier.journal.entries import without_sealed
from croupier.table import commands as do_
from croupier.table.machine import decide
from croupier.table.state import BETTING
from tests.helpers.kills import check_cards, kill_repeatedly, state_of

PLAY = (sys.executable, "-m", "croupier", "play")
TEXT = {**os.environ, "PYTHONIOENCODING": "utf-8"}


@pytest.mark.long
@pytest.mark.parametrize("game", ["uth", "letitride", "dragon", "topfive"])
def test_kill_at_any_moment_loses_nothing_and_play_resumes(game: str, tmp_path: Path) -> None:
    results = kill_repeatedly(game, tmp_path / "journal", kills=5, seed=3)
    assert results.rounds > 0 and results.entries > 5


@pytest.fixture
def cut_short(tmp_path: Path) -> Path:
    """Return the journal of a process killed while it was waiting for the player."""
    journal = tmp_path / "journal"
    with subprocess.Popen(
        [*PLAY, "uth", "--seats", "2", "--journal", str(journal)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=TEXT,
    ) as process:
        assert process.stdin and process.stdout
        process.stdin.write(b"\n")
        process.stdin.flush()
        while b"Your cards" not in (line := process.stdout.readline()):
            assert line, "the table did not prompt"
        process.send_signal(signal.SIGKILL)
    return journal


@pytest.mark.long
def test_killed_process_resumes_the_round_with_the_same_cards(cut_short: Path) -> None:
    before = state_of(cut_short)
    assert before.table.round.phase != BETTING and before.shoes
    done = subprocess.run(
        [*PLAY, "uth", "--journal", str(cut_short)],
        input=b"4x\nquit\n",
        capture_output=True,
        timeout=60,
        env=TEXT,
    )
    assert done.returncode == 0, done.stderr
    assert b"You are back in seat 2 with $980." in done.stdout
    found = verify(cut_short)
    assert found.ok and found.about == {"game": "uth", "rounds": 1}
    assert found.first > 1_600_000_000, "every act carries its time"
    check_cards(cut_short)


def test_refused_journal_is_unchanged(cut_short: Path) -> None:
    torn = cut_short.read_bytes() + b'{"command":{"at":1'
    cut_short.write_bytes(torn)
    with pytest.raises(BadInput, match="different rules"):
        play("uth", submission=None, journal=cut_short, side_bets="all")
    assert cut_short.read_bytes() == torn
    assert [path.name for path in cut_short.parent.iterdir()] == ["journal"], "a checkpoint was written"


@pytest.mark.parametrize("content", [b"", b"my diary\n", b"{}\n", b"[" * 100_000])
def test_a_file_that_is_not_a_journal_is_unchanged(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "diary"
    path.write_bytes(content)
    with pytest.raises(BadInput):
        play("uth", journal=path)
    assert path.read_bytes() == content
    assert [found.name for found in tmp_path.iterdir()] == ["diary"]


def test_round_exported_without_its_shoe_cannot_resume(cut_short: Path) -> None:
    lines = cut_short.read_bytes().splitlines(keepends=True)
    cut_short.write_bytes(b"".join(map(without_sealed, lines)))
    assert verify(cut_short).ok
    with pytest.raises(BadInput, match="exported without its shoe"):
        play("uth", journal=cut_short)


def test_does_not_resume_other_players_round(tmp_path: Path) -> None:
    from croupier.cli.play.opening import table_rules

    path = tmp_path / "journal"
    with Journal.create(path, table_rules("dragon", None)) as journal:
        for command in (
            do_.SitDown(seat=1, player="ann"),
            do_.BuyIn(player="ann", cents=10_000),
            do_.Bet(seat=1, wagers={"ante": 1_000, "ante_bonus": 1_000}, round=1),
            do_.CloseBetting(),
        ):
            journal.append(command, decide(journal.full_state.table, command))
    with pytest.raises(BadInput, match="a round of other players"):
        play("dragon", journal=path)

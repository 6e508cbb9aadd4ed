"""Test `croupier play` as a process: signals, pipes, encodings, journals and exit codes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.cli.play import choose_and_play, play
from croupier.errors import BadInput
from croupier.journal import verify
from tests.helpers.play_table import EXAMPLES

pytestmark = pytest.mark.long

PLAY = (sys.executable, "-m", "croupier", "play")


def run(*args: str, lines: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[bytes]:
    given = lines.encode() if isinstance(lines, str) else lines
    return subprocess.run(
        [*PLAY, *args],
        input=given,
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def test_end_of_input_exits_with_0() -> None:
    done = run("uth", lines="\n")
    assert done.returncode == 0, done.stderr
    assert b"You leave the table with $980." in done.stdout
    assert done.stderr == b""


def test_undecodable_bytes_are_invalid_input() -> None:
    done = run("uth", lines=b"\xff\xfe\x00\nquit\n", NO_COLOR="1")
    assert done.returncode == 0 and done.stderr == b""
    assert b"Unknown wager" in done.stdout and b"Traceback" not in done.stdout


def test_a_terminal_that_is_not_utf_8_gets_ascii() -> None:
    done = run("letitride", "--seats", "2", lines="\nr\nr\nquit\n", PYTHONIOENCODING="latin-1")
    assert done.returncode == 0 and done.stdout.isascii()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("poker",), "no game 'poker'; the games are uth, letitride, dragon, topfive"),
        (("uth", "--seats", "0"), "--seats 0: this table has 6 seats; choose 1 to 6"),
        (("letitride", "--seats", "8"), "--seats 8: this table has 7 seats; choose 1 to 7"),
        (("uth", "--submission", "nowhere.toml"), "nowhere.toml: no such file"),
        (("uth", "--journal", "nowhere/at/all"), "nowhere/at/all: the journal cannot be written"),
        (("uth", "--journal", "."), ".: not a regular file; choose another"),
    ],
)
def test_invalid_arguments_give_one_line_and_exit_2(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.decode().startswith(f"croupier: {said}")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("game", ["uth", "letitride"])
def test_ctrl_c_in_a_round_explains_the_effect_on_wagers(game: str, tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with subprocess.Popen(
        [*PLAY, game, "--seats", "3", "--journal", str(journal)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(b"\n")
        process.stdin.flush()
        while b"Your cards" not in (line := process.stdout.readline()):
            assert line, "the table did not prompt"
        process.send_signal(signal.SIGINT)
        while b"Press Ctrl-C again" not in (line := process.stdout.readline()):
            assert line, "the table did not ask for confirmation"
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"wagered in this round." in rest
    assert b"You leave the table with" in rest
    assert errors == b""
    found = verify(journal)
    assert found.ok and found.state is not None
    assert found.state.table.seating.seats == {} and found.state.table.round.number == 2


def test_a_reader_that_stops_early_does_not_break_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    with subprocess.Popen(
        [*PLAY, "dragon", "--journal", str(journal)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"\np\n" * 20)
        process.stdin.close()
        errors = process.stderr.read()
        process.wait(timeout=60)
    assert process.returncode == 0 and errors == b""
    assert verify(journal).ok


def test_journal_contains_every_act_and_resumes_next_session(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    first = run("topfive", "--journal", str(journal), lines="\np\n")
    assert first.returncode == 0, first.stderr
    before = verify(journal)
    assert before.ok and before.state is not None and before.state.table.round.number == 2
    second = run("topfive", "--seats", "2", "--journal", str(journal), lines="\np\n\n")
    assert b"round 2" in second.stdout and b"buy in for $1,000" in second.stdout
    after = verify(journal)
    assert after.ok and after.state is not None and after.state.table.round.number == 4
    assert after.entries > before.entries


def test_refuses_a_journal_with_different_rules_without_changing_it(tmp_path: Path) -> None:
    journal = tmp_path / "journal"
    assert run("uth", "--journal", str(journal)).returncode == 0
    kept = journal.read_bytes()
    other = run("dragon", "--journal", str(journal))
    assert other.returncode == 2 and b"different rules" in other.stderr
    (tmp_path / "note").write_text("not a journal\n")
    assert run("uth", "--journal", str(tmp_path / "note")).returncode == 2
    assert journal.read_bytes() == kept and (tmp_path / "note").read_text() == "not a journal\n"


def test_advice_without_numpy_gives_one_line() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None; sys.argv = ['croupier', 'play', 'dragon', '--advice'];"
        "from croupier.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"\nplay\n", capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == b"Advice is not available: it needs numpy. Install croupier[maths]."
    assert b"Balance $" in done.stdout


def test_submission_configures_the_table(tmp_path: Path) -> None:
    whole = run("uth", "--submission", str(EXAMPLES / "uth-everything.toml"))
    assert whole.returncode == 0 and b"Bad Beat (B)" in whole.stdout
    part = tmp_path / "part.toml"
    part.write_text('game = "topfive"\ndealing = "shoe"\n[paytables]\ntop_five = "B"\n')
    done = run("topfive", "--submission", str(part), lines="10 top 5\np\n")
    assert b"Top Five Bonus (B)" in done.stdout and b"topfive/8.C" in done.stdout
    assert run("uth", "--submission", str(part)).returncode == 2
    part.write_text('game = "topfive"\n[paytables]\ntop_five = "Z"\n')
    refused = run("topfive", "--submission", str(part))
    assert refused.returncode == 2 and refused.stderr.count(b"\n") == 1


def test_full_disk_ends_play_with_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.journal import Journal

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Journal, "keep", full)
    with pytest.raises(BadInput, match="No space left on device; play stopped"):
        play("uth", journal=tmp_path / "journal")


@pytest.mark.parametrize(
    ("typed", "code", "shown"),
    [
        ("2\n", 0, "Let It Ride, round 1"),
        ("drag\n", 0, "Dragon Poker, round 1"),
        ("nothing\ntopfive\n", 0, "Top Five Poker, round 1"),
        ("quit\n", 0, "4  Top Five Poker"),
        ("", 0, "Which game?"),
    ],
)
def test_a_game_is_chosen_by_number_or_name(
    typed: str, code: int, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert choose_and_play() == code
    assert shown in capsys.readouterr().out

"""Test that an error in a game's code names the package, the file and the line, without a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli.output import run
from croupier.cli.rounds import play_round
from croupier.errors import BadInput
from croupier.games import game
from croupier.maths.solver import solver
from tests.plugin_games.conftest import NINES, Install

ROUND = """
game = "nines"
dealing = "shoe"
deck = "9h Kd Kh 8d Qc 3d"
[[seats]]
seat = 1
wagers = { ante = 9 }
decisions = ["play"]
"""


def fails(work: object, capsys: pytest.CaptureFixture[str]) -> list[str]:
    with pytest.raises(SystemExit) as ended:
        run(work)  # type: ignore[arg-type]
    assert ended.value.code == 2
    return capsys.readouterr().err.splitlines()


def test_an_error_in_settle_is_reported_in_one_line(
    install: Install, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = install(NINES, ("game.py", '    main = ("ante", "play")\n', "    main = 1 / 0\n"))
    line = 1 + (package / "game.py").read_text().splitlines().index("    main = 1 / 0")
    (tmp_path / "round.toml").write_text(ROUND)
    (told,) = fails(lambda: play_round(tmp_path / "round.toml", False), capsys)
    assert f"the game 'nines': lucky_nines, game.py line {line} in settle_main: ZeroDivisionError" in told


def test_an_error_in_croupiers_own_code_is_not_hidden() -> None:
    def work() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(work)


def test_an_error_at_import_names_the_line(install: Install) -> None:
    install(NINES, ("game.py", 'c = citing("nines")\n', 'c = citing("nines")\nBAD = 1 / 0\n'))
    with pytest.raises(BadInput, match=r"lucky_nines, game.py line \d+ in <module>: ZeroDivisionError"):
        game("nines")


def test_an_error_in_the_solver_names_the_line(install: Install) -> None:
    install(NINES, ("solver.py", "FOLD = -1\n", "FOLD = -1\nBAD = UNKNOWN\n"))
    with pytest.raises(BadInput, match=r"solver.py line \d+ in <module>: NameError"):
        solver("nines")

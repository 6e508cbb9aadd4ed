"""Test what the terminal explains to newcomers: rules, side bets, kickers, Ctrl-C and examples."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.play.opening import not_offered, table_rules
from croupier.cli.play.session import evening
from croupier.cli.play.terminal import Terminal, example
from croupier.errors import BadInput
from croupier.games import game as game_of
from croupier.rulebook import clauses, games, readings
from croupier.submission import Rules, check, template
from croupier.table.readers.legal import Stake
from tests.helpers.play_table import sit

GAMES = games()


@pytest.mark.parametrize("game", GAMES)
def test_how_fits_a_screen_and_names_wagers_choices_hands_and_payments(game: str) -> None:
    sat = sit(game, ["how", "quit"])
    start = next(n for n, line in enumerate(sat.lines) if "How to play" in line)
    end = next(n for n, line in enumerate(sat.lines) if line.startswith("Type paytables"))
    page = sat.lines[start : end + 1]
    assert len(page) <= 34
    assert all(len(line) <= 80 for line in page)
    text = " ".join(page)
    spec = game_of(game)
    for rule in spec.wagers:
        if rule.kind == "required" or sat.session.rules.offers(rule.name):
            assert rule.label in text
    assert spec.ranking is not None
    assert "best first" in text
    for row in spec.ranking.rows:
        assert row.category.replace("_", " ") in text
    for table in sat.session.rules.paytables.values():
        assert f"({table.letter})" in text


def test_how_works_at_a_decision_prompt() -> None:
    sat = sit("dragon", ["", "how", "fold", "quit"])
    assert "How to play" in sat.text
    assert "You leave the table" in sat.text


@pytest.mark.parametrize("game", GAMES)
def test_side_bets_all_offers_every_wager(game: str) -> None:
    rules = table_rules(game, None, "all")
    assert not not_offered(rules)
    sat = sit(game, ["quit"], rules=rules)
    assert "--side-bets" not in sat.text


def test_reports_side_bets_that_are_not_offered() -> None:
    assert "Not offered here: Six Card Bonus," in sit("uth", ["quit"]).text
    assert "--side-bets all" in sit("uth", ["quit"]).text


def test_side_bets_are_chosen_by_name_and_unknown_names_rejected() -> None:
    rules = table_rules("uth", None, "bad_beat, progressive")
    assert rules.offers("bad_beat")
    assert rules.offers("progressive")
    assert rules.offers("trips")
    assert not rules.offers("six_card")
    with pytest.raises(BadInput, match="has no side bet 'ante'; choose from trips"):
        table_rules("uth", None, "ante")
    with pytest.raises(BadInput, match="the submission names the side bets"):
        table_rules("dragon", Path("examples/submissions/dragon.toml"), "all")


# A hand-dealt deck for one seat, with a burn card before the Flop and before the last two cards.
KINGS_ACE_OVER_QUEEN = "Kd Kh Ac Qc 2d Ks 9h 7d 3c 4s 2s"
KINGS_BOARD_PLAYS = "Kd Kh 3c 4c 2d Ks Ah Qd 3h Js 2s"
DRAGON_ODD_CARD = "Ti Ti Ti Ti Ph Ra"


def test_shows_the_kicker_when_it_decides_the_round() -> None:
    sat = sit("uth", ["", "4", "quit"], KINGS_ACE_OVER_QUEEN)
    assert "You: pair of kings, ace kicker" in sat.text
    assert "Dealer: pair of kings, queen kicker" in sat.text
    odd = sit("dragon", ["", "p", "quit"], DRAGON_ODD_CARD)
    assert "You: pair of tigers, phoenix kicker" in odd.text
    assert "Dealer: pair of tigers, rabbit kicker" in odd.text


def test_no_kicker_is_shown_in_a_tie_or_between_different_hands() -> None:
    assert "kicker" not in sit("uth", ["", "4", "quit"], KINGS_BOARD_PLAYS).text
    assert "kicker" not in sit("uth", ["", "4", "quit"], "As Kd Ah Qc 2d 7s 9h 8d 3c 4s 2s").text


class InterruptingTerminal(Terminal):
    """A user who presses Ctrl-C a number of times and then types lines."""

    presses = 0
    lines: tuple[str, ...] = ()

    def _read(self, prompt: str) -> str:
        if self.presses:
            self.presses -= 1
            raise KeyboardInterrupt
        return self.lines[0]


def test_ctrl_c_asks_first_and_quits_the_second_time() -> None:
    said: list[str] = []

    class Notes:
        def say(self, text: str = "", style: str = "") -> None:
            said.append(text)

    notes: Any = Notes()
    terminal = InterruptingTerminal(notes, {})
    terminal.presses, terminal.lines = 1, ("on",)
    assert terminal.read("> ") == "on"
    assert said == ["", "Leave the table? Press Ctrl-C again to leave, or keep playing."]
    terminal.presses = 1
    assert terminal.read("> ") == "on"  # typing a line resets the Ctrl-C count, so the next Ctrl-C only asks
    terminal.presses = 2
    with pytest.raises(KeyboardInterrupt):
        terminal.read("> ")


@pytest.mark.parametrize(
    ("rounds", "net", "told"),
    [
        (0, 0, "No round was played."),
        (1, 2550, "One round: you won $25.50."),
        (3, -4000, "3 rounds: you lost $40."),
        (2, 0, "2 rounds: you are even."),
    ],
)
def test_shows_the_result_of_the_session(rounds: int, net: int, told: str) -> None:
    assert evening(rounds, net) == told


def test_session_result_includes_chips_bought_later() -> None:
    sat = sit("dragon", ["buy 100", "", "fold", "quit"])
    assert "You leave the table with $1,080." in sat.text
    assert "One round: you lost $20." in sat.text


@pytest.mark.parametrize(
    ("offer", "amount"),
    [
        ({}, 2000),
        ({"minimum": 5000}, 5000),
        ({"maximum": 1000}, 1000),
        ({"minimum": 2500, "increment": 2500, "maximum": 10000}, 2500),
        ({"minimum": 1500, "increment": 1500}, 1500),
        ({"minimum": 100, "maximum": 300, "increment": 200}, 200),
    ],
)
def test_examples_fit_the_limits(offer: dict[str, int], amount: int) -> None:
    assert example(Stake("ante", "Ante", "uth/7.F.1", True, **offer), 2000) == amount


@pytest.mark.parametrize("game", GAMES)
def test_help_names_amounts_clauses_and_readings_of_this_table(game: str) -> None:
    document = tomllib.loads(template(game))
    for limit in document["limits"].values():
        limit |= {"minimum": 50, "maximum": 1000, "increment": 50}
    choices = check(document).choices
    assert choices is not None
    sat = sit(game, ["help", "quit"], rules=Rules(choices))
    typed = next(line.split()[0] for line in sat.lines if "what must equal it" in line or " $50, and" in line)
    assert typed == "50"
    shown = next(line for line in sat.lines if "look up a clause" in line)
    assert f"{game}/{shown.split()[1]}" in clauses()
    assert shown.split()[-1] in readings()


def test_prints_the_journal_path_at_the_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import io
    import sys
    from unittest.mock import patch

    from croupier.cli.play import play

    path = tmp_path / "an evening.journal"
    with patch.object(sys, "stdin", io.StringIO("quit\n")):
        assert play("dragon", journal=path) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"croupier verify '{path}'" in told


def test_submission_determines_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    import io
    import sys
    from unittest.mock import patch

    from croupier.cli.play import choose_and_play

    project = Path(__file__).parents[2]
    with patch.object(sys, "stdin", io.StringIO("quit\n")):
        assert choose_and_play(submission=project / "examples/submissions/dragon.toml") == 0
    told = capsys.readouterr().out
    assert "Which game?" not in told
    assert "Dragon Poker, round 1" in told

"""Run a terminal session with prepared lines, captured output and stacked cards."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from rich.console import Console

from croupier.cards import parse_cards
from croupier.cli.play import sitting, welcome
from croupier.cli.play.coach import Coach
from croupier.cli.play.opening import buy_in, stakes
from croupier.cli.play.screen import Screen
from croupier.cli.play.session import PlaySession
from croupier.cli.play.terminal import Terminal
from croupier.games import game as game_of
from croupier.submission import Rules, partial
from croupier.table.driving.driver import Sink
from croupier.table.driving.sources import StackedDeck
from croupier.table.state import open_table

EXAMPLES = Path(__file__).parents[2] / "examples" / "submissions"


class PlayedSession:
    def __init__(self, code: int, text: str, session: PlaySession) -> None:
        self.code, self.text, self.session = code, text, session

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.text.splitlines()]


def sit(
    game: str,
    lines: Iterable[str],
    deck: str = "",
    *,
    seats: int = 1,
    submission: Mapping[str, Any] | None = None,
    rules: Rules | None = None,
    dealing: str = "hand",
    advice: bool = False,
    colour: bool = False,
    ascii_only: bool = False,
    sink: Sink | None = None,
) -> PlayedSession:
    """Play until the lines are used up. Every round is dealt from the same deck."""
    paper = io.StringIO()
    console = Console(
        file=paper,
        width=80,
        highlight=False,
        markup=False,
        emoji=False,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
    )
    screen = Screen(console)
    screen.ascii_only = ascii_only
    rules = rules or partial(submission or {}, game, dealing)
    state = open_table(rules)
    pack = game_of(game).deck
    stake = stakes(state)
    terminal = Terminal(screen, stake, Coach.hired(rules, screen) if advice else None)
    source = StackedDeck(pack, parse_cards(deck, pack))
    session = PlaySession(screen, state, source, terminal, seats, stake, sink)
    session.sit_down(buy_in(stake))
    keyboard, sys.stdin = sys.stdin, io.StringIO("".join(f"{line}\n" for line in lines))
    try:
        code = sitting(screen, session, lambda: welcome(screen, session))
    finally:
        sys.stdin = keyboard
    return PlayedSession(code, paper.getvalue(), session)

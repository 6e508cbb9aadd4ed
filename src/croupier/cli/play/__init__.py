"""Play at the terminal against an automatic dealer, for ``croupier play``."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from croupier.cli.play.coach import Coach
from croupier.cli.play.demo import demo
from croupier.cli.play.opening import buy_in, not_offered, open_journal, stakes, table_rules
from croupier.cli.play.posted import show_posted
from croupier.cli.play.screen import Screen, make_console
from croupier.cli.play.session import PlaySession
from croupier.cli.play.terminal import Leave, Terminal
from croupier.cli.play.words import one_of
from croupier.errors import BadInput
from croupier.files import printable
from croupier.games import game as game_of
from croupier.rulebook import games, title
from croupier.submission import Rules, format_dollars, read_toml
from croupier.table.driving.sources import SealedShoe
from croupier.table.state import open_table

__all__ = ["choose_and_play", "demo", "play"]

INTERRUPTED = 130


def play(
    game: str,
    seats: int = 1,
    submission: Path | None = None,
    journal: Path | None = None,
    advice: bool = False,
    side_bets: str | None = None,
) -> int:
    """Play until the player leaves. Return 0 on quit or end of input, 130 on Ctrl-C."""
    rules = table_rules(game, submission, side_bets)
    most = rules.choices.seats or game_of(game).seats
    if not 1 <= seats <= most:
        raise BadInput(f"--seats {seats}: this table has {most} seats; choose 1 to {most}")
    screen = Screen(make_console())
    try:
        return _play(screen, rules, seats, journal, advice)
    except BrokenPipeError:
        raise
    except OSError as error:  # The last entry was not written; all earlier ones are valid.
        raise BadInput(f"{journal or 'the terminal'}: {error.strerror or error}; play stopped") from None


def _play(screen: Screen, rules: Rules, seats: int, journal: Path | None, advice: bool) -> int:
    deck = game_of(rules.game).deck
    with ExitStack() as stack:
        found = open_journal(rules, journal, stack, clock())
        stake = stakes(open_table(rules))
        terminal = Terminal(screen, stake, Coach.hired(rules, screen) if advice else None)
        source = SealedShoe(deck, shoes=found.shoes)
        session = PlaySession(
            screen, found.state, source, terminal, seats, stake, found.sink, clock, found.meters
        )
        greet = welcome_back if session.seated else welcome
        if session.seated:
            session.take_up(found.before or found.state, found.latest)
        else:
            session.sit_down(buy_in(stake))
        with terminal.attentive():
            code = sitting(screen, session, lambda: greet(screen, session))
    if journal is not None:
        path = printable(str(journal))
        screen.say(f"Journal: {path}. To check it, run croupier verify {shlex.quote(path)}")
    return code


def clock() -> int:
    """Return the current time in whole seconds."""
    return int(time.time())


def welcome_back(screen: Screen, session: PlaySession) -> None:
    chips = format_dollars(session.picture.balance)
    screen.say(f"You are back in seat {session.seat} with {chips}.")


def welcome(screen: Screen, session: PlaySession) -> None:
    show_posted(screen, session.rules, session.meters)
    chips = format_dollars(session.picture.balance)
    screen.say()
    screen.say(f"You take seat {session.seat} and buy in for {chips}.")
    screen.say("Type how to learn the game, or help for a list of commands.")
    if missing := not_offered(session.rules):
        screen.say(f"Not offered here: {', '.join(missing)}. Add them with --side-bets all.", "dim")


def sitting(screen: Screen, session: PlaySession, first: Callable[[], None]) -> int:
    try:
        first()
        session.play_rounds()
    except Leave:
        session.leave()
        return 0
    except KeyboardInterrupt:
        screen.say()
        session.leave()
        return INTERRUPTED
    except BrokenPipeError:  # The output is closed, but the session still finishes the round.
        screen.mute()
        session.leave()
        raise
    return 0


def choose_and_play(
    seats: int = 1,
    submission: Path | None = None,
    journal: Path | None = None,
    advice: bool = False,
    side_bets: str | None = None,
) -> int:
    """Ask for a game unless the submission names one, and then play it."""
    if submission is not None:
        named = read_toml(submission).get("game")
        if isinstance(named, str):
            return play(named, seats, submission, journal, advice, side_bets)
    screen = Screen(make_console())
    screen.heading("Croupier")
    for number, game in enumerate(games(), 1):
        screen.say(f"  {number}  {title(game):26} {game}")
    terminal = Terminal(screen, {})
    while True:
        try:
            typed = terminal.read("Which game? ").lower()
            if typed in ("q", "quit", "exit"):
                return 0
            if typed.isdecimal() and 1 <= int(typed) <= len(games()):
                return play(games()[int(typed) - 1], seats, submission, journal, advice, side_bets)
            return play(one_of(typed, games(), "game"), seats, submission, journal, advice, side_bets)
        except BadInput as fault:
            terminal.refused(fault)
        except Leave:
            return 0
        except KeyboardInterrupt:
            screen.say()
            return INTERRUPTED

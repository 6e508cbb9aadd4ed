"""Play a demonstration round of each game from a stacked deck."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards import parse_cards
from croupier.cli.output import say_left_out
from croupier.cli.play import others
from croupier.cli.play.opening import buy_in
from croupier.cli.play.results import show_hand
from croupier.cli.play.screen import Screen, make_console
from croupier.cli.play.session import PlaySession
from croupier.cli.play.terminal import TerminalQuestion, TerminalTable
from croupier.errors import BadInput
from croupier.games import Game, game
from croupier.rulebook import games
from croupier.submission import format_dollars, partial
from croupier.table.driving.sources import StackedDeck
from croupier.table.state import open_table


class DemoPlayer:
    """A scripted player with fixed wagers and the simple strategy."""

    def __init__(self, screen: Screen, wagers: Mapping[str, int]) -> None:
        self.screen, self._wagers = screen, wagers

    def wagers(self, table: TerminalTable) -> None:
        table.bet(self._wagers)
        placed = ", ".join(
            f"{name.replace('_', ' ')} {format_dollars(c)}" for name, c in self._wagers.items()
        )
        self.screen.say(f"You bet {placed}.")

    def decide(self, table: TerminalTable, question: TerminalQuestion) -> str:
        picture = table.picture
        self.screen.say()
        show_hand(self.screen, picture)
        return others.choose(table.rules.game, picture.hand, picture.board, question.choices)

    def round_over(self) -> None:
        pass

    def interrupted(self) -> None:
        raise KeyboardInterrupt


def demo() -> int:
    screen = Screen(make_console())
    for name in games():
        try:
            demonstrate(game(name), screen)
        except BadInput as fault:  # A game from another package failed. Show the other games.
            say_left_out(name, str(fault))
    return 0


def demonstrate(spec: Game, screen: Screen) -> None:
    """Play the game's demonstration round, if it has one."""
    how = spec.demonstration
    if how is None:
        return
    rules = partial({"paytables": how.paytables}, spec.id)
    wagers = {wager: dollars * 100 for wager, dollars in how.wagers.items()}
    required = {rule.name: wagers[rule.name] for rule in spec.required}
    source = StackedDeck(spec.deck, parse_cards(how.deck, spec.deck))
    session = PlaySession(screen, open_table(rules), source, DemoPlayer(screen, wagers), 2, required)
    session.sit_down(buy_in(required))
    session.play_round()

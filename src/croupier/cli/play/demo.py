"""A demonstration: one round of each game from a stacked deck, told with its clauses."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.cards import parse_cards
from croupier.cli.play import others
from croupier.cli.play.opening import buy_in
from croupier.cli.play.results import show_hand
from croupier.cli.play.screen import Screen, make_console
from croupier.cli.play.session import Session
from croupier.cli.play.terminal import Question, Table
from croupier.games import game
from croupier.submission import partial, written
from croupier.table.driving.sources import StackedDeck
from croupier.table.state import open_table

# The deck as it leaves the dealer's hand (two players, and the dealer where there is one), and what the
# player in seat 2 bets in dollars.
ROUNDS: dict[str, tuple[str, dict[str, int]]] = {
    "uth": (
        # seat 1, seat 2, dealer, twice; a burn and the Flop; a burn and the last two cards
        "7c Ah Kd 2d Qh Ks 3c Jh 8h 2h 4c Kc 5s",
        {"ante": 10, "blind": 10, "trips": 5},
    ),
    "letitride": (
        # seat 1, seat 2, board, seat 1, seat 2, board, seat 1, seat 2
        "4d Jc 9h 8s Jd 9c Qd 2h",
        {"bet1": 10, "bet2": 10, "bet3": 10},
    ),
    "dragon": (
        # seat 1, seat 2, dealer, three times
        "Mo Ti Ph Ra Ti Ra Pa Dg Mo",
        {"ante": 10, "ante_bonus": 10, "three_card": 5, "dragon": 5},
    ),
    "topfive": (
        # seat 1, seat 2, dealer, seven times
        "2c Ah Kd 4c Kh 9d 9c Qc 3d Td As 5d 6h 7s Js 8h Th 2h Qs 3s 4s",
        {"ante": 10, "top_five": 5, "poker": 5},
    ),
}
OFFERED = {"topfive": {"paytables": {"top_five": "A", "poker": "A"}}}  # beyond the house defaults


class Shown:
    """A player who needs no terminal: fixed wagers, and the simple way to play."""

    def __init__(self, screen: Screen, wagers: Mapping[str, int]) -> None:
        self.screen, self._wagers = screen, wagers

    def wagers(self, table: Table) -> None:
        table.bet(self._wagers)
        placed = ", ".join(f"{name.replace('_', ' ')} {written(c)}" for name, c in self._wagers.items())
        self.screen.say(f"You bet {placed}.")

    def decide(self, table: Table, question: Question) -> str:
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
    for name, (deck, bets) in ROUNDS.items():
        rules = partial(OFFERED.get(name, {}), name, "hand")
        wagers = {wager: dollars * 100 for wager, dollars in bets.items()}
        required = {w.name: wagers[w.name] for w in game(name).wagers if w.kind == "required"}
        source = StackedDeck(game(name).deck, parse_cards(deck, game(name).deck))
        session = Session(screen, open_table(rules), source, Shown(screen, wagers), 2, required)
        session.sit_down(buy_in(required))
        session.play_round()
    return 0

"""A table for experiments. Players sit, bet and decide by method calls; routine steps are automatic."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.cards import parse_cards
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.results import Section, html_of, text_of
from croupier.submission import Rules, dollars, format_dollars
from croupier.table import commands as do_
from croupier.table import events as ev
from croupier.table.driving.driver import Driver
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.sources import SealedShoe, StackedDeck
from croupier.table.machine import TableStep
from croupier.table.readers import legal
from croupier.table.state import BETTING, SHOE, TableState, open_table

Amount = int | str


class TableHandle:
    """An open table, returned by ``croupier.open_table``. Amounts are in dollars, such as 10 or "2.50"."""

    def __init__(self, rules: Rules, cards: str | Iterable[str] | None = None) -> None:
        deck = game_of(rules.game).deck
        source = SealedShoe(deck) if cards is None else StackedDeck(deck, parse_cards(cards, deck))
        self.events: list[ev.TableEvent] = []  # all events so far, in order
        self._driver = Driver(
            open_table(rules, SHOE if source.secret else ""), source, UNATTENDED, watcher=self._add_events
        )

    def _add_events(self, done: TableStep) -> None:
        self.events += done.events

    @property
    def state(self) -> TableState:
        return self._driver.state

    @property
    def question(self) -> tuple[int, str, tuple[str, ...]] | None:
        """The seat that must act, its question and its legal answers, or None if no seat must act."""
        asking, seat = legal.question(self.state), legal.asked_seat(self.state)
        if asking is None or seat is None:
            return None
        return seat, asking.name, legal.legal_choices(self.state, seat)

    def sit(self, seat: int, player: str, buy_in: Amount) -> TableHandle:
        """Seat a player who buys chips."""
        self._driver.do(do_.SitDown(seat=seat, player=player))
        self._driver.do(do_.BuyIn(player=player, cents=dollars(buy_in, "buy_in")))
        return self

    def bet(self, seat: int, **wagers: Amount) -> TableHandle:
        """Place chips on the betting areas of a seat, all at the same time."""
        amounts = {name: dollars(amount, f"wager {name}") for name, amount in wagers.items()}
        self._driver.do(do_.Bet(seat=seat, wagers=amounts, round=self.state.round.number))
        return self

    def deal(self) -> TableHandle:
        """Close betting and deal until the first decision or the end of the round."""
        self._driver.run()  # prepare the deck
        self._driver.do(do_.CloseBetting())
        self._driver.run()
        return self

    def decide(self, choice: str) -> TableHandle:
        """Answer the dealer's current question."""
        if self.question is None:
            raise Refused("nobody_asked", "no seat has a decision to make now", (), "Bet and deal first.")
        self._driver.do(legal.answer(self.state, self.question[0], choice))
        self._driver.run()
        return self

    def do(self, command: do_.TableCommand) -> tuple[ev.TableEvent, ...]:
        """Run any other command of ``croupier.table.commands`` and return its events."""
        return self._driver.do(command)

    def sections(self) -> Iterable[Section]:
        state = self.state
        yield Section(f"{state.game.title}, round {state.round.number}")
        rows = [
            (
                seat,
                player,
                format_dollars(state.seating.purses.get(player, 0)),
                ", ".join(
                    f"{name} {format_dollars(cents)}"
                    for name, cents in state.bets.wagers.get(seat, {}).items()
                ),
            )
            for seat, player in sorted(state.seating.seats.items())
        ]
        yield Section("", ("seat", "player", "chips", "wagers"), rows)
        if self.question is not None:
            seat, name, choices = self.question
            yield Section(f"seat {seat}, {name}: {', '.join(choices)}")
        elif state.round.phase == BETTING:
            settled = [
                (
                    each.seat,
                    each.wager,
                    each.result,
                    format_dollars(each.returned - each.staked),
                    ", ".join(each.clauses),
                )
                for each in self._last_round()
            ]
            yield Section("last round:" if settled else "", ("seat", "wager", "result", "net", "by"), settled)

    def _last_round(self) -> list[ev.WagerSettled]:
        """Return the settlements of the last round."""
        start = max((n for n, event in enumerate(self.events) if isinstance(event, ev.BetsClosed)), default=0)
        return [event for event in self.events[start:] if isinstance(event, ev.WagerSettled)]

    def __repr__(self) -> str:
        return "\n".join(line for section in self.sections() for line in text_of(section))

    def _repr_html_(self) -> str:
        return "\n".join(html_of(section) for section in self.sections())

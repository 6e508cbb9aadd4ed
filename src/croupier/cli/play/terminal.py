"""Prompt the player at the terminal, and handle the commands that work at every prompt."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from typing import Protocol

import msgspec

from croupier.cli.play.coach import Coach
from croupier.cli.play.how import show_how
from croupier.cli.play.lookup import show_rule
from croupier.cli.play.picture import TerminalPicture
from croupier.cli.play.posted import show_offers, show_posted
from croupier.cli.play.results import show_hand
from croupier.cli.play.screen import Screen
from croupier.cli.play.words import read_amount, read_choice, read_wagers, shortest
from croupier.errors import BadInput, Refused
from croupier.games import game
from croupier.games.notices import label_of
from croupier.submission import Rules, format_dollars
from croupier.table.readers.legal import Stake

# Importing readline adds arrow keys and history to the prompt.
with contextlib.suppress(ImportError):
    import readline  # noqa: F401

ANYWHERE = (
    ("how", "how to play this game, its hands and payouts"),
    ("paytables", "what every wager pays"),
    ("rules {clause}", "look up a clause, or a reading such as {reading}"),
    ("quit", "leave the table"),
)


class Leave(Exception):
    """Raised when the player leaves by a command or at the end of input."""


class TerminalTable(Protocol):
    """The table as a terminal player uses it."""

    rules: Rules
    picture: TerminalPicture

    @property
    def meters(self) -> dict[str, int]: ...
    def offers(self) -> tuple[Stake, ...]: ...
    def bet(self, wagers: Mapping[str, int]) -> None: ...
    def buy_in(self, cents: int) -> None: ...
    def left_to_play(self, wagers: Mapping[str, int]) -> int: ...


class TerminalQuestion(msgspec.Struct, frozen=True):
    """A pending decision with its legal choices, their costs and the consequence of leaving."""

    name: str
    choices: tuple[str, ...]
    costs: Mapping[str, int]
    leaving: str
    unit: int  # cents of the first wager, the unit of all values


def example(offer: Stake, usual: int) -> int:
    """Return the allowed amount, in cents, that is nearest to the usual amount."""
    step = offer.increment or 1
    amount = max(usual, offer.minimum or 0)
    if offer.maximum is not None:
        amount = min(amount, offer.maximum)
    amount -= amount % step
    return amount if amount >= (offer.minimum or 1) else amount + step


def plain(cents: int) -> str:
    """Format an amount as a player would type it."""
    return format_dollars(cents).replace("$", "").replace(",", "")


class Terminal:
    def __init__(self, screen: Screen, default: Mapping[str, int], coach: Coach | None = None) -> None:
        self.screen, self.coach = screen, coach
        self._last = dict(default)
        self._pressed = False  # whether Ctrl-C was pressed since the last line of input
        self._waiting = False  # whether the next prompt has to handle a Ctrl-C
        self._reading = False

    def interrupted(self) -> None:
        """Ask for confirmation at the first Ctrl-C and leave at the second."""
        self.screen.say()
        if self._pressed:
            raise KeyboardInterrupt
        self._pressed = True
        self.screen.say("Leave the table? Press Ctrl-C again to leave, or keep playing.")

    @contextlib.contextmanager
    def attentive(self) -> Iterator[None]:
        """While drawing or computing, delay Ctrl-C until the next prompt. A second Ctrl-C interrupts."""

        def press(number: int, frame: object) -> None:
            if self._reading or self._waiting:
                raise KeyboardInterrupt
            self._waiting = True

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, press)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def read(self, prompt: str) -> str:
        """Read one line."""
        while True:
            try:
                self._reading = True
                if self._waiting:
                    self._waiting = False
                    raise KeyboardInterrupt
                line = self._read(prompt)
            except KeyboardInterrupt:
                self.interrupted()
                continue
            finally:
                self._reading = False
            self._pressed = False
            return line

    def _read(self, prompt: str) -> str:
        """Read one line and echo it if input is not a terminal."""
        prompt = self.screen.text(prompt).plain
        if sys.stdin.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                self.screen.say()
                raise Leave from None
        line = sys.stdin.readline()
        self.screen.say(prompt + "".join(sign if sign.isprintable() else "?" for sign in line.strip()))
        if not line:
            raise Leave
        return line.strip()

    def wagers(self, table: TerminalTable) -> None:
        """Ask until the player has placed wagers."""
        warned: dict[str, int] | None = None
        hint = ""
        while True:
            offers, balance = table.offers(), table.picture.balance
            last = self._last if 0 < sum(self._last.values()) <= balance else {}
            last_hint, hint = hint, self._hint(table, last)
            if hint != last_hint:
                self.screen.say(hint, "dim")
            line = self.read("Wagers> ")
            try:
                if self.understood(line, table) or self._bought(line, table):
                    continue
                if line.lower() in ("help", "?", "h"):
                    self._wager_help(table, offers)
                    continue
                wagers = self._parse_wagers(line, table, offers, last)
                need = table.left_to_play(wagers)
                left = balance - sum(wagers.values())
                if 0 <= left < need and wagers != warned:
                    warned = self._last = wagers
                    self.screen.say(
                        f"That leaves {format_dollars(left)}, but staying in needs "
                        f"{format_dollars(need)}: you could only "
                        "fold. Press Enter to go ahead, or bet less or buy chips."
                    )
                    continue
                self._check_funds(table, wagers)
                table.bet(wagers)
            except (BadInput, Refused) as fault:
                self.refused(fault)
                continue
            self._last = wagers
            return

    def decide(self, table: TerminalTable, question: TerminalQuestion) -> str:
        self.screen.say()
        show_hand(self.screen, table.picture)
        picture = table.picture
        if self.coach is not None:
            self.coach.show(
                self.screen,
                picture.hand,
                picture.board,
                question.choices,
                question.unit,
                picture.stakes,
                picture.dealers_face_up,
            )
        leaving = False
        while True:
            line = self.read(f"{question.name}: {self._offered(question)} > ")
            if line.lower() in ("q", "quit", "exit") and not leaving:
                self.screen.say(f"{question.leaving} Type quit again to leave, or decide.")
                leaving = True
                continue
            try:
                if not line:
                    short = ", ".join(shortest(choice, question.choices) for choice in question.choices)
                    self.screen.say(f"Type {short} or the full word. Type help for more.")
                elif line.lower() in ("help", "?", "h"):
                    self._decision_help(table, question)
                elif not self.understood(line, table):
                    choice = read_choice(line, question.choices)
                    if self.coach is not None:
                        self.coach.note(question.name, choice, question.choices, question.unit)
                    return choice
            except BadInput as fault:
                self.refused(fault)

    def round_over(self) -> None:
        if self.coach is not None:
            self.coach.review(self.screen)

    def understood(self, line: str, table: TerminalTable) -> bool:
        """Handle a command that works at every prompt. Return False for any other input."""
        word, _, rest = line.strip().partition(" ")
        match word.lower():
            case "quit" | "q" | "exit":
                raise Leave
            case "rules" | "rule":
                if not rest:
                    spec = game(table.rules.game)
                    clause = spec.wagers[0].clause.partition("/")[2]
                    raise BadInput(
                        f"which rule? type a clause, such as rules {clause}, "
                        f"or a reading, such as rules {spec.letter}-01"
                    )
                show_rule(self.screen, rest.strip(), table.rules.game)
            case "how":
                show_how(self.screen, table.rules, table.meters)
            case "paytables" | "paytable" | "pays":
                show_posted(self.screen, table.rules, table.meters)
            case "balance":
                self.screen.say(f"Balance {format_dollars(table.picture.balance)}.")
            case _:
                return False
        return True

    def refused(self, fault: BadInput | Refused) -> None:
        if isinstance(fault, BadInput):
            self.screen.say(f"{str(fault)[:1].upper()}{str(fault)[1:]}.".replace("..", "."))
            return
        self.screen.print_event(
            f"{fault.message[:1].upper()}{fault.message[1:]}. {fault.remedy}".strip(),
            f"[{' '.join((*fault.clauses, *fault.readings))}]" if fault.clauses else "",
        )

    def wager_list(self, rules: Rules, wagers: Mapping[str, int]) -> str:
        return ", ".join(f"{label_of(rules, name)} {format_dollars(cents)}" for name, cents in wagers.items())

    def _hint(self, table: TerminalTable, last: Mapping[str, int]) -> str:
        if last:
            return f"Press Enter to bet {self.wager_list(table.rules, last)}. Type help for more."
        return f"You have {format_dollars(table.picture.balance)}. Bet less, or type buy 500 for more chips."

    def _parse_wagers(
        self, line: str, table: TerminalTable, offers: tuple[Stake, ...], last: Mapping[str, int]
    ) -> dict[str, int]:
        if not line or line.lower() in ("same", "again"):
            if not last:
                raise BadInput("your chips do not cover the last wagers; type an amount, such as 10")
            return dict(last)
        known = tuple(wager.name for wager in game(table.rules.game).wagers)
        return read_wagers(line, offers, known, self._last)

    def _bought(self, line: str, table: TerminalTable) -> bool:
        word, _, rest = line.partition(" ")
        if word.lower() not in ("buy", "buyin"):
            return False
        if not rest.strip():
            raise BadInput("buy how much? type an amount, such as buy 100")
        table.buy_in(read_amount(rest.strip()))
        self.screen.say(f"Balance {format_dollars(table.picture.balance)}.")
        return True

    def _check_funds(self, table: TerminalTable, wagers: Mapping[str, int]) -> None:
        total, balance = sum(wagers.values()), table.picture.balance
        if total > balance:
            raise BadInput(
                f"these wagers cost {format_dollars(total)}, but you have {format_dollars(balance)}; "
                "bet less or buy chips"
            )

    def _offered(self, question: TerminalQuestion) -> str:
        parts = []
        for choice in question.choices:
            cost = question.costs.get(choice, 0)
            short = shortest(choice, question.choices)
            parts.append(
                f"[{short}]{choice.removeprefix(short)}" + (f" {format_dollars(cost)}" if cost else "")
            )
        return ", ".join(parts)

    def _wager_help(self, table: TerminalTable, offers: tuple[Stake, ...]) -> None:
        main = next(offer for offer in offers if offer.required)
        side = next((offer for offer in offers if not offer.required and offer.fixed is None), None)
        stake = example(main, 2000)
        lines = [
            ("Enter", "the same wagers again"),
            (plain(stake), f"{main.label} {format_dollars(stake)}, and wagers that must equal it"),
        ]
        if side is not None:
            beside = example(side, 500)
            lines.append(
                (
                    f"{plain(stake)} {side.name} {plain(beside)}",
                    f"the same with {side.label} {format_dollars(beside)}",
                )
            )
        lines.append((f"buy {plain(10 * stake)}", "more chips"))
        self._show_help(table, *lines)
        self.screen.say()
        show_offers(self.screen, offers)
        self.screen.say()

    def _decision_help(self, table: TerminalTable, question: TerminalQuestion) -> None:
        self._show_help(
            table, *((choice[0], choice) for choice in question.choices), ("balance", "chips you have left")
        )

    def _show_help(self, table: TerminalTable, *lines: tuple[str, str]) -> None:
        """Show the commands, with a clause and a reading of this game as examples."""
        spec = game(table.rules.game)
        own = {"clause": spec.wagers[0].clause.partition("/")[2], "reading": f"{spec.letter}-01"}
        help_table = self.screen.table(("write", "for"))
        for typed, meaning in (*lines, *ANYWHERE):
            help_table.add_row(
                self.screen.text(f"  {typed.format(**own)}"), self.screen.text(meaning.format(**own))
            )
        self.screen.show(help_table)

"""Show the exact value of every choice before a decision, and the cost of the decision afterward."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
from rich.text import Text

from croupier.cards import Card
from croupier.cli.play.screen import Screen
from croupier.extras import missing_for_maths
from croupier.submission import Rules, format_dollars

if TYPE_CHECKING:
    from croupier.maths.advice import ChoiceAdvice


def decimal(value: Fraction, places: int, unit: str = "") -> str:
    """Round an exact ratio for display, with its sign."""
    scaled = round(abs(value) * 10**places)
    whole, rest = divmod(scaled, 10**places)
    sign = "" if not scaled else "-" if value < 0 else "+"
    return f"{sign}{unit}{whole}.{rest:0{places}d}"


def in_cents(value: Fraction, unit: int) -> int:
    return round(value * unit)


class Decision(msgspec.Struct, frozen=True):
    question: str
    choice: str
    best: str
    cost: Fraction  # cost of the decision, in units
    unit: int  # one unit in cents


class Coach:
    """A coach that advises a player and uses only the cards that the player sees."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._decisions: list[Decision] = []
        self._advice: ChoiceAdvice | None = None

    @classmethod
    def hired(cls, rules: Rules, screen: Screen) -> Coach | None:
        """Create a coach. If the maths extra is missing, print a message and return None."""
        if library := missing_for_maths():
            screen.say(f"Advice is not available: it needs {library}. Install croupier[maths].")
            return None
        import croupier.maths.advice

        with screen.working("Preparing the exact values"):
            croupier.maths.advice.warm(rules.game)
        return cls(rules)

    def show(
        self,
        screen: Screen,
        hand: tuple[Card, ...],
        board: tuple[Card, ...],
        choices: tuple[str, ...],
        unit: int,
        stakes: Mapping[str, Fraction] | None = None,
        dealer: tuple[Card, ...] = (),
    ) -> None:
        from croupier.maths.advice import advise

        with screen.working("Working out the exact values"):
            self._advice = advice = advise(
                self.rules, self.rules.game, hand, board, stakes=stakes, dealer=dealer
            )
        best = max(choices, key=lambda name: advice.values[name])
        table = screen.table(("Advice", ">worth", ">in units", "exactly"))
        for name in choices:
            value = advice.values[name]
            marked = f"{name} (best)" if name == best else name
            style = "bold" if name == best else ""
            table.add_row(
                Text(marked, style),
                Text(decimal(value * Fraction(unit, 100), 2, "$"), style),
                decimal(value, 6),
                Text(str(value), "dim"),
            )
        screen.show(table)

    def note(self, question: str, choice: str, choices: tuple[str, ...], unit: int) -> None:
        """Tell the player what the decision cost compared with the best choice."""
        advice = self._advice
        if advice is None:
            return
        best = max(choices, key=lambda name: advice.values[name])
        cost = advice.values[best] - advice.values[choice]
        self._decisions.append(Decision(question, choice, best, cost, unit))
        self._advice = None

    def review(self, screen: Screen) -> None:
        total = 0
        for made in self._decisions:
            cents = in_cents(made.cost, made.unit)
            total += cents
            if made.cost == 0:
                screen.say(f"{made.question}: {made.choice} cost nothing.", "dim")
            else:
                cost = format_dollars(cents) if cents else "less than half a cent"
                screen.say(
                    f"{made.question}: {made.choice} cost {cost} ({decimal(made.cost, 6).strip('+')} units); "
                    f"{made.best} was best."
                )
        if len(self._decisions) > 1 and total:
            screen.say(f"Your decisions cost {format_dollars(total)} this round.")
        self._decisions = []

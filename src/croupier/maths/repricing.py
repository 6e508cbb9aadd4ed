"""Solve one wager repeatedly with different payments, quickly and exactly.

Each solution has the value, best play's decisions and the hands whose decision changed. ``payment`` solves
the inverse problem: it finds the payment that gives a target edge.

```python
ready = Repricing(Terms("uth"), "main", "A")
now = ready.solve({"flush": "2 to 1"})
now.result.house_edge, now.moved
ready.payment("flush", Fraction(2, 100))        # payment of a flush for an edge of 2 %
```
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property

import msgspec

from croupier.errors import BadInput
from croupier.maths.analyze import MAIN, Task, plan, solve
from croupier.maths.results import Result
from croupier.maths.rules_file import LARGEST_ODDS, hands_of
from croupier.maths.solver import Quick, solver
from croupier.maths.terms import Terms
from croupier.rulebook import Odds, Payment, Paytable, Push, Row, parse_payment

Pays = str | int | Fraction | Payment  # a payment as text, as the gain on one unit, or as an object
STAKE_BACK = Odds(1, 1, "for")
STEPS = 40  # maximum number of exact steps in the search for a payment


class MovedDecision(msgspec.Struct, frozen=True):
    """A decision of best play that the new payments change."""

    hand: str
    was: str
    now: str


class RepricingResult(msgspec.Struct, frozen=True):
    result: Result
    decisions: Mapping[str, str]  # main-game decisions by hand, or empty for a wager without decisions
    moved: tuple[MovedDecision, ...]

    @property
    def house_edge(self) -> Fraction:
        return self.result.house_edge

    @property
    def hold(self) -> Fraction:
        """Return the house edge divided by the average total amount wagered."""
        return self.result.element_of_risk


class Repricing:
    """A wager with a paytable, prepared to be solved with different payments.

    ``wager`` and ``letter`` have the same meaning as in ``croupier analyze``. Without a letter, the first
    paytable is used.
    """

    def __init__(self, terms: Terms, wager: str = MAIN, letter: str | None = None) -> None:
        self.terms = terms
        self.task = plan(terms, wager, letter)[0]
        self.odds = solver(terms.game).odds if wager == MAIN else ()
        self.rows: tuple[str, ...] = ()
        if self.task.table is not None:
            self.rows = hands_of(terms.game, self.task.table.wager)

    @cached_property
    def base(self) -> RepricingResult:
        """Return the solution with the current payments."""
        return self._solve(self.terms, self.task.table)

    def solve(self, pays: Mapping[str, Pays]) -> RepricingResult:
        """Solve the wager with the given payments for the named rows or main wagers."""
        terms, table = self._change(pays)
        found = self._solve(terms, table)
        base = self.base.decisions
        moved = tuple(
            MovedDecision(hand, base[hand], choice)
            for hand, choice in found.decisions.items()
            if base[hand] != choice
        )
        return msgspec.structs.replace(found, moved=moved)

    def quick(self, pays: Mapping[str, Pays]) -> tuple[Quick, Mapping[str, str]] | None:
        """Return the value and the decisions only, or None if the full solution is just as fast."""
        of = solver(self.terms.game)
        if of.quick is None or of.decisions is None or self.task.wager != MAIN:
            return None
        terms, table = self._change(pays)
        found = of.quick(terms, table)
        return None if found is None else (found, of.decisions(terms, table))

    def edge(self, pays: Mapping[str, Pays]) -> Fraction:
        terms, table = self._change(pays)
        of = solver(terms.game)
        found = of.quick(terms, table) if of.quick is not None and self.task.wager == MAIN else None
        return found.house_edge if found else solve(terms, Task(self.task.wager, table)).house_edge

    def payment(self, row: str, edge: Fraction, pays: Mapping[str, Pays] | None = None) -> Fraction:
        """Return the gain to 1 that the row must pay for the house edge to equal ``edge`` under best play.

        The other rows keep their payments, unless ``pays`` changes them.

        The player's value is a convex, piecewise linear function of the payment, because best play is a
        maximum of linear functions. If the midpoint of a chord is on the graph, the whole chord is on the
        graph. It then gives the exact payment.
        """
        low, high = Fraction(-1), Fraction(1)

        def over(gain: Fraction) -> Fraction:
            """Return the player's value minus its target. The target is the negative of the target edge."""
            return edge - self.edge({**(pays or {}), row: gain})

        below, above = over(low), over(high)
        if below > 0:
            raise BadInput(f"{row}: even if the row loses, the edge is less than {float(edge):.6%}")
        while above < 0:
            low, below, high = high, above, high * 8
            if high > LARGEST_ODDS:
                most = f"{LARGEST_ODDS:,} to 1"
                raise BadInput(f"{row}: no payment up to {most} gives an edge of {float(edge):.6%}")
            above = over(high)
        if above == below:
            raise BadInput(f"{row}: the row pays no hand, so no payment changes the edge")
        for _ in range(STEPS):
            middle = (low + high) / 2
            found = over(middle)
            if 2 * found == below + above:
                payment = low + (high - low) * -below / (above - below)
                if self._gives(payment, over):
                    return payment
            if found < 0:
                low, below = middle, found
            else:
                high, above = middle, found
        raise BadInput(f"{row}: {float(low):.9f} to 1 is too little and {float(high):.9f} to 1 is too much")

    @staticmethod
    def _gives(payment: Fraction, over: Callable[[Fraction], Fraction]) -> bool:
        """Return whether the payment gives exactly the target edge.

        If the solver rejects the payment because its denominator is too large, the answer is yes.
        """
        with contextlib.suppress(BadInput):
            return over(payment) == 0
        return True

    def _solve(self, terms: Terms, table: Paytable | None) -> RepricingResult:
        result = solve(terms, Task(self.task.wager, table))
        find = solver(terms.game).decisions
        decisions = find(terms, table) if find is not None and self.task.wager == MAIN else {}
        return RepricingResult(result, decisions, ())

    def _change(self, pays: Mapping[str, Pays]) -> tuple[Terms, Paytable | None]:
        table = self.task.table
        rows = {row.hand: row for row in table.rows} if table else {}
        odds = dict(self.terms.main_odds)
        for name, value in pays.items():
            if name in self.odds:
                payment = _payment(value)
                if isinstance(payment, Push):  # The search for a payment can try a gain of zero.
                    payment = STAKE_BACK
                if not isinstance(payment, Odds):
                    raise BadInput(f"{name} pays odds such as '1 to 1', not {payment}")
                odds[name] = payment
            elif name in self.rows:
                clause = rows[name].clause if name in rows else ""
                rows[name] = Row(clause, name, _payment(value))
            else:
                known = ", ".join((*self.odds, *self.rows))
                raise BadInput(f"{self.task} has no row {name!r:.40}; its rows can be {known}")
        terms = msgspec.structs.replace(self.terms, main_odds=odds)
        if table is None:
            return terms, None
        ordered = sorted(rows.values(), key=lambda row: self.rows.index(row.hand))
        return terms, msgspec.structs.replace(table, rows=tuple(ordered))


def _payment(value: Pays) -> Payment:
    if isinstance(value, str):
        return parse_payment(value)
    if isinstance(value, int | Fraction):
        gain = Fraction(value)
        if gain < -1:
            raise BadInput(f"a gain of {gain} to 1: a player cannot lose more than the wager")
        if gain == 0:
            return Push()
        if gain > 0:
            return Odds(gain.numerator, gain.denominator, "to")
        return Odds((gain + 1).numerator, gain.denominator, "for")
    return value

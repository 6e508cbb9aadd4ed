"""What a submission offers, as the mathematics asks about it: each wager with its paytable and its stake."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from shlex import quote
from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.analyze import MAIN, Task
from croupier.maths.engine import cache
from croupier.maths.solver import solver
from croupier.maths.submitted import terms_of_choices
from croupier.maths.terms import Terms
from croupier.papers.filed import Filed
from croupier.rulebook import Declaration, declaration
from croupier.submission import Choices, Limit


class Offer(msgspec.Struct, frozen=True):
    """One wager as it is offered, and the terms under which its figures hold."""

    wager: str
    label: str
    task: Task
    terms: Terms
    stake: int | None = None  # cents, where the figures depend on it

    @property
    def key(self) -> str:
        """One name for each offer: a progressive for two stakes is two."""
        return f"{self.wager} {self.stake}" if self.stake is not None else self.wager

    @property
    def letter(self) -> str | None:
        return self.task.table.letter if self.task.table else None

    @property
    def clause(self) -> str:
        return self.task.table.clause if self.task.table else ""

    def command(self, verb: str, file: str, *more: str) -> str:
        """The line that computes it again."""
        words = [f"croupier {verb} --submission {quoted(file)}", f"--wager {self.wager}"]
        if self.stake is not None and verb == "analyze":
            words.append(f"--stake {dollars(self.stake)}")
        if self.stake is not None and verb == "risk":  # its own stake is the unit of its bands
            words.append(f"--unit {self.stake // 100} --stake {self.wager}={dollars(self.stake)}")
        return " ".join([*words, *more])


class Offering:
    """What a submission offers at a offering: its terms, its wagers, and what could not be made out."""

    def __init__(self, filed: Filed) -> None:
        self.filed = filed
        self.game = filed.game
        self.facts: Declaration = declaration(filed.game)
        self.choices = filed.choices or Choices(filed.game)
        self.terms = terms_of_choices(self.choices)
        self.file = filed.file
        self.missing: list[str] = []
        self.offers = tuple(self._offers())

    @property
    def seats(self) -> int:
        return self.choices.seats or self.facts.seats

    @property
    def main(self) -> Offer | None:
        return next((each for each in self.offers if each.wager == MAIN), None)

    @property
    def sides(self) -> tuple[Offer, ...]:
        return tuple(each for each in self.offers if each.wager != MAIN)

    @property
    def metered(self) -> tuple[Offer, ...]:
        return tuple(each for each in self.sides if analyze.metered(self.game, each.wager))

    def limit(self, wager: str) -> Limit:
        rule = self.facts.wager(wager)
        limits = self.choices.limits
        if rule and rule.fixed:
            return Limit(rule.fixed, rule.fixed)
        return limits.get(wager) or limits.get((rule.equal_to if rule else None) or "") or Limit()

    def first_limit(self) -> Limit:
        """Of the wager that one unit of the main game is."""
        return self.limit(self.main_wagers()[0])

    def main_wagers(self) -> tuple[str, ...]:
        return tuple(rule.name for rule in self.facts.wagers if rule.kind != "optional")

    def label(self, wager: str) -> str:
        rule = self.facts.wager(wager)
        return rule.label if rule else wager.replace("_", " ")

    def _offers(self) -> Iterator[Offer]:
        for wager in analyze.wagers(self.game):
            label = (
                joined([self.label(each) for each in self.main_wagers()])
                if wager == MAIN
                else self.label(wager)
            )
            for terms, stake in self._stakes(wager):
                try:
                    tasks = analyze.plan(terms, wager)
                except BadInput as fault:
                    if wager == MAIN:
                        self.missing.append(f"{label}: {fault}")
                    break
                yield from (Offer(wager, label, task, terms, stake) for task in tasks)

    def _stakes(self, wager: str) -> Iterator[tuple[Terms, int | None]]:
        """Where sums of money are paid the figures hold for a stake: those of the progressive, or the least
        that the limits allow."""
        progressive = self.choices.progressive
        if analyze.metered(self.game, wager):
            for stake in progressive.stakes if progressive else ():
                yield msgspec.structs.replace(self.terms, progressive_stake=stake), stake
        elif wager != MAIN and solver(self.game).sides[wager].of_the_stake:
            rule = self.facts.wager(wager)
            stake = (rule.fixed if rule else None) or self.limit(wager).minimum or self.terms.stake
            yield msgspec.structs.replace(self.terms, stake=stake), stake
        else:
            yield self.terms, None


def kept(what: str, request: object, compute: Any) -> Any:
    """From the cache of the mathematics, or computed and put there: JSON in, JSON out."""
    key = cache.key_of({"paper": what, "request": msgspec.to_builtins(request, enc_hook=str)})
    found = cache.load(key)
    if found is None:
        found = compute()
        cache.save(key, found)
    return found


def joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def dollars(cents: int) -> str:
    value = Fraction(cents, 100)
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


def quoted(file: str) -> str:
    """As a shell takes it."""
    return quote(file)

"""List the wagers that a submission offers, with the paytables and stakes that the mathematics needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from shlex import quote
from typing import Any

import msgspec

from croupier.documents.filed_submission import FiledSubmission
from croupier.errors import BadInput
from croupier.maths import analyze
from croupier.maths.analyze import MAIN, Task
from croupier.maths.engine import cache
from croupier.maths.solver import solver
from croupier.maths.submission_rules import terms_of_choices
from croupier.maths.terms import Terms
from croupier.rulebook import Declaration, declaration
from croupier.submission import Limit, OperatorChoices


class OfferedWager(msgspec.Struct, frozen=True):
    """One offered wager, with the terms for which its figures are computed."""

    wager: str
    label: str
    task: Task
    terms: Terms
    stake: int | None = None  # stake in cents, or None if the figures do not depend on the stake

    @property
    def key(self) -> str:
        """Return a unique name for the offer. A progressive with two stakes is two offers."""
        return f"{self.wager} {self.stake}" if self.stake is not None else self.wager

    @property
    def letter(self) -> str | None:
        return self.task.table.letter if self.task.table else None

    @property
    def clause(self) -> str:
        return self.task.table.clause if self.task.table else ""

    def command(self, verb: str, file: str, *more: str) -> str:
        """Return the command that recomputes the figures of this wager."""
        words = [f"croupier {verb} --submission {quote_word(file)}", f"--wager {self.wager}"]
        if verb == "risk":
            words.append("--own-units")
        if self.stake is not None:
            named = f"{self.wager}=" if verb == "risk" else ""
            words.append(f"--stake {named}{dollars(self.stake)}")
        return " ".join([*words, *more])


class SubmissionOffer:
    """The terms and wagers that a submission offers, and the reasons why any of them are missing."""

    def __init__(self, filed: FiledSubmission) -> None:
        self.filed = filed
        self.game = filed.game
        self.facts: Declaration = declaration(filed.game)
        self.choices = filed.choices or OperatorChoices(filed.game)
        self.terms = terms_of_choices(self.choices)
        self.file = filed.file
        self.missing: list[str] = []
        self.offers = tuple(self._offers())

    @property
    def seats(self) -> int:
        return self.choices.seats or self.facts.seats

    @property
    def main(self) -> OfferedWager | None:
        return next((each for each in self.offers if each.wager == MAIN), None)

    @property
    def sides(self) -> tuple[OfferedWager, ...]:
        return tuple(each for each in self.offers if each.wager != MAIN)

    @property
    def first(self) -> dict[str, OfferedWager]:
        """Return one offer per wager. If a progressive has two stakes, only the smaller one is included."""
        found: dict[str, OfferedWager] = {}
        for each in self.offers:
            found.setdefault(each.wager, each)
        return found

    def stakes(self, wagers: Iterable[str]) -> dict[str, int]:
        """Return the stakes in cents of all wagers whose figures depend on the stake."""
        found = {wager: self.first[wager].stake for wager in wagers}
        return {wager: stake for wager, stake in found.items() if stake is not None}

    @property
    def metered(self) -> tuple[OfferedWager, ...]:
        return tuple(each for each in self.sides if analyze.is_paid_from_meters(self.game, each.wager))

    def limit(self, wager: str) -> Limit:
        rule = self.facts.wager(wager)
        limits = self.choices.limits
        if rule and rule.fixed:
            return Limit(rule.fixed, rule.fixed)
        return limits.get(wager) or limits.get((rule.equal_to if rule else None) or "") or Limit()

    def first_limit(self) -> Limit:
        """Return the limits of the first required wager, whose stake is one unit of the main game."""
        return self.limit(self.main_wagers()[0])

    def main_wagers(self) -> tuple[str, ...]:
        return tuple(rule.name for rule in self.facts.wagers if rule.kind != "optional")

    def label(self, wager: str) -> str:
        rule = self.facts.wager(wager)
        return rule.label if rule else wager.replace("_", " ")

    def _offers(self) -> Iterator[OfferedWager]:
        for wager in analyze.wagers(self.game):
            label = (
                join_words([self.label(each) for each in self.main_wagers()])
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
                yield from (OfferedWager(wager, label, task, terms, stake) for task in tasks)

    def _stakes(self, wager: str) -> Iterator[tuple[Terms, int | None]]:
        """Yield the stakes to compute figures for, each with its terms.

        A progressive has its own stakes. For any other wager that pays amounts of money, the stake is the
        lowest that the limits allow.
        """
        progressive = self.choices.progressive
        if analyze.is_paid_from_meters(self.game, wager):
            for stake in progressive.stakes if progressive else ():
                yield msgspec.structs.replace(self.terms, progressive_stake=stake), stake
        elif wager != MAIN and solver(self.game).sides[wager].of_the_stake:
            rule = self.facts.wager(wager)
            stake = (rule.fixed if rule else None) or self.limit(wager).minimum or self.terms.stake
            yield msgspec.structs.replace(self.terms, stake=stake), stake
        else:
            yield self.terms, None


def load_or_compute(what: str, request: object, compute: Any) -> Any:
    """Return a cached JSON value, or compute and cache it."""
    key = cache.key_of({"paper": what, "request": msgspec.to_builtins(request, enc_hook=str)})
    found = cache.load(key)
    if found is None:
        found = compute()
        cache.save(key, found)
    return found


def join_words(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def dollars(cents: int) -> str:
    value = Fraction(cents, 100)
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


def quote_word(file: str) -> str:
    """Quote a word for the shell."""
    return quote(file)

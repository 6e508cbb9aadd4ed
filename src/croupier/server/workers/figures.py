"""Exact figures, advice and paytable designs, computed in worker processes.

Without the maths libraries the server still runs, and refusals name the missing library.
"""

from __future__ import annotations

import contextlib
from fractions import Fraction
from typing import Any, cast

import msgspec

from croupier.errors import BadInput, Refused
from croupier.extras import missing_for_maths
from croupier.server.workers import designer, practice_jobs
from croupier.server.workers.maths_answers import AdviceView, FiguresView
from croupier.server.workers.pool import PoolRefusals, WorkerPool, key_of

Cards = tuple[str, ...]
Stakes = tuple[tuple[str, Fraction], ...]
INVALID = "no_advice", "Change the values and try again."
SLOW = Refused("maths_slow", "the calculation takes too long", (), "Try again in a few minutes.")
INTERRUPTED = Refused("maths_busy", "the calculation was interrupted", (), "Try again.")
FULL = Refused("maths_busy", "too many calculations are waiting", (), "Try again in a moment.")
PRACTICING = Refused("maths_busy", "too many people practice now", (), "Try again in a moment.")
DESIGNING = Refused("maths_busy", "too many people use the designer now", (), "Try again in a moment.")


def warm_up(games: tuple[str, ...]) -> None:
    from croupier.maths.advice import warm

    for game in games:
        with contextlib.suppress(BadInput):
            warm(game)


def compute_advice(choices: bytes, hand: Cards, board: Cards, stakes: Stakes, dealer: Cards) -> AdviceView:
    from croupier.maths.advice import advice_document, advise
    from croupier.submission import OperatorChoices, Rules

    rules = Rules(msgspec.json.decode(choices, type=OperatorChoices))
    advice = advise(rules, rules.game, hand, board, stakes=dict(stakes), dealer=dealer)
    return cast(AdviceView, advice_document(advice))


def compute_figures(choices: bytes) -> FiguresView:
    from croupier.maths.analyze import analyze
    from croupier.maths.submission_rules import terms_of_choices
    from croupier.submission import OperatorChoices

    terms = terms_of_choices(msgspec.json.decode(choices, type=OperatorChoices))
    return cast(FiguresView, analyze(terms))


class MathsWorkers:
    """One worker for figures and advice, one for practice, and one for the designer.

    Equal requests share one result. The number of different jobs depends only on the tables' rules and the
    players' open decisions, so anyone may request them. The workers for practice and for the designer start
    with their first job. Requests for advice never wait for either of them.
    """

    def __init__(self, games: tuple[str, ...]) -> None:
        self.missing_libraries = missing_for_maths()
        prepare = warm_up, (games,)
        refusals = PoolRefusals(FULL, SLOW, INTERRUPTED, INVALID)
        self._pool = WorkerPool(refusals, limit=20.0, waiting=32, room=512, rest=300.0, prepare=prepare)
        self._practice = WorkerPool(
            PoolRefusals(PRACTICING, SLOW, INTERRUPTED, INVALID), limit=20.0, waiting=64, room=128
        )
        # The first job under new rules fills the worker's caches, which takes longer.
        self._designs = WorkerPool(PoolRefusals(DESIGNING, SLOW, INTERRUPTED, INVALID), limit=40.0, waiting=4)

    def open(self) -> None:
        if not self.missing_libraries:
            self._pool.open()

    def close(self) -> None:
        self._pool.close()
        self._practice.close()
        self._designs.close()

    async def advice(
        self, choices: bytes, hand: Cards, board: Cards, stakes: Stakes = (), dealer: Cards = ()
    ) -> AdviceView:
        """Return the value of each choice. `stakes` holds the main wagers in units of the first
        required wager.
        """
        self._check()
        arguments = (choices, hand, board, stakes, dealer)
        return await self._pool.run(compute_advice, *arguments, key=key_of(compute_advice, arguments))

    async def figures(self, choices: bytes) -> FiguresView:
        self._check()
        return await self._pool.run(compute_figures, choices, key=key_of(compute_figures, (choices,)))

    async def design(self, question: str, *arguments: Any) -> Any:
        """Run a job of `designer`, such as `price_design`. The results are not cached."""
        self._check()
        if not self._designs.is_open:
            self._designs.open()
        try:
            return await self._designs.run(getattr(designer, question), *arguments)
        finally:
            if question == "list_wagers":
                self._designs.submit(designer.warm_raises, arguments[0])

    async def practice(self, job: str, *arguments: Any, is_shared: bool = False) -> Any:
        """Run a job of `practice_jobs`, such as `deal_hand`. Equal shared jobs have one cached result."""
        self._check()
        if not self._practice.is_open:
            self._practice.open()
        function = getattr(practice_jobs, job)
        key = key_of(function, arguments) if is_shared else None
        return await self._practice.run(function, *arguments, key=key)

    def _check(self) -> None:
        if self.missing_libraries or not self._pool.is_open:
            missing = self.missing_libraries or "a running maths worker"
            message = f"exact figures are not available: this server runs without {missing}"
            raise Refused("no_maths", message, (), "The operator can install croupier[maths].")

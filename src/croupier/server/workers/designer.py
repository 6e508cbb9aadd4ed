"""The paytable designer's computations, which run in its worker process.

The worker prepares each wager once. Afterward, it computes a changed payment within a few hundredths of a
second, including the best play and the decisions that change. The results equal those of `croupier.maths`.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, cast

import msgspec
import tomli_w
from msgspec import Meta

from croupier.errors import BadInput
from croupier.rulebook import paytables
from croupier.server.workers.maths_answers import (
    ChangedDecision,
    ChoiceShares,
    DesignerWager,
    DesignerWagers,
    DesignFigures,
    DesignFiles,
    DesignPrice,
    FoundPayment,
    PrintedFigures,
    PrintedPaytable,
    PrintedRow,
)
from croupier.submission import OperatorChoices, check, parse_toml, report_document
from croupier.submission.shape import PROGRESSIVE

if TYPE_CHECKING:
    from croupier.maths.repricing import Repricing, RepricingResult
    from croupier.maths.solver import Quick
    from croupier.maths.terms import Terms
    from croupier.rulebook import Payment, Paytable

READY = 32  # maximum prepared wagers in the cache
SHOWN = 400  # maximum changed decisions listed in a response
LAST = 15  # niceness of background work
LOSES = "lose"
COARSE = 20  # largest denominator of odds in a printed paytable
HEAD = "# A custom paytable. For its figures, run: croupier analyze GAME --rules THIS-FILE\n\n"

Word = Annotated[str, Meta(min_length=1, max_length=40)]
Sizes = Annotated[list[Annotated[int, Meta(ge=1, le=100)]], Meta(max_length=6)]
Raises = Annotated[dict[Word, Sizes], Meta(max_length=6)]


class DesignedPaytable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wager with changed payments. Omitted rows keep their printed payment."""

    wager: Word
    letter: Annotated[str, Meta(max_length=40)] = ""
    pays: Annotated[dict[Word, Word], Meta(max_length=60)] = {}
    raises: Raises = {}
    quick: bool = False  # compute only edge, hold and best play if the other figures would take longer


class EdgeTarget(DesignedPaytable, frozen=True):
    """A row and a target edge for its payment, in millionths of a unit."""

    row: Word = "-"
    edge: Annotated[int, Meta(ge=-10_000_000, le=10_000_000)] = 0


class DesignCache:
    """Prepared wagers of this worker process."""

    def __init__(self) -> None:
        self._ready: OrderedDict[bytes, Repricing] = OrderedDict()

    def ready(self, terms: Terms, wager: str, letter: str) -> Repricing:
        from croupier.maths.repricing import Repricing

        key = msgspec.json.encode((repr(terms), wager, letter))
        if key not in self._ready:
            self._ready[key] = Repricing(terms, wager, letter or None)
            while len(self._ready) > READY:
                self._ready.popitem(last=False)
        self._ready.move_to_end(key)
        return self._ready[key]


BENCH = DesignCache()
_warming = set[str]()


def warm_raises(choices: bytes) -> None:
    """Compile the solver for changed raises in the background, once per process and game."""
    from croupier.maths.solver import solver

    game = msgspec.json.decode(choices, type=OperatorChoices).game
    ready = solver(game).warm_raises
    if ready is None or game in _warming:
        return
    _warming.add(game)
    threading.Thread(target=_run_nicely, args=(ready,), daemon=True, name=f"raises of {game}").start()


def _run_nicely(work: Callable[[], None]) -> None:
    """Run work at low priority, so that tables have priority."""
    with contextlib.suppress(OSError, AttributeError):  # only Linux has a priority per thread
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)
    with contextlib.suppress(BadInput):  # no compiler
        work()


def terms_for(choices: OperatorChoices, wager: str, meters: Mapping[str, int], raises: Raises) -> Terms:
    """Return terms with the table's readings and meters, and with all paytables of the rule book."""
    from croupier.maths.analyze import is_paid_from_meters
    from croupier.maths.solver import solver
    from croupier.maths.terms import Terms

    sizes: dict[str, tuple[int, ...]] = {}
    if raises:
        parse_raises = solver(choices.game).raises
        if parse_raises is None:
            raise BadInput(f"the raises of {choices.game} cannot be changed")
        sizes = parse_raises(
            {name: values if len(values) > 1 else values[0] for name, values in raises.items() if values},
            "raises",
        )
    if not is_paid_from_meters(choices.game, wager):
        return Terms(choices.game, readings=choices.readings, raises=sizes)
    progressive = choices.progressive
    return Terms(
        choices.game,
        readings=choices.readings,
        meters=dict(meters) or (dict(progressive.initial) if progressive else {}),
        progressive_stake=progressive.stake if progressive else None,
        raises=sizes,
    )


def payment_of(text: str) -> Payment | int:
    """Parse a printed payment or "lose". The size of odds is limited so that exact sums stay fast."""
    from croupier.maths.rules_file import FINEST_ODDS, LARGEST_ODDS
    from croupier.rulebook import Odds, parse_payment

    if text == LOSES:
        return -1
    pays = parse_payment(text)
    if isinstance(pays, Odds) and not (1 <= pays.den <= FINEST_ODDS and pays.num <= LARGEST_ODDS):
        raise BadInput(f"use odds up to {LARGEST_ODDS:,} to 1, in steps no finer than 1/{FINEST_ODDS:,}")
    return pays


def payments(pays: Mapping[str, str]) -> dict[str, Payment | int]:
    payments_by_row = {}
    for row, text in pays.items():
        try:
            payments_by_row[row] = payment_of(text)
        except BadInput as bad:
            raise BadInput(f"{row}: {bad}") from None
    return payments_by_row


# Functions that the worker runs.


def list_wagers(choices: bytes, meters: dict[str, int]) -> DesignerWagers:
    """Return every wager that can be designed, with its paytables, odds and raises."""
    from croupier.maths.analyze import MAIN, wagers
    from croupier.maths.solver import solver

    rules = msgspec.json.decode(choices, type=OperatorChoices)
    of = solver(rules.game)
    found = list[DesignerWager]()
    for wager in wagers(rules.game):
        terms = terms_for(rules, wager, meters, {})
        paying = of.table if wager == MAIN else wager
        try:
            ready = BENCH.ready(terms, wager, "")
        except BadInput:
            continue  # a progressive wager without meter values
        tables = dict(terms.paytables(paying)) if paying else {}
        progressive = rules.progressive
        chosen = rules.paytables.get(paying or "", "") or (
            progressive.paytable if progressive is not None and paying not in rules.paytables else ""
        )
        found.append(
            {
                "wager": wager,
                "paytable": paying,
                "letter": chosen if chosen in tables else next(iter(tables), ""),
                "offered": wager == MAIN or chosen in tables,
                "letters": [lettered(table) for table in tables.values()],
                "hands": list(ready.rows),
                "odds": dict.fromkeys(ready.odds, "1 to 1"),
                "raises": {name: list(sizes) for name, sizes in of.printed_raises.items()}
                if wager == MAIN
                else {},
            }
        )
    return {"game": rules.game, "wagers": found}


def lettered(table: Paytable) -> PrintedPaytable:
    rows: list[PrintedRow] = [
        {"hand": row.hand, "pays": str(row.pays), "clause": row.clause} for row in table.rows
    ]
    return {"letter": table.letter, "clause": table.clause, "rows": rows}


def price_design(choices: bytes, meters: dict[str, int], designed: bytes) -> DesignPrice:
    """Return the exact edge, hold and best play of a design, and the decisions that the changes alter."""
    rules = msgspec.json.decode(choices, type=OperatorChoices)
    design = msgspec.json.decode(designed, type=DesignedPaytable)
    printed = BENCH.ready(terms_for(rules, design.wager, meters, {}), design.wager, design.letter)
    ready = BENCH.ready(terms_for(rules, design.wager, meters, design.raises), design.wager, design.letter)
    pays = payments(design.pays)
    quick_result = ready.quick(pays) if design.quick else None
    if quick_result is not None:
        figures, decisions = quick_figures(quick_result[0]), quick_result[1]
    else:
        solution = ready.solve(pays)
        figures, decisions = figures_of(solution), solution.decisions
    changes: list[ChangedDecision] = [
        {"hand": hand, "was": printed.base.decisions[hand], "now": choice}
        for hand, choice in decisions.items()
        if sort_of(printed.base.decisions.get(hand, choice)) != sort_of(choice)
    ]
    answer = {
        "wager": design.wager,
        "paytable": design.letter,
        "printed": figures_of(printed.base),
        **figures,
        "moved": changes[:SHOWN],
        "moved_count": len(changes),
        "decisions": len(decisions),
    }
    return cast(DesignPrice, answer)


def sort_of(choice: str) -> str:
    """Remove the size from a raise, because raises of different sizes are the same decision."""
    return choice.lstrip("0123456789")


def quick_figures(quick_result: Quick) -> DesignFigures:
    from croupier.maths.results import exact

    return {
        "ev": exact(quick_result.ev),
        "house_edge": float(quick_result.house_edge),
        "house_edge_exact": exact(quick_result.house_edge),
        "hold": float(quick_result.hold),
        "hold_exact": exact(quick_result.hold),
        "average_wager": exact(quick_result.average_wager),
        "best_play": cast(list[ChoiceShares], quick_result.decisions),
    }


def figures_of(repriced: RepricingResult) -> PrintedFigures:
    document = repriced.result.document()
    names = ("unit", "ev", "house_edge", "house_edge_exact", "average_wager", "sd", "hit_frequency")
    figures: dict[str, Any] = {name: document[name] for name in names}
    figures |= {"hold": document["element_of_risk"], "hold_exact": document["element_of_risk_exact"]}
    figures["best_play"] = document.get("decisions", [])
    if not repriced.decisions:
        figures["outcomes"] = document["outcomes"]
    return cast(PrintedFigures, figures)


def find_payment(choices: bytes, meters: dict[str, int], designed: bytes) -> FoundPayment:
    """Return the payment of one row that gives the target edge, with the other rows as designed."""
    from croupier.maths.results import exact

    rules = msgspec.json.decode(choices, type=OperatorChoices)
    target = msgspec.json.decode(designed, type=EdgeTarget)
    ready = BENCH.ready(terms_for(rules, target.wager, meters, target.raises), target.wager, target.letter)
    other_rows = {row: pays for row, pays in payments(target.pays).items() if row != target.row}
    gain = ready.payment(target.row, Fraction(target.edge, 1_000_000), other_rows)
    near = gain.limit_denominator(COARSE)
    return {
        "row": target.row,
        "gain": exact(gain),
        "decimal": float(gain),
        "near": format_odds(near),
        "near_edge": exact(ready.edge({**other_rows, target.row: near})),
    }


def format_odds(gain: Fraction) -> str:
    """Format odds "to 1" as a paytable prints them."""
    if gain == 0:
        return "push"
    if gain > 0:
        return f"{gain.numerator} to {gain.denominator}"
    return f"{(gain + 1).numerator} for {gain.denominator}"


def write_submission(choices: bytes, meters: dict[str, int], designed: bytes, document: str) -> DesignFiles:
    """Return a design as two files, the rules for `croupier analyze --rules` and a draft of the
    submission.

    A submission names the regulator's paytables by letter. Any other paytable is written out row by row,
    and the check refuses the draft until the regulator adds the paytable to the rule book.
    """
    operator = msgspec.json.decode(choices, type=OperatorChoices)
    design = msgspec.json.decode(designed, type=DesignedPaytable)
    terms = terms_for(operator, design.wager, meters, design.raises)
    ready = BENCH.ready(terms, design.wager, design.letter)
    ready.edge(payments(design.pays))  # raises `BadInput` if the design cannot be solved
    rules = rules_of(ready, design)
    submission = parse_toml(document.encode(), "the submission in force")
    table = ready.task.table
    if table is not None:
        paytables = submission.setdefault("paytables", {})
        if PROGRESSIVE in submission and table.wager not in paytables and design.wager != "main":
            paytables = submission[PROGRESSIVE]
            paytables["paytable"] = paytable_entry(ready, design)
        else:
            paytables[table.wager] = paytable_entry(ready, design)
    report = report_document(check(submission))
    return {
        "rules": HEAD + tomli_w.dumps(rules),
        "submission": tomli_w.dumps(submission),
        "check": msgspec.to_builtins(report),
    }


def rules_of(ready: Repricing, design: DesignedPaytable) -> dict[str, Any]:
    rules: dict[str, Any] = {"game": ready.terms.game}
    if ready.terms.readings:
        rules["readings"] = dict(ready.terms.readings)
    if design.raises:
        sizes = {
            name: values if len(values) > 1 else values[0] for name, values in design.raises.items() if values
        }
        rules["raises"] = sizes
    odds = {row: pays for row, pays in design.pays.items() if row in ready.odds}
    rows = {row: pays for row, pays in design.pays.items() if row not in ready.odds}
    if odds:
        rules["odds"] = odds
    if ready.task.table is not None:
        own_table = {"name": "own", "base": ready.task.table.letter, **rows}
        rules["paytables"] = {ready.task.table.wager: own_table}
    return rules


def paytable_entry(ready: Repricing, design: DesignedPaytable) -> object:
    """Return the letter of the printed paytable with exactly these payments, or else the rows."""
    table = ready.task.table
    assert table is not None
    own_rows = {row.hand: str(row.pays) for row in table.rows} | {
        row: str(payment) if (payment := payment_of(pays)) != -1 else LOSES
        for row, pays in design.pays.items()
        if row not in ready.odds
    }
    for letter, printed in paytables(table.game)[table.wager].items():
        if {row.hand: str(row.pays) for row in printed.rows} == own_rows:
            return letter
    return {"base": table.letter, **own_rows}

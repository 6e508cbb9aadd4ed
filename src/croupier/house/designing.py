"""The paytable designer's answers, worked out in the mathematics' own process and kept ready there.

A wager is made ready once for its terms; from then on a changed payment is answered in some hundredths of a
second, with the best play and the decisions that moved, exactly as `croupier.maths` has it.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import tomli_w
from msgspec import Meta

from croupier.errors import BadInput
from croupier.rulebook import paytables
from croupier.submission import Choices, check, parse_toml, report_document
from croupier.submission.shape import PROGRESSIVE

if TYPE_CHECKING:
    from croupier.maths.repricing import Repriced, Repricing
    from croupier.maths.solver import Quick
    from croupier.maths.terms import Terms
    from croupier.rulebook import Payment, Paytable

READY = 32  # wagers kept ready
SHOWN = 400  # decisions that moved, told one by one
LAST = 15  # how nice to others what nobody waits for is
LOSES = "lose"
COARSE = 20  # the finest odds that a paytable would print: so many to 20
HEAD = "# A paytable of one's own; croupier analyze GAME --rules THIS-FILE gives its figures.\n\n"

Word = Annotated[str, Meta(min_length=1, max_length=40)]
Sizes = Annotated[list[Annotated[int, Meta(ge=1, le=100)]], Meta(max_length=6)]
Raises = Annotated[dict[Word, Sizes], Meta(max_length=6)]


class Designed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wager with payments of one's own; what is left out stays as printed."""

    wager: Word
    letter: Annotated[str, Meta(max_length=40)] = ""
    pays: Annotated[dict[Word, Word], Meta(max_length=60)] = {}
    raises: Raises = {}
    quick: bool = False  # edge, hold and best play alone, where the rest takes longer


class Wanted(Designed, frozen=True):
    """Which payment of one row gives this edge, in millionths of a unit."""

    row: Word = "-"
    edge: Annotated[int, Meta(ge=-10_000_000, le=10_000_000)] = 0


class Bench:
    """What the worker keeps ready, for one process."""

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


BENCH = Bench()
_warming = set[str]()


def warm_raises(choices: bytes) -> None:
    """Once in a process, beside its answers and behind them: whoever changes a raise later waits for no
    compiler."""
    from croupier.maths.solver import solver

    game = msgspec.json.decode(choices, type=Choices).game
    ready = solver(game).warm_raises
    if ready is None or game in _warming:
        return
    _warming.add(game)
    threading.Thread(target=_yielding, args=(ready,), daemon=True, name=f"raises of {game}").start()


def _yielding(work: Callable[[], None]) -> None:
    """Tables go first."""
    with contextlib.suppress(OSError, AttributeError):  # a thread has a priority of its own on Linux alone
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LAST)
    with contextlib.suppress(BadInput):  # without a compiler
        work()


def terms_for(choices: Choices, wager: str, meters: Mapping[str, int], raises: Raises) -> Terms:
    """The table's own readings and meters, every paytable of the book to choose from."""
    from croupier.maths.analyze import metered
    from croupier.maths.solver import solver
    from croupier.maths.terms import Terms

    sizes: dict[str, tuple[int, ...]] = {}
    if raises:
        read = solver(choices.game).raises
        if read is None:
            raise BadInput(f"{choices.game} has no raises whose size could be changed")
        sizes = read({name: one if len(one) > 1 else one[0] for name, one in raises.items() if one}, "raises")
    if not metered(choices.game, wager):
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
    """As printed, or "lose"; nothing so large or so fine that sums would take long."""
    from croupier.maths.rules_file import FINEST_ODDS, LARGEST_ODDS
    from croupier.rulebook import Odds, parse_payment

    if text == LOSES:
        return -1
    pays = parse_payment(text)
    if isinstance(pays, Odds) and not (1 <= pays.den <= FINEST_ODDS and pays.num <= LARGEST_ODDS):
        raise BadInput(f"odds go up to {LARGEST_ODDS:,} to 1, and by no more than {FINEST_ODDS:,}ths")
    return pays


def payments(pays: Mapping[str, str]) -> dict[str, Payment | int]:
    found = {}
    for row, text in pays.items():
        try:
            found[row] = payment_of(text)
        except BadInput as bad:
            raise BadInput(f"{row}: {bad}") from None
    return found


# In the worker.


def bench(choices: bytes, meters: dict[str, int]) -> dict[str, Any]:
    """Every wager that can be designed, its paytables in the book, and what else may be changed."""
    from croupier.maths.analyze import MAIN, wagers
    from croupier.maths.solver import solver

    asked = msgspec.json.decode(choices, type=Choices)
    of = solver(asked.game)
    found = []
    for wager in wagers(asked.game):
        terms = terms_for(asked, wager, meters, {})
        paying = of.table if wager == MAIN else wager
        try:
            ready = BENCH.ready(terms, wager, "")
        except BadInput:
            continue  # a progressive whose meters nobody has set
        tables = dict(terms.paytables(paying)) if paying else {}
        progressive = asked.progressive
        chosen = asked.paytables.get(paying or "", "") or (
            progressive.paytable if progressive is not None and paying not in asked.paytables else ""
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
    return {"game": asked.game, "wagers": found}


def lettered(table: Paytable) -> dict[str, Any]:
    rows = [{"hand": row.hand, "pays": str(row.pays), "clause": row.clause} for row in table.rows]
    return {"letter": table.letter, "clause": table.clause, "rows": rows}


def priced(choices: bytes, meters: dict[str, int], designed: bytes) -> dict[str, Any]:
    """Exact edge, hold and best play of what was designed, and the decisions that moved from the printed."""
    asked = msgspec.json.decode(choices, type=Choices)
    told = msgspec.json.decode(designed, type=Designed)
    printed = BENCH.ready(terms_for(asked, told.wager, meters, {}), told.wager, told.letter)
    ready = BENCH.ready(terms_for(asked, told.wager, meters, told.raises), told.wager, told.letter)
    pays = payments(told.pays)
    found = ready.quick(pays) if told.quick else None
    if found is not None:
        figures, decisions = quick_figures(found[0]), found[1]
    else:
        now = ready.solve(pays)
        figures, decisions = figures_of(now), now.decisions
    moved = [
        {"hand": hand, "was": printed.base.decisions[hand], "now": choice}
        for hand, choice in decisions.items()
        if sort_of(printed.base.decisions.get(hand, choice)) != sort_of(choice)
    ]
    return {
        "wager": told.wager,
        "paytable": told.letter,
        "printed": figures_of(printed.base),
        **figures,
        "moved": moved[:SHOWN],
        "moved_count": len(moved),
        "decisions": len(decisions),
    }


def sort_of(choice: str) -> str:
    """A raise of another size is the same decision."""
    return choice.lstrip("0123456789")


def quick_figures(found: Quick) -> dict[str, Any]:
    from croupier.maths.results import exact

    return {
        "ev": exact(found.ev),
        "house_edge": float(found.house_edge),
        "house_edge_exact": exact(found.house_edge),
        "hold": float(found.hold),
        "hold_exact": exact(found.hold),
        "average_wager": exact(found.average_wager),
        "best_play": found.decisions,
    }


def figures_of(repriced: Repriced) -> dict[str, Any]:
    document = repriced.result.document()
    names = ("unit", "ev", "house_edge", "house_edge_exact", "average_wager", "sd", "hit_frequency")
    found: dict[str, Any] = {name: document[name] for name in names}
    found |= {"hold": document["element_of_risk"], "hold_exact": document["element_of_risk_exact"]}
    found["best_play"] = document.get("decisions", [])
    if not repriced.decisions:
        found["outcomes"] = document["outcomes"]
    return found


def wanted(choices: bytes, meters: dict[str, int], designed: bytes) -> dict[str, Any]:
    """The payment of one row that gives an edge, other rows as they were designed."""
    from croupier.maths.results import exact

    asked = msgspec.json.decode(choices, type=Choices)
    told = msgspec.json.decode(designed, type=Wanted)
    ready = BENCH.ready(terms_for(asked, told.wager, meters, told.raises), told.wager, told.letter)
    others = {row: pays for row, pays in payments(told.pays).items() if row != told.row}
    gain = ready.payment(told.row, Fraction(told.edge, 1_000_000), others)
    near = gain.limit_denominator(COARSE)
    return {
        "row": told.row,
        "gain": exact(gain),
        "decimal": float(gain),
        "near": said(near),
        "near_edge": exact(ready.edge({**others, told.row: near})),
    }


def said(gain: Fraction) -> str:
    """A gain to 1 as a paytable would print it."""
    if gain == 0:
        return "push"
    if gain > 0:
        return f"{gain.numerator} to {gain.denominator}"
    return f"{(gain + 1).numerator} for {gain.denominator}"


def drafted(choices: bytes, meters: dict[str, int], designed: bytes, document: str) -> dict[str, Any]:
    """What was designed as files: rules that `croupier analyze --rules` reads, and the table's submission
    with it, to be drafted.

    A submission names the regulator's paytables by letter. A table that is none of them is written out row by
    row; the check refuses such a draft until the regulator has it in the book."""
    asked = msgspec.json.decode(choices, type=Choices)
    told = msgspec.json.decode(designed, type=Designed)
    ready = BENCH.ready(terms_for(asked, told.wager, meters, told.raises), told.wager, told.letter)
    ready.edge(payments(told.pays))  # what cannot be solved is not written down
    rules = rules_of(ready, told)
    submission = parse_toml(document.encode(), "the submission in force")
    table = ready.task.table
    if table is not None:
        place = submission.setdefault("paytables", {})
        if PROGRESSIVE in submission and table.wager not in place and told.wager != "main":
            place = submission[PROGRESSIVE]
            place["paytable"] = written(ready, told)
        else:
            place[table.wager] = written(ready, told)
    report = report_document(check(submission))
    return {
        "rules": HEAD + tomli_w.dumps(rules),
        "submission": tomli_w.dumps(submission),
        "check": msgspec.to_builtins(report),
    }


def rules_of(ready: Repricing, told: Designed) -> dict[str, Any]:
    rules: dict[str, Any] = {"game": ready.terms.game}
    if ready.terms.readings:
        rules["readings"] = dict(ready.terms.readings)
    if told.raises:
        rules["raises"] = {name: one if len(one) > 1 else one[0] for name, one in told.raises.items() if one}
    odds = {row: pays for row, pays in told.pays.items() if row in ready.odds}
    rows = {row: pays for row, pays in told.pays.items() if row not in ready.odds}
    if odds:
        rules["odds"] = odds
    if ready.task.table is not None:
        own = {"name": "own", "base": ready.task.table.letter, **rows}
        rules["paytables"] = {ready.task.table.wager: own}
    return rules


def written(ready: Repricing, told: Designed) -> object:
    """The letter of the book's table with exactly these payments; where there is none, its rows."""
    table = ready.task.table
    assert table is not None
    own = {row.hand: str(row.pays) for row in table.rows} | {
        row: str(payment) if (payment := payment_of(pays)) != -1 else LOSES
        for row, pays in told.pays.items()
        if row not in ready.odds
    }
    for letter, printed in paytables(table.game)[table.wager].items():
        if {row.hand: str(row.pays) for row in printed.rows} == own:
            return letter
    return {"base": table.letter, **own}

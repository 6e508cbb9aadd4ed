"""``croupier analyze``: house edge, risk and distribution of every wager, as a table or as one JSON
document.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.formats import as_csv, as_markdown, chosen_format
from croupier.cli.output import color_system, print_json
from croupier.errors import BadInput
from croupier.extras import need_maths

if TYPE_CHECKING:
    from croupier.maths.analyze import Report
    from croupier.maths.protection.document import Asked
    from croupier.maths.terms import Terms

PATIENCE = 1.5  # seconds before progress is shown: nothing that takes two goes without it
BETWEEN_LINES = 10.0
WIDE = 110  # columns of a terminal that shows fractions besides


def analyze(
    game: str | None,
    wager: str | None = None,
    paytable: str | None = None,
    reading: Sequence[str] = (),
    stake: str | None = None,
    meter: Sequence[str] = (),
    others: int | None = None,
    bettors: int | None = None,
    rules: Path | None = None,
    seen: Asked | None = None,
    fresh: bool = False,
    as_json: bool = False,
    submission: Path | None = None,
    form: str | None = None,
) -> int:
    wanted = chosen_format(form, as_json)
    need_maths()
    from croupier.maths.analyze import analyze as compute
    from croupier.maths.options import terms_of

    terms = terms_of(game, reading, stake, meter, others, bettors, rules, submission)

    with progress_bar(f"analyzing {terms.game}") as report:
        if seen is None:
            document = compute(terms, wager, paytable, fresh=fresh, report=report)
        else:
            document = compute_seen(terms, seen, wager, paytable, fresh, report)
    match wanted:
        case "json":
            print_json(document)
        case "csv":
            sys.stdout.write(as_csv(_rows(document)))
        case "markdown":
            sys.stdout.write(_markdown(document))
        case _:
            _show(document)
    return 0


def seen_asked(
    what: str | None, cards: int, chance: str, seats: int | None, deals: int | None
) -> Asked | None:
    """What --seen and the options that go with it say."""
    if what is None:
        if (cards, chance, seats, deals) != (1, "1", None, None):
            raise BadInput("--seen-cards, --seen-chance, --seats and --deals go with --seen")
        return None
    need_maths()
    from croupier.maths.protection.document import asked

    return asked(what, cards, chance, seats, deals)


def compute_seen(
    terms: Terms, seen: Asked, wager: str | None, paytable: str | None, fresh: bool, report: Report
) -> dict[str, Any]:
    from croupier.maths.protection.document import analyze_seen

    if wager not in (None, "main"):
        raise BadInput(f"--seen is about the main game; leave out --wager {wager}")
    return analyze_seen(terms, seen, paytable, fresh=fresh, report=report)


@contextmanager
def progress_bar(what: str) -> Iterator[Report]:
    """How far the work is, on standard error, for whatever takes longer than a moment: a bar on a terminal,
    which is gone when the work is done, and a line now and then where the output goes to a file.
    """
    state: list[Any] = [what, 0.0]
    over = threading.Event()

    def report(now: str, share: float) -> None:
        state[:] = [f"{what}: {now}", share]

    def watch() -> None:
        if over.wait(PATIENCE):
            return
        if sys.stderr.isatty():
            _draw_bar(state, over)
            return
        while True:
            print(f"{state[0]} ({100 * state[1]:.0f}%)", file=sys.stderr, flush=True)
            if over.wait(BETWEEN_LINES):
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield report
    finally:
        over.set()
        watcher.join()


def _draw_bar(state: list[Any], over: threading.Event) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(color_system=color_system(), stderr=True), transient=True) as bar:
        task = bar.add_task(state[0], total=1.0)
        while not over.wait(0.1):
            bar.update(task, completed=state[1], description=state[0])


def _show(document: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from croupier.rulebook import title

    console = Console(color_system=color_system(), highlight=False, markup=False)
    results = document["results"]
    wide = console.width >= WIDE
    table = Table(title=title(document["game"]), title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("wager", "paytable"):
        table.add_column(name, no_wrap=True)
    for name in ("house edge", "of all staked", "hits", "SD"):
        table.add_column(name, justify="right", no_wrap=True)
    if wide:
        table.add_column("exact value", no_wrap=True)
    for each in results:
        cells = [
            each["wager"],
            each["paytable"] or "-",
            percent(each["house_edge"]),
            percent(each["element_of_risk"]),
            percent(float(Fraction(each["hit_frequency"]))) if each["hit_frequency"] else "-",
            f"{each['sd']:.3f}" if each["sd"] is not None else "-",
        ]
        table.add_row(*cells, *([each["ev"]] if wide else []))
    console.print(table)
    if len(results) == 1:
        _show_one(console, results[0])
    elif not wide:
        _show_fractions(console, results)
    for each in results:
        for line in each.get("notes", ()):
            console.print(f"Note: {line}.")
    console.print(f"Per unit of {_units(results)}; computed in {document['seconds']:.3f} s.")


def _show_fractions(console: Any, results: list[dict[str, Any]]) -> None:
    """A narrow window has no column for them; they are told all the same."""
    from rich.table import Table

    table = Table("exact value", "", "", box=None, pad_edge=False, header_style="")
    table.columns[2].overflow = "fold"
    for each in results:
        table.add_row(each["wager"], each["paytable"] or "-", each["ev"])
    console.print(table)
    console.print()


COLUMNS = (
    "wager",
    "paytable",
    "unit",
    "ev",
    "house_edge",
    "house_edge_exact",
    "element_of_risk",
    "element_of_risk_exact",
    "average_wager",
    "sd",
    "hit_frequency",
)


def _rows(document: dict[str, Any]) -> list[dict[str, Any]]:
    """One row a result, without what is a list in itself."""
    return [
        {"game": document["game"], **{name: each[name] for name in COLUMNS}} for each in document["results"]
    ]


def _markdown(document: dict[str, Any]) -> str:
    """The results; a single one with its distribution."""
    page = as_markdown(_rows(document))
    if len(document["results"]) == 1:
        page += "\n" + as_markdown(document["results"][0]["outcomes"])
    return page


def _show_one(console: Any, result: dict[str, Any]) -> None:
    from rich import box
    from rich.table import Table

    console.print(f"exact value {result['ev']}, average wager {result['average_wager']}")
    if "seen" in result:
        _show_seen(console, result)
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("outcome", "pays", "probability", "one in", "exact"):
        table.add_column(name, justify="right" if name in ("probability", "one in") else "left")
    for each in result["outcomes"]:
        often = Fraction(each["probability"])
        one_in = f"{float(1 / often):,.1f}" if often else "-"
        table.add_row(each["outcome"], each["pays"], f"{float(often):.8f}", one_in, each["probability"])
    console.print(table)
    for each in result.get("decisions", ()):
        console.print(f"{each['decision']}: {frequencies(each['choices'])}")
    if "break_even" in result:
        for name, amount in result["break_even"].items():
            even = Fraction(amount)
            told = f"breaks even with ${float(even):,.2f} on" if even > 0 else "a gain whatever is on"
            console.print(f"{told} the meter {name}")
        envy = float(Fraction(result["envy_per_other"]))
        console.print(f"Envy for each other player: {envy:.6f} of the stake")
    readings = ", ".join(f"{name} {choice}" for name, choice in result["readings"].items())
    console.print(f"readings: {readings}")


def _show_seen(console: Any, result: dict[str, Any]) -> None:
    gain, without = Fraction(result["gain"]), Fraction(result["unseen"])
    console.print(
        f"{result['seen']} seen: {percent(float(-without))} without it, a gain of {percent(float(gain))}"
    )
    if result.get("sampled"):
        error = result["sampled"]["standard_error"]
        console.print(f"sampled: {result['sampled']['deals']:,} deals, standard error {percent(error)}")
    for card, value in result.get("by_card", {}).items():
        console.print(f"  {card:12} {float(Fraction(value)):+.8f}")


def _units(results: list[dict[str, Any]]) -> str:
    return " or ".join(dict.fromkeys(each["unit"] for each in results))


def frequencies(choices: dict[str, str]) -> str:
    return ", ".join(f"{choice} {percent(float(Fraction(often)))}" for choice, often in choices.items())


def percent(share: float) -> str:
    return f"{100 * share:.4f}%"

"""Print the house edge, risk and distribution of every wager for ``croupier analyze``."""

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
from croupier.results import house_edge_of, value_heading, value_of

if TYPE_CHECKING:
    from croupier.maths.analyze import Report
    from croupier.maths.protection.document import SeenCardsQuery
    from croupier.maths.terms import Terms

PATIENCE = 1.5  # seconds before the progress display appears
BETWEEN_LINES = 10.0
WIDE = 110  # minimum terminal width for the column of fractions


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
    seen: SeenCardsQuery | None = None,
    fresh: bool = False,
    as_json: bool = False,
    submission: Path | None = None,
    form: str | None = None,
) -> int:
    output_format = chosen_format(form, as_json)
    need_maths()
    from croupier.maths.analyze import analyze as compute
    from croupier.maths.options import terms_of

    terms = terms_of(game, reading, stake, meter, others, bettors, rules, submission)

    with progress_bar(f"analyzing {terms.game}") as report:
        if seen is None:
            document = compute(terms, wager, paytable, fresh=fresh, report=report)
        else:
            document = compute_seen(terms, seen, wager, paytable, fresh, report)
    match output_format:
        case "json":
            print_json(document)
        case "csv":
            sys.stdout.write(as_csv(_rows(document)))
        case "markdown":
            sys.stdout.write(_markdown(document))
        case _:
            _show(document)
    return 0


def read_seen_options(
    what: str | None, cards: int, chance: str, seats: int | None, deals: int | None
) -> SeenCardsQuery | None:
    """Read --seen and the options that require it."""
    if what is None:
        if (cards, chance, seats, deals) != (1, "1", None, None):
            raise BadInput("--seen-cards, --seen-chance, --seats and --deals require --seen")
        return None
    need_maths()
    from croupier.maths.protection.document import parse_query

    return parse_query(what, cards, chance, seats, deals)


def compute_seen(
    terms: Terms, seen: SeenCardsQuery, wager: str | None, paytable: str | None, fresh: bool, report: Report
) -> dict[str, Any]:
    from croupier.maths.protection.document import analyze_seen

    if wager not in (None, "main"):
        raise BadInput(f"the option --seen analyzes only the main game; leave out --wager {wager}")
    return analyze_seen(terms, seen, paytable, fresh=fresh, report=report)


@contextmanager
def progress_bar(what: str) -> Iterator[Report]:
    """Show progress on standard error, as a bar on a terminal and as lines elsewhere."""
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
        table.add_column(value_heading(results), no_wrap=True)
    for each in results:
        cells = [
            each["wager"],
            each["paytable"] or "-",
            house_edge_of(each, percent),
            percent(each["element_of_risk"]) if each["element_of_risk"] is not None else "-",
            percent(float(Fraction(each["hit_frequency"]))) if each["hit_frequency"] else "-",
            f"{each['sd']:.3f}" if each["sd"] is not None else "-",
        ]
        table.add_row(*cells, *([value_of(each)] if wide else []))
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
    """Print the exact fractions below the table if the terminal is too narrow for another column."""
    from rich.table import Table

    table = Table(value_heading(results), "", "", box=None, pad_edge=False, header_style="")
    table.columns[2].overflow = "fold"
    for each in results:
        table.add_row(each["wager"], each["paytable"] or "-", value_of(each))
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
    """Return one row per result, without nested values. Sampled results include their standard error."""
    return [
        {"game": document["game"], **{name: each[name] for name in COLUMNS}, **(each.get("sampled") or {})}
        for each in document["results"]
    ]


def _markdown(document: dict[str, Any]) -> str:
    """Format the results as Markdown, with the distribution if there is only one."""
    page = as_markdown(_rows(document))
    if len(document["results"]) == 1:
        page += "\n" + as_markdown(document["results"][0]["outcomes"])
    return page


def _show_one(console: Any, result: dict[str, Any]) -> None:
    from rich import box
    from rich.table import Table

    wagered = f", average wager {result['average_wager']}" if result["average_wager"] else ""
    console.print(f"{value_heading([result])} {value_of(result)}{wagered}")
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
            at = f"breaks even at ${float(even):,.2f}" if even > 0 else "favors the player at any amount"
            console.print(f"meter {name}: {at}")
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
        console.print(
            f"house edge and gain are estimates from {result['sampled']['deals']:,} sampled deals, "
            f"with a standard error of {percent(error)}"
        )
    for card, value in result.get("by_card", {}).items():
        console.print(f"  {card:12} {float(Fraction(value)):+.8f}")


def _units(results: list[dict[str, Any]]) -> str:
    return " or ".join(dict.fromkeys(each["unit"] for each in results))


def frequencies(choices: dict[str, str]) -> str:
    return ", ".join(f"{choice} {percent(float(Fraction(often)))}" for choice, often in choices.items())


def percent(share: float) -> str:
    return f"{100 * share:.4f}%"

"""``croupier analyze``: house edge, risk and distribution of every wager, as a table or as one JSON
document.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.output import print_json
from croupier.errors import BadInput

if TYPE_CHECKING:
    from croupier.maths.analyze import Report
    from croupier.maths.terms import Terms

PATIENCE = 1.5  # seconds before progress is shown: nothing that takes two goes without it
BETWEEN_LINES = 10.0
WIDE = 110  # columns of a terminal that shows fractions besides


def analyze(
    game: str,
    wager: str | None = None,
    paytable: str | None = None,
    reading: Sequence[str] = (),
    stake: str | None = None,
    meter: Sequence[str] = (),
    others: int | None = None,
    rules: Path | None = None,
    seen: str | None = None,
    fresh: bool = False,
    as_json: bool = False,
) -> int:
    if seen is not None:
        raise BadInput("--seen: what a flashed card is worth is not computed yet; leave the option out")
    terms = terms_of(game, reading, stake, meter, others, rules)
    from croupier.maths.analyze import analyze as compute

    with progress_bar(f"analyzing {game}") as report:
        document = compute(terms, wager, paytable, fresh=fresh, report=report)
    if as_json:
        print_json(document)
    else:
        _show(document)
    return 0


def terms_of(
    game: str,
    reading: Sequence[str] = (),
    stake: str | None = None,
    meter: Sequence[str] = (),
    others: int | None = None,
    rules: Path | None = None,
) -> Terms:
    """The options of a command line, on top of a rules file where there is one."""
    import msgspec

    for library in ("numpy", "numba"):
        if find_spec(library) is None:
            raise BadInput(f"the exact mathematics needs {library}; install croupier[maths]")
    from croupier.maths.rules_file import meter_name, read_rules
    from croupier.maths.rules_file import stake as read_stake
    from croupier.maths.terms import Terms, check_reading
    from croupier.rulebook import GAMES
    from croupier.submission import dollars

    if game not in GAMES:
        raise BadInput(f"no game {game!r:.40}; the games are {', '.join(GAMES)}")
    terms = read_rules(rules, game) if rules is not None else Terms(game)
    readings = dict(terms.readings)
    for name, choice in _pairs(reading, "--reading", "U-03=R2"):
        check_reading(game, name, choice)
        readings[name] = choice
    meters = dict(terms.meters)
    for name, amount in _pairs(meter, "--meter", "main=25000"):
        meters[meter_name(name, "--meter")] = dollars(amount, f"--meter {name}")
    return msgspec.structs.replace(
        terms,
        readings=readings,
        meters=meters,
        stake=terms.stake if stake is None else read_stake(stake, "--stake"),
        others=terms.others if others is None else others,
    )


def _pairs(written: Sequence[str], option: str, example: str) -> Iterator[tuple[str, str]]:
    for text in written:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise BadInput(f"{option}: {text!r:.60} is not understood; write it like {example}")
        yield name, value


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
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(state[0], total=1.0)
        while not over.wait(0.1):
            bar.update(task, completed=state[1], description=state[0])


def _show(document: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from croupier.rulebook import TITLES

    console = Console(highlight=False, markup=False)
    results = document["results"]
    wide = console.width >= WIDE
    table = Table(title=TITLES[document["game"]], title_justify="left", box=box.SIMPLE_HEAD)
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
            percent(float(Fraction(each["hit_frequency"]))),
            f"{each['sd']:.3f}",
        ]
        table.add_row(*cells, *([each["ev"]] if wide else []))
    console.print(table)
    if len(results) == 1:
        _show_one(console, results[0])
    elif not wide:
        console.print("Exact fractions: in a wider window, with one --wager and --paytable, or with --json.")
    console.print(f"Per unit of {_units(results)}; computed in {document['seconds']:.3f} s.")


def _show_one(console: Any, result: dict[str, Any]) -> None:
    from rich import box
    from rich.table import Table

    console.print(f"exact value {result['ev']}, average wager {result['average_wager']}")
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


def _units(results: list[dict[str, Any]]) -> str:
    return " or ".join(dict.fromkeys(each["unit"] for each in results))


def frequencies(choices: dict[str, str]) -> str:
    return ", ".join(f"{choice} {percent(float(Fraction(often)))}" for choice, often in choices.items())


def percent(share: float) -> str:
    return f"{100 * share:.4f}%"

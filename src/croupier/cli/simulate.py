"""Simulate rounds and compare them with exact expectations, for ``croupier simulate``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier.cli.analyze import WIDE, progress_bar
from croupier.cli.output import color_system, print_json
from croupier.errors import BadInput
from croupier.extras import need_maths


def simulate(
    game: str | None,
    rounds: int,
    plays: str = "best",
    paytable: str | None = None,
    reading: Sequence[str] = (),
    rules: Path | None = None,
    submission: Path | None = None,
    seed: str = "1",
    workers: int | None = None,
    cluster: str | None = None,
    keep: Path | None = None,
    as_json: bool = False,
    stake: Sequence[str] = (),
) -> int:
    need_maths()
    from croupier.maths.options import terms_of
    from croupier.maths.risk.stakes import money_of
    from croupier.maths.simulation.document import simulate as run
    from croupier.maths.strategy.chosen_rules import find_rules

    if workers is not None and workers < 1:
        raise BadInput(f"--workers must be at least 1, not {workers}")
    if workers is not None and cluster is not None:
        raise BadInput(
            "the option --workers starts a cluster and --cluster uses an existing one; give only one of them"
        )
    terms = terms_of(game, reading, rules=rules, submission=submission)
    with progress_bar(f"simulating {terms.game}") as report:
        document = run(
            terms,
            rounds,
            letter=paytable,
            rules=find_rules(plays, terms, paytable),
            seed=seed,
            workers=workers,
            cluster=cluster,
            keep=keep,
            stakes=money_of(stake),
            report=lambda share: report(f"{rounds:,} rounds", share),
        )
    if as_json:
        print_json(document)
    else:
        show_simulation(document)
    return 0


def show_simulation(document: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from croupier.rulebook import title
    from croupier.submission import format_dollars

    console = Console(color_system=color_system(), highlight=False, markup=False)
    table = Table(title=title(document["game"]), title_justify="left", box=box.SIMPLE_HEAD)
    for name in ("wager", "paytable"):
        table.add_column(name, no_wrap=True)
    wide = console.width >= WIDE  # drop the staked column in a narrow window, so that z is not cut off
    for name in (*(("staked",) if wide else ()), "net", "per unit", "exactly", "z"):
        table.add_column(name, justify="right", no_wrap=True)
    for each in document["results"]:
        table.add_row(
            each["wager"],
            each["paytable"] or "-",
            *((format_dollars(each["staked"]),) if wide else ()),
            format_dollars(each["net"]),
            f"{each['net'] / each['unit'] / document['rounds']:+.6f}",
            f"{float(Fraction(each['expected'])):+.6f}",
            f"{each['z']:+.2f}",
        )
    console.print(table)
    console.print(
        f"{document['rounds']:,} rounds, {document['strategy']} play, seed {document['seed']}: "
        f"{document['seconds']:.3f} s, {document['rounds_per_second']:,} rounds per second. z is the "
        "difference from the expectation in standard errors. A z beyond 4 means that something is wrong."
    )

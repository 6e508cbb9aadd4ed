"""Replay a round record by the rules for ``croupier round``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.output import color_system, print_json
from croupier.submission.files import read_toml
from croupier.submission.money import format_dollars

if TYPE_CHECKING:
    from rich.console import Console


def play_round(file: Path, as_json: bool) -> int:
    from croupier.records.record import play_record

    document = play_record(read_toml(file))
    if as_json:
        print_json(document)
        for warning in document["warnings"]:
            print(f"croupier: warning: {warning}", file=sys.stderr)
    else:
        print_round(document)
    return 0


def print_round(document: dict[str, Any]) -> None:
    """Print each seat's hand and its wagers with their clauses, within 80 columns."""
    from rich.console import Console
    from rich.table import Table

    console = Console(color_system=color_system(), highlight=False, markup=False)
    void = next((e["reason"] for e in document["events"] if e["type"].startswith("round_voided@")), "")
    if document["void"]:
        console.print(f"The round is void: {void or 'the wagers were returned before the deal'}.")
    for name in ("board", "box"):
        if document[name]:
            console.print(f"{name:7} {document[name]}")
    if document["dealer"]:
        dealer = document["dealer"]
        short = "" if dealer["qualifies"] in (True, None) else ", does not qualify"
        hand = words(dealer) if dealer["hand"] else "not revealed"
        console.print(f"dealer  {dealer['cards']}  {hand}{short}")
    for seat in document["seats"]:
        folded = ", folded" if seat["folded"] else ""
        console.print(f"\nseat {seat['seat']}  {seat['cards']}  {words(seat)}{folded}")
        table = Table(box=None, pad_edge=False, show_header=seat is document["seats"][0])
        for column in ("wager", "staked", "back", "net", "result"):
            table.add_column(
                column, justify="left" if column in ("wager", "result") else "right", min_width=7
            )
        table.add_column(f"clauses of {document['game']}", overflow="fold")
        for name, wager in seat["wagers"].items():
            money = [format_dollars(wager[key]) for key in ("staked", "returned", "net")]
            result = wager["result"] + (" (corrected)" if "corrected" in wager else "")
            table.add_row(name.replace("_", " "), *money, result, cites(wager["clauses"], wager["readings"]))
        if seat["envy"]:
            bonus = format_dollars(seat["envy"])
            table.add_row("envy", "", bonus, bonus, "", cites(seat["envy_clauses"], ()))
        table.add_row("together", "", "", format_dollars(seat["net"]), "", "")
        console.print(table)
    for meter, cents in document["meters"].items():
        console.print(f"\nmeter {meter}: {format_dollars(cents)}")
    print_incidents(console, document["incidents"])
    for warning in document["warnings"]:
        console.print(f"\nwarning: {warning}")


def print_incidents(console: Console, incidents: list[dict[str, Any]]) -> None:
    for incident in incidents:
        what = incident["what"].replace("_", " ")
        console.print(f"\nincident: {what} ({incident['when']})")
        for line in incident["told"]:
            console.print(f"  {line}")
        console.print(f"  {cites(incident['clauses'], incident['readings'])}")


def cites(clauses: Iterable[str], readings: Iterable[str]) -> str:
    return " ".join((*(clause.split("/")[1] for clause in clauses), *readings))


def words(hand: dict[str, Any]) -> str:
    if hand.get("hand") is None:
        return "not seen by all" if "?" in hand["cards"] or not hand["cards"] else "not complete"
    name = str(hand["hand"]).replace("_", " ")
    count = hand.get("count")
    return name if count is None else f"{count} card{'' if count == 1 else 's'}, {name}"

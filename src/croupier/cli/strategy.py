"""Print the best play, or the exact value of each choice for given cards, for ``croupier strategy``."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from croupier.cli.analyze import frequencies, progress_bar
from croupier.cli.output import color_system, print_json
from croupier.errors import BadInput
from croupier.extras import need_maths


def strategy(
    game: str | None,
    hand: str | None = None,
    board: str | None = None,
    dead: str | None = None,
    paytable: str | None = None,
    reading: Sequence[str] = (),
    rules: Path | None = None,
    as_json: bool = False,
    submission: Path | None = None,
) -> int:
    need_maths()
    from croupier.maths.advice import ChosenTerms, advice_document, advise
    from croupier.maths.options import terms_of
    from croupier.maths.strategy.best_play import strategy as solve

    terms = terms_of(game, reading, rules=rules, submission=submission)
    game = terms.game

    chosen = ChosenTerms(terms, paytable)
    if hand is None and (board or dead):
        raise BadInput("--board and --dead require --hand")
    with progress_bar(f"solving {game}"):
        if hand is None:
            document = solve(chosen)
        else:
            document = advice_document(advise(chosen, game, hand, board or "", dead or ""))
    if as_json:
        print_json(document)
    elif hand is None:
        _show_strategy(document)
    else:
        _show_advice(document)
    return 0


def simple_strategy(
    game: str | None,
    paytable: str | None,
    reading: Sequence[str],
    rules: Path | None,
    submission: Path | None,
    price: Path | None,
    as_json: bool,
) -> int:
    """Print a short list of playing rules and its exact cost. A search finds the list if none is given."""
    need_maths()
    from croupier.maths.advice import ChosenTerms
    from croupier.maths.options import terms_of
    from croupier.maths.strategy.simple import simple_strategy as find

    terms = terms_of(game, reading, rules=rules, submission=submission)
    with progress_bar(f"looking for simple rules for {terms.game}" if price is None else f"pricing {price}"):
        document = find(ChosenTerms(terms, paytable), price)
    if as_json:
        print_json(document)
    else:
        from croupier.results import SimplePlay

        print(SimplePlay(document))
    return 0


def _show_advice(document: dict[str, Any]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    board = f" with {document['board']} on the board" if document["board"] else ""
    dead = f", {document['dead']} dead" if document["dead"] else ""
    title = f"{document['hand']}{board}{dead}: {document['decision']}"
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("choice", "value", "cost", "exact value"):
        table.add_column(name, justify="right" if name in ("value", "cost") else "left")
    for each in document["choices"]:
        best = each["choice"] == document["best"]
        cost = "best" if best else f"{float(Fraction(each['cost'])):.8f}"
        table.add_row(each["choice"], f"{float(Fraction(each['value'])):+.8f}", cost, each["value"])
    console = Console(color_system=color_system(), highlight=False, markup=False)
    console.print(title)
    console.print(table)
    if document["indifferent"]:
        console.print("Two choices have exactly the same value; choose the smaller wager.")


def _show_strategy(document: dict[str, Any]) -> None:
    from rich.console import Console

    from croupier.rulebook import title

    console = Console(color_system=color_system(), highlight=False, markup=False)
    table = f", paytable {document['paytable']}" if document["paytable"] else ""
    console.print(f"{title(document['game'])}{table}: the best play\n", style="bold")
    for each in document["decisions"]:
        _show_decision(console, each)


def _show_decision(console: Any, decision: dict[str, Any]) -> None:
    """Print a decision as a threshold, a list of hands that ride or raise, or plain lines."""
    if "play_from" in decision:
        _show_threshold(console, decision)
    elif "ride" in decision:
        _show_ride(console, decision)
    elif "raise" in decision or "choices" in decision:
        _show_raise(console, decision)
    else:
        console.print(decision["decision"])
        for line in decision.get("rules", ()):
            console.print(f"  {line}")


def _show_ride(console: Any, decision: dict[str, Any]) -> None:
    bet = decision["decision"].replace("bet", "Bet ")
    console.print(f"{bet}, on {decision['seen']}: let it ride with")
    for line in decision["ride"]:
        console.print(f"  {line}")
    for line in decision["indifferent"]:
        console.print(f"  exactly even, so withdraw: {line}")
    console.print("Otherwise withdraw.\n")


def _show_threshold(console: Any, decision: dict[str, Any]) -> None:
    if decision["play_from"] is None:
        console.print("Fold everything.")
    else:
        console.print(f"Play {decision['play_from']} or better.")
    for name in decision["also_play"]:
        console.print(f"Play {name} too.")
    for name in decision["indifferent"]:
        console.print(f"{name}: play and fold have exactly the same value; fold.")
    if decision["fold_up_to"] is not None:
        console.print(f"Fold {decision['fold_up_to']} and lower hands.")


def _show_raise(console: Any, decision: dict[str, Any]) -> None:
    if "choices" in decision:
        console.print(f"{decision['decision'].capitalize()}: {frequencies(decision['choices'])}.")
        console.print('For a later decision: croupier strategy GAME --hand "…" --board "…"')
        return
    console.print("Before the Flop raise with")
    for line in decision["raise"]:
        console.print(f"  {line}")
    console.print("Otherwise check.\n\nSuited hands are above the diagonal, offsuit hands below it:\n")
    best = {each["hand"]: each["best"] for each in decision["hands"]}
    ranks = "AKQJT98765432"
    console.print("     " + "  ".join(f"{rank} " for rank in ranks))
    for row, first in enumerate(ranks):
        cells = []
        for column, second in enumerate(ranks):
            high, low = (first, second) if row <= column else (second, first)
            name = high + low + ("" if row == column else "s" if row < column else "o")
            cells.append({"check": "· "}.get(best[name], best[name]))
        console.print(f"  {first}  " + "  ".join(cells))
    console.print()

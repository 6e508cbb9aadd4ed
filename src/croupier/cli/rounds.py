"""`croupier round`, `replay` and `verify`: rounds by the book, and journals read back."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from croupier.cli.output import print_json
from croupier.errors import BadInput
from croupier.submission.files import read_toml
from croupier.submission.money import written


def play_round(file: Path, as_json: bool) -> int:
    from croupier.journal.record import play_record

    document = play_record(read_toml(file))
    if as_json:
        print_json(document)
    else:
        print_round(document)
    for warning in document["warnings"]:
        print(f"croupier: warning: {warning}", file=sys.stderr)
    return 0


def print_round(document: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    if document["void"]:
        console.print("The round is void.")
    if document["board"]:
        console.print(f"board   {document['board']}", markup=False)
    if document["box"]:
        console.print(f"box     {document['box']}", markup=False)
    if document["dealer"]:
        dealer = document["dealer"]
        short = "" if dealer["qualifies"] in (True, None) else " (does not qualify)"
        console.print(f"dealer  {dealer['cards']}  {words(dealer)}{short}", markup=False)
    table = Table(box=None, pad_edge=False)
    for column in ("seat", "cards", "wager", "staked", "returned", "net", "result", "clauses"):
        table.add_column(column, justify="right" if column in ("staked", "returned", "net") else "left")
    for seat in document["seats"]:
        first = True
        for name, wager in seat["wagers"].items():
            money = [written(wager[key]) for key in ("staked", "returned", "net")]
            cites = " ".join((*wager["clauses"], *wager["readings"]))
            cards = f"{seat['cards']}  {words(seat)}" if first else ""
            table.add_row(str(seat["seat"]) if first else "", cards, name, *money, wager["result"], cites)
            first = False
        if seat["envy"]:
            cites = " ".join(seat["envy_clauses"])
            table.add_row("", "", "envy", "", written(seat["envy"]), written(seat["envy"]), "", cites)
        table.add_row("", "", "net", "", "", written(seat["net"]), "", "")
    console.print(table)
    for meter, cents in document["meters"].items():
        console.print(f"meter {meter}: {written(cents)}", markup=False)


def words(hand: dict[str, Any]) -> str:
    if hand.get("hand") is None:
        return "unseen"
    name = str(hand["hand"]).replace("_", " ")
    return name if hand.get("count") is None else f"{hand['count']} cards, {name}"


def replay_journal(path: Path, round_number: int | None, as_record: bool, as_json: bool) -> int:
    import msgspec

    from croupier.journal.chain import Broken, steps
    from croupier.journal.transcript import transcript

    if as_record:
        return print_record(path, round_number, as_json)
    entries = []
    number = 1
    try:
        for step in steps(path):
            if step.command is not None and round_number in (None, number):
                if as_json:
                    entries.append(
                        {"n": step.n, "round": number, "command": step.command, "events": step.events}
                    )
                else:
                    print(f"[{step.n}] {type(step.command).__name__} by {step.command.by}")
                    print(transcript(step.events))
            number = step.state.round.number
    except Broken as broken:
        raise BadInput(f"{path}: entry {broken.n} is broken: {broken.fault}") from None
    if round_number is not None and round_number > number:
        raise BadInput(f"{path}: it holds no round {round_number}; the last is {number}")
    if as_json:
        print_json(msgspec.json.decode(msgspec.json.encode(entries)))
    return 0


def print_record(path: Path, round_number: int | None, as_json: bool) -> int:
    import tomli_w

    from croupier.journal.export import record_of_round

    if round_number is None:
        raise BadInput("--record prints one round: say which with --round N")
    record = record_of_round(path, round_number)
    if as_json:
        print_json(record)
    else:
        sys.stdout.write(tomli_w.dumps(record))
    return 0


def verify_journal(path: Path, checkpoint: Path | None, as_json: bool) -> int:
    from croupier.journal.chain import read_checkpoint, verify

    kept = None
    if checkpoint is not None:
        kept = read_checkpoint(checkpoint)
        if kept is None:
            raise BadInput(f"{checkpoint}: no such checkpoint file")
    found = verify(path, kept)
    if as_json:
        keys = ("ok", "entries", "head", "broken", "fault", "checkpointed")
        print_json({key: getattr(found, key) for key in keys})
    elif found.ok:
        print(f"{found.entries} entries: every link holds, and every entry is what the rules decide")
        if not found.checkpointed:
            print("croupier: no checkpoint was compared: a cut tail would not show", file=sys.stderr)
    else:
        print(f"entry {found.broken}: {found.fault}")
    return 0 if found.ok else 1

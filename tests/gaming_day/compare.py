"""Compare every figure of the gaming-day report with the script's notes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.gaming_day.notes import DayNotes, TableNotes

Check = tuple[str, Any, Any]  # name of the figure, value in the notes, value in the report
# columns of a player's account at a table
PLAYER = ("deposits", "brought", "winnings", "losing", "withdrawals", "carried", "tokes", "tax", "win")


def compare(notes: DayNotes, report: dict[str, Any]) -> list[Check]:
    """Return the figures to compare, each with its value in the notes and its value in the report."""
    return [
        *(check for table in notes.tables.values() for check in table_checks(table, report)),
        *tray_checks(notes, report),
        *cage_checks(notes, report),
        *(("footing: " + one["where"] + " " + one["what"], True, one["agrees"]) for one in report["checks"]),
        ("the report foots", True, report["foots"]),
    ]


def table_checks(notes: TableNotes, report: dict[str, Any]) -> Iterator[Check]:
    table = next(one for one in report["tables"] if one["table"] == notes.name)
    yield f"{notes.name}: money", "real", table["money"]
    for span in ("day", "month", "year"):
        if span not in table["spans"]:
            continue
        shown = table["spans"][span]
        where = f"{notes.name}, {span}"
        yield f"{where}: rounds", notes.rounds, shown["rounds"]
        yield f"{where}: void", notes.voided, shown["voided"]
        yield f"{where}: drop", notes.total.deposits, shown["drop"]
        yield f"{where}: win", notes.total.win, shown["win"]
        yield f"{where}: hold", notes.hold, shown["hold"]
        lines = {one["wager"]: one for one in shown["wagers"]}
        for wager in {*notes.won, *lines}:
            found = lines.get(wager, {"staked": None, "win": None})
            yield f"{where}: {wager} staked", notes.staked[wager], found["staked"]
            yield f"{where}: {wager} win", notes.won[wager], found["win"]
        if notes.meters:
            amounts = shown["contributed"]
            yield f"{where}: contributed", str(notes.contributed), amounts.get("main", "0")
    accounts = {one["name"]: one for one in table["nine"]["players"]}
    yield f"{notes.name}: players", sorted(notes.players), sorted(accounts)
    for name, account in notes.players.items():
        for column in PLAYER:
            yield f"{notes.name}, {name}: {column}", getattr(account, column), accounts[name][column]
        yield f"{notes.name}, {name}: chips left", 0, accounts[name]["balance"]
    for column in PLAYER:
        yield f"{notes.name}, all: {column}", getattr(notes.total, column), table["nine"]["all"][column]
    yield f"{notes.name}: at risk", 0, table["at_risk"]
    for meter, value in notes.meters.items():
        meters = [one for one in report["meters"] if one["meter"] == meter]
        exact = {str(one["closing"]) for one in meters}
        yield f"{notes.name}: meter {meter}", True, str(value) in exact


def tray_checks(notes: DayNotes, report: dict[str, Any]) -> Iterator[Check]:
    trays = {one["table"]: one for one in report["trays"]}
    for name, table in notes.tables.items():
        if table.opener is None:
            continue
        shown = trays[name]
        for column, amount in (
            ("opener", table.opener),
            ("fills", table.fills),
            ("credits", table.credits),
            ("sold", table.sold),
            ("tax", table.tray_tax),
            ("closer", table.closer),
            ("over_or_short", table.differences),
        ):
            yield f"{name}, tray: {column}", amount, shown[column]
        yield f"{name}, tray: closer by the notes", table.tray, shown["closer"]
        slips = [one for one in report["tray_slips"] if one["table"] == name]
        finished = {"complete", "verified"}
        yield f"{name}, tray: slips", True, {one["standing"] for one in slips} <= finished
        for what, total in (("fill", table.fills), ("credit", table.credits)):
            yield (
                f"{name}, tray: {what}s by slip",
                total,
                sum(one["cents"] for one in slips if one["what"] == what),
            )


def cage_checks(notes: DayNotes, report: dict[str, Any]) -> Iterator[Check]:
    closing = {one["person"]: one for one in report["wallets"]}
    for name, wallet in notes.wallets.items():
        shown = closing[notes.persons[name]]
        for column in ("deposits", "withdrawals", "reversals", "to_tables", "from_tables", "closing"):
            yield f"wallet of {name}: {column}", getattr(wallet, column), shown[column]
        yield f"wallet of {name}: opening", 0, shown["opening"]
    slips = [one for one in report["slips"] if one["what"] in KNOWN or one["what"].startswith("reverses")]
    yield "slips: amounts in order", [cents for _, cents in notes.slips], [one["cents"] for one in slips]
    numbers = [one["number"] for one in report["slips"]]
    yield "slips: no gap", list(range(numbers[0], numbers[0] + len(numbers))), numbers
    tokes = {one["table"]: one for one in report["tokes"]["tables"]}
    for table, cents in notes.tokes.items():
        yield f"tokes of {table}: taken", cents, tokes[table]["taken"]
        yield f"tokes of {table}: counted", notes.tokes_counted[table], tokes[table]["counted"]
        yield f"tokes of {table}: difference", 0, tokes[table]["difference"]
    yield "tokes: pool", sum(notes.tokes_counted.values()), report["tokes"]["pool"]
    shares = [one["cents"] for one in report["tokes"]["dealers"]]
    yield "tokes: shares", sum(notes.tokes_counted.values()), sum(shares)
    taxes = sum(table.total.tax for table in notes.tables.values())
    yield "tax withheld", taxes, report["tax_withheld"]
    told = [one["what"] for one in report["incidents"]]
    for words in notes.incidents:
        yield f"incident: {words}", True, any(words in one for one in told)
    found = sum(counted - expected for counted, expected in notes.boxes.values())
    short = sum(one["cents"] for one in report["incidents"] if one["what"].startswith("drop box"))
    yield "drop boxes: counted less expected", found, short
    yield (
        "every incident is in the notes",
        [],
        [one for one in told if not any(words in one for words in notes.incidents)],
    )


KNOWN = ("deposit", "withdrawal", "chips sold", "chips cashed")

"""Measure the server for each store and number of tables, then with more and more stored rounds."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from pathlib import Path

from benchmarks.house.load import SHARES, Result, load, running
from benchmarks.house.page import Page
from benchmarks.house.served import databases, served
from benchmarks.house.stored import Filling

HEAD = "actions/s  median    p99"


def numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(",") if part)


def heading(first: str) -> None:
    paced = "".join(f"{words:>24}" for words in (*(f"paced at {share:.0%}" for share in SHARES), "as asked"))
    print(f"\n{'':26} {'at full load':>23} {paced}  CPU ms per action")
    rates = "    rate  median    p99 " * (len(SHARES) + 1)
    print(f"{first:26} {HEAD} {rates}   loop, store, client      MB   host    loop  open s", flush=True)


def told(r: Result) -> str:
    cost = " + ".join(f"{part:.2f}" for part in r.full.cost)
    full = r.full
    paced = "".join(
        f"{one[0]:8.0f} {one[1].median:7.1f} {one[1].p99:6.0f} " if one else f"{'-':>23} " for one in r.paced
    )
    machine = f"{r.memory:7.0f} {r.taken.share:6.0%} {r.taken.loop:7.0f}"
    return f"{full.actions:9.0f} {full.median:7.1f} {full.p99:6.0f} {paced}   {cost:>19} {machine}"


def by_tables(
    page: Page, stores: list[str], steps: tuple[int, ...], seats: int, seconds: float, rate: float
) -> None:
    heading("store      tables   seats")
    page.table("By tables and store", ("store", "tables", "seats"))
    for store in stores:
        with databases(store) as new:
            for tables in steps:
                with (
                    tempfile.TemporaryDirectory(prefix="croupier-load-") as folder,
                    served(Path(folder), new()) as house,
                ):
                    found = running(load(house, tables, seats, seconds, rate))
                    row = f"{store:10} {tables:6} {found.seats:7}   {told(found)} {house.opened:7.1f}"
                    print(row, flush=True)
                    page.row((store, f"{tables}", f"{found.seats}"), found, house.opened)


def by_rounds(page: Page, steps: tuple[int, ...], seats: int, seconds: float, rate: float) -> None:
    heading("rounds stored  store MB")
    page.table("By rounds stored (SQLite, one table for each game)", ("rounds stored", "store MB"))
    with tempfile.TemporaryDirectory(prefix="croupier-stored-") as name:
        kept = Path(name) / "kept"
        kept.mkdir()
        with served(kept):
            pass  # The server creates a new casino with one table for each game.
        for count in steps:
            filling = Filling(kept / "data")
            rounds = running(filling.fill(count))
            size = sum(file.stat().st_size for file in (kept / "data").iterdir()) / 1e6
            copy = Path(name) / f"of-{count}"
            shutil.copytree(kept, copy)
            os.sync()  # Finish writing the copy before the server starts.
            with served(copy) as house:
                found = running(load(house, filling.tables, seats, seconds, rate))
                print(f"{rounds:13} {size:9.0f}    {told(found)} {house.opened:7.1f}", flush=True)
                page.row((f"{rounds:,}", f"{size:,.0f}"), found, house.opened)
            shutil.rmtree(copy)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the server under load on this machine.")
    parser.add_argument("--tables", type=numbers, default=(5, 15, 50), help="tables: 5,15,50")
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=12.0, help="seconds of each measurement")
    parser.add_argument("--rate", type=float, default=1000.0, help="last paced rate in actions per second")
    parser.add_argument("--stores", default="sqlite,postgresql")
    parser.add_argument("--stored", type=numbers, default=(1_000, 10_000), help="rounds: 1000,10000,100000")
    parser.add_argument("--write", type=Path, help="write the tables to this Markdown file")
    given = parser.parse_args()
    page = Page()
    print(f"The server and its clients share {os.cpu_count()} cores. Waiting times are in milliseconds.")
    print(f"Each measurement takes {given.seconds:.0f} s.", flush=True)
    stores = [store for store in given.stores.split(",") if store]
    if stores:
        by_tables(page, stores, given.tables, given.seats, given.seconds, given.rate)
    if given.stored:
        by_rounds(page, given.stored, given.seats, given.seconds, given.rate)
    if given.write is not None:
        page.write(given.write)


if __name__ == "__main__":
    main()

"""Rebuild the stored sums with ``python -m croupier.maths.build [PART ...]``.

A full build takes several minutes, most of them for the part ``seen`` (the value of seeing cards). Run the
build when rankings, paytable rows or the readings behind them change. The tests fail if the stored sums are
out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from numpy.typing import NDArray

from croupier.maths.letitride import box as letitride_box
from croupier.maths.letitride import enumeration as letitride
from croupier.maths.stored import pack_arrays
from croupier.maths.uth import count_trails, seen_cards, tally
from croupier.maths.uth import stored as uth
from croupier.maths.uth.solver import book_blind, book_blinds, count_book_folds
from croupier.maths.wagers import frequencies
from croupier.maths.wagers.bad_beat import count_player_beaten
from croupier.maths.wagers.count_pairs import count_all
from croupier.maths.wagers.frequencies import Frequencies, StoredFrequencies
from croupier.maths.wagers.pairs import StoredPairs


def _counts() -> dict[str, bytes]:
    return {f"{name}.json": _text(count()) for name, count in frequencies.COUNTS.items()}


def _folds() -> dict[str, bytes]:
    found = {f"folded_{name}": folds for name, folds in count_book_folds().items()}
    return {f"{name}.json": _text(each) for name, each in found.items()}


def _arrays(files: Mapping[str, Mapping[str, NDArray[Any]]]) -> dict[str, bytes]:
    return {name: pack_arrays(each) for name, each in files.items()}


def _seen_cards() -> dict[str, bytes]:
    return {seen_cards.STORED: seen_cards.contents(book_blinds())}


# Each part is a function that returns the contents of its files.
PARTS: Mapping[str, Callable[[], Mapping[str, bytes]]] = {
    "cells": lambda: _arrays(uth.arrays()),
    "together": lambda: _arrays(tally.arrays(book_blind())),
    "steps": letitride.files,
    "box": letitride_box.files,
    "pairs": lambda: {f"pairs_{name}.json": _lines(StoredPairs.of(found)) for name, found in count_all()},
    "counts": _counts,
    "beaten": lambda: {"player_beaten.json": _text(count_player_beaten())},
    "folds": _folds,
    "seen": _seen_cards,
    "trails": lambda: _arrays(count_trails.arrays()),
}


def _text(found: Frequencies) -> bytes:
    return _lines(StoredFrequencies.of(found))


def _lines(stored: StoredFrequencies | StoredPairs) -> bytes:
    return msgspec.json.format(msgspec.json.encode(stored), indent=1) + b"\n"


def main() -> None:
    """Build all parts, or only the parts named on the command line."""
    folder = Path(str(files("croupier.maths.stored")))
    for part in sys.argv[1:] or PARTS:
        for name, content in PARTS[part]().items():
            (folder / name).write_bytes(content)
            print(f"{name}  {len(content):,} bytes")


if __name__ == "__main__":
    main()

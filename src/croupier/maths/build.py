"""Writes the stored sums anew: ``python -m croupier.maths.build``. Half a minute, compilation aside.

Run it when rankings, paytable rows or the readings behind them change; the tests say when it was forgotten.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import msgspec

from croupier.maths import letitride, letitride_box
from croupier.maths.stored import pack_arrays
from croupier.maths.uth import sights, tally
from croupier.maths.uth import stored as uth
from croupier.maths.uth_solver import blind_pays, book_blind, count_book_folds
from croupier.maths.wagers import frequencies
from croupier.maths.wagers.bad_beat import count_player_beaten
from croupier.maths.wagers.company import KeptPairs
from croupier.maths.wagers.count_company import count_all
from croupier.maths.wagers.frequencies import Frequencies, Kept
from croupier.rulebook import paytables


def contents() -> dict[str, bytes]:
    """Every file and what belongs in it."""
    counted = {
        **{name: count() for name, count in frequencies.COUNTS.items()},
        "player_beaten": count_player_beaten(),
        **{f"folded_{name}": found for name, found in count_book_folds().items()},
    }
    return {
        **{name: pack_arrays(each) for name, each in uth.arrays().items()},
        **{name: pack_arrays(each) for name, each in tally.arrays(book_blind()).items()},
        sights.STORED: sights.contents(blind_pays(table) for table in paytables("uth")["blind"].values()),
        **letitride.files(),
        **letitride_box.files(),
        **{f"pairs_{name}.json": _lines(KeptPairs.of(found)) for name, found in count_all()},
        **{f"{name}.json": _text(found) for name, found in counted.items()},
    }


def _text(found: Frequencies) -> bytes:
    return _lines(Kept.of(found))


def _lines(kept: Kept | KeptPairs) -> bytes:
    return msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n"


def main() -> None:
    folder = Path(str(files("croupier.maths.stored")))
    for name, content in contents().items():
        (folder / name).write_bytes(content)
        print(f"{name}  {len(content):,} bytes")


if __name__ == "__main__":
    main()

"""Writes the stored sums anew: ``python -m croupier.maths.build``. A few seconds, compilation aside.

Run it when rankings, paytable rows or the readings behind them change; the tests say when it was forgotten.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from croupier.maths.stored import pack_arrays
from croupier.maths.uth import stored as uth
from croupier.maths.uth.solver import whole_pays
from croupier.maths.uth.sums import build as uth_sums
from croupier.maths.uth_solver import blind_pays
from croupier.rulebook import paytables


def contents() -> dict[str, bytes]:
    """Every file and what belongs in it."""
    blind = blind_pays(next(iter(paytables("uth")["blind"].values())))
    arrays = uth.arrays(uth_sums(), *whole_pays(blind))
    return {name: pack_arrays(each) for name, each in arrays.items()}


def main() -> None:
    folder = Path(str(files("croupier.maths.stored")))
    for name, content in contents().items():
        (folder / name).write_bytes(content)
        print(f"{name}  {len(content):,} bytes")


if __name__ == "__main__":
    main()

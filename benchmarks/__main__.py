"""Run every benchmark in turn."""

from __future__ import annotations

import runpy

PARTS = ("hands", "rounds", "first", "scalar", "maths_uth", "maths", "house")


def main() -> None:
    for name in PARTS:
        print(f"\n== {name} ==", flush=True)
        runpy.run_module(f"benchmarks.{name}", run_name="__main__")


if __name__ == "__main__":
    main()

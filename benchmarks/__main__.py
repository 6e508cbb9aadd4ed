"""Every benchmark, one after another."""

from __future__ import annotations

import importlib
import os
import platform

PARTS = ("hands", "rounds", "maths_uth", "maths")


def main() -> None:
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores")
    for name in PARTS:
        print(f"\n== {name} ==")
        importlib.import_module(f"benchmarks.{name}").main()


if __name__ == "__main__":
    main()

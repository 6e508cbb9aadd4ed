"""Recompute every stored sum with the kernels and enumerations, and compare each number.

Run `python -m tests.proofs.stored`, or add the name of one part of the build. Takes some minutes.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.resources import files
from pathlib import Path

import numpy as np

from croupier.maths import build
from croupier.maths.stored import read, unpack_arrays

FOLDER = Path(str(files("croupier.maths.stored")))


def differences(name: str, counted: bytes) -> list[str]:
    """Describe the differences between the file and the recomputed values."""
    if name.endswith(".json"):
        return [] if json.loads(read(name)) == json.loads(counted) else [name]
    kept, fresh = unpack_arrays(read(name)), unpack_arrays(counted)
    if kept.keys() != fresh.keys():
        return [f"{name}: other arrays"]
    return [
        f"{name}: {key}"
        for key, array in kept.items()
        if array.dtype != fresh[key].dtype or not np.array_equal(array, fresh[key])
    ]


def main() -> int:
    parts = sys.argv[1:] or list(build.PARTS)
    wrong: list[str] = []
    found_names: set[str] = set()
    for part in parts:
        began = time.perf_counter()
        found = build.PARTS[part]()
        found_names |= set(found)
        differ = [each for name, content in found.items() for each in differences(name, content)]
        print(f"{part:10} {len(found)} files, {time.perf_counter() - began:.1f} s: {differ or 'the same'}")
        wrong += differ
    existing = {path.name for path in FOLDER.iterdir() if path.suffix in (".npz", ".json")}
    if len(parts) == len(build.PARTS) and found_names != existing:
        wrong.append(f"stored files without a builder, or missing files: {sorted(found_names ^ existing)}")
    print("\n".join(wrong) or "every stored number equals its recomputed value")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

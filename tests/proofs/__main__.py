"""Every long proof in turn; exits 1 if any of them fails. Each can also be run by itself, with options of
its own.

python -m tests.proofs
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    failed = []
    for proof in sorted(Path(__file__).parent.glob("[a-z]*.py")):
        print(f"== {proof.stem} ==", flush=True)
        start = time.perf_counter()
        ended = subprocess.run([sys.executable, "-m", f"tests.proofs.{proof.stem}"], cwd=ROOT, check=False)
        print(f"{proof.stem}: exit {ended.returncode}, {time.perf_counter() - start:.0f} s\n", flush=True)
        if ended.returncode:
            failed.append(proof.stem)
    print(f"failed: {', '.join(failed)}" if failed else "all proofs hold")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

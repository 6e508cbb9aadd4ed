"""What is not installed is said in one line, with the extra that brings it."""

from __future__ import annotations

from importlib.util import find_spec

from croupier.errors import BadInput


def need_maths() -> None:
    """The exact numbers run on NumPy and Numba."""
    for library in ("numpy", "numba"):
        if find_spec(library) is None:
            raise BadInput(f"the exact mathematics needs {library}; install croupier[maths]")

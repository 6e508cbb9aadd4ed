"""What is not installed is said in one line, with the extra that brings it."""

from __future__ import annotations

from importlib.util import find_spec

from croupier.errors import BadInput


def missing_for_maths() -> str:
    """The library that the exact numbers lack; empty if all are there. The compiler is asked for only where a
    loop is run.
    """
    return "" if installed("numpy") else "numpy"


def installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ValueError:  # blocked on purpose
        return False


def need_maths() -> None:
    """The exact numbers run on NumPy."""
    if library := missing_for_maths():
        raise BadInput(f"the exact mathematics needs {library}; install croupier[maths]")


def need_house() -> None:
    """The server stands on Litestar, uvicorn and SQLAlchemy."""
    needed = ("litestar", "uvicorn", "websockets", "sqlalchemy", "alembic", "argon2", "prometheus_client")
    for library in needed:
        if not installed(library):
            raise BadInput(f"the house needs {library}; install croupier[house]")


def need_papers() -> None:
    """PDF by Typst, workbooks by openpyxl, pictures by Matplotlib."""
    for library in ("typst", "openpyxl", "matplotlib"):
        if not installed(library):
            raise BadInput(f"papers need {library}; install croupier[papers]")

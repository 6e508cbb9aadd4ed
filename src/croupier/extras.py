"""Check for optional dependencies. A missing library is reported with the extra that installs it."""

from __future__ import annotations

from importlib.util import find_spec

from croupier.errors import BadInput


def missing_for_maths() -> str:
    """Return the name of the missing library for exact mathematics, or an empty string.

    The compiler (Numba) is not checked here, because only some computations need it.
    """
    return "" if installed("numpy") else "numpy"


def installed(library: str) -> bool:
    try:
        return find_spec(library) is not None
    except ValueError:  # the module is blocked in sys.modules
        return False


def need_maths() -> None:
    """Raise ``BadInput`` unless the libraries for exact mathematics are installed."""
    if library := missing_for_maths():
        raise BadInput(f"the exact mathematics needs {library}; install croupier[maths]")


def need_house() -> None:
    """Raise ``BadInput`` unless the libraries of the server are installed."""
    needed = (
        "litestar",
        "uvicorn",
        "websockets",
        "sqlalchemy",
        "alembic",
        "argon2",
        "cryptography",
        "prometheus_client",
        "fsrs",
    )
    for library in needed:
        if not installed(library):
            raise BadInput(f"the server needs {library}; install croupier[house]")


def need_signatures() -> None:
    """Raise ``BadInput`` unless the library for signatures of card readers is installed."""
    if not installed("cryptography"):
        raise BadInput("a card reader needs cryptography; install croupier[client]")


def need_papers() -> None:
    """Raise ``BadInput`` unless the libraries for PDF, workbooks and charts are installed."""
    for library in ("typst", "openpyxl", "matplotlib"):
        if not installed(library):
            raise BadInput(f"documents need {library}; install croupier[papers]")

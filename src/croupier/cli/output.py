"""Run a command and exit with 0 for success, 1 for a negative result or 2 for invalid arguments or files."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from typing import Literal

from croupier.errors import BadInput, Refused
from croupier.files import printable
from croupier.rulebook.registry import fault_in_game

LONGEST = 4000  # maximum number of characters in a message
UNUSUAL = re.compile(r"[^\n\x20-\x7e]")


def run(work: Callable[[], int], as_json: bool = False) -> None:
    if sys.stdout is None:  # If the caller closed standard output, only the exit code matters.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # Print a question mark for each character that the terminal cannot show.
            stream.reconfigure(errors="replace")
    try:
        say_what_is_broken()
        code = work()
        sys.stdout.flush()
    except BadInput as bad:
        code = fail(one_line(str(bad)), {"error": "bad_input", "message": str(bad)}, as_json)
    except Refused as refused:
        code = fail(
            one_line(str(refused)),
            {
                "error": "refused",
                "code": refused.code,
                "message": refused.message,
                "clauses": list(refused.clauses),
                "readings": list(refused.readings),
                "remedy": refused.remedy,
            },
            as_json,
        )
    except (
        BrokenPipeError,
        SystemExit,
    ) as gone:  # A reader such as `head` closed the pipe, or Rich exited by itself.
        if isinstance(gone, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        code = fail(f"the output could not be written ({error.strerror or error})", {}, False)
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    except Exception as error:
        fault = fault_in_game(error)
        if fault is None:
            raise
        code = fail(one_line(fault), {"error": "game_failed", "message": fault}, as_json)
    except KeyboardInterrupt:
        print("croupier: interrupted", file=sys.stderr)
        code = 130
    raise SystemExit(code)


def say_what_is_broken() -> None:
    """Warn about games from other packages that failed to load and are skipped."""
    from croupier.rulebook import broken

    for game, why in broken().items():
        say_left_out(game, why)


def say_left_out(game: str, why: str) -> None:
    print(f"croupier: the game {one_line(game)!r} is skipped: {one_line(why)}", file=sys.stderr)


def color_system() -> Literal["auto"] | None:
    """Return the color system for Rich.

    If NO_COLOR is set, return None, which also disables bold and dim text.
    """
    return None if os.environ.get("NO_COLOR") else "auto"


def one_line(text: str) -> str:
    """Return untrusted text as one line that is safe to print."""
    return printable(" ".join(text.split()), LONGEST)


def unraw(text: str) -> str:
    """Escape control characters in the notation of JSON and TOML."""
    return UNUSUAL.sub(lambda sign: sign[0] if sign[0].isprintable() else escape_sign(sign[0]), text)


def escape_sign(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else json.dumps(sign)[1:-1]


def fail(line: str, document: dict[str, object], as_json: bool) -> int:
    print(f"croupier: {line}", file=sys.stderr)
    if as_json:
        print_json(document)
    return 2


def print_json(document: object) -> None:
    import msgspec

    text = msgspec.json.format(msgspec.json.encode(document), indent=1).decode()
    sys.stdout.write(unraw(text) + "\n")

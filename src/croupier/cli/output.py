"""How a command ends: 0 done, 1 the answer is no, 2 the call or the file was wrong. No traceback."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from typing import Literal

from croupier.errors import BadInput, Refused
from croupier.files import printable

LONGEST = 4000  # signs of a message
UNUSUAL = re.compile(r"[^\n\x20-\x7e]")


def run(work: Callable[[], int], as_json: bool = False) -> None:
    if sys.stdout is None:  # closed by the caller: the exit code is all that is asked for
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - open until the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sign that the terminal lacks is no reason to stop
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
    ) as gone:  # the reader stopped early (head, less); Rich exits by itself
        if isinstance(gone, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as error:
        code = fail(f"the answer could not be written ({error.strerror or error})", {}, False)
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - nothing is left to be flushed at the end
    except KeyboardInterrupt:
        print("croupier: interrupted", file=sys.stderr)
        code = 130
    raise SystemExit(code)


def say_what_is_broken() -> None:
    """Games of other packages that cannot be used are named and left out; all others go on."""
    from croupier.rulebook import broken

    for game, why in broken().items():
        say_left_out(game, why)


def say_left_out(game: str, why: str) -> None:
    print(f"croupier: the game {one_line(game)!r} is left out: {one_line(why)}", file=sys.stderr)


def color_system() -> Literal["auto"] | None:
    """NO_COLOR asks for plain text: no bold and no dim either."""
    return None if os.environ.get("NO_COLOR") else "auto"


def one_line(text: str) -> str:
    """Whatever a file or a call held, one line that a terminal only shows."""
    return printable(" ".join(text.split()), LONGEST)


def unraw(text: str) -> str:
    """Signs that a terminal would obey, written as JSON and TOML write them."""
    return UNUSUAL.sub(lambda sign: sign[0] if sign[0].isprintable() else escaped(sign[0]), text)


def escaped(sign: str) -> str:
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

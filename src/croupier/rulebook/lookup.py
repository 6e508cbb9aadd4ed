"""Resolve a reference as a person types it, such as `uth`, `UTH/11`, `uth 11.h.3`, `11.H.3.b` or `u-08`.

The name of a regulation's code is optional: `COMAR 36.05.03.21C(1)`, `36.05.03.21c(1)`.
"""

from __future__ import annotations

from croupier.errors import BadInput
from croupier.rulebook.clauses import clauses
from croupier.rulebook.jurisdiction import jurisdiction
from croupier.rulebook.readings import readings
from croupier.rulebook.registry import games
from croupier.rulebook.regulations import Regulation, regulations

EXAMPLES = "ids look like uth/11.H.3.b or U-08, a chapter like uth/11"


def find_reading(text: str) -> str | None:
    """Return the id of a reading, ignoring case."""
    return text.upper() if text.upper() in readings() else None


def find_regulations(text: str) -> list[Regulation]:
    """Return the regulation with this id, or all regulations under it. Empty for any other reference."""
    lower = text.strip().lower().rstrip("./")
    found = [*regulations().values()]
    for code in (one.code for one in jurisdiction().codes):
        if lower.startswith(code.lower()):
            found = [each for each in found if each.id.startswith(f"{code} ")]
            lower = lower.removeprefix(code.lower()).lstrip("/ ")
            if not lower:
                return found
    numbers = {each.id.partition(" ")[2].lower(): each for each in found}
    if lower in numbers:
        return [numbers[lower]]
    return [
        each
        for number, each in numbers.items()
        if lower and number.startswith(lower) and not number[len(lower)].isdigit()
    ]


def find_clause(text: str, game: str | None = None) -> str:
    """Return the canonical id of a clause ("uth/11.H.3.b"), a chapter ("uth/11") or a game."""
    lower = text.strip().lower().rstrip("./").replace(" ", "/", 1)
    if lower in games():
        return lower
    if "/" not in lower:
        lower = f"{game or _only_game(text, lower)}/{lower}"
    for name in clauses():
        if name.lower() == lower:
            return name
    under = next((name for name in clauses() if name.lower().startswith(f"{lower}.")), None)
    if under is None:
        raise BadInput(f"no clause or reading {text!r:.40} in the rule book; {EXAMPLES}")
    return under[: len(lower)]


def _only_game(text: str, lower: str) -> str:
    """Return the only game that has such a clause."""
    here = [
        game
        for game in games()
        if any(f"{name.lower()}.".startswith(f"{game}/{lower}.") for name in clauses())
    ]
    if not here:
        raise BadInput(f"no clause or reading {text!r:.40} in the rule book; {EXAMPLES}")
    if len(here) > 1:
        raise BadInput(
            f"{text!r:.40} is in {', '.join(here)}: name the game, as in {here[0]}/{lower.upper()}"
        )
    return here[0]

"""A short guide to each game for new players, and the readings that a table uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

import msgspec

from croupier.rulebook import readings
from croupier.rulebook.readings import worth
from croupier.rulebook.registry import cache_per_registry, place, read_toml
from croupier.submission import Rules

FILE = "guide.toml"  # file name in the game's folder of the rule book
ALL = "all"


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The guide to one game, empty if the game has no guide file."""

    line: str = ""
    steps: tuple[str, ...] = ()
    wagers: dict[str, str] = {}  # an explanation of each optional wager
    hands: dict[str, dict[str, str]] = {}  # wager or "all" -> sample cards for each row of the paytable


class ReadingTaken(TypedDict):
    """A reading with its options, the option that a table uses, and the value of each option."""

    id: str
    question: str
    options: dict[str, str]
    choices: list[str]
    taken: str
    default: str
    why: str
    clauses: list[str]
    worth: Mapping[str, Mapping[str, str]]  # wager and paytable -> option -> expectation on one unit


@cache_per_registry
def guide(game: str) -> Guide:
    if not place(game).folder.joinpath(FILE).is_file():
        return Guide()
    return msgspec.convert(read_toml(game, FILE), Guide)


def readings_taken(rules: Rules) -> list[ReadingTaken]:
    """List the readings of a game with their options, the option in use, and the value of each option by
    wager.
    """
    rows = list[ReadingTaken]()
    for entry in readings().values():
        if not entry.choices_in(rules.game):
            continue
        figures = {
            wager.removeprefix(f"{rules.game} "): values
            for wager, values in worth().get(entry.id, {}).items()
            if wager.startswith(f"{rules.game} ")
        }
        rows.append(
            {
                "id": entry.id,
                "question": entry.question,
                "options": entry.options,
                "choices": list(entry.choices_in(rules.game)),
                "taken": rules.reading(entry.id),
                "default": entry.default,
                "why": entry.why,
                "clauses": [clause for clause in entry.clauses if clause.startswith(f"{rules.game}/")],
                "worth": figures,
            }
        )
    return rows

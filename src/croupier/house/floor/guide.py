"""How a game is played, in words for somebody new, and which readings a table takes."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.rulebook import readings
from croupier.rulebook.readings import worth
from croupier.rulebook.registry import place, read_toml, remembered
from croupier.submission import Rules

FILE = "guide.toml"  # of a game's folder in the rule book
ALL = "all"


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game without such a file has none of it; its questions and paytables are shown all the same."""

    line: str = ""
    steps: tuple[str, ...] = ()
    hands: dict[str, dict[str, str]] = {}  # by wager or "all": the cards that a row of a paytable is shown by


@remembered
def guide(game: str) -> Guide:
    if not place(game).folder.joinpath(FILE).is_file():
        return Guide()
    return msgspec.convert(read_toml(game, FILE), Guide)


def readings_taken(rules: Rules) -> list[dict[str, Any]]:
    """Every reading that can be chosen for the game: the one taken here, and what each is worth by wager."""
    found = []
    for entry in readings().values():
        if not entry.choices_in(rules.game):
            continue
        figures = {
            wager.removeprefix(f"{rules.game} "): values
            for wager, values in worth().get(entry.id, {}).items()
            if wager.startswith(f"{rules.game} ")
        }
        found.append(
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
    return found

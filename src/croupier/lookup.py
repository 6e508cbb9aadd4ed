"""Rule-book lookups for ``croupier.rules`` by id or by words, and the list of games."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.rulebook import clauses, jurisdiction, readings, readings_of, regulations, title
from croupier.rulebook import games as known_games
from croupier.rulebook.lookup import find_clause, find_reading, find_regulations
from croupier.rulebook.readings import worth


def rule(wanted: str) -> dict[str, Any]:
    """Return a reading, a regulation, or a clause, chapter or game with everything under it."""
    known = find_reading(wanted)
    if known is not None:
        return {**_plain(readings()[known]), "worth": _plain(dict(worth().get(known, {})))}
    if found := find_regulations(wanted):
        if len(found) == 1:
            return {**_plain(found[0]), "readings": [], "items": {}}
        items = {each.id: each.gist for each in found}
        code = jurisdiction().code_of(found[0].id)
        return {"id": code.code, "gist": code.title, "kind": "chapter", "status": "", "items": items}
    name = find_clause(wanted)
    book = clauses()
    below = {each: book[each].gist for each in book if each.startswith((f"{name}.", f"{name}/"))}
    if name not in book:
        heading = title(name.partition("/")[0])
        return {"id": name, "gist": heading, "kind": "chapter", "status": "", "items": below}
    return {**_plain(book[name]), "readings": list(readings_of(name)), "items": below}


def _plain(value: object) -> dict[str, Any]:
    """Convert to the types that the command prints, with lists instead of tuples."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return found


def search(words: str) -> dict[str, str]:
    """Return the clauses, regulations and readings that contain all the words, sorted by id."""
    wanted = words.lower().split()
    if not wanted:
        raise BadInput("nothing to search for: write words, such as 'dealer qualifies'")
    found = {each.id: each.gist for each in clauses().values()}
    found |= {each.id: each.gist for each in regulations().values()}
    found |= {each.id: each.question for each in readings().values()}
    return {
        name: text for name, text in found.items() if all(word in f"{name} {text}".lower() for word in wanted)
    }


def games() -> dict[str, str]:
    return {game: title(game) for game in known_games()}

"""`rules CLAUSE` at the table: a clause with what stands under it, or a reading."""

from __future__ import annotations

from croupier.cli.play.screen import Screen
from croupier.errors import BadInput
from croupier.rulebook import clauses, readings

MOST = 12  # lines of sub-clauses; a chapter is for `croupier rules`


def show_rule(screen: Screen, wanted: str, game: str) -> None:
    """`wanted` is "uth/11.H.3.b", "11.H.3.b" of the game being played, or "U-08"."""
    found = readings().get(wanted.upper())
    if found is not None:
        screen.say(f"{found.id}  {found.question}")
        for name, text in found.options.items():
            screen.say(f"  {name}{' (taken)' if name == found.default else ''}: {text}")
        return
    prefix = find(wanted if "/" in wanted else f"{game}/{wanted}")
    book = clauses()
    below = [clause for name, clause in book.items() if name.startswith(f"{prefix}.")]
    if prefix in book:
        clause = book[prefix]
        screen.say(f"{clause.id}  {clause.gist}")
        if clause.readings:
            screen.say(f"  read by {', '.join(clause.readings)}", "dim")
    for clause in below[:MOST]:
        screen.say(f"  {clause.id}  {clause.gist}")
    if len(below) > MOST:
        screen.say(f"  and {len(below) - MOST} more under {prefix}", "dim")


def find(wanted: str) -> str:
    """The id as the rule book spells it, whatever the case it was typed in; a bare chapter will do."""
    lower = wanted.lower().rstrip(".")
    book = clauses()
    for name in book:
        if name.lower() == lower:
            return name
    under = next((name for name in book if name.lower().startswith(f"{lower}.")), None)
    if under is None:
        raise BadInput(f"no clause or reading {wanted!r:.40}; ids look like 11.H.3.b or U-08")
    return under[: len(lower)]


def cited(clause_ids: tuple[str, ...]) -> str:
    """Clauses side by side, the game named once."""
    told: list[str] = []
    game = ""
    for clause_id in dict.fromkeys(clause_ids):
        prefix, _, number = clause_id.partition("/")
        told.append(number if prefix == game else clause_id)
        game = prefix
    return " ".join(told)

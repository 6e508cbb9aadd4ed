"""The `rules` command of a play session, which shows a clause or a reading."""

from __future__ import annotations

from croupier.cli.play.screen import Screen
from croupier.rulebook import clauses, readings, readings_of
from croupier.rulebook.lookup import find_clause, find_reading, find_regulations

MOST = 12  # maximum number of sub-clauses shown; `croupier rules` shows whole chapters


def show_rule(screen: Screen, name_or_id: str, game: str) -> None:
    """Show a clause ("uth/11.H.3.b", or "11.H.3.b" in the current game) or a reading ("U-08")."""
    known = find_reading(name_or_id)
    if known is not None:
        found = readings()[known]
        screen.say(f"{found.id}  {found.question}")
        for name, text in found.options.items():
            screen.say(f"  {name}{' (taken)' if name == found.default else ''}: {text}")
        return
    if law := find_regulations(name_or_id):
        for each in law[:MOST]:
            screen.say(f"{each.id}  {each.gist}")
        if len(law) > MOST:
            screen.say(f"  and {len(law) - MOST} more", "dim")
        return
    prefix = find_clause(name_or_id, game)
    book = clauses()
    below = [clause for name, clause in book.items() if name.startswith((f"{prefix}.", f"{prefix}/"))]
    if prefix in book:
        screen.say(f"{prefix}  {book[prefix].gist}")
        if brought := readings_of(prefix):
            screen.say(f"  read by {', '.join(brought)}", "dim")
    for clause in below[:MOST]:
        screen.say(f"  {clause.id}  {clause.gist}")
    if len(below) > MOST:
        screen.say(f"  and {len(below) - MOST} more under {prefix}", "dim")


def citation_text(clause_ids: tuple[str, ...]) -> str:
    """Join clause ids, naming the game once."""
    parts: list[str] = []
    game = ""
    for clause_id in dict.fromkeys(clause_ids):
        prefix, _, number = clause_id.partition("/")
        parts.append(number if prefix == game else clause_id)
        game = prefix
    return " ".join(parts)

"""Write a transcript of a round: one line per event, with its clauses and readings beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.files import printable
from croupier.table import events as ev
from croupier.table.events import TableEvent
from croupier.table.wording import TRANSCRIPT, Wording

LONGEST = 2000  # maximum length of a line in characters, more than any event needs
COLUMN = 76  # column where citations begin; they are on the next line if the line is longer


def say(event: TableEvent) -> str:
    """Describe an event in one line, for a reader who may see all of its contents."""
    return event.sentence(TRANSCRIPT)


Names = Mapping[str, str]  # for each player id, the public name at the table
NOBODYS: Names = {}


def tell(event: TableEvent, names: Names = NOBODYS) -> str:
    """Describe an event in one line, without citations."""
    return event.sentence(Wording(names)) + aside(event, names)


def aside(event: TableEvent, names: Names = NOBODYS) -> str:
    """Return the words for the event's audience, or an empty string if everyone may see it."""
    if "everyone" in event.audience:
        return ""
    if not event.audience:
        return " (face down)"
    people = (name.partition(":")[2] or name for name in event.audience)
    return f" (visible only to {', '.join(names.get(name, name) for name in people)})"


def citations(event: TableEvent) -> str:
    """Return the clauses (naming the game once) and then the readings: "[uth/11.H.3.b 12.A; U-08]"."""
    clauses: list[str] = []
    game = ""
    for clause in dict.fromkeys(event.clauses):
        prefix, _, number = clause.partition("/")
        clauses.append(number if prefix == game else clause)
        game = prefix
    parts = [" ".join(clauses)] if clauses else []
    if event.readings:
        parts.append(" ".join(dict.fromkeys(event.readings)))
    return f"[{'; '.join(parts)}]" if parts else ""


def transcript(events: Iterable[TableEvent], names: Names = NOBODYS) -> str:
    """Return one line per event, with citations in a column on the right and players by name if known."""
    lines = []
    for event in events:
        line = printable(tell(event, names), LONGEST)  # also escapes line breaks in names
        cited = citations(event)
        if not cited:
            lines.append(line)
        elif len(line) < COLUMN:
            lines.append(f"{line.ljust(COLUMN)} {cited}")
        else:
            lines += [line, f"{'':{COLUMN}} {cited}"]
        if isinstance(event, ev.RoundEnded | ev.SeatSettled | ev.BetsClosed | ev.StubRacked):
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"

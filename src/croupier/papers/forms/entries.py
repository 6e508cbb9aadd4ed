"""What a journal has to say for the forms: each event with its time, its round and who acted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from croupier.errors import BadInput
from croupier.files import printable
from croupier.journal import Broken, Store, steps
from croupier.records.transcript import tell
from croupier.rulebook import title
from croupier.table.events import Event
from croupier.table.readers.views import visible


class Told(msgspec.Struct, frozen=True):
    """An event as a form shows it."""

    event: Event
    at: int
    round: int
    by: str
    table: str = ""  # the stream that has it

    @property
    def when(self) -> str:
        return datetime.fromtimestamp(self.at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if self.at else ""

    @property
    def words(self) -> str:
        return printable(tell(self.event), 400)

    @property
    def cited(self) -> str:
        return ", ".join((*self.event.clauses, *self.event.readings))


def told(
    source: Path | Store, game: str, stream: str = "", number: int | None = None, by: str = ""
) -> Iterator[Told]:
    """All of them, or those of one round; with `by` those alone that this person may see. BadInput where the
    journal is none of this game's."""
    name = stream or printable(str(source))  # where a store is, is nobody else's business
    round_number = 1
    try:
        for step in steps(source, stream):
            if step.kind.name != "table":
                raise BadInput(f"{name}: the journal of a {step.kind.name}; forms are filled from a table's")
            table = step.state.table
            if table.rules.game != game:
                raise BadInput(f"{name}: a journal of {title(table.rules.game)}, not of {title(game)}")
            if step.command is not None and number in (None, round_number):
                for event in step.events:
                    if by and not visible(event, by):
                        continue
                    yield Told(event, step.command.at, round_number, step.command.by, step.opening.stream)
            round_number = table.round.number
    except Broken as broken:
        raise BadInput(f"{name}: entry {broken.n} is broken: {broken.fault}") from None
    if number is not None and number > round_number:
        raise BadInput(f"{name}: it holds no round {number}; the last is {round_number}")

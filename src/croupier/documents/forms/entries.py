"""Read the journal events that fill in a form, each with its time, its round and its actor."""

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
from croupier.submission import OperatorChoices
from croupier.table.events import DeckPrepared, ProgressiveValidated, TableEvent
from croupier.table.readers.views import visible
from croupier.table.roles import id_of, role_of


class FormEvent(msgspec.Struct, frozen=True):
    """A journal event, with the words that a form uses for it."""

    event: TableEvent
    at: int
    round: int
    by: str
    table: str = ""  # stream of the event

    @property
    def when(self) -> str:
        return datetime.fromtimestamp(self.at, UTC).strftime("%Y-%m-%d %H:%M:%S UTC") if self.at else ""

    @property
    def automatic(self) -> bool:
        """Return whether the table's software acted, and not a person."""
        return bool(self.by) and not id_of(self.by)

    @property
    def actor(self) -> str:
        return "software" if self.automatic else role_of(self.by)

    @property
    def words(self) -> str:
        """Return the words for the event. If the software acted and not a person, the words say so."""
        if self.automatic and isinstance(self.event, DeckPrepared):
            step = self.event.step.replace("_", " ")
            return printable(
                f"The {self.event.deck} deck, virtual: software performed the step “{step}”", 400
            )
        if self.automatic and isinstance(self.event, ProgressiveValidated):
            return f"Seat {self.event.seat}: progressive win verified by software"
        return printable(tell(self.event), 400)

    @property
    def cited(self) -> str:
        return ", ".join((*self.event.clauses, *self.event.readings))


class JournalOrigin(msgspec.Struct, frozen=True):
    """The hash of a journal's first entry, and the operator's choices with which its table opened."""

    hash: str
    choices: OperatorChoices


def origin(source: Path | Store, stream: str = "") -> JournalOrigin:
    """Read the first entry of a journal. Raises ``BadInput`` if the journal does not belong to a table."""
    name = stream or printable(str(source))
    try:
        first = next(iter(steps(source, stream)))
    except Broken as broken:
        raise BadInput(f"{name}: entry {broken.n} is broken: {broken.fault}") from None
    if first.kind.name != "table":
        raise BadInput(f"{name} is a {first.kind.name} journal; forms need a table journal")
    return JournalOrigin(first.hash, first.state.table.rules.choices)


def form_events(
    source: Path | Store, game: str, stream: str = "", number: int | None = None, by: str = ""
) -> Iterator[FormEvent]:
    """Yield the events of a journal, or of one of its rounds.

    With `by`, yield only the events that this person may see. Raises ``BadInput`` if the journal is for a
    different game.
    """
    name = stream or printable(str(source))  # do not print the location of a store
    round_number = 1
    try:
        for step in steps(source, stream):
            if step.kind.name != "table":
                raise BadInput(f"{name} is a {step.kind.name} journal; forms need a table journal")
            table = step.state.table
            if table.rules.game != game:
                raise BadInput(f"{name}: a journal of {title(table.rules.game)}, not of {title(game)}")
            if step.command is not None and number in (None, round_number):
                for event in step.events:
                    if by and not visible(event, by):
                        continue
                    yield FormEvent(
                        event, step.command.at, round_number, step.command.by, step.opening.stream
                    )
            round_number = table.round.number
    except Broken as broken:
        raise BadInput(f"{name}: entry {broken.n} is broken: {broken.fault}") from None
    if number is not None and number > round_number:
        raise BadInput(f"{name}: the journal has no round {number}; the last is {round_number}")

"""A table's journal in a single file, as `croupier play --journal FILE` writes it, with a checkpoint."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

from croupier.errors import BadInput
from croupier.files import printable
from croupier.journal.audit import AuditResult, audit
from croupier.journal.checkpoints import (
    Checkpoint,
    CheckpointSource,
    checkpoint_path,
    kept_beside,
    write_checkpoint,
)
from croupier.journal.links import JournalStep, fold
from croupier.journal.stores import FileStore, Store, store_at
from croupier.journal.streams import SEGMENT, Stream
from croupier.journal.tables import KIND, TableWithShoes, charter_of
from croupier.submission import Rules
from croupier.table.commands import TableCommand
from croupier.table.events import RoundEnded, TableEvent
from croupier.table.machine import TableStep
from croupier.table.state import CardsFrom, TableState


class Journal:
    """An open journal of one table."""

    def __init__(
        self,
        path: Path,
        stream: Stream,
        before: TableState | None = None,
        latest: tuple[TableEvent, ...] = (),
    ) -> None:
        self.path, self.stream = path, stream
        # After a resume: the table's state at the end of the last round, and the events since then.
        self.before, self.latest = before, latest

    @classmethod
    def create(
        cls,
        path: Path,
        rules: Rules,
        *,
        bare: bool = False,
        cards_from: CardsFrom = "",
        at: int = 0,
        name: str = "",
        longest: int = SEGMENT,
    ) -> Journal:
        """Create a new journal. Never overwrites an existing file.

        With `bare`, the journal begins before the cards arrive (chapter 4). `cards_from` says whether people
        handle real cards or the table deals from its own shoe.
        """
        name = name or f"{rules.game}-{secrets.token_hex(6)}"
        charter = charter_of(rules, bare, cards_from)
        return cls(path, Stream.create(FileStore(path), name, KIND, charter, at, longest))

    @classmethod
    def resume(cls, path: Path, longest: int = SEGMENT) -> Journal:
        """Open an existing journal at its end, without changing it.

        Raises ``BadInput`` if the journal has fewer entries than its checkpoint.
        """
        latest: list[TableEvent] = []
        before: list[TableState] = []

        def watch(step: JournalStep) -> None:
            if not before or any(isinstance(event, RoundEnded) for event in step.events):
                latest.clear()
                before[:] = [step.state.table]
            else:
                latest.extend(step.events)

        stream = Stream.resume(FileStore(path), path.name, longest, watch)
        try:
            if stream.kind is not KIND:
                raise BadInput(f"{printable(str(path))}: this is a {stream.kind.name} journal, not a table's")
            beside = kept_beside(path)
            if beside is not None and (beside.entries or 0) > stream.entries:
                raise BadInput(
                    f"{printable(str(path))}: the end of the journal is missing: the checkpoint has "
                    f"{beside.entries} entries; it cannot be continued"
                )
        except BaseException:
            stream.close()
            raise
        return cls(path, stream, before[0], tuple(latest))

    @property
    def entries(self) -> int:
        return self.stream.entries

    @property
    def head(self) -> str:
        return self.stream.head

    @property
    def full_state(self) -> TableWithShoes:
        """Return the table and its shoes after the last entry."""
        state: TableWithShoes = self.stream.state
        return state

    def append(
        self, command: TableCommand, events: tuple[TableEvent, ...], sealed: bytes | None = None
    ) -> None:
        self.stream.append(command, events, sealed)

    def keep(self, step: TableStep, sealed: bytes | None = None) -> None:
        """Append a step of a driver."""
        after = self.full_state.after(step.state, step.events, sealed)
        self.stream.append(step.command, step.events, sealed, after)

    def abandon(self) -> None:
        """Close the journal without writing a checkpoint."""
        self.stream.close()

    def close(self) -> None:
        """Close the journal and write a checkpoint beside the file. Users should keep a copy elsewhere."""
        self.stream.close()
        checkpoint = Checkpoint(self.entries, self.head, self.stream.name)
        write_checkpoint(checkpoint_path(self.path), checkpoint)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def locate(source: Path | Store, stream: str = "") -> tuple[Store, str]:
    """Return the store and the stream name for a journal file, a folder of journals, or any other store."""
    store = store_at(source) if isinstance(source, Path) else source
    names = store.streams()
    if (not stream and len(names) == 1) or isinstance(store, FileStore):
        return store, names[0]
    if stream in names:
        return store, stream
    problem = f"no stream {printable(stream, 80)!r}" if stream else "name a stream"
    some = ", ".join(names[:10]) + (", …" if len(names) > 10 else "")
    raise BadInput(f"{store}: {problem}; streams: {some or 'none'}")


def steps(source: Path | Store, stream: str = "") -> Iterator[JournalStep]:
    """Yield every entry of a journal with the state after it. Raises `Broken` at the first invalid entry."""
    return fold(*locate(source, stream), everything=True)


def verify(path: Path, kept: CheckpointSource | None = None, everything: bool = True) -> AuditResult:
    """Check links, events and decisions, and compare with `kept` or else the checkpoint beside the file."""
    kept = kept_beside(path) if kept is None else kept
    return audit(FileStore(path), path.name, everything=everything, kept=kept)

"""An incident or dispute file as a machine: what was reported, reviewed, found and not confirmed, who was
told, what is open. Each file is a stream of its own, so that it leaves the house whole and proves itself.

Nothing in it is ever written over: what was wrong or is done is struck with a reason, and stays. The rounds
that it is about are frozen with it: where they lie in their table's stream, and the hash that fixes them.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.house.law import DISPUTES
from croupier.house.machinery import (
    ONE_LINE,
    Actor,
    Command,
    Event,
    HouseKind,
    Seconds,
    TableId,
    refuse,
    replace,
    with_reason,
)
from croupier.journal.entries import canonical
from croupier.table.roles import FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE

DAYS = 3 * 86_400  # seconds in which a matter is to be dealt with
MOST_ITEMS = 400
READERS = (FLOOR, PIT_MANAGER, SURVEILLANCE, REGULATOR)

Matter = Literal["dispute", "incident"]
Part = Literal["reviewed", "found", "unconfirmed", "told", "open", "note"]
Words = Annotated[str, Meta(min_length=1, max_length=500, pattern=ONE_LINE)]
ShortText = Annotated[str, Meta(max_length=120, pattern=ONE_LINE)]
Number = Annotated[str, Meta(pattern=r"\A\d{4}-\d{4,6}\Z")]
Count = Annotated[int, Meta(ge=0, le=2**53)]


class Code(StrEnum):
    FILE_OPEN = "file_open"
    FILE_CLOSED = "file_closed"
    NO_SUCH_FILE = "no_such_file"
    NO_SUCH_ITEM = "no_such_item"
    ITEM_STRUCK = "item_struck"
    STILL_OPEN = "still_open"
    FILE_FULL = "file_full"


class Frozen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round as it stood: its entries, and the head of the table's stream when it was frozen."""

    table: TableId
    round: Count
    first: Count
    last: Count
    entries: Count  # up to the end of the last round that was over
    head: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]  # the hash of the last of them


class OpenFile(Command, frozen=True, tag="open_file@1"):
    number: Number
    what: Matter
    matter: Words
    table: ShortText = ""
    round: Count = 0
    seat: Annotated[int, Meta(ge=0, le=20)] = 0
    player: ShortText = ""
    since: Seconds = 0  # when it occurred
    until: Seconds = 0
    reported_by: ShortText = ""
    frozen: Frozen | None = None
    roles: ClassVar[tuple[str, ...]] = (FLOOR, SURVEILLANCE)


class WriteItem(Command, frozen=True, tag="write_item@1"):
    part: Part
    words: Words
    frozen: Frozen | None = None  # the round that was reviewed
    roles: ClassVar[tuple[str, ...]] = (FLOOR, SURVEILLANCE)


class StrikeItem(Command, frozen=True, tag="strike_item@1"):
    """It was wrong, or it is done; it stays to be read."""

    item: Count
    reason: Words
    roles: ClassVar[tuple[str, ...]] = (FLOOR, SURVEILLANCE)


class CloseFile(Command, frozen=True, tag="close_file@1"):
    outcome: Words
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, SURVEILLANCE)


class ReopenFile(Command, frozen=True, tag="reopen_file@1"):
    reason: Words
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, SURVEILLANCE)


class FileOpened(Event, frozen=True, tag="file_opened@1"):
    number: str
    what: Matter
    matter: str
    table: str
    round: int
    seat: int
    player: str
    since: int
    until: int
    reported_by: str
    due: int
    by: Actor
    frozen: Frozen | None = None


class ItemWritten(Event, frozen=True, tag="item_written@1"):
    item: int
    part: Part
    words: str
    by: str
    frozen: Frozen | None = None


class ItemStruck(Event, frozen=True, tag="item_struck@1"):
    item: int
    reason: str
    by: str


class FileClosed(Event, frozen=True, tag="file_closed@1"):
    outcome: str
    by: str


class FileReopened(Event, frozen=True, tag="file_reopened@1"):
    reason: str
    by: str


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    item: int
    part: Part
    words: str
    by: str
    at: int
    frozen: Frozen | None = None
    struck: str = ""  # why
    struck_by: str = ""
    struck_at: int = 0


class File(msgspec.Struct, frozen=True, omit_defaults=True):
    number: str = ""
    what: Matter = "incident"
    matter: str = ""
    table: str = ""
    round: int = 0
    seat: int = 0
    player: str = ""
    since: int = 0
    until: int = 0
    reported_by: str = ""
    opened_by: str = ""
    opened_at: int = 0
    due: int = 0
    frozen: tuple[Frozen, ...] = ()
    items: tuple[Item, ...] = ()
    standing: Literal["", "open", "closed"] = ""
    outcome: str = ""
    closed_by: str = ""
    closed_at: int = 0
    reopened: int = 0
    clock: int = 0

    @property
    def is_open(self) -> bool:
        return self.standing == "open"


def decide_open(state: File, command: OpenFile) -> tuple[Event, ...]:
    if state.standing:
        raise refuse(Code.FILE_OPEN, f"file {state.number} is there already", "Take the next number.")
    opened = FileOpened(
        number=command.number,
        what=command.what,
        matter=with_reason(command.matter),
        table=command.table,
        round=command.round,
        seat=command.seat,
        player=command.player,
        since=command.since,
        until=command.until,
        reported_by=command.reported_by,
        due=command.at + DAYS,
        by=command.by,
        frozen=command.frozen,
        audience=READERS,
        clauses=(DISPUTES,),
    )
    return (opened,)


def decide_write(state: File, command: WriteItem) -> tuple[Event, ...]:
    check_open(state)
    if len(state.items) >= MOST_ITEMS:
        raise refuse(Code.FILE_FULL, f"file {state.number} is full", "Close it and open another.", DISPUTES)
    written = ItemWritten(
        item=len(state.items) + 1,
        part=command.part,
        words=with_reason(command.words),
        by=command.by,
        frozen=command.frozen,
        audience=READERS,
        clauses=(DISPUTES,),
    )
    return (written,)


def decide_strike(state: File, command: StrikeItem) -> tuple[Event, ...]:
    check_open(state)
    found = next((one for one in state.items if one.item == command.item), None)
    if found is None:
        words = f"file {state.number} has no item {command.item}"
        raise refuse(Code.NO_SUCH_ITEM, words, "Read the file.")
    if found.struck:
        raise refuse(Code.ITEM_STRUCK, f"item {command.item} is struck already", "Nothing to do.")
    reason = with_reason(command.reason)
    return (ItemStruck(item=found.item, reason=reason, by=command.by, audience=READERS, clauses=(DISPUTES,)),)


def decide_close(state: File, command: CloseFile) -> tuple[Event, ...]:
    """Not while something is open: that is struck first, with what became of it."""
    check_open(state)
    left = [str(one.item) for one in state.items if one.part == "open" and not one.struck]
    if left:
        words = f"file {state.number}: still open: item {', '.join(left)}"
        raise refuse(Code.STILL_OPEN, words, "Strike each with what became of it.", DISPUTES)
    outcome = with_reason(command.outcome)
    return (FileClosed(outcome=outcome, by=command.by, audience=READERS, clauses=(DISPUTES,)),)


def decide_reopen(state: File, command: ReopenFile) -> tuple[Event, ...]:
    if state.standing != "closed":
        raise refuse(Code.FILE_OPEN, f"file {state.number} is not closed", "Write into it.")
    reason = with_reason(command.reason)
    return (FileReopened(reason=reason, by=command.by, audience=READERS, clauses=(DISPUTES,)),)


def check_open(state: File) -> None:
    if not state.standing:
        raise refuse(Code.NO_SUCH_FILE, "there is no such file", "Read the list.")
    if state.standing == "closed":
        words = f"file {state.number} is closed: {state.outcome}"
        raise refuse(Code.FILE_CLOSED, words, "Reopen it, with a reason.", DISPUTES)


def apply_opened(state: File, event: FileOpened) -> File:
    return File(
        number=event.number,
        what=event.what,
        matter=event.matter,
        table=event.table,
        round=event.round,
        seat=event.seat,
        player=event.player,
        since=event.since,
        until=event.until,
        reported_by=event.reported_by,
        opened_by=event.by,
        opened_at=event.at,
        due=event.due,
        frozen=(event.frozen,) if event.frozen is not None else (),
        standing="open",
    )


def apply_written(state: File, event: ItemWritten) -> File:
    item = Item(event.item, event.part, event.words, event.by, event.at, event.frozen)
    frozen = state.frozen if event.frozen is None else (*state.frozen, event.frozen)
    return replace(state, items=(*state.items, item), frozen=frozen)


def apply_struck(state: File, event: ItemStruck) -> File:
    return replace(
        state,
        items=tuple(
            replace(one, struck=event.reason, struck_by=event.by, struck_at=event.at)
            if one.item == event.item
            else one
            for one in state.items
        ),
    )


def apply_closed(state: File, event: FileClosed) -> File:
    return replace(state, standing="closed", outcome=event.outcome, closed_by=event.by, closed_at=event.at)


def apply_reopened(state: File, event: FileReopened) -> File:
    return replace(state, standing="open", outcome="", closed_by="", closed_at=0, reopened=state.reopened + 1)


DECIDE: dict[type[Command], Callable[[File, Any], tuple[Event, ...]]] = {
    OpenFile: decide_open,
    WriteItem: decide_write,
    StrikeItem: decide_strike,
    CloseFile: decide_close,
    ReopenFile: decide_reopen,
}
APPLY: dict[type[Event], Callable[[File, Any], File]] = {
    FileOpened: apply_opened,
    ItemWritten: apply_written,
    ItemStruck: apply_struck,
    FileClosed: apply_closed,
    FileReopened: apply_reopened,
}


class Charter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str


def charter_of(number: str) -> bytes:
    return canonical(Charter(number))


class FileKind(HouseKind[File]):
    charter, state = Charter, File

    def about(self, charter: bytes, state: File) -> dict[str, Any]:
        return {"file": state.number, "standing": state.standing, "items": len(state.items)}


KIND = FileKind("file", DECIDE, APPLY)

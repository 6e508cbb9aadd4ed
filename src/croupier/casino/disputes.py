"""Incident and dispute files with reports, reviews, findings, notifications and open items.

Each file is its own stream, so that it can be exported and verified as a whole. A wrong or finished item is
struck with a reason and stays readable. A file also records where each disputed round is in the table's
stream, and a hash that proves its contents.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.machines import (
    ONE_LINE,
    Actor,
    CasinoCommand,
    CasinoEvent,
    CasinoKind,
    Seconds,
    TableId,
    refuse,
    replace,
    with_reason,
)
from croupier.journal.entries import canonical
from croupier.rulebook import figures, regulation
from croupier.table.roles import FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE

DISPUTES = regulation("disputes")
TIME_TO_ANSWER = 86_400 * figures().dispute_days  # seconds after which a file is due
MOST_ITEMS = 400
READERS = (FLOOR, PIT_MANAGER, SURVEILLANCE, REGULATOR)

Matter = Literal["dispute", "incident"]
Part = Literal["reviewed", "found", "unconfirmed", "told", "open", "note"]
Words = Annotated[str, Meta(min_length=1, max_length=500, pattern=ONE_LINE)]
ShortText = Annotated[str, Meta(max_length=120, pattern=ONE_LINE)]
Number = Annotated[str, Meta(pattern=r"\A\d{4}-\d{4,6}\Z")]
Count = Annotated[int, Meta(ge=0, le=2**53)]


class DisputeCode(StrEnum):
    FILE_OPEN = "file_open"
    FILE_CLOSED = "file_closed"
    NO_SUCH_FILE = "no_such_file"
    NO_SUCH_ITEM = "no_such_item"
    ITEM_STRUCK = "item_struck"
    STILL_OPEN = "still_open"
    FILE_FULL = "file_full"


class FrozenRound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The entries of a round, and the head of the table's stream when the round was added to the file."""

    table: TableId
    round: Count
    first: Count
    last: Count
    entries: Count  # number of entries up to the end of the last finished round
    head: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]  # hash of the last of these entries


class OpenFile(CasinoCommand, frozen=True, tag="open_file@1"):
    number: Number
    what: Matter
    matter: Words
    table: ShortText = ""
    round: Count = 0
    seat: Annotated[int, Meta(ge=0, le=20)] = 0
    player: ShortText = ""
    since: Seconds = 0  # time when the incident occurred
    until: Seconds = 0
    reported_by: ShortText = ""
    frozen: FrozenRound | None = None
    roles: ClassVar[tuple[str, ...]] = (FLOOR, SURVEILLANCE)


class WriteItem(CasinoCommand, frozen=True, tag="write_item@1"):
    part: Part
    words: Words
    frozen: FrozenRound | None = None  # the round that was reviewed
    roles: ClassVar[tuple[str, ...]] = (FLOOR, SURVEILLANCE)


class StrikeItem(CasinoCommand, frozen=True, tag="strike_item@1"):
    """Strike a wrong or finished item. The item stays readable."""

    item: Count
    reason: Words
    roles: ClassVar[tuple[str, ...]] = (FLOOR, SURVEILLANCE)


class CloseFile(CasinoCommand, frozen=True, tag="close_file@1"):
    outcome: Words
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, SURVEILLANCE)


class ReopenFile(CasinoCommand, frozen=True, tag="reopen_file@1"):
    reason: Words
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER, SURVEILLANCE)


class FileOpened(CasinoEvent, frozen=True, tag="file_opened@1"):
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
    frozen: FrozenRound | None = None


class ItemWritten(CasinoEvent, frozen=True, tag="item_written@1"):
    item: int
    part: Part
    words: str
    by: str
    frozen: FrozenRound | None = None


class ItemStruck(CasinoEvent, frozen=True, tag="item_struck@1"):
    item: int
    reason: str
    by: str


class FileClosed(CasinoEvent, frozen=True, tag="file_closed@1"):
    outcome: str
    by: str


class FileReopened(CasinoEvent, frozen=True, tag="file_reopened@1"):
    reason: str
    by: str


class DisputeItem(msgspec.Struct, frozen=True, omit_defaults=True):
    item: int
    part: Part
    words: str
    by: str
    at: int
    frozen: FrozenRound | None = None
    struck: str = ""  # the reason
    struck_by: str = ""
    struck_at: int = 0


class DisputeFile(msgspec.Struct, frozen=True, omit_defaults=True):
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
    frozen: tuple[FrozenRound, ...] = ()
    items: tuple[DisputeItem, ...] = ()
    standing: Literal["", "open", "closed"] = ""
    outcome: str = ""
    closed_by: str = ""
    closed_at: int = 0
    reopened: int = 0
    clock: int = 0

    @property
    def is_open(self) -> bool:
        return self.standing == "open"


def decide_open(state: DisputeFile, command: OpenFile) -> tuple[CasinoEvent, ...]:
    if state.standing:
        raise refuse(DisputeCode.FILE_OPEN, f"file {state.number} already exists", "Use the next number.")
    event = FileOpened(
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
        due=command.at + TIME_TO_ANSWER,
        by=command.by,
        frozen=command.frozen,
        audience=READERS,
        clauses=(DISPUTES,),
    )
    return (event,)


def decide_write(state: DisputeFile, command: WriteItem) -> tuple[CasinoEvent, ...]:
    check_open(state)
    if len(state.items) >= MOST_ITEMS:
        raise refuse(
            DisputeCode.FILE_FULL,
            f"file {state.number} is full",
            "Close this file and open another.",
            DISPUTES,
        )
    event = ItemWritten(
        item=len(state.items) + 1,
        part=command.part,
        words=with_reason(command.words),
        by=command.by,
        frozen=command.frozen,
        audience=READERS,
        clauses=(DISPUTES,),
    )
    return (event,)


def decide_strike(state: DisputeFile, command: StrikeItem) -> tuple[CasinoEvent, ...]:
    check_open(state)
    item = next((candidate for candidate in state.items if candidate.item == command.item), None)
    if item is None:
        words = f"file {state.number} has no item {command.item}"
        raise refuse(DisputeCode.NO_SUCH_ITEM, words, "Check the item number in the file.")
    if item.struck:
        raise refuse(DisputeCode.ITEM_STRUCK, f"item {command.item} is already struck", "No action needed.")
    reason = with_reason(command.reason)
    return (ItemStruck(item=item.item, reason=reason, by=command.by, audience=READERS, clauses=(DISPUTES,)),)


def decide_close(state: DisputeFile, command: CloseFile) -> tuple[CasinoEvent, ...]:
    """Close a file. Refuse while it has open items."""
    check_open(state)
    open_items = [str(item.item) for item in state.items if item.part == "open" and not item.struck]
    if open_items:
        words = f"file {state.number} has open items: {', '.join(open_items)}"
        raise refuse(
            DisputeCode.STILL_OPEN,
            words,
            "Strike each open item and give its outcome as the reason.",
            DISPUTES,
        )
    outcome = with_reason(command.outcome)
    return (FileClosed(outcome=outcome, by=command.by, audience=READERS, clauses=(DISPUTES,)),)


def decide_reopen(state: DisputeFile, command: ReopenFile) -> tuple[CasinoEvent, ...]:
    if state.standing != "closed":
        raise refuse(
            DisputeCode.FILE_OPEN,
            f"file {state.number} is not closed",
            "No action needed. You can write to the file.",
        )
    reason = with_reason(command.reason)
    return (FileReopened(reason=reason, by=command.by, audience=READERS, clauses=(DISPUTES,)),)


def check_open(state: DisputeFile) -> None:
    if not state.standing:
        raise refuse(DisputeCode.NO_SUCH_FILE, "the file does not exist", "Choose a file from the list.")
    if state.standing == "closed":
        words = f"file {state.number} is closed: {state.outcome}"
        raise refuse(DisputeCode.FILE_CLOSED, words, "Reopen the file with a reason.", DISPUTES)


def apply_opened(state: DisputeFile, event: FileOpened) -> DisputeFile:
    return DisputeFile(
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


def apply_written(state: DisputeFile, event: ItemWritten) -> DisputeFile:
    item = DisputeItem(event.item, event.part, event.words, event.by, event.at, event.frozen)
    frozen = state.frozen if event.frozen is None else (*state.frozen, event.frozen)
    return replace(state, items=(*state.items, item), frozen=frozen)


def apply_struck(state: DisputeFile, event: ItemStruck) -> DisputeFile:
    return replace(
        state,
        items=tuple(
            replace(item, struck=event.reason, struck_by=event.by, struck_at=event.at)
            if item.item == event.item
            else item
            for item in state.items
        ),
    )


def apply_closed(state: DisputeFile, event: FileClosed) -> DisputeFile:
    return replace(state, standing="closed", outcome=event.outcome, closed_by=event.by, closed_at=event.at)


def apply_reopened(state: DisputeFile, event: FileReopened) -> DisputeFile:
    return replace(state, standing="open", outcome="", closed_by="", closed_at=0, reopened=state.reopened + 1)


DECIDE: dict[type[CasinoCommand], Callable[[DisputeFile, Any], tuple[CasinoEvent, ...]]] = {
    OpenFile: decide_open,
    WriteItem: decide_write,
    StrikeItem: decide_strike,
    CloseFile: decide_close,
    ReopenFile: decide_reopen,
}
APPLY: dict[type[CasinoEvent], Callable[[DisputeFile, Any], DisputeFile]] = {
    FileOpened: apply_opened,
    ItemWritten: apply_written,
    ItemStruck: apply_struck,
    FileClosed: apply_closed,
    FileReopened: apply_reopened,
}


class DisputeCharter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: str


def charter_of(number: str) -> bytes:
    return canonical(DisputeCharter(number))


class DisputeKind(CasinoKind[DisputeFile]):
    charter, state = DisputeCharter, DisputeFile

    def about(self, charter: bytes, state: DisputeFile) -> dict[str, Any]:
        return {"file": state.number, "standing": state.standing, "items": len(state.items)}


KIND = DisputeKind("file", DECIDE, APPLY)

"""The desk as the server sees it: commands, the texts of submissions, the log of the house."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.errors import BadInput, Refused
from croupier.house.desk import commands as do
from croupier.house.desk.adjustments import the_adjustment
from croupier.house.desk.state import Desk
from croupier.house.desk.stream import STREAM
from croupier.house.desk.submissions import digest_of, the_submission
from croupier.house.law import KEPT
from croupier.house.machinery import Event
from croupier.house.meters import stream_of
from croupier.house.offices import Office
from croupier.house.store import schema as db
from croupier.house.store.batches import Batch, Post
from croupier.meters.amounts import Exact
from croupier.meters.machine import AdjustMeter, Meters
from croupier.submission import Rules
from croupier.submission.sharing import group_of

PAGE = 100


class DeskService(Office):
    stream = STREAM
    day: Callable[[int], int] = staticmethod(lambda at: at // 86_400)  # the gaming day that a time belongs to

    @property
    def today(self) -> int:
        return self.day(self.now)

    @property
    def state(self) -> Desk:
        state: Desk = self.committer.state(STREAM)
        return state

    async def file(self, command: do.DraftSubmission | do.BringApproved) -> tuple[Event, ...]:
        """A document comes in: it is kept under its digest for good, whatever becomes of its version."""
        text = command.document
        return await self.do(command, lambda connection: _keep(connection, digest_of(text), text))

    async def bring(self, submission: str, document: str, reference: str, by: str) -> None:
        """What was approved before it came here; nothing where that very document is in force."""
        known = self.state.submissions.get(submission)
        if known is not None and known.in_force and known.in_force.digest == digest_of(document):
            return
        brought = do.BringApproved(
            submission=submission, document=document, reference=reference, by=by, at=self.now
        )
        await self.file(brought)

    async def document(self, submission: str, version: int) -> str:
        """The text of any version there ever was."""
        found = the_submission(self.state, submission).version(version)
        if found is None:
            raise Refused(
                do.Code.NO_SUCH_VERSION.value,
                f"{submission} has no version {version}",
                (KEPT,),
                "Read the list.",
            )
        if found.document:
            return found.document
        text = await self.committer.read(lambda connection: _kept(connection, found.digest))
        if text is None:  # it came in by another way; the stream itself has it
            text = await self.committer.read(lambda connection: _in_the_stream(connection, found.digest))
        assert text is not None, "the entry that drafted a version holds its text"
        return text

    async def approve_adjustment(self, command: do.ApproveAdjustment) -> None:
        """The approval and the meter's own entry, in one transaction; whichever is refused, neither is."""
        await self.fresh(at_once=True)
        found = the_adjustment(self.state, command.adjustment)
        adjusted = AdjustMeter(
            meter=found.meter, amount=Exact(found.cents), reason=found.reason, by=found.by, at=self.now
        )
        posts = (Post(STREAM, command), Post(stream_of(found.group), adjusted))
        await self.committer.commit(Batch(posts=posts))

    async def meters(self) -> dict[str, Meters]:
        """The meters of every group that a table of the house plays for."""
        groups = {group_of(Rules(table.choices), table.id) for table in self.state.tables.values()}
        found = {}
        for group in sorted(groups - {""}):
            with contextlib.suppress(BadInput):  # none of its tables has opened yet
                found[group] = await self.committer.refresh(stream_of(group))
        return found

    async def log(self, before: int | None = None) -> list[dict[str, Any]]:
        """The desk's last entries, newest first; a document is named by its digest there."""
        return await self.committer.read(lambda connection: _entries(connection, before))


def _keep(connection: Connection, digest: str, text: str) -> None:
    if _kept(connection, digest) is None:
        connection.execute(sa.insert(db.documents), {"digest": digest, "text": text})


def _kept(connection: Connection, digest: str) -> str | None:
    query = sa.select(db.documents.c.text).where(db.documents.c.digest == digest)
    return connection.execute(query).scalar()


def _in_the_stream(connection: Connection, digest: str) -> str | None:
    e, last = db.entries.c, -1
    query = sa.select(e.n, e.line).where((e.stream == STREAM) & ~e.opening).order_by(e.n).limit(PAGE)
    while found := connection.execute(query.where(e.n > last)).all():
        for row in found:
            for event in msgspec.json.decode(row.line)["events"]:
                if event.get("digest") == digest and "document" in event:
                    return str(event["document"])
        last = found[-1].n
    return None


def _entries(connection: Connection, before: int | None) -> list[dict[str, Any]]:
    e = db.entries.c
    query = sa.select(e.n, e.at, e.line).where((e.stream == STREAM) & ~e.opening)
    if before is not None:
        query = query.where(e.n < before)
    found = connection.execute(query.order_by(e.n.desc()).limit(PAGE))
    return [_entry(row.n, row.at, row.line) for row in found]


def _entry(n: int, at: int, line: bytes) -> dict[str, Any]:
    told = msgspec.json.decode(line)
    events = [{key: value for key, value in one.items() if key != "document"} for one in told["events"]]
    command = told["command"]
    return {"n": n, "at": at, "by": command.get("by", ""), "command": command["type"], "events": events}

"""The administration service for the `desk` stream, submission texts and the activity log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, TypedDict

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.casino.administration import commands as do
from croupier.casino.administration.adjustments import the_adjustment
from croupier.casino.administration.alert_commands import RaiseAlert
from croupier.casino.administration.state import Adjustment, AdministrationState
from croupier.casino.administration.stream import STREAM
from croupier.casino.administration.submissions import digest_of, the_submission
from croupier.casino.machines import HOUSE, CasinoEvent
from croupier.errors import BadInput, Refused
from croupier.meters.amounts import Exact
from croupier.meters.machine import AdjustMeter, Meters
from croupier.meters.stream import stream_of
from croupier.rulebook import regulation
from croupier.server.services.base import Clock, ServiceCommitter, StreamService
from croupier.server.services.identity import IdentityService
from croupier.store import schema as db
from croupier.store.batches import Batch, Post
from croupier.submission import Rules
from croupier.submission.money import format_dollars
from croupier.submission.sharing import group_of

LONGEST_ALERT = 500  # characters
RETENTION = regulation("superseded_rules")
PAGE = 100


class AdministrationLogEntry(TypedDict):
    """An entry of the administration's log. Submission texts are left out of its events."""

    n: int
    at: int
    by: str
    command: str
    events: list[dict[str, Any]]


def adjustment_alert(adjustment: Adjustment, command: do.ApproveAdjustment) -> RaiseAlert:
    """Return the alert about an approved adjustment. It names both persons."""
    act = "adds {} to" if adjustment.cents > 0 else "removes {} from"
    words = (
        f"Adjustment {adjustment.number} {act.format(format_dollars(abs(adjustment.cents)))} the meter "
        f"{adjustment.meter} of {adjustment.group}. {adjustment.by} proposed it: {adjustment.reason}"
    )
    return RaiseAlert(
        table="",
        kind="override",
        words=words[:LONGEST_ALERT],
        cents=abs(adjustment.cents),
        who=command.by,
        by=HOUSE,
        at=command.at,
    )


class AdministrationService(StreamService):
    stream = STREAM
    day: Callable[[int], int] = staticmethod(lambda at: at // 86_400)  # maps a time to its gaming day

    def __init__(self, committer: ServiceCommitter, clock: Clock) -> None:
        super().__init__(committer, clock)
        self.identity = IdentityService(committer, clock, lambda at: self.day(at))

    @property
    def today(self) -> int:
        return self.day(self.now)

    @property
    def state(self) -> AdministrationState:
        state: AdministrationState = self.committer.state(STREAM)
        return state

    async def file(self, command: do.DraftSubmission | do.BringApproved) -> tuple[CasinoEvent, ...]:
        """File a submission. The store keeps its text permanently, by digest."""
        text = command.document
        return await self.do(command, lambda connection: _store_text(connection, digest_of(text), text))

    async def bring(self, submission: str, document: str, reference: str, by: str) -> None:
        """File a submission that was approved elsewhere, unless the same document is already in
        force.
        """
        current = self.state.submissions.get(submission)
        if current is not None and current.in_force and current.in_force.digest == digest_of(document):
            return
        brought = do.BringApproved(
            submission=submission, document=document, reference=reference, by=by, at=self.now
        )
        await self.file(brought)

    async def document(self, submission: str, version: int) -> str:
        """Return the text of any version, including superseded ones."""
        stored = the_submission(self.state, submission).version(version)
        if stored is None:
            raise Refused(
                do.AdministrationCode.NO_SUCH_VERSION.value,
                f"{submission} has no version {version}",
                (RETENTION,),
                "Choose a version from the list of submissions.",
            )
        if stored.document:
            return stored.document
        text = await self.committer.read(lambda connection: _stored_text(connection, stored.digest))
        if text is None:  # older versions stored the text only in the stream, without a row in `documents`
            text = await self.committer.read(lambda connection: _text_in_stream(connection, stored.digest))
        assert text is not None, "the entry of a draft contains its text"
        return text

    async def approve_adjustment(self, command: do.ApproveAdjustment) -> tuple[CasinoEvent, ...]:
        """Approve an adjustment, adjust the meter, and alert surveillance, in one transaction."""
        await self.fresh(at_once=True)
        adjustment = the_adjustment(self.state, command.adjustment)
        adjusted = AdjustMeter(
            meter=adjustment.meter,
            amount=Exact(adjustment.cents),
            reason=adjustment.reason,
            by=adjustment.by,
            at=self.now,
        )
        posts = (
            Post(STREAM, command),
            Post(stream_of(adjustment.group), adjusted),
            Post(STREAM, adjustment_alert(adjustment, command)),
        )
        committed = await self.committer.commit(Batch(posts=posts))
        events: tuple[CasinoEvent, ...] = committed.steps[0][2]
        return events

    async def meters(self) -> dict[str, Meters]:
        """Return the meters of every group that has a table."""
        groups = {group_of(Rules(table.choices), table.id) for table in self.state.tables.values()}
        state_by_group = {}
        for group in sorted(groups - {""}):
            with contextlib.suppress(BadInput):  # no table of the group has opened yet
                state_by_group[group] = await self.committer.refresh(stream_of(group))
        return state_by_group

    async def log(self, before: int | None = None) -> list[AdministrationLogEntry]:
        """Return the last entries, newest first, with digests instead of submission texts."""
        return await self.committer.read(lambda connection: _entries(connection, before))


def _store_text(connection: Connection, digest: str, text: str) -> None:
    if _stored_text(connection, digest) is None:
        connection.execute(sa.insert(db.documents), {"digest": digest, "text": text})


def _stored_text(connection: Connection, digest: str) -> str | None:
    query = sa.select(db.documents.c.text).where(db.documents.c.digest == digest)
    return connection.execute(query).scalar()


def _text_in_stream(connection: Connection, digest: str) -> str | None:
    e, last = db.entries.c, -1
    query = sa.select(e.n, e.line).where((e.stream == STREAM) & ~e.opening).order_by(e.n).limit(PAGE)
    while page := connection.execute(query.where(e.n > last)).all():
        for row in page:
            for event in msgspec.json.decode(row.line)["events"]:
                if event.get("digest") == digest and "document" in event:
                    return str(event["document"])
        last = page[-1].n
    return None


def _entries(connection: Connection, before: int | None) -> list[AdministrationLogEntry]:
    e = db.entries.c
    query = sa.select(e.n, e.at, e.line).where((e.stream == STREAM) & ~e.opening)
    if before is not None:
        query = query.where(e.n < before)
    page = connection.execute(query.order_by(e.n.desc()).limit(PAGE))
    return [_entry(row.n, row.at, row.line) for row in page]


def _entry(n: int, at: int, line: bytes) -> AdministrationLogEntry:
    entry = msgspec.json.decode(line)
    events = [{key: value for key, value in event.items() if key != "document"} for event in entry["events"]]
    command = entry["command"]
    return {"n": n, "at": at, "by": command.get("by", ""), "command": command["type"], "events": events}

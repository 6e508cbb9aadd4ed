"""The casino server of one process (a node): store, sessions, table actors and background tasks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from croupier.casino.administration import commands as desk_do
from croupier.casino.administration.state import (
    LIVE_CARDS,
    MACHINE,
    TRAINING,
    AdministrationState,
    Cards,
    HouseTable,
)
from croupier.casino.administration.stream import charter_of as desk_charter
from croupier.casino.administration.submissions import passing, the_submission
from croupier.casino.cage.commands import PLAY
from croupier.casino.cage.stream import charter_of as cage_charter
from croupier.casino.gaming_day.boundaries import gaming_date
from croupier.errors import BadInput, Refused
from croupier.files import printable
from croupier.journal.tables import KIND
from croupier.meters.stream import charter_of as meters_charter
from croupier.meters.stream import stream_of
from croupier.rulebook import games
from croupier.server.background import BackgroundTasks
from croupier.server.cluster import ClusterView
from croupier.server.first_start import first_staff, first_submissions
from croupier.server.http.metrics import Metrics
from croupier.server.older_segments import OlderSegments
from croupier.server.presence import Presence, encode_summary
from croupier.server.services.administration import AdministrationService
from croupier.server.services.cage import CageService
from croupier.server.services.challenges import ChallengeService
from croupier.server.services.drills import DrillService
from croupier.server.services.practice import PracticeService
from croupier.server.sessions.service import SignInService
from croupier.server.settings import Settings
from croupier.server.steady_clock import AHEAD, SteadyClock
from croupier.server.table_tests.office import ExamOffice
from croupier.server.tables.actor import TableActor
from croupier.server.tables.bots import BotManager
from croupier.server.tables.decision_engine import CAGE, DESK
from croupier.server.tables.device_inspection import fault_of
from croupier.server.tables.opener import open_new, resumed
from croupier.server.tables.recent_rounds import RecentRounds
from croupier.server.tables.round_replay import SegmentCache
from croupier.server.tables.settings import TableSettings
from croupier.server.tables.training import training_table, welcome_dummies
from croupier.server.workers.figures import MathsWorkers
from croupier.server.workers.print_shop import PrintShop
from croupier.store.audit import check_at_start
from croupier.store.batches import Batch, LeaseLost, Post, StoreDown
from croupier.store.committer import Committer
from croupier.store.database import SqlStore, StoreUnusable, open_store
from croupier.store.heads import export_heads
from croupier.store.leases import LEASE, Leases
from croupier.submission import Rules as TableRules
from croupier.submission.sharing import group_of
from croupier.table.roles import DEALER, role_title

if TYPE_CHECKING:
    from croupier.server.socket import SocketLine

log = logging.getLogger("croupier.server")


class HealthView(TypedDict):
    """The health of a node, with the names of its closed and paused tables."""

    status: str  # "open" or "opening"
    tables: int
    closed: list[str]
    paused: list[str]
    older_segments: str
    notices: list[str]


class HouseServer:
    def __init__(self, settings: Settings, clock: Callable[[], int] | None = None) -> None:
        self.settings, self.clock = settings, clock or SteadyClock()
        self.tables: dict[str, TableActor] = {}  # tables that this node runs
        self.closed: dict[str, str] = {}  # fault of each stream that stays closed
        self.lines: set[SocketLine] = set()
        self.figures = MathsWorkers(games())
        self.print_shop = PrintShop()
        self.segment_cache, self.recent_rounds = SegmentCache(), RecentRounds()
        self.bots = BotManager(settings.url)
        self.background = BackgroundTasks(self)
        self.older_segments = OlderSegments(self)
        self.metrics = Metrics(self)
        self.presence = Presence(self)
        self.is_open = self.is_new = False
        self.is_checked = True  # False while the server's self-test runs
        self.renewed = 0.0  # time when the leases were last renewed
        self._opening = asyncio.Lock()
        self.store: SqlStore
        self.committer: Committer
        self.leases: Leases
        self.cluster: ClusterView
        self.people: SignInService
        self.desk_office: AdministrationService
        self.cage_office: CageService
        self.exam_office: ExamOffice
        self.practice: PracticeService
        self.challenges: ChallengeService
        self.drills: DrillService

    # Opening and closing.

    async def open(self) -> None:
        """Open the store and resume its tables. Raise `BadInput` with a one-line message on failure."""
        make_folder(self.settings)
        address = self.settings.address
        migrate = self.settings.migrate and not address.startswith("sqlite")
        self.store = await asyncio.to_thread(open_store, address, migrate=migrate)
        self.committer = Committer(self.store, day=self.day)
        node = self.settings.node or self.settings.url
        self.leases = Leases(self.store, f"{node} {secrets.token_hex(6)}", node)
        self.cluster = ClusterView(self.leases)
        await self.committer.start()
        try:
            await self._open_books()
            self.closed = await asyncio.to_thread(check_at_start, self.store)
            for stream, fault in self.closed.items():
                log.error("%s stays closed: %s", stream, fault)
            await self.renew()
            await self.reconcile()
            for notice in self.notices():
                log.error("%s", notice)
        except BaseException:
            await self.close()
            raise
        self.background.start()
        self.older_segments.start()
        self.figures.open()
        self.is_open = True

    async def _open_books(self) -> None:
        await self.committer.open(CAGE, "cage", cage_charter(), self.clock())
        await self.committer.open(DESK, "desk", desk_charter(), self.clock())
        self.people = SignInService(self.committer, self.clock, present=self.presence.people)
        self.desk_office = AdministrationService(self.committer, self.clock)
        self.desk_office.day = self.day
        self.exam_office = ExamOffice(self)
        self.cage_office = CageService(self.committer, self.clock, self.settings.controls)
        self.practice = PracticeService(self.committer, self.clock, self.figures)
        self.challenges = ChallengeService(self.committer, self.clock, self.figures)
        self.drills = DrillService(self.committer, self.clock)
        self.is_new = not self.desk.founded
        await self._once(self.people.found_house, first_staff())
        await self._bring_submissions()

    async def announce(self, greet: bool) -> None:
        """Once the port accepts connections, start the bots and the metrics, and print the address."""
        if self.settings.metrics_port:
            self.metrics.serve(self.settings.metrics_port)
        if self.settings.company:
            for table, owner in self.tables.items():
                if not owner.rules.live:
                    self.bots.invite(table, self.settings.company, staying=True)
        if greet:
            lines = self.greeting()
            if self.is_new or self.settings.links:
                lines += await self._links()
            print("\n".join(lines), flush=True)

    async def close(self) -> None:
        """Finish pending writes, stop the tables and release their leases."""
        self.is_open = False
        self.metrics.close()
        await self.background.stop()
        await self.older_segments.stop()
        await self.bots.dismiss()
        for name in list(self.tables):
            await self.let_go(name, "closing")
        self.figures.close()
        self.print_shop.close()
        await self.committer.stop()
        with contextlib.suppress(StoreDown):  # the node record expires by itself
            await self.leases.leave()
        await asyncio.to_thread(self.leases.close)
        await asyncio.to_thread(self.store.close)

    def greeting(self) -> list[str]:
        lines = [f"The casino is open: {self.settings.url}"]
        lines += [f"  {name}  {owner.state.game.title}" for name, owner in sorted(self.tables.items())]
        lines += [f"  {name}  stays closed: {reason}" for name, reason in sorted(self.closed.items())]
        return lines

    async def _links(self) -> list[str]:
        """Issue one-time sign-in links for the staff."""
        links = await self.people.console_links()
        width = max((len(role) for role, *_ in links), default=0)
        lines = ["One-time sign-in links for the staff. Each works once, within 24 hours:"]
        for role, _, token in links:
            lines.append(f"  {role_title(role):{width}}  {self.settings.url}/link/{token}")
        return lines

    def day(self, at: int) -> int:
        return gaming_date(at, self.settings.gaming_day)

    @property
    def desk(self) -> AdministrationState:
        desk: AdministrationState = self.committer.state(DESK)
        return desk

    async def post(self, stream: str, command: Any) -> Any:
        """Send one command to a shared stream, and return the new state."""
        outcome = await self.committer.commit(Batch(posts=(Post(stream, command),)))
        return outcome.steps[0][3]

    # Submissions and tables.

    async def _bring_submissions(self) -> None:
        """File the submissions from the command line, or every game's example, and open their tables.

        These submissions are treated as already approved in writing.
        """
        for name, document, reference in first_submissions(self.settings.submissions):
            await self._once(self.desk_office.bring, name, document, reference, "house")
            await self._once(self._open_first, f"{name}-1", name)

    async def _open_first(self, table: str, submission: str) -> None:
        if table not in self.desk.tables:
            version = self.desk.submissions[submission].in_force
            electronic = version is not None and passing(version.document).electronic
            opening = desk_do.OpenTable(
                table=table,
                submission=submission,
                money=PLAY,
                dealing=LIVE_CARDS if electronic else MACHINE,
                by="house",
                at=self.clock(),
            )
            await self.post(DESK, opening)

    async def _once(self, work: Callable[..., Awaitable[object]], *arguments: object) -> None:
        """Run idempotent setup work. Retry once, because another node may do the same work at the same
        moment.
        """
        try:
            await work(*arguments)
        except Refused:
            await self.committer.refresh(DESK)
            await work(*arguments)

    async def reconcile(self) -> None:
        """Open, take over and close tables until this node matches the administration's records."""
        async with self._opening:
            if not self.store.embedded:
                await self.cluster.look()
            for name, owner in [pair for pair in self.tables.items() if pair[1].closed]:
                # This table lost its lease, or its last commit is in doubt. Reopening the table reads the
                # stored state.
                await self.let_go(name, expected=owner)
            for table in self.desk.tables.values():
                is_running = table.id in self.tables or table.id in self.closed
                if table.standing == "open" and not is_running:
                    if self.cluster.may_claim(table.id, len(self.tables)):
                        await self._open_table(table)
                elif table.standing == "closed" and table.id in self.tables:
                    owner = self.tables[table.id]
                    if not owner.state.seating.seats and not owner.state.seating.purses:
                        await self.let_go(table.id, "the table is closed")

    async def _open_table(self, table: HouseTable) -> None:
        epoch = await self.leases.claim(table.id, successor=not self.is_open)
        if epoch is None:
            return  # another node runs the table
        await self.open_meters(table)
        settings = self.settings
        rules = TableSettings(
            table.money, settings.times, table.dealing, table.cards, settings.controls, settings.tax
        )
        try:
            if table.id in await asyncio.to_thread(self.store.streams):
                owner = await asyncio.to_thread(
                    resumed, self.committer, self.store, table.id, self.clock, self.day, rules, epoch
                )
            else:
                owner = await open_new(
                    self.committer,
                    table.id,
                    table.choices,
                    table.money,
                    self.clock,
                    self.day,
                    rules,
                    epoch,
                )
        except StoreUnusable as fault:
            raise StoreDown(str(fault)) from None
        except (BadInput, Refused) as fault:
            self.closed[table.id] = str(fault)
            log.error("table %s stays closed: %s", table.id, fault)
            return
        owner.broadcaster.pace = self.settings.limits.pace
        owner.confirm = lambda: self.confirm(table.id, epoch)
        if (ahead := owner.clock.seconds_ahead) > AHEAD:
            log.error("table %s: its clock is %d seconds ahead and runs slower for now", table.id, ahead)
        self.tables[table.id] = owner
        self.cluster.forget_free_table(table.id)
        owner.start()
        if table.trainee:
            await self.exam_office.resume(table.id, owner)

    async def confirm(self, table: str, epoch: int) -> None:
        """Check that this node still holds the table's lease after a pause longer than the lease.

        Raises `LeaseLost` if the lease is lost, and `StoreDown` if the store cannot be read.
        """
        if self.store.embedded or time.monotonic() - self.renewed < LEASE:
            return
        if (await self.renew()).get(table) != epoch:
            raise LeaseLost(f"{table} now belongs to another node")

    async def renew(self) -> dict[str, int]:
        """Renew this node's leases, mark the tables whose lease was lost, and return table -> epoch."""
        started = time.monotonic()
        epochs = await self.leases.renew(self._summaries())
        for name, owner in self.tables.items():
            if epochs.get(name) != owner.epoch:
                owner.closed = owner.closed or "moved"
        self.renewed = max(self.renewed, started)
        return epochs

    def _summaries(self) -> dict[str, str]:
        """Return the table summaries that other nodes show in their lobbies."""
        if self.store.embedded:
            return {}
        return {name: encode_summary(owner) for name, owner in self.tables.items()}

    async def share(self) -> None:
        """Give up an idle table if this node runs more than its share."""
        if self.store.embedded or not self.cluster.should_give_up(len(self.tables)):
            return
        candidates = [owner for owner in self.tables.values() if KIND.resting(owner.full_state)]
        if candidates:
            owner = min(
                candidates, key=lambda candidate: (len(candidate.state.seating.seats), candidate.table)
            )
            log.info("table %s released to a node with fewer tables", owner.table)
            await self.let_go(owner.table, expected=owner)

    async def inspect(self, owner: TableActor) -> None:
        """Inspect a table's dealing device once each gaming day.

        The inspection runs when the day begins or the table opens. After a fault, no round begins
        until a pit manager enables the table.
        """
        house_table, at = owner.configuration, self.clock()
        day = self.day(at)
        if (
            house_table is None
            or house_table.staffed
            or house_table.standing != "open"
            or house_table.inspected >= day
        ):
            return  # staff inspect the equipment of live tables by POST /api/pit/{table}/inspection
        fault = fault_of(owner.full_state)
        if fault:
            log.error("table %s is disabled: %s", owner.table, fault)
        note = desk_do.NoteInspection(table=owner.table, day=day, fault=fault, by="house", at=at)
        with contextlib.suppress(Refused):  # the table was closed in the meantime
            await self.post(DESK, note)

    async def train(self, person: str, submission: str, cards: Cards, players: int, test: str = "") -> str:
        """Open or resume a dealer's own training table, log the dealer on, and return its name.

        With `test`, the table is the one of that table test.
        """
        desk, by = self.desk, f"{DEALER}:{person}"
        version = the_submission(desk, submission).in_force
        number = 0 if version is None else version.number
        table = training_table(f"{person}{test}", submission, number, cards)
        elsewhere = desk.dealt_by(person)
        if elsewhere not in ("", table) and desk.tables[elsewhere].trainee == person:
            await self.post(DESK, desk_do.LogOffTable(table=elsewhere, by=by, at=self.clock()))
        house_table = desk.tables.get(table)
        if house_table is None or house_table.standing != "open":
            opening = desk_do.OpenTable(
                table=table,
                submission=submission,
                money=PLAY,
                dealing=TRAINING,
                cards=cards,
                trainee=person,
                by="house",
                at=self.clock(),
            )
            await self.post(DESK, opening)
        await self.post(DESK, desk_do.LogOnTable(table=table, by=by, at=self.clock()))
        await self.reconcile()
        if (owner := self.tables.get(table)) is not None and not owner.state.seating.seats:
            await welcome_dummies(owner, person, players)
        return table

    async def open_meters(self, table: HouseTable) -> None:
        """Open the meter streams of a table's rules and of its pending rule change."""
        for choices in (table.choices, table.change.choices if table.change is not None else None):
            group = group_of(TableRules(choices), table.id) if choices is not None else ""
            if group:
                charter = meters_charter(group)
                await self.committer.open(stream_of(group), "meter", charter, self.clock())

    async def let_go(self, table: str, reason: str = "moved", expected: TableActor | None = None) -> None:
        """Stop running a table on this node, and send the reason to its connections.

        With `expected`, stop the table only if that actor still runs it.
        """
        owner = self.tables.get(table)
        if owner is None or expected not in (None, owner):
            return  # the table was released in the meantime
        del self.tables[table]
        await self.exam_office.release(table)
        await owner.stop(reason)
        try:
            await self.leases.release(table, owner.epoch)
        except StoreDown as down:
            log.warning("the lease of %s was not released and will expire: %s", table, down)

    async def export_heads(self) -> None:
        """Export the heads of all streams to a file or a command outside the store.

        An audit compares the store with these heads to detect a rewritten store.
        """
        target = self.settings.heads
        file, command = (None, target[1:]) if target.startswith("!") else (Path(target), "")
        fault = await asyncio.to_thread(export_heads, self.store, self.clock(), file=file, command=command)
        if fault:
            log.error("%s", fault)

    # Queries by the socket and the HTTP routes.

    def owner_of(self, table: str) -> TableActor | None:
        """Return the actor of a table that this node runs, or None if the table is closing or elsewhere."""
        owner = self.tables.get(table)
        return None if owner is None or owner.closed else owner

    def is_known(self, table: str) -> bool:
        """Return whether the table is open in the casino, even if no node runs it right now."""
        house_table = self.desk.tables.get(table)
        return house_table is not None and table not in self.closed and house_table.standing != "closed"

    async def elsewhere(self, table: str) -> str:
        """Return the address of another node that runs the table, or an empty string."""
        if table not in self.desk.tables or self.store.embedded:
            return ""
        lease = await self.leases.owner(table)
        return lease.address if lease is not None and lease.alive and lease.node != self.leases.node else ""

    def health(self) -> HealthView:
        paused = sorted(name for name, owner in self.tables.items() if owner.timer.paused)
        return {
            "status": "open" if self.is_open and self.is_checked else "opening",
            "tables": len(self.tables),
            "closed": sorted(self.closed),
            "paused": paused,
            "older_segments": self.older_segments.status,
            "notices": self.notices() if self.is_open else [],
        }

    def notices(self) -> list[str]:
        """Return the faults that the operator and the regulator must know but that close no table."""
        messages = [f"{stream}: {fault}" for stream, fault in sorted(self.older_segments.faults.items())]
        if isinstance(self.clock, SteadyClock) and self.clock.seconds_ahead:
            messages.append(f"the system clock jumped by {self.clock.seconds_ahead:.0f} seconds")
        if (ahead := self._last_time - self.clock()) > AHEAD:
            messages.append(f"stored entries are dated up to {ahead} seconds ahead of this machine's clock")
        return messages

    @property
    def _last_time(self) -> int:
        """The latest time stored in the streams that are open on this node."""
        tables = (owner.state.clock for owner in self.tables.values())
        latest: int = max([self.desk.clock, self.committer.state(CAGE).clock, *tables])
        return latest


def make_folder(settings: Settings) -> None:
    if settings.database:
        return
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        problem = f"{printable(str(settings.data))}: the folder cannot be used ({fault.strerror})"
        raise BadInput(f"{problem}; choose another --data") from None

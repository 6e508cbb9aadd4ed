"""A house in one process: its store, its people, its tables, and what runs beside them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import BadInput, Refused
from croupier.files import printable, read_some
from croupier.games.game import BOARD, seat_place
from croupier.house.around import Around, Present, Shown
from croupier.house.cage.commands import PLAY
from croupier.house.cage.service import CageService
from croupier.house.cage.stream import charter_of as cage_charter
from croupier.house.desk import commands as desk_do
from croupier.house.desk.service import DeskService
from croupier.house.desk.state import LIVE_CARDS, MACHINE, TRAINING, Cards, Desk, HouseTable
from croupier.house.desk.stream import charter_of as desk_charter
from croupier.house.desk.submissions import passing, the_submission
from croupier.house.figures import Designing, Figures
from croupier.house.floor.company import Company
from croupier.house.floor.deciding import CAGE, DESK
from croupier.house.floor.inspecting import fault_of
from croupier.house.floor.lately import Lately
from croupier.house.floor.opening import open_new, resumed
from croupier.house.floor.owner import Owner, Rules
from croupier.house.floor.recall import Befores
from croupier.house.floor.training import training_table, welcome_dummies
from croupier.house.gaming_days import gaming_date
from croupier.house.keeping import Keeping
from croupier.house.meters import stream_of
from croupier.house.people.service import People
from croupier.house.people.sessions import new_person
from croupier.house.printing.shop import PrintShop
from croupier.house.settings import Settings
from croupier.house.store.audit import check_at_start
from croupier.house.store.batches import Batch, LeaseLost, Post, StoreDown
from croupier.house.store.committer import Committer
from croupier.house.store.heads import export_heads
from croupier.house.store.leases import LEASE, Leases
from croupier.house.store.sql import SqlStore, Unusable, open_store
from croupier.house.web.metrics import Metrics
from croupier.journal.tables import KIND
from croupier.meters.stream import charter_of as meters_charter
from croupier.rulebook import games
from croupier.rulebook.registry import read
from croupier.submission import Rules as TableRules
from croupier.submission.sharing import group_of
from croupier.table.readers import legal
from croupier.table.roles import DEALER, PLAYER, ROLES

if TYPE_CHECKING:
    from croupier.house.web.socket import Line

log = logging.getLogger("croupier.house")

EXAMPLE = "example.toml"  # of a game's folder: the table of a house that is given no submission
LARGEST = 32_768  # bytes of a submission


class House:
    def __init__(self, settings: Settings, clock: Callable[[], int] = lambda: int(time.time())) -> None:
        self.settings, self.clock = settings, clock
        self.tables: dict[str, Owner] = {}  # those this node keeps
        self.closed: dict[str, str] = {}  # tables that stay closed, and why
        self.lines: set[Line] = set()
        self.figures = Figures(games())
        self.designing = Designing(self.figures)
        self.printing = PrintShop()
        self.befores, self.lately = Befores(), Lately()
        self.company = Company(settings.url)
        self.keeping = Keeping(self)
        self.metrics = Metrics(self)
        self.is_open = self.is_new = False
        self.renewed = 0.0  # when the leases were last renewed
        self._opening = asyncio.Lock()
        self.store: SqlStore
        self.committer: Committer
        self.leases: Leases
        self.around: Around
        self.people: People
        self.desk_office: DeskService
        self.cage_office: CageService

    # Opening and closing.

    async def open(self) -> None:
        """Everything that is stored, as it was left; what is not there yet, new. `BadInput` in one line."""
        make_folder(self.settings)
        self.store = await asyncio.to_thread(open_store, self.settings.address)
        self.committer = Committer(self.store, day=self.day, scribe_from=self.settings.scribe.busy)
        node = self.settings.node or self.settings.url
        self.leases = Leases(self.store, f"{node} {secrets.token_hex(6)}", node)
        self.around = Around(self.leases)
        await self.committer.start()
        try:
            await self._open_books()
            self.closed = await asyncio.to_thread(check_at_start, self.store)
            for stream, fault in self.closed.items():
                log.error("%s stays closed: %s", stream, fault)
            await self.renew()
            await self.reconcile()
        except BaseException:
            await self.close()
            raise
        self.keeping.start()
        self.figures.open()
        self.is_open = True

    async def _open_books(self) -> None:
        await self.committer.open(CAGE, "cage", cage_charter(), self.clock())
        await self.committer.open(DESK, "desk", desk_charter(), self.clock())
        self.people = People(self.committer, self.clock, here=self.people_here)
        self.desk_office = DeskService(self.committer, self.clock)
        self.desk_office.day = self.day
        self.cage_office = CageService(self.committer, self.clock)
        self.is_new = not self.desk.founded
        await self._once(self.people.found, first_staff())
        await self._bring_submissions()

    async def opened(self, greet: bool) -> None:
        """The port answers: company may come, and whoever started the house is told where it is."""
        if self.settings.metrics_port:
            self.metrics.serve(self.settings.metrics_port)
        if self.settings.company:
            for table, owner in self.tables.items():
                if not owner.rules.live:
                    self.company.invite(table, self.settings.company, staying=True)
        if greet:
            lines = self.greeting()
            if self.is_new or self.settings.links:
                lines += await self._links()
            print("\n".join(lines), flush=True)

    async def close(self) -> None:
        """What is being stored is stored; nothing that is open is lost."""
        self.is_open = False
        self.metrics.close()
        await self.keeping.stop()
        await self.company.dismiss()
        for name in list(self.tables):
            await self.let_go(name, "closing")
        self.figures.close()
        self.designing.close()
        self.printing.close()
        await self.committer.stop()
        with contextlib.suppress(StoreDown):  # it is forgotten in a moment
            await self.leases.leave()
        await asyncio.to_thread(self.leases.close)
        await asyncio.to_thread(self.store.close)

    def greeting(self) -> list[str]:
        lines = [f"The house is open: {self.settings.url}"]
        lines += [f"  {name}  {owner.state.game.title}" for name, owner in sorted(self.tables.items())]
        lines += [f"  {name}  stays closed: {why}" for name, why in sorted(self.closed.items())]
        return lines

    async def _links(self) -> list[str]:
        """Ways in for the staff, each good once."""
        links = await self.people.console_links()
        width = max((len(role) for role, *_ in links), default=0)
        lines = ["One-time links for the staff, each good once and for a day:"]
        for role, _, token in links:
            lines.append(f"  {role.replace('_', ' '):{width}}  {self.settings.url}/link/{token}")
        return lines

    def day(self, at: int) -> int:
        return gaming_date(at, self.settings.gaming_day)

    @property
    def desk(self) -> Desk:
        desk: Desk = self.committer.state(DESK)
        return desk

    async def post(self, stream: str, command: Any) -> Any:
        """One command to a shared stream; the state after it."""
        done = await self.committer.commit(Batch(posts=(Post(stream, command),)))
        return done.steps[0][3]

    # Submissions and tables.

    async def _bring_submissions(self) -> None:
        """What the command line names, or every game's example: approved before it came here, and opened."""
        for name, document, reference in self._documents():
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

    async def _once(self, work: Callable[..., Awaitable[object]], *given: object) -> None:
        """What the first node of a new house does, and leaves alone where it is done: another that opens at
        the same moment may be faster, and then it is looked at again."""
        try:
            await work(*given)
        except Refused:
            await self.committer.refresh(DESK)
            await work(*given)

    def _documents(self) -> list[tuple[str, str, str]]:
        if not self.settings.submissions:
            named = [game for game in games() if has_example(game)]
            return [(game, read(game, EXAMPLE), "the example of this game") for game in named]
        paths = self.settings.submissions
        return [(submission_id(path), read_text(path), f"given as {path.name}") for path in paths]

    async def reconcile(self) -> None:
        """The tables of this node as the desk has them: opened, taken over from a node that died, closed."""
        async with self._opening:
            if not self.store.embedded:
                await self.around.look()
            for name, owner in [pair for pair in self.tables.items() if pair[1].closed]:
                await self.let_go(
                    name, lost=owner
                )  # it lost its lease, or does not know what is stored: read anew
            for table in self.desk.tables.values():
                known = table.id in self.tables or table.id in self.closed
                if table.standing == "open" and not known:
                    if self.around.may_claim(table.id, len(self.tables)):
                        await self._open_table(table)
                elif table.standing == "closed" and table.id in self.tables:
                    owner = self.tables[table.id]
                    if not owner.state.seating.seats and not owner.state.seating.purses:
                        await self.let_go(table.id, "the table is closed")

    async def _open_table(self, table: HouseTable) -> None:
        epoch = await self.leases.claim(table.id, successor=not self.is_open)
        if epoch is None:
            return  # another node has it
        await self.open_meters(table)
        rules = Rules(table.money, self.settings.times, table.dealing, table.cards)
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
        except Unusable as fault:
            raise StoreDown(str(fault)) from None
        except (BadInput, Refused) as fault:
            self.closed[table.id] = str(fault)
            log.error("table %s stays closed: %s", table.id, fault)
            return
        owner.gallery.pace = self.settings.limits.pace
        owner.confirm = lambda: self.confirm(table.id, epoch)
        self.tables[table.id] = owner
        self.around.claimed(table.id)
        owner.start()

    async def confirm(self, table: str, epoch: int) -> None:
        """A node that stood still for longer than its lease says and does nothing for a table before it knows
        that the table is still its own: `LeaseLost`; `StoreDown` where that cannot be asked."""
        if self.store.embedded or time.monotonic() - self.renewed < LEASE:
            return
        if (await self.renew()).get(table) != epoch:
            raise LeaseLost(f"{table} is another node's now")

    async def renew(self) -> dict[str, int]:
        """The leases of this node. Whatever was lost is closed before anything else is said or done."""
        asked = time.monotonic()
        kept = await self.leases.renew(self._told())
        for name, owner in self.tables.items():
            if kept.get(name) != owner.epoch:
                owner.closed = owner.closed or "moved"
        self.renewed = max(self.renewed, asked)
        return kept

    def _told(self) -> dict[str, str]:
        """What other nodes' lobbies say of the tables here."""
        return {} if self.store.embedded else {name: told_of(owner) for name, owner in self.tables.items()}

    async def share(self) -> None:
        """A node that keeps more than its share gives up a table at which nobody plays at this moment."""
        if self.store.embedded or not self.around.should_give_up(len(self.tables)):
            return
        resting = [owner for owner in self.tables.values() if KIND.resting(owner.held)]
        if resting:
            owner = min(resting, key=lambda one: (len(one.state.seating.seats), one.table))
            log.info("table %s goes to a node that keeps fewer", owner.table)
            await self.let_go(owner.table, lost=owner)

    async def inspect(self, owner: Owner) -> None:
        """What deals at a table is looked over on every gaming day (36.05.02.17H), when the day begins or the
        table opens; with a fault no further round begins until a pit manager enables it."""
        kept, at = owner.kept_as, self.clock()
        day = self.day(at)
        if kept is None or kept.staffed or kept.standing != "open" or kept.inspected >= day:
            return  # what people deal with people look over: POST /api/pit/{table}/inspection
        fault = fault_of(owner.held)
        if fault:
            log.error("table %s is disabled: %s", owner.table, fault)
        noted = desk_do.NoteInspection(table=owner.table, day=day, fault=fault, by="house", at=at)
        with contextlib.suppress(Refused):  # somebody closed it meanwhile
            await self.post(DESK, noted)

    async def train(self, person: str, submission: str, cards: Cards, players: int) -> str:
        """A dealer's own training table: opened, or again as it was left, and logged on to."""
        desk, by = self.desk, f"{DEALER}:{person}"
        version = the_submission(desk, submission).in_force
        table = training_table(person, submission, 0 if version is None else version.number, cards)
        elsewhere = desk.dealt_by(person)
        if elsewhere not in ("", table) and desk.tables[elsewhere].trainee == person:
            await self.post(DESK, desk_do.LogOffTable(table=elsewhere, by=by, at=self.clock()))
        known = desk.tables.get(table)
        if known is None or known.standing != "open":
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
        """The streams of the meters that a table plays for, or will after a change that waits."""
        for choices in (table.choices, table.change.choices if table.change is not None else None):
            group = group_of(TableRules(choices), table.id) if choices is not None else ""
            if group:
                charter = meters_charter(group)
                await self.committer.open(stream_of(group), "meter", charter, self.clock())

    async def let_go(self, table: str, why: str = "moved", lost: Owner | None = None) -> None:
        """This node keeps the table no more; whoever is there is told where it is. `lost`: this owner alone,
        not one who has taken its place meanwhile."""
        owner = self.tables.get(table)
        if owner is None or lost not in (None, owner):
            return  # let go meanwhile
        del self.tables[table]
        await owner.stop(why)
        try:
            await self.leases.release(table, owner.epoch)
        except StoreDown as down:
            log.warning("the lease of %s runs out by itself: %s", table, down)

    async def export_heads(self) -> None:
        """The heads of all streams, to where the operator wants them: they find a rewritten store out."""
        where = self.settings.heads
        file, command = (None, where[1:]) if where.startswith("!") else (Path(where), "")
        fault = await asyncio.to_thread(export_heads, self.store, self.clock(), file=file, command=command)
        if fault:
            log.error("%s", fault)

    # What the socket asks.

    def owner_of(self, table: str) -> Owner | None:
        """Who keeps a table here, and still may."""
        owner = self.tables.get(table)
        return None if owner is None or owner.closed else owner

    def is_known(self, table: str) -> bool:
        """Open by the desk's word, whichever node keeps it; in a moment one will."""
        found = self.desk.tables.get(table)
        return found is not None and table not in self.closed and found.standing != "closed"

    async def elsewhere(self, table: str) -> str:
        """The address of the node that keeps a table which is not here; empty if none does."""
        if table not in self.desk.tables or self.store.embedded:
            return ""
        found = await self.leases.owner(table)
        return found.address if found is not None and found.alive and found.node != self.leases.node else ""

    def _everywhere(self) -> Iterator[tuple[str, str, Mapping[str, Present]]]:
        """Of every table its name, the node that keeps it where that is another, and who is there: as it is
        at the tables of this node, as their nodes told a moment ago at all others."""
        for name in sorted({*self.tables, *self.around.owners}):
            if (owner := self.tables.get(name)) is not None:
                yield name, "", present_at(owner)
            else:
                yield name, self.around.shown(name)[1], self.around.last_told(name).people

    def seats_of(self, person: str) -> list[dict[str, Any]]:
        """Where somebody sits, with how many chips."""
        return [
            {"table": name, "seat": seat, "chips": people[person].chips, "node": node}
            for name, node, people in self._everywhere()
            if person in people
            for seat in people[person].seats
        ]

    def people_here(self) -> set[str] | None:
        """Who sits, has chips or looks on at any table; None where there is a table of which nobody could
        tell, since no node keeps it at this moment."""
        if any(self._is_nobodys(table) for table in self.desk.tables.values()):
            return None
        at_tables = {person for _, _, people in self._everywhere() for person in people}
        return at_tables | {line.person for line in self.lines}

    def _is_nobodys(self, table: HouseTable) -> bool:
        known = table.id in self.tables or self.around.owner(table.id) is not None
        left = table.standing == "open" and table.id not in self.closed  # in a moment somebody takes it
        return not self.store.embedded and not known and left

    def chips_of(self, person: str) -> int:
        """What somebody has at all tables, wagers included."""
        found = (people[person] for _, _, people in self._everywhere() if person in people)
        return sum(one.chips + one.staked for one in found)

    async def advice(self, owner: Owner, person: str) -> dict[str, Any]:
        """The exact value of each choice at the question that is open to this person, by what they see."""
        state = owner.state
        seat = legal.asked_seat(state)
        if seat is None or state.round.players.get(seat) != person:
            raise Refused("nobody_asked", "the dealer asks you nothing now", (), "Ask when it is your turn.")
        cards, turned = state.layout.cards, state.layout.turned
        if None in cards.get(seat_place(seat), ()):
            raise Refused(
                "cards_not_known",
                "nobody has named your cards to the house",
                (),
                "Look at them; the best play is in the rules of this table.",
            )
        hand = tuple(card for card in cards.get(seat_place(seat), ()) if card is not None)
        board = tuple(card for card in cards.get(BOARD, ())[: turned.get(BOARD, 0)] if card is not None)
        return await self.figures.advice(msgspec.json.encode(state.rules.choices), hand, board)

    def health(self) -> dict[str, Any]:
        paused = sorted(name for name, owner in self.tables.items() if owner.timer.paused)
        return {
            "status": "open" if self.is_open else "opening",
            "tables": len(self.tables),
            "closed": sorted(self.closed),
            "paused": paused,
        }


def told_of(owner: Owner) -> str:
    state = owner.state
    taken, shown = len(state.seating.seats), owner.meters_shown()
    told = Shown(state.round.number, taken, owner.timer.paused, shown, present_at(owner))
    return msgspec.json.encode(told).decode()


def present_at(owner: Owner) -> dict[str, Present]:
    """Who sits at a table, has chips there or has a window open."""
    seats, purses, wagers = owner.state.seating.seats, owner.state.seating.purses, owner.state.bets.wagers
    found = {outlet.person: Present() for outlet in owner.gallery.outlets if outlet.person}
    found |= {person: Present(chips=cents) for person, cents in purses.items()}
    for seat, person in sorted(seats.items()):
        before = found.get(person, Present())
        staked = before.staked + sum(wagers.get(seat, {}).values())
        found[person] = Present((*before.seats, seat), before.chips, staked)
    return found


def first_staff() -> tuple[desk_do.Founder, ...]:
    """One person for each role, so that nobody holds two that the law keeps apart."""
    roles: tuple[Any, ...] = tuple(role for role in ROLES if role != PLAYER)
    return tuple(desk_do.Founder(new_person(), role.replace("_", " ").capitalize(), role) for role in roles)


def make_folder(settings: Settings) -> None:
    if settings.database:
        return
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        where = f"{printable(str(settings.data))}: the folder cannot be used ({fault.strerror})"
        raise BadInput(f"{where}; choose another --data") from None


def has_example(game: str) -> bool:
    try:
        return bool(read(game, EXAMPLE))
    except BadInput:
        return False


def read_text(path: Path) -> str:
    try:
        return read_some(path, LARGEST).decode()
    except UnicodeDecodeError:
        raise BadInput(f"{printable(str(path))}: not a text") from None


def submission_id(path: Path) -> str:
    """The name of the file, as far as an id may hold it."""
    signs = (sign if sign.isalnum() and sign.isascii() else "-" for sign in path.stem.lower())
    return ("".join(signs).strip("-") or "submission")[:38]

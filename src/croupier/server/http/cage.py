"""Routes for wallets and the cage counter."""

from __future__ import annotations

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from croupier.casino.administration.commands import RegisterPatron
from croupier.casino.administration.stream import STREAM as DESK_STREAM
from croupier.casino.cage import chip_commands as chips
from croupier.casino.cage import commands as do
from croupier.casino.cage.cash_commands import CollectDropBox, OpenDrawer
from croupier.casino.cage.machine import HeldWithdrawal, Slip
from croupier.casino.cage.toke_commands import CountTokes
from croupier.casino.cage.trays import worth
from croupier.errors import Refused
from croupier.server.http.access import (
    AppRequest,
    Before,
    Key,
    ReasonBody,
    SignInText,
    cage_of,
    desk_of,
    person_of,
)
from croupier.server.http.commands import Events, Fields, alias, runs, supplies
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.services.cage import CageService, StatementLine, WalletView
from croupier.server.services.identity import IdKind, OptionalDate
from croupier.server.sessions.tokens import new_person
from croupier.store.batches import Batch, Post
from croupier.table.roles import CAGE, COUNT_TEAM, id_of

MOST_PATRONS = 50


class CounterBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A real-money payment. The clerk's client chooses the id, and a repeated id is ignored."""

    id: Key
    person: Key
    cents: do.Amount


class WithdrawalBody(CounterBody, frozen=True, forbid_unknown_fields=True):
    """A payment to a customer who is present, with the kind of identification that the cashier compared."""

    document: IdKind


class WithdrawalAnswer(msgspec.Struct, frozen=True):
    """The slip of a withdrawal, or a withdrawal that waits for a second person."""

    number: int  # number of the slip, or 0 if it is not written yet
    id: str
    person: str
    cents: int
    by: str
    reversed: bool = False
    kind: str = "wallet"
    waits: int = 0  # number of the waiting withdrawal, or 0


class NewPatronBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: SignInText
    born: OptionalDate = ""  # date of birth, if the exclusion list has an entry with this name


class CageView(msgspec.Struct, frozen=True):
    wallets: int
    play: int  # play money in circulation, in cents
    cash: int  # real money received and not paid out, in cents
    tables: dict[str, int]  # chips sent to each table minus chips returned
    slips: list[Slip]
    outstanding: int  # real-money chips away from the tables, in cents


class PatronView(msgspec.Struct, frozen=True):
    """A customer with an account, for the cage."""

    person: str
    name: str
    cents: int  # balance of the wallet
    signed_in: bool  # False if the patron has never signed in, so that the cage may issue a link


class DrawerView(msgspec.Struct, frozen=True):
    """A cashier's drawer. Cashiers do not see the expected amount before they have counted."""

    number: int
    cashier: str
    name: str
    opened: int  # time
    opening: int  # first count, in cents
    closed: int  # time; 0 while the drawer is open
    closing: int | None
    expected: int | None  # opening count plus cash received minus cash paid out
    accepted: int = 0  # time at which a second person verified the opening, or 0
    chips: dict[str, int] | None = None  # chips of the opening while it waits, or of the closing count
    expected_chips: dict[str, int] | None = None


class DropBoxView(msgspec.Struct, frozen=True):
    """A drop box in the count room. The count team does not see the expected amount."""

    number: int
    table: str
    collected: int  # time
    collected_by: str
    counted_by: str  # person id, "" if not counted
    counted_name: str
    cents: int | None
    expected: int | None


class DropBoxes(msgspec.Struct, frozen=True):
    boxes: list[DropBoxView]
    tables: list[str]  # tables whose drop box can be collected


class TokeBoxView(msgspec.Struct, frozen=True):
    """A table's toke box. The cage and the count team do not see the recorded amount."""

    table: str
    count: int  # number of the count that waits for a second person, or 0
    counted_by: str  # person id, "" if no count waits
    counted_name: str
    cents: int | None
    recorded: int | None


class TokesView(msgspec.Struct, frozen=True):
    boxes: list[TokeBoxView]
    pool: int  # counted tokes of all dealers, in cents


def name_of_person(request: AppRequest, person: str) -> str:
    member = desk_of(request).state.people.get(person)
    return member.name if member else person


def the_wallet(request: AppRequest, person: str) -> WalletView:
    wallet = cage_of(request).wallet(person)
    if wallet is None:
        message = "this person has no wallet"
        raise Refused(do.CageCode.NO_WALLET.value, message, (), "Ask the cage to open one.")
    return wallet


class OwnWallet(Controller):
    path = "/api/wallet"
    tags = ("wallet",)

    @get("/", guards=[check_permission], responses=MISSING, summary="Your own wallet")
    async def own(self, request: AppRequest) -> WalletView:
        await cage_of(request).fresh()
        return the_wallet(request, person_of(request).id)

    @get(
        "/statement",
        guards=[check_permission],
        responses=MISSING,
        summary="The statement of your own wallet, newest first",
    )
    async def statement(self, request: AppRequest, before: Before = None) -> list[StatementLine]:
        return await cage_of(request).statement(person_of(request).id, before)


class Counter(Controller):
    path = "/api/cage"
    tags = ("cage",)

    @get("/", guards=[check_permission], responses=DENIED, summary="The cage: totals and slips")
    async def cage(self, request: AppRequest) -> CageView:
        await cage_of(request).fresh()
        state = cage_of(request).state
        tables = {name: account.cents for name, account in sorted(state.tables.items())}
        return CageView(
            len(state.wallets),
            -state.play,
            -state.cash,
            tables,
            list(state.slips[::-1]),
            state.outstanding,
        )

    @get(
        "/patrons",
        guards=[check_permission],
        responses=DENIED,
        summary="Patrons by name, with their balances",
    )
    async def patrons(self, request: AppRequest, name: FromQuery[str] = "") -> list[PatronView]:
        """Return the patrons whose name contains the given text, in alphabetical order."""
        await cage_of(request).fresh()
        cage, people = cage_of(request).state, desk_of(request).state.people
        needle = name.strip().casefold()
        matches = [
            PatronView(id_, member.name, cage.balance_of(id_), member.came)
            for id_, member in people.items()
            if member.kind == "patron" and not member.dismissed and needle in member.name.casefold()
        ]
        return sorted(matches, key=lambda member: (member.name.casefold(), member.person))[:MOST_PATRONS]

    @get("/drawers", guards=[check_permission], responses=DENIED, summary="Cashiers' drawers")
    async def drawers(self, request: AppRequest) -> list[DrawerView]:
        """Return the drawers that are open, or closed but not yet verified."""
        await cage_of(request).fresh()
        blind = {*person_of(request).roles} == {CAGE}
        return [
            DrawerView(
                drawer.number,
                person,
                name_of_person(request, person),
                drawer.opened.at,
                drawer.opening,
                drawer.closed.at if drawer.closed else 0,
                drawer.closing if drawer.closed else None,
                None if blind and drawer.closed is None else drawer.expected,
                drawer.accepted.at if drawer.accepted else 0 if drawer.tracked else drawer.opened.at,
                drawer.counted if drawer.closed else None if drawer.accepted else drawer.chips,
                None if blind and drawer.closed is None else drawer.chips,
            )
            for person, drawer in cage_of(request).state.drawers.items()
        ]

    @get("/drop-boxes", guards=[check_permission], responses=DENIED, summary="Drop boxes")
    async def drop_boxes(self, request: AppRequest) -> DropBoxes:
        await cage_of(request).fresh()
        state = cage_of(request).state
        blind = {*person_of(request).roles} == {COUNT_TEAM}
        boxes = [
            DropBoxView(
                box.number,
                box.table,
                box.collected.at,
                name_of_person(request, id_of(box.collected.by)),
                id_of(box.counted.by) if box.counted else "",
                name_of_person(request, id_of(box.counted.by)) if box.counted else "",
                box.cents if box.counted else None,
                None if blind else box.expected,
            )
            for box in state.boxes.values()
        ]
        tables = [name for name, account in sorted(state.tables.items()) if account.money == do.REAL]
        return DropBoxes(boxes, tables)

    @get("/tokes", guards=[check_permission], responses=DENIED, summary="Toke boxes and the pool")
    async def tokes(self, request: AppRequest) -> TokesView:
        await cage_of(request).fresh()
        state = cage_of(request).state
        blind = {*person_of(request).roles} <= {CAGE, COUNT_TEAM}
        boxes = []
        for name, account in sorted(state.tables.items()):
            if account.money == do.REAL:
                count = state.toke_counts.get(name)
                who = id_of(count.counted.by) if count else ""
                boxes.append(
                    TokeBoxView(
                        name,
                        count.number if count else 0,
                        who,
                        name_of_person(request, who) if who else "",
                        count.cents if count else None,
                        None if blind else count.expected if count else state.tokes.get(name, 0),
                    )
                )
        return TokesView(boxes, state.toke_pool)

    @get(
        "/wallets/{person:str}",
        guards=[check_permission],
        responses=MISSING,
        summary="A person's wallet",
    )
    async def wallet(self, request: AppRequest, person: FromPath[str]) -> WalletView:
        await cage_of(request).fresh()
        return the_wallet(request, person)

    @get(
        "/wallets/{person:str}/statement",
        guards=[check_permission],
        responses=MISSING,
        summary="The statement of a person's wallet, newest first",
    )
    async def statement(
        self, request: AppRequest, person: FromPath[str], before: Before = None
    ) -> list[StatementLine]:
        the_wallet(request, person)
        return await cage_of(request).statement(person, before)

    @post(
        "/patrons",
        guards=[check_permission],
        responses=DENIED,
        summary="Register a patron: an account with a real-money wallet",
    )
    async def patron(self, request: AppRequest, data: JSONBody[NewPatronBody]) -> WalletView:
        """Register a patron who is not on the exclusion list."""
        cage, by, person = cage_of(request), request.state.by, new_person()
        identity = desk_of(request).identity
        namesakes = await identity.check(data.name, by, "New account", born=data.born)
        posts = [
            Post(DESK_STREAM, RegisterPatron(person=person, name=data.name, by=by, at=cage.now)),
            Post(cage.stream, do.OpenWallet(person=person, money=do.REAL, by=by, at=cage.now)),
        ]
        if namesakes:
            clearance = identity.clearance(person, namesakes, by)
            posts += [Post(DESK_STREAM, command) for command in clearance]
        await cage.committer.commit(Batch(posts=tuple(posts)))
        return the_wallet(request, person)


@supplies(do.RefillPlay, "person", "on_tables")
async def own_chips(request: AppRequest, fields: Fields) -> Fields:
    person = person_of(request).id
    chips_of = request.app.state.get("chips_of")  # the server sets this; tests do not
    return {"person": person, "on_tables": int(chips_of(person)) if chips_of else 0}


@supplies(OpenDrawer, "tracked")
async def from_main_bank(request: AppRequest, fields: Fields) -> Fields:
    """State that the contents of a drawer come from the main bank."""
    return {"tracked": True}


@supplies(do.Withdraw, "drawer", "above", "day")
async def withdrawal_terms(request: AppRequest, fields: Fields) -> Fields:
    """Return the drawer, the amount above which a day needs a second person, and the gaming day."""
    terms = {"above": cage_of(request).controls.withdrawal, "day": desk_of(request).today}
    return await open_drawer(request, fields) | terms


@supplies(do.ReverseSlip, "closed_day")
async def closed_day_of_slip(request: AppRequest, fields: Fields) -> Fields:
    """Return the gaming day of the slip if accounting has closed that day."""
    cage, desk = cage_of(request), desk_of(request)
    kinds = (do.Deposited, do.Withdrawn, chips.CageChipsCashed, chips.CageChipsSold, chips.ChipsDeclared)
    found = await cage.slip_events(int(fields["slip"]), kinds, kinds)
    day = desk.day(found[0].at) if found else 0
    await desk.fresh(at_once=True)
    return {"closed_day": day if str(day) in desk.state.closed_days else 0}


@supplies(do.Deposit, "drawer")
@supplies(chips.CashChips, "drawer")
@supplies(chips.SellCageChips, "drawer")
async def open_drawer(request: AppRequest, fields: Fields) -> Fields:
    """Return the number of the cashier's open drawer. The cage refuses 0."""
    await cage_of(request).fresh(at_once=True)
    drawer = cage_of(request).state.drawers.get(person_of(request).id)
    return {"drawer": drawer.number if drawer and drawer.closed is None else 0}


SlipCommand = do.Deposit | do.Withdraw | chips.CashChips | chips.SellCageChips | chips.DeclareChips


@runs(CollectDropBox)
async def collect(request: AppRequest, command: CollectDropBox) -> Events:
    return await cage_of(request).collect(command)


@runs(CountTokes)
async def count_tokes_once(request: AppRequest, command: CountTokes) -> Events:
    """Record a count once. Repeating the request changes nothing."""
    cage = cage_of(request)
    try:
        return await cage.do(command)
    except Refused as refused:
        count = cage.state.toke_counts.get(command.table)
        given = (worth(command.chips, command.other), command.by)
        same = count is not None and (count.cents, count.counted.by) == given
        if refused.code != do.CageCode.TRANSFER_TWICE or not same:
            raise
        return ()


@runs(do.Deposit, do.Withdraw, chips.CashChips, chips.SellCageChips, chips.DeclareChips)
async def pay_once(request: AppRequest, command: SlipCommand) -> Events:
    """Write a slip once. Repeating the request changes nothing."""
    cage, person = cage_of(request), getattr(command, "person", "")
    await check_not_excluded(request, command)
    try:
        if isinstance(command, do.Withdraw):
            return await cage.withdraw(command, command.person)
        return await cage.do(command)
    except Refused as refused:
        slip = slip_of(cage, command.id)
        is_same = slip and (slip.person, slip.cents, slip.by) == (person, cash_of(command), command.by)
        held = held_of(cage, command.id)
        if held is not None:
            is_same = (held.person, -held.cents, held.asked.by) == (person, cash_of(command), command.by)
        if refused.code != do.CageCode.TRANSFER_TWICE or not is_same:
            raise
        return ()


@runs(do.ConfirmWithdrawal)
async def confirm_withdrawal(request: AppRequest, command: do.ConfirmWithdrawal) -> Events:
    cage = cage_of(request)
    await cage.fresh(at_once=True)
    held = cage.state.withdrawals.get(str(command.withdrawal))
    return await cage.withdraw(command, held.person if held is not None else "")


async def check_not_excluded(request: AppRequest, command: SlipCommand) -> None:
    """Refuse to take money from or pay money to a person on the exclusion list, if a name is known."""
    identity = desk_of(request).identity
    match command:
        case do.Deposit():
            await identity.check_patron(command.person, command.by, "Deposit")
        case chips.SellCageChips() if command.name:
            await identity.check(command.name, command.by, "Chips for cash")
        case chips.CashChips() if command.name:
            await identity.check(command.name, command.by, "Cash for chips")


def cash_of(command: SlipCommand) -> int:
    """Return the cash that a slip brings in. It is negative if cash is paid out."""
    match command:
        case do.Withdraw():
            return -command.cents
        case chips.CashChips():
            return -worth(command.chips, 0)
        case chips.SellCageChips():
            return worth(command.chips, 0)
        case _:
            return command.cents


def held_of(cage: CageService, id_: str) -> HeldWithdrawal | None:
    return next((one for one in cage.state.withdrawals.values() if one.id == id_), None)


def slip_of(cage: CageService, id_: str) -> Slip | None:
    return next((slip for slip in reversed(cage.state.slips) if slip.id == id_), None)


async def wallet_of(request: AppRequest, command: do.RefillPlay) -> WalletView:
    return the_wallet(request, command.person)


async def closed(request: AppRequest, command: do.CloseWallet) -> dict[str, str]:
    return {"status": "closed"}


async def written_withdrawal(request: AppRequest, command: do.Withdraw) -> WithdrawalAnswer:
    held = held_of(cage_of(request), command.id)
    if held is not None:
        return WithdrawalAnswer(0, held.id, held.person, -held.cents, held.asked.by, waits=held.number)
    slip = await written_slip(request, command)
    return WithdrawalAnswer(slip.number, slip.id, slip.person, slip.cents, slip.by)


async def written_slip(request: AppRequest, command: do.Deposit | do.Withdraw) -> Slip:
    slip = slip_of(cage_of(request), command.id)
    assert slip is not None, "the slip was just written"
    return msgspec.structs.replace(slip, reversed=False)  # a repeated request gets the first response


async def last_slip(request: AppRequest, command: do.ReverseSlip) -> Slip:
    return cage_of(request).state.slips[-1]


ALIASES = (
    alias("/api/wallet/refill", do.RefillPlay, wallet_of, "Refill the play money of an almost empty wallet"),
    alias(
        "/api/cage/wallets/{person:str}/close",
        do.CloseWallet,
        closed,
        "Close an empty wallet or a play-money wallet",
        body=ReasonBody,
    ),
    alias("/api/cage/deposits", do.Deposit, written_slip, "Deposit money", body=CounterBody, created=True),
    alias(
        "/api/cage/withdrawals",
        do.Withdraw,
        written_withdrawal,
        "Withdraw money for a customer who is present",
        body=WithdrawalBody,
        created=True,
    ),
    alias(
        "/api/cage/slips/{slip:int}/reverse",
        do.ReverseSlip,
        last_slip,
        "Reverse a wrong slip",
        body=ReasonBody,
        created=True,
    ),
)

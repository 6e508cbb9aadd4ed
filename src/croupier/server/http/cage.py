"""Routes for wallets and the cage counter."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.casino.administration.commands import RegisterPatron
from croupier.casino.administration.stream import STREAM as DESK_STREAM
from croupier.casino.cage import commands as do
from croupier.casino.cage.machine import Slip
from croupier.errors import Refused
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.people import Asked, Before, NewStaffBody, ReasonBody, person_of
from croupier.server.services.cage import CageService, StatementLine, WalletView
from croupier.server.sessions.tokens import new_person
from croupier.store.batches import Batch, Post

Key = Annotated[str, Meta(min_length=1, max_length=64)]


class CounterBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A real-money payment. The clerk's client chooses the id; a repeated id is ignored."""

    id: Key
    person: Key
    cents: do.Amount


class CageView(msgspec.Struct, frozen=True):
    wallets: int
    play: int  # play money in circulation, in cents
    cash: int  # real money deposited, in cents
    tables: dict[str, int]  # chips sent to each table minus chips returned
    slips: list[Slip]


def cage_of(request: Asked) -> CageService:
    found: CageService = request.app.state.cage
    return found


def the_wallet(request: Asked, person: str) -> WalletView:
    found = cage_of(request).wallet(person)
    if found is None:
        message = "this person has no wallet"
        raise Refused(do.CageCode.NO_WALLET.value, message, (), "Ask the cage to open one.")
    return found


class OwnWallet(Controller):
    path = "/api/wallet"
    tags = ("wallet",)

    @get("/", guards=[check_permission], responses=MISSING, summary="Your own wallet")
    async def own(self, request: Asked) -> WalletView:
        await cage_of(request).fresh()
        return the_wallet(request, person_of(request).id)

    @get(
        "/statement",
        guards=[check_permission],
        responses=MISSING,
        summary="The statement of your own wallet, newest first",
    )
    async def statement(self, request: Asked, before: Before = None) -> list[StatementLine]:
        return await cage_of(request).statement(person_of(request).id, before)

    @post(
        "/refill",
        guards=[check_permission],
        responses=MISSING,
        summary="Refill the play money of an almost empty wallet",
        status_code=200,
    )
    async def refill(self, request: Asked) -> WalletView:
        cage, person = cage_of(request), person_of(request).id
        chips_of = request.app.state.get("chips_of")  # set by the server; missing in tests
        on_tables = int(chips_of(person)) if chips_of else 0
        await cage.do(do.RefillPlay(person=person, on_tables=on_tables, by=request.state.by, at=cage.now))
        return the_wallet(request, person)


class Counter(Controller):
    path = "/api/cage"
    tags = ("cage",)

    @get("/", guards=[check_permission], responses=DENIED, summary="The cage: totals and slips")
    async def cage(self, request: Asked) -> CageView:
        await cage_of(request).fresh()
        state = cage_of(request).state
        tables = {name: account.cents for name, account in sorted(state.tables.items())}
        return CageView(len(state.wallets), -state.play, -state.cash, tables, list(state.slips[::-1]))

    @get(
        "/wallets/{person:str}",
        guards=[check_permission],
        responses=MISSING,
        summary="A person's wallet",
    )
    async def wallet(self, request: Asked, person: FromPath[str]) -> WalletView:
        await cage_of(request).fresh()
        return the_wallet(request, person)

    @get(
        "/wallets/{person:str}/statement",
        guards=[check_permission],
        responses=MISSING,
        summary="The statement of a person's wallet, newest first",
    )
    async def statement(
        self, request: Asked, person: FromPath[str], before: Before = None
    ) -> list[StatementLine]:
        the_wallet(request, person)
        return await cage_of(request).statement(person, before)

    @post(
        "/patrons",
        guards=[check_permission],
        responses=DENIED,
        summary="Register a patron: an account with a real-money wallet",
    )
    async def patron(self, request: Asked, data: JSONBody[NewStaffBody]) -> WalletView:
        cage, by, person = cage_of(request), request.state.by, new_person()
        posts = (
            Post(DESK_STREAM, RegisterPatron(person=person, name=data.name, by=by, at=cage.now)),
            Post(cage.stream, do.OpenWallet(person=person, money=do.REAL, by=by, at=cage.now)),
        )
        await cage.committer.commit(Batch(posts=posts))
        return the_wallet(request, person)

    @post(
        "/wallets/{person:str}/close",
        guards=[check_permission],
        responses=MISSING,
        summary="Close an empty wallet or a play-money wallet",
        status_code=200,
    )
    async def close(
        self, request: Asked, person: FromPath[str], data: JSONBody[ReasonBody]
    ) -> dict[str, str]:
        cage = cage_of(request)
        command = do.CloseWallet(person=person, reason=data.reason, by=request.state.by, at=cage.now)
        await cage.do(command)
        return {"status": "closed"}

    @post("/deposits", guards=[check_permission], responses=MISSING, summary="Deposit money")
    async def deposit(self, request: Asked, data: JSONBody[CounterBody]) -> Slip:
        cage, by = cage_of(request), request.state.by
        command = do.Deposit(id=data.id, person=data.person, cents=data.cents, by=by, at=cage.now)
        return await written_once(cage, command, data.cents)

    @post(
        "/withdrawals",
        guards=[check_permission],
        responses=MISSING,
        summary="Withdraw money",
    )
    async def withdraw(self, request: Asked, data: JSONBody[CounterBody]) -> Slip:
        cage, by = cage_of(request), request.state.by
        command = do.Withdraw(id=data.id, person=data.person, cents=data.cents, by=by, at=cage.now)
        return await written_once(cage, command, -data.cents)

    @post(
        "/slips/{slip:int}/reverse",
        guards=[check_permission],
        responses=MISSING,
        summary="Reverse a wrong slip",
    )
    async def reverse(self, request: Asked, slip: FromPath[int], data: JSONBody[ReasonBody]) -> Slip:
        cage = cage_of(request)
        await cage.do(do.ReverseSlip(slip=slip, reason=data.reason, by=request.state.by, at=cage.now))
        return cage.state.slips[-1]


async def written_once(cage: CageService, command: do.Deposit | do.Withdraw, gained: int) -> Slip:
    """Write a slip, or return the existing one if the same clerk repeats the same request."""
    try:
        await cage.do(command)
    except Refused as refused:
        slip = slip_of(cage, command.id)
        same = slip and (slip.person, slip.cents, slip.by) == (command.person, gained, command.by)
        if refused.code != do.CageCode.TRANSFER_TWICE or slip is None or not same:
            raise
        return msgspec.structs.replace(slip, reversed=False)  # same answer as the first time
    slip = slip_of(cage, command.id)
    assert slip is not None, "the slip was just written"
    return slip


def slip_of(cage: CageService, id_: str) -> Slip | None:
    return next((slip for slip in reversed(cage.state.slips) if slip.id == id_), None)

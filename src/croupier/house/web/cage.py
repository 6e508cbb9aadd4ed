"""Wallets and what moves in them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from croupier.errors import Refused
from croupier.house.cage import commands as do
from croupier.house.cage.machine import Slip
from croupier.house.cage.service import CageService, StatementLine, WalletView
from croupier.house.desk.commands import RegisterPatron
from croupier.house.desk.stream import STREAM as DESK_STREAM
from croupier.house.people.sessions import new_person
from croupier.house.store.batches import Batch, Post
from croupier.house.web.guards import needs
from croupier.house.web.people import Asked, Because, Before, Enlisted, person_of
from croupier.house.web.refusals import DENIED, MISSING

Key = Annotated[str, Meta(min_length=1, max_length=64)]


class OverTheCounter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Real money. The id is the clerk's own: the same one counts once."""

    id: Key
    person: Key
    cents: do.Amount


class CageView(msgspec.Struct, frozen=True):
    wallets: int
    play: int  # play money that is out, in cents
    cash: int  # real money that people have brought, in cents
    tables: dict[str, int]  # chips that went to each table less those that came back
    slips: list[Slip]


def cage_of(request: Asked) -> CageService:
    found: CageService = request.app.state.cage
    return found


def the_wallet(request: Asked, person: str) -> WalletView:
    found = cage_of(request).wallet(person)
    if found is None:
        raise Refused(do.Code.NO_WALLET.value, f"{person[:64]} has no wallet", (), "The cage opens one.")
    return found


class OwnWallet(Controller):
    path = "/api/wallet"
    tags = ("wallet",)

    @get("/", guards=[needs("GET /api/wallet")], responses=MISSING, summary="The own wallet")
    async def own(self, request: Asked) -> WalletView:
        await cage_of(request).fresh()
        return the_wallet(request, person_of(request).id)

    @get(
        "/statement",
        guards=[needs("GET /api/wallet/statement")],
        responses=MISSING,
        summary="What moved in it, newest first",
    )
    async def statement(self, request: Asked, before: Before = None) -> list[StatementLine]:
        return await cage_of(request).statement(person_of(request).id, before)

    @post(
        "/refill",
        guards=[needs("POST /api/wallet/refill")],
        responses=MISSING,
        summary="Play money again, for who has next to none",
        status_code=200,
    )
    async def refill(self, request: Asked) -> WalletView:
        cage, person = cage_of(request), person_of(request).id
        chips_of = request.app.state.get("chips_of")  # what somebody has at tables is for their owners to say
        on_tables = int(chips_of(person)) if chips_of else 0
        await cage.do(do.RefillPlay(person=person, on_tables=on_tables, by=request.state.by, at=cage.now))
        return the_wallet(request, person)


class Counter(Controller):
    path = "/api/cage"
    tags = ("cage",)

    @get("/", guards=[needs("GET /api/cage")], responses=DENIED, summary="The cage as it stands")
    async def cage(self, request: Asked) -> CageView:
        await cage_of(request).fresh()
        state = cage_of(request).state
        tables = {name: account.cents for name, account in sorted(state.tables.items())}
        return CageView(len(state.wallets), -state.play, -state.cash, tables, list(state.slips[::-1]))

    @get(
        "/wallets/{person:str}",
        guards=[needs("GET /api/cage/wallets/{person}")],
        responses=MISSING,
        summary="Somebody's wallet",
    )
    async def wallet(self, request: Asked, person: FromPath[str]) -> WalletView:
        await cage_of(request).fresh()
        return the_wallet(request, person)

    @get(
        "/wallets/{person:str}/statement",
        guards=[needs("GET /api/cage/wallets/{person}/statement")],
        responses=MISSING,
        summary="What moved in it, newest first",
    )
    async def statement(
        self, request: Asked, person: FromPath[str], before: Before = None
    ) -> list[StatementLine]:
        the_wallet(request, person)
        return await cage_of(request).statement(person, before)

    @post(
        "/patrons",
        guards=[needs("POST /api/cage/patrons")],
        responses=DENIED,
        summary="A player with an account of their own and a wallet for real money",
    )
    async def patron(self, request: Asked, data: JSONBody[Enlisted]) -> WalletView:
        cage, by, person = cage_of(request), request.state.by, new_person()
        posts = (
            Post(DESK_STREAM, RegisterPatron(person=person, name=data.name, by=by, at=cage.now)),
            Post(cage.stream, do.OpenWallet(person=person, money=do.REAL, by=by, at=cage.now)),
        )
        await cage.committer.commit(Batch(posts=posts))
        return the_wallet(request, person)

    @post(
        "/wallets/{person:str}/close",
        guards=[needs("POST /api/cage/wallets/{person}/close")],
        responses=MISSING,
        summary="Close a wallet that is empty, or one of play money",
        status_code=200,
    )
    async def close(self, request: Asked, person: FromPath[str], data: JSONBody[Because]) -> dict[str, str]:
        cage = cage_of(request)
        command = do.CloseWallet(person=person, reason=data.reason, by=request.state.by, at=cage.now)
        await cage.do(command)
        return {"status": "closed"}

    @post("/deposits", guards=[needs("POST /api/cage/deposits")], responses=MISSING, summary="Money in")
    async def deposit(self, request: Asked, data: JSONBody[OverTheCounter]) -> Slip:
        cage = cage_of(request)
        await cage.do(
            do.Deposit(id=data.id, person=data.person, cents=data.cents, by=request.state.by, at=cage.now)
        )
        return slip_of(cage, data.id)

    @post(
        "/withdrawals", guards=[needs("POST /api/cage/withdrawals")], responses=MISSING, summary="Money out"
    )
    async def withdraw(self, request: Asked, data: JSONBody[OverTheCounter]) -> Slip:
        cage = cage_of(request)
        await cage.do(
            do.Withdraw(id=data.id, person=data.person, cents=data.cents, by=request.state.by, at=cage.now)
        )
        return slip_of(cage, data.id)

    @post(
        "/slips/{slip:int}/reverse",
        guards=[needs("POST /api/cage/slips/{slip}/reverse")],
        responses=MISSING,
        summary="Put a wrong slip right by its reverse",
    )
    async def reverse(self, request: Asked, slip: FromPath[int], data: JSONBody[Because]) -> Slip:
        cage = cage_of(request)
        await cage.do(do.ReverseSlip(slip=slip, reason=data.reason, by=request.state.by, at=cage.now))
        return cage.state.slips[-1]


def slip_of(cage: CageService, id_: str) -> Slip:
    return next(slip for slip in reversed(cage.state.slips) if slip.id == id_)

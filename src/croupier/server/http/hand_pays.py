"""Routes for hand pays. Only the floor, the cage and accounting see the winner's identity."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody

from croupier.casino.administration import hand_pay_commands as do
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.hand_pay_commands import HandPay
from croupier.casino.administration.hand_pays import missing_step, needs_witness, tax_clauses, the_hand_pay
from croupier.documents.hand_pays import HandPayPaper, PaperSignature, PaperWin, PaperWinner
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.rulebook import title
from croupier.server.http.access import AppRequest, Reason, ReasonBody, desk_of
from croupier.server.http.commands import alias
from croupier.server.http.documents import FILE, Sheet, file_response
from croupier.server.http.errors import DENIED, MISSING
from croupier.server.http.guards import check_permission
from croupier.server.http.pit import name_of
from croupier.server.http.tables import the_house
from croupier.server.services.identity import StoredIdentity, WinnerIdentity
from croupier.server.workers import print_jobs
from croupier.table.roles import ACCOUNTING, CAGE, FLOOR, PIT_MANAGER, id_of

HANDLERS = frozenset((FLOOR, PIT_MANAGER, CAGE, ACCOUNTING))  # roles that handle identity data


class MaskedIdentity(msgspec.Struct, frozen=True):
    """A winner's identity with the last four digits of the numbers."""

    name: str
    born: str
    address: str
    city: str
    id_kind: str
    id_number: str
    taxpayer: str


class WinView(msgspec.Struct, frozen=True):
    """One win of a hand pay, in cents."""

    wager: str  # label of the wager
    staked: int
    won: int
    withheld: int


class HandPayView(msgspec.Struct, frozen=True):
    """A hand pay. Surveillance and the regulator see it without the winner."""

    number: int
    table: str
    game: str
    round: int
    seat: int
    at: int
    year: int
    status: str
    settled: bool
    lines: tuple[WinView, ...]
    won: int
    withheld: int
    next_step: str  # what an open hand pay is waiting for
    needs_witness: bool
    filed_by: str
    floor: str
    payer: str
    witness: str
    reason: str
    clauses: tuple[str, ...]
    identified: bool
    winner: MaskedIdentity | None


class DecisionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decision: do.Decision
    reason: Reason


def masked(identity: StoredIdentity) -> MaskedIdentity:
    one = identity.winner
    numbers = [f"…{text[-4:]}" if text else "" for text in (one.id_number, one.taxpayer)]
    return MaskedIdentity(one.name, one.born, one.address, one.city, one.id_kind, *numbers)


def view_of(request: AppRequest, one: HandPay, identity: StoredIdentity | None) -> HandPayView:
    state = desk_of(request).state

    def name(by: str) -> str:
        return name_of(state, id_of(by)) or by

    return HandPayView(
        number=one.number,
        table=one.table,
        game=title(one.game),
        round=one.round,
        seat=one.seat,
        at=one.at,
        year=one.year,
        status=one.status,
        settled=one.settled,
        lines=tuple(WinView(*win) for win in wins_of(one)),
        won=one.won,
        withheld=one.withheld,
        next_step=missing_step(one) if one.is_open else "",
        needs_witness=needs_witness(one),
        filed_by=name(one.filed_by),
        floor=name(one.floor),
        payer=name(one.payer),
        witness=name(one.witness),
        reason=one.reason,
        clauses=tax_clauses(one),
        identified=bool(one.record),
        winner=masked(identity) if identity is not None else None,
    )


async def hand_pays_now(request: AppRequest, command: Any = None) -> list[HandPayView]:
    """Return the hand pays, newest first. Winners are named only to roles that handle identity data."""
    desk = desk_of(request)
    await desk.fresh()
    every = sorted(desk.state.hand_pays.values(), key=lambda one: -one.number)
    handles = HANDLERS.intersection(request.user.roles)
    records = [one.record for one in every if one.record] if handles else []
    identities = await desk.identity.winners(records)
    return [view_of(request, one, identities.get(one.record)) for one in every]


def titled(game: str, wager: str) -> str:
    rule = game_of(game).wager(wager)
    return rule.label if rule is not None else wager.replace("_", " ").capitalize()


def wins_of(one: HandPay) -> list[tuple[str, int, int, int]]:
    """Return the label, the bet, the winnings and the withheld tax of each win."""
    backup = bool(one.record) and not one.numbered
    return [
        (
            titled(one.game, line.wager),
            line.staked,
            line.won,
            max(line.withheld, line.backup) if backup else line.withheld,
        )
        for line in one.lines
    ]


def paper_of(request: AppRequest, one: HandPay, winner: WinnerIdentity, number: str) -> HandPayPaper:
    """Return the contents of a form. `number` is the taxpayer number, or empty for the slip."""
    state = desk_of(request).state
    signed = [("Floor", one.floor, one.floor_at)]
    signed.append(("Cashier" if one.settled else "Dealer", one.payer, one.payer_at))
    if needs_witness(one):
        signed.append(("Witness", one.witness, one.witness_at))
    wins = tuple(PaperWin(*win) for win in wins_of(one))
    fields = {name: getattr(winner, name) for name in PaperWinner.__struct_fields__ if name != "taxpayer"}
    return HandPayPaper(
        number=one.number,
        standing=one.status,
        table=one.table,
        game=title(one.game),
        round=one.round,
        seat=one.seat,
        at=one.at,
        year=one.year,
        wins=wins,
        winner=PaperWinner(**fields, taxpayer=number),
        signatures=tuple(
            PaperSignature(role, name_of(state, id_of(by)) if by else "", at) for role, by, at in signed
        ),
        clauses=tax_clauses(one),
        digest=one.digest,
    )


async def the_winner(request: AppRequest, number: int) -> tuple[HandPay, WinnerIdentity]:
    desk = desk_of(request)
    await desk.fresh(at_once=True)
    one = the_hand_pay(desk.state, number)
    found = (await desk.identity.winners([one.record])).get(one.record)
    if found is None:
        raise Refused(
            AdministrationCode.NO_IDENTITY.value,
            f"the winner of hand pay {number} is not identified",
            (),
            "Enter the winner's identity first.",
        )
    return one, found.winner


async def made_paper(request: AppRequest, paper: HandPayPaper, name: str, size: str) -> Response[bytes]:
    made = await the_house(request).print_shop.private(print_jobs.hand_pay_paper, paper, name, size)
    return file_response(request, made, f"hand-pay-{paper.number}-{name}.pdf")


class HandPays(Controller):
    path = "/api/hand-pays"
    tags = ("hand pays",)

    @get("/", guards=[check_permission], responses=DENIED, summary="Hand pays, newest first")
    async def every(self, request: AppRequest) -> list[HandPayView]:
        return await hand_pays_now(request)

    @post(
        "/{hand_pay:int}/identity",
        guards=[check_permission],
        responses=MISSING,
        summary="Enter the winner's identity, which is compared with the exclusion list",
        status_code=200,
    )
    async def identify(
        self, request: AppRequest, hand_pay: FromPath[int], data: JSONBody[WinnerIdentity]
    ) -> list[HandPayView]:
        await desk_of(request).identity.identify(hand_pay, data, request.state.by)
        return await hand_pays_now(request)

    @post(
        "/{hand_pay:int}/identity/delete",
        guards=[check_permission],
        responses=MISSING,
        summary="Delete the winner's identity after the retention period",
        status_code=200,
    )
    async def forget(
        self, request: AppRequest, hand_pay: FromPath[int], data: JSONBody[ReasonBody]
    ) -> list[HandPayView]:
        await desk_of(request).identity.delete(hand_pay, data.reason, request.state.by)
        return await hand_pays_now(request)

    @get(
        "/{hand_pay:int}/slip",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="The jackpot slip as pdf, without the taxpayer number",
    )
    async def slip(
        self, request: AppRequest, hand_pay: FromPath[int], size: Sheet = "letter"
    ) -> Response[bytes]:
        one, winner = await the_winner(request, hand_pay)
        return await made_paper(request, paper_of(request, one, winner, ""), "slip", size)

    @get(
        "/{hand_pay:int}/tax",
        guards=[check_permission],
        responses=MISSING,
        media_type=FILE,
        summary="The information for the tax form as pdf, with the taxpayer number",
    )
    async def tax(
        self, request: AppRequest, hand_pay: FromPath[int], size: Sheet = "letter"
    ) -> Response[bytes]:
        one, winner = await the_winner(request, hand_pay)
        return await made_paper(request, paper_of(request, one, winner, winner.taxpayer), "tax", size)


ALIASES = (
    alias(
        "/api/hand-pays/{hand_pay:int}/sign",
        do.SignHandPay,
        hand_pays_now,
        "Sign a hand pay as the floor, or as the cashier who pays",
    ),
    alias(
        "/api/hand-pays/{hand_pay:int}/witness",
        do.WitnessHandPay,
        hand_pays_now,
        "Sign a hand pay as witness",
    ),
    alias(
        "/api/hand-pays/{hand_pay:int}/decide",
        do.DecideHandPay,
        hand_pays_now,
        "Decide about a winner who is on the exclusion list",
        body=DecisionBody,
    ),
)

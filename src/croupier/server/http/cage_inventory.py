"""Routes for the main bank, its slips, the chips in circulation, and withdrawals to confirm."""

from __future__ import annotations

import msgspec
from litestar import Controller, get

from croupier.casino.cage.inventory import Circulation, drawer_cash
from croupier.casino.cage.inventory_commands import BankCount, BankSlip
from croupier.casino.cage.machine import CageState
from croupier.server.http.access import AppRequest, cage_of, person_of
from croupier.server.http.cage import name_of_person
from croupier.server.http.errors import DENIED
from croupier.server.http.guards import check_permission
from croupier.table.roles import CAGE, id_of


class BankCountView(msgspec.Struct, frozen=True):
    """A count of the main bank that waits for a second person."""

    number: int
    what: str
    by: str  # person id
    name: str
    at: int
    cash: int
    chips: dict[str, int]


class BankSlipView(msgspec.Struct, frozen=True):
    number: int
    what: str
    drawer: int
    cash: int
    chips: dict[str, int]
    by: str  # person id
    name: str
    at: int
    reason: str


class WithdrawalView(msgspec.Struct, frozen=True):
    """A large withdrawal that waits for a second person."""

    number: int
    person: str
    name: str
    cents: int
    document: str
    drawer: int
    by: str  # person id of the cashier
    cashier: str
    at: int


class CirculationView(msgspec.Struct, frozen=True):
    """The real-money chips of the casino, in cents. `difference` is the value of missing chips."""

    issued: int
    cage: int
    trays: int
    in_transit: int
    by_inventory: int
    outstanding: int
    at_tables: int
    tokes: int
    by_books: int
    difference: int


class InventoryView(msgspec.Struct, frozen=True):
    """The main bank. The cage counts it blind, so the amounts by the books are hidden from the cage."""

    counted: int  # time of the last verified count, or 0
    cash: int | None
    chips: dict[str, int] | None
    drawers_cash: int | None
    count: BankCountView | None
    slips: list[BankSlipView]
    withdrawals: list[WithdrawalView]
    second_above: int  # a day's withdrawals above this amount need a second person
    circulation: CirculationView | None


def circulation_view(where: Circulation | None) -> CirculationView | None:
    if where is None:
        return None
    fields = CirculationView.__struct_fields__
    return CirculationView(**{name: getattr(where, name) for name in fields})


def count_view(request: AppRequest, count: BankCount | None) -> BankCountView | None:
    if count is None:
        return None
    who = id_of(count.counted.by)
    name = name_of_person(request, who)
    return BankCountView(count.number, count.what, who, name, count.counted.at, count.cash, count.chips)


def slip_view(request: AppRequest, slip: BankSlip) -> BankSlipView:
    who = id_of(slip.asked.by)
    name = name_of_person(request, who)
    return BankSlipView(
        slip.number, slip.what, slip.drawer, slip.cash, slip.chips, who, name, slip.asked.at, slip.reason
    )


def withdrawal_views(request: AppRequest, state: CageState) -> list[WithdrawalView]:
    return [
        WithdrawalView(
            one.number,
            one.person,
            name_of_person(request, one.person),
            one.cents,
            one.document,
            one.drawer,
            id_of(one.asked.by),
            name_of_person(request, id_of(one.asked.by)),
            one.asked.at,
        )
        for one in state.withdrawals.values()
    ]


class CageInventory(Controller):
    path = "/api/cage"
    tags = ("cage",)

    @get(
        "/inventory",
        guards=[check_permission],
        responses=DENIED,
        summary="The main bank, open bank slips, waiting withdrawals and chips in circulation",
    )
    async def inventory(self, request: AppRequest) -> InventoryView:
        cage = cage_of(request)
        await cage.fresh()
        state, bank = cage.state, cage.state.bank
        blind = {*person_of(request).roles} == {CAGE}
        shown = None if blind else bank
        return InventoryView(
            bank.at if bank else 0,
            shown.cash if shown else None,
            shown.chips if shown else None,
            None if blind or bank is None else drawer_cash(state),
            count_view(request, state.bank_count),
            [slip_view(request, slip) for slip in state.bank_slips.values()],
            withdrawal_views(request, state),
            cage.controls.withdrawal,
            None if blind else circulation_view(await cage.circulation()),
        )

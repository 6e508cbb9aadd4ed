"""The cage as a pure state machine. Commands carry ids and times, and no wallet balance goes below zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from croupier.casino.cage import chip_commands as chips
from croupier.casino.cage import commands as do
from croupier.casino.cage.cash_commands import Drawer, DropBox
from croupier.casino.cage.commands import PLAY, REAL, CageCode, Document, Money
from croupier.casino.cage.custody import negative, through_drawer
from croupier.casino.cage.inventory_commands import BankCount, BankSlip, MainBank
from croupier.casino.cage.tax_commands import ReturnTax, TaxReturned, TaxWithheld, WithheldTax, WithholdTax
from croupier.casino.cage.toke_commands import TakeToke, TokeCount, TokeTaken
from croupier.casino.cage.tray_commands import ChipExchange, Signature, TrayChips, TrayChipsSold, TraySlip
from croupier.casino.machines import HOUSE, TABLE, CasinoCommand, CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import regulation
from croupier.submission.money import format_dollars as dollars
from croupier.table.roles import ACCOUNTING, CAGE, PLAYER, REGULATOR, SURVEILLANCE, id_of, role_of

APART = regulation("separation_of_duties")
BOOKS = regulation("double_entry")
SLIPS = regulation("chip_slips")
KEPT = 64  # number of transfer ids kept per table, to recognize a transfer that is sent again
KEPT_SLIPS = 256
MOST_WALLETS = 10_000  # limit so that a snapshot fits into one journal line


class PlayTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Terms for play money given to guests, in cents."""

    start: int = 100_000  # balance of a new wallet, and balance after a refill
    broke: int = 2_500  # a guest with a lower balance may request a refill
    most: int = 10_000_000  # maximum play money that one wallet may ever receive


class Wallet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    money: Money
    cents: int = 0
    issued: int = 0  # play money received in total


class TableAccount(msgspec.Struct, frozen=True, gc=False):
    """A table's account: chips sent to it minus chips returned. It is negative if the players won."""

    money: Money
    cents: int = 0
    transfers: tuple[str, ...] = ()  # ids of the last transfers


class Slip(msgspec.Struct, frozen=True, gc=False):
    """A numbered slip for cash at the cage, stored while it can still be reversed."""

    number: int
    id: str
    person: str  # owner of the wallet, or "" for chips
    cents: int  # cash received, negative if paid out
    by: str
    reversed: bool = False
    kind: Literal["wallet", "chips"] = "wallet"  # what the cash was exchanged for
    chips: dict[str, int] = {}  # chips that the cage received, below zero if it paid them out


class HeldWithdrawal(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A large withdrawal that waits for a second person."""

    number: int
    id: str
    person: str
    cents: int
    drawer: int
    document: Document
    day: int
    asked: Signature


class WithdrawnToday(msgspec.Struct, frozen=True, gc=False):
    """A customer's withdrawals on the last gaming day on which they made any."""

    day: int
    cents: int


class Trays(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Chips in table trays, as cents by table. These chips are separate from players' money."""

    slips: tuple[TraySlip, ...] = ()  # the most recent slips and all open slips
    written: int = 0  # number of fills, credits and counts so far, without gaps
    held: dict[str, int] = {}  # table -> fills - credits - chips sold + differences found by counts
    transit: dict[str, int] = {}  # table -> chips on their way to or from the tray
    short: dict[str, int] = {}  # table -> shortages found by counts; negative for overages
    drop: dict[str, int] = {}  # table -> money in the drop box for chips sold from the tray
    vault: dict[str, int] = {}  # kind of money -> minus all chips issued to trays
    apart: dict[str, int] = {}  # slip number -> unverified count minus book amount
    counted: dict[str, str] = {}  # table -> kind of its last verified count, "opener" or "closer"
    chips: dict[str, TrayChips] = {}  # table -> chips by denomination, if its last count was by denomination
    exchanges: tuple[ChipExchange, ...] = ()  # the last exchanges of chips


class CageState(msgspec.Struct, frozen=True, gc=False):
    terms: PlayTerms = PlayTerms()
    wallets: dict[str, Wallet] = {}
    tables: dict[str, TableAccount] = {}
    slips: tuple[Slip, ...] = ()  # the last slips
    written: int = 0  # number of slips so far, without gaps
    play: int = 0  # balance of the source of play money: minus all play money issued
    cash: int = 0  # balance of the source of real money
    clock: int = 0
    trays: Trays = Trays()
    outstanding: int = 0  # chips of real money away from the tables
    drawers: dict[str, Drawer] = {}  # by cashier
    drawers_opened: int = 0  # number of drawers so far, without gaps
    boxes: dict[str, DropBox] = {}  # by number; the boxes in the count room
    boxes_collected: int = 0
    over_short: int = 0  # cash found by counts, negative if missing
    tokes: dict[str, int] = {}  # table -> recorded tokes in its toke box
    toke_counts: dict[str, TokeCount] = {}  # table -> count of its toke box that is not verified yet
    tokes_counted: int = 0  # number of counts of toke boxes so far, without gaps
    toke_pool: int = 0  # counted tokes of all dealers
    tax_withheld: int = 0  # tax that tables withheld from wins
    taxes: dict[str, WithheldTax] = {}  # by number of the hand pay; the last ones
    bank: MainBank | None = None  # the main bank, or None before its first verified count
    bank_count: BankCount | None = None  # count of the main bank that is not verified yet
    bank_counts: int = 0  # number of counts of the main bank so far, without gaps
    bank_slips: dict[str, BankSlip] = {}  # by number; slips that wait for their second signature
    bank_slips_written: int = 0  # number of bank slips so far, without gaps
    issued: int = 0  # value of all real-money chips in service, since the first count of the main bank
    wallet_chips: int = 0  # chips at tables that wallets paid for, since the first count of the main bank
    chip_over_short: int = 0  # chips that counts of the cage found, negative if missing
    withdrawals: dict[str, HeldWithdrawal] = {}  # by number; withdrawals that wait for a second person
    withdrawals_held: int = 0  # number of such withdrawals so far
    withdrawn: dict[str, WithdrawnToday] = {}  # by customer

    def balance_of(self, person: str) -> int:
        """Return the balance of a person's wallet, or 0 if they have none."""
        wallet = self.wallets.get(person)
        return wallet.cents if wallet else 0


def readers_of(person: str) -> tuple[str, ...]:
    """Return the audience of events about a person's money: the person, and the staff who keep the books."""
    return (f"{PLAYER}:{person}", CAGE, ACCOUNTING, SURVEILLANCE, REGULATOR)


STAFF = (CAGE, ACCOUNTING, SURVEILLANCE, REGULATOR)


def the_wallet(state: CageState, person: str) -> Wallet:
    wallet = state.wallets.get(person)
    if wallet is None:
        raise refuse(CageCode.NO_WALLET, "there is no wallet for this person", "Open a wallet at the cage.")
    return wallet


def the_table(state: CageState, table: str) -> TableAccount:
    account = state.tables.get(table)
    if account is None:
        names = ", ".join(sorted(state.tables)) or "none"
        raise refuse(CageCode.NO_SUCH_TABLE, f"the cage has no table {table}", f"Tables: {names}.")
    return account


def check_own_wallet(by: str, person: str) -> None:
    """Check that a player moves only their own money."""
    if role_of(by) == PLAYER and id_of(by) != person:
        raise refuse(CageCode.NOT_YOUR_WALLET, "this is another person's wallet", "Use your own wallet.")


def check_money(what: str, money: Money, required: Money) -> None:
    if money != required:
        raise refuse(
            CageCode.OTHER_MONEY,
            f"{what} takes {money} money, but this is {required} money",
            "Play money and real money cannot be mixed.",
        )


def check_covered(wallet: Wallet, cents: int) -> None:
    if wallet.cents < cents:
        raise refuse(
            CageCode.INSUFFICIENT_FUNDS,
            f"the wallet holds {dollars(wallet.cents)}, less than {dollars(cents)}",
            "Enter an amount that the wallet covers.",
            BOOKS,
        )


def check_outstanding(state: CageState, cents: int) -> None:
    if state.outstanding < cents:
        raise refuse(
            CageCode.CHIPS_UNKNOWN,
            f"{dollars(cents)} in chips is more than the {dollars(state.outstanding)} outstanding",
            "Examine the chips. If they are genuine, accounting must declare them first.",
            BOOKS,
        )


def decide_open(state: CageState, command: do.OpenWallet) -> tuple[CasinoEvent, ...]:
    person = command.person
    if person in state.wallets:
        raise refuse(CageCode.WALLET_OPEN, "this person already has a wallet", "Use that wallet.")
    if role_of(command.by) == HOUSE:
        check_money("a guest's wallet", PLAY, command.money)
    elif role_of(command.by) == CAGE:
        check_money("a wallet opened at the cage", REAL, command.money)
    if len(state.wallets) >= MOST_WALLETS:
        raise refuse(
            CageCode.CAGE_FULL,
            f"the maximum of {MOST_WALLETS} wallets is reached",
            "Close the wallets of guests who have left.",
        )
    event = do.WalletOpened(person=person, money=command.money, audience=readers_of(person))
    if command.money == REAL:
        return (event,)
    return event, do.PlayIssued(person=person, cents=state.terms.start, audience=readers_of(person))


def decide_refill(state: CageState, command: do.RefillPlay) -> tuple[CasinoEvent, ...]:
    person, terms = command.person, state.terms
    check_own_wallet(command.by, person)
    wallet = the_wallet(state, person)
    check_money("a refill", PLAY, wallet.money)
    have = wallet.cents + command.on_tables
    if have >= terms.broke:
        raise refuse(
            CageCode.NOT_BROKE,
            f"there is still {dollars(have)} of play money in the wallet and at the tables",
            f"You can get more below {dollars(terms.broke)}.",
        )
    cents = min(terms.start - have, terms.most - wallet.issued)
    if cents <= 0:
        raise refuse(
            CageCode.PLAY_SPENT,
            f"the maximum of {dollars(wallet.issued)} of play money is reached",
            "Sign out and start again as a new guest.",
        )
    return (do.PlayIssued(person=person, cents=cents, audience=readers_of(person)),)


def check_new_slip(state: CageState, id_: str) -> None:
    if id_ in {slip.id for slip in state.slips} | {held.id for held in state.withdrawals.values()}:
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"slip {id_} is already written",
            "No action needed. The slip was already recorded.",
            BOOKS,
        )


def own_drawer(state: CageState, by: str) -> Drawer:
    """Return a cashier's open drawer, or raise `Refused`."""
    drawer = state.drawers.get(id_of(by))
    if drawer is None or drawer.closed is not None:
        raise refuse(
            CageCode.NO_DRAWER, "you have no open drawer", "Count your drawer and open it first.", BOOKS
        )
    if drawer.tracked and drawer.accepted is None:
        raise refuse(
            CageCode.NO_DRAWER,
            f"the opening of drawer {drawer.number} is not verified",
            "A second person must verify your count first.",
            BOOKS,
            APART,
        )
    return drawer


def check_drawer(
    state: CageState, command: do.Deposit | do.Withdraw | chips.CashChips | chips.SellCageChips
) -> None:
    """Check that cash moves into or out of the cashier's own open drawer."""
    if command.drawer is None:  # an entry of an older version
        return
    if own_drawer(state, command.by).number != command.drawer:
        raise refuse(
            CageCode.NO_DRAWER,
            f"drawer {command.drawer} is not your open drawer",
            "Enter the amount again.",
            BOOKS,
        )


def decide_deposit(state: CageState, command: do.Deposit) -> tuple[CasinoEvent, ...]:
    check_new_slip(state, command.id)
    wallet = the_wallet(state, command.person)
    check_money("a deposit", REAL, wallet.money)
    check_drawer(state, command)
    return (
        do.Deposited(
            slip=state.written + 1,
            id=command.id,
            person=command.person,
            cents=command.cents,
            by=command.by,
            audience=readers_of(command.person),
            clauses=(BOOKS,),
        ),
        *through_drawer(state, command.by, command.cents),
    )


def decide_reverse(state: CageState, command: do.ReverseSlip) -> tuple[CasinoEvent, ...]:
    reason = with_reason(command.reason)
    slip = next((slip for slip in state.slips if slip.number == command.slip), None)
    if slip is None or slip.reversed:
        raise refuse(
            CageCode.NO_SUCH_SLIP,
            f"slip {command.slip} {'is already reversed' if slip else 'can no longer be reversed'}",
            "Choose a recent slip. To undo a reversal, write the correct slip again.",
        )
    if id_of(slip.by) == id_of(command.by):
        raise refuse(
            CageCode.OWN_SLIP,
            f"{command.by} wrote slip {slip.number}",
            "Ask someone else to reverse the slip.",
            APART,
        )
    if slip.kind == "wallet" and slip.cents > 0:
        check_covered(the_wallet(state, slip.person), slip.cents)
    if slip.kind == "chips":
        check_outstanding(state, slip.cents)
    return (
        do.SlipReversed(
            slip=state.written + 1,
            of=slip.number,
            person=slip.person,
            cents=-slip.cents,
            by=command.by,
            reason=reason,
            closed_day=command.closed_day,
            audience=readers_of(slip.person) if slip.person else STAFF,
            clauses=(BOOKS, APART),
        ),
        *through_drawer(state, slip.by, -slip.cents, negative(slip.chips)),
    )


def decide_enrol(state: CageState, command: do.EnrolTable) -> tuple[CasinoEvent, ...]:
    account = state.tables.get(command.table)
    if account is not None:
        check_money(f"table {command.table}", account.money, command.money)
        return ()  # the table was open before
    return (do.TableEnrolled(table=command.table, money=command.money, audience=STAFF),)


def check_transfer(
    state: CageState,
    command: do.ToTable
    | do.FromTable
    | do.SellChips
    | do.RedeemChips
    | chips.BringChips
    | chips.CarryChipsAway
    | TakeToke
    | WithholdTax
    | ReturnTax,
) -> TableAccount:
    """Return the table's account if the transfer is new and the right person or table sent it."""
    account = the_table(state, command.table)
    check_own_wallet(command.by, command.person)
    if role_of(command.by) == TABLE and id_of(command.by) != command.table:
        raise refuse(
            CageCode.NO_SUCH_TABLE,
            f"{command.by} is not {command.table}",
            "A table can move only its own chips.",
        )
    if command.transfer in account.transfers:
        raise refuse(
            CageCode.TRANSFER_TWICE,
            f"transfer {command.transfer} of {command.table} is already done",
            "No action needed. The transfer was already recorded.",
            BOOKS,
        )
    return account


def decide_to_table(state: CageState, command: do.ToTable) -> tuple[CasinoEvent, ...]:
    account = check_transfer(state, command)
    wallet = the_wallet(state, command.person)
    check_money(f"table {command.table}", account.money, wallet.money)
    check_covered(wallet, command.cents)
    return (
        do.ChipsSent(
            transfer=command.transfer,
            person=command.person,
            table=command.table,
            cents=command.cents,
            audience=readers_of(command.person),
            clauses=(BOOKS,),
        ),
    )


def decide_from_table(state: CageState, command: do.FromTable) -> tuple[CasinoEvent, ...]:
    """Return chips to a wallet. Open the wallet again if it was closed in the meantime."""
    account, person = check_transfer(state, command), command.person
    wallet = state.wallets.get(person)
    if wallet is not None:
        check_money(f"table {command.table}", account.money, wallet.money)
    back = do.ChipsReturned(
        transfer=command.transfer,
        person=person,
        table=command.table,
        cents=command.cents,
        audience=readers_of(person),
        clauses=(BOOKS,),
    )
    if wallet is not None:
        return (back,)
    return do.WalletOpened(person=person, money=account.money, audience=readers_of(person)), back


def decide_sell(state: CageState, command: do.SellChips) -> tuple[CasinoEvent, ...]:
    """Sell chips from the table's tray. Redeemed chips do not go back to the tray."""
    account = check_transfer(state, command)
    out_of_tray = TrayChipsSold(
        transfer=command.transfer,
        table=command.table,
        money=account.money,
        cents=command.cents,
        audience=STAFF,
        clauses=(BOOKS, SLIPS),
    )
    return over_the_table(do.ChipsSold, account, command), out_of_tray


def decide_redeem(state: CageState, command: do.RedeemChips) -> tuple[CasinoEvent, ...]:
    return (over_the_table(do.ChipsRedeemed, check_transfer(state, command), command),)


def over_the_table(
    kind: type[do.ChipsSold | do.ChipsRedeemed], account: TableAccount, command: do.SellChips | do.RedeemChips
) -> CasinoEvent:
    return kind(
        transfer=command.transfer,
        person=command.person,
        table=command.table,
        cents=command.cents,
        money=account.money,
        audience=STAFF,
        clauses=(BOOKS,),
    )


def decide_close(state: CageState, command: do.CloseWallet) -> tuple[CasinoEvent, ...]:
    wallet, reason = the_wallet(state, command.person), with_reason(command.reason)
    if wallet.money == REAL and wallet.cents:
        raise refuse(
            CageCode.WALLET_NOT_EMPTY,
            f"the wallet of {command.person} still holds {dollars(wallet.cents)} of real money",
            "Pay it out first.",
        )
    closed = do.WalletClosed(
        person=command.person, cents=wallet.cents, reason=reason, audience=readers_of(command.person)
    )
    return (closed,)


DECIDE: dict[type[CasinoCommand], Callable[[CageState, Any], tuple[CasinoEvent, ...]]] = {
    do.OpenWallet: decide_open,
    do.RefillPlay: decide_refill,
    do.Deposit: decide_deposit,
    do.ReverseSlip: decide_reverse,
    do.EnrolTable: decide_enrol,
    do.ToTable: decide_to_table,
    do.FromTable: decide_from_table,
    do.SellChips: decide_sell,
    do.RedeemChips: decide_redeem,
    do.CloseWallet: decide_close,
}


def put(state: CageState, person: str, wallet: Wallet) -> CageState:
    return replace(state, wallets={**state.wallets, person: wallet})


def add_cents(state: CageState, person: str, cents: int) -> CageState:
    wallet = state.wallets[person]
    return put(state, person, replace(wallet, cents=wallet.cents + cents))


def apply_opened(state: CageState, event: do.WalletOpened) -> CageState:
    return put(state, event.person, Wallet(event.money))


def apply_issued(state: CageState, event: do.PlayIssued) -> CageState:
    wallet = state.wallets[event.person]
    after = replace(wallet, cents=wallet.cents + event.cents, issued=wallet.issued + event.cents)
    return replace(put(state, event.person, after), play=state.play - event.cents)


def add_to_drawer(drawers: dict[str, Drawer], cashier: str, cents: int) -> dict[str, Drawer]:
    """Add cash to a cashier's drawer. If the cashier has no open drawer, no drawer changes.

    The contents of a tracked drawer change by their own events.
    """
    drawer = drawers.get(cashier)
    if drawer is None or drawer.closed is not None or drawer.tracked:
        return drawers
    return {**drawers, cashier: replace(drawer, received=drawer.received + cents)}


def add_slip(state: CageState, slip: Slip, cashier: str = "") -> CageState:
    """Record a slip, and add its cash to the drawer of `cashier` (by default, the slip's author)."""
    if slip.kind == "chips":
        after = replace(state, outstanding=state.outstanding + slip.cents)
    else:
        after = add_cents(state, slip.person, slip.cents)
    slips = (*state.slips, slip)[-KEPT_SLIPS:]
    after = replace(after, drawers=add_to_drawer(after.drawers, id_of(cashier or slip.by), slip.cents))
    return replace(after, slips=slips, written=slip.number, cash=state.cash - slip.cents)


def apply_deposited(state: CageState, event: do.Deposited) -> CageState:
    return add_slip(state, Slip(event.slip, event.id, event.person, event.cents, event.by))


def apply_reversed(state: CageState, event: do.SlipReversed) -> CageState:
    slips = tuple(replace(slip, reversed=True) if slip.number == event.of else slip for slip in state.slips)
    reversal = Slip(
        event.slip,
        f"reverse/{event.of}",
        event.person,
        event.cents,
        event.by,
        reversed=True,
        kind="wallet" if event.person else "chips",
    )  # the chips of the first slip moved back by their own event
    cashier = next((slip.by for slip in state.slips if slip.number == event.of), event.by)
    return add_slip(replace(state, slips=slips), reversal, cashier)


def apply_enrolled(state: CageState, event: do.TableEnrolled) -> CageState:
    return replace(state, tables={**state.tables, event.table: TableAccount(event.money)})


Transferred = (
    do.ChipsSent
    | do.ChipsReturned
    | do.ChipsSold
    | do.ChipsRedeemed
    | chips.ChipsBrought
    | chips.ChipsCarriedAway
    | TokeTaken
    | TaxWithheld
    | TaxReturned
)


def add_transfer(state: CageState, event: Transferred, cents: int) -> CageState:
    account = state.tables[event.table]
    after = replace(
        account, cents=account.cents + cents, transfers=(*account.transfers, event.transfer)[-KEPT:]
    )
    return replace(state, tables={**state.tables, event.table: after})


def move_chips(state: CageState, event: do.ChipsSent | do.ChipsReturned, cents: int) -> CageState:
    """Move chips to the table, or back from it if `cents` is negative."""
    after = add_cents(add_transfer(state, event, cents), event.person, -cents)
    if state.bank is None or state.tables[event.table].money == PLAY:
        return after
    return replace(after, wallet_chips=after.wallet_chips + cents)


def pay_without_wallet(state: CageState, event: do.ChipsSold | do.ChipsRedeemed, cents: int) -> CageState:
    """Move chips that are paid for in cash and not from a wallet."""
    after = add_transfer(state, event, cents)
    if event.money == PLAY:
        return replace(after, play=after.play - cents)
    return replace(after, cash=after.cash - cents)


def apply_sold(state: CageState, event: do.ChipsSold) -> CageState:
    return pay_without_wallet(state, event, event.cents)


def apply_redeemed(state: CageState, event: do.ChipsRedeemed) -> CageState:
    return pay_without_wallet(state, event, -event.cents)


def apply_sent(state: CageState, event: do.ChipsSent) -> CageState:
    return move_chips(state, event, event.cents)


def apply_returned(state: CageState, event: do.ChipsReturned) -> CageState:
    return move_chips(state, event, -event.cents)


def apply_closed(state: CageState, event: do.WalletClosed) -> CageState:
    wallets = {person: wallet for person, wallet in state.wallets.items() if person != event.person}
    return replace(state, wallets=wallets, play=state.play + event.cents)


APPLY: dict[type[CasinoEvent], Callable[[CageState, Any], CageState]] = {
    do.WalletOpened: apply_opened,
    do.PlayIssued: apply_issued,
    do.Deposited: apply_deposited,
    do.SlipReversed: apply_reversed,
    do.TableEnrolled: apply_enrolled,
    do.ChipsSent: apply_sent,
    do.ChipsReturned: apply_returned,
    do.ChipsSold: apply_sold,
    do.ChipsRedeemed: apply_redeemed,
    do.WalletClosed: apply_closed,
}

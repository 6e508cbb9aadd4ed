"""The cage as a machine. Pure: ids and times come in with the command; no wallet is ever below zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.house.cage import commands as do
from croupier.house.cage.commands import PLAY, REAL, Code, Money
from croupier.house.cage.tray_commands import TrayChipsSold, TraySlip
from croupier.house.law import APART, BOOKS, SLIPS
from croupier.house.machinery import HOUSE, TABLE, Command, Event, refuse, replace, with_reason
from croupier.submission.money import written as dollars
from croupier.table.roles import ACCOUNTING, CAGE, PLAYER, REGULATOR, SURVEILLANCE, id_of, role_of

KEPT = 64  # of a table's transfers: an id that comes again so soon is the same one, sent twice
KEPT_SLIPS = 256
MOST_WALLETS = 10_000  # a snapshot stays within a line of the journal


class PlayTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much play money a guest gets, in cents."""

    start: int = 100_000  # a wallet opens with it, and a refill brings it back to it
    broke: int = 2_500  # below it a guest may ask for a refill
    most: int = 10_000_000  # of all that one wallet is ever issued


class Wallet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    money: Money
    cents: int = 0
    issued: int = 0  # play money, all in all


class TableAccount(msgspec.Struct, frozen=True, gc=False):
    """Chips that went to a table less those that came back: below zero where its players won."""

    money: Money
    cents: int = 0
    transfers: tuple[str, ...] = ()  # the last ones


class Slip(msgspec.Struct, frozen=True, gc=False):
    """A deposit or withdrawal, as long as it may be reversed."""

    number: int
    id: str
    person: str
    cents: int  # what the wallet gained
    by: str
    reversed: bool = False


class Trays(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Chips that tables pay from, apart from what players have: by table, in cents."""

    slips: tuple[TraySlip, ...] = ()  # the last ones, and all that wait
    written: int = 0  # fills, credits and counts so far; they are numbered without a gap
    held: dict[str, int] = {}  # fills less credits and chips sold, and what counts found
    transit: dict[str, int] = {}  # on their way to the tray, or from it
    short: dict[str, int] = {}  # what counts found missing; below zero, too much
    drop: dict[str, int] = {}  # money in the drop box, for chips out of the tray
    vault: dict[str, int] = {}  # by kind of money: minus all that is out
    apart: dict[str, int] = {}  # by number: what a count that waits has more than the books


class Cage(msgspec.Struct, frozen=True, gc=False):
    terms: PlayTerms = PlayTerms()
    wallets: dict[str, Wallet] = {}
    tables: dict[str, TableAccount] = {}
    slips: tuple[Slip, ...] = ()  # the last ones
    written: int = 0  # slips so far; they are numbered without a gap
    play: int = 0  # where play money comes from: minus all that is out
    cash: int = 0  # the same of real money
    clock: int = 0
    trays: Trays = Trays()

    def held(self, person: str) -> int:
        """What a person's wallet holds; nothing where there is none."""
        wallet = self.wallets.get(person)
        return wallet.cents if wallet else 0


def told(person: str) -> tuple[str, ...]:
    """Who reads of a person's money: that person, and those who keep or watch the books."""
    return (f"{PLAYER}:{person}", CAGE, ACCOUNTING, SURVEILLANCE, REGULATOR)


STAFF = (CAGE, ACCOUNTING, SURVEILLANCE, REGULATOR)


def the_wallet(state: Cage, person: str) -> Wallet:
    wallet = state.wallets.get(person)
    if wallet is None:
        raise refuse(Code.NO_WALLET, f"{person} has no wallet", "The cage opens one.")
    return wallet


def the_table(state: Cage, table: str) -> TableAccount:
    account = state.tables.get(table)
    if account is None:
        there = ", ".join(sorted(state.tables)) or "none"
        raise refuse(Code.NO_SUCH_TABLE, f"the cage knows no table {table}", f"There is {there}.")
    return account


def own_wallet(by: str, person: str) -> None:
    """A player moves their own money and nobody else's."""
    if role_of(by) == PLAYER and id_of(by) != person:
        raise refuse(Code.NOT_YOUR_WALLET, f"{by} may not touch the wallet of {person}", "Use your own.")


def same_money(what: str, money: Money, needed: Money) -> None:
    if money != needed:
        raise refuse(
            Code.OTHER_MONEY,
            f"{what} is for {money} money, this is {needed} money",
            "Play money and real money never meet.",
        )


def covered(wallet: Wallet, person: str, cents: int) -> None:
    if wallet.cents < cents:
        raise refuse(
            Code.INSUFFICIENT_FUNDS,
            f"the wallet of {person} holds {dollars(wallet.cents)}, not {dollars(cents)}",
            "Name no more than it holds.",
            BOOKS,
        )


def decide_open(state: Cage, command: do.OpenWallet) -> tuple[Event, ...]:
    person = command.person
    if person in state.wallets:
        raise refuse(Code.WALLET_OPEN, f"{person} has a wallet already", "Use that one.")
    if role_of(command.by) == HOUSE:
        same_money("what the house opens by itself", PLAY, command.money)
    elif role_of(command.by) == CAGE:
        same_money("what the cage opens", REAL, command.money)
    if len(state.wallets) >= MOST_WALLETS:
        raise refuse(Code.CAGE_FULL, f"there are {MOST_WALLETS} wallets", "Close those of guests who left.")
    opened = do.WalletOpened(person=person, money=command.money, audience=told(person))
    if command.money == REAL:
        return (opened,)
    return opened, do.PlayIssued(person=person, cents=state.terms.start, audience=told(person))


def decide_refill(state: Cage, command: do.RefillPlay) -> tuple[Event, ...]:
    person, terms = command.person, state.terms
    own_wallet(command.by, person)
    wallet = the_wallet(state, person)
    same_money("a refill", PLAY, wallet.money)
    have = wallet.cents + command.on_tables
    if have >= terms.broke:
        raise refuse(
            Code.NOT_BROKE,
            f"{person} has {dollars(have)} of play money",
            f"A refill is for whoever has less than {dollars(terms.broke)}, on the tables and in the wallet.",
        )
    cents = min(terms.start - have, terms.most - wallet.issued)
    if cents <= 0:
        raise refuse(
            Code.PLAY_SPENT,
            f"{person} has been issued {dollars(wallet.issued)} of play money",
            "That is all one guest gets; come in again as a new guest.",
        )
    return (do.PlayIssued(person=person, cents=cents, audience=told(person)),)


def not_twice(state: Cage, id_: str) -> None:
    if any(slip.id == id_ for slip in state.slips):
        raise refuse(Code.TRANSFER_TWICE, f"slip {id_} has been written", "It counts once.", BOOKS)


def decide_deposit(state: Cage, command: do.Deposit) -> tuple[Event, ...]:
    not_twice(state, command.id)
    wallet = the_wallet(state, command.person)
    same_money("a deposit", REAL, wallet.money)
    return (
        do.Deposited(
            slip=state.written + 1,
            id=command.id,
            person=command.person,
            cents=command.cents,
            by=command.by,
            audience=told(command.person),
            clauses=(BOOKS,),
        ),
    )


def decide_withdraw(state: Cage, command: do.Withdraw) -> tuple[Event, ...]:
    not_twice(state, command.id)
    wallet = the_wallet(state, command.person)
    same_money("a withdrawal", REAL, wallet.money)
    covered(wallet, command.person, command.cents)
    return (
        do.Withdrawn(
            slip=state.written + 1,
            id=command.id,
            person=command.person,
            cents=command.cents,
            by=command.by,
            audience=told(command.person),
            clauses=(BOOKS,),
        ),
    )


def decide_reverse(state: Cage, command: do.ReverseSlip) -> tuple[Event, ...]:
    reason = with_reason(command.reason)
    slip = next((slip for slip in state.slips if slip.number == command.slip), None)
    if slip is None or slip.reversed:
        raise refuse(
            Code.NO_SUCH_SLIP,
            f"slip {command.slip} {'is reversed already' if slip else 'is not to be reversed any more'}",
            "Name one of the last slips; a reversal is not reversed, the right slip is written anew.",
        )
    if id_of(slip.by) == id_of(command.by):
        raise refuse(
            Code.OWN_SLIP, f"{command.by} wrote slip {slip.number}", "Somebody else reverses it.", APART
        )
    if slip.cents > 0:
        covered(the_wallet(state, slip.person), slip.person, slip.cents)
    return (
        do.SlipReversed(
            slip=state.written + 1,
            of=slip.number,
            person=slip.person,
            cents=-slip.cents,
            by=command.by,
            reason=reason,
            audience=told(slip.person),
            clauses=(BOOKS, APART),
        ),
    )


def decide_enrol(state: Cage, command: do.EnrolTable) -> tuple[Event, ...]:
    account = state.tables.get(command.table)
    if account is not None:
        same_money(f"table {command.table}", account.money, command.money)
        return ()  # it has opened before
    return (do.TableEnrolled(table=command.table, money=command.money, audience=STAFF),)


def the_transfer(
    state: Cage, command: do.ToTable | do.FromTable | do.SellChips | do.RedeemChips
) -> TableAccount:
    """The table's account, if the transfer may be carried out: once, by whom it concerns."""
    account = the_table(state, command.table)
    own_wallet(command.by, command.person)
    if role_of(command.by) == TABLE and id_of(command.by) != command.table:
        raise refuse(
            Code.NO_SUCH_TABLE, f"{command.by} is not {command.table}", "A table moves its own chips."
        )
    if command.transfer in account.transfers:
        raise refuse(
            Code.TRANSFER_TWICE,
            f"transfer {command.transfer} of {command.table} has been carried out",
            "It counts once; nothing more is to be done for it.",
            BOOKS,
        )
    return account


def decide_to_table(state: Cage, command: do.ToTable) -> tuple[Event, ...]:
    account = the_transfer(state, command)
    wallet = the_wallet(state, command.person)
    same_money(f"table {command.table}", account.money, wallet.money)
    covered(wallet, command.person, command.cents)
    return (
        do.ChipsSent(
            transfer=command.transfer,
            person=command.person,
            table=command.table,
            cents=command.cents,
            audience=told(command.person),
            clauses=(BOOKS,),
        ),
    )


def decide_from_table(state: Cage, command: do.FromTable) -> tuple[Event, ...]:
    """Chips never wait for a wallet: where it was closed meanwhile, it opens again for them."""
    account, person = the_transfer(state, command), command.person
    wallet = state.wallets.get(person)
    if wallet is not None:
        same_money(f"table {command.table}", account.money, wallet.money)
    back = do.ChipsReturned(
        transfer=command.transfer,
        person=person,
        table=command.table,
        cents=command.cents,
        audience=told(person),
        clauses=(BOOKS,),
    )
    if wallet is not None:
        return (back,)
    return do.WalletOpened(person=person, money=account.money, audience=told(person)), back


def decide_sell(state: Cage, command: do.SellChips) -> tuple[Event, ...]:
    """Chips that are sold at a table come out of its tray; those that are redeemed leave with their owner."""
    account = the_transfer(state, command)
    out_of_tray = TrayChipsSold(
        transfer=command.transfer,
        table=command.table,
        money=account.money,
        cents=command.cents,
        audience=STAFF,
        clauses=(BOOKS, SLIPS),
    )
    return over_the_table(do.ChipsSold, account, command), out_of_tray


def decide_redeem(state: Cage, command: do.RedeemChips) -> tuple[Event, ...]:
    return (over_the_table(do.ChipsRedeemed, the_transfer(state, command), command),)


def over_the_table(
    kind: type[do.ChipsSold | do.ChipsRedeemed], account: TableAccount, command: do.SellChips | do.RedeemChips
) -> Event:
    return kind(
        transfer=command.transfer,
        person=command.person,
        table=command.table,
        cents=command.cents,
        money=account.money,
        audience=STAFF,
        clauses=(BOOKS,),
    )


def decide_close(state: Cage, command: do.CloseWallet) -> tuple[Event, ...]:
    wallet, reason = the_wallet(state, command.person), with_reason(command.reason)
    if wallet.money == REAL and wallet.cents:
        raise refuse(
            Code.WALLET_NOT_EMPTY,
            f"the wallet of {command.person} holds {dollars(wallet.cents)} of real money",
            "Pay it out first.",
        )
    closed = do.WalletClosed(
        person=command.person, cents=wallet.cents, reason=reason, audience=told(command.person)
    )
    return (closed,)


DECIDE: dict[type[Command], Callable[[Cage, Any], tuple[Event, ...]]] = {
    do.OpenWallet: decide_open,
    do.RefillPlay: decide_refill,
    do.Deposit: decide_deposit,
    do.Withdraw: decide_withdraw,
    do.ReverseSlip: decide_reverse,
    do.EnrolTable: decide_enrol,
    do.ToTable: decide_to_table,
    do.FromTable: decide_from_table,
    do.SellChips: decide_sell,
    do.RedeemChips: decide_redeem,
    do.CloseWallet: decide_close,
}


def put(state: Cage, person: str, wallet: Wallet) -> Cage:
    return replace(state, wallets={**state.wallets, person: wallet})


def gained(state: Cage, person: str, cents: int) -> Cage:
    wallet = state.wallets[person]
    return put(state, person, replace(wallet, cents=wallet.cents + cents))


def apply_opened(state: Cage, event: do.WalletOpened) -> Cage:
    return put(state, event.person, Wallet(event.money))


def apply_issued(state: Cage, event: do.PlayIssued) -> Cage:
    wallet = state.wallets[event.person]
    after = replace(wallet, cents=wallet.cents + event.cents, issued=wallet.issued + event.cents)
    return replace(put(state, event.person, after), play=state.play - event.cents)


def written(state: Cage, slip: Slip) -> Cage:
    after = gained(state, slip.person, slip.cents)
    slips = (*state.slips, slip)[-KEPT_SLIPS:]
    return replace(after, slips=slips, written=slip.number, cash=state.cash - slip.cents)


def apply_deposited(state: Cage, event: do.Deposited) -> Cage:
    return written(state, Slip(event.slip, event.id, event.person, event.cents, event.by))


def apply_withdrawn(state: Cage, event: do.Withdrawn) -> Cage:
    return written(state, Slip(event.slip, event.id, event.person, -event.cents, event.by))


def apply_reversed(state: Cage, event: do.SlipReversed) -> Cage:
    slips = tuple(replace(slip, reversed=True) if slip.number == event.of else slip for slip in state.slips)
    own = Slip(event.slip, f"reverse/{event.of}", event.person, event.cents, event.by, reversed=True)
    return written(replace(state, slips=slips), own)


def apply_enrolled(state: Cage, event: do.TableEnrolled) -> Cage:
    return replace(state, tables={**state.tables, event.table: TableAccount(event.money)})


Transferred = do.ChipsSent | do.ChipsReturned | do.ChipsSold | do.ChipsRedeemed


def at_table(state: Cage, event: Transferred, cents: int) -> Cage:
    account = state.tables[event.table]
    after = replace(
        account, cents=account.cents + cents, transfers=(*account.transfers, event.transfer)[-KEPT:]
    )
    return replace(state, tables={**state.tables, event.table: after})


def moved(state: Cage, event: do.ChipsSent | do.ChipsReturned, cents: int) -> Cage:
    """Chips to the table; below zero, back from it."""
    return gained(at_table(state, event, cents), event.person, -cents)


def paid(state: Cage, event: do.ChipsSold | do.ChipsRedeemed, cents: int) -> Cage:
    """The same for money that comes from no wallet."""
    after = at_table(state, event, cents)
    if event.money == PLAY:
        return replace(after, play=after.play - cents)
    return replace(after, cash=after.cash - cents)


def apply_sold(state: Cage, event: do.ChipsSold) -> Cage:
    return paid(state, event, event.cents)


def apply_redeemed(state: Cage, event: do.ChipsRedeemed) -> Cage:
    return paid(state, event, -event.cents)


def apply_sent(state: Cage, event: do.ChipsSent) -> Cage:
    return moved(state, event, event.cents)


def apply_returned(state: Cage, event: do.ChipsReturned) -> Cage:
    return moved(state, event, -event.cents)


def apply_closed(state: Cage, event: do.WalletClosed) -> Cage:
    wallets = {person: wallet for person, wallet in state.wallets.items() if person != event.person}
    return replace(state, wallets=wallets, play=state.play + event.cents)


APPLY: dict[type[Event], Callable[[Cage, Any], Cage]] = {
    do.WalletOpened: apply_opened,
    do.PlayIssued: apply_issued,
    do.Deposited: apply_deposited,
    do.Withdrawn: apply_withdrawn,
    do.SlipReversed: apply_reversed,
    do.TableEnrolled: apply_enrolled,
    do.ChipsSent: apply_sent,
    do.ChipsReturned: apply_returned,
    do.ChipsSold: apply_sold,
    do.ChipsRedeemed: apply_redeemed,
    do.WalletClosed: apply_closed,
}

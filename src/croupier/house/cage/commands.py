"""What the cage is told, and what happens by it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from croupier.house.machinery import HOUSE, TABLE, Cents, Command, Event, Key, PersonId, TableId, Text
from croupier.table.roles import ACCOUNTING, CAGE, PLAYER

Money = Literal["play", "real"]  # play money is worth nothing and never meets the other kind
PLAY: Money = "play"
REAL: Money = "real"

Amount = Annotated[int, Meta(ge=1, le=10**12)]  # cents that move


class Code(StrEnum):
    WALLET_OPEN = "wallet_open"
    NO_WALLET = "no_wallet"
    NOT_YOUR_WALLET = "not_your_wallet"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    OTHER_MONEY = "other_money"
    NO_SUCH_TABLE = "no_such_table"
    TRANSFER_TWICE = "transfer_twice"
    NOT_BROKE = "not_broke"
    PLAY_SPENT = "play_spent"
    CAGE_FULL = "cage_full"
    WALLET_NOT_EMPTY = "wallet_not_empty"
    NO_SUCH_SLIP = "no_such_slip"
    OWN_SLIP = "own_slip"
    SLIP_WAITS = "slip_waits"
    SLIP_DONE = "slip_done"
    NO_SUCH_CHIP = "no_such_chip"


class OpenWallet(Command, frozen=True, tag="open_wallet@1"):
    """A guest's wallet opens with play money, by the house; one for real money opens at the cage."""

    person: PersonId
    money: Money
    roles: ClassVar[tuple[str, ...]] = (HOUSE, CAGE)


class RefillPlay(Command, frozen=True, tag="refill_play@1"):
    """Play money for a guest who has next to none left, in the wallet and on the tables together."""

    person: PersonId
    on_tables: Cents = 0  # chips that the person has at tables, as the house reads them now
    roles: ClassVar[tuple[str, ...]] = (PLAYER, HOUSE)


class Deposit(Command, frozen=True, tag="deposit@1"):
    """Real money over the counter into a wallet."""

    id: Key
    person: PersonId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class Withdraw(Command, frozen=True, tag="withdraw@1"):
    """Real money out of a wallet over the counter."""

    id: Key
    person: PersonId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class ReverseSlip(Command, frozen=True, tag="reverse_slip@1"):
    """A deposit or withdrawal that was wrong, put right by its exact reverse: by accounting, never by whoever
    wrote the slip."""

    slip: Amount
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class EnrolTable(Command, frozen=True, tag="enrol_table@1"):
    """A table that opens: from now on chips go to it and come back, of one kind of money."""

    table: TableId
    money: Money
    roles: ClassVar[tuple[str, ...]] = (HOUSE, TABLE)


class ToTable(Command, frozen=True, tag="to_table@1"):
    """Chips to a table. The table's own entry bears the same id."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (PLAYER, CAGE, TABLE)


class FromTable(Command, frozen=True, tag="from_table@1"):
    """Chips back from a table."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (PLAYER, CAGE, TABLE)


class SellChips(Command, frozen=True, tag="sell_chips@1"):
    """Money over the table for chips, from somebody who has no wallet here; the table's own entry bears the
    same id."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class RedeemChips(Command, frozen=True, tag="redeem_chips@1"):
    """Their chips leave the table, and are paid for."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class CloseWallet(Command, frozen=True, tag="close_wallet@1"):
    """A wallet that nobody comes back for; what play money it holds goes back to where it came from."""

    person: PersonId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (HOUSE, CAGE)


class WalletOpened(Event, frozen=True, tag="wallet_opened@1"):
    person: str
    money: Money


class PlayIssued(Event, frozen=True, tag="play_issued@1"):
    person: str
    cents: int


class Deposited(Event, frozen=True, tag="deposited@1"):
    slip: int
    id: str
    person: str
    cents: int
    by: str


class Withdrawn(Event, frozen=True, tag="withdrawn@1"):
    slip: int
    id: str
    person: str
    cents: int
    by: str


class SlipReversed(Event, frozen=True, tag="slip_reversed@1"):
    slip: int  # its own number
    of: int  # the slip that it reverses
    person: str
    cents: int  # what the wallet gains; below zero, what it loses
    by: str
    reason: str


class TableEnrolled(Event, frozen=True, tag="table_enrolled@1"):
    table: str
    money: Money


class ChipsSent(Event, frozen=True, tag="chips_sent@1"):
    transfer: str
    person: str
    table: str
    cents: int


class ChipsReturned(Event, frozen=True, tag="chips_returned@1"):
    transfer: str
    person: str
    table: str
    cents: int


class ChipsSold(Event, frozen=True, tag="chips_sold@1"):
    transfer: str
    person: str
    table: str
    cents: int
    money: Money


class ChipsRedeemed(Event, frozen=True, tag="chips_redeemed@1"):
    transfer: str
    person: str
    table: str
    cents: int
    money: Money


class WalletClosed(Event, frozen=True, tag="wallet_closed@1"):
    person: str
    cents: int  # play money that it held
    reason: str

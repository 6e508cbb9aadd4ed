"""Define the commands and events of the cage."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from croupier.casino.machines import (
    HOUSE,
    TABLE,
    CasinoCommand,
    CasinoEvent,
    Cents,
    Key,
    PersonId,
    TableId,
    Text,
)
from croupier.table.roles import ACCOUNTING, CAGE, PLAYER

Money = Literal["play", "real"]  # play money has no value and is never mixed with real money
PLAY: Money = "play"
REAL: Money = "real"

Amount = Annotated[int, Meta(ge=1, le=10**12)]  # in cents
# Number of the cashier's open drawer, or 0 without an open drawer. The server adds it. It is None in older
# entries.
DrawerNumber = Annotated[int, Meta(ge=0, le=10**12)] | None


# The kind of identification, or an empty text in entries of older versions.
Document = Literal["", "driver_license", "state_id", "passport", "military_id", "other"]


class CageCode(StrEnum):
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
    CHIPS_UNKNOWN = "chips_unknown"
    UNEQUAL_CHIPS = "unequal_chips"
    NO_DRAWER = "no_drawer"
    DRAWER_OPEN = "drawer_open"
    NO_SUCH_BOX = "no_such_box"
    BANK_SHORT = "bank_short"
    DRAWER_SHORT = "drawer_short"
    BANK_UNCOUNTED = "bank_uncounted"
    NO_IDENTITY = "no_identity"


class OpenWallet(CasinoCommand, frozen=True, tag="open_wallet@1"):
    """Open a wallet. The server opens play-money wallets for guests, and the cage opens wallets for real
    money.
    """

    person: PersonId
    money: Money
    roles: ClassVar[tuple[str, ...]] = (HOUSE, CAGE)


class RefillPlay(CasinoCommand, frozen=True, tag="refill_play@1"):
    """Refill the play money of a guest whose wallet and table chips are almost used up."""

    person: PersonId
    on_tables: Cents = 0  # the person's chips at tables, filled in by the server
    roles: ClassVar[tuple[str, ...]] = (PLAYER, HOUSE)


class Deposit(CasinoCommand, frozen=True, tag="deposit@1"):
    """Pay real money into a wallet at the counter."""

    id: Key
    person: PersonId
    cents: Amount
    drawer: DrawerNumber = None
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class Withdraw(CasinoCommand, frozen=True, tag="withdraw@1"):
    """Pay real money out of a wallet at the counter, to its owner in person.

    The server fills in `above` and `day`. Entries of older versions have neither.
    """

    id: Key
    person: PersonId
    cents: Amount
    drawer: DrawerNumber = None
    document: Document = ""  # the identification that the cashier compared with the customer
    above: Cents | None = None  # a day's withdrawals above this amount need a second person
    day: Cents = 0  # gaming day
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class ConfirmWithdrawal(CasinoCommand, frozen=True, tag="confirm_withdrawal@1"):
    """Confirm as the second person that the customer of a large withdrawal is present and identified."""

    withdrawal: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE, ACCOUNTING)


class DeclineWithdrawal(CasinoCommand, frozen=True, tag="decline_withdrawal@1"):
    """Decline a large withdrawal, or take it back. No money moves."""

    withdrawal: Amount
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (CAGE, ACCOUNTING)


class ReverseSlip(CasinoCommand, frozen=True, tag="reverse_slip@1"):
    """Reverse a wrong deposit or withdrawal. Only accounting may do so, and not the author of the slip."""

    slip: Amount
    reason: Text
    closed_day: Cents = 0  # gaming day of the slip if that day is closed, filled in by the server
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class EnrolTable(CasinoCommand, frozen=True, tag="enrol_table@1"):
    """Register a table with the cage for one kind of money. Chips can then move to and from it."""

    table: TableId
    money: Money
    roles: ClassVar[tuple[str, ...]] = (HOUSE, TABLE)


class ToTable(CasinoCommand, frozen=True, tag="to_table@1"):
    """Send chips to a table. The table's own entry has the same transfer id."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (PLAYER, CAGE, TABLE)


class FromTable(CasinoCommand, frozen=True, tag="from_table@1"):
    """Return chips from a table."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (PLAYER, CAGE, TABLE)


class SellChips(CasinoCommand, frozen=True, tag="sell_chips@1"):
    """Sell chips at a table to a person without a wallet. The table's own entry has the same transfer id."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class RedeemChips(CasinoCommand, frozen=True, tag="redeem_chips@1"):
    """Pay for the chips of a person without a wallet who leaves the table."""

    transfer: Key
    person: PersonId
    table: TableId
    cents: Amount
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class CloseWallet(CasinoCommand, frozen=True, tag="close_wallet@1"):
    """Close an abandoned wallet. The wallet's play money returns to its source."""

    person: PersonId
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (HOUSE, CAGE)


class WalletOpened(CasinoEvent, frozen=True, tag="wallet_opened@1"):
    person: str
    money: Money


class PlayIssued(CasinoEvent, frozen=True, tag="play_issued@1"):
    person: str
    cents: int


class Deposited(CasinoEvent, frozen=True, tag="deposited@1"):
    slip: int
    id: str
    person: str
    cents: int
    by: str


class Withdrawn(CasinoEvent, frozen=True, tag="withdrawn@1"):
    slip: int
    id: str
    person: str
    cents: int
    by: str
    document: Document = ""
    second: str = ""  # the second person of a large withdrawal
    day: int = 0


class WithdrawalHeld(CasinoEvent, frozen=True, tag="withdrawal_held@1"):
    """A large withdrawal waits for a second person. No money has moved."""

    withdrawal: int
    id: str
    person: str
    cents: int
    drawer: int
    document: Document
    day: int
    by: str


class WithdrawalDeclined(CasinoEvent, frozen=True, tag="withdrawal_declined@1"):
    withdrawal: int
    person: str
    cents: int
    by: str
    reason: str


class SlipReversed(CasinoEvent, frozen=True, tag="slip_reversed@1"):
    slip: int  # the number of this slip
    of: int  # the number of the reversed slip
    person: str
    cents: int  # cents added to the wallet; negative if taken out
    by: str
    reason: str
    closed_day: int = 0  # the closed gaming day that this corrects, or 0


class TableEnrolled(CasinoEvent, frozen=True, tag="table_enrolled@1"):
    table: str
    money: Money


class ChipsSent(CasinoEvent, frozen=True, tag="chips_sent@1"):
    transfer: str
    person: str
    table: str
    cents: int


class ChipsReturned(CasinoEvent, frozen=True, tag="chips_returned@1"):
    transfer: str
    person: str
    table: str
    cents: int


class ChipsSold(CasinoEvent, frozen=True, tag="chips_sold@1"):
    transfer: str
    person: str
    table: str
    cents: int
    money: Money


class ChipsRedeemed(CasinoEvent, frozen=True, tag="chips_redeemed@1"):
    transfer: str
    person: str
    table: str
    cents: int
    money: Money


class WalletClosed(CasinoEvent, frozen=True, tag="wallet_closed@1"):
    person: str
    cents: int  # play money that the wallet contained
    reason: str

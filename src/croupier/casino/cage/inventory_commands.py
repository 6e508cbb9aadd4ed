"""Define commands and events for the cash and chips that the cage itself holds.

The cage has a main bank and the cashiers' drawers. Two people count the main bank. A numbered bank slip with
two signatures moves cash and chips between the main bank, a drawer and the outside.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from croupier.casino.cage.cash_commands import Bills
from croupier.casino.cage.commands import Amount
from croupier.casino.cage.tray_commands import Chips, Signature
from croupier.casino.machines import CasinoCommand, CasinoEvent, Cents, Key, Text
from croupier.table.roles import ACCOUNTING, CAGE

# to_drawer and to_bank move between the main bank and the requester's drawer. received and sent_out move
# between the main bank and the outside, such as the casino's bank account or the manufacturer of the chips.
BankMove = Literal["to_drawer", "to_bank", "received", "sent_out"]
Place = Literal["bank", "drawer"]
BankCountKind = Literal["opening", "closing"]


class MainBank(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The cash and chips of the main bank, by its last verified count and all movements since then."""

    cash: int = 0
    chips: dict[str, int] = {}  # denomination in cents -> number of chips
    counted: int = 0  # number of the last verified count
    at: int = 0  # time of that count


class BankCount(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A count of the main bank that a second person has not verified yet."""

    number: int
    id: str
    what: BankCountKind
    cash: int
    chips: dict[str, int]
    counted: Signature
    expected_cash: int = 0
    expected_chips: dict[str, int] = {}


class BankSlip(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A movement of the main bank that waits for its second signature."""

    number: int
    id: str
    what: BankMove
    cash: int
    chips: dict[str, int]
    asked: Signature
    drawer: int = 0  # number of the drawer, or 0 for the outside
    reason: str = ""


class CountBank(CasinoCommand, frozen=True, tag="count_bank@1"):
    """Count the main bank. A new count replaces one that is not verified."""

    id: Key
    what: BankCountKind
    bills: Bills
    chips: Chips
    other: Cents = 0  # coins
    roles: ClassVar[tuple[str, ...]] = (CAGE,)


class VerifyBank(CasinoCommand, frozen=True, tag="verify_bank@1"):
    """Verify another person's count of the main bank."""

    count: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE, ACCOUNTING)


class RequestBankMove(CasinoCommand, frozen=True, tag="request_bank_move@1"):
    """Write a bank slip and sign it first. `reason` is required for the outside."""

    id: Key
    what: BankMove
    bills: Bills
    chips: Chips
    other: Cents = 0
    reason: Text = ""
    roles: ClassVar[tuple[str, ...]] = (CAGE, ACCOUNTING)


class SignBankMove(CasinoCommand, frozen=True, tag="sign_bank_move@1"):
    """Sign a bank slip as its second person. The cash and chips move."""

    slip: Amount
    roles: ClassVar[tuple[str, ...]] = (CAGE, ACCOUNTING)


class VoidBankMove(CasinoCommand, frozen=True, tag="void_bank_move@1"):
    """Void a bank slip before its second signature. The slip keeps its number."""

    slip: Amount
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (CAGE, ACCOUNTING)


class CustodyMoved(CasinoEvent, frozen=True, tag="custody_moved@1"):
    """Cash or chips came into the main bank or a drawer, or left it if the amounts are negative."""

    place: Place
    drawer: int = 0
    cash: int = 0
    chips: dict[str, int] = msgspec.field(default_factory=dict)
    cents: int = 0  # value of the chips


class BankCounted(CasinoEvent, frozen=True, tag="bank_counted@1"):
    count: int
    id: str
    what: BankCountKind
    bills: dict[str, int]
    other: int
    cash: int
    chips: dict[str, int]
    cents: int  # value of the chips
    expected_cash: int
    expected_chips: dict[str, int]
    expected_cents: int
    by: str


class BankVerified(CasinoEvent, frozen=True, tag="bank_verified@1"):
    """The count was confirmed. Its differences from the books are posted as over or short."""

    count: int
    what: BankCountKind
    first: bool  # the first count, which starts the inventory and has no differences
    cash: int
    cents: int
    cash_difference: int
    chip_difference: int
    issued: int  # value of all chips in service after the first count, and 0 otherwise
    counter: str
    by: str


class BankMoveRequested(CasinoEvent, frozen=True, tag="bank_move_requested@1"):
    slip: int
    id: str
    what: BankMove
    drawer: int
    bills: dict[str, int]
    other: int
    cash: int
    chips: dict[str, int]
    cents: int
    by: str
    reason: str = ""


class BankMoveSigned(CasinoEvent, frozen=True, tag="bank_move_signed@1"):
    slip: int
    what: BankMove
    drawer: int
    cash: int
    cents: int
    asked_by: str
    by: str


class BankMoveVoided(CasinoEvent, frozen=True, tag="bank_move_voided@1"):
    slip: int
    what: BankMove
    by: str
    reason: str

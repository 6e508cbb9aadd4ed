"""Define hand pays: wins that need a form before they are paid, with the winner's identity and signatures.

This stream contains no identity data. An event contains the id and the salted hash of a row of personal data.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from croupier.casino.administration.exclusion_commands import Digest, Record
from croupier.casino.machines import TABLE, Actor, CasinoCommand, CasinoEvent, Cents, TableId, Text
from croupier.table.roles import ACCOUNTING, CAGE, FLOOR, PIT_MANAGER

Number = Annotated[int, Meta(ge=1, le=10**9)]
Round = Annotated[int, Meta(ge=0, le=10**9)]
Seat = Annotated[int, Meta(ge=1, le=32)]
Wager = Annotated[str, Meta(max_length=40)]
Player = Annotated[str, Meta(max_length=96)]
Year = Annotated[int, Meta(ge=2000, le=9999)]
# open: waits for identity or signatures; refused: the winner is excluded; withheld: a pit manager keeps the
# win from an excluded winner; ready: may be paid; paid; void
HandPayStatus = Literal["open", "refused", "withheld", "ready", "paid", "void"]
Decision = Literal["pay", "withhold"]


class WinLine(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One win that must be reported. Amounts are in cents."""

    wager: Wager
    staked: Cents
    won: Cents  # without the wager
    withheld: Cents = 0  # tax that is always withheld
    backup: Cents = 0  # tax that is withheld if the winner gives no taxpayer number
    meter: bool = False  # a meter pays the win, so that no chips leave the tray


class HandPay(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    number: int
    table: str
    game: str
    round: int
    seat: int
    player: str  # id of the player at the table
    lines: tuple[WinLine, ...]
    year: int  # tax year
    at: int = 0
    # True if the player's chips already include the win. The player may not leave with it before the form is
    # done.
    settled: bool = False
    status: HandPayStatus = "open"
    record: str = ""  # id of the winner's identity data
    digest: str = ""
    numbered: bool = False  # whether the winner gave a taxpayer number
    filed_by: str = ""
    filed_at: int = 0
    exclusion: int = 0  # entry of the exclusion list that matches the winner
    floor: str = ""
    floor_at: int = 0
    payer: str = ""  # the dealer who paid at the table, or the cashier
    payer_at: int = 0
    witness: str = ""
    witness_at: int = 0
    decided_by: str = ""
    reason: str = ""  # reason for the decision, or why the hand pay is void
    withholds: bool = False  # whether the table takes the tax from the winner's chips

    @property
    def won(self) -> int:
        return sum(line.won for line in self.lines)

    @property
    def withheld(self) -> int:
        """The tax to withhold, in cents. It depends on whether the winner gave a taxpayer number."""
        return sum(map(self._tax_of, self.lines))

    @property
    def tray_tax(self) -> int:
        """The part of the tax whose chips stay in the tray, in cents."""
        return sum(self._tax_of(line) for line in self.lines if not line.meter)

    def _tax_of(self, line: WinLine) -> int:
        return max(line.withheld, line.backup) if self.record and not self.numbered else line.withheld

    @property
    def wagers(self) -> frozenset[str]:
        return frozenset(line.wager for line in self.lines)

    @property
    def is_open(self) -> bool:
        return self.status not in ("paid", "void")


class RaiseHandPay(CasinoCommand, frozen=True, tag="raise_hand_pay@1"):
    """Raise a hand pay, in the same transaction as the table's own entry."""

    table: TableId
    round: Round
    seat: Seat
    player: Player
    lines: Annotated[tuple[WinLine, ...], Meta(min_length=1, max_length=32)]
    year: Year
    settled: bool = False
    withholds: bool = False  # whether the table takes the tax from the winner's chips
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class NoteHandPaid(CasinoCommand, frozen=True, tag="note_hand_paid@1"):
    """Record that the dealer paid wins at the table, with the final amounts."""

    table: TableId
    hand_pay: Number
    lines: Annotated[tuple[WinLine, ...], Meta(min_length=1, max_length=32)]
    who: Actor
    year: Annotated[int, Meta(ge=0, le=9999)] = 0  # tax year of the payment; 0 in older entries
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class VoidHandPay(CasinoCommand, frozen=True, tag="void_hand_pay@1"):
    """Void a hand pay whose win no longer exists. Its number stays in the sequence."""

    table: TableId
    hand_pay: Number
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (TABLE,)


class IdentifyWinner(CasinoCommand, frozen=True, tag="identify_winner@1"):
    """File the winner's identity. The server fills in all fields but the number of the hand pay."""

    hand_pay: Number
    record: Record
    digest: Digest
    numbered: bool  # whether the winner gave a taxpayer number
    exclusion: Annotated[int, Meta(ge=0, le=10**9)] = 0
    roles: ClassVar[tuple[str, ...]] = (FLOOR, CAGE)


class SignHandPay(CasinoCommand, frozen=True, tag="sign_hand_pay@1"):
    """Sign as the floor. If the table has already credited the win, sign as the cashier who pays it."""

    hand_pay: Number
    roles: ClassVar[tuple[str, ...]] = (FLOOR, CAGE)


class WitnessHandPay(CasinoCommand, frozen=True, tag="witness_hand_pay@1"):
    """Witness a large hand pay. Only a pit manager may do this."""

    hand_pay: Number
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class DecideHandPay(CasinoCommand, frozen=True, tag="decide_hand_pay@1"):
    """Decide about a refused winner. A pit manager pays the win after a mistaken match, or withholds it."""

    hand_pay: Number
    decision: Decision
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (PIT_MANAGER,)


class DeleteIdentity(CasinoCommand, frozen=True, tag="delete_identity@1"):
    """Delete a winner's identity data after the retention period. The server fills in `filed_at`."""

    record: Record
    filed_at: Annotated[int, Meta(ge=0)]
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (ACCOUNTING,)


class HandPayRaised(CasinoEvent, frozen=True, tag="hand_pay_raised@1"):
    hand_pay: HandPay


class HandPayPaid(CasinoEvent, frozen=True, tag="hand_pay_paid@1"):
    hand_pay: int
    lines: tuple[WinLine, ...]
    by: str
    year: int = 0


class HandPayVoided(CasinoEvent, frozen=True, tag="hand_pay_voided@1"):
    hand_pay: int
    reason: str


class WinnerIdentified(CasinoEvent, frozen=True, tag="winner_identified@1"):
    hand_pay: int
    record: str
    digest: str
    numbered: bool
    by: str
    exclusion: int = 0
    replaces: str = ""  # id of earlier identity data, which is deleted


class HandPaySigned(CasinoEvent, frozen=True, tag="hand_pay_signed@1"):
    hand_pay: int
    sign: Literal["floor", "payer", "witness"]
    by: str


class HandPayDecided(CasinoEvent, frozen=True, tag="hand_pay_decided@1"):
    hand_pay: int
    decision: Decision
    by: str
    reason: str


class IdentityDeleted(CasinoEvent, frozen=True, tag="identity_deleted@1"):
    record: str
    by: str
    reason: str

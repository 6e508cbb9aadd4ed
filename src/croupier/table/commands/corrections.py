"""Commands that correct a payment, a decision or the name of a card."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from croupier.cards import Card
from croupier.table.commands.command import Identifies, Pane, TableCommand
from croupier.table.fields import (
    Amounts,
    Cents,
    Number,
    Place,
    Readings,
    RoundNumber,
    Seat,
    Text,
    Word,
)
from croupier.table.roles import FLOOR


class CardName(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One card, by its place and its index there (from 0)."""

    place: Place
    index: Number
    card: Card


class CorrectNaming(TableCommand, frozen=True, tag="correct_naming@2"):
    """Correct a misread card, or several cards whose names were interchanged."""

    place: Place
    index: Number
    card: Card
    reason: Text
    others: Annotated[tuple[CardName, ...], msgspec.Meta(max_length=60)] = ()
    legacy: bool = False
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Correct a misread card"
    pane: ClassVar[Pane] = "right"
    identifies: ClassVar[Identifies] = "names"


class CorrectKeying(TableCommand, frozen=True, tag="correct_keying@1"):
    """Correct the dealer's own last entry (N-35): names of cards, a decision, or a seat's bets."""

    round: RoundNumber
    cards: Annotated[tuple[CardName, ...], msgspec.Meta(max_length=60)] = ()
    seat: Seat = 0  # with a decision or bets
    question: Word = ""
    choice: Word = ""  # the player's actual decision
    wagers: Amounts | None = None  # all of the seat's actual bets; empty if it made none
    title: ClassVar[str] = "Correct your last entry"
    identifies: ClassVar[Identifies] = "names"


class CorrectDecision(TableCommand, frozen=True, tag="correct_decision@1"):
    """Correct a wrongly keyed decision, before the next card (X-15)."""

    seat: Seat
    choice: Word  # the player's actual decision
    round: RoundNumber
    question: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Correct a decision"
    pane: ClassVar[Pane] = "right"


class CorrectSettlement(TableCommand, frozen=True, tag="correct_settlement@2"):
    round: RoundNumber
    seat: Seat
    wager: Word
    reason: Text
    returned: Cents | None = None  # correct amount to return …
    row: Word = ""  # … or the clause of the progressive row, if a meter pays
    meters: Readings = msgspec.field(default_factory=dict)  # current readings, for a progressive wager
    legacy: bool = False
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Correct a payment"
    pane: ClassVar[Pane] = "right"


class CorrectEnvy(TableCommand, frozen=True, tag="correct_envy@2"):
    round: RoundNumber
    seat: Seat
    holder: Seat
    cents: Cents  # the correct Envy Bonus; 0 for none
    reason: Text
    legacy: bool = False
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Correct an Envy Bonus"
    pane: ClassVar[Pane] = "right"

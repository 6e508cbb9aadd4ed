"""Commands for the decks outside the deal: preparation (chapters 3 to 5), the stub, and an idle table."""

from __future__ import annotations

from typing import ClassVar

from croupier.table.commands.command import Pane, TableCommand
from croupier.table.fields import (
    Backs,
    Number,
    Place,
    Text,
    Word,
)
from croupier.table.roles import DEALER, FLOOR


class ReceiveDecks(TableCommand, frozen=True, tag="receive_decks@1"):
    backs: Backs
    prepared: bool = False  # preinspected and preshuffled
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Receive decks"
    pane: ClassVar[Pane] = "cards"


class Prepare(TableCommand, frozen=True, tag="prepare@1"):
    """Do one step of opening a table (inspect, verify, spread, view, face_down, wash or stack)."""

    deck: Word
    step: Word
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Prepare a deck"
    pane: ClassVar[Pane] = "cards"


class Shuffle(TableCommand, frozen=True, tag="shuffle@1"):
    deck: Word
    by_machine: bool = True
    counted: Number | None = None  # number of cards that a counting device shows
    title: ClassVar[str] = "Shuffle a deck"
    pane: ClassVar[Pane] = "cards"


class Cut(TableCommand, frozen=True, tag="cut@1"):
    deck: Word
    depth: Number  # cards above the cover card
    title: ClassVar[str] = "Cut a deck"
    pane: ClassVar[Pane] = "cards"


class OrderRecut(TableCommand, frozen=True, tag="order_recut@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Order another cut"
    pane: ClassVar[Pane] = "cards"


class OrderShuffle(TableCommand, frozen=True, tag="order_shuffle@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (FLOOR,)
    title: ClassVar[str] = "Order another shuffle"
    pane: ClassVar[Pane] = "cards"


class Load(TableCommand, frozen=True, tag="load@1"):
    deck: Word
    title: ClassVar[str] = "Load a deck"
    pane: ClassVar[Pane] = "cards"


class RemoveDeck(TableCommand, frozen=True, tag="remove_deck@1"):
    deck: Word
    reason: Text
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Remove a deck"
    pane: ClassVar[Pane] = "cards"


class GoIdle(TableCommand, frozen=True, tag="go_idle@2"):
    face_up: bool = False  # allowed only at a player's request
    legacy: bool = False
    title: ClassVar[str] = "Stop play and spread the cards"
    pane: ClassVar[Pane] = "cards"


class CountStub(TableCommand, frozen=True, tag="count_stub@1"):
    cards: Number
    title: ClassVar[str] = "Count the stub"
    incident: ClassVar[str] = "stub_count"
    pane: ClassVar[Pane] = "cards"


class Recount(TableCommand, frozen=True, tag="recount@1"):
    total: Number
    misdealt: bool
    hand: Place = ""  # place of the misdealt hand
    roles: ClassVar[tuple[str, ...]] = (DEALER, FLOOR)
    title: ClassVar[str] = "Recount all cards"
    incident: ClassVar[str] = "recount"
    pane: ClassVar[Pane] = "cards"

"""Events of the decks outside the deal: preparation (chapters 3 to 5), the stub, and an idle table."""

from __future__ import annotations

from typing import ClassVar

from croupier.table.events.event import (
    Mark,
    TableEvent,
)
from croupier.table.wording import PREPARED, Wording, card_count


class DecksReceived(TableEvent, frozen=True, tag="decks_received@1"):
    backs: tuple[str, ...]
    prepared: bool  # preinspected and preshuffled

    def sentence(self, w: Wording) -> str:
        return (
            f"Decks received: "
            f"{', '.join(self.backs)}{', already inspected and shuffled' if self.prepared else ''}"
        )


class DeckPrepared(TableEvent, frozen=True, tag="deck_prepared@1"):
    """One step of opening a table (inspect, verify, spread, view, face_down, wash, stack)."""

    deck: str
    step: str
    by: str = ""

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck: {PREPARED.get(self.step, self.step)}"


class DeckShuffled(TableEvent, frozen=True, tag="deck_shuffled@1"):
    deck: str
    by_machine: bool
    counted: int | None = None

    def sentence(self, w: Wording) -> str:
        counted = f", which counted {card_count(self.counted)}" if self.counted is not None else ""
        return f"The {self.deck} deck is shuffled by {'machine' if self.by_machine else 'hand'}{counted}"


class DeckCut(TableEvent, frozen=True, tag="deck_cut@1"):
    deck: str
    depth: int

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck is cut at {card_count(self.depth)}"


class RecutOrdered(TableEvent, frozen=True, tag="recut_ordered@1"):
    deck: str
    reason: str

    def sentence(self, w: Wording) -> str:
        return f"The floor orders the {self.deck} deck cut again: {self.reason}"


class ShuffleOrdered(TableEvent, frozen=True, tag="shuffle_ordered@1"):
    deck: str
    reason: str

    def sentence(self, w: Wording) -> str:
        return f"The floor orders the {self.deck} deck shuffled again: {self.reason}"


class DeckLoaded(TableEvent, frozen=True, tag="deck_loaded@1"):
    """A deck was loaded into the shoe, the dealer's hand or the machine."""

    deck: str

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck is ready to deal"


class DeckDefective(TableEvent, frozen=True, tag="deck_defective@1"):
    """A floorperson declared the deck in play defective, because it has a duplicate or a foreign card."""

    deck: str
    reason: str
    by: str
    changes_state: ClassVar[bool] = False
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Defective deck"

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck is declared defective by {w.actor(self.by)}: {self.reason}"


class DeckRemoved(TableEvent, frozen=True, tag="deck_removed@1"):
    deck: str
    reason: str

    def sentence(self, w: Wording) -> str:
        return f"The {self.deck} deck leaves the table: {self.reason}"


class TableIdle(TableEvent, frozen=True, tag="table_idle@1"):
    """The cards of an idle table were spread on the table."""

    decks: tuple[str, ...]
    face_up: bool

    def sentence(self, w: Wording) -> str:
        return f"No play: cards are spread face {'up' if self.face_up else 'down'} ({', '.join(self.decks)})"


class StubCounted(TableEvent, frozen=True, tag="stub_counted@1"):
    cards: int
    right: bool
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "Wrong stub count"

    @property
    def marked(self) -> Mark:
        return "" if self.right else self.mark

    def sentence(self, w: Wording) -> str:
        return f"Stub counted: {card_count(self.cards)}, {'correct' if self.right else 'wrong'}"


class CardsRecounted(TableEvent, frozen=True, tag="cards_recounted@1"):
    """A recount after a wrong stub count found the actual number of cards and any misdealt hand (X-08)."""

    total: int
    misdealt: bool
    hand: str = ""  # place of the misdealt hand
    mark: ClassVar[Mark] = "irregularity"
    label: ClassVar[str] = "All cards recounted"

    def sentence(self, w: Wording) -> str:
        whose = f"the hand of {w.place(self.hand)} was" if self.hand else "a hand was"
        return f"All cards counted: {self.total}; {whose if self.misdealt else 'no hand was'} misdealt"

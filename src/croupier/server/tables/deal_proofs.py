"""Proofs of a deal for each viewer: openings of exactly the cards that the viewer sees."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.server.tables.viewers import RoundStory
from croupier.table import events as ev
from croupier.table.driving.openings import CardOpening, Prover, prover
from croupier.table.driving.shoe import Shoes
from croupier.table.events import TableEvent
from croupier.table.state import TableState


class Proofs:
    """Follows the current round. After the deal is mixed, every named card can be proved."""

    def __init__(self) -> None:
        self._prover: Prover | None = None
        self.fresh = False  # whether the last entry named cards

    @classmethod
    def resumed(cls, state: TableState, shoes: Shoes, story: RoundStory) -> Proofs:
        """Start in the middle of a round, from its entries since the deal was mixed."""
        proofs = cls()
        for events in since_the_mix(story):
            proofs.follow(events, state, shoes)
        return proofs

    def follow(self, events: tuple[TableEvent, ...], after: TableState, shoes: Shoes) -> None:
        """Process one stored entry, with the table and the shoes after it."""
        if any(type(event) is ev.DealMixed for event in events):
            self._prover, self.fresh = prover(after, shoes), False
            return
        self.fresh = False
        if self._prover is not None:
            self._prover = self._prover.after(events)
            self.fresh = bool(self._prover.fresh)

    def openings(self, by: str) -> tuple[CardOpening, ...]:
        return self._prover.openings(by) if self._prover is not None and self.fresh else ()


def since_the_mix(story: RoundStory) -> Iterable[tuple[TableEvent, ...]]:
    """Return the current round's entries from the mix on, or an empty list if the deal is not mixed yet."""
    entries = [entry.events for entry in story.chapters[-1].entries]
    mixed = [n for n, events in enumerate(entries) if any(type(event) is ev.DealMixed for event in events)]
    return entries[mixed[-1] :] if mixed else []


def openings_so_far(state: TableState, shoes: Shoes, story: RoundStory, by: str) -> tuple[CardOpening, ...]:
    """Return proofs of all cards visible so far, for a viewer who joins during the round."""
    proofs = Proofs()
    openings: list[CardOpening] = []
    for events in since_the_mix(story):
        proofs.follow(events, state, shoes)
        openings += proofs.openings(by)
    return tuple(openings)

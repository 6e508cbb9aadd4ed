"""The proof of a deal as people are told it: openings of exactly the cards that each of them sees."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.house.floor.seen import Story
from croupier.table import events as ev
from croupier.table.driving.openings import Opening, Prover, prover
from croupier.table.driving.shoe import Shoes
from croupier.table.events import Event
from croupier.table.state import TableState


class Proofs:
    """Follows the running round; from its mix on every card that is named can be opened."""

    def __init__(self) -> None:
        self._prover: Prover | None = None
        self.fresh = False  # whether the last entry named cards

    @classmethod
    def resumed(cls, state: TableState, shoes: Shoes, story: Story) -> Proofs:
        """In the middle of a round, from its entries since the mix."""
        proofs = cls()
        for events in since_the_mix(story):
            proofs.follow(events, state, shoes)
        return proofs

    def follow(self, events: tuple[Event, ...], after: TableState, shoes: Shoes) -> None:
        """One stored entry, the table and the shoes after it."""
        if any(type(event) is ev.DealMixed for event in events):
            self._prover, self.fresh = prover(after, shoes), False
            return
        self.fresh = False
        if self._prover is not None:
            self._prover = self._prover.after(events)
            self.fresh = bool(self._prover.fresh)

    def openings(self, by: str) -> tuple[Opening, ...]:
        return self._prover.openings(by) if self._prover is not None and self.fresh else ()


def since_the_mix(story: Story) -> Iterable[tuple[Event, ...]]:
    """The entries of the running round from the mix of its cards on; none before that."""
    entries = [told.events for told in story.chapters[-1].entries]
    mixed = [n for n, events in enumerate(entries) if any(type(event) is ev.DealMixed for event in events)]
    return entries[mixed[-1] :] if mixed else []


def openings_so_far(state: TableState, shoes: Shoes, story: Story, by: str) -> tuple[Opening, ...]:
    """Of all cards that somebody who comes in mid-round sees already."""
    proofs = Proofs()
    found: list[Opening] = []
    for events in since_the_mix(story):
        proofs.follow(events, state, shoes)
        found += proofs.openings(by)
    return tuple(found)

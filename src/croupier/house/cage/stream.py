"""The cage as a kind of stream."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.errors import BadInput
from croupier.house.cage import machine, trays
from croupier.house.cage.ledger import postings
from croupier.house.cage.machine import Cage, PlayTerms
from croupier.house.machinery import Event, HouseKind, Posting
from croupier.journal.entries import canonical

STREAM = "cage"  # the name of the one cage of a house


class Charter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a cage opens under."""

    name: str
    play: PlayTerms = PlayTerms()


def charter_of(name: str = "the cage", play: PlayTerms | None = None) -> bytes:
    return canonical(Charter(name, play or PlayTerms()))


class CageKind(HouseKind[Cage]):
    charter, state = Charter, Cage

    def begin(self, charter: bytes) -> Cage:
        self.lawful(charter)
        return Cage(terms=self.read_charter(charter).play)

    def lawful(self, charter: bytes) -> None:
        terms = self.read_charter(charter).play
        if not 0 <= terms.broke <= terms.start <= terms.most <= 10**12:
            raise BadInput("the terms of play money do not fit each other: broke, start and most ascend")

    def about(self, charter: bytes, state: Cage) -> dict[str, Any]:
        return {"wallets": len(state.wallets), "play": -state.play, "cash": -state.cash}

    def postings(self, event: Event) -> tuple[Posting, ...]:
        return postings(event)


KIND = CageKind("cage", {**machine.DECIDE, **trays.DECIDE}, {**machine.APPLY, **trays.APPLY})

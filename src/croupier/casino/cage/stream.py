"""The cage as a kind of stream."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.casino.cage import (
    cash,
    inventory,
    machine,
    outstanding,
    tokes,
    trays,
    withdrawals,
    withheld_tax,
)
from croupier.casino.cage.ledger import postings
from croupier.casino.cage.machine import CageState, PlayTerms
from croupier.casino.machines import CasinoEvent, CasinoKind, Plain, Posting
from croupier.errors import BadInput
from croupier.journal.entries import canonical

STREAM = "cage"  # the casino has one cage


class CageCharter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The terms under which a cage opens."""

    name: str
    play: PlayTerms = PlayTerms()


def charter_of(name: str = "the cage", play: PlayTerms | None = None) -> bytes:
    return canonical(CageCharter(name, play or PlayTerms()))


class CageKind(CasinoKind[CageState]):
    charter, state = CageCharter, CageState

    def begin(self, charter: bytes) -> CageState:
        self.lawful(charter)
        return CageState(terms=self.read_charter(charter).play)

    def lawful(self, charter: bytes) -> None:
        terms = self.read_charter(charter).play
        if not 0 <= terms.broke <= terms.start <= terms.most <= 10**12:
            raise BadInput("play money terms: `broke`, `start` and `most` must be in ascending order")

    def about(self, charter: bytes, state: CageState) -> dict[str, Any]:
        return {"wallets": len(state.wallets), "play": -state.play, "cash": -state.cash}

    def postings(self, event: CasinoEvent) -> tuple[Posting, ...]:
        return postings(event)


def before_gates(old: Plain) -> Plain:
    """Upgrade an old entry. At that time, a table could deal and close without a count."""
    return {**old, "type": "verify_count@2", "stands": False}


PARTS = (machine, withdrawals, trays, outstanding, cash, inventory, tokes, withheld_tax)
KIND = CageKind(
    "cage",
    {name: decide for part in PARTS for name, decide in part.DECIDE.items()},
    {name: apply for part in PARTS for name, apply in part.APPLY.items()},
    {"verify_count@1": before_gates},
)

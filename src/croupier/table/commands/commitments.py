"""Commands of verifiable dealing. Only the card source of a table with a sealed shoe sends them."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from croupier.table.commands.command import TableCommand
from croupier.table.fields import (
    Digest,
    Digests,
    Players,
    RoundNumber,
    Word,
)


class CommitDeal(TableCommand, frozen=True, tag="commit_deal@1"):
    """Commit to the order of the loaded deck (by its root) and to the players' digests.

    The command is repeated with the same root when more players join while bets are open."""

    round: RoundNumber
    deck: Word
    table: Word  # name of its stream
    book: Digest  # hash of the rule book
    submission: Digest  # hash of the operator's choices
    root: Digest
    fixed: Digests = msgspec.field(default_factory=dict)
    title: ClassVar[str] = "Commit to a deal"
    server_only: ClassVar[bool] = True


class MixDeal(TableCommand, frozen=True, tag="mix_deal@1"):
    """After bets are closed, reveal the players' numbers. They determine the order of the cards."""

    round: RoundNumber
    reveals: Digests = msgspec.field(default_factory=dict)
    title: ClassVar[str] = "Mix a deal"
    server_only: ClassVar[bool] = True


class DiscardDeal(TableCommand, frozen=True, tag="discard_deal@1"):
    """Discard a committed deal because a player did not reveal their number. The deck must be reshuffled."""

    round: RoundNumber
    missing: Players
    title: ClassVar[str] = "Discard a deal"
    server_only: ClassVar[bool] = True

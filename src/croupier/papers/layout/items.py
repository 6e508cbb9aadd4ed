"""What chapter 2 wants on the felt and what the submission says is there, by the rules of ``check``."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.games import game as game_of
from croupier.papers.filed import Filed
from croupier.rulebook.declarations import Felt
from croupier.submission.complete import shown_on, wanted
from croupier.submission.law import offered

Standing = Literal["felt", "sign", "missing", "advised", "not wanted", "extra"]
WORDS: dict[Standing, str] = {
    "felt": "on the felt",
    "sign": "on a sign at the table",
    "missing": "MISSING",
    "advised": "not there; play needs it",
    "not wanted": "nothing asks for it here",
    "extra": "on the felt, though nothing asks for it here",
}


class Item(msgspec.Struct, frozen=True):
    """An area or an inscription, and how it stands with it."""

    felt: Felt
    standing: Standing

    @property
    def name(self) -> str:
        return self.felt.name

    @property
    def drawn(self) -> bool:
        return self.standing in ("felt", "extra")

    @property
    def lacking(self) -> bool:
        """To be seen as missing: ``check`` complains of it, as a fault or as a caution."""
        return self.standing in ("missing", "advised")


def items(filed: Filed) -> tuple[Item, ...]:
    facts, draft = game_of(filed.game), filed.says
    wagers = offered(draft, facts, draft.paytables)
    return tuple(Item(felt, _standing(felt, filed, wagers)) for felt in facts.felt)


def _standing(felt: Felt, filed: Filed, wagers: set[str]) -> Standing:
    draft = filed.says
    there = draft.layout.areas if felt.kind == "area" else draft.layout.inscriptions
    needed = wanted(felt, draft, wagers)
    if felt.name in there:
        return "felt" if needed else "extra"
    if not needed:
        return "not wanted"
    if shown_on(felt, draft):
        return "sign"
    return "advised" if felt.advised else "missing"

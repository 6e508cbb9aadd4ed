"""The layout items that chapter 2 requires, each with its status according to ``check``."""

from __future__ import annotations

from typing import Literal

import msgspec

from croupier.documents.filed_submission import FiledSubmission
from croupier.games import game as game_of
from croupier.rulebook.declarations import LayoutRequirement
from croupier.submission.complete import is_on_layout, is_required
from croupier.submission.law import offered_wagers

Standing = Literal["felt", "sign", "missing", "advised", "not wanted", "extra"]
WORDS: dict[Standing, str] = {
    "felt": "on the layout",
    "sign": "on a sign at the table",
    "missing": "MISSING",
    "advised": "missing, but needed for play",
    "not wanted": "not required here",
    "extra": "on the layout, though not required here",
}


class LayoutItem(msgspec.Struct, frozen=True):
    """An area or inscription of the layout, with its status."""

    felt: LayoutRequirement
    standing: Standing

    @property
    def name(self) -> str:
        return self.felt.name

    @property
    def drawn(self) -> bool:
        return self.standing in ("felt", "extra")

    @property
    def lacking(self) -> bool:
        """Return whether ``check`` reports a fault or a warning because the item is missing."""
        return self.standing in ("missing", "advised")


def items(filed: FiledSubmission) -> tuple[LayoutItem, ...]:
    facts, draft = game_of(filed.game), filed.says
    wagers = offered_wagers(draft, facts, draft.paytables)
    return tuple(LayoutItem(felt, _standing(felt, filed, wagers)) for felt in facts.felt)


def _standing(felt: LayoutRequirement, filed: FiledSubmission, wagers: set[str]) -> Standing:
    draft = filed.says
    there = draft.layout.areas if felt.kind == "area" else draft.layout.inscriptions
    needed = is_required(felt, draft, wagers)
    if felt.name in there:
        return "felt" if needed else "extra"
    if not needed:
        return "not wanted"
    if is_on_layout(felt, draft):
        return "sign"
    return "advised" if felt.advised else "missing"

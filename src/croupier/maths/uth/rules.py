"""What a table may change in the main game besides the Blind: how large the raises are, and with what the
dealer qualifies.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.hands.arrays import CATEGORIES


class MainRules(NamedTuple):
    """Raises in Antes: before the Flop any of several, then one on the Flop and one on the River (11.C to
    11.F); the least class of hand with which the dealer qualifies (11.H.1)."""

    first: tuple[int, ...] = (3, 4)
    flop: int = 2
    river: int = 1
    qualifier: str = "pair"

    @property
    def raises(self) -> tuple[int, ...]:
        """Every raise, the largest first: the order in which decisions are counted."""
        return (*sorted(self.first, reverse=True), self.flop, self.river)

    @property
    def decisions(self) -> tuple[str, ...]:
        """How a round may end."""
        return (*(f"{size}x" for size in self.raises), "fold")

    @property
    def sizes(self) -> dict[str, int]:
        """Antes in the Play by decision."""
        return dict(zip(self.decisions, (*self.raises, 0), strict=True))


AS_PRINTED = MainRules()
QUALIFIERS = CATEGORIES[:5]  # with "high_card" the dealer always qualifies
LARGEST_RAISE = 10  # so that the figures of a River state fit into sixteen bits

"""The rules of the main game, other than the Blind paytable, that a table may change."""

from __future__ import annotations

from typing import NamedTuple

from croupier.hands.arrays import CATEGORIES


class MainRules(NamedTuple):
    """The sizes of the raises in Antes, and the dealer's qualifying hand.

    A raise before the Flop may have several sizes. The raises on the Flop and on the River have one size
    each (11.C to 11.F). ``qualifier`` is the lowest hand category with which the dealer qualifies (11.H.1).
    """

    first: tuple[int, ...] = (3, 4)
    flop: int = 2
    river: int = 1
    qualifier: str = "pair"

    @property
    def raises(self) -> tuple[int, ...]:
        """Return the sizes of all raises, largest first, in the order of ``decisions``."""
        return (*sorted(self.first, reverse=True), self.flop, self.river)

    @property
    def decisions(self) -> tuple[str, ...]:
        """Return the names of the decisions that end the betting of a round."""
        return (*(f"{size}x" for size in self.raises), "fold")

    @property
    def sizes(self) -> dict[str, int]:
        """Return the size of the Play in Antes for each decision."""
        return dict(zip(self.decisions, (*self.raises, 0), strict=True))


AS_PRINTED = MainRules()
QUALIFIERS = CATEGORIES[:5]  # With "high_card", the dealer always qualifies.
LARGEST_RAISE = 10  # With larger raises, a River state's value would not fit into 16 bits.

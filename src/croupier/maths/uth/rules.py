"""Rule values of the main game that a table may change besides the Blind: raises and qualifier."""

from __future__ import annotations

from typing import NamedTuple

from croupier.hands.arrays import CATEGORIES


class MainRules(NamedTuple):
    """Raises and the dealer's qualifier.

    Raises are in Antes: one of several sizes before the Flop, one on the Flop and one on the River (11.C to
    11.F). ``qualifier`` is the lowest class of hand with which the dealer qualifies (11.H.1).
    """

    first: tuple[int, ...] = (3, 4)
    flop: int = 2
    river: int = 1
    qualifier: str = "pair"

    @property
    def raises(self) -> tuple[int, ...]:
        """Every raise, largest first: the order in which decisions are counted."""
        return (*sorted(self.first, reverse=True), self.flop, self.river)

    @property
    def decisions(self) -> tuple[str, ...]:
        """The ways in which a round may end."""
        return (*(f"{size}x" for size in self.raises), "fold")

    @property
    def sizes(self) -> dict[str, int]:
        """The number of Antes in the Play, by decision."""
        return dict(zip(self.decisions, (*self.raises, 0), strict=True))


AS_PRINTED = MainRules()
QUALIFIERS = CATEGORIES[:5]  # with "high_card" the dealer always qualifies
LARGEST_RAISE = 10  # limited so that the figures of a River state fit into 16 bits

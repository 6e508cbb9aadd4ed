"""Return the value of seeing cards. It is stored for the rule book's Blinds, and computed for any other
Blind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache

import msgspec

from croupier.cards.deck import RANKS
from croupier.maths.engine.kernel import Progress
from croupier.maths.protection.seen_cards import BURN, COMMUNITY, DEALER, InformedPlay
from croupier.maths.results import exact
from croupier.maths.stored import read
from croupier.maths.uth.rules import AS_PRINTED, MainRules

STORED = "uth-seen.json"
# kind and number of seen cards for each stored case
AT_ONCE = ((DEALER, 1), (DEALER, 2), (COMMUNITY, 1), (BURN, 1))

Blind = Mapping[str, Fraction]


class StoredSights(msgspec.Struct, frozen=True):
    """A stored result for one kind and number of seen cards and one Blind. Fractions are stored as text."""

    seen: str
    cards: int
    blind: dict[str, str]
    ev: str
    average_wager: str
    square: str
    hits: str
    decisions: dict[str, str]
    by_card: dict[str, str]

    @staticmethod
    def of(what: str, cards: int, blind: Blind, found: InformedPlay) -> StoredSights:
        assert found.square is not None and found.hits is not None, (
            "with the rule book's payments, sums of squares must fit into 64 bits"
        )
        return StoredSights(
            what,
            cards,
            _texts(blind),
            exact(found.ev),
            exact(found.average_wager),
            exact(found.square),
            exact(found.hits),
            _texts(found.decisions),
            _texts(found.by_card),
        )

    def whole(self) -> InformedPlay:
        return InformedPlay(
            Fraction(self.ev),
            Fraction(self.average_wager),
            {card: Fraction(value) for card, value in self.by_card.items()},
            {name: Fraction(often) for name, often in self.decisions.items()},
            square=Fraction(self.square),
            hits=Fraction(self.hits),
        )


def _texts(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: exact(Fraction(value)) for name, value in values.items()}


def solve_seen_cards(
    what: str, cards: int, blind: Blind, rules: MainRules = AS_PRINTED, tell: Progress | None = None
) -> InformedPlay:
    """Solve the game for a player who sees cards before the first decision and plays optimally."""
    if rules == AS_PRINTED:
        for sight in read_stored():
            if (sight.seen, sight.cards, sight.blind) == (what, cards, _texts(blind)):
                return sight.whole()
    return find(what, cards, blind, rules, tell)


@cache
def read_stored() -> tuple[StoredSights, ...]:
    return msgspec.json.decode(read(STORED), type=tuple[StoredSights, ...])


def find(
    what: str, cards: int, blind: Blind, rules: MainRules = AS_PRINTED, tell: Progress | None = None
) -> InformedPlay:
    """Compute the value of seeing cards, without using stored results."""
    from croupier.maths.uth.dealers_hand import DealerHandGame, solve_against
    from croupier.maths.uth.first_card import FirstCard, solve_first_card
    from croupier.maths.uth.known_card import KnownCardGame, solve_known

    found: DealerHandGame | FirstCard | KnownCardGame
    if what == COMMUNITY:
        found = solve_first_card(blind, rules)
    elif cards == 1:
        found = solve_known(blind, what == DEALER, tell, rules)
    else:
        found = solve_against(blind, tell, rules)
    by_card = (
        found.by_hand if isinstance(found, DealerHandGame) else dict(zip(RANKS, found.by_rank, strict=True))
    )
    return InformedPlay(
        found.ev,
        2 + sum((rules.sizes[name] * often for name, often in found.decisions.items()), Fraction(0)),
        by_card,
        found.decisions,
        square=found.square,
        hits=found.hits,
    )


def contents(blinds: Iterable[Blind]) -> bytes:
    """Compute the contents of the stored file."""
    sights = [StoredSights.of(*each, blind, find(*each, blind)) for blind in blinds for each in AT_ONCE]
    return msgspec.json.format(msgspec.json.encode(sights), indent=1) + b"\n"

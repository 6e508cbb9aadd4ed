"""Assign a code to each set of poker titles that a paytable can distinguish."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.cards import STANDARD, Card
from croupier.hands import FIVE, HandValue, six_card, three_card
from croupier.hands.arrays import CATEGORIES
from croupier.maths.wagers.frequencies import Titles, strength_titles

SUPER = 0x1F80  # the ranks from nine to ace, as bits of one suit
SUPER_OTHER, SUPER_DIAMONDS = 10, 11  # six-card codes after the ten categories


@cache
def made_codes() -> tuple[tuple[Titles, ...], NDArray[np.int16]]:
    """Number the distinct title sets of five-card hands. Return them with each strength's index."""
    places: dict[Titles, int] = {}
    codes = [places.setdefault(strength_titles(each), len(places)) for each in range(len(FIVE.rungs))]
    return tuple(places), np.array(codes, np.int16)


@cache
def categories() -> NDArray[np.int16]:
    """Return each strength's index in CATEGORIES."""
    named = {name: place for place, name in enumerate(CATEGORIES)}
    return np.array([named[HandValue(FIVE, each, ()).category] for each in range(len(FIVE.rungs))], np.int16)


@cache
def six_titles() -> tuple[Titles, ...]:
    """Return the title set of each category of six-card hands, then those of the super royals."""
    rungs = {HandValue(FIVE, each, ()).category: each for each in range(len(FIVE.rungs))}
    plain = [HandValue(FIVE, rungs[category], ()).titles for category in CATEGORIES]
    supers = [six_card([Card(rank + suit) for rank in "AKQJT9"]).titles for suit in "sd"]
    return (*plain, *supers)


@cache
def three_codes() -> tuple[tuple[Titles, ...], NDArray[np.int16]]:
    """Return the title sets of three-card hands by code, and the code of every three-card hand by index."""
    places: dict[Titles, int] = {}
    codes = np.zeros(22_100, np.int16)
    for a, b, c in combinations(range(52), 3):
        titles = three_card([STANDARD.order[card] for card in (a, b, c)]).titles
        place = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
        codes[place] = places.setdefault(titles, len(places))
    return tuple(places), codes

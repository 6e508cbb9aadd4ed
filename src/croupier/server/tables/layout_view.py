"""The layout of a table for a page to draw: betting areas, notices and card places."""

from __future__ import annotations

import msgspec

from croupier.games import game as game_of
from croupier.games import script
from croupier.games.game import PLAYERS, Deal
from croupier.games.notices import PostedNotice, words_of
from croupier.rulebook import Declaration
from croupier.rulebook.layout import Cloth, LayoutMark
from croupier.submission import Rules


class PostedArea(msgspec.Struct, frozen=True):
    """A betting area of every seat, in layout units from the seat's center."""

    wager: str
    label: str
    words: str  # as printed
    shape: str
    x: int
    y: int
    kind: str  # "required", "optional" or "decision" (a wager made after seeing cards)
    clause: str
    emblem: str = ""


class PostedPlace(msgspec.Struct, frozen=True):
    """A place for cards that belong to no seat, with the number of cards."""

    place: str
    cards: int


class PostedLayout(msgspec.Struct, frozen=True):
    cloth: Cloth
    areas: tuple[PostedArea, ...]
    marks: tuple[LayoutMark, ...]
    notices: tuple[PostedNotice, ...]
    strip: tuple[str, ...]
    places: tuple[PostedPlace, ...]
    hand: int  # number of cards of each player


def posted_layout(rules: Rules) -> PostedLayout:
    game = game_of(rules.game)
    looks = game.looks
    dealt = cards_dealt(rules)
    hand = dealt.pop(PLAYERS, 0)
    return PostedLayout(
        cloth=looks.cloth,
        areas=areas(game, rules),
        marks=looks.marks,
        notices=tuple(found for notice in looks.notices if (found := words_of(game, rules, notice))),
        strip=looks.strip,
        places=tuple(PostedPlace(place, count) for place, count in dealt.items()),
        hand=hand,
    )


def areas(game: Declaration, rules: Rules) -> tuple[PostedArea, ...]:
    """List the areas of the wagers that this table offers, in the order of chapter 7."""
    area_of = {area.wager: area for area in game.looks.areas}
    offered = (rule for rule in game.wagers if rule.kind != "optional" or rules.offers(rule.name))
    return tuple(
        PostedArea(
            wager=rule.name,
            label=rule.label,
            words=area_of[rule.name].words or rule.label,
            shape=area_of[rule.name].shape,
            x=area_of[rule.name].x,
            y=area_of[rule.name].y,
            kind=rule.kind,
            clause=rule.clause,
            emblem=area_of[rule.name].emblem,
        )
        for rule in offered
        if rule.name in area_of
    )


def cards_dealt(rules: Rules) -> dict[str, int]:
    """Count the cards dealt to each place in a round."""
    counts: dict[str, int] = {}
    for phase in script(rules):
        if isinstance(phase, Deal):
            for delivery in phase.deliveries:
                counts[delivery.place] = counts.get(delivery.place, 0) + delivery.count
    return counts

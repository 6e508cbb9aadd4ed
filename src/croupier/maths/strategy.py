"""The best play in words: which hands ride, play or raise, as the solved game says and no chart does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from croupier.cards.deck import RANKS
from croupier.hands import top_five
from croupier.hands.dragon import CHARACTER_OF, CHARACTERS, GOLD
from croupier.hands.words import NUMBER_WORDS, many
from croupier.maths import dragon, letitride, topfive
from croupier.maths.advice import Chosen
from croupier.maths.engine import cache
from croupier.maths.letitride import Held
from croupier.maths.results import exact
from croupier.maths.wagers import main_games
from croupier.rulebook import Paytable

Rule = dict[str, Any]


def strategy(chosen: Chosen, *, fresh: bool = False) -> dict[str, Any]:
    """The best play of a whole game under one paytable: decisions with the hands of each choice."""
    terms = chosen.terms
    paying = main_games.TABLE_OF[terms.game]
    table = chosen.paytable(paying) if paying else None
    request = {
        "strategy": terms.game,
        "table": [(row.hand, str(row.pays)) for row in table.rows] if table else None,
        "readings": dict(terms.readings),
        "odds": {wager: str(odds) for wager, odds in terms.main_odds.items()},
        "pack": dict(terms.pack),
    }
    key = cache.key_of(request)
    decisions = None if fresh else cache.load(key)
    if not isinstance(decisions, list):
        match terms.game:
            case "letitride":
                assert table is not None
                decisions = _letitride(table)
            case "uth":
                assert table is not None
                decisions = _uth(table)
            case "dragon":
                decisions = _dragon(chosen, table)
            case _:
                decisions = _topfive(chosen)
        cache.save(key, decisions)
    return {
        "game": terms.game,
        "paytable": table.letter if table else None,
        "readings": dict(terms.readings),
        "decisions": decisions,
    }


# --- Let It Ride


def _letitride(table: Paytable) -> list[Rule]:
    game = letitride.steps()
    values = letitride.best(table)
    asked = (
        ("bet1", "three cards", game.three, values.first),
        ("bet2", "four cards", game.four, values.second),
    )
    decisions = []
    for name, seen, classes, worth in asked:
        valued = list(zip(classes, worth.tolist(), strict=True))
        decisions.append(
            {
                "decision": name,
                "seen": seen,
                "ride": _ride_rules(classes, {held for held, value in valued if value > 0}),
                "indifferent": _ride_rules(classes, {held for held, value in valued if value == 0}),
            }
        )
    return decisions


def _ride_rules(every: Iterable[Held], riding: set[Held]) -> list[str]:
    """Hands by what they show, a group at a time: all of it, from some rank up, or one by one."""
    groups: dict[str, list[Held]] = {}
    for held in every:
        groups.setdefault(_shape(held), []).append(held)
    lines = []
    for shape, members in groups.items():
        chosen = [held for held in members if held in riding]
        if not chosen:
            continue
        if len(chosen) == len(members):
            lines.append(f"any {shape}")
        elif shape in ("pair", "three of a kind"):
            lines += _by_group_rank(shape, members, chosen)
        else:
            lines.append(f"{shape}: {' '.join(show_ranks(held.ranks) for held in reversed(chosen))}")
    return lines


def _by_group_rank(shape: str, members: Sequence[Held], chosen: Sequence[Held]) -> list[str]:
    whole = [
        rank for rank in range(13) if all(held in chosen for held in members if _group_rank(held) == rank)
    ]
    lines = []
    if whole and whole == list(range(whole[0], 13)):
        article = "a pair of" if shape == "pair" else "three"
        lines.append(f"{article} {many(whole[0])} or better")
    elif whole:
        lines.append(f"{shape}: {', '.join(many(rank) for rank in reversed(whole))}")
    single = [held for held in chosen if _group_rank(held) not in whole]
    if single:
        lines.append(f"{shape}: {' '.join(show_ranks(held.ranks) for held in reversed(single))}")
    return lines


def _group_rank(held: Held) -> int:
    return Counter(held.ranks).most_common(1)[0][0]


def _shape(held: Held) -> str:
    match sorted(Counter(held.ranks).values(), reverse=True):
        case [4]:
            return "four of a kind"
        case [3, *_]:
            return "three of a kind"
        case [2, 2]:
            return "two pair"
        case [2, *_]:
            return "pair"
    return f"{NUMBER_WORDS[len(held.ranks)]} of one suit" if held.suited else "no pair, not of one suit"


def show_ranks(ranks: Sequence[int]) -> str:
    """High to low: ``A-K-Q``."""
    return "-".join(RANKS[rank] for rank in sorted(ranks, reverse=True))


# --- Dragon Poker and Top Five: play from some hand up


def _dragon(chosen: Chosen, table: Paytable | None) -> list[Rule]:
    assert table is not None
    values = [(_characters(hand.cards), value) for hand, value in dragon.best_play(chosen.terms, table)]
    return [_threshold(values, Fraction(dragon.FOLD))]


def _characters(cards: Sequence[str]) -> str:
    def standing(card: str) -> int:
        return len(CHARACTERS) if card == GOLD else CHARACTER_OF[card]

    best_first = sorted(cards, key=standing, reverse=True)
    return ", ".join("gold dragon" if card == GOLD else CHARACTERS[CHARACTER_OF[card]] for card in best_first)


def _topfive(chosen: Chosen) -> list[Rule]:
    values = []
    for hand, value in topfive.best_play(chosen.terms):
        ranks = "-".join(card[0] for card in hand.cards) or "nothing"
        royal = " with a royal flush" if hand.royal else ""
        whole = f", {hand.whole} suits untouched" if hand.count >= 5 else ""
        values.append((f"{top_five(hand.cards).announce()} ({ranks}{royal}{whole})", value))
    return [_threshold(values, Fraction(topfive.FOLD))]


def _threshold(values: list[tuple[str, Fraction]], fold: Fraction) -> Rule:
    """Hands from worst to best: the first from which all are played, and any that fall out of line below
    it.
    """
    plays = [value > fold for _, value in values]
    last_fold = max((place for place, play in enumerate(plays) if not play), default=-1)
    return {
        "decision": "play or fold",
        "play_from": values[last_fold + 1][0] if last_fold + 1 < len(values) else None,
        "fold_up_to": values[last_fold][0] if last_fold >= 0 else None,
        "also_play": [name for place, (name, _) in enumerate(values) if plays[place] and place < last_fold],
        "indifferent": [name for name, value in values if value == fold],
        "fold": exact(fold),
        "hands": [{"hand": name, "play": exact(value)} for name, value in values],
    }


# --- Ultimate Texas Hold 'Em: the first decision for all 169 starting hands


def _uth(table: Paytable) -> list[Rule]:
    from croupier.maths import uth

    solved = uth.solve(main_games.blind_pays(table))
    return [
        {
            "decision": "before the Flop",
            "raise": _raise_rules({hand.name for hand in solved.hands if hand.best != "check"}),
            "hands": [
                {
                    "hand": hand.name,
                    "best": hand.best,
                    **{choice: exact(value) for choice, value in hand.choices.items()},
                }
                for hand in solved.hands
            ],
        },
        {
            "decision": "where the round ends",
            "choices": {name: exact(often) for name, often in solved.decisions.items()},
        },
    ]


def _raise_rules(raised: set[str]) -> list[str]:
    lines = []
    pairs = [rank for rank in range(13) if RANKS[rank] * 2 in raised]
    if pairs:
        upward = pairs == list(range(pairs[0], 13))
        which = f"{many(pairs[0])} or better" if upward else ", ".join(many(rank) for rank in pairs)
        lines.append(f"a pair of {which}")
    for high in range(12, 0, -1):
        for suffix, word in (("s", "suited"), ("o", "offsuit")):
            low = [rank for rank in range(high) if RANKS[high] + RANKS[rank] + suffix in raised]
            if low and low == list(range(low[0], high)):
                more = " or better" if len(low) > 1 else ""
                lines.append(f"{RANKS[high]}-{RANKS[low[0]]} {word}{more}")
            elif low:
                lines.append(f"{word}: " + " ".join(f"{RANKS[high]}-{RANKS[rank]}" for rank in reversed(low)))
    return lines

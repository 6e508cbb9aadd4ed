"""Declare the Let It Ride solver: the main game, its bonus wagers, and best play in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from croupier.cards.deck import RANKS
from croupier.errors import BadInput
from croupier.games.letitride import five_card_row, on_three_cards
from croupier.hands.words import NUMBER_WORDS, many
from croupier.maths.letitride import enumeration as letitride
from croupier.maths.letitride.enumeration import HeldCards
from croupier.maths.letitride.features import QUESTIONS, cases, features_of_hand
from croupier.maths.protection.seen_cards import SeenCardKind
from croupier.maths.solver import Decision, SideWager, Simple, Solver
from croupier.maths.strategy.play import Play
from croupier.maths.strategy.rule_list import RuleList
from croupier.maths.terms import Terms
from croupier.maths.wagers import frequencies
from croupier.maths.wagers.frequencies import FIVE_ROWS, SIX_ROWS, THREE_ROWS, Frequencies
from croupier.rulebook import Payment, Paytable, Row


def _progressive(terms: Terms, table: Paytable) -> Frequencies:
    return frequencies.three_cards() if on_three_cards(table) else frequencies.poker(5)


def _five_card_pays(terms: Terms, table: Paytable, row: Row) -> Payment | None:
    found = five_card_row(terms.reading("L-03"), row)
    return found.pays if found else None


def _basis(rows: Mapping[str, Row], where: str) -> tuple[str, ...]:
    """Return the hands that a paytable may list (L-02).

    A paytable with an A-K-Q row lists three-card hands. Any other paytable lists five-card hands.
    """
    hands = THREE_ROWS if any(hand in THREE_ROWS[:2] for hand in rows) else FIVE_ROWS
    for hand in rows:
        if hand not in hands:
            raise BadInput(
                f"{where}.{hand}: a paytable with an A-K-Q row pays three-card hands; "
                "three cards cannot make this hand"
            )
    return hands


SIDES = {
    "five_card": SideWager(
        lambda terms, table: frequencies.poker(5),
        ("L-03", "L-04", "L-08"),
        FIVE_ROWS,
        of_the_stake=True,
        stake_kept=lambda terms: terms.reading("L-04") == "R1",
        pays=_five_card_pays,
    ),
    "three_card": SideWager(lambda terms, table: frequencies.three_cards(), ("L-09", "X-03"), THREE_ROWS),
    "six_card": SideWager(
        lambda terms, table: frequencies.six_cards(),
        ("L-05", "U-27", "U-28", "X-03"),
        SIX_ROWS,
        of_the_stake=True,
    ),
    "progressive": SideWager(
        _progressive,
        ("L-02", "X-02", "X-11"),
        tuple(dict.fromkeys((*THREE_ROWS[:2], *FIVE_ROWS))),
        of_the_stake=True,
        stake_kept=lambda terms: True,
        basis=_basis,
        beside=lambda terms, table: "three" if on_three_cards(table) else "ride",
    ),
}


def strategy(terms: Terms, table: Paytable | None) -> list[Decision]:
    assert table is not None
    game = letitride.steps()
    values = letitride.best(table)
    questions = (
        ("bet1", "three cards", game.three, values.first),
        ("bet2", "four cards", game.four, values.second),
    )
    decisions = []
    for name, known_cards, classes, worth in questions:
        valued = list(zip(classes, worth.tolist(), strict=True))
        decisions.append(
            {
                "decision": name,
                "seen": known_cards,
                "ride": _ride_rules(classes, {hand for hand, value in valued if value > 0}),
                "indifferent": _ride_rules(classes, {hand for hand, value in valued if value == 0}),
            }
        )
    return decisions


def decisions(terms: Terms, table: Paytable | None) -> dict[str, str]:
    """Return "ride" or "withdraw" for every class of three-card and four-card hands, by the class name."""
    game, values = letitride.steps(), letitride.best(_table(table))
    return {
        f"{show_ranks(hand.ranks)}{' suited' if hand.suited else ''}": "ride" if value > 0 else "withdraw"
        for classes, worth in ((game.three, values.first), (game.four, values.second))
        for hand, value in zip(classes, worth.tolist(), strict=True)
    }


def _ride_rules(every: Iterable[HeldCards], riding: set[HeldCards]) -> list[str]:
    """Describe the hands that ride, group by group.

    A line names a whole group, the hands of a group from some rank upward, or single hands.
    """
    groups: dict[str, list[HeldCards]] = {}
    for hand in every:
        groups.setdefault(_shape(hand), []).append(hand)
    lines = []
    for shape, members in groups.items():
        chosen = [hand for hand in members if hand in riding]
        if not chosen:
            continue
        if len(chosen) == len(members):
            lines.append(f"any {shape}")
        elif shape in ("pair", "three of a kind"):
            lines += _by_group_rank(shape, members, chosen)
        else:
            lines.append(f"{shape}: {' '.join(show_ranks(hand.ranks) for hand in reversed(chosen))}")
    return lines


def _by_group_rank(shape: str, members: Sequence[HeldCards], chosen: Sequence[HeldCards]) -> list[str]:
    whole = [
        rank for rank in range(13) if all(hand in chosen for hand in members if _group_rank(hand) == rank)
    ]
    lines = []
    if whole and whole == list(range(whole[0], 13)):
        article = "a pair of" if shape == "pair" else "three"
        lines.append(f"{article} {many(whole[0])} or better")
    elif whole:
        lines.append(f"{shape}: {', '.join(many(rank) for rank in reversed(whole))}")
    single = [hand for hand in chosen if _group_rank(hand) not in whole]
    if single:
        lines.append(f"{shape}: {' '.join(show_ranks(hand.ranks) for hand in reversed(single))}")
    return lines


def _group_rank(hand: HeldCards) -> int:
    return Counter(hand.ranks).most_common(1)[0][0]


def _shape(hand: HeldCards) -> str:
    match sorted(Counter(hand.ranks).values(), reverse=True):
        case [4]:
            return "four of a kind"
        case [3, *_]:
            return "three of a kind"
        case [2, 2]:
            return "two pair"
        case [2, *_]:
            return "pair"
    return f"{NUMBER_WORDS[len(hand.ranks)]} of one suit" if hand.suited else "no pair, not of one suit"


def show_ranks(ranks: Sequence[int]) -> str:
    """Format ranks from high to low, such as ``A-K-Q``."""
    return "-".join(RANKS[rank] for rank in sorted(ranks, reverse=True))


def _table(table: Paytable | None) -> Paytable:
    assert table is not None
    return table


def play(terms: Terms, table: Paytable | None, rules: RuleList | None) -> Play:
    # Importing this module loads the compiler, so import it only when needed.
    from croupier.maths.letitride import rounds

    return rounds.play_of(_table(table), rounds.plan_of(terms, _table(table), rules))


SOLVER = Solver(
    solve=lambda terms, table, progress: letitride.solve(terms, _table(table)),
    sides=SIDES,
    strategy=strategy,
    values=lambda terms, table, hand, board, dead: letitride.values(_table(table), hand, board, dead),
    question=lambda board: "bet2" if board else "bet1",
    table="main",
    table_hands=FIVE_ROWS,
    table_counts=lambda terms: frequencies.poker(5),
    in_hand=3,
    board=2,
    asked_with=(0, 1),
    decisions=decisions,
    envy_hands=("akq_of_spades", "akq_suited_other", "royal_flush", "straight_flush"),
    play=play,
    simple=Simple(
        QUESTIONS,
        lambda terms, table, question, before: cases(_table(table), question),
        lambda terms, table, question, hand, board: features_of_hand(_table(table), (*hand, *board)),
    ),
    sights={
        "community": SeenCardKind(
            2, lambda terms, table, cards, tell: letitride.community(terms, _table(table), cards)
        )
    },
    round_worth=lambda terms, table, hand, dead: letitride.round_worth(_table(table), hand, dead),
)

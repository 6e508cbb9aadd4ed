"""Declare the Ultimate Texas Hold 'Em solver: the main game, its bonus wagers, and best play in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cards.deck import RANKS
from croupier.errors import BadInput
from croupier.games.uth import progressive_pays
from croupier.hands.words import many
from croupier.maths.protection.seen_cards import BURN, COMMUNITY, DEALER, InformedPlay, SeenCardKind
from croupier.maths.results import Result, distribution, exact
from croupier.maths.solver import Cards, Decision, Progress, Quick, SideWager, Simple, Solver, Variant
from croupier.maths.strategy.play import Play
from croupier.maths.strategy.rule_list import Answers, RuleList
from croupier.maths.strategy.search import Cases
from croupier.maths.terms import Terms, net_of
from croupier.maths.uth.questions import QUESTIONS
from croupier.maths.uth.rules import AS_PRINTED, LARGEST_RAISE, QUALIFIERS, MainRules
from croupier.maths.wagers import frequencies
from croupier.maths.wagers.frequencies import FIVE_ROWS, MADE_ROWS, SIX_ROWS, Frequencies
from croupier.rulebook import Payment, Paytable, Push, Row, paytables
from croupier.submission.money import short_text

if TYPE_CHECKING:
    from croupier.maths.uth import UthSolution


def blind_pays(table: Paytable) -> dict[str, Fraction]:
    """Return the Blind's net win for each winning hand from a straight up. Lower hands push."""
    pays = {}
    for row in table.rows:
        if row.hand.startswith("below_"):
            if not isinstance(row.pays, Push):
                raise BadInput(
                    f"blind {row.hand}: winning hands below a straight must push; they cannot pay {row.pays}"
                )
            continue
        pays[row.hand] = net_of(row.pays)
    return pays


def main_rules(terms: Terms) -> MainRules:
    """Return the raises and qualifier of the terms, with the printed values as defaults."""
    return MainRules(
        first=terms.raises.get("first", AS_PRINTED.first),
        flop=terms.raises.get("flop", (AS_PRINTED.flop,))[0],
        river=terms.raises.get("river", (AS_PRINTED.river,))[0],
        qualifier=terms.qualifier or AS_PRINTED.qualifier,
    )


def read_raises(written: Mapping[str, Any], where: str) -> dict[str, tuple[int, ...]]:
    """Parse raise sizes such as ``first = [3, 4]``, ``flop = 2`` and ``river = 1``.

    Raises are whole numbers of Antes and must decrease from decision to decision.
    """
    sizes: dict[str, tuple[int, ...]] = {}
    for name, value in written.items():
        if name not in ("first", "flop", "river"):
            raise BadInput(f"{where}: unknown key {name!r:.60}; known keys: first, flop, river")
        listed = value if name == "first" and isinstance(value, list) else [value]
        if not listed or not all(type(each) is int and 1 <= each <= LARGEST_RAISE for each in listed):
            raise BadInput(
                f"{where}.{name}: must be 1 to {LARGEST_RAISE} whole Antes, not {short_text(value)}"
            )
        sizes[name] = tuple(sorted(set(listed)))
    rules = main_rules(Terms("uth", raises=sizes))
    if not min(rules.first) > rules.flop > rules.river:
        raise BadInput(
            f"{where}: raises must decrease from decision to decision, "
            f"not {', '.join(map(str, rules.first))}, then {rules.flop}, then {rules.river}"
        )
    return sizes


def variants(terms: Terms) -> Iterator[Variant]:
    """Yield the terms with one raise changed by one Ante, and with each other qualifier.

    Raises that would not decrease from decision to decision are left out.
    """
    rules = main_rules(terms)
    sizes = {"first": rules.first, "flop": (rules.flop,), "river": (rules.river,)}
    for name, raises in sizes.items():
        for size in raises:
            for other in (size - 1, size + 1):
                changed = [*(each for each in raises if each != size), other]
                written: dict[str, Any] = {**{key: list(each) for key, each in sizes.items()}, name: changed}
                written |= {key: each[0] for key, each in written.items() if key != "first"}
                if other in raises:
                    continue
                try:
                    read = read_raises(written, name)
                except BadInput:  # The raises would no longer decrease, or one of them would be zero.
                    continue
                yield Variant(
                    f"{name} raise", f"{size}x", f"{other}x", msgspec.structs.replace(terms, raises=read)
                )
    for hand in QUALIFIERS:
        if hand != rules.qualifier:
            changed_terms = msgspec.structs.replace(terms, qualifier=hand)
            yield Variant("qualifier", rules.qualifier, hand, changed_terms)


def solve(terms: Terms, table: Paytable | None, progress: Progress | None = None) -> Result:
    from croupier.maths import uth

    assert table is not None
    rules, limit = main_rules(terms), terms.limit("play")
    solved = uth.solve(blind_pays(table), distribution=True, progress=progress, rules=rules)
    nets = dict(solved.distribution)
    total = sum(nets.values())
    if limit is not None:
        nets = cap_nets(nets, limit)
    taken = ["U-08", "U-09", "X-13", *(each for row in table.rows for each in row.readings)]
    result = Result(
        "main",
        table.letter,
        "ante",
        distribution(nets, total),
        terms.taken(*dict.fromkeys(taken)),
        solved.average_wager,
        {"decisions": where_rounds_end(solved)},
    )
    assert limit is not None or result.ev == solved.ev, "distribution and decisions must give the same value"
    return result


def where_rounds_end(solved: UthSolution) -> list[Decision]:
    return [
        {
            "decision": "where the round ends",
            "choices": {name: exact(often) for name, often in solved.decisions.items()},
            "indifferent": {name: exact(often) for name, often in solved.indifferent.items()},
        }
    ]


def quick(terms: Terms, table: Paytable | None) -> Quick | None:
    """Return only the value and best play, or None if the full solution is needed or just as fast.

    A payout limit needs the full distribution. With stored sums, the full solution is just as fast.
    """
    from croupier.maths import uth
    from croupier.maths.uth.sums import sums

    assert table is not None
    rules = main_rules(terms)
    if terms.limit("play") is not None or sums(None, rules).settled_flops is not None:
        return None
    solved = uth.solve(blind_pays(table), rules=rules)
    return Quick(solved.ev, solved.average_wager, where_rounds_end(solved))


def cap_nets(nets: Mapping[Fraction, int], limit: Fraction) -> dict[Fraction, int]:
    """Cap the net win of every round at the payout limit (12.F, U-13).

    If one main wager wins, no other main wager loses, so the limit applies to the net result of the round.
    The decisions remain those of best play without the limit.
    """
    found: dict[Fraction, int] = {}
    for net, deals in nets.items():
        found[min(net, limit)] = found.get(min(net, limit), 0) + deals
    return found


def values(
    terms: Terms, table: Paytable | None, hand: Cards, board: Cards, dead: Cards
) -> Mapping[str, Fraction]:
    from croupier.maths import uth

    assert table is not None
    return uth.choices(uth.Position.of(hand, board, dead), blind_pays(table), main_rules(terms)).values


def warm() -> None:
    from croupier.maths.uth.sums import sums

    sums()


def warm_raises() -> None:
    """Compute the sums for every size of the River raise. The other raises follow from stored data."""
    from croupier.maths.uth.sums import sums

    for river in range(AS_PRINTED.river + 1, LARGEST_RAISE - 1):
        sums(None, AS_PRINTED._replace(river=river))


def bad_beat(either: bool) -> Frequencies:
    """Count how often each category of hand is beaten, over all deals (U-03).

    If ``either`` is false, only the player's beaten hands are counted. By symmetry, the dealer's hands are
    beaten equally often, so counting both doubles the counts.
    """
    one = frequencies.read_frequencies("player_beaten")
    times = 2 if either else 1
    beaten = {titles: times * count for titles, count in one.counts.items() if titles}
    beaten[frozenset()] = one.total - sum(beaten.values())
    return Frequencies(beaten, one.total)


def find_folds(terms: Terms, column: str) -> Frequencies:
    """Count the rounds that best play folds, by hand titles, for the first Blind paytable of the terms.

    If best play makes the same decisions as under the rule book's Blind, stored counts are used.
    """
    rules = main_rules(terms)
    blind = blind_pays(next(iter(terms.paytables("blind").values())))
    if rules == AS_PRINTED and has_book_decisions(blind):
        return frequencies.read_frequencies(f"folded_{column}")
    from croupier.maths.uth.folds import count_folds
    from croupier.maths.uth.solution import first_decisions, whole_pays
    from croupier.maths.uth.sums import sums

    return count_folds(sums(None, rules), first_decisions(blind, rules), *whole_pays(blind))[column]


def has_book_decisions(blind: Mapping[str, Fraction]) -> bool:
    """Return whether, under the printed rules, every decision is the same as with the rule book's Blind."""
    from croupier.maths.uth.solution import first_decisions, whole_pays
    from croupier.maths.uth.sums import sums

    if blind == book_blind():
        return True
    turning = sums().turning
    first, book = whole_pays(blind), whole_pays(book_blind())
    alike = turning.bet(*first, AS_PRINTED) == turning.bet(*book, AS_PRINTED)
    return bool(alike.all()) and first_decisions(blind, AS_PRINTED) == first_decisions(
        book_blind(), AS_PRINTED
    )


def book_blind() -> dict[str, Fraction]:
    """Return the Blind paytable for which the stored counts were computed."""
    return blind_pays(next(iter(paytables("uth")["blind"].values())))


def book_blinds() -> list[dict[str, Fraction]]:
    """Return all Blind paytables of the rule book."""
    return [blind_pays(table) for table in paytables("uth")["blind"].values()]


def count_book_folds() -> Mapping[str, Frequencies]:
    from croupier.maths.uth.folds import count_folds
    from croupier.maths.uth.solution import first_decisions, whole_pays
    from croupier.maths.uth.sums import sums

    return count_folds(sums(), first_decisions(book_blind(), AS_PRINTED), *whole_pays(book_blind()))


def _progressive_pays(terms: Terms, table: Paytable, row: Row) -> Payment:
    return progressive_pays(terms.reading("X-02"), terms.origin(table) or "", row.pays)


SIDES = {
    "trips": SideWager(
        lambda terms, table: frequencies.poker(7), ("X-03", "X-04", "X-31", "U-09"), FIVE_ROWS
    ),
    "progressive": SideWager(
        lambda terms, table: frequencies.poker(7 if terms.reading("U-01") == "R1" else 5),
        ("U-01", "X-02", "X-04", "X-11"),
        FIVE_ROWS,
        of_the_stake=True,
        stake_kept=lambda terms: True,
        pays=_progressive_pays,
        beside=lambda terms, table: "seven" if terms.reading("U-01") == "R1" else "flop",
        folded=lambda terms, table: find_folds(
            terms, "seven" if terms.reading("U-01") == "R1" else "five"
        ),
    ),
    "six_card": SideWager(
        lambda terms, table: frequencies.six_cards(),
        ("U-04", "U-27", "U-28", "X-03", "X-04"),
        SIX_ROWS,
        of_the_stake=True,
    ),
    "ultimate_pairs": SideWager(
        lambda terms, table: frequencies.hole_pairs(),
        ("U-19", "X-03", "X-04"),
        (
            "both_pairs_of_aces", "red_aces", "pair_of_aces", "ace_king_suited", "ace_queen_or_jack_suited",
            "ace_king_offsuit", "pair_of_jacks_to_kings", "ace_queen_or_jack_offsuit", "pair_of_tens_or_less",
        ),
        folded=lambda terms, table: find_folds(terms, "hole"),
    ),
    "bad_beat": SideWager(
        lambda terms, table: bad_beat(terms.reading("U-03") == "R1"),
        ("U-03", "U-17", "X-04"),
        (*MADE_ROWS[1:], "pair", "high_card"),
        folded=lambda terms, table: find_folds(
            terms, "beaten_either" if terms.reading("U-03") == "R1" else "beaten_player"
        ),
    ),
    "play_the_board": SideWager(
        lambda terms, table: frequencies.poker(5),
        ("U-18", "U-19", "X-04"),
        FIVE_ROWS,
        folded=lambda terms, table: find_folds(terms, "board"),
    ),
}  # fmt: skip


def check_blind(rows: Mapping[str, Row], where: str) -> None:
    """Reject a payment for a winning hand below a straight. Such a hand pushes the Blind (uth/11.H.3.c)."""
    for hand in ("below_straight", "below_flush"):
        if hand in rows and not isinstance(rows[hand].pays, Push):
            raise BadInput(
                f"{where}.{hand}: winning hands below the listed rows must push; list rows from a straight up"
            )


def strategy(terms: Terms, table: Paytable | None) -> list[Decision]:
    """Return the first decision with each of the 169 starting hands, and the share of rounds that end with
    each decision.
    """
    from croupier.maths import uth

    assert table is not None
    solved = uth.solve(blind_pays(table), rules=main_rules(terms))
    return [
        {
            "decision": "before the Flop",
            "raise": raise_rules({hand.name for hand in solved.hands if hand.best != "check"}),
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


def decisions(terms: Terms, table: Paytable | None) -> dict[str, str]:
    """Return the decisions for the starting hands and for the River states that a Blind may change.

    Under the printed rules, no Blind changes a decision on the Flop.
    """
    from croupier.maths import uth
    from croupier.maths.uth.solution import LARGEST_SETTLED, whole_pays
    from croupier.maths.uth.sums import sums

    assert table is not None
    rules, blind = main_rules(terms), blind_pays(table)
    turning = sums().turning
    bets = turning.bet(*whole_pays(blind, LARGEST_SETTLED), rules).tolist()
    first = {hand.name: hand.best for hand in uth.solve(blind, rules=rules).hands}
    rivers = zip(turning.names(), bets, strict=True)
    return {**first, **{name: f"{rules.river}x" if bet else "fold" for name, bet in rivers}}


def raise_rules(raised: set[str]) -> list[str]:
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


def play(terms: Terms, table: Paytable | None, rules: RuleList | None) -> Play:
    # Importing these modules loads the compiler, so import them only when needed.
    from croupier.maths.uth import plan, rounds, trails

    assert table is not None
    if terms.limit("play") is not None:
        raise BadInput("payout_limit: rounds are played without a payout limit; leave it out")
    pays, by = blind_pays(table), main_rules(terms)
    if rules is not None:
        _require_printed_rules(terms)
    return rounds.play_of(
        lambda hand: pays.get(hand, Fraction(0)),
        lambda: plan.best_plan(pays, by) if rules is None else plan.plan_of(rules),
        terms,
        rules=by,
        as_booked=rules is None and by == AS_PRINTED and has_book_decisions(pays),
        ended=None if rules is None else lambda: trails.count_endings(rules),
    )


def _require_printed_rules(terms: Terms) -> None:
    """Reject changed raises and qualifiers. Rule lists work only with the printed ones."""
    if main_rules(terms) != AS_PRINTED:
        raise BadInput(
            "rule lists work only with the printed raises and qualifier; "
            "leave out [raises] and qualifier, or use best play"
        )


def _cases(terms: Terms, table: Paytable | None, question: str, before: Mapping[str, Answers]) -> Cases:
    from croupier.maths.uth.cases import cases

    assert table is not None
    _require_printed_rules(terms)
    return cases(blind_pays(table), question, before)


def _features_of_hand(
    terms: Terms, table: Paytable | None, question: str, hand: Cards, board: Cards
) -> Mapping[str, int]:
    from croupier.maths.uth.features import features_of_hand

    return features_of_hand(question, hand, board)


def _make_seen_cards_solver(
    what: str,
) -> Callable[[Terms, Paytable | None, int, Progress | None], InformedPlay]:
    def solve_seen(terms: Terms, table: Paytable | None, cards: int, tell: Progress | None) -> InformedPlay:
        from croupier.maths.uth.seen_cards import solve_seen_cards

        assert table is not None
        return solve_seen_cards(what, cards, blind_pays(table), main_rules(terms), tell)

    return solve_seen


SOLVER = Solver(
    solve=solve,
    sides=SIDES,
    strategy=strategy,
    values=values,
    question=lambda board: {0: "before the Flop", 3: "on the Flop", 5: "on the River"}[board],
    table="blind",
    table_hands=(*MADE_ROWS[:6], "below_straight", "below_flush"),
    table_counts=lambda terms: frequencies.poker(7),
    every_hand=True,
    check_table=check_blind,
    last_row_stays=True,
    decisions=decisions,
    quick=quick,
    raises=read_raises,
    printed_raises={
        "first": AS_PRINTED.first,
        "flop": (AS_PRINTED.flop,),
        "river": (AS_PRINTED.river,),
    },
    qualifiers=QUALIFIERS,
    variants=variants,
    in_hand=2,
    dealer=2,
    board=5,
    asked_with=(0, 3, 5),
    envy_hands=("royal_flush", "straight_flush"),
    warm=warm,
    warm_raises=warm_raises,
    play=play,
    simple=Simple(QUESTIONS, _cases, _features_of_hand),
    sights={
        DEALER: SeenCardKind(2, _make_seen_cards_solver(DEALER)),
        COMMUNITY: SeenCardKind(1, _make_seen_cards_solver(COMMUNITY)),
        BURN: SeenCardKind(1, _make_seen_cards_solver(BURN)),
    },
)

"""Let It Ride: how the table runs it (chapters 7 to 12)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.deck import RANKS
from croupier.games.game import (
    ASIDE,
    BOARD,
    BOX,
    PLAYERS,
    Announced,
    Ask,
    Choice,
    Deal,
    Delivery,
    Game,
    Phase,
    Rack,
    Reveal,
    Settle,
    Showdown,
    Turn,
    Verdict,
    by_row,
    call_poker,
    collections,
    declared,
    earned_by_rows,
    poker_so_far,
    ranks_of,
)
from croupier.hands import FIVE, FIVE_TITLES, SIX_TITLES, THREE_TITLES, six_card, three_card
from croupier.hands import best_five as rank_five
from croupier.rulebook import Odds, Paytable, Row, citing
from croupier.submission import Rules

c = citing("letitride")
best_five = lru_cache(maxsize=256)(rank_five)  # a round evaluates the same hands repeatedly

BETS = ("bet1", "bet2", "bet3")

# The two questions of chapter 11. The player answers "ride" by tucking the cards or by waving.
BET_1 = Ask(
    "Bet 1",
    (
        Choice("ride", (c("11.B.1.a.i"), c("11.B.1.a.ii"))),
        Choice("withdraw", (c("11.B.1.b"), c("7.E.2"), c("7.E.7")), withdraws="bet1"),
    ),
    (c("11.B"),),
    having="bet3",
)
BET_2 = Ask(
    "Bet 2",
    (
        Choice("ride", (c("11.C.1.a.i"), c("11.C.1.a.ii"))),
        Choice(
            "withdraw",
            (c("11.C.1.b.i"), c("11.C.1.b.ii"), c("11.C.1.b.iii"), c("7.E.2"), c("7.E.7")),
            withdraws="bet2",
        ),
    ),
    (c("11.C"), c("11.A.4")),
    having="bet3",
)


def script(rules: Rules) -> tuple[Phase, ...]:
    dealing = rules.dealing
    phases: list[Phase] = [*collections(rules)]
    box = rules.offers("six_card") or rules.reading("L-05") == "R2"
    box_step = {"shoe": c("8.D.2"), "hand": c("9.B"), "automated": c("10.B.1")}[dealing]
    plan = [Delivery(BOX, 3, (box_step,), ("L-05",))] if box else []
    if dealing == "automated":
        plan.append(Delivery(BOARD, 2, (c("10.B.2"),)))
        if rules.choices.community_stack == 3:  # The stack's last card is discarded unseen.
            plan.append(Delivery(ASIDE, 1, (c("10.H"),), ("L-12",)))
        plan.append(Delivery(PLAYERS, 3, (c("10.B.3"), c("10.B.4"))))
    elif dealing == "shoe":
        plan += [
            Delivery(PLAYERS, 1, (c("8.D.3.a"),)),
            Delivery(BOARD, 1, (c("8.D.3.b"),)),
            Delivery(PLAYERS, 1, (c("8.D.3.c"),)),
            Delivery(BOARD, 1, (c("8.D.3.d"),)),
            Delivery(PLAYERS, 1, (c("8.D.3.e"),)),
        ]
    else:
        plan += [
            Delivery(PLAYERS, 1, (c("9.C.1"),)),
            Delivery(BOARD, 1, (c("9.C.2"),)),
            Delivery(PLAYERS, 1, (c("9.C.3"),)),
            Delivery(BOARD, 1, (c("9.C.4"),)),
            Delivery(PLAYERS, 1, (c("9.C.5"),)),
        ]
    phases += [
        Deal("starting cards", tuple(plan)),
        GAME.stub[dealing],
        BET_1,
        Turn("first community card", BOARD, 0, 1, (c("11.B.2"),)),
        BET_2,
        Turn("second community card", BOARD, 1, 1, (c("11.C.2"),)),
    ]
    if box:
        phases.append(Reveal((BOX,), (box_step,), ("L-05",)))
    phases += [
        Settle((c("11.D.1"), c("11.D.2"), c("11.F"))),
        Rack((c("11.G.1"), c("11.G.2"))),
    ]
    return tuple(phases)


def player_hand(rules: Rules, table: Showdown) -> Announced:
    return call_poker(best_five(table.cards + table.board))


def so_far(rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    return poker_so_far(cards + board)


@lru_cache(maxsize=64)
def on_three_cards(table: Paytable) -> bool:
    """Return whether a paytable pays on the player's own three cards. Such a paytable has an A-K-Q row
    (L-02).
    """
    return any(row.hand.startswith("akq_") for row in table.rows)


def five_card_row(reading: str, row: Row | None) -> Row | None:
    """Apply L-03 R2, under which 11.E.1 pays only two pair or better."""
    return None if reading == "R2" and row is not None and row.hand.startswith("pair") else row


def settle_side(wager: str, rules: Rules, table: Showdown) -> Verdict:
    paytable = rules.paytable(wager)
    if wager == "five_card":
        hand = best_five(table.cards + table.board)
        row = five_card_row(rules.reading("L-03"), paytable.row_for(hand.titles))
        verdict = by_row("five_card", row, (c("11.E.1"),), (c("11.E.1"),), ("L-03", "L-04"))
        if row is None or rules.reading("L-04") == "R2":
            return verdict
        return Verdict("five_card", "win", verdict.clauses, verdict.pays, verdict.readings, stake_back=False)
    if wager == "three_card":
        row = paytable.row_for(three_card(table.cards).titles)
        return by_row("three_card", row, (c("11.E.2"),), (c("11.E.2"),))
    if wager == "six_card":
        row = paytable.row_for(six_card(table.cards + table.box).titles)
        return by_row("six_card", row, (c("11.E.3"),), (c("11.E.3"),), ("L-05",))
    row = paytable.row_for(progressive_titles(paytable, table))
    # The odds are "for", because the chip is already in the tray.
    as_printed = ("X-02",) if row is not None and isinstance(row.pays, Odds) else ()
    return by_row("progressive", row, (c("11.E.4"),), (c("11.E.4"),), ("L-02", *as_printed))


def earned(rules: Rules, wager: str) -> tuple[Verdict, ...]:
    """Return every win that the wager's paytable pays. L-03 and L-04 change the wins of the Five Card
    Bonus.
    """
    won = earned_by_rows(rules, wager)
    if wager != "five_card":
        return won
    rows = rules.paytable(wager).rows
    paying = {row.clause for row in rows if five_card_row(rules.reading("L-03"), row) is not None}
    back = rules.reading("L-04") == "R2"
    return tuple(replace(one, stake_back=back) for one in won if paying & {*one.clauses})


def progressive_titles(paytable: Paytable, table: Showdown) -> frozenset[str]:
    if on_three_cards(paytable):
        return three_card(table.cards).titles
    return best_five(table.cards + table.board).titles


SIDE_ORDER = ("five_card", "three_card", "six_card", "progressive")  # 11.E, X-23
SETTLED = (c("11.D.3"),)


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    row = rules.paytable("main").row_for(best_five(table.cards + table.board).titles)
    riding = [bet for bet in BETS if bet in table.wagers]
    verdicts = [by_row(bet, row, SETTLED, SETTLED) for bet in riding]
    if len(table.wagers) > len(verdicts):
        verdicts += [settle_side(wager, rules, table) for wager in SIDE_ORDER if wager in table.wagers]
    return tuple(verdicts)


def envy(rules: Rules, table: Showdown, stake: int) -> tuple[Row, tuple[str, ...], tuple[str, ...]] | None:
    """Return the Envy row that a hand earns for another bettor. Each bettor gets one bonus (11.E.5, X-10)."""
    paytable = rules.envy(stake)
    row = paytable.row_for(progressive_titles(paytable, table))
    if row is None:
        return None
    return row, (c("11.E.5"), c("12.H.1"), row.clause), ("L-02", "X-10")


def simple_play(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Let the bet ride with a paying hand, three cards of a straight flush, or four cards of a flush or
    straight.
    """
    cards = hand + board
    ranks = ranks_of(cards)
    together = Counter(ranks)
    pairs = [rank for rank, copies in together.items() if copies >= 2]
    paying = len(pairs) > 1 or any(together[rank] > 2 or RANKS[rank] in "TJQKA" for rank in pairs)
    suited = len({card[1] for card in cards}) == 1
    running = not pairs and ranks[0] - ranks[-1] == len(ranks) - 1
    if len(cards) == 3:
        return "ride" if paying or (suited and running and ranks[-1] > 0) else "withdraw"
    return "ride" if paying or suited or (running and ranks[0] < RANKS.index("A")) else "withdraw"


GAME = Game(
    **declared("letitride"),
    script=script,
    titles=FIVE_TITLES | SIX_TITLES | THREE_TITLES,
    ranking=FIVE,
    player_hand=player_hand,
    so_far=so_far,
    settle=settle,
    earned=earned,
    simple_play=simple_play,
    envy=envy,
)

"""Let It Ride, chapters 7 to 12: the game as the table runs it."""

from __future__ import annotations

from functools import lru_cache

from croupier.cards import STANDARD
from croupier.games.game import (
    ASIDE,
    BOARD,
    BOX,
    PLAYERS,
    Announced,
    Ask,
    CardCare,
    Choice,
    Collect,
    Deal,
    Delivery,
    FoldedCards,
    Game,
    Irregularity,
    Phase,
    Rack,
    Requirement,
    Reveal,
    Settle,
    Showdown,
    Stub,
    Turn,
    Verdict,
    WagerRule,
    by_row,
    call_poker,
)
from croupier.hands import best_five as rank_five
from croupier.hands import six_card, three_card
from croupier.rulebook import Row, citing
from croupier.submission import Rules

c = citing("letitride")
best_five = lru_cache(maxsize=256)(rank_five)  # one round asks for the same hands again and again

WAGERS = (
    WagerRule("bet1", c("7.E.1"), "required", "Bet 1"),
    WagerRule("bet2", c("7.E.1"), "required", "Bet 2", equal_to="bet1"),
    WagerRule("bet3", c("7.E.1"), "required", "Bet 3", equal_to="bet1"),
    WagerRule(
        "five_card",
        c("7.E.3"),
        "optional",
        "Five Card Bonus",
        banked=True,
        fixed=100,
        fixed_readings=("L-04",),
    ),
    WagerRule("three_card", c("7.E.4"), "optional", "Three Card Bonus"),
    WagerRule("six_card", c("7.E.5"), "optional", "Six Card Bonus"),
    WagerRule("progressive", c("7.E.6.a"), "optional", "Progressive", banked=True),
)
BETS = ("bet1", "bet2", "bet3")

CLOSE = {"shoe": (c("8.C"),), "hand": (c("9.A.3"),), "automated": (c("10.A.1.a"),)}
FIVE_CARD_CHIPS = {
    "shoe": Collect("five_card", (c("8.C.1.a"),), (c("8.C.1.c"),), (c("8.C.1.d"),), lammer=(c("8.C.1.b"),)),
    "hand": Collect(
        "five_card", (c("9.A.3.a.i"),), (c("9.A.3.a.iii"),), (c("9.A.3.a.iv"),), lammer=(c("9.A.3.a.ii"),)
    ),
    "automated": Collect(
        "five_card", (c("10.A.1.b.i"),), (c("10.A.1.b.iii"),), (c("10.A.1.b.iv"),), lammer=(c("10.A.1.b.ii"),)
    ),
}
PROGRESSIVE_CHIPS = {
    "shoe": Collect(
        "progressive", (c("8.C.3.a"),), (c("8.C.3.b"),), (c("8.C.3.c"),), lock=(c("8.C.2"), c("2.C.2"))
    ),
    "hand": Collect(
        "progressive",
        (c("9.A.3.c.i"),),
        (c("9.A.3.c.ii"),),
        (c("9.A.3.c.iii"),),
        lock=(c("9.A.3.b"), c("2.C.2")),
    ),
    "automated": Collect(
        "progressive",
        (c("10.A.1.d.i"),),
        (c("10.A.1.d.ii"),),
        (c("10.A.1.d.iii"),),
        lock=(c("10.A.1.c"), c("2.C.2")),
    ),
}
STUB = {
    "shoe": Stub((c("8.D.4"),), (c("8.D.5"), c("8.D.6")), (c("8.E"),), (c("8.F.1"),), (c("8.F.2"),)),
    "hand": Stub((c("9.D"),), (c("9.E"), c("9.F")), (c("9.G"),), (c("9.H.1"),), (c("9.H.2"),)),
    "automated": Stub((c("10.C"),), (c("10.D"), c("10.E")), (c("10.F"),), (c("10.G.1"),), (c("10.G.2"),)),
}

# Chapter 11: the two questions. Riding is shown by tucking the cards or by a wave; either is the same answer.
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
    phases: list[Phase] = []
    if rules.offers("five_card"):
        phases.append(FIVE_CARD_CHIPS[dealing])
    if rules.offers("progressive"):
        phases.append(PROGRESSIVE_CHIPS[dealing])
    box = rules.offers("six_card") or rules.reading("L-05") == "R2"
    box_step = {"shoe": c("8.D.2"), "hand": c("9.B"), "automated": c("10.B.1")}[dealing]
    plan = [Delivery(BOX, 3, (box_step,), ("L-05",))] if box else []
    if dealing == "automated":
        plan.append(Delivery(BOARD, 2, (c("10.B.2"),)))
        if rules.choices.community_stack == 3:  # the last of the stack is discarded unseen
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
        STUB[dealing],
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


def requirements(rules: Rules) -> tuple[Requirement, ...]:
    six = (*BETS, "five_card", "three_card") if rules.reading("L-06") == "R1" else BETS
    return (
        Requirement("five_card", BETS, (c("7.E.3"),)),
        Requirement("three_card", BETS, (c("7.E.4"),)),
        Requirement("six_card", six, (c("7.E.5"),), ("L-06",)),
        Requirement("progressive", BETS, (c("7.E.6.a"),)),
    )


def player_hand(rules: Rules, table: Showdown) -> Announced:
    return call_poker(best_five(table.cards + table.board))


def on_three_cards(letter: str) -> bool:
    """Progressive B and C, and their Envy, are about the player's own three cards (L-02)."""
    return letter in ("B", "C")


def settle_side(wager: str, rules: Rules, table: Showdown) -> Verdict:
    paytable = rules.paytable(wager)
    if wager == "five_card":
        hand = best_five(table.cards + table.board)
        row = paytable.row_for(hand.titles)
        if rules.reading("L-03") == "R2" and hand.category == "pair":
            row = None  # 11.E.1 read as a filter: two pair or better
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
    row = paytable.row_for(progressive_titles(paytable.letter, table))
    return by_row("progressive", row, (c("11.E.4"),), (c("11.E.4"),), ("L-02",))


def progressive_titles(letter: str, table: Showdown) -> frozenset[str]:
    if on_three_cards(letter):
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


def folded_cards(still_open: tuple[str, ...]) -> FoldedCards:
    raise AssertionError("nobody folds at Let It Ride: Bet 3 always stays")


def envy(rules: Rules, table: Showdown) -> tuple[Row, tuple[str, ...], tuple[str, ...]] | None:
    """11.E.5: own hand excluded, one bonus for each other holder (X-10)."""
    paytable = rules.paytable("envy")
    row = paytable.row_for(progressive_titles(paytable.letter, table))
    if row is None:
        return None
    return row, (c("11.E.5"), c("12.H.1"), row.clause), ("L-02", "X-10")


# Chapters 3 to 5.
CARE = CardCare(
    inspect=(c("4.A"),),
    verify=(c("4.A"),),
    spread=(c("4.B"),),
    view=(c("4.B"),),
    face_down=(c("4.C.1"),),
    wash=(c("4.C.2"),),
    stack=(c("4.C.3"),),
    first_shuffle=(c("4.D"),),
    each_deck=(c("4.E"),),
    preshuffled=(c("4.F"),),
    before_play=(c("5.A.1"),),
    after_round=(c("5.A.2"),),
    on_order=(c("5.A.3"),),
    one_stack=(c("5.B"),),
    feeds_shoe=(c("5.C"),),
    machine_no_cut=(c("5.D.1"),),
    must_cut=(c("5.D.2"),),
    counted=(c("5.E.1"),),
    bad_count=(c("5.E.2"),),
    cut=(
        c("5.F"),
        c("5.F.1"),
    ),
    into_shoe=(c("5.F.2"),),
    recut=(c("5.G"),),
    idle=(
        c("5.H.1"),
        c("5.H.2"),
    ),
    idle_view=(c("5.H.3"),),
    self_shuffling=(c("5.I"),),
    count_excused=True,
    one_deck=(c("3.A"),),
    two_decks=(c("3.B"),),
    other_back=(c("3.B.2"),),
    stored=(c("3.B.3"),),
    alternate=(c("3.B.4"),),
    one_in_rack=(c("3.B.5"),),
    hand_life=(c("3.C.1"),),
    shoe_life=(c("3.C.2"),),
    by_machine=(c("9.A.1"),),
    load={"shoe": (c("8.B"),), "hand": (c("9.A.2"),), "automated": (c("10.A.1"),)},
    machine_shuffles=(c("10.A"),),
)

# Chapter 13; what it does not cover is a floorperson's ruling.
IRREGULARITIES = {
    "face_up": Irregularity("discard", (c("13.A"),)),
    "face_up_many": Irregularity("void", (c("13.B"),), ("X-05",)),
    "drawn_in_error": Irregularity("play_on", (c("13.C"),)),
    "wrong_count": Irregularity("void", (c("13.D"),), ("X-05", "L-19")),
    "community_exposed": Irregularity("void", (c("13.E"),), ("X-05", "L-19")),
    "box_exposed": Irregularity("ruling", (), ("X-15",), likewise=(c("13.E"),), default="void"),
    "player_exposed": Irregularity("ruling", (), ("X-15",)),
    "shuffler_failed": Irregularity("play_on", (c("13.F"),), ("X-16",)),
    "shuffler_failed_idle": Irregularity("play_on", (c("13.F"),), ("X-16",)),
    "shoe_failed": Irregularity("void", (c("13.G"),), ("X-05",)),
    "other": Irregularity("ruling", (), ("X-15",)),
}
DEAD_DEVICE = {"covered": (c("13.H.1"),), "marked": (c("13.H.2"),)}


GAME = Game(
    id="letitride",
    title="Let It Ride",
    deck=STANDARD,
    deck_clauses=(c("3.A"),),
    seats=7,
    seats_clause=c("2.A.1"),
    wagers=WAGERS,
    chips=(c("7.A"),),
    positions_clause=c("7.F"),
    close=CLOSE,
    bets_by=(c("7.C"), c("7.D")),
    seated_only=c("7.B"),
    stay_seated=c("7.B.1"),
    abandoned=c("7.B.2"),
    script=script,
    requirements=requirements,
    must_ante=lambda rules: True,
    qualifies=lambda rules, table: None,
    player_hand=player_hand,
    announce_dealer=lambda rules, table: None,
    settle=settle,
    folded_cards=folded_cards,
    envy=envy,
    care=CARE,
    irregularities=IRREGULARITIES,
    dead_device=DEAD_DEVICE,
    rate_clauses=(c("12.F.1"),),
    meter_clauses=(c("12.G"),),
    # No clause orders it here: a floorperson vouches that the hand is one that 11.E.4 pays.
    validate=(c("11.E.4"),),
)

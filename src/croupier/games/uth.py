"""Ultimate Texas Hold 'Em, chapters 7 to 12: the game as the table runs it."""

from __future__ import annotations

from functools import lru_cache

from croupier.cards import STANDARD
from croupier.games.game import (
    BOARD,
    BOX,
    BURN,
    DEALER,
    EVEN_MONEY,
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
    dealt_around,
)
from croupier.hands import best_five as rank_five
from croupier.hands import hole_pair_titles, six_card
from croupier.rulebook import Odds, Push, Row, citing
from croupier.submission import Rules

c = citing("uth")
best_five = lru_cache(maxsize=256)(rank_five)  # one round asks for the same hands again and again

WAGERS = (
    WagerRule("ante", c("7.F.1"), "required", "Ante"),
    WagerRule("blind", c("7.F.1"), "required", "Blind", equal_to="ante", divisor=2),  # 3 to 2
    WagerRule("play", c("7.F.1"), "decision", "Play"),
    WagerRule("trips", c("7.F.2"), "optional", "Trips"),
    WagerRule("six_card", c("7.F.4.b"), "optional", "Six Card Bonus"),
    WagerRule("ultimate_pairs", c("7.F.5"), "optional", "Ultimate Pairs"),
    WagerRule("bad_beat", c("7.F.6"), "optional", "Bad Beat"),
    WagerRule("play_the_board", c("7.F.7"), "optional", "Play the Board"),
    WagerRule("progressive", c("7.F.3.a"), "optional", "Progressive", banked=True),
)

# Chapters 8, 9 and 10: what the dealer says and does before the first card.
CLOSE = {"shoe": (c("8.C.1"),), "hand": (c("9.A.3"),), "automated": (c("10.A.2.a"),)}
PROGRESSIVE_CHIPS = {
    "shoe": Collect(
        "progressive", (c("8.C.3"),), (c("8.C.3"),), (c("8.C.4"),), lock=(c("8.C.2"), c("2.C.2"))
    ),
    "hand": Collect(
        "progressive", (c("9.A.3.b"),), (c("9.A.3.b"),), (c("9.A.3.c"),), lock=(c("9.A.3.a"), c("2.C.2"))
    ),
    "automated": Collect(
        "progressive",
        (c("10.A.2.b.ii"),),
        (c("10.A.2.b.ii"),),
        (c("10.A.2.b.iii"),),
        lock=(c("10.A.2.b.i"), c("2.C.2")),
    ),
}
STUB = {
    "shoe": Stub((c("8.D.4"),), (c("8.E"),), (c("8.F"),), (c("8.G.1"),), (c("8.G.2"),)),
    "hand": Stub((c("9.B.4"),), (c("9.C"),), (c("9.D"),), (c("9.E.1"),), (c("9.E.2"),)),
    "automated": Stub((c("10.B.5"),), (c("10.C"),), (c("10.D"),), (c("10.E.1"),), (c("10.E.2"),)),
}

# Chapter 11: the three questions.
BEFORE_FLOP = Ask(
    "before the Flop",
    (
        Choice("check", (c("11.B.1"), c("11.B.2.b"), c("1.B.1"))),
        Choice("4x", (c("11.B.1"), c("11.B.2.a")), stakes="play", multiple=4, of="ante"),
        Choice("3x", (c("11.B.1"), c("11.B.2.a")), stakes="play", multiple=3, of="ante"),
    ),
    (c("11.B"),),
    having="ante",
    lacking="play",
)
AFTER_FLOP = Ask(
    "after the Flop",
    (
        Choice("check", (c("11.D.1"), c("11.D.2.b"))),
        Choice("2x", (c("11.D.1"), c("11.D.2.a")), stakes="play", multiple=2, of="ante"),
    ),
    (c("11.D"),),
    having="ante",
    lacking="play",
)
AFTER_RIVER = Ask(
    "after the last two cards",
    (
        Choice("fold", (c("11.F.2"), c("1.B.4")), collects=("ante", "blind")),
        Choice("1x", (c("11.F"), c("11.F.1")), stakes="play", multiple=1, of="ante"),
    ),
    (c("11.F"),),
    having="ante",
    lacking="play",
)


def script(rules: Rules) -> tuple[Phase, ...]:
    dealing = rules.dealing
    phases: list[Phase] = []
    if rules.offers("progressive"):
        phases.append(PROGRESSIVE_CHIPS[dealing])
    box = rules.offers("six_card")
    stub = STUB[dealing]
    # The electronic version is this game with the cards named as they are turned (U-25).
    pair, five = ((c("11.L.1"),), (c("11.L.2"),)) if rules.choices.electronic else ((), ())
    if dealing == "automated":
        plan = [Delivery(BOX, 4, (c("10.B.1"), c("7.F.4")), ("U-05",))] if box else []
        # 10.F lets a reshuffling shoe issue the board before the hole cards; 10.B.2 already does.
        by_itself = (c("10.F"),) if rules.choices.shuffler == "reshuffling" else ()
        plan.append(Delivery(BOARD, 5, (c("10.B.2"), *by_itself, *five), ("U-23",)))
        pairs = Delivery(PLAYERS, 2, (c("10.B.3"),))
        if rules.choices.dealer_cards == "held":  # the dealer's pair waits inside the shuffler
            held = Delivery(DEALER, 2, (c("10.B.4"), *pair), ("U-23",))
            plan += [Delivery(PLAYERS, 2, (c("10.B.4"),)), held]
        else:
            plan += [Delivery(DEALER, 2, (c("10.B.3"), *pair)), pairs]
        phases += [
            Deal("starting cards", tuple(plan)),
            stub,
            BEFORE_FLOP,
            Turn("Flop", BOARD, 0, 3, (c("11.C.2"),), ("U-24",)),
            AFTER_FLOP,
            Turn("last two cards", BOARD, 3, 2, (c("11.E.2"),), ("U-24",)),
            AFTER_RIVER,
        ]
    else:
        first = (Delivery(BOX, 4, (c("7.F.4"), c("10.B.1")), ("U-05",)),) if box else ()
        around = c("8.D.2") if dealing == "shoe" else c("9.B.2")
        board = c("8.D.3") if dealing == "shoe" else c("9.B.3")
        by_hand = dealing == "hand"  # only chapter 9 is dealing by hand (U-22)
        flop: tuple[Delivery, ...] = (Delivery(BOARD, 3, (c("11.C.2"), board, *five)),)
        river: tuple[Delivery, ...] = (Delivery(BOARD, 2, (c("11.E.2"), board, *five)),)
        if by_hand:
            flop = (Delivery(BURN, 1, (c("11.C.1"),), ("U-22",)), *flop)
            river = (Delivery(BURN, 1, (c("11.E.1"),), ("U-22",)), *river)
        phases += [
            Deal("starting cards", (*first, *dealt_around(2, (around,), (around, *pair)))),
            BEFORE_FLOP,
            Deal("Flop", flop, face_up=True),
            AFTER_FLOP,
            Deal("last two cards", river, face_up=True),
            stub,
            AFTER_RIVER,
        ]
    revealed = (DEALER, BOX) if box else (DEALER,)
    phases += [
        Reveal(revealed, (c("11.G.1"), c("11.G.2"), c("11.G.3")), ("U-05",) if box else ()),
        Settle((c("11.H.2.a"), c("11.H.2.b"), c("11.H.2.c"), c("11.H.2.d"))),
        Rack((c("11.K"),)),
    ]
    return tuple(phases)


def requirements(rules: Rules) -> tuple[Requirement, ...]:
    main = ("ante", "blind")
    needed = [
        Requirement("trips", main, (c("7.F.2"),)),
        Requirement("progressive", main, (c("7.F.3.a"),)),
        Requirement("ultimate_pairs", main, (c("7.F.5"),), ("U-19",)),
        Requirement("bad_beat", main, (c("7.F.6"),), ("U-19",)),
        Requirement("play_the_board", main, (c("7.F.7"),), ("U-19",)),
    ]
    six = (*main, "trips") if rules.reading("U-06") == "R1" else main
    needed.append(Requirement("six_card", six, (c("7.F.4.b"),), ("U-06",)))
    return tuple(needed)


def qualifies(rules: Rules, table: Showdown) -> bool:
    """11.H: a pair or better."""
    return best_five(table.dealer + table.board).category != "high_card"


def player_hand(rules: Rules, table: Showdown) -> Announced:
    return call_poker(best_five(table.cards + table.board))


def announce_dealer(rules: Rules, table: Showdown) -> Announced:
    return call_poker(best_five(table.dealer + table.board))


LOWER = (c("11.H.3.a"),)
HIGHER = (c("11.H.3.b"), c("12.A"))
BLIND_HIGHER = (c("11.H.3.b"),)
BLIND_PUSH = (c("11.H.3.c"),)
TIE = (c("11.H.3.d"),)
UNPAIRED = (c("11.H.1"),)


def settle_main(rules: Rules, table: Showdown) -> list[Verdict]:
    """11.H: Ante, Blind and Play against the dealer. An unpaired dealer pushes the Ante alone (U-08)."""
    player, dealer = best_five(table.cards + table.board), best_five(table.dealer + table.board)
    paired = dealer.category != "high_card"
    if player < dealer:
        ante = (
            Verdict("ante", "lose", LOWER)
            if paired
            else Verdict("ante", "push", UNPAIRED, readings=("U-08",))
        )
        return [ante, Verdict("blind", "lose", LOWER), Verdict("play", "lose", LOWER)]
    if player == dealer:
        return [Verdict(wager, "push", TIE) for wager in ("ante", "blind", "play")]
    ante = (
        Verdict("ante", "win", HIGHER, EVEN_MONEY)
        if paired
        else Verdict("ante", "push", UNPAIRED, readings=("U-08",))
    )
    row = rules.paytable("blind").row_for(player.titles)
    assert row is not None, "the last row of the Blind takes every other winning hand"
    blind = (
        Verdict("blind", "push", (*BLIND_PUSH, row.clause), readings=row.readings)
        if isinstance(row.pays, Push)
        else Verdict("blind", "win", (*BLIND_HIGHER, row.clause), row.pays, row.readings)
    )
    return [ante, blind, Verdict("play", "win", HIGHER, EVEN_MONEY)]


def settle_bad_beat(rules: Rules, table: Showdown) -> Verdict:
    """The beaten hand, trips or better, sets the row (U-03); a tie beats nobody."""
    player, dealer = best_five(table.cards + table.board), best_five(table.dealer + table.board)
    lost = (c("7.F.6"), c("12.F'2"))
    beaten = player if player < dealer else dealer if dealer < player else None
    if beaten is None or (beaten is dealer and rules.reading("U-03") == "R2"):
        return Verdict("bad_beat", "lose", lost, readings=("U-03",))
    row = rules.paytable("bad_beat").row_for(beaten.titles)
    return by_row("bad_beat", row, (c("7.F.6"),), lost, ("U-03",))


def settle_side(wager: str, rules: Rules, table: Showdown) -> Verdict:
    paytable = rules.paytable(wager)
    if wager == "trips":
        row = paytable.row_for(best_five(table.cards + table.board).titles)
        return by_row("trips", row, (c("11.I.1"), c("11.I.2")), (c("11.I.1"),))
    if wager == "six_card":
        row = paytable.row_for(six_card(table.cards + table.box).titles)
        six = row is not None and row.hand.startswith("super_royal")  # the one hand that needs all six
        won = (c("11.I.3"), c("11.I.4"), *((c("7.F.4.a"),) if six else ()))
        return by_row("six_card", row, won, (c("11.I.3"),), ("U-04",))
    if wager == "ultimate_pairs":
        row = paytable.row_for(hole_pair_titles(table.cards, table.dealer))
        return by_row("ultimate_pairs", row, (c("7.F.5"),), (c("7.F.5"), c("12.E'2")), ("U-19",))
    if wager == "play_the_board":
        row = paytable.row_for(best_five(table.board).titles)
        return by_row("play_the_board", row, (c("7.F.7"),), (c("7.F.7"), c("12.G")), ("U-19",))
    if wager == "bad_beat":
        return settle_bad_beat(rules, table)
    row = paytable.row_for(progressive_titles(rules, table))
    verdict = by_row("progressive", row, (c("11.J.1"), c("11.J.2.d"), c("12.D.2")), (c("11.J"),), ("U-01",))
    if row is not None and paytable.letter == "A":  # "to" gives the banked stake back
        pays = row.pays
        if isinstance(pays, Odds) and rules.reading("X-02") == "R2":
            pays = Odds(pays.num, pays.den, "for")
        return Verdict("progressive", "win", verdict.clauses, pays, (*verdict.readings, "X-02"))
    return verdict


def progressive_titles(rules: Rules, table: Showdown) -> frozenset[str]:
    """U-01: hole cards and Flop (R2), or the best five of all seven (R1)."""
    shared = table.board if rules.reading("U-01") == "R1" else table.board[:3]
    return best_five(table.cards + shared).titles


SIDE_ORDER = ("trips", "six_card", "ultimate_pairs", "bad_beat", "play_the_board", "progressive")


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    verdicts = settle_main(rules, table) if "play" in table.wagers else []
    if len(table.wagers) > len(verdicts):
        verdicts += [settle_side(wager, rules, table) for wager in SIDE_ORDER if wager in table.wagers]
    return tuple(verdicts)


def folded_cards(still_open: tuple[str, ...]) -> FoldedCards:
    """11.F.3: kept under any open side wager, mucked otherwise (U-07)."""
    if not still_open:
        return FoldedCards(False, (c("11.F.3.b"), c("11.F.3.d")), ("U-07",))
    under = c("11.F.3.c") if "six_card" in still_open and "trips" not in still_open else c("11.F.3.a")
    return FoldedCards(True, (under,), ("U-07", "X-04"))


def envy(rules: Rules, table: Showdown) -> tuple[Row, tuple[str, ...], tuple[str, ...]] | None:
    """11.J.2.e: what a holder's hand earns every other progressive bettor."""
    row = rules.paytable("envy").row_for(progressive_titles(rules, table))
    if row is None:
        return None
    return (
        row,
        (c("11.J.2.e.i"), c("11.J.2.e.iii"), c("11.J.2.e.iv"), c("12.D.5.a"), row.clause),
        ("U-01", "X-10"),
    )


def cautions(rules: Rules) -> tuple[str, ...]:
    if rules.offers("progressive") and "U-01" not in rules.choices.readings:
        return ("the progressive is offered without choosing U-01: hole cards and Flop are assumed",)
    return ()


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
    idle=(c("5.H.1"),),
    idle_view=(c("5.H.2"),),
    self_shuffling=(c("5.I"),),
    count_excused=True,
    one_deck=(c("3.A.1"),),
    two_decks=(c("3.B"),),
    other_back=(c("3.B.2"),),
    stored=(c("3.B.3"),),
    alternate=(c("3.B.4"),),
    one_in_rack=(c("3.B.5"),),
    hand_life=(c("3.C.1"),),
    shoe_life=(c("3.C.2"),),
    by_machine=(c("9.A.1"),),
    load={"shoe": (c("8.B"),), "hand": (c("9.A.2"),), "automated": (c("10.A.1"),)},
)

# Chapter 13; what it does not cover is a floorperson's ruling.
IRREGULARITIES = {
    # U-20: one is thrown away; several void the round, but Trips is settled once the hole cards are out.
    "face_up": Irregularity("discard", (c("13.A"),), ("U-20",)),
    "face_up_many": Irregularity("void", (c("13.B"),), ("U-20", "X-05")),
    "face_up_many_late": Irregularity(
        "void", (c("13.B"),), ("U-20", "X-05"), settles=("trips",), settle_clauses=(c("13.C"),)
    ),
    "drawn_in_error": Irregularity("play_on", (c("13.D"),)),
    "wrong_count": Irregularity("void", (c("13.E"),), ("X-05", "U-05")),
    "dealer_exposed": Irregularity(
        "void",
        (c("13.F"),),
        ("U-21", "X-05"),
        settles=("trips",),
        settle_clauses=(c("13.G"),),
        until_decided=True,
    ),
    "community_exposed": Irregularity(
        "ruling",
        (),
        ("X-15",),
        settles=("trips",),
        settle_clauses=(c("13.G"),),
        likewise=(c("13.F"),),
        default="void",
    ),
    "box_exposed": Irregularity(
        "ruling",
        (),
        ("X-15",),
        settles=("trips",),
        settle_clauses=(c("13.G"),),
        likewise=(c("13.F"),),
        default="void",
    ),
    "player_exposed": Irregularity("ruling", (), ("X-15",)),
    "missed_burn": Irregularity("ruling", (), ("X-15",)),
    # A jam of the deck being dealt refunds; one of the idle deck is only shuffled again.
    "shuffler_failed": Irregularity("void", (c("13.H.1"), c("13.H.2"), c("13.H.3")), ("X-16",)),
    "shuffler_failed_idle": Irregularity("play_on", (c("13.H.1"),), ("X-16",)),
    "shoe_failed": Irregularity("void", (c("13.I.1"), c("13.I.2"), c("13.I.3")), ("X-05",)),
    "other": Irregularity("ruling", (), ("X-15",)),
}
DEAD_DEVICE = {"covered": (c("13.J.1"),), "marked": (c("13.J.2"),)}


GAME = Game(
    id="uth",
    title="Ultimate Texas Hold 'Em",
    deck=STANDARD,
    deck_clauses=(c("3.A.1"),),
    seats=6,
    seats_clause=c("2.A"),
    wagers=WAGERS,
    chips=(c("7.A"), c("7.B")),
    positions_clause=c("7.G"),
    close=CLOSE,
    bets_by=(c("7.D"), c("7.E")),
    seated_only=c("7.C"),
    stay_seated=c("7.C.1"),
    abandoned=c("7.C.2"),
    script=script,
    requirements=requirements,
    must_ante=lambda rules: True,
    qualifies=qualifies,
    player_hand=player_hand,
    announce_dealer=announce_dealer,
    settle=settle,
    folded_cards=folded_cards,
    envy=envy,
    care=CARE,
    irregularities=IRREGULARITIES,
    dead_device=DEAD_DEVICE,
    cautions=cautions,
    capped=("ante", "blind", "play", "trips"),
    cap_clauses=(c("12.F"), c("12.F.2")),
    cap_readings=("U-12", "U-13"),
    rate_clauses=(c("12.D.3.a"),),
    meter_clauses=(c("12.D.4"),),
    validate=(c("11.J.2.a"), c("11.J.2.b"), c("11.J.2.c")),
    light=(c("11.J.2.b"),),
)

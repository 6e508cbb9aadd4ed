"""Dragon Poker, chapters 7 to 12: the game as the table runs it."""

from __future__ import annotations

from croupier.cards import DRAGON
from croupier.games.game import (
    DEALER,
    EVEN_MONEY,
    PLAYERS,
    Announced,
    Ask,
    CardCare,
    Choice,
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
    Verdict,
    WagerRule,
    by_row,
    dealt_around,
)
from croupier.hands import dragon_hand, dragon_titles
from croupier.rulebook import Push, citing
from croupier.submission import Rules

c = citing("dragon")

WAGERS = (
    WagerRule("ante", c("7.F.1"), "required", "Ante"),
    WagerRule("ante_bonus", c("7.F.1"), "required", "Ante Bonus", equal_to="ante"),
    WagerRule("play", c("7.F.1"), "decision", "Play"),
    WagerRule("three_card", c("7.F.2"), "optional", "Three Card Bonus"),
    WagerRule("dragon", c("7.F.3"), "optional", "Dragon Wager"),
)

# Chapter 10 forgets the announcement; chapter 7 needs it before the first stack (D-11).
CLOSE = {"shoe": (c("8.C"),), "hand": (c("9.B"),), "automated": (c("7.D"),)}
STUB = {
    "shoe": Stub((c("8.D.3"),), (c("8.E"),), (c("8.F"),), (c("8.G.1"),), (c("8.G.2"),)),
    "hand": Stub((c("9.C.4"),), (c("9.D"),), (c("9.E"),), (c("9.F"), c("9.G")), (c("9.F"), c("9.H"))),
    "automated": Stub(
        (c("10.B.5"),), (c("10.C"),), (c("10.D"),), (c("10.E"), c("10.F")), (c("10.E"), c("10.G"))
    ),
}

PLAY_OR_FOLD = Ask(
    "Play or fold",
    (
        Choice("fold", (c("11.B"),), collects=("ante", "ante_bonus")),
        Choice("play", (c("11.B"), c("7.F.1")), stakes="play", multiple=1, of="ante"),
    ),
    (c("11.B"),),
    having="ante",
)


def script(rules: Rules) -> tuple[Phase, ...]:
    dealing = rules.dealing
    if dealing == "automated":
        held = rules.choices.dealer_cards == "held"
        dealers = Delivery(DEALER, 3, (c("10.B.4") if held else c("10.B.3"),), ("U-23",) if held else ())
        plan: tuple[Delivery, ...] = (Delivery(PLAYERS, 3, (c("10.B.1"), c("10.B.2"))), dealers)
    elif dealing == "shoe":
        plan = dealt_around(3, (c("8.D.2"),), (c("8.D.2"),), ("D-12",))
    else:
        plan = dealt_around(3, (c("9.C.2"), c("9.C.3")), (c("9.C.2"), c("9.C.3")))
    return (
        Deal("starting cards", plan),
        STUB[dealing],
        PLAY_OR_FOLD,
        Reveal((DEALER,), (c("11.D.2"),)),
        Settle((c("11.D.3.a"), c("11.D.3.f"))),
        Rack((c("11.E"),)),
    )


def must_ante(rules: Rules) -> bool:
    return rules.reading("D-06") == "R1"


def requirements(rules: Rules) -> tuple[Requirement, ...]:
    if not must_ante(rules):
        return ()
    main = ("ante", "ante_bonus")
    return (
        Requirement("three_card", main, (c("7.F.2"),), ("D-06",)),
        Requirement("dragon", main, (c("7.F.3"),), ("D-06",)),
    )


def player_hand(rules: Rules, table: Showdown) -> Announced:
    hand = dragon_hand(table.cards)
    return Announced(hand.category, hand.announce())


def announce_dealer(rules: Rules, table: Showdown) -> Announced:
    hand = dragon_hand(table.dealer)
    return Announced(hand.category, hand.announce())


HIGHER = (c("11.D.3.g"), c("12.A"))
BONUS_HIGHER = (c("11.D.3.g"),)
LOWER = (c("11.D.3.h"),)
TIE = (c("11.D.3.i"),)


def settle_main(rules: Rules, table: Showdown) -> list[Verdict]:
    player, dealer = dragon_hand(table.cards), dragon_hand(table.dealer)
    main = ("ante", "ante_bonus", "play")
    if player < dealer:
        return [Verdict(wager, "lose", LOWER) for wager in main]
    if player == dealer:
        return [Verdict(wager, "push", TIE) for wager in main]
    row = rules.paytable("ante_bonus").row_for(player.titles)
    assert row is not None, "the last row of the Ante Bonus takes every other winning hand"
    bonus = (
        Verdict("ante_bonus", "push", (*BONUS_HIGHER, row.clause), readings=("D-13",))
        if isinstance(row.pays, Push)
        else Verdict("ante_bonus", "win", (*BONUS_HIGHER, row.clause), row.pays, ("D-13",))
    )
    # 11.D.3.g names the Ante and the Ante Bonus alone; 12.A pays the Play (D-01).
    return [
        Verdict("ante", "win", HIGHER, EVEN_MONEY),
        bonus,
        Verdict("play", "win", HIGHER, EVEN_MONEY, ("D-01",)),
    ]


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    """11.D.3: side wagers first, then the main game (D-14)."""
    verdicts = []
    if "three_card" in table.wagers:
        row = rules.paytable("three_card").row_for(dragon_hand(table.cards).titles)
        verdicts.append(by_row("three_card", row, (c("11.D.3.b"), c("11.D.3.c")), (c("11.D.3.b"),)))
    if "dragon" in table.wagers:
        row = rules.paytable("dragon").row_for(dragon_titles(table.cards, rules.reading("D-04")))
        won = (c("11.D.3.d"), c("11.D.3.e"))
        verdicts.append(by_row("dragon", row, won, (c("11.D.3.d"),), ("D-04",)))
    if "play" in table.wagers:
        verdicts += settle_main(rules, table)
    return tuple(verdicts)


def folded_cards(still_open: tuple[str, ...]) -> FoldedCards:
    """11.C, 11.D.1: a folder with either side wager keeps his cards on the table (D-05).

    11.D.1 has the dealer collect what was forfeited once all have decided. It is told at each fold: from then
    on the player has no part in it, and nothing of it is seen or paid before the dealer's hand is.
    """
    if not still_open:
        return FoldedCards(False, (c("11.D.1"),))
    kept = tuple(
        clause
        for wager, clause in (("three_card", c("11.C.1")), ("dragon", c("11.C.2")))
        if wager in still_open
    )
    return FoldedCards(True, (*kept, c("11.D.1")), ("D-05", "X-04"))


# Chapters 3 to 5.
CARE = CardCare(
    inspect=(c("4.A"),),
    verify=(c("4.A"),),
    spread=(
        c("4.A.1"),
        c("4.A.2"),
    ),
    view=(c("4.A.1"),),
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
    machine_no_cut=(c("5.E.1"),),
    must_cut=(c("5.E.2"),),
    counted=(c("5.D.1"),),
    bad_count=(c("5.D.2"),),
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
    self_shuffling=(
        c("5.I"),
        c("5.J"),
    ),
    one_deck=(c("3.A.1"),),
    two_decks=(c("3.B"),),
    other_back=(c("3.B.1"),),
    stored=(c("3.B.2"),),
    alternate=(c("3.B.3"),),
    one_in_rack=(c("3.B.4"),),
    hand_life=(c("3.C.1"),),
    shoe_life=(c("3.C.2"),),
    by_machine=(c("9.A.1"),),
    load={"shoe": (c("8.B"),), "hand": (c("9.A.2"),), "automated": (c("10.A.1"),)},
    idle_excused=True,
)

# Chapter 13; what it does not cover is a floorperson's ruling.
IRREGULARITIES = {
    "face_up": Irregularity("discard", (c("13.A"),)),
    "face_up_many": Irregularity("void", (c("13.B"),), ("X-05",)),
    "drawn_in_error": Irregularity("play_on", (c("13.C"),)),
    "wrong_count": Irregularity("void", (c("13.D"),), ("X-05",)),
    "dealer_exposed": Irregularity("void", (c("13.E"),), ("X-05", "D-18")),
    "player_exposed": Irregularity("ruling", (), ("X-15",)),
    "shuffler_failed": Irregularity("play_on", (c("13.F"),), ("X-16",)),
    "shuffler_failed_idle": Irregularity("play_on", (c("13.F"),), ("X-16",)),
    "shoe_failed": Irregularity("void", (c("13.G"),), ("X-05",)),
    "other": Irregularity("ruling", (), ("X-15",)),
}
DEAD_DEVICE = {"covered": (c("13.H.1"),), "removed": (c("13.H.2"),), "marked": (c("13.H.2'2"),)}


GAME = Game(
    id="dragon",
    title="Dragon Poker",
    deck=DRAGON,
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
    must_ante=must_ante,
    qualifies=lambda rules, table: None,
    player_hand=player_hand,
    announce_dealer=announce_dealer,
    settle=settle,
    folded_cards=folded_cards,
    envy=lambda rules, table: None,
    care=CARE,
    irregularities=IRREGULARITIES,
    dead_device=DEAD_DEVICE,
)

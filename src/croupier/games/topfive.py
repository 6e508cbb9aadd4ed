"""Top Five Poker, chapters 7 to 12: the game as the table runs it."""

from __future__ import annotations

from croupier.cards import STANDARD
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
    LosersCards,
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
from croupier.hands import top_five, top_five_qualifies
from croupier.rulebook import citing
from croupier.submission import Rules

c = citing("topfive")

WAGERS = (
    WagerRule("ante", c("7.E.1"), "required", "Ante"),
    WagerRule("play", c("7.E.1"), "decision", "Play"),
    WagerRule("top_five", c("7.E.2.a"), "optional", "Top Five Bonus"),
    WagerRule("poker", c("7.E.2.b"), "optional", "Poker Bonus"),
)

CLOSE = {"shoe": (c("8.C"),), "hand": (c("9.A.5"),), "automated": (c("10.A.2"),)}
STUB = {
    "shoe": Stub(
        (c("8.D.3.a"), c("8.D.3.b")),
        (c("8.E"), c("8.F.1")),
        (c("8.F.2"),),
        (c("8.F.3"), c("8.F.4")),
        (c("8.F.3"), c("8.F.5")),
    ),
    "hand": Stub(
        (c("9.B.2.a"), c("9.B.2.b")),
        (c("9.C"), c("9.D.1")),
        (c("9.D.2"),),
        (c("9.D.3"), c("9.D.4")),
        (c("9.D.3"), c("9.D.5")),
    ),
    # Chapter 10 orders no count, but says what a count does: the same duty in every method.
    "automated": Stub(
        (c("10.B.2.a"), c("10.B.2.b")),
        (c("10.B.2.b"),),
        (c("10.C.1"),),
        (c("10.C.2"), c("10.C.3")),
        (c("10.C.2"), c("10.C.4")),
    ),
}

PLAY_OR_FOLD = Ask(
    "Play or fold",
    (
        Choice("fold", (c("11.B.1.b"), c("11.B.2.a")), collects=("ante",)),
        Choice("play", (c("11.B.1.a"),), stakes="play", multiple=1, of="ante"),
    ),
    (c("11.B.1"),),
    having="ante",
)


def script(rules: Rules) -> tuple[Phase, ...]:
    dealing = rules.dealing
    if dealing == "automated":
        stack = (c("10.B.1"),)
        dealers = Delivery(DEALER, 7, stack)
        if rules.choices.dealer_cards == "held":  # in the shuffler, until they are revealed
            dealers = Delivery(DEALER, 7, (c("11.B.4"),), ("T-19",))
        plan: tuple[Delivery, ...] = (Delivery(PLAYERS, 7, stack), dealers)
    else:
        around = (c("8.D.2") if dealing == "shoe" else c("9.B.1"),)
        plan = dealt_around(7, around, around)
    return (
        Deal("starting cards", plan),
        STUB[dealing],
        PLAY_OR_FOLD,
        Reveal((DEALER,), (c("11.B.4"),), ("T-17",)),
        Settle((c("11.C"), c("11.C.1"))),
        Rack((c("11.D"),)),
    )


def must_ante(rules: Rules) -> bool:
    return rules.reading("T-14") == "R1"


def requirements(rules: Rules) -> tuple[Requirement, ...]:
    if not must_ante(rules):
        return ()
    return (
        Requirement("top_five", ("ante",), (c("7.E.2.a"),), ("T-14",)),
        Requirement("poker", ("ante",), (c("7.E.2.b"),), ("T-14",)),
    )


def qualifies(rules: Rules, table: Showdown) -> bool:
    """11.C.2, 11.C.4: queen and jack or better, counted as T-02 says."""
    return top_five_qualifies(table.dealer, rules.reading("T-02"))


def player_hand(rules: Rules, table: Showdown) -> Announced:
    hand = top_five(table.cards, rules.reading("T-03"))
    return Announced(hand.category, hand.announce(), hand.count)


def announce_dealer(rules: Rules, table: Showdown) -> Announced:
    hand = top_five(table.dealer, rules.reading("T-03"))
    return Announced(hand.category, hand.announce(), hand.count)


SHORT = (c("11.C.2"),)
# The same five outcomes twice: against a short dealer they decide the Play alone (11.C.3), else both wagers.
AGAINST_SHORT = {
    key: (c(f"11.C.3.{item}"),)
    for key, item in zip(("fewer", "more", "lower", "higher", "tie"), "abcde", strict=True)
}
AGAINST_FULL = {
    key: (c(f"11.C.4.{item}"),)
    for key, item in zip(("fewer", "more", "lower", "higher", "tie"), "abcde", strict=True)
}
EVEN = c("12.A")
COLLECTED = c("11.C.5.a")
BONUSES = ("top_five", "poker")
CARDS_STAY = c("11.C.5.b")


def settle_main(rules: Rules, table: Showdown) -> list[Verdict]:
    reading = rules.reading("T-03")
    player, dealer = top_five(table.cards, reading), top_five(table.dealer, reading)
    assert player.count is not None and dealer.count is not None
    if player.count != dealer.count:
        outcome = "fewer" if player.count < dealer.count else "more"
    else:
        outcome = "lower" if player < dealer else "higher" if player > dealer else "tie"
    full = qualifies(rules, table)
    steps = (AGAINST_FULL if full else AGAINST_SHORT)[outcome]

    # A loser on rank keeps his cards out for a bonus like one on count (T-11).
    stay = any(bonus in table.wagers for bonus in BONUSES)
    lost = (*steps, COLLECTED, *((CARDS_STAY,) if stay else ()))
    readings = ("T-03", "T-11") if stay else ("T-03",)

    def verdict(wager: str) -> Verdict:
        if outcome == "tie":
            return Verdict(wager, "push", steps, readings=("T-03",))
        if outcome in ("fewer", "lower"):
            return Verdict(wager, "lose", lost, readings=readings)
        return Verdict(wager, "win", (*steps, EVEN), EVEN_MONEY, ("T-03",))

    ante = verdict("ante") if full else Verdict("ante", "push", SHORT, readings=("T-02", "T-04"))
    return [ante, verdict("play")]


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    """11.C: main game, Top Five Bonus, Poker Bonus; each bonus is paid once (T-05)."""
    verdicts = settle_main(rules, table) if "play" in table.wagers else []
    if "top_five" in table.wagers:
        row = rules.paytable("top_five").row_for(top_five(table.cards).titles)
        won = (c("11.C.5.c"), c("11.C.6"), c("11.C.7"))
        verdicts.append(by_row("top_five", row, won, (c("11.C.6"),), ("T-05",)))
    if "poker" in table.wagers:
        row = rules.paytable("poker").row_for(top_five(table.cards).titles)
        won = (c("11.C.5.d"), c("11.C.8"), c("11.C.9"))
        verdicts.append(by_row("poker", row, won, (c("11.C.8"),), ("T-05", "T-15")))
    return tuple(verdicts)


def folded_cards(still_open: tuple[str, ...]) -> FoldedCards:
    if not still_open:
        return FoldedCards(False, (c("11.B.2.b"),))
    return FoldedCards(True, (c("11.B.3"),), ("T-07", "X-04"))


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
    one_stack=(c("5.C"),),
    feeds_shoe=(c("5.B"),),
    machine_no_cut=(c("5.C.1"),),
    must_cut=(c("5.C.2"),),
    counted=(c("5.B.1"),),
    bad_count=(c("5.B.2"),),
    cut=(
        c("5.D"),
        c("5.D.1"),
    ),
    into_shoe=(c("5.D.2"),),
    recut=(c("5.E"),),
    idle=(
        c("5.F.1"),
        c("5.F.2"),
    ),
    idle_view=(c("5.F.3"),),
    self_shuffling=(
        c("5.G"),
        c("5.H"),
    ),
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
    idle_excused=True,
)

# Chapter 13; what it does not cover is a floorperson's ruling.
IRREGULARITIES = {
    # 49 of 52 cards may be needed, so even one face-up card voids the round (T-10).
    "face_up": Irregularity("void", (c("13.A"),), ("T-10", "X-05")),
    "face_up_many": Irregularity("void", (c("13.A"),), ("T-10", "X-05")),
    "drawn_in_error": Irregularity("play_on", (c("13.B"),)),
    "wrong_count": Irregularity("void", (c("13.C"),), ("T-08", "T-09", "X-05")),
    "dealer_exposed": Irregularity("ruling", (), ("X-15", "T-20"), default="void"),
    "player_exposed": Irregularity("ruling", (), ("X-15",)),
    "shuffler_failed": Irregularity("ruling", (), ("X-16", "T-20")),
    "shuffler_failed_idle": Irregularity("play_on", (), ("X-16", "T-20")),
    "shoe_failed": Irregularity("void", (c("13.D"),), ("X-05",)),
    "other": Irregularity("ruling", (), ("X-15",)),
}
DEAD_DEVICE = {"covered": (c("13.E.1"),), "marked": (c("13.E.2"),)}


GAME = Game(
    id="topfive",
    title="Top Five Poker",
    deck=STANDARD,
    deck_clauses=(c("3.A"),),
    seats=6,
    seats_clause=c("2.A.1"),
    wagers=WAGERS,
    chips=(c("7.A"),),
    positions_clause=c("7.F"),
    close=CLOSE,
    bets_by=(c("7.C"), c("7.D")),
    seated_only=c("7.B.1"),
    stay_seated=c("7.B.2"),
    abandoned=c("7.B.3"),
    script=script,
    requirements=requirements,
    must_ante=must_ante,
    qualifies=qualifies,
    player_hand=player_hand,
    announce_dealer=announce_dealer,
    settle=settle,
    folded_cards=folded_cards,
    envy=lambda rules, table: None,
    care=CARE,
    irregularities=IRREGULARITIES,
    dead_device=DEAD_DEVICE,
    losers_cards=LosersCards(BONUSES, (COLLECTED,)),
    breaches=(c("11.A.2"), c("11.A.3"), c("11.A.4")),
    forfeits=(c("11.A.5"),),
)

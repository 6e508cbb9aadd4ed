"""Top Five Poker: how the table runs it (chapters 7 to 12)."""

from __future__ import annotations

from croupier.cards import Card
from croupier.cards.deck import RANKS
from croupier.games.game import (
    DEALER,
    EVEN_MONEY,
    PLAYERS,
    Announced,
    Ask,
    Choice,
    Deal,
    Delivery,
    FoldedCards,
    Game,
    Phase,
    Rack,
    Reveal,
    Settle,
    Showdown,
    Verdict,
    by_row,
    dealt_around,
    declared,
    ranks_of,
)
from croupier.hands import TOP_FIVE_TITLES, HandValue, top_five, top_five_qualifies, top_ranking
from croupier.hands.topfive import TOP_RANKS
from croupier.hands.words import one
from croupier.rulebook import citing
from croupier.submission import Rules

c = citing("topfive")

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
        if rules.choices.dealer_cards == "held":  # The dealer's cards stay in the shuffler until the reveal.
            dealers = Delivery(DEALER, 7, (c("11.B.4"),), ("T-19",))
        plan: tuple[Delivery, ...] = (Delivery(PLAYERS, 7, stack), dealers)
    else:
        around = (c("8.D.2") if dealing == "shoe" else c("9.B.1"),)
        plan = dealt_around(7, around, around)
    return (
        Deal("starting cards", plan),
        GAME.stub[dealing],
        PLAY_OR_FOLD,
        Reveal((DEALER,), (c("11.B.4"),), ("T-17",)),
        Settle((c("11.C"), c("11.C.1"))),
        Rack((c("11.D"),)),
    )


def qualifies(rules: Rules, table: Showdown) -> bool:
    """Return whether the dealer has a queen and a jack or better, under T-02 (11.C.2, 11.C.4)."""
    return top_five_qualifies(table.dealer, rules.reading("T-02"))


def player_hand(rules: Rules, table: Showdown) -> Announced:
    return name_hand(top_five(table.cards, rules.reading("T-03")))


def announce_dealer(rules: Rules, table: Showdown) -> Announced:
    return name_hand(top_five(table.dealer, rules.reading("T-03")))


def made_of(rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card[0] in TOP_RANKS)  # all other cards are removed (11.C)


def so_far(rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    return name_hand(top_five(cards, rules.reading("T-03"))).words


def name_hand(hand: HandValue) -> Announced:
    return Announced(hand.category, hand.announce(), hand.count, tuple(map(one, hand.rung.leaders)))


SHORT = (c("11.C.2"),)
STRAIGHT = "straight"
# The rules list the same five outcomes twice. If the dealer does not qualify, they settle only the Play
# (11.C.3). Otherwise they settle both wagers (11.C.4).
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

    stay = any(bonus in table.wagers for bonus in BONUSES)
    lost = (*steps, COLLECTED, *((CARDS_STAY,) if stay else ()))
    ranked: tuple[str, ...] = ()  # no reading is needed if the hands differ in the number of top cards
    if player.count == dealer.count:
        ranked = ("T-03", "T-01") if STRAIGHT in (player.category, dealer.category) else ("T-03",)
    # If a player with a bonus wager loses on rank, the cards stay on the table, just as after a loss on count
    # (T-11).
    readings = ("T-11",) if stay and outcome == "lower" else ()

    def verdict(wager: str) -> Verdict:
        if outcome == "tie":
            return Verdict(wager, "push", steps, readings=ranked)
        if outcome in ("fewer", "lower"):
            return Verdict(wager, "lose", lost, readings=ranked + readings)
        return Verdict(wager, "win", (*steps, EVEN), EVEN_MONEY, ranked)

    ante = verdict("ante") if full else Verdict("ante", "push", SHORT, readings=("T-02", "T-04"))
    return [ante, verdict("play")]


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    """Settle the main game, the Top Five Bonus and the Poker Bonus (11.C). Each bonus is paid once (T-05)."""
    verdicts = settle_main(rules, table) if "play" in table.wagers else []
    if "top_five" in table.wagers:
        row = rules.paytable("top_five").row_for(top_five(table.cards).titles)
        won = (c("11.C.5.c"), c("11.C.6"), c("11.C.7"))
        verdicts.append(by_row("top_five", row, won, (c("11.C.6"),), ("T-05",)))
    if "poker" in table.wagers:
        hand = top_five(table.cards)
        row = rules.paytable("poker").row_for(hand.titles)
        won = (c("11.C.5.d"), c("11.C.8"), c("11.C.9"))
        # The rules print the Poker Bonus paytable under a different wager's name (T-06) and describe its
        # straight as a flush (T-01).
        relied = ("T-05", "T-15", "T-06", *(("T-01",) if hand.category == STRAIGHT else ()))
        verdicts.append(by_row("poker", row, won, (c("11.C.8"),), relied))
    return tuple(verdicts)


def folded_cards(still_open: tuple[str, ...]) -> FoldedCards:
    if not still_open:
        return FoldedCards(False, (c("11.B.2.b"),))
    return FoldedCards(True, (c("11.B.3"),), ("T-07", "X-04"))


def simple_play(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Play with three top cards, any pair, or an ace and a jack or better."""
    made = top_five(hand)
    top = [rank for rank in ranks_of(hand) if RANKS[rank] in "TJQKA"]
    if len(top) > 2 or made.category == "pair":
        return "play"
    return "play" if len(top) == 2 and RANKS[top[0]] == "A" and RANKS[top[1]] != "T" else "fold"


GAME = Game(
    **declared("topfive"),
    script=script,
    qualifies=qualifies,
    titles=TOP_FIVE_TITLES,
    ranking=top_ranking("R1"),
    player_hand=player_hand,
    so_far=so_far,
    announce_dealer=announce_dealer,
    made_of=made_of,
    settle=settle,
    folded_cards=folded_cards,
    simple_play=simple_play,
)

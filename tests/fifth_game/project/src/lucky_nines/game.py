"""Declare Lucky Nines for the table, from chapters 7 to 12."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games.game import (
    DEALER,
    EVEN_MONEY,
    Announced,
    Ask,
    Choice,
    Deal,
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
    earned_by_rows,
)
from croupier.rulebook import Odds, citing
from croupier.submission import Rules
from lucky_nines.ranking import TITLES, nines

c = citing("nines")
ANTE_PAYS = Odds(2, 3, "to")

PLAY_OR_FOLD = Ask(
    "Play or fold",
    (
        Choice("fold", (c("11.B.2"),), collects=("ante",)),
        Choice("play", (c("11.B.1"),), stakes="play", multiple=1, of="ante"),
    ),
    (c("11.B"),),
    having="ante",
)


def script(rules: Rules) -> tuple[Phase, ...]:
    """Return the dealer's steps in order. Chapter 9 has the same dealing order as chapter 8."""
    around = (c("8.B"),) if rules.dealing == "shoe" else (c("9.B"), c("8.B"))
    return (
        Deal("starting cards", dealt_around(3, around, around)),
        GAME.stub[rules.dealing],
        PLAY_OR_FOLD,
        Reveal((DEALER,), (c("11.C"),)),
        Settle((c("11.D"),)),
        Rack((c("11.E"),)),
    )


def settle_main(rules: Rules, table: Showdown) -> list[Verdict]:
    player, dealer = nines(table.cards), nines(table.dealer)
    ranked = c("6.A") if max(player, dealer).triple >= 0 else c("6.B")
    main = ("ante", "play")
    if player > dealer:
        return [
            Verdict("ante", "win", (c("11.D.2"), ranked, c("12.A.2")), ANTE_PAYS),
            Verdict("play", "win", (c("11.D.2"), ranked, c("12.A.1")), EVEN_MONEY),
        ]
    if player < dealer:
        return [Verdict(wager, "lose", (c("11.D.1"), ranked)) for wager in main]
    tied = "lose" if rules.reading("NI-01") == "R2" else "push"
    return [Verdict(wager, tied, (c("11.D.3"),), readings=("NI-01",)) for wager in main]


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    """Settle each wager still at risk."""
    verdicts = settle_main(rules, table) if "play" in table.wagers else []
    if "nine_bonus" in table.wagers:
        row = rules.paytable("nine_bonus").row_for(nines(table.cards).titles)
        verdicts.append(by_row("nine_bonus", row, (c("11.D.4"),), (c("11.D.4"),)))
    return tuple(verdicts)


def earned(rules: Rules, wager: str) -> tuple[Verdict, ...]:
    """Return every win on a wager. The Ante pays 2 to 3, which is in no paytable."""
    return (Verdict("ante", "win", (), ANTE_PAYS),) if wager == "ante" else earned_by_rows(rules, wager)


def folded_cards(still_open: tuple[str, ...]) -> FoldedCards:
    return FoldedCards(bool(still_open), (c("11.B.3"),))


def announced(cards: tuple[Card, ...]) -> Announced:
    hand = nines(cards)
    return Announced(hand.category, hand.announce())


def simple_play(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Play with four points or more, or three of a rank."""
    return "play" if nines(hand).points >= 4 or nines(hand).triple >= 0 else "fold"


GAME = Game(
    **declared("nines"),
    script=script,
    titles=TITLES,
    player_hand=lambda rules, table: announced(table.cards),
    announce_dealer=lambda rules, table: announced(table.dealer),
    settle=settle,
    earned=earned,
    folded_cards=folded_cards,
    simple_play=simple_play,
)

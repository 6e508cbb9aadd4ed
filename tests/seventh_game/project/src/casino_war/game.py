"""Declare Casino War for the table, from chapters 7 to 12."""

from __future__ import annotations

from croupier.cards import Card
from croupier.cards.deck import RANKS
from croupier.games.game import (
    BURN,
    DEALER,
    EVEN_MONEY,
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
    Verdict,
    by_row,
    dealt_around,
    declared,
)
from croupier.rulebook import Odds, citing
from croupier.submission import Rules

c = citing("war")
HALF = Odds(1, 2, "for")  # the payment of a surrender
NAMES = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]


def rank(card: Card) -> int:
    return RANKS.index(card[0])


def tied(rules: Rules, table: Showdown) -> bool:
    return rank(table.cards[0]) == rank(table.dealer[0])


WAR_OR_SURRENDER = Ask(
    "War or surrender",
    (
        Choice("surrender", (c("11.B.2"),)),
        Choice("war", (c("11.B.1"),), stakes="war", multiple=1, of="bet"),
    ),
    (c("11.B"),),
    having="bet",
    when=tied,
)


def script(rules: Rules) -> tuple[Phase, ...]:
    one, war = (c("8.B"),), (c("11.B.3"),)
    second = (Delivery(BURN, 3, war), Delivery(PLAYERS, 1, war), Delivery(DEALER, 1, war))
    return (
        Deal("first cards", dealt_around(1, one, one), face_up=True),
        WAR_OR_SURRENDER,
        Deal("cards of the war", second, face_up=True, chosen="war"),
        GAME.stub[rules.dealing],
        Reveal((DEALER,), (c("11.C"),)),
        Settle((c("11.D"),)),
        Rack((c("11.E"),)),
    )


def settle_bet(table: Showdown) -> list[Verdict]:
    player, dealer = rank(table.cards[0]), rank(table.dealer[0])
    if player > dealer:
        return [Verdict("bet", "win", (c("11.D.2"), c("6.A"), c("12.A")), EVEN_MONEY)]
    if player < dealer:
        return [Verdict("bet", "lose", (c("11.D.1"), c("6.A")))]
    if table.decisions == ("surrender",):
        return [Verdict("bet", "lose", (c("11.B.2"),), HALF)]
    if rank(table.cards[1]) < rank(table.dealer[1]):
        return [Verdict(wager, "lose", (c("11.D.1"), c("6.A"))) for wager in ("bet", "war")]
    return [
        Verdict("bet", "push", (c("11.D.3"),)),
        Verdict("war", "win", (c("11.D.3"), c("6.A"), c("12.A")), EVEN_MONEY),
    ]


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    verdicts = settle_bet(table)
    if "tie" in table.wagers:
        row = rules.paytable("tie").row_for({"tie"} if tied(rules, table) else set())
        verdicts.append(by_row("tie", row, (c("11.D.4"),), (c("11.D.4"),)))
    return tuple(verdicts)


def earned(rules: Rules, wager: str) -> tuple[Verdict, ...]:
    """Return every win on a wager, and the half that a surrender returns."""
    if wager == "tie":
        return tuple(by_row("tie", row, (), ()) for row in rules.paytable("tie").rows)
    won = Verdict(wager, "win", (), EVEN_MONEY)
    return (won, Verdict("bet", "lose", (), HALF)) if wager == "bet" else (won,)


def announced(cards: tuple[Card, ...]) -> Announced:
    words = " and ".join(NAMES[rank(card)] for card in cards)
    return Announced(NAMES[rank(cards[0])], words)


GAME = Game(
    **declared("war"),
    script=script,
    titles=frozenset({"tie"}),
    player_hand=lambda rules, table: announced(table.cards),
    announce_dealer=lambda rules, table: announced(table.dealer),
    settle=settle,
    earned=earned,
    simple_play=lambda hand, board: "war",
)

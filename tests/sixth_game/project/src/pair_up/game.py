"""Declare Pair Up for the table, from chapters 7 to 12."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games.game import (
    BOARD,
    PLAYERS,
    Announced,
    Ask,
    Choice,
    Deal,
    Delivery,
    Game,
    Phase,
    Rack,
    Settle,
    Showdown,
    Turn,
    Verdict,
    by_row,
    declared,
)
from croupier.hands import THREE_TITLES, three_card
from croupier.rulebook import citing
from croupier.submission import Rules
from pair_up.ranking import TWINS, twins

c = citing("pairup")

STAY_OR_RAISE = Ask(
    "Stay or raise",
    (
        Choice("stay", (c("11.B.2"),)),
        Choice("raise", (c("11.B.1"),), stakes="raise", multiple=2, of="ante"),
    ),
    (c("11.B"),),
    having="ante",
)


def script(rules: Rules) -> tuple[Phase, ...]:
    dealt = (c("8.B"),)
    return (
        Deal("starting cards", (Delivery(PLAYERS, 1, dealt), Delivery(PLAYERS, 1, dealt))),
        Deal("board card", (Delivery(BOARD, 1, dealt),)),
        GAME.stub[rules.dealing],
        STAY_OR_RAISE,
        Turn("the board card", BOARD, 0, 1, (c("11.C"),)),
        Settle((c("11.D"),)),
        Rack((c("11.E"),)),
    )


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    hand = three_card((*table.cards, *table.board))
    row = rules.paytable("main").row_for(hand.titles)
    verdicts = [
        by_row(wager, row, (c("11.D.2"), c("6.A")), (c("11.D.1"), c("6.A")))
        for wager in ("ante", "raise")
        if wager in table.wagers
    ]
    if "twins" in table.wagers:
        own = rules.paytable("twins").row_for(twins(table.cards))
        verdicts.append(by_row("twins", own, (c("11.D.3"),), (c("11.D.3"),)))
    return tuple(verdicts)


def player_hand(rules: Rules, table: Showdown) -> Announced:
    hand = three_card((*table.cards, *table.board))
    return Announced(hand.category, hand.announce())


def simple_play(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    return "raise" if hand[0][0] == hand[1][0] else "stay"


GAME = Game(
    **declared("pairup"),
    script=script,
    titles=THREE_TITLES | TWINS,
    player_hand=player_hand,
    settle=settle,
    simple_play=simple_play,
)

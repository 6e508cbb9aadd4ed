"""Dragon Poker: how the table runs it (chapters 7 to 12)."""

from __future__ import annotations

from croupier.cards import Card
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
)
from croupier.hands import DRAGON_HANDS, DRAGON_TITLES, HandValue, dragon_hand, dragon_titles
from croupier.hands.dragon import CHARACTER_OF, CHARACTERS, GOLD
from croupier.rulebook import Push, citing
from croupier.submission import Rules

c = citing("dragon")

FORFEITED = ("ante", "ante_bonus")
PLAY_OR_FOLD = Ask(
    "Play or fold",
    (
        Choice("fold", (c("11.B"),), collects=FORFEITED, collected_later=True),
        Choice("play", (c("11.B"), c("7.F.1")), stakes="play", multiple=1, of="ante"),
    ),
    (c("11.B"),),
    having="ante",
)


def script(rules: Rules) -> tuple[Phase, ...]:
    dealing = rules.dealing
    if dealing == "automated":
        is_held = rules.choices.dealer_cards == "held"
        dealers = Delivery(
            DEALER, 3, (c("10.B.4") if is_held else c("10.B.3"),), ("U-23",) if is_held else ()
        )
        plan: tuple[Delivery, ...] = (Delivery(PLAYERS, 3, (c("10.B.1"), c("10.B.2"))), dealers)
    elif dealing == "shoe":
        around: tuple[str, ...] = (c("8.D.2"),)
        plan = dealt_around(3, around, around, ("D-12",))
    else:
        around = (c("9.C.2"), c("9.C.3"))
        plan = dealt_around(3, around, around)
    return (
        Deal("starting cards", plan),
        GAME.stub[dealing],
        PLAY_OR_FOLD,
        Reveal((DEALER,), (c("11.D.2"),), collects=FORFEITED, collecting=(c("11.B"), c("11.D.1"))),
        Settle((c("11.D.3.a"), c("11.D.3.f"))),
        Rack((c("11.E"),)),
    )


def player_hand(rules: Rules, table: Showdown) -> Announced:
    return name_hand(dragon_hand(table.cards))


def announce_dealer(rules: Rules, table: Showdown) -> Announced:
    return name_hand(dragon_hand(table.dealer))


def so_far(rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    return name_hand(dragon_hand(cards)).words if len(cards) == 3 else ""


def name_hand(hand: HandValue) -> Announced:
    return Announced(
        hand.category, hand.announce(), ranks=tuple(CHARACTERS[leader] for leader in hand.rung.leaders)
    )


HIGHER = (c("11.D.3.g"), c("12.A"))
BONUS_HIGHER = (c("11.D.3.g"),)
LOWER = (c("11.D.3.h"),)
TIE = (c("11.D.3.i"),)


def with_gold(*hands: tuple[Card, ...]) -> tuple[str, ...]:
    """Return the reading that applies if one of the hands has the Gold Dragon (D-03)."""
    return ("D-03",) if any(GOLD in hand for hand in hands) else ()


def settle_main(rules: Rules, table: Showdown) -> list[Verdict]:
    player, dealer = dragon_hand(table.cards), dragon_hand(table.dealer)
    main = ("ante", "ante_bonus", "play")
    wild = with_gold(table.cards, table.dealer)
    if player < dealer:
        return [Verdict(wager, "lose", LOWER, readings=wild) for wager in main]
    if player == dealer:
        return [Verdict(wager, "push", TIE, readings=wild) for wager in main]
    row = rules.paytable("ante_bonus").row_for(player.titles)
    assert row is not None, "the last row of the Ante Bonus covers every other winning hand"
    bonus = (
        Verdict("ante_bonus", "push", (*BONUS_HIGHER, row.clause), readings=("D-13", *wild))
        if isinstance(row.pays, Push)
        else Verdict("ante_bonus", "win", (*BONUS_HIGHER, row.clause), row.pays, ("D-13", *wild))
    )
    # 11.D.3.g names only the Ante and the Ante Bonus. 12.A pays the Play (D-01).
    return [
        Verdict("ante", "win", HIGHER, EVEN_MONEY, wild),
        bonus,
        Verdict("play", "win", HIGHER, EVEN_MONEY, ("D-01", *wild)),
    ]


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    """Settle side wagers first, then the main game (11.D.3, D-14)."""
    verdicts = []
    if "three_card" in table.wagers:
        row = rules.paytable("three_card").row_for(dragon_hand(table.cards).titles)
        won, wild = (c("11.D.3.b"), c("11.D.3.c")), with_gold(table.cards)
        verdicts.append(by_row("three_card", row, won, (c("11.D.3.b"),), wild))
    if "dragon" in table.wagers:
        row = rules.paytable("dragon").row_for(dragon_titles(table.cards, rules.reading("D-04")))
        won = (c("11.D.3.d"), c("11.D.3.e"))
        verdicts.append(by_row("dragon", row, won, (c("11.D.3.d"),), ("D-04",)))
    if "play" in table.wagers:
        verdicts += settle_main(rules, table)
    return tuple(verdicts)


def folded_cards(still_open: tuple[str, ...]) -> FoldedCards:
    """Return whether folded cards stay on the table. They do with either side wager (11.C, 11.D.1, D-05)."""
    if not still_open:
        return FoldedCards(False, (c("11.D.1"),))
    settled_later = tuple(
        clause
        for wager, clause in (("three_card", c("11.C.1")), ("dragon", c("11.C.2")))
        if wager in still_open
    )
    return FoldedCards(True, (*settled_later, c("11.D.1")), ("D-05", "X-04"))


def simple_play(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Play a pair or better, a dragon, or a phoenix with a panda or better."""
    if dragon_hand(hand).category != "high_card":
        return "play"
    best, second, _ = sorted((CHARACTER_OF[card] for card in hand), reverse=True)
    phoenix, panda = CHARACTERS.index("phoenix"), CHARACTERS.index("panda")
    return "play" if best > phoenix or (best == phoenix and second >= panda) else "fold"


GAME = Game(
    **declared("dragon"),
    script=script,
    titles=DRAGON_TITLES,
    ranking=DRAGON_HANDS,
    player_hand=player_hand,
    so_far=so_far,
    announce_dealer=announce_dealer,
    settle=settle,
    folded_cards=folded_cards,
    simple_play=simple_play,
)

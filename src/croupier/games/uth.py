"""Ultimate Texas Hold 'Em: how the table runs it (chapters 7 to 12)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from croupier.cards import Card
from croupier.cards.deck import RANKS
from croupier.games.game import (
    BOARD,
    BOX,
    BURN,
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
    Turn,
    Verdict,
    by_row,
    call_poker,
    collections,
    dealt_around,
    declared,
    earned_by_rows,
    poker_so_far,
    ranks_of,
)
from croupier.hands import FIVE, FIVE_TITLES, HOLE_PAIR_TITLES, SIX_TITLES, hole_pair_titles, six_card
from croupier.hands import best_five as rank_five
from croupier.rulebook import Odds, Payment, Push, Row, citing
from croupier.submission import Rules

c = citing("uth")
best_five = lru_cache(maxsize=256)(rank_five)  # a round evaluates the same hands repeatedly

# the three questions of chapter 11
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
FORFEITED = ("ante", "blind")
# 11.F.3 names the wagers for which the cards of a folded hand stay on the table. Under X-04 R2, a fold loses
# all other wagers too.
WITHDRAWN = ("ultimate_pairs", "bad_beat", "play_the_board", "progressive")


def after_river(rules: Rules) -> Ask:
    lost = (*FORFEITED, *WITHDRAWN) if rules.reading("X-04") == "R2" else FORFEITED
    return Ask(
        "after the last two cards",
        (
            Choice("fold", (c("11.F.2"), c("1.B.4")), collects=lost),
            Choice("1x", (c("11.F"), c("11.F.1")), stakes="play", multiple=1, of="ante"),
        ),
        (c("11.F"),),
        having="ante",
        lacking="play",
    )


def script(rules: Rules) -> tuple[Phase, ...]:
    dealing = rules.dealing
    phases: list[Phase] = [*collections(rules)]
    box = rules.offers("six_card")
    stub = GAME.stub[dealing]
    # The electronic version is the same game. The cards are entered as they are turned over (U-25).
    pair, five = ((c("11.L.1"),), (c("11.L.2"),)) if rules.choices.electronic else ((), ())
    if dealing == "automated":
        plan = [Delivery(BOX, 4, (c("10.B.1"), c("7.F.4")), ("U-05",))] if box else []
        # 10.F allows a reshuffling shoe to dispense the board before the hole cards. No special case is
        # needed, because 10.B.2 already has this order.
        by_itself = (c("10.F"),) if rules.choices.shuffler == "reshuffling" else ()
        plan.append(Delivery(BOARD, 5, (c("10.B.2"), *by_itself, *five), ("U-23",)))
        pairs = Delivery(PLAYERS, 2, (c("10.B.3"),))
        if rules.choices.dealer_cards == "held":  # the dealer's pair stays inside the shuffler
            held_cards = Delivery(DEALER, 2, (c("10.B.4"), *pair), ("U-23",))
            plan += [Delivery(PLAYERS, 2, (c("10.B.4"),)), held_cards]
        else:
            plan += [Delivery(DEALER, 2, (c("10.B.3"), *pair)), pairs]
        phases += [
            Deal("starting cards", tuple(plan)),
            stub,
            BEFORE_FLOP,
            Turn("Flop", BOARD, 0, 3, (c("11.C.2"),), ("U-24",)),
            AFTER_FLOP,
            Turn("last two cards", BOARD, 3, 2, (c("11.E.2"),), ("U-24",)),
            after_river(rules),
        ]
    else:
        four = (Delivery(BOX, 4, (c("7.F.4"), c("10.B.1")), ("U-05",)),) if box else ()
        # U-05 R2 deals the box after the hole cards. R3 deals it from the stub, after all decisions.
        when = rules.reading("U-05")
        first, second, last = (four if when in which else () for which in (("R1", "R4"), ("R2",), ("R3",)))
        around = c("8.D.2") if dealing == "shoe" else c("9.B.2")
        board = c("8.D.3") if dealing == "shoe" else c("9.B.3")
        by_hand = dealing == "hand"  # Only chapter 9 (dealing from the hand) burns cards (U-22).
        flop: tuple[Delivery, ...] = (Delivery(BOARD, 3, (c("11.C.2"), board, *five)),)
        river: tuple[Delivery, ...] = (Delivery(BOARD, 2, (c("11.E.2"), board, *five)),)
        if by_hand:
            flop = (Delivery(BURN, 1, (c("11.C.1"),), ("U-22",)), *flop)
            river = (Delivery(BURN, 1, (c("11.E.1"),), ("U-22",)), *river)
        phases += [
            Deal("starting cards", (*first, *dealt_around(2, (around,), (around, *pair)), *second)),
            BEFORE_FLOP,
            Deal("Flop", flop, face_up=True),
            AFTER_FLOP,
            Deal("last two cards", river, face_up=True),
            *((after_river(rules), Deal("box", last), stub) if last else (stub, after_river(rules))),
        ]
    revealed = (DEALER, BOX) if box else (DEALER,)
    phases += [
        Reveal(revealed, (c("11.G.1"), c("11.G.2"), c("11.G.3")), ("U-05",) if box else ()),
        Settle((c("11.H.2.a"), c("11.H.2.b"), c("11.H.2.c"), c("11.H.2.d"))),
        Rack((c("11.K"),)),
    ]
    return tuple(phases)


def qualifies(rules: Rules, table: Showdown) -> bool:
    """Return whether the dealer has a pair or better (11.H)."""
    return best_five(table.dealer + table.board).category != "high_card"


def player_hand(rules: Rules, table: Showdown) -> Announced:
    return call_poker(best_five(table.cards + table.board))


def announce_dealer(rules: Rules, table: Showdown) -> Announced:
    return call_poker(best_five(table.dealer + table.board))


@lru_cache(maxsize=256)
def made_of(rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    return best_five(cards + board).cards if len(cards + board) >= 5 else ()


def so_far(rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    return poker_so_far(cards + board)


MAIN = ("ante", "blind", "play")
ANTE_LOST, BLIND_LOST, PLAY_LOST = (Verdict(wager, "lose", (c("11.H.3.a"),)) for wager in MAIN)
ANTE_WON, PLAY_WON = (
    Verdict(wager, "win", (c("11.H.3.b"), c("12.A")), EVEN_MONEY) for wager in ("ante", "play")
)
ANTE_PUSHED = Verdict("ante", "push", (c("11.H.1"),), readings=("U-08",))
TIED = tuple(Verdict(wager, "push", (c("11.H.3.d"),)) for wager in MAIN)
BLIND_HIGHER = (c("11.H.3.b"),)
BLIND_PUSH = (c("11.H.3.c"),)


def settle_main(rules: Rules, table: Showdown) -> list[Verdict]:
    """Settle Ante, Blind and Play against the dealer (11.H).

    If the dealer has no pair, only the Ante pushes (U-08).
    """
    player, dealer = best_five(table.cards + table.board), best_five(table.dealer + table.board)
    paired = dealer.category != "high_card"
    if player < dealer:
        return [ANTE_LOST if paired else ANTE_PUSHED, BLIND_LOST, PLAY_LOST]
    if player == dealer:
        return [*TIED]
    row = rules.paytable("blind").row_for(player.titles)
    assert row is not None, "the last row of the Blind covers every other winning hand"
    blind = (
        Verdict("blind", "push", (*BLIND_PUSH, row.clause), readings=row.readings)
        if isinstance(row.pays, Push)
        else Verdict("blind", "win", (*BLIND_HIGHER, row.clause), row.pays, row.readings)
    )
    return [ANTE_WON if paired else ANTE_PUSHED, blind, PLAY_WON]


def settle_bad_beat(rules: Rules, table: Showdown) -> Verdict:
    """Settle Bad Beat. It pays if a hand of three of a kind or better is beaten (U-03), and it loses on a
    tie.
    """
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
        six = row is not None and row.hand.startswith("super_royal")  # only this hand needs all six cards
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
    if row is None or (paytable.letter != "A" and not isinstance(row.pays, Odds)):
        return verdict
    # Odds "to" return the banked stake. Odds "for" do not.
    pays = progressive_pays(rules.reading("X-02"), paytable.letter, row.pays)
    return Verdict("progressive", "win", verdict.clauses, pays, (*verdict.readings, "X-02"))


def progressive_pays(reading: str, letter: str, pays: Payment) -> Payment:
    """Apply X-02 R2, under which "to" in paytable A is a misprint for "for"."""
    if isinstance(pays, Odds) and letter == "A" and reading == "R2":
        return Odds(pays.num, pays.den, "for")
    return pays


def earned(rules: Rules, wager: str) -> tuple[Verdict, ...]:
    """Return every win that the wager's paytable pays. X-02 changes the wins of the progressive."""
    won = earned_by_rows(rules, wager)
    if wager != "progressive":
        return won
    reading, letter = rules.reading("X-02"), rules.paytable(wager).letter
    return tuple(
        replace(one, pays=progressive_pays(reading, letter, one.pays)) for one in won if one.pays is not None
    )


def progressive_titles(rules: Rules, table: Showdown) -> frozenset[str]:
    """Return the titles of the hole cards with the Flop (U-01 R2) or of the best five of seven (U-01 R1)."""
    shared = table.board if rules.reading("U-01") == "R1" else table.board[:3]
    return best_five(table.cards + shared).titles


SIDE_ORDER = ("trips", "six_card", "ultimate_pairs", "bad_beat", "play_the_board", "progressive")


def settle(rules: Rules, table: Showdown) -> tuple[Verdict, ...]:
    verdicts = settle_main(rules, table) if "play" in table.wagers else []
    if len(table.wagers) > len(verdicts):
        verdicts += [settle_side(wager, rules, table) for wager in SIDE_ORDER if wager in table.wagers]
    return tuple(verdicts)


def folded_cards(still_open: tuple[str, ...]) -> FoldedCards:
    """Return whether folded cards stay on the table. They do with any open side wager (11.F.3, U-07)."""
    if not still_open:
        return FoldedCards(False, (c("11.F.3.b"), c("11.F.3.d")), ("U-07",))
    named = {"trips": c("11.F.3.a"), "six_card": c("11.F.3.c")}
    under = tuple(clause for wager, clause in named.items() if wager in still_open)
    return FoldedCards(True, under or (c("11.F.3"),), ("U-07", "X-04"))


def envy(rules: Rules, table: Showdown, stake: int) -> tuple[Row, tuple[str, ...], tuple[str, ...]] | None:
    """Return the Envy row that a hand earns for another bettor with this ``stake`` (11.J.2.e)."""
    row = rules.envy(stake).row_for(progressive_titles(rules, table))
    if row is None:
        return None
    return (
        row,
        (c("11.J.2.e.i"), c("11.J.2.e.iii"), c("11.J.2.e.iv"), c("12.D.5.a"), row.clause),
        ("U-01", "X-10"),
    )


def simple_play(hand: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """Raise 4x with a pair, an ace or two good cards, and later if a hole card makes a pair or better."""
    high, low = ranks_of(hand)
    if not board:
        kicker = {"A": "2", "K": "5", "Q": "8", "J": "T"}.get(RANKS[high], "A")
        return "4x" if (high == low and high > 0) or low >= RANKS.index(kicker) else "check"
    own_pair = high == low or any(card[0] == other[0] for card in hand for other in board)
    made = best_five(hand + board).category
    if len(board) == 3:
        return "2x" if own_pair or made not in ("high_card", "pair") else "check"
    return "1x" if own_pair or made != best_five(board).category or RANKS[high] in "AK" else "fold"


GAME = Game(
    **declared("uth"),
    script=script,
    qualifies=qualifies,
    titles=FIVE_TITLES | SIX_TITLES | HOLE_PAIR_TITLES,
    ranking=FIVE,
    player_hand=player_hand,
    so_far=so_far,
    announce_dealer=announce_dealer,
    made_of=made_of,
    settle=settle,
    earned=earned,
    folded_cards=folded_cards,
    simple_play=simple_play,
    envy=envy,
)

"""What each game leaves to its operator, with the clause that does so. The checks read these sheets."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from croupier.rulebook import citing


class Felt(msgspec.Struct, frozen=True):
    """One thing that chapter 2 wants on the layout."""

    name: str
    kind: Literal["area", "inscription"]
    clause: str
    says: str
    when: str = ""  # always, or only with this wager (or "payout_limit") offered
    sign: bool = False  # a sign at the table may stand in for it
    advised: bool = False  # no clause of chapter 2 asks for it, the game is unworkable without: a warning
    readings: tuple[str, ...] = ()
    sign_clause: str = ""  # where another clause than its own allows the sign


class ProgressiveClauses(msgspec.Struct, frozen=True):
    stake: str
    paytable: str
    rate: str
    meters: str
    envy: str
    envy_paid: str
    holder: str
    holder_must_be_stated: bool
    sensors: str
    lock_out: str


class Attested(msgspec.Struct, frozen=True):
    """An approval or a physical fact that a person answers for and the system keeps."""

    key: str
    clause: str
    says: str
    when: Literal["always", "shoe", "reshuffling", "alternative_tip_box"] = "always"


class Accompanied(msgspec.Struct, frozen=True):
    """A wager that, under a reading, may only be made beside others."""

    wager: str
    beside: tuple[str, ...]
    clause: str
    reading: str
    choice: str


class Sheet(msgspec.Struct, frozen=True):
    game: str
    seats: int
    seats_clause: str
    wagers: dict[str, str]  # every wager of chapter 7 -> its clause
    paytables: dict[str, str]  # what chapter 12 gives paytables for -> its section
    required: tuple[str, ...]
    standard: dict[str, str]  # on every layout, so offered unless left out -> its clause
    house: dict[str, str]  # paytables of the house default
    twins: dict[str, str]  # a wager that equals another by rule
    follows: tuple[str, ...]  # wagers that are a multiple of the Ante by rule
    boxes: int  # house default of adjacent boxes
    most_boxes: int
    boxes_clause: str
    boxes_must_be_stated: bool
    dealing_clause: str  # chapters 8, 9 or 10 come before it
    shuffler_clause: str
    hand_clause: str
    automated_clause: str
    two_decks_clause: str
    backs_clause: str
    reshuffling_clause: str
    payout_limit_clause: str
    equipment: tuple[Attested, ...]
    approvals: tuple[Attested, ...]
    felt: tuple[Felt, ...]
    accompanied: tuple[Accompanied, ...] = ()
    held_clause: str | None = None  # dealer's cards left in the device
    stack_clause: str | None = None  # three-card community stack
    electronic_clause: str | None = None
    progressive_clause: str | None = None
    progressive: ProgressiveClauses | None = None

    @property
    def optional(self) -> tuple[str, ...]:
        return tuple(w for w in self.paytables if w not in self.required)


ELECTRONIC_SEATS = 14  # U-25; 28 cards, the dealer's 2, board 5, box 4 and burns 2 are 41 of 52
METERS = ("main", "mega", "major", "minor")

_ODDS = "what every wager offered pays"
_BOXES = "drop box and tip box, their places on the dealer's side"
_TIP = "the other place of the tip box, if equipment is in the way"
_SHOE = "where the manual dealing shoe stands"
_DEVICE = "the device that reshuffles and counts by itself"
_RACK = "a discard rack fixed on the dealer's side"
_PLACE = "the dealer's place, opposite the betting positions"
_LAYOUT = "the layout as submitted"


def _uth() -> Sheet:
    c = citing("uth")
    main = c("7.F.1")
    return Sheet(
        game="uth",
        seats=6,
        seats_clause=c("2.A"),
        wagers={
            "ante": main,
            "blind": main,
            "play": main,
            "trips": c("7.F.2"),
            "progressive": c("7.F.3"),
            "six_card": c("7.F.4"),
            "ultimate_pairs": c("7.F.5"),
            "bad_beat": c("7.F.6"),
            "play_the_board": c("7.F.7"),
        },
        paytables={
            "blind": c("12.B"),
            "trips": c("12.C"),
            "six_card": c("12.E"),
            "ultimate_pairs": c("12.E'2"),
            "bad_beat": c("12.F'2"),
            "play_the_board": c("12.G"),
        },
        required=("blind",),
        standard={"trips": c("2.B.2")},
        house={"blind": "A", "trips": "A"},
        twins={"blind": "ante"},
        follows=("play",),
        boxes=1,
        most_boxes=1,
        boxes_clause=c("7.G"),
        boxes_must_be_stated=False,
        dealing_clause=c("11.A"),
        shuffler_clause=c("5.C"),
        hand_clause=c("9.A.1"),
        automated_clause=c("10.A"),
        two_decks_clause=c("3.B"),
        backs_clause=c("3.B.2"),
        reshuffling_clause=c("5.I"),
        payout_limit_clause=c("12.F.1"),
        equipment=(Attested("discard_rack", c("2.D.2"), _RACK),),
        approvals=(
            Attested("layout", c("2.B"), _LAYOUT),
            Attested("drop_and_tip_box", c("2.D.1"), _BOXES),
            Attested("tip_box_place", c("2.E"), _TIP, "alternative_tip_box"),
            Attested("shoe_place", c("8.A"), _SHOE, "shoe"),
            Attested("reshuffling_device", c("5.I"), _DEVICE, "reshuffling"),
        ),
        felt=(
            Felt("ante", "area", c("2.B.2"), "each player's Ante"),
            Felt("blind", "area", c("2.B.2"), "each player's Blind, to the right of the Ante"),
            Felt("play", "area", c("2.B.2"), "each player's Play"),
            Felt("trips", "area", c("2.B.2"), "each player's Trips"),
            Felt("community_cards", "area", c("2.B.3"), "the five community cards, before the chip tray"),
            Felt("dealer_cards", "area", c("2.B.4"), "the dealer's two cards"),
            Felt("progressive", "area", c("2.B.5"), "each player's Progressive", "progressive"),
            Felt("six_card", "area", c("2.B.6"), "each player's Six Card Bonus", "six_card"),
            Felt(
                "six_card_box",
                "area",
                c("10.B.1"),
                "the four box cards",
                "six_card",
                advised=True,
                readings=("U-05",),
            ),
            *(
                Felt(name, "area", c("7.A"), f"each player's {says}", name, advised=True, readings=("U-19",))
                for name, says in (
                    ("ultimate_pairs", "Ultimate Pairs"),
                    ("bad_beat", "Bad Beat"),
                    ("play_the_board", "Play the Board"),
                )
            ),
            Felt("operator_name", "inscription", c("2.B.1"), "the operator's name or logo"),
            Felt("equal_symbol", "inscription", c("2.B.2"), "an equal sign between Ante and Blind"),
            Felt("payout_odds", "inscription", c("2.B.7"), _ODDS, sign=True),
            Felt(
                "ante_push",
                "inscription",
                c("2.B.8.a"),
                "the Ante pushes against a dealer without a pair",
                sign=True,
                sign_clause=c("2.B.9"),
            ),
            Felt(
                "blind_push",
                "inscription",
                c("2.B.8.b"),
                "below which winning hand the Blind pushes (paytable A: a straight, B: a flush)",
                sign=True,
                sign_clause=c("2.B.9"),
                readings=("U-02",),
            ),
            Felt(
                "play_multiples",
                "inscription",
                c("2.B.8.c"),
                "which multiples of the Ante the Play may be",
                sign=True,
                sign_clause=c("2.B.9"),
            ),
            Felt(
                "payout_limit",
                "inscription",
                c("2.B.8.d"),
                "the payout limit, or that the game is subject to the posted one",
                "payout_limit",
                sign=True,
                sign_clause=c("2.B.9"),
                readings=("U-13",),
            ),
        ),
        accompanied=(Accompanied("six_card", ("trips",), c("7.F.4.b"), "U-06", "R1"),),
        held_clause=c("10.B.4"),
        electronic_clause=c("11.L"),
        progressive_clause=c("7.F.3"),
        progressive=ProgressiveClauses(
            stake=c("7.F.3.a"),
            paytable=c("12.D.1"),
            rate=c("12.D.3.a"),
            meters=c("12.D.3.b"),
            envy=c("12.D.5.b"),
            envy_paid=c("11.J.2.e.i"),
            holder=c("11.J.2.e.ii"),
            holder_must_be_stated=True,
            sensors=c("2.C.1"),
            lock_out=c("2.C.2"),
        ),
    )


def _letitride() -> Sheet:
    c = citing("letitride")
    main = c("7.E.1")
    return Sheet(
        game="letitride",
        seats=7,
        seats_clause=c("2.A.1"),
        wagers={
            "bet1": main,
            "bet2": main,
            "bet3": main,
            "five_card": c("7.E.3"),
            "three_card": c("7.E.4"),
            "six_card": c("7.E.5"),
            "progressive": c("7.E.6"),
        },
        paytables={
            "main": c("12.A"),
            "five_card": c("12.B"),
            "three_card": c("12.C"),
            "six_card": c("12.D"),
        },
        required=("main",),
        standard={},
        house={"main": "A"},
        twins={"bet2": "bet1", "bet3": "bet1"},
        follows=(),
        boxes=2,
        most_boxes=7,
        boxes_clause=c("7.F"),
        boxes_must_be_stated=True,
        dealing_clause=c("11.A"),
        shuffler_clause=c("5.C"),
        hand_clause=c("9.A.1"),
        automated_clause=c("10.A"),
        two_decks_clause=c("3.B"),
        backs_clause=c("3.B.2"),
        reshuffling_clause=c("5.I"),
        payout_limit_clause=c("2.B.10"),
        equipment=(
            Attested("dealer_place", c("2.A.2"), _PLACE),
            Attested("discard_rack", c("2.F"), _RACK),
        ),
        approvals=(
            Attested("layout", c("2.B"), _LAYOUT),
            Attested("drop_and_tip_box", c("2.D"), _BOXES),
            Attested("tip_box_place", c("2.E"), _TIP, "alternative_tip_box"),
            Attested("shoe_place", c("8.A"), _SHOE, "shoe"),
            Attested("reshuffling_device", c("5.I"), _DEVICE, "reshuffling"),
        ),
        felt=(
            *(Felt(f"bet{n}", "area", c("2.B.2"), f"each player's bet {n}") for n in (1, 2, 3)),
            Felt("player_cards", "area", c("2.B.3"), "each player's cards"),
            Felt("community_cards", "area", c("2.B.4"), "the two community cards, before the chip tray"),
            Felt("five_card", "area", c("2.B.5"), "each player's Five Card Bonus", "five_card"),
            Felt("three_card", "area", c("2.B.6"), "each player's Three Card Bonus", "three_card"),
            Felt("six_card", "area", c("2.B.7"), "each player's Six Card Bonus", "six_card"),
            Felt("progressive", "area", c("2.B.8"), "each player's Progressive", "progressive"),
            Felt(
                "six_card_box",
                "area",
                c("8.D.2"),
                "the three box cards",
                "six_card",
                advised=True,
                readings=("L-05",),
            ),
            Felt("operator_name", "inscription", c("2.B.1"), "the operator's name or logo"),
            Felt("payout_odds", "inscription", c("2.B.9"), _ODDS, sign=True),
            Felt(
                "payout_limit",
                "inscription",
                c("2.B.10"),
                "that no payout limit is set",
                sign=True,
                readings=("L-07", "X-09"),
            ),
        ),
        accompanied=(Accompanied("six_card", ("five_card", "three_card"), c("7.E.5"), "L-06", "R1"),),
        stack_clause=c("10.H"),
        progressive_clause=c("7.E.6"),
        progressive=ProgressiveClauses(
            stake=c("7.E.6.a"),
            paytable=c("12.E"),
            rate=c("12.F.1"),
            meters=c("12.F.2"),
            envy=c("12.H.2"),
            envy_paid=c("11.E.5"),
            holder=c("12.H.2"),
            holder_must_be_stated=False,  # only Ultimate Texas Hold 'Em asks for it (X-10)
            sensors=c("2.C.1"),
            lock_out=c("2.C.2"),
        ),
    )


def _dragon() -> Sheet:
    c = citing("dragon")
    main = c("7.F.1")
    return Sheet(
        game="dragon",
        seats=6,
        seats_clause=c("2.A"),
        wagers={
            "ante": main,
            "ante_bonus": main,
            "play": main,
            "three_card": c("7.F.2"),
            "dragon": c("7.F.3"),
        },
        paytables={"ante_bonus": c("12.B"), "three_card": c("12.C"), "dragon": c("12.D")},
        required=("ante_bonus",),
        standard={"three_card": c("7.F.2"), "dragon": c("7.F.3")},
        house={"ante_bonus": "A", "three_card": "A", "dragon": "A"},
        twins={"ante_bonus": "ante"},
        follows=("play",),
        boxes=1,
        most_boxes=2,
        boxes_clause=c("7.G"),
        boxes_must_be_stated=False,
        dealing_clause=c("11.A"),
        shuffler_clause=c("5.C"),
        hand_clause=c("9.A.1"),
        automated_clause=c("10.A"),
        two_decks_clause=c("3.B"),
        backs_clause=c("3.B.1"),
        reshuffling_clause=c("5.I"),
        payout_limit_clause=c("12.A"),
        equipment=(Attested("discard_rack", c("2.C.2"), _RACK),),
        approvals=(
            Attested("layout", c("2.B"), _LAYOUT),
            Attested("drop_and_tip_box", c("2.C.1"), _BOXES),
            Attested("tip_box_place", c("2.D"), _TIP, "alternative_tip_box"),
            Attested("shoe_place", c("8.A"), _SHOE, "shoe"),
            Attested("reshuffling_device", c("5.I"), _DEVICE, "reshuffling"),
        ),
        felt=(
            *(
                Felt(name, "area", c("2.B.2"), f"each player's {says}")
                for name, says in (
                    ("ante", "Ante"),
                    ("ante_bonus", "Ante Bonus"),
                    ("three_card", "Three Card Bonus"),
                    ("dragon", "Dragon Wager"),
                    ("play", "Play"),
                )
            ),
            Felt(
                "dealer_cards",
                "area",
                c("10.B.3"),
                "the dealer's three cards",
                advised=True,
                readings=("D-21",),
            ),
            Felt("operator_name", "inscription", c("2.B.1"), "the operator's name or logo"),
            Felt("payout_odds", "inscription", c("2.B.3"), _ODDS, sign=True),
            Felt("play_equals_ante", "inscription", c("2.B.3"), "that the Play equals the Ante", sign=True),
        ),
        held_clause=c("10.B.4"),
        progressive_clause=c("7.F.4"),
    )


def _topfive() -> Sheet:
    c = citing("topfive")
    main = c("7.E.1")
    return Sheet(
        game="topfive",
        seats=6,
        seats_clause=c("2.A.1"),
        wagers={"ante": main, "play": main, "top_five": c("7.E.2.a"), "poker": c("7.E.2.b")},
        paytables={"top_five": c("12.B"), "poker": c("12.B'2")},
        required=(),
        standard={},
        house={},
        twins={},
        follows=("play",),
        boxes=2,
        most_boxes=6,
        boxes_clause=c("7.F"),
        boxes_must_be_stated=True,
        dealing_clause=c("11.A"),
        shuffler_clause=c("5.B"),
        hand_clause=c("9.A.1"),
        automated_clause=c("10.A"),
        two_decks_clause=c("3.B"),
        backs_clause=c("3.B.2"),
        reshuffling_clause=c("5.G"),
        payout_limit_clause=c("12.A"),
        equipment=(
            Attested("dealer_place", c("2.A.2"), _PLACE),
            Attested("discard_rack", c("2.C.2"), _RACK),
        ),
        approvals=(
            Attested("layout", c("2.B"), _LAYOUT),
            Attested("drop_and_tip_box", c("2.C.1"), _BOXES),
            Attested("tip_box_place", c("2.E"), _TIP, "alternative_tip_box"),
            Attested("shoe_place", c("8.A"), _SHOE, "shoe"),
            Attested("reshuffling_device", c("5.G"), _DEVICE, "reshuffling"),
        ),
        felt=(
            Felt("ante", "area", c("2.B.2"), "each player's Ante"),
            Felt("play", "area", c("2.B.2"), "each player's Play"),
            Felt("top_five", "area", c("2.B.3.a"), "each player's Top Five Bonus", "top_five"),
            Felt("poker", "area", c("2.B.3.b"), "each player's Poker Bonus", "poker"),
            Felt("operator_name", "inscription", c("2.B.1"), "the operator's name or logo"),
            Felt("payout_odds", "inscription", c("2.B.4"), _ODDS, sign=True),
        ),
        held_clause=c("11.B.4"),  # T-19
    )


SHEETS: Mapping[str, Sheet] = MappingProxyType(
    {sheet.game: sheet for sheet in (_uth(), _letitride(), _dragon(), _topfive())}
)

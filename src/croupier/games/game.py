"""What a game file says: wagers, dealing plans, decisions, settlement. The table runs whatever stands here.

A round is a *script*: a tuple of phases that the dealer works through, made from the rules alone. The table
knows how to run each kind of phase and nothing of any game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from croupier.cards import Card, Deck
from croupier.hands import HandValue
from croupier.rulebook import Odds, Payment, Row
from croupier.submission import Rules

EVEN_MONEY = Odds(1, 1, "to")

# Places on the layout; a seat's cards lie at seat_place(n).
PLAYERS = "players"  # in a plan: each player in turn, clockwise from the dealer's left
BOARD, BOX, DEALER, BURN, ASIDE = "board", "box", "dealer", "burn", "aside"


def seat_place(seat: int) -> str:
    return _SEAT_PLACES[seat]


_SEAT_PLACES = [f"seat{n}" for n in range(32)]


class WagerRule(msgspec.Struct, frozen=True):
    """One entry of chapter 7."""

    name: str
    clause: str
    kind: Literal["required", "optional", "decision"]  # decision: made after the cards are seen (chapter 11)
    label: str
    equal_to: str | None = None
    banked: bool = False  # its chips go to the tray before the deal (progressive, Five Card Bonus)
    fixed: int | None = None  # one chip of this value and no other
    fixed_readings: tuple[str, ...] = ()
    divisor: int = 1  # cents by which all its odds pay to the cent


class Delivery(msgspec.Struct, frozen=True):
    """Cards that go to one place in one motion."""

    place: str
    count: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


class Collect(msgspec.Struct, frozen=True):
    """Chips of a banked wager: gathered, counted against the wagers accepted, put in the tray."""

    wager: str
    gather: tuple[str, ...]
    tally: tuple[str, ...]
    bank: tuple[str, ...]
    lock: tuple[str, ...] = ()  # progressive: the system is locked first
    lammer: tuple[str, ...] = ()  # Five Card Bonus: a lammer marks each bettor


class Deal(msgspec.Struct, frozen=True):
    name: str
    deliveries: tuple[Delivery, ...]
    face_up: bool = False


class Choice(msgspec.Struct, frozen=True):
    """One answer to the dealer's question and what it does with chips."""

    name: str
    clauses: tuple[str, ...]
    stakes: str | None = None  # the wager it makes …
    multiple: int = 0  # … as so many times …
    of: str = ""  # … another
    collects: tuple[str, ...] = ()  # a fold: what the dealer takes at once
    withdraws: str | None = None  # Let It Ride: the bet handed back


class Ask(msgspec.Struct, frozen=True):
    """The dealer asks each player, clockwise from his left, who has `having` and not `lacking`."""

    name: str
    choices: tuple[Choice, ...]
    clauses: tuple[str, ...]
    having: str
    lacking: str | None = None


class Turn(msgspec.Struct, frozen=True):
    """Cards that already lie on the layout are turned face up."""

    name: str
    place: str
    first: int
    count: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


class Stub(msgspec.Struct, frozen=True):
    """What is left of the deck leaves the shoe, hand or machine; counted when a count is due (X-08)."""

    rack: tuple[str, ...]  # placed in the discard rack unseen
    count: tuple[str, ...]  # the duty to count
    right: tuple[str, ...]  # the count is right
    misdeal: tuple[str, ...]  # wrong, and the cards were misdealt
    defective: tuple[str, ...]  # wrong, and they were not


class Reveal(msgspec.Struct, frozen=True):
    """The dealer's hand (and the box) is exposed, formed and announced."""

    places: tuple[str, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


class Settle(msgspec.Struct, frozen=True):
    """Player by player, counterclockwise from the dealer's right."""

    clauses: tuple[str, ...]


class Rack(msgspec.Struct, frozen=True):
    """Cards to the discard rack so that every hand can be rebuilt."""

    clauses: tuple[str, ...]


Phase = Collect | Deal | Ask | Turn | Stub | Reveal | Settle | Rack


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """All that settling one seat may look at."""

    wagers: Mapping[str, int]  # what is still at risk, in cents
    folded: bool
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    box: tuple[Card, ...]
    dealer: tuple[Card, ...]


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What the rules say of one wager."""

    wager: str
    result: Literal["win", "lose", "push"]
    clauses: tuple[str, ...]
    pays: Payment | None = None
    readings: tuple[str, ...] = ()
    stake_back: bool = True  # with fixed dollars: False where the payment is all that the player gets (L-04)


def by_row(
    wager: str,
    row: Row | None,
    won: tuple[str, ...],
    lost: tuple[str, ...],
    readings: tuple[str, ...] = (),
) -> Verdict:
    """A wager against a posted paytable: the row pays, and a hand without a row loses (X-31)."""
    if row is None:
        return Verdict(wager, "lose", lost, None, readings)
    return Verdict(wager, "win", (*won, row.clause), row.pays, (*readings, *row.readings))


class Announced(msgspec.Struct, frozen=True, gc=False):
    """A hand as the dealer calls it."""

    hand: str
    words: str
    count: int | None = None  # Top Five: how many top cards


_CALLS: dict[int, Announced] = {}


def call_poker(hand: HandValue) -> Announced:
    """A five-card hand as the dealer calls it; there are 7,462 of them, so each is put into words once."""
    found = _CALLS.get(hand.strength)
    if found is None:
        found = _CALLS[hand.strength] = Announced(hand.category, hand.announce())
    return found


class FoldedCards(msgspec.Struct, frozen=True):
    kept: bool
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


class LosersCards(msgspec.Struct, frozen=True):
    """A settled loser's cards go to the discard rack at once, unless he made one of some wagers."""

    unless: tuple[str, ...]
    clauses: tuple[str, ...]


class Requirement(msgspec.Struct, frozen=True):
    """A wager that another must accompany."""

    wager: str
    needs: tuple[str, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


class CardCare(msgspec.Struct, frozen=True):
    """Chapters 3 to 5: how decks arrive, are prepared, shuffled, cut, loaded and changed. Clauses by act."""

    inspect: tuple[str, ...]
    verify: tuple[str, ...]
    spread: tuple[str, ...]
    view: tuple[str, ...]
    face_down: tuple[str, ...]
    wash: tuple[str, ...]
    stack: tuple[str, ...]
    first_shuffle: tuple[str, ...]
    each_deck: tuple[str, ...]
    preshuffled: tuple[str, ...]
    before_play: tuple[str, ...]
    after_round: tuple[str, ...]
    on_order: tuple[str, ...]
    one_stack: tuple[str, ...]
    feeds_shoe: tuple[str, ...]
    machine_no_cut: tuple[str, ...]
    must_cut: tuple[str, ...]
    counted: tuple[str, ...]
    bad_count: tuple[str, ...]
    cut: tuple[str, ...]
    into_shoe: tuple[str, ...]
    recut: tuple[str, ...]
    idle: tuple[str, ...]
    idle_view: tuple[str, ...]
    self_shuffling: tuple[str, ...]
    one_deck: tuple[str, ...]
    two_decks: tuple[str, ...]
    other_back: tuple[str, ...]
    stored: tuple[str, ...]
    alternate: tuple[str, ...]
    one_in_rack: tuple[str, ...]
    hand_life: tuple[str, ...]  # four hours
    shoe_life: tuple[str, ...]  # eight hours
    by_machine: tuple[str, ...]  # hand dealing needs a machine shuffle
    load: Mapping[str, tuple[str, ...]]  # into shoe, hand or machine, by dealing method
    machine_shuffles: tuple[str, ...] = ()  # automated dealing is by a device that shuffles as well
    count_excused: bool = False  # such a device is excused from the section on counting by name
    idle_excused: bool = False  # a device that reshuffles by itself keeps the cards of an idle table


class Irregularity(msgspec.Struct, frozen=True):
    """What chapter 13 (or X-15 where it is silent) makes of one kind of mishap."""

    outcome: Literal["play_on", "discard", "void", "ruling"]
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    settles: tuple[str, ...] = ()  # wagers settled on a completed board all the same (uth/13.C, 13.G)
    settle_clauses: tuple[str, ...] = ()
    likewise: tuple[str, ...] = ()  # clauses that a ruling to void it follows by analogy
    default: Literal["play_on", "void"] = "play_on"  # what a floorperson is offered where no clause decides
    until_decided: bool = False  # over once every player has decided (uth/13.F)


class Game(msgspec.Struct, frozen=True):
    id: str
    title: str
    deck: Deck
    deck_clauses: tuple[str, ...]
    seats: int
    seats_clause: str
    wagers: tuple[WagerRule, ...]
    chips: tuple[str, ...]  # a wager is chips on its own area; words and cash are none
    positions_clause: str  # how many boxes one player may bet on
    close: Mapping[str, tuple[str, ...]]  # "no more bets", by dealing method
    bets_by: tuple[str, ...]  # every wager before "no more bets", none after
    seated_only: str  # only a seated player may wager
    stay_seated: str  # and stays while he has cards
    abandoned: str  # a player who leaves
    script: Callable[[Rules], tuple[Phase, ...]]
    requirements: Callable[[Rules], tuple[Requirement, ...]]
    must_ante: Callable[[Rules], bool]  # False: a side bet may stand alone (D-06, T-14)
    qualifies: Callable[[Rules, Showdown], bool | None]
    player_hand: Callable[[Rules, Showdown], Announced]
    announce_dealer: Callable[[Rules, Showdown], Announced | None]
    settle: Callable[[Rules, Showdown], tuple[Verdict, ...]]
    folded_cards: Callable[[tuple[str, ...]], FoldedCards]
    envy: Callable[[Rules, Showdown], tuple[Row, tuple[str, ...], tuple[str, ...]] | None]
    care: CardCare
    irregularities: Mapping[str, Irregularity]
    dead_device: Mapping[str, tuple[str, ...]]  # a broken device is covered, marked …
    losers_cards: LosersCards | None = None  # Top Five
    cautions: Callable[[Rules], tuple[str, ...]] = lambda rules: ()  # a reading assumed, not chosen
    breaches: tuple[str, ...] = ()  # Top Five: conduct that costs every wager …
    forfeits: tuple[str, ...] = ()  # … and the clause by which it does (11.A.5)
    capped: tuple[str, ...] = ()  # wagers that a payout limit reaches (uth/12.F)
    cap_clauses: tuple[str, ...] = ()
    cap_readings: tuple[str, ...] = ()
    rate_clauses: tuple[str, ...] = ()  # how the meters grow
    meter_clauses: tuple[str, ...] = ()  # the meter is read at the player's turn to be paid
    validate: tuple[str, ...] = ()  # a progressive winner is verified before it is paid
    light: tuple[str, ...] = ()  # … and the progressive system's light must be on

    def wager(self, name: str) -> WagerRule | None:
        for rule in self.wagers:
            if rule.name == name:
                return rule
        return None

    def in_order(self, wagers: Mapping[str, int]) -> list[tuple[str, int]]:
        """Wagers in the order of chapter 7, however the mapping came; names the game does not know, last."""
        known = [(rule.name, wagers[rule.name]) for rule in self.wagers if rule.name in wagers]
        if len(known) < len(wagers):
            known += sorted(item for item in wagers.items() if self.wager(item[0]) is None)
        return known


def dealt_around(
    rounds: int, players: tuple[str, ...], dealer: tuple[str, ...] = (), readings: tuple[str, ...] = ()
) -> tuple[Delivery, ...]:
    """One card at a time to each player and, where there is one, to the dealer last, as many times round."""
    once: tuple[Delivery, ...] = (Delivery(PLAYERS, 1, players, readings),)
    if dealer:
        once += (Delivery(DEALER, 1, dealer, readings),)
    return once * rounds

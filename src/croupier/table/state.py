"""The state of a table: one small state a subject, composed. Dictionaries are never changed in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from croupier.cards import Card
from croupier.games import Game, GameRules, Phase, game_rules
from croupier.games.game import Showdown, irregularities, seat_place
from croupier.meters.amounts import Exact
from croupier.rulebook import Irregularity
from croupier.submission import Rules
from croupier.table.events import EnvyPaid, RoundVoided, WagerSettled

replace = msgspec.structs.replace

BETTING = -1
# Where the cards come from, as the table was opened; not said ("") in records and older journals.
CardsFrom = Literal["", "people", "shoe"]
PEOPLE: CardsFrom = "people"  # real cards: people look at them, name them and vouch for them
SHOE: CardsFrom = "shoe"  # a sealed shoe: the table deals by itself, and nobody names a card or learns of one
FACE_UP = "face up"  # where the discard rack keeps cards that were found so in the deck: all saw them
COUNTING = ("counting", "reshuffling")  # shufflers that count what they shuffle


class Seating(msgspec.Struct, frozen=True, gc=False):
    """Who is there; of somebody who left with nothing, nothing is left."""

    seats: dict[int, str] = {}  # seat -> player's id
    purses: dict[str, int] = {}  # player's id -> chips in front of them, in cents
    names: dict[str, str] = {}  # player's id -> the name shown, where they gave one
    transfers: tuple[str, ...] = ()  # the last ones between this table and the cage


class Bets(msgspec.Struct, frozen=True, gc=False):
    wagers: dict[int, dict[str, int]] = {}  # seat -> wager -> what is at risk, in cents
    banked: tuple[str, ...] = ()  # wagers whose chips lie in the tray already


class Layout(msgspec.Struct, frozen=True, gc=False):
    cards: dict[str, tuple[Card | None, ...]] = {}  # place -> cards, in the order they arrived
    turned: dict[str, int] = {}  # place -> how many of its cards lie face up
    stub: int = 0  # cards still in the shoe, the hand or the machine
    rack: tuple[tuple[str, tuple[Card | None, ...]], ...] = ()  # the discard rack, hand by hand
    racked_stub: int = 0
    exposed: tuple[tuple[str, int], ...] = ()  # place and index of cards that all have seen too early


class Answer(msgspec.Struct, frozen=True, gc=False):
    """What a seat said to one of the dealer's questions."""

    seat: int
    question: str
    choice: str


class DealProof(msgspec.Struct, frozen=True, gc=False):
    """What the table has shown of the order it deals in, before any card: see `acts.proving`."""

    deal: int  # counted in the round
    deck: str
    context: str  # all in hexadecimal
    root: str
    fixed: dict[str, str] = {}  # player -> SHA-256 of the number they will reveal
    seed: str = ""  # once it is mixed


class Round(msgspec.Struct, frozen=True, gc=False):
    number: int = 1
    phase: int = BETTING  # index into the script
    cursor: int = 0  # how far into the phase: deliveries made, seats asked, seats settled
    in_play: tuple[int, ...] = ()  # seats dealt in, clockwise
    players: dict[int, str] = {}  # who plays them: a player may leave before the round is over
    answers: tuple[Answer, ...] = ()  # decisions since the last card, which may still be corrected
    settling: tuple[int, ...] = ()  # the order in which hands are settled, once that has begun
    folded: tuple[int, ...] = ()
    progressive_seats: tuple[int, ...] = ()  # whose progressive wagers the system took
    awaiting: str = ""  # a progressive winner: "validation" or "payment"
    settled: tuple[WagerSettled, ...] = ()  # what came of each wager so far
    before_showdown: int = 0  # how many of them before the dealer began to settle hands
    envy: tuple[EnvyPaid, ...] = ()
    contributed: dict[str, Exact] = {}  # what the meters gained from this round, for a void
    face_up: int = 0  # cards found face up in the deck
    counted: bool = False  # the stub of this round, right or wrong
    inquiry: bool = False  # the stub count was wrong; the cards are being recounted
    ruling: str = ""  # a matter that waits for a floorperson
    void: RoundVoided | None = None
    deals: int = 0  # that were committed to in this round
    proof: DealProof | None = None  # of the deck that is loaded

    @property
    def order(self) -> tuple[int, ...]:
        """The order of settlement: counterclockwise, unless a reading puts folders last."""
        return self.settling or self.in_play[::-1]


class Pack(msgspec.Struct, frozen=True, gc=False):
    """A deck of cards by the colour of its backs, and how far it is prepared."""

    back: str
    stage: str  # see preparation.STAGES
    since: int | None = None  # when it came into play; decks are changed after 4 or 8 hours
    was_cut: bool = False
    inspected_by: str = ""  # who may not verify it as well
    counted: bool = False  # by the device that shuffled it


class Care(msgspec.Struct, frozen=True, gc=False):
    """Chapters 3 to 5: the decks at the table and the devices they go through."""

    packs: dict[str, Pack] = {}
    loaded: str | None = None  # the deck in the shoe, the hand or the machine
    last: str | None = None  # the deck of the round before
    uncounted: int = 0  # rounds since the stub was last counted
    devices: dict[
        str, str
    ] = {}  # "shuffler", "shoe" -> failed, covered, marked, removed; working ones are absent
    attested: tuple[str, ...] = ()


class TableState(msgspec.Struct, frozen=True, gc=False):
    rules: GameRules
    seating: Seating = Seating()
    bets: Bets = Bets()
    layout: Layout = Layout()
    round: Round = Round()
    transfers: int = 0  # how many this table has sent to the meters
    care: Care = Care()
    previous: tuple[
        WagerSettled, ...
    ] = ()  # the settlement of the round before, which may still be corrected
    previous_envy: tuple[EnvyPaid, ...] = ()
    rules_from: int = 1  # the first round under these rules
    clock: int = 0
    discarded: int = 0  # deals that were committed to and never dealt, for everybody to count
    link_lost: str = ""  # why the progressive system cannot be reached
    cards_from: CardsFrom = ""

    @property
    def game(self) -> Game:
        return self.rules.played

    @property
    def irregularities(self) -> Mapping[str, Irregularity]:
        """Chapter 13 as the readings of this table have it."""
        return irregularities(self.rules)

    @property
    def phase(self) -> Phase | None:
        """The part of the script the table is in; None while bets are open."""
        index = self.round.phase
        return None if index < 0 else self.rules.script[index]


def bare_table(rules: Rules, cards_from: CardsFrom = "") -> TableState:
    """A table before the cards arrive, and nobody seated."""
    return TableState(game_rules(rules), cards_from=cards_from)


def open_table(rules: Rules, cards_from: CardsFrom = "") -> TableState:
    """A table whose cards have been through chapters 4 and 5 and lie ready for the first round."""
    counted = rules.choices.shuffler in COUNTING
    packs = {"red": Pack("red", "loaded", counted=counted)}
    if rules.choices.decks == 2:
        packs["blue"] = Pack("blue", "ready", counted=counted)
    table = bare_table(rules, cards_from)
    layout = Layout(stub=len(table.game.deck.order))
    return replace(table, care=Care(packs, loaded="red"), layout=layout)


def open_wagers(state: TableState) -> list[tuple[int, str, int]]:
    """Seat, wager and cents of all that is at risk, in the order of the seats and of chapter 7."""
    return [
        (seat, wager, cents)
        for seat in sorted(state.bets.wagers)
        for wager, cents in state.game.in_order(state.bets.wagers[seat])
    ]


def player_of(state: TableState, seat: int) -> str:
    """Who plays a seat in this round; whoever sits there now may be another."""
    return state.round.players[seat]


def showdown(state: TableState, seat: int) -> Showdown:
    """What settling a seat may look at; a caller sees to it that the cards it needs have been seen."""
    cards: Mapping[str, Any] = state.layout.cards
    return Showdown(
        state.bets.wagers.get(seat, {}),
        seat in state.round.folded,
        cards.get(seat_place(seat), ()),
        cards.get("board", ()),
        cards.get("box", ()),
        cards.get("dealer", ()),
    )

"""The state of a table, composed of one struct per subject. Dictionaries are never changed in place."""

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
from croupier.table.events import EnvyPaid, RoundVoided, WagerReopened, WagerSettled

replace = msgspec.structs.replace

BETTING = -1
# The source of the cards, set when the table opens. Empty in records and older journals.
CardsFrom = Literal["", "people", "shoe"]
PEOPLE: CardsFrom = "people"  # real cards, named and attested by people
SHOE: CardsFrom = "shoe"  # a sealed shoe, whose cards people neither name nor see early
FACE_UP = "face up"  # place in the rack for cards that everyone saw face up in the deck
COUNTING = ("counting", "reshuffling")  # shufflers that count the cards


class Seating(msgspec.Struct, frozen=True, gc=False):
    """Seated players and their chips. A player who left without chips is forgotten."""

    seats: dict[int, str] = {}  # seat -> player's id
    purses: dict[str, int] = {}  # player's id -> chips in front of the player, in cents
    names: dict[str, str] = {}  # player's id -> display name, if given
    transfers: tuple[str, ...] = ()  # recent transfers between table and cage


class Bets(msgspec.Struct, frozen=True, gc=False):
    wagers: dict[int, dict[str, int]] = {}  # seat -> wager -> cents at risk
    banked: tuple[str, ...] = ()  # wagers whose chips are already in the tray


class TableLayout(msgspec.Struct, frozen=True, gc=False):
    cards: dict[str, tuple[Card | None, ...]] = {}  # place -> cards, in the order they arrived
    turned: dict[str, int] = {}  # place -> number of cards face up
    stub: int = 0  # number of cards still in the shoe, the dealer's hand or the machine
    rack: tuple[tuple[str, tuple[Card | None, ...]], ...] = ()  # discard rack by hand, as place and cards
    racked_stub: int = 0
    exposed: tuple[tuple[str, int], ...] = ()  # place and index of each card that everyone saw too early


class SeatAnswer(msgspec.Struct, frozen=True, gc=False):
    """A seat's answer to one of the dealer's questions."""

    seat: int
    question: str
    choice: str


class DealProof(msgspec.Struct, frozen=True, gc=False):
    """The table's commitment to the order of its cards, made before any card is dealt (`acts.proving`)."""

    deal: int  # number of the deal within the round
    deck: str
    context: str  # in hexadecimal, as all fields below
    root: str
    fixed: dict[str, str] = {}  # player -> SHA-256 of the number they will reveal
    seed: str = ""  # set once the deal is mixed


class RoundState(msgspec.Struct, frozen=True, gc=False):
    number: int = 1
    phase: int = BETTING  # index into the script
    cursor: int = 0  # progress within the phase: deliveries made, seats asked, seats settled
    in_play: tuple[int, ...] = ()  # seats that receive cards, clockwise
    players: dict[int, str] = {}  # seat -> player, who may leave before the round is over
    answers: tuple[SeatAnswer, ...] = ()  # decisions since the last card, which can still be corrected
    decisions: tuple[SeatAnswer, ...] = ()  # all decisions of the round
    settling: tuple[int, ...] = ()  # order of settlement, set when settlement begins
    folded: tuple[int, ...] = ()
    progressive_seats: tuple[int, ...] = ()  # seats whose progressive wager was accepted
    awaiting: str = ""  # "validation" or "payment" of a progressive win
    settled: tuple[WagerSettled, ...] = ()  # results so far
    before_showdown: int = 0  # number of results before hands were settled
    # wagers that were reopened and not yet settled again; their chips have moved
    reopened: tuple[WagerReopened, ...] = ()
    envy: tuple[EnvyPaid, ...] = ()
    contributed: dict[str, Exact] = {}  # meter gains of this round, to undo if it is voided
    face_up: int = 0  # cards found face up in the deck
    counted: bool = False  # True if the stub was counted this round, correctly or not
    inquiry: bool = False  # True if the stub count was wrong and the cards are being recounted
    ruling: str = ""  # a matter waiting for a floorperson's ruling
    void: RoundVoided | None = None
    deals: int = 0  # number of deals committed to in this round
    proof: DealProof | None = None  # commitment for the loaded deck

    @property
    def order(self) -> tuple[int, ...]:
        """Return the order of settlement, counterclockwise unless a reading puts folded hands last."""
        return self.settling or self.in_play[::-1]


class DeckState(msgspec.Struct, frozen=True, gc=False):
    """A deck, identified by the color of its backs, and its stage of preparation."""

    back: str
    stage: str  # see preparation.STAGES
    since: int | None = None  # time when the deck came into play; decks are changed after 4 or 8 hours
    was_cut: bool = False
    inspected_by: str = ""  # the person who inspected the deck and therefore must not verify it
    counted: bool = False  # True if the shuffler counted the deck


class Care(msgspec.Struct, frozen=True, gc=False):
    """The decks at the table and the devices that handle them (chapters 3 to 5)."""

    packs: dict[str, DeckState] = {}
    loaded: str | None = None  # deck in the shoe, the dealer's hand or the machine
    last: str | None = None  # deck of the previous round
    uncounted: int = 0  # rounds since the stub was last counted
    # status of "shuffler" and "shoe": failed, covered, marked or removed; absent if working
    devices: dict[str, str] = {}
    attested: tuple[str, ...] = ()


class TableState(msgspec.Struct, frozen=True, gc=False):
    rules: GameRules
    seating: Seating = Seating()
    bets: Bets = Bets()
    layout: TableLayout = TableLayout()
    round: RoundState = RoundState()
    transfers: int = 0  # number of transfers sent to the meters
    care: Care = Care()
    previous: tuple[WagerSettled, ...] = ()  # settlements of the previous round, which can still be corrected
    previous_envy: tuple[EnvyPaid, ...] = ()
    previous_round: RoundState | None = None  # final state of the previous round, without its settlements
    rules_from: int = 1  # the first round under these rules
    clock: int = 0
    discarded: int = 0  # number of deals committed to but never dealt, visible to everyone
    link_lost: str = ""  # reason why the progressive system is unreachable; empty if it is available
    cards_from: CardsFrom = ""

    @property
    def game(self) -> Game:
        return self.rules.played

    @property
    def irregularities(self) -> Mapping[str, Irregularity]:
        """Return the irregularities of chapter 13 under this table's readings."""
        return irregularities(self.rules)

    @property
    def phase(self) -> Phase | None:
        """Return the current phase of the script, or None while bets are open."""
        index = self.round.phase
        return None if index < 0 else self.rules.script[index]


def bare_table(rules: Rules, cards_from: CardsFrom = "") -> TableState:
    """Return a table without cards and players."""
    return TableState(game_rules(rules), cards_from=cards_from)


def open_table(rules: Rules, cards_from: CardsFrom = "") -> TableState:
    """Return a table with a prepared deck (chapters 4 and 5), ready for the first round."""
    counted = rules.choices.shuffler in COUNTING
    packs = {"red": DeckState("red", "loaded", counted=counted)}
    if rules.choices.decks == 2:
        packs["blue"] = DeckState("blue", "ready", counted=counted)
    table = bare_table(rules, cards_from)
    layout = TableLayout(stub=len(table.game.deck.order))
    return replace(table, care=Care(packs, loaded="red"), layout=layout)


def open_wagers(state: TableState) -> list[tuple[int, str, int]]:
    """List every open wager as seat, wager and cents, ordered by seat and then in the order of chapter 7."""
    return [
        (seat, wager, cents)
        for seat in sorted(state.bets.wagers)
        for wager, cents in state.game.in_order(state.bets.wagers[seat])
    ]


def player_of(state: TableState, seat: int) -> str:
    """Return the player of a seat in this round, even if someone else sits there now."""
    return state.round.players[seat]


def returned_already(state: TableState, seat: int, wager: str) -> int | None:
    """Return the amount already paid on a reopened wager, or None if it was not reopened."""
    found = (one.returned for one in state.round.reopened if (one.seat, one.wager) == (seat, wager))
    return next(found, None)


def showdown(state: TableState, seat: int) -> Showdown:
    """Collect the hands and wagers for settling a seat. The caller makes sure the cards have been seen."""
    cards: Mapping[str, Any] = state.layout.cards
    return Showdown(
        state.bets.wagers.get(seat, {}),
        seat in state.round.folded,
        cards.get(seat_place(seat), ()),
        cards.get("board", ()),
        cards.get("box", ()),
        cards.get("dealer", ()),
        choices_of(state, seat),
    )


def choices_of(state: TableState, seat: int) -> tuple[str, ...]:
    """Return a seat's choices in this round, in order."""
    return tuple([made.choice for made in state.round.decisions if made.seat == seat])


def face_up_showdown(state: TableState, seat: int) -> Showdown:
    """Collect a seat's wagers and the cards that everyone can see."""
    cards, turned = state.layout.cards, state.layout.turned

    def face_up_cards(place: str) -> tuple[Any, ...]:
        return cards.get(place, ())[: turned.get(place, 0)]

    return Showdown(
        state.bets.wagers.get(seat, {}),
        seat in state.round.folded,
        face_up_cards(seat_place(seat)),
        face_up_cards("board"),
        face_up_cards("box"),
        face_up_cards("dealer"),
        choices_of(state, seat),
    )

"""The building blocks of a game file: wagers, dealing plans, decisions and settlement.

A round is a *script*: a tuple of phases that the dealer works through. The table can run each kind of phase
and contains no code for a particular game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, Deck, deck_of
from croupier.cards.deck import RANKS
from croupier.errors import BadInput
from croupier.hands import HandValue, best_five
from croupier.hands.ranking import Ranking
from croupier.hands.words import announce_partial, one
from croupier.rulebook import (
    Declaration,
    Irregularity,
    Odds,
    Payment,
    PayoutLimit,
    Push,
    Row,
    Wager,
    cache_per_registry,
    cache_recent,
    compute_return,
    declaration,
    paytables,
    under,
)
from croupier.rulebook import Stub as Stub  # the declaration itself is used as a phase
from croupier.submission import Rules

EVEN_MONEY = Odds(1, 1, "to")

# Places on the layout. A seat's cards are at seat_place(n).
PLAYERS = "players"  # in a plan: each player in turn, clockwise from the dealer's left
BOARD, BOX, DEALER, BURN, ASIDE = "board", "box", "dealer", "burn", "aside"
NEVER_SEEN = (BURN, ASIDE)  # places whose cards stay face down in every deal


# Maps a seat number to the place of the seat's cards.
seat_place: Callable[[int], str] = [f"seat{n}" for n in range(32)].__getitem__


class Delivery(msgspec.Struct, frozen=True):
    """Cards that go to one place in one motion."""

    place: str
    count: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


class Collect(msgspec.Struct, frozen=True):
    """Collect a banked wager's chips, count them, and put them in the tray."""

    wager: str
    gather: tuple[str, ...]
    tally: tuple[str, ...]
    bank: tuple[str, ...]
    lock: tuple[str, ...] = ()  # for the progressive, clauses that lock the system first
    not_accepted: tuple[str, ...] = ()  # clauses for a wager that the system did not accept
    lammer: tuple[str, ...] = ()  # for the Five Card Bonus, clauses on the lammer that marks each bettor


class Deal(msgspec.Struct, frozen=True):
    """Deal cards. After a question, folded seats get no cards.

    With `chosen`, only the seats that made this choice get cards. If no seat made the choice, the deal is
    skipped.
    """

    name: str
    deliveries: tuple[Delivery, ...]
    face_up: bool = False  # whether everyone sees the cards, except burned cards
    chosen: str = ""


class Choice(msgspec.Struct, frozen=True):
    """One answer to the dealer's question, and what it does with the chips."""

    name: str
    clauses: tuple[str, ...]
    stakes: str | None = None  # the wager that this choice makes …
    multiple: int = 0  # … as this multiple …
    of: str = ""  # … of another wager
    collects: tuple[str, ...] = ()  # the wagers that the dealer collects after a fold …
    collected_later: bool = False  # … only after all players have decided (dragon/11.D.1)
    withdraws: str | None = None  # the Let It Ride bet that is returned
    readings: tuple[str, ...] = ()


class Ask(msgspec.Struct, frozen=True):
    """Ask each player who has the wager `having` and not `lacking`, clockwise from the dealer's left.

    `when` can add a condition on the cards. The condition can use only face-up cards, so a question never
    reveals anything about a hidden card.
    """

    name: str
    choices: tuple[Choice, ...]
    clauses: tuple[str, ...]
    having: str
    lacking: str | None = None
    when: Callable[[Rules, Showdown], bool] | None = None


class Turn(msgspec.Struct, frozen=True):
    """Turn over cards that are already on the layout."""

    name: str
    place: str
    first: int
    count: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


class Reveal(msgspec.Struct, frozen=True):
    """Turn up, arrange and announce the dealer's hand, and turn up the box."""

    places: tuple[str, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()
    collects: tuple[str, ...] = ()  # forfeited wagers that are collected first (dragon/11.D.1) …
    collecting: tuple[str, ...] = ()  # … under these clauses


class Settle(msgspec.Struct, frozen=True):
    """Settle player by player, counterclockwise from the dealer's right."""

    clauses: tuple[str, ...]


class Rack(msgspec.Struct, frozen=True):
    """Put the cards in the discard rack so that every hand can be reconstructed."""

    clauses: tuple[str, ...]


Phase = Collect | Deal | Ask | Turn | Stub | Reveal | Settle | Rack


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """Everything that a seat's settlement may depend on."""

    wagers: Mapping[str, int]  # wagers still at risk, in cents
    folded: bool
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    box: tuple[Card, ...]
    dealer: tuple[Card, ...]
    decisions: tuple[str, ...] = ()  # the seat's choices so far, in order


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """The result of one wager under the rules."""

    wager: str
    result: Literal["win", "lose", "push"]
    clauses: tuple[str, ...]
    # payment of a win; for a loss, the part of the stake that is returned ("1 for 2" is half)
    pays: Payment | None = None
    readings: tuple[str, ...] = ()
    stake_back: bool = True  # False if a payment of fixed dollars keeps the stake (L-04)
    bonus: Payment | None = None  # bonus on the stake, paid whether the wager wins or loses


def by_row(
    wager: str,
    row: Row | None,
    won: tuple[str, ...],
    lost: tuple[str, ...],
    readings: tuple[str, ...] = (),
) -> Verdict:
    """Settle a wager by its paytable row. A row pays or pushes. A hand without a row loses (X-31)."""
    if row is None:
        return Verdict(wager, "lose", lost, None, (*readings, "X-31"))
    if isinstance(row.pays, Push):
        return Verdict(wager, "push", (*won, row.clause), None, (*readings, *row.readings))
    return Verdict(wager, "win", (*won, row.clause), row.pays, (*readings, *row.readings))


def earned_by_rows(rules: Rules, wager: str) -> tuple[Verdict, ...]:
    """Return every possible win on a wager: one per paytable row, or even money if there is no paytable."""
    declared = declaration(rules.game).wager(wager)
    table = wager if declared is None else declared.table
    if rules.offers(table):
        rows = rules.paytable(table).rows
        won = tuple(by_row(wager, row, (), ()) for row in rows if not isinstance(row.pays, Push))
    else:
        won = (Verdict(wager, "win", (), EVEN_MONEY),)
    bonuses = bonus_rows(rules, wager)
    if not bonuses:
        return won
    plain = (*won, Verdict(wager, "push", ()), Verdict(wager, "lose", ()))
    return (*won, *(replace(one, bonus=row.pays) for one in plain for row in bonuses))


def bonus_rows(rules: Rules, wager: str) -> tuple[Row, ...]:
    """Return the rows of the bonuses that are paid on the wager's own stake."""
    sections = declaration(rules.game).paytables.items()
    tables = [name for name, section in sections if section.bonus_on == wager and rules.offers(name)]
    return tuple(row for name in tables for row in rules.paytable(name).rows)


def amount_returned(verdict: Verdict, stake: int) -> int:
    """Return the cents that the tray pays back on a stake, including a bonus but not a meter's share."""
    pays = verdict.pays
    if verdict.result == "push" or (pays is None and verdict.result == "win"):
        back = stake
    elif verdict.result == "lose":  # A loss returns at most part of the stake.
        part = isinstance(pays, Odds) and pays.word == "for" and pays.num < pays.den
        back = compute_return(pays, stake) if part and pays is not None else 0
    else:
        assert pays is not None
        back = compute_return(pays, stake, stake_back=verdict.stake_back)
    if verdict.bonus is None:
        return back
    includes_stake = isinstance(verdict.bonus, Odds) and verdict.bonus.word == "to"
    return back + compute_return(verdict.bonus, stake, stake_back=False) - (stake if includes_stake else 0)


class Announced(msgspec.Struct, frozen=True, gc=False):
    """A hand as the dealer announces it."""

    hand: str
    words: str
    count: int | None = None  # the number of top cards in Top Five Poker
    ranks: tuple[str, ...] = ()  # the ranks that count, in order, to distinguish hands with the same words


_CALLS: dict[int, Announced] = {}


def call_poker(hand: HandValue) -> Announced:
    """Return a five-card hand as the dealer announces it, from a cache of the 7,462 different hands."""
    found = _CALLS.get(hand.strength)
    if found is None:
        found = _CALLS[hand.strength] = Announced(
            hand.category, hand.announce(), ranks=tuple(map(one, hand.rung.leaders))
        )
    return found


class FoldedCards(msgspec.Struct, frozen=True):
    kept: bool
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


def poker_so_far(cards: tuple[Card, ...]) -> str:
    """Return the words for the cards of a poker hand that have been dealt so far."""
    if len(cards) >= 5:
        return call_poker(best_five(cards)).words
    return announce_partial(tuple(RANKS.index(card[0]) for card in cards))


class Requirement(msgspec.Struct, frozen=True):
    """A wager that requires other wagers under the rules of a table."""

    wager: str
    needs: tuple[str, ...]
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


def _nobody_folds(still_open: tuple[str, ...]) -> FoldedCards:
    raise AssertionError("a game with a fold must define folded_cards")


class Game(Declaration, frozen=True, kw_only=True):
    """The rule book's declaration of a game, plus the functions that data cannot express."""

    deck: Deck
    script: Callable[[Rules], tuple[Phase, ...]]
    titles: frozenset[str]  # all conditions that its paytables may use
    ranking: Ranking | None = None  # ranking of the hands that settle the main wagers
    qualifies: Callable[[Rules, Showdown], bool | None] = lambda rules, table: None
    player_hand: Callable[[Rules, Showdown], Announced]
    announce_dealer: Callable[[Rules, Showdown], Announced | None] = lambda rules, table: None
    # Returns the cards that make a hand, from the cards of the player or dealer and the board. By default,
    # all cards make it.
    made_of: Callable[[Rules, tuple[Card, ...], tuple[Card, ...]], tuple[Card, ...]] | None = None
    # Returns the words for the player's hand so far, from their cards and the face-up board. Pages show this
    # text at a decision.
    so_far: Callable[[Rules, tuple[Card, ...], tuple[Card, ...]], str] | None = None
    settle: Callable[[Rules, Showdown], tuple[Verdict, ...]]
    # Returns every win that a hand can earn on a wager. A correction can pay only one of these.
    earned: Callable[[Rules, str], tuple[Verdict, ...]] = earned_by_rows
    folded_cards: Callable[[tuple[str, ...]], FoldedCards] = _nobody_folds
    # A simple strategy for a seat without a player. It returns a choice, given the hand and the board.
    simple_play: Callable[[tuple[Card, ...], tuple[Card, ...]], str] | None = None
    envy: Callable[[Rules, Showdown, int], tuple[Row, tuple[str, ...], tuple[str, ...]] | None] = (
        lambda rules, table, stake: None
    )

    def __post_init__(self) -> None:
        """Reject paytables with unknown conditions. No hand could ever satisfy them."""
        for tables in paytables(self.id).values():
            for table in tables.values():
                unknown = [row.hand for row in table.rows if row.hand not in self.titles]
                if unknown:
                    called = ", ".join(sorted(self.titles))
                    raise BadInput(
                        f"paytables.toml of the game {self.id!r}: {table.wager}.{table.letter} asks for "
                        f"{unknown[0]!r}, which is not a known hand; known hands: {called}"
                    )

    @property
    def required(self) -> tuple[Wager, ...]:
        return _required_wagers(self.id)

    @property
    def seeing(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the wagers that depend on cards outside the seat, and the places of those cards."""
        return _seeing(self.id)

    @property
    def deck_clauses(self) -> tuple[str, ...]:
        return self.care.one_deck

    @property
    def rate_clauses(self) -> tuple[str, ...]:
        """Return the clauses on the rate at which the meters grow."""
        return (self.progressive.rate,) if self.progressive else ()

    @property
    def meter_clauses(self) -> tuple[str, ...]:
        """Return the clauses on reading the meter when a player is paid."""
        return self.progressive.read if self.progressive else ()

    @property
    def validate(self) -> tuple[str, ...]:
        """Return the clauses on validating a progressive win before it is paid."""
        return self.progressive.validate if self.progressive else ()

    @property
    def light(self) -> tuple[str, ...]:
        """Return the clauses on the progressive system's light."""
        return self.progressive.light if self.progressive else ()

    def paid_at_once(self, rules: Rules) -> tuple[str, ...]:
        """Return the readings that let the dealer pay a progressive win without floor approval.

        The result is empty if approval is needed.
        """
        unvalidated = self.progressive.unvalidated if self.progressive else {}
        return tuple(id_ for id_, option in unvalidated.items() if rules.reading(id_) == option)

    def requirements(self, rules: Rules) -> tuple[Requirement, ...]:
        return _requirements(rules)

    def must_ante(self, rules: Rules) -> bool:
        """Return whether the main wager is required. If not, a side wager alone is allowed (D-06, T-14)."""
        return all(need.needs for need in _requirements(rules))

    def cautions(self, rules: Rules) -> tuple[str, ...]:
        """Return warnings about readings that the submission does not choose but should."""
        return tuple(
            f"the {choice.wager} is offered, but {choice.reading} is not chosen: {choice.assumed} are assumed"
            for choice in self.must_choose
            if rules.offers(choice.wager) and choice.reading not in rules.choices.readings
        )

    def in_order(self, wagers: Mapping[str, int]) -> list[tuple[str, int]]:
        """Sort wagers in the order of chapter 7. Names that are unknown to the game come last."""
        known = [(rule.name, wagers[rule.name]) for rule in self.wagers if rule.name in wagers]
        if len(known) < len(wagers):
            known += sorted(item for item in wagers.items() if self.wager(item[0]) is None)
        return known


def faults(found: Game, phases: tuple[Phase, ...]) -> Iterator[str]:
    """Yield an error for each undeclared wager, for each impossible phase, and for a deck with too few
    cards.
    """
    dealt = {True: 0, False: 0}  # number of cards for each player (True) and for all other places (False)
    offered: set[str] = set()  # choices of the questions so far
    face_up = False  # True after a card was dealt face up
    for phase in phases:
        match phase:
            case Ask():
                offered |= {choice.name for choice in phase.choices}
                if phase.when is not None and not face_up:
                    yield f"{phase.name!r} has a condition, but no card is face up before it"
                named = {phase.having, phase.lacking}
                for choice in phase.choices:
                    named |= {choice.stakes, choice.of, choice.withdraws, *choice.collects}
                unknown = sorted(name for name in named if name and found.wager(name) is None)
                yield from (
                    f"{phase.name!r} names a wager {name!r} that it does not declare" for name in unknown
                )
            case Turn():
                face_up = True
            case Deal():
                if phase.chosen and phase.chosen not in offered:
                    yield f"{phase.name!r} is for the choice {phase.chosen!r}, which no earlier question has"
                face_up |= phase.face_up
                for delivery in phase.deliveries:
                    dealt[delivery.place == PLAYERS] += delivery.count
    needed = dealt[True] * found.seats + dealt[False]
    if needed > len(found.deck):
        yield f"{found.seats} seats need {needed} cards, the pack has {len(found.deck)}: declare fewer seats"


def declared(game_id: str) -> dict[str, Any]:
    """Return a game's declarations in the rule book as arguments for ``Game``."""
    facts = declaration(game_id)
    return {name: getattr(facts, name) for name in facts.__struct_fields__} | {"deck": deck_of(facts.pack)}


@cache_per_registry
def _required_wagers(game_id: str) -> tuple[Wager, ...]:
    return tuple(rule for rule in declaration(game_id).wagers if rule.kind == "required")


@cache_per_registry
def _seeing(game_id: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((rule.name, rule.sees) for rule in declaration(game_id).wagers if rule.sees)


@cache_recent
def _requirements(rules: Rules) -> tuple[Requirement, ...]:
    taken = (
        (rule.name, under(rule.needs, rules.readings))
        for rule in declaration(rules.game).wagers
        if rule.needs is not None
    )
    return tuple(Requirement(name, need.wagers, need.clauses, need.readings) for name, need in taken)


@cache_recent
def irregularities(rules: Rules) -> Mapping[str, Irregularity]:
    """Return the irregularities under the chosen readings."""
    declared = declaration(rules.game).irregularities
    return MappingProxyType({kind: under(rule, rules.readings) for kind, rule in declared.items()})


@cache_recent
def payout_limit(rules: Rules) -> PayoutLimit:
    """Return the payout limit under the chosen readings: the wagers it applies to and its clauses."""
    return under(declaration(rules.game).payout_limit, rules.readings)


def collections(rules: Rules) -> tuple[Phase, ...]:
    """Return one Collect phase for each banked wager that is offered, to run before the first card."""
    return tuple(
        Collect(rule.name, chips.gather, chips.tally, chips.bank, chips.lock, rule.accepted, chips.lammer)
        for rule in declaration(rules.game).wagers
        if rule.banked and rules.offers(rule.name)
        for chips in (rule.collect[rules.dealing],)
    )


def ranks_of(cards: tuple[Card, ...]) -> list[int]:
    """Return the ranks of standard cards, highest first."""
    return sorted((RANKS.index(card[0]) for card in cards), reverse=True)


def dealt_around(
    rounds: int, players: tuple[str, ...], dealer: tuple[str, ...] = (), readings: tuple[str, ...] = ()
) -> tuple[Delivery, ...]:
    """Return ``rounds`` rounds of one card to each player, and then to the dealer if ``dealer`` is given."""
    once: tuple[Delivery, ...] = (Delivery(PLAYERS, 1, players, readings),)
    if dealer:
        once += (Delivery(DEALER, 1, dealer, readings),)
    return once * rounds

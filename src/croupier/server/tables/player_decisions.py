"""A player's decisions in a round, with the cards that the player saw at the time."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, TypedDict

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games.game import BOARD, DEALER, seat_place
from croupier.server.tables.posted_rules import unit_of
from croupier.server.tables.round_replay import SegmentCache, StoredEntry, read_entries
from croupier.server.workers.figures import MathsWorkers
from croupier.server.workers.maths_answers import AdviceView, ValuedChoice
from croupier.store import schema as db
from croupier.submission import OperatorChoices
from croupier.table import events as ev
from croupier.table.machine import fold
from croupier.table.readers.legal import asked_seat, cards_face_up, legal_choices, main_stakes
from croupier.table.readers.sight import watch, why_acted_for
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER
from croupier.table.state import TableState, showdown

DecidedBy = Literal["player", "time", "floor"]  # the player, the posted time, or a floorperson


class PlayerDecision(msgspec.Struct, frozen=True):
    """One decision, the cards that the player saw, and the amount of one unit."""

    seat: int
    question: str
    choice: str
    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    unit: int  # cents
    clauses: tuple[str, ...]
    offered: tuple[str, ...] = ()  # choices that the player's chips covered; empty if unknown
    by: DecidedBy = "player"
    stakes: tuple[tuple[str, Fraction], ...] = ()  # the main wagers when the question was asked, in units
    dealer: tuple[Card, ...] = ()  # face-up cards of the dealer


class Kickers(msgspec.Struct, frozen=True):
    """The cards that decide between a player's and the dealer's hand of the same rank, in words."""

    seat: int
    own: str
    dealer: str


class OfferedChoice(ValuedChoice):
    offered: bool  # the player's chips covered it


class OfferedAdvice(TypedDict):
    """The value of each choice in a player's decision, and whether the player's chips cover it."""

    game: str
    decision: str
    hand: str
    board: str
    dead: str
    choices: list[OfferedChoice]
    best: str
    indifferent: bool


class DecisionCost(TypedDict):
    """A player's decision and its cost. Cards are separated by spaces."""

    seat: int
    question: str
    choice: str
    best: str  # the best choice that the player's chips covered
    indifferent: bool
    cost: str  # exact, in units
    unit: int  # cents
    hand: str
    board: str
    by: DecidedBy
    forced: bool  # the player's chips covered only this choice


class PricedDecision(DecisionCost):
    """A player's decision with the exact value of every choice."""

    choices: list[OfferedChoice]
    clauses: list[str]


class RoundDecisions(msgspec.Struct, frozen=True):
    choices: OperatorChoices  # the table's rules in this round
    unit: str
    taken: tuple[PlayerDecision, ...]
    kickers: tuple[Kickers, ...]


def decisions(
    connection: Connection, table: str, number: int, person: str, befores: SegmentCache | None = None
) -> RoundDecisions:
    """Return a player's decisions in a finished round. Raise `Refused` if the player was not in the
    round.
    """
    r, p = db.rounds.c, db.played.c
    round_ = connection.execute(
        sa.select(r.first, r.last).where((r.stream == table) & (r.round == number))
    ).one_or_none()
    own_round = sa.select(p.round).where((p.person == person) & (p.stream == table) & (p.round == number))
    if round_ is None or connection.execute(own_round).first() is None:
        message = f"you have no finished round {number} at {table}"
        raise Refused("no_round", message, (), "See /history.")
    before = (befores or SegmentCache()).find(connection, table, number, round_.first)
    entries = read_entries(connection, table, round_.first, round_.last)
    return RoundDecisions(
        before.rules.choices,
        unit_of(before.rules),
        decisions_taken(before, entries, person),
        kickers(before, entries, person),
    )


def decisions_taken(
    before: TableState, entries: Iterable[StoredEntry], person: str
) -> tuple[PlayerDecision, ...]:
    """Collect the decisions at a player's seats from the entries of a round."""
    by = f"{PLAYER}:{person}"
    watcher, decisions = watch(by, before, live=False), dict[tuple[int, str], PlayerDecision]()
    units: dict[int, int] = {}  # stakes when bets closed, including bets that were withdrawn later
    unit = unit_of(before.rules)
    for entry in entries:
        events = view(entry.events, by)
        acted_for: dict[int, DecidedBy] = {
            event.seat: why_acted_for(event) for event in events if isinstance(event, ev.ActedFor)
        }
        for event in events:
            if isinstance(event, ev.BetsClosed):
                bets = watcher.state.bets.wagers
                units = {seat: wagers.get(unit, 0) for seat, wagers in bets.items()}
            elif isinstance(event, ev.Decided) and event.player == person:
                made_by = acted_for.get(event.seat, "player")
                decisions[event.seat, event.question] = decision_of(
                    watcher.state, event, units[event.seat], made_by
                )
            elif isinstance(event, ev.DecisionCorrected):  # the dealer had entered the wrong decision
                decisions.pop((event.seat, event.question), None)
        watcher = watcher.see(events)
    return tuple(decisions.values())


def kickers(before: TableState, entries: Iterable[StoredEntry], person: str) -> tuple[Kickers, ...]:
    """Find the cards that decided between hands of the same rank. Hands that were not shown are omitted."""
    state, pairs_found = before, list[Kickers]()
    for entry in entries:
        for event in entry.events:
            if isinstance(event, ev.HandShown) and state.round.players.get(event.seat) == person:
                table, rules = showdown(state, event.seat), state.rules
                dealer_hand = state.game.announce_dealer(rules, table) if table.dealer else None
                hand = state.game.player_hand(rules, table)
                if dealer_hand is None or dealer_hand.words != hand.words:
                    continue
                pairs = zip(hand.ranks, dealer_hand.ranks, strict=False)
                pairs_found += [
                    Kickers(event.seat, own_rank, dealer_rank)
                    for own_rank, dealer_rank in pairs
                    if own_rank != dealer_rank
                ][:1]
        state = fold(state, entry.events)
    return tuple(pairs_found)


def decision_of(state: TableState, event: ev.Decided, unit: int, by: DecidedBy) -> PlayerDecision:
    cards = state.layout.cards
    return PlayerDecision(
        event.seat,
        event.question,
        event.choice,
        tuple(card for card in cards.get(seat_place(event.seat), ()) if card is not None),
        cards_face_up(state, BOARD),
        unit,
        event.clauses,
        legal_choices(state, event.seat),
        by,
        main_stakes(state, event.seat),
        cards_face_up(state, DEALER),
    )


def price_decision(decision: PlayerDecision, advice: AdviceView) -> PricedDecision:
    """Return a decision with the exact value of every choice.

    The cost compares the decision with the best choice that the player's chips covered. A decision
    without an alternative costs nothing.
    """
    choices = with_offered(advice["choices"], decision.offered)
    costs = {each["choice"]: Fraction(each["cost"]) for each in choices if each["offered"]}
    least = min(costs.values(), default=Fraction(0))
    best = (
        advice["best"] if not costs or advice["best"] in costs else min(costs, key=lambda name: costs[name])
    )
    cost = costs.get(decision.choice, least) - least
    return {
        "seat": decision.seat,
        "question": decision.question,
        "choice": decision.choice,
        "best": best,
        "indifferent": advice["indifferent"],
        "cost": f"{cost.numerator}/{cost.denominator}",  # in units
        "unit": decision.unit,
        "hand": advice["hand"],
        "board": advice["board"],
        "choices": choices,
        "clauses": list(decision.clauses),
        "by": decision.by,
        "forced": len(decision.offered) == 1,
    }


def with_offered(choices: Iterable[ValuedChoice], offered: tuple[str, ...]) -> list[OfferedChoice]:
    """Mark the choices that the player's chips cover."""
    return [{**each, "offered": not offered or each["choice"] in offered} for each in choices]


async def advice_for(person: str, state: TableState, figures: MathsWorkers) -> OfferedAdvice:
    """Return the exact value of each choice in the player's decision, given the cards they see."""
    seat = asked_seat(state)
    if seat is None or state.round.players.get(seat) != person:
        raise Refused(
            "nobody_asked", "you have no decision to make now", (), "Ask again when it is your turn."
        )
    cards = state.layout.cards
    if None in cards.get(seat_place(seat), ()):
        raise Refused(
            "cards_not_known",
            "the table does not know your cards",
            (),
            "Look at your cards. The rules of this table list the best play.",
        )
    hand = tuple(card for card in cards.get(seat_place(seat), ()) if card is not None)
    offered = legal_choices(state, seat)
    advice = await figures.advice(
        msgspec.json.encode(state.rules.choices),
        hand,
        cards_face_up(state, BOARD),
        main_stakes(state, seat),
        cards_face_up(state, DEALER),
    )
    return {**advice, "choices": with_offered(advice["choices"], offered)}

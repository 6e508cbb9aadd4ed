"""The decisions that a player took in a round, with what they knew when they took them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games.game import BOARD, seat_place
from croupier.house.floor.posted import unit_of
from croupier.house.floor.recall import Befores, Stored, stored
from croupier.house.store import schema as db
from croupier.submission import Choices
from croupier.table import events as ev
from croupier.table.machine import fold
from croupier.table.readers.sight import watch
from croupier.table.readers.views import view
from croupier.table.roles import PLAYER
from croupier.table.state import TableState, showdown


class Taken(msgspec.Struct, frozen=True):
    """One answer: the cards that its player saw then, and the wager that exact values are counted in."""

    seat: int
    question: str
    choice: str
    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    unit: int  # cents
    clauses: tuple[str, ...]


class Kickers(msgspec.Struct, frozen=True):
    """Where a hand is called as the dealer's is: the first card of each that differs, in words."""

    seat: int
    own: str
    dealer: str


class Decisions(msgspec.Struct, frozen=True):
    choices: Choices  # what the table played by
    unit: str
    taken: tuple[Taken, ...]
    kickers: tuple[Kickers, ...]


def decisions(
    connection: Connection, table: str, number: int, person: str, befores: Befores | None = None
) -> Decisions:
    """What somebody decided in a round that is over. `Refused` where they did not play in it."""
    r, p = db.rounds.c, db.played.c
    round_ = connection.execute(
        sa.select(r.first, r.last).where((r.stream == table) & (r.round == number))
    ).one_or_none()
    mine = sa.select(p.round).where((p.person == person) & (p.stream == table) & (p.round == number))
    if round_ is None or connection.execute(mine).first() is None:
        raise Refused("no_round", f"you played in no finished round {number} of {table}", (), "See /history.")
    before = (befores or Befores()).find(connection, table, number, round_.first)
    entries = stored(connection, table, round_.first, round_.last)
    return Decisions(
        before.rules.choices,
        unit_of(before.rules),
        taken(before, entries, person),
        kickers(before, entries, person),
    )


def taken(before: TableState, entries: Iterable[Stored], person: str) -> tuple[Taken, ...]:
    by = f"{PLAYER}:{person}"
    watching, found = watch(by, before, live=False), dict[tuple[int, str], Taken]()
    units: dict[int, int] = {}  # as bets were closed: a bet that is withdrawn later still counts as one
    unit = unit_of(before.rules)
    for one in entries:
        seen = view(one.events, by)
        for event in seen:
            if isinstance(event, ev.BetsClosed):
                bets = watching.state.bets.wagers
                units = {seat: wagers.get(unit, 0) for seat, wagers in bets.items()}
            elif isinstance(event, ev.Decided) and event.player == person:
                found[event.seat, event.question] = answered(watching.state, event, units[event.seat])
            elif isinstance(event, ev.DecisionCorrected):  # what was keyed is not what was decided
                found.pop((event.seat, event.question), None)
        watching = watching.see(seen)
    return tuple(found.values())


def kickers(before: TableState, entries: Iterable[Stored], person: str) -> tuple[Kickers, ...]:
    """What decided between hands that have the same words; nothing of a hand that was not shown."""
    state, found = before, list[Kickers]()
    for one in entries:
        for event in one.events:
            if isinstance(event, ev.HandShown) and state.round.players.get(event.seat) == person:
                table, rules = showdown(state, event.seat), state.rules
                theirs = state.game.announce_dealer(rules, table) if table.dealer else None
                own = state.game.player_hand(rules, table)
                if theirs is None or theirs.words != own.words:
                    continue
                pairs = zip(own.ranks, theirs.ranks, strict=False)
                found += [Kickers(event.seat, mine, other) for mine, other in pairs if mine != other][:1]
        state = fold(state, one.events)
    return tuple(found)


def answered(state: TableState, event: ev.Decided, unit: int) -> Taken:
    lying, turned = state.layout.cards, state.layout.turned.get(BOARD, 0)
    return Taken(
        event.seat,
        event.question,
        event.choice,
        tuple(card for card in lying.get(seat_place(event.seat), ()) if card is not None),
        tuple(card for card in lying.get(BOARD, ())[:turned] if card is not None),
        unit,
        event.clauses,
    )


def priced(one: Taken, advice: dict[str, Any]) -> dict[str, Any]:
    """A decision beside the exact value of every choice it was taken from."""
    costs = {each["choice"]: each["cost"] for each in advice["choices"]}
    return {
        "seat": one.seat,
        "question": one.question,
        "choice": one.choice,
        "best": advice["best"],
        "indifferent": advice["indifferent"],
        "cost": costs.get(one.choice, "0/1"),  # of the unit
        "unit": one.unit,
        "hand": advice["hand"],
        "board": advice["board"],
        "choices": advice["choices"],
        "clauses": list(one.clauses),
    }

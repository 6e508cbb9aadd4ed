"""What a table posts for all to read, from the rules it runs by."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.games import game as game_of
from croupier.games import script
from croupier.games.game import BOARD, Ask
from croupier.games.notices import named_paytables
from croupier.house.around import Shown
from croupier.house.desk.state import HouseTable
from croupier.house.floor.guide import guide
from croupier.house.floor.looks import PostedLayout, posted_layout
from croupier.house.floor.owner import Owner
from croupier.house.floor.timing import Times
from croupier.rulebook import MeterShare, Paytable
from croupier.rulebook.chips import COLOURS, USUAL
from croupier.submission import Rules
from croupier.table.acts.seating import positions
from croupier.table.readers.legal import Stake, stakes_open
from croupier.table.state import TableState, open_table


class PostedRow(msgspec.Struct, frozen=True):
    hand: str
    pays: str  # "3 to 2", "100% of meter main", "push"
    clause: str
    meter: str = ""


class PostedPaytable(msgspec.Struct, frozen=True):
    wager: str
    label: str
    letter: str
    clause: str
    rows: tuple[PostedRow, ...]


class PostedChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One answer and what it does with chips."""

    name: str
    clauses: tuple[str, ...]
    stakes: str = ""  # a wager …
    multiple: int = 0  # … of so many times …
    of: str = ""  # … another
    collects: tuple[str, ...] = ()  # what is given up
    withdraws: str = ""  # what comes back


class PostedQuestion(msgspec.Struct, frozen=True):
    """What the dealer asks in the course of a round."""

    name: str
    clauses: tuple[str, ...]
    choices: tuple[PostedChoice, ...]


class PostedChip(msgspec.Struct, frozen=True):
    """A chip of the tray."""

    value: int  # in cents
    colour: str


class PostedTable(msgspec.Struct, frozen=True):
    dealing: str
    wagers: tuple[Stake, ...]
    paytables: tuple[PostedPaytable, ...]
    readings: dict[str, str]  # departures from the default
    payout_limit: int | None
    positions: int
    boxes: int  # how many one player may play
    deck: tuple[str, ...]
    choices: tuple[str, ...]  # what may be answered to the dealer's questions, in their order
    questions: tuple[PostedQuestion, ...]
    labels: dict[str, str]  # of every wager, those that decisions make too
    unit: str  # the wager that advice counts in
    times: Times
    money: str
    layout: PostedLayout
    progressive: dict[str, Any] | None = None
    tray: tuple[PostedChip, ...] = ()  # what the dealer pays with, the largest first


def meter_of(pays: object) -> str:
    return pays.meter if isinstance(pays, MeterShare) else ""


def paytable_of(name: str, label: str, table: Paytable) -> PostedPaytable:
    rows = tuple(
        PostedRow(
            row.hand, str(row.pays), row.clause, row.pays.meter if isinstance(row.pays, MeterShare) else ""
        )
        for row in table.rows
    )
    return PostedPaytable(name, label, table.letter, table.clause, rows)


def questions_of(rules: Rules) -> tuple[PostedQuestion, ...]:
    return tuple(
        PostedQuestion(
            phase.name,
            phase.clauses,
            tuple(
                PostedChoice(
                    one.name,
                    one.clauses,
                    one.stakes or "",
                    one.multiple,
                    one.of,
                    one.collects,
                    one.withdraws or "",
                )
                for one in phase.choices
            ),
        )
        for phase in script(rules)
        if isinstance(phase, Ask)
    )


def unit_of(rules: Rules) -> str:
    """The first wager that a player must make: exact values are told in it."""
    return next(wager.name for wager in game_of(rules.game).wagers if wager.kind == "required")


def posted(owner: Owner) -> PostedTable:
    return posted_table(owner.state, owner.rules.times, owner.rules.money)


def tray_of(rules: Rules) -> tuple[PostedChip, ...]:
    """The usual chips, and those that a progressive wager is made with."""
    progressive = rules.choices.progressive
    made_with = progressive.stakes if progressive is not None else ()
    kinds = {*USUAL, *(cents for cents in made_with if cents in COLOURS)}
    return tuple(PostedChip(value, COLOURS[value]) for value in sorted(kinds, reverse=True))


def posted_table(state: TableState, times: Times, money: str) -> PostedTable:
    """What a table posts, or posted at another time."""
    rules = state.rules
    game = game_of(rules.game)
    choices = rules.choices
    return PostedTable(
        dealing=rules.dealing,
        wagers=stakes_open(open_table(rules)),
        paytables=tuple(paytable_of(one.name, one.label, one.table) for one in named_paytables(rules)),
        readings=dict(choices.readings),
        payout_limit=choices.payout_limit,
        positions=positions(state),
        boxes=choices.adjacent_boxes,
        deck=game.deck.order,
        choices=tuple(
            dict.fromkeys(choice.name for phase in rules.script for choice in getattr(phase, "choices", ()))
        ),
        questions=questions_of(rules),
        labels={wager.name: wager.label for wager in game.wagers},
        unit=unit_of(rules),
        times=times,
        money=money,
        layout=posted_layout(rules),
        progressive=msgspec.to_builtins(choices.progressive) if choices.progressive is not None else None,
        tray=tray_of(rules),
    )


def summary(owner: Owner) -> dict[str, Any]:
    """A line of the lobby."""
    state = owner.state
    shown = Shown(state.round.number, len(state.seating.seats), owner.timer.paused, owner.meters_shown())
    line = line_of_lobby(owner.table, state.rules, owner.rules.money, shown, live=owner.rules.live)
    return {**line, "seated": sorted(state.seating.seats)}


def summary_elsewhere(kept: HouseTable, shown: Shown, address: str) -> dict[str, Any]:
    """Of a table that another node keeps, or will in a moment: what its rules say, and what is told of it."""
    return line_of_lobby(kept.id, Rules(kept.choices), kept.money, shown, address, kept.staffed)


def line_of_lobby(
    table: str, rules: Rules, money: str, shown: Shown, node: str = "", live: bool = False
) -> dict[str, Any]:
    """`node`: the address of the node that keeps it, where that is not this one; `live`: people deal."""
    empty = open_table(rules)
    stakes = stakes_open(empty)
    first = next((stake for stake in stakes if stake.required), stakes[0])
    layout = posted_layout(rules)
    limits = {
        stake.name: {"minimum": stake.minimum, "maximum": stake.maximum, "fixed": stake.fixed}
        for stake in stakes
    }
    return {
        "table": table,
        "game": rules.game,
        "title": empty.game.title,
        "round": shown.round,
        "seats": positions(empty),
        "taken": shown.taken,
        "limits": limits,
        "meters": shown.meters,
        "money": money,
        "live": live,
        "paused": shown.paused,
        "node": node,
        "line": guide(rules.game).line,
        "first": {"label": first.label, **limits[first.name]},
        "sides": [stake.label for stake in stakes if not stake.required],
        "seated": list(range(1, shown.taken + 1)),
        "cloth": msgspec.to_builtins(layout.cloth),
        "sample": sample(empty.game.deck.order, layout),
        "company": 0,
    }


def sample(deck: tuple[str, ...], layout: PostedLayout) -> list[str]:
    """Some cards to draw the game by, the same each time; of those that all share two lie face down."""
    shared = next((one.cards for one in layout.places if one.place == BOARD), 0)
    count = min(5, layout.hand + shared)
    down = 2 if shared else 0
    step = len(deck) * 3 // 10
    return [deck[-1 - step * n % len(deck)] for n in range(count - down)] + [""] * down

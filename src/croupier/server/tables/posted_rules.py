"""The public description of a table: wagers, paytables, questions, times and its lobby entry."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from croupier.casino.administration.state import HouseTable
from croupier.games import game as game_of
from croupier.games import script
from croupier.games.game import BOARD, Ask
from croupier.games.notices import named_paytables
from croupier.hands.words import row_words
from croupier.rulebook import MeterShare, Paytable
from croupier.rulebook.chips import chips
from croupier.server.cluster import NodeTable
from croupier.server.tables.actor import TableActor
from croupier.server.tables.game_guide import guide
from croupier.server.tables.layout_view import PostedLayout, posted_layout
from croupier.server.tables.timers import Times
from croupier.submission import Rules
from croupier.table.acts.seating import positions
from croupier.table.readers.legal import Stake, stakes_open
from croupier.table.state import TableState, open_table


class PostedRow(msgspec.Struct, frozen=True):
    hand: str
    pays: str  # such as "3 to 2", "100% of meter main" or "push"
    clause: str
    meter: str = ""
    words: str = ""  # the hand as printed at the beginning of a row, such as "Pair of tens or better"


class PostedPaytable(msgspec.Struct, frozen=True):
    wager: str
    label: str
    letter: str
    clause: str
    rows: tuple[PostedRow, ...]


class PostedChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One choice and its effect on wagers."""

    name: str
    clauses: tuple[str, ...]
    stakes: str = ""  # the wager that this choice makes, `multiple` times the wager `of`
    multiple: int = 0
    of: str = ""
    collects: tuple[str, ...] = ()  # wagers that the player gives up
    withdraws: str = ""  # the wager that the player takes back


class PostedQuestion(msgspec.Struct, frozen=True):
    """A question that the dealer asks during a round."""

    name: str
    clauses: tuple[str, ...]
    choices: tuple[PostedChoice, ...]


class PostedChip(msgspec.Struct, frozen=True):
    """A chip denomination in the tray."""

    value: int  # in cents
    colour: str


class PostedTable(msgspec.Struct, frozen=True):
    dealing: str
    wagers: tuple[Stake, ...]
    paytables: tuple[PostedPaytable, ...]
    readings: dict[str, str]  # readings that differ from the default
    payout_limit: int | None
    positions: int
    boxes: int  # maximum number of adjacent boxes for one player
    deck: tuple[str, ...]
    choices: tuple[str, ...]  # all choices at the dealer's questions, in order
    questions: tuple[PostedQuestion, ...]
    labels: dict[str, str]  # titles of all wagers, including those made by decisions
    about: dict[str, str]  # explanations of the optional wagers, from the game's guide
    unit: str  # the first required wager; advice is per unit of its stake
    times: Times
    money: str
    layout: PostedLayout
    progressive: dict[str, Any] | None = None
    tray: tuple[PostedChip, ...] = ()  # chips, largest first


class LobbyLimit(TypedDict):
    """The limits of a wager, in cents."""

    minimum: int | None
    maximum: int | None
    fixed: int | None


class FirstWager(LobbyLimit):
    """The first required wager. The lobby shows its limits."""

    label: str


class LobbyTable(TypedDict):
    """A table as the lobby shows it."""

    table: str
    game: str
    title: str
    round: int
    seats: int
    taken: int
    limits: dict[str, LobbyLimit]
    meters: dict[str, int]
    money: str
    live: bool
    paused: bool
    node: str  # address of the node that runs the table, or empty if this node does
    line: str  # description of the game in one line
    first: FirstWager
    sides: list[str]
    seated: list[int]
    cloth: dict[str, str]
    sample: list[str]
    company: int  # simulated players


class LobbyEntry(LobbyTable):
    approval: str  # who approved the submission, "regulator" or "operator"


def meter_of(pays: object) -> str:
    return pays.meter if isinstance(pays, MeterShare) else ""


def paytable_of(name: str, label: str, table: Paytable) -> PostedPaytable:
    rows = tuple(
        PostedRow(
            row.hand,
            str(row.pays),
            row.clause,
            row.pays.meter if isinstance(row.pays, MeterShare) else "",
            row_words(row.hand),
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
                    choice.name,
                    choice.clauses,
                    choice.stakes or "",
                    choice.multiple,
                    choice.of,
                    choice.collects,
                    choice.withdraws or "",
                )
                for choice in phase.choices
            ),
        )
        for phase in script(rules)
        if isinstance(phase, Ask)
    )


def unit_of(rules: Rules) -> str:
    """Return the first required wager. Exact values are given in its units."""
    return next(wager.name for wager in game_of(rules.game).wagers if wager.kind == "required")


def posted_table_of(owner: TableActor) -> PostedTable:
    return posted_table(owner.state, owner.rules.times, owner.rules.money)


def tray_of(rules: Rules) -> tuple[PostedChip, ...]:
    """List the usual chips and the chips needed for a progressive wager."""
    progressive = rules.choices.progressive
    stakes = progressive.stakes if progressive is not None else ()
    return tuple(
        PostedChip(chip.cents, chip.name) for chip in reversed(chips()) if chip.usual or chip.cents in stakes
    )


def posted_table(state: TableState, times: Times, money: str) -> PostedTable:
    """Describe a table in a given state, current or past."""
    rules = state.rules
    game = game_of(rules.game)
    choices = rules.choices
    return PostedTable(
        dealing=rules.dealing,
        wagers=stakes_open(open_table(rules)),
        paytables=tuple(paytable_of(each.name, each.label, each.table) for each in named_paytables(rules)),
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
        about={
            stake.name: words
            for stake in stakes_open(open_table(rules))
            if (words := guide(rules.game).wagers.get(stake.name)) and not stake.required
        },
        unit=unit_of(rules),
        times=times,
        money=money,
        layout=posted_layout(rules),
        progressive=msgspec.to_builtins(choices.progressive) if choices.progressive is not None else None,
        tray=tray_of(rules),
    )


def summary(owner: TableActor) -> LobbyTable:
    """Build the lobby entry of a table that this node runs."""
    state = owner.state
    node_table = NodeTable(
        state.round.number, len(state.seating.seats), owner.timer.paused, owner.meters_shown()
    )
    line = line_of_lobby(owner.table, state.rules, owner.rules.money, node_table, live=owner.rules.live)
    return {**line, "seated": sorted(state.seating.seats)}


def summary_elsewhere(table: HouseTable, node_table: NodeTable, address: str) -> LobbyTable:
    """Build the lobby entry of a table on another node, from its rules and that node's report."""
    return line_of_lobby(table.id, Rules(table.choices), table.money, node_table, address, table.staffed)


def line_of_lobby(
    table: str, rules: Rules, money: str, node_table: NodeTable, node: str = "", live: bool = False
) -> LobbyTable:
    """Build a lobby entry. `node` is the address of the node that runs it, or empty for this node."""
    empty = open_table(rules)
    stakes = stakes_open(empty)
    first = next((stake for stake in stakes if stake.required), stakes[0])
    layout = posted_layout(rules)
    limits: dict[str, LobbyLimit] = {
        stake.name: {"minimum": stake.minimum, "maximum": stake.maximum, "fixed": stake.fixed}
        for stake in stakes
    }
    return {
        "table": table,
        "game": rules.game,
        "title": empty.game.title,
        "round": node_table.round,
        "seats": positions(empty),
        "taken": node_table.taken,
        "limits": limits,
        "meters": node_table.meters,
        "money": money,
        "live": live,
        "paused": node_table.paused,
        "node": node,
        "line": guide(rules.game).line,
        "first": {"label": first.label, **limits[first.name]},
        "sides": [stake.label for stake in stakes if not stake.required],
        "seated": list(range(1, node_table.taken + 1)),
        "cloth": msgspec.to_builtins(layout.cloth),
        "sample": sample(empty.game.deck.order, layout),
        "company": 0,
    }


def sample(deck: tuple[str, ...], layout: PostedLayout) -> list[str]:
    """Pick fixed sample cards for the game's picture. If the game has a board, two cards are face down."""
    shared = next((place.cards for place in layout.places if place.place == BOARD), 0)
    count = min(5, layout.hand + shared)
    down = 2 if shared else 0
    step = len(deck) * 3 // 10
    return [deck[-1 - step * n % len(deck)] for n in range(count - down)] + [""] * down

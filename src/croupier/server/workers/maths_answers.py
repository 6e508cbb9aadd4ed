"""The answers of the maths workers: figures, advice and paytable designs.

The routes declare these types, and `tools/page_types.py` writes them for the pages. Fractions are exact
strings, such as "3/7".
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from croupier.submission import CheckReport


class OutcomeFigures(TypedDict):
    """One outcome of a wager. Fractions are exact, such as "3/7"."""

    outcome: str
    probability: str
    pays: str
    net: str


class WagerFigures(TypedDict):
    """The figures of one wager, as `croupier analyze` prints them. Some wagers have additional fields."""

    wager: str
    paytable: str | None
    unit: str
    ev: str
    house_edge: float
    house_edge_exact: str
    element_of_risk: float
    element_of_risk_exact: str
    average_wager: str
    sd: float
    variance: str
    hit_frequency: str
    outcomes: list[OutcomeFigures]
    readings: dict[str, str]


class FiguresView(TypedDict):
    """The figures of every wager of a table."""

    game: str
    seconds: float
    results: list[WagerFigures]


class ValuedChoice(TypedDict):
    """A choice with its exact value and cost in units, such as "3/7"."""

    choice: str
    value: str
    cost: str


class AdviceView(TypedDict):
    """The value of each choice at a question. Cards are separated by spaces."""

    game: str
    decision: str
    hand: str
    board: str
    dead: str
    choices: list[ValuedChoice]
    best: str
    indifferent: bool


class PrintedRow(TypedDict):
    hand: str
    pays: str
    clause: str


class PrintedPaytable(TypedDict):
    """A paytable of the rule book, with its rows as printed."""

    letter: str
    clause: str
    rows: list[PrintedRow]


class DesignerWager(TypedDict):
    """A wager that can be designed. `hands` lists all rows that could be paid."""

    wager: str
    paytable: str | None
    letter: str
    offered: bool
    letters: list[PrintedPaytable]
    hands: list[str]
    odds: dict[str, str]
    raises: dict[str, list[int]]


class DesignerWagers(TypedDict):
    game: str
    wagers: list[DesignerWager]


class ChoiceShares(TypedDict):
    """How often each choice is best at a decision, as exact fractions of all rounds."""

    decision: str
    choices: dict[str, str]


class DesignFigures(TypedDict):
    """The exact figures of a design. A quick answer has only these."""

    ev: str
    house_edge: float
    house_edge_exact: str
    hold: float
    hold_exact: str
    average_wager: str
    best_play: list[ChoiceShares]


class PrintedFigures(DesignFigures):
    """The exact figures of a paytable."""

    unit: str
    sd: float
    hit_frequency: str
    outcomes: NotRequired[list[OutcomeFigures]]  # only for a wager without decisions


class ChangedDecision(TypedDict):
    hand: str
    was: str
    now: str


class DesignPrice(DesignFigures):
    """The figures of a design, those of the printed paytable, and the decisions that differ."""

    unit: NotRequired[str]  # these four are missing from a quick answer
    sd: NotRequired[float]
    hit_frequency: NotRequired[str]
    outcomes: NotRequired[list[OutcomeFigures]]
    wager: str
    paytable: str
    printed: PrintedFigures
    moved: list[ChangedDecision]
    moved_count: int
    decisions: int


class FoundPayment(TypedDict):
    """The payment of one row that gives a target edge, and the nearest odds that a paytable would print."""

    row: str
    gain: str
    decimal: float
    near: str
    near_edge: str


class DesignFiles(TypedDict):
    """A design as two TOML files, and the check of the submission."""

    rules: str
    submission: str
    check: CheckReport

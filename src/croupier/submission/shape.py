"""The shape of a submission file: which keys there are, what each may hold and what it means.

One tree serves three readers: the check walks it (``reader``), editors complete by it (``schema``) and the
file to start from is written along it (``template``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, get_args

import msgspec

from croupier.rulebook import GAMES, paytables, readings
from croupier.submission.faults import Code
from croupier.submission.rules import Dealing, Shuffler
from croupier.submission.sheets import METERS, SHEETS, Sheet

DEALINGS: tuple[str, ...] = get_args(Dealing)
SHUFFLERS: tuple[str, ...] = get_args(Shuffler)

Kind = Literal["choice", "whole", "flag", "money", "text", "rate", "stake", "envy", "names"]


class Leaf(msgspec.Struct, frozen=True):
    kind: Kind
    says: str
    clause: str = ""
    options: tuple[str | int, ...] = ()  # what a choice, a list of names or an Envy letter may be
    code: Code = Code.UNKNOWN_NAME  # the fault when it is none of them
    least: int = 0  # of a whole number, or of an amount in cents


class Table(msgspec.Struct, frozen=True):
    says: str
    keys: Mapping[str, Leaf | Table]
    clause: str = ""
    unknown: Code = Code.UNKNOWN_KEY  # the fault when a key is none of these
    open: bool = False  # any key will do, each shaped as "*": only where the game is not known


Node = Leaf | Table


@cache
def shape(game: str | None) -> Table:
    """The whole file of one game; with None only what all games share, the rest left open."""
    sheet = SHEETS[game] if game else None
    top: dict[str, Leaf | Table] = {
        "game": Leaf("choice", "which rules the table runs by", options=GAMES, code=Code.UNKNOWN_GAME),
        "dealing": Leaf(
            "choice",
            "shoe (chapter 8), hand (chapter 9) or automated (chapter 10)",
            _clause(sheet, "dealing_clause"),
            DEALINGS,
        ),
        "facility": Leaf("text", "the operator's name as it stands on the layout"),
        **rules_keys(sheet),
        **_premises(sheet),
    }
    return Table("a Rules Submission", top)


@cache
def record_shape(game: str) -> Table:
    """The ``[submission]`` table of a round record: as the whole, without what the record says itself."""
    keys = {key: node for key, node in shape(game).keys.items() if key not in ("game", "dealing")}
    progressive = keys["progressive"]
    assert isinstance(progressive, Table)
    meters = _by_meter("dollars on the meters as the round begins")
    keys["progressive"] = Table(progressive.says, {**progressive.keys, "meters": meters}, progressive.clause)
    return Table("a partial Rules Submission", keys)


def rules_keys(sheet: Sheet | None) -> dict[str, Leaf | Table]:
    """What decides how a table plays: the keys that ``Choices`` is made of."""
    return {
        "decks": Leaf("choice", "1, or 2 that take turns", _clause(sheet, "two_decks_clause"), (1, 2)),
        "shuffler": Leaf(
            "choice",
            "none, plain, counting (counts the cards as it shuffles) or reshuffling (and deals them itself)",
            _clause(sheet, "shuffler_clause"),
            SHUFFLERS,
        ),
        "seats": Leaf("whole", "betting positions", _clause(sheet, "seats_clause"), least=1),
        "adjacent_boxes": Leaf(
            "whole",
            "how many neighbouring positions one player may play",
            _clause(sheet, "boxes_clause"),
            least=1,
        ),
        "payout_limit": Leaf(
            "money",
            "dollars, the most a player wins on one hand",
            _clause(sheet, "payout_limit_clause"),
        ),
        "dealer_cards": Leaf(
            "choice",
            "automated dealing: the dealer's cards are delivered, or held in the device until all have acted",
            (sheet.held_clause if sheet else None) or "",
            ("delivered", "held"),
        ),
        "community_stack": Leaf(
            "choice",
            "cards in the community stack of an automated shoe; of 3, one is discarded",
            (sheet.stack_clause if sheet else None) or "",
            (2, 3),
        ),
        "electronic": Leaf(
            "flag",
            "the dealer-controlled electronic version",
            (sheet.electronic_clause if sheet else None) or "",
        ),
        "paytables": _paytables(sheet),
        "progressive": _progressive(sheet),
        "limits": _limits(sheet),
        "readings": _readings(),
    }


def _clause(sheet: Sheet | None, name: str) -> str:
    return str(getattr(sheet, name)) if sheet else ""


def _paytables(sheet: Sheet | None) -> Table:
    says = "the paytable of every wager offered; an optional wager is offered if it stands here"
    if sheet is None:
        return Table(says, {"*": Leaf("text", "a letter")}, open=True)
    tables = paytables(sheet.game)
    return Table(
        says,
        {
            wager: Leaf("choice", "paytable", clause, tuple(tables[wager]), Code.UNKNOWN_PAYTABLE)
            for wager, clause in sheet.paytables.items()
        },
        next(iter(sheet.wagers.values())),
        Code.UNKNOWN_NAME,
    )


def _progressive(sheet: Sheet | None) -> Table:
    terms = sheet.progressive if sheet else None
    letters: tuple[str | int, ...] = ()
    if sheet and terms:
        letters = tuple(paytables(sheet.game)["progressive"])

    def clause(name: str) -> str:
        return str(getattr(terms, name)) if terms else ""

    return Table(
        "the Progressive Payout Wager; left out, it is not offered",
        {
            "paytable": Leaf("choice", "paytable", clause("paytable"), letters, Code.UNKNOWN_PAYTABLE)
            if letters
            else Leaf("text", "paytable"),
            "stake": Leaf("stake", "dollars, 1 or 5: one denomination for the table", clause("stake")),
            "rate": Leaf(
                "rate",
                'the share of each wager that the meter gains, as a string ("0.15"); several meters: a table',
                clause("rate"),
            ),
            "initial": _by_meter("dollars on each meter when the table opens", clause("meters")),
            "reset": _by_meter("dollars a meter returns to when it is won", clause("meters")),
            "envy": Leaf(
                "envy",
                "true: the Envy schedule of the paytable's own letter; or a letter; or false",
                clause("envy"),
                letters,
                Code.UNKNOWN_PAYTABLE,
            ),
            "envy_holder_must_bet": Leaf(
                "flag",
                "whether the holder of an Envy hand must have made the Progressive Wager himself",
                clause("holder"),
            ),
        },
        (sheet.progressive_clause if sheet else None) or "",
    )


def _by_meter(says: str, clause: str = "") -> Table:
    keys = {meter: Leaf("money", "dollars", clause) for meter in METERS}
    return Table(says, keys, clause, Code.UNKNOWN_METER)


def _limits(sheet: Sheet | None) -> Table:
    says = "posted limits by wager, in dollars; a wager is a multiple of the increment"

    def limit(clause: str) -> Table:
        return Table(
            "limits of this wager",
            {
                "minimum": Leaf("money", "dollars", clause, least=1),
                "maximum": Leaf("money", "dollars", clause, least=1),
                "increment": Leaf("money", "dollars", clause, least=1),
            },
            clause,
        )

    if sheet is None:
        return Table(says, {"*": limit("")}, open=True)
    return Table(
        says,
        {wager: limit(clause) for wager, clause in sheet.wagers.items()},
        next(iter(sheet.wagers.values())),
        Code.UNKNOWN_NAME,
    )


def _readings() -> Table:
    """Every reading may be named; which may be switched is a question of the rules."""
    keys: dict[str, Leaf | Table] = {}
    for reading_id, entry in readings().items():
        keys[reading_id] = Leaf(
            "choice",
            entry.question,
            entry.clauses[0] if entry.clauses else "",
            tuple(entry.options),
            Code.UNKNOWN_READING,
        )
    return Table("readings chosen; left out, the default is taken", keys, unknown=Code.UNKNOWN_READING)


def _premises(sheet: Sheet | None) -> dict[str, Leaf | Table]:
    """The physical table: what chapter 2 asks for and what a person answers for."""
    if sheet is None:
        anything = {"*": Leaf("names", "names")}
        return {
            "layout": Table("the layout", anything, open=True),
            "cards": Table("the decks", {"backs": _BACKS}),
            "equipment": Table("the equipment", {}, open=True),
            "approvals": Table("approvals", {"*": Leaf("text", "a reference")}, open=True),
        }
    areas = tuple(item.name for item in sheet.felt if item.kind == "area")
    words = tuple(item.name for item in sheet.felt if item.kind == "inscription")
    layout = sheet.approvals[0].clause
    return {
        "cards": Table("the decks", {"backs": _BACKS}, sheet.backs_clause),
        "layout": Table(
            "what the felt shows",
            {
                "areas": Leaf("names", "areas marked on the felt", layout, areas),
                "inscriptions": Leaf("names", "what is printed on the felt", layout, words),
                "signs": Leaf("names", "what a sign at the table says instead", layout, words),
            },
            layout,
        ),
        "equipment": _equipment(sheet),
        "approvals": Table(
            'the regulator\'s approvals: the reference of each, or "pending"',
            {a.key: Leaf("text", a.says, a.clause) for a in sheet.approvals},
            layout,
        ),
    }


_BACKS = Leaf("names", "the colour of each deck's backs, different with two decks")


def _equipment(sheet: Sheet) -> Table:
    boxes = next(a.clause for a in sheet.approvals if a.key == "drop_and_tip_box")
    keys: dict[str, Leaf | Table] = {
        "drop_box": Leaf("choice", "on the dealer's left or right", boxes, ("left", "right")),
        "tip_box": Leaf(
            "choice",
            "on the dealer's other side, or in the alternative place that the regulator approved",
            boxes,
            ("left", "right", "alternative"),
        ),
    }
    for item in sheet.equipment:
        keys[item.key] = Leaf("flag", item.says, item.clause)
    if sheet.progressive:
        keys["progressive_sensors"] = Leaf(
            "whole", "wagering devices for the Progressive, one at each position", sheet.progressive.sensors
        )
        keys["progressive_lock_out"] = Leaf(
            "flag", "the system ignores what comes after no more bets", sheet.progressive.lock_out
        )
    return Table("what stands at the table", keys, boxes)

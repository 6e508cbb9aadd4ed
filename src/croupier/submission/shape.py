"""The shape of a submission file: which keys there are, what each may hold and what it means.

One tree serves three readers: the check walks it (``reader``), editors complete by it (``schema``) and the
file to start from is written along it (``template``).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal, get_args

import msgspec

from croupier.rulebook import (
    Declaration,
    declaration,
    games,
    metered_paytables,
    meters,
    paytables,
    readings,
)
from croupier.submission.faults import Code
from croupier.submission.rules import Dealing, Shuffler

DEALINGS: tuple[str, ...] = get_args(Dealing)
SHUFFLERS: tuple[str, ...] = get_args(Shuffler)
PROGRESSIVE = "progressive"  # the table of a submission that offers a wager paid from meters

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
    facts = declaration(game) if game else None
    ways = tuple(facts.close) if facts else DEALINGS
    told = [f"{way} (chapter {chapter})" for chapter, way in enumerate(DEALINGS, 8) if way in ways]
    top: dict[str, Leaf | Table] = {
        "game": Leaf("choice", "which rules the table runs by", options=games(), code=Code.UNKNOWN_GAME),
        "dealing": Leaf(
            "choice",
            " or ".join(each for each in (", ".join(told[:-1]), told[-1]) if each),
            facts.dealing_clause if facts else "",
            ways,
        ),
        "facility": Leaf("text", "the operator's name as it stands on the layout"),
        "version": Leaf("text", "which version of the submission this is, as it stands on its papers"),
        **rules_keys(facts),
        **_premises(facts),
    }
    return Table("a Rules Submission", top)


@cache
def record_shape(game: str) -> Table:
    """The ``[submission]`` table of a round record: as the whole, without what the record says itself."""
    keys = {key: node for key, node in shape(game).keys.items() if key not in ("game", "dealing")}
    progressive = keys[PROGRESSIVE]
    assert isinstance(progressive, Table)
    amounts = _by_meter("dollars on the meters as the round begins", declaration(game))
    keys[PROGRESSIVE] = Table(progressive.says, {**progressive.keys, "meters": amounts}, progressive.clause)
    return Table("a partial Rules Submission", keys)


def rules_keys(facts: Declaration | None) -> dict[str, Leaf | Table]:
    """What decides how a table plays: the keys that ``Choices`` is made of."""
    care = facts.care if facts else None
    held = facts.held if facts else None
    stack = facts.three_card_stack if facts else None
    electronic = facts.electronic if facts else None
    return {
        "decks": Leaf("choice", "1, or 2 that take turns", care.two_decks[0] if care else "", (1, 2)),
        "shuffler": Leaf(
            "choice",
            "none, plain, counting (counts the cards as it shuffles) or reshuffling (and deals them itself)",
            care.feeds_shoe[0] if care else "",
            SHUFFLERS,
        ),
        "seats": Leaf("whole", "betting positions", facts.seats_clause if facts else "", least=1),
        "adjacent_boxes": Leaf(
            "whole",
            "how many neighbouring positions one player may play",
            facts.positions_clause if facts else "",
            least=1,
        ),
        "payout_limit": Leaf(
            "money",
            "dollars, the most a player wins on one hand",
            facts.payout_limit.clause if facts else "",
        ),
        "dealer_cards": Leaf(
            "choice",
            "automated dealing: the dealer's cards are delivered, or held in the device until all have acted",
            held.clause if held else "",
            ("delivered", "held"),
        ),
        "community_stack": Leaf(
            "choice",
            "cards in the community stack of an automated shoe; of 3, one is discarded",
            stack.clause if stack else "",
            (2, 3),
        ),
        "electronic": Leaf(
            "flag",
            "the dealer-controlled electronic version",
            electronic.clause if electronic else "",
        ),
        "paytables": _paytables(facts),
        PROGRESSIVE: _progressive(facts),
        "limits": _limits(facts),
        "readings": _readings(),
    }


def _paytables(facts: Declaration | None) -> Table:
    says = "the paytable of every wager offered; an optional wager is offered if it stands here"
    if facts is None:
        return Table(says, {"*": Leaf("text", "a letter")}, open=True)
    tables = paytables(facts.id)
    return Table(
        says,
        {
            wager: Leaf("choice", "paytable", section.clause, tuple(tables[wager]), Code.UNKNOWN_PAYTABLE)
            for wager, section in facts.paytables.items()
        },
        facts.wagers[0].entry,
        Code.UNKNOWN_NAME,
    )


def _progressive(facts: Declaration | None) -> Table:
    terms = facts.progressive if facts else None
    letters: tuple[str | int, ...] = tuple(metered_paytables(facts.id)) if facts else ()
    stakes = " or ".join(str(cents // 100) for cents in terms.stakes) if terms else "1 or 5"

    def clause(name: str) -> str:
        return str(getattr(terms, name)) if terms else ""

    return Table(
        "the Progressive Payout Wager; left out, it is not offered",
        {
            "paytable": Leaf("choice", "paytable", clause("paytable"), letters, Code.UNKNOWN_PAYTABLE)
            if letters
            else Leaf("text", "paytable"),
            "stake": Leaf("stake", f"dollars, {stakes}; both in a list: the player chooses", clause("stake")),
            "rate": Leaf(
                "rate",
                'the share of each wager that the meter gains, as a string ("0.15"); several meters: a table',
                clause("rate"),
                meters(facts.id) if facts else (),
            ),
            "initial": _by_meter("dollars on each meter when the table opens", facts, clause("meters")),
            "reset": _by_meter("dollars a meter returns to when it is won", facts, clause("meters")),
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
            "group": Leaf(
                "text",
                "the tables of the house that play for the same meters; left out, this table alone",
                clause("meters"),
            ),
        },
        facts.progressive_clause if facts else "",
    )


def _by_meter(says: str, facts: Declaration | None, clause: str = "") -> Table:
    if facts is None or not meters(facts.id):
        return Table(says, {"*": Leaf("money", "dollars")}, open=True)
    keys = {meter: Leaf("money", "dollars", clause) for meter in meters(facts.id)}
    return Table(says, keys, clause, Code.UNKNOWN_METER)


def _limits(facts: Declaration | None) -> Table:
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

    if facts is None:
        return Table(says, {"*": limit("")}, open=True)
    return Table(
        says,
        {rule.name: limit(rule.entry) for rule in facts.wagers},
        facts.wagers[0].entry,
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


def _premises(facts: Declaration | None) -> dict[str, Leaf | Table]:
    """The physical table: what chapter 2 asks for and what a person answers for."""
    if facts is None:
        anything = {"*": Leaf("names", "names")}
        return {
            "layout": Table("the layout", anything, open=True),
            "cards": Table("the decks", {"backs": _BACKS}),
            "equipment": Table("the equipment", {}, open=True),
            "approvals": Table("approvals", {"*": Leaf("text", "a reference")}, open=True),
        }
    areas = tuple(item.name for item in facts.felt if item.kind == "area")
    words = tuple(item.name for item in facts.felt if item.kind == "inscription")
    layout = facts.approvals[0].clause
    return {
        "cards": Table("the decks", {"backs": _BACKS}, facts.care.other_back[0]),
        "layout": Table(
            "what the felt shows",
            {
                "areas": Leaf("names", "areas marked on the felt", layout, areas),
                "inscriptions": Leaf("names", "what is printed on the felt", layout, words),
                "signs": Leaf("names", "what a sign at the table says instead", layout, words),
            },
            layout,
        ),
        "equipment": _equipment(facts),
        "approvals": Table(
            'the regulator\'s approvals: the reference of each, or "pending"',
            {a.key: Leaf("text", a.says, a.clause) for a in facts.approvals},
            layout,
        ),
    }


_BACKS = Leaf("names", "the colour of each deck's backs, different with two decks")


def _equipment(facts: Declaration) -> Table:
    boxes = next(a.clause for a in facts.approvals if a.key == "drop_and_tip_box")
    keys: dict[str, Leaf | Table] = {
        "drop_box": Leaf("choice", "on the dealer's left or right", boxes, ("left", "right")),
        "tip_box": Leaf(
            "choice",
            "on the dealer's other side, or in the alternative place that the regulator approved",
            boxes,
            ("left", "right", "alternative"),
        ),
    }
    for item in facts.equipment:
        keys[item.key] = Leaf("flag", item.says, item.clause)
    if facts.progressive:
        keys["progressive_sensors"] = Leaf(
            "whole", "wagering devices for the Progressive, one at each position", facts.progressive.sensors
        )
        keys["progressive_lock_out"] = Leaf(
            "flag", "the system ignores what comes after no more bets", facts.progressive.lock_out
        )
    return Table("what stands at the table", keys, boxes)

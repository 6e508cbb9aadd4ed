"""Define the keys of a submission file, their possible values and their meaning, as a tree.

``reader`` checks files against the tree, ``editors`` derives the JSON Schema from it, and ``starting``
derives the template.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

from croupier.rulebook import (
    Declaration,
    cache_per_registry,
    declaration,
    games,
    metered_paytables,
    meters,
    paytables,
    readings,
)
from croupier.submission.faults import FaultCode
from croupier.submission.rules import Dealing, Shuffler

DEALINGS: tuple[str, ...] = get_args(Dealing)
SHUFFLERS: tuple[str, ...] = get_args(Shuffler)
PROGRESSIVE = "progressive"  # key of the TOML table that describes the progressive wager

Kind = Literal["choice", "whole", "flag", "money", "text", "rate", "stake", "envy", "names"]


class Leaf(msgspec.Struct, frozen=True):
    kind: Kind
    says: str
    clause: str = ""
    options: tuple[str | int, ...] = ()  # allowed values, for a choice, a list of names or an Envy letter
    code: FaultCode = FaultCode.UNKNOWN_NAME  # the fault for any other value
    least: int = 0  # minimum of a whole number, or of an amount in cents


class SubmissionTable(msgspec.Struct, frozen=True):
    says: str
    keys: Mapping[str, Leaf | SubmissionTable]
    clause: str = ""
    unknown: FaultCode = FaultCode.UNKNOWN_KEY  # the fault for any other key
    open: bool = False  # whether any key is allowed (with the shape of "*"), because the game is unknown


Node = Leaf | SubmissionTable


@cache_per_registry
def shape(game: str | None) -> SubmissionTable:
    """Return the shape of a game's file. For None, it checks only the keys that all games share."""
    facts = declaration(game) if game else None
    ways = tuple(facts.close) if facts else DEALINGS
    ways_in_words = [f"{way} (chapter {chapter})" for chapter, way in enumerate(DEALINGS, 8) if way in ways]
    top: dict[str, Leaf | SubmissionTable] = {
        "game": Leaf("choice", "the game of the table", options=games(), code=FaultCode.UNKNOWN_GAME),
        "dealing": Leaf(
            "choice",
            " or ".join(each for each in (", ".join(ways_in_words[:-1]), ways_in_words[-1]) if each),
            facts.dealing_clause if facts else "",
            ways,
        ),
        "facility": Leaf("text", "the operator's name as shown on the layout"),
        "version": Leaf("text", "the version of the submission, as shown on its papers"),
        **rules_keys(facts),
        **_premises(facts),
    }
    return SubmissionTable("a Rules Submission", top)


@cache_per_registry
def record_shape(game: str) -> SubmissionTable:
    """Return the shape of a record's ``[submission]`` table. The record itself has game and dealing."""
    keys = {key: node for key, node in shape(game).keys.items() if key not in ("game", "dealing")}
    progressive = keys[PROGRESSIVE]
    assert isinstance(progressive, SubmissionTable)
    amounts = _by_meter("dollars on the meters when the round begins", declaration(game))
    keys[PROGRESSIVE] = SubmissionTable(
        progressive.says, {**progressive.keys, "meters": amounts}, progressive.clause
    )
    return SubmissionTable("a partial Rules Submission", keys)


def rules_keys(facts: Declaration | None) -> dict[str, Leaf | SubmissionTable]:
    """Return the keys that affect play. ``OperatorChoices`` is built from their values."""
    care = facts.care if facts else None
    held_option = facts.held if facts else None
    stack = facts.three_card_stack if facts else None
    electronic = facts.electronic if facts else None
    return {
        "decks": Leaf("choice", "1, or 2 that alternate", care.two_decks[0] if care else "", (1, 2)),
        "shuffler": Leaf(
            "choice",
            "none, plain, counting (counts the cards while shuffling) or reshuffling (also deals them)",
            care.feeds_shoe[0] if care else "",
            SHUFFLERS,
        ),
        "seats": Leaf("whole", "betting positions", facts.seats_clause if facts else "", least=1),
        "adjacent_boxes": Leaf(
            "whole",
            "how many adjacent positions one player may play",
            facts.positions_clause if facts else "",
            least=1,
        ),
        "payout_limit": Leaf(
            "money",
            "dollars, the most a player can win on one hand",
            facts.payout_limit.clause if facts else "",
        ),
        "dealer_cards": Leaf(
            "choice",
            "automated dealing: the dealer's cards are delivered, or held in the device until all have acted",
            held_option.clause if held_option else "",
            ("delivered", "held"),
        ),
        "community_stack": Leaf(
            "choice",
            "cards in the community stack of an automated shoe; if 3, one is discarded",
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


def _paytables(facts: Declaration | None) -> SubmissionTable:
    says = "the paytable of every wager offered; an optional wager is offered if it is listed here"
    if facts is None:
        return SubmissionTable(says, {"*": Leaf("text", "a letter")}, open=True)
    tables = paytables(facts.id)
    return SubmissionTable(
        says,
        {
            wager: Leaf(
                "choice", "paytable", section.clause, tuple(tables[wager]), FaultCode.UNKNOWN_PAYTABLE
            )
            for wager, section in facts.paytables.items()
        },
        facts.wagers[0].entry,
        FaultCode.UNKNOWN_NAME,
    )


def _progressive(facts: Declaration | None) -> SubmissionTable:
    terms = facts.progressive if facts else None
    letters: tuple[str | int, ...] = tuple(metered_paytables(facts.id)) if facts else ()
    stakes = " or ".join(str(cents // 100) for cents in terms.stakes) if terms else "1 or 5"

    def clause(name: str) -> str:
        return str(getattr(terms, name)) if terms else ""

    return SubmissionTable(
        "the Progressive Payout Wager; if left out, it is not offered",
        {
            "paytable": Leaf("choice", "paytable", clause("paytable"), letters, FaultCode.UNKNOWN_PAYTABLE)
            if letters
            else Leaf("text", "paytable"),
            "stake": Leaf(
                "stake", f"dollars, {stakes}; if a list contains both, the player chooses", clause("stake")
            ),
            "rate": Leaf(
                "rate",
                'the share of each wager added to the meter, as a string ("0.15"); or a table of meters',
                clause("rate"),
                meters(facts.id) if facts else (),
            ),
            "initial": _by_meter("dollars on each meter when the table opens", facts, clause("meters")),
            "reset": _by_meter("dollars to which a meter resets when it is won", facts, clause("meters")),
            "envy": Leaf(
                "envy",
                "true for the Envy schedule with the paytable's letter; or another letter; or false",
                clause("envy"),
                letters,
                FaultCode.UNKNOWN_PAYTABLE,
            ),
            "envy_holder_must_bet": Leaf(
                "flag",
                "whether the holder of an Envy hand must also have made the Progressive Wager",
                clause("holder"),
            ),
            "group": Leaf(
                "text",
                "the group of tables that share the meters; if left out, only this table",
                clause("meters"),
            ),
        },
        facts.progressive_clause if facts else "",
    )


def _by_meter(says: str, facts: Declaration | None, clause: str = "") -> SubmissionTable:
    if facts is None or not meters(facts.id):
        return SubmissionTable(says, {"*": Leaf("money", "dollars")}, open=True)
    keys = {meter: Leaf("money", "dollars", clause) for meter in meters(facts.id)}
    return SubmissionTable(says, keys, clause, FaultCode.UNKNOWN_METER)


def _limits(facts: Declaration | None) -> SubmissionTable:
    says = "posted limits by wager, in dollars; a wager must be a multiple of the increment"

    def limit(clause: str) -> SubmissionTable:
        return SubmissionTable(
            "limits of this wager",
            {
                "minimum": Leaf("money", "dollars", clause, least=1),
                "maximum": Leaf("money", "dollars", clause, least=1),
                "increment": Leaf("money", "dollars", clause, least=1),
            },
            clause,
        )

    if facts is None:
        return SubmissionTable(says, {"*": limit("")}, open=True)
    return SubmissionTable(
        says,
        {rule.name: limit(rule.entry) for rule in facts.wagers},
        facts.wagers[0].entry,
        FaultCode.UNKNOWN_NAME,
    )


def _readings() -> SubmissionTable:
    """Return a key for every reading. ``law`` checks which of them may be chosen."""
    keys: dict[str, Leaf | SubmissionTable] = {}
    for reading_id, entry in readings().items():
        keys[reading_id] = Leaf(
            "choice",
            entry.question,
            entry.clauses[0] if entry.clauses else "",
            tuple(entry.options),
            FaultCode.UNKNOWN_READING,
        )
    return SubmissionTable(
        "chosen readings; if one is left out, its default applies", keys, unknown=FaultCode.UNKNOWN_READING
    )


def _premises(facts: Declaration | None) -> dict[str, Leaf | SubmissionTable]:
    """Return the keys for the physical table: the requirements of chapter 2, and attestations."""
    if facts is None:
        anything = {"*": Leaf("names", "names")}
        return {
            "layout": SubmissionTable("the layout", anything, open=True),
            "cards": SubmissionTable("the decks", {"backs": _BACKS}),
            "equipment": SubmissionTable("the equipment", {}, open=True),
            "approvals": SubmissionTable("approvals", {"*": Leaf("text", "a reference")}, open=True),
        }
    areas = tuple(item.name for item in facts.felt if item.kind == "area")
    words = tuple(item.name for item in facts.felt if item.kind == "inscription")
    layout = facts.approvals[0].clause
    return {
        "cards": SubmissionTable("the decks", {"backs": _BACKS}, facts.care.other_back[0]),
        "layout": SubmissionTable(
            "what the layout shows",
            {
                "areas": Leaf("names", "areas marked on the layout", layout, areas),
                "inscriptions": Leaf("names", "inscriptions printed on the layout", layout, words),
                "signs": Leaf("names", "inscriptions on a sign at the table instead", layout, words),
            },
            layout,
        ),
        "equipment": _equipment(facts),
        "approvals": SubmissionTable(
            'the regulator\'s approvals: the reference of each, or "pending"',
            {a.key: Leaf("text", a.says, a.clause) for a in facts.approvals},
            layout,
        ),
    }


_BACKS = Leaf("names", "the back color of each deck; two decks need different colors")


def _equipment(facts: Declaration) -> SubmissionTable:
    boxes = next(a.clause for a in facts.approvals if a.key == "drop_and_tip_box")
    keys: dict[str, Leaf | SubmissionTable] = {
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
            "flag", "the system ignores wagers after betting closes", facts.progressive.lock_out
        )
    return SubmissionTable("the equipment of the table", keys, boxes)

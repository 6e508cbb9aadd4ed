"""Build a JSON Schema for a game's submission, so that editors can complete and check the file.

The schema has the names and types. ``check`` also tests everything that depends on more than one key.
"""

from __future__ import annotations

from typing import Any

from croupier.errors import BadInput
from croupier.rulebook import Declaration, declaration, games, readings
from croupier.submission.money import short_text
from croupier.submission.shape import PROGRESSIVE, Leaf, SubmissionTable, shape

_AMOUNT = r"^[0-9]{1,13}(\.[0-9]{1,2})?$"
_SHARE = {"type": "string", "pattern": r"^(0|1|0\.[0-9]{1,9}|1\.0{1,9})$"}


def schema(game: str) -> dict[str, Any]:
    if game not in games():
        raise BadInput(f"no game {short_text(game)}; the games are {', '.join(games())}")
    facts = declaration(game)
    document = _table(shape(game))
    properties = document["properties"]
    for key in _absent(facts):
        del properties[key]
    properties["game"] = {"const": game, "description": facts.title}
    properties["readings"] = _readings(facts)
    properties["paytables"]["required"] = list(facts.required_paytables)
    if PROGRESSIVE in properties:
        holder = (
            ["envy_holder_must_bet"] if facts.progressive and facts.progressive.holder_must_be_stated else []
        )
        properties[PROGRESSIVE]["required"] = [
            "paytable",
            "stake",
            "rate",
            "initial",
            "reset",
            "envy",
            *holder,
        ]
    boxes = ["adjacent_boxes"] if facts.positions_must_be_stated else []
    document["required"] = [
        "game",
        "dealing",
        "shuffler",
        *boxes,
        "paytables",
        "layout",
        "equipment",
        "approvals",
    ]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Rules Submission: {facts.title}",
        **document,
    }


def _absent(facts: Declaration) -> list[str]:
    """Return the keys that only other games have. An editor should not offer them for this game."""
    have = {
        "payout_limit": bool(facts.payout_limit.reaches),
        PROGRESSIVE: facts.progressive is not None,
        "dealer_cards": facts.held is not None,
        "community_stack": facts.three_card_stack is not None,
        "electronic": facts.electronic is not None,
    }
    return [key for key, there in have.items() if not there]


def _table(table: SubmissionTable) -> dict[str, Any]:
    return {
        "type": "object",
        "description": _says(table),
        "properties": {
            key: _table(node) if isinstance(node, SubmissionTable) else _leaf(node)
            for key, node in table.keys.items()
        },
        "additionalProperties": False,
    }


def _says(node: Leaf | SubmissionTable) -> str:
    return f"{node.says} ({node.clause})" if node.clause else node.says


def _leaf(leaf: Leaf) -> dict[str, Any]:
    described = {"description": _says(leaf)}
    match leaf.kind:
        case "choice":
            return {"enum": list(leaf.options), **described}
        case "whole":
            return {"type": "integer", "minimum": leaf.least, **described}
        case "flag":
            return {"type": "boolean", **described}
        case "text":
            return {"type": "string", "minLength": 1, "maxLength": 200, **described}
        case "money":
            least = 1 if leaf.least else 0
            amounts = [{"type": "integer", "minimum": least}, {"type": "string", "pattern": _AMOUNT}]
            return {"anyOf": amounts, **described}
        case "rate":
            share = {"anyOf": [_SHARE, {"enum": [0, 1]}]}
            by_meter = {
                "type": "object",
                "properties": dict.fromkeys(map(str, leaf.options), share),
                "additionalProperties": False,
            }
            return {"anyOf": [*share["anyOf"], by_meter], **described}
        case "stake":
            chip = {"enum": [1, 5, "1", "5", "1.00", "5.00"]}
            return {"anyOf": [chip, {"type": "array", "items": chip}], **described}
        case "envy":
            return {"anyOf": [{"type": "boolean"}, {"enum": list(leaf.options)}], **described}
        case "names":
            items = {"enum": list(leaf.options)} if leaf.options else {"type": "string"}
            return {"type": "array", "items": items, **described}


def _readings(facts: Declaration) -> dict[str, Any]:
    properties = {
        reading_id: {
            "enum": list(entry.choices_in(facts.id)),
            "default": entry.default,
            "description": " ".join([entry.question, *(f"{k}: {v}." for k, v in entry.options.items())]),
        }
        for reading_id, entry in readings().items()
        if entry.choices_in(facts.id)
    }
    # The schema accepts fixed readings too. `check` reports that they cannot be chosen.
    return {
        "type": "object",
        "description": "chosen readings; if one is left out, its default applies",
        "properties": properties,
        "patternProperties": {r"^[ULDTX]-[0-9]{2}$": {"type": "string", "pattern": "^R[0-9]$"}},
        "additionalProperties": False,
    }

"""List every option that the rules leave to the operator, with its chosen value and its clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.layout.items import WORDS, items
from croupier.documents.text import plain
from croupier.rulebook import declaration
from croupier.submission.money import dollars, format_dollars, short_text
from croupier.submission.shape import PROGRESSIVE, Leaf, SubmissionTable, shape

NOT_STATED = "not stated"
ELSEWHERE = ("game", "facility", "version", "limits", "readings", "paytables")  # options in separate tables


class SubmissionOption(msgspec.Struct, frozen=True):
    """One option: its key in the file, its description and its chosen value."""

    key: str
    says: str
    clause: str
    chosen: str
    stated: bool

    @property
    def chapter(self) -> int:
        return int(self.clause.partition("/")[2].split(".")[0]) if self.clause else 0


def options(filed: FiledSubmission) -> tuple[SubmissionOption, ...]:
    """Return the options in the order of their chapters."""
    found = _walk(shape(filed.game), filed.document, "", filed, "")
    return tuple(sorted(found, key=lambda each: each.chapter))


def _walk(
    table: SubmissionTable, values: Mapping[str, Any], path: str, filed: FiledSubmission, clause: str
) -> Iterator[SubmissionOption]:
    for key, node in table.keys.items():
        where = f"{path}.{key}" if path else key
        if where in ELSEWHERE or (path == "" and not _of_this_game(node)):
            continue
        value = values.get(key)
        if isinstance(node, SubmissionTable):
            if key == PROGRESSIVE and value is None:
                yield SubmissionOption(where, node.says, node.clause, "not offered", False)
                continue
            inner = value if isinstance(value, Mapping) else {}
            yield from _walk(node, inner, where, filed, node.clause or clause)
        elif not _idle(path, key, filed):
            chosen = format_value(node, value) if key in values else _default_value(where, filed)
            yield SubmissionOption(
                where, _about(node, path, key), node.clause or clause, chosen, key in values
            )


def _about(leaf: Leaf, path: str, key: str) -> str:
    """Return the description of an option.

    If the option's own text explains only the notation, the text of its section is used.
    """
    table = path.rpartition(".")[2]
    if table and leaf.says == "dollars":
        return f"the {plain(key)} meter's {table} amount"
    return f"which {leaf.says}" if leaf.says == "paytable" else leaf.says


def _of_this_game(node: Leaf | SubmissionTable) -> bool:
    """Return whether the option belongs to this game. Such an option has a clause."""
    return isinstance(node, SubmissionTable) or bool(node.clause)


def _idle(path: str, key: str, filed: FiledSubmission) -> bool:
    """Return whether the option is for a meter that the chosen paytable does not have."""
    progressive = filed.choices.progressive if filed.choices else None
    meters = path.startswith(f"{PROGRESSIVE}.")
    return meters and progressive is not None and key not in progressive.initial


def _default_value(where: str, filed: FiledSubmission) -> str:
    """Return the text for an option that the submission does not state, with its default value if any."""
    choices, facts = filed.choices, declaration(filed.game)
    if choices is None:
        return NOT_STATED
    defaults: dict[str, Any] = {
        "decks": choices.decks,
        "shuffler": choices.shuffler,
        "seats": choices.seats or facts.seats,
        "adjacent_boxes": choices.adjacent_boxes,
        "dealer_cards": choices.dealer_cards,
        "community_stack": choices.community_stack,
        "electronic": "no",
        "payout_limit": "none",
    }
    if where.startswith("approvals."):
        return "not needed, or not stated"
    return f"{defaults[where]} (not stated)" if where in defaults else NOT_STATED


def format_value(leaf: Leaf, value: object) -> str:
    """Format a value for readers. A value that cannot be parsed stays as it was written."""
    match leaf.kind, value:
        case (("flag" | "envy"), bool()):
            return "yes" if value else "no"
        case ("money", int() | str()):
            return _amount(value)
        case ("stake", int() | str()):
            return _amount(value)
        case ("stake" | "names", list()):
            words = [_amount(each) if leaf.kind == "stake" else plain(str(each)) for each in value]
            return (" or " if leaf.kind == "stake" else ", ").join(words) or "none"
        case "rate", Mapping():
            return ", ".join(f"{name} {each}" for name, each in value.items())
        case _, str():
            return value if leaf.kind == "text" else plain(value)
    return short_text(value)


def _amount(value: object) -> str:
    try:
        return format_dollars(dollars(value, "amount"))
    except Exception:
        return short_text(value)


# --- chapter 2: items on the layout


def felt(filed: FiledSubmission) -> list[dict[str, Any]]:
    """Return each layout item that chapter 2 requires, with its location."""
    return [
        {
            "item": plain(item.name),
            "kind": item.felt.kind,
            "says": item.felt.says,
            "clause": item.felt.clause,
            "where": WORDS[item.standing],
        }
        for item in items(filed)
        if item.standing != "not wanted"
    ]

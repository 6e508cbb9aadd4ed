"""Write the template for a submission: a file that passes the check and explains every choice."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

import msgspec

from croupier.errors import BadInput
from croupier.rulebook import (
    Declaration,
    declaration,
    games,
    meter_minimums,
    metered_paytables,
    readings,
)
from croupier.submission.complete import PENDING
from croupier.submission.money import short_text
from croupier.submission.shape import PROGRESSIVE, Leaf, SubmissionTable, shape


def template(game: str) -> str:
    if game not in games():
        raise BadInput(f"no game {short_text(game)}; the games are {', '.join(games())}")
    facts = declaration(game)
    page = _Page(shape(game))
    page.lines += [f"#:schema {game}.schema.json"]
    page.remark(
        f"Rules Submission: {facts.title}",
        "",
        "Everything that the rules leave to the operator. Lines with # are explanations. Lines with #: are",
        "options that are off; remove the mark to use one. `croupier check FILE` lists every fault with its",
        "clause. The first line lets editors complete and check the file while you write. They need the file",
        f"`croupier submission schema {game} > {game}.schema.json` next to this one.",
    )
    _rules(page, facts)
    _progressive(page, facts)
    _limits(page, facts)
    _readings(page, facts)
    _premises(page, facts)
    return page.text()


class _Page:
    def __init__(self, whole: SubmissionTable) -> None:
        self.whole = whole
        self.lines: list[str] = []

    def text(self) -> str:
        return "\n".join(self.lines).rstrip() + "\n"

    def remark(self, *lines: str) -> None:
        self.lines += [f"# {line}".rstrip() for line in lines]

    def gap(self) -> None:
        self.lines.append("")

    def node(self, *path: str) -> Leaf | SubmissionTable:
        node: Leaf | SubmissionTable = self.whole
        for key in path:
            assert isinstance(node, SubmissionTable)
            node = node.keys[key]
        return node

    def explain(self, *path: str) -> None:
        node = self.node(*path)
        says = f"{node.says[0].upper()}{node.says[1:]}"
        if isinstance(node, Leaf) and node.kind == "choice" and node.says == "paytable":
            says = f"Paytable {', '.join(map(str, node.options))}"
        self.remark(*textwrap.wrap(f"{says} ({node.clause})" if node.clause else says, 106))

    def table(self, *path: str, taken: bool = True) -> None:
        self.gap()
        self.explain(*path)
        self.lines.append(f"{'' if taken else '#: '}[{'.'.join(path)}]")

    def key(self, path: Sequence[str], value: object, *, taken: bool = True, explained: bool = True) -> None:
        if explained:
            self.explain(*path)
        self.lines += [
            f"{'' if taken else '#: '}{line}" for line in f"{path[-1]} = {_toml(value)}".split("\n")
        ]


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        short = "[" + ", ".join(map(_toml, value)) + "]"
        return short if len(short) < 80 else "[\n" + "".join(f"  {_toml(v)},\n" for v in value) + "]"
    return str(value)


def _rules(page: _Page, facts: Declaration) -> None:
    page.gap()
    page.key(["game"], facts.id)
    page.key(["facility"], "Example Casino")
    page.key(["version"], "1")
    page.gap()
    page.key(["dealing"], facts.usual_dealing)
    page.key(["shuffler"], "counting")
    page.key(["decks"], 1)
    page.key(["seats"], facts.seats)
    page.key(["adjacent_boxes"], facts.positions)
    if facts.payout_limit.reaches:
        page.key(["payout_limit"], facts.payout_limit.floor // 100, taken=False)
    if facts.held:
        page.key(["dealer_cards"], "held", taken=False)
    if facts.three_card_stack:
        page.key(["community_stack"], 3, taken=False)
    if facts.electronic:
        page.key(["electronic"], True, taken=False)
    page.table("paytables")
    offered = _default_paytables(facts)
    for wager in facts.paytables:
        page.key(["paytables", wager], offered.get(wager, "A"), taken=wager in offered)


def _default_paytables(facts: Declaration) -> dict[str, str]:
    """Return the paytable letter for each wager that has a house default or a suggestion."""
    letters = {name: section.house or section.suggested for name, section in facts.paytables.items()}
    return {name: letter for name, letter in letters.items() if letter}


def _progressive(page: _Page, facts: Declaration) -> None:
    if facts.progressive is None:
        return
    letter = next(iter(metered_paytables(facts.id)))
    # At its minimum, Let It Ride's paytable A would pay a straight flush less than four of a kind (L-11).
    amounts = {m: max(least.cents // 100, 10000) for m, least in meter_minimums(facts.id, letter).items()}
    page.table(PROGRESSIVE, taken=False)
    for key, value in {
        "paytable": letter,
        "stake": facts.progressive.stakes[0] // 100,
        "rate": "0.15",
        "initial": amounts,
        "reset": amounts,
        "envy": True,
        "envy_holder_must_bet": False,
        "group": "main-floor",
    }.items():
        page.key([PROGRESSIVE, key], value, taken=False)


def _limits(page: _Page, facts: Declaration) -> None:
    page.table("limits")
    for rule in facts.wagers:
        if rule.suggested is not None:
            page.key(["limits", rule.name], msgspec.to_builtins(rule.suggested), explained=False)


def _readings(page: _Page, facts: Declaration) -> None:
    page.table("readings")
    for reading_id, entry in readings().items():
        if not entry.choices_in(facts.id):
            continue
        options = " ".join(f"{choice}: {entry.options[choice]}." for choice in entry.choices)
        page.remark(*textwrap.wrap(f"{entry.question} {options}", 106))
        page.lines.append(f'#: "{reading_id}" = "{entry.default}"')


def _premises(page: _Page, facts: Declaration) -> None:
    page.table("cards")
    page.key(["cards", "backs"], ["red"])
    taken_up = _default_paytables(facts)
    offered = {rule.name for rule in facts.wagers if rule.kind != "optional" or rule.table in taken_up}
    page.table("layout")
    for key, kind in (("areas", "area"), ("inscriptions", "inscription")):
        items = [item for item in facts.felt if item.kind == kind]
        page.explain("layout", key)
        page.lines.append(f"{key} = [")
        width = max(len(item.name) for item in items) + 3
        for item in items:
            taken = not item.when or item.when in offered
            name = f'"{item.name}",'.ljust(width)
            page.lines.append(f"{'' if taken else '#: '}  {name}  # {item.says} ({item.clause})")
        page.lines.append("]")
    page.key(["layout", "signs"], [])
    page.table("equipment")
    page.key(["equipment", "drop_box"], "left")
    page.key(["equipment", "tip_box"], "right")
    for fixture in facts.equipment:
        page.key(["equipment", fixture.key], True)
    if facts.progressive:
        page.key(["equipment", "progressive_sensors"], facts.seats, taken=False)
        page.key(["equipment", "progressive_lock_out"], True, taken=False)
    page.table("approvals")
    for approval in facts.approvals:
        page.key(["approvals", approval.key], PENDING, taken=approval.when == "always")

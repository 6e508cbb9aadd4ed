"""The file to start from: a submission that passes the check, every choice explained where it is made."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from croupier.errors import BadInput
from croupier.rulebook import GAMES, TITLES, meter_minimums, paytables, readings
from croupier.submission.complete import PENDING
from croupier.submission.money import shown
from croupier.submission.shape import Leaf, Table, shape
from croupier.submission.sheets import SHEETS, Sheet

# Dollars: minimum, maximum, increment.
_LIMITS: Mapping[str, Mapping[str, tuple[int, int, int]]] = MappingProxyType(
    {
        "uth": {"ante": (10, 500, 5), "trips": (5, 100, 5)},
        "letitride": {"bet1": (5, 300, 5)},
        "dragon": {"ante": (10, 500, 5), "three_card": (5, 100, 5), "dragon": (5, 100, 5)},
        "topfive": {"ante": (10, 500, 5), "top_five": (5, 100, 5), "poker": (5, 100, 5)},
    }
)


def template(game: str) -> str:
    if game not in GAMES:
        raise BadInput(f"no game {shown(game)}; the games are {', '.join(GAMES)}")
    sheet = SHEETS[game]
    page = _Page(shape(game))
    page.remark(
        f"Rules Submission: {TITLES[game]}",
        "",
        "All that the rules leave to the operator. A line behind # explains. A line behind #: is a choice",
        "not taken; take it by removing the mark. `croupier check FILE` names every fault at once, with its",
        "clause.",
    )
    _rules(page, sheet)
    _progressive(page, sheet)
    _limits(page, sheet)
    _readings(page, sheet)
    _premises(page, sheet)
    return page.text()


class _Page:
    def __init__(self, whole: Table) -> None:
        self.whole = whole
        self.lines: list[str] = []

    def text(self) -> str:
        return "\n".join(self.lines).rstrip() + "\n"

    def remark(self, *lines: str) -> None:
        self.lines += [f"# {line}".rstrip() for line in lines]

    def gap(self) -> None:
        self.lines.append("")

    def node(self, *path: str) -> Leaf | Table:
        node: Leaf | Table = self.whole
        for key in path:
            assert isinstance(node, Table)
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


def _rules(page: _Page, sheet: Sheet) -> None:
    page.gap()
    page.key(["game"], sheet.game)
    page.key(["facility"], "Example Casino")
    page.gap()
    page.key(["dealing"], "hand")
    page.key(["shuffler"], "counting")
    page.key(["decks"], 1)
    page.key(["seats"], sheet.seats)
    page.key(["adjacent_boxes"], sheet.boxes)
    if sheet.game == "uth":
        page.key(["payout_limit"], 50000, taken=False)
    if sheet.held_clause:
        page.key(["dealer_cards"], "held", taken=False)
    if sheet.stack_clause:
        page.key(["community_stack"], 3, taken=False)
    if sheet.electronic_clause:
        page.key(["electronic"], True, taken=False)
    page.table("paytables")
    offered = _offered(sheet)
    for wager in sheet.paytables:
        page.key(["paytables", wager], offered.get(wager, "A"), taken=wager in offered)


def _offered(sheet: Sheet) -> dict[str, str]:
    """The house default; Top Five, which has none, with both its bonuses."""
    return sheet.house or dict.fromkeys(sheet.paytables, "A")


def _progressive(page: _Page, sheet: Sheet) -> None:
    if sheet.progressive is None:
        return
    letter = next(iter(paytables(sheet.game)["progressive"]))
    # Let It Ride A at its minimum would pay a straight flush less than four of a kind (L-11).
    amounts = {m: max(least.cents // 100, 10000) for m, least in meter_minimums(sheet.game, letter).items()}
    page.table("progressive", taken=False)
    for key, value in {
        "paytable": letter,
        "stake": 1,
        "rate": "0.15",
        "initial": amounts,
        "reset": amounts,
        "envy": True,
        "envy_holder_must_bet": False,
    }.items():
        page.key(["progressive", key], value, taken=False)


def _limits(page: _Page, sheet: Sheet) -> None:
    page.table("limits")
    for wager, (minimum, maximum, increment) in _LIMITS[sheet.game].items():
        limit = {"minimum": minimum, "maximum": maximum, "increment": increment}
        page.key(["limits", wager], limit, explained=False)


def _readings(page: _Page, sheet: Sheet) -> None:
    page.table("readings")
    for reading_id, entry in readings().items():
        if not entry.choices_in(sheet.game):
            continue
        options = " ".join(f"{choice}: {entry.options[choice]}." for choice in entry.choices)
        page.remark(*textwrap.wrap(f"{entry.question} {options}", 106))
        page.lines.append(f'#: "{reading_id}" = "{entry.default}"')


def _premises(page: _Page, sheet: Sheet) -> None:
    page.table("cards")
    page.key(["cards", "backs"], ["red"])
    offered = {*_offered(sheet), *sheet.wagers} - ({*sheet.optional} - {*_offered(sheet)}) - {"progressive"}
    page.table("layout")
    for key, kind in (("areas", "area"), ("inscriptions", "inscription")):
        items = [item for item in sheet.felt if item.kind == kind]
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
    for fixture in sheet.equipment:
        page.key(["equipment", fixture.key], True)
    if sheet.progressive:
        page.key(["equipment", "progressive_sensors"], sheet.seats, taken=False)
        page.key(["equipment", "progressive_lock_out"], True, taken=False)
    page.table("approvals")
    for approval in sheet.approvals:
        page.key(["approvals", approval.key], PENDING, taken=approval.when == "always")

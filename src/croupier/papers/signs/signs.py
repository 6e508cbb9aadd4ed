"""What each sign says, from the submission in force."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import msgspec

from croupier.games import game as game_of
from croupier.games.notices import NamedPaytable, named_paytables, words_of
from croupier.hands.words import row_words
from croupier.papers.blocks import money
from croupier.papers.filed import Filed
from croupier.papers.layout.items import items
from croupier.submission import Rules
from croupier.table.readers.legal import Stake, stakes_open
from croupier.table.state import open_table

LISTED = 12  # faults that a sign has room for


class Sign(msgspec.Struct, frozen=True):
    """Two columns, what and how much; then lines below. ``name`` tells signs apart."""

    name: str
    title: str
    under: str  # a line below the title
    columns: tuple[str, str]
    rows: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    clauses: tuple[str, ...]


def signs(filed: Filed) -> tuple[Sign, ...]:
    """All of them; none but the notices where too much is missing to open a table."""
    faults = tuple(_faults(filed))
    if filed.choices is None:
        return (*_notices(filed, None), *faults)
    rules = Rules(filed.choices)
    found = (_limits(filed, rules), *_paytables(rules), *_progressive(rules), *_notices(filed, rules))
    return (*found, *faults)


def _faults(filed: Filed) -> Iterator[Sign]:
    """Not a sign at all: why none of them may be posted."""
    if filed.faults:
        shown = filed.faults[:LISTED]
        lines = tuple(f"{each.message}: {each.remedy}" for each in shown)
        if more := len(filed.faults) - len(shown):
            lines += (f"And {more} more: croupier check lists them all",)
        clauses = tuple(dict.fromkeys(each.clause for each in shown if each.clause))
        yield Sign("faults", "Not to be posted", filed.standing, ("", ""), (), lines, clauses)


def _limits(filed: Filed, rules: Rules) -> Sign:
    stakes = stakes_open(open_table(rules))
    lines = []
    if rules.choices.adjacent_boxes > 1:
        lines.append(f"A player may play {rules.choices.adjacent_boxes} boxes next to each other")
    if rules.choices.payout_limit is not None:
        lines.append(f"Payout limit {money(rules.choices.payout_limit)} a hand")
    labels = {stake.name: stake.label for stake in stakes}
    return Sign(
        "limits",
        "Table limits",
        filed.title,
        ("Wager", "Minimum and maximum"),
        tuple((stake.label, _between(stake, labels)) for stake in stakes),
        tuple(lines),
        tuple(dict.fromkeys(stake.clause for stake in stakes)),
    )


def _between(stake: Stake, labels: dict[str, str]) -> str:
    if stake.fixed is not None:
        return str(money(stake.fixed))
    if stake.chips:
        return " or ".join(str(money(chip)) for chip in stake.chips)
    if stake.equal_to:
        return f"equal to the {labels.get(stake.equal_to, stake.equal_to)}"
    if stake.minimum is None or stake.maximum is None:
        return "as the floor posts it"
    told = f"{money(stake.minimum)} to {money(stake.maximum)}"
    return f"{told}, by {money(stake.increment)}" if stake.increment else told


def _paytables(rules: Rules) -> Iterator[Sign]:
    """All but what goes with the progressive, which has more to say."""
    for one in named_paytables(rules):
        if one.name != rules.metered and one.table not in rules.envy_schedules.values():
            yield _paytable(one, ())


def _paytable(one: NamedPaytable, lines: tuple[str, ...]) -> Sign:
    return Sign(
        one.name,
        one.label,
        f"Paytable {one.table.letter}",
        ("Hand", "Pays"),
        tuple((row_words(row.hand), str(row.pays)) for row in one.table.rows),
        lines,
        (one.table.clause,),
    )


def _progressive(rules: Rules) -> Iterator[Sign]:
    offered = rules.choices.progressive
    if offered is None:
        return
    stakes = " or ".join(str(money(stake)) for stake in offered.stakes)
    lines = [f"A Progressive wager is {stakes}"]
    for meter, least in offered.resets.items():
        which = "The meter" if len(offered.resets) == 1 else f"The {meter} meter"
        lines.append(
            f"{which} gains {_share(offered.rates[meter])} of each wager and begins anew at {money(least)}"
        )
    envy = (
        "For another player's hand, to each player with a Progressive wager of their own",
        "Only if the player who holds the hand made a Progressive wager too"
        if offered.envy_holder_must_bet
        else "Whether or not the player who holds the hand made one",
    )
    for one in named_paytables(rules):
        if one.name == rules.metered:
            yield _paytable(one, tuple(lines))
        elif one.table in rules.envy_schedules.values():
            yield _paytable(one, envy)


def _share(rate: str) -> str:
    return f"{(Decimal(rate) * 100).normalize():f} %"


def _notices(filed: Filed, rules: Rules | None) -> Iterator[Sign]:
    """What the submission puts on signs and not on the felt."""
    game = game_of(filed.game)
    printed = {notice.felt: notice for notice in game.looks.notices if notice.felt}
    lines, clauses = [], []
    for item in items(filed):
        if item.standing != "sign":
            continue
        found = words_of(game, rules, printed[item.name]) if rules and item.name in printed else None
        lines.append(found.words if found else f"On the signs at this table: {item.felt.says}")
        clauses.append(item.felt.sign_clause or item.felt.clause)
    if lines:
        yield Sign(
            "notice", "Please note", filed.title, ("", ""), (), tuple(lines), tuple(dict.fromkeys(clauses))
        )

"""Build the content of each sign from the submission in force."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import msgspec

from croupier.documents.blocks import money
from croupier.documents.filed_submission import FiledSubmission
from croupier.documents.layout.items import items
from croupier.games import game as game_of
from croupier.games.notices import NamedPaytable, named_paytables, notes_of, words_of
from croupier.hands.words import row_words
from croupier.rulebook import defaults, under
from croupier.submission import Rules
from croupier.table.readers.legal import Stake, stakes_open
from croupier.table.state import open_table

LISTED = 12  # maximum number of faults listed on a sign


class Sign(msgspec.Struct, frozen=True):
    """A sign with a table of two columns and lines of text below it. ``--sign`` selects it by ``name``."""

    name: str
    title: str
    under: str  # the subtitle of the sign
    columns: tuple[str, str]
    rows: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    clauses: tuple[str, ...]


def signs(filed: FiledSubmission) -> tuple[Sign, ...]:
    """Return all signs, or only notices if the submission is too incomplete to open a table."""
    faults = tuple(_faults(filed))
    if filed.choices is None:
        return (*_notices(filed, None), *faults)
    rules = Rules(filed.choices)
    found = (_limits(filed, rules), *_paytables(rules), *_progressive(rules), *_notices(filed, rules))
    return (*found, *faults)


def _faults(filed: FiledSubmission) -> Iterator[Sign]:
    """Yield a "do not post" sign that lists the faults, if the submission has any."""
    if filed.faults:
        listed = filed.faults[:LISTED]
        lines = tuple(f"{each.message}: {each.remedy}" for each in listed)
        if more := len(filed.faults) - len(listed):
            lines += (f"And {more} more. Run croupier check to list them all",)
        clauses = tuple(dict.fromkeys(each.clause for each in listed if each.clause))
        yield Sign("faults", "Do not post", filed.standing, ("", ""), (), lines, clauses)


def _limits(filed: FiledSubmission, rules: Rules) -> Sign:
    stakes = stakes_open(open_table(rules))
    lines = []
    if rules.choices.adjacent_boxes > 1:
        lines.append(f"A player may play {rules.choices.adjacent_boxes} boxes next to each other")
    labels = {stake.name: stake.label for stake in stakes}
    if rules.choices.payout_limit is not None:
        lines.append(
            f"Payout limit {money(rules.choices.payout_limit)} a hand for {_limited_wagers(rules)} together. "
            "Other wagers are paid in full"
        )
    return Sign(
        "limits",
        "Table limits",
        filed.title,
        ("Wager", "Minimum and maximum"),
        tuple((stake.label, _between(stake, labels)) for stake in stakes),
        tuple(lines),
        tuple(dict.fromkeys(stake.clause for stake in stakes)),
    )


def _limited_wagers(rules: Rules) -> str:
    """Return the words for the offered wagers that the payout limit applies to."""
    game = game_of(rules.game)
    reached = under(game.payout_limit, {**defaults(), **rules.choices.readings}).reaches
    *others, last = [
        rule.label for rule in game.wagers
        if rule.name in reached and (rule.kind != "optional" or rules.offers(rule.name))
    ]  # fmt: skip
    return f"{', '.join(others)} and {last}" if others else last


def _between(stake: Stake, labels: dict[str, str]) -> str:
    if stake.fixed is not None:
        return str(money(stake.fixed))
    if stake.chips:
        return " or ".join(str(money(chip)) for chip in stake.chips)
    if stake.equal_to:
        return f"equal to the {labels.get(stake.equal_to, stake.equal_to)}"
    if stake.minimum is None or stake.maximum is None:
        return "as posted by the floor"
    if stake.minimum == stake.maximum:
        return str(money(stake.minimum))
    limits = f"{money(stake.minimum)} to {money(stake.maximum)}"
    return f"{limits}, by {money(stake.increment)}" if stake.increment else limits


def _paytables(rules: Rules) -> Iterator[Sign]:
    """Yield the paytable signs of all wagers except the progressive and its Envy."""
    for one in named_paytables(rules):
        if one.name != rules.metered and one.table not in rules.envy_schedules.values():
            yield _paytable(one, _notes(rules, one.name))


def _notes(rules: Rules, wager: str) -> tuple[str, ...]:
    return tuple(notes_of(game_of(rules.game), rules, wager))


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
            f"{which} gains {_share(offered.rates[meter])} of each wager and restarts at {money(least)}"
        )
    envy = (
        "Paid for another player's hand to each player who made a Progressive wager",
        "Only if the holder of the hand also made a Progressive wager"
        if offered.envy_holder_must_bet
        else "Even if the holder of the hand made no Progressive wager",
    )
    for one in named_paytables(rules):
        if one.name == rules.metered:
            yield _paytable(one, (*_notes(rules, one.name), *lines))
        elif one.table in rules.envy_schedules.values():
            yield _paytable(one, envy)


def _share(rate: str) -> str:
    return f"{(Decimal(rate) * 100).normalize():f} %"


def _notices(filed: FiledSubmission, rules: Rules | None) -> Iterator[Sign]:
    """Yield a single sign with the notices that the submission puts on a sign instead of on the layout."""
    game = game_of(filed.game)
    printed = {notice.felt: notice for notice in game.looks.notices if notice.felt}
    lines, clauses = [], []
    for item in items(filed):
        if item.standing != "sign":
            continue
        found = words_of(game, rules, printed[item.name]) if rules and item.name in printed else None
        lines.append(found.words if found else f"Shown on signs at this table:  {item.felt.says}")
        clauses.append(item.felt.sign_clause or item.felt.clause)
    if lines:
        yield Sign(
            "notice", "Please note", filed.title, ("", ""), (), tuple(lines), tuple(dict.fromkeys(clauses))
        )

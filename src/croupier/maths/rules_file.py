"""Read a rules file (TOML) with your own paytables or rule values, for ``croupier analyze --rules``.

docs/computing.md describes the format. The whole file is checked before anything is computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from croupier.cards import Card
from croupier.errors import BadInput
from croupier.maths.solver import solver
from croupier.maths.submission_rules import check_submission, is_submission, terms_of_choices
from croupier.maths.terms import Terms, check_reading
from croupier.rulebook import (
    Dollars,
    MeterShare,
    Odds,
    Payment,
    Paytable,
    Push,
    Row,
    declaration,
    meters,
    parse_payment,
    paytable,
    paytables,
    place,
)
from croupier.submission import dollars, read_toml
from croupier.submission.money import short_text

KEYS = (
    "game", "paytables", "odds", "deck", "readings", "stake", "meters", "others", "bettors", "raises",
    "qualifier", "payout_limit",
)  # fmt: skip
OWN = "own"  # name given to a paytable that has no name in the file
# The payment that removes a row from the base paytable. A hand without a row loses,
# except on the Blind (see _own_table).
LOSES = "lose"
LOST = Odds(0, 1, "for")  # payment of a row that loses the whole wager

LARGEST_ODDS = 10**9
FINEST_ODDS = 10**6


def read_rules(path: str | Path, game: str) -> Terms:
    """Read the terms from a rules file or from a valid Rules Submission."""
    name = str(path)
    document = read_toml(path)
    if is_submission(document):
        return terms_of_choices(check_submission(document, game, name))
    return terms_from(document, game, name)


def terms_from(document: Mapping[str, Any], game: str, name: str = "rules") -> Terms:
    """Convert the parsed contents of a rules file to `Terms`. Error messages begin with ``name``."""
    place(game)
    _reject_unknown_keys(document, KEYS, name)
    if document.get("game", game) != game:
        raise BadInput(f"{name}: the file is for {short_text(document['game'])}, not for {game}")
    tables, base = _tables(_table(document, "paytables", name), game, f"{name}: paytables")
    return Terms(
        game,
        readings=_readings(_table(document, "readings", name), game, f"{name}: readings"),
        tables=tables,
        base=base,
        main_odds=_odds(_table(document, "odds", name), game, f"{name}: odds"),
        pack=_pack(_table(document, "deck", name), game, f"{name}: deck"),
        stake=stake(document.get("stake", 1), f"{name}: stake"),
        meters={
            meter_name(game, meter, f"{name}: meters"): dollars(amount, f"{name}: meters.{meter}")
            for meter, amount in _table(document, "meters", name).items()
        },
        others=whole(document["others"], 0, 51, f"{name}: others") if "others" in document else None,
        bettors=whole(document.get("bettors", 0), 0, 51, f"{name}: bettors"),
        raises=_raises(_table(document, "raises", name), game, f"{name}: raises"),
        qualifier=_qualifier(document.get("qualifier", ""), game, f"{name}: qualifier"),
        payout_limit=_limit(document.get("payout_limit"), game, f"{name}: payout_limit"),
    )


def stake(value: object, where: str) -> int:
    cents = dollars(value, where)
    if cents == 0:
        raise BadInput(f"{where}: the stake must be more than 0")
    return cents


def meter_name(game: str, name: str, where: str) -> str:
    if meters(game) and name not in meters(game):
        known = f"meters are {', '.join(meters(game))}"
        raise BadInput(f"{where}: no meter {name!r:.40}; {known}")
    return name


# --- paytables


def _tables(
    written: Mapping[str, Any], game: str, where: str
) -> tuple[dict[str, dict[str, Paytable]], dict[str, str]]:
    _reject_unknown_keys(written, tuple(paytables(game)), where)
    tables, base = {}, {}
    for wager, entry in written.items():
        here = f"{where}.{wager}"
        if not isinstance(entry, dict):
            raise BadInput(
                f'{here}: must be a table of rows such as flush = "8 to 1", not {short_text(entry)}'
            )
        table = _own_table(entry, game, wager, here)
        tables[wager] = {table.letter: table}
        if "base" in entry:
            base[wager] = entry["base"]
    return tables, base


def _own_table(entry: Mapping[str, Any], game: str, wager: str, where: str) -> Paytable:
    of = solver(game)
    side = of.sides.get(wager)
    hands = hands_of(game, wager)
    _reject_unknown_keys(entry, ("name", "base", *hands), where)
    name = entry.get("name", OWN)
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 40:
        raise BadInput(f"{where}.name: a name must be 1 to 40 printable characters, not {short_text(name)}")
    rows: dict[str, Row] = {}
    clause = ""
    if "base" in entry:
        if not isinstance(entry["base"], str):
            raise BadInput(
                f'{where}.base: must be a paytable letter such as "A", not {short_text(entry["base"])}'
            )
        book = paytable(game, wager, entry["base"])
        rows = {row.hand: row for row in book.rows}
        clause = book.clause
    lost: set[str] = set()
    for hand in hands:
        if hand not in entry:
            continue
        if entry[hand] == LOSES:
            # A hand needs a losing row if a broader row would otherwise pay the hand.
            if hand not in rows and not wager.startswith("envy_"):
                lost.add(hand)
            rows.pop(hand, None)
            # Here the hand gets a losing row, because without a row it would be paid or would push.
            if hand in lost or (wager == of.table and of.last_row_stays):
                rows[hand] = Row(clause, hand, LOST)
        else:
            rows[hand] = Row(
                clause, hand, _payment(entry[hand], game, wager, f"{where}.{hand}", f", or {LOSES!r}")
            )
    if not rows.keys() - lost:
        raise BadInput(f'{where}: the table has no rows; write rows, or base = "A" to start from a paytable')
    if side is not None and side.basis is not None:
        hands = side.basis(rows, where)
    ordered = sorted(rows.values(), key=lambda row: hands.index(row.hand))
    if wager == of.table:
        of.check_table(rows, where)
    return Paytable(game, wager, name, clause, tuple(ordered))


def hands_of(game: str, wager: str) -> tuple[str, ...]:
    """Return the hands that a paytable may list, best first.

    If a hand satisfies two rows, the row that is earlier in this order pays (X-03), whatever the order in
    the file.
    """
    of = solver(game)
    if wager.startswith("envy_"):
        return of.envy_hands
    listed = of.table_hands if wager == of.table else of.sides[wager].hands if wager in of.sides else ()
    return listed or in_one_order(
        [[row.hand for row in table.rows] for table in paytables(game)[wager].values()]
    )


def in_one_order(tables: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Merge the hands of several paytables that list their best hand first.

    A new hand of a later paytable goes directly before the first lower hand of that paytable that is already
    in the merged order.
    """
    found: list[str] = []
    for hands in tables:
        for at, hand in enumerate(hands):
            if hand not in found:
                below = [found.index(each) for each in hands[at + 1 :] if each in found]
                found.insert(min(below, default=len(found)), hand)
    return tuple(found)


def _payment(value: object, game: str, wager: str, where: str, also: str = "") -> Payment:
    """Parse a payment. ``also`` is added to the error message to name other allowed values."""
    if not isinstance(value, str):
        raise BadInput(f'{where}: a payment must be text such as "3 to 2", not {short_text(value)}')
    try:
        pays = parse_payment(value)
    except BadInput as fault:
        raise BadInput(f"{where}: {fault}{also}") from None
    match pays:
        case Odds() if not (1 <= pays.den <= FINEST_ODDS and pays.num <= LARGEST_ODDS):
            raise BadInput(
                f"{where}: odds must be at most {LARGEST_ODDS:,} to 1, in parts of at least 1/{FINEST_ODDS:,}"
            )
        case Dollars() if not _pays_sums(game, wager) and not wager.startswith("envy_"):
            raise BadInput(f"{where}: this wager pays odds such as '3 to 2', not an amount of money")
        case MeterShare() if wager not in _list_meter_wagers(game):
            raise BadInput(f"{where}: only the progressive pays from a meter")
        case MeterShare() if not 1 <= pays.percent <= 100:
            raise BadInput(f"{where}: a share of a meter must be 1% to 100%")
        case Odds() | Push() | MeterShare() if wager.startswith("envy_"):
            raise BadInput(f"{where}: Envy must be an amount of money, such as $100")
    return pays


def _list_meter_wagers(game: str) -> tuple[str, ...]:
    found = declaration(game).metered
    return (found.name,) if found else ()


def _pays_sums(game: str, wager: str) -> bool:
    """Return whether the rules let the wager pay amounts of money."""
    side = solver(game).sides.get(wager)
    return side is not None and side.of_the_stake


# --- other keys of the file


def _readings(written: Mapping[str, Any], game: str, where: str) -> dict[str, str]:
    for reading_id, choice in written.items():
        try:
            check_reading(game, reading_id, choice)
        except BadInput as fault:
            raise BadInput(f"{where}: {fault}") from None
    return dict(written)


def _odds(written: Mapping[str, Any], game: str, where: str) -> dict[str, Odds]:
    allowed = solver(game).odds
    if written and not allowed:
        raise BadInput(
            f"{where}: in {game} only paytables can be replaced, such as [paytables.{solver(game).table}]"
        )
    _reject_unknown_keys(written, allowed, where)
    odds = {}
    for wager, text in written.items():
        pays = _payment(text, game, wager, f"{where}.{wager}")
        if not isinstance(pays, Odds):
            raise BadInput(f"{where}.{wager}: write odds such as '1 to 1', not {short_text(text)}")
        odds[wager] = pays
    return odds


def _pack(written: Mapping[str, Any], game: str, where: str) -> dict[Card, int]:
    if not written:
        return {}
    read = solver(game).pack
    if read is None:
        raise BadInput(f"{where}: the deck of {game} cannot be changed")
    return read(written, where)


def _raises(written: Mapping[str, Any], game: str, where: str) -> dict[str, tuple[int, ...]]:
    if not written:
        return {}
    read = solver(game).raises
    if read is None:
        raise BadInput(f"{where}: {game} has no raises that can be changed")
    return read(written, where)


def _qualifier(value: object, game: str, where: str) -> str:
    allowed = solver(game).qualifiers
    if value and not allowed:
        raise BadInput(f"{where}: {game} has no qualifying hand that can be changed")
    if value and value not in allowed:
        raise BadInput(f"{where}: must be one of {', '.join(allowed)}, not {short_text(value)}")
    return str(value)


def _limit(value: object, game: str, where: str) -> int | None:
    if value is None:
        return None
    rule = declaration(game).payout_limit
    if not rule.reaches:
        raise BadInput(f"{where}: {game} does not allow a payout limit [{rule.clause}]")
    cents = dollars(value, where)
    if cents < rule.floor:
        raise BadInput(
            f"{where}: must be ${rule.floor // 100:,} or more [{rule.clause}], not ${cents / 100:,.2f}"
        )
    return cents


def whole(value: object, least: int, most: int, where: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadInput(f"{where}: must be a whole number from {least} to {most}, not {short_text(value)}")
    return value


def _table(document: Mapping[str, Any], key: str, name: str) -> Mapping[str, Any]:
    entry = document.get(key, {})
    if not isinstance(entry, dict):
        raise BadInput(f"{name}: {key} must be a table written as [{key}], not {short_text(entry)}")
    return entry


def _reject_unknown_keys(entry: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    allowed = tuple(keys)
    for key in entry:
        if key not in allowed:
            raise BadInput(f"{where}: unknown key {key!r:.60}; known keys: {', '.join(allowed)}")

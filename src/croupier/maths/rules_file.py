"""A paytable or a rule value of one's own, in a TOML file: what ``croupier analyze --rules FILE`` reads.

docs/mathematics.md describes the file. Everything in it is checked before anything is computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from croupier.cards import DRAGON, Card
from croupier.errors import BadInput
from croupier.hands.words import many
from croupier.maths.submitted import checked, is_submission, terms_of_choices
from croupier.maths.terms import Terms, check_reading
from croupier.maths.wagers.main_games import TABLE_OF
from croupier.rulebook import (
    Dollars,
    MeterShare,
    Odds,
    Payment,
    Paytable,
    Push,
    Row,
    games,
    parse_payment,
    paytable,
    paytables,
)
from croupier.submission import dollars, read_toml
from croupier.submission.money import shown

KEYS = ("game", "paytables", "odds", "deck", "readings", "stake", "meters", "others")
OWN = "own"  # what a table is called that the file does not name
LOSES = "lose"  # takes a row away from the table it is based on

_ABOVE_STRAIGHT = ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush")
_MADE = (*_ABOVE_STRAIGHT, "straight", "three_of_a_kind", "two_pair")
_PAIRS = tuple(f"pair_of_{many(rank)}_or_better" for rank in range(12, -1, -1))
_FIVE = (*_MADE, *_PAIRS, "pair", "high_card")
_THREE = (
    "akq_of_spades",
    "akq_suited_other",
    "straight_flush",
    "three_of_a_kind",
    "straight",
    "flush",
    "pair",
    "high_card",
)
_SIX = ("super_royal_diamonds", "super_royal_other", "super_royal", *_MADE, "pair", "high_card")
_DRAGON = (
    "three_dragons", "three_phoenix", "three_tigers", "trips",
    "pair_of_dragons", "pair_of_phoenix", "pair_of_tigers", "pair_of_pandas_or_better", "pair",
)  # fmt: skip

# What a table may ask for, best first: of two rows that a hand satisfies, the one that stands first here
# pays, in whatever order the file has them.
HANDS: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("uth", "blind"): (*_ABOVE_STRAIGHT, "straight", "below_straight", "below_flush"),
    ("uth", "trips"): _FIVE,
    ("uth", "progressive"): _FIVE,
    ("uth", "six_card"): _SIX,
    ("uth", "ultimate_pairs"): (
        "both_pairs_of_aces", "red_aces", "pair_of_aces", "ace_king_suited", "ace_queen_or_jack_suited",
        "ace_king_offsuit", "pair_of_jacks_to_kings", "ace_queen_or_jack_offsuit", "pair_of_tens_or_less",
    ),
    ("uth", "bad_beat"): (*_MADE[1:], "pair", "high_card"),
    ("uth", "play_the_board"): _FIVE,
    ("letitride", "main"): _FIVE,
    ("letitride", "five_card"): _FIVE,
    ("letitride", "three_card"): _THREE,
    ("letitride", "six_card"): _SIX,
    ("letitride", "progressive"): tuple(dict.fromkeys((*_THREE[:2], *_FIVE))),
    ("dragon", "ante_bonus"): (*_DRAGON, "winning_hand"),
    ("dragon", "three_card"): (*_DRAGON, "high_card"),
    ("dragon", "dragon"): (
        "three_red_dragons", "three_blue_dragons", "three_dragons_with_gold", "three_dragons",
        "pair_of_dragons", "gold_dragon",
    ),
    ("topfive", "top_five"): ("seven_cards", "six_cards", "five_cards", "four_cards"),
    ("topfive", "poker"): (
        "royal_flush", "four_of_a_kind", "full_house", "straight", "three_of_a_kind", "two_pair",
        "pair_of_aces_or_kings", "pair", "high_card",
    ),
}  # fmt: skip
_ENVY = ("akq_of_spades", "akq_suited_other", "royal_flush", "straight_flush")

# Which payments make sense: sums of money only where the rules pay sums, shares only where there is a meter.
_SUMS = {"five_card", "six_card", "progressive"}
LARGEST_ODDS = 10**9
FINEST_ODDS = 10**6


def read_rules(path: str | Path, game: str) -> Terms:
    """The terms of a file: a paytable of one's own, or a Rules Submission that passes the check."""
    name = str(path)
    document = read_toml(path)
    if is_submission(document):
        return terms_of_choices(checked(document, game, name))
    return terms_from(document, game, name)


def terms_from(document: Mapping[str, Any], game: str, name: str = "rules") -> Terms:
    """The document of a rules file as terms; ``name`` is what complaints begin with."""
    if game not in games():
        raise BadInput(f"no game {game!r:.40}; the games are {', '.join(games())}")
    _known(document, KEYS, name)
    if document.get("game", game) != game:
        raise BadInput(f"{name}: the file is for {shown(document['game'])}, not for {game}")
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
            meter_name(meter, f"{name}: meters"): dollars(amount, f"{name}: meters.{meter}")
            for meter, amount in _table(document, "meters", name).items()
        },
        others=_whole(document["others"], 0, 51, f"{name}: others") if "others" in document else None,
    )


def stake(value: object, where: str) -> int:
    cents = dollars(value, where)
    if cents == 0:
        raise BadInput(f"{where}: a stake of zero wins and loses nothing; write an amount above 0")
    return cents


def meter_name(name: str, where: str) -> str:
    if name not in ("main", "mega", "major", "minor"):
        raise BadInput(f"{where}: no meter {name!r:.40}; meters are main, mega, major and minor")
    return name


# --- paytables


def _tables(
    written: Mapping[str, Any], game: str, where: str
) -> tuple[dict[str, dict[str, Paytable]], dict[str, str]]:
    _known(written, tuple(paytables(game)), where)
    tables, base = {}, {}
    for wager, entry in written.items():
        here = f"{where}.{wager}"
        if not isinstance(entry, dict):
            raise BadInput(f'{here}: a table of rows is needed, such as flush = "8 to 1", not {shown(entry)}')
        table = _own_table(entry, game, wager, here)
        tables[wager] = {table.letter: table}
        if "base" in entry:
            base[wager] = entry["base"]
    return tables, base


def _own_table(entry: Mapping[str, Any], game: str, wager: str, where: str) -> Paytable:
    hands = _ENVY if wager.startswith("envy_") else HANDS[game, wager]
    _known(entry, ("name", "base", *hands), where)
    name = entry.get("name", OWN)
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 40:
        raise BadInput(f"{where}.name: a name is 1 to 40 printable characters, not {shown(name)}")
    rows: dict[str, Row] = {}
    clause = ""
    if "base" in entry:
        if not isinstance(entry["base"], str):
            raise BadInput(f'{where}.base: the letter of a paytable, such as "A", not {shown(entry["base"])}')
        book = paytable(game, wager, entry["base"])
        rows = {row.hand: row for row in book.rows}
        clause = book.clause
    for hand in hands:
        if hand not in entry:
            continue
        if entry[hand] == LOSES and wager != "blind":
            rows.pop(hand, None)
        else:
            rows[hand] = Row(clause, hand, _payment(entry[hand], wager, f"{where}.{hand}"))
    if not rows:
        raise BadInput(
            f'{where}: the table has no rows; write some, or base = "A" to start from one of the rule book\'s'
        )
    if (game, wager) == ("letitride", "progressive"):
        hands = _basis(rows, where)
    ordered = sorted(rows.values(), key=lambda row: hands.index(row.hand))
    if wager == "blind":
        _check_blind(rows, where)
    return Paytable(game, wager, name, clause, tuple(ordered))


def _basis(rows: Mapping[str, Row], where: str) -> tuple[str, ...]:
    """A table that asks for A-K-Q is about the player's own three cards, any other about five (L-02)."""
    hands = _THREE if any(hand in _THREE[:2] for hand in rows) else _FIVE
    for hand in rows:
        if hand not in hands:
            raise BadInput(
                f"{where}.{hand}: a table with an A-K-Q row looks at three cards, which make no such hand"
            )
    return hands


def _check_blind(rows: Mapping[str, Row], where: str) -> None:
    """Every winning hand must be told what happens: below the rows that pay, the Blind pushes
    (uth/11.H.3.c).
    """
    for hand in ("below_straight", "below_flush"):
        if hand in rows and not isinstance(rows[hand].pays, Push):
            raise BadInput(
                f"{where}.{hand}: a winning hand below the listed ones pushes; write rows from a straight up"
            )


def _payment(value: object, wager: str, where: str) -> Payment:
    if not isinstance(value, str):
        raise BadInput(f'{where}: a payment is text such as "3 to 2", not {shown(value)}')
    try:
        pays = parse_payment(value)
    except BadInput as fault:
        raise BadInput(f"{where}: {fault}") from None
    match pays:
        case Odds() if not (1 <= pays.den <= FINEST_ODDS and pays.num <= LARGEST_ODDS):
            raise BadInput(
                f"{where}: odds go up to {LARGEST_ODDS:,} to 1, and by no more than {FINEST_ODDS:,}ths"
            )
        case Dollars() if wager not in _SUMS and not wager.startswith("envy_"):
            raise BadInput(f"{where}: this wager pays odds such as '3 to 2', not a sum of money")
        case MeterShare() if wager != "progressive":
            raise BadInput(f"{where}: only the progressive pays from a meter")
        case MeterShare() if not 1 <= pays.percent <= 100:
            raise BadInput(f"{where}: a share of a meter is 1% to 100%")
        case Odds() | Push() | MeterShare() if wager.startswith("envy_"):
            raise BadInput(f"{where}: Envy is a sum of money, such as $100")
    return pays


# --- everything else


def _readings(written: Mapping[str, Any], game: str, where: str) -> dict[str, str]:
    for reading_id, choice in written.items():
        try:
            check_reading(game, reading_id, choice)
        except BadInput as fault:
            raise BadInput(f"{where}: {fault}") from None
    return dict(written)


def _odds(written: Mapping[str, Any], game: str, where: str) -> dict[str, Odds]:
    allowed = ("ante", "play") if game in ("dragon", "topfive") else ()
    if written and not allowed:
        raise BadInput(
            f"{where}: in {game} only paytables can be replaced, such as [paytables.{TABLE_OF[game]}]"
        )
    _known(written, allowed, where)
    odds = {}
    for wager, text in written.items():
        pays = _payment(text, "ante", f"{where}.{wager}")
        if not isinstance(pays, Odds):
            raise BadInput(f"{where}.{wager}: write odds such as '1 to 1', not {shown(text)}")
        odds[wager] = pays
    return odds


def _pack(written: Mapping[str, Any], game: str, where: str) -> dict[Card, int]:
    if not written:
        return {}
    if game != "dragon":
        raise BadInput(f"{where}: only Dragon Poker has a deck of its own")
    _known(written, tuple(DRAGON.counts), where)
    pack = {}
    for card, copies in written.items():
        # More than one card that stands for any other is a game the rankings do not know (dragon/6.A.1).
        pack[Card(card)] = _whole(copies, 0, 1 if card == "Dg" else 40, f"{where}.{card}")
    if sum(pack.get(card, copies) for card, copies in DRAGON.counts.items()) < 6:
        raise BadInput(f"{where}: a player and the dealer need six cards between them")
    return pack


def _whole(value: object, least: int, most: int, where: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise BadInput(f"{where}: a whole number from {least} to {most}, not {shown(value)}")
    return value


def _table(document: Mapping[str, Any], key: str, name: str) -> Mapping[str, Any]:
    entry = document.get(key, {})
    if not isinstance(entry, dict):
        raise BadInput(f"{name}: {key} is a table, written [{key}], not {shown(entry)}")
    return entry


def _known(entry: Mapping[str, Any], keys: Iterable[str], where: str) -> None:
    allowed = tuple(keys)
    for key in entry:
        if key not in allowed:
            raise BadInput(f"{where}: no such key {key!r:.60}; known are {', '.join(allowed)}")

"""The notices and paytables printed on a table under its rules, for the terminal, pages and documents."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.rulebook import Declaration, Paytable, declaration
from croupier.rulebook.layout import LayoutNotice
from croupier.submission import Rules
from croupier.submission.money import format_dollars
from croupier.submission.rules import ENVY

ODDS = "payout_odds"  # id of the inscription that lists the payouts of every wager


class NamedPaytable(msgspec.Struct, frozen=True):
    """A paytable as it is posted at a table, with its name."""

    name: str
    label: str
    table: Paytable


class PostedNotice(msgspec.Struct, frozen=True):
    words: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


def words_of(game: Declaration, rules: Rules, notice: LayoutNotice) -> PostedNotice | None:
    """Return a notice's text at this table, or None if the table does not offer its wager or paytable."""
    limit = rules.choices.payout_limit
    letter = rules.paytable(notice.paytable).letter if rules.offers(notice.paytable) else ""
    words = notice.by_letter.get(letter, notice.words)
    item = next((item for item in game.felt if item.name == notice.felt), None)
    when = item.when if item is not None else ""
    applies = not when or (limit is not None if when == "payout_limit" else rules.offers(when))
    if not applies or not words:
        return None
    words = words.replace("{limit}", format_dollars(limit or 0))
    if item is None:
        return PostedNotice(words, (notice.clause,))
    return PostedNotice(words, (item.clause,), item.readings)


def notes_of(game: Declaration, rules: Rules, wager: str) -> Iterator[str]:
    """Yield the sentences on a wager's sign, given the table's paytable and readings."""
    for note in game.looks.notes:
        if note.wager != wager:
            continue
        letter = rules.paytable(wager).letter if rules.offers(wager) else ""
        words = note.words or note.by_letter.get(letter, "")
        if note.reading:
            words = note.by_option.get(rules.reading(note.reading), "")
        if words:
            yield words


def named_paytables(rules: Rules) -> Iterator[NamedPaytable]:
    """Yield every paytable of a table. The Envy Bonus has one paytable for each stake of the recipient."""
    for name, table in rules.paytables.items():
        if name != ENVY:
            yield NamedPaytable(name, label_of(rules, name), table)
    schedules = rules.envy_schedules
    for stake, table in schedules.items():
        if len(schedules) == 1:
            yield NamedPaytable(ENVY, label_of(rules, ENVY), table)
        else:
            label = f"{label_of(rules, ENVY)} with a {format_dollars(stake)} stake"
            yield NamedPaytable(f"{ENVY}_{stake // 100}", label, table)


def label_of(rules: Rules, name: str) -> str:
    """Return the label of a wager or paytable. The label of a paytable for several wagers lists them all."""
    if name == ENVY:
        return "Envy Bonus"
    section = declaration(rules.game).paytables.get(name)
    if section is not None and section.label:
        return section.label
    labels = [rule.label for rule in declaration(rules.game).wagers if name in (rule.name, rule.table)]
    return ", ".join(labels) or name.replace("_", " ").capitalize()


def odds_in_words(game: Declaration, rules: Rules) -> Iterator[PostedNotice]:
    """Yield the payout notices for wagers without a paytable."""
    for notice in game.looks.notices:
        if notice.felt == ODDS and (found := words_of(game, rules, notice)) is not None:
            yield found

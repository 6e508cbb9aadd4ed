"""What is printed on a table as its rules have it: the words of each notice, for pages and papers alike."""

from __future__ import annotations

import msgspec

from croupier.rulebook import Declaration
from croupier.rulebook.layout import Notice
from croupier.submission import Rules
from croupier.submission.money import written


class PostedNotice(msgspec.Struct, frozen=True):
    words: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()


def words_of(game: Declaration, rules: Rules, notice: Notice) -> PostedNotice | None:
    """A notice as this table prints it; none where it is about something that is not offered."""
    limit = rules.choices.payout_limit
    letter = rules.paytable(notice.paytable).letter if rules.offers(notice.paytable) else ""
    words = notice.by_letter.get(letter, notice.words)
    item = next((item for item in game.felt if item.name == notice.felt), None)
    when = item.when if item is not None else ""
    shown = not when or (limit is not None if when == "payout_limit" else rules.offers(when))
    if not shown or not words:
        return None
    words = words.replace("{limit}", written(limit or 0))
    if item is None:
        return PostedNotice(words, (notice.clause,))
    return PostedNotice(words, (item.clause,), item.readings)

"""``check``: a whole submission against the rule book, all faults at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.rulebook import GAMES, TITLES, paytable
from croupier.submission.advice import advise
from croupier.submission.complete import complete
from croupier.submission.faults import Code, Faults, Report
from croupier.submission.law import judge
from croupier.submission.reader import read
from croupier.submission.record import choices, not_offered
from croupier.submission.rules import Choices
from croupier.submission.shape import shape
from croupier.submission.sheets import SHEETS


def check(mapping: object) -> Report:
    """Never raises: whatever the mapping holds, the answer is a report."""
    faults = Faults()
    named = mapping.get("game") if isinstance(mapping, Mapping) else None
    game = named if isinstance(named, str) and named in GAMES else None
    draft = read(shape(game), mapping, faults)
    if game is None:
        if isinstance(mapping, Mapping) and "game" not in draft.stated:
            faults.note(
                Code.MISSING_KEY,
                "",
                "game",
                "which game the table runs is not stated",
                f"write one of {', '.join(GAMES)}",
            )
        return Report(tuple(faults.violations), (), None)
    sheet = SHEETS[game]
    judge(draft, sheet, draft.dealing, faults)
    not_offered(draft, sheet, draft.paytables, faults)
    attested = complete(draft, sheet, faults)
    advise(draft, sheet, faults)
    chosen = None
    if not faults.violations:
        assert draft.dealing is not None
        chosen = choices(draft, sheet, draft.dealing, draft.paytables)
    return Report(tuple(faults.violations), tuple(faults.warnings), chosen, attested)


def summary(chosen: Choices) -> dict[str, Any]:
    """What a table under these choices offers; money in cents."""
    sheet = SHEETS[chosen.game]
    letters: dict[str, str | None] = dict.fromkeys(sheet.wagers, None)
    letters.update(chosen.paytables)
    if "main" in letters:  # Let It Ride: one paytable for the three bets
        main = letters.pop("main")
        letters.update(dict.fromkeys(("bet1", "bet2", "bet3"), main))
    if chosen.progressive:
        letters["progressive"] = chosen.progressive.paytable
    unpriced = {"ante", "play"}  # even money, without a paytable (12.A)
    wagers = []
    for wager, letter in letters.items():
        if letter is None and wager not in unpriced:
            continue
        limit = chosen.limits.get(wager) or chosen.limits.get(sheet.twins.get(wager, ""))
        table = "main" if wager.startswith("bet") else wager
        wagers.append(
            {
                "wager": wager,
                "paytable": letter,
                "clause": paytable(chosen.game, table, letter).clause if letter else sheet.wagers[wager],
                "minimum": limit.minimum if limit else None,
                "maximum": limit.maximum if limit else None,
                "increment": limit.increment if limit else None,
            }
        )
    progressive = chosen.progressive
    return {
        "game": chosen.game,
        "title": TITLES[chosen.game],
        "dealing": chosen.dealing,
        "decks": chosen.decks,
        "shuffler": chosen.shuffler,
        "seats": chosen.seats or sheet.seats,
        "adjacent_boxes": chosen.adjacent_boxes,
        "payout_limit": chosen.payout_limit,
        "wagers": wagers,
        "progressive": progressive
        and {
            "paytable": progressive.paytable,
            "stake": progressive.stake,
            "rates": progressive.rates,
            "initial": progressive.initial,
            "resets": progressive.resets,
            "envy": progressive.envy,
            "envy_holder_must_bet": progressive.envy_holder_must_bet,
        },
        "readings": chosen.readings,
    }

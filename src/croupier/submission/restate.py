"""Convert the operator's choices back to the notation of a file, and check them again."""

from __future__ import annotations

from typing import Any

from croupier.submission.record import partial
from croupier.submission.rules import Limit, OperatorChoices
from croupier.submission.shape import PROGRESSIVE


def amount(cents: int) -> int | str:
    """Convert cents to the notation of a file: whole dollars, or a string with two decimals."""
    return cents // 100 if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


def restate(choices: OperatorChoices) -> dict[str, Any]:
    """Return these choices as the `[submission]` table of a record, without game and dealing."""
    table: dict[str, Any] = {
        "paytables": dict(choices.paytables),
        "decks": choices.decks,
        "shuffler": choices.shuffler,
        "adjacent_boxes": choices.adjacent_boxes,
    }
    progressive = choices.progressive
    if progressive is not None:
        table[PROGRESSIVE] = {
            "paytable": progressive.paytable,
            "stake": amount(progressive.stake)
            if len(progressive.stakes) == 1
            else [amount(cents) for cents in progressive.stakes],
            "rate": dict(progressive.rates),
            "initial": {name: amount(cents) for name, cents in progressive.initial.items()},
            "reset": {name: amount(cents) for name, cents in progressive.resets.items()},
            "envy": progressive.envy if progressive.envy is not None else False,
            "envy_holder_must_bet": progressive.envy_holder_must_bet,
            **({"group": progressive.group} if progressive.group else {}),
        }
    if choices.limits:
        table["limits"] = {wager: _limit(limit) for wager, limit in choices.limits.items()}
    if choices.readings:
        table["readings"] = dict(choices.readings)
    if choices.payout_limit is not None:
        table["payout_limit"] = amount(choices.payout_limit)
    if choices.dealer_cards != "delivered":
        table["dealer_cards"] = choices.dealer_cards
    if choices.community_stack != 2:
        table["community_stack"] = choices.community_stack
    if choices.electronic:
        table["electronic"] = True
    if choices.seats is not None:
        table["seats"] = choices.seats
    return table


def _limit(limit: Limit) -> dict[str, int | str]:
    parts = {"minimum": limit.minimum, "maximum": limit.maximum, "increment": limit.increment}
    return {name: amount(cents) for name, cents in parts.items() if cents is not None}


def lawful(choices: OperatorChoices) -> None:
    """Raise ``BadInput`` or ``Refused`` if a file with these choices would not be accepted."""
    partial(restate(choices), choices.game, choices.dealing)

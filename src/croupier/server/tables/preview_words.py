"""The result of a preview in words, for the button, for the headline, and step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

from croupier.server.tables.narration import labels_of
from croupier.table import events as ev
from croupier.table.events import TableEvent
from croupier.table.state import TableState
from croupier.table.wording import PageWording

if TYPE_CHECKING:
    from croupier.server.tables.dry_run import Move

# Events that only move chips or cards. A preview shows them in its table of amounts.
MOVES_ONLY = (
    ev.WagerSettled,
    ev.WagerTakenBack,
    ev.ChipReturned,
    ev.CardsDealt,
    ev.CardsNamed,
    ev.CardsTurned,
    ev.SettlementReversed,
    ev.SettlementCorrected,
)
NAMES_A_CARD = (ev.CardExposed, ev.NamingCorrected)
# Events for the headline, most important first.
DECISIVE = (
    ev.RoundVoided,
    ev.RulingAsked,
    ev.SeatForfeited,
    ev.SettlementCorrected,
    ev.EnvyCorrected,
    ev.DecisionCorrected,
)


class PreviewStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """One event of a preview. `card` is set if the event names a card. The sender may not have chosen that
    card yet.
    """

    words: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    card: bool = False


class PreviewOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a preview, with `words` for a button and `headline` for the page."""

    words: str
    headline: str
    clauses: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()


def steps_of(events: Iterable[TableEvent], state: TableState) -> tuple[PreviewStep, ...]:
    wording = PageWording(labels_of(state))
    return tuple(
        [
            PreviewStep(
                event.sentence(wording), event.clauses, event.readings, isinstance(event, NAMES_A_CARD)
            )
            for event in events
            if event.log != "none" and not isinstance(event, MOVES_ONLY)
        ]
    )


def outcome_of(events: Sequence[TableEvent], after: TableState, moves: Sequence[Move]) -> PreviewOutcome:
    main = decisive(events)
    if main is None:
        return PreviewOutcome("Play continues", "Nothing changes.")
    wording = PageWording(labels_of(after))
    words, headline = in_words(main, after, moves, wording)
    return PreviewOutcome(words, headline, main.clauses, main.readings)


def decisive(events: Sequence[TableEvent]) -> TableEvent | None:
    for kind in DECISIVE:
        if matches := [event for event in events if isinstance(event, kind)]:
            return matches[0]
    return next(iter(events), None)


def in_words(
    main: TableEvent, after: TableState, moves: Sequence[Move], wording: PageWording
) -> tuple[str, str]:
    def total(*actions: str) -> int:
        return sum(move.cents for move in moves if move.action in actions)

    if isinstance(main, ev.RoundVoided):
        playing = {wager: None for wagers in after.bets.wagers.values() for wager in wagers}
        names = ", ".join(map(wording.wager, playing))
        back = f" Return {wording.money(total('return'))}." if total("return") else ""
        on = f" {names} {'stay' if len(playing) > 1 else 'stays'} in play." if names else ""
        return (f"Void except {names}" if names else "Void"), f"Void.{back}{on}"
    if isinstance(main, ev.RulingAsked):
        return "You decide", "You decide."
    if isinstance(main, ev.SeatForfeited):
        words = f"Seat {main.seat} loses {wording.money(total('collect', 'lost'))}"
        return words, f"{words}."
    taken_cents, paid_cents = total("take"), total("pay")
    sentence = main.sentence(wording)
    if taken_cents and paid_cents:
        return sentence, f"{wording.money(taken_cents)} becomes {wording.money(paid_cents)}."
    if taken_cents or paid_cents:
        return sentence, (
            f"Take back {wording.money(taken_cents)}." if taken_cents else f"Pay {wording.money(paid_cents)}."
        )
    return sentence, f"{sentence}."

"""Helpers for testing the irregularities of chapter 13."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.games.game import Ask, Deal, Rack
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.state import TableState
from tests.helpers import now
from tests.helpers.pit import Pit, bets_down, table

IDS = {
    "uth": {
        "one": "13.A", "many": "13.B", "late": "13.C", "drawn": "13.D", "number": "13.E", "dealer": "13.F",
        "trips": "13.G", "shuffler": "13.H.1 13.H.2 13.H.3", "idle": "13.H.1", "shoe": "13.I.1 13.I.2 13.I.3",
        "covered": "13.J.1", "marked": "13.J.2",
    },
    "letitride": {
        "one": "13.A", "many": "13.B", "drawn": "13.C", "number": "13.D", "community": "13.E",
        "shuffler": "13.F", "idle": "13.F", "shoe": "13.G", "covered": "13.H.1", "marked": "13.H.2",
    },
    "dragon": {
        "one": "13.A", "many": "13.B", "drawn": "13.C", "number": "13.D", "dealer": "13.E",
        "shuffler": "13.F", "idle": "13.F", "shoe": "13.G", "covered": "13.H.1", "removed": "13.H.2",
        "marked": "13.H.2'2",
    },
    "topfive": {
        "one": "13.A", "many": "13.A", "drawn": "13.B", "number": "13.C", "shuffler": "", "idle": "",
        "shoe": "13.D", "covered": "13.E.1", "marked": "13.E.2",
    },
}  # fmt: skip
FOLDS = {  # seat 1 folds or withdraws; seat 3 stays in
    "uth": {1: ["check", "check", "fold"]},
    "letitride": {1: ["withdraw", "withdraw"]},
    "dragon": {1: ["fold"]},
    "topfive": {1: ["fold"]},
}


def worth(pit: Pit) -> tuple[dict[str, int], dict[str, Any]]:
    """Return the players' chips and the meter amounts."""
    return dict(pit.state.seating.purses), pit.meter_books.exactly()


def before_bets(game: str, dealing: str, **options: Any) -> tuple[dict[str, int], dict[str, Any]]:
    pit = table(game, dealing, **options)
    for seat in (1, 3):
        pit.seat(seat, f"p{seat}")
    return worth(pit)


def moments(game: str, dealing: str, **options: Any) -> Iterator[Pit]:
    """Yield every state of a round, from "no more bets" to the last card in the rack."""
    pit = bets_down(game, dealing, **options)
    pit.do(do.CloseBetting())
    left = {seat: list(words) for seat, words in FOLDS[game].items()}
    while pit.state.round.number == 1:
        yield pit.fork()
        phase = pit.state.phase
        if isinstance(phase, Ask):
            seat = pit.state.round.in_play[pit.state.round.cursor]
            word = left[seat].pop(0) if left.get(seat) else phase.choices[-1].name
            pit.do(now.decide(seat=seat, choice=word))
        elif isinstance(phase, Deal):
            pit.deal_next()
        else:
            assert pit.routine()


def shown(state: TableState) -> bool:
    """Return whether any player's hand has been turned over for settlement."""
    return any(place.startswith("seat") for place in state.layout.turned)


def check_round_undone(pit: Pit, game: str, dealing: str, clauses: tuple[str, ...]) -> None:
    """Check that all wagers are returned, the meters are unchanged and the deck needs a shuffle."""
    (voided,) = pit.of(ev.RoundVoided)
    assert voided.clauses == clauses
    assert worth(pit) == before_bets(game, dealing)
    assert not pit.state.bets.wagers
    assert isinstance(pit.state.phase, Rack)
    for settled in pit.of(ev.WagerSettled):
        assert settled.result == "returned"
    pit.do(do.RackCards())
    assert pit.refused(do.Load(deck="red")).code in ("deck_not_ready", "no_such_deck")

"""Measure which event types, refusal codes and irregularities of each game a shift covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from croupier.games import game
from croupier.games.game import BOARD, BOX, DEALER
from croupier.rulebook import games
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.codec import kinds
from croupier.table.refusals import TableCode
from croupier.table.state import TableState

GAMES = games()

EVENTS = tuple(kind.__name__ for kind in kinds(ev.TableEvent))
COMMANDS = tuple(kind.__name__ for kind in kinds(do.TableCommand))
IRREGULARITIES = tuple(f"{one}: {kind}" for one in GAMES for kind in game(one).irregularities)
# No command of a shift can trigger these codes, for the given reasons.
UNREACHABLE: dict[TableCode, str] = {
    TableCode.CLOCK_ASTRAY: "only a driver's clock raises it, and this shift has no such clock",
    TableCode.NOT_ATTESTED: "only tables opened for real cards use it; this shift opens none",
}


class Coverage:
    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.commands: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.irregularities: Counter[str] = Counter()
        self.totals: Counter[str] = Counter()

    def add(self, other: Coverage) -> None:
        self.events += other.events
        self.commands += other.commands
        self.codes += other.codes
        self.irregularities += other.irregularities
        self.totals += other.totals

    def entry(self, before: TableState, command: do.TableCommand, events: tuple[ev.TableEvent, ...]) -> None:
        self.commands[type(command).__name__] += 1
        self.totals["commands"] += 1
        self.totals["events"] += len(events)
        for event in events:
            self.events[type(event).__name__] += 1
        kind = irregularity(before, command)
        if kind is not None:
            self.irregularities[f"{before.rules.game}: {kind}"] += 1
        for event in events:
            if isinstance(event, ev.RoundEnded):
                self.totals["rounds"] += 1
                self.totals["void rounds"] += before.round.void is not None

    def missing(self) -> list[str]:
        reachable = [code.value for code in TableCode if code not in UNREACHABLE]
        return [
            *(f"event {name}" for name in EVENTS if not self.events[name]),
            *(f"command {name}" for name in COMMANDS if not self.commands[name]),
            *(f"refusal {name}" for name in reachable if not self.codes[name]),
            *(f"irregularity {name}" for name in IRREGULARITIES if not self.irregularities[name]),
        ]

    def report(self) -> str:
        lines = []
        for title, names, counts in (
            ("events", EVENTS, self.events),
            ("refusals", [code.value for code in TableCode], self.codes),
            ("irregularities", IRREGULARITIES, self.irregularities),
        ):
            lines += [f"{title}:", *columns(names, counts)]
        lines += [f"cannot occur: {code.value} ({why})" for code, why in UNREACHABLE.items()]
        return "\n".join(lines)


def columns(names: Iterable[str], counts: Counter[str], across: int = 3) -> list[str]:
    cells = [f"{name:<34}{counts[name]:>9,}" for name in names]
    return ["  " + "   ".join(cells[n : n + across]) for n in range(0, len(cells), across)]


def irregularity(before: TableState, command: do.TableCommand) -> str | None:
    """Return the kind of irregularity that a command reports, determined without its events."""
    match command:
        case do.ReportFaceUp(drawn=True):
            return "drawn_face_up"
        case do.ReportFaceUp():
            kind = "face_up" if before.round.face_up + len(command.cards) == 1 else "face_up_many"
            late = f"{kind}_late" in before.irregularities and before.phase.name != "starting cards"  # type: ignore[union-attr]
            return f"{kind}_late" if late else kind
        case do.ReportExposed():
            kinds = {DEALER: "dealer_exposed", BOARD: "community_exposed", BOX: "box_exposed"}
            return kinds.get(command.place, "player_exposed")
        case do.ReportWrongNumber():
            return "box_count" if command.place == BOX and before.rules.game == "uth" else "wrong_count"
        case do.ReportDrawnInError():
            return "drawn_in_error"
        case do.ReportDeviceFailure(device="shoe"):
            return "shoe_failed"
        case do.ReportDeviceFailure():
            return "shuffler_failed_idle" if command.idle_deck else "shuffler_failed"
        case do.ReportOther():
            return command.matter
    return None

"""Irregularities and rulings in a round record: when each happens, and its command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.errors import BadInput, Refused
from croupier.games import script
from croupier.games.game import Ask, Collect, Deal, Phase, Rack, Reveal, Settle, Stub, Turn
from croupier.submission import Rules
from croupier.submission.money import dollars, shown
from croupier.table import commands as do_
from croupier.table.acts.corrections import turn_over
from croupier.table.acts.dealing import plan_of
from croupier.table.commands import TableCommand
from croupier.table.driving.sources import CardSource
from croupier.table.state import TableState

MOST = 1000  # more cards, seats or decisions than any round has
END = "end"  # after the round, before the next: for corrections


class RecordIncident(msgspec.Struct, frozen=True):
    when: str  # the phase of the round, by its name
    after: int  # progress within it: cards dealt, decisions made, seats settled
    what: str
    details: dict[str, Any]
    waiting: bool = False  # in settlement: while a progressive win waits for the floor's validation


# The keys of each incident besides when, after and what.
VOCABULARY: dict[str, dict[str, tuple[type, bool]]] = {  # key: type, whether it is required
    "face_up": {"count": (int, False), "drawn": (bool, False)},
    "exposed": {"place": (str, True), "card": (int, False)},
    "wrong_number": {"place": (str, True), "cards": (int, True)},
    "drawn_in_error": {},
    "shuffler_failed": {"idle_deck": (bool, False), "dead": (bool, False)},
    "shoe_failed": {"dead": (bool, False)},
    "stub_count": {"cards": (int, True)},
    "recount": {"total": (int, True), "misdealt": (bool, True), "hand": (str, False)},
    "defective_deck": {"reason": (str, True)},
    "chip_returned": {"wager": (str, True), "seat": (int, True), "reason": (str, True)},
    "missed_burn": {"detail": (str, False)},
    "other": {"detail": (str, True)},
    "abandoned": {"seat": (int, True), "reason": (str, True)},
    "forfeit": {"seat": (int, True), "clause": (str, True), "reason": (str, True)},
    "act_for": {"seat": (int, True), "reason": (str, True)},
    "decision_correction": {"seat": (int, True), "choice": (str, True), "reason": (str, True)},
    "correction": {
        "seat": (int, True),
        "wager": (str, True),
        "returned": (object, False),
        "row": (str, False),
        "reason": (str, True),
    },
    "envy_correction": {
        "seat": (int, True),
        "holder": (int, True),
        "paid": (object, True),
        "reason": (str, True),
    },
}
EVERY = {"when": (str, True), "after": (int, False), "what": (str, True), "waiting": (bool, False)}
RULING = {"ruling": (str, False), "ruling_reason": (str, False)}


def phase_name(phase: Phase | None) -> str:
    names: dict[type, str] = {
        Stub: "stub",
        Reveal: "reveal",
        Settle: "settlement",
        Rack: "rack",
        type(None): "betting",
    }
    if isinstance(phase, Deal | Ask | Turn):
        return phase.name
    if isinstance(phase, Collect):
        return f"{phase.wager.replace('_', ' ')} chips"
    return names[type(phase)]


def read_incidents(value: object, rules: Rules) -> tuple[RecordIncident, ...]:
    if not isinstance(value, list):
        raise BadInput(f"incidents: write them as [[incidents]] tables, not {shown(value)}")
    return tuple(read_incident(entry, n, rules) for n, entry in enumerate(value, 1))


def read_incident(entry: object, number: int, rules: Rules) -> RecordIncident:
    where = f"incidents, entry {number}"
    if not isinstance(entry, Mapping):
        raise BadInput(f"{where}: an incident is a table, not {shown(entry)}")
    what = entry.get("what")
    if not isinstance(what, str) or what not in VOCABULARY:
        raise BadInput(f"{where}: no incident {shown(what)}; write one of {', '.join(VOCABULARY)}")
    allowed = {**EVERY, **VOCABULARY[what], **RULING}
    for key, found in entry.items():
        if key not in allowed:
            raise BadInput(f"{where}: {what} has no key {shown(key)}; it may hold {', '.join(allowed)}")
        kind = allowed[key][0]
        if kind is int and type(found) is int and not 0 <= found < MOST:
            raise BadInput(f"{where}: {key} is {shown(found)}; write a number from 0 to {MOST - 1}")
        if kind is not object and type(found) is not kind:
            raise BadInput(f"{where}: {key} is {shown(found)}, not of the type {kind.__name__}")
        if isinstance(found, str) and not found.isprintable():
            raise BadInput(f"{where}: {key} is {shown(found)}, which is not one line of text")
    for key, (_, needed) in allowed.items():
        if needed and key not in entry:
            raise BadInput(f"{where}: {what} needs {key}")
    names = ["betting", *dict.fromkeys(phase_name(phase) for phase in script(rules)), END]
    if entry["when"] not in names:
        raise BadInput(f"{where}: no part {shown(entry['when'])} of the round; it has {', '.join(names)}")
    details = {key: found for key, found in entry.items() if key not in EVERY}
    if details.get("ruling") not in (None, "play_on", "void"):
        raise BadInput(f"{where}: ruling is play_on or void, not {shown(details['ruling'])}")
    return RecordIncident(entry["when"], entry.get("after", 0), what, details, entry.get("waiting", False))


def progress(state: TableState) -> int:
    """The progress of a round within its phase, in the units of the record."""
    phase, cursor = state.phase, state.round.cursor
    if isinstance(phase, Deal):
        return sum(plan_of(state, phase).sizes[:cursor])
    if isinstance(phase, Settle):
        order = state.round.order
        return sum(1 for seat in order[:cursor] if any(s.seat == seat for s in state.round.settled))
    return cursor


def is_due(incident: RecordIncident, state: TableState) -> bool:
    if incident.what == "correction":  # for a settled wager, even if the seat is not finished
        wanted = (incident.details["seat"], incident.details["wager"])
        if not any((settled.seat, settled.wager) == wanted for settled in state.round.settled):
            return False
    holder = incident.details["holder"] if incident.what == "envy_correction" else None
    if holder in state.round.in_play and not turn_over(state, holder):
        return False
    if incident.waiting and not state.round.awaiting:
        return False
    return incident.when == phase_name(state.phase) and progress(state) >= incident.after


def cards_before(incident: RecordIncident, state: TableState) -> int | None:
    """The number of cards to deal before the incident, if it is inside the next deal."""
    if isinstance(state.phase, Deal) and incident.when == state.phase.name:
        return incident.after - progress(state)
    return None


def commands_for(incident: RecordIncident, state: TableState, source: CardSource) -> list[TableCommand]:
    """The commands of the people at the table, including the floorperson's ruling."""
    make = _COMMANDS[incident.what]
    acts = make(incident.details, state, source)
    ruling = incident.details.get("ruling")
    if ruling is not None:
        reason = incident.details.get("ruling_reason", "ruled at the table")
        acts.append(do_.RuleOnIncident(outcome=ruling, reason=reason, by="floor"))
    return acts


def place_of(text: str) -> str:
    return text.replace(" ", "")


def last_question(state: TableState) -> str:
    return state.round.answers[0].question if state.round.answers else ""


def reported_round(state: TableState) -> int:
    return state.round.number if state.round.phase >= 0 else state.round.number - 1


def in_dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


Maker = Callable[[dict[str, Any], TableState, CardSource], list[TableCommand]]
_COMMANDS: dict[str, Maker] = {
    "face_up": lambda d, state, source: [
        do_.ReportFaceUp(cards=(None,) * d.get("count", 1), drawn=d.get("drawn", False))
    ],
    "exposed": lambda d, state, source: [
        do_.ReportExposed(place=place_of(d["place"]), index=d.get("card", 1) - 1)
    ],
    "wrong_number": lambda d, state, source: [
        do_.ReportWrongNumber(place=place_of(d["place"]), cards=d["cards"])
    ],
    "drawn_in_error": lambda d, state, source: [do_.ReportDrawnInError()],
    "shuffler_failed": lambda d, state, source: [
        do_.ReportDeviceFailure(
            device="shuffler", idle_deck=d.get("idle_deck", False), dead=d.get("dead", False)
        )
    ],
    "shoe_failed": lambda d, state, source: [
        do_.ReportDeviceFailure(device="shoe", dead=d.get("dead", False))
    ],
    "stub_count": lambda d, state, source: [do_.CountStub(cards=d["cards"])],
    "recount": lambda d, state, source: [
        do_.Recount(total=d["total"], misdealt=d["misdealt"], hand=place_of(d.get("hand", "")))
    ],
    "defective_deck": lambda d, state, source: [do_.DeclareDefective(reason=d["reason"], by="floor")],
    "chip_returned": lambda d, state, source: [
        do_.ReturnChip(wager=d["wager"], seat=d["seat"], reason=d["reason"])
    ],
    "missed_burn": lambda d, state, source: [
        do_.ReportOther(matter="missed_burn", detail=d.get("detail", "a burn card was missed"))
    ],
    "other": lambda d, state, source: [do_.ReportOther(matter="other", detail=d["detail"])],
    "abandoned": lambda d, state, source: [
        do_.DeclareAbandoned(seat=d["seat"], reason=d["reason"], by="floor")
    ],
    "forfeit": lambda d, state, source: [
        do_.DeclareForfeit(seat=d["seat"], clause=d["clause"], reason=d["reason"], by="floor")
    ],
    "act_for": lambda d, state, source: [do_.ActFor(seat=d["seat"], reason=d["reason"], by="floor")],
    "decision_correction": lambda d, state, source: [
        do_.CorrectDecision(
            seat=d["seat"],
            choice=d["choice"],
            round=state.round.number,
            question=last_question(state),
            reason=d["reason"],
            by="floor",
        )
    ],
    "correction": lambda d, state, source: [
        do_.CorrectSettlement(
            round=reported_round(state),
            seat=d["seat"],
            wager=d["wager"],
            returned=dollars(d["returned"], "incidents, correction") if "returned" in d else None,
            row=d.get("row", ""),
            reason=d["reason"],
            by="floor",
        )
    ],
    "envy_correction": lambda d, state, source: [
        do_.CorrectEnvy(
            round=reported_round(state),
            seat=d["seat"],
            holder=d["holder"],
            cents=dollars(d["paid"], "incidents, envy_correction"),
            reason=d["reason"],
            by="floor",
        )
    ],
}


def incident_of(command: TableCommand, state: TableState) -> dict[str, Any] | None:
    """The record's entry for a command, or None if a record states it in another way."""
    match command:
        case do_.ReportFaceUp():
            entry: dict[str, Any] = {"what": "face_up", "count": len(command.cards)}
            if command.drawn:
                entry["drawn"] = True
        case do_.ReportExposed():
            entry = {"what": "exposed", "place": command.place, "card": command.index + 1}
        case do_.ReportWrongNumber():
            entry = {"what": "wrong_number", "place": command.place, "cards": command.cards}
        case do_.ReportDrawnInError():
            entry = {"what": "drawn_in_error"}
        case do_.ReportDeviceFailure():
            entry = {"what": f"{command.device}_failed", "dead": command.dead}
            if command.device == "shuffler":
                entry["idle_deck"] = command.idle_deck
        case do_.CountStub():
            entry = {"what": "stub_count", "cards": command.cards}
        case do_.Recount():
            entry = {"what": "recount", "total": command.total, "misdealt": command.misdealt}
            if command.hand:
                entry["hand"] = command.hand
        case do_.DeclareDefective():
            entry = {"what": "defective_deck", "reason": command.reason}
        case do_.ReturnChip():
            entry = {
                "what": "chip_returned",
                "wager": command.wager,
                "seat": command.seat,
                "reason": command.reason,
            }
        case do_.CorrectDecision():
            entry = {
                "what": "decision_correction",
                "seat": command.seat,
                "choice": command.choice,
                "reason": command.reason,
            }
        case do_.ReportOther():
            entry = {"what": command.matter, "detail": command.detail}
        case do_.DeclareAbandoned():
            entry = {"what": "abandoned", "seat": command.seat, "reason": command.reason}
        case do_.DeclareForfeit():
            entry = {
                "what": "forfeit",
                "seat": command.seat,
                "clause": command.clause,
                "reason": command.reason,
            }
        case do_.ActFor():
            entry = {"what": "act_for", "seat": command.seat, "reason": command.reason}
        case do_.CorrectSettlement() if command.round == state.round.number:
            entry = {"what": "correction", "seat": command.seat, "wager": command.wager}
            if command.returned is None:
                entry["row"] = command.row
            else:
                entry["returned"] = in_dollars(command.returned)
            entry["reason"] = command.reason
        case do_.CorrectEnvy() if command.round == state.round.number:
            entry = {
                "what": "envy_correction",
                "seat": command.seat,
                "holder": command.holder,
                "paid": in_dollars(command.cents),
                "reason": command.reason,
            }
        case _:
            return None
    waits = {"waiting": True} if state.round.awaiting else {}
    return {"when": phase_name(state.phase), "after": progress(state), **waits, **entry}


def left_over(incidents: list[RecordIncident]) -> Refused:
    first = incidents[0]
    return Refused(
        "incident_left_over",
        f"the round never reached {first.what} ({first.when}, after {first.after})",
        (),
        "Remove the incident, or correct its time.",
    )


def ruling_missing(state: TableState) -> Refused:
    matter = state.round.ruling
    rule = state.irregularities[matter]
    offered = rule.default
    other = "void" if offered == "play_on" else "play_on"
    return Refused(
        "ruling_missing",
        f"{matter.replace('_', ' ')} needs a floorperson's ruling, and the record has none",
        (),
        f'Add ruling = "{offered}" or ruling = "{other}" to the incident, with a ruling_reason.',
        ("X-15",) if rule.outcome == "ruling" else ("X-06",),  # or a clause covers it, and somebody is paid
    )

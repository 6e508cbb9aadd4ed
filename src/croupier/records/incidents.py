"""Irregularities and rulings in a round record: when each happens, and the command it stands for."""

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
from croupier.table.commands import Command
from croupier.table.driving.sources import CardSource
from croupier.table.state import TableState

MOST = 1000  # cards, seats or decisions: no round has more
END = "end"  # after the round, before the next: corrections


class Incident(msgspec.Struct, frozen=True):
    when: str  # the phase of the round, by the name the dealer would give it
    after: int  # how far into it: cards dealt, decisions made, seats settled
    what: str
    details: dict[str, Any]
    waiting: bool = False  # in settlement: while a progressive win waits for the floor's word


# What each incident may hold beside when, after and what.
VOCABULARY: dict[str, dict[str, tuple[type, bool]]] = {  # key: type, whether it must be there
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


def read_incidents(value: object, rules: Rules) -> tuple[Incident, ...]:
    if not isinstance(value, list):
        raise BadInput(f"incidents: write them as [[incidents]] tables, not {shown(value)}")
    return tuple(read_incident(entry, n, rules) for n, entry in enumerate(value, 1))


def read_incident(entry: object, number: int, rules: Rules) -> Incident:
    where = f"incidents, entry {number}"
    if not isinstance(entry, Mapping):
        raise BadInput(f"{where}: an incident is a table, not {shown(entry)}")
    what = entry.get("what")
    if not isinstance(what, str) or what not in VOCABULARY:
        raise BadInput(f"{where}: no incident {shown(what)}; there is {', '.join(VOCABULARY)}")
    allowed = {**EVERY, **VOCABULARY[what], **RULING}
    for key, found in entry.items():
        if key not in allowed:
            raise BadInput(f"{where}: {what} has no {shown(key)}; it may hold {', '.join(allowed)}")
        kind = allowed[key][0]
        if kind is int and type(found) is int and not 0 <= found < MOST:
            raise BadInput(f"{where}: {key} is {shown(found)}, not a number that can be true")
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
    return Incident(entry["when"], entry.get("after", 0), what, details, entry.get("waiting", False))


def progress(state: TableState) -> int:
    """How far into its phase a round is, in the record's own measure."""
    phase, cursor = state.phase, state.round.cursor
    if isinstance(phase, Deal):
        return sum(plan_of(state, phase).sizes[:cursor])
    if isinstance(phase, Settle):
        order = state.round.order
        return sum(1 for seat in order[:cursor] if any(s.seat == seat for s in state.round.settled))
    return cursor


def is_due(incident: Incident, state: TableState) -> bool:
    if incident.what == "correction":  # of something settled, though the seat may still wait for the rest
        wanted = (incident.details["seat"], incident.details["wager"])
        if not any((settled.seat, settled.wager) == wanted for settled in state.round.settled):
            return False
    holder = incident.details["holder"] if incident.what == "envy_correction" else None
    if holder in state.round.in_play and not turn_over(state, holder):
        return False
    if incident.waiting and not state.round.awaiting:
        return False
    return incident.when == phase_name(state.phase) and progress(state) >= incident.after


def cards_before(incident: Incident, state: TableState) -> int | None:
    """Cards to deal before the incident, if it falls inside the deal that comes next."""
    if isinstance(state.phase, Deal) and incident.when == state.phase.name:
        return incident.after - progress(state)
    return None


def commands_for(incident: Incident, state: TableState, source: CardSource) -> list[Command]:
    """What the people at the table do about it, the floorperson's ruling included."""
    make = _COMMANDS[incident.what]
    acts = make(incident.details, state, source)
    ruling = incident.details.get("ruling")
    if ruling is not None:
        reason = incident.details.get("ruling_reason", "ruled at the table")
        acts.append(do_.Rule(outcome=ruling, reason=reason, by="floor"))
    return acts


def place_of(text: str) -> str:
    return text.replace(" ", "")


def last_question(state: TableState) -> str:
    return state.round.answers[0].question if state.round.answers else ""


def round_told_of(state: TableState) -> int:
    return state.round.number if state.round.phase >= 0 else state.round.number - 1


def in_dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


Maker = Callable[[dict[str, Any], TableState, CardSource], list[Command]]
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
            round=round_told_of(state),
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
            round=round_told_of(state),
            seat=d["seat"],
            holder=d["holder"],
            cents=dollars(d["paid"], "incidents, envy_correction"),
            reason=d["reason"],
            by="floor",
        )
    ],
}


def incident_of(command: Command, state: TableState) -> dict[str, Any] | None:
    """The record's entry for what somebody did at the table; None for what a record says otherwise."""
    match command:
        case do_.ReportFaceUp():
            told: dict[str, Any] = {"what": "face_up", "count": len(command.cards)}
            if command.drawn:
                told["drawn"] = True
        case do_.ReportExposed():
            told = {"what": "exposed", "place": command.place, "card": command.index + 1}
        case do_.ReportWrongNumber():
            told = {"what": "wrong_number", "place": command.place, "cards": command.cards}
        case do_.ReportDrawnInError():
            told = {"what": "drawn_in_error"}
        case do_.ReportDeviceFailure():
            told = {"what": f"{command.device}_failed", "dead": command.dead}
            if command.device == "shuffler":
                told["idle_deck"] = command.idle_deck
        case do_.CountStub():
            told = {"what": "stub_count", "cards": command.cards}
        case do_.Recount():
            told = {"what": "recount", "total": command.total, "misdealt": command.misdealt}
            if command.hand:
                told["hand"] = command.hand
        case do_.DeclareDefective():
            told = {"what": "defective_deck", "reason": command.reason}
        case do_.ReturnChip():
            told = {
                "what": "chip_returned",
                "wager": command.wager,
                "seat": command.seat,
                "reason": command.reason,
            }
        case do_.CorrectDecision():
            told = {
                "what": "decision_correction",
                "seat": command.seat,
                "choice": command.choice,
                "reason": command.reason,
            }
        case do_.ReportOther():
            told = {"what": command.matter, "detail": command.detail}
        case do_.DeclareAbandoned():
            told = {"what": "abandoned", "seat": command.seat, "reason": command.reason}
        case do_.DeclareForfeit():
            told = {
                "what": "forfeit",
                "seat": command.seat,
                "clause": command.clause,
                "reason": command.reason,
            }
        case do_.ActFor():
            told = {"what": "act_for", "seat": command.seat, "reason": command.reason}
        case do_.CorrectSettlement() if command.round == state.round.number:
            told = {"what": "correction", "seat": command.seat, "wager": command.wager}
            if command.returned is None:
                told["row"] = command.row
            else:
                told["returned"] = in_dollars(command.returned)
            told["reason"] = command.reason
        case do_.CorrectEnvy() if command.round == state.round.number:
            told = {
                "what": "envy_correction",
                "seat": command.seat,
                "holder": command.holder,
                "paid": in_dollars(command.cents),
                "reason": command.reason,
            }
        case _:
            return None
    waits = {"waiting": True} if state.round.awaiting else {}
    return {"when": phase_name(state.phase), "after": progress(state), **waits, **told}


def left_over(incidents: list[Incident]) -> Refused:
    first = incidents[0]
    return Refused(
        "incident_left_over",
        f"the round never came to {first.what} ({first.when}, after {first.after})",
        (),
        "Leave it out, or say when it happened.",
    )


def ruling_missing(state: TableState) -> Refused:
    matter = state.round.ruling
    rule = state.irregularities[matter]
    offered = rule.default
    other = "void" if offered == "play_on" else "play_on"
    return Refused(
        "ruling_missing",
        f"{matter.replace('_', ' ')} is left to the floor: the record needs a floorperson's ruling",
        (),
        f'Add ruling = "{offered}" or ruling = "{other}" to the incident, with a ruling_reason.',
        ("X-15",) if rule.outcome == "ruling" else ("X-06",),  # or a clause covers it, and somebody is paid
    )

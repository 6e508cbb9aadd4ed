"""The irregularities and rulings of a round record: when each occurs, and its command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

import msgspec

from croupier.errors import BadInput, Refused
from croupier.games import script
from croupier.games.game import Ask, Collect, Deal, Phase, Rack, Reveal, Settle, Stub, Turn
from croupier.submission import Rules
from croupier.submission.money import dollars, short_text
from croupier.table import commands as do_
from croupier.table.acts.corrections import turn_over
from croupier.table.acts.dealing import plan_of
from croupier.table.codec import kinds
from croupier.table.commands import TableCommand
from croupier.table.roles import DEALER, FLOOR
from croupier.table.state import TableState

MOST = 1000  # limit for numbers in an incident, more than the cards, seats or decisions of any round
END = "end"  # the time between this round and the next, for corrections


class RecordIncident(msgspec.Struct, frozen=True):
    when: str  # name of the round's phase
    after: int  # progress within the phase: number of cards dealt, decisions made or seats settled
    what: str
    details: dict[str, Any]
    # True if the incident occurs while a progressive win waits for the floor's validation
    waiting: bool = False


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
        raise BadInput(f"incidents: write them as [[incidents]] tables, not {short_text(value)}")
    return tuple(read_incident(entry, n, rules) for n, entry in enumerate(value, 1))


def read_incident(entry: object, number: int, rules: Rules) -> RecordIncident:
    where = f"incidents, entry {number}"
    if not isinstance(entry, Mapping):
        raise BadInput(f"{where}: an incident is a table, not {short_text(entry)}")
    what = entry.get("what")
    if not isinstance(what, str) or what not in INCIDENTS:
        raise BadInput(f"{where}: no incident {short_text(what)}; write one of {', '.join(INCIDENTS)}")
    allowed = {**EVERY, **INCIDENTS[what].keys, **RULING}
    for key, found in entry.items():
        if key not in allowed:
            raise BadInput(f"{where}: {what} has no key {short_text(key)}; it may hold {', '.join(allowed)}")
        kind = allowed[key][0]
        if kind is int and type(found) is int and not 0 <= found < MOST:
            raise BadInput(f"{where}: {key} is {short_text(found)}; write a number from 0 to {MOST - 1}")
        if kind is not object and type(found) is not kind:
            raise BadInput(f"{where}: {key} is {short_text(found)}, not of the type {kind.__name__}")
        if isinstance(found, str) and not found.isprintable():
            raise BadInput(f"{where}: {key} is {short_text(found)}, which is not a single line of text")
    for key, (_, needed) in allowed.items():
        if needed and key not in entry:
            raise BadInput(f"{where}: {what} needs {key}")
    names = ["betting", *dict.fromkeys(phase_name(phase) for phase in script(rules)), END]
    if entry["when"] not in names:
        raise BadInput(
            f"{where}: no part {short_text(entry['when'])} of the round; it has {', '.join(names)}"
        )
    details = {key: found for key, found in entry.items() if key not in EVERY}
    if details.get("ruling") not in (None, "play_on", "void"):
        raise BadInput(f"{where}: ruling is play_on or void, not {short_text(details['ruling'])}")
    return RecordIncident(entry["when"], entry.get("after", 0), what, details, entry.get("waiting", False))


def progress(state: TableState) -> int:
    """Return the progress of a round within its phase, in the unit of ``RecordIncident.after``."""
    phase, cursor = state.phase, state.round.cursor
    if isinstance(phase, Deal):
        return sum(plan_of(state, phase).sizes[:cursor])
    if isinstance(phase, Settle):
        order = state.round.order
        return sum(1 for seat in order[:cursor] if any(s.seat == seat for s in state.round.settled))
    return cursor


def is_due(incident: RecordIncident, state: TableState) -> bool:
    if incident.what == "correction":  # A correction needs a settled wager, but not a finished seat.
        wager = (incident.details["seat"], incident.details["wager"])
        if not any((settled.seat, settled.wager) == wager for settled in state.round.settled):
            return False
    holder = incident.details["holder"] if incident.what == "envy_correction" else None
    if holder in state.round.in_play and not turn_over(state, holder):
        return False
    if incident.waiting and not state.round.awaiting:
        return False
    return incident.when == phase_name(state.phase) and progress(state) >= incident.after


def cards_before(incident: RecordIncident, state: TableState) -> int | None:
    """Return the number of cards to deal before the incident, or None if it is not within this deal."""
    if isinstance(state.phase, Deal) and incident.when == state.phase.name:
        return incident.after - progress(state)
    return None


def commands_for(incident: RecordIncident, state: TableState) -> list[TableCommand]:
    """Return the commands of the people at the table, including the floorperson's ruling."""
    acts = [INCIDENTS[incident.what].make(incident.details, state)]
    ruling = incident.details.get("ruling")
    if ruling is not None:
        reason = incident.details.get("ruling_reason", "ruled at the table")
        acts.append(do_.RuleOnIncident(outcome=ruling, reason=reason, by=FLOOR))
    return acts


def last_question(state: TableState) -> str:
    return state.round.answers[0].question if state.round.answers else ""


def reported_round(state: TableState) -> int:
    return state.round.number if state.round.phase >= 0 else state.round.number - 1


def in_dollars(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


Keys = dict[str, tuple[type, bool]]  # the type of each key, and whether it is required


class IncidentKind(msgspec.Struct, frozen=True):
    """A kind of incident, with its command, its extra keys in a record, and functions that convert one to the
    other.

    By default, each key is a field of the command with the same name.
    """

    command: type[TableCommand]
    keys: Keys = {}
    to_command: Callable[[dict[str, Any], TableState], TableCommand] | None = None
    # returns None if the command belongs to a different kind of incident
    to_keys: Callable[[Any, TableState], dict[str, Any] | None] | None = None

    def make(self, details: dict[str, Any], state: TableState) -> TableCommand:
        if self.to_command is not None:
            command = self.to_command(details, state)
        else:
            fields = {key: details[key] for key in self.keys if key in details}
            command = self.command(**{key: place_of(key, value) for key, value in fields.items()})
        by = DEALER if DEALER in self.command.roles else FLOOR
        return msgspec.structs.replace(command, by=by)

    def describe(self, command: TableCommand, state: TableState) -> dict[str, Any] | None:
        if self.to_keys is not None:
            return self.to_keys(command, state)
        found = {key: getattr(command, key) for key in self.keys}
        return {key: value for key, value in found.items() if self.keys[key][1] or value}


def place_of(key: str, value: Any) -> Any:
    """Convert a place such as "seat 2" to the table's notation, such as "seat2"."""
    return value.replace(" ", "") if key in ("place", "hand") else value


def failed_device(device: str, *keys: str) -> IncidentKind:
    return IncidentKind(
        do_.ReportDeviceFailure,
        dict.fromkeys(keys, (bool, False)),
        lambda d, state: do_.ReportDeviceFailure(device=device, **{key: d.get(key, False) for key in keys}),
        lambda c, state: {key: getattr(c, key) for key in keys} if c.device == device else None,
    )


def other_matter(matter: str, required: bool) -> IncidentKind:
    return IncidentKind(
        do_.ReportOther,
        {"detail": (str, required)},
        lambda d, state: do_.ReportOther(matter=matter, detail=d.get("detail", "a burn card was missed")),
        lambda c, state: {"detail": c.detail} if c.matter == matter else None,
    )


def correct_settlement(details: dict[str, Any], state: TableState) -> TableCommand:
    returned = details.get("returned")
    return do_.CorrectSettlement(
        round=reported_round(state),
        seat=details["seat"],
        wager=details["wager"],
        returned=None if returned is None else dollars(returned, "incidents, correction"),
        row=details.get("row", ""),
        reason=details["reason"],
    )


def settlement_keys(command: do_.CorrectSettlement, state: TableState) -> dict[str, Any] | None:
    if command.round != state.round.number:
        return None
    right = {"row": command.row} if command.returned is None else {"returned": in_dollars(command.returned)}
    return {"seat": command.seat, "wager": command.wager, **right, "reason": command.reason}


def correct_envy(details: dict[str, Any], state: TableState) -> TableCommand:
    return do_.CorrectEnvy(
        round=reported_round(state),
        seat=details["seat"],
        holder=details["holder"],
        cents=dollars(details["paid"], "incidents, envy_correction"),
        reason=details["reason"],
    )


def envy_keys(command: do_.CorrectEnvy, state: TableState) -> dict[str, Any] | None:
    if command.round != state.round.number:
        return None
    paid = in_dollars(command.cents)
    return {"seat": command.seat, "holder": command.holder, "paid": paid, "reason": command.reason}


def correct_decision(details: dict[str, Any], state: TableState) -> TableCommand:
    return do_.CorrectDecision(
        seat=details["seat"],
        choice=details["choice"],
        round=state.round.number,
        question=last_question(state),
        reason=details["reason"],
    )


def correct_keying(details: dict[str, Any], state: TableState) -> TableCommand:
    return do_.CorrectKeying(
        seat=details["seat"],
        choice=details["choice"],
        round=state.round.number,
        question=last_question(state),
    )


def keying_keys(command: do_.CorrectKeying, state: TableState) -> dict[str, Any] | None:
    """Return the keys of a corrected decision. A record holds only the right cards and the right bets."""
    return {"seat": command.seat, "choice": command.choice} if command.choice else None


PLAIN = (int, str, bool)


def plain_incident(command: type[TableCommand]) -> IncidentKind:
    """Derive an incident kind from the fields of its command."""
    hints, keys = get_type_hints(command), {}
    own = [field for field in msgspec.structs.fields(command) if field.name not in ("by", "at")]
    for field in own:
        keys[field.name] = (next(kind for kind in PLAIN if hints[field.name] is kind), field.required)
    return IncidentKind(command, keys)


INCIDENTS: dict[str, IncidentKind] = {
    **{kind.incident: plain_incident(kind) for kind in kinds(TableCommand) if kind.incident},
    "face_up": IncidentKind(
        do_.ReportFaceUp,
        {"count": (int, False), "drawn": (bool, False)},
        lambda d, state: do_.ReportFaceUp(cards=(None,) * d.get("count", 1), drawn=d.get("drawn", False)),
        lambda c, state: {"count": len(c.cards), **({"drawn": True} if c.drawn else {})},
    ),
    "exposed": IncidentKind(
        do_.ReportExposed,
        {"place": (str, True), "card": (int, False)},
        lambda d, state: do_.ReportExposed(place=place_of("place", d["place"]), index=d.get("card", 1) - 1),
        lambda c, state: {"place": c.place, "card": c.index + 1},
    ),
    "shuffler_failed": failed_device("shuffler", "dead", "idle_deck"),
    "shoe_failed": failed_device("shoe", "dead"),
    "missed_burn": other_matter("missed_burn", required=False),
    "other": other_matter("other", required=True),
    "decision_correction": IncidentKind(
        do_.CorrectDecision,
        {"seat": (int, True), "choice": (str, True), "reason": (str, True)},
        correct_decision,
    ),
    "keying_correction": IncidentKind(
        do_.CorrectKeying, {"seat": (int, True), "choice": (str, True)}, correct_keying, keying_keys
    ),
    "correction": IncidentKind(
        do_.CorrectSettlement,
        {
            "seat": (int, True),
            "wager": (str, True),
            "returned": (object, False),
            "row": (str, False),
            "reason": (str, True),
        },
        correct_settlement,
        settlement_keys,
    ),
    "envy_correction": IncidentKind(
        do_.CorrectEnvy,
        {"seat": (int, True), "holder": (int, True), "paid": (object, True), "reason": (str, True)},
        correct_envy,
        envy_keys,
    ),
}


def incident_of(command: TableCommand, state: TableState) -> dict[str, Any] | None:
    """Return the record's entry for a command, or None if it is not recorded as an incident."""
    for what, kind in INCIDENTS.items():
        if kind.command is type(command) and (keys := kind.describe(command, state)) is not None:
            waits = {"waiting": True} if state.round.awaiting else {}
            return {"when": phase_name(state.phase), "after": progress(state), **waits, "what": what, **keys}
    return None


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
        # A ruling on a matter that a clause covers means that a seat was already paid.
        ("X-15",) if rule.outcome == "ruling" else ("X-06",),
    )

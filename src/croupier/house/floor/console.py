"""What the screens of dealer, floor and pit manager show beside the table: the act that is due, what follows
it, and the clocks of cards and devices. Nothing here knows a game."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.errors import Refused
from croupier.games.game import Stub
from croupier.house.floor.rules import Rules
from croupier.house.law import DEVICES
from croupier.table import commands as do
from croupier.table.acts.metering import as_if_read
from croupier.table.acts.preparation import life_of_deck, shuffler_counted
from croupier.table.acts.stub import EVERY
from croupier.table.driving.routine import Waits, waits
from croupier.table.machine import step
from croupier.table.readers.due import Act, Due, due
from croupier.table.readers.legal import legal_choices
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.readers.offers import may_still_come
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, role_of
from croupier.table.state import TableState

replace = msgspec.structs.replace

CONSOLES = (DEALER, FLOOR, PIT_MANAGER)  # whose screens are consoles
AHEAD = 12  # acts that are looked ahead
# Where somebody decides something: what comes after it hangs on what they say.
CHOICES = frozenset(
    {Act.ASK, Act.BET, Act.CLOSE, Act.RULE, Act.RECOUNT, Act.VALIDATE, Act.SWITCH, Act.PUT_ASIDE, Act.WAIT}
)
STATES = {
    Waits.NO: "act",
    Waits.PERSON: "person",
    Waits.NOT_AUTOMATED: "not_automated",
    Waits.NOTHING: "nothing",
}


class Delivered(msgspec.Struct, frozen=True):
    place: str
    count: int
    face_up: bool


class DueTold(msgspec.Struct, frozen=True):
    """The act that is due. `command` is there where it can be sent as it is."""

    act: str
    words: str
    whose: tuple[str, ...]  # roles, those above included, or one player
    role: str  # the lowest that does it
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    state: str  # act: the table does it by itself; not_automated, person, nothing: it waits, and for what
    blanks: tuple[str, ...]
    command: do.Command | msgspec.UnsetType = msgspec.UNSET
    form: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET  # the command without what is blank
    seat: int | msgspec.UnsetType = msgspec.UNSET
    place: str | msgspec.UnsetType = msgspec.UNSET
    cards: int = 0  # how many are dealt, turned or named; where they are blank, how many are to be named
    deliveries: tuple[Delivered, ...] = ()  # of a deal: what goes where, in this order
    question: str = ""


class NextTold(msgspec.Struct, frozen=True):
    """An act that follows, as far as can be said."""

    act: str
    words: str
    clauses: tuple[str, ...]


class DeckTold(msgspec.Struct, frozen=True):
    """A deck at the table, and until when it may be played with."""

    deck: str
    stage: str
    loaded: bool
    since: int | None
    until: int | None
    clauses: tuple[str, ...]


class StubTold(msgspec.Struct, frozen=True):
    """In how many rounds the stub is counted: 0 in this one; None where the shuffler counts."""

    rounds: int | None
    cards: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ("X-08",)


class InspectionTold(msgspec.Struct, frozen=True):
    """The gaming day on which shoe and shuffler were last found in order, and whether that is this one."""

    day: int
    due: bool
    clauses: tuple[str, ...] = (DEVICES,)


class Timers(msgspec.Struct, frozen=True):
    at: int  # the house's clock
    decks: tuple[DeckTold, ...]
    stub: StubTold
    inspection: InspectionTold


class Console(msgspec.Struct, frozen=True):
    due: DueTold
    next: tuple[NextTold, ...]
    timers: Timers

    @property
    def then(self) -> tuple[str, ...]:
        return tuple(one.words for one in self.next)


def console_of(state: TableState, rules: Rules, at: int, day: int, inspected: int) -> Console:
    """At a time, on a gaming day; what deals there was last looked over on the day `inspected`."""
    if rules.live and at > state.clock:
        state = replace(state, clock=at)  # a deck's hours run though nobody acts
    wanted = due_told(state, rules.automations, rules.live, rules.draws)
    return Console(wanted, following(state, rules.live), timers_of(state, at, day, inspected))


def due_told(state: TableState, automations: frozenset[str], live: bool, drawn: bool = False) -> DueTold:
    """`drawn`: the house says which card was turned, so that a blank for cards is none."""
    wanted = due(state, live)
    seen = dealt_face_up(state) if wanted.act is Act.DEAL else ()
    blanks = tuple(blank for blank in wanted.blanks if not (drawn and blank == "cards"))
    wanted = replace(wanted, blanks=blanks)
    ready = wanted.command is not None and not blanks
    return DueTold(
        act=wanted.act,
        words=wanted.words,
        whose=wanted.whose,
        role=role_of(wanted.whose[0]) if wanted.whose else "",
        clauses=wanted.clauses,
        readings=wanted.readings,
        state=STATES[waits(wanted, automations, live)],
        blanks=blanks,
        command=to_send(wanted.command) if ready and wanted.command else msgspec.UNSET,
        form=form_of(wanted.command, blanks) if blanks and wanted.command else msgspec.UNSET,
        seat=msgspec.UNSET if wanted.seat is None else wanted.seat,
        place=msgspec.UNSET if wanted.place is None else wanted.place,
        cards=sum(seen) if seen and "cards" in blanks else wanted.cards,
        deliveries=deliveries(state) if seen else (),
        question=wanted.command.question if isinstance(wanted.command, do.Decide) else "",
    )


def deliveries(state: TableState) -> tuple[Delivered, ...]:
    steps = state.rules.plan(state.round.phase, state.round.in_play).steps[state.round.cursor :]
    seen, found = iter(dealt_face_up(state)), []
    for step_ in steps:
        up = [next(seen) for _ in range(step_.count)]
        found.append(Delivered(step_.place, step_.count, all(up)))
    return tuple(found)


def to_send(command: do.Command) -> do.Command:
    """As a person sends it: the house says who acts and when."""
    return replace(command, by=do.DEALER, at=0)


def form_of(command: do.Command, blanks: tuple[str, ...]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(to_send(command), str_keys=True)
    return {name: value for name, value in plain.items() if name not in blanks}


def following(state: TableState, live: bool) -> tuple[NextTold, ...]:
    """The acts after the one that is due, up to the first that is somebody's choice. Cards that nobody knows
    are taken to be any of those that may still come: no word here hangs on which."""
    found: list[NextTold] = []
    wanted = due(state, live)
    for _ in range(AHEAD):
        try:
            command = assumed(state, wanted)
            if command is None:
                break
            state = step(state, as_if_read(state, command)).state
            wanted = due(state, live)
        except (Refused, LookupError, AssertionError, TypeError, ValueError):
            break  # it hangs on cards that are not known yet
        if wanted.act in (Act.VALIDATE, Act.PAY):
            break  # only by the cards that were assumed
        found.append(NextTold(wanted.act, wanted.words, wanted.clauses))
        if wanted.act in CHOICES:
            break
    return tuple(found)


def assumed(state: TableState, wanted: Due) -> do.Command | None:
    """The act carried out somehow: the first answer, the first cards."""
    command = wanted.command
    if command is None or wanted.act in (Act.RULE, Act.RECOUNT, Act.SWITCH, Act.PUT_ASIDE):
        return None
    if isinstance(command, do.Decide):
        names = legal_choices(state, command.seat)
        return replace(command, choice=names[0]) if names else None
    if wanted.blanks == ("cards",):
        cards: Any = may_still_come(state)[: wanted.cards]
        if wanted.act is Act.DEAL:
            up = dealt_face_up(state)
            cards = tuple([card if seen else None for card, seen in zip(cards, up, strict=True)])
        return replace(command, cards=cards)
    return None if wanted.blanks else command


def timers_of(state: TableState, at: int, day: int, inspected: int) -> Timers:
    life, _, clauses = life_of_deck(state)
    decks = tuple(
        DeckTold(
            pack.back,
            pack.stage,
            pack.back == state.care.loaded,
            pack.since,
            None if pack.since is None else pack.since + life,
            clauses,
        )
        for _, pack in sorted(state.care.packs.items())
    )
    rounds = None if shuffler_counted(state) else max(0, EVERY - 1 - state.care.uncounted)
    told = next((phase.count for phase in state.rules.script if isinstance(phase, Stub)), ())
    stub = StubTold(rounds, state.layout.stub, told)
    return Timers(at, decks, stub, InspectionTold(inspected, inspected < day))

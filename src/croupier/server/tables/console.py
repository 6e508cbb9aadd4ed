"""The console of dealers, floorpersons and pit managers: the due act, the next acts, and timers.

The timers cover decks, stub counts and device inspections. Nothing here depends on the game.
"""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.errors import Refused
from croupier.games.game import Stub
from croupier.rulebook import regulation
from croupier.server.tables.settings import TableSettings
from croupier.table import commands as do
from croupier.table.acts.decks import life_of_deck
from croupier.table.acts.metering import as_if_read
from croupier.table.acts.shuffling import shuffler_counted
from croupier.table.acts.stub import EVERY
from croupier.table.codec import kinds
from croupier.table.driving.routine import WaitReason, waits
from croupier.table.machine import step
from croupier.table.progress import deal_plan
from croupier.table.readers.due import ActKind, Due, due
from croupier.table.readers.legal import legal_choices
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.readers.offers import may_still_come, tag_of
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, role_of
from croupier.table.state import TableState

DEVICES = regulation("device_inspection")
replace = msgspec.structs.replace

CONSOLES = (DEALER, FLOOR, PIT_MANAGER)  # roles that have a console
AHEAD = 12  # number of acts to predict
# Acts that involve a choice. The acts after them are not known yet.
CHOICES = frozenset(
    {
        ActKind.ASK,
        ActKind.BET,
        ActKind.CLOSE,
        ActKind.RULE,
        ActKind.RECOUNT,
        ActKind.VALIDATE,
        ActKind.SWITCH,
        ActKind.PUT_ASIDE,
        ActKind.WAIT,
    }
)
STATES = {
    WaitReason.NO: "act",
    WaitReason.PERSON: "person",
    WaitReason.NOT_AUTOMATED: "not_automated",
    WaitReason.NOTHING: "nothing",
}


class CardDelivery(msgspec.Struct, frozen=True):
    place: str
    count: int
    face_up: bool


class DueActView(msgspec.Struct, frozen=True):
    """The due act. `command` is set if it can be sent unchanged."""

    act: str
    words: str
    whose: tuple[str, ...]  # roles that may act, including higher roles, or one player
    role: str  # the lowest role that may act
    clauses: tuple[str, ...]
    readings: tuple[str, ...]
    state: (
        # "act" if the table acts by itself, otherwise why it is waiting: "not_automated" (the act is left
        # to people), "person" (someone must answer, name cards or rule) or "nothing" (no players)
        str
    )
    blanks: tuple[str, ...]
    command: do.TableCommand | msgspec.UnsetType = msgspec.UNSET
    form: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET  # the command without its blank fields
    seat: int | msgspec.UnsetType = msgspec.UNSET
    place: str | msgspec.UnsetType = msgspec.UNSET
    cards: int = 0  # number of cards that are dealt, turned or named; for blanks, the number to enter
    deliveries: tuple[CardDelivery, ...] = ()  # the places of a deal, in order
    question: str = ""


class NextActView(msgspec.Struct, frozen=True):
    """A later act that can be predicted."""

    act: str
    words: str
    clauses: tuple[str, ...]
    blanks: tuple[str, ...] = ()  # the fields that a person will fill in


class DeckStatus(msgspec.Struct, frozen=True):
    """A deck at the table, and the time that it may stay in play."""

    deck: str
    stage: str
    loaded: bool
    since: int | None
    until: int | None
    clauses: tuple[str, ...]


class StubStatus(msgspec.Struct, frozen=True):
    """The number of rounds until the next stub count. It is 0 for this round, and None if the shuffler
    counts.
    """

    rounds: int | None
    cards: int
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ("X-08",)


class InspectionStatus(msgspec.Struct, frozen=True):
    """The gaming day of the last inspection of shoe and shuffler. `due` is set if that is not today."""

    day: int
    due: bool
    clauses: tuple[str, ...] = (DEVICES,)


class Timers(msgspec.Struct, frozen=True):
    at: int  # current time on the table's clock
    decks: tuple[DeckStatus, ...]
    stub: StubStatus
    inspection: InspectionStatus


class Console(msgspec.Struct, frozen=True):
    due: DueActView
    next: tuple[NextActView, ...]
    timers: Timers

    @property
    def next_words(self) -> tuple[str, ...]:
        return tuple(act.words for act in self.next)


def console_of(state: TableState, rules: TableSettings, at: int, day: int, inspected: int) -> Console:
    """Build the console for a time and a gaming day. `inspected` is the day of the last device
    inspection.
    """
    if rules.live and at > state.clock:
        state = replace(state, clock=at)  # a deck's time passes even if nobody acts
    act = due_view(state, rules.automations, rules.live, rules.draws)
    return Console(act, next_acts(state, rules.live), timers_of(state, at, day, inspected))


def due_view(state: TableState, automations: frozenset[str], live: bool, draws: bool = False) -> DueActView:
    """Describe the due act. With `draws`, the server chooses the cards, so the dealer enters none."""
    act = due(state, live)
    face_up = dealt_face_up(state) if act.act is ActKind.DEAL else ()
    blanks = tuple(blank for blank in act.blanks if not (draws and blank == "cards"))
    act = replace(act, blanks=blanks)
    ready = act.command is not None and not blanks
    return DueActView(
        act=act.act,
        words=act.words,
        whose=act.whose,
        role=role_of(act.whose[0]) if act.whose else "",
        clauses=act.clauses,
        readings=act.readings,
        state=STATES[waits(act, automations, live)],
        blanks=blanks,
        command=to_send(act.command) if ready and act.command else msgspec.UNSET,
        form=form_of(act.command, blanks) if blanks and act.command else msgspec.UNSET,
        seat=msgspec.UNSET if act.seat is None else act.seat,
        place=msgspec.UNSET if act.place is None else act.place,
        cards=sum(face_up) if face_up and "cards" in blanks else act.cards,
        deliveries=deliveries(state) if face_up else (),
        question=act.command.question if isinstance(act.command, do.Decide) else "",
    )


def deliveries(state: TableState) -> tuple[CardDelivery, ...]:
    steps = deal_plan(state).steps[state.round.cursor :]
    face_up, views = iter(dealt_face_up(state)), []
    for step_ in steps:
        up = [next(face_up) for _ in range(step_.count)]
        views.append(CardDelivery(step_.place, step_.count, all(up)))
    return tuple(views)


def to_send(command: do.TableCommand) -> do.TableCommand:
    """Clear the actor and the time, which the server sets."""
    return replace(command, by=do.DEALER, at=0)


def form_of(command: do.TableCommand, blanks: tuple[str, ...]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(to_send(command), str_keys=True)
    return {name: value for name, value in plain.items() if name not in blanks}


def next_acts(state: TableState, live: bool) -> tuple[NextActView, ...]:
    """Predict the acts after the due act, up to the first act that involves a choice.

    The prediction assumes arbitrary values for unknown cards, and omits acts that depend on these values.
    """
    views: list[NextActView] = []
    act = due(state, live)
    for _ in range(AHEAD):
        try:
            command = assume_command(state, act)
            if command is None:
                break
            state = step(state, as_if_read(state, command)).state
            act = due(state, live)
        except (Refused, LookupError, AssertionError, TypeError, ValueError):
            break  # the act depends on cards that are not known yet
        if act.act in (ActKind.VALIDATE, ActKind.PAY):
            break  # the act depends on the assumed cards
        views.append(NextActView(act.act, act.words, act.clauses, act.blanks))
        if act.act in CHOICES:
            break
    return tuple(views)


def assume_command(state: TableState, act: Due) -> do.TableCommand | None:
    """Complete the command of an act with the first legal choice or the first possible cards."""
    command = act.command
    if command is None or act.act in (ActKind.RULE, ActKind.RECOUNT, ActKind.SWITCH, ActKind.PUT_ASIDE):
        return None
    if isinstance(command, do.Decide):
        names = legal_choices(state, command.seat)
        return replace(command, choice=names[0]) if names else None
    if act.blanks == ("cards",):
        cards: Any = may_still_come(state)[: act.cards]
        if act.act is ActKind.DEAL:
            face_up = dealt_face_up(state)
            cards = tuple([card if up else None for card, up in zip(cards, face_up, strict=True)])
        return replace(command, cards=cards)
    return None if act.blanks else command


def timers_of(state: TableState, at: int, day: int, inspected: int) -> Timers:
    life, _, clauses = life_of_deck(state)
    decks = tuple(
        DeckStatus(
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
    stub_clauses = next((phase.count for phase in state.rules.script if isinstance(phase, Stub)), ())
    stub = StubStatus(rounds, state.layout.stub, stub_clauses)
    return Timers(at, decks, stub, InspectionStatus(inspected, inspected < day))


class MenuAct(msgspec.Struct, frozen=True):
    """An act in a console's menus. With the sample fields in `probe`, a preview explains why the act is
    not offered.
    """

    act: str
    title: str
    pane: str
    probe: dict[str, Any]


MENU_ACTS = tuple(
    [
        MenuAct(tag_of(kind), kind.title, kind.pane, kind.probe)
        for kind in kinds(do.TableCommand)
        if kind.probe is not None
    ]
)

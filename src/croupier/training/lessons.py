"""Lessons for dealers: the acts of a shift in the order of the rules, for the training table.

The table machine plays an opening and some rounds under the rules of a table. Each different act becomes a
step with its clause, so a lesson follows every game and every way of dealing. Each step has a key, and
`act_keys` finds the same key in the journal of a training table.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from croupier.cards import Card
from croupier.games import GameRules, game_rules
from croupier.rulebook import cache_recent
from croupier.submission import Rules
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import Driver
from croupier.table.driving.sources import LiveCards
from croupier.table.fields import seat_of
from croupier.table.readers.due import Due, due
from croupier.table.readers.next_act import ActKind
from croupier.table.state import PEOPLE, TableState, bare_table, open_table
from croupier.training.drills.irregularities import IncidentResult, incidents_of
from croupier.training.drills.kinds import label_of
from croupier.training.drills.rounds import choose_answer, choose_wagers, random_round

ROUNDS = 8  # rounds to play, so that the stub is counted at least once
DEALS = 12  # rounds in which irregularities are reported
CLAUSE_CHAPTER = re.compile(r"/(\d+)\.")
CardsUsed = Literal["shoe", "named"]


class LessonStep(msgspec.Struct, frozen=True):
    """One act to perform. It is done when the journal has an act with this key."""

    key: str
    words: str
    clauses: tuple[str, ...]
    readings: tuple[str, ...] = ()

    @property
    def chapter(self) -> int:
        found = CLAUSE_CHAPTER.search(self.clauses[0]) if self.clauses else None
        return int(found[1]) if found else 0


class Lesson(msgspec.Struct, frozen=True):
    name: str
    title: str
    chapters: str  # such as "3 to 5"
    cards: CardsUsed  # how the training table gets its cards
    steps: tuple[LessonStep, ...]


# --- keys of acts


def place_kind(place: str) -> str:
    return "seat" if seat_of(place) else place


def act_keys(command: do.TableCommand, events: Iterable[ev.TableEvent]) -> set[str]:
    """Return the keys of an act: one for the command, and one for each result of a wager."""
    events = tuple(events)
    keys = {command_key(command, events)}
    for event in events:
        if isinstance(event, ev.WagerSettled) and event.result in ("win", "push", "lose"):
            keys.add(f"{event.result}/{event.wager}")
        elif isinstance(event, ev.EnvyPaid):
            keys.add("envy")
    return keys


def command_key(command: do.TableCommand, events: tuple[ev.TableEvent, ...]) -> str:
    """Return the key of a command: its name, and what distinguishes it from others of its kind."""
    name = type(command).__name__
    match command:
        case do.Prepare(step=detail) | do.Decide(question=detail) | do.Attest(clause=detail):
            return f"{name}/{detail}"
        case do.CollectChips(wager=detail) | do.BankChips(wager=detail):
            return f"{name}/{detail}"
        case do.NameCards(place=place) | do.ReportExposed(place=place) | do.ReportWrongNumber(place=place):
            return f"{name}/{place_kind(place)}"
        case do.ReportDeviceFailure():
            return f"{name}/{command.device}{'/idle' if command.idle_deck else ''}"
        case do.ReportOther(matter=matter):
            return f"{name}/{matter}"
        case do.ReportFaceUp():
            return f"{name}/{'drawn' if command.drawn else 'one' if len(command.cards) == 1 else 'many'}"
        case do.DealCards():
            return f"{name}/{dealt_places(events)}"
        case do.TurnUp():
            turned = next((event for event in events if isinstance(event, ev.CardsTurned)), None)
            return f"{name}/{turned.place}/{turned.first}" if turned is not None else name
    return name


def dealt_places(events: tuple[ev.TableEvent, ...]) -> str:
    places = {place_kind(p) for e in events if isinstance(e, ev.CardsDealt) for p, _ in e.deliveries}
    return "+".join(sorted(places))


# --- the steps of an opening and of rounds


def without_seats(words: str) -> str:
    return re.sub(r"\bseat \d+", "a seat", words)


def plain_words(act: Due) -> str:
    """Return the words of an act without the seats, decks and numbers of one situation."""
    words = without_seats(act.words)
    words = re.sub(r"the (red|blue) deck|the red and the blue deck", "the deck", words)
    words = re.sub(r"name \d+ cards?", "name the cards", words)
    words = re.sub(r": \d+ (cards?|accepted)", "", words)
    return re.sub(r" \([^)]*\)$", "", words)


def steps_of_opening(rules: GameRules) -> list[LessonStep]:
    """Return the acts from the first deck to a loaded one, at a table with real cards."""
    table = Driver(bare_table(rules, PEOPLE), LiveCards())
    table.do(do.SitDown(seat=1, player="player1"))
    steps: list[LessonStep] = []
    while (act := due(table.state)).act not in (ActKind.BET, ActKind.WAIT):
        command = act.command
        if command is None or act.blanks:
            break
        steps += step_of(act, command, table.do(command))
    return steps


def step_of(act: Due, command: do.TableCommand, events: tuple[ev.TableEvent, ...]) -> list[LessonStep]:
    if not act.clauses:
        return []
    return [LessonStep(command_key(command, events), plain_words(act), act.clauses, act.readings)]


def steps_of_rounds(rng: random.Random, rules: GameRules) -> list[LessonStep]:
    """Return the different acts of several rounds, in the order of a round."""
    found: dict[str, tuple[int, int, LessonStep]] = {}
    table = Driver(open_table(rules), LiveCards())
    seats = list(range(1, min(3, rules.choices.seats or rules.played.seats) + 1))
    for seat in seats:
        table.do(do.SitDown(seat=seat, player=f"player{seat}"))
        table.do(do.BuyIn(player=f"player{seat}", cents=10_000_000))
    for _ in range(ROUNDS):
        for order, (act, command, events, phase) in enumerate(acts_of_round(rng, table, seats)):
            for step in step_of(act, command, events):
                found.setdefault(step.key, (phase, order, step))
    return [step for _, _, step in sorted(found.values(), key=lambda each: each[:2])]


RoundAct = tuple[Due, do.TableCommand, tuple[ev.TableEvent, ...], int]


def acts_of_round(rng: random.Random, table: Driver, seats: list[int]) -> Iterator[RoundAct]:
    """Play a round with live cards and yield its acts with their events and the phase of the script."""
    rules, number = table.state.rules, table.state.round.number
    prepare(table)
    for seat in seats:
        wagers = choose_wagers(rng, rules, eager=0.9)
        table.do(do.Bet(seat=seat, wagers=wagers, round=number))
    deck = list(rules.played.deck.order)
    rng.shuffle(deck)
    while table.state.round.number == number:
        state, act = table.state, due(table.state)
        command = filled(rng, state, act, deck)
        events = table.do(command)
        yield act, command, events, state.round.phase


def prepare(table: Driver) -> None:
    """Prepare the deck for the next round."""
    while (act := due(table.state)).act in (ActKind.SHUFFLE, ActKind.CUT, ActKind.LOAD, ActKind.CHANGE_DECK):
        assert act.command is not None
        table.do(act.command)


def filled(rng: random.Random, state: TableState, act: Due, deck: list[Card]) -> do.TableCommand:
    """Return the command of an act with its blanks filled: the next cards, or a player's choice."""
    command = act.command
    assert command is not None, act
    if act.act is ActKind.ASK and act.seat is not None:
        choice = choose_answer(rng, state, act.seat, folds=0.1)
        return msgspec.structs.replace(command, choice=choice)
    if "cards" in act.blanks:
        count = act.cards
        cards = tuple(deck[:count])
        del deck[:count]
        return msgspec.structs.replace(command, cards=cards)
    return command


# --- payouts and irregularities


def steps_of_payouts(rules: GameRules) -> list[LessonStep]:
    """Return a step for each wager to pay, and for the results that every wager can have."""
    steps = []
    declared, progressive = rules.played.paytables, rules.played.progressive
    for rule in rules.played.wagers:
        if rule.kind == "optional" and not rules.offers(rule.table):
            continue
        section = declared.get(rule.table)
        clause = section.clause if section is not None else rule.entry
        if rule.name == rules.metered and progressive is not None:
            clause = progressive.paytable
        label = label_of(rules, rule.name)
        steps.append(LessonStep(f"win/{rule.name}", f"Pay a winning {label}", (clause,)))
    for rule in rules.required[:1]:
        label = label_of(rules, rule.name)
        steps.append(LessonStep(f"lose/{rule.name}", f"Collect a losing {label}", (rule.entry,)))
    if progressive is not None and rules.progressive is not None and rules.progressive.envy is not None:
        steps.append(LessonStep("envy", "Pay an Envy Bonus", (progressive.envy_paid,)))
    return steps


def cited(result: IncidentResult) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clause for event in result.events for clause in event.clauses))


def incident_words(result: IncidentResult) -> str:
    """Return what to report, without the numbers of one situation."""
    words = without_seats(result.incident.words)
    words = re.sub(r"\d+ cards instead of \d+", "the wrong number of cards", words)
    words = re.sub(r"^\d+ cards are", "several cards are", words).rstrip(".")
    return f"Report this: {words[:1].lower()}{words[1:]}"


def steps_of_irregularities(rng: random.Random, rules: GameRules) -> list[LessonStep]:
    """Return a step for each irregularity: what happens, and what the rules ask for."""
    found: dict[str, IncidentResult] = {}
    for _ in range(DEALS):
        played = random_round(rng, rules)
        for result in incidents_of(rng, played) if played is not None else ():
            key = command_key(result.incident.report, result.events)
            if key not in found or (cited(result) and not cited(found[key])):
                found[key] = result
    steps = [
        LessonStep(
            key,
            incident_words(result),
            cited(result),
            tuple(dict.fromkeys(reading for event in result.events for reading in event.readings)),
        )
        for key, result in found.items()
    ]
    return sorted(steps, key=lambda step: (step.clauses or ("~",), step.key))


OPENING_CHAPTERS, DEALING_CHAPTERS = range(2, 6), range(8, 11)


@cache_recent
def lessons(rules: Rules) -> tuple[Lesson, ...]:
    """Return the lessons of a table in the order of the rules, without lessons that have no steps."""
    table, rng = game_rules(rules), random.Random(0)
    opening = steps_of_opening(table)
    rounds = [step for step in steps_of_rounds(rng, table) if step.chapter not in OPENING_CHAPTERS]
    dealing = [step for step in rounds if step.chapter in DEALING_CHAPTERS]
    playing = [step for step in rounds if step.chapter not in DEALING_CHAPTERS]
    mishaps = steps_of_irregularities(rng, table)
    chapter = {"shoe": "8", "hand": "9", "automated": "10"}[rules.dealing]
    found = (
        Lesson("opening", "Open the table and prepare the cards", "3 to 5", "named", once(opening)),
        Lesson("dealing", "Deal the cards", chapter, "shoe", once(dealing)),
        Lesson("round", "Run a round", "11", "shoe", once(playing)),
        Lesson("payouts", "Pay and collect", "12", "shoe", once(steps_of_payouts(table))),
        Lesson("irregularities", "Handle irregularities", "13", "shoe", once(mishaps)),
    )
    return tuple(lesson for lesson in found if lesson.steps)


def once(steps: Iterable[LessonStep]) -> tuple[LessonStep, ...]:
    """Return the steps with different keys, the first of each."""
    return tuple({step.key: step for step in reversed([*steps])}.values())[::-1]

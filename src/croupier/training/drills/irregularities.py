"""Drills on irregularities (chapter 13): the consequence, and the wagers that a void round still settles.

Each irregularity is reported to the table machine during a played round. The answer is what the machine does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games import GameRules
from croupier.games.game import BOARD, BOX, BURN, DEALER, Deal, Rack, Settle, Stub, irregularities, seat_place
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.irregularities import starting_cards_out
from croupier.table.acts.reopening import won_already
from croupier.table.machine import step
from croupier.table.progress import is_undecided
from croupier.table.state import TableState
from croupier.table.wording import place_name
from croupier.training.drills.kinds import choice_drill, describe, drill_kind, label_of
from croupier.training.drills.question import Drill
from croupier.training.drills.rounds import DrillRound, random_round

PLAY_ON = "Play on"
DISCARD = "Discard the card and play on"
VOID = "The round is void: return the wagers"
VOID_EXCEPT = "The round is void: return the wagers, and settle those that the rules exempt"
RULING = "Call the floor for a ruling"
OUTCOMES = (PLAY_ON, DISCARD, VOID, VOID_EXCEPT, RULING)


class Incident(msgspec.Struct, frozen=True):
    """An event at the table, described in words, with the command that reports it."""

    kind: str
    words: str
    report: do.TableCommand
    moment: str  # the part of the round, in words


class IncidentResult(msgspec.Struct, frozen=True):
    incident: Incident
    state: TableState  # the state before the report
    events: tuple[ev.TableEvent, ...]

    @property
    def outcome(self) -> str:
        return outcome_of(self.events)


def outcome_of(events: tuple[ev.TableEvent, ...]) -> str:
    if any(isinstance(event, ev.RulingAsked) for event in events):
        return RULING
    void = next((event for event in events if isinstance(event, ev.RoundVoided)), None)
    if void is not None:
        return VOID_EXCEPT if void.settles else VOID
    return DISCARD if any(isinstance(event, ev.FaceUpFound) for event in events) else PLAY_ON


def cards_at(state: TableState, place: str) -> int:
    return len(state.layout.cards.get(place, ()))


def unseen_at(state: TableState, place: str) -> bool:
    return cards_at(state, place) > state.layout.turned.get(place, 0)


def next_cards(played: DrillRound, state: TableState, count: int) -> tuple[Card, ...]:
    """Return the cards that come next from the deck."""
    gone = sum(len(cards) for cards in state.layout.cards.values())
    gone += sum(len(cards) for _, cards in state.layout.rack)
    return played.deck[gone : gone + count]


def possible_incidents(rng: random.Random, played: DrillRound, state: TableState) -> Iterator[Incident]:
    """Yield every incident that can happen at this moment."""
    yield from deck_incidents(played, state)
    yield from exposures(rng, played, state)
    yield from wrong_numbers(rng, state)
    yield from device_incidents(state)
    yield incident(
        state,
        "other",
        "Something happens that the chapter on irregularities doesn't cover.",
        do.ReportOther(matter="other", detail="not covered"),
    )


def incident(state: TableState, kind: str, words: str, report: do.TableCommand) -> Incident:
    return Incident(kind, words, report, moment_words(state))


def paid_words(state: TableState) -> str:
    return "A player has been paid." if won_already(state) else "No player has been paid."


def moment_words(state: TableState) -> str:
    phase = state.phase
    if isinstance(phase, Deal):
        out = "have" if starting_cards_out(state) else "don't all have"
        dealer = " and the dealer" if deals_to_dealer(state) else ""
        return f"You are dealing the {phase.name}. The players{dealer} {out} their first cards."
    if isinstance(phase, Settle):
        return f"You are settling hands. {paid_words(state)}"
    if isinstance(phase, Rack):
        return f"All hands are settled. {paid_words(state)}"
    if isinstance(phase, Stub):
        return "You are about to place the stub in the discard rack."
    name = getattr(phase, "name", "")
    return f"The round has reached: {name}." if name else "You are about to turn up the last cards."


def deals_to_dealer(state: TableState) -> bool:
    return any(
        delivery.place == DEALER
        for phase in state.rules.script
        if isinstance(phase, Deal)
        for delivery in phase.deliveries
    )


def deck_incidents(played: DrillRound, state: TableState) -> Iterator[Incident]:
    if isinstance(state.phase, Deal) and not state.phase.face_up:
        late = "_late" if starting_cards_out(state) else ""
        for count, kind in ((1, "face_up"), (2, "face_up_many")):
            found = next_cards(played, state, count)
            words = "A card is" if count == 1 else f"{count} cards are"
            yield incident(
                state, f"{kind}{late}", f"{words} face up in the deck.", do.ReportFaceUp(cards=found)
            )
        yield incident(
            state,
            "drawn_face_up",
            "You draw a card in error, and everyone sees it.",
            do.ReportFaceUp(cards=next_cards(played, state, 1), drawn=True),
        )
    if isinstance(state.phase, Deal):
        yield incident(
            state,
            "drawn_in_error",
            "You draw a card in error. No one has seen it.",
            do.ReportDrawnInError(),
        )
    if BURN in state.layout.cards:
        report = do.ReportOther(matter="missed_burn", detail="a burn card was missed")
        yield incident(state, "missed_burn", "You notice that you did not burn a card.", report)


def exposures(rng: random.Random, played: DrillRound, state: TableState) -> Iterator[Incident]:
    kinds = {DEALER: "dealer_exposed", BOARD: "community_exposed", BOX: "box_exposed"}
    seats = [seat_place(seat) for seat in played.wagers if seat_place(seat) in state.layout.cards]
    for place in (*kinds, *(rng.sample(seats, 1) if seats else ())):
        if unseen_at(state, place):
            index = state.layout.turned.get(place, 0)
            yield incident(
                state,
                kinds.get(place, "player_exposed"),
                f"A face-down card of {place_name(place)} is exposed to the players.",
                do.ReportExposed(place=place, index=index),
            )


def wrong_numbers(rng: random.Random, state: TableState) -> Iterator[Incident]:
    if isinstance(state.phase, Deal):
        return
    apart = {BURN: "missed_burn", BOX: "box_count"}
    for place, cards in state.layout.cards.items():
        if place == "aside" or not cards:
            continue
        count = len(cards) + rng.choice((-1, 1))
        kind = apart.get(place, "wrong_count")
        yield incident(
            state,
            kind if kind in state.irregularities else "wrong_count",
            f"You find {count} cards instead of {len(cards)} at {place_name(place)}.",
            do.ReportWrongNumber(place=place, cards=count),
        )


def device_incidents(state: TableState) -> Iterator[Incident]:
    choices = state.rules.choices
    if choices.shuffler != "none":
        yield incident(
            state,
            "shuffler_failed",
            "The shuffler jams with the deck that is in play.",
            do.ReportDeviceFailure(device="shuffler"),
        )
        if len(state.care.packs) > 1:
            yield incident(
                state,
                "shuffler_failed_idle",
                "The shuffler jams with the deck that is not in play.",
                do.ReportDeviceFailure(device="shuffler", idle_deck=True),
            )
    if choices.dealing == "automated":
        yield incident(
            state, "shoe_failed", "The dealing machine jams.", do.ReportDeviceFailure(device="shoe")
        )


def report(incident: Incident, state: TableState) -> IncidentResult | None:
    """Report an incident to the table. None if the table can't accept it at this moment."""
    try:
        done = step(state, incident.report)
    except Refused:
        return None
    return IncidentResult(incident, state, done.events)


def incidents_of(rng: random.Random, played: DrillRound) -> list[IncidentResult]:
    """Return the results of all incidents at random moments of a round, one for each kind."""
    found: dict[str, IncidentResult] = {}
    moments = [state for state in played.states if state.phase is not None]
    rng.shuffle(moments)
    for state in moments:
        for one in possible_incidents(rng, played, state):
            if one.kind not in found and one.kind in state.irregularities:
                result = report(one, state)
                if result is not None and (result.events or one.kind == "other"):
                    found[one.kind] = result
    return [found[kind] for kind in sorted(found)]


@drill_kind("irregularity", "Consequence of an irregularity", 13, seconds=12)
def irregularity(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules)
    results = [] if played is None else incidents_of(rng, played)
    if not results:
        return None
    chosen = rng.choice(results)
    events = told(chosen.events)
    return choice_drill(
        rng,
        rules,
        f"{chosen.incident.words} What do you do?",
        chosen.outcome,
        rng.sample(OUTCOMES, len(OUTCOMES)),
        clauses=[clause for event in events for clause in event.clauses],
        readings=[reading for event in events for reading in event.readings],
        reason=" ".join(describe(event) for event in events),
        topic=chosen.incident.kind.replace("_", " "),
        facts=facts_of(rules, chosen.state, chosen.incident),
        evidence={
            "kind": chosen.incident.kind,
            "paid": won_already(chosen.state),
            "settling": isinstance(chosen.state.phase, Settle | Rack),
            "undecided": is_undecided(chosen.state),
            "made": sorted(wagers_made(rules, chosen.state)),
        },
    )


def wagers_made(rules: GameRules, state: TableState) -> tuple[str, ...]:
    """Return the wagers that are open at the table, in the order of the rules."""
    return tuple(name for name in rules.wagers if any(name in open_ for open_ in state.bets.wagers.values()))


def facts_of(rules: GameRules, state: TableState, incident: Incident) -> tuple[str, ...]:
    decided = "Not every player has decided." if is_undecided(state) else "Every player has decided."
    asked = (decided,) if deals_to_dealer(state) else ()
    made = wager_list(rules, wagers_made(rules, state))
    return (incident.moment, *asked, f"Open wagers: {made}.")


def told(events: tuple[ev.TableEvent, ...]) -> list[ev.TableEvent]:
    """Return the events that explain an outcome, without each returned wager."""
    money = ev.WagerSettled | ev.WagerTakenBack | ev.MeterTakenBack | ev.WagerReopened
    return [event for event in events if not isinstance(event, money)] or list(events[:1])


def exempts(rules: GameRules) -> bool:
    return any(rule.settles for rule in irregularities(rules).values())


@drill_kind("still_settled", "Wagers that are settled in a void round", 13, exempts, seconds=12)
def still_settled(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules, folds=0)
    results = [] if played is None else incidents_of(rng, played)
    void = [
        (result, event) for result in results for event in result.events if isinstance(event, ev.RoundVoided)
    ]
    if not void or played is None:
        return None
    exempt = [pair for pair in void if pair[1].settles]
    chosen, event = rng.choice(exempt if exempt and rng.random() < 0.7 else void)
    names = wagers_made(rules, chosen.state)
    answer = wager_list(rules, event.settles)
    wrong = [
        wager_list(rules, ()),
        *(wager_list(rules, (name,)) for name in names),
        wager_list(rules, tuple(name for name in names if rules.wagers[name].kind == "optional")),
    ]
    rng.shuffle(wrong)
    return choice_drill(
        rng,
        rules,
        f"{chosen.incident.words} The round is void. Which wagers do you still settle?",
        answer,
        wrong,
        clauses=event.clauses,
        readings=event.readings,
        reason=describe(event),
        topic=chosen.incident.kind.replace("_", " "),
        facts=facts_of(rules, chosen.state, chosen.incident),
        evidence={
            "kind": chosen.incident.kind,
            "undecided": is_undecided(chosen.state),
            "made": list(names),
        },
    )


def wager_list(rules: GameRules, names: tuple[str, ...]) -> str:
    return ", ".join(label_of(rules, name) for name in names) or "None"

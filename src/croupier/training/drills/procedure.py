"""Drills on procedure (chapters 3 to 11): the next act, orders, the stub, and the times to change a deck."""

from __future__ import annotations

import random
from collections.abc import Iterable

import msgspec

from croupier.errors import Refused
from croupier.games import GameRules
from croupier.games.game import BURN, Ask, seat_place
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.decks import life_of_deck
from croupier.table.driving.driver import Driver
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.sources import StackedDeck
from croupier.table.machine import can, step, verify
from croupier.table.readers.due import Due, due
from croupier.table.state import DeckState, TableState, bare_table, open_table
from croupier.table.wording import listed_seats, place_name
from croupier.training.drills.kinds import (
    NO,
    YES,
    because,
    choice_drill,
    describe,
    drill_kind,
    label_of,
    typed_drill,
)
from croupier.training.drills.question import Drill, write_answer
from croupier.training.drills.rounds import DrillRound, choose_seats, choose_wagers, random_round, seat_count

replace = msgspec.structs.replace


class ActMoment(msgspec.Struct, frozen=True):
    """A moment of the procedure: the state, the act that is due, and the command that performs it."""

    state: TableState
    act: Due
    command: do.TableCommand
    before: tuple[ev.TableEvent, ...]  # what happened last


def moments_of(played: DrillRound) -> list[ActMoment]:
    """Return the dealer's acts of a round."""
    found, before = [], tuple[ev.TableEvent, ...]()
    for state, done in zip(played.states, played.steps, strict=True):
        act = due(state, live=False)
        if act.command is not None and type(act.command) is type(done.command):
            found.append(ActMoment(state, act, done.command, before))
        before = done.events or before
    return found


def opening_moments(rules: GameRules, seats: Iterable[int]) -> list[ActMoment]:
    """Return the acts that open a table, from the first deck to a loaded one (chapters 3 to 5)."""
    found: list[ActMoment] = []
    table = Driver(bare_table(rules), StackedDeck(rules.played.deck), UNATTENDED)
    for seat in seats:
        table.do(do.SitDown(seat=seat, player=f"player{seat}"))
    before: tuple[ev.TableEvent, ...] = ()
    while (command := table.proposal()) is not None:
        found.append(ActMoment(table.state, due(table.state, live=False), command, before))
        before = table.do(command)
    return found


def next_act_drill(rng: random.Random, rules: GameRules, moments: list[ActMoment]) -> Drill | None:
    """Ask for the act that is due. Wrong choices are acts of the same procedure that the table refuses."""
    if not moments:
        return None
    at = rng.randrange(len(moments))
    now = moments[at]
    wrong = [
        other.act.words
        for other in moments
        if other.act.words != now.act.words and not can(now.state, other.command)
    ]
    rng.shuffle(wrong)
    if now.act.words not in {other.act.words for other in moments if can(now.state, other.command)}:
        return None
    last = tuple(describe(event) for event in now.before[-2:] if is_public(event))
    return choice_drill(
        rng,
        rules,
        "What is the next act?",
        now.act.words,
        wrong,
        clauses=now.act.clauses,
        readings=now.act.readings,
        reason=because(now.act.words, now.act.clauses),
        facts=last or ("The table is about to open.",),
        evidence={"done": [each.act.words for each in moments[:at]], "dealing": rules.dealing},
    )


def is_public(event: ev.TableEvent) -> bool:
    return "everyone" in event.audience


@drill_kind("open_table", "The next act when a table opens", 4)
def open_the_table(rng: random.Random, rules: GameRules) -> Drill | None:
    return next_act_drill(rng, rules, opening_moments(rules, choose_seats(rng, rules, most=1)))


@drill_kind("next_act", "The next act of a round", 11)
def next_act(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules)
    return None if played is None else next_act_drill(rng, rules, moments_of(played))


def all_seats(seats: Iterable[int]) -> str:
    return f"Seats {seats_in_words(sorted(seats))}"


def seats_in_words(seats: Iterable[int]) -> str:
    return ", ".join(map(str, seats))


def has_order(rules: GameRules) -> bool:
    """Return whether the table has enough seats to ask for an order of play."""
    return seat_count(rules) > 2


@drill_kind("settle_order", "The order of settlement", 11, has_order, seconds=8)
def settle_order(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules, least=3, folds=0)
    if played is None or len(played.wagers) < 3:
        return None
    settled = [event for event in played.events if isinstance(event, ev.SeatSettled)]
    order = [event.seat for event in settled]
    seats = sorted(order)
    turned = [*order[1:], order[0]]
    wrong = [seats, seats[::-1], turned, [order[-1], *order[:-1]]]
    return choice_drill(
        rng,
        rules,
        f"{all_seats(seats)} have cards. In which order do you settle them?",
        seats_in_words(order),
        [seats_in_words(each) for each in wrong],
        clauses=settled[0].clauses,
        readings=settled[0].readings,
        reason=because(f"You settle seats {seats_in_words(order)} in this order", settled[0].clauses),
        facts=("Seat 1 is at the dealer's left.",),
        evidence={"record": played.record(), "seats": seats},
    )


def asks(rules: GameRules) -> bool:
    return has_order(rules) and any(isinstance(phase, Ask) for phase in rules.script)


@drill_kind("ask_order", "The player who acts next", 11, asks, seconds=6)
def ask_order(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules, least=3)
    if played is None:
        return None
    found = []
    for state, done in zip(played.states, played.steps, strict=True):
        if isinstance(done.command, do.Decide) and len(played.wagers) > 2:
            found.append((state, done.command.seat))
    if not found:
        return None
    state, seat = rng.choice(found)
    act = due(state, live=False)
    answered = [f"Seat {a.seat}: {a.choice}." for a in reversed(state.round.answers)]
    phase = state.phase
    assert isinstance(phase, Ask)
    return choice_drill(
        rng,
        rules,
        f"{all_seats(played.wagers)} have cards. Which seat do you ask now?",
        f"Seat {seat}",
        [f"Seat {each}" for each in sorted(played.wagers)],
        clauses=act.clauses,
        readings=act.readings,
        reason=because(act.words, act.clauses),
        topic=phase.name,
        facts=(f"The question is: {phase.name}.", *(answered or ["No seat has answered this question."])),
        evidence={
            "record": played.record(),
            "question": phase.name,
            "answered": len(state.round.answers),
        },
    )


@drill_kind("next_card", "The place of the next card", 10, seconds=8)
def next_card(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules, least=2)
    if played is None:
        return None
    dealt = [event for event in played.events if isinstance(event, ev.CardsDealt)]
    event = rng.choice(dealt)
    spots = [place for place, count in event.deliveries for _ in range(count)]
    at = rng.randrange(len(spots))
    earlier = sum(count for each in dealt[: dealt.index(event)] for _, count in each.deliveries)
    after = list(dict.fromkeys(p for each in dealt for p, _ in each.deliveries))
    where = [place_goes(place) for place in (*after, BURN)]
    rng.shuffle(where)
    so_far = counted_places(spots[:at])
    fact = f"Dealt in this deal so far: {so_far}." if so_far else "No card of this deal is out yet."
    return choice_drill(
        rng,
        rules,
        f"In play: {listed_seats(tuple(sorted(played.wagers)))}. Where does the next card go?",
        place_goes(spots[at]),
        where,
        clauses=event.clauses,
        readings=event.readings,
        reason=describe(event),
        facts=(*(describe(each) for each in dealt[: dealt.index(event)]), fact),
        evidence={"record": played.record(), "position": earlier + at, "place": spots[at]},
    )


def place_goes(place: str) -> str:
    return f"To {place_name(place)}"


def counted_places(spots: list[str]) -> str:
    found = {place: spots.count(place) for place in dict.fromkeys(spots)}
    return ", ".join(f"{count} {place_goes(place).lower()}" for place, count in found.items())


# --- the stub


@drill_kind("stub_count", "Count the stub", 8, seconds=12)
def stub_count(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules)
    if played is None:
        return None
    racked = next((event for event in played.events if isinstance(event, ev.StubRacked)), None)
    if racked is None:
        return None
    size = len(rules.played.deck.order)
    offered = [
        label_of(rules, rule.name)
        for rule in rules.played.wagers
        if rules.offers(rule.table) and any(place != "dealer" for place in rule.sees)
    ]
    facts = (
        f"The deck has {size} cards. In play: {listed_seats(tuple(sorted(played.wagers)))}.",
        *((f"The table offers: {', '.join(offered)}.",) if offered else ()),
        *(describe(event) for event in played.events if isinstance(event, ev.FaceUpFound)),
    )
    stub = rules.played.stub[rules.dealing]
    return typed_drill(
        rules,
        "number",
        "How many cards must the stub have when you place it in the discard rack?",
        racked.cards,
        clauses=(*stub.count, *racked.clauses),
        readings=("X-08",),
        reason=" ".join(describe(e) for e in (*dealt_before(played, racked), racked)),
        facts=facts,
        evidence={"record": played.record()},
    )


def dealt_before(played: DrillRound, racked: ev.StubRacked) -> list[ev.TableEvent]:
    events = played.events
    return [event for event in events[: events.index(racked)] if isinstance(event, ev.CardsDealt)]


MISDEAL = "The hands are void, and the wagers are returned"
DEFECTIVE = "The hands are void, and the deck is removed"
MISCOUNT = "The count was wrong, and play goes on"


@drill_kind("wrong_stub", "A wrong count of the stub", 8)
def wrong_stub(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules)
    if played is None:
        return None
    at = [n for n, done in enumerate(played.steps) if isinstance(done.command, do.RackStub | do.CountStub)]
    if not at:
        return None
    state = played.states[at[0]]
    size, right = len(rules.played.deck.order), state.layout.stub
    counted = right + rng.choice((-2, -1, 1, 2))
    short = step(state, do.CountStub(cards=counted))
    if not short.state.round.inquiry:
        return None
    total = size if rng.random() < 0.67 else size + rng.choice((-1, 1))
    misdealt = total == size and rng.random() < 0.5
    hand = seat_place(rng.choice(sorted(played.wagers))) if misdealt else ""
    done = step(short.state, do.Recount(total=total, misdealt=misdealt, hand=hand))
    removed = any(isinstance(event, ev.DeckRemoved) for event in done.events)
    void = any(isinstance(event, ev.RoundVoided) for event in done.events)
    answer = DEFECTIVE if removed else MISDEAL if void else MISCOUNT
    dealt = f"The cards of seat {hand[4:]} were misdealt." if misdealt else "No hand was misdealt."
    told = [e for e in done.events if isinstance(e, ev.CardsRecounted | ev.RoundVoided | ev.DeckRemoved)]
    return choice_drill(
        rng,
        rules,
        "What follows?",
        answer,
        (MISDEAL, DEFECTIVE, MISCOUNT),
        ordered=True,
        clauses=[clause for event in (*told, *done.events[-1:]) for clause in event.clauses],
        readings=[reading for event in told for reading in event.readings],
        reason=" ".join(describe(event) for event in told),
        facts=(
            f"The stub should have {right} cards, and you count {counted}.",
            f"You recount all cards: {total} in all. {dealt}",
        ),
        evidence={"total": total, "size": size, "misdealt": misdealt},
    )


# --- changing decks

START_OF_DAY = 1_767_225_600  # a midnight in UTC; only the time of day matters
DAY = 86_400


@drill_kind("deck_change", "When to change the deck", 3, seconds=8)
def deck_change(rng: random.Random, rules: GameRules) -> Drill | None:
    started = rng.randrange(0, 24 * 60)
    state = with_deck_since(rules, START_OF_DAY + started * 60)
    seconds, hours, clauses = life_of_deck(state)
    how = {"hand": "by hand", "shoe": "from a manual shoe"}.get(rules.dealing, "from a machine")
    clock = write_answer("time", started)
    if rng.random() < 0.5:
        return typed_drill(
            rules,
            "time",
            "By what time do you change the deck at the latest?",
            (started + seconds // 60) % (24 * 60),
            clauses=clauses,
            reason=because(f"A deck is changed after {hours} hours", clauses),
            facts=(f"You deal {how}. The deck came into play at {clock}.",),
            evidence={"started": started, "dealing": rules.dealing},
        )
    later = seconds // 60 + rng.choice((-60, -30, -10, -5, 0, 5, 20, 60))
    now = START_OF_DAY + (started + later) * 60
    refusal = verify(with_wagers(state, rng), do.CloseBetting(at=now))
    over = refusal is not None and refusal.code == "deck_change_due"
    time = write_answer("time", (started + later) % (24 * 60))
    return choice_drill(
        rng,
        rules,
        "May you begin another round with this deck?",
        NO if over else YES,
        (YES, NO),
        ordered=True,
        clauses=clauses,
        reason=said(refusal) if over and refusal else f"A deck is changed after {hours} hours.",
        facts=(f"You deal {how}. The deck came into play at {clock}. It is now {time}.",),
        evidence={"minutes": later, "dealing": rules.dealing},
    )


def with_deck_since(rules: GameRules, since: int) -> TableState:
    state = open_table(rules)
    packs: dict[str, DeckState] = {
        back: replace(pack, since=since) for back, pack in state.care.packs.items()
    }
    return replace(state, care=replace(state.care, packs=packs), clock=since)


def with_wagers(state: TableState, rng: random.Random) -> TableState:
    wagers = choose_wagers(rng, state.rules, eager=0)
    for command in (
        do.SitDown(seat=1, player="player1"),
        do.BuyIn(player="player1", cents=1_000_000),
        do.Bet(seat=1, wagers=wagers, round=state.round.number),
    ):
        state = step(state, command).state
    return state


def said(refused: Refused) -> str:
    """Return a refusal as sentences, with its remedy."""
    text = refused.message[:1].upper() + refused.message[1:]
    remedy = f" {refused.remedy}" if refused.remedy else ""
    return f"{text}.{remedy}"

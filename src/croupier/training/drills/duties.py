"""Drills on duties and permissions: who performs an act, legal bets, legal acts of players, and signals."""

from __future__ import annotations

import random

import msgspec

from croupier.games import GameRules
from croupier.games.game import Ask
from croupier.rulebook import clauses
from croupier.submission import format_dollars
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.betting import required_purse
from croupier.table.codec import kinds
from croupier.table.machine import duty, step, verify
from croupier.table.readers import legal
from croupier.table.registry import DUTIES
from croupier.table.roles import TITLES, or_above
from croupier.table.state import TableState, open_table
from croupier.training.drills.kinds import (
    NO,
    YES,
    because,
    choice_drill,
    describe,
    drill_kind,
    gist,
    groups,
    label_of,
    stakes,
)
from croupier.training.drills.procedure import said
from croupier.training.drills.question import Drill
from croupier.training.drills.rounds import DrillRound, choose_wagers, random_round

replace = msgspec.structs.replace

# Answers to "who may do this?", by the roles of the act.
ONLY_PLAYER = "The player, and the dealer enters it"
DEALER_ACTS = "The dealer"
EITHER = "The dealer or a floorperson"
FLOOR_ACTS = TITLES[do.FLOOR][:1].upper() + TITLES[do.FLOOR][1:]
SIDES: dict[frozenset[str], str] = {
    frozenset({do.PLAYER, do.DEALER}): ONLY_PLAYER,
    frozenset({do.DEALER}): DEALER_ACTS,
    frozenset({do.DEALER, do.FLOOR}): EITHER,
    frozenset({do.FLOOR}): FLOOR_ACTS,
}


def acts_with_sides() -> list[type[do.TableCommand]]:
    """Return the acts whose roles match one of the possible answers, in a stable order."""
    found = [
        kind for kind in kinds(do.TableCommand) if not kind.server_only and frozenset(kind.roles) in SIDES
    ]
    return sorted(found, key=lambda kind: kind.__name__)


@drill_kind("who_acts", "The role for an act", 11, seconds=6)
def who_acts(rng: random.Random, rules: GameRules) -> Drill | None:
    state = open_table(rules)
    kind = rng.choice([kind for kind in acts_with_sides() if DUTIES[kind](state)])
    cited, readings = duty(state, kind)
    if not cited and not readings:
        return None
    answer = SIDES[frozenset(kind.roles)]
    roles = sorted(or_above(kind.roles))
    title = kind.title[:1].lower() + kind.title[1:]
    verb = "report" if kind.pane == "happened" else "do"
    return choice_drill(
        rng,
        rules,
        f"Who may {verb} this: {title}?",
        answer,
        tuple(SIDES.values()),
        ordered=True,
        clauses=cited,
        readings=readings,
        reason=because(f"{kind.title}: {answer[:1].lower() + answer[1:]}", cited),
        topic=kind.title,
        evidence={"command": kind.__name__, "roles": roles},
    )


# --- bets


def spoiled(rng: random.Random, rules: GameRules, wagers: dict[str, int]) -> dict[str, int]:
    """Return wagers with a typical error: a wrong amount, a missing wager, or a wager above its limit."""
    name = rng.choice(sorted(wagers))
    how = rng.randrange(4)
    if how == 0:
        return {each: cents for each, cents in wagers.items() if each != name}
    if how == 1:
        return {**wagers, name: wagers[name] + 250}
    limits = rules.choices.limits.get(name)
    if how == 2 and limits is not None and limits.maximum:
        return {**wagers, name: limits.maximum + (limits.increment or 100)}
    return {**wagers, name: max(100, wagers[name] // 2 // 100 * 100)}


@drill_kind("may_bet", "Is a bet allowed", 7, seconds=8)
def may_bet(rng: random.Random, rules: GameRules) -> Drill | None:
    wagers = choose_wagers(rng, rules, eager=rng.choice((0.2, 0.6)))
    if rng.random() < 0.6:
        wagers = spoiled(rng, rules, wagers)
    wagers = {name: cents for name, cents in wagers.items() if cents > 0}
    if not wagers:
        return None
    state = open_table(rules)
    state = step(state, do.SitDown(seat=1, player="player1")).state
    purse = max(100, required_purse(state, wagers)) + 10_000_00
    state = step(state, do.BuyIn(player="player1", cents=purse)).state
    command = do.Bet(seat=1, wagers=wagers, round=state.round.number)
    refusal = verify(state, command)
    events = () if refusal else step(state, command).events
    placed = [event for event in events if isinstance(event, ev.WagerPlaced)]
    return choice_drill(
        rng,
        rules,
        "A player puts these chips on the layout. May they stay there?",
        NO if refusal else YES,
        (YES, NO),
        ordered=True,
        clauses=refusal.clauses if refusal else [c for event in placed for c in event.clauses],
        readings=refusal.readings if refusal else [r for event in placed for r in event.readings],
        reason=said(refusal) if refusal else "The limits and the required wagers are right.",
        facts=limits_in_words(rules, wagers),
        wagers=stakes(rules, wagers),
        evidence={"wagers": wagers},
    )


def limits_in_words(rules: GameRules, wagers: dict[str, int]) -> tuple[str, ...]:
    found = []
    for name in wagers:
        limit = rules.choices.limits.get(name)
        if limit is None:
            continue
        parts = []
        if limit.minimum is not None and limit.maximum is not None:
            parts.append(f"{format_dollars(limit.minimum)} to {format_dollars(limit.maximum)}")
        elif limit.minimum is not None:
            parts.append(f"at least {format_dollars(limit.minimum)}")
        elif limit.maximum is not None:
            parts.append(f"at most {format_dollars(limit.maximum)}")
        if limit.increment is not None:
            parts.append(f"in steps of {format_dollars(limit.increment)}")
        found.append(f"{label_of(rules, name)}: {', '.join(parts)}.")
    return tuple(found)


# --- acts of players during the round


class PlayerAct(msgspec.Struct, frozen=True):
    words: str  # what the player wants to do, as a sentence
    command: do.TableCommand


def player_acts(rng: random.Random, state: TableState, played: DrillRound) -> list[PlayerAct]:
    """Return acts that players attempt at this moment. Some are allowed."""
    rules, number = played.rules, state.round.number
    seat = rng.choice(sorted(state.seating.seats))
    by = f"player:player{seat}"
    placed = state.bets.wagers.get(seat, {})
    found = [
        PlayerAct(
            f"Seat {seat} wants to take the wagers back.",
            do.TakeBack(seat=seat, round=number, by=by),
        ),
        PlayerAct(f"Seat {seat} wants to leave the seat.", do.GetUp(seat=seat, by=by)),
    ]
    late = choose_wagers(rng, rules, eager=0)
    free = [each for each in range(1, rules.played.seats + 1) if each not in state.seating.seats]
    if placed:
        name = rng.choice(sorted(placed))
        more = {**placed, name: placed[name] + 500}
        found.append(
            PlayerAct(
                f"Seat {seat} puts another $5 on the {label_of(rules, name)}.",
                do.Bet(seat=seat, wagers=more, round=number, by=by),
            )
        )
    elif free and late:
        found.append(
            PlayerAct(
                f"A new player wants to sit in seat {free[0]}.",
                do.SitDown(seat=free[0], player="player31", by="player:player31"),
            )
        )
    phase = state.phase
    if isinstance(phase, Ask):
        others = {c.name for one in rules.script if isinstance(one, Ask) for c in one.choices}
        asked = legal.asked_seat(state)
        for name in sorted(others):
            for each in sorted(played.wagers):
                found.append(
                    PlayerAct(
                        f"Seat {each} says “{name}”.",
                        do.Decide(
                            seat=each,
                            choice=name,
                            round=number,
                            question=phase.name,
                            by=f"player:player{each}",
                        ),
                    )
                )
        turn = [one for one in found if isinstance(one.command, do.Decide) and one.command.seat == asked]
        found += turn * 2  # decisions of the seat in turn are drawn more often
    return found


@drill_kind("may_act", "Is a player's act allowed", 11, seconds=8)
def may_act(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules, least=2)
    if played is None:
        return None
    index = rng.randrange(len(played.states))
    questions = [n for n, state in enumerate(played.states) if isinstance(state.phase, Ask)]
    if questions and rng.random() < 0.6:
        index = rng.choice(questions)
    state = played.states[index]
    act = rng.choice(player_acts(rng, state, played))
    refusal = verify(state, act.command)
    events = () if refusal else step(state, act.command).events
    if refusal is None and not any(event.clauses for event in events):
        return None
    if refusal is not None and not (refusal.clauses or refusal.readings):
        return None
    answered = [f"Seat {a.seat} said “{a.choice}”." for a in reversed(state.round.answers)]
    last = [describe(event) for event in played.steps[index - 1].events[-1:]] if index else []
    asked = legal.asked_seat(state)
    waiting = [f"You are asking seat {asked}."] if asked is not None else []
    return choice_drill(
        rng,
        rules,
        f"{act.words} Is that allowed?",
        NO if refusal else YES,
        (YES, NO),
        ordered=True,
        clauses=refusal.clauses if refusal else [c for event in events for c in event.clauses],
        readings=refusal.readings if refusal else [r for event in events for r in event.readings],
        reason=said(refusal) if refusal else allowed_because(events),
        facts=(*(answered or last), *waiting),
        cards=groups(face_up(state), ("board",)),
        evidence=evidence_of(state, act.command),
    )


def allowed_because(events: tuple[ev.TableEvent, ...]) -> str:
    cited = next(clause for event in events for clause in event.clauses)
    told = [describe(event) for event in events if not isinstance(event, ev.SeatTaken)]
    return " ".join(told) or gist(cited)


def face_up(state: TableState) -> dict[str, tuple[str, ...]]:
    return {place: legal.cards_face_up(state, place) for place in state.layout.cards}


def evidence_of(state: TableState, command: do.TableCommand) -> dict[str, object]:
    """Return what a second method needs to know about an act."""
    phase = state.phase
    return {
        "command": type(command).__name__,
        "betting": state.round.phase < 0,
        "seat": getattr(command, "seat", 0),
        "asked": legal.asked_seat(state),
        "question": phase.name if isinstance(phase, Ask) else "",
        "choice": getattr(command, "choice", ""),
        "wagers": dict(getattr(command, "wagers", {})),
        "has_wagers": bool(state.bets.wagers.get(getattr(command, "seat", 0))),
        "folded": getattr(command, "seat", 0) in state.round.folded,
    }


# --- signals


def signals(rules: GameRules) -> list[tuple[str, Ask, str]]:
    """Return the signals that the rules define: the clause, the question and the choice."""
    found = []
    for phase in rules.script:
        if not isinstance(phase, Ask):
            continue
        for choice in phase.choices:
            for clause in choice.clauses:
                parts = clauses()[clause]
                if parts.leaf and parts.status == "recorded" and parts.chapter == 11:
                    found.append((clause, phase, choice.name))
    return found


def signal_words(clause: str) -> str:
    """Return only the player's gesture, without its meaning and the dealer's response."""
    parts = [part.strip() for part in clauses()[clause].gist.split(",")]
    shown = next((part for part in parts if part.lower().startswith("the player")), parts[-1])
    return f"{shown[:1].upper()}{shown[1:]}."


@drill_kind("signals", "Meaning of a signal", 11, lambda rules: bool(signals(rules)), seconds=6)
def signal(rng: random.Random, rules: GameRules) -> Drill | None:
    clause, phase, name = rng.choice(signals(rules))
    shown = signal_words(clause)
    names = [choice.name for choice in phase.choices]
    return choice_drill(
        rng,
        rules,
        "What does the player decide?",
        name.capitalize(),
        tuple(each.capitalize() for each in names),
        ordered=True,
        clauses=(clause,),
        reason=f"{gist(clause)} The decision is “{name}”.",
        facts=(f"You ask about {phase.name}. {shown}",),
        evidence={"clause": clause},
    )

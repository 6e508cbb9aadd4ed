"""Drills on hands: reading a hand, the dealer's announcement, the winner, and the result of each wager."""

from __future__ import annotations

import random

from croupier.games import GameRules
from croupier.games.game import BOARD, DEALER, Ask, Deal, Showdown, seat_place
from croupier.table import events as ev
from croupier.training.drills.kinds import (
    NO,
    YES,
    choice_drill,
    describe,
    drill_kind,
    groups,
    label_of,
    stakes,
    table_cards,
)
from croupier.training.drills.question import Drill
from croupier.training.drills.rounds import (
    DrillRound,
    choose_cards,
    choose_seats,
    hands_of,
    places_of,
    random_round,
    showdown_of,
)

WINS, PUSHES, LOSES, HALF = "It wins", "It pushes", "It loses", "It loses part of the stake"
RESULTS = {"win": WINS, "push": PUSHES, "lose": LOSES}


def cards_are_fixed(rules: GameRules) -> bool:
    """Return whether the cards of a round don't depend on decisions."""
    return not rules.late_deals


def has_dealer_hand(rules: GameRules) -> bool:
    return any(
        delivery.place == DEALER
        for phase in rules.script
        if isinstance(phase, Deal)
        for delivery in phase.deliveries
    )


def random_hands(rng: random.Random, rules: GameRules) -> list[Showdown]:
    """Return the hands of several random deals, for wrong choices."""
    found = []
    for _ in range(8):
        seats = choose_seats(rng, rules, least=2)
        hands = hands_of(rules, seats, choose_cards(rng, rules, len(places_of(rules, seats))))
        found += [showdown_of(hands, seat) for seat in seats]
    return found


@drill_kind("read_hand", "Read a player's hand", 6, cards_are_fixed, seconds=8)
def read_hand(rng: random.Random, rules: GameRules) -> Drill | None:
    game = rules.played
    played = random_round(rng, rules, folds=0)
    shown = [] if played is None else [event for event in played.events if isinstance(event, ev.HandShown)]
    if not shown:
        return None
    event = rng.choice(shown)
    assert played is not None
    cards = final_cards(played)
    answer = event.words
    others = [game.player_hand(rules, hand) for hand in random_hands(rng, rules)]
    rng.shuffle(others)
    # Hands of the same kind with other ranks are the likeliest errors.
    others.sort(key=lambda hand: hand.hand != event.hand)
    alike = [hand.words for hand in others if hand.hand == event.hand][:2]
    return choice_drill(
        rng,
        rules,
        f"What do you announce for seat {event.seat}?",
        answer,
        [*dict.fromkeys(alike), *(hand.words for hand in others if hand.hand != event.hand)],
        clauses=event.clauses,
        readings=event.readings,
        reason=describe(event),
        cards=groups(cards, (seat_place(event.seat), BOARD)),
        evidence={"record": played.record(), "seat": event.seat, "hand": event.hand, "count": event.count},
    )


def final_cards(played: DrillRound) -> dict[str, tuple[str, ...]]:
    """Return all cards of the finished round by place."""
    rack = dict(played.steps[-1].state.layout.rack)
    return {place: tuple(card for card in cards if card) for place, cards in rack.items()}


def revealed_hand(played: DrillRound) -> ev.DealerRevealed | None:
    return next(
        (event for event in played.events if isinstance(event, ev.DealerRevealed) and event.words), None
    )


@drill_kind(
    "announce_dealer",
    "Announce the dealer's hand",
    11,
    lambda rules: has_dealer_hand(rules) and cards_are_fixed(rules),
    seconds=8,
)
def announce_dealer(rng: random.Random, rules: GameRules) -> Drill | None:
    game = rules.played
    played = random_round(rng, rules, folds=0)
    event = None if played is None else revealed_hand(played)
    if played is None or event is None:
        return None
    spoken = [game.announce_dealer(rules, hand) for hand in random_hands(rng, rules)]
    others = [hand for hand in spoken if hand is not None]
    others.sort(key=lambda hand: hand.hand != event.hand)
    return choice_drill(
        rng,
        rules,
        "You turn up the dealer's cards. What do you announce?",
        event.words,
        [hand.words for hand in others[:1] + others[::-1]],
        clauses=event.clauses,
        readings=event.readings,
        reason=describe(event),
        cards=groups(final_cards(played), (DEALER, BOARD)),
        evidence={"record": played.record(), "hand": event.hand, "count": event.count},
    )


def may_fail_to_qualify(rules: GameRules) -> bool:
    """Return whether the game has a qualifying hand for the dealer."""
    if not has_dealer_hand(rules) or not cards_are_fixed(rules):
        return False
    rng = random.Random(0)
    hands = hands_of(rules, [1], choose_cards(rng, rules, len(places_of(rules, [1]))))
    return rules.played.qualifies(rules, showdown_of(hands, 1)) is not None


@drill_kind("qualifies", "Does the dealer qualify", 11, may_fail_to_qualify, seconds=6)
def qualifies(rng: random.Random, rules: GameRules) -> Drill | None:
    wanted = rng.random() < 0.5
    played = random_round(
        rng,
        rules,
        folds=0,
        wanted=lambda hands, wagers: (
            rules.played.qualifies(rules, showdown_of(hands, next(iter(wagers)))) is wanted
        ),
    )
    event = None if played is None else revealed_hand(played)
    if played is None or event is None:
        return None
    return choice_drill(
        rng,
        rules,
        "Does the dealer's hand qualify?",
        YES if event.qualifies else NO,
        (YES, NO),
        ordered=True,
        clauses=event.clauses,
        readings=event.readings,
        reason=describe(event),
        cards=groups(final_cards(played), (DEALER, BOARD)),
        evidence={"record": played.record()},
    )


def plain_decision_wager(rules: GameRules) -> str:
    """Return the decision wager that is paid even money against the dealer, or an empty string."""
    for rule in rules.played.wagers:
        if rule.kind == "decision" and not rules.offers(rule.table) and has_dealer_hand(rules):
            return rule.name
    return ""


PLAYER_WINS, DEALER_WINS, TIE = "The player", "The dealer", "Neither, it is a tie"
WINNERS = {"win": PLAYER_WINS, "lose": DEALER_WINS, "push": TIE}


@drill_kind("who_wins", "The better hand", 11, lambda rules: bool(plain_decision_wager(rules)), seconds=8)
def who_wins(rng: random.Random, rules: GameRules) -> Drill | None:
    wager = plain_decision_wager(rules)
    played = random_round(rng, rules, folds=0)
    found = [] if played is None else [event for event in played.settled() if event.wager == wager]
    ties = [event for event in found if event.result == "push"]
    if not found:
        return None
    event = rng.choice(ties or found)
    assert played is not None
    shown = next(e for e in played.events if isinstance(e, ev.HandShown) and e.seat == event.seat)
    dealer = revealed_hand(played)
    spoken = f"{describe(shown)} {describe(dealer)}" if dealer is not None else describe(shown)
    return choice_drill(
        rng,
        rules,
        f"Who has the better hand, seat {event.seat} or the dealer?",
        WINNERS[event.result],
        tuple(WINNERS.values()),
        ordered=True,
        clauses=event.clauses,
        readings=event.readings,
        reason=f"{spoken} {describe(event)}",
        cards=groups(final_cards(played), (seat_place(event.seat), BOARD, DEALER)),
        evidence={"record": played.record(), "seat": event.seat, "wager": wager},
    )


@drill_kind("wager_result", "Result of a wager", 11, seconds=8)
def wager_result(rng: random.Random, rules: GameRules) -> Drill | None:
    played = random_round(rng, rules)
    found = [] if played is None else [event for event in played.settled() if event.result in RESULTS]
    if not found:
        return None
    result = rng.choice(sorted({event.result for event in found}))
    event = rng.choice([event for event in found if event.result == result])
    assert played is not None
    label = label_of(rules, event.wager)
    answer = HALF if event.result == "lose" and event.returned else RESULTS[event.result]
    return choice_drill(
        rng,
        rules,
        f"What happens to the {label} of seat {event.seat}?",
        answer,
        (WINS, PUSHES, LOSES, *((HALF,) if answer == HALF else ())),
        ordered=True,
        clauses=event.clauses,
        readings=event.readings,
        reason=describe(event),
        topic=label,
        facts=said_by(played, event.seat),
        cards=table_cards(final_cards(played), event.seat),
        wagers=stakes(rules, wagers_at_the_end(played, event.seat)),
        evidence={"record": played.record(), "seat": event.seat, "wager": event.wager},
    )


def wagers_at_the_end(played: DrillRound, seat: int) -> dict[str, int]:
    """Return a seat's wagers that were settled or lost, including those made by decisions."""
    return {event.wager: event.staked for event in played.settled(seat) if event.result != "returned"}


def said_by(played: DrillRound, seat: int) -> tuple[str, ...]:
    """Return a seat's decisions as facts."""
    made = played.decisions.get(seat, ())
    return (f"Decisions: {', '.join(made)}.",) if made else ()


def has_fold(rules: GameRules) -> bool:
    return any(
        choice.collects for phase in rules.script if isinstance(phase, Ask) for choice in phase.choices
    )


STAY, COLLECTED = "They stay on the table", "You put them in the discard rack"


@drill_kind("folded_cards", "The cards of a folded hand", 11, has_fold, seconds=8)
def folded_cards(rng: random.Random, rules: GameRules) -> Drill | None:
    sides = [
        rule.name for rule in rules.played.wagers if rule.kind == "optional" and rules.offers(rule.table)
    ]
    focus = rng.choice(sides) if sides and rng.random() < 0.5 else ""
    played = random_round(rng, rules, wager=focus, folds=1)
    if played is None:
        return None
    found = [event for event in played.events if isinstance(event, ev.HandKept | ev.HandMucked)]
    if not found:
        return None
    event = rng.choice(found)
    kept = isinstance(event, ev.HandKept)
    return choice_drill(
        rng,
        rules,
        f"Seat {event.seat} folds. What happens to the player's cards?",
        STAY if kept else COLLECTED,
        (STAY, COLLECTED),
        ordered=True,
        clauses=event.clauses,
        readings=event.readings,
        reason=describe(event),
        wagers=stakes(rules, played.wagers[event.seat]),
        evidence={"wagers": played.wagers[event.seat], "kept": kept},
    )

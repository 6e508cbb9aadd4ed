"""The register of drill kinds, and the helpers that every kind uses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping

import msgspec

from croupier.games import GameRules
from croupier.games.game import BOARD, BOX, DEALER, seat_place
from croupier.records.transcript import tell
from croupier.rulebook import clauses
from croupier.table import events as ev
from croupier.table.wording import wager_name
from croupier.training.drills.question import CardGroup, Drill, DrillQuestion, Form, StakeShown

MOST_CHOICES = 4
Maker = Callable[[random.Random, GameRules], Drill | None]
Allowed = Callable[[GameRules], bool]


class DrillKind(msgspec.Struct, frozen=True):
    """A kind of question. `make` returns None if the random situation gives no question of this kind."""

    name: str
    title: str
    chapter: int  # the chapter of the rules that the answers cite most
    make: Maker
    allowed: Allowed
    seconds: int  # time in which an experienced dealer answers


KINDS: dict[str, DrillKind] = {}


def drill_kind(
    name: str, title: str, chapter: int, allowed: Allowed = lambda rules: True, seconds: int = 10
) -> Callable[[Maker], Maker]:
    """Register a function that makes questions."""

    def register(make: Maker) -> Maker:
        assert name not in KINDS, name
        KINDS[name] = DrillKind(name, title, chapter, make, allowed, seconds)
        return make

    return register


SEAT_NAMES: Mapping[str, str] = {f"player{seat}": f"Seat {seat}" for seat in range(1, 32)}
PLACE_TITLES = {BOARD: "Board", BOX: "Box", DEALER: "Dealer"}


def describe(event: ev.TableEvent) -> str:
    """Describe an event as one sentence, with seats instead of players."""
    text = tell(event, SEAT_NAMES)
    return text if text.endswith(".") else f"{text}."


def place_title(place: str) -> str:
    return f"Seat {place[4:]}" if place.startswith("seat") else PLACE_TITLES.get(place, place.capitalize())


def label_of(rules: GameRules, wager: str) -> str:
    rule = rules.wagers.get(wager)
    return rule.label if rule is not None else wager_name(wager)


def groups(cards: Mapping[str, Iterable[str]], places: Iterable[str]) -> tuple[CardGroup, ...]:
    """Return the cards of these places, leaving out places without cards."""
    found = [(place, tuple(cards.get(place, ()))) for place in places]
    return tuple(CardGroup(place_title(place), there) for place, there in found if there)


def table_cards(cards: Mapping[str, Iterable[str]], seat: int) -> tuple[CardGroup, ...]:
    return groups(cards, (seat_place(seat), BOARD, BOX, DEALER))


def stakes(rules: GameRules, wagers: Mapping[str, int]) -> tuple[StakeShown, ...]:
    return tuple(StakeShown(label_of(rules, name), cents) for name, cents in rules.played.in_order(wagers))


def pick_choices(
    rng: random.Random, answer: str, wrong: Iterable[str], most: int = MOST_CHOICES
) -> tuple[str, ...]:
    """Return the answer among different wrong choices, in random order. The likeliest errors come first."""
    others = list(dict.fromkeys(each for each in wrong if each and each != answer))[: most - 1]
    choices = [answer, *others]
    rng.shuffle(choices)
    return tuple(choices)


def choice_drill(
    rng: random.Random,
    rules: GameRules,
    text: str,
    answer: str,
    choices: Iterable[str],
    *,
    clauses: Iterable[str],
    reason: str,
    readings: Iterable[str] = (),
    topic: str = "",
    facts: Iterable[str] = (),
    cards: tuple[CardGroup, ...] = (),
    wagers: tuple[StakeShown, ...] = (),
    evidence: Mapping[str, object] | None = None,
    ordered: bool = False,
) -> Drill | None:
    """Build a multiple-choice question. None if no wrong choice is left.

    `ordered` choices keep their order, such as yes and no. They must include the answer.
    """
    shown = tuple(choices) if ordered else pick_choices(rng, answer, choices)
    if len(shown) < 2:
        return None
    assert answer in shown, (text, answer, shown)
    question = DrillQuestion(
        game=rules.game,
        kind="",
        topic=topic,
        text=text,
        facts=tuple(facts),
        cards=cards,
        wagers=wagers,
        choices=shown,
    )
    return Drill(
        question=question,
        answer=answer,
        clauses=unique(clauses),
        readings=unique(readings),
        reason=reason,
        evidence=dict(evidence or {}),
    )


def typed_drill(
    rules: GameRules,
    form: Form,
    text: str,
    answer: int,
    *,
    clauses: Iterable[str],
    reason: str,
    readings: Iterable[str] = (),
    topic: str = "",
    facts: Iterable[str] = (),
    cards: tuple[CardGroup, ...] = (),
    wagers: tuple[StakeShown, ...] = (),
    evidence: Mapping[str, object] | None = None,
) -> Drill:
    """Build a question whose answer is typed: an amount, a number or a time."""
    question = DrillQuestion(
        game=rules.game,
        kind="",
        topic=topic,
        text=text,
        form=form,
        facts=tuple(facts),
        cards=cards,
        wagers=wagers,
    )
    return Drill(
        question=question,
        answer=answer,
        clauses=unique(clauses),
        readings=unique(readings),
        reason=reason,
        evidence=dict(evidence or {}),
    )


def unique(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def gist(clause: str) -> str:
    """Return the summary of a clause as a sentence, or an empty string for a regulation."""
    found = clauses().get(clause)
    return "" if found is None else f"{found.gist.rstrip('.')}."


def because(answer: str, cited: Iterable[str]) -> str:
    """Return an answer as a sentence, followed by the summary of the first clause that decides it."""
    first = next(iter(cited), "")
    return f"{answer}. {gist(first)}".rstrip()


YES, NO = "Yes", "No"

"""Test that each command and event has one complete declaration and that sentences reveal no hidden cards."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any, get_args

import msgspec
import pytest

from croupier.table import acts
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.secrecy import LOOKS
from croupier.table.codec import kinds
from croupier.table.machine import APPLY, DECIDE, keep_state
from croupier.table.readers.offers import FORMS
from croupier.table.registry import APPLIERS, DECIDERS, DUTIES, applies, decides
from croupier.table.wording import TRANSCRIPT, PageWording, Wording, card_sign, with_cents
from tests.helpers.pit import in_round
from tests.helpers.table_help import GAMES

COMMANDS, EVENTS = kinds(do.TableCommand), kinds(ev.TableEvent)


def test_dispatch_follows_the_declarations() -> None:
    assert list(DECIDE) == list(COMMANDS) and {*COMMANDS} == {*DECIDERS} == {*DUTIES} == {*FORMS}
    assert list(APPLY) == list(EVENTS)
    assert {*APPLIERS} == {event for event in EVENTS if event.changes_state}
    assert all((APPLY[event] is keep_state) is not event.changes_state for event in EVENTS)


def test_every_decider_and_applier_is_registered() -> None:
    """The table never runs a decide_ or apply_ function that is not registered."""
    known = {*DECIDERS.values(), *APPLIERS.values()}
    for found in pkgutil.iter_modules(acts.__path__):
        module = importlib.import_module(f"{acts.__name__}.{found.name}")
        for name, function in vars(module).items():
            if name.startswith(("decide_", "apply_")) and function.__module__ == module.__name__:
                assert function in known, f"{found.name}.{name}"


def test_a_second_registration_fails() -> None:
    with pytest.raises(AssertionError, match="two deciders"):
        decides(do.SitDown, lambda state: ())(lambda state, command: ())
    with pytest.raises(AssertionError, match="two appliers"):
        applies(ev.SeatTaken)(lambda state, event: state)
    with pytest.raises(AssertionError, match="changing nothing"):
        applies(ev.PlayerOwes)(lambda state, event: state)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
def test_a_command_declares_its_title_roles_and_menu(kind: type[do.TableCommand]) -> None:
    assert "title" in vars(kind) and kind.title[0].isupper() and not kind.title.endswith(".")
    assert kind.roles and kind.pane in get_args(do.Pane)
    fields = {field.name for field in msgspec.structs.fields(kind)}
    assert {*(kind.probe or {})} <= fields
    assert (bool(kind.identifies)) is (kind in LOOKS and kind is not do.TurnUp)


def test_titles_are_different() -> None:
    titles = [kind.title for kind in COMMANDS]
    assert len({*titles}) == len(titles)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_an_event_declares_its_sentence_and_label(kind: type[ev.TableEvent]) -> None:
    assert "sentence" in vars(kind)
    assert kind.log in get_args(ev.Log) and kind.mark in get_args(ev.Mark)
    assert bool(kind.label) is bool(kind.mark)


def test_only_a_wrong_stub_count_is_marked() -> None:
    right = ev.StubCounted(cards=30, right=True, audience=ev.EVERYONE)
    assert right.marked == "" and msgspec.structs.replace(right, right=False).marked == "irregularity"


PLAYER_EVENTS: list[tuple[ev.TableEvent, str, str]] = [
    (
        ev.SeatTaken(seat=2, player="p2", name="Ada", audience=ev.EVERYONE),
        "Ada takes seat 2",
        "You take seat 2",
    ),
    (
        ev.WagerPlaced(seat=2, player="p2", wager="ante", cents=2500, audience=ev.EVERYONE),
        "Ada: Ante $25.00",
        "You: Ante $25.00",
    ),
    (
        ev.Decided(seat=2, player="p2", question="before the Flop", choice="4x", audience=ev.EVERYONE),
        "Ada: 4×",
        "You: 4×",
    ),
    (
        ev.HandMucked(seat=2, audience=ev.EVERYONE),
        "Ada's cards go to the discard rack",
        "Your cards go to the discard rack",
    ),
    (
        ev.ActedFor(seat=2, by="floor:house", reason="time", audience=ev.EVERYONE),
        "Time ran out for Ada",
        "Time ran out for you",
    ),
]


@pytest.mark.parametrize(("event", "public", "own"), PLAYER_EVENTS, ids=lambda one: type(one).__name__)
def test_a_player_reads_you_for_their_own_seat(event: Any, public: str, own: str) -> None:
    labels, names, people = {"ante": "Ante"}, {"p2": "Ada"}, {2: "p2"}
    assert event.sentence(PageWording(labels, names, people)) == public
    assert event.sentence(PageWording(labels, names, people, (2,), "p2")) == own


@pytest.mark.parametrize("game", GAMES)
def test_every_event_of_a_round_has_a_sentence(game: str) -> None:
    wordings: list[Wording] = [
        TRANSCRIPT,
        PageWording({}),
        PageWording({}, {"p1": "Ada"}, {1: "p1"}, (1,), "p1"),
    ]
    pit = in_round(game)
    pit.run()
    assert {ev.WagerSettled, ev.RoundEnded} <= {type(event) for event in pit.events}
    for event in pit.events:
        for wording in wordings:
            words = event.sentence(wording)
            assert words and (wording is TRANSCRIPT or words[0].isupper()) and not words.endswith("."), words


def test_a_face_down_card_is_not_named() -> None:
    named = ev.CardsNamed(place="seat1", first=0, cards=(None, None), audience=ev.EVERYONE)
    assert named.sentence(PageWording({})) == "Seat 1's cards are ▯ ▯"


@pytest.mark.parametrize(
    ("card", "sign"), [("Td", "10♦"), ("As", "A♠"), ("Dr", "red dragon"), ("Ph", "phoenix"), (None, "▯")]
)
def test_card_signs(card: Any, sign: str) -> None:
    assert card_sign(card) == sign


@pytest.mark.parametrize(
    ("words", "expected"),
    [("$25", "$25.00"), ("$1,000 and $2.50", "$1,000.00 and $2.50"), ("3 to 1", "3 to 1")],
)
def test_amounts_on_pages_have_cents(words: str, expected: str) -> None:
    assert with_cents(words) == expected

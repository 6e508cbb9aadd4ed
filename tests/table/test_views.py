"""Test that hidden cards do not change a single byte of a person's view."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games import game as game_of
from croupier.records.record import read_record, run
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.codec import canonical, encode_events
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import StackedDeck
from croupier.table.machine import TableStep
from croupier.table.readers.sight import watch
from croupier.table.readers.views import view, visible
from croupier.table.state import TableState, open_table
from tests.helpers.table_help import (
    DECISIONS,
    EVERYTHING,
    GAMES,
    MAIN,
    METHODS,
    SEATS,
    SIDES,
    Mapped,
    play,
    record,
    seat,
)
from tests.independent.dealing import new_deck, places

Entry = tuple[TableState, tuple[ev.TableEvent, ...]]  # the table after a command, and the command's events


def sit_through(rounds: list[Mapped]) -> list[list[Entry]]:
    """Play rounds at one table, each with new players. Return the entries of each round."""
    first = read_record(rounds[0])
    deck = game_of(first.rules.game).deck
    table = Driver(open_table(first.rules), StackedDeck(deck), AUTOMATIONS)
    played: list[list[Entry]] = []
    for written in rounds:
        entries: list[Entry] = []
        state = table.state

        def note(step: TableStep, sealed: bytes | None, entries: list[Entry] = entries) -> None:
            entries.append((step.state, step.events))

        understood = read_record(written)
        table = Driver(state, StackedDeck(deck, understood.deck), AUTOMATIONS, note)
        for taken in state.seating.seats:
            table.do(do.GetUp(seat=taken))
        run(table, understood)
        played.append(entries)
    return played


def hide(written: Mapped, at: TableState, person: str, rng: random.Random) -> Mapped:
    """Return the record with all cards that the person has not seen in a different order."""
    deck = written["deck"].split()
    owned = {f"seat {one['seat']}" for one in written["seats"] if f"player:{one['player']}" == person}
    met: dict[str, int] = {}
    hidden = []
    for index, place in enumerate(places(written)):
        met[place] = met.get(place, 0) + 1
        turned = at.layout.turned.get(place.replace(" ", ""), 0)
        if place not in owned and met[place] > turned:
            hidden.append(index)
    hidden += range(len(places(written)), len(deck))
    cards = [deck[index] for index in hidden]
    rng.shuffle(cards)
    for index, card in zip(hidden, cards, strict=True):
        deck[index] = card
    return {**written, "deck": " ".join(deck)}


def random_round(rng: random.Random, game: str, dealing: str, sides: bool, names: str) -> Mapped:
    seats = sorted(rng.sample(range(1, SEATS[game] + 1), rng.randint(1, 4)))
    bets = {**MAIN[game], **SIDES[game]} if sides else MAIN[game]
    written = record(
        game,
        [seat(one, bets, rng.choice(DECISIONS[game]), f"{names}{one}") for one in seats],
        dealing=dealing,
        submission=EVERYTHING[game],
    )
    deck = new_deck(game)
    rng.shuffle(deck)
    happened = [mishap(rng, game, rng.choice(seats))] if rng.random() < 0.3 else []
    return {**written, "deck": " ".join(deck), "incidents": happened}


ASKED = {"uth": "before the Flop", "letitride": "Bet 1", "dragon": "Play or fold", "topfive": "Play or fold"}


def mishap(rng: random.Random, game: str, one: int) -> Mapped:
    """Return an incident that ends a hand or the round without revealing a card."""
    return {
        "when": ASKED[game],
        **rng.choice(
            [
                {"what": "abandoned", "seat": one, "reason": "left the table"},
                {"what": "wrong_number", "place": f"seat {one}", "cards": 1},
                {"what": "other", "detail": "a drink on the layout", "ruling": "void"},
            ]
        ),
    }


def seen(entries: list[Entry], person: str, opening: TableState) -> list[tuple[bytes, bytes]]:
    """Return a person's events and view after each command."""
    events: list[ev.TableEvent] = []
    views = []
    watching = watch(person, opening, live=False)
    for _, more in entries:
        events += more
        watching = watching.see(more)
        views.append((encode_events(view(events, person)), canonical(watching.sight())))
    return views


@pytest.mark.parametrize("game", GAMES)
@given(
    rng=st.randoms(use_true_random=False),
    dealing=st.sampled_from(METHODS),
    sides=st.booleans(),
    whose=st.sampled_from(["first", "second", "onlooker", "dealer"]),
)
def test_view_does_not_depend_on_hidden_cards(
    game: str, rng: random.Random, dealing: str, sides: bool, whose: str
) -> None:
    """In two rounds with different players, a seat's second occupant learns nothing about the first one's
    cards.
    """
    first = random_round(rng, game, dealing, sides, "a")
    second = random_round(rng, game, dealing, sides, "b")
    one, two = sit_through([first, second])
    person = {"onlooker": "everyone", "dealer": "role:dealer"}.get(whose, "")
    if not person:
        person = f"player:{rng.choice((first if whose == 'first' else second)['seats'])['player']}"
    # how many commands the person is at the table for
    cut = rng.randrange(1, len(one) + len(two) + 1)
    in_first, in_second = min(cut, len(one)), max(cut - len(one), 0)
    like = [hide(first, one[in_first - 1][0], person, rng)]
    if in_second:
        like.append(hide(second, two[in_second - 1][0], person, rng))
    again = sit_through(like)
    opening = open_table(read_record(first).rules)
    told = seen((one + two)[:cut], person, opening)
    assert seen([entry for entries in again for entry in entries][:cut], person, opening) == told


def test_players_see_only_their_own_cards_until_others_are_turned() -> None:
    written = record("dragon", [seat(n, MAIN["dragon"], ["fold"], f"p{n}") for n in (1, 2)], submission={})
    events = play(written).events
    own = [e.place for e in view(events, "player:p1") if isinstance(e, ev.CardsNamed)]
    assert own == ["seat1"]
    assert not [e for e in view(events, "everyone") if isinstance(e, ev.CardsNamed)]
    assert [e for e in view(events, "player:p1") if isinstance(e, ev.CardsDealt)]


def test_face_down_cards_stay_hidden() -> None:
    for game in GAMES:
        for dealing in METHODS:
            events = play(record(game, dealing=dealing)).events
            for event in events:
                if isinstance(event, ev.CardsNamed) and not event.place.startswith("seat"):
                    assert event.audience == ()
                    assert not any(visible(event, who) for who in ("everyone", "role:dealer", "player:p1"))


def test_a_folded_hand_that_earns_envy_is_shown_before_it_pays() -> None:
    """The folded hand had no side wagers and was mucked, but it is revealed for the Envy Bonus."""
    submission = {"progressive": {"paytable": "A", "stake": 1}}
    written = record(
        "uth",
        [
            seat(1, {**MAIN["uth"], "progressive": 1}, ["check", "check", "1x"], "ann"),
            seat(2, MAIN["uth"], ["check", "check", "fold"], "bob"),
        ],
        submission=submission,
        laid={"seat 1": "2c 3d", "seat 2": "9h 8h", "dealer": "4s 4d", "board": "7h 6h 5h Ks Kd"},
    )
    told = view(play(written).events, "player:ann")
    shown = [index for index, event in enumerate(told) if isinstance(event, ev.HandShown) and event.seat == 2]
    paid = [index for index, event in enumerate(told) if isinstance(event, ev.EnvyPaid)]
    assert len(paid) == 1
    assert shown
    assert shown[0] < paid[0]


@pytest.mark.parametrize("void", [False, True])
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_discloses_hidden_cards_to_surveillance_and_regulator_after_the_round(
    game: str, dealing: str, void: bool
) -> None:
    """Both learn every dealt card at the end of the round, and no hidden card before."""
    fold = next(choice for choice in DECISIONS[game] if choice[-1] in ("fold", "withdraw"))
    written = record(
        game,
        [seat(1, MAIN[game], fold, "ann"), seat(2, MAIN[game], DECISIONS[game][0], "bob")],
        dealing=dealing,
        submission={},
    )
    if void:
        written["incidents"] = [
            {"when": ASKED[game], "what": "other", "detail": "a drink on the layout", "ruling": "void"}
        ]
    played = play(written)
    known: dict[str, set[str]] = {}
    for event in played.events:
        if isinstance(event, ev.CardsNamed):
            known.setdefault(event.place, set()).update(card for card in event.cards if card)
    for person in ("surveillance", "regulator"):
        told = view(played.events, person)
        assert not any(isinstance(event, ev.CardsNamed) for event in told)
        *before, shown, ended = told
        assert isinstance(ended, ev.RoundEnded)
        if not isinstance(shown, ev.HiddenCardsShown):  # all cards were turned up before the end
            before, shown = [*before, shown], ev.HiddenCardsShown(cards={}, audience=ev.OVERSEERS)
        else:
            assert shown.clauses
        assert not any(isinstance(event, ev.HiddenCardsShown) for event in before)
        seen_by_all = {card for event in view(before, "everyone") for card in cards_in(event)}
        hidden = {card for cards in shown.cards.values() for card in cards if card}
        if max(game_of(game).deck.counts.values()) == 1:
            assert hidden.isdisjoint(seen_by_all)
        assert {card for cards in known.values() for card in cards} <= hidden | seen_by_all
        if void:
            assert {place for place in shown.cards if place.startswith("seat")} == {"seat1", "seat2"}
    for person in ("everyone", "player:ann", "player:bob", "dealer", "floor", "cage"):
        assert not any(isinstance(event, ev.HiddenCardsShown) for event in view(played.events, person))


def cards_in(event: ev.TableEvent) -> set[str]:
    if isinstance(event, ev.DealerRevealed):
        return {card for cards in event.cards.values() for card in cards}
    return {*event.cards} if isinstance(event, ev.CardsTurned | ev.HandShown) else set()

"""Test the due act and each person's offers and view at every step of many rounds."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator

import pytest

from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.rulebook import clauses
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table.acts.metering import as_if_read
from croupier.table.codec import canonical, kinds
from croupier.table.commands import TableCommand
from croupier.table.driving.driver import Driver
from croupier.table.driving.sources import CardSource, LiveCards, StackedDeck
from croupier.table.events import CardsDealt, HandMucked, RoundVoided, TableEvent
from croupier.table.machine import can
from croupier.table.readers.due import ActKind, due
from croupier.table.readers.legal import answer, legal_choices
from croupier.table.readers.offers import FORMS, offers, tag_of
from croupier.table.readers.sight import Sight, Watcher, watch
from croupier.table.state import TableState, open_table
from tests.helpers.table_help import EVERYTHING, GAMES, MAIN, METHODS, SIDES
from tests.independent.dealing import new_deck

PEOPLE = ("player:p1", "player:p2", "dealer", "floor", "everyone", "surveillance", "regulator")


def seated(game: str, dealing: str, source: CardSource, sides: bool = True) -> Driver:
    """Return a table with two players whose wagers are placed, without side wagers unless `sides`."""
    table = Driver(open_table(partial(EVERYTHING[game], game, dealing)), source)
    for seat in (1, 2):
        table.do(do.SitDown(seat=seat, player=f"p{seat}"))
        table.do(do.BuyIn(player=f"p{seat}", cents=1_000_000))
        placed = {**MAIN[game], **(SIDES[game] if sides else {})}
        wagers = {name: dollars * 100 for name, dollars in placed.items()}
        table.do(do.Bet(seat=seat, wagers=wagers, round=1))
    return table


def shuffled(game: str, seed: str) -> list[str]:
    deck = new_deck(game)
    random.Random(seed).shuffle(deck)
    return deck


def follow_due_acts(
    game: str, dealing: str, deck: list[str], folds: Collection[int] = (), sides: bool = True
) -> Iterator[tuple[TableState, TableCommand, tuple[TableEvent, ...]]]:
    """Play a round by performing the due act each time, without the driver's routine.

    The seats in `folds` make the first legal choice at each question, and the other seats the last one.
    """
    table = seated(game, dealing, StackedDeck(game_of(game).deck, deck), sides)
    while True:
        state = table.state
        wanted = due(state)
        if state.round.number > 1:
            return
        command = wanted.command
        if wanted.act is ActKind.ASK:
            assert wanted.seat is not None
            choices = legal_choices(state, wanted.seat)
            command = answer(state, wanted.seat, choices[0 if wanted.seat in folds else -1])
        elif wanted.act is ActKind.DEAL:
            command = do.DealCards(cards=table.source.next_cards(table.state.care.loaded, wanted.cards))
        assert command is not None, wanted
        assert wanted.clauses and wanted.whose and wanted.words, wanted
        assert can(state, table.with_reading(command)), (wanted, command)
        yield state, command, table.do(command)


@pytest.mark.parametrize("folds", [(), (1, 2)])
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_following_due_acts_completes_a_round(game: str, dealing: str, folds: tuple[int, ...]) -> None:
    steps = list(follow_due_acts(game, dealing, shuffled(game, f"{game} {dealing}"), folds))
    assert isinstance(steps[0][1], do.CloseBetting)
    assert isinstance(steps[-1][1], do.RackCards)


def test_due_texts_name_chips_cards_and_lammers() -> None:
    """The texts of due acts name every step (letitride/8.C.1.b, 8.D.1)."""
    steps = follow_due_acts("letitride", "shoe", shuffled("letitride", "words"))
    said = {}
    for state, _, _ in steps:
        wanted = due(state)
        said[wanted.words] = wanted.clauses
    five = said["Collect and count the Five Card Bonus chips: 2 accepted"]
    assert any("marks each bettor with a lammer" in clauses()[one].gist for one in five)
    assert "Put the Progressive chips into the tray" in said
    assert "Reveal the cards of the box" in said
    for game in ("dragon", "topfive"):
        words = {due(state).words for state, _, _ in follow_due_acts(game, "shoe", shuffled(game, "words"))}
        assert "Reveal the dealer's cards" in words


@pytest.mark.parametrize("game", GAMES)
def test_distinguishes_waiting_not_automated_and_nothing_due(game: str) -> None:
    empty = open_table(partial(EVERYTHING[game], game, "shoe"))
    assert due(empty).act is ActKind.WAIT and due(empty).idle and due(empty).command is None
    table = seated(game, "shoe", StackedDeck(game_of(game).deck))
    closing = due(table.state)
    assert closing.act is ActKind.CLOSE and closing.ready  # no table performs this routine act by itself
    table.do(do.CloseBetting())
    table.run()
    asked = due(table.state)
    assert asked.act is ActKind.ASK and not asked.ready and asked.blanks == ("choice",)
    assert asked.whose == ("player:p1",)


@pytest.mark.parametrize("game", GAMES)
def test_live_table_lists_the_cards_to_name(game: str) -> None:
    table = seated(game, "hand", LiveCards())
    table.do(do.CloseBetting())
    wanted, named = due(table.state), set()
    deck = shuffled(game, game)
    for _ in range(200):
        state = table.state
        if state.round.number > 1:
            break
        wanted = due(state)
        if wanted.act is ActKind.ASK:
            assert wanted.seat is not None
            table.do(answer(state, wanted.seat, legal_choices(state, wanted.seat)[-1]))
            continue
        command = wanted.command
        assert command is not None
        if "cards" in wanted.blanks:
            named.add(wanted.act)
            command = type(command)(
                **{
                    **{name: getattr(command, name) for name in command.__struct_fields__},
                    "cards": tuple(deck.pop() for _ in range(wanted.cards)),
                }
            )
        table.do(command)
    assert table.state.round.number == 2
    assert ActKind.NAME in named


def test_every_command_has_a_form() -> None:
    assert set(FORMS) == {kind for kind in kinds(TableCommand) if kind is not TableCommand}


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_offers_match_accepted_commands(game: str, dealing: str) -> None:
    for state, command, _ in follow_due_acts(game, dealing, shuffled(game, f"offers {game} {dealing}")):
        everybody = {by: offers(state, by) for by in ("player:p1", "player:p2", "dealer", "floor")}
        for by, found in everybody.items():
            for offer in found:
                assert can(state, as_if_read(state, offer.sample)), (by, offer)
                assert offer.sample.by == by
                assert {blank.field for blank in offer.blanks} <= {*offer.sample.__struct_fields__}
        done = tag_of(type(command))
        assert any(offer.act == done for found in everybody.values() for offer in found), done
        first = [found[0] for found in everybody.values() if found and found[0].due]
        assert first and first[0].act == done


@pytest.mark.parametrize("game", GAMES)
def test_player_gets_no_offers_for_another_seat(game: str) -> None:
    for state, _, _ in follow_due_acts(game, "hand", shuffled(game, f"own {game}")):
        for offer in offers(state, "player:p2"):
            assert getattr(offer.sample, "seat", 2) != 1, offer


@pytest.mark.parametrize("game", GAMES)
def test_a_bet_is_offered_with_its_limits_and_the_players_own_chips(game: str) -> None:
    table = Driver(open_table(partial(EVERYTHING[game], game, "shoe")), StackedDeck(game_of(game).deck))
    table.do(do.SitDown(seat=1, player="p1"))
    table.do(do.BuyIn(player="p1", cents=50_000))
    (bet,) = [offer for offer in offers(table.state, "player:p1") if offer.act == "bet@1"]
    (wagers,) = bet.blanks
    assert {stake.covered for stake in wagers.stakes} == {50_000}
    placed = {name: cents * 100 for name, cents in MAIN[game].items()}
    table.do(do.Bet(seat=1, wagers=placed, round=1, by="player:p1"))
    (bet,) = [offer for offer in offers(table.state, "player:p1") if offer.act == "bet@1"]
    left = 50_000 - sum(placed.values())
    for stake in bet.blanks[0].stakes:
        assert stake.placed == placed.get(stake.name, 0)
        assert stake.covered == left + stake.placed


def sights(
    game: str,
    dealing: str,
    deck: list[str],
    people: tuple[str, ...],
    folds: Collection[int] = (),
    sides: bool = True,
) -> Iterator[dict[str, Sight]]:
    watching: dict[str, Watcher] = {}
    for state, _, events in follow_due_acts(game, dealing, deck, folds, sides):
        for person in people:
            before = watching.get(person) or watch(person, state, live=False)
            watching[person] = before.see(events)
        yield {person: watching[person].sight() for person in people}


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_sight_shows_permitted_information_and_matches_the_table(game: str, dealing: str) -> None:
    deck = shuffled(game, f"sight {game} {dealing}")
    table = [after for after, _, _ in follow_due_acts(game, dealing, deck)][1:]
    for state, seen in zip(table, sights(game, dealing, deck, PEOPLE), strict=False):
        for person, sight in seen.items():
            assert sight.round == state.round.number
            assert sight.turn.act == due(state).act
            assert [(s.seat, s.chips) for s in sight.seats] == [
                (seat, state.seating.purses[player]) for seat, player in sorted(state.seating.seats.items())
            ]
            for one in sight.seats:
                true = state.layout.cards.get(f"seat{one.seat}", ())
                if true and one.cards:
                    assert all(shown in (None, card) for shown, card in zip(one.cards, true, strict=True))
                own = person == f"player:{one.player}"
                if own and true:
                    assert one.cards == true
            canonical(sight)


@pytest.mark.parametrize("game", GAMES)
def test_sight_shows_the_result_of_each_wager(game: str) -> None:
    for number in range(6):
        *_, last = sights(game, "hand", shuffled(game, f"net {game} {number}"), ("everyone",))
        for one in last["everyone"].seats:
            assert {outcome.wager for outcome in one.outcomes} >= {*MAIN[game]}
            assert all(outcome.clauses for outcome in one.outcomes)
            assert one.chips == 1_000_000 + one.net


@pytest.mark.parametrize("game", GAMES)
def test_void_round_has_net_zero_in_every_sight(game: str) -> None:
    table = seated(game, "hand", StackedDeck(game_of(game).deck, shuffled(game, f"void {game}")))
    table.do(do.CloseBetting())
    table.run()
    table.do(do.ReportOther(matter="other", detail="a spilt drink", by="floor"))
    table.do(do.RuleOnIncident(outcome="void", reason="the cards are wet", by="floor"))
    table.run()
    assert table.state.round.number == 2
    assert table.state.seating.purses == {"p1": 1_000_000, "p2": 1_000_000}
    sight = watch("everyone", table.state, live=False).sight()
    assert [(one.net, one.chips) for one in sight.seats] == [(0, 1_000_000)] * 2


@pytest.mark.parametrize("game", GAMES)
def test_void_round_is_announced_until_bets_close_again(game: str) -> None:
    table = seated(game, "hand", StackedDeck(game_of(game).deck, shuffled(game, f"announced {game}")))
    table.do(do.CloseBetting())
    table.run()
    assert watch("everyone", table.state, live=False).sight().voided is None
    table.do(do.ReportOther(matter="other", detail="a spilt drink", by="floor"))
    events = table.do(do.RuleOnIncident(outcome="void", reason="the cards are wet", by="floor"))
    (void,) = (event for event in events if isinstance(event, RoundVoided))
    for _ in range(2):  # while the round is being cleared, and while bets are open again
        voided = watch("everyone", table.state, live=False).sight().voided
        assert voided is not None
        assert voided.round == 1 and voided.words.startswith("Round 1 is void: ")
        assert (voided.clauses, voided.readings) == (void.clauses, void.readings)
        table.run()
    assert table.state.round.number == 2
    wagers = {name: cents * 100 for name, cents in MAIN[game].items()}
    table.do(do.Bet(seat=1, wagers=wagers, round=2))
    table.do(do.CloseBetting())
    assert watch("everyone", table.state, live=False).sight().voided is None


@pytest.mark.parametrize("game", GAMES)
def test_undealt_cards_do_not_change_a_persons_view(game: str) -> None:
    deck = shuffled(game, f"leak {game}")
    other = [*deck[:-8], *reversed(deck[-8:])]
    one = [canonical(seen) for seen in sights(game, "hand", deck, PEOPLE)]
    two = [canonical(seen) for seen in sights(game, "hand", other, PEOPLE)]
    assert one == two


@pytest.mark.parametrize("game", [game for game in GAMES if game != "letitride"])
def test_mucked_hand_does_not_change_another_persons_view(game: str) -> None:
    """Player 2 folds. The test swaps the mucked hand with undealt cards at the end of the deck."""
    deck = shuffled(game, f"leak {game}")
    spots: list[int] = []
    mucked, dealt = False, 0
    for _, _, events in follow_due_acts(game, "hand", deck, folds=(2,), sides=False):
        for event in events:
            mucked |= isinstance(event, HandMucked) and event.seat == 2
            for place, count in event.deliveries if isinstance(event, CardsDealt) else ():
                if place == "seat2":
                    spots += range(dealt, dealt + count)
                dealt += count
    assert mucked and spots and dealt <= len(deck) - len(spots)
    other = list(deck)
    for end, spot in enumerate(spots, start=1):
        other[spot], other[-end] = deck[-end], deck[spot]
    assert [other[spot] for spot in spots] != [deck[spot] for spot in spots]

    def seen_by(cards: list[str], *people: str) -> list[bytes]:
        views = sights(game, "hand", cards, people, folds=(2,), sides=False)
        return [canonical(seen) for seen in views]

    others = ("player:p1", "dealer", "floor", "everyone")
    assert seen_by(deck, *others) == seen_by(other, *others)
    assert seen_by(deck, "player:p2") != seen_by(other, "player:p2")


def test_rejects_a_stale_offer() -> None:
    table = seated("uth", "hand", StackedDeck(game_of("uth").deck))
    table.do(do.CloseBetting())
    table.run()
    (asked,) = [offer for offer in offers(table.state, "player:p1") if offer.act == "decide@1"]
    table.do(asked.sample)
    with pytest.raises(Refused):
        table.do(asked.sample)


@pytest.mark.parametrize("game", GAMES)
def test_pit_manager_gets_all_offers_of_a_floorperson(game: str) -> None:
    for state, _, _ in follow_due_acts(game, "hand", shuffled(game, f"above {game}")):
        floor, above = ([offer.act for offer in offers(state, by)] for by in ("floor", "pit_manager"))
        assert floor and floor == above

"""Test shuffling, cutting, dealing from and restoring the shoe."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier import BadInput, Refused
from croupier.cards import Card
from croupier.games import game as game_of
from croupier.games.game import Ask, Deal
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.shoe import NO_SHOES, Shoe, Shoes, follow, seal, seal_shoe, unseal
from croupier.table.driving.sources import SealedShoe
from croupier.table.machine import TableStep, fold, step
from croupier.table.readers.due import due
from croupier.table.readers.offers import offers
from croupier.table.state import BETTING, TableState, bare_table, open_table
from tests.helpers import now
from tests.helpers.pit import rules_for
from tests.helpers.table_help import GAMES, MAIN, METHODS

STANDARD = game_of("uth").deck


class StoredEntries:
    """Keep entries as a journal stores them."""

    def __init__(self) -> None:
        self.entries: list[tuple[TableStep, bytes | None]] = []

    def __call__(self, step: TableStep, sealed: bytes | None) -> None:
        self.entries.append((step, sealed))

    def again(self, opening: TableState) -> tuple[TableState, Shoes]:
        """Rebuild the table and its shoes from the entries, as after a restart."""
        state, shoes = opening, NO_SHOES
        for done, sealed in self.entries:
            shoes = follow(shoes, state.care.loaded, done.events, sealed)
            state = fold(state, done.events)
        return state, shoes


def virtual(
    game: str, dealing: str = "shoe", seed: int = 1, bare: bool = False, **choices: object
) -> tuple[Any, ...]:
    rules = rules_for(game, dealing, {}, **choices)
    opening = bare_table(rules) if bare else open_table(rules)
    kept = StoredEntries()
    source = SealedShoe(game_of(game).deck, Random(seed).randbytes)
    return now.AskingDriver(opening, source, AUTOMATIONS, kept), kept, opening


def seat_and_bet(table: Driver, game: str) -> None:
    if not table.state.seating.seats:
        table.do(do.SitDown(seat=1, player="ann"))
        table.do(do.BuyIn(player="ann", cents=1_000_000))
        table.run()
    table.do(now.bet(1, {wager: 100 * dollars for wager, dollars in MAIN[game].items()}))


def play_round(table: Driver, game: str) -> None:
    number = table.state.round.number
    seat_and_bet(table, game)
    table.do(do.CloseBetting())
    table.run()
    while table.state.round.number == number:
        assert isinstance(table.state.phase, Ask)
        table.do(now.decide(1, table.state.phase.choices[0].name))
        table.run()


def test_random_bytes_determine_the_order_of_a_shoe() -> None:
    one, two = seal_shoe(STANDARD, Random(5).randbytes), seal_shoe(STANDARD, Random(5).randbytes)
    assert one == two and one != seal_shoe(STANDARD, Random(6).randbytes)
    assert sorted(one.order) == sorted(STANDARD.order)
    assert one.position == 0 and one.salts == ()


@pytest.mark.clause("uth/5.F.1")
def test_5_F_in_an_older_journal_each_card_keeps_its_salt_when_the_deck_is_cut() -> None:
    shoe = Shoe(seal_shoe(STANDARD, Random(5).randbytes).order, 0, tuple(bytes([n]) * 16 for n in range(52)))
    moved = shoe.cut(20)
    assert moved.order == shoe.order[20:] + shoe.order[:20]
    assert dict(zip(moved.order, moved.salts, strict=True)) == dict(zip(shoe.order, shoe.salts, strict=True))
    assert moved.dealt(3).next_cards(2) == shoe.order[23:25]


def test_unseal_restores_only_sealed_shoes() -> None:
    shoes = {"red": seal_shoe(STANDARD, Random(5).randbytes).dealt(7), "blue": Shoe(STANDARD.order)}
    assert unseal(seal(shoes)) == shoes
    for wrong in (b"", b"7", b'{"red":{"order":["As"],"position":"x"}}', b'{"red":{"order":[],"more":1}}'):
        with pytest.raises(BadInput):
            unseal(wrong)


@pytest.mark.clause("uth/5.F.1", "letitride/5.F.1", "dragon/5.F.1")
@pytest.mark.parametrize("game", GAMES)
def test_5_F_the_card_dealt_first_is_the_one_under_the_cut(game: str) -> None:
    """If the deck is shuffled by hand, the cut determines the first card."""
    first = {}
    for depth in (10, 26):
        table, kept, _ = virtual(game, bare=True, shuffler="none")
        table.automations = AUTOMATIONS - {"cut"}
        table.do(do.ReceiveDecks(backs=("red",)))
        seat_and_bet(table, game)
        table.run()
        shuffled = table.source.shoes["red"]
        table.do(do.Cut(deck="red", depth=depth))
        table.do(do.CloseBetting())
        table.run()
        dealt = next(step.command for step, _ in kept.entries if isinstance(step.command, do.DealCards))
        assert dealt.cards == (shuffled.order[depth:] + shuffled.order[:depth])[: len(dealt.cards)]
        first[depth] = dealt.cards
    assert first[10] != first[26]


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_after_every_entry_a_restart_would_deal_the_same_next_cards(
    game: str, dealing: str, decks: int
) -> None:
    shuffler = {"shuffler": "counting"} if decks == 2 or dealing == "hand" else {}
    table, kept, opening = virtual(game, dealing, decks=decks, **shuffler)
    for _ in range(3):
        play_round(table, game)
    state, shoes, random = opening, NO_SHOES, Random(99).randbytes
    drawn: dict[str, int] = {}
    for done, sealed in kept.entries:
        loaded = state.care.loaded
        if isinstance(done.command, do.DealCards):
            assert loaded is not None
            if loaded in shoes:  # an automatic table deals the sealed order
                again = SealedShoe(game_of(game).deck, random, shoes)
                assert again.next_cards(loaded, len(done.command.cards)) == done.command.cards
            drawn[loaded] = drawn.get(loaded, 0) + len(done.command.cards)
        shoes = follow(shoes, loaded, done.events, sealed)
        state = fold(state, done.events)
    assert (state, shoes) == (table.state, table.source.shoes)
    assert len(drawn) == decks


def test_a_card_source_moves_only_when_the_entry_is_stored() -> None:
    """A full disk changes neither the table nor the next card."""
    rules = partial({}, "uth", "shoe")
    broken = [False]

    def disk(step: TableStep, sealed: bytes | None) -> None:
        if broken[0]:
            raise OSError("no space left")

    table = now.AskingDriver(open_table(rules), SealedShoe(STANDARD), AUTOMATIONS, disk)
    seat_and_bet(table, "uth")
    table.do(do.CloseBetting())
    while table.state.round.number == 1:
        before, loaded = table.state, table.state.care.loaded
        cards = table.source.next_cards(loaded, 20)
        broken[0] = True
        with pytest.raises(OSError, match="no space"):
            act(table)
        assert table.state is before
        assert table.source.next_cards(loaded, 20) == cards
        broken[0] = False
        act(table)
        assert table.state is not before


def act(table: Driver) -> None:
    if isinstance(table.state.phase, Ask):
        table.do(now.decide(1, table.state.phase.choices[0].name))
    else:
        command = table.proposal()
        assert command is not None
        table.do(
            do.DealCards(cards=(None,) * len(command.cards)) if isinstance(command, do.DealCards) else command
        )


def test_a_step_contains_the_command_its_events_and_the_resulting_table() -> None:
    state = open_table(partial({}, "uth", "hand"))
    done = step(state, do.SitDown(seat=2, player="ann"))
    assert isinstance(done.events[0], ev.SeatTaken)
    assert done.state == fold(state, done.events) and done.command == do.SitDown(seat=2, player="ann")
    assert not state.seating.seats
    with pytest.raises(Refused):
        step(done.state, do.SitDown(seat=2, player="bob"))


def test_watcher_is_called_after_storing_and_adopting() -> None:
    order: list[str] = []
    table = Driver(
        open_table(partial({}, "uth", "hand")),
        SealedShoe(STANDARD),
        sink=lambda step, sealed: order.append(f"stored, {len(table.state.seating.seats)} seated"),
        watcher=lambda step: order.append(f"told, {len(table.state.seating.seats)} seated"),
    )
    table.do(do.SitDown(seat=2, player="ann"))
    assert order == ["stored, 0 seated", "told, 1 seated"]


def test_routine_acts_terminate_or_report() -> None:
    table, _, _ = virtual("uth")
    seat_and_bet(table, "uth")
    table.do(do.CloseBetting())
    with pytest.raises(RuntimeError, match="did not come to rest within 1 routine acts"):
        table.run(limit=1)
    table.run()
    assert isinstance(table.state.phase, Ask)


# The clock.


def test_the_drivers_clock_sets_missing_times_and_bounds_given_ones() -> None:
    kept, clock = StoredEntries(), [1_000_000]
    table = Driver(
        open_table(partial({}, "uth", "hand")), SealedShoe(STANDARD), sink=kept, clock=lambda: clock[0]
    )
    table.do(do.SitDown(seat=1, player="ann"))
    clock[0] += 60
    table.do(do.BuyIn(player="ann", cents=1000, at=1_000_030))
    assert [step.command.at for step, _ in kept.entries] == [1_000_000, 1_000_030]
    assert [event.at for step, _ in kept.entries for event in step.events] == [1_000_000, 1_000_030]
    for astray in (1, 999_000, 1_001_000, 10**18):
        with pytest.raises(Refused) as refused:
            table.do(do.BuyIn(player="ann", cents=1000, at=astray))
        assert refused.value.code == "clock_astray"
    clock[0] = 5  # the clock is set back, but the table's time does not run backward
    table.do(do.BuyIn(player="ann", cents=1000))
    assert table.state.clock == 1_000_030


# Hidden cards of a virtual table cannot be revealed or changed.


@pytest.mark.parametrize("game", GAMES)
def test_cards_of_a_virtual_table_cannot_be_named(game: str) -> None:
    """Right and wrong guesses get the same answer, for every person and at every moment."""
    table, _, _ = virtual(game, "shoe")
    seat_and_bet(table, game)
    table.do(do.CloseBetting())
    asked = 0
    while table.state.round.number == 1 and table.state.round.phase != BETTING:
        state = table.state
        upcoming = table.source.next_cards(state.care.loaded, 4)
        hidden = dict(state.layout.cards)
        for place in ("seat1", "dealer", "board", "box", "burn"):
            right = hidden.get(place, ()) or upcoming
            wrong = tuple(card for card in game_of(game).deck.order if card not in right)[: len(right)]
            for by in ("dealer", "floor", "pit_manager"):
                for make in (
                    lambda c: do.NameCards(place=place, cards=c, by=by),  # noqa: B023
                    lambda c: do.CorrectNaming(place=place, index=0, card=c[0], reason="r", by=by),  # noqa: B023
                    lambda c: do.ReportExposed(place=place, index=0, card=c[0], by=by),  # noqa: B023
                    lambda c: do.ReportFaceUp(cards=c[:1], by=by),  # noqa: B023
                    lambda c: do.TurnUp(cards=c, by=by),  # noqa: B023
                    lambda c: do.DealCards(cards=c, by=by),  # noqa: B023
                ):
                    answers = [table.verify(make(cards)) for cards in (right, wrong, (Card("Zz"),) * 3)]
                    assert answers[0] is not None
                    assert {(a.code, a.message, a.clauses, a.remedy) for a in answers if a} == {
                        (answers[0].code, answers[0].message, answers[0].clauses, answers[0].remedy)
                    }
                    asked += 1
        act(table)
    assert asked
    with pytest.raises(Refused, match="nothing_to_name"):
        table.do(do.CorrectNaming(place="seat1", index=0, card=Card("As"), reason="so", by="floor"))


@pytest.mark.parametrize("game", GAMES)
def test_reports_never_reveal_cards_of_a_virtual_table(game: str) -> None:
    """Otherwise, a floorperson could see a card by reporting it as exposed and then ruling to play on."""
    table, _, _ = virtual(game, "shoe")
    seat_and_bet(table, game)
    table.do(do.CloseBetting())
    while table.state.round.number == 1 and table.state.round.phase != BETTING:
        for by in ("dealer", "floor", "pit_manager"):
            acts = {offer.act for offer in offers(table.state, by, live=False)}
            assert not acts & {"report_face_up@1", "report_exposed@1", "name_cards@1", "correct_naming@2"}
            for place in ("seat1", "seat2", "dealer", "board", "box", "burn"):
                for index in range(5):
                    report = do.ReportExposed(place=place, index=index, by=by)
                    refused = table.verify(report)
                    assert refused is not None and refused.code == "nothing_wrong"
            for count in (1, 2):
                refused = table.verify(do.ReportFaceUp(cards=(None,) * count, by=by))
                assert refused is not None and refused.code == "nothing_wrong"
                assert refused.clauses == table.state.game.deck_clauses and refused.readings == ("X-15",)
        act(table)


def dealt_out(game: str, dealing: str, order: tuple[Card, ...]) -> Driver:
    table = now.AskingDriver(
        open_table(rules_for(game, dealing)),
        SealedShoe(game_of(game).deck, shoes={"red": Shoe(order)}),
        AUTOMATIONS - {"deal"},
    )
    seat_and_bet(table, game)
    table.do(do.CloseBetting())
    table.run()
    return table


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_staff_offers_do_not_depend_on_hidden_cards(game: str, dealing: str) -> None:
    """Samples must not depend on unseen cards: a card missing from the sample would be on the table."""
    order = game_of(game).deck.order
    orders = (order, order[::-1])  # the cards still to come begin or end the order
    tables = [dealt_out(game, dealing, order) for order in orders]
    compared = 0
    while (phase := tables[0].state.phase) is not None:
        for by in ("dealer", "floor", "pit_manager", "surveillance"):
            told = {repr((offers(table.state, by, live=False), due(table.state, False))) for table in tables}
            assert len(told) == 1, told
        for table in tables:
            if isinstance(phase, Deal):
                table.deal(due(table.state, False).cards)
            else:
                assert isinstance(phase, Ask)
                table.do(now.decide(1, phase.choices[0].name))
            table.run()
        compared += 1
    assert compared

"""Test that the state machine refuses to reveal or change a virtual table's hidden cards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.games import game as game_of
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table.acts.metering import as_if_read
from croupier.table.commands import TableCommand
from croupier.table.driving.driver import Driver
from croupier.table.driving.sources import SealedShoe
from croupier.table.machine import can, verify
from croupier.table.readers.offers import offers
from croupier.table.state import SHOE, TableState, open_table
from tests.helpers.table_help import EVERYTHING, GAMES, MAIN

PEOPLE = ("dealer", "floor", "pit_manager")


def moments(game: str) -> Iterator[TableState]:
    """Yield the states of a round at a table with a sealed shoe."""
    shoe = SealedShoe(game_of(game).deck, lambda count: bytes(range(count % 256)) * (count // 256 + 1))
    table = Driver(open_table(partial(EVERYTHING[game], game, "hand"), SHOE), shoe)
    table.do(do.SitDown(seat=1, player="ann"))
    table.do(do.BuyIn(player="ann", cents=1_000_000))
    wagers = {name: cents * 100 for name, cents in MAIN[game].items()}
    table.do(do.Bet(seat=1, wagers=wagers, round=1))
    table.do(do.CloseBetting())
    while table.state.round.number == 1:
        yield table.state
        command = table.proposal()
        if command is None:
            asked = next(offer for offer in offers(table.state, "player:ann") if offer.act == "decide@1")
            command = asked.sample
        if isinstance(command, do.DealCards):
            table.deal(len(command.cards))
        else:
            table.do(command)


def guesses(state: TableState, by: str) -> Iterator[TableCommand]:
    """Yield all commands that could name or reveal a card, for every position and with two names."""
    order = state.game.deck.order
    for place, cards in state.layout.cards.items():
        for index in range(len(cards)):
            for card in (order[0], order[-1]):
                yield do.NameCards(place=place, first=index, cards=(card,), by=by)
                yield do.CorrectNaming(place=place, index=index, card=card, reason="seen", by=by)
                yield do.ReportExposed(place=place, index=index, card=card, by=by)
            yield do.ReportExposed(place=place, index=index, by=by)
    yield do.ReportFaceUp(cards=(None,), by=by)
    yield do.ReportFaceUp(cards=(order[0],), by=by)
    yield do.TurnUp(cards=(order[0], order[1], order[2]), by=by)


@pytest.mark.parametrize("game", GAMES)
def test_refuses_names_and_reports_regardless_of_the_hidden_cards(game: str) -> None:
    tried = 0
    for state in moments(game):
        for by in PEOPLE:
            for command in guesses(state, by):
                refused = verify(state, command)
                assert refused is not None and not can(state, command)
                assert refused.code in ("nothing_to_name", "nothing_wrong", "not_your_role"), command
                assert str(command) and not any(
                    card in refused.message for cards in state.layout.cards.values() for card in cards if card
                )
                tried += 1
    assert tried > 100


@pytest.mark.parametrize("game", GAMES)
def test_offers_are_never_refused(game: str) -> None:
    looks = {"name_cards@1", "correct_naming@2", "report_face_up@1", "report_exposed@1"}
    for state in moments(game):
        for by in PEOPLE:
            for offer in offers(state, by):
                assert offer.act not in looks
                assert not any(blank.cards for blank in offer.blanks)
                if offer.act != "deal@1":  # the shoe fills in its cards
                    assert can(state, as_if_read(state, offer.sample))

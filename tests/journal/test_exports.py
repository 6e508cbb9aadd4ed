"""Test that exports contain no sealed data and no entries of an unfinished round."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.games import game as game_of
from croupier.journal import FileStore, Journal, audit, export_lines, link
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.sources import SealedShoe
from croupier.table.readers.offers import offers
from croupier.table.state import SHOE
from tests.helpers.table_help import EVERYTHING, GAMES, MAIN


@pytest.mark.parametrize("game", GAMES)
def test_export_in_mid_round_hides_cards_and_verifies(game: str, tmp_path: Path) -> None:
    """Export after every entry of two rounds, and check that each export omits hidden data."""
    path, out = tmp_path / "j", tmp_path / "out"
    rules = partial(EVERYTHING[game], game, "hand")
    dealt_in_export = 0
    with Journal.create(path, rules, cards_from=SHOE) as journal:
        table = Driver(journal.full_state.table, SealedShoe(game_of(game).deck), frozenset(), journal.keep)
        table.do(do.SitDown(seat=1, player="ann"))
        table.do(do.BuyIn(player="ann", cents=1_000_000))
        for number in (1, 2):
            wagers = {name: cents * 100 for name, cents in MAIN[game].items()}
            table.do(do.Bet(seat=1, wagers=wagers, round=number))
            table.do(do.CloseBetting())
            while table.state.round.number == number:
                if not one_routine_act(table):
                    asked = [one for one in offers(table.state, "player:ann") if one.act == "decide@1"]
                    table.do(asked[0].sample)
                out.write_bytes(b"".join(export_lines(path)))
                found = audit(FileStore(out), "out")
                assert found.ok and not [entry for entry in link(FileStore(out), "out") if entry.sealed]
                assert found.about["rounds"] == table.state.round.number - 1
                running = table.state.round.number == number
                dealt = out.read_bytes().count(b'"type":"deal@1"')
                assert dealt == dealt_in_export or not running
                dealt_in_export = dealt
            while one_routine_act(table):
                pass
    assert dealt_in_export


def one_routine_act(table: Driver) -> bool:
    table.automations = AUTOMATIONS
    command = table.proposal()
    table.automations = frozenset()
    if isinstance(command, do.DealCards):
        table.deal(len(command.cards))
    elif command is not None:
        table.do(command)
    return command is not None

"""Test tables dealt by people and by the server, and old entries that do not say who deals."""

from __future__ import annotations

import msgspec
import pytest

from croupier.casino.administration import commands as do
from croupier.casino.administration import events as ev
from croupier.casino.administration.stream import KIND
from croupier.casino.machines import replace
from croupier.journal.entries import canonical
from croupier.rulebook import games
from croupier.rulebook.registry import read
from croupier.submission import Rules
from croupier.table.readers.due import due
from croupier.table.state import PEOPLE, bare_table
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused

ELECTRONIC = {"#: electronic = true": "electronic = true"}


@pytest.mark.parametrize(
    ("dealing", "cards", "kept"), [("machine", "named", "shoe"), ("live", "shoe", "named")]
)
def test_dealing_mode_determines_the_card_source(dealing: str, cards: str, kept: str) -> None:
    table = desk(*approved(document()), opened(dealing=dealing, cards=cards)).tables["t1"]
    assert (table.dealing, table.cards, table.staffed) == (dealing, kept, dealing == "live")


def test_reopened_table_keeps_its_dealing_mode() -> None:
    state = desk(
        *approved(document()),
        opened(dealing="live"),
        do.CloseTable(table="t1", reason="night", by=BY["pit"]),
    )
    assert refused(state, opened()).code == "other_submission"
    assert desk(opened(dealing="live"), state=state).tables["t1"].standing == "open"


def test_training_table_belongs_to_one_dealer_and_shares_no_meter() -> None:
    state = desk(*approved(document()))
    for wrong in ({"money": "real", "trainee": "dina"}, {"trainee": ""}):
        assert refused(state, opened(dealing="training", **wrong)).code == "no_money_here"
    state = desk(opened(dealing="training", trainee="dina", cards="named"), state=state)
    table = state.tables["t1"]
    assert (table.trainee, table.cards, table.dealing) == ("dina", "named", "training")
    assert table.choices.progressive is None or table.choices.progressive.group == ""
    assert refused(state, do.LogOnTable(table="t1", by=BY["dora"])).code == "anothers_training"
    state = desk(do.LogOnTable(table="t1", by=BY["dina"]), state=state)
    assert state.dealt_by("dina") == "t1"
    state = desk(do.LogOffTable(table="t1", by=BY["dina"]), state=state)
    assert (state.tables["t1"].standing, state.dealt_by("dina")) == ("closed", "")


@pytest.mark.parametrize("game", games())
def test_training_with_one_deck_and_no_shuffler_uses_the_same_rules(game: str) -> None:
    text = read(game, "example.toml")
    named, pack = (
        desk(*approved(text), opened(dealing="training", trainee="dina", cards=cards)).tables["t1"]
        for cards in ("named", "pack")
    )
    assert (pack.choices.dealing, pack.choices.shuffler, pack.choices.decks) == ("shoe", "none", 1)
    assert named.choices.dealing == "automated" and named.choices.decks == 2
    for same in ("paytables", "limits", "readings", "progressive", "seats", "payout_limit"):
        assert getattr(pack.choices, same) == getattr(named.choices, same)
    bare = bare_table(Rules(pack.choices), PEOPLE)
    assert (due(bare).act, due(bare).clauses) == ("receive", bare.game.care.one_deck)


def test_amendment_skips_training_tables() -> None:
    other = document(**{"minimum = 10": "minimum = 5"})
    state = desk(
        *approved(document()),
        opened(dealing="training", trainee="dina"),
        opened("t2"),
        *approved(other, version=2),
    )
    assert (state.tables["t1"].change, state.tables["t2"].change is None) == (None, False)


@pytest.mark.clause("uth/11.L")
def test_11_L_a_dealer_controlled_table_opens_only_with_live_cards() -> None:
    state = desk(*approved(document(**ELECTRONIC)))
    for dealing, more in (("machine", {}), ("training", {"trainee": "dina"})):
        assert refused(state, opened(dealing=dealing, **more)).code == "needs_live_cards"
    assert desk(opened(dealing="live"), state=state).tables["t1"].choices.electronic


def test_floor_attests_that_shoe_and_shuffler_work() -> None:
    state = desk(*approved(document()), opened(dealing="live"))
    state = desk(do.NoteInspection(table="t1", day=20_000, by=BY["flo"]), state=state)
    assert state.tables["t1"].inspected == 20_000
    state = desk(do.NoteInspection(table="t1", day=20_001, fault="the shoe jams", by=BY["pit"]), state=state)
    assert (state.tables["t1"].standing, state.tables["t1"].inspected) == ("disabled", 20_000)
    assert refused(state, do.NoteInspection(table="t1", day=20_001, by=BY["dina"])).code == "not_your_role"
    assert refused(state, do.NoteInspection(table="t1", day=20_001, by="house")).code == "inspected_by_others"


def test_version_1_entries_are_automatic_tables() -> None:
    state = desk(*approved(document()))
    command = opened()
    events = KIND.decide(state, command)
    old = [
        {**msgspec.to_builtins(one), "type": tag}
        for one, tag in ((command, "open_table@1"), (events[0], "table_opened@1"))
    ]
    for one in old:
        del one["dealing"]
    told, happened = KIND.decode(canonical(old[0]), canonical([old[1]]))
    assert (told, happened) == (command, events)
    assert isinstance(happened[0], ev.TableOpened) and happened[0].dealing == "machine"
    # the decoded old command gives the same decision as the new one
    assert KIND.decide(state, replace(told, at=400)) == events

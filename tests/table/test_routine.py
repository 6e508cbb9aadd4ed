"""Test the driver's automatic acts and the checks that it may skip."""

from __future__ import annotations

import random

import pytest

from croupier.games import game as game_of
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table.driving.driver import ABOUT_CARDS, OF_THE_SHOE, OFF_THE_DECK, Driver
from croupier.table.driving.routine import AUTOMATIONS, WaitReason, waits
from croupier.table.driving.shoe import NO_SHOES, follow
from croupier.table.driving.sources import SealedShoe
from croupier.table.machine import DECIDE, TableStep, routine_step, step
from croupier.table.readers.due import Due, due
from croupier.table.readers.legal import answer, legal_choices
from croupier.table.readers.next_act import ActKind, next_act
from croupier.table.state import open_table
from tests.helpers.table_help import EVERYTHING, GAMES, MAIN, METHODS, SIDES
from tests.shift.audit import MOVES_THE_DECK


def rounds(game: str, dealing: str, count: int) -> tuple[list[TableStep], Driver]:
    """Play rounds with every wager from a sealed shoe. Return all steps and the driver."""
    rng = random.Random(f"{game} {dealing}")
    steps: list[TableStep] = []
    source = SealedShoe(game_of(game).deck, rng.randbytes)
    table = Driver(open_table(partial(EVERYTHING[game], game, dealing)), source, watcher=steps.append)
    for seat in (1, 2):
        table.do(do.SitDown(seat=seat, player=f"p{seat}"))
        table.do(do.BuyIn(player=f"p{seat}", cents=100_000_000))
    wagers = {name: cents * 100 for name, cents in {**MAIN[game], **SIDES[game]}.items()}
    for _ in range(count):
        for seat in (1, 2):
            table.do(do.Bet(seat=seat, wagers=wagers, round=table.state.round.number))
        table.do(do.CloseBetting())
        table.run()
        while (wanted := due(table.state)).act is ActKind.ASK:
            assert wanted.seat is not None
            choice = rng.choice(legal_choices(table.state, wanted.seat))
            table.do(answer(table.state, wanted.seat, choice))
            table.run()
    return steps, table


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_commands_skipped_by_card_sources_never_move_a_card(game: str, dealing: str) -> None:
    steps, table = rounds(game, dealing, 6)
    quiet = [one for one in steps if type(one.command) in OFF_THE_DECK]
    assert len(quiet) > 40
    assert not [event for one in quiet for event in one.events if isinstance(event, MOVES_THE_DECK)]
    assert isinstance(table.source, SealedShoe)
    # The source skips some steps. A shoe that follows these steps too must not change.
    shoes = table.source.shoes
    for one in quiet:
        assert follow(shoes, table.state.care.loaded, one.events, None) is shoes
    assert shoes != NO_SHOES


@pytest.mark.parametrize("game", GAMES)
def test_a_routine_act_is_decided_like_a_persons_command(game: str) -> None:
    steps, table = rounds(game, "shoe", 3)
    before = open_table(partial(EVERYTHING[game], game, "shoe"))
    routine = 0
    for one in steps:
        found = next_act(before, live=False)
        if found.command is not None and found.act in AUTOMATIONS:
            assert type(found.command) is type(one.command)
            assert routine_step(before, one.command) == step(before, one.command) == one
            routine += 1
        before = one.state
    assert before == table.state
    assert routine >= 24


def test_every_command_with_card_fields_is_listed_as_about_cards() -> None:
    named = {"cards", "card", "others", "first"}
    kinds = {kind for kind in DECIDE if named & {*kind.__struct_fields__}}
    # CountStub and ReportWrongNumber contain only numbers of cards.
    assert kinds - {do.CountStub, do.ReportWrongNumber} == ABOUT_CARDS - {*OF_THE_SHOE}


def test_act_kinds_equal_their_values() -> None:
    assert {*ActKind} == {act.value for act in ActKind}
    assert ActKind.DEAL in frozenset({"deal"})
    assert "deal" in AUTOMATIONS


@pytest.mark.parametrize(
    ("found", "live", "reason"),
    [
        (Due(ActKind.WAIT, "nobody is seated"), False, WaitReason.NOTHING),
        (Due(ActKind.ASK, "seat 1"), False, WaitReason.PERSON),
        (Due(ActKind.DEAL, "deal", command=do.DealCards(cards=()), blanks=("cards",)), False, WaitReason.NO),
        (
            Due(ActKind.DEAL, "deal", command=do.DealCards(cards=()), blanks=("cards",)),
            True,
            WaitReason.PERSON,
        ),
        (
            Due(ActKind.DEAL, "deal", command=do.DealCards(cards=()), blanks=("reason",)),
            False,
            WaitReason.PERSON,
        ),
        (Due(ActKind.DEAL, "deal", command=do.DealCards(cards=())), True, WaitReason.NO),
        (Due(ActKind.CHANGE_DECK, "change", command=do.DealCards(cards=())), False, WaitReason.NOT_AUTOMATED),
    ],
)
def test_a_table_waits_for_a_reason(found: Due, live: bool, reason: WaitReason) -> None:
    assert waits(found, AUTOMATIONS, live) is reason

"""Test verifiable dealing in the state machine: commitments, mixes and discards."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.cards import commitment
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.sources import LiveCards
from croupier.table.machine import step
from croupier.table.readers.due import ActKind, due
from croupier.table.readers.offers import offers
from croupier.table.state import PEOPLE, open_table
from tests.helpers.pit import Pit, bets_down, play_another, rules_for, table
from tests.helpers.table_help import GAMES

replace = msgspec.structs.replace
NUMBER = {"p1": "01" * 32, "p3": "02" * 32}
FIXED = {player: commitment.commit_number(bytes.fromhex(number)).hex() for player, number in NUMBER.items()}


def commit(round_: int = 1, **changes: Any) -> do.CommitDeal:
    told: dict[str, Any] = {"deck": "red", "table": "t-1", "book": "aa" * 32, "submission": "bb" * 32}
    return do.CommitDeal(**{"round": round_, "root": "cc" * 32, "fixed": FIXED, **told, **changes})


def act(pit: Pit, command: do.TableCommand) -> Any:
    """Perform an act of the shoe. The driver accepts it from no person."""
    (event,) = pit.driver._carry_out(command, step)
    return event


def closed(game: str) -> Pit:
    pit = bets_down(game)
    act(pit, commit())
    pit.do(do.CloseBetting())
    return pit


@pytest.mark.parametrize("game", GAMES)
def test_order_of_commitment_closing_mix_and_deal(game: str) -> None:
    pit = bets_down(game)
    event = act(pit, commit())
    assert event == ev.DealCommitted(
        round=1, deal=1, deck="red", table="t-1", book="aa" * 32, submission="bb" * 32, root="cc" * 32,
        cards=len(pit.state.game.deck.order), fixed=FIXED, clauses=pit.state.game.deck_clauses,
        audience=("everyone",),
    )  # fmt: skip
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: due(state).act is ActKind.MIX)
    wanted = due(pit.state)
    assert (wanted.blanks, wanted.whose) == (("reveals",), ("dealer",))
    assert pit.refused(do.DealCards(cards=(None,) * 3)).code == "out_of_order"
    mixed = act(pit, do.MixDeal(round=1, reveals=NUMBER))
    ctx = commitment.context("t-1", 1, 1, "red", "aa" * 32, "bb" * 32)
    numbers = {player: bytes.fromhex(number) for player, number in NUMBER.items()}
    assert mixed.seed == commitment.seed(ctx, bytes.fromhex("cc" * 32), numbers).hex()
    pit.run()
    assert pit.state.round.number == 2 and pit.state.round.proof is None
    play_another(pit)  # a round that began without a commitment


def test_table_without_commitment_needs_no_mix() -> None:
    pit = bets_down("uth")
    for by in ("dealer", "floor", "player:p1"):
        acts = {offer.act for offer in offers(pit.state, by)}
        assert not acts & {"commit_deal@1", "mix_deal@1", "discard_deal@1"}
    play_another_round = pit.state.round.number
    pit.do(do.CloseBetting())
    pit.run()
    assert pit.state.round.number == play_another_round + 1


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (commit(round_=2), "stale"),
        (commit(deck="blue"), "deck_not_ready"),
        (commit(fixed={"p9": "dd" * 32}), "seat_empty"),
        (commit(root="xyz"), "malformed"),
        (commit(fixed={"p1": "DD" * 32}), "malformed"),
        (commit(by="player:p1"), "not_your_role"),
        (do.MixDeal(round=1), "out_of_order"),
        (do.DiscardDeal(round=1, missing=("p1",)), "out_of_order"),
    ],
)
def test_refusals_before_a_commitment(command: do.TableCommand, code: str) -> None:
    assert bets_down("uth").refused(command).code == code


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (commit(), "out_of_order"),
        (commit(root="dd" * 32), "out_of_order"),
        (commit(fixed={}), "out_of_order"),
        (commit(fixed={**FIXED, "p1": "dd" * 32}), "out_of_order"),
        (commit(table="t-2", fixed={**FIXED}), "out_of_order"),
        (do.MixDeal(round=1, reveals=NUMBER), "bets_open"),
        (do.DiscardDeal(round=1, missing=()), "wrong_reveal"),
        (do.DiscardDeal(round=1, missing=("p9",)), "wrong_reveal"),
    ],
)
def test_refusals_after_a_commitment(command: do.TableCommand, code: str) -> None:
    pit = bets_down("uth")
    act(pit, commit())
    assert pit.refused(command).code == code


@pytest.mark.parametrize(
    "reveals",
    [{}, {"p1": NUMBER["p1"]}, {**NUMBER, "p9": "03" * 32}, {**NUMBER, "p3": "03" * 32}],
    ids=["none", "one missing", "one more", "another number"],
)
def test_mix_uses_exactly_the_committed_numbers(reveals: dict[str, str]) -> None:
    pit = closed("uth")
    refused = pit.refused(do.MixDeal(round=1, reveals=reveals))
    assert refused.code == "wrong_reveal" and refused.clauses == ("uth/3.A.1",)
    act(pit, do.MixDeal(round=1, reveals=NUMBER))
    assert pit.refused(do.MixDeal(round=1, reveals=NUMBER)).code == "out_of_order"
    assert pit.refused(do.DiscardDeal(round=1, missing=("p1",))).code == "out_of_order"
    assert pit.refused(commit()).code == "out_of_order"


@pytest.mark.parametrize("game", GAMES)
def test_a_discarded_deal_is_shuffled_again_and_counted(game: str) -> None:
    pit = closed(game)
    event = act(pit, do.DiscardDeal(round=1, missing=("p3", "p3")))
    assert (event.deal, event.deck, event.missing) == (1, "red", ("p3",))
    assert event.clauses == (*pit.state.game.deck_clauses, *pit.state.game.care.on_order)
    assert pit.state.care.loaded is None and pit.state.care.packs["red"].stage == "to_shuffle"
    pit.run(until=lambda state: state.care.loaded is not None)
    assert [type(one) for one in pit.events[-2:]] == [ev.DeckShuffled, ev.DeckLoaded]
    assert act(pit, commit(fixed={})).deal == 2
    assert (pit.state.discarded, pit.state.round.deals) == (1, 2)
    act(pit, do.MixDeal(round=1))  # no player fixed a number, so the deal is mixed with only the root
    pit.run()
    assert pit.state.round.number == 2
    play_another(pit)
    assert pit.state.discarded == 1


@pytest.mark.parametrize(
    "undo",
    [
        do.OrderShuffle(deck="red", reason="a smudge", by="floor"),
        do.RemoveDeck(deck="red", reason="a smudge", by="floor"),
        do.ChangeRules(choices=rules_for("uth", adjacent_boxes=1, seats=5).choices, by="floor"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_next_commitment_counts_every_discarded_deal(
    undo: do.TableCommand,
) -> None:
    pit = table("uth")
    act(pit, commit(fixed={}))
    pit.do(undo)
    if not pit.state.care.packs:
        pit.do(do.ReceiveDecks(backs=("red",)))
        pit.seat(1, "p1")
        pit.prepare()
    pit.run(until=lambda state: state.care.loaded is not None)
    assert act(pit, commit(fixed={}, root="dd" * 32)).deal == 2
    assert pit.state.discarded == 1


def test_refuses_commitment_after_the_deal() -> None:
    pit = bets_down("uth")
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: bool(state.layout.cards))
    assert pit.refused(commit()).code == "out_of_order"


def test_a_live_table_makes_no_commitments() -> None:
    pit = Pit(open_table(rules_for("uth"), PEOPLE), LiveCards())
    assert pit.refused(commit(fixed={})).code == "no_random_cards"


def test_an_electronic_table_makes_no_commitments() -> None:
    pit = table("uth", "automated", electronic=True, source=LiveCards())
    refused = pit.refused(commit(fixed={}))
    assert refused.code == "no_random_cards" and refused.readings == ("U-25",)

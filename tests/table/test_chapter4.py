"""Test chapter 4: new cards are inspected, verified, spread, washed, stacked and shuffled."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from croupier.games.game import Deal
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving.driver import CARE_OF_CARDS, next_command
from croupier.table.machine import verify
from croupier.table.state import Care, DeckState, TableLayout, TableState, bare_table
from tests.helpers.pit import OPENING, WORD, Pit, bare, cited, each_game, rules_for
from tests.helpers.table_help import GAMES, MAIN, METHODS

replace = msgspec.structs.replace

POKER = {
    "inspect": "4.A",
    "verify": "4.A",
    "spread": "4.B",
    "view": "4.B",
    "face_down": "4.C.1",
    "wash": "4.C.2",
    "stack": "4.C.3",
    "shuffle": "4.D",
    "each": "4.E",
    "prepared": "4.F",
}
IDS = {
    "uth": POKER,
    "letitride": POKER,
    "dragon": {**POKER, "spread": "4.A.1 4.A.2", "view": "4.A.1"},
    "topfive": POKER,
}


def received(game: str, dealing: str = "hand", **choices: object) -> Pit:
    pit = bare(game, dealing, submission={}, **choices)
    pit.do(do.ReceiveDecks(backs=("red", "blue") if choices.get("decks") == 2 else ("red",)))
    pit.seat(1, "ann")
    return pit


@each_game(IDS, *OPENING, "shuffle")
def test_4_A_to_D_preparation_steps_are_in_order_and_cite_their_clauses(game: str) -> None:
    pit = received(game)
    for step in OPENING:
        done = pit.one(do.Prepare(deck="red", step=step, by=WORD.get(step, "dealer")))
        assert done.clauses == cited(IDS, game, step)
    shuffled = pit.one(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    assert set(cited(IDS, game, "shuffle")) <= set(shuffled.clauses)


@each_game(IDS, "inspect")
def test_4_A_the_dealer_inspects_and_a_floorperson_verifies(game: str) -> None:
    pit = received(game)
    for step, wrong in (("inspect", "floor"), ("verify", "dealer")):
        other = pit.refused(do.Prepare(deck="red", step=step, by=wrong))
        assert other.code == "not_your_role"
        assert other.clauses == cited(IDS, game, step)
        assert pit.refused(do.Prepare(deck="red", step=step, by="player:ann")).code == "not_your_role"
        pit.do(do.Prepare(deck="red", step=step, by=f"{WORD[step]}:{step}or"))
    for step in OPENING[2:]:
        assert pit.refused(do.Prepare(deck="red", step=step, by="floor")).code == "not_your_role"
        pit.prepare("red", [step])


@each_game(IDS, "inspect")
def test_4_A_inspector_may_not_verify_the_same_deck(game: str) -> None:
    pit = received(game)
    pit.do(do.Prepare(deck="red", step="inspect", by="dealer:ann"))
    alone = pit.refused(do.Prepare(deck="red", step="verify", by="floor:ann"))
    assert (alone.code, alone.clauses) == ("not_your_role", cited(IDS, game, "verify"))
    pit.fork().do(do.Prepare(deck="red", step="verify", by="floor"))  # at this table, staff have no ids
    pit.do(do.Prepare(deck="red", step="verify", by="floor:meg"))


@each_game(IDS, "spread", "view")
def test_4_B_the_cards_stay_spread_until_the_first_player_arrives(game: str) -> None:
    pit = bare(game, submission={})
    pit.do(do.ReceiveDecks(backs=("red",)))
    pit.prepare("red", OPENING[:3])
    alone = pit.refused(do.Prepare(deck="red", step="view"))
    assert alone.code == "seat_empty"
    assert alone.clauses == cited(IDS, game, "view")
    assert next_command(pit.state, CARE_OF_CARDS, pit.driver.source) is None
    pit.seat(4, "ann")
    pit.prepare("red", ["view"])


# Acts allowed at each stage of a deck. All others are out of order. "cut" after a stage means that the deck
# has been cut.
ALLOWED: dict[str, set[str]] = {
    "received": {"inspect"},
    "inspected": {"verify"},
    "verified": {"spread"},
    "spread": {"view"},
    "viewed": {"face_down"},
    "face_down": {"wash"},
    "washed": {"stack"},
    "stacked": {"shuffle"},
    "shuffled": {"cut", "order_shuffle"},
    "ready": {"load", "order_shuffle"},
    "ready cut": {"load", "order_shuffle", "order_recut"},
    "loaded": {"order_shuffle"},
    "loaded cut": {"order_shuffle", "order_recut"},
    "used": {"shuffle"},
    "to_shuffle": {"shuffle"},
    "jammed": {"shuffle"},
    "preshuffled": {"shuffle"},
    "spread_idle": {"view"},
}


def acts(state: TableState) -> dict[str, do.TableCommand]:
    steps: dict[str, do.TableCommand] = {
        step: do.Prepare(deck="red", step=step, by=WORD.get(step, "dealer")) for step in OPENING
    }
    return {
        **steps,
        "shuffle": do.Shuffle(deck="red", counted=len(state.game.deck.order)),
        "cut": do.Cut(deck="red", depth=20),
        "load": do.Load(deck="red"),
        "order_recut": do.OrderRecut(deck="red", reason="badly cut", by="floor"),
        "order_shuffle": do.OrderShuffle(deck="red", reason="badly shuffled", by="floor"),
    }


def at_stage(game: str, dealing: str, words: str) -> TableState:
    stage, _, cut = words.partition(" ")
    opening = bare_table(rules_for(game, dealing, {}))
    care = Care(
        {"red": DeckState("red", stage, was_cut=bool(cut))}, loaded="red" if stage == "loaded" else None
    )
    return replace(opening, care=care, seating=replace(opening.seating, seats={1: "ann"}))


@each_game(IDS, *OPENING, "shuffle")
@pytest.mark.parametrize("dealing", METHODS)
def test_4_refuses_every_step_out_of_order_with_a_clause(game: str, dealing: str) -> None:
    for words, allowed in ALLOWED.items():
        state = at_stage(game, dealing, words)
        for name, act in acts(state).items():
            refused = verify(state, act)
            assert (refused is None) is (name in allowed), (words, name, refused)
            if refused is not None:
                assert refused.clauses, (words, name)
                assert refused.code in ("step_out_of_order", "not_to_be_cut", "deck_not_ready")
                if name in OPENING:
                    assert refused.clauses == cited(IDS, game, name)


@pytest.mark.parametrize("game", GAMES)
def test_4_rejects_unknown_step_and_missing_deck(game: str) -> None:
    pit = received(game)
    assert pit.refused(do.Prepare(deck="red", step="iron")).code == "step_out_of_order"
    for act in acts(pit.state).values():
        assert pit.refused(replace(act, deck="green")).code == "no_such_deck"


@each_game(IDS, "each")
def test_4_E_each_of_two_decks_is_prepared_separately(game: str) -> None:
    pit = received(game, decks=2)
    assert pit.of(ev.DecksReceived)[0].clauses == cited(IDS, game, "each")
    pit.prepare("red")
    counted = len(pit.state.game.deck.order)
    pit.do(do.Shuffle(deck="red", counted=counted))
    assert pit.state.care.packs["blue"].stage == "received"
    assert pit.refused(do.Shuffle(deck="blue", counted=counted)).code == "step_out_of_order"
    assert pit.refused(do.Load(deck="blue")).code == "deck_not_ready"
    pit.prepare("blue")
    pit.do(do.Shuffle(deck="blue", counted=counted), do.Load(deck="blue"))


@each_game(IDS, "prepared")
@pytest.mark.parametrize("dealing", ["shoe", "automated"])
def test_4_F_preinspected_and_preshuffled_cards_are_only_cut(game: str, dealing: str) -> None:
    pit = bare(game, dealing, submission={})
    came = pit.one(do.ReceiveDecks(backs=("red",), prepared=True))
    assert came.clauses == cited(IDS, game, "prepared")
    for step in OPENING:
        again = do.Prepare(deck="red", step=step, by=WORD.get(step, "dealer"))
        assert pit.refused(again).code == "step_out_of_order"
    assert pit.refused(do.Load(deck="red")).code == "deck_not_ready"
    pit.do(do.Cut(deck="red", depth=20), do.Load(deck="red"))


@each_game(IDS, "prepared")
@pytest.mark.parametrize(
    ("dealing", "shuffler", "reading"),
    [("hand", "plain", "X-19"), ("hand", "counting", "X-19"), ("shoe", "reshuffling", "X-19")],
)
def test_4_F_preshuffled_cards_that_a_machine_must_shuffle_go_through_it(
    game: str, dealing: str, shuffler: str, reading: str
) -> None:
    pit = bare(game, dealing, submission={}, shuffler=shuffler)
    pit.do(do.ReceiveDecks(backs=("red",), prepared=True))
    assert pit.refused(do.Cut(deck="red", depth=20)).code == "not_to_be_cut"
    counted = None if shuffler == "plain" else len(pit.state.game.deck.order)
    shuffled = pit.one(do.Shuffle(deck="red", counted=counted))
    assert set(cited(IDS, game, "prepared")) <= set(shuffled.clauses)
    assert reading in shuffled.readings
    pit.do(do.Load(deck="red"))


def every_table() -> Iterator[tuple[str, str, str, int]]:
    for game in GAMES:
        for dealing in METHODS:
            for shuffler in ("none", "plain", "counting", "reshuffling"):
                for decks in (1, 2):
                    if shuffler != "none" or (decks == 1 and dealing != "hand"):
                        yield game, dealing, shuffler, decks


@pytest.mark.parametrize(("game", "dealing", "shuffler", "decks"), list(every_table()))
@pytest.mark.parametrize("prepared", [False, True])
def test_driver_opens_every_kind_of_table_lawfully(
    game: str, dealing: str, shuffler: str, decks: int, prepared: bool
) -> None:
    pit = bare(game, dealing, submission={}, shuffler=shuffler, decks=decks)
    backs = ("red", "blue")[:decks]
    pit.do(do.ReceiveDecks(backs=backs, prepared=prepared))
    pit.run()  # prepare the deck as far as possible without a player
    assert (pit.state.care.loaded is None) is not prepared
    pit.seat(1, "ann")
    for number in (1, 2):
        pit.run()
        assert pit.state.care.loaded == backs[(number - 1) % decks]
        pit.bet(1, MAIN[game])
        pit.do(do.CloseBetting())
        assert isinstance(pit.state.phase, Deal)
        assert pit.state.layout == TableLayout(stub=len(pit.state.game.deck.order))
    pit.run()
    assert [type(event) for event in pit.of(ev.RoundEnded)] == [ev.RoundEnded] * 2
    cuts, by_hand = pit.of(ev.DeckCut), [e for e in pit.of(ev.DeckShuffled) if not e.by_machine]
    cut_unshuffled = prepared and dealing != "hand" and shuffler != "reshuffling"
    assert len(cuts) == len(by_hand) + (decks if cut_unshuffled else 0)
    assert bool(by_hand) is (shuffler == "none")


@each_game(IDS, "view")
def test_4_B_cards_arriving_mid_round_need_no_viewer_after_players_left(game: str) -> None:
    pit = bare(game, submission={})
    pit.do(do.ReceiveDecks(backs=("red",)))
    pit.seat(1, "ann")
    pit.prepare("red")
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)), do.Load(deck="red"))
    pit.bet(1, MAIN[game])
    pit.do(do.CloseBetting())
    pit.do(do.RemoveDeck(deck="red", reason="a bent card"), do.ReceiveDecks(backs=("blue",)))
    pit.do(do.DeclareAbandoned(seat=1, reason="walked off", by="floor"), do.GetUp(seat=1))
    pit.prepare("blue", OPENING[:3])
    proposed = next_command(pit.state, CARE_OF_CARDS, pit.driver.source)
    assert isinstance(proposed, do.Prepare) and proposed.step == "view"
    pit.run()
    assert pit.state.round.number == 2

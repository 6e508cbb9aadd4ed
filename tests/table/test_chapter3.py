"""Test chapter 3: one deck or two alternating decks, and how long a deck may be used."""

from __future__ import annotations

import pytest

from croupier.table import commands as do
from croupier.table import events as ev
from tests.helpers.pit import Pit, bare, cited, each_game, in_round, table
from tests.helpers.table_help import GAMES, MAIN, METHODS

POKER = {
    "one": "3.A",
    "two": "3.B",
    "backs": "3.B.2",
    "stored": "3.B.3",
    "turns": "3.B.4",
    "rack": "3.B.5",
    "hand": "3.C.1",
    "shoe": "3.C.2",
    "automated": "3.C.2",
    "machine": "9.A.1",
}
IDS = {
    "uth": {**POKER, "one": "3.A.1"},
    "letitride": POKER,
    "dragon": {
        **POKER, "one": "3.A.1", "backs": "3.B.1", "stored": "3.B.2", "turns": "3.B.3", "rack": "3.B.4",
    },
    "topfive": POKER,
}  # fmt: skip
HOURS = {"hand": 4, "shoe": 8, "automated": 8}


@each_game(IDS, "one")
def test_3_A_the_game_uses_one_deck(game: str) -> None:
    pit = bare(game)
    assert pit.one(do.ReceiveDecks(backs=("red",))).backs == ("red",)
    second = pit.refused(do.ReceiveDecks(backs=("blue",)))
    assert second.code == "too_many_decks"
    assert second.clauses == cited(IDS, game, "one")
    assert bare(game).refused(do.ReceiveDecks(backs=("red", "blue"))).code == "too_many_decks"
    assert bare(game).refused(do.ReceiveDecks(backs=())).code == "no_such_deck"


@each_game(IDS, "one")
def test_3_A_a_table_without_a_deck_cannot_deal(game: str) -> None:
    pit = bare(game, submission={})
    pit.seat(1, "ann")
    pit.bet(1, MAIN[game])
    pit.do(do.CloseBetting())
    assert pit.refused(do.DealCards(cards=(None,) * 60)).code == "deck_not_ready"
    assert pit.refused(do.Load(deck="red")).code == "no_such_deck"
    # Bets are closed, but no card is dealt, so a deck may still be loaded.
    pit.do(do.ReceiveDecks(backs=("red",)))
    pit.prepare()
    pit.run()
    assert pit.of(ev.RoundEnded)


@each_game(IDS, "two", "backs")
def test_3_B_two_decks_have_backs_of_two_colours(game: str) -> None:
    together = bare(game, decks=2).refused(do.ReceiveDecks(backs=("red", "red")))
    pit = bare(game, decks=2)
    pit.do(do.ReceiveDecks(backs=("red",)))
    later = pit.refused(do.ReceiveDecks(backs=("red",)))
    assert together.code == later.code == "same_backs"
    assert together.clauses == later.clauses == cited(IDS, game, "backs")
    pit.do(do.ReceiveDecks(backs=("blue",)))
    third = pit.refused(do.ReceiveDecks(backs=("green",)))
    assert third.code == "too_many_decks"
    assert third.clauses == cited(IDS, game, "two")


def deal_some(game: str, dealing: str) -> Pit:
    pit = in_round(game, dealing, decks=2)
    pit.run(until=lambda state: bool(state.layout.cards))
    return pit


@each_game(IDS, "stored")
@pytest.mark.parametrize("dealing", METHODS)
def test_3_B_one_deck_is_shuffled_while_the_other_is_in_play(game: str, dealing: str) -> None:
    pit = table(game, dealing, decks=2, submission={})
    pit.seat(1, "ann")
    pit.bet(1, MAIN[game])
    pit.do(do.CloseBetting())
    pit.run()  # the first round uses the red deck
    pit.bet(1, MAIN[game])
    assert pit.state.care.loaded == "blue"
    pit.do(do.OrderShuffle(deck="red", reason="shuffle it once more", by="floor"))
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: bool(state.layout.cards))
    dealt = pit.state.layout.cards
    by_hand = pit.refused(do.Shuffle(deck="red", by_machine=False))
    assert by_hand.code == "machine_needed"
    if dealing != "hand":
        assert set(cited(IDS, game, "stored")) <= set(by_hand.clauses)
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    assert pit.state.layout.cards == dealt
    assert pit.state.care.packs["red"].stage == "ready"
    pit.run()  # the deck in play stays in use
    assert pit.state.round.number == 3
    loaded = pit.of(ev.DeckLoaded)[-1]
    assert loaded.deck == "red"
    assert set(cited(IDS, game, "stored")) <= set(loaded.clauses)


@each_game(IDS, "turns")
@pytest.mark.parametrize("dealing", METHODS)
def test_3_B_each_deck_is_used_every_other_round(game: str, dealing: str) -> None:
    pit = table(game, dealing, decks=2, submission={})
    pit.seat(1, "ann")
    used = []
    for _ in range(4):
        used.append(pit.state.care.loaded)
        pit.bet(1, MAIN[game])
        pit.do(do.CloseBetting())
        pit.run()
    assert used == ["red", "blue", "red", "blue"]
    assert all(set(cited(IDS, game, "turns")) <= set(event.clauses) for event in pit.of(ev.DeckLoaded))


@each_game(IDS, "turns", "rack")
def test_3_B_refuses_the_same_deck_twice_and_two_decks_in_the_rack(game: str) -> None:
    pit = table(game, decks=2, submission={})
    pit.seat(1, "ann")
    pit.bet(1, MAIN[game])
    pit.do(do.CloseBetting())
    pit.run(until=lambda state: state.round.number == 2)
    # The red deck is in the discard rack, where the blue deck would go too.
    both = pit.refused(do.Load(deck="blue"))
    assert both.code == "rack_not_clear"
    assert set(cited(IDS, game, "rack")) <= set(both.clauses)
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    same = pit.refused(do.Load(deck="red"))
    assert same.code == "not_alternating"
    assert same.clauses == cited(IDS, game, "turns")
    pit.do(do.Load(deck="blue"))
    assert pit.refused(do.Load(deck="red")).code == "step_out_of_order"


@pytest.mark.parametrize("game", GAMES)
def test_3_B_after_one_of_two_decks_is_removed_the_other_stays_in_use(game: str) -> None:
    pit = table(game, decks=2, submission={})
    pit.seat(1, "ann")
    pit.do(do.RemoveDeck(deck="red", reason="a torn card"))
    for _ in range(2):
        pit.run()
        assert pit.state.care.loaded == "blue"
        pit.bet(1, MAIN[game])
        pit.do(do.CloseBetting())
    pit.run()
    assert pit.state.round.number == 3


def timed(game: str, dealing: str, start: int) -> Pit:
    """Return a table with a deck loaded at `start` and a bettor."""
    pit = bare(game, dealing, submission={})
    pit.seat(1, "ann")
    pit.do(do.ReceiveDecks(backs=("red",)))
    pit.prepare()
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    pit.do(do.Load(deck="red", at=start))
    pit.bet(1, MAIN[game])
    return pit


@pytest.mark.parametrize(
    ("game", "dealing"),
    [
        pytest.param(game, dealing, marks=pytest.mark.clause(*cited(IDS, game, dealing)))
        for game in GAMES
        for dealing in METHODS
    ],
)
def test_3_C_a_deck_is_changed_after_four_hours_in_the_hand_or_eight_in_a_shoe(
    game: str, dealing: str
) -> None:
    start, life = 1_000, HOURS[dealing] * 3600
    pit = timed(game, dealing, start)
    for late in (start + life, start + life + 1):
        due = pit.refused(do.CloseBetting(at=late))
        assert due.code == "deck_change_due"
        assert due.clauses == cited(IDS, game, dealing)
    assert pit.one(do.CloseBetting(at=start + life - 1))
    pit.run()  # a round that began in time may be finished
    # A shuffle does not renew the deck, whose time is now over.
    pit.bet(1, MAIN[game])
    assert pit.refused(do.CloseBetting(at=start + life)).code == "deck_change_due"
    gone = pit.one(do.RemoveDeck(deck="red", reason="its time is up", at=start + life))
    assert gone.clauses == cited(IDS, game, dealing)
    pit.do(do.ReceiveDecks(backs=("blue",)))
    pit.prepare("blue")
    pit.do(do.Shuffle(deck="blue", counted=len(pit.state.game.deck.order)))
    pit.do(do.Load(deck="blue"))  # for a command without a time, the time of the last act counts
    pit.do(do.CloseBetting(at=start + 2 * life - 1))


@pytest.mark.parametrize("game", GAMES)
def test_3_C_time_of_any_command_counts(game: str) -> None:
    pit = timed(game, "hand", 0)
    pit.do(do.BuyIn(player="ann", cents=100, at=4 * 3600))
    assert pit.refused(do.CloseBetting()).code == "deck_change_due"
    assert pit.refused(do.CloseBetting(at=100)).code == "clock_backwards"


@pytest.mark.parametrize("game", GAMES)
def test_3_C_bets_cannot_close_while_the_next_deck_is_too_old(game: str) -> None:
    pit = timed(game, "hand", 0)
    pit.do(do.CloseBetting(at=4 * 3600 - 1))
    pit.run(until=lambda state: state.round.number == 2)
    pit.bet(1, MAIN[game])
    assert pit.state.care.loaded is None
    assert pit.refused(do.CloseBetting(at=4 * 3600)).code == "deck_change_due"
    pit.do(do.RemoveDeck(deck="red", reason="its time is up"))
    pit.do(do.CloseBetting(at=4 * 3600))


@pytest.mark.parametrize("game", GAMES)
def test_3_C_each_of_two_decks_has_its_own_time_limit(game: str) -> None:
    pit = table(game, decks=2, submission={})
    pit.seat(1, "ann")
    day = 1_700_000_000  # a real clock, which does not start at zero with the table
    for hours in (0, 1):  # red, then blue
        pit.bet(1, MAIN[game])
        pit.do(do.CloseBetting(at=day + hours * 3600))
        pit.run()
    pit.do(do.RemoveDeck(deck="red", reason="a bent card"), do.ReceiveDecks(backs=("green",)))
    pit.prepare("green")
    pit.do(do.Shuffle(deck="green", counted=len(pit.state.game.deck.order)))
    pit.do(do.Load(deck="green", at=day + 2 * 3600))
    pit.bet(1, MAIN[game])
    # green has been in use for two hours, and blue's four hours are over
    pit.do(do.CloseBetting(at=day + 4 * 3600))
    pit.run()
    pit.bet(1, MAIN[game])
    assert pit.state.care.loaded is None
    for act in (do.Load(deck="blue"), do.CloseBetting(at=day + 4 * 3600)):
        assert pit.refused(act).code == "deck_change_due"


@each_game(IDS, "hand")
def test_3_C_an_old_deck_cannot_be_loaded_after_bets_close(game: str) -> None:
    pit = table(game, decks=2, submission={})
    pit.seat(1, "ann")
    for _ in range(2):  # red, then blue
        pit.bet(1, MAIN[game])
        pit.do(do.CloseBetting(at=1_000))
        pit.run(until=lambda state: state.round.phase < 0 and state.care.loaded is None)
        pit.run()
    pit.do(do.OrderShuffle(deck="red", reason="x", by="floor"))
    pit.do(do.Shuffle(deck="red", counted=len(pit.state.game.deck.order)))
    pit.do(do.RemoveDeck(deck="blue", reason="a bent card"), do.ReceiveDecks(backs=("amber",)))
    pit.prepare("amber")
    pit.do(do.Shuffle(deck="amber", counted=len(pit.state.game.deck.order)))
    pit.bet(1, MAIN[game])
    late = 1_000 + 4 * 3600
    pit.do(do.CloseBetting(at=late))  # the amber deck could be next
    due = pit.refused(do.Load(deck="red", at=late))
    assert due.code == "deck_change_due"
    assert due.clauses == cited(IDS, game, "hand")
    pit.run()
    assert pit.of(ev.DeckLoaded)[-1].deck == "amber"
    assert pit.state.round.number == 4


@each_game(IDS, "stored")
def test_3_B_a_deck_is_not_loaded_before_the_other_is_shuffled_and_stored(game: str) -> None:
    pit = bare(game, decks=2)
    pit.seat(1, "ann")
    pit.do(do.ReceiveDecks(backs=("red", "blue")))
    size = len(pit.state.game.deck.order)
    pit.prepare("red")
    pit.do(do.Shuffle(deck="red", counted=size))
    early = pit.refused(do.Load(deck="red"))
    assert early.code == "deck_not_ready"
    assert early.clauses == cited(IDS, game, "stored")
    alone = pit.fork()
    alone.do(do.RemoveDeck(deck="blue", reason="one is enough"), do.Load(deck="red"))
    pit.prepare("blue")
    assert pit.refused(do.Load(deck="red")).code == "deck_not_ready"
    pit.do(do.Shuffle(deck="blue", counted=size), do.Load(deck="red"))


@pytest.mark.parametrize("game", GAMES)
def test_removing_a_deck_early_cites_no_clause_on_hours(game: str) -> None:
    pit = timed(game, "hand", 0)
    assert pit.one(do.RemoveDeck(deck="red", reason="a card is bent")).clauses == ()


@pytest.mark.parametrize("game", GAMES)
def test_decks_cannot_be_removed_while_cards_are_out_or_without_a_reason(game: str) -> None:
    pit = deal_some(game, "hand")
    for act in (
        do.ReceiveDecks(backs=("green",)),
        do.RemoveDeck(deck="red", reason="worn"),
        do.RemoveDeck(deck="blue", reason="worn"),
    ):
        assert pit.refused(act).code == "round_open"
    pit.run()
    assert pit.refused(do.RemoveDeck(deck="red", reason=" ")).code == "reason_missing"
    assert pit.refused(do.RemoveDeck(deck="black", reason="worn")).code == "no_such_deck"
    assert pit.refused(do.RemoveDeck(deck="red", reason="worn", by="player:p1")).code == "not_your_role"

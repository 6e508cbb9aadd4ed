"""Test where each card of a known deck is dealt by chapters 8 to 10, for each dealing method.

The decks are in dealing order, and the positions are those of the chapter.
"""

from __future__ import annotations

from typing import Any

import pytest

from croupier import play_record
from croupier.games import game as game_of
from croupier.submission import partial
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.dealing import cards_due
from croupier.table.driving.driver import AUTOMATIONS
from croupier.table.driving.sources import StackedDeck
from croupier.table.state import bare_table
from tests.helpers import now
from tests.helpers.pit import in_round
from tests.helpers.table_help import MAIN, METHODS, Mapped, play, record, refusal, seat

clause = pytest.mark.clause


def deal(game: str, dealing: str, deck: str, submission: Mapped | None = None) -> dict[str, str]:
    """Deal to seats 2 and 5 and return the cards at each position."""
    decisions = {
        "uth": ["check", "check", "1x"],
        "letitride": ["ride", "ride"],
        "dragon": ["play"],
        "topfive": ["play"],
    }[game]
    written = record(
        game,
        [seat(5, MAIN[game], decisions), seat(2, MAIN[game], decisions)],
        dealing=dealing,
        submission=submission or {},
    )
    state = play({**written, "deck": deck}).closing
    return {place: " ".join(card or "?" for card in cards) for place, cards in state.layout.rack}


SIX = {"paytables": {"six_card": "A"}}


@clause("uth/8.D.2", "uth/8.D.3")
def test_uth_8_D_singles_clockwise_dealer_last_twice_then_the_board() -> None:
    assert deal("uth", "shoe", "2c 3c 4c 2d 3d 4d Ah Kh Qh Jh Th") == {
        "seat2": "2c 2d",
        "seat5": "3c 3d",
        "dealer": "4c 4d",
        "board": "Ah Kh Qh Jh Th",
    }


@clause("uth/9.B.2", "uth/9.B.3", "uth/11.C.1", "uth/11.C.2", "uth/11.E.1", "uth/11.E.2")
def test_uth_9_B_hand_dealing_burns_before_the_flop_and_the_last_two_cards() -> None:
    assert deal("uth", "hand", "2c 3c 4c 2d 3d 4d 9s Ah Kh Qh 8s Jh Th") == {
        "seat2": "2c 2d",
        "seat5": "3c 3d",
        "dealer": "4c 4d",
        "burn": "9s 8s",
        "board": "Ah Kh Qh Jh Th",
    }


@clause("uth/10.F")
@pytest.mark.parametrize("shuffler", ["none", "plain", "counting", "reshuffling"])
def test_uth_10_F_a_reshuffling_shoe_may_deal_the_board_first(shuffler: str) -> None:
    pit = in_round("uth", "automated", shuffler=shuffler)
    pit.run(until=lambda state: bool(state.layout.cards))
    (dealt,) = pit.of(ev.CardsDealt)
    places = [place for place, _ in dealt.deliveries]
    assert places.index("board") < min(places.index("dealer"), places.index("seat1"))
    assert ("uth/10.F" in dealt.clauses) is (shuffler == "reshuffling")


@clause("uth/10.B.2", "uth/10.B.3")
def test_uth_10_B_3_the_machine_deals_board_then_dealer_then_players() -> None:
    assert deal("uth", "automated", "Ah Kh Qh Jh Th 4c 4d 2c 2d 3c 3d") == {
        "board": "Ah Kh Qh Jh Th",
        "dealer": "4c 4d",
        "seat2": "2c 2d",
        "seat5": "3c 3d",
    }


@clause("uth/10.B.4")
def test_uth_10_B_4_the_dealers_cards_may_stay_in_the_shuffler_until_last() -> None:
    held = {"dealer_cards": "held"}
    assert deal("uth", "automated", "Ah Kh Qh Jh Th 2c 2d 3c 3d 4c 4d", held) == {
        "board": "Ah Kh Qh Jh Th",
        "seat2": "2c 2d",
        "seat5": "3c 3d",
        "dealer": "4c 4d",
    }


@clause("uth/10.B.1")
@pytest.mark.parametrize("dealing", METHODS)
def test_uth_10_B_1_the_first_four_cards_go_to_the_box_when_the_six_card_bonus_is_offered(
    dealing: str,
) -> None:
    deck = "6s 7s 8s 9s 2c 3c"
    assert deal("uth", dealing, deck, SIX)["box"] == "6s 7s 8s 9s"
    assert "box" not in deal("uth", dealing, deck)


@clause(
    "letitride/8.D.2", "letitride/8.D.3.a", "letitride/8.D.3.b", "letitride/8.D.3.c",
    "letitride/8.D.3.d", "letitride/8.D.3.e",
)  # fmt: skip
def test_letitride_8_D_box_then_players_and_board_in_turn() -> None:
    assert deal("letitride", "shoe", "6s 7s 8s 2c 3c Ah 2d 3d Kh 2h 3h", SIX) == {
        "box": "6s 7s 8s",
        "seat2": "2c 2d 2h",
        "seat5": "3c 3d 3h",
        "board": "Ah Kh",
    }


@clause(
    "letitride/9.B", "letitride/9.C.1", "letitride/9.C.2", "letitride/9.C.3", "letitride/9.C.4",
    "letitride/9.C.5",
)  # fmt: skip
def test_letitride_9_C_by_hand_in_the_same_order() -> None:
    assert deal("letitride", "hand", "6s 7s 8s 2c 3c Ah 2d 3d Kh 2h 3h", SIX) == {
        "box": "6s 7s 8s",
        "seat2": "2c 2d 2h",
        "seat5": "3c 3d 3h",
        "board": "Ah Kh",
    }


@clause("letitride/10.B.1", "letitride/10.B.2", "letitride/10.B.3", "letitride/10.B.4")
def test_letitride_10_B_stacks_box_board_then_each_player_from_the_left() -> None:
    assert deal("letitride", "automated", "6s 7s 8s Ah Kh 2c 2d 2h 3c 3d 3h", SIX) == {
        "box": "6s 7s 8s",
        "board": "Ah Kh",
        "seat2": "2c 2d 2h",
        "seat5": "3c 3d 3h",
    }


@clause("letitride/10.H")
def test_letitride_10_H_the_last_card_of_a_three_card_community_stack_is_discarded() -> None:
    dealt = deal("letitride", "automated", "Ah Kh Qh 2c 2d 2h 3c 3d 3h", {"community_stack": 3})
    assert dealt["board"] == "Ah Kh"
    assert dealt["aside"] == "Qh"
    assert dealt["seat2"] == "2c 2d 2h"


@pytest.mark.parametrize("dealing", METHODS)
def test_letitride_deals_a_box_only_if_offered_or_under_the_strict_reading(dealing: str) -> None:
    assert "box" not in deal("letitride", dealing, "")
    assert deal("letitride", dealing, "6s 7s 8s", {"readings": {"L-05": "R2"}})["box"] == "6s 7s 8s"


@clause("dragon/8.D.2")
def test_dragon_8_D_singles_clockwise_dealer_last_three_times() -> None:
    assert deal("dragon", "shoe", "Dr Ph Ti Db Ph Ti Dg Ph Ti") == {
        "seat2": "Dr Db Dg",
        "seat5": "Ph Ph Ph",
        "dealer": "Ti Ti Ti",
    }


@clause("dragon/9.C.2")
def test_dragon_9_C_by_hand_in_the_same_order() -> None:
    assert deal("dragon", "hand", "Dr Ph Ti Db Ph Ti Dg Ph Ti") == {
        "seat2": "Dr Db Dg",
        "seat5": "Ph Ph Ph",
        "dealer": "Ti Ti Ti",
    }


@pytest.mark.parametrize(
    "submission",
    [
        pytest.param({}, marks=clause("dragon/10.B.1", "dragon/10.B.2", "dragon/10.B.3"), id="delivered"),
        pytest.param({"dealer_cards": "held"}, marks=clause("dragon/10.B.4"), id="held"),
    ],
)
def test_dragon_10_B_stacks_to_the_players_then_the_dealers_delivered_or_held(submission: Mapped) -> None:
    assert deal("dragon", "automated", "Dr Db Dg Ph Ph Ph Ti Ti Ti", submission) == {
        "seat2": "Dr Db Dg",
        "seat5": "Ph Ph Ph",
        "dealer": "Ti Ti Ti",
    }


TOP_SINGLES = "2c 3c 4c 2d 3d 4d 2h 3h 4h 2s 3s 4s 5c 6c 7c 5d 6d 7d 5h 6h 7h"
TOP_STACKS = "2c 2d 2h 2s 5c 5d 5h 3c 3d 3h 3s 6c 6d 6h 4c 4d 4h 4s 7c 7d 7h"


@pytest.mark.parametrize(
    ("dealing", "deck"),
    [
        pytest.param("shoe", TOP_SINGLES, marks=clause("topfive/8.D.2")),
        pytest.param("hand", TOP_SINGLES, marks=clause("topfive/9.B.1")),
        pytest.param("automated", TOP_STACKS, marks=clause("topfive/10.B.1")),
    ],
)
def test_topfive_seven_cards_each_dealer_last_singly_or_in_stacks(dealing: str, deck: str) -> None:
    assert deal("topfive", dealing, deck) == {
        "seat2": "2c 2d 2h 2s 5c 5d 5h",
        "seat5": "3c 3d 3h 3s 6c 6d 6h",
        "dealer": "4c 4d 4h 4s 7c 7d 7h",
    }


@pytest.mark.parametrize(
    ("game", "dealing", "left"),
    [
        # The stub has 52 or 53 cards minus two hands, the dealer's hand, the board, the burn cards and the
        # box.
        pytest.param("uth", "shoe", 52 - 4 - 2 - 5, marks=clause("uth/8.D.4")),
        pytest.param("uth", "hand", 52 - 4 - 2 - 5 - 2, marks=clause("uth/9.B.4")),
        pytest.param("uth", "automated", 52 - 4 - 2 - 5, marks=clause("uth/10.B.5")),
        pytest.param("letitride", "shoe", 52 - 6 - 2, marks=clause("letitride/8.D.4")),
        pytest.param("letitride", "hand", 52 - 6 - 2, marks=clause("letitride/9.D")),
        pytest.param("letitride", "automated", 52 - 6 - 2, marks=clause("letitride/10.C")),
        pytest.param("dragon", "shoe", 53 - 9, marks=clause("dragon/8.D.3")),
        pytest.param("dragon", "hand", 53 - 9, marks=clause("dragon/9.C.4")),
        pytest.param("dragon", "automated", 53 - 9, marks=clause("dragon/10.B.5")),
        pytest.param("topfive", "shoe", 52 - 21, marks=clause("topfive/8.D.3.a", "topfive/8.D.3.b")),
        pytest.param("topfive", "hand", 52 - 21, marks=clause("topfive/9.B.2.a", "topfive/9.B.2.b")),
        pytest.param("topfive", "automated", 52 - 21, marks=clause("topfive/10.B.2.a", "topfive/10.B.2.b")),
    ],
)
def test_the_unseen_stub_goes_to_the_rack_after_the_last_card(game: str, dealing: str, left: int) -> None:
    decisions = {
        "uth": ["check", "check", "1x"],
        "letitride": ["ride", "ride"],
        "dragon": ["play"],
        "topfive": ["play"],
    }
    seats = [seat(one, MAIN[game], decisions[game]) for one in (1, 2)]
    played = play(record(game, seats, dealing=dealing, submission={}))
    racked = [event for event in played.events if isinstance(event, ev.StubRacked)]
    assert [event.cards for event in racked] == [left]
    assert racked[0].clauses
    dealt = sum(len(cards) for _, cards in played.closing.layout.rack)
    assert dealt + left == len(played.opening.game.deck.order)
    named = [card for event in played.events if isinstance(event, ev.CardsNamed) for card in event.cards]
    turned = [card for event in played.events if isinstance(event, ev.CardsTurned) for card in event.cards]
    # a dealer may name face-down board cards and turn them later
    assert len(named) + len(turned) <= dealt + 5
    after = played.events[played.events.index(racked[0]) :]
    assert not [event for event in after if isinstance(event, ev.CardsDealt | ev.CardsNamed)]


@clause("dragon/9.C.3")
@pytest.mark.parametrize("game", ["dragon", "topfive", "letitride", "uth"])
@pytest.mark.parametrize("dealing", METHODS)
def test_starting_cards_are_face_down(game: str, dealing: str) -> None:
    played = play(record(game, dealing=dealing))
    for step in played.steps:
        if any(isinstance(event, ev.CardsDealt) for event in step.events):
            assert not step.after.layout.turned
            break
    else:
        pytest.fail("no card was dealt")


@pytest.mark.parametrize("dealing", METHODS)
def test_only_seats_with_wagers_are_dealt_in(dealing: str) -> None:
    document: dict[str, Any] = play_record(
        record("dragon", [seat(6, MAIN["dragon"], ["play"])], dealing=dealing, submission={})
    )
    assert [one["seat"] for one in document["seats"]] == [6]
    assert document["seats"][0]["cards"].count(" ") == 2


@pytest.mark.parametrize(
    ("game", "dealing", "own"),
    [
        pytest.param(game, dealing, f"{game}/{short}", marks=clause(f"{game}/{short}"))
        for game, dealing, short in [
            ("uth", "shoe", "8.B"),
            ("uth", "automated", "10.A.1"),
            ("letitride", "shoe", "8.B"),
            ("dragon", "shoe", "8.B"),
            ("dragon", "automated", "10.A.1"),
            ("topfive", "shoe", "8.B"),
            ("topfive", "automated", "10.A.1"),
        ]
    ],
)
def test_the_prepared_deck_is_loaded_before_a_card_is_dealt(game: str, dealing: str, own: str) -> None:
    """A new deck must be shuffled before it is loaded, and loaded before a card is dealt."""
    rules = partial({}, game, dealing)
    source = StackedDeck(game_of(game).deck)
    table = now.AskingDriver(bare_table(rules), source, AUTOMATIONS - {"shuffle", "cut", "load"})
    table.do(do.ReceiveDecks(backs=("red",)))
    table.do(do.SitDown(seat=1, player="ann"))
    table.do(do.BuyIn(player="ann", cents=100_000))
    table.run()
    assert refusal(table, do.Load(deck="red")).clauses
    table.automations = AUTOMATIONS - {"load"}
    table.run()
    table.do(now.bet(seat=1, wagers=dict.fromkeys(MAIN[game], 1000)))
    table.do(do.CloseBetting())
    table.run()
    refused = refusal(table, do.DealCards(cards=(None,) * cards_due(table.state)))
    assert refused.code == "deck_not_ready"
    (loaded,) = table.do(do.Load(deck="red"))
    assert isinstance(loaded, ev.DeckLoaded)
    assert own in loaded.clauses
    table.run()
    assert any(table.state.layout.cards.values())


PACK = {
    "Dr": (3, "dragon/3.A.3.a.i"), "Db": (3, "dragon/3.A.3.a.ii"), "Dg": (1, "dragon/3.A.3.a.iii"),
    "Ph": (7, "dragon/3.A.3.b"), "Ti": (8, "dragon/3.A.3.c"), "Pa": (9, "dragon/3.A.3.d"),
    "Mo": (10, "dragon/3.A.3.e"), "Ra": (12, "dragon/3.A.3.f"),
}  # fmt: skip


@pytest.mark.parametrize(
    "card", [pytest.param(card, marks=pytest.mark.clause(clause)) for card, (_, clause) in PACK.items()]
)
def test_rejects_more_copies_of_a_card_than_the_deck_has(card: str) -> None:
    copies, clause = PACK[card]
    pit = in_round("dragon", seats=(1, 2, 3, 4, 5, 6))
    plan = pit.state.rules.plan(pit.state.round.phase, pit.state.round.in_play)
    due = sum(count for _, count in plan.deliveries)
    rest = (None,) * (due - copies)
    refused = pit.refused(do.DealCards(cards=((card,) * (copies + 1) + rest)[:due]))
    assert (refused.code, refused.clauses) == ("card_twice", (clause,))
    pit.do(do.DealCards(cards=(card,) * copies + rest))

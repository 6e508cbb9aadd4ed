"""Test that every event type has its own transcript line and unknown types get a generic line."""

from __future__ import annotations

import msgspec
import pytest

from croupier.cards import Card
from croupier.meters.amounts import Exact
from croupier.records.transcript import citations, tell, transcript
from croupier.table import events as ev


def kinds(base: type[ev.TableEvent] = ev.TableEvent) -> list[type[ev.TableEvent]]:
    found = []
    for kind in base.__subclasses__():
        if kind.__module__.startswith("croupier."):
            found += [kind, *kinds(kind)]
    return found


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ev.SeatTaken(seat=2, player="Ann", audience=ev.EVERYONE), "Ann takes seat 2"),
        (ev.BoughtIn(player="Ann", cents=123450, audience=ev.EVERYONE), "Ann buys in for $1,234.50"),
        (
            ev.WagerPlaced(seat=2, player="Ann", wager="six_card", cents=500, audience=ev.EVERYONE),
            "Seat 2: Six Card $5",
        ),
        (
            ev.WagerTakenBack(seat=2, player="Ann", wager="bet1", cents=5, audience=ev.EVERYONE),
            "Seat 2: Bet 1 $0.05 taken back",
        ),
        (
            ev.BetsClosed(round=3, seats=(1, 4), audience=ev.EVERYONE),
            "No more bets: round 3, seats 1, 4 in play",
        ),
        (
            ev.ProgressiveLocked(seats=(), audience=ev.EVERYONE),
            "Progressive system locked with wagers from no seat",
        ),
        (
            ev.MeterContributed(meter="main", amount=Exact(15, 2), audience=ev.EVERYONE),
            "The main meter gains $0.07 and 1/2 cent",
        ),
        (
            ev.CardsDealt(
                deliveries=(("box", 4), *(("seat1", 1), ("seat3", 1), ("dealer", 1)) * 2),
                audience=ev.EVERYONE,
            ),
            "Dealt: 4 cards to the box; 1 card each to seat 1, seat 3, the dealer, 2 times",
        ),
        (
            ev.CardsNamed(place="seat1", first=0, cards=(Card("As"), Card("Kd")), audience=("player:Ann",)),
            "Seat 1's cards are As Kd (visible only to Ann)",
        ),
        (
            ev.CardsNamed(place="dealer", first=0, cards=(Card("As"), None), audience=()),
            "The dealer's cards are As ?? (face down)",
        ),
        (
            ev.CardsTurned(place="board", first=0, cards=(Card("2c"),), audience=ev.EVERYONE),
            "Turned up on the board: 2c",
        ),
        (
            ev.DealerRevealed(
                cards={"dealer": (Card("As"), Card("Ad"))},
                hand="pair",
                words="pair of aces",
                qualifies=True,
                audience=ev.EVERYONE,
            ),
            "The dealer's cards: As Ad, pair of aces, qualifies",
        ),
        (
            ev.WagerSettled(
                seat=1,
                player="Ann",
                wager="blind",
                staked=1000,
                returned=2500,
                result="win",
                pays="3 to 2",
                audience=ev.EVERYONE,
            ),
            "Seat 1: Blind $10 wins 3 to 2, $25 returned",
        ),
        (
            ev.WagerSettled(
                seat=1,
                player="Ann",
                wager="progressive",
                staked=100,
                returned=5000,
                result="win",
                pays="10% of the meter",
                from_meter="main",
                audience=ev.EVERYONE,
            ),
            "Seat 1: Progressive $1 wins 10% of the meter, $50 returned from the main meter",
        ),
        (
            ev.WagerSettled(
                seat=1,
                player="Ann",
                wager="ante",
                staked=1000,
                returned=1000,
                result="push",
                audience=ev.EVERYONE,
            ),
            "Seat 1: Ante $10 pushes",
        ),
        (
            ev.EnvyPaid(seat=1, player="Ann", holder=2, cents=25000, audience=ev.EVERYONE),
            "Seat 1: Envy Bonus $250 for seat 2's hand",
        ),
    ],
)
def test_each_event_has_its_own_line(event: ev.TableEvent, line: str) -> None:
    assert tell(event) == line


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            ev.DeckShuffled(deck="red", by_machine=False, audience=ev.EVERYONE),
            "The red deck is shuffled by hand",
        ),
        (
            ev.DeckShuffled(deck="red", by_machine=True, counted=52, audience=ev.EVERYONE),
            "The red deck is shuffled by machine, which counted 52 cards",
        ),
        (ev.StubCounted(cards=31, right=False, audience=ev.EVERYONE), "Stub counted: 31 cards, wrong"),
        (
            ev.RulingAsked(
                matter="missed_burn", detail="before the Flop", default="play_on", audience=ev.EVERYONE
            ),
            "Floor ruling needed: missed burn, before the Flop; default: play on",
        ),
        (
            ev.RoundVoided(round=4, reason="dealer's card exposed", settles=("trips",), audience=ev.EVERYONE),
            "Round 4 is void: dealer's card exposed; still settled: Trips",
        ),
        (
            ev.SettlementCorrected(
                round=4,
                seat=2,
                player="ann",
                wager="blind",
                staked=1000,
                returned=2500,
                result="win",
                by="floor:cy",
                reason="flush misread",
                audience=ev.EVERYONE,
            ),
            "Round 4, seat 2: Blind $10 corrected by floor:cy, $25 returned: flush misread",
        ),
        (
            ev.SettlementReversed(
                round=4,
                seat=2,
                player="ann",
                wager="progressive",
                cents=2_500_000,
                from_meter="main",
                refill=1_000_000,
                by="floor:cy",
                reason="a straight",
                audience=ev.EVERYONE,
            ),
            "Round 4, seat 2: Progressive payment of $25,000 reversed by floor:cy, "
            "put back on the main meter, "
            "$10,000 removed by the house: a straight",
        ),
        (
            ev.SettlementCorrected(
                round=4,
                seat=2,
                player="ann",
                wager="progressive",
                staked=100,
                returned=2_500_000,
                result="win",
                from_meter="main",
                refill=1_000_000,
                by="floor:cy",
                reason="a royal",
                audience=ev.EVERYONE,
            ),
            "Round 4, seat 2: Progressive $1 corrected by floor:cy, "
            "$25,000 returned, paid from the main meter, "
            "$10,000 added by the house: a royal",
        ),
        (
            ev.EnvyReversed(
                round=4,
                seat=2,
                player="ann",
                holder=1,
                cents=30_000,
                by="floor:cy",
                reason="a royal",
                audience=ev.EVERYONE,
            ),
            "Round 4, seat 2: Envy Bonus $300 for seat 1's hand reversed by floor:cy: a royal",
        ),
        (
            ev.EnvyCorrected(
                round=4,
                seat=2,
                player="ann",
                holder=1,
                cents=100_000,
                by="floor:cy",
                reason="a royal",
                audience=ev.EVERYONE,
            ),
            "Round 4, seat 2: Envy Bonus for seat 1's hand corrected to $1,000 by floor:cy: a royal",
        ),
        (
            ev.DecksReceived(backs=("red", "blue"), prepared=False, audience=ev.EVERYONE),
            "Decks received: red, blue",
        ),
        (
            ev.DecksReceived(backs=("red",), prepared=True, audience=ev.EVERYONE),
            "Decks received: red, already inspected and shuffled",
        ),
        (ev.DeckPrepared(deck="red", step="wash", audience=ev.EVERYONE), "The red deck: washed"),
        (ev.DeckCut(deck="red", depth=10, audience=ev.EVERYONE), "The red deck is cut at 10 cards"),
        (
            ev.RecutOrdered(deck="red", reason="slip", audience=ev.EVERYONE),
            "The floor orders the red deck cut again: slip",
        ),
        (
            ev.ShuffleOrdered(deck="red", reason="fell", audience=ev.EVERYONE),
            "The floor orders the red deck shuffled again: fell",
        ),
        (ev.DeckLoaded(deck="red", audience=ev.EVERYONE), "The red deck is ready to deal"),
        (
            ev.DeckRemoved(deck="red", reason="worn", audience=ev.EVERYONE),
            "The red deck leaves the table: worn",
        ),
        (
            ev.TableIdle(decks=("blue", "red"), face_up=False, audience=ev.EVERYONE),
            "No play: cards are spread face down (blue, red)",
        ),
        (
            ev.CardsRecounted(total=51, misdealt=False, audience=ev.EVERYONE),
            "All cards counted: 51; no hand was misdealt",
        ),
        (
            ev.FaceUpFound(cards=(Card("As"), None), audience=ev.EVERYONE),
            "Found face up in the deck and discarded: As ??",
        ),
        (
            ev.CardExposed(place="dealer", index=0, card=Card("As"), audience=ev.EVERYONE),
            "Card exposed too early at the dealer: As",
        ),
        (ev.WrongNumber(place="seat3", cards=4, audience=ev.EVERYONE), "Wrong number of cards at seat 3: 4"),
        (
            ev.DrawnInError(audience=ev.EVERYONE),
            "A card was drawn in error; no one saw it, and it remains the next card",
        ),
        (
            ev.DeviceFailed(device="shoe", dead=True, audience=ev.EVERYONE),
            "The shoe failed and cannot be used",
        ),
        (
            ev.DeviceFailed(device="shuffler", dead=False, decks=("blue",), audience=ev.EVERYONE),
            "The shuffler failed; shuffle again: blue",
        ),
        (
            ev.DeviceHandled(device="shuffler", how="repaired", audience=ev.EVERYONE),
            "The shuffler is repaired",
        ),
        (
            ev.MethodSwitched(dealing="shoe", shuffler="none", audience=ev.EVERYONE),
            "The table continues with dealing: shoe, shuffler: none",
        ),
        (
            ev.Ruled(
                matter="other", outcome="void", reason="a glass fell", by="floor:cy", audience=ev.EVERYONE
            ),
            "Ruling on other by floor:cy: void, a glass fell",
        ),
        (
            ev.MeterTakenBack(meter="main", amount=Exact(31), audience=ev.EVERYONE),
            "The main meter is reduced by $0.31",
        ),
        (
            ev.SeatForfeited(seat=2, player="ann", reason="left", by="floor:cy", audience=ev.EVERYONE),
            "Seat 2: wagers declared forfeit by floor:cy: left",
        ),
        (
            ev.ActedFor(seat=2, by="floor:cy", reason="asleep", audience=ev.EVERYONE),
            "floor:cy acted for seat 2: asleep",
        ),
        (
            ev.NamingCorrected(
                place="dealer",
                index=1,
                was=Card("As"),
                card=Card("Ah"),
                by="floor:cy",
                reason="misread",
                audience=ev.EVERYONE,
            ),
            "Card 2 at the dealer corrected from As to Ah by floor:cy: misread",
        ),
        (
            ev.Attested(clause="uth/8.A", by="floor:cy", note="as approved", audience=ev.EVERYONE),
            "floor:cy confirms uth/8.A: as approved",
        ),
    ],
)
def test_floor_acts_have_readable_lines(event: ev.TableEvent, line: str) -> None:
    assert tell(event) == line


def test_the_dealers_hand_is_named_after_the_dealers_cards_and_not_after_the_box() -> None:
    cards = {"dealer": (Card("As"), Card("Kd")), "box": (Card("2c"),)}
    event = ev.DealerRevealed(
        cards=cards, hand="high_card", words="ace high", qualifies=False, audience=ev.EVERYONE
    )
    assert tell(event) == "The dealer's cards: As Kd, ace high, does not qualify; Box cards: 2c"


def test_every_sentence_is_one_line() -> None:
    for kind in kinds():
        sample = msgspec.convert(
            {
                "type": kind.__struct_config__.tag,
                **{f.name: example(f.type) for f in msgspec.structs.fields(kind)},
            },
            kind,
        )
        assert "\n" not in tell(sample)


def example(type_: object) -> object:
    text = str(type_)
    if "Reading" in text:
        return {"main": {"amount": [31, 2]}}
    if "Exact" in text:
        return [31, 2]
    if text == "<class 'croupier.submission.rules.OperatorChoices'>":
        return {"game": "uth"}
    if type_ is int or "int | None" in text:
        return 1
    if type_ is bool or "bool" in text:
        return True
    if "dict" in text:
        return {}
    if "Literal" in text:
        return "win"
    if "tuple" in text:
        return ()
    return "x"


def test_citations_name_the_game_once_and_readings_last() -> None:
    event = ev.SeatSettled(
        seat=1, clauses=("uth/11.H.3.b", "uth/12.A"), readings=("U-08", "U-08"), audience=ev.EVERYONE
    )
    assert citations(event) == "[uth/11.H.3.b 12.A; U-08]"
    assert citations(ev.SeatSettled(seat=1, audience=ev.EVERYONE)) == ""
    assert transcript([event]).split("  ")[-1].strip() == "[uth/11.H.3.b 12.A; U-08]"


@pytest.mark.parametrize("length", [75, 76])
def test_citations_begin_at_column_77_or_on_the_next_line(length: int) -> None:
    name = "n" * (length - len(" buys in for $1"))
    event = ev.BoughtIn(player=name, cents=100, clauses=("uth/12.A",), audience=ev.EVERYONE)
    line = f"{name} buys in for $1"
    between = "  " if length == 75 else "\n" + " " * 77
    assert transcript([event]) == f"{line}{between}[uth/12.A]\n"


def test_forged_multi_line_name_is_printed_on_one_line() -> None:
    event = ev.BoughtIn(player="ann\n\n[9] Rule by floor\x9b2J", cents=100, audience=ev.EVERYONE)
    assert transcript([event]) == "ann\\n\\n[9] Rule by floor\\x9b2J buys in for $1\n"


def test_players_are_shown_by_name_and_id() -> None:
    known = {"p1": "Ann", "p2": "Ann", "p3": "\x1b[2JZed"}
    leaves = ev.SeatLeft(seat=4, player="p2", audience=ev.EVERYONE)
    # two players with the same name are different people
    assert tell(leaves, known) == "Ann (p2) leaves seat 4"
    assert tell(leaves) == tell(leaves, {"p9": "Bob"}) == "p2 leaves seat 4"
    owes = ev.PlayerOwes(player="p1", cents=1_00, audience=("player:p1", "floor"))
    assert tell(owes, known) == "Ann (p1) owes the house $1 (visible only to Ann, floor)"
    assert tell(owes) == "p1 owes the house $1 (visible only to p1, floor)"
    bought = ev.BoughtIn(player="p3", cents=1_00, audience=ev.EVERYONE)
    assert transcript([bought], known) == "\\x1b[2JZed (p3) buys in for $1\n"


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("seat4 has 1 cards instead of 2", "seat 4 has 1 card instead of 2"),
        ("a card at dealer was exposed", "the dealer's card was exposed"),
        ("the floor cannot read the cards", "the floor cannot read the cards"),
    ],
)
def test_reason_of_a_void_round_names_places_in_words(stored: str, shown: str) -> None:
    event = ev.RoundVoided(round=3, reason=stored, audience=ev.EVERYONE)
    assert transcript([event]) == f"Round 3 is void: {shown}\n"

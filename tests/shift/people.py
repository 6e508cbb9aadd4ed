"""Simulate the acts between rounds: players arrive, buy in, bet and leave, and the floor corrects
payments.
"""

from __future__ import annotations

import msgspec

from croupier.games import script
from croupier.games.game import Choice, Phase
from croupier.rulebook import Dollars
from croupier.table import commands as do
from croupier.table.acts.bounds import results
from croupier.table.acts.decks import next_deck
from croupier.table.acts.floor import RECORDED
from croupier.table.acts.seating import positions
from croupier.table.refusals import TableCode
from tests.helpers import now
from tests.shift.dealer import ready_deck, switch_method
from tests.shift.proving import commit, link, mix
from tests.shift.submissions import random_rules, shufflers_for
from tests.shift.table import HOUR, METHODS, Table
from tests.shift.wagers import lawful

replace = msgspec.structs.replace


def between_rounds(t: Table) -> None:
    """Perform the acts before "no more bets"."""
    for _ in range(t.rng.randint(0, 3)):
        t.rng.choice(COMING_AND_GOING)(t)
    while not t.state.seating.seats:  # the first player inspects the cards
        sit(t)
    if t.wild and t.chance(0.3):
        t.rng.choice(SUPERVISION)(t)
    if t.wild and t.chance(0.05):
        ready_deck(t)
        order(t)
    if t.chance(0.02):
        t.now += t.rng.randint(1, 5) * HOUR
    # a dealer in a hurry closes betting before the deck is loaded
    if not t.chance(0.03) or not t.state.care.packs:
        ready_deck(t)
    shown = t.chance(0.3)
    if shown:
        commit(t)
    for _ in range(20):
        bets(t)
        if t.state.bets.wagers:
            break
    if shown:
        commit(t)
    refused = t.attempt(do.CloseBetting())
    mix(t)
    if refused is not None:
        if refused.code == TableCode.DEVICE_OUT_OF_ORDER:  # the shoe failed with the deck in it
            switch_method(t)
            return
        assert refused.code == TableCode.DECK_CHANGE_DUE, refused
        deck = next_deck(t.state.care)
        assert deck is not None
        by = t.rng.choice(["dealer", "floor"])
        t.act(do.RemoveDeck(deck=deck.back, reason="its hours are over", by=by))


def free_seats(t: Table, player: str) -> list[int]:
    """Return the seats that a player may take. A second spot must be adjacent to the first."""
    seats = t.state.seating.seats
    empty = [seat for seat in range(1, positions(t.state) + 1) if seat not in seats]
    held = t.by_player.get(player, [])
    if not held:
        return empty
    if len(held) >= t.state.rules.choices.adjacent_boxes:
        return []
    return [seat for seat in empty if seat in (min(held) - 1, max(held) + 1)]


def sit(t: Table) -> None:
    player = t.rng.choice(t.players)
    seats = free_seats(t, player)
    if seats:
        by = t.rng.choice([f"player:{player}", "dealer", "floor:Ida"])
        t.act(do.SitDown(seat=t.rng.choice(seats), player=player, by=by))


def leave(t: Table) -> None:
    inner = {
        seat for held in t.by_player.values() for seat in held[1:-1]
    }  # the player's remaining spots must be adjacent
    seats = sorted({*t.state.seating.seats} - {*t.state.round.in_play} - inner)
    if seats:
        seat = t.rng.choice(seats)
        player = t.state.seating.seats[seat]
        t.act(do.GetUp(seat=seat, by=t.rng.choice([f"player:{player}", "floor"])))
        if player not in t.by_player:
            cash_out(t, player)


def cash_out(t: Table, player: str = "") -> None:
    rich = sorted(name for name, purse in t.state.seating.purses.items() if purse > 0)
    if rich:
        t.act(do.CashOut(player=player if player in rich else t.rng.choice(rich)))


def buy_in(t: Table) -> None:
    cents = t.rng.choice([1, 500, 10_000, 250_000])
    by, transfer = t.rng.choice([("dealer", ""), ("cage", f"t{t.rng.getrandbits(64):x}")])
    t.act(do.BuyIn(player=t.rng.choice(t.players), cents=cents, transfer=transfer, by=by))


def nothing(t: Table) -> None:
    pass


COMING_AND_GOING = (sit, sit, sit, leave, cash_out, buy_in, nothing)


def bystanders(t: Table) -> None:
    """Take or leave a seat, or buy in, during a round."""
    t.rng.choice((sit, leave, buy_in))(t)


def bets(t: Table) -> None:
    plays = {
        player for player in t.by_player if t.chance(0.85)
    }  # on all of the player's spots, so that they stay adjacent
    for seat, player in list(t.state.seating.seats.items()):
        if player in plays and not bet(t, seat, player):
            continue
        if len(t.by_player[player]) == 1 and seat in t.state.bets.wagers and t.chance(0.05):
            t.act(now.take_back(seat=seat, by=t.rng.choice(["dealer", f"player:{player}"])))


def bet(t: Table, seat: int, player: str) -> bool:
    before = t.state.bets.wagers.get(seat)
    if before and t.chance(0.9):
        return False
    wagers = lawful(t.state, t.rng, t.rng.choice([0.2, 0.6, 1.0]))
    if before and {*before} - {*wagers}:
        return False  # together with the new bets, the bets on the layout may not be legal
    purse = t.state.seating.purses.get(player, 0)
    most = sum(wagers.values()) + biggest_raise(t) * wagers.get("ante", 0)
    wanted = most if t.chance(0.9) else sum(wagers.values())  # some players have no chips left for a raise
    if purse < wanted:
        t.act(do.BuyIn(player=player, cents=wanted - purse + t.rng.choice([0, 0, 7, 100_000])))
    t.act(now.bet(seat=seat, wagers=wagers, by=t.rng.choice(["dealer", f"player:{player}"])))
    return True


def biggest_raise(t: Table) -> int:
    def choices(phase: Phase) -> tuple[Choice, ...]:
        return getattr(phase, "choices", ())

    return max(choice.multiple for phase in script(t.state.rules) for choice in choices(phase))


# Acts of the floor.


def attest(t: Table) -> None:
    mine = sorted(clause for clause in RECORDED if clause.startswith(f"{t.state.rules.game}/"))
    t.act(do.Attest(clause=t.rng.choice(mine), note="seen", by=t.rng.choice(["dealer", "floor"])))


def correct(t: Table) -> None:
    """Correct one of the last round's payments."""
    if not t.state.previous:
        return
    jackpots = [settled for settled in t.state.previous if settled.wager == "progressive"]
    was = t.rng.choice(jackpots if jackpots and t.chance(0.5) else t.state.previous)
    number = t.state.round.number - 1
    returned = t.rng.choice(sorted(results(t.state, was, t.state.previous)))
    fix = do.CorrectSettlement(
        round=number, seat=was.seat, wager=was.wager, returned=returned, reason="mispaid", by="floor:Ida"
    )
    # The rules may have changed since then, and a hand cannot win more than its payout limit.
    lawful_codes = [
        TableCode.NOTHING_WRONG,
        TableCode.INSUFFICIENT_FUNDS,
        TableCode.TOO_LATE,
        TableCode.ABOVE_MAXIMUM,
    ]
    if was.wager == "progressive" and t.state.rules.offers("progressive"):
        correct_envy(t, was.seat)
        if t.chance(0.5):  # say that a meter should have paid this wager
            # the highest rows; meters pay most of them
            row = t.rng.choice(t.state.rules.paytable("progressive").rows[:3])
            fix = replace(fix, returned=None, row=row.clause)
            lawful_codes.append(TableCode.NO_SUCH_OUTCOME)
    refused = t.attempt(fix)
    assert refused is None or refused.code in lawful_codes, refused


def correct_envy(t: Table, seat: int) -> None:
    """Correct an Envy Bonus that was missed or wrongly paid."""
    if not t.state.rules.offers("envy"):
        return
    number = t.state.round.number - 1
    amounts = [row.pays.cents for row in t.state.rules.paytable("envy").rows if isinstance(row.pays, Dollars)]
    claims = [(paid.seat, paid.holder, 0) for paid in t.state.previous_envy]  # these can be taken back
    for holder in sorted({settled.seat for settled in t.state.previous} - {seat}):
        claims.append((seat, holder, t.rng.choice([0, *amounts])))
    for bettor, holder, cents in claims:
        t.attempt(
            do.CorrectEnvy(
                round=number, seat=bettor, holder=holder, cents=cents, reason="misread", by="floor:Ida"
            )
        )


def idle(t: Table) -> None:
    if not t.state.bets.wagers and t.state.care.packs:
        t.attempt(do.GoIdle(face_up=t.chance(0.3)))


def order(t: Table) -> None:
    """Order a second shuffle or cut."""
    for deck, pack in sorted(t.state.care.packs.items()):
        if pack.was_cut and pack.stage in ("ready", "loaded") and t.chance(0.6):
            t.act(do.OrderRecut(deck=deck, reason="players saw the cut", by="floor"))
        elif pack.stage in ("shuffled", "ready", "loaded"):
            t.act(do.OrderShuffle(deck=deck, reason="a player asks", by="floor"))


def remove(t: Table) -> None:
    packs = sorted(t.state.care.packs)
    if packs:
        t.act(do.RemoveDeck(deck=t.rng.choice(packs), reason="a marked card", by="floor"))


def change_rules(t: Table) -> None:
    if t.state.bets.wagers:
        return
    choices = t.state.rules.choices
    dealing = t.rng.choice([choices.dealing, *METHODS])
    shuffler = t.rng.choice(shufflers_for(choices.game, dealing))
    new = random_rules(t.rng, choices.game, dealing, shuffler, choices.electronic)
    t.attempt(do.ChangeRules(choices=new.choices, reason="a new submission", by="floor"))


def change_method(t: Table) -> None:
    if not t.state.bets.wagers:
        switch_method(t)


SUPERVISION = (attest, correct, correct, idle, order, order, remove, change_rules, change_method, link)

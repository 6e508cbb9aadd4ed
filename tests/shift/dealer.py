"""Simulate the dealer's routine: care of the cards, dealing, decisions and settlement."""

from __future__ import annotations

import msgspec

from croupier.cards import LEAST_CUT, Card
from croupier.games.game import BOX, Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn, seat_place
from croupier.table import commands as do
from croupier.table.acts.decks import hours_over
from croupier.table.acts.shuffling import by_machine_alone
from croupier.table.acts.stub import count_due
from croupier.table.driving.driver import AUTOMATIONS, CARE_OF_CARDS, next_command
from croupier.table.driving.sources import LiveCards
from croupier.table.readers.legal import asked_seat, legal_choices
from croupier.table.state import BETTING, COUNTING
from tests.helpers import now
from tests.shift.submissions import SHUFFLERS, shufflers_for
from tests.shift.table import HOUR, METHODS, Table

replace = msgspec.structs.replace

BACKS = ("red", "blue", "green", "black", "violet", "brown")


def routine(t: Table) -> None:
    """Perform the next act of a round as the rules require."""
    phase = t.state.phase
    if isinstance(phase, Deal):
        deal(t)
    elif isinstance(phase, Ask):
        ask(t)
    elif isinstance(phase, Turn):
        turn(t, phase)
    elif isinstance(phase, Stub):
        stub(t)
    elif isinstance(phase, Reveal):
        for place in phase.places:
            name(t, place)
        proposed(t, do.RevealDealer)
    elif isinstance(phase, Settle):
        settle(t)
    else:
        assert isinstance(phase, Collect | Rack)
        proposed(t, do.LockProgressive, do.CollectChips, do.BankChips, do.RackCards)


def proposed(t: Table, *kinds: type[do.TableCommand]) -> None:
    command = next_command(t.state, AUTOMATIONS, LiveCards())
    assert isinstance(command, kinds), f"the driver proposes {command}"
    t.act(command)


def deal(t: Table) -> None:
    state = t.state
    if state.care.loaded is None:
        if not ready_deck(t):  # no card can be dealt, so a floorperson ends the round
            t.act(do.ReportOther(matter="other", detail="there are no cards to deal"))
            t.act(do.RuleOnIncident(outcome="void", reason="no cards", by="floor"))
        return
    set_right(t)
    if t.felt.next == 0 and t.chance(0.3):
        rig(t)
    t.act(do.DealCards(cards=t.felt.deal(state, None if t.chance(0.7) else t.rng.randint(1, 4))))


def rig(t: Table) -> None:
    """Arrange a big hand for a seat, so that meters and Envy Bonuses are paid."""
    if t.state.rules.game not in ("uth", "letitride"):
        return
    suit = t.rng.choice("cdhsss")
    ranks = t.rng.choice(["AKQJT", "98765", "AKQJ2", "JJJJ9", "99944"])
    suits = suit * 5 if len({*ranks}) == 5 else "cdhsc" if ranks[0] == "J" else "cdhsd"
    cards = [Card(rank + s) for rank, s in zip(ranks, suits, strict=True)]
    own = 2 if t.state.rules.game == "uth" else 3
    t.felt.rig(t.state, {seat_place(t.rng.choice(t.state.round.in_play)): cards[:own], "board": cards[own:]})


def ask(t: Table) -> None:
    state, rng = t.state, t.rng
    seat = asked_seat(state)
    assert seat is not None
    player = state.seating.seats[seat]
    choices = legal_choices(state, seat)
    assert choices, "the player has no legal choice"
    if t.chance(0.04):
        t.act(do.ActFor(seat=seat, reason="the player does not act", by="floor:Ida"))
        return
    if t.live and not state.rules.choices.electronic and t.chance(0.1):
        name(t, seat_place(seat))  # a hand that the player has laid down
    by = rng.choice(["dealer", f"player:{player}", f"player:{player}"])
    t.act(now.decide(seat=seat, choice=rng.choice(choices), by=by))


def turn(t: Table, phase: Turn) -> None:
    set_right(t)
    lying = t.state.layout.cards[phase.place][phase.first : phase.first + phase.count]
    true = tuple(t.felt.places[phase.place][phase.first : phase.first + phase.count])
    t.act(do.TurnUp(cards=true if None in lying or t.chance(0.2) else ()))


def stub(t: Table) -> None:
    state = t.state
    left, size = state.layout.stub, len(state.game.deck.order)
    if not count_due(state) and t.chance(0.7):
        t.act(do.RackStub())
    elif t.chance(0.85 if t.wild else 1):
        t.act(do.CountStub(cards=left))
    else:
        t.act(do.CountStub(cards=left + t.rng.choice([-2, -1, 1])))
        assert state.round.number == t.state.round.number and t.state.round.inquiry
        total = t.rng.choice([size, size, size - 1, size + 1])
        if t.chance(0.5):
            return  # something else may happen before the recount
        t.act(do.Recount(total=total, misdealt=t.chance(0.5)))


def recount(t: Table) -> None:
    size = len(t.state.game.deck.order)
    t.act(do.Recount(total=t.rng.choice([size, size, size - 1]), misdealt=t.chance(0.5), by="floor"))


def settle(t: Table) -> None:
    state = t.state
    seat = state.round.order[state.round.cursor]
    if state.round.awaiting and t.felt.misnamed and t.chance(0.7):
        set_right(t)
        if t.state is not state:  # the hand has to be shown and settled again
            return
    if state.bets.wagers.get(seat) and not state.round.awaiting:
        set_right(t)
        name(t, seat_place(seat))
        if t.chance(0.5):
            set_right(t)
        if None in state.layout.cards.get(BOX, ()):  # a void round skips the reveal of the box
            name(t, BOX, mistakes=False)
    elif None in state.layout.cards.get(seat_place(seat), ()):  # an unseen hand without wagers
        if t.chance(0.5):
            t.act(do.SettleSeat(seat=seat))
            return
        name(t, seat_place(seat), mistakes=False)
    proposed(t, do.SettleSeat, do.ValidateProgressive, do.PayProgressive)


def name(t: Table, place: str, mistakes: bool = True) -> None:
    """Name the unseen cards at a position, sometimes wrongly."""
    if t.chance(0.5):
        set_right(t)
    for index, card in enumerate(t.state.layout.cards.get(place, ())):
        if card is None:
            true = t.felt.places[place][index]
            told = misread(t, true) if mistakes and t.wild and t.chance(0.05) else true
            if told != true:
                t.felt.misnamed[place, index] = true
            t.act(do.NameCards(place=place, cards=(told,), first=index))


def misread(t: Table, true: Card) -> Card:
    """Return a wrong name for a card: an unused one from the stub."""
    layout = t.state.layout
    known = [card for cards in (*layout.cards.values(), *dict(layout.rack).values()) for card in cards]
    stub = [card for card in t.felt.orders[t.felt.in_play][t.felt.next :] if card not in known]
    return t.rng.choice(stub or [true])


def set_right(t: Table) -> None:
    """Correct wrong names. The table settles the affected hands again."""
    for (place, index), true in list(t.felt.misnamed.items()):
        t.act(do.CorrectNaming(place=place, index=index, card=true, reason="it was misread", by="floor"))


def ready_deck(t: Table) -> bool:
    """Prepare and load a deck. Return False if no deck can be loaded before the round ends."""
    for _ in range(100):
        state = t.state
        care, between = state.care, state.round.phase == BETTING
        if care.loaded is not None:
            return True
        if "failed" in care.devices.values():
            put_aside(t)
            continue
        no_shuffle = "shuffler" in care.devices and by_machine_alone(state)
        if no_shuffle or ("shoe" in care.devices and state.rules.dealing == "automated"):
            if not between:
                return False
            switch_method(t)
            continue
        if not care.packs or (between and len(care.packs) < state.rules.choices.decks and t.chance(0.8)):
            receive(t)
            continue
        over = [pack.back for pack in care.packs.values() if hours_over(state, pack, t.now + HOUR)]
        if over:
            t.act(do.RemoveDeck(deck=over[0], reason="its hours are over"))
            continue
        command = next_command(state, CARE_OF_CARDS, LiveCards())
        assert command is not None, "no act is due for the cards"
        t.act(varied(t, command))
    raise AssertionError("no deck is ever ready")


def put_aside(t: Table) -> None:
    """Cover, mark, remove or repair a failed device."""
    ways = [*t.state.game.dead_device, "repaired"]
    for device in sorted(t.state.care.devices):
        by = t.rng.choice(["dealer", "floor"])
        t.act(do.HandleDevice(device=device, how=t.rng.choice(ways), by=by))


def varied(t: Table, command: do.TableCommand) -> do.TableCommand:
    """Vary a routine act within the rules."""
    choices, size = t.state.rules.choices, len(t.state.game.deck.order)
    if isinstance(command, do.Cut):
        return replace(command, depth=t.rng.randint(LEAST_CUT, size - 1))
    if isinstance(command, do.Shuffle):
        if command.by_machine and not by_machine_alone(t.state) and t.chance(0.1):
            return replace(command, by_machine=False, counted=None)
        if command.by_machine and choices.shuffler in COUNTING and t.wild and t.chance(0.03):
            return replace(command, counted=size + t.rng.choice([-1, 1, -size]))
    return command


def receive(t: Table) -> None:
    care = t.state.care
    room = t.state.rules.choices.decks - len(care.packs)
    new = [back for back in BACKS if back not in care.packs]
    backs = tuple(t.rng.sample(new, t.rng.randint(1, room)))
    t.act(do.ReceiveDecks(backs=backs, prepared=t.chance(0.3), by=t.rng.choice(["dealer", "floor"])))


def switch_method(t: Table) -> None:
    """Switch the dealing method. The layout must be empty."""
    rng = t.rng
    if "failed" in t.state.care.devices.values() or (t.state.care.devices and t.chance(0.3)):
        put_aside(t)
    for seat in sorted(t.state.bets.wagers):
        t.act(now.take_back(seat=seat))
    broken, choices = t.state.care.devices, t.state.rules.choices
    shuffler = "none" if "shuffler" in broken else rng.choice([choices.shuffler] * 4 + [*SHUFFLERS])
    if shuffler == "reshuffling" != choices.shuffler:
        shuffler = choices.shuffler  # the submission approves only this device
    methods = [method for method in METHODS if shuffler in shufflers_for(choices.game, method)]
    if "shoe" in broken:
        methods = [method for method in methods if method != "automated"]
    if shuffler == "none" and len(t.state.care.packs) == 2:
        gone = rng.choice(sorted(t.state.care.packs))
        t.act(do.RemoveDeck(deck=gone, reason="one deck without a shuffler", by="floor"))
    t.act(do.SwitchMethod(dealing=rng.choice(methods), shuffler=shuffler, by="floor"))

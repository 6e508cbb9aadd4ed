"""Try illegal acts by players and dealers with seats, wagers, decisions and cards."""

from __future__ import annotations

from croupier.cards import Card
from croupier.games import script
from croupier.games.game import DEALER, Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn, seat_place
from croupier.meters.amounts import Exact, MeterReading
from croupier.table import commands as do
from croupier.table.acts.dealing import cards_due
from croupier.table.acts.seating import gave_up, positions
from croupier.table.refusals import TableCode
from tests.helpers import now
from tests.shift.mischief import STRANGER, Acts, between, earns, some_seat
from tests.shift.table import Table
from tests.shift.wagers import amount, lawful


def unbet(t: Table) -> list[int]:
    """Return the seats that can still bet but have not bet yet."""
    return [seat for seat in t.state.seating.seats if seat not in t.state.bets.wagers] if between(t) else []


# People.


@earns(TableCode.NOT_YOUR_ROLE)
def not_your_role(t: Table) -> Acts:
    yield do.CloseBetting(by="player:p1")
    yield do.RackCards(by="surveillance:Eve")
    yield do.RuleOnIncident(outcome="void", reason="I say so", by="dealer")
    yield do.BuyIn(player="p1", cents=100, by="player:p1")
    yield do.ValidateProgressive(seat=1, by="dealer")
    yield do.OrderShuffle(deck="red", reason="why not", by="dealer")
    if not t.state.round.ruling:
        for deck in t.state.care.packs:
            yield do.Prepare(deck=deck, step="verify", by="dealer")
            yield do.Prepare(deck=deck, step="inspect", by="floor")


@earns(TableCode.NOT_YOUR_SEAT)
def not_your_seat(t: Table) -> Acts:
    for seat in t.state.seating.seats if between(t) else ():
        yield now.bet(seat=seat, wagers={"ante": 500}, by=f"player:{STRANGER}")
        yield now.take_back(seat=seat, by="player")
    if isinstance(t.state.phase, Ask):
        turn = t.state.round.in_play[t.state.round.cursor]
        yield now.decide(seat=turn, choice=t.state.phase.choices[0].name, by=f"player:{STRANGER}")


@earns(TableCode.NO_SUCH_SEAT)
def no_such_seat(t: Table) -> Acts:
    yield do.SitDown(seat=0, player=STRANGER)
    yield do.SitDown(seat=positions(t.state) + 1, player=STRANGER)


@earns(TableCode.SEAT_TAKEN)
def seat_taken(t: Table) -> Acts:
    for seat in t.state.seating.seats:
        if seat <= positions(t.state):
            yield do.SitDown(seat=seat, player=STRANGER)


@earns(TableCode.SEAT_EMPTY)
def seat_empty(t: Table) -> Acts:
    for seat in {*range(positions(t.state) + 2)} - {*t.state.seating.seats}:
        yield do.GetUp(seat=seat)


def empty_seats(t: Table) -> list[int]:
    return [seat for seat in range(1, positions(t.state) + 1) if seat not in t.state.seating.seats]


@earns(TableCode.SECOND_POSITION)
def second_position(t: Table) -> Acts:
    for player, held in t.by_player.items():
        if len(held) >= t.state.rules.choices.adjacent_boxes:
            for seat in empty_seats(t):
                yield do.SitDown(seat=seat, player=player)


@earns(TableCode.NOT_ADJACENT)
def not_adjacent(t: Table) -> Acts:
    for player, held in t.by_player.items():
        if len(held) < t.state.rules.choices.adjacent_boxes:
            for seat in empty_seats(t):
                if seat not in (held[0] - 1, held[-1] + 1):
                    yield do.SitDown(seat=seat, player=player)


@earns(TableCode.STAY_SEATED)
def stay_seated(t: Table) -> Acts:
    for seat in t.state.round.in_play:
        there = t.state.seating.seats.get(seat) == t.state.round.players[seat]
        if there and not gave_up(t.state, seat):
            yield do.GetUp(seat=seat, by="floor")


@earns(TableCode.BAD_AMOUNT)
def bad_amount(t: Table) -> Acts:
    yield do.BuyIn(player="p1", cents=0)
    yield do.BuyIn(player="p1", cents=-500)
    yield do.CashOut(player=STRANGER)
    for seat in unbet(t):
        yield now.bet(seat=seat, wagers={t.state.game.wagers[0].name: -100})


@earns(TableCode.INSUFFICIENT_FUNDS)
def insufficient_funds(t: Table) -> Acts:
    first = t.state.game.wagers[0].name
    for seat in unbet(t):
        purse = t.state.seating.purses.get(t.state.seating.seats[seat], 0)
        cents = amount(t.state, first, t.rng, least=purse + 1)
        if cents is not None:
            required = [rule.name for rule in t.state.game.wagers if rule.kind == "required"]
            yield now.bet(seat=seat, wagers=dict.fromkeys(required, cents))
    phase = t.state.phase
    if isinstance(phase, Ask):
        turn = t.state.round.in_play[t.state.round.cursor]
        purse = t.state.seating.purses[t.state.seating.seats[turn]]
        for choice in phase.choices:
            if choice.multiple * t.state.bets.wagers[turn].get("ante", 0) > purse:
                yield now.decide(seat=turn, choice=choice.name)


# Wagers.


@earns(TableCode.BETS_CLOSED)
def bets_closed(t: Table) -> Acts:
    if not between(t):
        yield do.CloseBetting()
        for seat in t.state.seating.seats:
            yield now.bet(seat=seat, wagers=lawful(t.state, t.rng))
            yield now.take_back(seat=seat)


@earns(TableCode.BETS_OPEN)
def bets_open(t: Table) -> Acts:
    if between(t):
        yield do.DealCards(cards=(None,))
        yield do.RackStub()
        yield do.RevealDealer()
        yield do.LockProgressive()
        yield now.decide(seat=1, choice="fold")
        yield do.SettleSeat(seat=1)
        yield do.Recount(total=52, misdealt=False)
        yield do.ActFor(seat=1, reason="asleep", by="floor")


@earns(TableCode.NO_WAGERS)
def no_wagers(t: Table) -> Acts:
    for seat in unbet(t):
        yield now.take_back(seat=seat)
        yield now.bet(seat=seat, wagers={})
    if between(t) and not t.state.bets.wagers:
        yield do.CloseBetting()


@earns(TableCode.NO_SUCH_WAGER)
def no_such_wager(t: Table) -> Acts:
    for seat in unbet(t):
        yield now.bet(seat=seat, wagers={"insurance": 500})


@earns(TableCode.WAGER_NOT_OFFERED)
def wager_not_offered(t: Table) -> Acts:
    for seat in unbet(t):
        for rule in t.state.game.wagers:
            if rule.kind == "decision" or (rule.kind == "optional" and not t.state.rules.offers(rule.name)):
                yield now.bet(seat=seat, wagers={rule.name: 500})


@earns(TableCode.WAGER_MISSING)
def wager_missing(t: Table) -> Acts:
    game, rules = t.state.game, t.state.rules
    required = [rule.name for rule in game.wagers if rule.kind == "required"]
    offered = [rule.name for rule in game.wagers if rule.kind == "optional" and rules.offers(rule.name)]
    for seat in unbet(t):
        cents = amount(t.state, required[0], t.rng)
        assert cents is not None
        if len(required) > 1:
            yield now.bet(seat=seat, wagers={required[0]: cents})
        if offered and game.must_ante(rules):
            cents = amount(t.state, offered[0], t.rng)
            assert cents is not None
            yield now.bet(seat=seat, wagers={offered[0]: cents})


@earns(TableCode.WAGER_UNEQUAL)
def wager_unequal(t: Table) -> Acts:
    required = [rule for rule in t.state.game.wagers if rule.kind == "required"]
    twins = [rule for rule in required if rule.equal_to]
    for seat in unbet(t) if twins else ():
        cents = amount(t.state, required[0].name, t.rng)
        assert cents is not None
        wagers = {rule.name: cents for rule in required}
        yield now.bet(seat=seat, wagers={**wagers, t.rng.choice(twins).name: cents + 2})


@earns(TableCode.PREREQUISITE_MISSING)
def prerequisite_missing(t: Table) -> Acts:
    rules, game = t.state.rules, t.state.game
    required = [rule.name for rule in game.wagers if rule.kind == "required"]
    for need in game.requirements(rules):
        if rules.offers(need.wager) and not {*need.needs} <= {*required}:
            for seat in unbet(t):
                cents, side = amount(t.state, required[0], t.rng), amount(t.state, need.wager, t.rng)
                assert cents is not None and side is not None
                yield now.bet(seat=seat, wagers={**dict.fromkeys(required, cents), need.wager: side})


@earns(TableCode.BELOW_MINIMUM)
def below_minimum(t: Table) -> Acts:
    for wager, limit in t.state.rules.choices.limits.items():
        for seat in unbet(t):
            if limit.minimum:
                yield now.bet(seat=seat, wagers={wager: limit.minimum - 1})


@earns(TableCode.ABOVE_MAXIMUM)
def above_maximum(t: Table) -> Acts:
    for wager, limit in t.state.rules.choices.limits.items():
        for seat in unbet(t):
            if limit.maximum:
                yield now.bet(seat=seat, wagers={wager: limit.maximum + 1})


@earns(TableCode.OFF_INCREMENT)
def off_increment(t: Table) -> Acts:
    for wager, limit in t.state.rules.choices.limits.items():
        for seat in unbet(t):
            if limit.increment and limit.minimum:
                yield now.bet(seat=seat, wagers={wager: limit.minimum + 1})


@earns(TableCode.STAKE_FIXED)
def stake_fixed(t: Table) -> Acts:
    for seat in unbet(t):
        if t.state.rules.progressive and not t.state.link_lost:
            yield now.bet(seat=seat, wagers={"progressive": t.state.rules.progressive.stake + 100})
        if t.state.rules.offers("five_card"):
            yield now.bet(seat=seat, wagers={"five_card": 200})


@earns(TableCode.NOT_DIVISIBLE)
def not_divisible(t: Table) -> Acts:
    if t.state.rules.game == "uth" and t.state.rules.reading("X-13") == "R2":
        for seat in unbet(t):
            yield now.bet(seat=seat, wagers={"blind": 1_501})


@earns(TableCode.CHIPS_MISMATCH)
def chips_mismatch(t: Table) -> Acts:
    if isinstance(t.state.phase, Collect) and t.state.round.cursor == 1:
        yield do.CollectChips(wager=t.state.phase.wager, chips=99)
        yield do.CollectChips(wager=t.state.phase.wager, chips=0)


@earns(TableCode.NOT_VALIDATED)
def not_validated(t: Table) -> Acts:
    if isinstance(t.state.phase, Settle):
        turn = t.state.round.order[t.state.round.cursor]
        if t.state.round.awaiting:
            yield do.SettleSeat(seat=turn)
        if t.state.round.awaiting != "payment":
            yield do.PayProgressive(seat=turn)


@earns(TableCode.METERS_NOT_READ)
def meters_not_read(t: Table) -> Acts:
    if not isinstance(t.state.phase, Settle):
        return
    turn = t.state.round.order[t.state.round.cursor]
    hand = t.state.layout.cards.get(seat_place(turn), (None,))
    if t.state.rules.metered not in t.state.bets.wagers.get(turn, ()) or None in (
        *hand,
        *t.state.layout.cards.get("box", ()),
    ):
        return
    given = {"none": MeterReading(Exact(1))}
    if not t.state.round.awaiting:
        yield do.SettleSeat(seat=turn, meters=given)
    elif t.state.round.awaiting == "payment":
        yield do.PayProgressive(seat=turn, meters=given)


# Cards in a round.


@earns(TableCode.OUT_OF_ORDER)
def out_of_order(t: Table) -> Acts:
    phase = t.state.phase
    acts: dict[type, do.TableCommand] = {
        Rack: do.RackCards(),
        Reveal: do.RevealDealer(),
        Turn: do.TurnUp(),
        Deal: do.DealCards(cards=(None,)),
        Collect: do.LockProgressive(),
        Settle: do.SettleSeat(seat=1),
        Ask: now.decide(seat=1, choice="fold"),
    }
    if phase is not None:
        yield from (act for kind, act in acts.items() if kind is not type(phase))
        if isinstance(phase, Collect):
            yield do.BankChips(wager="no such chips")
        if not isinstance(phase, Stub):
            yield do.CountStub(cards=7)


@earns(TableCode.DECK_SHORT)
def deck_short(t: Table) -> Acts:
    if isinstance(t.state.phase, Deal) and t.state.care.loaded:
        yield do.ReportFaceUp(cards=(None,) * (t.state.layout.stub + 1))


def due(t: Table) -> int:
    return cards_due(t.state) if t.state.care.loaded else 0


@earns(TableCode.TOO_MANY_CARDS)
def too_many_cards(t: Table) -> Acts:
    if due(t):
        yield do.DealCards(cards=(None,) * (due(t) + 1))


@earns(TableCode.SPLIT_STACK)
def split_stack(t: Table) -> Acts:
    if due(t):
        yield do.DealCards(cards=())


@earns(TableCode.CARD_IMPOSSIBLE)
def card_impossible(t: Table) -> Acts:
    foreign = Card("As" if t.state.rules.game == "dragon" else "Dr")
    if due(t):
        yield do.DealCards(cards=(foreign,) * due(t))
    if isinstance(t.state.phase, Deal) and t.state.care.loaded:
        yield do.ReportFaceUp(cards=(foreign,))


@earns(TableCode.CARD_TWICE)
def card_twice(t: Table) -> Acts:
    single = Card("Dg" if t.state.rules.game == "dragon" else "7h")
    if due(t) > 1:
        yield do.DealCards(cards=(single,) * due(t))
    for place, cards in t.state.layout.cards.items():
        known = [c for lying in t.state.layout.cards.values() for c in lying if c is not None]
        once = [c for c in known if t.state.game.deck.counts[c] == 1]
        if None in cards and once:
            yield do.NameCards(place=place, cards=(once[0],), first=cards.index(None))


@earns(TableCode.CARDS_NOT_NAMED)
def cards_not_named(t: Table) -> Acts:
    phase, cards = t.state.phase, t.state.layout.cards
    if isinstance(phase, Deal) and phase.face_up and t.state.round.cursor == 0 and t.state.care.loaded:
        yield do.DealCards(cards=(None,) * due(t))
    if isinstance(phase, Turn) and None in cards[phase.place][phase.first : phase.first + phase.count]:
        yield do.TurnUp()
    if isinstance(phase, Reveal):
        placed = {wager for wagers in t.state.bets.wagers.values() for wager in wagers}
        needed = {
            DEALER,
            *(place for rule in t.state.game.wagers if rule.name in placed for place in rule.sees),
        }
        if any(place in needed and None in cards[place] for place in phase.places):
            yield do.RevealDealer()
    if isinstance(phase, Settle) and not t.state.round.awaiting:
        turn = t.state.round.order[t.state.round.cursor]
        if t.state.bets.wagers.get(turn) and None in cards[seat_place(turn)]:
            yield do.SettleSeat(seat=turn)


@earns(TableCode.NO_RANDOM_CARDS)
def no_random_cards(t: Table) -> Acts:
    starting = isinstance(t.state.phase, Deal) and not t.state.phase.face_up
    if t.state.rules.choices.electronic and starting and due(t):
        yield do.DealCards(cards=t.felt.top(due(t)))


@earns(TableCode.NOTHING_TO_NAME)
def nothing_to_name(t: Table) -> Acts:
    yield do.NameCards(place="the ceiling", cards=(Card("7h"),))
    for place, cards in t.state.layout.cards.items():
        yield do.NameCards(place=place, cards=())
        if cards and cards[0] is not None:
            yield do.NameCards(place=place, cards=(cards[0],))


# Decisions.


@earns(TableCode.MALFORMED)
def malformed(t: Table) -> Acts:
    yield do.GetUp(seat=True)
    yield do.SitDown(seat=1, player="two\nlines")
    yield do.ReportExposed(place="seat²")
    yield do.CountStub(cards=10**9)


@earns(TableCode.TRANSFER_TWICE)
def transfer_twice(t: Table) -> Acts:
    for transfer in t.state.seating.transfers:
        yield do.BuyIn(player=t.players[0], cents=100, transfer=transfer, by="cage")
        yield do.CashOut(player=t.players[0], transfer=transfer, by="cage")


@earns(TableCode.STALE)
def stale(t: Table) -> Acts:
    number = t.state.round.number
    for seat in some_seat(t):
        yield do.TakeBack(seat=seat, round=number + 1)
        yield do.Bet(seat=seat, wagers=lawful(t.state, t.rng), round=number + 1)
        for phase in script(t.state.rules):
            if isinstance(phase, Ask):
                yield do.Decide(
                    seat=seat, choice=phase.choices[0].name, round=number + 1, question=phase.name
                )
                if isinstance(t.state.phase, Ask) and t.state.phase != phase:
                    yield do.Decide(
                        seat=seat, choice=phase.choices[0].name, round=number, question=phase.name
                    )


@earns(TableCode.OUT_OF_TURN)
def out_of_turn(t: Table) -> Acts:
    phase, table = t.state.phase, t.state.round
    if isinstance(phase, Ask):
        yield from (
            now.decide(seat=seat, choice=phase.choices[0].name)
            for seat in {*t.state.seating.seats} - {table.in_play[table.cursor]}
        )
    if isinstance(phase, Settle):
        turn = table.order[table.cursor]
        for seat in {*t.state.seating.seats, 99} - {turn}:
            yield do.SettleSeat(seat=seat)
            yield do.PayProgressive(seat=seat)


@earns(TableCode.NO_SUCH_CHOICE)
def no_such_choice(t: Table) -> Acts:
    if isinstance(t.state.phase, Ask):
        turn = t.state.round.in_play[t.state.round.cursor]
        yield now.decide(seat=turn, choice="surrender")

"""Unlawful acts: for every refusal code the commands that earn it, thrown in wherever they can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from croupier.cards import Card
from croupier.games.game import Ask, Collect, Deal, Rack, Reveal, Settle, Stub, Turn, seat_place
from croupier.rulebook import GAMES
from croupier.submission import Choices
from croupier.table import commands as do
from croupier.table.dealing import cards_due
from croupier.table.preparation import COUNTING, MAY_SHUFFLE
from croupier.table.refusals import Code
from croupier.table.seating import positions
from croupier.table.state import BETTING
from croupier.table.stub import count_due
from tests.shift.table import HOUR, Table
from tests.shift.wagers import amount, lawful

Acts = Iterator[do.Command]
PROVOCATIONS: dict[Code, Callable[[Table], Acts]] = {}
STRANGER = "a stranger"


def earns(code: Code) -> Callable[[Callable[[Table], Acts]], Callable[[Table], Acts]]:
    def listed(acts: Callable[[Table], Acts]) -> Callable[[Table], Acts]:
        PROVOCATIONS[code] = acts
        return acts

    return listed


def mischief(t: Table) -> None:
    """The refusal met least at this table, of those that can be provoked now."""
    codes = sorted(PROVOCATIONS, key=lambda code: (t.seen.codes[code.value], t.rng.random()))
    for code in codes[:12]:
        if t.state.round.ruling and code not in DURING_RULING:
            continue
        acts = list(PROVOCATIONS[code](t))
        if acts:
            t.provoke(t.rng.choice(acts), code)
            return


# While the table waits for a ruling everything else is refused for that reason.
DURING_RULING = (Code.RULING_DUE, Code.NOT_YOUR_ROLE, Code.NO_SUCH_OUTCOME, Code.REASON_MISSING)


def between(t: Table) -> bool:
    return t.state.round.phase == BETTING


def unbet(t: Table) -> list[int]:
    """Seats that may still bet and have not."""
    return [seat for seat in t.state.seating.seats if seat not in t.state.bets.wagers] if between(t) else []


def some_seat(t: Table) -> list[int]:
    return [t.rng.choice(sorted(t.state.seating.seats))] if t.state.seating.seats else []


# People.


@earns(Code.NOT_YOUR_ROLE)
def not_your_role(t: Table) -> Acts:
    yield do.CloseBetting(by="player:p1")
    yield do.RackCards(by="surveillance:Eve")
    yield do.Rule(outcome="void", reason="I say so", by="dealer")
    yield do.BuyIn(player="p1", cents=100, by="cage")
    yield do.ValidateProgressive(seat=1, by="dealer")
    yield do.OrderShuffle(deck="red", reason="why not", by="dealer")
    if not t.state.round.ruling:
        for deck in t.state.care.packs:
            yield do.Prepare(deck=deck, step="verify", by="dealer")
            yield do.Prepare(deck=deck, step="inspect", by="floor")


@earns(Code.NOT_YOUR_SEAT)
def not_your_seat(t: Table) -> Acts:
    for seat in t.state.seating.seats if between(t) else ():
        yield do.Bet(seat=seat, wagers={"ante": 500}, by=f"player:{STRANGER}")
        yield do.TakeBack(seat=seat, by="player")
    if isinstance(t.state.phase, Ask):
        turn = t.state.round.in_play[t.state.round.cursor]
        yield do.Decide(seat=turn, choice=t.state.phase.choices[0].name, by=f"player:{STRANGER}")


@earns(Code.NO_SUCH_SEAT)
def no_such_seat(t: Table) -> Acts:
    yield do.SitDown(seat=0, player=STRANGER)
    yield do.SitDown(seat=positions(t.state) + 1, player=STRANGER)


@earns(Code.SEAT_TAKEN)
def seat_taken(t: Table) -> Acts:
    for seat in t.state.seating.seats:
        if seat <= positions(t.state):
            yield do.SitDown(seat=seat, player=STRANGER)


@earns(Code.SEAT_EMPTY)
def seat_empty(t: Table) -> Acts:
    for seat in {*range(positions(t.state) + 2)} - {*t.state.seating.seats}:
        yield do.GetUp(seat=seat)


def empty_seats(t: Table) -> list[int]:
    return [seat for seat in range(1, positions(t.state) + 1) if seat not in t.state.seating.seats]


@earns(Code.SECOND_POSITION)
def second_position(t: Table) -> Acts:
    for player, held in t.by_player.items():
        if len(held) >= t.state.rules.choices.adjacent_boxes:
            for seat in empty_seats(t):
                yield do.SitDown(seat=seat, player=player)


@earns(Code.NOT_ADJACENT)
def not_adjacent(t: Table) -> Acts:
    for player, held in t.by_player.items():
        if len(held) < t.state.rules.choices.adjacent_boxes:
            for seat in empty_seats(t):
                if seat not in (held[0] - 1, held[-1] + 1):
                    yield do.SitDown(seat=seat, player=player)


@earns(Code.STAY_SEATED)
def stay_seated(t: Table) -> Acts:
    for seat in t.state.round.in_play:
        yield do.GetUp(seat=seat, by="floor")


@earns(Code.BAD_AMOUNT)
def bad_amount(t: Table) -> Acts:
    yield do.BuyIn(player="p1", cents=0)
    yield do.BuyIn(player="p1", cents=-500)
    yield do.CashOut(player=STRANGER)
    for seat in unbet(t):
        yield do.Bet(seat=seat, wagers={t.state.game.wagers[0].name: -100})


@earns(Code.INSUFFICIENT_FUNDS)
def insufficient_funds(t: Table) -> Acts:
    first = t.state.game.wagers[0].name
    for seat in unbet(t):
        purse = t.state.seating.purses.get(t.state.seating.seats[seat], 0)
        cents = amount(t.state, first, t.rng, least=purse + 1)
        if cents is not None:
            required = [rule.name for rule in t.state.game.wagers if rule.kind == "required"]
            yield do.Bet(seat=seat, wagers=dict.fromkeys(required, cents))
    phase = t.state.phase
    if isinstance(phase, Ask):
        turn = t.state.round.in_play[t.state.round.cursor]
        purse = t.state.seating.purses[t.state.seating.seats[turn]]
        for choice in phase.choices:
            if choice.multiple * t.state.bets.wagers[turn].get("ante", 0) > purse:
                yield do.Decide(seat=turn, choice=choice.name)


# Wagers.


@earns(Code.BETS_CLOSED)
def bets_closed(t: Table) -> Acts:
    if not between(t):
        yield do.CloseBetting()
        for seat in t.state.seating.seats:
            yield do.Bet(seat=seat, wagers=lawful(t.state, t.rng))
            yield do.TakeBack(seat=seat)


@earns(Code.BETS_OPEN)
def bets_open(t: Table) -> Acts:
    if between(t):
        yield do.Deal(cards=(None,))
        yield do.RackStub()
        yield do.RevealDealer()
        yield do.LockProgressive()
        yield do.Decide(seat=1, choice="fold")
        yield do.SettleSeat(seat=1)
        yield do.Recount(total=52, misdealt=False)
        yield do.ActFor(seat=1, reason="asleep", by="floor")


@earns(Code.NO_WAGERS)
def no_wagers(t: Table) -> Acts:
    for seat in unbet(t):
        yield do.TakeBack(seat=seat)
        yield do.Bet(seat=seat, wagers={})
    if between(t) and not t.state.bets.wagers:
        yield do.CloseBetting()


@earns(Code.NO_SUCH_WAGER)
def no_such_wager(t: Table) -> Acts:
    for seat in unbet(t):
        yield do.Bet(seat=seat, wagers={"insurance": 500})


@earns(Code.WAGER_NOT_OFFERED)
def wager_not_offered(t: Table) -> Acts:
    for seat in unbet(t):
        for rule in t.state.game.wagers:
            if rule.kind == "decision" or (rule.kind == "optional" and not t.state.rules.offers(rule.name)):
                yield do.Bet(seat=seat, wagers={rule.name: 500})


@earns(Code.WAGER_MISSING)
def wager_missing(t: Table) -> Acts:
    game, rules = t.state.game, t.state.rules
    required = [rule.name for rule in game.wagers if rule.kind == "required"]
    offered = [rule.name for rule in game.wagers if rule.kind == "optional" and rules.offers(rule.name)]
    for seat in unbet(t):
        cents = amount(t.state, required[0], t.rng)
        assert cents is not None
        if len(required) > 1:
            yield do.Bet(seat=seat, wagers={required[0]: cents})
        if offered and game.must_ante(rules):
            cents = amount(t.state, offered[0], t.rng)
            assert cents is not None
            yield do.Bet(seat=seat, wagers={offered[0]: cents})


@earns(Code.WAGER_UNEQUAL)
def wager_unequal(t: Table) -> Acts:
    required = [rule for rule in t.state.game.wagers if rule.kind == "required"]
    twins = [rule for rule in required if rule.equal_to]
    for seat in unbet(t) if twins else ():
        cents = amount(t.state, required[0].name, t.rng)
        assert cents is not None
        wagers = {rule.name: cents for rule in required}
        yield do.Bet(seat=seat, wagers={**wagers, t.rng.choice(twins).name: cents + 2})


@earns(Code.PREREQUISITE_MISSING)
def prerequisite_missing(t: Table) -> Acts:
    rules, game = t.state.rules, t.state.game
    required = [rule for rule in game.wagers if rule.kind == "required"]
    for need in game.requirements(rules):
        beyond = [name for name in need.needs if name not in [rule.name for rule in required]]
        if beyond and rules.offers(need.wager):
            for seat in unbet(t):
                cents = amount(t.state, required[0].name, t.rng)
                side = amount(t.state, need.wager, t.rng)
                assert cents is not None and side is not None
                yield do.Bet(seat=seat, wagers={**dict.fromkeys([r.name for r in required], cents), need.wager: side})


@earns(Code.BELOW_MINIMUM)
def below_minimum(t: Table) -> Acts:
    for wager, limit in t.state.rules.choices.limits.items():
        for seat in unbet(t):
            if limit.minimum:
                yield do.Bet(seat=seat, wagers={wager: limit.minimum - 1})


@earns(Code.ABOVE_MAXIMUM)
def above_maximum(t: Table) -> Acts:
    for wager, limit in t.state.rules.choices.limits.items():
        for seat in unbet(t):
            if limit.maximum:
                yield do.Bet(seat=seat, wagers={wager: limit.maximum + 1})


@earns(Code.OFF_INCREMENT)
def off_increment(t: Table) -> Acts:
    for wager, limit in t.state.rules.choices.limits.items():
        for seat in unbet(t):
            if limit.increment and limit.minimum:
                yield do.Bet(seat=seat, wagers={wager: limit.minimum + 1})


@earns(Code.STAKE_FIXED)
def stake_fixed(t: Table) -> Acts:
    for seat in unbet(t):
        if t.state.rules.progressive:
            yield do.Bet(seat=seat, wagers={"progressive": t.state.rules.progressive.stake + 100})
        if t.state.rules.offers("five_card"):
            yield do.Bet(seat=seat, wagers={"five_card": 200})


@earns(Code.NOT_DIVISIBLE)
def not_divisible(t: Table) -> Acts:
    if t.state.rules.game == "uth" and t.state.rules.reading("X-13") == "R2":
        for seat in unbet(t):
            yield do.Bet(seat=seat, wagers={"blind": 1_501})


@earns(Code.CHIPS_MISMATCH)
def chips_mismatch(t: Table) -> Acts:
    if isinstance(t.state.phase, Collect) and t.state.round.cursor == 1:
        yield do.CollectChips(wager=t.state.phase.wager, chips=99)
        yield do.CollectChips(wager=t.state.phase.wager, chips=0)


@earns(Code.NOT_VALIDATED)
def not_validated(t: Table) -> Acts:
    if isinstance(t.state.phase, Settle):
        turn = t.state.round.in_play[::-1][t.state.round.cursor]
        if t.state.round.awaiting:
            yield do.SettleSeat(seat=turn)
        if t.state.round.awaiting != "payment":
            yield do.PayProgressive(seat=turn)


# Cards in a round.


@earns(Code.OUT_OF_ORDER)
def out_of_order(t: Table) -> Acts:
    phase = t.state.phase
    acts: dict[type, do.Command] = {
        Rack: do.RackCards(),
        Reveal: do.RevealDealer(),
        Turn: do.TurnUp(),
        Deal: do.Deal(cards=(None,)),
        Collect: do.LockProgressive(),
        Settle: do.SettleSeat(seat=1),
        Ask: do.Decide(seat=1, choice="fold"),
    }
    if phase is not None:
        yield from (act for kind, act in acts.items() if kind is not type(phase))
        if isinstance(phase, Collect):
            yield do.BankChips(wager="no such chips")
        if not isinstance(phase, Stub):
            yield do.CountStub(cards=7)


@earns(Code.DECK_SHORT)
def deck_short(t: Table) -> Acts:
    if isinstance(t.state.phase, Deal) and t.state.care.loaded:
        yield do.ReportFaceUp(cards=(None,) * (t.state.layout.stub + 1))


def due(t: Table) -> int:
    return cards_due(t.state) if t.state.care.loaded else 0


@earns(Code.TOO_MANY_CARDS)
def too_many_cards(t: Table) -> Acts:
    if due(t):
        yield do.Deal(cards=(None,) * (due(t) + 1))


@earns(Code.SPLIT_STACK)
def split_stack(t: Table) -> Acts:
    if due(t):
        yield do.Deal(cards=())


@earns(Code.CARD_IMPOSSIBLE)
def card_impossible(t: Table) -> Acts:
    foreign = Card("As" if t.state.rules.game == "dragon" else "Dr")
    if due(t):
        yield do.Deal(cards=(foreign,) * due(t))
    if isinstance(t.state.phase, Deal) and t.state.care.loaded:
        yield do.ReportFaceUp(cards=(foreign,))


@earns(Code.CARD_TWICE)
def card_twice(t: Table) -> Acts:
    single = Card("Dg" if t.state.rules.game == "dragon" else "7h")
    if due(t) > 1:
        yield do.Deal(cards=(single,) * due(t))
    for place, cards in t.state.layout.cards.items():
        known = [c for lying in t.state.layout.cards.values() for c in lying if c is not None]
        once = [c for c in known if t.state.game.deck.counts[c] == 1]
        if None in cards and once:
            yield do.NameCards(place=place, cards=(once[0],), first=cards.index(None))


@earns(Code.CARDS_NOT_NAMED)
def cards_not_named(t: Table) -> Acts:
    phase, cards = t.state.phase, t.state.layout.cards
    if isinstance(phase, Deal) and phase.face_up and t.state.round.cursor == 0 and t.state.care.loaded:
        yield do.Deal(cards=(None,) * due(t))
    if isinstance(phase, Turn) and None in cards[phase.place][phase.first : phase.first + phase.count]:
        yield do.TurnUp()
    if isinstance(phase, Reveal) and any(None in cards[place] for place in phase.places):
        yield do.RevealDealer()
    if isinstance(phase, Settle) and not t.state.round.awaiting:
        turn = t.state.round.in_play[::-1][t.state.round.cursor]
        if t.state.bets.wagers.get(turn) and None in cards[seat_place(turn)]:
            yield do.SettleSeat(seat=turn)


@earns(Code.NOTHING_TO_NAME)
def nothing_to_name(t: Table) -> Acts:
    yield do.NameCards(place="the ceiling", cards=(Card("7h"),))
    for place, cards in t.state.layout.cards.items():
        yield do.NameCards(place=place, cards=())
        if cards and cards[0] is not None:
            yield do.NameCards(place=place, cards=(cards[0],))


# Decks.


def loadable(t: Table) -> bool:
    """A deck could be loaded now, if only it were the right one."""
    shoe_failed = "shoe" in t.state.care.devices and t.state.rules.dealing == "automated"
    return t.state.care.loaded is None and t.before_the_deal and not shoe_failed


@earns(Code.DECK_NOT_READY)
def deck_not_ready(t: Table) -> Acts:
    if loadable(t):
        packs = t.state.care.packs.items()
        yield from (do.Load(deck=deck) for deck, pack in packs if pack.stage != "ready")
        if isinstance(t.state.phase, Deal):
            yield do.Deal(cards=(None,) * cards_due(t.state))


@earns(Code.NO_SUCH_DECK)
def no_such_deck(t: Table) -> Acts:
    yield do.Load(deck="plaid")
    yield do.Shuffle(deck="plaid")
    yield do.Prepare(deck="plaid", step="inspect")
    if t.before_the_deal:
        yield do.ReceiveDecks(backs=())


@earns(Code.TOO_MANY_DECKS)
def too_many_decks(t: Table) -> Acts:
    if t.before_the_deal:
        yield do.ReceiveDecks(backs=("plaid", "striped", "plain"))


@earns(Code.SAME_BACKS)
def same_backs(t: Table) -> Acts:
    if t.before_the_deal and t.state.rules.choices.decks == 2:
        packs = t.state.care.packs
        if not packs:
            yield do.ReceiveDecks(backs=("plaid", "plaid"))
        elif len(packs) == 1:
            yield do.ReceiveDecks(backs=(*packs,))


@earns(Code.STEP_OUT_OF_ORDER)
def step_out_of_order(t: Table) -> Acts:
    for deck, pack in t.state.care.packs.items():
        if pack.stage != "face_down":
            yield do.Prepare(deck=deck, step="wash")
        if pack.stage not in MAY_SHUFFLE:
            yield do.Shuffle(deck=deck)
        yield do.Prepare(deck=deck, step="iron")
        if t.state.care.loaded:
            yield do.Load(deck=deck)


@earns(Code.NOT_TO_BE_CUT)
def not_to_be_cut(t: Table) -> Acts:
    for deck, pack in t.state.care.packs.items():
        if pack.stage != "shuffled":
            yield do.Cut(deck=deck, depth=26)
        if not pack.was_cut:
            yield do.OrderRecut(deck=deck, reason="to be sure", by="floor")


@earns(Code.CUT_TOO_SHALLOW)
def cut_too_shallow(t: Table) -> Acts:
    for deck, pack in t.state.care.packs.items():
        if pack.stage == "shuffled":
            yield do.Cut(deck=deck, depth=9)
            yield do.Cut(deck=deck, depth=len(t.state.game.deck.order))


@earns(Code.MACHINE_NEEDED)
def machine_needed(t: Table) -> Acts:
    if t.state.rules.dealing == "hand":
        for deck, pack in t.state.care.packs.items():
            if pack.stage in MAY_SHUFFLE:
                yield do.Shuffle(deck=deck, by_machine=False)
    if between(t) and not t.state.bets.wagers and "failed" not in t.state.care.devices.values():
        yield do.SwitchMethod(dealing="hand", shuffler="none", by="floor")


def to_shuffle(t: Table) -> list[str]:
    return [deck for deck, pack in t.state.care.packs.items() if pack.stage in MAY_SHUFFLE]


@earns(Code.NO_SHUFFLER)
def no_shuffler(t: Table) -> Acts:
    if t.state.rules.choices.shuffler == "none":
        yield from (do.Shuffle(deck=deck) for deck in to_shuffle(t))


@earns(Code.COUNT_MISSING)
def count_missing(t: Table) -> Acts:
    if t.state.rules.choices.shuffler in COUNTING and "shuffler" not in t.state.care.devices:
        yield from (do.Shuffle(deck=deck) for deck in to_shuffle(t))


@earns(Code.NOT_ALTERNATING)
def not_alternating(t: Table) -> Acts:
    care = t.state.care
    if loadable(t) and len(care.packs) == 2 and care.last and care.packs[care.last].stage == "ready":
        yield do.Load(deck=care.last)


@earns(Code.RACK_NOT_CLEAR)
def rack_not_clear(t: Table) -> Acts:
    care = t.state.care
    if loadable(t) and len(care.packs) == 2 and care.last and care.packs[care.last].stage == "used":
        fresh = next(pack for back, pack in care.packs.items() if back != care.last)
        if fresh.stage == "ready":
            yield do.Load(deck=fresh.back)


@earns(Code.DECK_CHANGE_DUE)
def deck_change_due(t: Table) -> Acts:
    if between(t) and t.state.bets.wagers and t.state.care.loaded:
        yield do.CloseBetting(at=t.state.clock + 9 * HOUR)


@earns(Code.COUNT_DUE)
def stub_count_due(t: Table) -> Acts:
    if isinstance(t.state.phase, Stub) and count_due(t.state) and not t.state.round.inquiry:
        yield do.RackStub()


@earns(Code.RECOUNT_DUE)
def recount_due(t: Table) -> Acts:
    if t.state.round.inquiry:
        yield do.RackStub()
        yield do.CountStub(cards=t.state.layout.stub)


# Irregularities and supervision.


@earns(Code.NO_SUCH_PLACE)
def no_such_place(t: Table) -> Acts:
    yield do.ReportExposed(place="the ceiling")
    yield do.ReportExposed(place="seat1", index=9)
    if not between(t) and not t.settling:
        yield do.ReportWrongNumber(place="the ceiling", cards=1)


@earns(Code.NO_SUCH_DEVICE)
def no_such_device(t: Table) -> Acts:
    yield do.ReportDeviceFailure(device="toaster")
    if t.state.rules.dealing != "automated":
        yield do.ReportDeviceFailure(device="shoe")
    if "shoe" not in t.state.care.devices:
        yield do.HandleDevice(device="shoe", how="covered")


@earns(Code.DEVICE_OUT_OF_ORDER)
def device_out_of_order(t: Table) -> Acts:
    if t.state.rules.choices.shuffler != "none" and "shuffler" in t.state.care.devices:
        size = len(t.state.game.deck.order)
        yield from (do.Shuffle(deck=deck, counted=size) for deck in to_shuffle(t))


@earns(Code.DEVICE_UNCOVERED)
def device_uncovered(t: Table) -> Acts:
    if between(t) and "failed" in t.state.care.devices.values():
        yield do.SwitchMethod(dealing="shoe", shuffler="none", by="floor")


@earns(Code.TOO_LATE)
def too_late(t: Table) -> Acts:
    if not isinstance(t.state.phase, Deal):
        yield do.ReportFaceUp(cards=(None,))
    if t.settling:
        yield do.ReportDrawnInError()
        yield do.ReportOther(matter="other", detail="too late")
        for seat in t.state.round.in_play:
            yield do.DeclareAbandoned(seat=seat, reason="too late", by="floor")
        for place, up in t.state.layout.turned.items():
            if up and place in t.state.layout.cards and place != "dealer":
                yield do.ReportWrongNumber(place=place, cards=9)


@earns(Code.NOTHING_WRONG)
def nothing_wrong(t: Table) -> Acts:
    if isinstance(t.state.phase, Stub) and not t.state.round.inquiry:
        yield do.Recount(total=52, misdealt=True)
    if isinstance(t.state.phase, Deal) and t.state.care.loaded:
        yield do.ReportFaceUp(cards=())
    if not between(t) and not t.settling:
        for place, cards in t.state.layout.cards.items():
            yield do.ReportWrongNumber(place=place, cards=len(cards))
    if between(t):
        for was in t.state.previous[-1:]:
            yield do.CorrectSettlement(
                round=t.state.round.number - 1,
                seat=was.seat,
                wager=was.wager,
                returned=was.returned,
                reason="it was right",
                by="floor",
            )


@earns(Code.RULING_DUE)
def ruling_due(t: Table) -> Acts:
    if t.state.round.ruling:
        yield do.RackCards()
        yield do.Deal(cards=(None,))
        yield do.SitDown(seat=1, player="p1")
        yield do.ReportDrawnInError()


@earns(Code.NO_RULING_ASKED)
def no_ruling_asked(t: Table) -> Acts:
    if not t.state.round.ruling:
        yield do.Rule(outcome="void", reason="no question", by="floor")


@earns(Code.NO_SUCH_OUTCOME)
def no_such_outcome(t: Table) -> Acts:
    if t.state.round.ruling:
        yield do.Rule(outcome="split the pot", reason="fair", by="floor")
        return
    yield do.ReportOther(matter="rain", detail="it rains")
    yield do.ReportOther(matter="wrong_count", detail="a clause covers it")
    yield do.HandleDevice(device="shuffler", how="kicked")
    yield do.DeclareForfeit(seat=1, clause="uth/7.D", reason="no breach", by="floor")
    if between(t) and not t.state.bets.wagers:
        if "failed" not in t.state.care.devices.values():
            yield do.SwitchMethod(dealing="thrown", shuffler="none", by="floor")
        other = next(game for game in GAMES if game != t.state.rules.game)
        yield do.ChangeRules(choices=Choices(game=other), by="floor")


@earns(Code.REASON_MISSING)
def reason_missing(t: Table) -> Acts:
    if t.state.round.ruling:
        yield do.Rule(outcome="void", reason=" ", by="floor")
        return
    yield do.CorrectSettlement(round=1, seat=1, wager="ante", returned=1, reason="", by="floor")
    for deck in t.state.care.packs:
        yield do.OrderShuffle(deck=deck, reason="", by="floor")
        yield do.OrderRecut(deck=deck, reason="", by="floor")
    if isinstance(t.state.phase, Ask):
        yield do.ActFor(seat=t.state.round.in_play[t.state.round.cursor], reason="", by="floor")
    for seat in some_seat(t):
        yield do.DeclareAbandoned(seat=seat, reason="", by="floor")


@earns(Code.NOT_IN_PLAY)
def not_in_play(t: Table) -> Acts:
    if between(t):
        yield do.ReportDrawnInError()
        yield do.ReportOther(matter="other", detail="nothing is on")
        for seat in some_seat(t):
            yield do.DeclareAbandoned(seat=seat, reason="not here", by="floor")
    elif not t.settling:
        for seat in {*t.state.seating.seats} - {*t.state.bets.wagers}:
            yield do.DeclareAbandoned(seat=seat, reason="no wagers", by="floor")


@earns(Code.NO_SUCH_SETTLEMENT)
def no_such_settlement(t: Table) -> Acts:
    number = t.state.round.number
    yield do.CorrectSettlement(round=number + 1, seat=1, wager="ante", returned=1, reason="early", by="floor")
    yield do.CorrectSettlement(round=number, seat=99, wager="ante", returned=1, reason="who", by="floor")


@earns(Code.ROUND_OPEN)
def round_open(t: Table) -> Acts:
    choices = t.state.rules.choices
    if not between(t):
        yield do.GoIdle()
        yield do.SwitchMethod(dealing="shoe", shuffler="none", by="floor")
    if not t.before_the_deal:
        yield do.ReceiveDecks(backs=("plaid",))
        yield from (do.RemoveDeck(deck=deck, reason="now") for deck in t.state.care.packs)
    if not between(t) or t.state.bets.wagers:
        yield do.ChangeRules(choices=choices, by="floor")
    if between(t) and t.state.bets.wagers:
        yield do.GoIdle()


@earns(Code.NOT_RECORDED)
def not_recorded(t: Table) -> Acts:
    yield do.Attest(clause="no/such.clause")
    yield do.Attest(clause=f"{t.state.rules.game}/12.A")


@earns(Code.CLOCK_BACKWARDS)
def clock_backwards(t: Table) -> Acts:
    if t.state.clock > 1:
        yield do.CloseBetting(at=t.state.clock - 1)
        yield do.BuyIn(player="p1", cents=100, at=1)


@earns(Code.NO_RANDOM_CARDS)
def no_random_cards(t: Table) -> Acts:
    phase = t.state.phase
    if t.state.rules.choices.electronic and isinstance(phase, Deal) and not phase.face_up and due(t):
        if not any(card in t.felt.top(due(t)) for card in t.felt.misnamed.values()):
            yield do.Deal(cards=t.felt.top(due(t)))


# Decisions.


@earns(Code.OUT_OF_TURN)
def out_of_turn(t: Table) -> Acts:
    phase, table = t.state.phase, t.state.round
    if isinstance(phase, Ask):
        yield from (
            do.Decide(seat=seat, choice=phase.choices[0].name)
            for seat in {*t.state.seating.seats} - {table.in_play[table.cursor]}
        )
    if isinstance(phase, Settle):
        turn = table.in_play[::-1][table.cursor]
        for seat in {*t.state.seating.seats, 99} - {turn}:
            yield do.SettleSeat(seat=seat)
            yield do.PayProgressive(seat=seat)


@earns(Code.NO_SUCH_CHOICE)
def no_such_choice(t: Table) -> Acts:
    if isinstance(t.state.phase, Ask):
        turn = t.state.round.in_play[t.state.round.cursor]
        yield do.Decide(seat=turn, choice="surrender")

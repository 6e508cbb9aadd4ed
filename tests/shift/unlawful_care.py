"""Try illegal acts with decks and devices, and illegal floor acts."""

from __future__ import annotations

from croupier.games.game import Ask, Deal, Stub
from croupier.rulebook import games
from croupier.submission import OperatorChoices
from croupier.table import commands as do
from croupier.table.acts.dealing import cards_due
from croupier.table.acts.shuffling import MAY_SHUFFLE
from croupier.table.acts.stub import count_due
from croupier.table.refusals import TableCode
from croupier.table.state import COUNTING
from tests.shift.mischief import Acts, between, earns, some_seat
from tests.shift.table import HOUR, Table

GAMES = games()

# Illegal acts with decks.


def loadable(t: Table) -> bool:
    """Return whether a correct deck could be loaded now."""
    shoe_failed = "shoe" in t.state.care.devices and t.state.rules.dealing == "automated"
    return t.state.care.loaded is None and t.before_the_deal and not shoe_failed


@earns(TableCode.DECK_NOT_READY)
def deck_not_ready(t: Table) -> Acts:
    if loadable(t):
        packs = t.state.care.packs.items()
        yield from (do.Load(deck=deck) for deck, pack in packs if pack.stage != "ready")
        if isinstance(t.state.phase, Deal):
            yield do.DealCards(cards=(None,) * cards_due(t.state))


@earns(TableCode.NO_SUCH_DECK)
def no_such_deck(t: Table) -> Acts:
    yield do.Load(deck="plaid")
    yield do.Shuffle(deck="plaid")
    yield do.Prepare(deck="plaid", step="inspect")
    if t.before_the_deal:
        yield do.ReceiveDecks(backs=())


@earns(TableCode.TOO_MANY_DECKS)
def too_many_decks(t: Table) -> Acts:
    if t.before_the_deal:
        yield do.ReceiveDecks(backs=("plaid", "striped", "plain"))


@earns(TableCode.SAME_BACKS)
def same_backs(t: Table) -> Acts:
    if t.before_the_deal and t.state.rules.choices.decks == 2:
        packs = t.state.care.packs
        if not packs:
            yield do.ReceiveDecks(backs=("plaid", "plaid"))
        elif len(packs) == 1:
            yield do.ReceiveDecks(backs=(*packs,))


@earns(TableCode.STEP_OUT_OF_ORDER)
def step_out_of_order(t: Table) -> Acts:
    for deck, pack in t.state.care.packs.items():
        if pack.stage != "face_down":
            yield do.Prepare(deck=deck, step="wash")
        if pack.stage not in MAY_SHUFFLE:
            yield do.Shuffle(deck=deck)
        yield do.Prepare(deck=deck, step="iron")
        if t.state.care.loaded:
            yield do.Load(deck=deck)


@earns(TableCode.NOT_TO_BE_CUT)
def not_to_be_cut(t: Table) -> Acts:
    for deck, pack in t.state.care.packs.items():
        if pack.stage != "shuffled":
            yield do.Cut(deck=deck, depth=26)
        if not pack.was_cut:
            yield do.OrderRecut(deck=deck, reason="to be sure", by="floor")


@earns(TableCode.CUT_TOO_SHALLOW)
def cut_too_shallow(t: Table) -> Acts:
    for deck, pack in t.state.care.packs.items():
        if pack.stage == "shuffled":
            yield do.Cut(deck=deck, depth=9)
            yield do.Cut(deck=deck, depth=len(t.state.game.deck.order))


@earns(TableCode.MACHINE_NEEDED)
def machine_needed(t: Table) -> Acts:
    if t.state.rules.dealing == "hand":
        for deck, pack in t.state.care.packs.items():
            if pack.stage in MAY_SHUFFLE:
                yield do.Shuffle(deck=deck, by_machine=False)
    if between(t) and not t.state.bets.wagers and "failed" not in t.state.care.devices.values():
        yield do.SwitchMethod(dealing="hand", shuffler="none", by="floor")


def to_shuffle(t: Table) -> list[str]:
    return [deck for deck, pack in t.state.care.packs.items() if pack.stage in MAY_SHUFFLE]


@earns(TableCode.NO_SHUFFLER)
def no_shuffler(t: Table) -> Acts:
    if t.state.rules.choices.shuffler == "none":
        yield from (do.Shuffle(deck=deck) for deck in to_shuffle(t))


@earns(TableCode.COUNT_MISSING)
def count_missing(t: Table) -> Acts:
    if t.state.rules.choices.shuffler in COUNTING and "shuffler" not in t.state.care.devices:
        yield from (do.Shuffle(deck=deck) for deck in to_shuffle(t))


@earns(TableCode.NOT_ALTERNATING)
def not_alternating(t: Table) -> Acts:
    care = t.state.care
    if loadable(t) and len(care.packs) == 2 and care.last and care.packs[care.last].stage == "ready":
        yield do.Load(deck=care.last)


@earns(TableCode.RACK_NOT_CLEAR)
def rack_not_clear(t: Table) -> Acts:
    care = t.state.care
    if loadable(t) and len(care.packs) == 2 and care.last and care.packs[care.last].stage == "used":
        fresh = next(pack for back, pack in care.packs.items() if back != care.last)
        if fresh.stage == "ready":
            yield do.Load(deck=fresh.back)


@earns(TableCode.DECK_CHANGE_DUE)
def deck_change_due(t: Table) -> Acts:
    if between(t) and t.state.bets.wagers and t.state.care.loaded:
        yield do.CloseBetting(at=t.state.clock + 9 * HOUR)


@earns(TableCode.COUNT_DUE)
def stub_count_due(t: Table) -> Acts:
    if isinstance(t.state.phase, Stub) and count_due(t.state) and not t.state.round.inquiry:
        yield do.RackStub()


@earns(TableCode.RECOUNT_DUE)
def recount_due(t: Table) -> Acts:
    if t.state.round.inquiry:
        yield do.RackStub()
        yield do.CountStub(cards=t.state.layout.stub)


# Illegal reports and supervision.


@earns(TableCode.NO_SUCH_PLACE)
def no_such_place(t: Table) -> Acts:
    yield do.ReportExposed(place="the ceiling")
    yield do.ReportExposed(place="seat1", index=9)
    if not between(t) and not t.settling:
        yield do.ReportWrongNumber(place="the ceiling", cards=1)


@earns(TableCode.NO_SUCH_DEVICE)
def no_such_device(t: Table) -> Acts:
    yield do.ReportDeviceFailure(device="toaster")
    if t.state.rules.dealing != "automated":
        yield do.ReportDeviceFailure(device="shoe")
    if "shoe" not in t.state.care.devices:
        yield do.HandleDevice(device="shoe", how="covered")


@earns(TableCode.DEVICE_OUT_OF_ORDER)
def device_out_of_order(t: Table) -> Acts:
    if t.state.rules.choices.shuffler != "none" and "shuffler" in t.state.care.devices:
        size = len(t.state.game.deck.order)
        yield from (do.Shuffle(deck=deck, counted=size) for deck in to_shuffle(t))


@earns(TableCode.DEVICE_UNCOVERED)
def device_uncovered(t: Table) -> Acts:
    if between(t) and not t.state.bets.wagers and "failed" in t.state.care.devices.values():
        yield do.SwitchMethod(dealing="shoe", shuffler="none", by="floor")


@earns(TableCode.NOT_APPROVED)
def not_approved(t: Table) -> Acts:
    devices, choices = t.state.care.devices, t.state.rules.choices
    clear = between(t) and not t.state.bets.wagers and not devices
    if clear and choices.shuffler != "reshuffling" and not choices.approvals:
        yield do.SwitchMethod(dealing="shoe", shuffler="reshuffling", by="floor")


@earns(TableCode.TOO_LATE)
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


@earns(TableCode.NOTHING_WRONG)
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


@earns(TableCode.RULING_DUE)
def ruling_due(t: Table) -> Acts:
    if t.state.round.ruling:
        yield do.RackCards()
        yield do.DealCards(cards=(None,))
        yield do.SitDown(seat=1, player="p1")
        yield do.ReportDrawnInError()


@earns(TableCode.NO_RULING_ASKED)
def no_ruling_asked(t: Table) -> Acts:
    if not t.state.round.ruling:
        yield do.RuleOnIncident(outcome="void", reason="no question", by="floor")


@earns(TableCode.NO_SUCH_OUTCOME)
def no_such_outcome(t: Table) -> Acts:
    if t.state.round.ruling:
        yield do.RuleOnIncident(outcome="split the pot", reason="fair", by="floor")
        return
    yield do.ReportOther(matter="rain", detail="it rains")
    yield do.ReportOther(matter="wrong_count", detail="a clause covers it")
    yield do.HandleDevice(device="shuffler", how="kicked")
    yield do.DeclareForfeit(seat=1, clause="uth/7.D", reason="no breach", by="floor")
    if between(t) and not t.state.bets.wagers:
        if "failed" not in t.state.care.devices.values():
            yield do.SwitchMethod(dealing="thrown", shuffler="none", by="floor")
        other = next(game for game in GAMES if game != t.state.rules.game)
        yield do.ChangeRules(choices=OperatorChoices(game=other), by="floor")


@earns(TableCode.REASON_MISSING)
def reason_missing(t: Table) -> Acts:
    if t.state.round.ruling:
        yield do.RuleOnIncident(outcome="void", reason=" ", by="floor")
        return
    yield do.CorrectSettlement(round=1, seat=1, wager="ante", returned=1, reason="", by="floor")
    for deck in t.state.care.packs:
        yield do.OrderShuffle(deck=deck, reason="", by="floor")
        yield do.OrderRecut(deck=deck, reason="", by="floor")
    if isinstance(t.state.phase, Ask):
        yield do.ActFor(seat=t.state.round.in_play[t.state.round.cursor], reason="", by="floor")
    for seat in some_seat(t):
        yield do.DeclareAbandoned(seat=seat, reason="", by="floor")


@earns(TableCode.NOT_IN_PLAY)
def not_in_play(t: Table) -> Acts:
    if between(t):
        yield do.ReportDrawnInError()
        yield do.ReportOther(matter="other", detail="nothing is on")
        for seat in some_seat(t):
            yield do.DeclareAbandoned(seat=seat, reason="not here", by="floor")
    elif not t.settling:
        for seat in {*t.state.seating.seats} - {*t.state.bets.wagers}:
            yield do.DeclareAbandoned(seat=seat, reason="no wagers", by="floor")


@earns(TableCode.NO_SUCH_SETTLEMENT)
def no_such_settlement(t: Table) -> Acts:
    number = t.state.round.number
    yield do.CorrectSettlement(round=number + 1, seat=1, wager="ante", returned=1, reason="early", by="floor")
    yield do.CorrectSettlement(round=number, seat=99, wager="ante", returned=1, reason="who", by="floor")


@earns(TableCode.ROUND_OPEN)
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


@earns(TableCode.NOT_RECORDED)
def not_recorded(t: Table) -> Acts:
    yield do.Attest(clause="no/such.clause")
    yield do.Attest(clause=f"{t.state.rules.game}/12.A")


@earns(TableCode.CLOCK_BACKWARDS)
def clock_backwards(t: Table) -> Acts:
    if t.state.clock > 1:
        yield do.CloseBetting(at=t.state.clock - 1)
        yield do.BuyIn(player="p1", cents=100, at=1)

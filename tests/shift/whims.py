"""Try plausible acts at any time, legal or not. Those that the table accepts take effect."""

from __future__ import annotations

from croupier.games.game import BOARD, BOX, DEALER
from croupier.table import commands as do
from croupier.table.acts.preparation import STEPS
from tests.helpers import now
from tests.shift.mishaps import in_round
from tests.shift.submissions import SHUFFLERS
from tests.shift.table import METHODS, Table


def whim(t: Table) -> None:
    acts = [*seats(t), *decks(t), *floor(t), *dealer(t)]
    t.attempt(t.rng.choice(acts))


def seats(t: Table) -> list[do.TableCommand]:
    seat, player = t.rng.randint(1, 8), t.rng.choice(t.players)
    return [
        do.SitDown(seat=seat, player=player),
        do.GetUp(seat=seat),
        now.take_back(seat=seat),
        do.CashOut(player=player),
        now.bet(seat=seat, wagers={t.rng.choice(t.state.game.wagers).name: t.rng.choice([100, 500, 1000])}),
        now.decide(seat=seat, choice=t.rng.choice(["check", "fold", "ride", "play", "4x"])),
    ]


def decks(t: Table) -> list[do.TableCommand]:
    rng, size = t.rng, len(t.state.game.deck.order)
    deck = rng.choice([*t.state.care.packs, "red", "blue"])
    device = rng.choice(["shuffler", "shoe"])
    return [
        do.ReceiveDecks(backs=(deck,), prepared=t.chance(0.5)),
        do.Prepare(deck=deck, step=rng.choice([*STEPS])),
        do.Shuffle(deck=deck, counted=rng.choice([size, size, size, 0]), by_machine=t.chance(0.7)),
        do.Cut(deck=deck, depth=rng.randint(5, size)),
        do.Load(deck=deck),
        do.RemoveDeck(deck=deck, reason="a whim"),
        do.OrderRecut(deck=deck, reason="a whim", by="floor"),
        do.OrderShuffle(deck=deck, reason="a whim", by="floor"),
        do.GoIdle(face_up=t.chance(0.5)),
        do.ReportDeviceFailure(device=device, idle_deck=t.chance(0.5), dead=t.chance(0.1)),
        do.HandleDevice(device=device, how=rng.choice(["covered", "marked", "removed", "repaired"])),
        do.SwitchMethod(dealing=rng.choice(METHODS), shuffler=rng.choice(SHUFFLERS), by="floor"),
    ]


def floor(t: Table) -> list[do.TableCommand]:
    rng, game = t.rng, t.state.game
    seat = rng.choice([*t.state.round.in_play, rng.randint(1, 7)])
    place = rng.choice([BOARD, BOX, DEALER, f"seat{seat}", "burn", "aside"])
    acts: list[do.TableCommand] = [
        do.ReportWrongNumber(place=place, cards=rng.randint(-1, 8)),
        do.ReportExposed(place=place, index=rng.randint(0, 3)),
        do.ReportDrawnInError(),
        do.ReportOther(matter=rng.choice([*game.irregularities]), detail="a whim"),
        do.DeclareAbandoned(seat=seat, reason="a whim", by="floor"),
        do.ActFor(seat=seat, reason="a whim", by="floor"),
        do.Recount(total=rng.randint(50, 53), misdealt=t.chance(0.5)),
        do.RuleOnIncident(outcome=rng.choice(["void", "play_on"]), reason="a whim", by="floor"),
    ]
    if game.breaches:
        acts.append(do.DeclareForfeit(seat=seat, clause=game.breaches[0], reason="a whim", by="floor"))
    settled = t.state.round.settled + (() if in_round(t) else t.state.previous)
    for was in settled[-2:]:
        number = t.state.round.number - (was in t.state.previous)
        returned = rng.choice([0, was.staked, was.returned + 100])
        acts.append(
            do.CorrectSettlement(
                round=number, seat=was.seat, wager=was.wager, returned=returned, reason="a whim", by="floor"
            )
        )
    return acts


def dealer(t: Table) -> list[do.TableCommand]:
    """Return premature acts by the dealer. Wrong card names are tried elsewhere."""
    seat = t.rng.choice([*t.state.round.in_play, 1])
    wager = t.rng.choice(["progressive", "five_card"])
    return [
        do.CloseBetting(),
        do.LockProgressive(),
        do.CollectChips(wager=wager, chips=t.rng.randint(0, 4)),
        do.BankChips(wager=wager),
        do.RackStub(),
        do.CountStub(cards=t.state.layout.stub - t.rng.randint(0, 1)),
        do.TurnUp(),
        do.RevealDealer(),
        do.SettleSeat(seat=seat),
        do.ValidateProgressive(seat=seat, by="floor"),
        do.PayProgressive(seat=seat),
        do.RackCards(),
    ]

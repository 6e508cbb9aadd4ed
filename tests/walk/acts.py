"""Yield the commands that people at a table may try at any moment: proper acts and mishaps.

An *act* is a true statement or a duty of someone who is present. Acts alone must suffice to end a round. A
*mishap* is an error, a failure or a whim. It may happen at any moment, and the walk follows it, but no end of
a round may depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import msgspec

from croupier.cards import Card, commitment
from croupier.games import game as game_of
from croupier.games import script
from croupier.games.game import BURN, Ask, Collect, Deal, Reveal, Settle, Turn, seat_place
from croupier.table import commands as do
from croupier.table.acts.dealing import plan_of
from croupier.table.acts.preparation import STEPS
from croupier.table.commands import TableCommand
from croupier.table.state import BETTING
from tests.helpers.table_help import MAIN, SIDES
from tests.walk.world import PURSE, Scene, World, misread, named_at, troubled, unpaid, unpaid_envy

replace = msgspec.structs.replace

Change = Callable[[World], World]
WHY = "as it was"
NUMBER = "07" * 32  # a player's number for a mix
FIXED = commitment.commit_number(bytes.fromhex(NUMBER)).hex()


def due_seat(world: World) -> int:
    """Return the seat to be asked or settled next, or 0."""
    state, phase = world.state, world.state.phase
    order = state.round.in_play if isinstance(phase, Ask) else state.round.order
    turn = isinstance(phase, Ask | Settle) and state.round.cursor < len(order)
    return order[state.round.cursor] if turn else 0


def acts(world: World) -> Iterator[TableCommand]:
    """Yield all proper acts. The state machine decides which of them are possible now."""
    state = world.state
    for player, purse in state.seating.purses.items():
        if purse < PURSE // 2:
            yield do.BuyIn(player=player, cents=PURSE, by="dealer")
    if world.over:
        yield from corrections(world)
        return
    if state.round.phase == BETTING:
        for seat, player in state.seating.seats.items():
            yield do.TakeBack(seat=seat, round=state.round.number, by=f"player:{player}")
    yield do.CloseBetting()
    yield do.RestoreLink(by="floor")
    yield from chips(world)
    yield mixing(world)
    yield from dealing(world)
    yield from deciding(world)
    yield from showing(world)
    yield from corrections(world)
    yield from ruling(world)
    yield from caring(world)
    yield do.RackCards()


def chips(world: World) -> Iterator[TableCommand]:
    phase = world.state.phase
    yield do.LockProgressive()
    if isinstance(phase, Collect):
        held = sum(phase.wager in placed for placed in world.state.bets.wagers.values())
        placed = world.state.bets.wagers.get(world.refused_chip, {})
        seat = world.refused_chip if phase.wager in placed else 0
        if seat:
            yield do.ReturnChip(wager=phase.wager, seat=seat, reason=WHY)
        yield do.CollectChips(wager=phase.wager, chips=held - bool(seat))
        yield do.BankChips(wager=phase.wager)


def mixing(world: World) -> TableCommand:
    """Mix the committed deal with the players' numbers."""
    proof = world.state.round.proof
    reveals = dict.fromkeys(proof.fixed, NUMBER) if proof is not None else {}
    return do.MixDeal(round=world.state.round.number, reveals=reveals)


def proving(world: World) -> Iterator[TableCommand]:
    """Yield a verifiable table's commitments, and discards for players who do not reveal."""
    state = world.state
    fixed = dict.fromkeys([*state.seating.seats.values()][:1], FIXED)
    for deck in filter(None, (state.care.loaded,)):
        yield do.CommitDeal(
            round=state.round.number,
            deck=deck,
            table="t",
            book=FIXED,
            submission=FIXED,
            root=FIXED,
            fixed=fixed,
        )
    yield do.DiscardDeal(round=state.round.number, missing=tuple(fixed))


def next_cards(world: World) -> tuple[int, tuple[Card | None, ...]]:
    """Return the size of the next delivery, and its cards as an honest dealer names them."""
    state, phase = world.state, world.state.phase
    if not isinstance(phase, Deal):
        return 1, world.order[world.drawn : world.drawn + 1]
    plan = plan_of(state, phase)
    place, count = plan.deliveries[state.round.cursor]
    seen = not world.scene.live or (phase.face_up and place == "board")
    return count, world.order[world.drawn : world.drawn + count] if seen else (None,) * count


def dealing(world: World) -> Iterator[TableCommand]:
    state = world.state
    yield do.DealCards(cards=next_cards(world)[1])
    yield turn_up(world)
    yield do.RackStub()
    yield do.CountStub(cards=state.layout.stub)
    yield do.Recount(total=len(state.game.deck.order), misdealt=False)


def turn_up(world: World) -> TableCommand:
    phase = world.state.phase
    if not isinstance(phase, Turn) or not world.scene.live:
        return do.TurnUp()
    return do.TurnUp(cards=world.truth[phase.place][phase.first : phase.first + phase.count])


def deciding(world: World) -> Iterator[TableCommand]:
    phase, seat = world.state.phase, due_seat(world)
    if not isinstance(phase, Ask):
        return
    if seat in world.absent:
        yield do.ActFor(seat=seat, reason=WHY, by="floor")
        return
    for choice in phase.choices:
        yield do.Decide(
            seat=seat,
            choice=choice.name,
            round=world.state.round.number,
            question=phase.name,
            by=f"player:p{seat}",
        )


def showing(world: World) -> Iterator[TableCommand]:
    """Yield acts that name or reveal cards or settle hands."""
    for place in world.truth:
        yield from names(world, place, world.truth[place])
    yield do.RevealDealer()
    seat = due_seat(world) or 1
    yield do.SettleSeat(seat=seat)
    yield do.ValidateProgressive(seat=seat, by="floor")
    yield do.PayProgressive(seat=seat)


def names(world: World, place: str, cards: tuple[Card, ...]) -> Iterator[TableCommand]:
    """Yield commands that name every unseen card at a position."""
    if isinstance(world.state.phase, Deal):
        return  # no one looks at cards during the deal; a card seen then counts as exposed
    lying = world.state.layout.cards.get(place, ())
    unseen = [index for index, card in enumerate(lying) if card is None]
    if not unseen:
        return
    if unseen == [*range(unseen[0], unseen[-1] + 1)]:
        yield do.NameCards(place=place, first=unseen[0], cards=cards[unseen[0] : unseen[-1] + 1])
    else:
        yield do.NameCards(place=place, first=unseen[0], cards=cards[unseen[0] : unseen[0] + 1])


def corrections(world: World) -> Iterator[TableCommand]:
    wrong = [do.CardName(*one) for one in misread(world)]
    for name in wrong:
        yield do.CorrectNaming(place=name.place, index=name.index, card=name.card, reason=WHY, by="floor")
        yield do.CorrectKeying(cards=(name,), round=world.state.round.number)
    if len(wrong) > 1:  # the dealer swapped two names
        first = wrong[0]
        yield do.CorrectNaming(
            place=first.place,
            index=first.index,
            card=first.card,
            others=tuple(wrong[1:]),
            reason=WHY,
            by="floor",
        )
    number = world.state.round.number - world.over
    for seat, wager, cents, row in islice(unpaid(world), 1):  # in a fixed order
        amount = {"row": row} if row else {"returned": cents}
        yield do.CorrectSettlement(round=number, seat=seat, wager=wager, reason=WHY, by="floor", **amount)  # type: ignore[arg-type]
    for seat, holder, cents in islice(unpaid_envy(world), 1):
        yield do.CorrectEnvy(round=number, seat=seat, holder=holder, cents=cents, reason=WHY, by="floor")


def ruling(world: World) -> Iterator[TableCommand]:
    yield do.RuleOnIncident(outcome="play_on", reason=WHY, by="floor")
    yield do.RuleOnIncident(outcome="void", reason=WHY, by="floor")
    if world.scene.twin:
        yield do.DeclareDefective(reason=WHY, by="floor")
    if troubled(world):
        yield do.ReportOther(matter="other", detail=WHY, by="floor")
    for seat in world.absent:
        yield do.DeclareAbandoned(seat=seat, reason=WHY, by="floor")
        yield do.GetUp(seat=seat, by="floor")


def caring(world: World) -> Iterator[TableCommand]:
    """Yield acts with decks and devices. People at the table do not repair devices."""
    state = world.state
    size = len(state.game.deck.order)
    for device in state.care.devices:
        yield do.HandleDevice(device=device, how="covered", by="floor")
    if state.round.phase == BETTING:
        yield do.SwitchMethod(dealing="shoe", shuffler="none", by="floor")
    undealt = not state.layout.cards and not state.layout.rack
    if not (undealt or state.round.phase == BETTING or len(state.care.packs) > 1):
        return
    for back, pack in sorted(state.care.packs.items()):
        yield do.Shuffle(deck=back, by_machine=True, counted=size)
        yield do.Shuffle(deck=back, by_machine=False)
        yield do.Cut(deck=back, depth=size // 2)
        yield do.Load(deck=back)
        yield do.RemoveDeck(deck=back, reason=WHY, by="floor")
        for step, (stage, _, role) in STEPS.items():
            if stage == pack.stage or (step == "view" and pack.stage == "spread_idle"):
                yield do.Prepare(deck=back, step=step, by=role)
    if "green" not in state.care.packs:
        yield do.ReceiveDecks(backs=("green",), by="floor")


def routine(world: World, give_up: bool = False) -> Iterator[TableCommand]:
    """Yield the next acts of a dealer and of cooperative players. Players always take their last choice."""
    state = world.state
    if state.round.ruling:
        yield do.RuleOnIncident(outcome="play_on", reason=WHY, by="floor")
    yield do.CloseBetting()
    yield from chips(world)
    yield mixing(world)
    yield do.DealCards(cards=next_cards(world)[1])
    yield turn_up(world)
    yield do.RackStub()
    yield do.CountStub(cards=state.layout.stub)
    yield do.Recount(total=len(state.game.deck.order), misdealt=False)
    answers = [*deciding(world)]
    yield from answers[:1] if give_up else answers[::-1]
    yield from showing(world)
    yield from corrections(world)
    yield do.RackCards()


def opening_acts(scene: Scene) -> Iterator[TableCommand]:
    """Yield the acts that prepare new decks and load one, with the first player present."""
    backs = ("red", "blue")[: scene.decks]
    size = len(game_of(scene.game).deck.order)
    yield do.SitDown(seat=1, player="p1", by="player:p1")
    yield do.ReceiveDecks(backs=backs, by="floor")
    for back in backs:
        for step, (_, _, role) in STEPS.items():
            yield do.Prepare(deck=back, step=step, by=role)
    for back in backs:
        if scene.shuffler == "none":
            yield do.Shuffle(deck=back, by_machine=False)
            yield do.Cut(deck=back, depth=size // 2)
        else:
            counted = size if scene.shuffler in ("counting", "reshuffling") else None
            yield do.Shuffle(deck=back, counted=counted)
    yield do.Load(deck="red")


def another_round(world: World) -> Iterator[TableCommand]:
    """Yield the acts that start another round: prepare the deck, bet at seat 1 and lock the progressive."""
    state, game = world.state, world.scene.game
    size = len(state.game.deck.order)
    for back in sorted(state.care.packs):
        yield do.Shuffle(deck=back, by_machine=world.scene.shuffler != "none", counted=size)
        yield do.Cut(deck=back, depth=size // 2)
    for back in sorted(state.care.packs):
        yield do.Load(deck=back)
    bets = {wager: 100 * dollars for wager, dollars in {**MAIN[game], **SIDES[game]}.items()}
    yield do.Bet(seat=1, wagers=bets, round=state.round.number)
    yield do.CloseBetting()
    yield do.LockProgressive()


def housekeeping(world: World) -> Iterator[TableCommand]:
    """Yield the other acts between rounds."""
    state = world.state
    yield do.GoIdle()
    yield do.GoIdle(face_up=True)
    yield do.ReceiveDecks(backs=("red",), by="floor")
    yield do.ReceiveDecks(backs=("black",), prepared=True, by="floor")
    yield do.ReceiveDecks(backs=(), by="floor")
    for back in sorted(state.care.packs):
        yield do.OrderRecut(deck=back, reason=WHY, by="floor")
        yield do.OrderShuffle(deck=back, reason=WHY, by="floor")
        yield do.OrderRecut(deck=back, reason="", by="floor")
        yield do.Cut(deck=back, depth=1)
        yield do.Shuffle(deck=back, counted=1)
        yield do.Shuffle(deck=back)
        yield do.Prepare(deck=back, step="polish")
        for step in STEPS:
            yield do.Prepare(deck=back, step=step, by="dealer:same")
    yield do.Load(deck="grey")
    yield do.SwitchMethod(dealing="post", shuffler="none", by="floor")
    for dealing in ("shoe", "hand", "automated"):
        for shuffler in ("none", "plain", "counting"):
            yield do.SwitchMethod(dealing=dealing, shuffler=shuffler, by="floor")
    yield from failures(world)
    yield do.CloseBetting()
    yield do.CashOut(player="p1")
    yield do.BuyIn(player="p1", cents=0, by="dealer")
    yield do.SitDown(seat=99, player="p2", by="player:p2")
    yield do.SitDown(seat=1, player="p2", by="player:p2")
    yield do.SitDown(seat=2, player="p1", by="player:p1")
    yield do.SitDown(seat=2, player="p1", by="player:p2")


# Yield mishaps.


def mishaps(world: World) -> Iterator[TableCommand]:
    if world.over:
        return
    state = world.state
    if world.scene.live and next(misread(world), None) is None:
        yield from misnamings(world)
    yield from irregularities(world)
    yield from failures(world)
    yield from miscounts(world)
    yield from whims(world)
    yield from proving(world)
    yield do.LoseLink(reason=WHY, by="floor")
    if state.round.phase == BETTING or not (state.layout.cards or state.layout.rack):
        for back in sorted(state.care.packs):
            yield do.OrderRecut(deck=back, reason=WHY, by="floor")
            yield do.OrderShuffle(deck=back, reason=WHY, by="floor")


def false_names(world: World, true: Card, besides: tuple[Card, ...]) -> Iterator[Card]:
    """Yield wrong names for a card: a card from a different position, the next card, or an undealt card."""
    unseen = [
        card
        for place, cards in sorted(world.truth.items())
        for name, card in zip(named_at(world, place), cards, strict=False)
        if name is None and card != true and card not in besides
    ]
    coming = world.order[world.drawn : world.drawn + 1]
    yield from dict.fromkeys((*unseen[:1], *unseen[-1:], *coming, world.order[-1]))


def misnamings(world: World) -> Iterator[TableCommand]:
    """Yield commands that misname one of several cards."""
    state, phase = world.state, world.state.phase
    count, cards = next_cards(world)
    if isinstance(phase, Deal) and None not in cards and count:
        for false in false_names(world, cards[0], cards):  # type: ignore[arg-type]
            yield do.DealCards(cards=(false, *cards[1:]))
    if isinstance(phase, Turn) and None in state.layout.cards.get(phase.place, ()):
        there = world.truth[phase.place][phase.first : phase.first + phase.count]
        for false in false_names(world, there[0], there):
            yield do.TurnUp(cards=(false, *there[1:]))
    for place, there in sorted(world.truth.items()):
        for command in names(world, place, there):
            assert isinstance(command, do.NameCards)
            for false in false_names(world, command.cards[0], command.cards):
                yield replace(command, cards=(false, *command.cards[1:]))


def irregularities(world: World) -> Iterator[TableCommand]:
    state, live = world.state, world.scene.live
    coming = world.order[world.drawn : world.drawn + 2]
    if state.round.face_up < 2:
        yield do.ReportFaceUp(cards=coming[:1])
        yield do.ReportFaceUp(cards=coming)
    right = next(misread(world), None) is None
    if live and right and not state.round.face_up:
        for false in false_names(world, coming[0], coming):
            yield do.ReportFaceUp(cards=(false,))
    for place, cards in sorted(state.layout.cards.items()):
        index = state.layout.turned.get(place, 0)
        unseen = index < len(cards) and cards[index] is None
        true = world.truth[place][index] if unseen else None
        yield do.ReportExposed(place=place, index=index, card=true)
        if true is not None and right:
            for false in false_names(world, true, ()):
                yield do.ReportExposed(place=place, index=index, card=false)
        yield do.ReportWrongNumber(place=place, cards=len(cards) + 1)
    board = len(state.layout.cards.get("board", ()))
    yield do.ReportExposed(place="board", index=board, card=coming[0])
    yield do.ReportWrongNumber(place=BURN, cards=2)
    yield do.ReportWrongNumber(place=seat_place(1), cards=9)
    yield do.ReportDrawnInError()
    if not world.scene.twin:
        yield do.DeclareDefective(reason=WHY, by="floor")
    yield do.ReportOther(matter="other", detail=WHY, by="dealer")
    yield do.ReportOther(matter="missed_burn", detail=WHY, by="dealer")


def failures(world: World) -> Iterator[TableCommand]:
    for device in ("shuffler", "shoe"):
        for dead in (False, True):
            yield do.ReportDeviceFailure(device=device, dead=dead)
    if len(world.state.care.packs) > 1:
        yield do.ReportDeviceFailure(device="shuffler", idle_deck=True, dead=True)
    for device in world.state.care.devices:
        yield do.HandleDevice(device=device, how="repaired", by="floor")


def miscounts(world: World) -> Iterator[TableCommand]:
    state = world.state
    size = len(state.game.deck.order)
    yield do.CountStub(cards=state.layout.stub + 1)
    yield do.Recount(total=size, misdealt=True)
    yield do.Recount(total=size, misdealt=True, hand=seat_place(1))
    yield do.Recount(total=size - 1, misdealt=False)
    yield do.Recount(total=size, misdealt=True, hand="the moon")
    phase = state.phase
    if isinstance(phase, Collect):
        yield do.CollectChips(wager=phase.wager, chips=9)


def whims(world: World) -> Iterator[TableCommand]:
    state = world.state
    seat = due_seat(world) or 1
    if isinstance(state.phase, Ask):
        yield do.ActFor(seat=seat, reason=WHY, by="floor")
    yield do.ValidateProgressive(seat=seat, light=False, by="floor")
    for answer in state.round.answers[-1:]:
        for choice in choices_of(world, answer.question):
            yield do.CorrectDecision(
                seat=answer.seat,
                choice=choice,
                round=state.round.number,
                question=answer.question,
                reason=WHY,
                by="floor",
            )
            yield do.CorrectKeying(
                seat=answer.seat, choice=choice, question=answer.question, round=state.round.number
            )
    for there, player in state.seating.seats.items():
        yield do.GetUp(seat=there, by=f"player:{player}")
        yield do.DeclareAbandoned(seat=there, reason=WHY, by="floor")
        for breach in state.game.breaches[:1]:
            yield do.DeclareForfeit(seat=there, clause=breach, reason=WHY, by="floor")
        yield do.CashOut(player=player)
    yield do.TakeBack(seat=1, round=state.round.number)


def choices_of(world: World, question: str) -> Iterator[str]:
    for phase in script(world.state.rules):
        if isinstance(phase, Ask) and phase.name == question:
            yield from (choice.name for choice in phase.choices)


def changes(world: World) -> Iterator[tuple[str, World]]:
    """Yield mishaps without a command, such as a player who leaves or a chip that is not accepted."""
    state, phase = world.state, world.state.phase
    if isinstance(phase, Collect) and state.round.cursor < 2 and not world.refused_chip:
        for seat in state.round.in_play:
            if phase.wager in state.bets.wagers.get(seat, ()):
                yield (
                    f"the {phase.wager} chip of seat {seat} was not accepted",
                    replace(world, refused_chip=seat),
                )
    for seat in world.state.seating.seats:
        if seat not in world.absent and seat in world.state.round.in_play:
            yield f"the player of seat {seat} walks away", replace(world, absent=(*world.absent, seat))


__all__ = ["Reveal", "acts", "changes", "mishaps"]

"""List the acts open to one person now, as forms with fixed fields and blanks.

An act is offered only if the machine accepts its sample command, so pages never show an impossible act.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache
from typing import Any, Literal

import msgspec

from croupier.cards import Card
from croupier.errors import Refused
from croupier.games import script
from croupier.games.game import Ask, Collect
from croupier.table import commands as do
from croupier.table.acts.betting import taken_alone
from croupier.table.acts.bounds import results
from croupier.table.acts.corrections import envy_amounts, envy_claims
from croupier.table.acts.devices import REPAIRED, SHUFFLERS
from croupier.table.acts.floor import RECORDED
from croupier.table.acts.metering import as_if_read
from croupier.table.acts.naming import cards_at
from croupier.table.acts.preparation import STEPS
from croupier.table.acts.seating import gave_up
from croupier.table.acts.secrecy import IDENTIFIES
from croupier.table.machine import ALLOWED, can
from croupier.table.progress import bettors
from croupier.table.readers.due import due
from croupier.table.readers.legal import Stake, choice_cost, legal_choices, stakes_open
from croupier.table.readers.next_act import dealt_face_up
from croupier.table.state import BETTING, SHOE, TableState

replace = msgspec.structs.replace
WHERE = ("seat", "place", "deck", "step", "device")  # fields that distinguish acts of one kind

Kind = Literal["choice", "cents", "whole", "text", "cards", "flag", "wagers", "rules"]


class BlankOption(msgspec.Struct, frozen=True, omit_defaults=True):
    value: str | int
    label: str = ""
    cost: int = 0  # cents that the choice adds to the wagers at risk


class Blank(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field for the person to fill in."""

    field: str
    kind: Kind
    options: tuple[BlankOption, ...] = ()
    least: int | None = None
    most: int | None = None
    stakes: tuple[Stake, ...] = ()  # for a blank of wagers, the allowed wagers with their limits
    cards: tuple[Card, ...] = ()  # for a blank of cards, the cards not seen yet
    optional: bool = False


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act, as a command with sample values. The person fills in the blanks before sending."""

    act: str  # the command's tag
    sample: do.TableCommand
    blanks: tuple[Blank, ...] = ()
    due: bool = False  # True if the table is waiting for this act
    title: str = ""  # description of the act, for staff
    pane: str = ""  # menu that offers the act, for staff


Form = tuple[do.TableCommand, tuple[Blank, ...]]
Forms = Callable[[TableState, "Actor"], Iterable[Form]]


class Actor:
    def __init__(self, by: str) -> None:
        self.by = by
        self.role, _, self.id = by.partition(":")

    def seats(self, state: TableState) -> list[int]:
        """Return the seats for which this person may act: a player's own seats, or all seats for staff."""
        seats = state.seating.seats
        if self.role != do.PLAYER:
            return sorted(seats)
        return sorted([seat for seat, player in seats.items() if player == self.id])


def offers(
    state: TableState, by: str, live: bool = True, kinds: Container[type[do.TableCommand]] | None = None
) -> tuple[Offer, ...]:
    """Return the acts open to `by` (a role or role:id), with the due act first. `kinds` limits the commands.

    If the table is not `live`, offers contain no cards, because a list of the unseen cards would reveal the
    face-down ones."""
    actor = Actor(by)
    live = live and state.cards_from != SHOE
    forms = [
        (kind, form)
        for kind, forms in forms_of(actor.role, live)
        if kinds is None or kind in kinds
        for form in forms(state, actor)
        if can(state, as_if_read(state, form[0]))
    ]
    if not forms:
        return ()
    waited_for = due(state, live)
    found = [Offer(tag_of(kind), *form, is_due(waited_for.command, form[0])) for kind, form in forms]
    if actor.role != do.PLAYER:
        found = [replace(offer, title=offer.sample.offered_as(), pane=offer.sample.pane) for offer in found]
    if not live:
        found = [without_cards(offer) for offer in found]
    return tuple(sorted(found, key=lambda offer: not offer.due))


def is_due(waited_for: do.TableCommand | None, sample: do.TableCommand) -> bool:
    """Return whether the table is waiting for this act, with the same kind, place, seat and deck."""
    if type(waited_for) is not type(sample):
        return False
    return all(getattr(waited_for, name, None) == getattr(sample, name, None) for name in WHERE)


@cache
def forms_of(role: str, live: bool) -> tuple[tuple[type[do.TableCommand], Forms], ...]:
    """Return the forms of the commands that a role may send."""
    return tuple(
        (kind, forms)
        for kind, forms in FORMS.items()
        if role in ALLOWED[kind] and (live or kind not in IDENTIFIES)
    )


def without_cards(offer: Offer) -> Offer:
    """Remove cards from the blanks and the sample. A list of possible cards would reveal the hidden ones."""
    sample = offer.sample
    if type(sample) is do.DealCards:
        sample = replace(sample, cards=(None,) * len(sample.cards))
    elif not any(blank.cards for blank in offer.blanks):
        return offer
    blanks = tuple(replace(blank, cards=()) if blank.cards else blank for blank in offer.blanks)
    return replace(offer, sample=sample, blanks=blanks)


@cache
def tag_of(kind: type[do.TableCommand]) -> str:
    return str(kind.__struct_config__.tag)


def choice(field: str, values: Iterable[Any], **more: Any) -> Blank:
    return Blank(field, "choice", tuple(BlankOption(value) for value in values), **more)


REASON = Blank("reason", "text")
WHY = "as reported"  # sample reason


def may_still_come(state: TableState) -> tuple[Card, ...]:
    """Return the cards of the deck not named in this round, for the card picker."""
    left = list(state.game.deck.order)
    on_table = (*state.layout.cards.values(), *(cards for _, cards in state.layout.rack))
    for card in (card for cards in on_table for card in cards if card is not None):
        if card in left:
            left.remove(card)
    return tuple(left)


def cards_blank(state: TableState, field: str, count: int) -> Blank:
    return Blank(field, "cards", least=count, most=count, cards=may_still_come(state))


# Seats and chips.


def sit_down(state: TableState, actor: Actor) -> Iterator[Form]:
    player = actor.id if actor.role == do.PLAYER else "guest"
    taken = state.seating.seats
    if list(taken.values()).count(player) >= state.rules.choices.adjacent_boxes:
        return  # the player is at the seat limit, so no seat is tried
    seats = [
        seat
        for seat in range(1, (state.rules.choices.seats or state.game.seats) + 1)
        if seat not in taken and can(state, do.SitDown(seat=seat, player=player, by=actor.by))
    ]
    if seats:
        blanks: tuple[Blank, ...] = (choice("seat", seats), Blank("name", "text", optional=True))
        if actor.role != do.PLAYER:
            blanks += (Blank("player", "text"),)
        yield do.SitDown(seat=seats[0], player=player, by=actor.by), blanks


def get_up(state: TableState, actor: Actor) -> Iterator[Form]:
    players = state.round.players
    for seat in actor.seats(state):
        if players.get(seat) != state.seating.seats[seat] or gave_up(state, seat):  # players with cards stay
            yield do.GetUp(seat=seat, by=actor.by), ()


def buy_in(state: TableState, actor: Actor) -> Iterator[Form]:
    for player in sorted({*state.seating.seats.values()}):
        sample = do.BuyIn(player=player, cents=100, by=actor.by)
        yield sample, (Blank("cents", "cents", least=1), Blank("transfer", "text"), Blank("brought", "flag"))


def cash_out(state: TableState, actor: Actor) -> Iterator[Form]:
    for player in sorted(state.seating.purses):
        yield (
            do.CashOut(player=player, by=actor.by),
            (Blank("transfer", "text"), Blank("toke", "cents", optional=True)),
        )


def least_bet(stakes: tuple[Stake, ...]) -> dict[str, int]:
    """Return the smallest legal bet: all required wagers, or else the first wager."""
    least: dict[str, int] = {}
    for stake in [stake for stake in stakes if stake.required] or stakes[:1]:
        least[stake.name] = least.get(stake.equal_to or "", 0) or stake.least
    return least


def bet(state: TableState, actor: Actor) -> Iterator[Form]:
    if state.round.phase != BETTING:
        return
    for seat in actor.seats(state):
        may = stakes_open(state, seat)
        sample = least_bet(may)
        yield (
            do.Bet(seat=seat, wagers=sample, round=state.round.number, by=actor.by),
            (Blank("wagers", "wagers", stakes=may),),
        )


def take_back(state: TableState, actor: Actor) -> Iterator[Form]:
    if state.round.phase != BETTING:
        return
    for seat in actor.seats(state):
        placed = state.game.in_order(state.bets.wagers.get(seat, {}))
        if not placed:
            continue
        single = [name for name, _ in placed if may_go_alone(state, seat, name)]
        yield (
            do.TakeBack(seat=seat, round=state.round.number, by=actor.by),
            (choice("wager", single, optional=True),) if single else (),
        )


def may_go_alone(state: TableState, seat: int, wager: str) -> bool:
    try:
        taken_alone(state, seat, wager)
    except Refused:
        return False
    return True


def decide(state: TableState, actor: Actor) -> Iterator[Form]:
    phase = state.phase
    if not isinstance(phase, Ask):
        return
    seat = state.round.in_play[state.round.cursor]
    if seat in actor.seats(state) and (names := legal_choices(state, seat)):
        options = tuple(BlankOption(name, name, choice_cost(state, seat, name)) for name in names)
        sample = do.Decide(
            seat=seat, choice=names[0], round=state.round.number, question=phase.name, by=actor.by
        )
        yield sample, (Blank("choice", "choice", options),)


def when_due(state: TableState, actor: Actor) -> Iterator[Form]:
    """Yield the routine act that is due, with its blanks."""
    due_act = due(state)
    command = due_act.command
    if command is None:
        return
    command = replace(command, by=actor.by)
    blanks: tuple[Blank, ...] = ()
    if "cards" in due_act.blanks:
        face_up = dealt_face_up(state) or (True,) * due_act.cards
        blanks = (cards_blank(state, "cards", sum(face_up)),)
        names = iter(blanks[0].cards)
        command = replace(command, cards=tuple([next(names) if each else None for each in face_up]))
    yield command, blanks


def routine(kind: type[do.TableCommand]) -> Callable[[TableState, Actor], Iterator[Form]]:
    def forms(state: TableState, actor: Actor) -> Iterator[Form]:
        return (form for form in when_due(state, actor) if type(form[0]) is kind)

    return forms


# Acts that prepare the cards before they are dealt.


def each_deck(
    make: Callable[[TableState, Actor, str], do.TableCommand], *blanks: Blank
) -> Callable[[TableState, Actor], Iterator[Form]]:
    def forms(state: TableState, actor: Actor) -> Iterator[Form]:
        for back in sorted(state.care.packs):
            yield make(state, actor, back), blanks

    return forms


def receive(state: TableState, actor: Actor) -> Iterator[Form]:
    colours = [back for back in ("red", "blue", "green") if back not in state.care.packs]
    for count in range(1, state.rules.choices.decks - len(state.care.packs) + 1):
        sample = do.ReceiveDecks(backs=tuple(colours[:count]), by=actor.by)
        yield sample, (Blank("backs", "text", least=count, most=count), Blank("prepared", "flag"))


def go_idle(state: TableState, actor: Actor) -> Iterator[Form]:
    """Offer face-up only if a player is seated to request it."""
    yield do.GoIdle(by=actor.by), (Blank("face_up", "flag"),) if state.seating.seats else ()


def prepare(state: TableState, actor: Actor) -> Iterator[Form]:
    for back in sorted(state.care.packs):
        for step in STEPS:
            yield do.Prepare(deck=back, step=step, by=actor.by), ()


def shuffle(state: TableState, actor: Actor) -> Iterator[Form]:
    size = len(state.game.deck.order)
    for back in sorted(state.care.packs):
        counted = (Blank("counted", "whole", least=0),)
        yield do.Shuffle(deck=back, by_machine=True, counted=size, by=actor.by), counted
        yield do.Shuffle(deck=back, by_machine=False, by=actor.by), ()


def cut(state: TableState, actor: Actor, back: str) -> do.TableCommand:
    return do.Cut(deck=back, depth=len(state.game.deck.order) // 2, by=actor.by)


def count_stub(state: TableState, actor: Actor) -> Iterator[Form]:
    yield do.CountStub(cards=state.layout.stub, by=actor.by), (Blank("cards", "whole", least=0),)


def recount(state: TableState, actor: Actor) -> Iterator[Form]:
    sample = do.Recount(total=len(state.game.deck.order), misdealt=False, by=actor.by)
    yield sample, (Blank("total", "whole", least=0), Blank("misdealt", "flag"))


def nobody(state: TableState, actor: Actor) -> Iterable[Form]:
    """Offer nothing, because only the card source, and no person, sends this command."""
    return ()


# Acts with live cards.


def name_cards(state: TableState, actor: Actor) -> Iterator[Form]:
    left = may_still_come(state)
    for place, cards in sorted(state.layout.cards.items()):
        if None in cards:
            first = cards.index(None)
            count = next((n for n, card in enumerate(cards[first:]) if card is not None), len(cards) - first)
            sample = do.NameCards(place=place, first=first, cards=left[:count], by=actor.by)
            yield sample, (cards_blank(state, "cards", count),)


def named_cards(state: TableState) -> Iterator[tuple[str, int, Card]]:
    """Yield every named card with its place and index."""
    racked = [place for place, _ in state.layout.rack]
    for place in dict.fromkeys((*sorted(state.layout.cards), *racked)):
        for index, card in enumerate(cards_at(state, place)):
            if card is not None:
                yield place, index, card


def correct_naming(state: TableState, actor: Actor) -> Iterator[Form]:
    left = may_still_come(state)
    for place, index, _ in named_cards(state):
        sample = do.CorrectNaming(place=place, index=index, card=left[0], reason=WHY, by=actor.by)
        yield sample, (Blank("card", "cards", least=1, most=1, cards=left), REASON)


# Irregularities of chapter 13, and matters that it does not cover.


def face_up(state: TableState, actor: Actor) -> Iterator[Form]:
    sample = do.ReportFaceUp(cards=(None,), by=actor.by)
    yield sample, (Blank("cards", "cards", least=1, cards=may_still_come(state)),)


def exposure_forms(state: TableState, actor: Actor) -> Iterator[Form]:
    left = may_still_come(state)
    for place, cards in sorted(state.layout.cards.items()):
        for index, card in enumerate(cards):
            card_if_known = left[0] if card is None and left else None
            blank = (cards_blank(state, "card", 1),) if card is None else ()
            yield do.ReportExposed(place=place, index=index, card=card_if_known, by=actor.by), blank


def wrong_number(state: TableState, actor: Actor) -> Iterator[Form]:
    for place, cards in sorted(state.layout.cards.items()):
        sample = do.ReportWrongNumber(place=place, cards=len(cards) + 1, by=actor.by)
        yield sample, (Blank("cards", "whole", least=0),)


def device_failure(state: TableState, actor: Actor) -> Iterator[Form]:
    for device in ("shuffler", "shoe"):
        for idle in (False, True):
            sample = do.ReportDeviceFailure(device=device, idle_deck=idle, by=actor.by)
            yield sample, (Blank("dead", "flag"),)


def handle_device(state: TableState, actor: Actor) -> Iterator[Form]:
    ways = (*state.game.dead_device, REPAIRED)
    for device in sorted(state.care.devices):
        yield do.HandleDevice(device=device, how=ways[0], by=actor.by), (choice("how", ways),)


def switch(state: TableState, actor: Actor) -> Iterator[Form]:
    for dealing in state.game.close:
        for shuffler in SHUFFLERS:
            yield do.SwitchMethod(dealing=dealing, shuffler=shuffler, by=actor.by), ()


def other(state: TableState, actor: Actor) -> Iterator[Form]:
    matters = [
        matter
        for matter in state.game.irregularities
        if can(state, do.ReportOther(matter=matter, detail=WHY, by=actor.by))
    ]
    if matters:
        sample = do.ReportOther(matter=matters[0], detail=WHY, by=actor.by)
        yield sample, (choice("matter", matters), Blank("detail", "text"))


def rule(state: TableState, actor: Actor) -> Iterator[Form]:
    both = ("play_on", "void")
    yield do.RuleOnIncident(outcome=both[0], reason=WHY, by=actor.by), (choice("outcome", both), REASON)


# Supervision.


def each_seat(
    make: Callable[[int, Actor], do.TableCommand],
) -> Callable[[TableState, Actor], Iterator[Form]]:
    def forms(state: TableState, actor: Actor) -> Iterator[Form]:
        for seat in sorted(state.seating.seats):
            yield make(seat, actor), (REASON,)

    return forms


def forfeit(state: TableState, actor: Actor) -> Iterator[Form]:
    for seat in sorted(state.seating.seats):
        for clause in state.game.breaches:
            yield do.DeclareForfeit(seat=seat, clause=clause, reason=WHY, by=actor.by), (REASON,)


def correct_settlement(state: TableState, actor: Actor) -> Iterator[Form]:
    number = state.round.number
    rounds = ((number, state.round.settled), (number - 1, state.previous))
    for played, settled in rounds:
        for one in {(each.seat, each.wager): each for each in settled}.values():
            possible = sorted(results(state, one, settled))
            sample = do.CorrectSettlement(
                round=played,
                seat=one.seat,
                wager=one.wager,
                returned=next(cents for cents in reversed(possible) if cents != one.returned),
                reason=WHY,
                by=actor.by,
            )
            yield sample, (Blank("returned", "cents", least=0, most=possible[-1]), REASON)


def correct_decision(state: TableState, actor: Actor) -> Iterator[Form]:
    """Offer every other answer that the player can afford, with the first of them as the sample."""
    questions = {phase.name: phase for phase in script(state.rules) if isinstance(phase, Ask)}
    for answer in state.round.answers:
        possible = [
            sample
            for one in questions[answer.question].choices
            for sample in [
                do.CorrectDecision(
                    seat=answer.seat,
                    choice=one.name,
                    round=state.round.number,
                    question=answer.question,
                    reason=WHY,
                    by=actor.by,
                )
            ]
            if can(state, sample)
        ]
        if possible:
            yield possible[0], (choice("choice", [sample.choice for sample in possible]), REASON)


def return_chip(state: TableState, actor: Actor) -> Iterator[Form]:
    if isinstance(state.phase, Collect):
        for seat in bettors(state, state.phase.wager):
            yield do.ReturnChip(wager=state.phase.wager, seat=seat, reason=WHY, by=actor.by), (REASON,)


def correct_envy(state: TableState, actor: Actor) -> Iterator[Form]:
    """Offer a correction for every Envy Bonus claim, with the possible amounts."""
    for played, seat, holder in envy_claims(state):
        possible = [
            sample
            for cents in (*envy_amounts(state, played, seat), 0)
            for sample in [
                do.CorrectEnvy(round=played, seat=seat, holder=holder, cents=cents, reason=WHY, by=actor.by)
            ]
            if can(state, sample)
        ]
        if possible:
            yield possible[0], (choice("cents", [sample.cents for sample in possible]), REASON)


def change_rules(state: TableState, actor: Actor) -> Iterator[Form]:
    yield do.ChangeRules(choices=state.rules.choices, reason=WHY, by=actor.by), (Blank("choices", "rules"),)


def attest(state: TableState, actor: Actor) -> Iterator[Form]:
    clauses = sorted(clause for clause in RECORDED if clause.startswith(f"{state.rules.game}/"))
    if clauses:
        sample = do.Attest(clause=clauses[0], by=actor.by)
        yield sample, (choice("clause", clauses), Blank("note", "text", optional=True))


FORMS: dict[type[do.TableCommand], Forms] = {
    do.SitDown: sit_down,
    do.GetUp: get_up,
    do.BuyIn: buy_in,
    do.CashOut: cash_out,
    do.Bet: bet,
    do.TakeBack: take_back,
    do.Decide: decide,
    **{
        kind: routine(kind)
        for kind in (
            do.CloseBetting,
            do.LockProgressive,
            do.CollectChips,
            do.BankChips,
            do.DealCards,
            do.TurnUp,
            do.RackStub,
            do.RevealDealer,
            do.SettleSeat,
            do.ValidateProgressive,
            do.PayProgressive,
            do.RackCards,
        )
    },
    do.ReceiveDecks: receive,
    do.Prepare: prepare,
    do.Shuffle: shuffle,
    do.Cut: each_deck(cut, Blank("depth", "whole", least=1)),
    do.OrderRecut: each_deck(lambda _, who, back: do.OrderRecut(deck=back, reason=WHY, by=who.by), REASON),
    do.OrderShuffle: each_deck(
        lambda _, who, back: do.OrderShuffle(deck=back, reason=WHY, by=who.by), REASON
    ),
    do.Load: each_deck(lambda _, who, back: do.Load(deck=back, by=who.by)),
    do.RemoveDeck: each_deck(lambda _, who, back: do.RemoveDeck(deck=back, reason=WHY, by=who.by), REASON),
    do.GoIdle: go_idle,
    do.CountStub: count_stub,
    do.Recount: recount,
    do.CommitDeal: nobody,
    do.MixDeal: nobody,
    do.DiscardDeal: nobody,
    do.NameCards: name_cards,
    do.CorrectNaming: correct_naming,
    do.CorrectKeying: nobody,  # offered by the console, which knows the dealer's last entry
    do.ReportFaceUp: face_up,
    do.ReportExposed: exposure_forms,
    do.ReportWrongNumber: wrong_number,
    do.ReportDrawnInError: lambda state, who: [(do.ReportDrawnInError(by=who.by), ())],
    do.ReportDeviceFailure: device_failure,
    do.HandleDevice: handle_device,
    do.SwitchMethod: switch,
    do.ReportOther: other,
    do.RuleOnIncident: rule,
    do.DeclareAbandoned: each_seat(lambda seat, who: do.DeclareAbandoned(seat=seat, reason=WHY, by=who.by)),
    do.DeclareForfeit: forfeit,
    do.ActFor: each_seat(lambda seat, who: do.ActFor(seat=seat, reason=WHY, by=who.by)),
    do.ReturnChip: return_chip,
    do.DeclareDefective: lambda state, who: [(do.DeclareDefective(reason=WHY, by=who.by), (REASON,))],
    do.CorrectDecision: correct_decision,
    do.CorrectSettlement: correct_settlement,
    do.CorrectEnvy: correct_envy,
    do.LoseLink: lambda state, who: [(do.LoseLink(reason=WHY, by=who.by), (REASON,))],
    do.RestoreLink: lambda state, who: [(do.RestoreLink(by=who.by), ())],
    do.ChangeRules: change_rules,
    do.Attest: attest,
}

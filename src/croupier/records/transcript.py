"""A round as the floor would tell it: one line an event, its clauses and readings beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import show_cards
from croupier.files import printable
from croupier.games.game import ASIDE, BOARD, BOX, BURN, DEALER
from croupier.meters.amounts import Exact
from croupier.rulebook import title
from croupier.submission.money import written
from croupier.table import events as ev
from croupier.table.events import Event

LONGEST = 2000  # signs of a line; no event of the house needs so many
COLUMN = 76  # where the citations begin; a longer line pushes its own to the next

PLACES = {
    BOARD: "the board",
    BOX: "the box",
    DEALER: "the dealer",
    BURN: "the burn pile",
    ASIDE: "the card set aside",
}


def wager_name(wager: str) -> str:
    """A wager as the floor calls it: underscores and digits apart, each word with a capital."""
    words = re.sub(r"(?<=[a-z])(?=\d)", " ", wager.replace("_", " ")).title()
    return words.replace(" The ", " the ")


def place_name(place: str) -> str:
    return f"seat {place[4:]}" if place.startswith("seat") else PLACES.get(place, place)


def owned(place: str) -> str:
    """Whose cards, said as a plural: "seat 2's cards", "board cards"."""
    if place == DEALER or place.startswith("seat"):
        return f"{place_name(place)}'s cards"
    return f"{'burned' if place == BURN else place} cards"


def seats(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return "no seat"
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"


def cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def dealt(event: ev.CardsDealt) -> str:
    """Equal stacks are told once, in the order of the places: "1 card each to seats 1, 2 and the dealer"."""
    runs: list[tuple[int, list[str]]] = []
    for place, count in event.deliveries:
        name = place_name(place)
        if runs and runs[-1][0] == count and name not in runs[-1][1]:
            runs[-1][1].append(name)
        else:
            runs.append((count, [name]))
    told: list[tuple[str, int]] = []  # the same circle again is "twice over", not another clause
    for count, names in runs:
        each = " each" if len(names) > 1 else ""
        text = f"{cards(count)}{each} to {', '.join(names)}"
        if told and told[-1][0] == text:
            told[-1] = (text, told[-1][1] + 1)
        else:
            told.append((text, 1))
    return "Dealt: " + "; ".join(text if times == 1 else f"{text}, {times} times" for text, times in told)


def named(event: ev.CardsNamed) -> str:
    return f"{owned(event.place).capitalize()} are {show_cards(event.cards)}"


def turned(event: ev.CardsTurned) -> str:
    return f"Turned up on {place_name(event.place)}: {show_cards(event.cards)}"


def revealed(event: ev.DealerRevealed) -> str:
    called = f", {event.words}" if event.words else ""
    if event.qualifies is not None:
        called += ", qualifies" if event.qualifies else ", does not qualify"
    shown = (
        f"{owned(place)} {show_cards(there)}{called if place == DEALER else ''}"
        for place, there in event.cards.items()
    )
    return f"Revealed: {'; '.join(shown)}"


Undone = ev.SettlementReversed | ev.SettlementCorrected | ev.WagerReopened


def misdealt(event: ev.CardsRecounted) -> str:
    if not event.misdealt:
        return "no hand was"
    return f"the hand of {place_name(event.hand)} was" if event.hand else "a hand was"


def on_meter(event: Undone, way: str, house: str, where: str) -> str:
    """Which meter half of a correction goes through, and what the house puts on it or takes off again."""
    if event.from_meter is None:
        return ""
    moved = f", {house} {written(event.refill)} {where}" if event.refill else ""
    return f" {way} the {event.from_meter} meter{moved}"


def settled(event: ev.WagerSettled) -> str:
    wager = f"Seat {event.seat}: {wager_name(event.wager)} {written(event.staked)}"
    match event.result:
        case "win":
            line = f"{wager} wins {event.pays}, {written(event.returned)} back"
        case "lose":
            return f"{wager} loses"
        case "push":
            return f"{wager} pushes"
        case "forfeit":
            return f"{wager} is forfeited"
        case _:
            line = f"{wager} is returned"
            return line if event.returned == event.staked else f"{line}, {written(event.returned)} back"
    if event.from_meter is not None:
        line += f" from the {event.from_meter} meter"
    if event.cut:
        line += f" (the payout limit cut {written(event.cut)})"
    return line


def to_the_part_of_a_cent(exact: Exact) -> str:
    part = exact.value - exact.shown
    return written(exact.shown) + (f" and {part} cent" if part else "")


PREPARED = {  # the steps of opening a table
    "inspect": "each back and side inspected",
    "verify": "inspection verified",
    "spread": "spread face up for the players",
    "view": "the first player had time to look",
    "face_down": "turned face down",
    "wash": "washed",
    "stack": "stacked",
}


def shuffled(event: ev.DeckShuffled) -> str:
    counted = f", which counts {cards(event.counted)}" if event.counted is not None else ""
    return f"The {event.deck} deck is shuffled by {'machine' if event.by_machine else 'hand'}{counted}"


def names(players: Iterable[str]) -> str:
    return ", ".join(sorted(players))


def failed(event: ev.DeviceFailed) -> str:
    again = f"; to be shuffled again: {', '.join(event.decks)}" if event.decks else ""
    return f"The {event.device} failed{' and cannot be used' if event.dead else ''}{again}"


def voided(event: ev.RoundVoided) -> str:
    saved = f"; settled all the same: {', '.join(map(wager_name, event.settles))}" if event.settles else ""
    return f"Round {event.round} is void: {event.reason}{saved}"


TELL: dict[type[Event], Callable[[Any], str]] = {
    ev.SeatTaken: lambda e: f"{e.player} takes seat {e.seat}",
    ev.SeatLeft: lambda e: f"{e.player} leaves seat {e.seat}",
    ev.BoughtIn: lambda e: f"{e.player} buys in for {written(e.cents)}",
    ev.CashedOut: lambda e: f"{e.player} cashes out {written(e.cents)}",
    ev.WagerPlaced: lambda e: f"Seat {e.seat}: {wager_name(e.wager)} {written(e.cents)} placed",
    ev.WagerTakenBack: lambda e: f"Seat {e.seat}: {wager_name(e.wager)} {written(e.cents)} taken back",
    ev.BetsClosed: lambda e: f"No more bets: round {e.round}, {seats(e.seats)} in play",
    ev.ProgressiveLocked: lambda e: f"Progressive system locked; it has {seats(e.seats)}",
    ev.MeterContributed: lambda e: f"The {e.meter} meter gains {to_the_part_of_a_cent(e.amount)}",
    ev.ChipsCollected: lambda e: (
        f"{wager_name(e.wager)} chips collected and counted: {e.chips}, {written(e.cents)}"
    ),
    ev.ChipReturned: lambda e: (
        f"Seat {e.seat}: {wager_name(e.wager)} {written(e.cents)} was not accepted and goes back"
    ),
    ev.LammersPlaced: lambda e: f"{wager_name(e.wager)} lammers placed at {seats(e.seats)}",
    ev.ChipsBanked: lambda e: f"{wager_name(e.wager)} chips to the tray: {written(e.cents)}",
    ev.CardsDealt: dealt,
    ev.CardsNamed: named,
    ev.CardsTurned: turned,
    ev.StubRacked: lambda e: f"The stub of {cards(e.cards)} goes to the discard rack",
    ev.Decided: lambda e: f"Seat {e.seat}, {e.question}: {e.choice}",
    ev.HandKept: lambda e: f"Seat {e.seat}'s cards stay under its side wagers",
    ev.HandMucked: lambda e: f"Seat {e.seat}'s cards go to the discard rack",
    ev.DealerRevealed: revealed,
    ev.HandShown: lambda e: f"Seat {e.seat} shows {show_cards(e.cards)}: {e.words}",
    ev.WagerSettled: settled,
    ev.ProgressiveAwaits: lambda e: f"Seat {e.seat} has won the progressive: a floorperson validates it",
    ev.ProgressiveValidated: lambda e: f"Seat {e.seat}: progressive win validated by {e.by}",
    ev.MeterReset: lambda e: f"The house puts {written(e.cents)} on the {e.meter} meter",
    ev.EnvyPaid: lambda e: f"Seat {e.seat}: Envy Bonus {written(e.cents)} for seat {e.holder}'s hand",
    ev.SeatSettled: lambda e: f"Seat {e.seat} is settled",
    ev.CardsRacked: lambda e: f"To the discard rack, in order: {', '.join(map(place_name, e.places))}",
    ev.HiddenCardsShown: lambda e: (
        "Kept for those who watch: "
        + "; ".join(f"{owned(place)} {show_cards(hidden)}" for place, hidden in e.cards.items())
    ),
    ev.RoundEnded: lambda e: f"Round {e.round} is over",
    # the cards before they are dealt
    ev.DecksReceived: lambda e: (
        f"Decks received: {', '.join(e.backs)}{', inspected and shuffled already' if e.prepared else ''}"
    ),
    ev.DeckPrepared: lambda e: f"The {e.deck} deck: {PREPARED.get(e.step, e.step)}",
    ev.DeckShuffled: shuffled,
    ev.DeckCut: lambda e: f"The {e.deck} deck is cut at {cards(e.depth)}",
    ev.RecutOrdered: lambda e: f"The floor orders the {e.deck} deck cut again: {e.reason}",
    ev.ShuffleOrdered: lambda e: f"The floor orders the {e.deck} deck shuffled again: {e.reason}",
    ev.DeckLoaded: lambda e: f"The {e.deck} deck is ready to deal",
    ev.DeckRemoved: lambda e: f"The {e.deck} deck leaves the table: {e.reason}",
    ev.TableIdle: lambda e: (
        f"No play: the cards lie spread face {'up' if e.face_up else 'down'} ({', '.join(e.decks)})"
    ),
    ev.DealCommitted: lambda e: (
        f"Deal {e.deal} of round {e.round} is fixed under {e.root}"
        f"{f', with {names(e.fixed)} taking part' if e.fixed else ''}"
    ),
    ev.DealMixed: lambda e: (
        f"Deal {e.deal} of round {e.round} is mixed by {names(e.reveals) if e.reveals else 'nobody'}"
    ),
    ev.DealDiscarded: lambda e: (
        f"Deal {e.deal} of round {e.round} is discarded: {names(e.missing)} did not reveal"
    ),
    ev.StubCounted: lambda e: f"Stub counted: {cards(e.cards)}, {'right' if e.right else 'wrong'}",
    ev.CardsRecounted: lambda e: f"All cards counted: {e.total}; {misdealt(e)} misdealt",
    ev.DeckDefective: lambda e: f"The {e.deck} deck is defective, says {e.by}: {e.reason}",
    # irregularities
    ev.FaceUpFound: lambda e: f"Found face up in the deck and discarded: {show_cards(e.cards)}",
    ev.CardExposed: lambda e: f"Exposed too early at {place_name(e.place)}: {e.card}",
    ev.WrongNumber: lambda e: f"Wrong number at {place_name(e.place)}: {cards(e.cards)}",
    ev.DrawnInError: lambda e: "A card drawn in error, unseen, stays the next card",
    ev.DeviceFailed: failed,
    ev.DeviceHandled: lambda e: f"The {e.device} is {e.how}",
    ev.MethodSwitched: lambda e: f"The table goes on with dealing: {e.dealing}, shuffler: {e.shuffler}",
    ev.RulingAsked: lambda e: (
        f"Left to the floor: {e.matter.replace('_', ' ')}{f', {e.detail}' if e.detail else ''}; "
        f"else {e.default.replace('_', ' ')}"
    ),
    ev.Ruled: lambda e: (
        f"Ruling on {e.matter.replace('_', ' ')} by {e.by}: {e.outcome.replace('_', ' ')}, {e.reason}"
    ),
    ev.MeterTakenBack: lambda e: f"The {e.meter} meter goes back by {to_the_part_of_a_cent(e.amount)}",
    ev.RoundVoided: voided,
    # supervision
    ev.SeatForfeited: lambda e: f"Seat {e.seat}: wagers forfeited by {e.by}'s word: {e.reason}",
    ev.ActedFor: lambda e: f"Seat {e.seat} does not act; {e.by} acts for it: {e.reason}",
    ev.SettlementReversed: lambda e: (
        f"Round {e.round}, seat {e.seat}: {written(e.cents)} on {wager_name(e.wager)} taken back "
        f"by {e.by}{on_meter(e, 'to', 'the house takes', 'out')}: {e.reason}"
    ),
    ev.SettlementCorrected: lambda e: (
        f"Round {e.round}, seat {e.seat}: {wager_name(e.wager)} {written(e.staked)} corrected by {e.by}, "
        f"{written(e.returned)} back{on_meter(e, 'from', 'the house puts', 'on it')}: {e.reason}"
    ),
    ev.EnvyReversed: lambda e: (
        f"Round {e.round}, seat {e.seat}: Envy Bonus {written(e.cents)} for seat {e.holder}'s hand "
        f"taken back by {e.by}: {e.reason}"
    ),
    ev.EnvyCorrected: lambda e: (
        f"Round {e.round}, seat {e.seat}: Envy Bonus for seat {e.holder}'s hand corrected by {e.by}, "
        f"{written(e.cents)}: {e.reason}"
    ),
    ev.WagerReopened: lambda e: (
        f"Seat {e.seat}: {wager_name(e.wager)} {written(e.staked)} is at risk again"
        f"{f', {written(e.returned)} taken back' if e.returned else ''}"
        f"{on_meter(e, 'to', 'the house takes', 'out')}"
    ),
    ev.HandReopened: lambda e: f"Settlement goes on again from seat {e.seat}: {e.reason}",
    ev.HandReturned: lambda e: f"Seat {e.seat}'s cards come back from the discard rack",
    ev.PlayerOwes: lambda e: f"{e.player} owes the house {written(e.cents)}",
    ev.DecisionCorrected: lambda e: (
        f"Seat {e.seat}, {e.question}: {e.choice}, not {e.was}; {e.by}: {e.reason}"
    ),
    ev.NamingCorrected: lambda e: (
        f"At {place_name(e.place)}, card {e.index + 1} was {e.card}, not {e.was}; {e.by}: {e.reason}"
    ),
    ev.LinkLost: lambda e: f"The progressive system cannot be reached: {e.reason}",
    ev.LinkRestored: lambda e: "The progressive system is back",
    ev.RulesChanged: lambda e: f"New rules for {title(e.choices.game)}, by {e.by}",
    ev.Attested: lambda e: f"{e.by} vouches for {e.clause}{f': {e.note}' if e.note else ''}",
}

_ABOUT = frozenset(Event.__struct_fields__)
_CENTS = frozenset({"cents", "staked", "returned", "cut"})


def plainly(event: Event) -> str:
    """Any event at all: its name in words, then what it holds."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).capitalize()
    told = []
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if field in _ABOUT or value is None or value in ((), {}, ""):
            continue
        told.append(f"{field.replace('_', ' ')} {_plain(field, value)}")
    return f"{words}: {', '.join(told)}" if told else words


def _plain(field: str, value: object) -> str:
    if field in _CENTS and isinstance(value, int):
        return written(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return " ".join("??" if item is None else _plain(field, item) for item in value)
    if isinstance(value, dict):
        return " ".join(f"{key} {_plain(field, item)}" for key, item in value.items())
    return str(value)


def say(event: Event) -> str:
    """One line to somebody who may know it."""
    return TELL.get(type(event), plainly)(event)


Names = Mapping[str, str]  # a player's id -> the name that they gave at the table, which all there may see
NOBODYS: Names = {}


def tell(event: Event, names: Names = NOBODYS) -> str:
    """One line, without its citations."""
    return say(by_name(event, names)) + aside(event, names)


def called(player: str, names: Names) -> str:
    """By name and id: two of one name are two people."""
    return f"{names[player]} ({player})" if player in names else player


def by_name(event: Event, names: Names) -> Event:
    player = getattr(event, "player", "")
    return replace(event, player=called(player, names)) if player in names else event


def aside(event: Event, names: Names = NOBODYS) -> str:
    """Who alone may know it, when that is not everyone."""
    if "everyone" in event.audience:
        return ""
    if not event.audience:
        return " (face down)"
    told = (name.partition(":")[2] or name for name in event.audience)
    return f" (for {', '.join(names.get(name, name) for name in told)} alone)"


def citations(event: Event) -> str:
    """The clauses, the game named once, and after them the readings: "[uth/11.H.3.b 12.A; U-08]"."""
    told: list[str] = []
    game = ""
    for clause in dict.fromkeys(event.clauses):
        prefix, _, number = clause.partition("/")
        told.append(number if prefix == game else clause)
        game = prefix
    parts = [" ".join(told)] if told else []
    if event.readings:
        parts.append(" ".join(dict.fromkeys(event.readings)))
    return f"[{'; '.join(parts)}]" if parts else ""


def transcript(events: Iterable[Event], names: Names = NOBODYS) -> str:
    """A line for every event, with what it rests on in the column at the right; players by their names where
    they are known."""
    lines = []
    for event in events:
        line = printable(tell(event, names), LONGEST)  # one line, whatever a name holds
        cited = citations(event)
        if not cited:
            lines.append(line)
        elif len(line) < COLUMN:
            lines.append(f"{line.ljust(COLUMN)} {cited}")
        else:
            lines += [line, f"{'':{COLUMN}} {cited}"]
        if isinstance(event, ev.RoundEnded | ev.SeatSettled | ev.BetsClosed | ev.StubRacked):
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"

"""A transcript of a round: one line per event, with its clauses and readings beside it."""

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
from croupier.table.events import TableEvent

LONGEST = 2000  # characters of a line; no event needs more
COLUMN = 76  # the column of the citations; after a longer line they go on the next line

PLACES = {
    BOARD: "the board",
    BOX: "the box",
    DEALER: "the dealer",
    BURN: "the burn pile",
    ASIDE: "the card set aside",
}


def wager_name(wager: str) -> str:
    """A wager's display name: words and digits separated, each word capitalized."""
    words = re.sub(r"(?<=[a-z])(?=\d)", " ", wager.replace("_", " ")).title()
    return words.replace(" The ", " the ")


def place_name(place: str) -> str:
    return f"seat {place[4:]}" if place.startswith("seat") else PLACES.get(place, place)


def owned(place: str) -> str:
    """The name of a place's cards, in the plural: "seat 2's cards", "board cards"."""
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
    """Describe a deal. Equal stacks are combined: "1 card each to seats 1, 2 and the dealer"."""
    runs: list[tuple[int, list[str]]] = []
    for place, count in event.deliveries:
        name = place_name(place)
        if runs and runs[-1][0] == count and name not in runs[-1][1]:
            runs[-1][1].append(name)
        else:
            runs.append((count, [name]))
    told: list[tuple[str, int]] = []  # a repeated circle is counted instead of listed again
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


def on_meter(event: Undone, meter: str, house: str) -> str:
    """Describe the meter side of a correction, and the amount that the house adds or removes."""
    if event.from_meter is None:
        return ""
    refill = f", {written(event.refill)} {house} by the house" if event.refill else ""
    return f", {meter} the {event.from_meter} meter{refill}"


def settled(event: ev.WagerSettled) -> str:
    wager = f"Seat {event.seat}: {wager_name(event.wager)} {written(event.staked)}"
    match event.result:
        case "win":
            line = f"{wager} wins {event.pays}, {written(event.returned)} returned"
        case "lose":
            paid = f", {written(event.returned)} returned ({event.pays})" if event.returned else ""
            return f"{wager} loses{paid}"
        case "push":
            return f"{wager} pushes"
        case "forfeit":
            return f"{wager} is forfeited"
        case _:
            line = f"{wager} is returned"
            return line if event.returned == event.staked else f"{line}: {written(event.returned)}"
    if event.from_meter is not None:
        line += f" from the {event.from_meter} meter"
    if event.cut:
        line += f" (reduced by {written(event.cut)} under the payout limit)"
    return line


def to_the_part_of_a_cent(exact: Exact) -> str:
    part = exact.value - exact.shown
    return written(exact.shown) + (f" and {part} cent" if part else "")


PREPARED = {  # the steps of opening a table
    "inspect": "every back and side inspected",
    "verify": "inspection verified",
    "spread": "spread face up for the players",
    "view": "first player given time to look",
    "face_down": "turned face down",
    "wash": "washed",
    "stack": "stacked",
}


def shuffled(event: ev.DeckShuffled) -> str:
    counted = f", which counted {cards(event.counted)}" if event.counted is not None else ""
    return f"The {event.deck} deck is shuffled by {'machine' if event.by_machine else 'hand'}{counted}"


def names(players: Iterable[str]) -> str:
    return ", ".join(sorted(players))


def failed(event: ev.DeviceFailed) -> str:
    again = f"; shuffle again: {', '.join(event.decks)}" if event.decks else ""
    return f"The {event.device} failed{' and cannot be used' if event.dead else ''}{again}"


def voided(event: ev.RoundVoided) -> str:
    saved = f"; still settled: {', '.join(map(wager_name, event.settles))}" if event.settles else ""
    return f"Round {event.round} is void: {event.reason}{saved}"


TELL: dict[type[TableEvent], Callable[[Any], str]] = {
    ev.SeatTaken: lambda e: f"{e.player} takes seat {e.seat}",
    ev.SeatLeft: lambda e: f"{e.player} leaves seat {e.seat}",
    ev.BoughtIn: lambda e: f"{e.player} buys in for {written(e.cents)}",
    ev.CashedOut: lambda e: f"{e.player} cashes out {written(e.cents)}",
    ev.WagerPlaced: lambda e: f"Seat {e.seat}: {wager_name(e.wager)} {written(e.cents)} placed",
    ev.WagerTakenBack: lambda e: f"Seat {e.seat}: {wager_name(e.wager)} {written(e.cents)} taken back",
    ev.BetsClosed: lambda e: f"No more bets: round {e.round}, {seats(e.seats)} in play",
    ev.ProgressiveLocked: lambda e: f"Progressive system locked with wagers from {seats(e.seats)}",
    ev.MeterContributed: lambda e: f"The {e.meter} meter gains {to_the_part_of_a_cent(e.amount)}",
    ev.ChipsCollected: lambda e: (
        f"{wager_name(e.wager)} chips collected and counted: {e.chips}, worth {written(e.cents)}"
    ),
    ev.ChipReturned: lambda e: (
        f"Seat {e.seat}: {wager_name(e.wager)} {written(e.cents)} not accepted and returned"
    ),
    ev.LammersPlaced: lambda e: f"{wager_name(e.wager)} lammers placed at {seats(e.seats)}",
    ev.ChipsBanked: lambda e: f"{wager_name(e.wager)} chips moved to the tray: {written(e.cents)}",
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
    ev.ProgressiveAwaits: lambda e: (
        f"Seat {e.seat} won the progressive; waiting for a floorperson to validate it"
    ),
    ev.ProgressiveValidated: lambda e: f"Seat {e.seat}: progressive win validated by {e.by}",
    ev.MeterReset: lambda e: f"The house adds {written(e.cents)} to the {e.meter} meter",
    ev.EnvyPaid: lambda e: f"Seat {e.seat}: Envy Bonus {written(e.cents)} for seat {e.holder}'s hand",
    ev.SeatSettled: lambda e: f"Seat {e.seat} is settled",
    ev.CardsRacked: lambda e: (
        f"Cards placed in the discard rack, in order: {', '.join(map(place_name, e.places))}"
    ),
    ev.HiddenCardsShown: lambda e: (
        "Unseen cards on record: "
        + "; ".join(f"{owned(place)} {show_cards(hidden)}" for place, hidden in e.cards.items())
    ),
    ev.RoundEnded: lambda e: f"Round {e.round} is over",
    # the cards before they are dealt
    ev.DecksReceived: lambda e: (
        f"Decks received: {', '.join(e.backs)}{', already inspected and shuffled' if e.prepared else ''}"
    ),
    ev.DeckPrepared: lambda e: f"The {e.deck} deck: {PREPARED.get(e.step, e.step)}",
    ev.DeckShuffled: shuffled,
    ev.DeckCut: lambda e: f"The {e.deck} deck is cut at {cards(e.depth)}",
    ev.RecutOrdered: lambda e: f"The floor orders the {e.deck} deck cut again: {e.reason}",
    ev.ShuffleOrdered: lambda e: f"The floor orders the {e.deck} deck shuffled again: {e.reason}",
    ev.DeckLoaded: lambda e: f"The {e.deck} deck is ready to deal",
    ev.DeckRemoved: lambda e: f"The {e.deck} deck leaves the table: {e.reason}",
    ev.TableIdle: lambda e: (
        f"No play: cards are spread face {'up' if e.face_up else 'down'} ({', '.join(e.decks)})"
    ),
    ev.DealCommitted: lambda e: (
        f"Deal {e.deal} of round {e.round} is committed under {e.root}"
        f"{f', with {names(e.fixed)} taking part' if e.fixed else ''}"
    ),
    ev.DealMixed: lambda e: (
        f"Deal {e.deal} of round {e.round} is mixed "
        f"{f'with the numbers of {names(e.reveals)}' if e.reveals else 'without numbers from players'}"
    ),
    ev.DealDiscarded: lambda e: (
        f"Deal {e.deal} of round {e.round} is discarded: {names(e.missing)} did not reveal a number"
    ),
    ev.StubCounted: lambda e: f"Stub counted: {cards(e.cards)}, {'correct' if e.right else 'wrong'}",
    ev.CardsRecounted: lambda e: f"All cards counted: {e.total}; {misdealt(e)} misdealt",
    ev.DeckDefective: lambda e: f"The {e.deck} deck is declared defective by {e.by}: {e.reason}",
    # irregularities
    ev.FaceUpFound: lambda e: f"Found face up in the deck and discarded: {show_cards(e.cards)}",
    ev.CardExposed: lambda e: f"Card exposed too early at {place_name(e.place)}: {e.card}",
    ev.WrongNumber: lambda e: f"Wrong number of cards at {place_name(e.place)}: {e.cards}",
    ev.DrawnInError: lambda e: "A card was drawn in error; no one saw it, and it remains the next card",
    ev.DeviceFailed: failed,
    ev.DeviceHandled: lambda e: f"The {e.device} is {e.how}",
    ev.MethodSwitched: lambda e: f"The table continues with dealing: {e.dealing}, shuffler: {e.shuffler}",
    ev.RulingAsked: lambda e: (
        f"Floor ruling needed: {e.matter.replace('_', ' ')}{f', {e.detail}' if e.detail else ''}; "
        f"default: {e.default.replace('_', ' ')}"
    ),
    ev.Ruled: lambda e: (
        f"Ruling on {e.matter.replace('_', ' ')} by {e.by}: {e.outcome.replace('_', ' ')}, {e.reason}"
    ),
    ev.MeterTakenBack: lambda e: f"The {e.meter} meter is reduced by {to_the_part_of_a_cent(e.amount)}",
    ev.RoundVoided: voided,
    # supervision
    ev.SeatForfeited: lambda e: f"Seat {e.seat}: wagers declared forfeit by {e.by}: {e.reason}",
    ev.ActedFor: lambda e: f"Seat {e.seat} did not act; {e.by} acted for it: {e.reason}",
    ev.SettlementReversed: lambda e: (
        f"Round {e.round}, seat {e.seat}: {wager_name(e.wager)} payment of {written(e.cents)} reversed "
        f"by {e.by}{on_meter(e, 'put back on', 'removed')}: {e.reason}"
    ),
    ev.SettlementCorrected: lambda e: (
        f"Round {e.round}, seat {e.seat}: {wager_name(e.wager)} {written(e.staked)} corrected by {e.by}, "
        f"{written(e.returned)} returned{on_meter(e, 'paid from', 'added')}: {e.reason}"
    ),
    ev.EnvyReversed: lambda e: (
        f"Round {e.round}, seat {e.seat}: Envy Bonus {written(e.cents)} for seat {e.holder}'s hand "
        f"reversed by {e.by}: {e.reason}"
    ),
    ev.EnvyCorrected: lambda e: (
        f"Round {e.round}, seat {e.seat}: Envy Bonus for seat {e.holder}'s hand corrected to "
        f"{written(e.cents)} by {e.by}: {e.reason}"
    ),
    ev.WagerReopened: lambda e: (
        f"Seat {e.seat}: {wager_name(e.wager)} {written(e.staked)} is at risk again"
        f"{f', {written(e.returned)} taken back' if e.returned else ''}"
        f"{on_meter(e, 'put back on', 'removed')}"
    ),
    ev.HandReopened: lambda e: f"Settlement resumes at seat {e.seat}: {e.reason}",
    ev.HandReturned: lambda e: f"Seat {e.seat}'s cards are taken back from the discard rack",
    ev.PlayerOwes: lambda e: f"{e.player} owes the house {written(e.cents)}",
    ev.DecisionCorrected: lambda e: (
        f"Seat {e.seat}, {e.question}: corrected from {e.was} to {e.choice} by {e.by}: {e.reason}"
    ),
    ev.NamingCorrected: lambda e: (
        f"Card {e.index + 1} at {place_name(e.place)} corrected from {e.was} to {e.card} by {e.by}: "
        f"{e.reason}"
    ),
    ev.LinkLost: lambda e: f"The progressive system cannot be reached: {e.reason}",
    ev.LinkRestored: lambda e: "The progressive system is available again",
    ev.RulesChanged: lambda e: f"Rules of {title(e.choices.game)} changed by {e.by}",
    ev.Attested: lambda e: f"{e.by} confirms {e.clause}{f': {e.note}' if e.note else ''}",
}

_ABOUT = frozenset(TableEvent.__struct_fields__)
_CENTS = frozenset({"cents", "staked", "returned", "cut"})


def plainly(event: TableEvent) -> str:
    """Describe any event: its name in words, then its fields."""
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


def say(event: TableEvent) -> str:
    """Describe an event in one line, for a reader who may see all of it."""
    return TELL.get(type(event), plainly)(event)


Names = Mapping[str, str]  # a player's id -> the name given at the table, which is public there
NOBODYS: Names = {}


def tell(event: TableEvent, names: Names = NOBODYS) -> str:
    """Describe an event in one line, without citations."""
    return say(by_name(event, names)) + aside(event, names)


def called(player: str, names: Names) -> str:
    """A player by name and id, because two players may have the same name."""
    return f"{names[player]} ({player})" if player in names else player


def by_name(event: TableEvent, names: Names) -> TableEvent:
    player = getattr(event, "player", "")
    return replace(event, player=called(player, names)) if player in names else event


def aside(event: TableEvent, names: Names = NOBODYS) -> str:
    """The audience of the event, if it is not everyone."""
    if "everyone" in event.audience:
        return ""
    if not event.audience:
        return " (face down)"
    told = (name.partition(":")[2] or name for name in event.audience)
    return f" (visible only to {', '.join(names.get(name, name) for name in told)})"


def citations(event: TableEvent) -> str:
    """The clauses, with the game named once, then the readings: "[uth/11.H.3.b 12.A; U-08]"."""
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


def transcript(events: Iterable[TableEvent], names: Names = NOBODYS) -> str:
    """One line per event, with its citations in a column at the right, and players by name if known."""
    lines = []
    for event in events:
        line = printable(tell(event, names), LONGEST)  # one line, whatever a name contains
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

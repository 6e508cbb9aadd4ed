"""Combine a table with the facts that it cannot know: real cards, players who have left, and unpaid wins.

The state machine knows only its commands. A world also contains the true cards, with which the test judges
the end of a round. An end is lawful if the players were paid by the real cards, or if the round was void and
every wager was returned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from croupier.cards import Card, parse_cards
from croupier.games import game as game_of
from croupier.games import script
from croupier.games.game import Rack, Settle, Showdown, seat_place
from croupier.meters.amounts import Exact, MeterReading
from croupier.rulebook import Dollars, MeterShare
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.acts.metering import meters_of, wants_reading
from croupier.table.acts.settlement import envy_winners, money, staked_on_progressive
from croupier.table.commands import TableCommand
from croupier.table.machine import decide, fold
from croupier.table.state import BETTING, FACE_UP, TableState, open_table
from tests.helpers.pit import rules_for
from tests.helpers.table_help import EVERYTHING, MAIN, SIDES, STAY, record
from tests.helpers.table_help import seat as written_seat

replace = msgspec.structs.replace

# These cards make every kind of ending possible. Seat 1 wins everything, and seat 2 wins little or nothing.
HANDS: dict[str, dict[str, dict[str, str]]] = {
    "uth": {
        "wins": {"seat 1": "9h 8h", "seat 2": "As 4s", "dealer": "Kc Kd", "board": "7h 6h 5h 2c 3d"},
        "loses": {"seat 1": "2d 7s", "seat 2": "Qs Qd", "dealer": "Kc Kd", "board": "Ah 9c 6s Jd 3c"},
        "ties": {"seat 1": "2c 3d", "seat 2": "4c 5d", "dealer": "7c 8d", "board": "Ah Kh Qh Jh Th"},
    },
    "letitride": {
        "wins": {"seat 1": "Th Jh Qh", "seat 2": "2c 7d 9s", "board": "Kh Ah"},
        "loses": {"seat 1": "2d 7s 9c", "seat 2": "Qs Qd 4c", "board": "Ah 3s"},
        "ties": {"seat 1": "Ts Td 9c", "seat 2": "Qs Qd Qc", "board": "Ah 3s"},
    },
    "dragon": {
        "wins": {"seat 1": "Dr Dr Dr", "seat 2": "Ra Mo Pa", "dealer": "Ti Ti Pa"},
        "loses": {"seat 1": "Ra Mo Pa", "seat 2": "Dg Ph Ph", "dealer": "Ti Ti Pa"},
        "ties": {"seat 1": "Ti Ti Pa", "seat 2": "Db Db Db", "dealer": "Ti Ti Pa"},
    },
    "topfive": {
        "wins": {
            "seat 1": "Ah Kh Qh Jh Th 2c 3d",
            "seat 2": "4s 5s 6s 7s 8c 9c 2d",
            "dealer": "Kc Qd Js 9d 4c 3c 2s",
        },
        "loses": {
            "seat 1": "4s 5s 6d 7s 8c 9c 2d",
            "seat 2": "Ah Kh Qh 8h Th 2c 3d",
            "dealer": "Kc Qd Js 9d 4c 3c 2s",
        },
        "ties": {
            "seat 1": "Ah Kh Qh Jc 3d 4d 5h",
            "seat 2": "6h 7h 8h 9d 9c 2h 3h",
            "dealer": "As Ks Qs Jd 3c 4c 5c",
        },
    },
}
PURSE = 1_000_000
METER = 5_000_000  # every meter's amount, in cents


class Scene(msgspec.Struct, frozen=True):
    """The setup of one walk: game, dealing method, number of players and mishaps per round."""

    game: str
    dealing: str
    seats: int = 1
    live: bool = False
    hands: str = "wins"
    sides: bool = True  # make all of the game's wagers, or only the main wagers
    mishaps: int = -1  # how many per round, or negative for no limit
    decks: int = 1
    shuffler: str = "counting"
    electronic: bool = False
    held: bool = False  # the device holds the dealer's cards, or a third community card
    readings: tuple[tuple[str, str], ...] = ()  # readings that differ from the default
    uncounted: int = 0  # rounds since the stub was last counted
    twin: tuple[str, ...] = ()  # positions of a defective deck's duplicate card, if any

    def __str__(self) -> str:
        words = [self.game, self.dealing, f"{self.seats} seat{'s' * (self.seats > 1)}"]
        words.append("live" if self.live else "virtual")
        words.append(self.hands)
        words.append("every wager" if self.sides else "main wagers")
        if self.decks == 2:
            words.append("two decks")
        if self.electronic:
            words.append("electronic")
        if self.twin:
            words.append(f"a card twice, at {' and '.join(self.twin)}")
        if self.mishaps >= 0:
            words.append(f"{self.mishaps} mishap{'s' * (self.mishaps != 1)}")
        return ", ".join(words)


class World(msgspec.Struct, frozen=True):
    scene: Scene
    state: TableState
    order: tuple[Card, ...]  # the true deck, from the top card down
    drawn: int = 0
    truth: dict[str, tuple[Card, ...]] = {}  # the true cards by position, including mucked hands
    stakes: dict[tuple[int, str], int] = {}
    early: frozenset[tuple[int, str]] = frozenset()  # wagers that ended before the showdown
    base: dict[str, int] = {}  # each player's chips before the round
    absent: tuple[int, ...] = ()  # seats whose players have walked away
    refused_chip: int = 0  # seat whose chip is missing or was not accepted by the progressive system
    left: int = -1  # how many mishaps may still happen, or negative for any number
    over: bool = False  # whether the round has ended
    was_void: ev.RoundVoided | None = None
    showdowns: tuple[tuple[int, Showdown], ...] = ()  # the true hands at the end of the round
    envy_owed: tuple[tuple[int, int, int], ...] = ()  # seat, holder, cents


def true_order(scene: Scene) -> tuple[Card, ...]:
    game = scene.game
    bets = {**MAIN[game], **(SIDES[game] if scene.sides else {})}
    laid = dict(HANDS[game][scene.hands])
    if scene.seats == 1:
        del laid["seat 2"]
    written = record(
        game,
        [written_seat(n + 1, bets, STAY[game]) for n in range(scene.seats)],
        dealing=scene.dealing,
        laid=laid,
    )
    from tests.independent.dealing import places, whole_deck

    order = whole_deck(game, written["deck"])
    if scene.twin:
        where = places(written)
        first, second = (where.index(place) for place in scene.twin)
        order[second] = order[first]
    deck = game_of(game).deck
    return tuple(parse_cards(card, deck)[0] for card in order)


def opening(scene: Scene) -> World:
    """Return a world with bets placed, just before "no more bets"."""
    choices: dict[str, Any] = {
        "decks": scene.decks,
        "shuffler": scene.shuffler,
        "electronic": scene.electronic,
        "readings": dict(scene.readings),
    }
    if scene.held:
        choices |= {"community_stack": 3} if scene.game == "letitride" else {"dealer_cards": "held"}
    state = open_table(rules_for(scene.game, scene.dealing, EVERYTHING[scene.game], **choices))
    state = replace(state, care=replace(state.care, uncounted=scene.uncounted))
    world = World(scene, state, true_order(scene), left=scene.mishaps)
    bets = {**MAIN[scene.game], **(SIDES[scene.game] if scene.sides else {})}
    for number in range(1, scene.seats + 1):
        name = f"p{number}"
        world = follow(world, do.SitDown(seat=number, player=name, by=f"player:{name}"))
        world = follow(world, do.BuyIn(player=name, cents=PURSE, by="dealer"))
        cents = {wager: 100 * dollars for wager, dollars in bets.items()}
        world = follow(world, do.Bet(seat=number, wagers=cents, round=world.state.round.number))
    return replace(world, left=scene.mishaps)


def follow(world: World, command: TableCommand) -> World:
    """Return the world after a command. Refusals by the state machine are raised."""
    return after(world, decide(world.state, with_meters(world.state, command)))


def with_meters(state: TableState, command: TableCommand) -> TableCommand:
    """Add constant meter readings to a command that needs them."""
    if not wants_reading(state, command):
        return command
    return replace(command, meters=dict.fromkeys(meters_of(state), MeterReading(Exact(METER))))


def after(world: World, events: tuple[ev.TableEvent, ...]) -> World:
    at_showdown = isinstance(world.state.phase, Settle)
    state = fold(world.state, events)
    for event in events:
        world = truly(world, event, at_showdown)
    moved = replace(world, state=state)
    if isinstance(state.phase, Rack):
        moved = replace(moved, showdowns=true_hands(moved), envy_owed=true_envy(moved))
    return moved


def truly(world: World, event: ev.TableEvent, at_showdown: bool) -> World:
    """Update the truth according to an event."""
    match event:
        case ev.CardsDealt():
            truth, drawn = dict(world.truth), world.drawn
            for place, count in event.deliveries:
                truth[place] = truth.get(place, ()) + world.order[drawn : drawn + count]
                drawn += count
            return replace(world, truth=truth, drawn=drawn)
        case ev.FaceUpFound():
            drawn = world.drawn + len(event.cards)
            found = world.truth.get(FACE_UP, ()) + world.order[world.drawn : drawn]
            return replace(world, truth={**world.truth, FACE_UP: found}, drawn=drawn)
        case ev.WagerPlaced():
            return replace(world, stakes={**world.stakes, (event.seat, event.wager): event.cents})
        case ev.WagerReopened():
            return replace(world, early=world.early - {(event.seat, event.wager)})
        case ev.WagerTakenBack() | ev.ChipReturned():
            left = {key: cents for key, cents in world.stakes.items() if key != (event.seat, event.wager)}
            refused = 0 if isinstance(event, ev.ChipReturned) else world.refused_chip
            return replace(world, stakes=left, refused_chip=refused)
        case ev.WagerSettled() if not at_showdown or event.result == "forfeit":
            return replace(world, early=world.early | {(event.seat, event.wager)})
        case ev.BoughtIn():
            return with_base(world, event.player, event.cents)
        case ev.CashedOut():
            return with_base(world, event.player, -event.cents)
        case ev.RoundVoided():
            return replace(world, was_void=event)
        case ev.RoundEnded():
            return replace(world, over=True)
    return world


def with_base(world: World, player: str, cents: int) -> World:
    return replace(world, base={**world.base, player: world.base.get(player, 0) + cents})


def true_hands(world: World) -> tuple[tuple[int, Showdown], ...]:
    """Return each seat's real hand at the showdown, with its open wagers."""
    return tuple((seat, true_showdown(world, seat)) for seat in world.state.round.in_play)


def true_showdown(world: World, seat: int) -> Showdown:
    void = world.was_void
    wagers = {
        wager: cents
        for (there, wager), cents in world.stakes.items()
        if there == seat and (there, wager) not in world.early and (void is None or wager in void.settles)
    }
    truth = world.truth
    return Showdown(
        wagers,
        seat in world.state.round.folded,
        truth.get(seat_place(seat), ()),
        truth.get("board", ()),
        truth.get("box", ()),
        truth.get("dealer", ()),
    )


def true_envy(world: World) -> tuple[tuple[int, int, int], ...]:
    state = world.state
    progressive = state.rules.progressive
    if progressive is None or progressive.envy is None or world.was_void:
        return ()
    owed = []
    for holder in state.round.in_play:
        hand = true_showdown(world, holder)
        for winner in envy_winners(state, holder):
            found = state.game.envy(state.rules, hand, staked_on_progressive(state, winner))
            if found is not None and type(found[0].pays) is Dollars:
                owed.append((winner, holder, found[0].pays.cents))
    return tuple(owed)


def settled_of(world: World) -> dict[tuple[int, str], Any]:
    """Return the latest result of each wager and the total returned."""
    settled = world.state.previous if world.over else world.state.round.settled
    returned: Counter[tuple[int, str]] = Counter()
    last: dict[tuple[int, str], Any] = {}
    for one in settled:
        returned[one.seat, one.wager] += one.returned
        last[one.seat, one.wager] = one
    return {key: (returned[key], one) for key, one in last.items()}


def unpaid(world: World) -> Iterator[tuple[int, str, int, str]]:
    """Yield each wrongly paid wager: seat, wager, right amount, and the row if a meter pays it."""
    state = world.state
    said = settled_of(world)
    for seat, table in world.showdowns:
        for verdict in state.game.settle(state.rules, table) if table.wagers else ():
            key = (seat, verdict.wager)
            returned, last = said.get(key, (0, None))
            if type(verdict.pays) is MeterShare and verdict.result == "win":
                if last is None or last.from_meter != verdict.pays.meter:
                    rows = {row.clause for row in state.rules.paytable("progressive").rows}
                    yield seat, verdict.wager, 0, next(c for c in verdict.clauses if c in rows)
                continue
            due = money(
                replace(state, round=replace(state.round, void=None)), seat, "", table, verdict, {}
            ).returned
            if returned != due or (last is not None and last.from_meter):
                yield seat, verdict.wager, due, ""


def unpaid_envy(world: World) -> Iterator[tuple[int, int, int]]:
    envy = world.state.previous_envy if world.over else world.state.round.envy
    paid = {(one.seat, one.holder): one.cents for one in envy if one.cents}
    owed = {(seat, holder): cents for seat, holder, cents in world.envy_owed}
    for key in sorted({*paid, *owed}):
        if paid.get(key, 0) != owed.get(key, 0):
            yield (*key, owed.get(key, 0))


def net(world: World) -> dict[str, int]:
    """Return each player's net result so far, without the chips at risk."""
    return {name: purse - world.base.get(name, 0) for name, purse in world.state.seating.purses.items()}


def lawful_end(world: World) -> str:
    """Return an empty string for a lawful end, otherwise a description of the fault."""
    state = world.state
    if not world.over and (state.round.phase != BETTING or state.bets.wagers):
        return "the round is not over"
    if state.bets.wagers or state.layout.cards or state.round.ruling:
        return "the layout is not clear"
    if any(True for _ in unpaid(world)) or any(True for _ in unpaid_envy(world)):
        return "the payments do not match the true cards"
    expected: Counter[str] = Counter()
    said = settled_of(world)
    open_ = {(seat, wager) for seat, table in world.showdowns for wager in table.wagers}
    for (seat, wager), staked in world.stakes.items():
        returned, last = said.get((seat, wager), (0, None))
        # the wager was returned because the round was void
        given_up = last is not None and last.result == "forfeit"
        void = world.was_void is not None and (seat, wager) not in open_ and not given_up
        expected[f"p{seat}"] += 0 if void else returned - staked
    for seat, _, cents in world.envy_owed:
        expected[f"p{seat}"] += cents
    for name, gained in net(world).items():
        if gained != expected[name]:
            return f"{name} has {gained} cents more, not {expected[name]}"
    if world.scene.twin and world.was_void is None and both_seen(world):
        return "a defective deck was played out"
    return ""


def both_seen(world: World) -> bool:
    """Return whether both copies of a duplicate card have been named."""
    deck = Counter(world.state.game.deck.order)
    named = Counter(card for _, cards in world.state.layout.rack for card in cards if card is not None)
    return any(count > deck[card] for card, count in named.items())


def named_at(world: World, place: str) -> tuple[Card | None, ...]:
    """Return the card names at a position, including those of a mucked hand."""
    layout = world.state.layout
    lying = layout.cards.get(place)
    return lying or tuple(card for where, cards in layout.rack if where == place for card in cards)


def misread(world: World) -> Iterator[tuple[str, int, Card]]:
    """Yield the position, index and real card of every wrong name."""
    for place, true in world.truth.items():
        for index, (name, card) in enumerate(zip(named_at(world, place), true, strict=False)):
            if name is not None and name != card:
                yield place, index, card


def troubled(world: World) -> bool:
    """Return whether there is a problem that someone could honestly report in words."""
    care = world.state.care
    return bool(
        world.absent
        or world.scene.twin
        or world.refused_chip
        or care.devices
        or any(pack.stage == "jammed" for pack in care.packs.values())
        or any(True for _ in misread(world))
    )


def key_of(world: World) -> tuple[object, ...]:
    """Return a key with everything that determines a world's future.

    A card is unseen, right or misread. A wager is open, or settled rightly or wrongly. Exact cards, amounts,
    round numbers and times are left out.
    """
    state = world.state
    table, layout, care, bets = state.round, state.layout, state.care, state.bets
    purses = state.seating.purses
    return (
        tuple(state.seating.seats),
        tuple([purses[name] >= PURSE // 2 for name in sorted(purses)]),
        tuple([(seat, *bets.wagers[seat]) for seat in sorted(bets.wagers)]),
        bets.banked,
        tuple([(place, known(world, place, layout.cards[place])) for place in sorted(layout.cards)]),
        tuple([(place, layout.turned[place]) for place in sorted(layout.turned)]),
        tuple([(place, known(world, place, named_at(world, place))) for place in dict(layout.rack)]),
        table.phase,
        table.cursor,
        table.in_play,
        table.folded,
        table.progressive_seats,
        table.awaiting,
        table.ruling,
        table.inquiry,
        table.counted,
        table.face_up,
        None if table.void is None else table.void.settles,
        tuple(sorted([(*key, one.result, one.from_meter) for key, (_, one) in settled_of(world).items()])),
        tuple([(seat, wager, row) for seat, wager, _, row in unpaid(world)]),
        tuple(unpaid_envy(world)),
        tuple([(back, p.stage, p.was_cut, p.counted) for back, p in sorted(care.packs.items())]),
        care.loaded,
        care.last,
        care.uncounted >= 4,
        tuple([(device, how == "failed") for device, how in sorted(care.devices.items())]),
        state.rules.dealing,
        state.rules.choices.shuffler,
        world.absent,
        world.refused_chip,
        tuple([(answer.seat, answer.choice) for answer in table.answers]),
        table.proof is not None and (bool(table.proof.seed), tuple(table.proof.fixed)),
        bool(state.link_lost),
        world.left,
        world.over,
        None if world.was_void is None else world.was_void.settles,
    )


def known(world: World, place: str, cards: tuple[Card | None, ...]) -> str:
    """Return one mark for each card at a position: "?" if unseen, "=" if right, or the wrong name."""
    if None not in cards and cards == world.truth.get(place):
        return "=" * len(cards)
    true = world.truth.get(place, ())
    return "".join(
        "?" if name is None else "=" if name == card else wrong_name(world, name)
        for name, card in zip(cards, true, strict=False)
    )


def wrong_name(world: World, name: Card) -> str:
    """Return where the card with this name really is, if the name was given to a different card."""
    for place, cards in world.truth.items():
        if name in cards:
            return f"({place})"
    return "(in the deck)"


def cards_counted(state: TableState) -> int:
    layout = state.layout
    lying = sum(map(len, layout.cards.values()))
    return lying + sum(len(cards) for _, cards in layout.rack) + layout.stub + layout.racked_stub


def at_risk(state: TableState) -> int:
    wagers: Iterable[dict[str, int]] = state.bets.wagers.values()
    return sum(c for placed in wagers for wager, c in placed.items() if wager not in state.bets.banked)


__all__ = ["Scene", "World", "script"]

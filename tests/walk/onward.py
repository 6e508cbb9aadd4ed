"""Check that the next round can be dealt after any round, whatever state it left decks and devices in."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.errors import Refused
from croupier.games.game import Collect, Deal
from croupier.table import commands as do
from croupier.table.commands import TableCommand
from croupier.table.machine import decide, fold
from croupier.table.state import TableState
from tests.helpers.table_help import MAIN
from tests.walk import acts as people
from tests.walk.world import World

STEPS = 4000  # search limit


def left_over(world: World) -> tuple[object, ...]:
    """Return the state of decks and devices that a round leaves behind."""
    return standing(world.state)


def standing(state: TableState) -> tuple[object, ...]:
    care, rules = state.care, state.rules.choices
    return (
        tuple([(back, p.stage, p.was_cut, p.counted) for back, p in sorted(care.packs.items())]),
        care.loaded,
        care.last,
        tuple(sorted(care.devices.items())),
        rules.dealing,
        rules.shuffler,
        rules.decks,
        tuple(state.seating.seats),
        bool(state.bets.wagers),
        state.round.phase,
        state.round.cursor,
    )


def next_steps(world: World) -> Iterator[TableCommand]:
    """Yield acts that lead to the next card, the most direct first."""
    state = world.state
    number = state.round.number
    yield do.DealCards(cards=(None,) * (people.next_cards(world)[0] if isinstance(state.phase, Deal) else 1))
    if isinstance(state.phase, Collect):
        yield from people.chips(world)
    yield do.CloseBetting()
    seat = next(iter(state.seating.seats), 0)
    if seat:
        player = state.seating.seats[seat]
        if state.seating.purses.get(player, 0) < 100_000:
            yield do.BuyIn(player=player, cents=1_000_000, by="dealer")
        cents = {wager: 100 * dollars for wager, dollars in MAIN[world.scene.game].items()}
        yield do.Bet(seat=seat, wagers=cents, round=number)
    else:
        yield do.SitDown(seat=1, player="p9", by="player:p9")
    yield from sorted(people.caring(world), key=lambda command: ORDER.get(type(command).__name__, 9))


ORDER = {
    "Load": 0,
    "Cut": 1,
    "Shuffle": 2,
    "HandleDevice": 3,
    "SwitchMethod": 4,
    "Prepare": 5,
    "ReceiveDecks": 6,
}


def can_go_on(world: World, known: set[tuple[object, ...]]) -> bool:
    """Return whether the people present can get from the end of a round to the first card of the next."""
    met = {standing(world.state)}
    path, waiting = [*met], [world]
    for _ in range(STEPS):
        if not waiting:
            return False
        here = waiting.pop()
        fresh = []
        for command in next_steps(here):
            try:
                events = decide(here.state, command)
            except Refused:
                continue
            state = fold(here.state, events)
            key = standing(state)
            if state.layout.cards or key in known:
                known.update(path)
                return True
            if key not in met:
                met.add(key)
                fresh.append(World(here.scene, state, here.order))
        waiting += fresh[::-1]  # try the nearest state first
    return False

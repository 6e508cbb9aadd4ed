"""Visit every state once by real commands, and then search backward from the lawful ends."""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Callable, Iterator

import msgspec

from croupier.errors import Refused
from croupier.table.commands import TableCommand
from croupier.table.events import PlayerOwes, TableEvent
from croupier.table.machine import decide
from croupier.table.readers.ledger import LAYOUT, player, postings
from tests.walk import acts as people
from tests.walk.onward import can_go_on, left_over
from tests.walk.remedies import ANYTHING, wanted
from tests.walk.world import (
    Scene,
    World,
    after,
    at_risk,
    cards_counted,
    key_of,
    lawful_end,
    opening,
    with_meters,
)

replace = msgspec.structs.replace
__all__ = ["Walk", "walk"]


class Walk:
    """The results of one scene: numbers of states and edges, dead ends and refusals."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.number: dict[int, int] = {}
        self.parent = array("i")
        self.words: list[str] = []
        self.back: list[array[int]] = []
        self.ends: list[int] = []
        self.edges = 0
        # number of refusals by kind of command, code and remedy
        self.refusals: Counter[tuple[str, str, str]] = Counter()
        # refusals whose remedy was impossible -> a state where that happened
        self.hollow: dict[tuple[str, str, str], int] = {}
        self.stuck: list[int] = []
        # the states of decks and devices that finished rounds leave behind
        self.left: dict[tuple[object, ...], tuple[int, World]] = {}
        self.last: list[int] = []  # ends after which no other round can begin

    def run(self, most: int = 10_000_000, tell: Callable[[int], None] | None = None) -> Walk:
        start = opening(self.scene)
        waiting = deque([start])
        self._meet(start, -1, "")
        number = 0
        while waiting:
            world = waiting.popleft()
            if not lawful_end(world):
                self.ends.append(number)
                self.left.setdefault(left_over(world), (number, world))
            else:
                for onward, word, good in self._edges(world, number):
                    self.edges += 1
                    found = self._meet(onward, number, word)
                    if found is None:
                        found = len(self.parent) - 1
                        waiting.append(onward)
                    if good:
                        self.back[found].append(number)
            number += 1
            if tell is not None and number % 1000 == 0:
                tell(number)
            assert number <= most, "the walk does not end"
        self.stuck = self._without_end()
        went_on: set[tuple[object, ...]] = set()
        self.last = [at for at, world in self.left.values() if not can_go_on(world, went_on)]
        return self

    def _meet(self, world: World, parent: int, word: str) -> int | None:
        """Return a known state's number. Give a new state a number and return None."""
        key = hash(key_of(world))
        known = self.number.get(key)
        if known is None:
            self.number[key] = len(self.parent)
            self.parent.append(parent)
            self.words.append(word)
            self.back.append(array("i"))
        return known

    def _edges(self, world: World, number: int) -> Iterator[tuple[World, str, bool]]:
        possible: set[str] = set()
        refused: set[tuple[str, str, str]] = set()
        for command in people.acts(world):
            onward = self._try(world, command, refused)
            if onward is not None:
                possible.add(type(command).__name__)
                yield onward, repr(command), True
        if world.left:
            left = world.left - 1 if world.left > 0 else world.left
            for command in people.mishaps(world):
                onward = self._try(world, command, refused)
                if onward is not None:
                    yield replace(onward, left=left), repr(command), False
            for word, onward in people.changes(world):
                yield replace(onward, left=left), word, False
        self._hear(refused, possible, number)

    def _try(self, world: World, command: TableCommand, refused: set[tuple[str, str, str]]) -> World | None:
        try:
            events = decide(world.state, with_meters(world.state, command))
        except Refused as no:
            refused.add((type(command).__name__, no.code, no.remedy))
            return None
        onward = after(world, events)
        conserved(world, onward, events)
        return onward

    def _hear(self, refused: set[tuple[str, str, str]], possible: set[str], number: int) -> None:
        """Check that at least one of the acts that a refusal's remedy names is possible."""
        for one in refused:
            self.refusals[one] += 1
            advised = wanted(one[2])
            if advised is None or not (possible & advised or (possible and advised is ANYTHING)):
                self.hollow.setdefault(one, number)

    def _without_end(self) -> list[int]:
        """Search backward from the ends, and return the states that cannot reach one by acts."""
        reached = bytearray(len(self.parent))
        waiting = list(self.ends)
        for number in waiting:
            reached[number] = 1
        while waiting:
            for before in self.back[waiting.pop()]:
                if not reached[before]:
                    reached[before] = 1
                    waiting.append(before)
        return [number for number, there in enumerate(reached) if not there]

    def path(self, number: int) -> list[str]:
        found = []
        while number > 0:
            found.append(self.words[number])
            number = self.parent[number]
        return found[::-1]


def conserved(world: World, onward: World, events: tuple[TableEvent, ...]) -> None:
    """Check that a command neither creates nor loses money or cards."""
    moved: Counter[str] = Counter()
    for event in events:
        lines = postings(event)
        assert sum(cents for _, cents in lines) == 0, event
        for account, cents in lines:
            moved[account] += cents
    before, now = world.state, onward.state
    for name in {*before.seating.purses, *now.seating.purses}:
        gained = now.seating.purses.get(name, 0) - before.seating.purses.get(name, 0)
        assert moved[player(name)] == gained, events
        owes = any(isinstance(event, PlayerOwes) for event in events)
        assert now.seating.purses.get(name, 0) >= 0 or owes or gained >= 0, events
    assert moved[LAYOUT] == at_risk(now) - at_risk(before), events
    assert cards_counted(now) == len(now.game.deck.order), events


def walk(scene: Scene, tell: Callable[[int], None] | None = None) -> Walk:
    return Walk(scene).run(tell=tell)

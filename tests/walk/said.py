"""List what every event and refusal cites at every moment of a round, as lines of text.

    python -m tests.walk.said     rewrites the lines. Review the diff before you commit.

`tests/table/test_said.py` compares them with the stored lines, so that no clause, reading, code or audience
changes unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from croupier.errors import Refused
from croupier.games.game import Ask
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.commands import TableCommand
from croupier.table.machine import decide, fold
from croupier.table.readers.due import due
from croupier.table.state import BETTING, bare_table
from tests.helpers.pit import rules_for
from tests.helpers.table_help import GAMES, METHODS
from tests.walk import acts as people
from tests.walk.blunders import bad_corrections, blunders, house_rules
from tests.walk.world import Scene, World, after, key_of, opening, with_meters

replace = msgspec.structs.replace

KEPT = Path(__file__).parents[1] / "table" / "said"
DETAILS = (
    "wager",
    "result",
    "choice",
    "question",
    "step",
    "device",
    "matter",
    "outcome",
    "from_meter",
    "right",
    "how",
)
LONGEST = 60  # a round must end within this many acts


def scenes(game: str) -> Iterator[Scene]:
    for dealing in METHODS:
        yield Scene(game, dealing, hands="loses", live=True)
    yield Scene(game, "hand", seats=2, hands="wins")
    yield Scene(game, "shoe", seats=2, hands="loses", sides=False)
    yield Scene(game, "hand", seats=2, decks=2)
    yield Scene(game, "shoe", hands="loses", shuffler="none")
    yield Scene(game, "hand", seats=2, hands="ties")
    yield Scene(game, "automated", shuffler="reshuffling", held=True)
    yield Scene(game, "shoe", shuffler="plain", readings=(("X-12", "R2"),), uncounted=4)
    if game == "uth":
        yield Scene(game, "automated", live=True, electronic=True)


class Listener:
    """Collect the distinct citations of one scene."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.lines: set[str] = set()
        self.met: set[int] = set()  # states that have already been played to the end

    def attempt(self, world: World, command: TableCommand) -> World | None:
        try:
            events = decide(world.state, with_meters(world.state, command))
        except Refused as refused:
            cited = " ".join((*refused.clauses, *refused.readings))
            self.lines.add(f"{name(command)} ! {refused.code}: {cited}")
            return None
        for event in events:
            self.lines.add(f"{name(command)} > {said(event)}")
        return after(world, events)

    def waits(self, world: World) -> None:
        """Record the act that is due."""
        told = due(world.state)
        self.lines.add(f"due {told.act.value}: {' '.join((*told.clauses, *told.readings))}")

    def round(self, fold_at: int) -> None:
        """Play one round by routine acts, and try every other command at each moment."""
        world, asked = opening(self.scene), 0
        for _ in range(LONGEST):
            if world.over:
                self.afterwards(world)
                return
            self.waits(world)
            for command in people.acts(world):
                self.attempt(world, command)
            for command in blunders(world):
                self.attempt(world, command)
            for command in people.mishaps(world):
                onward = self.attempt(world, command)
                if onward is not None:
                    self.finish(onward)
            onward = self.next(world, asked == fold_at)
            asked += isinstance(world.state.phase, Ask)
            assert onward is not None, "the round does not advance"
            world = onward

    def next(self, world: World, give_up: bool = False) -> World | None:
        """Perform the due routine act, or answer a question with the first or the last choice."""
        for command in people.routine(world, give_up):
            onward = self.attempt(world, command)
            if onward is not None:
                return onward
        return None

    def finish(self, world: World) -> None:
        """Finish the round by routine acts as far as possible, with both rulings."""
        for _ in range(LONGEST):
            if world.over or world.state.round.phase == BETTING or not self.first_time(world):
                return
            self.waits(world)
            shoe = (*people.proving(world), do.RestoreLink(by="floor"))
            for command in (*people.ruling(world), *people.caring(world), *people.miscounts(world), *shoe):
                self.attempt(world, command)
            self.attempt(world, do.RuleOnIncident(outcome="perhaps", reason=people.WHY, by="floor"))
            onward = self.next(world)
            if onward is None:
                return
            world = onward

    def first_time(self, world: World) -> bool:
        key = hash(key_of(world))
        known = key in self.met
        self.met.add(key)
        return not known

    def afterwards(self, world: World) -> None:
        """Correct the previous round's payments, between rounds and during the next one."""
        for command in (*bad_corrections(world), *people.caring(world)):
            self.attempt(world, command)
        for command in people.another_round(world):
            world = self.attempt(world, command) or world
        for command in bad_corrections(world):
            self.attempt(world, command)

    def house(self) -> None:
        for state, command in house_rules(self.scene.game):
            self.attempt(World(self.scene, state, ()), command)

    def cards(self) -> None:
        """Prepare a deck (chapters 3 to 5), trying every other act at each step."""
        scene = self.scene
        choices = {"decks": scene.decks, "shuffler": scene.shuffler}
        world = World(scene, bare_table(rules_for(scene.game, scene.dealing, **choices)), ())
        for command in people.opening_acts(scene):
            self.waits(world)
            for other in (*people.caring(world), *people.housekeeping(world)):
                aside = self.attempt(world, other)
                if aside is not None and self.first_time(aside):
                    for once_more in (*people.caring(aside), *people.housekeeping(aside)):
                        self.attempt(aside, once_more)
            events = decide(world.state, command)
            self.lines |= {f"{name(command)} > {said(event)}" for event in events}
            world = replace(world, state=fold(world.state, events))


def name(command: TableCommand) -> str:
    return type(command).__name__


def said(event: ev.TableEvent) -> str:
    found = [str(getattr(event, field)) for field in DETAILS if getattr(event, field, None) not in (None, "")]
    told = [one.partition(":")[0] for one in event.audience]
    seen = " ".join(dict.fromkeys(told)) or "nobody"
    cited = " ".join((*event.clauses, *event.readings))
    return f"{type(event).__name__} {' '.join(found)} [{seen}]: {cited}"


@cache
def heard(scene: Scene) -> frozenset[str]:
    """Return all lines of one scene, including the preparation of its deck."""
    listener = Listener(scene)
    for fold_at in (-1, 0):
        listener.round(fold_at)
    listener.cards()
    return frozenset(f"{scene.dealing}: {line}" for line in listener.lines)


@cache
def house_rule_lines(game: str) -> frozenset[str]:
    listener = Listener(Scene(game, "hand"))
    listener.house()
    return frozenset(f"house: {line}" for line in listener.lines)


def lines(game: str) -> list[str]:
    return sorted(house_rule_lines(game).union(*map(heard, scenes(game))))


def kept_lines(game: str) -> list[str]:
    return (KEPT / f"{game}.txt").read_text().splitlines()


def main() -> int:
    KEPT.mkdir(exist_ok=True)
    for game in GAMES:
        written = lines(game)
        (KEPT / f"{game}.txt").write_text("".join(f"{line}\n" for line in written))
        print(f"{game}: {len(written)} lines")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

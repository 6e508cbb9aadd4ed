"""Record views of every phase of every game from played rounds."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import msgspec

from croupier.games import game as game_of
from croupier.games import game_rules
from croupier.server.tables.posted_rules import posted_table_of, summary
from croupier.server.tables.timers import Times
from croupier.submission import Rules, check
from croupier.table import commands as do
from croupier.table.readers.legal import stakes_open
from croupier.table.readers.sight import watch
from croupier.table.state import BETTING, open_table
from croupier.table_handle import TableHandle
from tests.helpers.submission_cases import EXAMPLES

ME = "me"
LONG_NAME = "Wilhelmina Featherstonehaugh-Montgomery"
NAMES = ("Marguerite", "Odell", LONG_NAME, "Ines", "Tobias", "Jo")


class Scene(msgspec.Struct, frozen=True):
    """A scene to draw: the posted data of a table, and a view."""

    name: str
    posted: dict[str, Any]
    view: dict[str, Any]


def rules_of(example: str) -> Rules:
    report = check(tomllib.loads((EXAMPLES / f"{example}.toml").read_text(encoding="utf-8")))
    assert report.choices is not None
    return game_rules(Rules(report.choices))


class Played:
    """A table that one viewer watches from the first round on."""

    def __init__(self, rules: Rules, deck: str, own: int | None) -> None:
        self.table = TableHandle(rules, deck)
        self.own = own
        self.watch = watch(f"player:{ME}" if own else "everyone", open_table(rules), live=False)
        self.seen = 0
        self.progressive = rules.choices.progressive

    def sit(self, seats: Mapping[int, str], chips: int = 2_500) -> Played:
        for seat, name in seats.items():
            player = ME if seat == self.own else f"p{seat}"
            self.table.do(do.SitDown(seat=seat, player=player, name=name))
            self.table.do(do.BuyIn(player=player, cents=chips * 100))
        return self

    def sight(self) -> dict[str, Any]:
        events = self.table.events[self.seen :]
        self.seen += len(events)
        self.watch = self.watch.see(events)
        shown = dict(self.progressive.initial) if self.progressive is not None else {}
        found: dict[str, Any] = msgspec.to_builtins(self.watch.sight(shown))
        return found

    def view(self, **more: Any) -> dict[str, Any]:
        sight = self.sight()
        betting = self.table.state.round.phase == BETTING
        settled = any(seat.get("outcomes") for seat in sight.get("seats", ()))
        return {
            "sight": sight,
            "own": self.own,
            "staged": {},
            "turn": sight["turn"],
            "ready": [],
            "phase": "betting" if betting else "decision",
            "results": settled,
        } | more


def posted_of(rules: Rules) -> dict[str, Any]:
    """Return the posted data in the format of GET /api/tables/{table}."""
    state = open_table(rules)
    progressive = rules.choices.progressive
    owner: Any = SimpleNamespace(
        state=state,
        table=f"{rules.game}-1",
        rules=SimpleNamespace(times=Times(), money="play", live=False),
        meters_shown=lambda: dict(progressive.initial) if progressive is not None else {},
        timer=SimpleNamespace(paused=False),
    )
    return {**summary(owner), **msgspec.to_builtins(posted_table_of(owner))}


def everything(rules: Rules) -> dict[str, int]:
    """Return every wager that is made before the deal, in dollars."""
    made: dict[str, int] = {}
    stakes = stakes_open(open_table(rules))
    ante = max([25, *(stake.minimum // 100 for stake in stakes if stake.required and stake.minimum)])
    for stake in stakes:
        least = stake.fixed or (min(stake.chips) if stake.chips else 0) or stake.minimum or 500
        made[stake.name] = ante if stake.required else least // 100
    return made


class Script(msgspec.Struct, frozen=True):
    """A round to play: the example rules, the seats and their decisions."""

    example: str
    own: int
    seats: dict[int, str]
    answers: tuple[str, ...]  # the decisions of the seats in turn
    seed: int = 11


SCRIPTS = {
    "uth": Script(
        "uth", 4, {4: "Ada", 2: "Marguerite", 5: "Odell"}, ("4x", "check", "check", "2x", "check", "fold")
    ),
    "uth-everything": Script(
        "uth-everything",
        3,
        dict(enumerate((*NAMES[:2], "Ada", *NAMES[2:5]), 1)),
        ("check",) * 6 + ("2x",) * 3 + ("check",) * 3 + ("1x", "fold", "1x"),
    ),
    "letitride": Script(
        "letitride", 4, {4: "Ada", 1: "Ines", 6: LONG_NAME}, ("ride", "withdraw", "ride") * 2
    ),
    "letitride-everything": Script(
        "letitride-everything",
        1,
        dict(enumerate(("Ada", *NAMES), 1)),
        ("ride", "withdraw", "ride") * 5,
    ),
    "dragon": Script("dragon", 4, {4: "Ada", 1: "Ines", 6: "Tobias"}, ("play", "play", "fold")),
    "topfive": Script("topfive", 6, {6: "Ada", 2: "Jo", 3: LONG_NAME}, ("play", "fold", "play")),
}


def shuffled(game: str, seed: int) -> str:
    order = list(game_of(game).deck.order)
    random.Random(seed).shuffle(order)
    return " ".join(order)


def scenes_of(name: str, script: Script, rules: Rules | None = None) -> Iterator[Scene]:
    rules = rules or rules_of(script.example)
    board = posted_of(rules)
    made = everything(rules)
    deck = shuffled(rules.game, script.seed)
    staged = {wager: dollars * 100 for wager, dollars in made.items()}
    empty = Played(rules, deck, None)
    yield Scene(f"{name}-empty", board, empty.view())
    played = Played(rules, deck, script.own).sit(script.seats)
    yield Scene(f"{name}-seated", board, played.view())
    yield Scene(f"{name}-staged", board, played.view(staged={str(script.own): staged}))
    for seat in script.seats:
        played.table.bet(seat, **made)
    yield Scene(f"{name}-bet", board, played.view(ready=[min(script.seats)]))
    played.table.deal()
    answers = iter(script.answers)
    asked: set[tuple[str, bool]] = set()
    while (question := played.table.question) is not None:
        seat, what, choices = question
        key = (what, seat == script.own)
        if key not in asked:
            asked.add(key)
            who = "own" if seat == script.own else "other"
            yield Scene(f"{name}-{what.lower().replace(' ', '-')}-{who}", board, played.view())
        wanted = next(answers, choices[0])
        played.table.decide(wanted if wanted in choices else choices[0])
    yield Scene(f"{name}-settled", board, played.view())


def odd_scenes() -> Iterator[Scene]:
    """Yield rare states, such as large amounts, odd cents, a lost connection and a replay."""
    rules = rules_of("uth")
    board = posted_of(rules)
    played = Played(rules, "", 1).sit({1: "Ada", 6: LONG_NAME}, 9_000_000)
    rich = played.view()
    for seat in rich["sight"]["seats"]:
        seat["wagers"] = {"ante": 100_000_000, "blind": 100_000_000, "play": 400_000_000, "trips": 50}
    yield Scene("uth-rich", board, rich)
    odd = played.view()
    for seat in odd["sight"]["seats"]:
        seat["wagers"] = {"ante": 1_237, "blind": 1_237, "play": 3_711, "trips": 250}
    yield Scene("uth-odd-cents", board, odd)
    yield Scene("uth-offline", board, played.view(offline=True))
    yield Scene("uth-recall", board, played.view(recall=True))


def all_scenes() -> list[Scene]:
    found = [scene for name, script in SCRIPTS.items() for scene in scenes_of(name, script)]
    return [*found, *odd_scenes()]

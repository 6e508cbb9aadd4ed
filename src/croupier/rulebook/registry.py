"""Where the games are: those of this package, and those that other packages bring by an entry point.

A package that ships a game names itself in the entry-point group ``croupier.games``::

    [project.entry-points."croupier.games"]
    threes = "threes_poker"

The folder of that package then holds ``clauses.csv``, ``paytables.toml``, ``readings.toml`` and
``game.toml``, its module ``game`` the object ``GAME``, and its module ``solver``, if there is one, the object
``SOLVER``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

from croupier.errors import BadInput

GROUP = "croupier.games"
_ID = re.compile(r"[a-z][a-z0-9_]{0,30}")

P = ParamSpec("P")
T = TypeVar("T")
_forgetting: list[Callable[[], None]] = []


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """A cache of something that depends on which games there are; ``forget`` empties all of them."""
    kept = cache(function)
    _forgetting.append(kept.cache_clear)
    return cast(Callable[P, T], kept)


def remembered_of_late(function: Callable[P, T]) -> Callable[P, T]:
    """As ``remembered``, of the last 256 askings: for what depends on a submission as well."""
    kept = lru_cache(maxsize=256)(function)
    _forgetting.append(kept.cache_clear)
    return cast(Callable[P, T], kept)


def forget() -> None:
    """Look for the games anew: a package came or went while the program runs."""
    for empty in _forgetting:
        empty()


class Place(msgspec.Struct, frozen=True):
    """Where the parts of one game are found."""

    id: str
    folder: Traversable  # its part of the rule book
    readings: Traversable
    game_module: str
    solver_module: str


def places() -> Mapping[str, Place]:
    """Every sound game by its id: this package's own first, then those of others by name."""
    return _survey().sound if _tried is None else {**_own(), **_tried}


def broken() -> Mapping[str, str]:
    """Games that other packages bring and that cannot be used, with what is wrong with each."""
    return _survey().broken


class Survey(msgspec.Struct, frozen=True):
    sound: Mapping[str, Place]
    broken: Mapping[str, str]


_tried: dict[str, Place] | None = None  # while brought games are read for the first time: those so far


@remembered
def _survey() -> Survey:
    """Each game that another package brings is read whole once, so that a broken one stops no other."""
    global _tried
    sound: dict[str, Place] = {}
    wrong: dict[str, str] = {}
    for name, packages in _brought().items():
        try:
            here = _place(name, packages)
            _tried = {**sound, name: here}
            _read_whole(here)
            sound[name] = here
        except Exception as fault:  # whatever a foreign module raises
            wrong[name] = str(fault) if isinstance(fault, BadInput) else f"{type(fault).__name__}: {fault}"
            forget()  # what was read of it
        finally:
            _tried = None
    return Survey(MappingProxyType({**_own(), **sound}), MappingProxyType(wrong))


def _read_whole(here: Place) -> None:
    """All data of a game. Its module waits until somebody plays it: it may need what is being imported."""
    from croupier.rulebook.declarations import declaration
    from croupier.rulebook.paytables import paytables

    declaration(here.id)
    paytables(here.id)


@cache
def _own() -> dict[str, Place]:
    book = files("croupier.rulebook")
    own = tomllib.loads(book.joinpath("games.toml").read_text(encoding="utf-8"))["games"]
    return {
        name: Place(
            name,
            book.joinpath(name),
            book.joinpath("readings", f"{name}.toml"),
            f"croupier.games.{name}",
            f"croupier.maths.{name}_solver",
        )
        for name in own
    }


def _brought() -> dict[str, tuple[str, ...]]:
    """The games that other packages bring, and which packages."""
    found: dict[str, tuple[str, ...]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        found[point.name] = tuple(dict.fromkeys((*found.get(point.name, ()), point.value)))
    return found


def _place(name: str, packages: tuple[str, ...]) -> Place:
    package = packages[0]
    if len(packages) > 1 or name in _own():
        raise BadInput(f"two packages bring a game {name!r}; one of them is {packages[-1]}")
    if not _ID.fullmatch(name):
        raise BadInput(
            f"{package} brings a game {name!r:.40}: an id is small letters, digits and underscores"
        )
    try:
        folder = files(package)
    except ModuleNotFoundError:
        raise BadInput(f"the game {name!r} should be in the package {package}, which is not there") from None
    return Place(name, folder, folder.joinpath("readings.toml"), f"{package}.game", f"{package}.solver")


def games() -> tuple[str, ...]:
    return tuple(places())


def place(game: str) -> Place:
    """Where a game is; BadInput for one that nobody brings."""
    found = places().get(game) if isinstance(game, str) else None
    if found is None and _tried is None and game in broken():
        raise BadInput(f"the game {game!r} is broken: {broken()[game]}")
    if found is None:
        raise BadInput(f"no game {game!r:.40}; the games are {', '.join(places())}")
    return found


def read(game: str, name: str) -> str:
    """One file of a game's folder."""
    file = place(game).folder.joinpath(name)
    if not file.is_file():
        raise BadInput(f"the game {game!r} has no {name} in its folder")
    return file.read_text(encoding="utf-8")


def read_toml(game: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(read(game, name))
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{name} of the game {game!r} is not valid TOML: {fault}") from None

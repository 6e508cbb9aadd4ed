"""The registry of this package's games and of games that other packages add by an entry point.

A package that ships a game names itself in the entry-point group ``croupier.games``::

    [project.entry-points."croupier.games"]
    threes = "threes_poker"

The folder of that package must contain ``clauses.csv``, ``paytables.toml``, ``readings.toml`` and
``game.toml``, and a module ``game`` with the object ``GAME``. A module ``solver`` with the object ``SOLVER``
is optional.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from traceback import walk_tb
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

from croupier.errors import BadInput
from croupier.rulebook.jurisdiction import jurisdiction, jurisdiction_folder

GROUP = "croupier.games"
_ID = re.compile(r"[a-z][a-z0-9_]{0,30}")

P = ParamSpec("P")
T = TypeVar("T")
_forgetting: list[Callable[[], None]] = []


def cache_per_registry(function: Callable[P, T]) -> Callable[P, T]:
    """Cache a value that depends on which games are installed. ``forget`` clears all such caches."""
    cached = cache(function)
    _forgetting.append(cached.cache_clear)
    return cast(Callable[P, T], cached)


def cache_recent(function: Callable[P, T]) -> Callable[P, T]:
    """Cache the last 256 values. Use this in place of ``cache_per_registry`` for values that also depend
    on a submission.
    """
    cached = lru_cache(maxsize=256)(function)
    _forgetting.append(cached.cache_clear)
    return cast(Callable[P, T], cached)


def forget() -> None:
    """Search for games again after a package was installed or removed during the run."""
    for empty in _forgetting:
        empty()


class GameSource(msgspec.Struct, frozen=True):
    """The location of the parts of one game."""

    id: str
    folder: Traversable  # folder with the game's part of the rule book
    readings: Traversable
    game_module: str
    solver_module: str
    package: str = ""  # package that provides the game; empty for this package's own games


def places() -> Mapping[str, GameSource]:
    """Return every valid game by id, this package's games first and then others by name."""
    return _survey().sound if _tried is None else {**_own(), **_tried}


def broken() -> Mapping[str, str]:
    """Return the games from other packages that failed to load, with the reason."""
    return _survey().broken


class Survey(msgspec.Struct, frozen=True):
    sound: Mapping[str, GameSource]
    broken: Mapping[str, str]


# The games accepted so far. This is set only while the games from other packages are read for the first time.
_tried: dict[str, GameSource] | None = None


@cache_per_registry
def _survey() -> Survey:
    """Read each game from another package once, in full, so that a broken one does not affect the others."""
    global _tried
    sound: dict[str, GameSource] = {}
    wrong: dict[str, str] = {}
    for name, packages in _brought().items():
        try:
            here = _place(name, packages)
            _tried = {**sound, name: here}
            _read_whole(here)
            sound[name] = here
        except Exception as fault:  # another package's module may raise any exception
            wrong[name] = str(fault) if isinstance(fault, BadInput) else f"{type(fault).__name__}: {fault}"
        finally:
            _tried = None
            forget()  # until now, the caches contained only the games read so far
    return Survey(MappingProxyType({**_own(), **sound}), MappingProxyType(wrong))


def _read_whole(here: GameSource) -> None:
    """Read all data of a game.

    The game's module is imported later, because it may need modules that are still being imported.
    """
    from croupier.rulebook.declarations import declaration
    from croupier.rulebook.paytables import paytables

    declaration(here.id)
    paytables(here.id)


@cache
def _own() -> dict[str, GameSource]:
    book = jurisdiction_folder()
    return {
        name: GameSource(
            name,
            book.joinpath(name),
            book.joinpath("readings", f"{name}.toml"),
            f"croupier.games.{name}",
            f"croupier.maths.{name}.solver",
        )
        for name in jurisdiction().games
    }


def _brought() -> dict[str, tuple[str, ...]]:
    """Return the games from other packages, with the packages that provide them."""
    found: dict[str, tuple[str, ...]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        found[point.name] = tuple(dict.fromkeys((*found.get(point.name, ()), point.value)))
    return found


def _place(name: str, packages: tuple[str, ...]) -> GameSource:
    package = packages[0]
    if len(packages) > 1 or name in _own():
        raise BadInput(f"two packages provide a game {name!r}; one of them is {packages[-1]}")
    if not _ID.fullmatch(name):
        raise BadInput(
            f"{package} provides a game {name!r:.40}: ids are lowercase letters, digits and underscores"
        )
    try:
        folder = files(package)
    except ModuleNotFoundError:
        raise BadInput(f"the game {name!r} needs the package {package}, which is not installed") from None
    readings = folder.joinpath("readings.toml")
    return GameSource(name, folder, readings, f"{package}.game", f"{package}.solver", package)


def games() -> tuple[str, ...]:
    return tuple(places())


def place(game: str) -> GameSource:
    """Return the location of a game. Raises ``BadInput`` if no package provides it."""
    found = places().get(game) if isinstance(game, str) else None
    if found is None and _tried is None and game in broken():
        raise BadInput(f"the game {game!r} is broken: {broken()[game]}")
    if found is None:
        raise BadInput(f"no game {game!r:.40}; the games are {', '.join(places())}")
    return found


def distribution_of(game: str) -> tuple[str, str] | None:
    """Return name and version of the distribution that provides a game, or None for this package's games."""
    package = place(game).package
    if not package:
        return None
    for point in entry_points(group=GROUP):
        if point.name == game and point.value == package and point.dist is not None:
            return point.dist.name, point.dist.version
    return package, ""


def fault_in_game(fault: BaseException) -> str | None:
    """Describe an error in a game's own code by package, file, line and function.

    Return None if the code of no other package is involved.
    """
    own = {found.package: name for name, found in places().items() if found.package}
    where = None
    for frame, line in walk_tb(fault.__traceback__):
        package = str(frame.f_globals.get("__name__", "")).rpartition(".")[0]
        if package in own:
            code = frame.f_code
            file = code.co_filename.replace("\\", "/").rpartition("/")[2]
            where = f"the game {own[package]!r}: {package}, {file} line {line} in {code.co_name}"
    return None if where is None else f"{where}: {type(fault).__name__}: {fault}"


def read(game: str, name: str) -> str:
    """Read one file of a game's folder."""
    file = place(game).folder.joinpath(name)
    if not file.is_file():
        raise BadInput(f"the game {game!r} has no {name} in its folder")
    return file.read_text(encoding="utf-8")


def read_toml(game: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(read(game, name))
    except tomllib.TOMLDecodeError as fault:
        raise BadInput(f"{name} of the game {game!r} is not valid TOML: {fault}") from None

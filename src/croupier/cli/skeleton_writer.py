"""Write the package of a new game, which starts as a small working game with tests."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from croupier.errors import BadInput
from croupier.rulebook import games

_NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")


def write_skeleton(game: str, folder: Path, title: str = "") -> tuple[Path, ...]:
    """Write a project for the game ``game`` into a new folder and return its files."""
    if not _NAME.fullmatch(game) or keyword.iskeyword(game):
        raise BadInput(f"{game!r:.40} is not a game id: use lowercase letters, digits and underscores")
    if game in games():
        raise BadInput(f"the game {game!r} already exists; choose another id")
    if title and not (title.isprintable() and len(title) <= 40 and not set(title) & set('"\\')):
        raise BadInput("a title is at most 40 printable characters, without quotes and backslashes")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{folder} already exists; choose a new folder")
    package = f"{game}_game"
    words = {
        "@GAME@": game,
        "@PACKAGE@": package,
        "@PROJECT@": package.replace("_", "-"),
        "@TITLE@": title or game.replace("_", " ").title(),
        "@LETTER@": game.replace("_", "")[:3].upper(),
    }
    source = files("croupier.cli").joinpath("skeleton")
    places = {
        source: folder,
        source / "package": folder / "src" / package,
        source / "tests": folder / "tests",
    }
    written: list[Path] = []
    for origin, target in places.items():
        target.mkdir(parents=True, exist_ok=True)
        written += [_write(file, target, words) for file in _files(origin)]
    return tuple(written)


def _files(folder: Traversable) -> list[Traversable]:
    return sorted((each for each in folder.iterdir() if each.is_file()), key=lambda each: each.name)


def _write(file: Traversable, folder: Path, words: dict[str, str]) -> Path:
    name, text = file.name.removesuffix(".txt"), file.read_text(encoding="utf-8")
    for word, replacement in words.items():
        name, text = name.replace(word, replacement), text.replace(word, replacement)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path

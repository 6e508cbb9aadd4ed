"""An administration stream with one staff member per role, and short forms of its commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import Refused
from croupier.casino.administration import commands as do
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.stream import KIND, charter_of
from croupier.casino.administration.submissions import digest_of

EXAMPLES = Path(__file__).parents[3] / "examples" / "submissions"
STAFF: dict[str, do.Role] = {
    "dina": "dealer",
    "dora": "dealer",
    "flo": "floor",
    "pit": "pit_manager",
    "kim": "cage",
    "sam": "surveillance",
    "lee": "accounting",
    "reg": "regulator",
    "ada": "administrator",
    "abe": "administrator",
    "cole": "count_team",
    "cora": "count_team",
    "gus": "security",
}
BY = {person: f"{role}:{person}" for person, role in STAFF.items()}
FOUND = do.FoundHouse(
    staff=tuple(do.Founder(person, person.title(), role) for person, role in STAFF.items()), by="house", at=1
)


def document(game: str = "uth", **changed: str) -> str:
    """Return an example submission with some text replaced."""
    text = (EXAMPLES / f"{game}.toml").read_text(encoding="utf-8")
    for old, new in changed.items():
        assert old in text
        text = text.replace(old, new)
    return text


def desk(*commands: Any, state: AdministrationState | None = None) -> AdministrationState:
    if state is None:
        state = KIND.step(KIND.begin(charter_of()), FOUND)[1]
    for command in commands:
        state = KIND.step(state, command)[1]
    return state


def refused(state: AdministrationState, command: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        KIND.decide(state, command)
    assert refusal.value.remedy
    return refusal.value


def draft(text: str, name: str = "main", by: str = BY["pit"], at: int = 100) -> do.DraftSubmission:
    return do.DraftSubmission(submission=name, document=text, by=by, at=at)


def submit(version: int = 1, name: str = "main", by: str = BY["pit"], at: int = 200) -> do.Submit:
    return do.Submit(submission=name, version=version, by=by, at=at)


def approve(
    text: str, version: int = 1, name: str = "main", by: str = BY["reg"], at: int = 300, conditions: str = ""
) -> do.Approve:
    digest = digest_of(text)
    return do.Approve(submission=name, version=version, digest=digest, by=by, at=at, conditions=conditions)


def approved(text: str, version: int = 1, name: str = "main", at: int = 100) -> tuple[Any, ...]:
    return draft(text, name, at=at), submit(version, name, at=at), approve(text, version, name, at=at)


def opened(
    table: str = "t1",
    name: str = "main",
    by: str = "house",
    money: Any = "play",
    dealing: Any = "machine",
    **more: Any,
) -> do.OpenTable:
    return do.OpenTable(table=table, submission=name, money=money, dealing=dealing, by=by, at=400, **more)

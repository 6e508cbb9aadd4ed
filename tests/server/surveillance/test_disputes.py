"""Test that dispute files keep struck items, are due after three days, and cannot be closed with open
items.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from croupier.casino import disputes as do
from croupier.casino.disputes import KIND, DisputeFile, charter_of
from croupier.errors import Refused
from croupier.server.services.disputes import DisputeService
from croupier.store.audit import audit
from tests.server.helpers.floor import NOW, Floor
from tests.server.surveillance.evening import TABLE, looked_back

SAM, FLO = "surveillance:sam", "floor:flo"
OPEN = do.OpenFile(
    number="2026-0001", what="dispute", matter="Blind paid $25 only", table=TABLE, seat=3, by=FLO, at=NOW
)


def after(*commands: Any, begin: DisputeFile | None = None) -> DisputeFile:
    state = begin if begin is not None else KIND.begin(charter_of("2026-0001"))
    for command in commands:
        state = KIND.step(state, command)[1]
    return state


def code(state: DisputeFile, command: Any) -> str:
    with pytest.raises(Refused) as refused:
        KIND.decide(state, command)
    assert refused.value.remedy
    return str(refused.value.code)


def write(part: Any, words: str, by: str = SAM, at: int = NOW + 60) -> do.WriteItem:
    return do.WriteItem(part=part, words=words, by=by, at=at)


@pytest.mark.clause("COMAR 36.03.10.47")
def test_deadline_is_three_days_after_opening() -> None:
    state = after(OPEN)
    assert (state.standing, state.opened_by, state.due - state.opened_at) == ("open", FLO, 3 * 24 * 3600)
    assert code(state, OPEN) == "file_open"


def test_struck_items_stay_with_their_reason() -> None:
    state = after(OPEN, write("found", "$37.50 due"), write("open", "camera 15"))
    struck = after(do.StrikeItem(item=1, reason="it was $38.50", by=FLO, at=NOW + 90), begin=state)
    assert [item.words for item in struck.items] == ["$37.50 due", "camera 15"]
    one = struck.items[0]
    assert (one.struck, one.struck_by, one.struck_at) == ("it was $38.50", FLO, NOW + 90)
    assert code(struck, do.StrikeItem(item=1, reason="again", by=SAM)) == "item_struck"
    assert code(struck, do.StrikeItem(item=3, reason="what", by=SAM)) == "no_such_item"
    assert code(struck, do.StrikeItem(item=2, reason=" ", by=SAM)) == "reason_missing"


def test_closes_without_open_items_and_reopens_with_a_reason() -> None:
    state = after(OPEN, write("open", "camera 15"))
    close = do.CloseFile(outcome="paid as the rules say; told so", by=SAM, at=NOW + 99)
    assert code(state, close) == "still_open"
    closed = after(do.StrikeItem(item=1, reason="seen: nothing", by=SAM), close, begin=state)
    assert (closed.standing, closed.outcome, closed.closed_at) == ("closed", close.outcome, NOW + 99)
    assert code(closed, write("note", "late")) == "file_closed" == code(closed, close)
    again = after(do.ReopenFile(reason="a witness", by=SAM), write("note", "late"), begin=closed)
    assert (again.standing, again.reopened, len(again.items)) == ("open", 1, 2)
    assert code(again, do.ReopenFile(reason="twice", by=SAM)) == "file_open"
    assert code(KIND.begin(charter_of("2026-0001")), write("note", "nothing there")) == "no_such_file"


def test_roles_that_may_write_and_close_files() -> None:
    state = after(OPEN)
    for by in ("regulator:reg", "dealer:dina", "player:ann", "administrator:ada", "cage:kim"):
        assert code(state, write("note", "x", by)) == "not_your_role"
    assert code(state, do.CloseFile(outcome="done", by=FLO)) == "not_your_role"


def test_files_are_numbered_without_gaps_and_freeze_rounds_in_their_own_stream(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        files = DisputeService(one.committer, lambda: NOW + 10_000)
        frozen = await files.freeze(TABLE, 1)
        given = do.OpenFile(
            number="0000-0000", what="incident", matter="m", by=SAM, at=files.now, frozen=frozen
        )
        opened = await asyncio.gather(*(files.open(given) for _ in range(3)))
        assert sorted(file.number for _, file in opened) == ["2027-0001", "2027-0002", "2027-0003"]
        listed = await files.list()
        assert [each.number for each in listed] == ["2027-0003", "2027-0002", "2027-0001"]
        _, more = await files.do("2027-0002", write("told", "the pit manager"))
        assert more.items[0].words == "the pit manager" and (await files.find("2027-0001")).items == ()
        entries, head = one.store.heads()[TABLE]
        assert frozen.first < frozen.last < frozen.entries <= entries and len(head) == 64
        with pytest.raises(Refused, match="no file 2027-0009"):
            await files.find("2027-0009")
        with pytest.raises(Refused, match="no finished round 4"):
            await files.freeze(TABLE, 4)
        assert audit(one.store).faults == ()

    looked_back(tmp_path, scene)

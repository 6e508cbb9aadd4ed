"""Rounds are found by everything that they are asked for, and what is stored of them is what entries say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.errors import Refused
from croupier.house.eye import search as searching
from croupier.house.eye.playback import played_back
from croupier.house.eye.search import FoundRound, Wanted, is_under, search, trace_from_entries, traced
from croupier.house.eye.statistics import statistics
from croupier.house.floor.recall import Befores
from croupier.house.store import schema as db
from tests.house.eye.evening import TABLE, looked_back
from tests.house.helpers.floor import Floor


async def found(one: Floor, **asked: Any) -> list[int]:
    answer = await one.committer.read(lambda c: search(c, Wanted(**asked)))
    return [each.round for each in answer.rounds]


async def every_round(one: Floor) -> tuple[FoundRound, ...]:
    return (await one.committer.read(lambda c: search(c, Wanted()))).rounds


def test_what_is_stored_of_a_round_is_what_its_entries_say(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        rows = await one.committer.read(lambda c: c.execute(sa.select(db.rounds)).all())
        assert [row.round for row in rows] == [1, 2, 3]
        for row in rows:
            stored = traced(row)
            anew = await one.committer.read(lambda c, row=row: trace_from_entries(c, Befores(), row))  # type: ignore[misc]
            assert stored is not None and stored == anew
            assert stored.dealer == "house" and 0 < stored.began < row.at and stored.clauses
        played = await one.committer.read(lambda c: c.execute(sa.select(db.played)).all())
        by_seat = {(row.round, each.person): (each.staked, each.net) for row in rows for each in seats(row)}
        assert by_seat == {(each.round, each.person): (each.staked, each.net) for each in played}

    looked_back(tmp_path, scene)


def seats(row: Any) -> Any:
    trace = traced(row)
    assert trace is not None
    return trace.seats


def test_by_each_thing_on_both_sides(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        third, second, first = await every_round(one)
        assert await found(one, table=TABLE) == [3, 2, 1] and await found(one, table="uth-2") == []
        assert await found(one, since=second.at) == [3, 2] and await found(one, since=second.at + 1) == [3]
        assert await found(one, until=second.at) == [2, 1] and await found(one, until=second.at - 1) == [1]
        assert await found(one, seat=3) == [3, 2, 1] and await found(one, seat=4) == []
        assert await found(one, player="BE") == [3, 2, 1] and await found(one, player="nobody") == []
        assert (
            await found(one, player="ben", seat=2) == [3, 2, 1]
            and await found(one, player="ben", seat=1) == []
        )
        most = max(each.net for each in first.seats)
        for paid in (max(most, 1), max(most, 1) + 1):
            fit = [each.round for each in (third, second, first) if any(s.net >= paid for s in each.seats)]
            assert await found(one, paid=paid) == fit
        assert await found(one, clause="11.H") == [2, 1] and await found(one, clause="uth/11.H") == [2, 1]
        assert await found(one, clause="11.HH") == [] and await found(one, clause="letitride/11") == []

    looked_back(tmp_path, scene)


def test_by_marks_with_the_round_that_they_are_about(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        third, second, first = await every_round(one)
        assert await found(one, correction="any") == [1]
        assert await found(one, correction="settlement_corrected") == [1]
        assert await found(one, correction="naming_corrected") == []
        assert await found(one, irregularity="any") == [3, 2] == await found(one, irregularity="ruling_asked")
        assert await found(one, void=True) == [3]
        assert [mark.kind for mark in first.marks] == ["correction", "correction"]
        assert first.marks[0].n > first.last and first.marks[0].by == "floor:flo"
        assert [mark.event for mark in second.marks] == ["ruling_asked", "ruled"]
        assert "round_voided" in [mark.event for mark in third.marks]

    looked_back(tmp_path, scene)


def test_rows_that_do_not_know_are_read_from_their_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a round that ran when the house was opened again."""

    async def scene(one: Floor) -> None:
        known = await every_round(one)
        with one.store.writing() as connection:
            connection.execute(
                sa.update(db.rounds).values(paid=None, seats="", clauses="", dealer="", began=0)
            )
        assert await every_round(one) == known
        monkeypatch.setattr(searching, "READ_ANEW", 2)
        some = await one.committer.read(lambda c: search(c, Wanted()))
        assert some.rounds == known[:2] and some.next
        rest = await one.committer.read(lambda c: search(c, Wanted(before=some.next)))
        assert rest.rounds == known[2:] and rest.next == ""

    looked_back(tmp_path, scene)


@pytest.mark.long
def test_an_answer_is_bounded_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Floor) -> None:
        monkeypatch.setattr(searching, "PAGE", 1)
        monkeypatch.setattr(searching, "CHUNK", 2)
        place, seen = "", list[int]()
        for _ in range(4):
            answer = await one.committer.read(lambda c, place=place: search(c, Wanted(before=place)))  # type: ignore[misc]
            seen += [each.round for each in answer.rounds]
            place = answer.next
            if not place:
                break
        assert seen == [3, 2, 1]
        for wrong in ("x", "1:uth-1", "1:uth-1:²", f"{'9' * 40}:uth-1:1"):
            with pytest.raises(Refused, match="no place"):
                await one.committer.read(lambda c, wrong=wrong: search(c, Wanted(before=wrong)))  # type: ignore[misc]

    looked_back(tmp_path, scene)


def test_statistics_count_entries_and_seconds(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        rounds = await every_round(one)
        (line,) = await one.committer.read(lambda c: statistics(c, "table", 0, 0, str.upper))
        assert (line.name, line.rounds, line.timed) == (TABLE, 3, 3)
        assert line.seconds == sum(each.at - each.began for each in rounds)
        assert line.an_hour == round(3 * 3600 / line.seconds, 1)
        assert line.marked == {"irregularity": 2, "correction": 1, "ruling": 2, "void": 1}
        (dealer,) = await one.committer.read(lambda c: statistics(c, "dealer", 0, 0, str.upper))
        (game,) = await one.committer.read(lambda c: statistics(c, "game", 0, 0, str.upper))
        assert (dealer.name, game.name) == ("house", TABLE.upper()) and dealer.marked == line.marked
        last = await one.committer.read(lambda c: statistics(c, "table", rounds[0].at, 0, str.upper))
        assert [each.rounds for each in last] == [1]
        none = await one.committer.read(lambda c: statistics(c, "table", 1, 2, str.upper))
        assert none == []
        learnt = await one.committer.read(lambda c: statistics(c, "dealer", 0, 0, str.upper, (TABLE,)))
        assert learnt == []  # what somebody learns at a table of their own counts for nobody
        for named, found in (("", 0), (TABLE, 3)):
            wanted = Wanted(table=named)
            answer = await one.committer.read(lambda c, w=wanted: search(c, w, None, (TABLE,)))  # type: ignore[misc]
            assert len(answer.rounds) == found

    looked_back(tmp_path, scene)


def test_a_round_is_played_back_with_all_cards_for_those_who_may_know_them(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        befores = Befores()
        eye = await one.committer.read(
            lambda c: played_back(c, TABLE, 1, "surveillance:s", befores, "play", True)
        )
        assert eye.entries[0]["n"] and all(len(step["hash"]) == 64 and step["at"] for step in eye.entries)
        (corrected,) = eye.corrected_by
        assert corrected > eye.last and eye.posted.positions == 6
        floor = await one.committer.read(
            lambda c: played_back(c, TABLE, 1, "floor:flo", befores, "play", False)
        )
        assert not any("hash" in step or "n" in step for step in floor.entries)
        hidden = [event["type"] for step in floor.entries for event in step["events"]]
        assert "hidden_cards_shown@1" not in hidden
        with pytest.raises(Refused, match="no finished round 4"):
            await one.committer.read(lambda c: played_back(c, TABLE, 4, "regulator:r", befores, "", True))

    looked_back(tmp_path, scene)


@pytest.mark.parametrize(
    ("wanted", "under"),
    [
        ("12.B", True),
        ("12.B.1.e", True),
        ("uth/12.B", True),
        ("12.B.1.e.i", False),
        ("2.B", False),
        ("12.", False),
    ],
)
def test_a_clause_is_found_by_what_it_stands_under(wanted: str, under: bool) -> None:
    assert is_under("uth/12.B.1.e", wanted) is under

"""Test the round search by every field, and that index rows agree with the entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from croupier.errors import Refused
from croupier.server.surveillance import round_search as searching
from croupier.server.surveillance.playback import played_back
from croupier.server.surveillance.round_search import (
    FoundRound,
    SearchQuery,
    is_under,
    search,
    trace_from_entries,
    traced,
)
from croupier.server.surveillance.statistics import statistics
from croupier.server.tables.floor_summary import INCIDENT_SHOWN, VOID_IN_QUEUE, Alert, recent_incidents
from croupier.server.tables.round_replay import SegmentCache
from croupier.store import schema as db
from croupier.store.round_index import VOID, TracedEntry, marks_of
from croupier.table import commands as do
from croupier.table import events as ev
from tests.server.helpers.floor import Floor
from tests.server.surveillance.evening import TABLE, as_floor, looked_back


async def found(one: Floor, **asked: Any) -> list[int]:
    answer = await one.committer.read(lambda c: search(c, SearchQuery(**asked)))
    return [each.round for each in answer.rounds]


async def every_round(one: Floor) -> tuple[FoundRound, ...]:
    return (await one.committer.read(lambda c: search(c, SearchQuery()))).rounds


def test_index_row_matches_the_entries(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        rows = await one.committer.read(lambda c: c.execute(sa.select(db.rounds)).all())
        assert [row.round for row in rows] == [1, 2, 3]
        for row in rows:
            stored = traced(row)
            anew = await one.committer.read(lambda c, row=row: trace_from_entries(c, SegmentCache(), row))  # type: ignore[misc]
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


def test_finds_rounds_by_each_field(tmp_path: Path) -> None:
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


def test_finds_rounds_by_marks(tmp_path: Path) -> None:
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


def test_reads_incomplete_rows_from_the_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a server restart during a round, the index row is incomplete."""

    async def scene(one: Floor) -> None:
        known = await every_round(one)
        with one.store.writing() as connection:
            connection.execute(
                sa.update(db.rounds).values(paid=None, seats="", clauses="", dealer="", began=0)
            )
        assert await every_round(one) == known
        monkeypatch.setattr(searching, "READ_ANEW", 2)
        some = await one.committer.read(lambda c: search(c, SearchQuery()))
        assert some.rounds == known[:2] and some.next
        rest = await one.committer.read(lambda c: search(c, SearchQuery(before=some.next)))
        assert rest.rounds == known[2:] and rest.next == ""

    looked_back(tmp_path, scene)


@pytest.mark.long
def test_search_is_paged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(one: Floor) -> None:
        monkeypatch.setattr(searching, "PAGE", 1)
        monkeypatch.setattr(searching, "CHUNK", 2)
        place, seen = "", list[int]()
        for _ in range(4):
            answer = await one.committer.read(lambda c, place=place: search(c, SearchQuery(before=place)))  # type: ignore[misc]
            seen += [each.round for each in answer.rounds]
            place = answer.next
            if not place:
                break
        assert seen == [3, 2, 1]
        for wrong in ("x", "1:uth-1", "1:uth-1:²", f"{'9' * 40}:uth-1:1"):
            with pytest.raises(Refused, match="this page of the search does not exist"):
                await one.committer.read(lambda c, wrong=wrong: search(c, SearchQuery(before=wrong)))  # type: ignore[misc]

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
        assert learnt == []  # the search ignores training tables
        for named, found in (("", 0), (TABLE, 3)):
            wanted = SearchQuery(table=named)
            answer = await one.committer.read(lambda c, w=wanted: search(c, w, None, (TABLE,)))  # type: ignore[misc]
            assert len(answer.rounds) == found

    looked_back(tmp_path, scene)


def test_playback_with_all_cards(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        befores = SegmentCache()
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
        steps: list[Any] = msgspec.to_builtins(floor.entries)
        hidden = [event["type"] for step in steps for event in step["events"]]
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
def test_finds_a_clause_by_its_parent(wanted: str, under: bool) -> None:
    assert is_under("uth/12.B.1.e", wanted) is under


def test_a_card_corrected_while_bets_are_open_belongs_to_the_previous_round() -> None:
    named = ev.NamingCorrected(
        place="seat1", index=0, was="Ah", card="As", by="floor:flo", reason="a spade", audience=ev.EVERYONE
    )
    closed = ev.BetsClosed(round=8, seats=(1,), audience=ev.EVERYONE)
    ended = ev.RoundEnded(round=8, audience=ev.EVERYONE)
    events = (named, closed, named, ended, named)
    entries = [TracedEntry(n, n, "floor:flo", (event,)) for n, event in enumerate(events)]
    assert [(one.n, one.round) for one in marks_of(entries, 8, betting=True)] == [(0, 7), (2, 8), (4, 8)]
    assert [(one.n, one.round) for one in marks_of(entries[:1], 8, betting=False)] == [(0, 8)]


def test_mark_shows_the_largest_of_several_corrected_payments() -> None:
    def paid(wager: str, cents: int) -> ev.SettlementCorrected:
        return ev.SettlementCorrected(
            round=7, seat=1, player="p", wager=wager, staked=500, returned=cents, result="win",
            by="floor:flo", reason="misread", audience=ev.EVERYONE,
        )  # fmt: skip

    entry = TracedEntry(4, 0, "floor:flo", (paid("ante", 1_000), paid("trips", 25_000), paid("blind", 500)))
    (mark,) = marks_of([entry], 8, betting=True)
    assert "Trips" in mark.what and "$250 returned" in mark.what and mark.what.endswith("(and 2 more)")


def test_finds_a_round_by_a_later_correction(tmp_path: Path) -> None:
    """Regression test: a search for large wins missed a payment that was corrected to $60,000."""

    async def scene(one: Floor) -> None:
        first = (await every_round(one))[-1]
        seat = next(each for each in first.seats if each.seat == 2)
        # the settled wagers of the previous round 3, which is void
        ante = next(each for each in one.owner.state.previous if each.seat == 2)
        net = seat.net
        assert (1 in await found(one, paid=max(net, 1), seat=2)) is (net > 0)
        assert 1 not in await found(one, paid=max(net, 1) + 1, seat=2)
        row = await one.committer.read(
            lambda c: c.execute(sa.select(db.rounds).where(db.rounds.c.round == 1)).one()
        )
        before = traced(row)
        assert before is not None
        stored = next(each for each in before.seats if each.seat == 2)
        assert stored.net != net, "the search result must include the later correction"
        fix = do.CorrectSettlement(round=3, seat=2, wager=ante.wager, reason="so", returned=0)
        await as_floor(one, fix)
        third = (await every_round(one))[0]
        assert next(each for each in third.seats if each.seat == 2).net == -ante.staked

    looked_back(tmp_path, scene)


NAMES = {"flo": "Flora", "dan": "Daniel"}


async def alerts_at(one: Floor, now: int) -> list[Alert]:
    """Return the table's incident alerts at the time `now`."""
    found = await one.committer.read(lambda c: recent_incidents(c, now, NAMES))
    return list(found.get(TABLE, ()))


def test_surveillance_is_alerted_to_corrections_and_voids(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        third, _, first = await every_round(one)
        now = max(each.at for each in (*first.marks, *third.marks))
        correction, void = sorted(await alerts_at(one, now), key=lambda alert: alert.kind)
        assert (correction.kind, void.kind) == ("correction", "void")
        assert not correction.yours and not void.yours  # the floor itself performed these acts
        assert correction.words.startswith("Round 1 corrected by Flora: Seat ") and "Ante" in correction.words
        assert void.words.startswith("Round 3 is void: ") and void.words.endswith("(reported by Flora)")
        assert "flo:" not in correction.words + void.words
        assert await alerts_at(one, now + INCIDENT_SHOWN + 1) == []

    looked_back(tmp_path, scene)


def test_floor_is_alerted_to_a_round_voided_by_the_dealer(tmp_path: Path) -> None:
    async def scene(one: Floor) -> None:
        with one.store.writing() as connection:
            voids = sa.update(db.marks).where(db.marks.c.kind == VOID)
            connection.execute(voids.values(who="dealer:dan"))
        at = next(mark.at for mark in (await every_round(one))[0].marks if mark.kind == VOID)
        for time, in_queue in ((at, True), (at + VOID_IN_QUEUE + 1, False)):
            (void,) = [alert for alert in await alerts_at(one, time) if alert.kind == "void"]
            assert void.yours is in_queue and void.words.endswith("(reported by Daniel)")

    looked_back(tmp_path, scene)

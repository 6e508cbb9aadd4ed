"""Test that automatic tables are inspected every gaming day and that a fault takes a table out of play."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from croupier.casino.administration import commands as do
from croupier.casino.administration.stream import KIND
from croupier.journal.tables import TableWithShoes
from croupier.rulebook import games, regulation
from croupier.server.house import HouseServer
from croupier.server.tables.device_inspection import fault_of
from croupier.submission import Rules
from croupier.table.state import open_table
from tests.server.helpers.desks import BY, approved, desk, document, opened, refused
from tests.server.helpers.evening import example
from tests.server.helpers.floor import floor
from tests.server.helpers.in_process_server import say, serve_in_process, told

DAY = 86_400


@pytest.mark.parametrize("game", games())
def test_inspection_accepts_intact_shoe_and_rejects_altered_one(tmp_path: Path, game: str) -> None:
    async def scene() -> None:
        async with floor(f"sqlite:///{tmp_path}/a.db", game) as one:
            await one.seat("ada", 1)
            moments = [one.owner.full_state]
            await one.bet("ada", 1)
            await one.ready("ada")
            moments.append(one.owner.full_state)
            await one.finish()
            moments.append(one.owner.full_state)
            assert [fault_of(held) for held in moments] == ["", "", ""]
            back, shoe = next(iter(moments[1].shoes.items()))
            another = next(card for card in shoe.order if card != shoe.order[0])
            spoilt = (
                # the deck has a duplicate card
                msgspec.structs.replace(shoe, order=(another, *shoe.order[1:])),
                msgspec.structs.replace(shoe, order=shoe.order[1:]),
                msgspec.structs.replace(shoe, position=len(shoe.order) + 1),
            )
            for bad in spoilt:
                fault = fault_of(TableWithShoes(moments[1].table, {**moments[1].shoes, back: bad}))
                assert back in fault and not any(card in fault.split() for card in shoe.order)
            whole = msgspec.structs.replace(shoe, position=len(shoe.order))
            assert fault_of(TableWithShoes(moments[1].table, {back: whole})) == ""

    asyncio.run(scene())


def test_inspection_rejects_repeating_random_source() -> None:
    held = TableWithShoes(open_table(Rules(example(games()[0]).choices)))
    assert fault_of(held) == ""
    assert "random source" in fault_of(held, bytes)
    assert "random source" in fault_of(held, lambda count: bytes(range(count)))


@pytest.mark.long
def test_every_table_is_inspected_once_a_gaming_day(tmp_path: Path) -> None:
    async def scene() -> None:
        async with asyncio.timeout(60), serve_in_process(tmp_path) as one:
            house, clock = one.house, one.house.clock
            await house.background.look()
            today = house.day(clock())
            assert {table.inspected for table in house.desk.tables.values()} == {today}
            count = _inspections(house)
            assert count == len(house.tables)
            await house.background.look()
            assert _inspections(house) == count  # one inspection is enough
            house.clock = lambda: clock() + DAY
            await house.background.look()
            assert {table.inspected for table in house.desk.tables.values()} == {today + 1}
            assert _inspections(house) == 2 * count

    asyncio.run(scene())


def _inspections(house: HouseServer) -> int:
    lines = house.store.lines("desk")
    return sum(b'"type":"note_inspection@1"' in line for line in lines)


@pytest.mark.clause("COMAR 36.05.02.17H")
def test_faulty_table_starts_no_round_until_enabled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with asyncio.timeout(60), serve_in_process(tmp_path) as one:
            house, table = one.house, f"{games()[0]}-1"
            await house.background.look()
            clock = house.clock
            house.clock = lambda: clock() + DAY
            monkeypatch.setattr("croupier.server.house.fault_of", lambda held: "the shoe is spoilt")
            await house.inspect(house.tables[table])
            kept = house.desk.tables[table]
            assert (kept.standing, kept.reason, kept.inspected) == (
                "disabled", "the shoe is spoilt", house.day(clock()),
            )  # fmt: skip
            ada = await one.guest()
            async with one.line(table, ada.token) as socket:
                await say(socket, type="hello")
                await say(socket, type="chips", id="a", cents=10_000)
                no = await told(socket, "refused")
                assert no["code"] == "table_not_open" and "spoilt" in no["message"]
            monkeypatch.undo()
            pit = await one.staff("pit_manager")
            enable = do.EnableTable(table=table, reason="mended", by=f"pit_manager:{pit.person.id}")
            await house.post("desk", enable)
            await house.inspect(house.tables[table])
            kept = house.desk.tables[table]
            assert (kept.standing, kept.inspected) == ("open", house.day(house.clock()))

    asyncio.run(scene())


@pytest.mark.clause("COMAR 36.05.02.17H")
def test_only_server_inspects_and_only_once_a_day() -> None:
    state = desk(*approved(document()), opened())

    def noted(day: int, by: str = "house", table: str = "t1", fault: str = "") -> do.NoteInspection:
        return do.NoteInspection(table=table, day=day, fault=fault, by=by)

    (found,) = KIND.decide(state, noted(20_000))
    assert found.clauses == (regulation("device_inspection"),)
    state = desk(noted(20_000), state=state)
    assert state.tables["t1"].inspected == 20_000
    assert refused(state, noted(20_000)).code == refused(state, noted(19_999)).code == "table_not_open"
    assert refused(state, noted(20_001, by=BY["flo"])).code == "inspected_by_others"
    assert refused(state, noted(20_001, table="t9")).code == "no_such_table"
    state = desk(noted(20_001, fault=" spoilt "), state=state)
    assert (state.tables["t1"].standing, state.tables["t1"].reason) == ("disabled", "spoilt")
    assert state.tables["t1"].inspected == 20_000
    assert refused(state, noted(20_001)).code == "table_not_open"

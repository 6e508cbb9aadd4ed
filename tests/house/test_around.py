"""Tables are spread over the nodes that are alive, none is left alone, and every node knows where each is."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.client import House as Client
from croupier.errors import Refused
from croupier.house import around as under_test
from croupier.house.around import Around, has_too_many, may_take
from croupier.house.house import House
from croupier.house.settings import Settings
from croupier.house.store.leases import Owner
from croupier.rulebook import games
from tests.house.conftest import new_database
from tests.house.helpers.served import Served, free_port

pytestmark = pytest.mark.long

TABLES = sorted(f"{game}-1" for game in games())


@pytest.mark.parametrize("seed", range(20))
def test_whatever_happens_to_nodes_and_tables_they_even_out_and_none_is_left_alone(seed: int) -> None:
    """The two rules by themselves, nodes in any order, each knowing the others as they were a look before."""
    chance = random.Random(seed)
    tables = chance.randrange(1, 60)
    kept = dict.fromkeys(range(chance.randrange(1, 7)), 0)
    for _ in range(4):
        if len(kept) > 1 and chance.random() < 0.5:
            del kept[chance.choice(list(kept))]  # it dies, and its tables are free
        kept[100 + chance.randrange(1000)] = 0  # another one comes
        moves = 0
        for _ in range(300):
            known = dict(kept)
            for node in chance.sample(list(kept), len(kept)):
                others = [count for one, count in known.items() if one != node]
                free = tables - sum(kept.values())
                if has_too_many(kept[node], others):
                    kept[node] -= 1
                    moves += 1
                elif free and may_take(kept[node], others):
                    kept[node] += 1
        assert sum(kept.values()) == tables, (kept, tables)
        assert max(kept.values()) - min(kept.values()) <= 1, kept
        assert moves <= 3 * tables


@pytest.mark.parametrize(
    ("mine", "others", "takes", "gives"),
    [
        (0, [], True, False),
        (9, [], True, False),
        (1, [1], True, False),
        (2, [1], False, False),
        (3, [1], False, True),
        (1, [0, 5], False, False),
        (2, [0, 5], False, True),
        (0, [0, 5], True, False),
    ],
)
def test_a_table_is_for_who_keeps_no_more_than_another_and_from_who_keeps_two_more(
    mine: int, others: list[int], takes: bool, gives: bool
) -> None:
    assert (may_take(mine, others), has_too_many(mine, others)) == (takes, gives)


class Told:
    """Leases as somebody else tells them."""

    node, address = "me 1", "http://me"

    def __init__(self, owners: dict[str, Owner], nodes: dict[str, str]) -> None:
        self.owners, self.nodes = owners, nodes

    async def around(self) -> tuple[dict[str, Owner], dict[str, str]]:
        return self.owners, self.nodes


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def test_a_free_table_waits_for_who_has_fewest_and_then_for_nobody() -> None:
    clock = Clock()
    ours = {f"t{n}": Owner(f"t{n}", "me 1", "http://me", 1, "", True) for n in range(3)}
    told: Any = Told(ours, {"me 1": "http://me", "you 1": "http://you"})
    around = Around(told, clock)
    asyncio.run(around.look())
    assert not around.may_claim("free", 3)
    clock.now += under_test.PATIENCE - 0.1
    assert not around.may_claim("free", 3)
    clock.now += 0.2
    assert around.may_claim("free", 3)
    assert not around.should_give_up(3)  # not at once
    clock.now += under_test.SETTLED - 0.1
    assert not around.should_give_up(3)
    clock.now += 0.2
    assert around.should_give_up(3)
    assert not around.should_give_up(1)
    clock.now += 0.1
    assert not around.should_give_up(3)  # it begins anew
    told.nodes = {"me 1": "http://me", "me 0": "http://me"}  # who was at this address before is no other
    asyncio.run(around.look())
    assert around.may_claim("another", 9) and not around.should_give_up(9)


def test_what_another_keeps_is_not_claimed_and_is_found_there() -> None:
    taken = Owner("t1", "you 1", "http://you", 4, '{"round":7,"taken":2,"meters":{"main":5}}', True)
    lost = Owner("t2", "you 1", "http://you", 4, "", False)
    odd = Owner("t3", "you 1", "http://you", 4, "nonsense", True)
    told: Any = Told({"t1": taken, "t2": lost, "t3": odd}, {"you 1": "http://you"})
    around = Around(told, Clock())
    asyncio.run(around.look())
    assert not around.may_claim("t1", 0) and around.may_claim("t2", 0)
    shown, address = around.shown("t1")
    assert (shown.round, shown.taken, shown.meters, address) == (7, 2, {"main": 5}, "http://you")
    assert around.shown("t2")[1] == "" and around.shown("t3")[1] == "http://you"


@asynccontextmanager
async def house_at(database: str, folder: Path, port: int) -> AsyncIterator[House]:
    node = f"http://node{port}"
    house = House(Settings(port=port, data=folder, database=database, node=node))
    house.figures.open = lambda: None  # type: ignore[method-assign]
    await house.open()
    try:
        yield house
    finally:
        await house.close()


async def until(found: Any, what: str, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end, what
        await asyncio.sleep(0.1)


def test_a_node_that_joins_gets_its_share_and_one_that_goes_gives_it_back(
    tmp_path: Path, postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(under_test, "SETTLED", 0.5)
    database = new_database(postgres)

    def counts(*houses: House) -> list[int]:
        return sorted(len(house.tables) for house in houses)

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(house_at(database, tmp_path, 1))
            assert sorted(one.tables) == TABLES
            async with house_at(database, tmp_path, 2) as two:
                await until(lambda: counts(one, two) == [2, 2], "shared")
                assert sorted({*one.tables, *two.tables}) == TABLES
                await until(lambda: all(two.around.owner(name) for name in one.tables), "known to the other")
                for name in one.tables:
                    assert two.around.shown(name)[1] == "http://node1"
                async with house_at(database, tmp_path, 3) as three:
                    await until(lambda: counts(one, two, three) == [1, 1, 2], "shared by three")
                await until(lambda: counts(one, two) == [2, 2], "taken back from who closed")
            await until(lambda: sorted(one.tables) == TABLES, "all of it")

    asyncio.run(asyncio.wait_for(scene(), 120))


def test_every_node_lists_every_table_and_says_where_each_is(tmp_path: Path, postgres: Any) -> None:
    database = new_database(postgres)
    ports = [free_port() for _ in range(3)]
    nodes = [
        Served(tmp_path, "--database", database, "--node", f"http://127.0.0.1:{port}", port=port)
        for port in ports
    ]

    async def kept(node: Served) -> int:
        health = await asyncio.to_thread(node.health)
        return 0 if health is None else int(health["tables"])

    async def shared(among: list[Served], wanted: list[int]) -> None:
        end = time.monotonic() + 90
        while sorted([await kept(node) for node in among]) != wanted:
            assert time.monotonic() < end, [await kept(node) for node in among]
            await asyncio.sleep(0.3)

    async def everywhere(among: list[Served]) -> None:
        """Each node names all tables, and the client gets each of them through any."""
        for node in among:
            async with Client(node.url) as house:
                await house.guest("Ada")
                lobby = {line["table"]: line for line in await house.tables()}
                assert sorted(lobby) == TABLES
                elsewhere = [name for name, line in lobby.items() if line["node"]]
                assert len(elsewhere) == len(TABLES) - await kept(node)
                for name, line in lobby.items():
                    assert line["node"] in ("", *(one.url for one in among)) and line["node"] != node.url
                    told = await house.table(name)
                    assert (told["table"], told["limits"]) == (name, line["limits"])
                for name in elsewhere:
                    answer = await house._http.get(f"/api/tables/{name}")
                    assert (answer.status_code, answer.json()["code"]) == (421, "moved")
                    assert answer.json()["address"] == lobby[name]["node"]
                    async with house.join(name) as table:
                        await table.chips(10_000)
                with pytest.raises(Refused, match="no_table"):
                    await house.table("nowhere-1")

    async def scene() -> None:
        for node in nodes:
            node.start()
        for node in nodes:
            await node.opened()
        await shared(nodes, [1, 1, 2])
        await asyncio.sleep(2.5)  # every node has looked around since
        await everywhere(nodes)
        nodes[0].kill()
        await shared(nodes[1:], [2, 2])
        await asyncio.sleep(2.5)
        await everywhere(nodes[1:])

    try:
        asyncio.run(asyncio.wait_for(scene(), 300))
        for node in nodes[1:]:
            assert node.end() == 0
            assert not node.faults(), node.faults()
    finally:
        for node in nodes:
            node.close()

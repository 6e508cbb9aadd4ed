"""Test that tables are balanced among the live nodes and that every node knows where each table runs."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from croupier.client import House as Client
from croupier.errors import Refused
from croupier.protocol import Chips
from croupier.rulebook import games
from croupier.server import cluster as under_test
from croupier.server.cluster import ClusterView, NodeTable, PresentPlayer, has_too_many, may_take
from croupier.server.house import HouseServer
from croupier.server.settings import Settings
from croupier.server.tables.viewers import EVERYONE, Viewer
from croupier.store import session_rows
from croupier.store.leases import LeaseHolder
from croupier.table import commands as do
from croupier.table.readers import legal
from croupier.table.readers.offers import least_bet
from tests.server.helpers.forked_server import ForkedServer
from tests.server.helpers.postgres import new_database
from tests.server.helpers.served import Served, free_port

pytestmark = pytest.mark.long

TABLES = sorted(f"{game}-1" for game in games())


@pytest.mark.parametrize("seed", range(20))
def test_tables_balance_after_any_node_changes(seed: int) -> None:
    """Only the two rules are simulated. Nodes act in any order on data that is one update old."""
    chance = random.Random(seed)
    tables = chance.randrange(1, 60)
    kept = dict.fromkeys(range(chance.randrange(1, 7)), 0)
    for _ in range(4):
        if len(kept) > 1 and chance.random() < 0.5:
            del kept[chance.choice(list(kept))]  # the node dies, which frees its tables
        kept[100 + chance.randrange(1000)] = 0  # a node joins
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
def test_claim_and_give_up_rules(mine: int, others: list[int], takes: bool, gives: bool) -> None:
    assert (may_take(mine, others), has_too_many(mine, others)) == (takes, gives)


class ScriptedLeases:
    """Leases with scripted contents."""

    node, address = "me 1", "http://me"

    def __init__(self, owners: dict[str, LeaseHolder], nodes: dict[str, str]) -> None:
        self.owners, self.nodes = owners, nodes

    async def owners_and_nodes(self) -> tuple[dict[str, LeaseHolder], dict[str, str]]:
        return self.owners, self.nodes


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


def test_free_table_is_reserved_for_the_least_loaded_node() -> None:
    clock = Clock()
    ours = {f"t{n}": LeaseHolder(f"t{n}", "me 1", "http://me", 1, "", True) for n in range(3)}
    told: Any = ScriptedLeases(ours, {"me 1": "http://me", "you 1": "http://you"})
    around = ClusterView(told, clock)
    asyncio.run(around.look())
    assert not around.may_claim("free", 3)
    clock.now += under_test.PATIENCE - 0.1
    assert not around.may_claim("free", 3)
    clock.now += 0.2
    assert around.may_claim("free", 3)
    assert not around.should_give_up(3)  # only after a waiting time
    clock.now += under_test.SETTLED - 0.1
    assert not around.should_give_up(3)
    clock.now += 0.2
    assert around.should_give_up(3)
    assert not around.should_give_up(1)
    clock.now += 0.1
    assert not around.should_give_up(3)  # the waiting time starts over
    told.nodes = {
        "me 1": "http://me",
        "me 0": "http://me",
    }  # an earlier process at this address is not a separate node
    asyncio.run(around.look())
    assert around.may_claim("another", 9) and not around.should_give_up(9)


def test_does_not_claim_a_table_of_another_node() -> None:
    taken = LeaseHolder("t1", "you 1", "http://you", 4, '{"round":7,"taken":2,"meters":{"main":5}}', True)
    lost = LeaseHolder("t2", "you 1", "http://you", 4, "", False)
    odd = LeaseHolder("t3", "you 1", "http://you", 4, "nonsense", True)
    told: Any = ScriptedLeases({"t1": taken, "t2": lost, "t3": odd}, {"you 1": "http://you"})
    around = ClusterView(told, Clock())
    asyncio.run(around.look())
    assert not around.may_claim("t1", 0) and around.may_claim("t2", 0)
    shown, address = around.summary("t1")
    assert (shown.round, shown.taken, shown.meters, address) == (7, 2, {"main": 5}, "http://you")
    assert around.summary("t2")[1] == "" and around.summary("t3")[1] == "http://you"


def test_summary_survives_the_death_of_its_node() -> None:
    people = '{"people":{"p1":[[2,3],500,1000],"p2":[[],20]}}'
    told: Any = ScriptedLeases(
        {"t1": LeaseHolder("t1", "you 1", "http://you", 4, people, False)}, {"me 1": "http://me"}
    )
    around = ClusterView(told, Clock())
    asyncio.run(around.look())
    assert around.summary("t1") == (NodeTable(), "")
    assert around.last_summary("t1").people == {
        "p1": PresentPlayer((2, 3), 500, 1000),
        "p2": PresentPlayer((), 20),
    }
    assert around.last_summary("t9") == NodeTable()


def test_one_live_node_is_first() -> None:
    nodes = {"me 1": "http://me", "you 1": "http://you"}
    told: Any = ScriptedLeases({}, nodes)
    around = ClusterView(told, Clock())
    assert around.is_first and around.alive == 1
    asyncio.run(around.look())
    assert around.is_first and around.alive == 2
    nodes["a 1"] = "http://a"
    asyncio.run(around.look())
    assert not around.is_first and around.alive == 3


@asynccontextmanager
async def house_at(database: str, folder: Path, port: int) -> AsyncIterator[HouseServer]:
    node = f"http://node{port}"
    house = HouseServer(Settings(port=port, data=folder, database=database, node=node))
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


def listened(house: HouseServer) -> list[bytes]:
    """Collect all future messages to spectators at a node's tables."""
    told: list[bytes] = []
    for owner in house.tables.values():
        viewer = Viewer(EVERYONE, owner.story)
        looking: Any = SimpleNamespace(
            viewer=viewer,
            person="",
            proofs=False,
            words=False,
            send=told.append,
            end=lambda code, reason: None,
        )
        owner.broadcaster.outlets.append(looking)
    return told


def test_joining_node_gets_its_share_and_leaving_node_returns_it(
    tmp_path: Path, postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(under_test, "SETTLED", 0.5)
    database = new_database(postgres)

    def counts(*houses: HouseServer) -> list[int]:
        return sorted(len(house.tables) for house in houses)

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(house_at(database, tmp_path, 1))
            assert sorted(one.tables) == TABLES
            told = listened(one)
            async with house_at(database, tmp_path, 2) as two:
                await until(
                    lambda: b'{"type":"nodes","addresses":["http://node2"]}' in told, "notices at tables"
                )
                await until(lambda: counts(one, two) == [2, 2], "shared")
                assert sorted({*one.tables, *two.tables}) == TABLES
                await until(
                    lambda: all(two.cluster.owner(name) for name in one.tables), "known to the other node"
                )
                for name in one.tables:
                    assert two.cluster.summary(name)[1] == "http://node1"
                async with house_at(database, tmp_path, 3) as three:
                    await until(lambda: counts(one, two, three) == [1, 1, 2], "limits shared by three nodes")
                await until(lambda: counts(one, two) == [2, 2], "tables taken back from a closed node")
            await until(lambda: sorted(one.tables) == TABLES, "all limits on one node")

    asyncio.run(asyncio.wait_for(scene(), 120))


def test_every_node_knows_the_players_of_the_others(
    tmp_path: Path, postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nodes report seats and chips, so guests with chips remain after their session has ended."""
    monkeypatch.setattr(under_test, "SETTLED", 0.5)
    database = new_database(postgres)

    async def sat(house: HouseServer, name: str) -> str:
        """Add a guest with chips and wagers at one of this node's tables, and end the guest's session."""
        table = sorted(house.tables)[0]
        person = (await house.people.welcome(name)).person.id
        owner, by = house.tables[table], f"player:{person}"
        wagers = least_bet(legal.posted_stakes(owner.state.rules))
        bet = do.Bet(seat=1, wagers=wagers, round=owner.state.round.number)
        for number, request in enumerate((Chips("c", 20_000), do.SitDown(seat=1, player=person), bet)):
            told = msgspec.json.decode(await owner.ask(person, name, by, request, f"{name}-{number}"))
            assert told["type"] == "done", told
        with house.store.writing() as connection:
            session_rows.end_sessions(connection, person)
        return person

    async def scene() -> None:
        async with (
            house_at(database, tmp_path, 1) as one,
            house_at(database, tmp_path, 2) as two,
        ):
            await until(lambda: sorted(map(len, (one.tables, two.tables))) == [2, 2], "shared")
            ada, ben = await sat(one, "Ada"), await sat(two, "Ben")
            gone = (await one.people.welcome("Gone")).person.id
            with one.store.writing() as connection:
                session_rows.end_sessions(connection, gone)
            await until(lambda: one.presence.seats_of(ben) and two.presence.seats_of(ada), "told")
            for here, there, person in ((one, two, ben), (two, one, ada)):
                (own,), (seat,) = there.presence.seats_of(person), here.presence.seats_of(person)
                assert own["node"] == "" and seat["node"] == there.settings.node
                assert {**seat, "node": ""} == own and seat["seat"] == 1
                assert (
                    here.presence.chips_of(person)
                    == there.presence.chips_of(person)
                    == 20_000
                    > seat["chips"]
                )
            sweeping, other = (one, two) if one.cluster.is_first else (two, one)
            assert not other.cluster.is_first
            await other.background.sweep()
            assert gone in one.desk.people
            await sweeping.background.sweep()
            assert gone not in sweeping.desk.people
            assert {ada, ben} <= {*sweeping.desk.people} & {*sweeping.committer.state("cage").wallets}

    asyncio.run(asyncio.wait_for(scene(), 120))


def test_every_node_lists_every_table_with_its_address(tmp_path: Path, postgres: Any) -> None:
    database = new_database(postgres)
    ports = [free_port() for _ in range(3)]
    nodes = [
        ForkedServer(tmp_path, "--database", database, "--node", f"http://127.0.0.1:{port}", port=port)
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
        """Check that each node lists all tables and that a client reaches every table through any node."""
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
                        known = {*table._nodes}
                        # the server sends this message after hello
                        assert {one.url for one in among} <= known
                with pytest.raises(Refused, match="no_table"):
                    await house.table("nowhere-1")

    async def scene() -> None:
        for node in nodes:
            node.start()
        for node in nodes:
            await node.opened()
        await shared(nodes, [1, 1, 2])
        await asyncio.sleep(2.5)  # every node has updated its view by then
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

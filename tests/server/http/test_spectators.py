"""Test that no person or address can occupy all spectator places at a full table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection

from croupier.server.http.spectators import GUEST, KNOWN, STRANGER, spectator_to_drop
from croupier.server.limits import Limits
from tests.server.helpers.in_process_server import InProcessServer, closed_with, say, serve_in_process, told
from tests.server.http.test_misbehaving import TABLE


class SampleSpectator(NamedTuple):
    standing: int
    origin: str
    since: float


def taken(*crowds: tuple[int, str, int]) -> list[SampleSpectator]:
    """Build spectators from (standing, address, number) groups, in order of arrival."""
    flat = [(standing, origin) for standing, origin, count in crowds for _ in range(count)]
    return [SampleSpectator(standing, origin, float(n)) for n, (standing, origin) in enumerate(flat)]


@pytest.mark.parametrize(
    ("crowds", "newcomer", "going"),
    [
        (((STRANGER, "a", 4),), (STRANGER, "b"), SampleSpectator(STRANGER, "a", 3.0)),
        (((STRANGER, "a", 4),), (STRANGER, "a"), None),  # a newcomer from the same address replaces no one
        (((STRANGER, "a", 2), (STRANGER, "b", 2)), (STRANGER, "c"), SampleSpectator(STRANGER, "b", 3.0)),
        # If every address has one place, a newcomer replaces no one.
        (((STRANGER, "a", 1), (STRANGER, "b", 1)), (STRANGER, "c"), None),
        # A difference of one place is fair.
        (((STRANGER, "a", 3), (STRANGER, "b", 2)), (STRANGER, "b"), None),
        (((STRANGER, "a", 4), (STRANGER, "b", 2)), (STRANGER, "b"), SampleSpectator(STRANGER, "a", 3.0)),
        # Anonymous visitors do not replace guests.
        (((GUEST, "a", 3), (STRANGER, "b", 1)), (STRANGER, "c"), None),
        (((GUEST, "a", 3), (STRANGER, "b", 1)), (GUEST, "a"), SampleSpectator(STRANGER, "b", 3.0)),
        (
            ((GUEST, "a", 4),),
            (GUEST, "b"),
            SampleSpectator(GUEST, "a", 3.0),
        ),  # guests are replaced too if their address holds several places
        (((GUEST, "a", 4),), (KNOWN, "a"), SampleSpectator(GUEST, "a", 3.0)),
        (((GUEST, "a", 1), (STRANGER, "a", 2)), (KNOWN, "a"), SampleSpectator(STRANGER, "a", 2.0)),
        (((KNOWN, "a", 2),), (GUEST, "b"), None),
        ((), (STRANGER, "a"), None),
    ],
)
def test_spectator_replaced_by_a_newcomer(
    crowds: tuple[tuple[int, str, int], ...], newcomer: tuple[int, str], going: SampleSpectator | None
) -> None:
    assert spectator_to_drop(taken(*crowds), *newcomer) == going


def test_spectator_places_are_shared_evenly_among_addresses() -> None:
    """In any order of arrival, the addresses' numbers of places differ by at most one."""
    places = taken((STRANGER, "a", 20))
    for n in range(60):
        standing, origin = STRANGER, "abcd"[n % 4]
        going = spectator_to_drop(places, standing, origin)
        if going is not None:
            places.remove(SampleSpectator(going.standing, going.origin, going.since))
            places.append(SampleSpectator(standing, origin, 100.0 + n))
    count = {origin: sum(place.origin == origin for place in places) for origin in "abcd"}
    assert sum(count.values()) == 20 and max(count.values()) - min(count.values()) <= 1, count


async def looking(one: InProcessServer, token: str = "") -> ClientConnection:
    socket = await one.line(TABLE, token, "everyone")
    await say(socket, type="hello")
    return socket


def test_guests_replace_strangers_and_never_players(tmp_path: Path) -> None:
    async def scene() -> None:
        limits = Limits(spectators=3)
        async with asyncio.timeout(60), serve_in_process(tmp_path, limits=limits) as one:
            ada, ben = await one.guest(), await one.guest("Ben")
            playing = [await one.line(TABLE, ben.token) for _ in range(4)]
            for socket in playing:
                await say(socket, type="hello")
            strangers = [await looking(one) for _ in range(3)]
            for socket in (*playing, *strangers):
                await told(socket, "welcome")
            refused = await one.line(TABLE)
            assert (await told(refused, "refused"))["code"] == "too_many_spectators"
            assert await closed_with(refused) == 4429
            guests = [await looking(one, ada.token) for _ in range(3)]
            for socket in guests:
                await told(socket, "welcome")
            assert [await closed_with(socket) for socket in strangers] == [4429] * 3
            for socket in (*playing, *guests):
                await say(socket, type="hello")  # a refusal shows that the socket is still open
                assert (await told(socket, "refused"))["message"] == "hello was sent before"
            for socket in (*playing, *guests, *strangers, refused):
                await socket.close()

    asyncio.run(scene())

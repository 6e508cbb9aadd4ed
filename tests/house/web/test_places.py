"""Who looks on where all places are taken: nobody keeps the others out, and no address by itself does."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection

from croupier.house.limits import Limits
from croupier.house.web.places import GUEST, KNOWN, STRANGER, given_up
from tests.house.helpers.inside import Inside, closed_with, inside, say, told
from tests.house.web.test_misbehaving import TABLE


class Looking(NamedTuple):
    standing: int
    origin: str
    since: float


def taken(*crowds: tuple[int, str, int]) -> list[Looking]:
    """So many of a standing from an origin, each crowd after the one before."""
    flat = [(standing, origin) for standing, origin, count in crowds for _ in range(count)]
    return [Looking(standing, origin, float(n)) for n, (standing, origin) in enumerate(flat)]


@pytest.mark.parametrize(
    ("crowds", "newcomer", "going"),
    [
        (((STRANGER, "a", 4),), (STRANGER, "b"), Looking(STRANGER, "a", 3.0)),
        (((STRANGER, "a", 4),), (STRANGER, "a"), None),  # one of many does not push out another of them
        (((STRANGER, "a", 2), (STRANGER, "b", 2)), (STRANGER, "c"), Looking(STRANGER, "b", 3.0)),
        (((STRANGER, "a", 1), (STRANGER, "b", 1)), (STRANGER, "c"), None),  # one each: full is full
        (((STRANGER, "a", 3), (STRANGER, "b", 2)), (STRANGER, "b"), None),  # one more than theirs is fair
        (((STRANGER, "a", 4), (STRANGER, "b", 2)), (STRANGER, "b"), Looking(STRANGER, "a", 3.0)),
        (((GUEST, "a", 3), (STRANGER, "b", 1)), (STRANGER, "c"), None),  # not from who is signed in
        (((GUEST, "a", 3), (STRANGER, "b", 1)), (GUEST, "a"), Looking(STRANGER, "b", 3.0)),
        (((GUEST, "a", 4),), (GUEST, "b"), Looking(GUEST, "a", 3.0)),  # guests in a crowd are a crowd, too
        (((GUEST, "a", 4),), (KNOWN, "a"), Looking(GUEST, "a", 3.0)),
        (((GUEST, "a", 1), (STRANGER, "a", 2)), (KNOWN, "a"), Looking(STRANGER, "a", 2.0)),
        (((KNOWN, "a", 2),), (GUEST, "b"), None),
        ((), (STRANGER, "a"), None),
    ],
)
def test_whose_place_a_newcomer_gets(
    crowds: tuple[tuple[int, str, int], ...], newcomer: tuple[int, str], going: Looking | None
) -> None:
    assert given_up(taken(*crowds), *newcomer) == going


def test_no_crowd_of_one_origin_keeps_more_than_its_share_once_others_come() -> None:
    """Whatever the order: places even out to within one of each other among origins that want them."""
    places = taken((STRANGER, "a", 20))
    for n in range(60):
        standing, origin = STRANGER, "abcd"[n % 4]
        going = given_up(places, standing, origin)
        if going is not None:
            places.remove(Looking(going.standing, going.origin, going.since))
            places.append(Looking(standing, origin, 100.0 + n))
    count = {origin: sum(place.origin == origin for place in places) for origin in "abcd"}
    assert sum(count.values()) == 20 and max(count.values()) - min(count.values()) <= 1, count


async def looking(one: Inside, token: str = "") -> ClientConnection:
    socket = await one.line(TABLE, token, "everyone")
    await say(socket, type="hello")
    return socket


def test_strangers_who_fill_a_table_make_room_for_guests_and_players_never_do(tmp_path: Path) -> None:
    async def scene() -> None:
        limits = Limits(spectators=3)
        async with asyncio.timeout(60), inside(tmp_path, limits=limits) as one:
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
                await say(socket, type="hello")  # answered: the line is open
                assert (await told(socket, "refused"))["message"] == "hello is said once"
            for socket in (*playing, *guests, *strangers, refused):
                await socket.close()

    asyncio.run(scene())

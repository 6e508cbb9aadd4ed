"""Play at every table of a server over its socket and print the results.

    make run                                                  # in one terminal
    python examples/play_over_the_socket.py --rounds 100      # in another

The client sits down as a guest, bets the minimum on every wager and makes the cheapest decision that stays in
the round. It knows nothing about the games except the server's messages.
"""

from __future__ import annotations

import argparse
import asyncio

from croupier.client import House, Table
from croupier.errors import Refused


def wagers(table: Table, seat: int) -> dict[str, int]:
    """Return the minimum of every wager that the server offers. A wager tied to another equals it."""
    for offer in table.offers:
        if offer.act.startswith("bet@") and offer.sample["seat"] == seat:
            stakes = next(blank.stakes for blank in offer.blanks if blank.kind == "wagers")
            least: dict[str, int] = {}
            for stake in stakes:
                least[stake.name] = least.get(stake.equal_to or "", 0) or stake.least
            return least
    return {}


async def free_seat(table: Table) -> int:
    offer = await table.until(
        lambda: next((offer for offer in table.offers if offer.act.startswith("sit_down@")), None)
    )
    return int(offer.sample["seat"])


async def play(url: str, name: str, rounds: int) -> str:
    """Play that many rounds at one table and return a summary line."""
    async with House(url) as house:
        await house.guest("Example")
        async with house.join(name) as table:
            seat = await free_seat(table)
            await table.chips(500_00)
            await table.sit(seat)
            net = 0
            for _ in range(rounds):
                await table.until(lambda: wagers(table, seat))
                bet = wagers(table, seat)
                if table.sight is not None and table.sight.chips < 10 * sum(bet.values()):
                    await more_chips(house, table)
                await table.bet(seat, bet)
                await table.ready()
                while (question := await table.question()) is not None:
                    staying = list(zip(question.choices, question.costs, strict=True))
                    paid = [each for each in staying if each[1]] or staying
                    await table.decide(min(paid, key=lambda each: each[1])[0], question)
                net += table.net(seat)
            await table.get_up(seat)
            await table.cash_out()
            return f"{name}: {rounds} rounds, net {net / 100:+.2f} dollars"


async def more_chips(house: House, table: Table) -> None:
    try:
        await table.chips(500_00)
    except Refused:  # the wallet is empty; a guest may request more play money
        await house.ask("POST", "/api/wallet/refill")
        await table.chips(500_00)


async def main(url: str, rounds: int) -> None:
    async with House(url) as house:
        names = [table["table"] for table in await house.tables()]
    for told in asyncio.as_completed([play(url, name, rounds) for name in names]):
        print(await told)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Play at every table of a server.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--rounds", type=int, default=100)
    given = parser.parse_args()
    asyncio.run(main(given.url, given.rounds))

"""Play at every table of a server over WebSockets and print the results.

    make run                                                  # in one terminal
    python examples/play_over_the_socket.py --rounds 100      # in another

The client sits down as a guest, bets the minimum on every wager it can afford and always chooses the cheapest
decision that keeps it in the round. It adds its own random number to every deal and checks the proofs of its
cards. It contains no game rules and relies only on the server's messages.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from croupier.client import House, Table
from croupier.errors import Refused
from croupier.table.readers.legal import Stake

RESERVE = 3  # The player keeps three times the bets of a round, enough for a raise of three Antes.


def minimums(stakes: Sequence[Stake], required: bool = False) -> dict[str, int]:
    """Return the minimum bet on every wager, or only on the required wagers."""
    least: dict[str, int] = {}
    for stake in stakes:
        if stake.required or not required:
            least[stake.name] = least.get(stake.equal_to or "", 0) or stake.least
    return least


def stakes_of(table: Table, seat: int) -> tuple[Stake, ...]:
    """Return the wagers that the server offers at a seat. The result is empty while betting is closed."""
    for offer in table.offers:
        if offer.act.startswith("bet@") and offer.sample["seat"] == seat:
            return tuple(next(blank.stakes for blank in offer.blanks if blank.kind == "wagers"))
    return ()


async def free_seat(table: Table) -> int:
    offer = await table.until(
        lambda: next((offer for offer in table.offers if offer.act.startswith("sit_down@")), None)
    )
    return int(offer.sample["seat"])


async def play(url: str, name: str, rounds: int) -> str:
    """Play the given number of rounds at one table and return a summary line."""
    async with House(url) as house:
        await house.guest("Example")
        async with house.join(name, proofs=True) as table:
            seat = await free_seat(table)
            await buy_chips(house, table, 200_00)
            await table.sit(seat)
            net = played = 0
            while played < rounds:
                await table.until(lambda: stakes_of(table, seat))
                bet = await affordable(house, table, stakes_of(table, seat))
                if not bet:
                    break
                await table.bet(seat, bet)
                await table.ready()  # also sends the client's random number for the shuffle
                while (question := await table.question()) is not None:
                    staying = list(zip(question.choices, question.costs, strict=True))
                    paid = [each for each in staying if each[1]] or staying
                    await table.decide(min(paid, key=lambda each: each[1])[0], question)
                net += table.net(seat)
                played += 1
            await table.get_up(seat)
            await table.cash_out()
            proved = table.deals.check(table.person)
            mixed = proved.mixed - proved.alone
            faults = f"; {len(proved.faults)} deals failed the check" if proved.faults else ""
            stopped = "" if played == rounds else ", stopped because the minimum bets were too high"
            return (
                f"{name}: {played} rounds{stopped}, net {net / 100:+.2f} dollars, "
                f"a player's random number was in {mixed} of {proved.mixed} deals{faults}"
            )


async def affordable(house: House, table: Table, stakes: Sequence[Stake]) -> dict[str, int]:
    """Return bets on every wager, on only the required wagers, or on none, depending on the money left."""
    for bet in (minimums(stakes), minimums(stakes, required=True)):
        if await buy_chips(house, table, RESERVE * sum(bet.values())):
            return bet
    return {}


async def buy_chips(house: House, table: Table, wanted: int) -> bool:
    """Buy chips from the wallet until the player holds `wanted` cents. Return whether that succeeded."""
    held = table.sight.chips if table.sight is not None else 0
    if held >= wanted:
        return True
    wallet = int((await house.ask("GET", "/api/wallet"))["cents"])
    if held + wallet < wanted:
        try:  # a guest who is almost out of money may request more play money
            wallet = int((await house.ask("POST", "/api/wallet/refill"))["cents"])
        except Refused:
            return False
    if held + wallet < wanted:
        return False
    await table.chips(wallet)
    return True


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

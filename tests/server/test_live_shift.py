"""Play whole shifts with live cards over the network, dealt by shoe, by hand and by machine.

The shifts include irregularities. At the end, every journal verifies and the books balance.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from croupier.client import House
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.rulebook import games
from croupier.table import commands as do
from tests.server.helpers.cards import Pack
from tests.server.helpers.in_process_server import InProcessServer, serve_in_process
from tests.server.helpers.served import audit, days_books
from tests.server.helpers.shift import Shift, staff_client, submitted
from tests.server.tables.test_live import shuffled

LONG = dict.fromkeys(games()[1:], pytest.mark.long)  # the fast tier also runs one game


class Clock:
    """A clock for the server that tests can advance."""

    def __init__(self) -> None:
        self.now = 1_900_000_000

    def __call__(self) -> int:
        return self.now


@asynccontextmanager
async def shift_at(
    house: InProcessServer, game: str, method: str, stack: AsyncExitStack, seed: int = 1
) -> AsyncIterator[Shift]:
    """Open a live table as pit manager, log on as dealer, play the scene, and close the table."""
    pit = await stack.enter_async_context(await staff_client(house, "pit_manager"))
    dealing = await stack.enter_async_context(await staff_client(house, "dealer"))
    floor = await stack.enter_async_context(await staff_client(house, "floor"))
    table = f"{game}-{method}-live"
    opened = {"table": table, "submission": f"{game}-{method}", "money": "play", "dealing": "live"}
    assert (await pit.ask("POST", "/api/pit", opened))["dealing"] == "live"
    await dealing.ask("POST", f"/api/pit/{table}/log-on")
    await house.house.reconcile()
    async with dealing.join(table, "dealer") as dealer, floor.join(table, "floor") as supervisor:
        shift = Shift(dealer, supervisor, Pack(shuffled(game, seed)))
        for name in ("Ann", "Bob"):
            guest = await stack.enter_async_context(House(house.url))
            await guest.guest(name)
            player = await stack.enter_async_context(guest.join(table))
            await shift.sit(player, len(shift.seats) + 1)
        yield shift
        await shift.until("bet", "wait")
        await shift.leave()
    await dealing.ask("POST", f"/api/pit/{table}/log-off")
    closed = await pit.ask("POST", f"/api/pit/{table}/close", {"reason": "the shift is over"})
    assert (closed["standing"], closed["dealer"]) == ("closed", "")


Scene = Callable[[Shift, Clock, InProcessServer], Any]


def run(tmp_path: Path, game: str, method: str, scene: Scene, **more: Any) -> Shift:
    """Run one shift and audit the whole store."""
    path = tmp_path / f"{game}-{method}.toml"
    path.write_text(submitted(game, method, **more))
    clock, shifts = Clock(), list[Shift]()

    async def play() -> str:
        async with asyncio.timeout(240), serve_in_process(tmp_path, submissions=(path,)) as house:
            house.house.clock = clock
            async with AsyncExitStack() as stack, shift_at(house, game, method, stack) as shift:
                shifts.append(shift)
                await shift.walk_in(4)
                await scene(shift, clock, house)
            assert house.faults.lines == []
            return house.house.settings.address

    address = asyncio.run(play())
    found = audit(address)
    assert found.faults == () and found.entries > 100
    books, table = days_books(address, Clock().now), f"{game}-{method}-live"
    assert books.foots and table in {one.name for one in books.tables}
    assert (
        books.cage is not None and books.cage.sent[table] == 3_000_00
    )  # two wallets, and chips bought at the table
    return shifts[0]


def exposed_place(shift: Shift) -> str:
    """Return the position of an unseen card, either the dealer's or a shared one."""
    state = {one.place for one in shift.dealer.sight.places}  # type: ignore[union-attr]
    return "dealer" if "dealer" in state else "board"


async def opening(shift: Shift, house: InProcessServer) -> None:
    """Check that a second person must verify the dealer's inspection before a deck is loaded."""
    await shift.until("prepare")
    await shift.act()  # the dealer inspects
    due = shift.due
    assert (due["act"], due["role"]) == ("prepare", "floor")
    with pytest.raises(Refused, match="not_your_role"):
        await shift.dealer.do(do.Prepare(deck=due["command"]["deck"], step="verify"))
    with pytest.raises(Refused):
        await shift.dealer.do(do.Load(deck=due["command"]["deck"]))
    await shift.until("bet")
    assert shift.log.count(("dealer", "attest")) > 3


async def wrong_count(shift: Shift) -> None:
    """Count the stub one card short, and then recount all cards, which finds the deck complete."""
    await shift.bets()
    await shift.until("stub", "count")
    assert shift.dealer.sight is not None
    left = shift.dealer.sight.stub
    await shift.key(do.CountStub(cards=left - 1))
    assert shift.due["act"] == "recount"
    total = len(game_of(shift.dealer.sight.game).deck.order)
    await shift.key(do.Recount(total=total, misdealt=False))
    await shift.to_the_end()


async def defective(shift: Shift) -> None:
    """Void a round because of a foreign card, then replace the deck and verify the new one."""
    await shift.bets()
    await shift.until("ask")
    number = shift.round
    await shift.rule(do.DeclareDefective(reason="two kings of spades"))
    await shift.to_the_end(number)
    assert shift.round == number + 1
    before = len(shift.log)
    await shift.until("bet")
    assert {"receive", "prepare verify", "attest", "load"} <= {act for _, act in shift.log[before:]}


async def exposed(shift: Shift) -> None:
    """Expose a card too early, preview the effect of the rules, and then apply it."""
    await shift.bets()
    await shift.until("ask")
    shift._follow()
    place = exposed_place(shift)
    report = do.ReportExposed(place=place, index=0, card=shift.pack.places[place][0])
    tried = await shift.dealer.try_(report)
    await shift.key(report)
    assert shift.due["words"] == tried.due["words"]
    if shift.due["act"] == "rule":
        await shift.rule(do.RuleOnIncident(outcome="play_on", reason="the incident had no effect"))
    await shift.to_the_end()


async def misread(shift: Shift) -> None:
    """Misname a player's card and settle the hand. The floor corrects the name before the round ends."""
    await shift.bets()
    await shift.until("settle", "name")
    while not shift.due.get("place", "").startswith("seat"):
        await shift.act()
    shift._follow()
    place = shift.due["place"]
    right = shift.pack.places[place][0]
    lying = {card for cards in shift.pack.places.values() for card in cards}
    deck = game_of(shift.dealer.sight.game).deck.order  # type: ignore[union-attr]
    wrong = next(card for card in deck if (deck.count(card) > 1 and card != right) or card not in lying)
    shift.pack.misread[right] = wrong
    await shift.until("settle")
    await shift.act()
    number = shift.round
    await shift.rule(do.CorrectNaming(place=place, index=0, card=right, reason="a six, not a nine"))
    assert shift.round == number
    await shift.to_the_end()


async def correction(shift: Shift) -> None:
    """Correct a payment of the previous round with a preview, a reversal and the right payment."""
    await shift.play()
    offers = [one for one in shift.floor.offers if one.act.startswith("correct_settlement@")]
    sample = {key: value for key, value in offers[0].sample.items() if key != "by"}
    command = {**sample, "reason": "paid $1 short"}
    await shift.rule(command)


async def void(shift: Shift) -> None:
    """Call the floor about an incident that no clause covers. The floor rules that all wagers are
    returned.
    """
    await shift.bets()
    before = {seat.player: seat.chips for seat in shift.dealer.sight.seats}  # type: ignore[union-attr]
    at_risk = {seat.player: sum(seat.wagers.values()) for seat in shift.dealer.sight.seats}  # type: ignore[union-attr]
    await shift.until("ask")
    await shift.dealer.call_floor("a drink was spilled on the layout")
    await shift.floor.until(lambda: shift.floor.calls)
    await shift.key(do.ReportOther(matter="other", detail="a drink was spilled on the layout"))
    assert (shift.due["act"], shift.due["role"]) == ("rule", "floor")
    await shift.rule(do.RuleOnIncident(outcome="void", reason="the cards are unreadable"))
    await shift.to_the_end()
    after = {seat.player: seat.chips for seat in shift.dealer.sight.seats}  # type: ignore[union-attr]
    assert after == {player: before[player] + at_risk[player] for player in before}


async def answered(shift: Shift, house: InProcessServer) -> None:
    async with await staff_client(house, "floor") as floor:
        (call,) = [call for table in await floor.ask("GET", "/api/pit") for call in table["calls"]]
        assert call["words"] == "a drink was spilled on the layout"
        await floor.ask("POST", f"/api/pit/calls/{call['call']}/answer", {"words": "ruled on"})
        await shift.dealer.until(lambda: not shift.dealer.calls)


async def deck_change(shift: Shift, clock: Clock) -> None:
    """Use a deck until its maximum hours have passed. No round starts before a new deck is verified."""
    await shift.until("bet")
    loaded = next(deck for deck in shift.dealer.timers["decks"] if deck["loaded"])
    clock.now = loaded["until"] - 1
    await asyncio.sleep(1.5)
    assert shift.due["act"] == "bet"
    clock.now = loaded["until"]
    await shift.dealer.until(lambda: shift.dealer.due["act"] == "change_deck")
    assert shift.due["clauses"] == loaded["clauses"]
    before = len(shift.log)
    await shift.play()
    assert {"change_deck", "receive", "attest", "load"} <= {act for _, act in shift.log[before:]}


async def jackpot(shift: Shift, house: InProcessServer) -> None:
    """Deal a royal flush. The dealer stops, the floor validates if required, and the meter pays."""
    hands = {"uth": (("As", "Ks"), ("Qs", "Js", "Ts")), "letitride": (("As", "Ks", "Qs"), ("Js", "Ts"))}
    assert shift.dealer.sight is not None
    game = shift.dealer.sight.game
    own, board = hands[game]
    meters = dict(shift.dealer.sight.meters)
    await shift.bets(progressive=100)
    await shift.until("ask")
    shift._follow()
    shift.pack.give("seat4", own)
    shift.pack.give("board", board)
    try:
        await shift.to_the_end()
    except Refused as refused:  # the payout is $25,000 or more
        if refused.code != "surveillance_not_told":
            raise
        async with await staff_client(house, "floor") as floor:
            told = {"round": shift.round, "seat": 4}
            await floor.ask("POST", f"/api/pit/{game}-automated-live/payouts/surveillance", told)
        await shift.to_the_end()
    said = [(role, act) for role, act in shift.log if act in ("validate", "pay")]
    assert said == ([("floor", "validate"), ("dealer", "pay")] if game == "uth" else [])
    seat = next(seat for seat in shift.dealer.sight.seats if seat.seat == 4)
    won = next(one for one in seat.outcomes if one.wager == "progressive")
    assert won.result == "win" and won.returned > 1_000_00
    assert shift.dealer.sight.meters != meters


async def looked_up(shift: Shift, house: InProcessServer) -> None:
    """Compare a finished round as a player and as surveillance see it. Unknown cards stay unknown."""
    assert shift.dealer.sight is not None
    table, number = shift.dealer.table, shift.round - 1
    player = next(iter(shift.players.values()))
    async with (
        House(house.url, player._token) as own,
        await staff_client(house, "surveillance") as watching,
    ):
        (first, *_) = await own.history(table)
        assert first["round"] == number
        for who in (own, watching):
            told = await who.ask("GET", f"/api/tables/{table}/rounds/{number}")
            assert told["entries"] and told["deal"] is None


async def idle(shift: Shift) -> None:
    """Leave the cards spread at an empty table until a player arrives and inspects them."""
    await shift.until("bet")
    await shift.key(do.GoIdle())
    before = len(shift.log)
    await shift.play()
    assert {"prepare view", "prepare wash", "shuffle", "load"} <= {act for _, act in shift.log[before:]}


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_a_shift_dealt_from_the_shoe(tmp_path: Path, game: str) -> None:
    async def scene(shift: Shift, clock: Clock, house: InProcessServer) -> None:
        await opening(shift, house)
        await shift.play(2)
        await wrong_count(shift)
        await misread(shift)
        await defective(shift)
        await shift.play()

    shift = run(tmp_path, game, "shoe", scene)
    assert ("floor", "prepare verify") in shift.log


@pytest.mark.long
@pytest.mark.parametrize("game", [pytest.param(game, marks=LONG.get(game, ())) for game in games()])
def test_a_shift_dealt_from_the_hand(tmp_path: Path, game: str) -> None:
    async def scene(shift: Shift, clock: Clock, house: InProcessServer) -> None:
        await opening(shift, house)
        await exposed(shift)
        await correction(shift)
        await looked_up(shift, house)
        await void(shift)
        await answered(shift, house)
        await idle(shift)

    run(tmp_path, game, "hand", scene)


@pytest.mark.long
@pytest.mark.parametrize("game", games())
def test_a_shift_with_an_automated_shoe(tmp_path: Path, game: str) -> None:
    async def scene(shift: Shift, clock: Clock, house: InProcessServer) -> None:
        await opening(shift, house)
        if game_of(game).meter_clauses:
            await jackpot(shift, house)
        await deck_change(shift, clock)
        await shift.play()

    run(tmp_path, game, "automated", scene)

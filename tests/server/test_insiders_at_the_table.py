"""Test attempts of insiders at a live table, over sockets of a running server, alone and at the same time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.client import House, Table
from croupier.client.table import new_id
from croupier.errors import Refused
from croupier.protocol import Do
from croupier.table import commands as do
from tests.server.helpers.in_process_server import InProcessServer, closed_with, serve_in_process
from tests.server.helpers.served import audit
from tests.server.helpers.shift import Shift, staff_client, submitted
from tests.server.test_live_shift import shift_at

pytestmark = pytest.mark.long

Row = tuple[str, str, str, str]  # insider, attempt, outcome, expected outcome


async def told(table: Table, command: Any, id_: str = "") -> str:
    """Send any command, even an invalid one as a dict. Return "done" or the refusal code."""
    if isinstance(command, dict):
        id_ = id_ or new_id()
        message = Do(id_, msgspec.Raw(msgspec.json.encode(command)))
        asked: Any = table.ask(message, id_)
    else:
        asked = table.do(command, id_)
    try:
        await asked
    except Refused as refused:
        return str(refused.code)
    return "done"


async def code(asked: Any) -> str:
    try:
        await asked
    except Refused as refused:
        return str(refused.code)
    return "done"


def plain(shift: Shift) -> dict[str, Any]:
    """Return the due command with its cards, as the dealer's page would send it."""
    command = shift.command()
    assert command is not None
    return {name: value for name, value in command.items() if name != "by"}


async def before_the_cards(shift: Shift, house: InProcessServer) -> AsyncIterator[Row]:
    dealer, floor, table = shift.dealer, shift.floor, shift.dealer.table
    ann, bob = shift.players.values()
    for role in (
        "dealer",
        "floor",
        "pit_manager",
        "cage",
        "accounting",
        "surveillance",
        "administrator",
        "security",
    ):
        session = (await house.staff(role)).token
        for claimed in ("dealer", "floor", "regulator", "cage"):
            if claimed == role or (role == "pit_manager" and claimed == "floor"):
                continue
            async with house.line(table, session, claimed) as line:
                yield role, f"open the socket as {claimed}", str(await closed_with(line)), "4401"
    await shift.until("bet")
    least = shift.least(dealer, 4)
    yield (
        "dealer",
        "bet for a player with a screen",
        await told(dealer, do.Bet(seat=1, wagers=least, round=shift.round)),
        "own_screen",
    )
    await told(dealer, do.SitDown(seat=5, player=ann.person, name="Ann"))
    await dealer.until(lambda: 5 in shift.seats)
    own = "Ann" if shift.seats[5] == ann.person else "a new player"
    yield "dealer", "open a second box for a player with a screen", own, "a new player"
    await shift.key(do.GetUp(seat=5))
    yield (
        "dealer",
        "sell chips to a player with a screen",
        await told(dealer, do.BuyIn(player=ann.person, cents=100)),
        "own_screen",
    )
    yield (
        "dealer",
        "send another player's chips to the wallet",
        await told(dealer, do.CashOut(player=ann.person)),
        "own_screen",
    )
    guest = shift.seats[4]
    yield (
        "dealer",
        "sell chips for a negative amount",
        await told(dealer, {"type": "buy_in@1", "player": guest, "cents": -100}),
        "bad_amount",
    )
    yield (
        "dealer",
        "take a toke that the player does not have",
        await told(dealer, do.CashOut(player=guest, toke=10**9)),
        "bad_amount",
    )
    yield (
        "dealer",
        "act in the floor's name",
        await told(dealer, {"type": "rule@1", "outcome": "void", "reason": "x", "by": "floor:me"}),
        "bad_message",
    )
    yield (
        "dealer",
        "date an act back",
        await told(dealer, {"type": "close_betting@1", "at": 1}),
        "bad_message",
    )
    for who, name in ((dealer, "dealer"), (floor, "floor")):
        yield name, "buy chips from a wallet", await code(who.chips(100)), "not_your_role"
    yield (
        "floor",
        "sit down and play",
        await told(floor, do.SitDown(seat=6, player=floor.person)),
        "not_your_role",
    )
    yield (
        "floor",
        "bet for a player",
        await told(floor, do.Bet(seat=4, wagers=least, round=shift.round)),
        "not_your_role",
    )
    yield (
        "player",
        "bet at another player's seat",
        await told(ann, do.Bet(seat=2, wagers=least, round=shift.round)),
        "not_your_seat",
    )
    yield (
        "player",
        "move another player's chips",
        await told(ann, do.CashOut(player=bob.person)),
        "not_your_role",
    )
    yield "player", "buy more chips than the wallet holds", await code(ann.chips(10**9)), "insufficient_funds"
    wallet = 1_000_00 - 500_00
    both = await asyncio.gather(*(code(ann.chips(wallet)) for _ in range(4)))
    yield (
        "player",
        "send the whole wallet four times at once",
        " ".join(sorted(both)),
        ("done insufficient_funds insufficient_funds insufficient_funds"),
    )
    yield (
        "player",
        "bet half a cent",
        await told(ann, {"type": "bet@1", "seat": 1, "round": shift.round, "wagers": {"ante": 0.5}}),
        "bad_message",
    )
    yield (
        "player",
        "bet a negative amount",
        await told(ann, {"type": "bet@1", "seat": 1, "round": shift.round, "wagers": {"ante": -500}}),
        "bad_amount",
    )


async def during_the_round(shift: Shift, house: InProcessServer) -> AsyncIterator[Row]:
    dealer, floor = shift.dealer, shift.floor
    ann, bob = shift.players.values()
    await shift.until("bet")
    least = shift.least(dealer, 4)
    await shift.bets()
    await shift.until("deal")
    late = {**least, "trips": 500}
    yield (
        "dealer",
        "add a bet for a friend after no more bets",
        await told(dealer, do.Bet(seat=4, wagers=late, round=shift.round)),
        "bets_closed",
    )
    yield (
        "dealer",
        "return a bet for a friend after no more bets",
        await told(dealer, do.TakeBack(seat=4, round=shift.round)),
        "bets_closed",
    )
    yield (
        "player",
        "bet after no more bets",
        await told(ann, do.Bet(seat=1, wagers=late, round=shift.round)),
        "bets_closed",
    )
    yield "player", "take the chips away during the round", await code(ann.cash_out()), "done"
    await ann.chips(500_00)  # only chips that are not bet can be cashed out
    yield "player", "leave the seat during the round", await code(ann.get_up(1)), "stay_seated"
    deal = plain(shift)
    two = await asyncio.gather(*(told(dealer, deal) for _ in range(3)))
    yield "dealer", "deal the same cards three times at once", str(two.count("done")), "1"
    await shift.until("ask")
    yield "dealer", "deal again", await told(dealer, deal), "out_of_order"
    yield (
        "dealer",
        "settle a seat before the showdown",
        await told(dealer, do.SettleSeat(seat=4)),
        "out_of_order",
    )
    yield (
        "dealer",
        "settle an empty seat",
        await told(dealer, do.SettleSeat(seat=6)),
        "out_of_order",
    )
    yield (
        "dealer",
        "decide for a player with a screen",
        await told(dealer, do.Decide(seat=1, round=shift.round, question="before the Flop", choice="4x")),
        "own_screen",
    )
    yield (
        "floor",
        "decide for a player without acting for them",
        await told(floor, do.Decide(seat=4, round=shift.round, question="before the Flop", choice="4x")),
        "not_your_role",
    )
    yield (
        "dealer",
        "forfeit a player's bets",
        await told(dealer, do.DeclareForfeit(seat=4, clause="x", reason="x")),
        "not_your_role",
    )
    yield (
        "dealer",
        "declare a player's bets abandoned",
        await told(dealer, do.DeclareAbandoned(seat=4, reason="x")),
        "not_your_role",
    )
    yield (
        "dealer",
        "act for a player with a screen",
        await told(dealer, do.ActFor(seat=1, reason="x")),
        "not_your_role",
    )
    yield (
        "dealer",
        "rule on an incident",
        await told(dealer, do.RuleOnIncident(outcome="void", reason="x")),
        "not_your_role",
    )
    yield (
        "dealer",
        "declare the deck defective",
        await told(dealer, do.DeclareDefective(reason="x")),
        "not_your_role",
    )
    for role in ("surveillance", "regulator"):
        session = await staff_client(house, role)
        async with session, session.join(dealer.table, role) as eye:
            yield role, "settle a hand", await told(eye, do.SettleSeat(seat=4)), "not_your_role"
            yield role, "call the floor to the table", await code(eye.call_floor("x")), "not_your_role"
            hidden = [
                card
                for seat in eye.sight.seats  # type: ignore[union-attr]
                for card in seat.cards
                if card is not None
            ]
            yield role, "see a hole card of a live hand that is not turned up", str(hidden), "[]"
    for who, name, own in ((ann, "player", 1), (bob, "another player", 2)):
        other = [
            card
            for seat in who.sight.seats  # type: ignore[union-attr]
            for card in seat.cards
            if seat.seat != own and card is not None
        ]
        yield name, "see another player's cards", str(other), "[]"
    async with House(house.url).join(dealer.table, "everyone") as nobody:
        cards = [card for seat in nobody.sight.seats for card in seat.cards if card is not None]  # type: ignore[union-attr]
        yield "spectator", "see a card", str(cards), "[]"


async def at_the_showdown(shift: Shift, house: InProcessServer) -> AsyncIterator[Row]:
    dealer, floor = shift.dealer, shift.floor
    while not (shift.due["act"] == "settle" and shift.due["seat"] == 4):
        await shift.act()
    settle = plain(shift)
    yield "floor", "pay a hand", await told(floor, settle), "not_your_role"
    yield (
        "dealer",
        "validate a progressive",
        await told(dealer, do.ValidateProgressive(seat=4)),
        "not_your_role",
    )
    yield (
        "floor",
        "validate a progressive without a win",
        await told(floor, do.ValidateProgressive(seat=4)),
        "out_of_order",
    )
    yield (
        "dealer",
        "pay a progressive without a win",
        await told(dealer, do.PayProgressive(seat=4)),
        "not_validated",
    )
    yield (
        "dealer",
        "correct a card name",
        await told(dealer, do.CorrectNaming(place="seat4", index=0, card="As", reason="x")),
        "not_your_role",
    )
    number = shift.round
    two = await asyncio.gather(*(told(dealer, settle) for _ in range(4)))
    yield "dealer", "pay the same hand four times at once", str(two.count("done")), "1"
    await shift.dealer.until(lambda: shift.due["act"] != "settle" or shift.due.get("seat") != 4)
    yield "dealer", "pay the hand again", await told(dealer, settle), "out_of_turn"
    once = new_id()
    if shift.due["act"] == "settle":
        again = plain(shift)
        first, second = await told(dealer, again, once), await told(dealer, again, once)
        yield "dealer", "repeat a payment with its id", f"{first} {second}", "done done"
        yield (
            "dealer",
            "use the id for another payment",
            await told(dealer, {**again, "seat": 6}, once),
            "id_used",
        )
    await shift.to_the_end(number)


async def corrections(shift: Shift, house: InProcessServer) -> AsyncIterator[Row]:
    dealer, floor, table = shift.dealer, shift.floor, shift.dealer.table
    await shift.bets()
    await shift.to_the_end()
    number = shift.round - 1
    purse = shift.dealer.seat(4).chips  # type: ignore[union-attr]

    def correct(cents: int, wager: str = "ante", reason: str = "misread") -> do.CorrectSettlement:
        return do.CorrectSettlement(round=number, seat=4, wager=wager, returned=cents, reason=reason)

    yield "dealer", "correct a payment", await told(dealer, correct(10_00)), "not_your_role"
    yield (
        "floor",
        "correct a payment without a reason",
        await told(floor, correct(10_00, reason="")),
        "reason_missing",
    )
    yield (
        "floor",
        "correct a payment to an amount that no hand returns",
        await told(floor, correct(7_77)),
        "bad_amount",
    )
    yield (
        "floor",
        "correct a payment of a wager that was not bet",
        await told(floor, correct(10_00, "trips")),
        "no_such_settlement",
    )
    yield (
        "floor",
        "pay an Envy Bonus without the hand",
        await told(floor, do.CorrectEnvy(round=number, seat=4, holder=1, cents=1_000_00, reason="x")),
        "no_such_settlement",
    )
    yield (
        "floor",
        "correct an old round",
        await told(floor, do.CorrectSettlement(round=1, seat=4, wager="ante", returned=10_00, reason="x")),
        "no_such_settlement",
    )
    rivals = [await staff_client(house, "floor") for _ in range(2)]
    sent = 0
    async with (
        rivals[0],
        rivals[1],
        rivals[0].join(table, "floor") as one,
        rivals[1].join(table, "floor") as two,
    ):
        outcomes = list[str]()
        for _ in range(40):  # each correction moves at most $10, and the threshold is $100
            answers = await asyncio.gather(told(one, correct(10_00)), told(two, correct(0)))
            outcomes += answers
            sent += 1
            if "needs_second_person" in answers:
                break
    yield (
        "floor",
        "split corrections below the threshold over two screens at once",
        str("needs_second_person" in outcomes and sent <= 12),
        "True",
    )
    assert purse is not None


async def at_once(shift: Shift, house: InProcessServer) -> AsyncIterator[Row]:
    """Send the same request several times at once, as from several tabs or sessions."""
    table = shift.dealer.table
    async with AsyncExitStack() as stack:
        cage, floor, dealer, pit, lee, count, ada = [
            await stack.enter_async_context(await staff_client(house, role))
            for role in (
                "cage",
                "floor",
                "dealer",
                "pit_manager",
                "accounting",
                "count_team",
                "administrator",
            )
        ]

        async def four(who: House, path: str, *bodies: Any) -> str:
            sent = bodies if len(bodies) == 4 else bodies * 4
            asked = (code(who.ask("POST", path, body)) for body in sent)
            return " ".join(sorted(await asyncio.gather(*asked)))

        async def send(who: House, **command: Any) -> None:
            await who.ask("POST", "/api/do", {"id": "x1", "stream": "cage", "command": command})

        await send(
            cage, type="count_bank", id="b1", what="opening", bills={"10000": 1000}, chips={"500": 200}
        )
        await send(lee, type="verify_bank", count=1)
        await send(cage, type="open_drawer", id="d1", bills={"10000": 20}, chips={"500": 40})
        await send(lee, type="accept_drawer", drawer=1)
        pat = (await cage.ask("POST", "/api/cage/patrons", {"name": "Pat"}))["person"]
        deposit = {"id": "s1", "person": pat, "cents": 500_00}
        await four(cage, "/api/cage/deposits", deposit)
        wallet = await cage.ask("GET", f"/api/cage/wallets/{pat}")
        yield "cage", "post the same deposit four times at once", str(wallet["cents"]), "50000"
        sent = [
            {"id": f"w{number}", "person": pat, "cents": 400_00, "document": "passport"}
            for number in range(4)
        ]
        outcome = await four(cage, "/api/cage/withdrawals", *sent)
        refused = "insufficient_funds insufficient_funds insufficient_funds"
        yield "cage", "pay out a wallet four times at once", outcome, f"done {refused}"
        outcome = await four(lee, "/api/cage/slips/1/reverse", {"reason": "wrong customer"})
        wallet = await cage.ask("GET", f"/api/cage/wallets/{pat}")
        yield "accounting", "reverse a slip that was paid out", outcome, " ".join(["insufficient_funds"] * 4)
        sent = [{"id": f"f{number}", "what": "fill", "chips": {"500": 20}} for number in range(4)]
        await floor.ask("POST", f"/api/pit/{table}/chips", sent[0])
        outcome = await four(cage, "/api/cage/tray-slips/1/sign", {})
        yield "cage", "sign a fill four times at once", outcome, "done slip_waits slip_waits slip_waits"
        outcome = await four(dealer, f"/api/pit/{table}/slips/1/sign", {})
        yield "dealer", "sign a fill four times at once", outcome, "done slip_done slip_done slip_done"
        opener = {"id": "k1", "what": "opener", "chips": {"500": 20}}
        number = (await dealer.ask("POST", f"/api/pit/{table}/counts", opener))["number"]
        outcome = await four(floor, f"/api/pit/{table}/counts/{number}/verify", {})
        yield "floor", "verify a count four times at once", outcome, "done slip_done slip_done slip_done"
        await floor.ask("POST", f"/api/pit/{table}/chips", {"id": "f9", "what": "fill", "chips": {"500": 1}})
        both = await asyncio.gather(
            code(cage.ask("POST", "/api/cage/tray-slips/3/sign", {})),
            code(floor.ask("POST", f"/api/pit/{table}/slips/3/void", {"reason": "x"})),
            code(cage.ask("POST", "/api/cage/tray-slips/3/void", {"reason": "x"})),
        )
        trays = await cage.ask("GET", "/api/cage/trays")
        tray = next(one for one in trays if one["table"] == table)
        yield (
            "cage with floor",
            "sign and void a fill at the same moment",
            (f"{both[1:].count('done')} void, {tray['in_transit']} in transit"),
            "1 void, 0 in transit",
        )
        outcome = await four(
            pit, "/api/pit", {"table": "twin", "submission": "uth-hand", "money": "real", "dealing": "live"}
        )
        yield "pit manager", "open the same table four times at once", str(outcome.count("done")), "1"
        training = {"submission": "uth-hand", "cards": "shoe", "players": 3}
        yield (
            "dealer",
            "open a training table while dealing",
            await code(dealer.ask("POST", "/api/training", training)),
            "another_table",
        )
        yield (
            "floor",
            "open a training table",
            await code(floor.ask("POST", "/api/training", training)),
            "not_your_role",
        )
        yield (
            "dealer",
            "open a training table with real money",
            await code(dealer.ask("POST", "/api/training", {**training, "money": "real"})),
            "bad_input",
        )
        yield (
            "floor",
            "order a fill for a table that does not exist",
            await code(floor.ask("POST", "/api/pit/none/chips", sent[1])),
            "no_such_table",
        )
        dispute = {"what": "dispute", "matter": "paid short", "table": table, "round": 1, "seat": 4}
        file = (await floor.ask("POST", "/api/files", dispute))["number"]
        note = {"part": "found", "words": "the dealer was right"}
        for who, name in ((dealer, "dealer"), (cage, "cage"), (ada, "administrator"), (lee, "accounting")):
            yield (
                name,
                "write into a dispute file",
                await code(who.ask("POST", f"/api/files/{file}/items", note)),
                "not_your_role",
            )
        yield (
            "floor",
            "close a dispute about their own decision",
            await code(floor.ask("POST", f"/api/files/{file}/close", {"outcome": "nothing"})),
            "not_your_role",
        )
        for who, name in ((floor, "floor"), (dealer, "dealer"), (cage, "cage"), (count, "count team")):
            yield (
                name,
                "read a table's journal",
                await code(who.ask("GET", f"/api/journals/{table}")),
                "not_your_role",
            )
        yield (
            "administrator",
            "play back rounds with all cards",
            await code(ada.ask("GET", f"/api/rounds/{table}/1")),
            "not_your_role",
        )


SCENES = (before_the_cards, during_the_round, at_the_showdown, corrections, at_once)


def test_attempts_at_the_table_end_as_expected(tmp_path: Path) -> None:
    rows: list[Row] = []
    path = tmp_path / "uth-hand.toml"
    path.write_text(submitted("uth", "hand"), encoding="utf-8")

    async def play() -> str:
        async with asyncio.timeout(240), serve_in_process(tmp_path, submissions=(path,)) as house:
            async with AsyncExitStack() as stack, shift_at(house, "uth", "hand", stack) as shift:
                await shift.walk_in(4)
                for attempts in SCENES:
                    async for row in attempts(shift, house):
                        rows.append(row)
            assert house.faults.lines == []
            return house.house.settings.address

    address = asyncio.run(play())
    wrong = [row for row in rows if row[2] != row[3]]
    assert not wrong, "\n".join(map(str, wrong))
    assert len(rows) > 70
    assert audit(address).faults == ()

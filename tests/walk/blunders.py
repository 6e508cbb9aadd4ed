"""Yield invalid commands: wrong amounts, seats, rounds, roles, positions and cards."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.games.game import Ask
from croupier.submission import Limit
from croupier.table import commands as do
from croupier.table.acts.floor import RECORDED
from croupier.table.commands import TableCommand
from croupier.table.state import BETTING, TableState, bare_table, open_table
from tests.helpers.pit import any_command, rules_for
from tests.helpers.table_help import MAIN, SIDES
from tests.walk.acts import WHY, due_seat, next_cards
from tests.walk.world import World

replace = msgspec.structs.replace

WITHOUT_SIDES: dict[str, dict[str, dict[str, str]]] = {
    "uth": {"paytables": {"blind": "A"}},
    "letitride": {"paytables": {"main": "A"}},
    "dragon": {"paytables": {"ante_bonus": "A"}},
    "topfive": {"paytables": {}},
}


def blunders(world: World) -> Iterator[TableCommand]:
    """Yield the invalid commands that are tried at every moment of a round."""
    state = world.state
    number, seat = state.round.number, due_seat(world) or 1
    if state.round.phase == BETTING:
        yield from bad_bets(world)
        yield do.GoIdle()
        for command in any_command(state):
            yield replace(command, by="stranger")
    yield do.Bet(seat=1, wagers={"ante": 1000}, round=number + 7)
    yield from bad_cards(world)
    yield do.DealCards(cards=(None,) * 60)
    yield do.ReportFaceUp(cards=())
    yield do.ReportFaceUp(cards=(None,) * 60)
    yield do.ReportExposed(place="board", index=0, card=world.order[-1])
    yield do.ReportExposed(place="dealer", index=0, card=world.order[-1])
    yield do.ReportExposed(place="seat1", index=0, card=None)
    yield do.RuleOnIncident(outcome="perhaps", reason=WHY, by="floor")
    yield do.RuleOnIncident(outcome="void", reason="", by="floor")
    yield do.Recount(total=1, misdealt=True, hand="the moon")
    yield do.SettleSeat(seat=9)
    yield do.ValidateProgressive(seat=9, by="floor")
    for clause in (*state.game.breaches, "topfive/1.A"):
        yield do.DeclareForfeit(seat=1, clause=clause, reason=WHY, by="floor")
    for wager in ("progressive", "five_card"):
        for there in (1, 9):
            yield do.ReturnChip(wager=wager, seat=there, reason=WHY)
    yield do.DeclareAbandoned(seat=9, reason=WHY, by="floor")
    yield do.HandleDevice(device="shuffler", how="burnt", by="floor")
    yield do.HandleDevice(device="lamp", how="covered", by="floor")
    yield do.ReportDeviceFailure(device="shuffler", idle_deck=True)
    yield do.NameCards(place="seat1", cards=())
    yield do.CorrectNaming(place="seat1", index=9, card=world.order[0], reason=WHY, by="floor")
    yield do.CorrectDecision(
        seat=seat, choice="fold", round=number, question="nothing", reason=WHY, by="floor"
    )
    yield do.ChangeRules(choices=state.rules.choices, by="floor")
    yield do.Attest(clause="uth/99.Z")
    yield do.Attest(clause=min(clause for clause in RECORDED if clause.startswith(world.scene.game)))
    yield from bad_answers(world)
    yield from bad_corrections(world)


def bad_cards(world: World) -> Iterator[TableCommand]:
    """Yield commands with wrong cards: too few, too many, from a different deck, or named too early."""
    foreign = "As" if world.scene.game == "dragon" else "Dr"
    count = next_cards(world)[0]
    board = len(world.state.layout.cards.get("board", ()))
    yield do.DealCards(cards=())
    yield do.DealCards(cards=(None,) * count)
    yield do.DealCards(cards=(foreign,) * count)
    yield do.DealCards(cards=world.order[world.drawn : world.drawn + count])
    yield do.TurnUp(cards=(foreign,))
    yield do.TurnUp(cards=())
    yield do.TurnUp(cards=world.order[-2:])
    yield do.ReportExposed(place="board", index=board, card=foreign)
    yield do.ReportExposed(place="dealer", index=0)
    yield do.ReportExposed(place="board", index=0)


def bad_bets(world: World) -> Iterator[TableCommand]:
    game, number = world.scene.game, world.state.round.number
    main = {wager: 100 * dollars for wager, dollars in MAIN[game].items()}
    yield do.Bet(seat=1, wagers={}, round=number)
    yield do.Bet(seat=1, wagers={"luck": 100}, round=number)
    yield do.Bet(seat=1, wagers={"play": 100}, round=number)
    yield do.Bet(seat=5, wagers=main, round=number)
    for wager in (*main, *SIDES[game]):
        yield do.Bet(seat=1, wagers={wager: 0}, round=number)
        yield do.Bet(seat=1, wagers={wager: 10**12}, round=number)
        yield do.Bet(seat=1, wagers={wager: 333}, round=number)
        yield do.TakeBack(seat=1, wager=wager, round=number)
    yield do.Bet(seat=1, wagers=dict.fromkeys(main, 10**12), round=number)
    yield do.TakeBack(seat=1, wager="luck", round=number)
    yield do.TakeBack(seat=1, round=number + 1)


def bad_answers(world: World) -> Iterator[TableCommand]:
    phase, number = world.state.phase, world.state.round.number
    if not isinstance(phase, Ask):
        yield do.Decide(seat=1, choice="fold", round=number, question="nothing")
        return
    seat, word = due_seat(world), phase.choices[0].name
    yield do.Decide(seat=9, choice=word, round=number, question=phase.name)
    yield do.Decide(seat=seat, choice="sing", round=number, question=phase.name)
    yield do.Decide(seat=seat, choice=word, round=number + 1, question=phase.name)
    yield do.Decide(seat=seat, choice=word, round=number, question="nothing")
    yield do.Decide(seat=seat, choice=word, round=number, question=phase.name, by="player:nobody")


def bad_corrections(world: World) -> Iterator[TableCommand]:
    """Yield right and wrong corrections of payments in this round and the previous one."""
    state = world.state
    rows = [row.clause for row in state.rules.paytable("progressive").rows] if state.rules.progressive else []
    for number in (state.round.number, state.round.number - 1):
        for wager in ("ante", "bet1", "progressive"):
            put = {"round": number, "seat": 1, "wager": wager, "reason": WHY, "by": "floor"}
            for cents in (0, 1000, 4000, -1):
                yield do.CorrectSettlement(**put, returned=cents)
            yield do.CorrectSettlement(**put)
            yield do.CorrectSettlement(**put, row="uth/1.A")
            for row in rows[:2]:
                yield do.CorrectSettlement(**put, row=row)
                yield do.CorrectSettlement(**put, row=row, returned=1)
        for cents in (0, 100, 100_000, 30_000):
            yield do.CorrectEnvy(round=number, seat=1, holder=2, cents=cents, reason=WHY, by="floor")
            yield do.CorrectEnvy(round=number, seat=2, holder=1, cents=cents, reason=WHY, by="floor")


def house_rules(game: str) -> Iterator[tuple[TableState, TableCommand]]:
    """Yield situations with different house rules, such as posted limits, several spots and other
    readings.
    """
    main = next(iter(MAIN[game]))
    limited = {main: Limit(500, 100_000, 500)}
    posted = seated(open_table(rules_for(game, limits=limited)))
    for cents in (100, 200_000, 750):
        yield posted, do.Bet(seat=1, wagers=dict.fromkeys(MAIN[game], cents), round=1)
    exact = seated(open_table(rules_for(game, readings={"X-13": "R2"})))
    yield exact, do.Bet(seat=1, wagers=dict.fromkeys(MAIN[game], 333), round=1)
    boxes = seated(open_table(rules_for(game, adjacent_boxes=3)))
    yield boxes, do.SitDown(seat=4, player="p1", by="player:p1")
    three = boxes
    for seat in (2, 3):
        three = after(three, do.SitDown(seat=seat, player="p1", by="player:p1"))
    yield three, do.SitDown(seat=4, player="p1", by="player:p1")
    yield three, do.GetUp(seat=2, by="player:p1")
    fewer = replace(three.rules.choices, adjacent_boxes=1)
    yield three, do.ChangeRules(choices=fewer, by="floor")
    yield three, do.ChangeRules(choices=replace(three.rules.choices, seats=2), by="floor")
    yield (
        three,
        do.ChangeRules(choices=replace(fewer, game="dragon" if game != "dragon" else "uth"), by="floor"),
    )
    yield boxes, do.ChangeRules(choices=boxes.rules.choices, by="floor")
    yield boxes, do.TakeBack(seat=1, round=1)
    plain = seated(open_table(rules_for(game, submission=WITHOUT_SIDES[game])))
    side = next(iter(SIDES[game]))
    yield plain, do.Bet(seat=1, wagers={**dict.fromkeys(MAIN[game], 1000), side: 500}, round=1)
    covered = replace(boxes, care=replace(boxes.care, devices={"shuffler": "covered"}))
    yield covered, do.SwitchMethod(dealing="shoe", shuffler="counting", by="floor")
    two = open_table(rules_for(game, decks=2))
    yield two, do.ChangeRules(choices=replace(two.rules.choices, decks=1), by="floor")
    new = after(bare_table(rules_for(game)), do.ReceiveDecks(backs=("red",), by="floor"))
    inspected = after(new, do.Prepare(deck="red", step="inspect", by="dealer:ann"))
    yield inspected, do.Prepare(deck="red", step="verify", by="floor:ann")
    verified = after(inspected, do.Prepare(deck="red", step="verify", by="floor:bob"))
    spread = after(verified, do.Prepare(deck="red", step="spread"))
    yield spread, do.Prepare(deck="red", step="view")
    old = replace(boxes, clock=100_000, care=replace(boxes.care, packs=aged(boxes)))
    bet = after(old, do.Bet(seat=1, wagers=dict.fromkeys(MAIN[game], 1000), round=1))
    yield bet, do.CloseBetting(at=100_000)
    yield bet, do.CloseBetting(at=5)
    yield bet, do.RemoveDeck(deck="red", reason=WHY, by="floor")


def seated(state: TableState) -> TableState:
    state = after(state, do.SitDown(seat=1, player="p1", by="player:p1"))
    return after(state, do.BuyIn(player="p1", cents=1_000_000, by="dealer"))


def after(state: TableState, command: TableCommand) -> TableState:
    from croupier.table.machine import decide, fold

    return fold(state, decide(state, command))


def aged(state: TableState) -> dict[str, object]:
    return {back: replace(pack, since=1) for back, pack in state.care.packs.items()}

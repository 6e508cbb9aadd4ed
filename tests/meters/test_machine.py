"""Test the meter machine: contributions, refusals, displayed amounts and transfers from several tables."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Refused
from croupier.meters.amounts import Cause, Delta, Exact, MeterReading, Transfer
from croupier.meters.bank import Bank
from croupier.meters.codec import canonical, decode_command, decode_events, decode_state
from croupier.meters.ledger import postings
from croupier.meters.machine import (
    AdjustMeter,
    CloseMeter,
    JoinMeter,
    LeaveMeter,
    LoseMeterLink,
    MeterAdjusted,
    MeterClosed,
    MeterCode,
    MeterCommand,
    MeterJoined,
    MeterLeft,
    MeterLinkLost,
    MeterLinkRestored,
    MeterMoved,
    MeterOpened,
    Meters,
    MeterStep,
    OpenMeter,
    RestoreMeterLink,
    TakeTransfer,
    TransferTaken,
    fold,
    step,
)


def bank(*tables: str, **amounts: int | Fraction) -> Bank:
    kept = Bank()
    for table in tables or ("T1",):
        kept.join(table, amounts or {"main": 1_000_000})
    return kept


def send(kept: Bank, table: str, number: int, *deltas: Delta) -> MeterStep:
    prepared = kept.prepare(Transfer(table, number, deltas))
    kept.commit(prepared)
    return prepared


def delta(cause: Cause, amount: Fraction | int, read: int | None = None, meter: str = "main") -> Delta:
    return Delta(meter, cause, Exact.of(amount), read)


def refusal(kept: Bank, command: MeterCommand) -> Refused:
    with pytest.raises(Refused) as refused:
        kept.do(command)
    return refused.value


def test_a_meter_shows_whole_cents_and_keeps_the_fraction() -> None:
    kept = bank()
    told = send(kept, "T1", 1, delta("contributed", Fraction(31, 2)))
    assert kept.shown() == {"main": 1_000_015}
    assert told.events[0].cents == 15  # type: ignore[attr-defined]
    told = send(kept, "T1", 2, delta("contributed", Fraction(31, 2)))
    assert kept.shown() == {"main": 1_000_031}
    assert told.events[0].cents == 16  # type: ignore[attr-defined]
    assert kept.read("T1") == {"main": MeterReading(Exact(1_000_031))}


HEARD: dict[str, Any] = {"audience": ("everyone",)}
SENT: dict[str, Any] = {**HEARD, "meter": "main", "table": "T1", "transfer": "T1/1"}
ALIKE = {"rate": "1/10"}


@pytest.mark.parametrize("cause", ["contributed", "taken_back", "paid"])
def test_meter_events_cite_the_tables_clauses_and_readings(cause: Cause) -> None:
    amount = 250 if cause == "contributed" else -250
    cited: dict[str, Any] = {"clauses": ("uth/12.D.4",), "readings": ("X-12",)}
    told = bank().prepare(Transfer("T1", 1, (delta(cause, amount),), **cited)).events
    drawn = ("main",) if cause == "paid" else ()
    assert told == (
        MeterMoved(cause=cause, amount=Exact.of(amount), cents=amount, **SENT, **cited),
        TransferTaken(table="T1", number=1, drawn=drawn, **HEARD),
    )


def test_other_meter_events_have_the_expected_values() -> None:
    kept, main = Bank(), Exact(1_000)
    opening = kept.do(JoinMeter(meter="main", table="T1", amount=main, terms=ALIKE)).events
    opened = MeterOpened(meter="main", amount=main, cents=1_000, **HEARD)
    equal = ("COMAR 36.05.03.24",)
    assert opening == (opened, MeterJoined(meter="main", table="T1", terms=ALIKE, clauses=equal, **HEARD))
    differs = refusal(kept, JoinMeter(meter="main", table="T2", amount=main, terms={"rate": "1/5"}))
    assert (differs.code, differs.clauses, differs.readings) == ("terms_differ", equal, ())
    alone = Bank().do(JoinMeter(meter="main", table="T1", amount=main)).events
    assert alone == (opened, MeterJoined(meter="main", table="T1", **HEARD))
    assert kept.do(LoseMeterLink(reason="no line", by="floor")).events == (
        MeterLinkLost(reason="no line", by="floor", **HEARD),
    )
    assert kept.do(RestoreMeterLink(by="floor")).events == (MeterLinkRestored(by="floor", **HEARD),)
    assert kept.do(AdjustMeter(meter="main", amount=Exact(-1), reason="so")).events == (
        MeterAdjusted(meter="main", amount=Exact(-1), cents=-1, by="accounting", reason="so", **HEARD),
    )
    assert kept.do(LeaveMeter(meter="main", table="T1", reason="closed")).events == (
        MeterLeft(meter="main", table="T1", reason="closed", **HEARD),
    )
    assert kept.do(CloseMeter(meter="main", reason="so")).events == (
        MeterClosed(meter="main", amount=Exact(999), cents=999, **HEARD),
    )


def test_a_table_with_new_rules_joins_and_leaves_meters_by_transfer() -> None:
    kept = bank()
    told = send(kept, "T1", 1, delta("left", 0), delta("joined", 500, meter="mega")).events
    assert told == (
        MeterLeft(**SENT),
        MeterClosed(meter="main", amount=Exact(1_000_000), cents=1_000_000, **HEARD),
        MeterOpened(meter="mega", amount=Exact(500), cents=500, **HEARD),
        MeterJoined(**{**SENT, "meter": "mega"}),
        TransferTaken(table="T1", number=1, **HEARD),
    )


def test_transfers_are_applied_once_and_in_order() -> None:
    kept = bank()
    send(kept, "T1", 1, delta("contributed", 10))
    again = TakeTransfer(transfer=Transfer("T1", 1, (delta("contributed", 10),)), by="table:T1")
    assert refusal(kept, again).code == MeterCode.TAKEN_ALREADY
    early = TakeTransfer(transfer=Transfer("T1", 3, (delta("contributed", 10),)), by="table:T1")
    assert refusal(kept, early).code == MeterCode.TRANSFER_MISSING
    assert kept.shown() == {"main": 1_000_010}


def test_refuses_payment_by_an_outdated_meter_reading() -> None:
    """Two winners at two tables read the same meter. After the first payment, the second must read it again
    (X-12).
    """
    kept = bank("T1", "T2")
    read = kept.read("T1")["main"]
    send(kept, "T1", 1, delta("paid", -1_000_000, read.draws), delta("reset", 1_000_000))
    late = TakeTransfer(transfer=Transfer("T2", 1, (delta("paid", -1_000_000, read.draws),)), by="table:T2")
    refused = refusal(kept, late)
    assert (refused.code, refused.readings) == (MeterCode.STALE_READING, ("X-12",))
    again = kept.read("T2")["main"]
    assert (again.draws, again.elsewhere) == (1, 1)
    assert kept.read("T1")["main"] == MeterReading(Exact(1_000_000), 1, 0)
    send(kept, "T2", 1, delta("paid", -1_000_000, again.draws), delta("reset", 1_000_000))
    assert kept.shown() == {"main": 1_000_000}


def test_contribution_keeps_a_meter_reading_valid() -> None:
    kept = bank("T1", "T2")
    read = kept.read("T1")["main"].draws
    send(kept, "T2", 1, delta("contributed", 15))
    send(kept, "T1", 1, delta("paid", -100_000, read))
    assert kept.shown() == {"main": 900_015}


def test_a_transfer_is_refused_as_a_whole() -> None:
    kept = bank()
    before = kept.state
    with pytest.raises(Refused):
        send(kept, "T1", 1, delta("contributed", 10), delta("paid", -2_000_000, 0))
    assert kept.state == before


def test_a_table_changes_only_the_meters_that_it_plays_for() -> None:
    kept = bank()
    stranger = TakeTransfer(transfer=Transfer("T9", 1, (delta("contributed", 10),)), by="table:T9")
    assert refusal(kept, stranger).code == MeterCode.NO_SUCH_METER
    unknown = Transfer("T1", 1, (delta("contributed", 10, meter="mega"),))
    assert refusal(kept, TakeTransfer(transfer=unknown, by="table:T1")).code == MeterCode.NO_SUCH_METER


def test_a_meter_opens_with_the_first_table_and_closes_with_the_last() -> None:
    kept = bank("T1", "T2")
    send(kept, "T1", 1, delta("contributed", Fraction(1, 2)), delta("left", 0))
    assert kept.shown() == {"main": 1_000_000}
    told = send(kept, "T2", 1, delta("left", 0))
    assert kept.read("T1") == {}
    assert [line for event in told.events for line in postings(event)] == [
        ("house", 1_000_000),
        ("meter:main", -1_000_000),
    ]
    send(kept, "T2", 2, delta("joined", 25_000))
    assert kept.read("T1") == {"main": MeterReading(Exact(25_000))}


def test_joining_a_running_meter_adds_nothing() -> None:
    kept = bank("T1", "T2", "T3")
    assert kept.shown() == {"main": 1_000_000}
    assert kept.state.meters["main"].tables == ("T1", "T2", "T3")


def test_accounting_adjusts_a_meter() -> None:
    kept = bank()
    kept.do(AdjustMeter(meter="main", amount=Exact(-500), reason="counted twice"))
    assert kept.shown() == {"main": 999_500}
    assert kept.read("T1")["main"].draws == 1  # an outdated reading must be repeated
    assert refusal(kept, CloseMeter(meter="main", reason="out of use")).code == MeterCode.METER_IN_USE
    assert (
        refusal(kept, AdjustMeter(meter="main", amount=Exact(1), reason=" ")).code == MeterCode.REASON_MISSING
    )
    less = AdjustMeter(meter="main", amount=Exact(-999_501), reason="too much")
    assert refusal(kept, less).code == MeterCode.BELOW_ZERO
    kept.do(OpenMeter(meter="minor", amount=Exact(25_000)))
    assert refusal(kept, OpenMeter(meter="minor", amount=Exact(1))).code == MeterCode.METER_OPEN
    kept.do(CloseMeter(meter="minor", reason="out of use"))
    assert kept.shown() == {"main": 999_500}


@pytest.mark.parametrize("by", ["dealer", "floor:Ida", "player:p1", "", "table:T1"])
def test_only_accounting_opens_and_adjusts(by: str) -> None:
    kept = bank()
    for command in (
        OpenMeter(meter="minor", amount=Exact(1), by=by),
        AdjustMeter(meter="main", amount=Exact(1), reason="because", by=by),
        CloseMeter(meter="main", reason="because", by=by),
        JoinMeter(meter="main", table="T2", amount=Exact(1), by=by),
    ):
        assert refusal(kept, command).code == MeterCode.NOT_YOUR_ROLE


NONSENSE: list[Any] = [None, "", "x" * 100, "a\nb", 3.5, -1, Exact(1, 0), Exact(10**30), Exact("1"), {}]  # type: ignore[arg-type]


@pytest.mark.parametrize("value", NONSENSE)
def test_malformed_commands_are_refused(value: Any) -> None:
    state = bank().state
    commands: list[MeterCommand] = [
        OpenMeter(meter=value, amount=Exact(1)),
        OpenMeter(meter="minor", amount=value),
        JoinMeter(meter=value, table="T2", amount=Exact(1)),
        JoinMeter(meter="main", table=value, amount=Exact(1)),
        AdjustMeter(meter="main", amount=value, reason="because"),
        AdjustMeter(meter=value, amount=Exact(1), reason="because"),
        CloseMeter(meter=value, reason="because"),
        TakeTransfer(transfer=value, by="table:T1"),
        TakeTransfer(transfer=Transfer("T1", value, (delta("contributed", 1),)), by="table:T1"),
        TakeTransfer(transfer=Transfer(value, 1, (delta("contributed", 1),)), by="table:T1"),
        TakeTransfer(transfer=Transfer("T1", 1, value), by="table:T1"),
        TakeTransfer(transfer=Transfer("T1", 1, (value,)), by="table:T1"),
        TakeTransfer(transfer=Transfer("T1", 1, (Delta("main", "paid", value),)), by="table:T1"),
        TakeTransfer(transfer=Transfer("T1", 1, (Delta(value, "paid", Exact(1)),)), by="table:T1"),
        TakeTransfer(transfer=Transfer("T1", 1, (Delta("main", value, Exact(1)),)), by="table:T1"),
        OpenMeter(meter="minor", amount=Exact(1), by=value),
    ]
    for command in commands:
        with pytest.raises(Refused):
            step(state, command)
    for at in (None, "x", -1, 10**30):
        with pytest.raises(Refused):
            step(state, OpenMeter(meter="minor", amount=Exact(1), at=at))  # type: ignore[arg-type]


def test_the_clock_does_not_run_backward() -> None:
    kept = bank()
    kept.do(OpenMeter(meter="minor", amount=Exact(1), at=100))
    assert refusal(kept, OpenMeter(meter="mega", amount=Exact(1), at=99)).code == MeterCode.CLOCK_BACKWARDS


def test_commands_events_and_states_survive_json() -> None:
    kept = Bank()
    told: list[MeterStep] = []
    kept = Bank(sink=told.append)
    kept.join("T1", {"main": 1_000_000})
    send(kept, "T1", 1, delta("contributed", Fraction(31, 2)), delta("paid", -100_001, 0), delta("reset", 5))
    kept.do(AdjustMeter(meter="main", amount=Exact(-1, 2), reason="half a cent", at=7))
    send(kept, "T1", 2, delta("left", 0))
    state = Meters()
    for entry in told:
        assert decode_command(canonical(entry.command)) == entry.command
        assert decode_events(canonical(entry.events)) == entry.events
        state = fold(state, decode_events(canonical(entry.events)))
        assert decode_state(canonical(state)) == state == entry.state


# Three tables, any interleaving.

Act = tuple[str, Fraction]


def acts() -> st.SearchStrategy[list[Act]]:
    """Generate one table's transfers: contributions, reversals, and corrections of payments."""
    share = st.fractions(min_value=0, max_value=500, max_denominator=1000)
    return st.lists(st.tuples(st.sampled_from(["round", "void", "paid"]), share), max_size=12)


def transfers(table: str, told: list[Act]) -> list[Transfer]:
    found: list[Transfer] = []
    for what, share in told:
        found.append(Transfer(table, len(found) + 1, (delta("contributed", share),)))
        if what == "void":
            found.append(Transfer(table, len(found) + 1, (delta("taken_back", -share),)))
        elif what == "paid":  # a fixed amount, because a share of the meter would depend on the order
            paid = int(share) * 10
            deltas = (delta("paid", -paid), delta("reset", paid // 2))
            found.append(Transfer(table, len(found) + 1, deltas))
    return found


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(
    st.tuples(acts(), acts(), acts()), st.randoms(use_true_random=False), st.randoms(use_true_random=False)
)
def test_any_interleaving_of_three_tables_gives_the_same_meter(
    told: tuple[list[Act], ...], one: Any, other: Any
) -> None:
    names = ("T1", "T2", "T3")
    ends = []
    for rng in (one, other):
        kept = bank(*names)
        queues = {name: transfers(name, acts) for name, acts in zip(names, told, strict=True)}
        balances: Counter[str] = Counter({"meter:main": 1_000_000})
        while any(queues.values()):
            name = rng.choice([name for name, queue in queues.items() if queue])
            done = kept.prepare(queues[name].pop(0))
            kept.commit(done)
            for event in done.events:
                lines = postings(event)
                assert sum(cents for _, cents in lines) == 0
                balances.update(dict(lines))
                assert all(type(cents) is int for _, cents in lines)
            assert balances["meter:main"] == kept.shown()["main"]
        ends.append(kept.state)
        sums: Counter[str] = Counter()
        for name, acts_ in zip(names, told, strict=True):
            for transfer in transfers(name, acts_):
                for part in transfer.deltas:
                    sums[part.cause] += part.amount.value  # type: ignore[assignment]
        held = kept.read("T1")["main"].amount
        carry = held.value - held.shown
        assert 0 <= carry < 1
        assert 1_000_000 + sum(sums.values()) == kept.shown()["main"] + carry
    assert ends[0] == ends[1]

"""Test that only the cage issues chips, wallets never go negative, and transfers are never repeated."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import Refused
from croupier.casino.cage import commands as do
from croupier.casino.cage.machine import KEPT, CageState, PlayTerms, Wallet
from croupier.casino.cage.stream import KIND, charter_of
from croupier.errors import BadInput
from croupier.journal import MemoryStore, Stream, audit, kind_of

TERMS = PlayTerms(start=100_000, broke=2_500, most=250_000)


def cage(*commands: Any, state: CageState | None = None) -> CageState:
    state = state or KIND.begin(charter_of(play=TERMS))
    for command in commands:
        state = KIND.step(state, command)[1]
    return state


def refused(state: CageState, command: Any) -> Refused:
    with pytest.raises(Refused) as refusal:
        KIND.decide(state, command)
    return refusal.value


def guest(person: str = "ann") -> do.OpenWallet:
    return do.OpenWallet(person=person, money="play", by="house")


def patron(person: str = "max") -> do.OpenWallet:
    return do.OpenWallet(person=person, money="real", by="cage:kim")


def table(name: str = "t1", money: do.Money = "play") -> do.EnrolTable:
    return do.EnrolTable(table=name, money=money, by="house")


def to(transfer: str, cents: int, person: str = "ann", name: str = "t1", by: str = "") -> do.ToTable:
    return do.ToTable(transfer=transfer, person=person, table=name, cents=cents, by=by or f"player:{person}")


def back(transfer: str, cents: int, person: str = "ann", name: str = "t1", by: str = "") -> do.FromTable:
    return do.FromTable(transfer=transfer, person=person, table=name, cents=cents, by=by or f"table:{name}")


def put(id_: str, cents: int, person: str = "max", by: str = "cage:kim") -> do.Deposit:
    return do.Deposit(id=id_, person=person, cents=cents, by=by)


def take(id_: str, cents: int, person: str = "max") -> do.Withdraw:
    return do.Withdraw(id=id_, person=person, cents=cents, by="cage:kim")


def test_guest_starts_with_play_money_from_its_own_account() -> None:
    events, state = KIND.step(cage(), guest())
    assert state.wallets == {"ann": Wallet("play", 100_000, 100_000)} and state.play == -100_000
    assert [KIND.postings(event) for event in events] == [(), (("wallet:ann", 100_000), ("play", -100_000))]
    assert all("player:ann" in event.audience and "surveillance" in event.audience for event in events)
    assert refused(state, guest()).code == "wallet_open"


def test_chips_go_to_a_table_and_return_with_winnings() -> None:
    state = cage(guest(), table(), to("a", 60_000))
    assert state.balance_of("ann") == 40_000 and state.tables["t1"].cents == 60_000
    state = cage(back("b", 75_000), state=state)
    assert state.balance_of("ann") == 115_000 and state.tables["t1"].cents == -15_000
    sent = KIND.decide(state, to("c", 1))[0]
    assert KIND.postings(sent) == (("wallet:ann", -1), ("table:t1", 1))


@pytest.mark.clause("COMAR 36.03.10.02B")
def test_a_repeated_transfer_is_refused() -> None:
    state = cage(guest(), table(), table("t2"), to("a", 100))
    again = refused(state, to("a", 100))
    assert again.code == "transfer_twice" and again.clauses == ("COMAR 36.03.10.02B",)
    assert refused(state, back("a", 100)).code == "transfer_twice"
    # a different table may use the same id
    assert cage(to("a", 100, name="t2"), state=state).balance_of("ann") == 100_000 - 200


def test_remembered_transfers_are_bounded() -> None:
    state = cage(guest(), table(), *(to(f"n{n}", 1) for n in range(KEPT + 5)))
    assert len(state.tables["t1"].transfers) == KEPT and state.tables["t1"].transfers[-1] == f"n{KEPT + 4}"


def test_refuses_access_to_another_wallet() -> None:
    state = cage(guest(), guest("bob"), table(), table("t2"))
    assert refused(state, to("a", 1, by="player:bob")).code == "not_your_wallet"
    assert refused(state, back("a", 1, by="player:bob")).code == "not_your_wallet"
    assert refused(state, do.RefillPlay(person="ann", by="player:bob")).code == "not_your_wallet"
    assert refused(state, to("a", 1, by="player")).code == "not_your_wallet"
    assert refused(state, back("a", 1, by="table:t2")).code == "no_such_table"


def test_a_wallet_is_never_below_zero() -> None:
    state = cage(guest(), table(), patron(), put("s1", 500))
    assert refused(state, to("a", 100_001)).code == "insufficient_funds"
    assert cage(to("a", 100_000), state=state).balance_of("ann") == 0
    assert refused(state, take("s2", 501)).code == "insufficient_funds"
    assert cage(take("s2", 500), state=state).balance_of("max") == 0


def test_play_money_and_real_money_stay_separate() -> None:
    state = cage(guest(), patron(), table(), table("high", "real"), put("s1", 500))
    assert refused(state, to("a", 1, name="high")).code == "other_money"
    assert refused(state, to("a", 1, person="max")).code == "other_money"
    assert refused(state, back("a", 1, person="max")).code == "other_money"
    assert refused(state, put("s2", 1, person="ann")).code == "other_money"
    assert refused(state, take("s2", 1, person="ann")).code == "other_money"
    assert refused(state, do.RefillPlay(person="max", by="player:max")).code == "other_money"
    assert refused(state, table("high", "play")).code == "other_money"
    assert refused(state, do.OpenWallet(person="eve", money="real", by="house")).code == "other_money"
    assert refused(state, do.OpenWallet(person="eve", money="play", by="cage:kim")).code == "other_money"


def test_only_a_broke_guest_gets_a_bounded_refill() -> None:
    broke = cage(guest(), table(), to("a", 97_501))
    ask = do.RefillPlay(person="ann", by="player:ann")
    assert cage(ask, state=broke).balance_of("ann") == 100_000
    chips = do.RefillPlay(person="ann", on_tables=1, by="player:ann")
    # The wallet contains 2,499 cents, and one cent is at a table.
    assert refused(broke, chips).code == "not_broke"
    assert refused(cage(guest(), table(), to("a", 97_500)), ask).code == "not_broke"


def test_refills_are_limited_per_guest() -> None:
    state = cage(guest(), table(), to("a", 100_000))
    ask = do.RefillPlay(person="ann", by="player:ann")
    state = cage(ask, to("b", 100_000), ask, state=state)
    assert state.wallets["ann"] == Wallet("play", 50_000, issued=250_000)
    assert refused(cage(to("c", 50_000), state=state), ask).code == "play_spent"


def test_slips_are_numbered_and_posted_once() -> None:
    state = cage(patron(), put("s1", 500), take("s2", 200))
    assert [slip.number for slip in state.slips] == [1, 2] and state.written == 2
    assert state.balance_of("max") == 300 and state.cash == -300
    assert refused(state, put("s1", 500)).code == "transfer_twice"
    assert refused(state, take("s1", 1)).code == "transfer_twice"


def test_slip_is_reversed_once_by_a_second_person() -> None:
    state = cage(patron(), put("s1", 500), take("s2", 200))
    reverse = do.ReverseSlip(slip=2, reason="paid to another", by="accounting:lee")
    events, after = KIND.step(state, reverse)
    assert after.balance_of("max") == 500 and after.cash == -500 and after.written == 3
    assert KIND.postings(events[0]) == (("wallet:max", 200), ("cash", -200))
    assert refused(after, reverse).code == "no_such_slip"
    assert refused(after, do.ReverseSlip(slip=3, reason="no", by="accounting:lee")).code == "no_such_slip"
    own = refused(state, do.ReverseSlip(slip=2, reason="no", by="accounting:kim"))
    assert own.code == "own_slip" and own.clauses == ("COMAR 36.03.10.10E(2)",)
    assert refused(state, do.ReverseSlip(slip=1, reason="no", by="accounting:lee")).code == (
        "insufficient_funds"
    )
    assert refused(state, do.ReverseSlip(slip=2, reason=" ", by="accounting:lee")).code == "reason_missing"


def test_closing_a_wallet_returns_its_play_money() -> None:
    close = do.CloseWallet(person="ann", reason="left", by="house")
    state = cage(guest(), table(), to("a", 400), close)
    assert state.wallets == {} and state.play == -400
    state = cage(back("b", 400), state=state)  # chips return even if the wallet is closed
    assert state.balance_of("ann") == 400 and state.wallets["ann"].money == "play"


def test_wallet_with_real_money_cannot_be_closed() -> None:
    state = cage(patron(), put("s1", 500))
    close = do.CloseWallet(person="max", reason="left", by="cage:kim")
    assert refused(state, close).code == "wallet_not_empty"
    assert cage(take("s2", 500), close, state=state).wallets == {}


@pytest.mark.parametrize(
    "command",
    [
        put("s", 1, by="dealer:d"),
        put("s", 1, by="administrator:a"),
        put("s", 1, by="surveillance:s"),
        do.ReverseSlip(slip=1, reason="x", by="cage:kim"),
        to("a", 1, by="administrator:a"),
        to("a", 1, by="dealer:d"),
        do.OpenWallet(person="eve", money="play", by="player:eve"),
    ],
)
def test_each_command_requires_its_role(command: Any) -> None:
    state = cage(guest(), patron(), table(), put("s1", 500))
    refusal = refused(state, command)
    assert refusal.code == "not_your_role" and refusal.remedy.startswith("Required role: ")


@pytest.mark.parametrize(
    "command",
    [
        to("a", 0),
        to("a", -5),
        to("a", 10**12 + 1),
        to("a", True),
        to("a", 1.5),
        to("", 1),
        to("a b", 1),
        to("a", 1, person="Ann:x", by="cage"),
        do.RefillPlay(person="ann", on_tables=-1, by="player:ann"),
        do.OpenWallet(person="eve", money="gold", by="house"),
    ],
)
def test_malformed_commands_are_refused(command: Any) -> None:
    assert refused(cage(guest(), table()), command).code == "not_understood"


PEOPLE, TABLES = ["ann", "bob", "max", "eve"], ["t1", "t2", "high"]
AMOUNTS = st.sampled_from([1, 999, 2_500, 40_000, 100_000])
IDS = st.sampled_from([f"x{n}" for n in range(12)])
PERSON, NAME = st.sampled_from(PEOPLE), st.sampled_from(TABLES)
COMMANDS = st.one_of(
    st.builds(guest, PERSON),
    st.builds(patron, PERSON),
    st.builds(to, IDS, AMOUNTS, PERSON, NAME),
    st.builds(back, IDS, AMOUNTS, PERSON, NAME),
    st.builds(put, IDS, AMOUNTS, PERSON),
    st.builds(take, IDS, AMOUNTS, PERSON),
    st.builds(lambda p, c: do.RefillPlay(person=p, on_tables=c, by=f"player:{p}"), PERSON, AMOUNTS),
    st.builds(lambda p: do.CloseWallet(person=p, reason="left", by="house"), PERSON),
    st.builds(lambda n: do.ReverseSlip(slip=n, reason="wrong", by="accounting:lee"), st.integers(1, 6)),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(COMMANDS, max_size=40))
@pytest.mark.clause("COMAR 36.03.10.02B")
def test_books_balance_after_any_commands(commands: list[Any]) -> None:
    """Check that the ledger and the state agree and that money enters only through `play` and `cash`."""
    state = cage(table(), table("t2"), table("high", "real"))
    books: Counter[str] = Counter()
    sent: Counter[str] = Counter()
    seen: set[tuple[str, str]] = set()
    for command in commands:
        try:
            events, after = KIND.step(state, command)
        except Refused:
            continue
        for event in events:
            lines = KIND.postings(event)
            assert sum(cents for _, cents in lines) == 0
            books.update(dict(lines))
            if isinstance(event, do.ChipsSent | do.ChipsReturned):
                assert (event.table, event.transfer) not in seen
                seen.add((event.table, event.transfer))
                sent[event.table] += event.cents if isinstance(event, do.ChipsSent) else -event.cents
        assert KIND.restore(b"", KIND.snapshot(after)[0], None) == after
        told, happened = KIND.encode(command, events)
        assert KIND.decode(told, happened) == (command, events)
        state = after
    assert all(wallet.cents >= 0 for wallet in state.wallets.values())
    for person in PEOPLE:
        assert books[f"wallet:{person}"] == state.balance_of(person)
    for name, account in state.tables.items():
        assert books[f"table:{name}"] == account.cents == sent[name]
    assert (books["play"], books["cash"]) == (state.play, state.cash)
    assert sum(books.values()) == 0
    real = [w.cents for w in state.wallets.values() if w.money == "real"]
    assert (
        sum(real) + state.tables["high"].cents + state.cash == 0
    )  # play money and real money balance separately
    assert state.cash <= state.tables["high"].cents * -1


def test_cage_is_a_verifiable_stream() -> None:
    store = MemoryStore()
    stream = Stream.create(store, "cage", kind_of("cage"), charter_of(play=TERMS), at=1, longest=4)
    for command in (guest(), table(), to("a", 60_000), back("b", 75_000), patron(), put("s", 5)):
        stream.append(command, stream.kind.decide(stream.state, command))
    stream.close()
    found = audit(store, "cage", everything=True)
    assert found.ok and found.segment == 2 and found.kind == "cage"
    assert found.about == {"wallets": 2, "play": 100_000, "cash": 5}
    assert Stream.resume(store, "cage").state == found.state


def test_rejects_inconsistent_play_money_terms() -> None:
    with pytest.raises(BadInput, match="ascend"):
        KIND.begin(charter_of(play=PlayTerms(start=1, broke=2)))
    with pytest.raises(BadInput, match="not a cage charter"):
        KIND.begin(b"{}")

"""Test the verifiable shoe: commitments, mixes, silent players, restarts, refusals and cheating."""

from __future__ import annotations

import hashlib

import pytest

from croupier.cards import commitment
from croupier.errors import BadInput, Refused
from croupier.games import game as game_of
from croupier.journal import Broken, Stream, audit, fold
from croupier.journal.deals import check_journal
from croupier.table import commands as do
from croupier.table import events as ev
from croupier.table.driving import verifiable
from croupier.table.driving.driver import AUTOMATIONS, Driver
from croupier.table.driving.routine import UNATTENDED
from croupier.table.driving.shoe import Shoe, seal
from croupier.table.driving.sources import LiveCards, SealedShoe
from croupier.table.driving.verifiable import VerifiableShoe
from croupier.table.readers.sight import watch
from croupier.table.state import BETTING, open_table
from tests.helpers.pit import rules_for
from tests.helpers.table_help import GAMES, METHODS
from tests.server.dealing.verifiable_table import VerifiableTable, seeded


def kinds(table: VerifiableTable) -> list[str]:
    return [type(step.command).__name__ for step in table.steps]


def test_root_is_committed_before_any_bet() -> None:
    table = VerifiableTable("uth")
    (committed,) = table.of(ev.DealCommitted)
    assert isinstance(committed, ev.DealCommitted)
    assert (committed.round, committed.deal, committed.deck, committed.table) == (1, 1, "red", "uth-1")
    assert (committed.fixed, committed.cards, committed.audience) == ({}, 52, ("everyone",))
    assert committed.clauses == ("uth/3.A.1",)
    table.sit(1)
    table.play(1)
    for number in (1, 2):
        done = kinds(table)
        assert done.index("CommitDeal") < done.index("Bet") < done.index("MixDeal") < done.index("DealCards")
        table.steps = table.steps[done.index("RackCards") + 1 :]
        if number == 1:
            table.play(1)


def test_player_joining_during_betting_uses_the_same_root() -> None:
    table = VerifiableTable("uth")
    table.sit(1)
    table.sit(2)
    shown = [event for event in table.of(ev.DealCommitted) if isinstance(event, ev.DealCommitted)]
    assert [sorted(event.fixed) for event in shown] == [[], ["p1"], ["p1", "p2"]]
    assert len({event.root for event in shown}) == 1
    assert {event.deal for event in shown} == {1}
    table.play(1, 2)
    (mixed,) = table.of(ev.DealMixed)
    assert isinstance(mixed, ev.DealMixed) and sorted(mixed.reveals) == ["p1", "p2"]
    assert table.state.discarded == 0


def test_refuses_new_numbers_after_the_first_reveal() -> None:
    table = VerifiableTable("uth")
    table.sit(1)
    table.bet(1)
    table.ready("p1")
    table.sit(2)
    assert table.state.round.proof is not None and sorted(table.state.round.proof.fixed) == ["p1"]
    table.driver.do(do.CloseBetting())
    table.play_on()
    assert table.state.round.proof is not None and sorted(table.state.round.proof.fixed) == ["p1", "p2"]


def test_player_joins_the_next_deal_after_an_upgrade_in_mid_betting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commitment contains the hash of the rule book. A newer program cannot add players to it."""
    table = VerifiableTable("uth")
    table.sit(1)
    monkeypatch.setattr(verifiable, "hash_of_what_decides", lambda game: "ab" * 32)
    table.sit(2)
    table.bet(1, 2)
    table.ready("p1")
    table.driver.do(do.CloseBetting())
    table.play_on()
    (mixed,) = table.of(ev.DealMixed)
    assert isinstance(mixed, ev.DealMixed) and sorted(mixed.reveals) == ["p1"]
    assert table.state.round.proof is not None and sorted(table.state.round.proof.fixed) == ["p1", "p2"]
    table.play(1, 2)
    found = check_journal(fold(table.store, table.name, everything=True))
    assert (found.ok, found.mixed, found.discarded) == (True, 2, 0)


def test_silent_player_causes_a_counted_discard() -> None:
    table = VerifiableTable("uth")
    table.sit(1, 2)
    table.bet(1, 2)
    table.ready("p1")
    assert table.shoe.numbers.missing(table.state) == ("p2",)
    first = table.state.round.proof
    assert table.shoe.numbers.call_time(table.state) == ("p2",)
    table.driver.run()
    (discarded,) = table.of(ev.DealDiscarded)
    assert isinstance(discarded, ev.DealDiscarded)
    assert (discarded.round, discarded.deal, discarded.missing) == (1, 1, ("p2",))
    second = table.state.round.proof
    assert first is not None and second is not None and first.root != second.root
    assert (second.deal, sorted(second.fixed), table.state.discarded) == (2, ["p1"], 1)
    assert watch("everyone", table.state, live=False).sight().discarded == 1
    assert table.state.round.phase == BETTING and sorted(table.state.bets.wagers) == [1, 2], "bets stay open"
    table.ready("p1")  # this deal uses the number committed in the previous ready message
    assert table.shoe.numbers.call_time(table.state) == ()
    table.driver.do(do.CloseBetting())
    table.play_on()
    (mixed,) = table.of(ev.DealMixed)
    assert isinstance(mixed, ev.DealMixed) and (mixed.deal, sorted(mixed.reveals)) == (2, ["p1"])


def test_closing_bets_on_a_silent_player_never_stalls_the_table() -> None:
    """If no player reveals in time, the next deal is mixed with only its root, and the events say so."""
    table = VerifiableTable("uth")
    table.sit(1, 2)
    table.play(1, 2, ready=("p1",))
    (discarded,), (mixed,) = table.of(ev.DealDiscarded), table.of(ev.DealMixed)
    assert isinstance(discarded, ev.DealDiscarded) and discarded.missing == ("p2",)
    assert isinstance(mixed, ev.DealMixed) and (mixed.deal, mixed.reveals) == (2, {})
    assert (table.state.round.number, table.state.discarded) == (2, 1)
    found = check_journal(fold(table.store, table.name, everything=True))
    assert (found.ok, found.discarded, found.alone) == (True, 1, 1)


def test_table_without_player_numbers_deals_normally() -> None:
    table = VerifiableTable("uth")
    table.sit(1, 2, fix=False)
    for _ in range(3):
        table.play(1, 2, ready=())
    found = check_journal(fold(table.store, table.name, everything=True))
    assert (found.ok, found.mixed, found.alone, found.discarded) == (True, 3, 3, 0)


@pytest.mark.parametrize("dealing", METHODS)
@pytest.mark.parametrize("game", GAMES)
def test_the_regulator_opens_every_position_of_every_deal(game: str, dealing: str) -> None:
    table = VerifiableTable(game, dealing)
    table.sit(1, 2)
    for _ in range(3):
        table.play(1, 2)
    assert audit(table.store, table.name).ok
    found = check_journal(fold(table.store, table.name, everything=True))
    assert found.faults == ()
    assert (found.deals, found.opened, found.mixed, found.alone, found.unproved) == (4, 4, 3, 0, 0)


# Refused commands.


def refusal(table: VerifiableTable, command: do.TableCommand) -> str:
    with pytest.raises(Refused) as refused:
        table.driver.do(command)
    return refused.value.code


def test_people_cannot_commit_mix_or_discard_deals() -> None:
    table = VerifiableTable("uth")
    table.sit(1)
    proof = table.state.round.proof
    assert proof is not None
    for command in (
        do.CommitDeal(round=1, deck="red", table="x", book="0" * 64, submission="0" * 64, root="0" * 64),
        do.MixDeal(round=1),
        do.DiscardDeal(round=1, missing=("p1",)),
    ):
        assert refusal(table, command) == "out_of_order"
    assert table.state.round.proof == proof


def test_rejects_a_number_without_commitment() -> None:
    table = VerifiableTable("uth")
    table.sit(1)
    for number, code in (("00" * 32, "wrong_reveal"), ("zz", "malformed"), ("AB" * 32, "malformed")):
        with pytest.raises(Refused) as refused:
            table.shoe.numbers.reveal(table.state, "p1", number)
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        table.shoe.numbers.reveal(table.state, "p9", "00" * 32)
    assert refused.value.code == "out_of_order"
    digest = commitment.commit_number(table.numbers["p1"]).hex()
    with pytest.raises(Refused) as refused:  # a number may be used only once
        table.shoe.numbers.fix(table.state, "p2", digest)
    assert refused.value.code == "wrong_reveal"
    assert table.shoe.numbers.missing(table.state) == ("p1",)


def test_a_digest_sent_again_after_a_reconnect_changes_nothing() -> None:
    table = VerifiableTable("uth")
    table.sit(1)
    before = table.shoe.numbers.mark()
    table.shoe.numbers.fix(table.state, "p1", commitment.commit_number(table.numbers["p1"]).hex())
    assert table.shoe.numbers.mark() == before


def test_electronic_and_live_tables_have_no_proof() -> None:
    rules = rules_for("uth", "automated", electronic=True)
    deck = game_of("uth").deck
    with pytest.raises(Refused) as refused:
        Driver(open_table(rules), VerifiableShoe(deck, "uth-1"))
    assert refused.value.code == "no_random_cards"
    for source in (LiveCards(), SealedShoe(deck)):
        table = Driver(open_table(rules_for("uth")), source)
        table.run()
        assert table.state.round.proof is None


# Restarts.


@pytest.mark.parametrize("moment", ["committed", "closed", "dealt"])
def test_restart_at_any_moment_deals_the_same_cards(moment: str) -> None:
    table, other = VerifiableTable("uth", seed="restart"), VerifiableTable("uth", seed="restart")
    for one in (table, other):
        one.sit(1, 2)
        one.bet(1, 2)
        for player in ("p1", "p2"):
            one.ready(player)
    if moment == "closed":
        for one in (table, other):
            one.driver.automations = AUTOMATIONS - {"deal", "lock"}
            one.driver.do(do.CloseBetting())
            one.driver.run()
    if moment == "dealt":
        for one in (table, other):
            one.driver.do(do.CloseBetting())
            one.driver.run()
    restart(table)
    if moment == "committed":  # players' numbers exist only in memory, so the clients send them again
        assert table.shoe.numbers.missing(table.state) == ("p1", "p2")
        for player in ("p1", "p2"):
            table.shoe.numbers.reveal(table.state, player, revealed(other, player))
    for one in (table, other):
        one.driver.automations = AUTOMATIONS
        if moment == "committed":
            one.driver.do(do.CloseBetting())
        one.play_on()
    assert cards_of(table) == cards_of(other)
    assert check_journal(fold(table.store, table.name, everything=True)).ok


def restart(table: VerifiableTable) -> None:
    """Simulate a new process that has only the journal to start from."""
    table.stream = Stream.resume(table.store, table.name)
    held = table.stream.state
    table.shoe = VerifiableShoe(
        game_of(held.table.rules.game).deck, table.name, None, held.shoes, seeded("after")
    )
    table.drive(held.table)
    table.driver.run()


def revealed(table: VerifiableTable, player: str) -> str:
    return table.shoe.numbers._reveals[player]


def cards_of(table: VerifiableTable) -> list[object]:
    return [step.command.cards for step in table.steps if isinstance(step.command, do.DealCards)]


def test_retry_after_store_failure_uses_the_same_numbers() -> None:
    """The actor rewinds to the stored table with a new shoe but keeps the players' numbers."""
    table = VerifiableTable("uth")
    table.sit(1, 2)
    table.bet(1, 2)
    table.ready("p1")
    table.ready("p2")
    state, shoes, lines = table.state, table.shoe.shoes, table.store._lines[table.name]
    stored, steps = [*lines], [*table.steps]
    # Each time, betting closes, the round is dealt and the next deal is committed, but the store fails and
    # contains none of it.
    for _ in range(2):
        table.driver.do(do.CloseBetting())
        table.play_on()
        table.shoe = VerifiableShoe(
            game_of("uth").deck, table.name, table.shoe.numbers, shoes, seeded("again")
        )
        lines[:] = stored
        table.stream, table.steps = Stream.resume(table.store, table.name), [*steps]
        table.drive(state)
        assert table.shoe.numbers.missing(state) == ()
    table.driver.do(do.CloseBetting())
    table.play_on()
    proof = table.state.round.proof
    assert proof is not None and sorted(proof.fixed) == ["p1", "p2"], (
        "the players send their next numbers again"
    )


# Tests of a cheating operator.


def forged(table: VerifiableTable, order: tuple[str, ...], at: type[do.TableCommand]) -> None:
    """Forge a journal in which an entry seals another order than the previous entry."""
    step = next(step for step in reversed(table.steps) if isinstance(step.command, at))
    key = bytes(32)
    sealed = seal({"red": Shoe(order, key=key)})  # type: ignore[arg-type]
    held = [one for one in fold(table.store, table.name) if one.command == step.command][-1]
    held.kind.fold(held.before, step.command, step.events, sealed)


@pytest.mark.parametrize("at", [do.CommitDeal, do.MixDeal])
def test_changing_the_order_at_the_commitment_or_the_mix_breaks_the_journal(
    at: type[do.TableCommand],
) -> None:
    table = VerifiableTable("uth")
    table.sit(1)
    table.play(1)
    with pytest.raises(BadInput, match="has changed without a shuffle"):
        forged(table, game_of("uth").deck.order, at)


def test_the_regulator_finds_a_root_of_a_different_order() -> None:
    table = VerifiableTable("uth")
    good = table.shoe.proposes
    lie = hashlib.sha256(b"a root of nothing").hexdigest()

    def proposes(state: object) -> do.TableCommand | None:
        command = good(state)  # type: ignore[arg-type]
        if isinstance(command, do.CommitDeal):
            table.shoe._committed[lie] = table.shoe._committed.get(command.root, Shoe(()))
            return do.CommitDeal(
                **{**{f: getattr(command, f) for f in command.__struct_fields__}, "root": lie}
            )
        return command

    table.sit(1)
    table.shoe.proposes = proposes  # type: ignore[method-assign]
    table.play(1)
    found = check_journal(fold(table.store, table.name, everything=True))
    assert not found.ok and "the root does not match the sealed order" in found.faults[0]


def test_cards_cannot_be_dealt_before_the_mix() -> None:
    table = VerifiableTable("uth")
    table.sit(1)
    table.bet(1)
    table.ready("p1")
    table.driver.automations = frozenset()
    table.driver.do(do.CloseBetting())
    table.driver.do(do.LockProgressive())
    table.driver.do(do.CollectChips(wager="progressive", chips=1))
    table.driver.do(do.BankChips(wager="progressive"))
    assert refusal(table, do.DealCards(cards=(None,) * 9)) == "out_of_order"


def test_an_unattended_table_reveals_every_deal_even_if_its_deck_is_changed() -> None:
    table = VerifiableTable("uth")
    table.driver.automations = UNATTENDED
    table.sit(1)
    for _ in range(3):
        table.play(1)
    table.driver.do(do.OrderShuffle(deck="red", reason="a smudge", by="floor"))
    table.driver.run()
    last = table.of(ev.DealCommitted)[-1]
    assert isinstance(last, ev.DealCommitted) and last.deal == 2, "a discarded deal is verified too"
    assert table.state.discarded == 1
    assert audit(table.store, table.name).ok


def test_export_without_sealed_data_is_checked_for_public_cards() -> None:
    from croupier.journal.entries import without_sealed

    table = VerifiableTable("uth")
    table.sit(1)
    table.play(1)
    lines = [without_sealed(line) for line in table.store.read(table.name)]
    table.store._lines[table.name] = lines
    found = check_journal(fold(table.store, table.name, everything=True))
    assert (found.ok, found.deals, found.mixed, found.opened) == (True, 2, 1, 0)


def test_rejects_deals_of_a_broken_journal() -> None:
    table = VerifiableTable("uth")
    table.sit(1)
    table.play(1)
    lines = [*table.store.read(table.name)]
    table.store._lines[table.name] = [lines[0], *lines[2:]]
    with pytest.raises(Broken):
        check_journal(fold(table.store, table.name, everything=True))

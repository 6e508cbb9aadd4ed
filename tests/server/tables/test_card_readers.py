"""Test card readers: who may send cards, which cards count, and what happens if the dealer disagrees."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.cards import Card
from croupier.casino.administration.reader_commands import (
    ConfirmReader,
    DecideReading,
    ProposeReader,
    RemoveReader,
)
from croupier.casino.administration.readers import FIELD, ORDER_EIGHT, WEAK, is_strong_key
from croupier.errors import Refused
from croupier.protocol.readings import CardReading, signed_text
from croupier.server.tables.card_readers import SecondCounts, due_positions, is_signed, network_of
from croupier.server.tables.decision_engine import DESK
from croupier.table import commands as do
from croupier.table.codec import decode_command
from tests.server.helpers.desks import BY
from tests.server.helpers.floor import NOW, Floor, RecordingViewer
from tests.server.helpers.live import Staff
from tests.server.tables.test_correction_reviews import kept, live_table
from tests.server.tables.test_last_key import send
from tests.server.tables.test_payouts import TABLE, post
from tests.server.tables.test_recorded_alerts import alerts

SECRET, OTHER = bytes(range(32)), bytes(range(1, 33))
ORDER = 2**252 + 27742317777372353535851937790883648493  # order of the curve's base point


def public_key(secret: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


def sign(secret: bytes, message: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).sign(message)


KEY = public_key(SECRET).hex()

# The first three test vectors of RFC 8032, section 7.1: secret key, public key, message, signature.
VECTORS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
        "d25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
        "387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
        "4a7c15e9716ed28dc027beceea1ec40a",
    ),
]


READING = CardReading("shoe-1", "session", 1, 1, (Card("As"),))


def is_accepted(key: bytes, signature: bytes) -> bool:
    return is_signed(TABLE, msgspec.structs.replace(READING, signature=signature.hex()), key)


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_signatures_agree_with_the_published_vectors(
    secret: str, public: str, message: str, signature: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, text, signed = bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(signature)
    assert public_key(bytes.fromhex(secret)) == key and is_strong_key(key)
    assert sign(bytes.fromhex(secret), text) == signed
    monkeypatch.setattr("croupier.server.tables.card_readers.signed_text", lambda *_: text)
    assert is_accepted(key, signed)
    assert not is_accepted(key, signed[:63] + bytes([signed[63] ^ 1]))
    assert not is_accepted(public_key(OTHER), signed)
    assert not is_accepted(key, b"") and not is_accepted(b"", signed)
    monkeypatch.setattr("croupier.server.tables.card_readers.signed_text", lambda *_: text + b"x")
    assert not is_accepted(key, signed)


def test_the_list_of_weak_keys_has_each_point_of_small_order() -> None:
    constant = -121665 * pow(121666, -1, FIELD)
    # The double of a point of order 8 has y = 0, which gives d·y⁴ + 2·y² = 1 with the curve's equation.
    eighths = [y for y in WEAK if (constant * y**4 + 2 * y**2 - 1) % FIELD == 0]
    assert sorted(eighths) == sorted([ORDER_EIGHT, FIELD - ORDER_EIGHT])
    assert WEAK - {*eighths} == {1, FIELD - 1, 0}  # orders 1, 2 and 4


@pytest.mark.parametrize("sign_bit", [0, 1 << 255])
def test_weak_and_noncanonical_keys_are_refused(sign_bit: int) -> None:
    forged = (1).to_bytes(32, "little") + bytes(32)  # verifies for keys of small order
    for y in (*WEAK, *(y + FIELD for y in WEAK if y + FIELD < 1 << 255), FIELD + 3, (1 << 255) - 1):
        key = (y | sign_bit).to_bytes(32, "little")
        assert not is_strong_key(key), hex(y)
        assert not is_accepted(key, forged) and not is_accepted(key, key + bytes(32))


def test_malleable_signatures_are_refused() -> None:
    signature = sign(SECRET, signed_text(TABLE, READING))
    key = bytes.fromhex(KEY)
    assert is_accepted(key, signature)
    larger = int.from_bytes(signature[32:], "little") + ORDER
    assert not is_accepted(key, signature[:32] + larger.to_bytes(32, "little"))
    assert not is_accepted(key, signature + b"\0") and not is_accepted(key, signature[:63])


async def registered(one: Floor, device: str = "shoe-1", key: str = KEY) -> None:
    await post(one, ProposeReader(table=TABLE, device=device, key=key, by=BY["flo"], at=NOW))
    await post(one, ConfirmReader(table=TABLE, device=device, key=key, by=BY["pit"], at=NOW))


def signed(one: Floor, *cards: str, secret: bytes = SECRET, table: str = TABLE, **more: Any) -> CardReading:
    reading = CardReading(
        device=more.pop("device", "shoe-1"),
        session=more.pop("session", one.owner.readers.session),
        sequence=more.pop("sequence", one.owner.readers.last_sequence("shoe-1") + 1),
        round=more.pop("round", one.owner.state.round.number),
        cards=tuple(Card(card) for card in cards),
    )
    signature = sign(secret, signed_text(table, reading)).hex()
    return msgspec.structs.replace(reading, signature=signature)


def refused(one: Floor, reading: CardReading) -> str:
    with pytest.raises(Refused) as found:
        one.owner.read_cards(reading)
    assert found.value.remedy and found.value.clauses
    return str(found.value.code)


async def at_the_flop(staff: Staff) -> list[str]:
    """Play until the flop is due, and return its cards."""
    await staff.bet(1)
    await staff.until("ask")
    await staff.answer("check")
    command = staff.command()
    while not any((command or {}).get("cards", ())):
        assert await staff.act()
        command = staff.command()
    assert command is not None
    return list(command["cards"])


async def enter(one: Floor, staff: Staff, cards: list[str]) -> dict[str, Any]:
    command = dict(staff.command() or {}, cards=cards)
    command.pop("by", None)
    entered = decode_command(msgspec.json.encode(command))
    dispute = one.owner.reading_dispute(entered, BY["dina"])  # as the socket does before it asks the table
    if dispute is not None:
        await post(one, msgspec.structs.replace(dispute, at=NOW))
    return await send(one, entered)


def test_a_reader_needs_two_people_and_a_valid_key(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, _):
            propose = ProposeReader(table=TABLE, device="shoe-1", key=KEY, by=BY["pit"], at=NOW)
            for command, code in (
                (msgspec.structs.replace(propose, key="00" * 31 + "80"), "reader_key_invalid"),
                (msgspec.structs.replace(propose, table="no-table"), "no_such_table"),
                (ConfirmReader(table=TABLE, device="shoe-1", key=KEY, by=BY["pit"]), "no_such_reader"),
                (RemoveReader(table=TABLE, device="shoe-1", reason="x", by=BY["flo"]), "no_such_reader"),
                (msgspec.structs.replace(propose, by=BY["dina"]), "not_your_role"),
            ):
                with pytest.raises(Refused) as found:
                    await post(one, command)
                assert found.value.code == code
            administrator = next(by for by in BY.values() if by.startswith("administrator:"))
            await post(one, msgspec.structs.replace(propose, device="shoe-9", by=administrator))
            with pytest.raises(Refused) as found:
                await post(one, ConfirmReader(table=TABLE, device="shoe-9", key=KEY, by=administrator))
            assert found.value.code == "own_reader"
            await post(one, RemoveReader(table=TABLE, device="shoe-9", reason="x", by=administrator))
            await post(one, propose)
            for again, code in (
                (propose, "reader_known"),
                (msgspec.structs.replace(propose, device="shoe-2"), "reader_known"),
                (ConfirmReader(table=TABLE, device="shoe-1", key=KEY, by=BY["pit"]), "own_reader"),
                (ConfirmReader(table=TABLE, device="shoe-1", key="11" * 32, by=BY["pit"]), "reader_known"),
            ):
                with pytest.raises(Refused) as found:
                    await post(one, again)
                assert found.value.code == code

    asyncio.run(scene())


def test_only_due_cards_are_accepted_and_only_the_dealer_sees_them(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await registered(one)
            watchers = [
                RecordingViewer(one.owner, *who) for who in (("eye", "surveillance"), ("", ""), ("x",))
            ]
            for watcher in watchers:
                one.owner.join(watcher, "", None)
            assert refused(one, signed(one, "As")) == "reading_not_due"
            await staff.bet(1)
            await staff.until("ask")  # two cards lie face down at each hand
            for place in ("seat1", "dealer", "box"):
                hidden = staff.pack.places[place][0]
                assert refused(one, signed(one, hidden)) == "reading_not_due"
            assert not staff.dealer.all("cards_read")
            await staff.answer("check")
            flop = list((staff.command() or {})["cards"])
            while not flop:
                assert await staff.act()
                flop = list((staff.command() or {})["cards"])
            assert len(due_positions(one.owner.state)) == 3
            before = len(staff.dealer.told)
            assert one.owner.read_cards(signed(one, flop[0])) == 1
            assert one.owner.read_cards(signed(one, *flop[1:])) == 3
            first, second = staff.dealer.told[before:]
            assert first == {"type": "cards_read", "device": "shoe-1", "cards": flop[:1], "problem": ""}
            assert second["cards"] == flop
            for watcher in (staff.floor, *watchers):
                assert not watcher.all("cards_read")
            assert (await enter(one, staff, flop))["type"] == "done"
            assert kept(one).dispute is None

    asyncio.run(scene())


def test_forged_replayed_and_foreign_readings_are_refused(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await registered(one)
            await post(
                one, ProposeReader(table=TABLE, device="new", key=public_key(OTHER).hex(), by=BY["flo"])
            )
            flop = await at_the_flop(staff)
            good = signed(one, flop[0])
            unsigned = "reading_unsigned"
            assert refused(one, signed(one, flop[0], secret=OTHER)) == unsigned
            assert refused(one, msgspec.structs.replace(good, signature="")) == unsigned
            assert refused(one, msgspec.structs.replace(good, cards=(Card(flop[1]),))) == unsigned
            assert refused(one, msgspec.structs.replace(good, sequence=99)) == unsigned
            assert refused(one, signed(one, flop[0], table="another-table")) == unsigned
            assert refused(one, signed(one, flop[0], device="unknown")) == unsigned
            assert refused(one, signed(one, flop[0], device="new", secret=OTHER)) == unsigned  # not confirmed
            assert refused(one, signed(one, flop[0], session="old")) == "reading_replayed"
            assert one.owner.read_cards(good) == 1
            assert refused(one, good) == "reading_replayed"
            assert refused(one, signed(one, flop[1], sequence=1)) == "reading_replayed"
            assert refused(one, signed(one, flop[1], round=99)) == "reading_not_due"
            assert refused(one, signed(one, flop[0])) == "card_twice"
            assert refused(one, signed(one, "Zz")) == "card_impossible"
            assert refused(one, signed(one, flop[1], flop[2], "2c")) == "reading_too_long"
            assert "already read" in staff.dealer.all("cards_read")[1]["problem"]
            assert one.owner.read_cards(signed(one, *flop[1:])) == 3
            assert refused(one, signed(one, "2c")) == "reading_not_due"
            await post(one, RemoveReader(table=TABLE, device="shoe-1", reason="broken", by=BY["flo"]))
            assert refused(one, signed(one, "2c")) == unsigned

    asyncio.run(scene())


def test_a_card_that_is_already_out_is_refused_and_the_dealer_learns_it(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await registered(one)
            flop = await at_the_flop(staff)
            assert (await enter(one, staff, flop))["type"] == "done"
            await staff.answer("check")
            while not (staff.command() or {}).get("cards"):
                assert await staff.act()
            assert refused(one, signed(one, flop[0])) == "card_twice"
            told = staff.dealer.last("cards_read")
            assert told["cards"] == [] and "already on the table" in told["problem"]

    asyncio.run(scene())


@pytest.mark.parametrize("keep", ["reader", "dealer"])
def test_the_floor_decides_if_reader_and_dealer_disagree(tmp_path: Path, keep: Any) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await registered(one)
            flop = await at_the_flop(staff)
            wrong = [staff.pack.deck[-1], *flop[1:]]
            one.owner.read_cards(signed(one, *flop))
            stopped = await enter(one, staff, wrong)
            assert stopped["code"] == "reader_disagrees" and stopped["clauses"]
            assert flop[0] in stopped["message"] and wrong[0] in stopped["message"]
            dispute = kept(one).dispute
            assert dispute is not None and (dispute.device, dispute.dealer) == ("shoe-1", BY["dina"])
            (card,) = dispute.cards
            assert (card.place, card.index, card.read, card.entered) == ("board", 0, flop[0], wrong[0])
            (alert,) = alerts(one)
            assert alert.kind == "misread" and alert.who == BY["dina"]
            assert flop[0] not in alert.words and wrong[0] not in alert.words
            assert (await enter(one, staff, flop))["code"] == "reader_disagrees"  # also the reader's own name
            number = one.owner.state.round.number
            decide = DecideReading(
                table=TABLE, round=number, keep=keep, reason="looked", by=BY["flo"], at=NOW
            )
            for wrongly in (
                msgspec.structs.replace(decide, by=BY["dina"]),
                msgspec.structs.replace(decide, reason=" "),
                msgspec.structs.replace(decide, round=number + 1),
            ):
                with pytest.raises(Refused):
                    await post(one, wrongly)
            await post(one, decide)
            with pytest.raises(Refused):
                await post(one, decide)
            right, other = (flop, wrong) if keep == "reader" else (wrong, flop)
            assert (await enter(one, staff, other))["code"] == "reader_disagrees"
            assert (await enter(one, staff, right))["type"] == "done"
            assert len(alerts(one)) == 1
            desk = one.committer.state(DESK)
            assert desk.tables[TABLE].dispute.keep == keep

    asyncio.run(scene())


def test_a_corrected_entry_is_compared_with_the_reader_too(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await registered(one)
            flop = await at_the_flop(staff)
            one.owner.read_cards(signed(one, *flop))
            assert (await enter(one, staff, flop))["type"] == "done"
            wrong = do.CorrectKeying(
                cards=(do.CardName("board", 0, Card(staff.pack.deck[-1])),),
                round=one.owner.state.round.number,
            )
            assert one.owner.reading_dispute(wrong, BY["dina"]) is not None
            assert (await send(one, wrong))["code"] == "reader_disagrees"

    asyncio.run(scene())


ATTACKER, DEVICE = "203.0.113.9", "192.0.2.7"


def codes_of(one: Floor, reading: CardReading, source: str, times: int) -> list[str]:
    codes = []
    for _ in range(times):
        try:
            one.owner.read_cards(reading, source)
            codes.append("accepted")
        except Refused as refusal:
            codes.append(str(refusal.code))
    return codes


def test_a_flood_in_a_readers_name_does_not_block_the_reader(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, staff):
            await registered(one)
            flop = await at_the_flop(staff)
            one.owner.readers._clock = lambda: 5.0
            forged = codes_of(one, signed(one, flop[0], secret=OTHER), ATTACKER, 50)
            assert forged == ["reading_unsigned"] * 20 + ["too_often"] * 30
            captured = signed(one, flop[0])
            assert codes_of(one, captured, DEVICE, 1) == ["accepted"]
            replayed = codes_of(one, captured, "2001:db8::1", 50)
            assert replayed == ["reading_replayed"] * 20 + ["too_often"] * 30
            assert codes_of(one, captured, "2001:db8::ffff", 1) == ["too_often"]  # the same host
            assert codes_of(one, signed(one, flop[1]), DEVICE, 1) == ["accepted"]
            assert codes_of(one, signed(one, flop[2]), ATTACKER, 1) == ["too_often"]  # its address is limited
            one.owner.readers._clock = lambda: 6.0
            assert codes_of(one, signed(one, flop[2]), ATTACKER, 1) == ["accepted"]

    asyncio.run(scene())


def test_a_readers_own_readings_are_limited(tmp_path: Path) -> None:
    async def scene() -> None:
        async with live_table(tmp_path) as (one, _):
            await registered(one)
            one.owner.readers._clock = lambda: 5.0
            codes = [refused(one, signed(one, "As")) for _ in range(21)]
            assert codes == ["reading_not_due"] * 20 + ["too_often"]
            before = one.owner.readers.last_sequence("shoe-1")
            assert before == 20  # the refused reading may be sent again
            one.owner.readers._clock = lambda: 6.0
            assert refused(one, signed(one, "As")) == "reading_not_due"

    asyncio.run(scene())


def test_sources_are_counted_by_host_and_in_a_limited_number() -> None:
    assert network_of("192.0.2.7") == network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8::1") == network_of("2001:db8::2%eth0") != network_of("2001:db8:0:1::1")
    assert network_of("") == "" and network_of("testclient") == "testclient"
    counts = SecondCounts(2)
    for name in ("a", "b", "c", "a"):
        counts.add(name, 7)
    assert [counts.count(name, 7) for name in "abc"] == [2, 1, 0]
    assert counts.count("a", 8) == 0

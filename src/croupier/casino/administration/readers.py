"""Decide which card readers a table has, and what applies if a reader and the dealer disagree.

It takes two people to register a reader. A reader is one of the table's dealing devices, so the clause of
the device inspection covers it.
"""

from __future__ import annotations

from croupier.casino.administration import reader_commands as do
from croupier.casino.administration.alert_commands import AlertRaised, HouseAlert
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.people import now
from croupier.casino.administration.reader_commands import CardReader, ReadingDispute
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.tables import put, the_table
from croupier.casino.machines import CasinoEvent, refuse, replace, with_reason
from croupier.rulebook import regulation
from croupier.table.roles import ADMINISTRATOR, FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of

APART = regulation("separation_of_duties")
DEVICES = regulation("device_inspection")
READERS = (FLOOR, PIT_MANAGER, SURVEILLANCE, REGULATOR, ADMINISTRATOR)
DECIDERS = (FLOOR, PIT_MANAGER, REGULATOR)  # surveillance sees cards only after the round
MOST = 4  # card readers at one table

FIELD = 2**255 - 19  # y coordinates of an Ed25519 key are below this prime
ORDER_EIGHT = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
# The y coordinates of the points whose order is 1, 2, 4 or 8. Anyone can sign for such a key.
WEAK = frozenset({0, 1, FIELD - 1, ORDER_EIGHT, FIELD - ORDER_EIGHT})


def is_strong_key(key: bytes) -> bool:
    """Return whether a public key is in canonical form and its order is not a small number."""
    y = int.from_bytes(key, "little") & (1 << 255) - 1
    return len(key) == 32 and y < FIELD and y not in WEAK


def key_of(table: str, device: str) -> str:
    return f"{table}/{device}"


def the_reader(state: AdministrationState, table: str, device: str) -> CardReader:
    reader = state.readers.get(key_of(table, device))
    if reader is None:
        raise refuse(
            AdministrationCode.NO_SUCH_READER,
            f"table {table} has no card reader {device}",
            "Propose it first.",
            DEVICES,
        )
    return reader


def decide_propose(state: AdministrationState, command: do.ProposeReader) -> tuple[CasinoEvent, ...]:
    the_table(state, command.table)
    key = key_of(command.table, command.device)
    if key in state.readers or any(reader.key == command.key for reader in state.readers.values()):
        raise refuse(
            AdministrationCode.READER_KNOWN,
            f"table {command.table} already has a reader {command.device}, or another reader has this key",
            "Remove that reader first, or create a new key.",
            DEVICES,
        )
    if sum(reader.table == command.table for reader in state.readers.values()) >= MOST:
        raise refuse(
            AdministrationCode.DESK_FULL,
            f"table {command.table} already has {MOST} card readers",
            "Remove one of them first.",
            DEVICES,
        )
    if not is_strong_key(bytes.fromhex(command.key)):
        raise refuse(
            AdministrationCode.READER_KEY_INVALID,
            "this is not an Ed25519 public key",
            "Create a key with croupier reader key.",
            DEVICES,
        )
    reader = CardReader(command.table, command.device, command.key, command.by, now(state, command))
    return (do.ReaderProposed(reader=reader, audience=READERS, clauses=(DEVICES,)),)


def decide_confirm(state: AdministrationState, command: do.ConfirmReader) -> tuple[CasinoEvent, ...]:
    reader = the_reader(state, command.table, command.device)
    if reader.confirmed_by or reader.key != command.key:
        raise refuse(
            AdministrationCode.READER_KNOWN,
            f"reader {reader.device} is already confirmed, or was proposed with a different key",
            "Compare the key with the device. Remove the reader if the key is wrong.",
            DEVICES,
        )
    if id_of(reader.by) == id_of(command.by):
        raise refuse(
            AdministrationCode.OWN_READER,
            "you proposed this card reader yourself",
            "Another person, a pit manager or an administrator, confirms it.",
            APART,
        )
    return (
        do.ReaderConfirmed(
            table=reader.table,
            device=reader.device,
            by=command.by,
            audience=READERS,
            clauses=(DEVICES, APART),
        ),
    )


def decide_remove(state: AdministrationState, command: do.RemoveReader) -> tuple[CasinoEvent, ...]:
    reader, reason = the_reader(state, command.table, command.device), with_reason(command.reason)
    return (
        do.ReaderRemoved(
            table=reader.table,
            device=reader.device,
            by=command.by,
            reason=reason,
            audience=READERS,
            clauses=(DEVICES,),
        ),
    )


def decide_dispute(state: AdministrationState, command: do.DisputeReading) -> tuple[CasinoEvent, ...]:
    """Record a dispute and alert surveillance, without the names of the cards."""
    the_table(state, command.table)
    at = now(state, command)
    dispute = ReadingDispute(command.round, command.device, command.cards, command.dealer, at)
    places = " and ".join(dict.fromkeys(card.place for card in command.cards))
    alert = HouseAlert(
        number=state.alerted + 1,
        table=command.table,
        kind="misread",
        words=f"The card reader and the dealer name a card differently: {places}",
        round=command.round,
        who=command.dealer,
        at=at,
        clauses=(DEVICES,),
    )
    return (
        do.ReadingDisputed(
            table=command.table, dispute=dispute, audience=DECIDERS, clauses=(DEVICES,), readings=("X-15",)
        ),
        AlertRaised(alert=alert, audience=(SURVEILLANCE, REGULATOR), clauses=alert.clauses),
    )


def decide_reading(state: AdministrationState, command: do.DecideReading) -> tuple[CasinoEvent, ...]:
    dispute, reason = the_table(state, command.table).dispute, with_reason(command.reason)
    if dispute is None or dispute.keep or dispute.round != command.round:
        raise refuse(
            AdministrationCode.NO_SUCH_DISPUTE,
            f"table {command.table} has no undecided reading in round {command.round}",
            "No action needed.",
            DEVICES,
        )
    if id_of(dispute.dealer) == id_of(command.by):
        raise refuse(
            AdministrationCode.OWN_READER,
            "you entered these cards yourself",
            "Another floorperson decides.",
            APART,
        )
    return (
        do.ReadingDecided(
            table=command.table,
            keep=command.keep,
            by=command.by,
            reason=reason,
            audience=DECIDERS,
            clauses=(DEVICES, APART),
            readings=("X-15",),
        ),
    )


def with_readers(state: AdministrationState, readers: dict[str, CardReader]) -> AdministrationState:
    return replace(state, readers=readers)


def apply_proposed(state: AdministrationState, event: do.ReaderProposed) -> AdministrationState:
    reader = event.reader
    return with_readers(state, {**state.readers, key_of(reader.table, reader.device): reader})


def apply_confirmed(state: AdministrationState, event: do.ReaderConfirmed) -> AdministrationState:
    key = key_of(event.table, event.device)
    reader = replace(state.readers[key], confirmed_by=event.by)
    return with_readers(state, {**state.readers, key: reader})


def apply_removed(state: AdministrationState, event: do.ReaderRemoved) -> AdministrationState:
    gone = key_of(event.table, event.device)
    return with_readers(state, {key: reader for key, reader in state.readers.items() if key != gone})


def apply_disputed(state: AdministrationState, event: do.ReadingDisputed) -> AdministrationState:
    return put(state, replace(state.tables[event.table], dispute=event.dispute))


def apply_decided(state: AdministrationState, event: do.ReadingDecided) -> AdministrationState:
    table = state.tables[event.table]
    assert table.dispute is not None
    dispute = replace(table.dispute, keep=event.keep, decided_by=event.by)
    return put(state, replace(table, dispute=dispute))

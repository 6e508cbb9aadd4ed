"""The identity service: winners' identity data, and the exclusion list with its names.

Identity data is only in the table of personal data. Commands and events contain its id and its salted hash.
"""

from __future__ import annotations

import asyncio
import datetime
import unicodedata
from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from sqlalchemy import Connection

from croupier.casino.administration import exclusion_commands as exclude
from croupier.casino.administration import hand_pay_commands as do
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.exclusion_commands import Exclusion
from croupier.casino.administration.exclusions import clause_of, the_exclusion
from croupier.casino.administration.hand_pay_commands import HandPay
from croupier.casino.administration.hand_pays import the_hand_pay
from croupier.casino.administration.state import AdministrationState
from croupier.casino.administration.stream import STREAM
from croupier.casino.gaming_day.calendar import EPOCH
from croupier.casino.machines import ONE_LINE
from croupier.errors import Refused
from croupier.server.services.base import Clock, ServiceCommitter, StreamService
from croupier.store import personal_rows
from croupier.store.personal_rows import PersonalRow

Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=ONE_LINE)]
Line = Annotated[str, Meta(min_length=1, max_length=120, pattern=ONE_LINE)]
OptionalLine = Annotated[str, Meta(max_length=200, pattern=ONE_LINE)]
Date = Annotated[str, Meta(pattern=r"\A\d{4}-\d\d-\d\d\Z")]
OptionalDate = Annotated[str, Meta(pattern=r"\A(\d{4}-\d\d-\d\d)?\Z")]
TaxpayerNumber = Annotated[str, Meta(pattern=r"\A(\d{3}-\d{2}-\d{4}|\d{2}-\d{7}|\d{9})?\Z")]
IdKind = Literal["driver_license", "state_id", "passport", "military_id", "other"]
WINNER, EXCLUDED = "winner", "excluded"


class WinnerIdentity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The identity of a winner, as a person typed it from the identification."""

    name: Name
    born: Date
    address: Line
    city: Line
    id_kind: IdKind
    id_number: Annotated[str, Meta(min_length=1, max_length=40, pattern=ONE_LINE)]
    taxpayer: TaxpayerNumber = ""  # empty if the winner gives none, so that tax is withheld

    def __repr__(self) -> str:
        return "WinnerIdentity(…)"  # a log must never contain the data


class ExcludedIdentity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The identity of a person on the exclusion list."""

    name: Name
    aliases: Annotated[tuple[Name, ...], Meta(max_length=8)] = ()
    born: OptionalDate = ""
    id_number: OptionalLine = ""
    description: OptionalLine = ""

    def __repr__(self) -> str:
        return "ExcludedIdentity(…)"


class StoredIdentity(msgspec.Struct, frozen=True):
    """A winner's identity with the time of filing, as stored."""

    winner: WinnerIdentity
    filed_at: int

    def __repr__(self) -> str:
        return "StoredIdentity(…)"


class ExclusionMatch(msgspec.Struct, frozen=True):
    """An exclusion-list entry that matches a person. The match is certain if more than the name agrees."""

    exclusion: Exclusion
    certain: bool


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name without accents, case and punctuation."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(one if one.isalnum() else " " for one in plain if not unicodedata.combining(one))
    return frozenset(letters.split())


def same_name(name: str, listed: str) -> bool:
    """Return whether two names match. One of them may lack the middle name."""
    one, other = words_of(name), words_of(listed)
    return one == other or (min(len(one), len(other)) > 1 and (one <= other or other <= one))


def compare(listed: ExcludedIdentity, name: str, born: str, id_number: str) -> bool | None:
    """Return True for the same person, False for a different one, and None if only the name matches."""
    if id_number and words_of(id_number) == words_of(listed.id_number):
        return True
    if not any(same_name(name, each) for each in (listed.name, *listed.aliases)):
        return False
    return None if not (born and listed.born) else born == listed.born


class IdentityService(StreamService):
    stream = STREAM

    def __init__(self, committer: ServiceCommitter, clock: Clock, day: Callable[[int], int]) -> None:
        super().__init__(committer, clock)
        self._day, self._filing = day, asyncio.Lock()
        self._listed: dict[str, ExcludedIdentity] = {}  # by the id of the personal data

    @property
    def state(self) -> AdministrationState:
        state: AdministrationState = self.committer.state(STREAM)
        return state

    @property
    def today(self) -> str:
        return (EPOCH + datetime.timedelta(days=self._day(self.now))).isoformat()

    async def rows(self, ids: list[str]) -> dict[str, PersonalRow]:
        return await self.committer.read(lambda connection: personal_rows.rows_of(connection, ids))

    # The exclusion list.

    async def listed(self) -> dict[str, ExcludedIdentity]:
        """Return the identities on the exclusion list, by the id of the personal data."""
        await self.fresh()
        wanted = {one.record for one in self.state.exclusions.values()}
        if new := [*(wanted - self._listed.keys())]:
            rows = await self.rows(new)
            found = {id_: msgspec.json.decode(row.data, type=ExcludedIdentity) for id_, row in rows.items()}
            self._listed = {**self._listed, **found}
        self._listed = {id_: one for id_, one in self._listed.items() if id_ in wanted}
        return self._listed

    async def match(self, name: str, born: str = "", id_number: str = "") -> list[ExclusionMatch]:
        """Return the entries in force that match a person, certain matches first."""
        identities = await self.listed()
        found = []
        for exclusion in self.state.exclusions.values():
            listed = identities.get(exclusion.record)
            if listed is None or not exclusion.applies(self.today):
                continue
            same = compare(listed, name, born, id_number)
            if same is not False:
                found.append(ExclusionMatch(exclusion, same is True))
        return sorted(found, key=lambda one: not one.certain)

    async def check(self, name: str, who: str, what: str, *, born: str = "", table: str = "") -> list[int]:
        """Raise `Refused` if a person is on the list. Return the entries that are namesakes.

        `who` (the person who asks) and `what` (the act) go into the alert. Without `born`, a namesake is
        refused too, because only a date of birth can show that the namesake is someone else.
        """
        found = await self.match(name, born)
        if any(one.certain for one in found) or (found and born):
            await self.refuse(found[0], who, what, table)
        if found:
            raise Refused(
                AdministrationCode.MAYBE_EXCLUDED.value,
                "a person with this name is on the exclusion list",
                (clause_of(found[0].exclusion),),
                "Compare their identification, and enter the date of birth on it.",
            )
        names = await self.match(name)
        return [one.exclusion.number for one in names]

    async def check_patron(self, person: str, who: str, what: str, table: str = "") -> None:
        """Raise `Refused` if the name of a patron is on the list and the cage has not cleared them."""
        member = self.state.people.get(person)
        if member is None or member.kind == "guest":
            return
        found = [one for one in await self.match(member.name) if one.exclusion.number not in member.cleared]
        if found:
            await self.refuse(found[0], who, what, table)

    async def refuse(self, found: ExclusionMatch, who: str, what: str, table: str = "") -> None:
        """Alert surveillance and raise `Refused`."""
        number = found.exclusion.number
        words = f"{what}: a person with the name of entry {number} of the exclusion list was refused"
        if found.certain:
            words = f"{what}: the person of entry {number} of the exclusion list was refused"
        note = exclude.NoteExcluded(
            exclusion=number, words=words, who=who, table=table, by="house", at=self.now
        )
        await self.do(note)
        raise Refused(
            AdministrationCode.EXCLUDED.value,
            "this person is on the exclusion list",
            (clause_of(found.exclusion),),
            "Call security. If it may be someone else, the cage compares their identification.",
        )

    def clearance(
        self, person: str, found: list[int], who: str
    ) -> tuple[exclude.ClearNamesake, exclude.NoteExcluded]:
        """Return the commands that clear a namesake by the date of birth, and that alert surveillance.

        Only one person enters the date of birth, so surveillance compares it with the identification.
        """
        words = f"The cage cleared a person with the name of entry {found[0]} of the exclusion list by the "
        words += "date of birth. Compare the identification"
        return (
            exclude.ClearNamesake(person=person, exclusions=tuple(found), by=who, at=self.now),
            exclude.NoteExcluded(exclusion=found[0], words=words, who=who, by="house", at=self.now),
        )

    async def propose(
        self, kind: exclude.ExclusionKind, identity: ExcludedIdentity, until: str, by: str
    ) -> Exclusion:
        row = personal_rows.new_row(EXCLUDED, msgspec.json.encode(identity))
        command = exclude.ProposeExclusion(
            kind=kind, record=row.id, digest=row.digest, until=until, by=by, at=self.now
        )
        await self.do(command, lambda connection: personal_rows.put_row(connection, row))
        return next(one for one in self.state.exclusions.values() if one.record == row.id)

    async def drop(self, command: exclude.DeclineExclusion | exclude.ConfirmRemoval) -> None:
        """Decline a proposal, or remove a person from the list.

        The personal data of a person who is no longer on the list, or was never added, is deleted in the same
        transaction.
        """
        async with self._filing:
            await self.fresh(at_once=True)
            known = the_exclusion(self.state, command.exclusion)
            ends = isinstance(command, exclude.ConfirmRemoval) or not known.confirmed_by
            drop = (lambda connection: personal_rows.drop_row(connection, known.record)) if ends else None
            await self.do(command, drop)

    # Winners.

    async def identify(self, number: int, winner: WinnerIdentity, by: str) -> HandPay:
        """File a winner's identity, after a check of the exclusion list."""
        async with self._filing:
            await self.fresh(at_once=True)
            earlier = the_hand_pay(self.state, number).record
            found = await self.match(winner.name, winner.born, winner.id_number)
            stored = StoredIdentity(winner, self.now)
            row = personal_rows.new_row(WINNER, msgspec.json.encode(stored))
            command = do.IdentifyWinner(
                hand_pay=number,
                record=row.id,
                digest=row.digest,
                numbered=bool(winner.taxpayer),
                exclusion=found[0].exclusion.number if found else 0,
                by=by,
                at=self.now,
            )

            def write(connection: Connection) -> None:
                personal_rows.drop_row(connection, earlier)
                personal_rows.put_row(connection, row)

            await self.do(command, write)
        return the_hand_pay(self.state, number)

    async def winners(self, records: list[str]) -> dict[str, StoredIdentity]:
        rows = await self.rows(records)
        return {id_: msgspec.json.decode(row.data, type=StoredIdentity) for id_, row in rows.items()}

    async def delete(self, number: int, reason: str, by: str) -> None:
        """Delete a winner's identity after the retention period."""
        async with self._filing:
            await self.fresh(at_once=True)
            record = the_hand_pay(self.state, number).record
            filed = (await self.winners([record])).get(record)
            if filed is None:
                raise Refused(
                    AdministrationCode.NO_IDENTITY.value,
                    f"hand pay {number} has no identity data",
                    (),
                    "No action needed.",
                )
            command = do.DeleteIdentity(
                record=record, filed_at=filed.filed_at, reason=reason, by=by, at=self.now
            )
            await self.do(command, lambda connection: personal_rows.drop_row(connection, record))

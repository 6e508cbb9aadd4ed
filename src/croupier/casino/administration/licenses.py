"""Record dealer licenses and table tests, and check them when a dealer logs on.

Both are required at every real-money table. At a play-money table a dealer may deal without them, and the
floor is notified.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import msgspec

from croupier.casino.administration import license_commands as do
from croupier.casino.administration.commands import AdministrationCode
from croupier.casino.administration.people import now
from croupier.casino.administration.state import LIVE_CARDS, AdministrationState, HouseTable, StaffMember
from croupier.casino.cage.commands import REAL
from croupier.casino.machines import CasinoEvent, refuse, replace
from croupier.rulebook import games, regulation, title
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE, id_of

LICENSE = regulation("licenses")
TABLE_TEST = regulation("table_test")
DEALER_TRAINING = regulation("dealer_training")
APART = regulation("separation_of_duties")
READERS = (DEALER, FLOOR, PIT_MANAGER, SURVEILLANCE, REGULATOR)
AHEAD = timedelta(hours=14)  # the most that a local time can be ahead of UTC


class Lack(msgspec.Struct, frozen=True):
    """The reason why a dealer may not deal a game for money, and the role that can fix it."""

    code: AdministrationCode
    words: str
    remedy: str
    law: str


def lack_of(state: AdministrationState, person: str, game: str, at: int) -> Lack | None:
    """Return the first thing that a dealer's file lacks for this game (license, then table test), or None."""
    member = state.people.get(person)
    name = member.name if member else person
    licence = member.licence if member else None
    if licence is None:
        remedy = "Ask a floorperson or above to record the license."
        return Lack(AdministrationCode.NO_LICENSE, f"{name} has no license on file", remedy, LICENSE)
    if licence.until < datetime.fromtimestamp(at, UTC).date().isoformat():
        words = f"the license of {name} expired on {licence.until}"
        remedy = "Ask a floorperson or above to record the new license."
        return Lack(AdministrationCode.LICENSE_EXPIRED, words, remedy, LICENSE)
    if member is None or game not in member.tests:
        words = f"{name} has no table test for {title(game)} on file"
        remedy = "Ask a pit manager to give the test and record it."
        return Lack(AdministrationCode.NO_TABLE_TEST, words, remedy, TABLE_TEST)
    return None


def check_dealer(state: AdministrationState, table: HouseTable, person: str, at: int) -> None:
    """Check license and table test before a person deals for real money (36.05.03.18A, 36.03.02.12A)."""
    if table.dealing != LIVE_CARDS or table.money != REAL:
        return
    lack = lack_of(state, person, table.game, at)
    if lack is not None:
        raise refuse(lack.code, lack.words, lack.remedy, lack.law)


def the_dealer(state: AdministrationState, person: str) -> StaffMember:
    if DEALER not in state.roles_of(person):
        raise refuse(
            AdministrationCode.ROLE_NOT_HELD, f"{person} is not a dealer", "Choose a dealer.", TABLE_TEST
        )
    return state.people[person]


def day_of(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise refuse(
            AdministrationCode.NO_SUCH_DAY, f"{text} is not a date", "Write the date like 2026-11-16."
        ) from None


def decide_license(state: AdministrationState, command: do.NoteLicense) -> tuple[CasinoEvent, ...]:
    """Record a license or its renewal. Refuse an expired license."""
    the_dealer(state, command.person)
    at = now(state, command)
    if day_of(command.until) < datetime.fromtimestamp(at, UTC).date():
        words = f"the license expired on {command.until}"
        raise refuse(AdministrationCode.LICENSE_EXPIRED, words, "Record a valid license.", LICENSE)
    licence = do.License(command.number, command.until, command.by, at)
    return (do.LicenseNoted(person=command.person, licence=licence, audience=READERS, clauses=(LICENSE,)),)


def decide_test(state: AdministrationState, command: do.NoteTableTest) -> tuple[CasinoEvent, ...]:
    the_dealer(state, command.person)
    if id_of(command.by) == command.person:
        words = "nobody records their own table test"
        raise refuse(AdministrationCode.OWN_TEST, words, "Ask another pit manager.", TABLE_TEST, APART)
    if command.game not in games():
        names = ", ".join(games())
        raise refuse(
            AdministrationCode.NO_SUCH_GAME,
            f"there is no game {command.game}",
            f"Games: {names}.",
            TABLE_TEST,
        )
    at = now(state, command)
    trained, passed = day_of(command.trained), day_of(command.passed)
    if passed > (datetime.fromtimestamp(at, UTC) + AHEAD).date():
        words = f"{command.passed} is in the future"
        raise refuse(
            AdministrationCode.NO_SUCH_DAY,
            words,
            ("Record the test after the dealer has passed it."),
            TABLE_TEST,
        )
    if trained > passed:
        words = f"the training was completed on {command.trained}, after the test"
        raise refuse(
            AdministrationCode.NO_SUCH_DAY,
            words,
            "Complete the training before the test.",
            DEALER_TRAINING,
            TABLE_TEST,
        )
    test = do.TableTest(command.trained, command.passed, command.by, at)
    event = do.TableTestNoted(
        person=command.person, game=command.game, test=test, audience=READERS, clauses=(TABLE_TEST,)
    )
    return (event,)


def put_member(state: AdministrationState, person: str, member: StaffMember) -> AdministrationState:
    return replace(state, people={**state.people, person: member})


def apply_license(state: AdministrationState, event: do.LicenseNoted) -> AdministrationState:
    member = replace(state.people[event.person], licence=event.licence)
    return put_member(state, event.person, member)


def apply_test(state: AdministrationState, event: do.TableTestNoted) -> AdministrationState:
    member = state.people[event.person]
    return put_member(state, event.person, replace(member, tests={**member.tests, event.game: event.test}))

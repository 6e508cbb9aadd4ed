"""Who may deal what: a dealer's licence and table tests, noted at the desk and asked for at log-on.

Where real money is played for, nobody deals without them. A play-money table is no gaming floor: there
whoever lacks them is let in, and the floor is told.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import msgspec

from croupier.house.cage.commands import REAL
from croupier.house.desk import licence_commands as do
from croupier.house.desk.commands import Code
from croupier.house.desk.people import now
from croupier.house.desk.state import LIVE_CARDS, Desk, HouseTable, Member
from croupier.house.law import LICENCE, TABLE_TEST, TRAINING_FIRST
from croupier.house.machinery import Event, refuse, replace
from croupier.rulebook import games, title
from croupier.table.roles import DEALER, FLOOR, PIT_MANAGER, REGULATOR, SURVEILLANCE

READERS = (DEALER, FLOOR, PIT_MANAGER, SURVEILLANCE, REGULATOR)
AHEAD = timedelta(hours=14)  # no clock on earth is further on than that


class Lack(msgspec.Struct, frozen=True):
    """Why somebody may not deal a game for money, and who puts it right."""

    code: Code
    words: str
    remedy: str
    law: str


def lack_of(state: Desk, person: str, game: str, at: int) -> Lack | None:
    """What is missing in a dealer's file for this game; the licence first."""
    member = state.people.get(person)
    name = member.name if member else person
    licence = member.licence if member else None
    if licence is None:
        remedy = "A floorperson or above notes it."
        return Lack(Code.NO_LICENCE, f"no licence of {name} is noted", remedy, LICENCE)
    if licence.until < datetime.fromtimestamp(at, UTC).date().isoformat():
        words = f"the licence of {name} ran until {licence.until}"
        return Lack(Code.LICENCE_OVER, words, "A floorperson or above notes the new one.", LICENCE)
    if member is None or game not in member.tests:
        words = f"no table test of {name} in {title(game)} is noted"
        return Lack(Code.NO_TABLE_TEST, words, "A pit manager takes it and notes it.", TABLE_TEST)
    return None


def check_dealer(state: Desk, table: HouseTable, person: str, at: int) -> None:
    """36.05.03.18A, 36.03.02.12A: before somebody deals on the gaming floor."""
    if table.dealing != LIVE_CARDS or table.money != REAL:
        return
    lack = lack_of(state, person, table.game, at)
    if lack is not None:
        raise refuse(lack.code, lack.words, lack.remedy, lack.law)


def the_dealer(state: Desk, person: str) -> Member:
    if DEALER not in state.roles_of(person):
        raise refuse(Code.ROLE_NOT_HELD, f"{person} is no dealer", "Name a dealer.", TABLE_TEST)
    return state.people[person]


def day_of(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise refuse(Code.NO_SUCH_DAY, f"{text} is no day", "Write it as 2026-11-16.") from None


def decide_licence(state: Desk, command: do.NoteLicence) -> tuple[Event, ...]:
    """Noted anew when it is renewed; one that is over is none."""
    the_dealer(state, command.person)
    at = now(state, command)
    if day_of(command.until) < datetime.fromtimestamp(at, UTC).date():
        words = f"the licence ran until {command.until}"
        raise refuse(Code.LICENCE_OVER, words, "Note one that is valid.", LICENCE)
    licence = do.Licence(command.number, command.until, command.by, at)
    return (do.LicenceNoted(person=command.person, licence=licence, audience=READERS, clauses=(LICENCE,)),)


def decide_test(state: Desk, command: do.NoteTableTest) -> tuple[Event, ...]:
    the_dealer(state, command.person)
    if command.game not in games():
        there = ", ".join(games())
        raise refuse(Code.NO_SUCH_GAME, f"there is no game {command.game}", f"There is {there}.", TABLE_TEST)
    at = now(state, command)
    trained, passed = day_of(command.trained), day_of(command.passed)
    if passed > (datetime.fromtimestamp(at, UTC) + AHEAD).date():
        words = f"{command.passed} is still to come"
        raise refuse(Code.NO_SUCH_DAY, words, "Note the test when it is passed.", TABLE_TEST)
    if trained > passed:
        words = f"the training was completed on {command.trained}, after the test"
        raise refuse(Code.NO_SUCH_DAY, words, "Train first, then test.", TRAINING_FIRST, TABLE_TEST)
    test = do.TableTest(command.trained, command.passed, command.by, at)
    noted = do.TableTestNoted(
        person=command.person, game=command.game, test=test, audience=READERS, clauses=(TABLE_TEST,)
    )
    return (noted,)


def put_member(state: Desk, person: str, member: Member) -> Desk:
    return replace(state, people={**state.people, person: member})


def apply_licence(state: Desk, event: do.LicenceNoted) -> Desk:
    member = replace(state.people[event.person], licence=event.licence)
    return put_member(state, event.person, member)


def apply_test(state: Desk, event: do.TableTestNoted) -> Desk:
    member = state.people[event.person]
    return put_member(state, event.person, replace(member, tests={**member.tests, event.game: event.test}))

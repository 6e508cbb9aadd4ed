"""Test that a snapshot of the largest possible casino fits into one journal line."""

from __future__ import annotations

import pytest

from croupier import Refused
from croupier.casino.administration import people, submissions
from croupier.casino.administration.commands import WelcomeGuest
from croupier.casino.administration.state import (
    SUPERSEDED,
    AdministrationState,
    Change,
    HouseTable,
    StaffMember,
    Submission,
    Version,
)
from croupier.casino.administration.stream import KIND as DESK
from croupier.casino.administration.submissions import passing
from croupier.casino.cage import machine as cage
from croupier.casino.cage.commands import OpenWallet
from croupier.casino.cage.stream import KIND as CAGE
from croupier.casino.machines import replace
from croupier.journal.entries import LONGEST
from croupier.journal.kinds import kind_of
from tests.server.helpers.desks import desk, document, draft, refused

TABLES = 100
BY = "pit_manager:p0123456789abcdef"


def test_full_administration_state_fits_into_one_line() -> None:
    """The state has the longest names, every version and 100 pending table changes."""
    guest = StaffMember(
        "\U0001f600" * (people.LONGEST_NAME // 4), "guest", ("player",), since=2**31, came=True
    )
    crowd = {f"p{n:016x}": guest for n in range(people.MOST_PEOPLE)}
    old = Version(9999, "0" * 64, SUPERSEDED, "", (BY,), 2**31, BY, 2**31, BY, 2**31, "", "", 9999, 2**31)
    live = Version(9999, "0" * 64, "approved", "x" * submissions.MOST_TEXT)
    kept = Submission("main", "uth", (old,) * (submissions.MOST_VERSIONS - 1) + (live,))
    choices = passing(document())
    change = Change(9999, 9999, choices, True, False, 2**31, BY, "a busy night", 2**31, 2**31)
    table = HouseTable("t" * 20, "uth", "main", 9999, choices, "play", change=change)
    state = AdministrationState(
        people=crowd,
        submissions={"main": kept},
        tables={f"table-{n}": table for n in range(TABLES)},
    )
    assert len(DESK.snapshot(state)[0]) < LONGEST - 10_000


def test_full_cage_state_fits_into_one_line() -> None:
    wallet = cage.Wallet("play", 10**12, 10**12)
    account = cage.TableAccount("play", -(10**12), tuple(f"{n:064}" for n in range(cage.KEPT)))
    slip = cage.Slip(10**9, "x" * 64, "p0123456789abcdef", 10**12, BY)
    state = cage.CageState(
        wallets={f"p{n:016x}": wallet for n in range(cage.MOST_WALLETS)},
        tables={f"table-{n}": account for n in range(TABLES)},
        slips=(slip,) * cage.KEPT_SLIPS,
    )
    assert len(CAGE.snapshot(state)[0]) < LONGEST - 10_000
    assert kind_of("cage") is CAGE


def test_full_administration_and_cage_refuse_more() -> None:
    full = cage.CageState(wallets=dict.fromkeys(map(str, range(cage.MOST_WALLETS)), cage.Wallet("play")))
    with pytest.raises(Refused, match="the maximum of 10000 wallets"):
        CAGE.decide(full, OpenWallet(person="ann", money="play", by="house"))
    text = document()
    versions = (Version(1, "0" * 64, "superseded"),) * submissions.MOST_VERSIONS
    crowded = replace(desk(), submissions={"old": Submission("old", "uth", versions)})
    assert refused(crowded, draft(text)).code == "desk_full"
    live = (Version(1, "0" * 64, "approved", "x" * (submissions.MOST_TEXT - len(text))),)
    heavy = replace(desk(), submissions={"old": Submission("old", "uth", live)})
    assert refused(heavy, draft(text)).code == "desk_full"


def test_names_are_bounded_in_bytes() -> None:
    fits = WelcomeGuest(person="p1", name="\U0001f600" * 20, by="house")
    desk(fits)
    assert refused(desk(), WelcomeGuest(person="p1", name="\U0001f600" * 21, by="house")).code == "name_unfit"

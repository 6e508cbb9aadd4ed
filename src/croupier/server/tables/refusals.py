"""Refusals by the table actor itself, as opposed to refusals by the rules of the game."""

from __future__ import annotations

from croupier.errors import Refused

CLOSED = Refused("table_closed", "this table is closed", (), "Choose another table, or come back later.")
BUSY = Refused(
    "table_busy", "too many requests are waiting for this table", (), "Wait a moment and try again."
)
FAULT = Refused(
    "house_fault", "a server error prevented this action", (), "Try again. The error has been logged."
)
PAUSED = Refused(
    "house_paused",
    "The table is paused because the server cannot save. Nothing is lost.",
    (),
    "Please wait. Play resumes automatically.",
)
ID_USED = Refused("id_used", "this id was used for another command", (), "Give every command its own id.")
STALE = Refused("stale", "bets are not open in that round", (), "Use the number of the current round.")
OTHERS_WAIT = Refused("others_wait", "another player is waiting", (), "Decide within the posted time.")
NOT_A_FLOOR_ACT = Refused(
    "not_the_floors",
    "the next act is not the floor's",
    (),
    "Leave the act to the dealer or the player.",
)
NO_READERS = Refused(
    "no_readers",
    "this table has no card readers, because no dealer names its cards",
    (),
    "Use card readers only at live tables.",
)
TABLE_UNASSIGNED = Refused(
    "table_between", "no node runs this table at the moment", (), "Try again in a second."
)

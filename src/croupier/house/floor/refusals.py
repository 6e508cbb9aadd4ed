"""What an owner says no with, where it is not the rules that do."""

from __future__ import annotations

from croupier.errors import Refused

CLOSED = Refused("table_closed", "this table takes nothing any more", (), "Choose another, or come back.")
BUSY = Refused("table_busy", "too many wait for this table", (), "Wait a moment and try again.")
FAULT = Refused("house_fault", "the house could not do that", (), "Try again; the fault is logged.")
PAUSED = Refused(
    "house_paused",
    "The house cannot keep its books at the moment and takes nothing; nothing is lost.",
    (),
    "Wait; the table goes on by itself.",
)
ID_USED = Refused("id_used", "this id was used for something else", (), "Give every command its own id.")
STALE = Refused("stale", "bets are not open in that round", (), "Answer the round that is shown.")
OTHERS_WAIT = Refused("others_wait", "somebody else waits here", (), "Decide within the time posted.")
NOT_THE_FLOORS = Refused(
    "not_the_floors", "what is due here is not the floor's", (), "Do it: it is a dealer's or a player's."
)
NOBODYS = Refused(
    "table_between", "no node keeps this table at the moment", (), "Come back in a second: one will."
)

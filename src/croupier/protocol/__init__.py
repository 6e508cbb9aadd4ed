"""What travels between a house and the people at its tables: the messages of one socket, both ways.

`docs/protocol.md` tells how they are used. Each is one text frame of JSON with its name as `type`; what a
message does not know is refused.
"""

from croupier.protocol.messages import (
    VERSION,
    Advice,
    Advised,
    Balance,
    CashOut,
    Chips,
    Clock,
    Do,
    Done,
    Frame,
    FromHouse,
    FromPerson,
    Hello,
    MoreTime,
    Moved,
    Notice,
    Opening,
    Ready,
    ReadySeats,
    Refusal,
    Welcome,
    decode_from_person,
    encode,
    refusal_of,
)

__all__ = [
    "VERSION",
    "Advice",
    "Advised",
    "Balance",
    "CashOut",
    "Chips",
    "Clock",
    "Do",
    "Done",
    "Frame",
    "FromHouse",
    "FromPerson",
    "Hello",
    "MoreTime",
    "Moved",
    "Notice",
    "Opening",
    "Ready",
    "ReadySeats",
    "Refusal",
    "Welcome",
    "decode_from_person",
    "encode",
    "refusal_of",
]

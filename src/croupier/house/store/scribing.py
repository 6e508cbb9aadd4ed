"""What the scribe's own process does: read, write, say what came of it. It is started by `scribe.py`."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import BadInput
from croupier.house import logs
from croupier.house.store import schema as db
from croupier.house.store.engines import engine_of, parsed
from croupier.house.store.scribe import READY, Written, encode, read_batches, receive, send, told
from croupier.house.store.shared import SharedStreams
from croupier.house.store.sql import SqlStore, reason
from croupier.house.store.writing import Tally, Writing
from croupier.journal.streams import SEGMENT

log = logging.getLogger("croupier.house.scribe")


def opened(address: str) -> SqlStore:
    """The house's own store, which is there and can be written; `BadInput` where it is not."""
    url = parsed(address)
    if url.drivername == "sqlite" and not Path(url.database or "").is_file():
        raise BadInput("there is no store where the house said")
    try:
        with SqlStore(engine_of(url, reading=True)) as store, store.reading() as connection:
            connection.execute(sa.select(db.streams.c.name).limit(1)).all()
    except SQLAlchemyError as fault:
        raise BadInput(f"the store cannot be used ({reason(fault)})") from None
    return SqlStore(engine_of(url))


def work(line: socket.socket) -> None:
    """Until the house hangs up. What it was told last is still written, whole or not at all."""
    store = opened(receive(line).decode())
    writing = Writing(store, SharedStreams(None, SEGMENT), Tally())  # of shared streams it is told nothing
    send(line, READY)
    while True:
        batches = [plain.batch() for plain in read_batches(receive(line))]
        writing.tally = Tally()
        ended = tuple(told(outcome) for outcome in writing.committed(batches))
        send(line, encode(Written(ended, writing.tally, writing.down)))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logs.set_up()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as line:
        try:
            work(line)
        except BadInput as fault:
            log.warning("a scribe cannot begin: %s", fault)
        except (EOFError, OSError):
            pass  # the house has hung up
        except Exception:
            log.exception("a scribe ends")

"""Entry point of the writer process, started by `writer_process.py`: read batches, write, report."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from croupier import logs
from croupier.errors import BadInput
from croupier.journal.streams import SEGMENT
from croupier.store import schema as db
from croupier.store.batch_writer import BatchWriter, WriteStatistics
from croupier.store.database import SqlStore, reason
from croupier.store.engines import engine_of, parse_address
from croupier.store.shared_streams import SharedStreams
from croupier.store.writer_process import (
    READY,
    WriteReport,
    encode,
    encode_outcome,
    read_batches,
    receive,
    send,
)

log = logging.getLogger("croupier.server.scribe")


def open_existing(address: str) -> SqlStore:
    """Open the server's existing store for writing; raise `BadInput` if that is not possible."""
    url = parse_address(address)
    if url.drivername == "sqlite" and not Path(url.database or "").is_file():
        raise BadInput(f"no store at {url.database}; check the database address of the server")
    try:
        with SqlStore(engine_of(url, reading=True)) as store, store.reading() as connection:
            connection.execute(sa.select(db.streams.c.name).limit(1)).all()
    except SQLAlchemyError as fault:
        raise BadInput(f"the store cannot be used ({reason(fault)})") from None
    return SqlStore(engine_of(url))


def work(line: socket.socket) -> None:
    """Write batches until the server closes the connection. The last transaction is whole or absent."""
    store = open_existing(receive(line).decode())
    # Batches for this process never post to shared streams.
    writer = BatchWriter(store, SharedStreams(None, SEGMENT), WriteStatistics())
    send(line, READY)
    while True:
        batches = [plain.batch() for plain in read_batches(receive(line))]
        writer.tally = WriteStatistics()
        ended = tuple(encode_outcome(outcome) for outcome in writer.commit(batches))
        send(line, encode(WriteReport(ended, writer.tally, writer.down)))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    logs.set_up()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as line:
        try:
            work(line)
        except BadInput as fault:
            log.warning("the writer process cannot start: %s", fault)
        except (EOFError, OSError):
            pass  # the server has closed the connection
        except Exception:
            log.exception("the writer process failed")

"""What the scribe's own process does: read, write, say what came of it. See `scribe.py`.

python -m croupier.house.store.scribing SOCKET     # started by a house; the number of its end of the line
"""

from __future__ import annotations

import contextlib
import gc
import signal
import socket
import sys

from croupier.house import logs
from croupier.house.store.engines import engine_of, parsed
from croupier.house.store.scribe import READY, Written, encode, read_batches, receive, send, told
from croupier.house.store.shared import SharedStreams
from croupier.house.store.sql import SqlStore
from croupier.house.store.writing import Tally, Writing
from croupier.journal.streams import SEGMENT


def work(line: socket.socket) -> None:
    """Until the house hangs up. What it was told last is still written, whole or not at all."""
    store = SqlStore(engine_of(parsed(receive(line).decode())))
    writing = Writing(store, SharedStreams(None, SEGMENT), Tally())  # of shared streams it is told nothing
    send(line, READY)
    while True:
        batches = [plain.batch() for plain in read_batches(receive(line))]
        writing.tally = Tally()
        ended = tuple(told(outcome) for outcome in writing.committed(batches))
        send(line, encode(Written(ended, writing.tally, writing.down)))


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal's Ctrl-C is for the house, which ends this
    logs.set_up()
    gc.freeze()
    with (
        socket.socket(fileno=int(sys.argv[1])) as line,
        contextlib.suppress(EOFError, OSError),  # the house has hung up
    ):
        work(line)


if __name__ == "__main__":
    main()

"""End worker processes after the server process ends, even if the server was killed.

A pool worker waits for data on a pipe. It also holds the writing end of this pipe, so it does not notice when
the server ends. The initializer of the worker pool (`pool.py`) calls `end_with_parent`. The resource tracker
of `multiprocessing` exits automatically after the last worker.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from multiprocessing.connection import wait


def end_with_parent() -> None:
    """Exit this worker process immediately when the parent process ends for any reason."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True, name="parent watch").start()

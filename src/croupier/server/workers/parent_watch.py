"""End worker processes after the server process ends, even if the server was killed.

A pool worker waits on a pipe whose writing end it also holds, so the worker never sees end of file. The
initializer of the worker pool (`pool.py`) calls `end_with_parent`. The resource tracker of `multiprocessing`
exits automatically after the last worker.
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

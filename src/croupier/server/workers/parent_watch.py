"""End worker processes when the server process is gone, even if it was killed.

A worker of a process pool waits on a pipe whose writing end it also holds, so it never sees end of file.
The initializer of the worker pool (`pool.py`) calls `end_with_parent`.
The resource tracker of `multiprocessing` ends by itself after the last worker.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from multiprocessing.connection import wait


def end_with_parent() -> None:
    """In a worker: exit at once when the parent process ends for any reason."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(0)

    threading.Thread(target=watch, daemon=True, name="parent watch").start()

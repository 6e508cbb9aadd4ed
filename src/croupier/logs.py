"""The server's log, with one JSON object per line on standard error.

The log never contains secrets or hidden cards. A log line identifies a request by its path without the query,
a command by its kind, and a person by id.
"""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback


class JsonLineFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "of": record.name,
            "says": record.getMessage(),
        }
        if record.exc_info and record.exc_info[0] is not None:
            frames = traceback.extract_tb(record.exc_info[2])
            told["fault"] = record.exc_info[0].__name__
            # Log where the exception occurred but not its message, which may contain user input.
            told["where"] = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-6:]))
        return json.dumps(told, ensure_ascii=True)


def set_up(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLineFormatter())
    for name in ("croupier", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "croupier" else logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True

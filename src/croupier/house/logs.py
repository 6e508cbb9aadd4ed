"""The house's log: one JSON object a line, on standard error. No secret and no hidden card is ever logged:
what is said of a request is its path without its query, of a command its kind, of a person the id."""

from __future__ import annotations

import json
import logging
import sys
import time
import traceback


class Lines(logging.Formatter):
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
            # Where, not what: the words of a fault may hold what somebody sent.
            told["where"] = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-6:]))
        return json.dumps(told, ensure_ascii=True)


def set_up(level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    for name in ("croupier", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level if name == "croupier" else logging.WARNING)
    logging.getLogger("uvicorn.access").disabled = True

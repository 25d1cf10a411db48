"""Logs as JSON lines. Messages are fixed texts and ids; what players wrote, orders, tokens and keys never go into one.

Of an error its kind and where it happened are told, not its message: messages quote what was being worked on.
"""

import json
import logging
import re
import traceback
from datetime import UTC, datetime

ALLOWED = ("game", "why", "status", "path", "ms")
DEEPEST = 12
# The tokens of feeds and of letters stand in their addresses, and those of people in headers.
_SECRET = re.compile(r"(/feeds/|/me/mail/)[^/\s]+|bansha_[\w-]{20,}")


class JsonFormatter(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "message": record.getMessage(),
        }
        data |= {key: getattr(record, key) for key in ALLOWED if hasattr(record, key)}
        if record.exc_info and record.exc_info[0] is not None:
            data["error"] = record.exc_info[0].__name__
            data["where"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(record.exc_info[2])[-DEEPEST:]
            ]
        return _SECRET.sub(lambda found: f"{found[1]}…" if found[1] else "…", json.dumps(data, ensure_ascii=False, default=str))

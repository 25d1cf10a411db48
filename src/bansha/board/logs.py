"""Logs as JSON lines. Messages are fixed texts and ids; what players wrote, orders and keys never go into one."""

import json
import logging
from datetime import UTC, datetime

ALLOWED = ("game", "why", "status", "path", "ms")


class JsonFormatter(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        data = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "log": record.name,
            "message": record.getMessage(),
        }
        data |= {key: getattr(record, key) for key in ALLOWED if hasattr(record, key)}
        if record.exc_info:
            data["error"] = self.formatException(record.exc_info).splitlines()[-1]
        return json.dumps(data, ensure_ascii=False, default=str)

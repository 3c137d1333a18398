"""Structured logging: request, session and trace ids on every line, secrets masked."""

import logging
from typing import Any

import structlog

from kingdom.core.text.path_masking import mask_path
from kingdom.core.text.secret_masking import filter_secrets

SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.format_exc_info,
    filter_secrets,
]


# Below WARNING these log headers and bodies, which may contain secrets.
QUIET_LOGGERS = (
    *("httpx", "httpx2", "httpcore", "httpcore2", "google_genai", "boto3", "botocore", "urllib3"),
    *("celery.worker.strategy", "celery.app.trace"),  # each start and success of a task is logged by django-structlog
)


class PathFilter(logging.Filter):
    """Masks the paths in what Django says of a request ("Not Found: /path"): it says it in several loggers."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Mask each argument that is a path; let every record pass."""
        if record.name.startswith("django.") and isinstance(record.args, tuple):
            record.args = tuple(mask_path(str(value)) if _is_path(value) else value for value in record.args)
        return True


def _is_path(value: object) -> bool:
    return isinstance(value, str) and value.startswith("/")


def logging_config(*, form: str, level: str) -> dict[str, Any]:
    """Configure structlog and return the dictConfig of the standard library's logging; ``form`` is console or json."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED_PROCESSORS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "kingdom": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED_PROCESSORS,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
            }
        },
        "filters": {"paths": {"()": PathFilter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "kingdom", "filters": ["paths"]}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {name: {"level": "WARNING"} for name in QUIET_LOGGERS},
    }

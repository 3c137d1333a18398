"""Structured logging: request, session and trace ids on every line, secrets masked."""

from typing import Any

import structlog

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
QUIET_LOGGERS = ("httpx", "httpx2", "httpcore", "httpcore2", "google_genai", "boto3", "botocore", "urllib3")


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
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "kingdom"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {name: {"level": "WARNING"} for name in QUIET_LOGGERS},
    }

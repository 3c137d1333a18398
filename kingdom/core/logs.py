"""Structured logs: request, session and trace ids on each line, secrets filtered by construction."""

import re
from collections.abc import Iterable, MutableMapping
from typing import Any

import structlog

_SECRET_NAME = re.compile(
    r"(pass(word|wd)?|secret|token|api[_-]?key|authorization|cookie|credential|private)", re.IGNORECASE
)
_SECRET_VALUE = re.compile(
    r"(AIza[0-9A-Za-z_\-]{20,}|sk-[0-9A-Za-z_\-]{16,}|(?:Bearer|Token|Basic)\s+[0-9A-Za-z._~+/=\-]{8,}|(?<=://)[^/\s:@]+:[^/\s@]+(?=@))"
)
MASK = "••••"
MIN_SECRET_LENGTH = 8  # a shorter one is a word of the language, and masking it would eat the log
_known: set[str] = set()


def register_secrets(values: Iterable[str]) -> None:
    """Mask these exact values from now on, whatever they look like: the configured secrets of this process."""
    _known.update(value for value in values if len(value) >= MIN_SECRET_LENGTH)


def has_registered_secret(text: str) -> bool:
    """Return whether one of this process's configured secrets stands in a text."""
    return any(value in text for value in _known)


def mask_registered_secrets(text: str) -> str:
    """Return the text without this process's configured secrets."""
    for value in _known:
        text = text.replace(value, MASK)
    return text


def mask_secrets(text: str) -> str:
    """Return the text without the known secrets and without what looks like a key, a bearer token or a password in a URL."""
    return _SECRET_VALUE.sub(MASK, mask_registered_secrets(text))


def _masked(name: str, value: object) -> object:
    if value is None or isinstance(value, int | float):
        return value  # prompt_tokens=12 is a count
    if _SECRET_NAME.search(name):
        return MASK
    if isinstance(value, str):
        return mask_secrets(value)
    if isinstance(value, dict):
        return {key: _masked(str(key), inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_masked("", inner) for inner in value]
    return value


def filter_secrets(_logger: object, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Mask secrets in every field of a log event (a structlog processor), the formatted traceback included."""
    for name in list(event):
        if not name.startswith("_"):
            event[name] = _masked(name, event[name])
    return event


SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.format_exc_info,
    filter_secrets,
]


# At lower levels these write headers and bodies of what they send and receive, and so secrets.
QUIET_LOGGERS = ("httpx", "httpx2", "httpcore", "httpcore2", "google_genai", "boto3", "botocore", "urllib3")


def logging_config(*, form: str, level: str) -> dict[str, Any]:
    """Return the dictConfig of the standard library's logging; ``form`` is ``console`` or ``json``."""
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

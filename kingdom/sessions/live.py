"""The live channel of this process: what changes is announced, and text is streamed as it is written. It may lose; the log does not."""

import importlib
import os
import uuid
from contextlib import AbstractAsyncContextManager
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import connection

from kingdom.adapters.live import Feed, LiveChannel, PostgresWire, Wire

_channels: dict[tuple[int, str, str], LiveChannel] = {}
_lock = Lock()


def subscribe(session_id: uuid.UUID) -> AbstractAsyncContextManager[Feed]:
    """Give the feed of a session: ``{"type": "event", …}``, ``{"type": "delta", "delta": text, …}``, ``{"type": "resync"}``."""
    return _channel("kingdom_live").subscribe(str(session_id))


def subscribe_control(session_id: uuid.UUID) -> AbstractAsyncContextManager[Feed]:
    """Give what is said to the worker that has a session: ``{"type": "cancel"}``."""
    return _channel("kingdom_control").subscribe(str(session_id))


def event_announce(session_id: uuid.UUID, seq: int, kind: str) -> None:
    """Say that an event is in the log: ``{"type": "event", "seq": …, "kind": …}``."""
    _channel("kingdom_live").publish(str(session_id), {"type": "event", "seq": seq, "kind": kind})


def delta_announce(session_id: uuid.UUID, at: int, attempt: int, text: str) -> None:
    """Stream text: ``{"type": "delta", "at": seq of the input that led to it, "attempt": …, "delta": text}``.

    Another ``at`` or ``attempt`` than before means that the text starts again.
    """
    _channel("kingdom_live").publish(str(session_id), {"type": "delta", "at": at, "attempt": attempt, "delta": text})


def cancel_announce(session_id: uuid.UUID) -> None:
    """Tell the worker that has the session that its user wants it stopped."""
    _channel("kingdom_control").publish(str(session_id), {"type": "cancel"})


def live_close() -> None:
    """Close this process's channels; the next use opens them again. Tests need it before their database goes."""
    with _lock:
        mine = [key for key in _channels if key[0] == os.getpid()]
        closing = [_channels.pop(key) for key in mine]
    for channel in closing:
        channel.close()


def _channel(name: str) -> LiveChannel:
    # by process: threads do not survive a fork; by database: NOTIFY does not cross it, and tests change it
    key = (os.getpid(), str(connection.settings_dict["NAME"]), name)
    with _lock:
        if key not in _channels:
            _channels[key] = LiveChannel(_wire(name), name)
        return _channels[key]


def _wire(name: str) -> Wire:
    if settings.KINGDOM.live_url is not None:
        made: Wire = importlib.import_module("kingdom.adapters.live_redis").RedisWire(settings.KINGDOM.live_url.get_secret_value(), name)
        return made
    return PostgresWire(server_parameters(), name)


def server_parameters() -> dict[str, Any]:
    """Return how to reach the database with psycopg alone, outside Django's pool."""
    return {key: value for key, value in connection.get_connection_params().items() if key in _PLAIN}


_PLAIN = frozenset({"dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "connect_timeout", "options"})

"""This process's live channels: one of each name, shared by all rooms, so that a process has two connections for it and no more."""

import importlib
import os
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import connection

from kingdom.adapters.pubsub import PostgresPubSub, PubSubBackend, PubSubChannel

LIVE_CHANNEL = "kingdom_live"  # what people watch: topics are session ids and user:<id>
CONTROL_CHANNEL = "kingdom_control"  # what workers are told
_PLAIN = frozenset(
    {"dbname", "user", "password", "host", "port", "sslmode", "sslrootcert", "connect_timeout", "options"}
)
_channels: dict[tuple[int, str, str], PubSubChannel] = {}
_lock = Lock()


def pubsub_channel(name: str) -> PubSubChannel:
    """Return this process's channel of a name, opened at first use."""
    # by process: threads do not survive a fork; by database: NOTIFY does not cross it, and tests change it
    key = (os.getpid(), str(connection.settings_dict["NAME"]), name)
    with _lock:
        if key not in _channels:
            _channels[key] = PubSubChannel(_wire(name), name)
        return _channels[key]


def close_channels() -> None:
    """Close this process's channels; the next use opens them again. Tests need it before their database goes."""
    with _lock:
        mine = [key for key in _channels if key[0] == os.getpid()]
        closing = [_channels.pop(key) for key in mine]
    for one in closing:
        one.close()


def server_parameters() -> dict[str, Any]:
    """Return how to reach the database with psycopg alone, outside Django's pool."""
    return {key: value for key, value in connection.get_connection_params().items() if key in _PLAIN}


def _wire(name: str) -> PubSubBackend:
    if settings.KINGDOM.live_url is not None:
        made: PubSubBackend = importlib.import_module("kingdom.adapters.pubsub_redis").RedisPubSub(
            settings.KINGDOM.live_url.get_secret_value(), name
        )
        return made
    return PostgresPubSub(server_parameters(), name)

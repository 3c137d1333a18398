"""The publish/subscribe channels of this process: one per name, so that each has only two connections."""

import importlib
import os
from threading import Lock

from django.conf import settings
from django.db import connections

from kingdom.adapters.pubsub import PostgresPubSub, PubSubBackend, PubSubChannel
from kingdom.core.deployment.server_connection import server_parameters

LIVE_CHANNEL = "kingdom_live"  # events for clients: topics are session ids and user:<id>
CONTROL_CHANNEL = "kingdom_control"  # messages to workers
_channels: dict[tuple[int, str, str], PubSubChannel] = {}
_lock = Lock()


def pubsub_channel(name: str) -> PubSubChannel:
    """Return this process's channel of a name, created at first use."""
    # per process, because threads do not survive a fork; per database, because NOTIFY does not cross databases
    # by the settings, because looking a connection up inside an event loop makes one for that loop
    key = (os.getpid(), str(connections.settings["default"]["NAME"]), name)
    with _lock:
        if key not in _channels:
            _channels[key] = PubSubChannel(_backend(name), name)
        return _channels[key]


def close_channels() -> None:
    """Close this process's channels; the next use creates them again."""
    with _lock:
        channels = [_channels.pop(key) for key in list(_channels) if key[0] == os.getpid()]
    for channel in channels:
        channel.close()


def _backend(name: str) -> PubSubBackend:
    if settings.KINGDOM.live_url is not None:
        module = importlib.import_module(
            "kingdom.adapters.pubsub_redis"
        )  # by name: only a deployment with Redis loads its client
        redis_backend: PubSubBackend = module.RedisPubSub(settings.KINGDOM.live_url.get_secret_value(), name)
        return redis_backend
    return PostgresPubSub(server_parameters(), name)

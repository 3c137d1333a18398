"""The live channel of this process: what changes is announced, and text is streamed as it is written. It may lose; the log does not."""

import uuid
from contextlib import AbstractAsyncContextManager

from kingdom.adapters.pubsub import Subscription
from kingdom.adapters.pubsub_registry import (
    CONTROL_CHANNEL,
    LIVE_CHANNEL,
    close_channels,
    pubsub_channel,
    server_parameters,
)

__all__ = [
    "cancel_publish",
    "delta_publish",
    "event_publish",
    "live_events_close",
    "server_parameters",
    "subscribe",
    "control_subscribe",
]


def subscribe(session_id: uuid.UUID) -> AbstractAsyncContextManager[Subscription]:
    """Give the feed of a session: ``{"type": "event", …}``, ``{"type": "delta", "delta": text, …}``, ``{"type": "resync"}``."""
    return pubsub_channel(LIVE_CHANNEL).subscribe(str(session_id))


def control_subscribe(session_id: uuid.UUID) -> AbstractAsyncContextManager[Subscription]:
    """Give what is said to the worker that has a session: ``{"type": "cancel"}``."""
    return pubsub_channel(CONTROL_CHANNEL).subscribe(str(session_id))


def event_publish(session_id: uuid.UUID, seq: int, kind: str) -> None:
    """Say that an event is in the log: ``{"type": "event", "seq": …, "kind": …}``."""
    pubsub_channel(LIVE_CHANNEL).publish(str(session_id), {"type": "event", "seq": seq, "kind": kind})


def delta_publish(session_id: uuid.UUID, at: int, attempt: int, text: str) -> None:
    """Stream text: ``{"type": "delta", "at": seq of the input that led to it, "attempt": …, "delta": text}``.

    Another ``at`` or ``attempt`` than before means that the text starts again.
    """
    pubsub_channel(LIVE_CHANNEL).publish(
        str(session_id), {"type": "delta", "at": at, "attempt": attempt, "delta": text}
    )


def cancel_publish(session_id: uuid.UUID) -> None:
    """Tell the worker that has the session that its user wants it stopped."""
    pubsub_channel(CONTROL_CHANNEL).publish(str(session_id), {"type": "cancel"})


def live_events_close() -> None:
    """Close this process's channels; the next use opens them again. Tests need it before their database goes."""
    close_channels()

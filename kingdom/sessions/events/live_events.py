"""The live channel: announces events and streams text. It may lose messages; the event log does not."""

import uuid
from contextlib import AbstractAsyncContextManager

from kingdom.adapters.pubsub import Subscription
from kingdom.adapters.pubsub_registry import CONTROL_CHANNEL, LIVE_CHANNEL, close_channels, pubsub_channel


def subscribe(session_id: uuid.UUID) -> AbstractAsyncContextManager[Subscription]:
    """Return the feed of a session, with messages of the types ``event``, ``delta`` and ``resync``."""
    return pubsub_channel(LIVE_CHANNEL).subscribe(str(session_id))


def control_subscribe(session_id: uuid.UUID) -> AbstractAsyncContextManager[Subscription]:
    """Return the feed of messages to the worker of a session, of the types ``cancel`` and ``text_wanted``."""
    return pubsub_channel(CONTROL_CHANNEL).subscribe(str(session_id))


def event_publish(session_id: uuid.UUID, seq: int, kind: str) -> None:
    """Announce a stored event: ``{"type": "event", "seq": …, "kind": …}``."""
    pubsub_channel(LIVE_CHANNEL).publish(str(session_id), {"type": "event", "seq": seq, "kind": kind})


def delta_publish(session_id: uuid.UUID, at: int, attempt: int, text: str, *, offset: int) -> None:
    """Stream text: ``{"type": "delta", "at": seq of its input, "attempt": …, "offset": …, "delta": text}``.

    ``offset`` is the number of characters before it. A new ``at`` or ``attempt`` means that the text starts again.
    """
    message = {"type": "delta", "at": at, "attempt": attempt, "offset": offset, "delta": text}
    pubsub_channel(LIVE_CHANNEL).publish(str(session_id), message)


def text_ask(session_id: uuid.UUID) -> None:
    """Ask the worker of the session to stream the text so far once more."""
    pubsub_channel(CONTROL_CHANNEL).publish(str(session_id), {"type": "text_wanted"})


def cancel_publish(session_id: uuid.UUID) -> None:
    """Ask the worker of the session to stop it."""
    pubsub_channel(CONTROL_CHANNEL).publish(str(session_id), {"type": "cancel"})


def live_events_close() -> None:
    """Close this process's channels; the next use opens them again. Tests call it before dropping their database."""
    close_channels()

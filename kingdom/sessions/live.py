"""The live channel of this process: what changes is announced, and text is streamed as it is written. It may lose; the log does not."""

import uuid
from contextlib import AbstractAsyncContextManager

from kingdom.adapters.channels import CONTROL, LIVE, channel, channels_close, server_parameters
from kingdom.adapters.live import Feed

__all__ = ["cancel_announce", "delta_announce", "event_announce", "live_close", "server_parameters", "subscribe", "subscribe_control"]


def subscribe(session_id: uuid.UUID) -> AbstractAsyncContextManager[Feed]:
    """Give the feed of a session: ``{"type": "event", …}``, ``{"type": "delta", "delta": text, …}``, ``{"type": "resync"}``."""
    return channel(LIVE).subscribe(str(session_id))


def subscribe_control(session_id: uuid.UUID) -> AbstractAsyncContextManager[Feed]:
    """Give what is said to the worker that has a session: ``{"type": "cancel"}``."""
    return channel(CONTROL).subscribe(str(session_id))


def event_announce(session_id: uuid.UUID, seq: int, kind: str) -> None:
    """Say that an event is in the log: ``{"type": "event", "seq": …, "kind": …}``."""
    channel(LIVE).publish(str(session_id), {"type": "event", "seq": seq, "kind": kind})


def delta_announce(session_id: uuid.UUID, at: int, attempt: int, text: str) -> None:
    """Stream text: ``{"type": "delta", "at": seq of the input that led to it, "attempt": …, "delta": text}``.

    Another ``at`` or ``attempt`` than before means that the text starts again.
    """
    channel(LIVE).publish(str(session_id), {"type": "delta", "at": at, "attempt": attempt, "delta": text})


def cancel_announce(session_id: uuid.UUID) -> None:
    """Tell the worker that has the session that its user wants it stopped."""
    channel(CONTROL).publish(str(session_id), {"type": "cancel"})


def live_close() -> None:
    """Close this process's channels; the next use opens them again. Tests need it before their database goes."""
    channels_close()

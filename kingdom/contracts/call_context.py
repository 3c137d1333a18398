"""The context that every call through a capability carries."""

from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class CallContext:
    """Caller, user and deadline of one call. Ports re-raise the CancelledError of their asyncio task.

    ``deadline`` is on the monotonic clock, in seconds; None means no deadline. ``grants`` are tool ids. A ``trial``
    asks no person. ``specialist_id`` is the specialist whose credentials and host consents these calls may use; the
    host process sets it, "" means none. ``running_specialist_id`` is the specialist that runs, the product's own
    included: permission rules are bound to it.
    """

    trace_id: str
    user_id: str = ""
    session_id: str = ""
    agent_id: str = ""
    grants: frozenset[str] = field(default_factory=frozenset)
    deadline: float | None = None
    trial: bool = False
    specialist_id: str = ""
    running_specialist_id: str = ""

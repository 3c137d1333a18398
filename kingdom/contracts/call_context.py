"""What every call through a capability carries."""

from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True)
class CallContext:
    """Who calls, on whose behalf, and for how long. Cancelling is the asyncio task's own: ports must let CancelledError through.

    ``deadline`` is on the monotonic clock, in seconds; None is no deadline. ``grants`` are tool ids. In a ``trial`` nobody is asked.
    """

    trace_id: str
    user_id: str = ""
    session_id: str = ""
    agent_id: str = ""
    grants: frozenset[str] = field(default_factory=frozenset)
    deadline: float | None = None
    trial: bool = False

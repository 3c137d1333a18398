"""Hook that the rooms above fill: how a run is suspended."""

from collections.abc import Callable

from kingdom.events.models import DomainEvent

# Each suspends the run of an event for a reason and returns what it did, as a code; "" when the run is not its own.
RunSuspender = Callable[[DomainEvent, str], str]
RUN_SUSPENDERS: list[RunSuspender] = []


def run_suspend(event: DomainEvent, reason: str) -> str:
    """Suspend the run of an event and return what was done; ``nothing_to_suspend`` when nothing runs any more."""
    done = (suspend(event, reason) for suspend in RUN_SUSPENDERS)
    return next((code for code in done if code), "nothing_to_suspend")

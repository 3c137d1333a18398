"""Ways around a policy that counts events: many other events before the one that would make it fire."""

from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.events.models import DomainEvent
from kingdom.policies.evaluation import matching
from kingdom.policies.evaluation.matching import event_subject, is_fired
from kingdom.policies.rules.condition_parser import parse_condition
from tests.factories.policies import past_event

pytestmark = pytest.mark.django_db
FAILED, DONE = ({"tool": "archon.exec.python", "outcome": outcome, "seconds": 2} for outcome in ("failed", "done"))


def stored(alice: User, *kinds: dict[str, Any]) -> DomainEvent:
    """Store events of some minutes ago, oldest first, and return the newest."""
    events = [
        past_event("ToolCompleted", alice, len(kinds) - number, fields=fields, session_id="0" * 32)
        for number, fields in enumerate(kinds)
    ]
    return events[-1]


@pytest.mark.parametrize(
    ("condition", "fires"),
    [
        ('outcome == "failed" and 3 in 60 min', True),
        ('outcome == "failed" and tool == "archon.exec.python" and 3 in 60 min per user', True),
        ('outcome == "failed" and seconds == 2 and 3 in 60 min', True),
        ('outcome == "failed" and run.kind == "session" and 3 in 60 min', True),
        ('outcome == "failed" and seconds == 2.5 and 3 in 60 min', False),
        ('outcome == "failed" and 4 in 60 min', False),
    ],
)
def test_other_events_do_not_hide_those_that_fit(
    alice: User, condition: str, fires: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "MAX_COUNTED", 5)
    newest = stored(alice, FAILED, FAILED, *[DONE] * 10, FAILED)
    assert is_fired(parse_condition(condition), event_subject(newest)) is fires

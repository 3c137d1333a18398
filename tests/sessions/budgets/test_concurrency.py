"""Budgets under concurrency: a limit of executions is exact, and its alert is sent once."""

import threading
from collections.abc import Callable

import pytest
from django.db import connections, transaction

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.contracts.model import Usage
from kingdom.core.errors import KingdomError
from kingdom.sessions.budgets.services import BudgetExceeded, model_usage_add
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.engine.replay import session_fork
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import Budget, Session
from kingdom.sessions.services import session_open
from tests.factories.cognition import model_spec
from tests.factories.sessions import store_version

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 10


def crowd(works: "list[Callable[[], object]]") -> list[KingdomError]:
    """Run all calls concurrently; return the refusals."""
    start, refused = threading.Barrier(len(works)), list[KingdomError]()

    def one(work: Callable[[], object]) -> None:
        try:
            start.wait()
            work()
        except KingdomError as error:
            refused.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return refused


def ended(session: Session) -> None:
    model_usage_add(user_id=session.user_id, usage=Usage(prompt_tokens=10))
    with transaction.atomic():
        session_finish(
            session_lock(session.pk), SessionResult(state="completed", answer="Two.", usage={"prompt_tokens": 10})
        )


@pytest.mark.parametrize("scope", ["everybody", "organisation"])
def test_concurrent_starts_respect_the_limit_of_executions(scope: str) -> None:
    Budget.objects.create(scope=scope, executions=4)
    people = [User.objects.create_user(f"person_{place}") for place in range(CROWD if scope == "organisation" else 1)]
    version = store_version(model_spec())
    ended(session_open(user_id=people[0].pk, input_text="First", version_id=version.pk))

    def begins(place: int) -> Callable[[], object]:
        return lambda: session_open(user_id=people[place % len(people)].pk, input_text="More", version_id=version.pk)

    refused = crowd([begins(place) for place in range(CROWD)])
    assert len(refused) == CROWD - 3
    assert {type(one) for one in refused} == {BudgetExceeded}
    running = list(Session.objects.filter(state="running"))
    assert len(running) == 3
    with pytest.raises(BudgetExceeded, match="4 of 4"):
        session_fork(session_id=running[0].pk, at_seq=1)
    for session in running:
        ended(session)  # what had begun counts once, not twice
    with pytest.raises(BudgetExceeded, match="4 of 4"):
        session_open(user_id=people[0].pk, input_text="More")


def test_concurrent_ends_alert_admins_once() -> None:
    admin = User.objects.create_user("admin", is_staff=True)
    Budget.objects.create(scope="organisation", tokens=10)
    people = [User.objects.create_user(f"person_{place}") for place in range(CROWD)]
    sessions = [session_open(user_id=one.pk, input_text="Go") for one in people]

    def ends(session: Session) -> Callable[[], object]:
        return lambda: ended(session)

    assert crowd([ends(session) for session in sessions]) == []
    assert Notification.objects.filter(user=admin, kind="budget").count() == 1

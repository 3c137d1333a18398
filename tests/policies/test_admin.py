"""Staff edit patterns in the admin: a changed one is checked, is a draft again, and has its own dry run."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from kingdom.accounts.models import User
from kingdom.policies.models import Pattern
from tests.factories.policies import active_pattern, past_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(reviewer: User) -> Client:
    reviewer.user_permissions.add(*Permission.objects.filter(codename__in=("view_pattern", "change_pattern")))
    client = Client()
    client.force_login(reviewer)
    return client


def edit(page: Client, pattern: Pattern, **changed: str) -> str:
    names = ("name", "trigger_event", "condition", "action", "reason")
    form = {name: getattr(pattern, name) for name in names} | changed
    return page.post(f"/admin/policies/pattern/{pattern.pk}/change/", form, follow=True).content.decode()


def test_a_changed_pattern_is_a_draft_with_its_own_dry_run(page: Client, alice: User) -> None:
    pattern = active_pattern("Notify", "ToolCompleted", 'outcome == "failed"', dry_run={"matches": 99})
    past_event("ToolCompleted", alice, fields={"outcome": "refused"})
    edit(page, pattern, condition='outcome == "refused"')
    pattern.refresh_from_db()
    assert (pattern.state, pattern.condition) == ("draft", 'outcome == "refused"')
    assert (pattern.dry_run["events"], pattern.dry_run["matches"]) == (1, 1)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"condition": "outcome = 1"}, "at character 9"),
        ({"condition": "colour == 1"}, "has no field"),
        ({"action": "Block"}, "too late"),
        ({"trigger_event": "Nothing"}, "no such event"),
    ],
)
def test_a_pattern_that_could_never_work_is_refused_with_the_place(
    page: Client, changed: dict[str, str], says: str
) -> None:
    pattern = active_pattern("Notify", "ToolCompleted")
    assert says in edit(page, pattern, **changed)
    pattern.refresh_from_db()
    assert (pattern.state, pattern.condition, pattern.action) == ("active", "*", "Notify")

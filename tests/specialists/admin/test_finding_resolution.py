"""Admin page of a finding: links to its evidence, and the form that closes it."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from kingdom.accounts.models import User
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.models.audit import AuditFinding
from tests.factories import create_own_specialist
from tests.factories.specialists import proven

PAGE = "/admin/specialists/auditfinding/"


@pytest.fixture
def entry(alice: User) -> AuditFinding:
    """Store an open finding on Alice's specialist."""
    proven(create_own_specialist(alice), 30, 40)
    performance_audit()
    found = AuditFinding.objects.filter(state="open").first()
    assert found is not None
    return found


def member(group: str) -> Client:
    user = User.objects.create_user(group, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_an_auditor_closes_a_finding_with_a_word(entry: AuditFinding) -> None:
    client, url = member("auditor"), f"{PAGE}{entry.pk}/change/"
    shown = client.get(url).content.decode()
    assert "Close it" in shown
    for row in entry.evidence[:3]:
        assert f"/admin/specialists/execution/{row}/change/" in shown
    assert (
        "Say what was done"
        in client.post(f"{PAGE}{entry.pk}/resolve/", {"resolution": " ", "acted": "yes"}, follow=True).content.decode()
    )
    done = client.post(
        f"{PAGE}{entry.pk}/resolve/", {"resolution": "Its limit is higher now.", "acted": "yes"}, follow=True
    ).content.decode()
    assert "The finding is closed." in done
    assert "Close it" not in done
    entry.refresh_from_db()
    assert (entry.state, entry.resolution, str(entry.resolved_by)) == ("acted", "Its limit is higher now.", "auditor")
    assert (
        "not open any more"
        in client.post(f"{PAGE}{entry.pk}/resolve/", {"resolution": "No.", "acted": ""}, follow=True).content.decode()
    )


def test_a_reviewer_looks_and_does_not_close(entry: AuditFinding) -> None:
    client = member("reviewer")
    assert "Close it" not in client.get(f"{PAGE}{entry.pk}/change/").content.decode()
    assert client.post(f"{PAGE}{entry.pk}/resolve/", {"resolution": "No.", "acted": ""}).status_code == 403
    assert client.get(f"{PAGE}{entry.pk}/resolve/").status_code == 405
    entry.refresh_from_db()
    assert entry.state == "open"

"""An audit out of turn: asked for by staff with the right, once a minute, beside the hourly one."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from kingdom.accounts.models import User
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.models.audit import AuditReport
from kingdom.specialists.tasks import audit_run_now

pytestmark = pytest.mark.django_db
URL = "/admin/specialists/auditreport/"


def test_audit_now_reports_beside_the_hourly_one() -> None:
    assert performance_audit() is not None
    assert performance_audit() is None
    AuditReport.objects.update(slot="2026-01-01T00:00:00Z")
    audit_run_now()
    assert AuditReport.objects.count() == 2


def test_button_is_for_those_who_may_close_findings(
    carol: User, alice: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda task, args: sent.append(task))
    client.force_login(carol)
    assert "Audit now" in client.get(URL).content.decode()
    assert client.get(f"{URL}now/").status_code == 405
    assert "looks at all specialists now" in client.post(f"{URL}now/", follow=True).content.decode()
    assert sent == ["kingdom.specialists.tasks.audit_run_now"]
    reader = User.objects.create_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_auditreport"))
    for user, status in ((reader, 403), (alice, 302)):
        client.force_login(user)
        assert client.post(f"{URL}now/").status_code == status
    client.force_login(reader)
    assert "Audit now" not in client.get(URL).content.decode()
    assert len(sent) == 1

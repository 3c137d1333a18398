"""Status page: staff only, with a state for every part."""

from django.test import Client

from kingdom.accounts.models import User
from kingdom.console.staff.system_status import sandbox_status


def test_the_page_is_for_staff(as_alice: Client) -> None:
    assert as_alice.get("/status/").status_code == 403


def test_staff_see_every_part(client: Client, carol: User) -> None:
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    html = client.get("/status/").content.decode()
    for part in ("database", "migrations", "worker", "beat", "language model", sandbox_status()["name"]):
        assert part in html

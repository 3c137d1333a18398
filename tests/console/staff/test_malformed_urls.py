"""Malformed admin URLs answer 4xx."""

import pytest
from django.test import Client

from kingdom.accounts.models import User


@pytest.mark.parametrize(
    "path",
    [
        "specialists/specialist/?status__exact=%00",
        "orchestrator/replayrun/?q=%00",
        "specialists/embeddingspace/remove/%00/",
        "?days=%00",
    ],
)
def test_a_nul_in_an_address_of_the_admin_is_a_bad_request(carol: User, path: str) -> None:
    client = Client()
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/admin/{path}").status_code == 400
    assert client.get(f"/admin/{path.partition('?')[0].replace('%00', 'hashing')}").status_code in (200, 404)

"""Updates that return what they wrote."""

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from kingdom.accounts.models import User
from kingdom.core.database import update_returning

pytestmark = pytest.mark.django_db


def test_an_update_returns_a_field_of_each_row_it_changed(alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(last_name="1")
    rows = User.objects.filter(pk__in=(alice.pk, bob.pk), last_name="1")
    with CaptureQueriesContext(connection) as captured:
        assert update_returning(rows, "username", last_name="2", first_name=F("username")) == [alice.username]
    assert len(captured) == 1
    assert update_returning(rows, "username", last_name="3") == [], "no row has the old value"
    alice.refresh_from_db()
    bob.refresh_from_db()
    assert (alice.last_name, alice.first_name, bob.last_name) == ("2", alice.username, "")

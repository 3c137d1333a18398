"""The test database after a test with real transactions: what the migrations have written is there for the next."""

import pytest
from django.contrib.auth.models import Group

from kingdom.accounts.models import User


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("_number", range(2))
def test_the_rows_of_migrations_are_there_again_and_others_are_gone(_number: int) -> None:
    assert {"auditor", "operator", "reviewer"} <= {*Group.objects.values_list("name", flat=True)}
    assert Group.objects.get(name="auditor").permissions.exists()
    assert not User.objects.filter(username="left").exists()
    User.objects.create_user("left")
    Group.objects.all().delete()

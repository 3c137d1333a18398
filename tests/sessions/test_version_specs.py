"""Specs of versions: parsed once a process, bounded in number."""

import uuid
from collections import OrderedDict

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict
from kingdom.sessions import version_specs
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from tests.factories import create_global_specialist, version_of


def test_a_spec_is_read_once_and_only_so_many_are_kept(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version_specs, "MAX_SPECS", 1)
    monkeypatch.setattr(version_specs, "_specs", OrderedDict())
    first, second = (version_of(create_global_specialist(role)) for role in ("first", "second"))
    pks = [session_open(user_id=alice.pk, input_text="?", version_id=version.pk).pk for version in (first, second)]

    def queries_of(pk: uuid.UUID, role: str) -> int:
        session = Session.objects.get(pk=pk)
        with CaptureQueriesContext(connection) as queries:
            assert version_specs.session_spec(session).role == role
        return len(queries)

    assert queries_of(pks[0], "first") > 0
    assert queries_of(pks[0], "first") == 0
    assert queries_of(pks[1], "second") > 0
    assert queries_of(pks[0], "first") > 0
    assert len(version_specs._specs) == 1


def test_a_session_without_a_specialist_has_no_spec(alice: User) -> None:
    session = session_open(user_id=alice.pk, input_text="?")
    with pytest.raises(Conflict, match="no specialist yet"):
        version_specs.session_spec(session)

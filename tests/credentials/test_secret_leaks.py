"""Secrets do not leak into logs, tracebacks, the database or Celery payloads."""

import logging
import pickle
import traceback

import pytest
import structlog
from celery import Celery
from django.db import connection
from django.views.debug import ExceptionReporter
from kombu.exceptions import EncodeError
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.core.errors import CredentialUnreadable
from kingdom.credentials.models import UserCredential
from tests.factories.credentials import CANARY, open_credential, store_credential

pytestmark = pytest.mark.django_db


def test_nothing_in_the_database(alice: User) -> None:
    store_credential(alice)
    open_credential(alice)
    with connection.cursor() as cursor:
        cursor.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        tables = [str(row[0]) for row in cursor.fetchall()]
        assert "user_credentials" in tables
        for table in tables:
            cursor.execute(f'SELECT count(*) FROM "{table}" t WHERE t::text LIKE %s', [f"%{CANARY}%"])
            assert cursor.fetchone() == (0,), table
        cursor.execute("SELECT count(*) FROM user_credentials t WHERE t::text LIKE %s", ["%sms_api_key%"])
        assert cursor.fetchone() == (1,), "the search would see it"


def test_nothing_in_tracebacks_nor_in_the_debug_page(alice: User) -> None:
    credential = store_credential(alice)
    UserCredential.objects.filter(pk=credential.pk).update(encrypted_value=credential.encrypted_value[:-4])
    opened = SecretStr(CANARY)  # a local of this frame, as in the egress proxy
    with pytest.raises(CredentialUnreadable) as caught:
        open_credential(alice)
    assert opened.get_secret_value() == CANARY
    error = caught.value
    shown = "".join(traceback.TracebackException.from_exception(error, capture_locals=True).format())
    page = ExceptionReporter(None, type(error), error, error.__traceback__).get_traceback_text()
    assert "credential_open" in shown
    assert "credential_open" in page
    locals_of_ours = [line for line in shown.splitlines() if "CANARY" not in line]
    assert CANARY not in "\n".join(locals_of_ours)
    assert CANARY not in page


def test_nothing_in_the_log(alice: User, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        store_credential(alice)
        opened = open_credential(alice)
        structlog.get_logger("kingdom.test").warning("opened", opened=opened, value=opened.value, listed=[opened.value])
    assert "opened" in caplog.text
    assert CANARY not in caplog.text


def test_an_opened_secret_cannot_become_a_celery_payload(alice: User) -> None:
    store_credential(alice)
    opened = open_credential(alice)
    app = Celery("canary", broker="memory://", set_as_current=False)
    app.conf.task_serializer = "json"
    for payload in (opened.value, opened):
        with pytest.raises((EncodeError, TypeError)) as caught:
            app.send_task("some.task", args=[payload])
        assert CANARY not in str(caught.value)
    assert CANARY.encode() in pickle.dumps(opened.value), "why pickle is not an accepted content type"

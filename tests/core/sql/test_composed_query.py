"""Queries that are composed once: the rows of Django's own query, for other values, on any thread."""

import threading
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext

from kingdom.accounts.models import User
from kingdom.core.clock import utc_now
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.orchestrator.models import Conversation

pytestmark = pytest.mark.django_db


def _conversations_query(user_id: int, title: str) -> QuerySet[Conversation]:
    """Return a query with a join, a deferred column and an annotation."""
    own = Conversation.objects.filter(user_id=user_id, title=title).select_related("user").defer("folder")
    return own.annotate(owner=F("user__username")).order_by("created_at")


@pytest.fixture
def users() -> list[User]:
    users = [User.objects.create(username=name) for name in ("ann", "bob")]
    for user in users:
        for title in ("one", "two", "one"):
            Conversation.objects.create(user=user, title=title, folder=user.username)
    return users


def test_rows_are_those_of_the_query_for_each_value(users: list[User]) -> None:
    composed = ComposedQuery(_conversations_query, user_id=int, title=str)
    for user in users:
        for title in ("one", "two", "none"):
            expected = list(_conversations_query(user.pk, title))
            found = composed.rows(user_id=user.pk, title=title)
            assert found == expected
            assert [vars(row)["owner"] for row in found] == [user.username] * len(expected)
            first = composed.first(user_id=user.pk, title=title)
            assert first == (expected[0] if expected else None)


def test_related_rows_are_read_with_them_and_deferred_columns_later(users: list[User]) -> None:
    composed = ComposedQuery(_conversations_query, user_id=int, title=str)
    row = composed.rows(user_id=users[1].pk, title="two")[0]
    with CaptureQueriesContext(connection) as captured:
        assert row.user.username == "bob"
        assert not captured.captured_queries
        assert row.folder == "bob"
        assert len(captured.captured_queries) == 1


def test_statement_is_composed_once(users: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    composed = ComposedQuery(_conversations_query, user_id=int, title=str)
    composed.rows(user_id=users[0].pk, title="one")

    def refused(*_arguments: object, **_options: object) -> None:
        raise AssertionError("composed again")

    monkeypatch.setattr(SQLCompiler, "as_sql", refused)
    monkeypatch.setattr(SQLCompiler, "setup_query", refused)
    assert [row.user_id for row in composed.rows(user_id=users[1].pk, title="one")] == [users[1].pk] * 2


def test_values_of_each_type() -> None:
    user = User.objects.create(username="ann")
    own = [Conversation.objects.create(user=user, title=str(number)) for number in range(3)]

    def by_id(ids: list[UUID], before: object, one: UUID) -> QuerySet[Conversation, str]:
        rows = Conversation.objects.extra(where=["id = ANY(%s)"], params=[ids])
        return rows.filter(created_at__lt=before).exclude(pk=one).order_by("title").values_list("title", flat=True)

    composed = ComposedQuery(by_id, ids=list, before=type(utc_now()), one=UUID)
    later, ids = utc_now() + timedelta(days=1), [row.pk for row in own]
    assert composed.rows(ids=ids, before=later, one=uuid4()) == ["0", "1", "2"]
    assert composed.rows(ids=ids[:2], before=later, one=ids[0]) == ["1"]
    assert composed.rows(ids=ids, before=later - timedelta(days=2), one=uuid4()) == []


def test_value_that_shapes_the_statement_is_refused() -> None:
    def limited(count: int) -> QuerySet[Conversation]:
        return Conversation.objects.order_by("pk")[:count]  # the limit is no parameter

    with pytest.raises(TypeError, match="count"):
        ComposedQuery(limited, count=int).rows(count=1)


@pytest.mark.django_db(transaction=True)
def test_each_thread_uses_its_own_connection() -> None:
    user = User.objects.create(username="ann")
    Conversation.objects.create(user=user, title="one")
    composed = ComposedQuery(_conversations_query, user_id=int, title=str)
    connections, found = {id(connection.connection)}, []

    def read() -> None:
        found.append(len(composed.rows(user_id=user.pk, title="one")))
        connections.add(id(connection.connection))
        connection.close()

    for _ in range(2):
        thread = threading.Thread(target=read)
        thread.start()
        thread.join()
        assert len(composed.rows(user_id=user.pk, title="one")) == 1
    assert found == [1, 1]
    assert len(connections) >= 2


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_alone() -> None:
    """Django looks when a statement is composed; the composed one is refused at each use."""

    def locked(user_id: int) -> QuerySet[Conversation]:
        return Conversation.objects.select_for_update().filter(user_id=user_id)

    composed = ComposedQuery(locked, user_id=int)
    with pytest.raises(RuntimeError, match="no transaction is open"):
        composed.rows(user_id=1)
    with transaction.atomic():
        assert composed.rows(user_id=1) == []
    with pytest.raises(RuntimeError, match="no transaction is open"):
        composed.rows(user_id=1)

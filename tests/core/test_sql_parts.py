"""Statements that run as parts of another one."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from kingdom.accounts.models import User
from kingdom.core.sql_parts import SqlPart, column_values, insert_part, params_of, update_part, with_parts
from kingdom.orchestrator.models import Conversation

pytestmark = pytest.mark.django_db


def run(*parts: SqlPart) -> tuple[Any, ...]:
    """Run the parts as one statement and return how many rows each returned."""
    counts = ", ".join(f"(SELECT count(*) FROM {part.name})" for part in parts)
    with CaptureQueriesContext(connection) as captured, connection.cursor() as cursor:
        cursor.execute(f"WITH running AS (SELECT){with_parts(parts)} SELECT {counts}", params_of(parts))
        row: tuple[Any, ...] = cursor.fetchone() or ()
    assert len(captured) == 1
    return row


def test_parts_write_what_the_orm_would(alice: User) -> None:
    talk = Conversation(user=alice, title="50% of 'it' %s")
    renamed = update_part("renamed", User.objects.filter(pk=alice.pk), last_name="%s", first_name=F("username"))
    assert run(insert_part("made", talk), renamed) == (1, 1)
    stored = Conversation.objects.get()
    assert (stored.pk, stored.title, stored.created_at) == (talk.pk, "50% of 'it' %s", talk.created_at)
    alice.refresh_from_db()
    assert (alice.last_name, alice.first_name) == ("%s", alice.username)


def test_a_row_that_is_stored_already_and_a_part_without_rows_write_nothing(alice: User) -> None:
    talk = Conversation.objects.create(user=alice, title="first")
    again = insert_part("again", Conversation(pk=talk.pk, user=alice, title="second"), ignore_conflicts=True)
    behind = insert_part("behind", Conversation(user=alice, title="third"), needs="again")
    assert run(again, behind) == (0, 0)
    assert list(Conversation.objects.values_list("title", flat=True)) == ["first"]
    made = insert_part("made", Conversation(user=alice, title="fourth"))
    assert run(made, insert_part("after", Conversation(user=alice, title="fifth"), needs="made")) == (1, 1)


def test_values_are_those_that_the_orm_stores(alice: User) -> None:
    columns = column_values(Conversation, {"user": alice.pk, "title": "one"}, "set")
    assert columns.sql == ', "user_id" = %(set_user)s, "title" = %(set_title)s'
    assert columns.params == {"set_user": alice.pk, "set_title": "one"}

"""Receipts: chained, append-only in the database itself, and a change by anybody shows."""

import io
import threading
import uuid
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.core.errors import Conflict
from kingdom.tools.models import ReceiptChain, ToolReceipt
from kingdom.tools.receipts.selectors import receipt_chains_verify
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append, receipts_purge
from tests.factories.tools import Kit, MakeKit, session_for, wanted

pytestmark = pytest.mark.django_db


def append(user: User, count: int = 1, **args: object) -> list[ToolReceipt]:
    session = session_for(user)
    ctx = CallContext(trace_id="t", user_id=str(user.pk), session_id=str(session.pk), agent_id="writer_a")
    ended = ToolCallOutcome(outcome="done", result={"success": True}, side="write")
    return [receipt_append(ctx=ctx, request=wanted("archon.fs.write", **args), ended=ended) for _ in range(count)]


def past_the_trigger(sql: str, *values: str | uuid.UUID) -> None:
    """What somebody with the database's own keys could do."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE tool_receipts DISABLE TRIGGER tool_receipts_append_only")
        cursor.execute(sql, list(values))
        cursor.execute("ALTER TABLE tool_receipts ENABLE TRIGGER tool_receipts_append_only")


def verify() -> str:
    out = io.StringIO()
    call_command("receipts_verify", stdout=out)
    return out.getvalue()


def test_a_call_never_ends_before_it_began(alice: User) -> None:
    """It may have begun on a machine whose clock is ahead."""
    ctx = CallContext(trace_id="t", user_id=str(alice.pk), session_id=str(session_for(alice).pk), agent_id="writer_a")
    began = timezone.now() + timedelta(minutes=5)
    ended = ToolCallOutcome(outcome="done", result={"success": True}, side="write", started_at=began)
    receipt = receipt_append(ctx=ctx, request=wanted("archon.fs.write"), ended=ended)
    assert (receipt.started_at, receipt.finished_at) == (began, began)
    assert receipt_chains_verify().faults == []


class TestAppendOnly:
    @pytest.mark.parametrize("sql", ["UPDATE tool_receipts SET outcome = 'done'", "DELETE FROM tool_receipts"])
    def test_no_row_is_changed_or_removed(self, alice: User, sql: str) -> None:
        append(alice)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)
        assert ToolReceipt.objects.count() == 1

    @pytest.mark.parametrize("sql", ["UPDATE tool_receipt_chains SET seq = 0", "DELETE FROM tool_receipt_chains"])
    def test_a_chain_only_grows(self, alice: User, sql: str) -> None:
        append(alice, 2)
        with pytest.raises(DatabaseError, match="only grows"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(sql)

    def test_they_outlive_the_account_until_they_are_purged(self, alice: User, bob: User) -> None:
        append(alice, 3)
        append(bob)
        pk = alice.pk
        with pytest.raises(Conflict):
            receipts_purge(user_id=pk)
        alice.delete()
        assert ToolReceipt.objects.filter(user_id=pk).count() == 3
        call_command("receipts_purge", str(pk), stdout=io.StringIO())
        assert list(ToolReceipt.objects.values_list("user_id", flat=True)) == [bob.pk]
        assert "1 receipts in 1 chains" in verify()
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            ToolReceipt.objects.all().delete()

    def test_the_setting_alone_removes_nothing_of_a_living_account(self, alice: User) -> None:
        append(alice)
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('kingdom.receipts_purge', %s, true)", [str(alice.pk)])
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            ToolReceipt.objects.all().delete()


class TestVerify:
    def test_whole(self, alice: User, bob: User) -> None:
        append(alice, 3)
        append(bob, 2)
        said = verify()
        assert "5 receipts in 2 chains, none changed, none missing" in said
        append(bob)
        assert verify().rpartition(" ")[2] != said.rpartition(" ")[2]

    @pytest.mark.parametrize(
        ("column", "value"),
        [
            ("outcome", "failed"),
            ("args", '{"path": "b"}'),
            ("tool", "archon.fs.read"),
            ("finished_at", "2020-01-01"),
            ("hash", "0" * 64),
        ],
    )
    def test_a_changed_row(self, alice: User, column: str, value: str) -> None:
        rows = append(alice, 3, path="a")
        past_the_trigger(f"UPDATE tool_receipts SET {column} = %s WHERE id = %s", value, rows[1].pk)
        with pytest.raises(CommandError, match="faults"):
            verify()
        assert any("receipt 2 was changed" in fault for fault in receipt_chains_verify().faults)

    @pytest.mark.parametrize(
        ("place", "fault"), [(0, "receipt 1 is missing"), (1, "receipt 2 is missing"), (2, "receipt 3 is missing")]
    )
    def test_a_missing_row(self, alice: User, place: int, fault: str) -> None:
        rows = append(alice, 3)
        past_the_trigger("DELETE FROM tool_receipts WHERE id = %s", rows[place].pk)
        assert f"user {alice.pk}: {fault}" in receipt_chains_verify().faults

    def test_two_rows_that_changed_places(self, alice: User) -> None:
        first, second, _ = append(alice, 3)
        past_the_trigger("UPDATE tool_receipts SET seq = 9 WHERE id = %s", first.pk)
        past_the_trigger("UPDATE tool_receipts SET seq = 1 WHERE id = %s", second.pk)
        past_the_trigger("UPDATE tool_receipts SET seq = 2 WHERE id = %s", first.pk)
        assert len(receipt_chains_verify().faults) >= 2

    def test_a_chain_without_its_end(self, alice: User) -> None:
        append(alice, 2)
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE tool_receipt_chains DISABLE TRIGGER tool_receipt_chains_grow")
            cursor.execute("DELETE FROM tool_receipt_chains")
            cursor.execute("ALTER TABLE tool_receipt_chains ENABLE TRIGGER tool_receipt_chains_grow")
        assert receipt_chains_verify().faults == [f"user {alice.pk}: the chain's end is not the last receipt"]


class TestContent:
    def test_secrets_are_masked_and_long_texts_cut(self, alice: User) -> None:
        (row,) = append(
            alice, content="x" * 5000, password="hunter22222", header="Bearer abcdefghijklmnop", nul="a\x00b"
        )
        row.refresh_from_db()
        assert len(row.args["content"]) < 600
        assert "hunter22222" not in str(row.args)
        assert "abcdefghijklmnop" not in str(row.args)
        assert receipt_chains_verify().faults == []

    def test_what_a_model_calls_itself_does_not_matter(self, kit: Kit) -> None:
        kit.one("archon.fs.\x00" + "x" * 500, deep={"a": {"b": ["c"] * 3}})
        row = ToolReceipt.objects.get()
        assert (len(row.tool), row.reason) == (120, "unknown_tool")
        assert receipt_chains_verify().faults == []


@pytest.mark.django_db(transaction=True)
def test_twenty_threads_make_one_whole_chain(alice: User, bob: User) -> None:
    def work(user: User) -> None:
        try:
            for _ in range(5):
                append(user)
        finally:
            connection.close()

    threads = [threading.Thread(target=work, args=(user,)) for user in [alice] * 10 + [bob] * 10]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (ToolReceipt.objects.count(), receipt_chains_verify().faults) == (100, [])
    assert {chain.seq for chain in ReceiptChain.objects.all()} == {50}


def test_a_kit_for_each_user(make_kit: MakeKit, bob: User) -> None:
    mine, his = make_kit(), make_kit(user=bob)
    assert mine.one("archon.fs.find")["success"]
    assert his.one("archon.fs.find")["success"]
    assert [row.seq for row in ToolReceipt.objects.all()] == [1, 1]

"""What ``benchmarks.rows`` fills its database with; imported when Django is set up.

One row of each table is stored by the product's own code and multiplied by the database: a column that is not named
here is as in that row. Keys are digests of a row's number, so that rows of different tables find each other.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.db import connection
from django.utils import timezone
from psycopg import sql

from kingdom.accounts.models import User
from kingdom.core.deployment.embedded_postgres import DATABASE_NAME
from kingdom.events.models import DomainEvent
from kingdom.ops.launch.database_roles import Connection, connect_superuser
from kingdom.orchestrator.models import Conversation
from kingdom.sessions.models import Session, SessionEvent
from kingdom.specialists.evidence.executions import execution_record
from kingdom.tools.models import ToolReceipt
from tests.factories import create_own_specialist, create_routed_message

DAYS = 730
EVENTS_OF_SESSION, MESSAGES_OF_TALK, DOMAIN_EVENTS_OF_SESSION = 6, 5, 3
# A part of the whole is the owner's, whose lists are measured; the rest is spread over everybody.
OWNERS_SHARE = 100
OWNER, ADMIN, MODEL = "owner", "admin", "rows_model"


class ManyRows(NamedTuple):
    """Whose lists are measured, and one conversation and session of the owner."""

    owner: User
    admin: User
    conversation: Conversation
    session: Session


class Sizes(NamedTuple):
    """How many rows of each kind there are."""

    executions: int
    sessions: int
    users: int
    specialists: int


def fill(rows: int) -> ManyRows:
    """Fill an empty database, keep a filled one as it is."""
    if not User.objects.filter(username=ADMIN).exists():
        sizes = Sizes(rows, max(10, rows // 10), max(10, rows // 100), max(10, rows // 200))
        session = _insert_models()
        with connect_superuser(str(connection.settings_dict["OPTIONS"]["host"]), dbname=DATABASE_NAME) as server:
            server.execute("SET search_path = public")
            server.execute("SET session_replication_role = replica")  # triggers and keys: the rows are right by making
            server.execute("SET work_mem = '512MB'")
            server.execute("SET maintenance_work_mem = '1GB'")
            for table, count, own in _tables(sizes, session):
                _multiply(server, table, count, own)
            _insert_hours(server)
            server.execute("VACUUM ANALYZE")
    owner = User.objects.get(username=OWNER)
    newest = Session.objects.filter(user=owner, conversation__isnull=False).order_by("-created_at")[0]
    talk = Conversation.objects.get(sessions=newest)
    return ManyRows(owner, User.objects.get(username=ADMIN), talk, newest)


def _insert_models() -> Session:
    """Store the row of each table that is multiplied; return its session."""
    User.objects.create_superuser(ADMIN)
    owner = User.objects.create_user(OWNER)
    specialist = create_own_specialist(owner, MODEL)
    routed = create_routed_message(owner, specialist, "how many pounds are 14 kg")
    session = routed.session
    Session.objects.filter(pk=session.pk).update(
        state=Session.State.COMPLETED, answer="**30.9 pounds**", finished_at=timezone.now(), lease_expires_at=None
    )
    session.refresh_from_db()
    execution_record(session=session)
    answer = {"text": "**30.9 pounds**, because one kilogram is 2.2046 pounds.", "output": {"value": 30.86}}
    SessionEvent.objects.create(session=session, seq=1_000, kind="worker_answered", payload=answer)
    DomainEvent.objects.create(
        created_at=timezone.now(), name="AgentCompleted", session=session, user=owner, fields={"role": MODEL}
    )
    ToolReceipt.objects.create(
        user_id=owner.pk, seq=10**12, session_id=session.pk, agent_id=MODEL, call_id="c1", tool="archon.fs.read",
        outcome="done", args={"path": "list.csv"}, args_hash="0" * 64, result_hash="0" * 64,
        started_at=timezone.now(), finished_at=timezone.now(), previous_hash="0" * 64, hash="1" * 64,
    )  # fmt: skip
    return session


def _key(kind: str, number: str = "n") -> str:
    return f"md5('{kind}' || ({number}))::uuid"


def _tables(sizes: Sizes, session: Session) -> list[tuple[str, int, Mapping[str, str]]]:
    """Return each table with the number of its rows and the columns that differ from the model row.

    ``n`` is the number of a row. A session's time, user and conversation follow from its number.
    """
    base = User.objects.order_by("-pk").values_list("pk", flat=True)[0] + 1
    owner = session.user_id

    def user_of(talk: str) -> str:
        return f"CASE WHEN ({talk}) % {OWNERS_SHARE} = 0 THEN {owner} ELSE {base} + ({talk}) * 7919 % {sizes.users} END"

    def time_of(number: str, of: int) -> str:
        return f"now() - interval '{DAYS} days' * (1 - ({number})::float / {of})"

    talks, sessions = max(1, sizes.sessions // MESSAGES_OF_TALK), sizes.sessions
    talk, used = f"n / {MESSAGES_OF_TALK}", f"n * 7907 % {sizes.specialists}"
    of_event, of_domain = f"n / {EVENTS_OF_SESSION}", f"n / {DOMAIN_EVENTS_OF_SESSION}"
    asked = {"created_at": time_of("n", sessions), "conversation_id": _key("talk", talk), "session_id": _key("session")}
    version, specialist = _key("version", used), _key("specialist", used)
    return [
        ("accounts_user", sizes.users, {"id": f"{base} + n", "username": "'person_' || n"}),
        ("dynamic_agents", sizes.specialists, {
            "id": _key("specialist"), "role": "'rows_' || n", "current_version_id": _key("version"),
            "created_by_id": user_of("n"), "created_at": time_of("n", sizes.specialists)}),
        ("agent_versions", sizes.specialists, {
            "id": _key("version"), "specialist_id": _key("specialist"), "digest": "md5('d' || n) || md5('e' || n)"}),
        ("orchestrator_conversation", talks, {
            "id": _key("talk"), "user_id": user_of("n"), "created_at": time_of("n", talks),
            "updated_at": time_of("n", talks), "title": "'Talk ' || n"}),
        ("sessions", sessions, {
            "id": _key("session"), "user_id": user_of(talk), "conversation_id": _key("talk", talk),
            "created_at": time_of("n", sessions), "finished_at": time_of("n", sessions), "version_id": version}),
        ("orchestrator_message", sessions, {"id": _key("message"), "idempotency_key": "NULL", **asked}),
        ("route_receipts", sessions, {
            "id": _key("session"), "session_id": _key("session"), "message_id": _key("message"),
            "version_id": version, "specialist_id": specialist, "created_at": time_of("n", sessions)}),
        ("session_events", sessions * EVENTS_OF_SESSION, {
            "id": "1000000 + n", "session_id": _key("session", of_event), "seq": f"n % {EVENTS_OF_SESSION}",
            "created_at": time_of("n", sessions * EVENTS_OF_SESSION)}),
        ("domain_events", sessions * DOMAIN_EVENTS_OF_SESSION, {
            "id": "1000000 + n", "session_id": _key("session", of_domain),
            "user_id": user_of(f"n / {DOMAIN_EVENTS_OF_SESSION * MESSAGES_OF_TALK}"), "pending": "false",
            "created_at": time_of("n", sessions * DOMAIN_EVENTS_OF_SESSION)}),
        ("tool_receipts", sessions, {
            "id": _key("receipt"), "user_id": user_of(talk), "seq": "n", "session_id": _key("session"),
            "started_at": time_of("n", sessions), "finished_at": time_of("n", sessions)}),
        ("task_telemetry", sizes.executions, {
            "id": _key("execution"), "user_id": user_of("n / 10"), "version_id": version,
            "session_id": f"CASE WHEN n % 10 = 0 THEN {_key('session', 'n / 10')} END",
            "success": "n % 14 > 0", "outcome": "CASE WHEN n % 14 > 0 THEN 'served' ELSE 'failed' END",
            "error_code": "CASE WHEN n % 14 > 0 THEN '' ELSE 'sandbox_failed' END",
            "created_at": time_of("n", sizes.executions)}),
    ]  # fmt: skip


def _multiply(server: Connection, table: str, count: int, own: Mapping[str, str]) -> None:
    """Add ``count`` rows like the one of a table, with ``own`` values."""
    found = server.execute(
        "SELECT attname, format_type(atttypid, NULL) FROM pg_catalog.pg_attribute "
        "WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''",
        [table],
    ).fetchall()
    names = sql.SQL(", ").join(sql.Identifier(str(name)) for name, _ in found)
    values = ", ".join(f"({own[str(name)]})::{kind}" if str(name) in own else f'model."{name}"' for name, kind in found)
    chosen = f"WHERE username = '{OWNER}'" if table == "accounts_user" else ""
    statement = sql.SQL(
        "INSERT INTO {table} ({names}) SELECT {values}"
        " FROM (SELECT * FROM {table} {chosen} LIMIT 1) AS model, generate_series(0::bigint, {last}) AS n"
    ).format(table=sql.Identifier(table), names=names, values=sql.SQL(values), chosen=sql.SQL(chosen), last=count - 1)
    server.execute(statement)


def _insert_hours(server: Connection) -> None:
    server.execute(
        "INSERT INTO telemetry_hours (hour, version_id, user_ref, executions, successes, confidence_count,"
        " confidence_sum, latency_ms_sum, tokens, cost_micros, uncounted)"
        " SELECT date_trunc('hour', created_at), version_id, coalesce(user_id, 0), count(*),"
        " count(*) FILTER (WHERE counts_as_success), count(confidence), coalesce(sum(confidence), 0),"
        " sum(latency_ms), sum(prompt_tokens + output_tokens), sum(cost_micros), 0"
        " FROM task_telemetry GROUP BY 1, 2, 3 ON CONFLICT DO NOTHING"
    )


def table_sizes() -> dict[str, dict[str, float]]:
    """Return rows (as the planner counts them) and megabytes, with indexes, of each table above 10,000 rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, reltuples, pg_total_relation_size(oid) FROM pg_class"
            " WHERE relkind = 'r' AND reltuples > 10000 AND relnamespace = 'public'::regnamespace ORDER BY 3 DESC"
        )
        return {name: {"rows": int(rows), "mb": round(size / 1e6)} for name, rows, size in cursor.fetchall()}

"""What ``benchmarks.registry`` fills its database with; imported when Django is set up."""

from typing import Any, NamedTuple

import numpy as np
from django.db import connection

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec
from kingdom.routing.embeddings.similarity import vector_literal
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

SPACE = "bench"
PEOPLE, DAYS, EXAMPLES = 1000, 90, 10
WIDTH = 384

_PEOPLE = """
INSERT INTO accounts_user
    (password, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined,
     theme, time_zone, language)
SELECT '!', false, 'person_' || n, '', '', '', false, true, now(), '', '', '' FROM generate_series(1, %s) n
"""
# The square makes a few specialists much used and most of them little, as it is; about one in fourteen fails. Everybody
# uses everything, which is harder than life: nearly every execution has an hour's sum of its own. Rows lie in the order
# of time, as those of life do.
_ROWS = """
INSERT INTO task_telemetry (id, created_at, version_id, user_id, routed, success, confidence, latency_ms, prompt_tokens,
    output_tokens, cost_micros, tool_calls, error_code, feedback, message_fingerprint,
    outcome)
SELECT gen_random_uuid(),
    now() - make_interval(days => (r.day * %(days)s)::int, hours => (r.hour * 10)::int, mins => (r.minute * 60)::int),
    (%(versions)s::uuid[])[1 + (r.who * r.who * %(specialists)s)::int %% %(specialists)s],
    (%(people)s::bigint[])[1 + (r.person * %(number)s)::int %% %(number)s],
    (ARRAY['specialist', 'specialist', 'override', 'direct'])[1 + (r.how * 4)::int %% 4],
    r.luck < 0.93, 0.7 + r.luck * 0.3,
    200 + r.slow * r.slow * 5000, 400, 150, 900, 2, CASE WHEN r.luck < 0.93 THEN '' ELSE 'sandbox_failed' END,
    CASE WHEN r.luck < 0.01 THEN 'bad' ELSE '' END, '',
    CASE WHEN r.luck < 0.01 THEN 'corrected' WHEN r.luck < 0.93 THEN 'served' ELSE 'failed' END
FROM (SELECT random() AS day, random() AS hour, random() AS minute, random() AS who, random() AS person,
    random() AS how, random() AS luck, random() AS slow FROM generate_series(1, %(rows)s)) r ORDER BY 2
"""
_HOURS = """
INSERT INTO telemetry_hours (hour, version_id, user_ref, executions, successes, confidence_count, confidence_sum,
    latency_ms_sum, tokens, cost_micros, uncounted)
SELECT date_trunc('hour', created_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', version_id, coalesce(user_id, 0), count(*),
    count(*) FILTER (WHERE counts_as_success), count(confidence), coalesce(sum(confidence), 0), sum(latency_ms),
    sum(prompt_tokens + output_tokens), sum(cost_micros),
    count(*) FILTER (WHERE outcome IN ('declined', 'asked', 'abandoned'))
FROM task_telemetry GROUP BY 1, 2, 3 ORDER BY 1
"""
_COUNTERS = """
UPDATE dynamic_agents a SET execution_count = s.runs, success_count = s.good, uncounted_count = s.other,
    last_used_at = s.newest
FROM (SELECT v.specialist_id, count(*) AS runs, count(*) FILTER (WHERE t.counts_as_success) AS good,
        count(*) FILTER (WHERE t.outcome IN ('declined', 'asked', 'abandoned')) AS other, max(t.created_at) AS newest
    FROM task_telemetry t JOIN agent_versions v ON v.id = t.version_id GROUP BY 1) s
WHERE a.id = s.specialist_id
"""


class SeededRegistry(NamedTuple):
    """The administrator, the most used unverified specialist, and the number of hourly metrics."""

    admin: User
    subject: Specialist
    hours: int


def fill(rows: int, specialists: int) -> SeededRegistry:
    """Fill an empty database; keep a filled one as it is."""
    if not Specialist.objects.filter(role="bench_0").exists():
        _insert_users()
        _insert_specialists(specialists)
        _insert_executions(rows)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM telemetry_hours")
        row = cursor.fetchone()
    subject = Specialist.objects.filter(role__startswith="bench_", status="unverified").order_by("-execution_count")
    return SeededRegistry(
        User.objects.get(username="admin"), subject.select_related("current_version")[0], int(row[0]) if row else 0
    )


def _insert_users() -> None:
    User.objects.create_superuser("admin")
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE, [PEOPLE])


def _insert_specialists(count: int) -> None:
    owner = User.objects.get(username="person_1")
    made, versions = [], []
    for place in range(count):
        spec = AgentSpec.model_validate(
            {"role": f"bench_{place}", "identity": "writer", "purpose": f"Does {place}.", "engine": "model"}
        )
        stored, verified = spec.model_dump(mode="json"), place % 2
        status, scope = ("verified", "global") if verified else ("unverified", "user")
        one = Specialist(role=spec.role, created_by=owner, spec_snapshot=stored, status=status, scope=scope)
        made.append(one)
        versions.append(SpecialistVersion(specialist=one, number=1, digest=spec.digest(), spec=stored))
    Specialist.objects.bulk_create(made)
    SpecialistVersion.objects.bulk_create(versions)
    for one, version in zip(made, versions, strict=True):
        one.current_version = version
    Specialist.objects.bulk_update(made, ["current_version"])
    _insert_embeddings(made)


def _insert_embeddings(made: list[Specialist]) -> None:
    chance = np.random.default_rng(7)
    columns = "specialist_id, encoder, kind, text, text_digest, vector, source, shared, created_at"
    with connection.cursor() as cursor, cursor.copy(f"COPY agent_embeddings ({columns}) FROM STDIN") as copy:
        for one in made:
            centre = chance.normal(size=WIDTH)
            for place in range(EXAMPLES + 1):
                near = centre + chance.normal(size=WIDTH) * 0.5 * bool(place)
                kind = "example" if place else "centroid"
                vector = vector_literal(near / np.linalg.norm(near))
                copy.write_row((one.pk, SPACE, kind, "", str(place), vector, "spec", one.scope == "global", "now"))


def _insert_executions(rows: int) -> None:
    versions = list(Specialist.objects.filter(role__startswith="bench_").values_list("current_version_id", flat=True))
    people = list(User.objects.filter(username__startswith="person_").values_list("pk", flat=True))
    bound: dict[str, Any] = {
        "versions": versions,
        "people": people,
        "number": PEOPLE,
        "specialists": len(versions),
        "days": DAYS,
        "rows": rows,
    }
    with connection.cursor() as cursor:
        cursor.execute(_ROWS, bound)
        cursor.execute(_HOURS)
        cursor.execute(_COUNTERS)
        cursor.execute("VACUUM ANALYZE")

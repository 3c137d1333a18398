"""The outcome of each execution, and the count of those that are neither success nor failure.

The outcome of earlier executions follows from their row and, where it still exists, from their session.
"""

from django.db import migrations, models


_OUTCOMES = """
UPDATE task_telemetry AS execution SET outcome = CASE
    WHEN execution.counts_as_success THEN 'served'
    WHEN execution.success THEN 'corrected'
    WHEN session.state = 'cancelled' THEN 'abandoned'
    WHEN session.state = 'completed' AND execution.error_code = '' AND session.status_tag = 'NULL'
        AND execution.feedback <> 'bad' AND btrim(session.answer) <> ''
        THEN CASE WHEN right(btrim(session.answer), 1) = '?' THEN 'asked' ELSE 'declined' END
    ELSE 'failed' END
FROM task_telemetry AS every LEFT JOIN sessions AS session ON session.id = every.session_id
WHERE every.id = execution.id;
UPDATE telemetry_hours AS hours SET uncounted = least(found.count, hours.executions) FROM (
    SELECT version_id, date_trunc('hour', created_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS hour,
        coalesce(user_id, 0) AS user_ref, count(*) AS count
    FROM task_telemetry WHERE outcome IN ('declined', 'asked', 'abandoned') GROUP BY 1, 2, 3
) AS found
WHERE found.version_id = hours.version_id AND found.hour = hours.hour AND found.user_ref = hours.user_ref;
UPDATE dynamic_agents AS agent SET uncounted_count = found.count FROM (
    SELECT version.specialist_id, sum(hours.uncounted) AS count
    FROM telemetry_hours AS hours JOIN agent_versions AS version ON version.id = hours.version_id
    WHERE hours.uncounted > 0 GROUP BY 1
) AS found
WHERE found.specialist_id = agent.id;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('specialists', '0008_routing_needs'),
    ]

    operations = [
        migrations.AddField(
            model_name='execution',
            name='outcome',
            field=models.CharField(blank=True, choices=[('served', 'served'), ('declined', 'honestly declined'), ('asked', 'asked back'), ('failed', 'failed'), ('corrected', 'corrected'), ('abandoned', 'abandoned')], max_length=9),
        ),
        migrations.AddField(
            model_name='hourlymetrics',
            name='uncounted',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='specialist',
            name='uncounted_count',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.RunSQL(_OUTCOMES, migrations.RunSQL.noop),
    ]

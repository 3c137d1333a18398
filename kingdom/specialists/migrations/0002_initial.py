import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('kingdom_sessions', '0002_initial'),
        ('specialists', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='execution',
            name='session',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='telemetry', to='kingdom_sessions.session'),
        ),
        migrations.AddField(
            model_name='execution',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='specialist',
            name='admin_approved_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='specialist',
            name='created_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='specialists', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='canary',
            name='specialist',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='canaries', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='auditfinding',
            name='specialist',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='audit_findings', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='specialistversion',
            name='specialist',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='specialist',
            name='current_version',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='specialist',
            name='forked_from',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='forks', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='hourlymetrics',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='execution',
            name='version',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='telemetry', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='canary',
            name='previous',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='canary',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='auditfinding',
            name='version',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='statuschange',
            name='actor',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='statuschange',
            name='specialist',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='status_changes', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='statuschange',
            name='successor',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='statuschange',
            name='version',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='auditfinding',
            name='change',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.statuschange'),
        ),
        migrations.AddField(
            model_name='testrun',
            name='requested_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='testrun',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='test_runs', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='trainingresult',
            name='session',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='kingdom_sessions.session'),
        ),
        migrations.AddField(
            model_name='trainingresult',
            name='version',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='training_results', to='specialists.specialistversion'),
        ),
        migrations.AddConstraint(
            model_name='specialistversion',
            constraint=models.UniqueConstraint(fields=('specialist', 'number'), name='version_number'),
        ),
        migrations.AddConstraint(
            model_name='specialistversion',
            constraint=models.UniqueConstraint(fields=('specialist', 'digest'), name='version_digest'),
        ),
        migrations.AddIndex(
            model_name='specialist',
            index=models.Index(fields=['status', 'scope'], name='agent_status_scope'),
        ),
        migrations.AddIndex(
            model_name='specialist',
            index=models.Index(fields=['created_by'], name='agent_owner'),
        ),
        migrations.AddIndex(
            model_name='specialist',
            index=models.Index(condition=models.Q(('draft', True)), fields=['created_at'], name='agent_drafts'),
        ),
        migrations.AddConstraint(
            model_name='specialist',
            constraint=models.UniqueConstraint(condition=models.Q(('draft', False)), fields=('created_by', 'role'), name='agent_owner_role'),
        ),
        migrations.AddConstraint(
            model_name='specialist',
            constraint=models.CheckConstraint(condition=models.Q(('draft', False), models.Q(('builtin', False), ('scope', 'user'), ('status', 'unverified')), _connector='OR'), name='agent_draft'),
        ),
        migrations.AddConstraint(
            model_name='specialist',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'verified')), fields=('role',), name='agent_verified_role'),
        ),
        migrations.AddIndex(
            model_name='hourlymetrics',
            index=models.Index(fields=['hour'], name='telemetry_hour_time'),
        ),
        migrations.AddConstraint(
            model_name='hourlymetrics',
            constraint=models.UniqueConstraint(fields=('version', 'hour', 'user_ref'), name='telemetry_hour_once'),
        ),
        migrations.AddIndex(
            model_name='execution',
            index=models.Index(fields=['version', '-created_at'], include=('counts_as_success', 'confidence'), name='telemetry_of_version'),
        ),
        migrations.AddIndex(
            model_name='execution',
            index=models.Index(fields=['-created_at', '-id'], name='telemetry_newest'),
        ),
        migrations.AddIndex(
            model_name='execution',
            index=models.Index(condition=models.Q(('error_code', ''), _negated=True), fields=['error_code', '-created_at'], name='telemetry_error'),
        ),
        migrations.AddIndex(
            model_name='execution',
            index=models.Index(condition=models.Q(('success', False)), fields=['-created_at', '-id'], include=('routed',), name='telemetry_failures'),
        ),
        migrations.AddConstraint(
            model_name='canary',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'running')), fields=('specialist',), name='canary_one_running'),
        ),
        migrations.AddIndex(
            model_name='statuschange',
            index=models.Index(fields=['specialist', '-created_at'], name='status_change_time'),
        ),
        migrations.AddIndex(
            model_name='auditfinding',
            index=models.Index(fields=['state', '-last_seen'], name='audit_finding_state'),
        ),
        migrations.AddConstraint(
            model_name='auditfinding',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('key',), name='audit_finding_open_once'),
        ),
        migrations.AddIndex(
            model_name='testrun',
            index=models.Index(fields=['version', '-finished_at'], name='test_run_newest'),
        ),
        migrations.AddConstraint(
            model_name='testrun',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['queued', 'running'])), fields=('version',), name='test_run_one_open'),
        ),
        migrations.AddConstraint(
            model_name='trainingresult',
            constraint=models.UniqueConstraint(fields=('training_id', 'version', 'number', 'mock'), name='training_result_once'),
        ),
    ]

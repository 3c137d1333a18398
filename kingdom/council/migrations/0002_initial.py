import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('council', '0001_initial'),
        ('orchestrator', '0001_initial'),
        ('specialists', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='creationcase',
            name='base',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='creationcase',
            name='conversation',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cases', to='orchestrator.conversation'),
        ),
        migrations.AddField(
            model_name='creationcase',
            name='fork_of',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='creationcase',
            name='message',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cases', to='orchestrator.message'),
        ),
        migrations.AddField(
            model_name='creationcase',
            name='revises',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='creationcase',
            name='specialist',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cases', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='creationcase',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cases', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='creationcase',
            name='version',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='cases', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='caseevent',
            name='case',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='council.creationcase'),
        ),
        migrations.AddField(
            model_name='evolution',
            name='asked_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='evolution',
            name='base',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='evolution',
            name='case',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='council.creationcase'),
        ),
        migrations.AddField(
            model_name='evolution',
            name='finding',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evolutions', to='specialists.auditfinding'),
        ),
        migrations.AddField(
            model_name='evolution',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='stageverdict',
            name='case',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='verdicts', to='council.creationcase'),
        ),
        migrations.AddIndex(
            model_name='creationcase',
            index=models.Index(fields=['user', 'state'], name='case_user_state'),
        ),
        migrations.AddIndex(
            model_name='creationcase',
            index=models.Index(fields=['user', '-created_at'], name='case_user_time'),
        ),
        migrations.AddIndex(
            model_name='creationcase',
            index=models.Index(condition=models.Q(('state__in', ['designing', 'reviewing', 'validating', 'generating_tests', 'training'])), fields=['lease_expires_at'], name='case_lease'),
        ),
        migrations.AddIndex(
            model_name='creationcase',
            index=models.Index(condition=models.Q(('state__in', ['awaiting_confirmation', 'awaiting_resources'])), fields=['expires_at'], name='case_expiry'),
        ),
        migrations.AddConstraint(
            model_name='creationcase',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['completed', 'rejected', 'expired', 'failed']), _negated=True), fields=('revises',), name='case_revises_once', violation_error_message='A new version of this specialist is under way already.'),
        ),
        migrations.AddConstraint(
            model_name='creationcase',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['awaiting_resources', 'training', 'completed']), _negated=True), models.Q(models.Q(('confirmed_digest', ''), _negated=True), ('confirmed_at__isnull', False), ('confirmed_digest', models.F('digest'))), _connector='OR'), name='case_trained_only_confirmed'),
        ),
        migrations.AddConstraint(
            model_name='creationcase',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['awaiting_confirmation', 'awaiting_resources', 'training', 'completed']), _negated=True), ('spec_proposal__isnull', False), _connector='OR'), name='case_waits_with_a_proposal'),
        ),
        migrations.AddConstraint(
            model_name='caseevent',
            constraint=models.UniqueConstraint(fields=('case', 'seq'), name='case_event_seq'),
        ),
        migrations.AddIndex(
            model_name='evolution',
            index=models.Index(condition=models.Q(('automatic', True)), fields=['-created_at'], name='evolution_time'),
        ),
        migrations.AddConstraint(
            model_name='evolution',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['queued', 'working'])), fields=('finding',), name='evolution_one_open'),
        ),
        migrations.AddConstraint(
            model_name='stageverdict',
            constraint=models.UniqueConstraint(fields=('case', 'stage', 'inputs_digest'), name='case_verdict_once'),
        ),
    ]

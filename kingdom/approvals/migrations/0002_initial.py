import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('approvals', '0001_initial'),
        ('kingdom_sessions', '0002_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='approval',
            name='session',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='approvals', to='kingdom_sessions.session'),
        ),
        migrations.AddField(
            model_name='approval',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='approvals', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='approvalevent',
            name='actor',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='approvalevent',
            name='approval',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='approvals.approval'),
        ),
        migrations.AddField(
            model_name='hostconsent',
            name='approval',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='approvals.approval'),
        ),
        migrations.AddField(
            model_name='hostconsent',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='host_consents', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='notification',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='notificationdelivery',
            name='notification',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='approvals.notification'),
        ),
        migrations.AddField(
            model_name='notificationsettings',
            name='user',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notification_settings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='permissionrule',
            name='approval',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='rules', to='approvals.approval'),
        ),
        migrations.AddField(
            model_name='permissionrule',
            name='made_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='permissionrule',
            name='user',
            field=models.ForeignKey(blank=True, help_text='Empty: the whole organisation.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='permission_rules', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='sessiongrant',
            name='approval',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='approvals.approval'),
        ),
        migrations.AddField(
            model_name='sessiongrant',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='kingdom_sessions.session'),
        ),
        migrations.AddIndex(
            model_name='approval',
            index=models.Index(fields=['user', 'state', '-created_at'], name='approval_user_state'),
        ),
        migrations.AddIndex(
            model_name='approval',
            index=models.Index(condition=models.Q(('state', 'pending')), fields=['expires_at'], name='approval_expiry'),
        ),
        migrations.AddConstraint(
            model_name='approval',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'pending')), fields=('session', 'session_seq', 'kind'), name='approval_once_asked'),
        ),
        migrations.AddConstraint(
            model_name='approval',
            constraint=models.UniqueConstraint(condition=models.Q(('session', None), ('state', 'pending')), fields=('user', 'kind', 'args_hash'), name='approval_once_asked_alone'),
        ),
        migrations.AddConstraint(
            model_name='approval',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', False), ('state', 'decided'), models.Q(('choice', ''), _negated=True)), models.Q(models.Q(('state', 'decided'), _negated=True), ('choice', '')), _connector='OR'), name='approval_decided_has_choice'),
        ),
        migrations.AddIndex(
            model_name='hostconsent',
            index=models.Index(fields=['user', 'spec_digest'], name='host_consent_of'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(fields=['user', '-created_at'], name='notification_user_time'),
        ),
        migrations.AddIndex(
            model_name='notificationdelivery',
            index=models.Index(condition=models.Q(('state', 'waiting')), fields=['due_at'], name='notification_delivery_due'),
        ),
        migrations.AddConstraint(
            model_name='notificationdelivery',
            constraint=models.UniqueConstraint(fields=('notification', 'way'), name='notification_delivery_way'),
        ),
        migrations.AddConstraint(
            model_name='notificationsettings',
            constraint=models.UniqueConstraint(models.Value(1), condition=models.Q(('user', None)), name='notification_settings_one_organisation'),
        ),
        migrations.AddConstraint(
            model_name='permissionrule',
            constraint=models.UniqueConstraint(fields=('user', 'effect', 'tool', 'agent', 'shape'), name='permission_rule_once', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='sessiongrant',
            index=models.Index(condition=models.Q(('consumed_at', None)), fields=['session'], name='session_grant_open'),
        ),
    ]

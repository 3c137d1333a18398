import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('kingdom_sessions', '0002_initial'),
        ('orchestrator', '0001_initial'),
        ('specialists', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='message',
            name='session',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to='kingdom_sessions.session'),
        ),
        migrations.AddField(
            model_name='replaydifference',
            name='message',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='orchestrator.message'),
        ),
        migrations.AddField(
            model_name='replayrun',
            name='requested_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='replaydifference',
            name='run',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='differences', to='orchestrator.replayrun'),
        ),
        migrations.AddField(
            model_name='routerecord',
            name='message',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='routes', to='orchestrator.message'),
        ),
        migrations.AddField(
            model_name='routerecord',
            name='overridden_to',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='routerecord',
            name='session',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='route', to='kingdom_sessions.session'),
        ),
        migrations.AddField(
            model_name='routerecord',
            name='specialist',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='routerecord',
            name='version',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddIndex(
            model_name='conversation',
            index=models.Index(fields=['user', '-updated_at'], name='conversation_user_time'),
        ),
        migrations.AddIndex(
            model_name='message',
            index=models.Index(fields=['conversation', 'created_at'], name='message_conversation_time'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('conversation', 'idempotency_key'), name='message_idempotency'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(condition=models.Q(('role', 'specialist')), fields=('session',), name='message_one_answer'),
        ),
        migrations.AddConstraint(
            model_name='replaydifference',
            constraint=models.UniqueConstraint(fields=('run', 'message'), name='replay_difference_once'),
        ),
        migrations.AddIndex(
            model_name='routerecord',
            index=models.Index(fields=['-created_at', '-id'], name='route_receipt_newest'),
        ),
    ]

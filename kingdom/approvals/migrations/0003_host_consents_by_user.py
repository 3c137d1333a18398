"""Consents per user, specialist and host, in place of the owner's consent to the hosts of one spec for everybody.

The old rows are not carried over: they say what an owner confirmed on a card (the approval keeps that), not what the
user agrees to for whom a specialist runs. Each user is asked at the first use.
"""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('approvals', '0002_initial'),
        ('specialists', '0003_triggers'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.DeleteModel(name='HostConsent'),
        migrations.CreateModel(
            name='HostConsent',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('host', models.CharField(max_length=260)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('approval', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='approvals.approval')),
                ('specialist', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialist')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='host_consents', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'host_consents',
                'indexes': [models.Index(fields=['user', '-created_at'], name='host_consent_user')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('withdrawn_at', None)), fields=('user', 'specialist', 'host'), name='host_consent_once')],
            },
        ),
        migrations.AlterField(
            model_name='approval',
            name='kind',
            field=models.CharField(choices=[('tool', 'Tool'), ('creation', 'Creation'), ('resources', 'Resources'), ('quality', 'Quality'), ('safety', 'Safety'), ('unknown_outcome', 'Unknown Outcome'), ('host', 'Host')], max_length=20),
        ),
    ]

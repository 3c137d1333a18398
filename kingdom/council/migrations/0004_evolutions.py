import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('council', '0003_given'),
        ('specialists', '0013_revisions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Evolution',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('automatic', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('working', 'Working'), ('proposed', 'Proposed'), ('none', 'None')], default='queued', max_length=8)),
                ('reason', models.TextField(blank=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('touched_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('base', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='specialists.specialistversion')),
                ('case', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='council.case')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evolutions', to='specialists.auditentry')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'evolutions',
                'ordering': ['-created_at'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['queued', 'working'])), fields=('entry',), name='evolution_one_open')],
                'indexes': [models.Index(condition=models.Q(('automatic', True)), fields=['-created_at'], name='evolution_time')],
            },
        ),
    ]

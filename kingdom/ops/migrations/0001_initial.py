from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('name', models.CharField(max_length=200, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('worker', 'Worker'), ('beat', 'Beat')], max_length=10)),
                ('started_at', models.DateTimeField()),
                ('seen_at', models.DateTimeField(db_index=True)),
                ('details', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'db_table': 'ops_heartbeats',
            },
        ),
    ]

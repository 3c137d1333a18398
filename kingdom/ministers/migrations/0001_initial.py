import django.db.models.deletion
import pgvector.django.halfvec
import pgvector.django.indexes
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='JudgeAnswer',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('state', models.CharField(max_length=9)),
                ('categories', models.JSONField(default=list)),
                ('fields', models.JSONField(default=list)),
            ],
            options={
                'db_table': 'guardian_judge_answers',
            },
        ),
        migrations.CreateModel(
            name='JudgeHealth',
            fields=[
                ('judge', models.CharField(max_length=200, primary_key=True, serialize=False)),
                ('calls_since_probe', models.PositiveIntegerField(default=0)),
                ('is_trusted', models.BooleanField(default=False)),
                ('checked_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'judge health',
                'db_table': 'guardian_judge_health',
            },
        ),
        migrations.CreateModel(
            name='RuleMode',
            fields=[
                ('rule_id', models.CharField(max_length=60, primary_key=True, serialize=False)),
                ('mode', models.CharField(choices=[('hard', 'as written'), ('soft', 'asks the judge'), ('shadow', 'recorded, no effect')], max_length=6)),
                ('changed_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'db_table': 'guardian_rule_modes',
            },
        ),
        migrations.CreateModel(
            name='GuardianNeighbour',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(choices=[('attack', 'Attack'), ('benign', 'Benign')], max_length=6)),
                ('text', models.TextField()),
                ('text_digest', models.CharField(max_length=64)),
                ('space', models.CharField(max_length=80)),
                ('vector', pgvector.django.halfvec.HalfVectorField(dimensions=384)),
                ('source', models.CharField(default='shipped', max_length=40)),
            ],
            options={
                'db_table': 'guardian_neighbours',
                'indexes': [pgvector.django.indexes.HnswIndex(fields=['vector'], name='guardian_neighbour_hnsw', opclasses=['halfvec_cosine_ops'])],
                'constraints': [models.UniqueConstraint(fields=('space', 'text_digest'), name='guardian_neighbour_once')],
            },
        ),
        migrations.CreateModel(
            name='GuardianReview',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('subject', models.CharField(max_length=200)),
                ('kind', models.CharField(max_length=10)),
                ('content_sha256', models.CharField(max_length=64)),
                ('policy_version', models.CharField(max_length=12)),
                ('verdict', models.CharField(max_length=8)),
                ('risk_level', models.CharField(max_length=6)),
                ('reason', models.TextField()),
                ('findings', models.JSONField(default=list)),
                ('needs_human', models.BooleanField(default=False)),
                ('overturned_at', models.DateTimeField(blank=True, null=True)),
                ('overturn_reason', models.CharField(blank=True, max_length=1000)),
                ('overturned_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'guardian_reviews',
            },
        ),
        migrations.CreateModel(
            name='RuleHit',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('rule_id', models.CharField(max_length=60)),
                ('severity', models.CharField(max_length=4)),
                ('review', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hits', to='ministers.guardianreview')),
            ],
            options={
                'db_table': 'guardian_rule_hits',
            },
        ),
        migrations.CreateModel(
            name='RuleModeEvent',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('rule_id', models.CharField(max_length=60)),
                ('before', models.CharField(max_length=6)),
                ('after', models.CharField(max_length=6)),
                ('reason', models.CharField(max_length=1000)),
                ('changed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'guardian_rule_mode_events',
            },
        ),
        migrations.AddIndex(
            model_name='guardianreview',
            index=models.Index(fields=['-created_at'], name='guardian_review_time'),
        ),
        migrations.AddIndex(
            model_name='guardianreview',
            index=models.Index(fields=['content_sha256'], name='guardian_review_content'),
        ),
        migrations.AddIndex(
            model_name='guardianreview',
            index=models.Index(condition=models.Q(('overturned_at__isnull', False)), fields=['content_sha256'], name='guardian_review_overturned'),
        ),
        migrations.AddConstraint(
            model_name='guardianreview',
            constraint=models.UniqueConstraint(fields=('subject', 'kind', 'content_sha256', 'policy_version'), name='guardian_review_once'),
        ),
        migrations.AddConstraint(
            model_name='guardianreview',
            constraint=models.CheckConstraint(condition=models.Q(('verdict__in', ['APPROVED', 'BLOCKED'])), name='guardian_review_verdict'),
        ),
        migrations.AddConstraint(
            model_name='guardianreview',
            constraint=models.CheckConstraint(condition=models.Q(('overturned_at__isnull', True), models.Q(('overturn_reason', ''), _negated=True), _connector='OR'), name='guardian_overturn_has_reason'),
        ),
        migrations.AddIndex(
            model_name='rulehit',
            index=models.Index(fields=['rule_id', '-id'], name='guardian_hit_rule'),
        ),
        migrations.AddConstraint(
            model_name='rulehit',
            constraint=models.UniqueConstraint(fields=('review', 'rule_id'), name='guardian_hit_once'),
        ),
        migrations.AddIndex(
            model_name='rulemodeevent',
            index=models.Index(fields=['rule_id', '-id'], name='guardian_mode_event_rule'),
        ),
    ]

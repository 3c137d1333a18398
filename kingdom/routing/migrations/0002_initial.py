import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('routing', '0001_initial'),
        ('specialists', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='agentembedding',
            name='specialist',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='embeddings', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='embeddingspace',
            name='requested_by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='negativeexample',
            name='owner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='routercalibration',
            constraint=models.UniqueConstraint(condition=models.Q(('active', True)), fields=('encoder',), name='calibration_one_active'),
        ),
        migrations.AddField(
            model_name='routingchange',
            name='actor',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='agentembedding',
            index=models.Index(condition=models.Q(('kind', 'centroid'), ('shared', True)), fields=['encoder'], name='embedding_centroids'),
        ),
        migrations.AddIndex(
            model_name='agentembedding',
            index=models.Index(condition=models.Q(('owner__isnull', False)), fields=['owner', 'encoder'], name='embedding_of_user'),
        ),
        migrations.AddConstraint(
            model_name='agentembedding',
            constraint=models.UniqueConstraint(fields=('specialist', 'encoder', 'kind', 'text_digest', 'owner'), name='embedding_once', nulls_distinct=False),
        ),
        migrations.AddConstraint(
            model_name='negativeexample',
            constraint=models.UniqueConstraint(fields=('encoder', 'text_digest', 'owner'), name='negative_example_once', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='routingchange',
            index=models.Index(fields=['subject', '-created_at'], name='routing_change_time'),
        ),
    ]

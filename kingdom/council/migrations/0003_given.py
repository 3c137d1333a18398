import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('council', '0002_expiry'),
        ('specialists', '0013_revisions'),
    ]

    operations = [
        migrations.AddField(
            model_name='case',
            name='given',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='case',
            name='revises',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='specialists.specialist'),
        ),
        migrations.AddField(
            model_name='case',
            name='base',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='specialists.specialistversion'),
        ),
        migrations.AddField(
            model_name='case',
            name='compared',
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['completed', 'rejected', 'expired', 'failed']), _negated=True), fields=('revises',), name='case_revises_once', violation_error_message='A new version of this specialist is under way already.'),
        ),
    ]

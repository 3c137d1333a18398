import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('specialists', '0012_revert'),
    ]

    operations = [
        migrations.AddField(
            model_name='specialist',
            name='forked_from',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='forks', to='specialists.specialistversion'),
        ),
        migrations.AlterField(
            model_name='statuschange',
            name='kind',
            field=models.CharField(choices=[('promote', 'Promote'), ('suspend', 'Suspend'), ('demote', 'Demote'), ('deprecate', 'Deprecate'), ('restore', 'Restore'), ('revert', 'Revert'), ('revise', 'Revise')], max_length=10),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('kingdom_sessions', '0004_progress'),
    ]

    operations = [
        migrations.AddField(
            model_name='effect',
            name='owner',
            field=models.CharField(blank=True, max_length=100),
        ),
    ]

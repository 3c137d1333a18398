import django.db.models.deletion
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
            name='UserCredential',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('specialist_role', models.CharField(max_length=100)),
                ('credential_key', models.CharField(max_length=100)),
                ('encrypted_value', models.TextField(editable=False)),
                ('encryption_key_id', models.CharField(editable=False, max_length=300)),
                ('replaced_at', models.DateTimeField(blank=True, null=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('warned_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='credentials', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'user_credentials',
            },
        ),
        migrations.CreateModel(
            name='CredentialUse',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('specialist_role', models.CharField(max_length=100)),
                ('credential_key', models.CharField(max_length=100)),
                ('host', models.CharField(max_length=260)),
                ('session_id', models.CharField(blank=True, max_length=64)),
                ('outcome', models.CharField(choices=[('opened', 'Opened'), ('answered', 'Answered'), ('refused', 'Refused'), ('failed', 'Failed'), ('missing', 'Missing'), ('expired', 'Expired'), ('revoked', 'Revoked'), ('unreadable', 'Unreadable')], max_length=12)),
                ('http_status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('credential', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='uses', to='credentials.usercredential')),
            ],
            options={
                'db_table': 'credential_uses',
            },
        ),
        migrations.CreateModel(
            name='CredentialEvent',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('specialist_role', models.CharField(max_length=100)),
                ('credential_key', models.CharField(max_length=100)),
                ('kind', models.CharField(choices=[('stored', 'Stored'), ('replaced', 'Replaced'), ('expired', 'Expired'), ('revoked', 'Revoked'), ('deleted', 'Deleted'), ('warned', 'Warned'), ('dated', 'Dated')], max_length=8)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('credential', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='events', to='credentials.usercredential')),
            ],
            options={
                'db_table': 'credential_events',
            },
        ),
        migrations.AddIndex(
            model_name='usercredential',
            index=models.Index(fields=['encryption_key_id', 'id'], name='credential_key_id'),
        ),
        migrations.AddIndex(
            model_name='usercredential',
            index=models.Index(fields=['expires_at'], name='credential_expiry'),
        ),
        migrations.AddConstraint(
            model_name='usercredential',
            constraint=models.UniqueConstraint(fields=('user', 'specialist_role', 'credential_key'), name='credential_owner_role_key'),
        ),
        migrations.AddIndex(
            model_name='credentialuse',
            index=models.Index(fields=['credential', '-created_at'], name='use_credential'),
        ),
        migrations.AddIndex(
            model_name='credentialuse',
            index=models.Index(fields=['user', '-created_at'], name='use_user'),
        ),
        migrations.AddIndex(
            model_name='credentialuse',
            index=models.Index(fields=['-created_at'], name='use_time'),
        ),
        migrations.AddIndex(
            model_name='credentialevent',
            index=models.Index(fields=['user', '-created_at'], name='credential_event_user'),
        ),
    ]

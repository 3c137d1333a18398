"""The Celery application. Over the same database (pgmq) by default; Redis or RabbitMQ by one setting."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")

app = Celery("kingdom")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

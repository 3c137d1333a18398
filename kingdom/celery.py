"""The Celery application. Over the same database (pgmq) by default; Redis or RabbitMQ by one setting."""

import logging.config
import os
from typing import Any

from celery import Celery, signals
from django.conf import settings
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")

app = Celery("kingdom")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@signals.setup_logging.connect
def use_our_logs(**_: Any) -> None:  # noqa: ANN401 - Celery passes what it likes
    """Keep Celery from setting up its own log lines: ours carry the ids and mask secrets."""
    logging.config.dictConfig(settings.LOGGING)

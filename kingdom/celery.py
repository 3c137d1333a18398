"""The Celery application. Over the same database (pgmq) by default; Redis or RabbitMQ by one setting."""

import logging.config
import os
from typing import Any

from celery import Celery, signals
from django.conf import settings
from django_structlog.celery.steps import DjangoStructLogInitStep

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")


class KingdomCelery(Celery):  # type: ignore[misc] # Celery ships no types
    """Celery, except that over pgmq a publisher does not declare the queue."""

    def send_task(self, name: str, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - Celery's signature
        """Publish one task.

        The migrations make the queue. A declaration drops and makes a trigger: publishers that did it at once were seen to fail on
        each other and to lose a message.
        """
        if self.conf.broker_url.startswith("pgmq"):
            options.setdefault("declare", [])
        return super().send_task(name, *args, **options)


app = KingdomCelery("kingdom")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@signals.setup_logging.connect
def use_our_logs(**_: Any) -> None:  # noqa: ANN401 - Celery passes what it likes
    """Keep Celery from setting up its own log lines: ours carry the ids and mask secrets."""
    logging.config.dictConfig(settings.LOGGING)

"""The Celery application: over the product's database (pgmq) by default, Redis or RabbitMQ by one setting."""

import logging.config
import os
from typing import Any

from celery import Celery, signals
from django.conf import settings
from django_structlog.celery.steps import DjangoStructLogInitStep
from kombu.transport import TRANSPORT_ALIASES

from kingdom.core.background.task_queue import worker_stopping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")
TRANSPORT_ALIASES["pgmq"] = "kingdom.core.deployment.pgmq_transport:Transport"


class KingdomCelery(Celery):  # type: ignore[misc] # Celery ships no types
    """Celery, except that publishers do not declare the queue over pgmq, and a task that is named has no result."""

    def send_task(self, name: str, *args: Any, **options: Any) -> Any:  # noqa: ANN401 - Celery's signature
        """Publish one task.

        The migrations create the queue. A declaration drops and creates a trigger: concurrent publishers then fail and
        lose messages.
        """
        options.setdefault("ignore_result", self.conf.task_ignore_result)  # as a task that is imported here says itself
        if self.conf.broker_url.startswith("pgmq"):
            options.setdefault("declare", [])
        return super().send_task(name, *args, **options)


app = KingdomCelery("kingdom")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.steps["worker"].add(DjangoStructLogInitStep)
app.autodiscover_tasks()


@signals.worker_shutting_down.connect
def take_no_new_work(**_: Any) -> None:  # noqa: ANN401 - a Celery signal
    """Let this worker's jobs know of the stop. Connected before the rooms, which then give back what runs."""
    worker_stopping.set()


@signals.setup_logging.connect
def use_our_logs(**_: Any) -> None:  # noqa: ANN401 - a Celery signal
    """Replace Celery's own logging: ours adds ids and masks secrets."""
    logging.config.dictConfig(settings.LOGGING)

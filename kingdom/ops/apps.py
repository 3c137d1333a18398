"""The operation's room."""

from typing import Any

from celery import signals
from django.apps import AppConfig
from django.db.models.signals import post_migrate

from kingdom.celery import app as celery_app


class OpsConfig(AppConfig):
    """Starting, watching and mending the running product."""

    name = "kingdom.ops"
    label = "ops"
    verbose_name = "Operation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make our Celery the current one in every process, and hang on to its and Django's signals."""
        celery_app.set_current()
        post_migrate.connect(_after_migrations, sender=self)
        signals.worker_init.connect(_watch_worker)


def _after_migrations(**_: Any) -> None:  # noqa: ANN401 - Django passes what it likes
    from kingdom.ops.services import queue_install  # noqa: PLC0415 - models are not loaded when this module is

    queue_install()


def _watch_worker(sender: Any, **_: Any) -> None:  # noqa: ANN401 - Celery is untyped
    from kingdom.ops.worker_heartbeat import watch_worker  # noqa: PLC0415 - models are not loaded when this module is

    watch_worker(sender)

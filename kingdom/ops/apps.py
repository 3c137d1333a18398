"""Django's configuration of the operations room."""

import os
from importlib import import_module
from typing import Any

from celery import signals
from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.module_loading import import_string

from kingdom.celery import app as celery_app
from kingdom.core.deployment.garbage_collection import resume_collection

TRACE_ENDPOINTS = ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")


class OpsConfig(AppConfig):
    """Starting and monitoring the running product."""

    default = True
    name = "kingdom.ops"
    label = "ops"
    verbose_name = "Operation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make our Celery app the current one in every process, and connect signals to their handlers."""
        celery_app.set_current()
        post_migrate.connect(_install_queue, sender=self)
        signals.worker_init.connect(_watch_worker)
        import_module("kingdom.ops.security_events").connect()
        start_trace_export()
        resume_collection()


class BeatConfig(AppConfig):
    """The same room in the process of beat, which has no other: no model with a receiver is loaded there."""

    name = "kingdom.ops"
    label = "ops"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make our Celery app the current one."""
        celery_app.set_current()
        start_trace_export()
        resume_collection()


def start_trace_export() -> None:
    """Send the traces of this process to where the environment says; do nothing without."""
    if any(os.environ.get(name) for name in TRACE_ENDPOINTS):
        import_module("kingdom.ops.metrics.trace_export").start()


# By name: this module is imported before the models, which the handlers' modules import.
def _install_queue(**_: Any) -> None:  # noqa: ANN401 - Django's signal
    import_string("kingdom.ops.services.queue_install")()


def _watch_worker(sender: Any, **_: Any) -> None:  # noqa: ANN401 - Celery is untyped
    import_string("kingdom.ops.heartbeats.worker_heartbeat.watch_worker")(sender)

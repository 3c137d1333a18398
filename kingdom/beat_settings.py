"""Django's settings of beat: those of the application with the few apps that beat's rows are in.

Beat reads schedules, puts the names of due tasks into the queue and records its heartbeat. Without the other apps it
starts in less than half the time, and it has no model by which it could read or write their tables.
"""

from kingdom.settings import *  # noqa: F403 - the settings of the application, one by one

INSTALLED_APPS = ["kingdom.ops.apps.BeatConfig", "django_celery_beat", "django_structlog"]

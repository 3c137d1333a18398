"""The models of the admin by subject instead of by app, so that a list of about 45 can be read. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

GROUPS: Mapping[str, tuple[str, ...]] = {
    gettext_noop("Decisions and safety"): ("approvals", "policies", "ministers", "tools"),
    gettext_noop("Specialists"): ("specialists", "council", "routing"),
    gettext_noop("Work"): ("kingdom_sessions", "workflows", "orchestrator", "schedules", "events", "webhooks"),
    gettext_noop("People and access"): ("accounts", "auth", "credentials", "axes", "security_log"),
    gettext_noop("Models and timers"): ("providers", "django_celery_beat"),
}
OTHER = gettext_noop("More")


def grouped_apps(apps: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return groups in the form of Django's app list; each keeps the link of its first app."""
    by_label = {str(app["app_label"]): app for app in apps}
    known = {label for labels in GROUPS.values() for label in labels}
    groups = {**GROUPS, OTHER: tuple(label for label in by_label if label not in known)}
    found = [
        _group(name, [by_label[label] for label in labels if label in by_label]) for name, labels in groups.items()
    ]
    return [group for group in found if group["models"]]


def _group(name: str, apps: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first = apps[0] if apps else {}
    return {**first, "name": gettext(name), "models": [model for app in apps for model in app["models"]]}

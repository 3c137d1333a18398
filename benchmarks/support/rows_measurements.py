"""The measurements of ``benchmarks.rows``; imported when Django is set up."""

import statistics
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import NoReverseMatch, reverse
from drf_spectacular.generators import SchemaGenerator

from benchmarks.support.measuring import time_ms
from benchmarks.support.rows_seed import ManyRows, table_sizes
from kingdom.celery import app
from kingdom.console import urls
from kingdom.specialists.models.specialist import Specialist

MOST_MS = 300
# What answers without a list, or waits for news.
NOT_LISTS = ("/api/schema/", "/api/v1/stream/")
# What embeds every specialist: ``benchmarks.routing`` measures it.
NOT_TASKS = ("routing_refresh", "duplicates_audit")


def figures(cast: ManyRows, times: int, *, every: int) -> dict[str, Any]:
    """Return the figures of each ``every``-th list, measured ``times`` times, and of all periodic tasks."""
    import_module("kingdom.asgi")  # freezes the heap, as in the web process
    owner, boss = Client(), Client()
    backend = "django.contrib.auth.backends.ModelBackend"
    owner.force_login(cast.owner, backend=backend)
    boss.force_login(cast.admin, backend=backend)
    own, all_rows = list((_api_paths(cast) | _console_paths(cast)).items()), list(_admin_paths().items())
    found = _lists(owner, dict(own[::every]), times) | _lists(boss, dict(all_rows[::every]), times)
    slow = {name: one["p50"] for name, one in found.items() if one["p50"] > MOST_MS}
    return {"tables": table_sizes(), "slow": slow, "lists": found, "tasks_ms": _tasks()}


def _tasks() -> dict[str, float]:
    """Return the milliseconds of one run of each periodic task."""
    app.loader.import_default_modules()
    took = {}
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        if str(entry["task"]).rpartition(".")[2] in NOT_TASKS:
            continue
        task = app.tasks[entry["task"]]
        took[name] = round(time_ms(task.run), 1)
    return took


def _api_paths(cast: ManyRows) -> dict[str, str]:
    """Return each path of the API that is read without a key of a row, and those of the owner's rows."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    plain = [path for path, methods in schema["paths"].items() if "get" in methods and "{" not in path]
    talk, session = cast.conversation.pk, cast.session.pk
    owned = [
        *(f"/api/v1/conversations/{talk}/{part}" for part in ("", "messages/", "files/")),
        *(f"/api/v1/sessions/{session}/", f"/api/v1/sessions/{session}/events/", f"/api/v1/routes/{session}/"),
        *("/api/v1/conversations/?q=talk", "/api/v1/specialists/?q=rows_1"),
    ]
    return {path: path for path in (*plain, *owned) if not path.startswith(NOT_LISTS)}


def _console_paths(cast: ManyRows) -> dict[str, str]:
    """Return each page of the console that needs no key, and the owner's newest conversation and specialist."""
    own = Specialist.objects.filter(created_by=cast.owner).order_by("-created_at")[0]
    paths = {
        "conversation": reverse("chat-conversation", args=[cast.conversation.pk]),
        "conversations searched": f"{reverse('chat')}?q=talk",
        "specialist": reverse("specialist-page", args=[own.pk]),
        "specialists searched": f"{reverse('specialists-page')}?q=rows_1",
    }
    for name in filter(None, (getattr(pattern, "name", None) for pattern in urls.urlpatterns)):
        with suppress(NoReverseMatch):  # a page of one row
            paths[f"page {name}"] = reverse(name)
    return paths


def _admin_paths() -> dict[str, str]:
    """Return the front page, and each list of the admin: as it opens and, where it can be, searched."""
    paths = {"admin": reverse("admin:index")}
    for model, options in admin.site._registry.items():
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
        paths[name] = reverse(name)
        if options.search_fields:
            paths[f"{name} searched"] = f"{paths[name]}?q=rows_77"
    return paths


def _lists(client: Client, paths: Mapping[str, str], times: int) -> dict[str, dict[str, float]]:
    """Fetch each path ``times`` times after a first time; return p50 and statements of those that answer 200."""
    found = {}
    for name, path in paths.items():
        with CaptureQueriesContext(connection) as queries:
            started = time.perf_counter()
            answer = client.get(path)
            first = (time.perf_counter() - started) * 1_000
        statements = len(queries)  # read now: the next request clears them
        if answer.status_code != 200:
            continue
        took = [time_ms(partial(client.get, path)) for _ in range(times)]
        found[name] = {"p50": round(statistics.median(took), 1), "first": round(first, 1), "statements": statements}
    return found

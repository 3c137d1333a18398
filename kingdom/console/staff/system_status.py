"""Status page: the product's parts and the sandbox."""

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from kingdom.accounts.models import User
from kingdom.console.markup.markdown import render_markdown
from kingdom.core.errors import NotAllowed
from kingdom.providers.language_models import model_config
from kingdom.providers.sandboxes import passed_over_backends, sandbox
from kingdom.runtime.ports import Sandbox

_PART_TEXTS = {
    "database": {"ok": gettext_noop("Running."), "fail": gettext_noop("Not reachable. `manage.py doctor` says why.")},
    "migrations": {
        "ok": gettext_noop("All applied."),
        "pending": gettext_noop("Some are missing: start with `make up`, or run `manage.py migrate`."),
    },
    "worker": {
        "ok": gettext_noop("Messages are being answered."),
        "silent": gettext_noop("No worker is running. Start `make up` again, or a worker of your deployment."),
    },
    "beat": {
        "ok": gettext_noop("Scheduled tasks run."),
        "silent": gettext_noop("Scheduled tasks do not run; sessions of lost workers are not recovered. Restart beat."),
    },
}
_GUARANTEE_LABELS = {
    "net": gettext_noop("No network"),
    "fs": gettext_noop("Own read-only file system"),
    "uid": gettext_noop("Runs as user nobody"),
    "mem": gettext_noop("Memory is limited"),
    "pids": gettext_noop("Processes are limited"),
    "cpu": gettext_noop("Processor time is limited"),
    "seccomp": gettext_noop("System calls are filtered"),
    "kernel": gettext_noop("Own kernel"),
}


def system_parts(request: HttpRequest) -> list[dict[str, SafeString | str]]:
    """Return the parts of /healthz and the language model, each with its state and meaning."""
    response = resolve(reverse("healthz")).func(request)  # by URL: its room may not be imported from here
    health: dict[str, Any] = json.loads(response.content)
    parts = [_part_status(name, str(health.get(name, "unknown"))) for name in _PART_TEXTS]
    return [{**part, "meaning": render_markdown(part["meaning"])} for part in (*parts, _model_status())]


def _part_status(name: str, state: str) -> dict[str, str]:
    return {"name": name, "state": state, "meaning": gettext(_PART_TEXTS[name].get(state, gettext_noop("Not known.")))}


def sandbox_status() -> dict[str, Any]:
    """Return the sandbox backend with the guarantees that it enforces, and why no stronger one is used."""
    backend: Sandbox = sandbox()
    if backend.name == "refused":
        meaning = render_markdown(
            gettext("No sandbox is available, so no handler runs. `manage.py doctor` says what to do.")
        )
        return {"name": gettext("none"), "meaning": meaning, "guarantees": [], "passed_over": {}}
    rows = [_guarantee_row(key, enforced=key in backend.guarantees) for key in _GUARANTEE_LABELS]
    facts = {"guarantees": rows, "passed_over": passed_over_backends()}
    return {"name": backend.name, "meaning": gettext("Handlers run only in this sandbox."), **facts}


def _guarantee_row(key: str, *, enforced: bool) -> dict[str, str]:
    missing = "" if key == "kernel" else "silent"  # an own kernel (gVisor) is optional, all others are expected
    return {
        "meaning": gettext(_GUARANTEE_LABELS[key]),
        "enforced": gettext("yes") if enforced else gettext("no"),
        "state": "ok" if enforced else missing,
    }


def _model_status() -> dict[str, str]:
    config = model_config("chat")
    if config.provider == "offline":
        meaning = gettext("None is set: only handler specialists work. Set `GEMINI_API_KEY` or `KINGDOM_MODEL_URL`.")
        return {"name": gettext("language model"), "state": "offline", "meaning": meaning}
    model = f" ({config.model})" if config.model else ""
    meaning = f"{config.provider}{model}. " + gettext("`manage.py doctor` sends it a test request.")
    return {"name": gettext("language model"), "state": "set", "meaning": meaning}


@require_GET
@never_cache
@login_required
def status_page(request: HttpRequest) -> HttpResponse:
    """Show staff the parts of the product and the sandbox's guarantees."""
    if not (isinstance(request.user, User) and request.user.is_staff):
        raise NotAllowed("Only staff may see this page.")
    return render(request, "console/status.html", {"parts": system_parts(request), "sandbox": sandbox_status()})

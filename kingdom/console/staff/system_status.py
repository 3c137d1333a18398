"""What the status page says: the product's parts in words."""

import json
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import resolve, reverse
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from kingdom.accounts.models import User
from kingdom.console.chat.markdown import render_markdown
from kingdom.core.errors import NotAllowed
from kingdom.providers.language_models import model_config
from kingdom.providers.sandboxes import sandbox
from kingdom.runtime.ports import Sandbox

_PART_TEXTS = {
    "database": {"ok": "It answers.", "fail": "It does not answer. `manage.py doctor` says why."},
    "migrations": {
        "ok": "The tables are those of this release.",
        "pending": "Some are missing: start with `make up`, or run `manage.py migrate`.",
    },
    "worker": {
        "ok": "Messages are being answered.",
        "silent": "Nobody answers messages. Start `make up` again, or a worker of your deployment.",
    },
    "beat": {
        "ok": "Periodic work runs.",
        "silent": "Periodic work stands still, and sessions of lost workers wait. Start it again.",
    },
}
_GUARANTEE_LABELS = {
    "net": "No network",
    "fs": "Read-only file system of its own",
    "uid": "Runs as nobody",
    "mem": "Memory is limited",
    "pids": "Processes are limited",
    "cpu": "Processor time is limited",
    "seccomp": "System calls are filtered",
    "kernel": "A kernel of its own",
}


def system_parts(request: HttpRequest) -> list[dict[str, SafeString | str]]:
    """Return the parts that /healthz knows of, and the language model, each with its state and a sentence."""
    path = reverse("healthz")
    answer = resolve(path).func(request)  # by its address: the room that answers there is above the pages
    told: dict[str, Any] = json.loads(answer.content)
    shown = [
        {"name": name, "state": str(told.get(name, "unknown")), "meaning": words.get(str(told.get(name)), "Not known.")}
        for name, words in _PART_TEXTS.items()
    ]
    return [{**one, "meaning": render_markdown(one["meaning"])} for one in (*shown, _model_status())]


def sandbox_status() -> dict[str, Any]:
    """Return the sandbox backend in words, with what it enforces."""
    backend: Sandbox = sandbox()
    name, given = backend.name, backend.guarantees
    if name == "refused":
        return {
            "name": "none",
            "meaning": render_markdown("No sandbox answers, so no handler runs. `manage.py doctor` says what to do."),
            "guarantees": [],
        }
    rows = [
        # an own kernel is a choice (gVisor); without one of the others something is amiss
        {
            "meaning": words,
            "word": "yes" if key in given else "no",
            "state": "ok" if key in given else "" if key == "kernel" else "silent",
        }
        for key, words in _GUARANTEE_LABELS.items()
    ]
    return {"name": name, "meaning": "Handlers run in it, and nowhere else.", "guarantees": rows}


def _model_status() -> dict[str, str]:
    config = model_config("chat")
    if config.provider == "offline":
        meaning = (
            "None is set: handler specialists work, free questions do not. Set `GEMINI_API_KEY` or `KINGDOM_MODEL_URL`."
        )
        return {"name": "language model", "state": "offline", "meaning": meaning}
    named = f" ({config.model})" if config.model else ""
    return {
        "name": "language model",
        "state": "set",
        "meaning": f"{config.provider}{named}. `manage.py doctor` asks it something.",
    }


@require_GET
@never_cache
@login_required
def status_page(request: HttpRequest) -> HttpResponse:
    """Show staff how the product stands: its parts, and what the sandbox guarantees."""
    if not (isinstance(request.user, User) and request.user.is_staff):
        raise NotAllowed("Only staff may see this page.")
    return render(request, "console/status.html", {"parts": system_parts(request), "sandbox": sandbox_status()})

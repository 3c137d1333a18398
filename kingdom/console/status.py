"""What the status page says: the product's parts in words."""

import json
from typing import Any

from django.http import HttpRequest
from django.urls import resolve, reverse
from django.utils.safestring import SafeString

from kingdom.console.markdown import render
from kingdom.runtime.ports import Sandbox
from kingdom.sessions.capabilities import model_config, sandbox

_PARTS = {
    "database": {"ok": "It answers.", "fail": "It does not answer. `manage.py doctor` says why."},
    "migrations": {
        "ok": "The tables are those of this release.",
        "pending": "Some are missing: start with `make up`, or run `manage.py migrate`.",
    },
    "worker": {
        "ok": "Messages are being answered.",
        "silent": "Nobody answers messages. Start `make up` again, or a worker of your deployment.",
    },
    "beat": {"ok": "Periodic work runs.", "silent": "Periodic work stands still, and sessions of lost workers wait. Start it again."},
}
_GUARANTEES = {
    "net": "No network",
    "fs": "Read-only file system of its own",
    "uid": "Runs as nobody",
    "mem": "Memory is limited",
    "pids": "Processes are limited",
    "cpu": "Processor time is limited",
    "seccomp": "System calls are filtered",
    "kernel": "A kernel of its own",
}


def parts_shown(request: HttpRequest) -> list[dict[str, SafeString | str]]:
    """Return the parts that /healthz knows of, and the language model, each with its state and a sentence."""
    path = reverse("healthz")
    answer = resolve(path).func(request)  # by its address: the room that answers there is above the pages
    told: dict[str, Any] = json.loads(answer.content)
    shown = [
        {"name": name, "state": str(told.get(name, "unknown")), "meaning": words.get(str(told.get(name)), "Not known.")}
        for name, words in _PARTS.items()
    ]
    return [{**one, "meaning": render(one["meaning"])} for one in (*shown, _model_shown())]


def sandbox_shown() -> dict[str, Any]:
    """Return the sandbox backend in words, with what it enforces."""
    backend: Sandbox = sandbox()
    name, given = backend.name, backend.guarantees
    if name == "refused":
        return {
            "name": "none",
            "meaning": render("No sandbox answers, so no handler runs. `manage.py doctor` says what to do."),
            "guarantees": [],
        }
    rows = [
        # an own kernel is a choice (gVisor); without one of the others something is amiss
        {"meaning": words, "word": "yes" if key in given else "no", "state": "ok" if key in given else "" if key == "kernel" else "silent"}
        for key, words in _GUARANTEES.items()
    ]
    return {"name": name, "meaning": "Handlers run in it, and nowhere else.", "guarantees": rows}


def _model_shown() -> dict[str, str]:
    config = model_config("chat")
    if config.provider == "offline":
        meaning = "None is set: handler specialists work, free questions do not. Set `GEMINI_API_KEY` or `KINGDOM_MODEL_URL`."
        return {"name": "language model", "state": "offline", "meaning": meaning}
    named = f" ({config.model})" if config.model else ""
    return {"name": "language model", "state": "set", "meaning": f"{config.provider}{named}. `manage.py doctor` asks it something."}

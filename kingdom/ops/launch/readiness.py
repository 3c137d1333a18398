"""Whether the product answers, and what it says once it does. Does not import Django."""

import http.client
import json
from collections.abc import Mapping
from typing import Any


def health_fetch(host: str, port: int) -> dict[str, str]:
    """Return the state of each part as the web process tells it; nothing while it does not answer."""
    target = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
    connection = http.client.HTTPConnection(target, port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        answer = connection.getresponse()
        parts = json.loads(answer.read())
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    else:
        return {**parts, "web": "ok" if answer.status == 200 else "starting"}
    finally:
        connection.close()


def welcome_text(
    environ: Mapping[str, str], *, address: str, sign_in: Mapping[str, Any], sandbox: str, seconds: float
) -> str:
    """Return what a start ends with: the address, the first sign-in, and what works without further settings."""
    model = environ.get("GEMINI_API_KEY") or environ.get("KINGDOM_MODEL_URL")
    works = (
        "A language model is set: every specialist works."
        if model
        else "No language model is set: routing and the handler specialists (addresses, units, dates, CSV, JSON, "
        "text) work now. With GEMINI_API_KEY, or KINGDOM_MODEL_URL for a local server, free questions and the "
        "model specialists work too."
    )
    lines = [
        "",
        f"Kingdom is ready after {seconds:.1f} s: {address}/",
        f"Sign in as {sign_in['admin']} (once, within 30 minutes): {address}/sign-in/{sign_in['secret']}/",
        works,
        "The sandbox is testing itself or is missing. Handler specialists run once it answers: "
        "`manage.py doctor` says which."
        if sandbox == "refused"
        else f"Handlers run in a sandbox ({sandbox}).",
        "Ctrl-C stops it.",
        "",
    ]
    return "\n".join(lines)

"""A user whose specialist writes a file for each message, which needs approval."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tests.plugins.product import Product, wait_for

TIMEOUT_S = 90.0
ROLE = "note_keeper"
FINAL = ("completed", "failed", "cancelled")
HANDLER = """
def handle(payload, ctx):
    ctx.files.write("notes/today.txt", payload["text"])
    return {"answer": "I wrote it down.", "output": None, "confidence": 1.0, "status": "SUCCESS"}
"""
REGISTER = """
import json
from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
owner, spec = User.objects.get(username={user!r}), AgentSpec.model_validate(json.loads({spec!r}))
if not Specialist.objects.filter(created_by=owner, role=spec.role).exists():
    specialist_register(spec=spec, owner=owner)
"""


@dataclass
class Asking:
    """One person, by the API."""

    product: Product
    user: str

    def api(self, method: str, path: str, body: object = None, *, status: int = 200) -> Any:  # noqa: ANN401 - any JSON value
        """Call the API; fail on any other status."""
        got, answer = self.product.call(method, path, user=self.user, body=body)
        assert got == status, (got, answer)
        return answer

    def session(self, session_id: str) -> dict[str, Any]:
        """Return how a session stands."""
        shown: dict[str, Any] = self.api("GET", f"/api/v1/sessions/{session_id}/")
        return shown

    def asked(self) -> dict[str, Any]:
        """Send a message that the specialist answers, wait until it is asked about, and return the question."""
        conversation = self.api("POST", "/api/v1/conversations/", {}, status=201)["id"]
        text = {"content": f"remember the milk {secrets.token_hex(4)}"}
        posted = self.api("POST", f"/api/v1/conversations/{conversation}/messages/", text, status=202)
        session_id = posted["session_id"]
        wait_for(lambda: self._settled(session_id), timeout_s=TIMEOUT_S, what="the King")
        if self.session(session_id)["state"] in FINAL:  # somebody else answered
            session_id = self.api("POST", f"{posted['route_url']}override/", {"specialist": ROLE}, status=202)[
                "session_id"
            ]
            wait_for(lambda: self._settled(session_id), timeout_s=TIMEOUT_S, what="the question")
        pending = self.api("GET", "/api/v1/approvals/?state=pending")["results"]
        found = [one for one in pending if one["session_id"] == session_id]
        assert len(found) == 1, (self.session(session_id), pending)
        question: dict[str, Any] = found[0]
        return question

    def answer(self, question: Mapping[str, Any], choice: str) -> None:
        """Answer by the API."""
        self.api(
            "POST",
            f"/api/v1/approvals/{question['id']}/decide/",
            {"choice": choice, "args_hash": question["args_hash"]},
        )

    def _settled(self, session_id: str) -> bool:
        return bool(self.session(session_id)["state"] != "running")


def begin(product: Product, user: str) -> Asking:
    """Make a user with the specialist, once."""
    product.token(user)  # which another test may have made
    spec = {
        "role": ROLE,
        "identity": "writer",
        "purpose": "Keeps notes.",
        "examples": ["remember the milk"],
        "engine": "handler",
    }
    words = json.dumps({**spec, "handler_code": HANDLER})
    product.run_python(REGISTER.format(user=user, spec=words))
    return Asking(product, user)

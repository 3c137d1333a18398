"""A provider of text messages on loopback, and a specialist that sends by it with its user's own key."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.approvals.consents.services import host_consent_grant
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.services import credential_store
from kingdom.specialists.models.specialist import Specialist
from tests.factories.http_hosts import ReceivedRequest

KEY = "sms_api_key"
ROLE = "sms_sender"
HANDLER = """
import re


def handle(payload, ctx):
    found = re.search(r"[+][0-9]{6,15}", payload["text"])
    if not found:
        return {"answer": "There is no phone number in this.", "output": None, "confidence": 1.0, "status": "NULL"}
    key = ctx.secrets.get("sms_api_key")
    body = {"to": found.group(), "text": payload["text"].partition(":")[2].strip()}
    try:
        reply = ctx.http.post("ORIGIN/v1/messages", headers={"authorization": "Bearer " + key}, json=body)
    except RuntimeError:
        return {"answer": "The provider did not answer.", "output": None, "confidence": 1.0, "status": "NULL"}
    if reply.status != 201:
        return {"answer": "The provider did not take it.", "output": None, "confidence": 1.0, "status": "NULL"}
    output = {"to": found.group(), "id": reply.json()["id"]}
    return {"answer": "Sent to " + found.group() + ".", "output": output, "confidence": 0.95, "status": "SUCCESS"}
"""
OUTPUT = {
    "type": "object",
    "properties": {"to": {"type": "string"}, "id": {"type": "string"}},
    "required": ["to", "id"],
}


@dataclass
class SmsProvider:
    """What the provider accepted, by key, and the keys that it knows. Answers as such a service does."""

    keys: set[str]
    sent: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)

    def __call__(self, request: ReceivedRequest) -> tuple[int, Mapping[str, str], bytes]:
        """Answer one request: 201 with an id, 401 without a known key, 422 without a number. It echoes the key."""
        json_type = {"content-type": "application/json", "set-cookie": "visit=8472; Secure"}
        key = request.headers.get("authorization", "").removeprefix("Bearer ")
        if key not in self.keys:
            return 401, json_type, b'{"error": "unknown key"}'
        if request.method != "POST":
            return 200, json_type, json.dumps({"sent": len(self.sent)}).encode()
        message = json.loads(request.body)
        if not str(message.get("to", "")).startswith("+"):
            return 422, json_type, b'{"error": "no number"}'
        self.sent.append((key, message))
        body = {"id": f"SM{len(self.sent):06d}", "account": key, "state": "queued"}
        return 201, json_type, json.dumps(body).encode()


def sms_spec(origin: str, **changes: object) -> AgentSpec:
    """Return the spec of a specialist that sends one text message to a number in the message."""
    host = origin.partition("//")[2]
    base = {
        "role": ROLE,
        "identity": "writer",
        "purpose": "Sends a text message to a phone number with your own key.",
        "examples": ["text +4915112345678: the meeting is at three"],
        "engine": "handler",
        "handler_code": HANDLER.replace("ORIGIN", origin),
        "output_schema": OUTPUT,
        "egress_hosts": [host],
        "credentials": [{"name": KEY, "host": host, "how": "header"}],
    }
    return AgentSpec.model_validate({**base, **changes})


def sms_tests(origin: str) -> tuple[TestCase, ...]:
    """Return the tests of the specialist, with made-up replies as a designer writes them."""
    mock = [{"method": "POST", "url": f"{origin}/v1/messages", "status": 201, "body": {"id": "made-up"}}]
    inputs = ["text +4915100000001: see you at three", "send +49151222222 this: lunch is ready", "+441234567: hello"]
    sends = [
        {
            "input": text,
            "expected_output": {"to": text.split(":")[0].split()[-2 if "this" in text else -1]},
            "mock": mock,
        }
        for text in inputs
    ]
    refused = [
        {"input": "write a poem", "expected_output": None, "grader": "exact", "kind": "out_of_scope"},
        {"input": "text +4915100000009: hi", "expected_output": None, "grader": "exact", "kind": "tool_failure"},
    ]
    return tuple(TestCase.model_validate(test) for test in [*sends, *refused])


def give_key(user: User, specialist: Specialist, spec: AgentSpec, value: str) -> None:
    """Store a user's consent to the hosts of a specialist and their own key for it."""
    host_consent_grant(user_id=user.pk, specialist_id=specialist.pk, hosts=spec.egress_hosts)
    target = CredentialTarget(specialist_id=specialist.pk, specialist_role=spec.role, hosts=tuple(spec.egress_hosts))
    credential_store(user_id=user.pk, target=target, credential_key=KEY, value=SecretStr(value))

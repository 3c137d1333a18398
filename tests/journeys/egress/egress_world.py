"""The running product, a local HTTP host allowed by the admin, and a specialist whose code calls that host."""

import base64
import json
import secrets
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import quote

import psutil

from tests.factories.http_hosts import Host, ReceivedRequest
from tests.gemini_server.server import ModelServer
from tests.plugins.product import Product, wait_for

TIMEOUT_S = 180.0
ROLE, NAME = "sms_sender", "sms_api_key"
FINAL = ("completed", "failed", "cancelled")

# The message is a JSON list of requests. The code sends them, prints the answers and returns them.
HANDLER = """
import json

def handle(payload, ctx):
    key = ctx.secrets.get("sms_api_key")
    print("in here the key is", key)
    told = []
    for method, url, body in json.loads(payload["text"].split("please: ", 1)[1]):
        if method == "FILE":
            told.append([method, ctx.files.write(url, body), ctx.files.read(url)])
            continue
        if method == "TOOL":
            try:
                told.append([method, ctx.tools.call(url, body)])
            except RuntimeError as error:
                told.append([method, str(error)])
            continue
        options = {"json": body} if body is not None else {}
        try:
            reply = ctx.http.request(method, "http://HOST" + url, headers={"Authorization": "Bearer " + key}, **options)
        except RuntimeError as error:
            told.append([method, 0, str(error)])
            continue
        print(reply.status, reply.headers, reply.text)
        told.append([method, reply.status, reply.text])
    answer = "I asked " + str(len(told)) + " times."
    return {"answer": answer, "output": {"told": told}, "confidence": 1.0, "status": "SUCCESS"}
"""
REGISTER = """
import json
from kingdom.accounts.models import User
from kingdom.approvals.consents.services import host_consent_grant
from kingdom.contracts.spec import AgentSpec
from kingdom.specialists.registry.services import specialist_register
given = json.loads({spec!r})
for name in json.loads({users!r}):
    owner = User.objects.get(username=name)
    spec = AgentSpec.model_validate(given | dict(role=given["role"] + "_" + name))
    specialist = specialist_register(spec=spec, owner=owner)
    if name != {unasked!r}:
        host_consent_grant(user_id=owner.pk, specialist_id=specialist.pk, hosts=spec.egress_hosts)
"""
# Every row of every table of every schema, queues and their archives among them.
SEARCH = """
import json
from django.db import connection
forms = json.loads({forms!r})
found = []
with connection.cursor() as cursor:
    cursor.execute("SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE' "
                   "AND table_schema NOT IN ('pg_catalog', 'information_schema')")
    tables = cursor.fetchall()
    for schema, table in tables:
        for form in forms:
            cursor.execute(f'SELECT count(*) FROM "{{schema}}"."{{table}}" t WHERE strpos(t::text, %s) > 0', [form])
            if cursor.fetchone()[0]:
                found.append([f"{{schema}}.{{table}}", form])
print("FOUND " + json.dumps([len(tables), found]))
"""


def forms_of(secret: str) -> list[str]:
    """Return the spellings of a secret that could leak, base64 at each alignment included."""
    plain = [
        secret,
        secret[:20],
        secret[::-1],
        json.dumps(secret)[1:-1],
        quote(secret, safe=""),
        escape(secret),
        secret.encode().hex(),
    ]
    coded = [base64.b64encode(b"x" * shift + secret.encode()).decode() for shift in range(3)]
    return [*dict.fromkeys(plain), *(text[4:-4] for text in coded)]


@dataclass
class World:
    """The product and the host, as one user sees them."""

    product: Product
    host: Host
    model: ModelServer
    user: str = "alice"
    held: threading.Event = field(default_factory=threading.Event)

    @property
    def role(self) -> str:
        """The role of this user's specialist: a name with credentials is given once."""
        return f"{ROLE}_{self.user}"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.host.port}"

    def api(self, method: str, path: str, body: object = None, *, status: int = 200) -> Any:  # noqa: ANN401 - any JSON value
        actual, answer = self.product.call(method, path, user=self.user, body=body)
        assert actual == status, (actual, answer)
        return answer

    def store(self, value: str) -> str:
        stored = {"specialist_role": self.role, "credential_key": NAME, "value": value}
        return str(self.api("POST", "/api/v1/credentials/", stored, status=201)["id"])

    def ask(self, *requests: tuple[str, str, object]) -> str:
        """Send a message that makes the specialist send these requests; return the session's id."""
        # only paths: the Guardian blocks messages with a local address
        rows = [list(request) for request in requests]
        conversation = self.api("POST", "/api/v1/conversations/", {}, status=201)["id"]
        text = f"Send a text message {secrets.token_hex(4)}, please: {json.dumps(rows)}"
        posted = self.api("POST", f"/api/v1/conversations/{conversation}/messages/", {"content": text}, status=202)
        wait_for(lambda: self._routed(posted["session_id"]), timeout_s=TIMEOUT_S, what="the King")
        if self._routed(posted["session_id"]) == self.role:  # the King learned it from an earlier choice
            return str(posted["session_id"])
        self.until(posted["session_id"], *FINAL)
        return str(
            self.api("POST", f"{posted['route_url']}override/", {"specialist": self.role}, status=202)["session_id"]
        )

    def _routed(self, session_id: str) -> str:
        """Return the role of a session's specialist; empty before routing, "nobody" without one."""
        shown = self.session(session_id)
        return str(shown["specialist"]["role"]) if shown["specialist"] else "nobody" if shown["state"] in FINAL else ""

    def session(self, session_id: str) -> dict[str, Any]:
        shown: dict[str, Any] = self.api("GET", f"/api/v1/sessions/{session_id}/")
        return shown

    def until(self, session_id: str, *states: str) -> dict[str, Any]:
        """Wait until a session is in one of the states."""
        wait_for(
            lambda: self.session(session_id)["state"] in states,
            timeout_s=TIMEOUT_S,
            what=f"{session_id} to be {states}",
        )
        return self.session(session_id)

    def question(self, session_id: str) -> dict[str, Any]:
        """Wait for a session's question and return it."""
        self.until(session_id, "awaiting_approval", *FINAL)
        asked = self.api("GET", "/api/v1/approvals/?state=pending")["results"]
        matching = [question for question in asked if question["session_id"] == session_id]
        assert len(matching) == 1, (self.session(session_id), asked)
        question: dict[str, Any] = matching[0]
        return question

    def answer(self, question: Mapping[str, Any], choice: str) -> None:
        self.api(
            "POST",
            f"/api/v1/approvals/{question['id']}/decide/",
            {"choice": choice, "args_hash": question["args_hash"]},
        )

    def worker(self) -> psutil.Process:
        """Return the worker's process."""
        return self.product.child("worker")

    def places_of(self, secret: str) -> list[str]:
        """Return all places with the secret, in any spelling: database, queues, logs, output and workspaces."""
        printed = self.product.run_python(SEARCH.format(forms=json.dumps(forms_of(secret))))
        tables, found = json.loads(printed.split("FOUND ", 1)[1])
        assert tables > 40, "the search saw the tables"
        places = [f"{table}: {form}" for table, form in found]
        files = [
            path
            for path in self.product.data.rglob("*")
            if path.is_file() and "pg" not in path.relative_to(self.product.data).parts
        ]
        files.append(self.product.data.parent / f"up-{self.product.data.name}.txt")
        assert any("log" in path.name for path in files), "the search saw the logs"
        for path in files:
            data = path.read_bytes()
            places += [f"{path}: {form}" for form in forms_of(secret) if form.encode() in data]
        return places


def writes(seen: list[ReceivedRequest]) -> list[ReceivedRequest]:
    """Return the requests that may change something."""
    return [request for request in seen if request.method not in ("GET", "HEAD")]

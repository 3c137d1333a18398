"""OpenAPI schema: responses conform to it for generated inputs; its page works offline."""

import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from rest_framework.test import APIClient
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.approvals.notifications.services import notification_create
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.approvals.requests.services import approval_request
from kingdom.core.web import api
from kingdom.core.web.throttling import MethodThrottle
from kingdom.sessions.services import session_conclude
from tests.factories import RoutedMessage, create_own_specialist, create_routed_message
from tests.rounds import rounds

EXAMPLES = rounds(3, 50)  # an operation
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


@pytest.fixture
def no_throttle(monkeypatch: pytest.MonkeyPatch) -> None:
    """This test asks more in a minute than a user may."""
    monkeypatch.setattr(MethodThrottle, "allow_request", lambda *_: True)


@pytest.fixture
def one_connection(db: None) -> Iterator[None]:
    """Let requests through WSGI leave the test's transaction alone, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def described(one_connection: None, no_throttle: None) -> Any:  # noqa: ANN401 - schemathesis' own schema object
    """The schema, read from the running application."""
    whole = schemathesis.openapi.from_wsgi("/api/schema/?format=json", app=get_wsgi_application())
    # streams with no end: tests/approvals/notifications/test_inbox_stream.py and tests/events/test_event_stream.py
    return whole.exclude(operation_id="notifications_events").exclude(operation_id="events_stream")


@pytest.fixture
def asked(alice: User) -> RoutedMessage:
    """Something of Alice's behind every kind of id; her session is over, so that its event stream ends."""
    made = create_routed_message(alice, create_own_specialist(alice))
    session_conclude(session_id=made.session.pk, answer="done", output={"n": 1})
    return made


@pytest.fixture
def secret(alice: User) -> str:
    """Alice's token."""
    return token_create(user=alice, name="schema")[1]


def _real_ids(asked: RoutedMessage) -> dict[str, str]:
    user_id = asked.conversation.user_id
    question = approval_request(user_id=user_id, kind="creation", subject={"role": "iban_checker"})
    rule = rule_create(user_id=user_id, made_by_id=user_id, draft=RuleDraft(effect="ask", tool="archon.fs.write"))
    return {
        "approval_id": str(question.pk),
        "rule_id": str(rule.pk),
        "notification_id": str(notification_create(user_id=user_id, kind="hint", text="Look.").pk),
        "conversation_id": str(asked.conversation.pk),
        "session_id": str(asked.session.pk),
        "route_id": str(asked.route.pk),
        "id": str(asked.route.specialist_id),
        "pk": str(asked.route.specialist_id),
        "key": "unknown-key",
    }


BOUNDED = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous")  # WSGI, here only
def test_every_answer_is_a_described_one(described: Any, asked: RoutedMessage, secret: str) -> None:  # noqa: ANN401 - schemathesis' own schema
    real, faults, tried = _real_ids(asked), [], 0

    def check(case: Any) -> None:  # noqa: ANN401 - schemathesis' own case
        nonlocal tried
        tried += 1
        # half of the ids lead somewhere: made-up ones alone would only ever see 404
        if uuid.uuid5(uuid.NAMESPACE_OID, str(case.path_parameters)).int % 2:
            case.path_parameters.update({name: real[name] for name in case.path_parameters if name in real})
        with transaction.atomic():  # a deletion must not take away what the next example needs
            case.call_and_validate(
                headers={"Authorization": f"Token {secret}", "Accept-Encoding": "identity"}, checks=CHECKS
            )
            transaction.set_rollback(True)

    for found in described.get_all_operations():
        operation = found.ok()
        try:
            BOUNDED(given(case=operation.as_strategy())(check))()
        except Exception as fault:
            faults.append(f"{operation.label}: {fault}")
    assert not faults, "\n\n".join(faults)
    assert tried > 200


@pytest.fixture
def schema(as_stranger: APIClient) -> dict[str, Any]:
    """The schema as JSON."""
    read: dict[str, Any] = as_stranger.get("/api/schema/?format=json").json()
    return read


def test_it_is_openapi_31_and_names_every_error(schema: dict[str, Any]) -> None:
    assert schema["openapi"].startswith("3.1")
    ours = {path: item for path, item in schema["paths"].items() if not path.startswith("/api/v1/credentials/")}
    for path, item in ours.items():
        for method, operation in item.items():
            answers = operation["responses"]
            assert {"400", "429"} <= set(answers), f"{method} {path}"
            for status, answer in answers.items():
                if status >= "400":
                    assert list(answer["content"]) == ["application/problem+json"], f"{method} {path} {status}"


def test_it_is_made_without_a_warning(tmp_path: Path) -> None:
    """A clash of names is only a warning of the generator, and describes one of both answers wrongly."""
    call_command("spectacular", "--fail-on-warn", "--validate", "--file", str(tmp_path / "schema.yaml"))


def test_it_is_made_once_for_all_callers(
    as_stranger: APIClient, as_alice: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[object]()
    parse: Any = SchemaGenerator.parse

    def counted(*given: Any) -> Any:  # noqa: ANN401 - as the library's
        made.append(given)
        return parse(*given)

    monkeypatch.setattr(SchemaGenerator, "parse", counted)
    api.public_schema.cache_clear()
    first, second = (client.get("/api/schema/?format=json") for client in (as_stranger, as_alice))
    assert first.content == second.content
    assert len(made) == 1
    assert as_alice.get("/api/schema/?format=json&version=2").json()["info"]["version"] != "0.1.0"
    assert len(made) == 2


def test_the_event_stream_is_described(schema: dict[str, Any]) -> None:
    operation = schema["paths"]["/api/v1/sessions/{session_id}/events/"]["get"]
    assert set(operation["responses"]["200"]["content"]) == {"text/event-stream", "application/json"}


def test_the_page_loads_nothing_from_elsewhere(as_stranger: APIClient) -> None:
    page = as_stranger.get("/api/docs/", HTTP_ACCEPT="text/html")
    assert page.status_code == 200
    html = page.content.decode()
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", html)
    assert not re.search(r"<script|<style|\son\w+=|style=", html), (
        "it needs no script, and our own policy refuses inline code"
    )


def test_the_page_describes_every_operation_and_each_link_leads_to_a_value(
    as_stranger: APIClient, schema: dict[str, Any]
) -> None:
    html = as_stranger.get("/api/docs/", HTTP_ACCEPT="text/html").content.decode()
    operations = {operation["operationId"] for item in schema["paths"].values() for operation in item.values()}
    assert set(re.findall(r'data-operation="([^"]+)"', html)) == operations
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)
    assert set(schema["components"]["schemas"]) <= set(ids)

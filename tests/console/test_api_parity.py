"""Everything that a page changes can be done through the REST API, but for what is about the browser itself."""

import re
import uuid
from collections.abc import Iterator, Mapping

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from drf_spectacular.generators import SchemaGenerator

from kingdom.console.inbox import schedule_views
from kingdom.console.specialists import account_views
from kingdom.console.urls import urlpatterns as console_urls
from kingdom.console.workflows import workflow_views
from kingdom.urls import urlpatterns as product_urls
from tests.plugins.product import ROOT

# By the name of a page's URL and the action of its form ("" for a form of one action): operations of the API.
API = "/api/v1"
CONVERSATION, FILES = f"{API}/conversations/{{conversation_id}}/", f"{API}/conversations/{{conversation_id}}/files/"
MESSAGES, SHARE = (
    f"{API}/conversations/{{conversation_id}}/messages/",
    f"{API}/conversations/{{conversation_id}}/share/",
)
CASE, CREDENTIAL = f"{API}/creations/{{case_id}}/", f"{API}/credentials/{{credential_id}}/"
SPECIALIST, SCHEDULE = f"{API}/specialists/{{id}}/", f"{API}/schedules/{{schedule_id}}/"
WORKFLOW = f"{API}/workflows/{{workflow_id}}/"
OPERATIONS: Mapping[str, Mapping[str, str]] = {
    "say": {"": f"POST {MESSAGES}", "new": f"POST {API}/conversations/", "files": f"POST {FILES}"},
    "again": {"": f"POST {MESSAGES}{{message_id}}/again/"},
    "branch": {"": f"PUT {CONVERSATION}branch/"},
    "conversation-change": {"": f"PATCH {CONVERSATION}"},
    "conversation-delete": {"": f"DELETE {CONVERSATION}"},
    "conversation-file-delete": {"": f"DELETE {FILES}content/"},
    "share-page": {"": f"POST {SHARE}", "end": f"DELETE {SHARE}"},
    "choose": {"": f"POST {API}/routes/{{route_id}}/override/"},
    "choose-undo": {"": f"DELETE {API}/routes/{{route_id}}/override/"},
    "stop": {"": f"POST {API}/sessions/{{session_id}}/cancel/"},
    "rate": {"": f"PUT {API}/sessions/{{session_id}}/feedback/"},
    "approval-answer": {"": f"POST {API}/approvals/{{approval_id}}/decide/"},
    "rule-remove": {"": f"DELETE {API}/permission-rules/{{rule_id}}/"},
    "policy-draft-remove": {"": f"DELETE {API}/policies/{{policy_id}}/"},
    "host-consent-remove": {"": f"DELETE {API}/host-consents/{{consent_id}}/"},
    "schedules-page": {"": f"POST {API}/schedules/", "hook": f"POST {API}/schedules/"},
    "schedule-change": {
        "pause": f"POST {SCHEDULE}pause/", "resume": f"POST {SCHEDULE}resume/", "edit": f"PATCH {SCHEDULE}",
        "delete": f"DELETE {SCHEDULE}",
    },
    "workflows-page": {"request": f"POST {API}/workflows/", "manifest": f"POST {API}/workflows/"},
    "workflow-move": {move: f"POST {WORKFLOW}{move}/" for move in ("start", "pause", "resume", "cancel")},
    "workflow-act": {
        action: f"POST {WORKFLOW}nodes/{{node_id}}/" for action in ("retry", "edit", "skip", "abort")
    },
    "notifications-clear": {"": f"POST {API}/notifications/read/"},
    "notification-open": {"": f"POST {API}/notifications/{{notification_id}}/read/"},
    "credentials-page": {"": f"POST {API}/credentials/"},
    "credential-change": {
        "replace": f"PUT {CREDENTIAL}", "date": f"PATCH {CREDENTIAL}", "expire": f"POST {CREDENTIAL}expire/",
        "bind": f"POST {CREDENTIAL}bind/", "delete": f"DELETE {CREDENTIAL}",
    },
    "creations-page": {"": f"POST {API}/creations/"},
    "creation-import": {"": f"POST {API}/specialists/import/"},
    "creation-answer": {
        **dict.fromkeys(("confirm", "confirm-mock", "confirm-again", "confirm-again-mock"), f"POST {CASE}confirm/"),
        "try": f"POST {CASE}try/", "try-past": f"POST {CASE}try/", "edit": f"POST {CASE}edit/",
        "reject": f"POST {CASE}reject/", "keys": f"POST {CASE}credentials/", "mock": f"POST {CASE}use-mock/",
        "reopen": f"POST {CASE}reopen/",
    },
    "specialist-do": {
        "run": f"POST {SPECIALIST}test-runs/",
        "edit": f"POST {SPECIALIST}edit/", "rename": f"POST {SPECIALIST}rename/",
        "pause": f"POST {SPECIALIST}pause/", "resume": f"POST {SPECIALIST}resume/", "delete": f"DELETE {SPECIALIST}",
        "offer": f"POST {SPECIALIST}offer-back/", "record": f"POST {SPECIALIST}cassettes/",
        "forget-recordings": f"DELETE {SPECIALIST}cassettes/{{cassette}}/",
    },
    "account-change": {
        "appearance": f"PATCH {API}/me/", "notifications": f"PUT {API}/notifications/settings/",
        "token": f"POST {API}/auth/tokens/", "end-token": f"DELETE {API}/auth/tokens/{{key}}/",
        "end-session": f"DELETE {API}/auth/sessions/{{session_pk}}/",
    },
    "data-export-begin": {"": f"POST {API}/me/exports/"},
    "account-delete": {"": f"POST {API}/me/delete/"},
}  # fmt: skip
PAGE_ONLY = {
    "sign-in": "makes the session of a browser; programs have tokens",
    "sign-in-link": "makes the session of a browser",
    "sign-out": "ends the session of this browser; DELETE auth/sessions/ ends any",
    "password-change": "a stolen token must not take the account over",
}
FORM = re.compile(r"<form\b(?P<head>(?:[^>{]|\{%.*?%\}|\{\{.*?\}\}|\{)*)>(?P<body>.*?)</form>", re.DOTALL)
ACTION = re.compile(r"name=\"(?:do|action|move|by)\"[^>]*?value=\"([a-z-]+)\"|value=\"([a-z-]+)\"[^>]*?name=\"do\"")
KWARGS: Mapping[str, object] = {"node_id": "analyze_x", "token": "x", "secret": "x", "language": "de"}


def changing_pages(client: Client) -> Iterator[str]:
    """Yield the names of the pages' URLs that take a form."""
    pages = [*console_urls, *(one for one in product_urls if isinstance(one, URLPattern))]
    for page in pages:
        name = str(page.name)
        if name in ("None", "schema", "hook", "metrics", "sign-out"):  # no pages; the last ends this client
            continue
        kwargs = {key: KWARGS.get(key, uuid.uuid4()) for key in page.pattern.converters}
        if client.post(reverse(name, kwargs=kwargs)).status_code != 405:
            yield name


@pytest.mark.django_db
def test_each_page_that_changes_something_is_listed(as_alice: Client) -> None:
    as_alice.raise_request_exception = False
    found = set(changing_pages(as_alice)) | {"sign-out"}
    assert sorted(found) == sorted({*OPERATIONS, *PAGE_ONLY})


def test_each_operation_is_in_the_schema() -> None:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]  # type: ignore[no-untyped-call] # ships no types
    known = {f"{method.upper()} {path}" for path, operations in paths.items() for method in operations}
    wanted = {operation for actions in OPERATIONS.values() for operation in actions.values()}
    assert sorted(wanted - known) == []


def test_each_action_of_a_form_is_listed() -> None:
    found = dict[str, set[str]]()
    for file in (ROOT / "templates").glob("console/**/*.html"):
        for form in FORM.finditer(file.read_text()):
            target = re.search(r"action=\"\{% url '([\w-]+)'", form["head"])
            if target is not None:
                actions = {first or second for first, second in ACTION.findall(form["body"])}
                found.setdefault(target[1], set()).update(actions)
    assert sum(map(len, found.values())) > 25
    unknown = {(name, action) for name, actions in found.items() for action in actions - set(OPERATIONS[name])}
    assert unknown == set()


def test_each_action_of_a_table_is_listed() -> None:
    assert set(schedule_views._ACTIONS) < set(OPERATIONS["schedule-change"])
    assert set(workflow_views._MOVES) == set(OPERATIONS["workflow-move"])
    assert {*account_views._ACTIONS, "token", "notifications"} == set(OPERATIONS["account-change"])

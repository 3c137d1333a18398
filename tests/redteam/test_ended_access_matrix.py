"""Every route of the API that changes something refuses a token that ended after it was authenticated.

The token is deleted between its authentication and the view, as another request that revokes it or changes the password
does. A new route without a row fails.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from django.http import HttpRequest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from kingdom.accounts import authentication
from kingdom.accounts.access import request_token_set
from kingdom.accounts.models import ApiToken, SignedInSession, User
from kingdom.accounts.services import token_create
from kingdom.approvals.models import HostConsent, PermissionRule
from kingdom.events.event_types import EVENT_TYPES
from kingdom.orchestrator.conversations.override_services import route_override
from kingdom.orchestrator.sharing.share_services import share_create
from kingdom.policies.models import Pattern
from kingdom.policies.services import policy_write
from kingdom.schedules.models import Schedule
from kingdom.sessions.models import Cassette
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.services import specialist_register
from kingdom.specialists.status.owner_actions import owner_action_apply
from kingdom.tools.files.services import file_upload
from kingdom.webhooks.models import EventWebhook
from kingdom.workflows.rules.state_machine import PAUSED
from tests.factories import PASSWORD, create_own_specialist, create_routed_message, version_of
from tests.factories import council as cases
from tests.factories.approvals import asked
from tests.factories.credentials import HOST, KEY, ROLE, credential_specialist, store_credential, unbound_credential
from tests.factories.rows import plant
from tests.factories.sms_provider import sms_spec
from tests.factories.workflows import create_worker, draft_workflow, running_workflow, worker_node

pytestmark = pytest.mark.django_db
METHODS = ("post", "put", "patch", "delete")
MESSAGE = {"content": "What is 12 * 7?"}
RULE = {"effect": "allow", "tool": "archon.fs.read"}
POLICY = {"text": "stop a workflow when a tool fails 3 times in 10 minutes"}
HOOK = {"url": "https://hooks.example/x", "events": [sorted(EVENT_TYPES)[0]]}
OTHERWISE = {  # and why they have no row
    ("post", "tokens"): "authenticates by a password",
    ("post", "notification-read"): "a mark of what was read",
    ("post", "notifications-read"): "marks of what was read",
    ("post", "specialist-import"): "case_open checks, as for a creation",
    ("post", "specialist-offer-back"): "case_open checks, as for a creation",
    ("post", "creation-credentials"): "credential_store and approval_decide check",
    ("post", "creation-mock"): "approval_decide checks, as for an edit",
    ("post", "hook"): "its address is its secret",
}


class Prepared(NamedTuple):
    """A request that would change something: arguments of the route, the body, the query."""

    arguments: Mapping[str, object] = {}
    body: object = None
    query: str = ""


Row = Callable[[User], Prepared]


def _row(argument: str, model: type[Any], body: object = None, **values: object) -> Row:
    """Return a request about a planted row of the user."""
    return lambda user: Prepared({argument: plant(model, user=user, **values).pk}, body)


def _specialist(body: object = None) -> Row:
    return lambda user: Prepared({"pk": create_own_specialist(user).pk}, body)


def _paused_specialist(user: User) -> Prepared:
    own = create_own_specialist(user)
    owner_action_apply(user=user, specialist_id=own.pk, action="pause")
    return Prepared({"pk": own.pk})


def _conversation(body: object = None) -> Row:
    return lambda user: Prepared({"conversation_id": _routed(user).conversation.pk}, body)


def _routed(user: User) -> Any:  # noqa: ANN401 - a named tuple of the factories
    return create_routed_message(user, create_own_specialist(user))


def _about_message(user: User) -> Prepared:
    made = _routed(user)
    return Prepared({"conversation_id": made.conversation.pk, "message_id": made.message.pk})


def _branch(user: User) -> Prepared:
    made = _routed(user)
    return Prepared({"conversation_id": made.conversation.pk}, {"message_id": str(made.message.pk)})


def _file(body: object = None, query: str = "") -> Row:
    def prepare(user: User) -> Prepared:
        conversation = _routed(user).conversation
        file_upload(user_id=user.pk, workspace_id=str(conversation.pk), path="a.txt", data=b"one")
        file_upload(user_id=user.pk, workspace_id=str(conversation.pk), path="a.txt", data=b"two")
        return Prepared({"conversation_id": conversation.pk}, body, query)

    return prepare


def _override(user: User) -> Prepared:
    create_own_specialist(user, "song_writer")
    return Prepared({"route_id": _routed(user).route.pk}, {"specialist": "song_writer"})


def _overridden(user: User) -> Prepared:
    create_own_specialist(user, "song_writer")
    made = _routed(user)
    route_override(user_id=user.pk, route_id=made.route.pk, specialist="song_writer")
    return Prepared({"route_id": made.route.pk})


def _shared(user: User) -> Prepared:
    conversation = _routed(user).conversation
    share_create(user_id=user.pk, conversation_id=conversation.pk)
    return Prepared({"conversation_id": conversation.pk})


def _rated(user: User) -> Prepared:
    made = _routed(user)
    plant(Execution, session=made.session, version=made.session.version)
    return Prepared({"session_id": made.session.pk}, {"feedback": "bad"})


def _decided(user: User) -> Prepared:
    approval = asked(user)
    return Prepared({"approval_id": approval.pk}, {"choice": "once", "args_hash": approval.args_hash})


def _workflow(start: bool, body: object = None) -> Row:
    def prepare(user: User) -> Prepared:
        create_worker()
        workflow = (running_workflow if start else draft_workflow)(user, worker_node("one"))
        node = {"node_id": workflow.nodes.get().node_id} if body else {}
        return Prepared({"workflow_id": workflow.pk, **node}, body)

    return prepare


def _paused_workflow(user: User) -> Prepared:
    prepared = _workflow(start=True)(user)
    from_running = running_workflow(user, worker_node("one"))
    type(from_running).objects.filter(pk=from_running.pk).update(state=PAUSED)
    return prepared._replace(arguments={"workflow_id": from_running.pk})


def _planned(user: User) -> Prepared:
    create_worker()
    return Prepared(body={"manifest": {"agents": [worker_node("one")]}})


def _case(body: object = None) -> Row:
    def prepare(user: User) -> Prepared:
        case = cases.Council().work(cases.opened(user))
        digest = {"digest": case.digest} if body == "digest" else body
        return Prepared({"case_id": case.pk}, digest)

    return prepare


def _working_case(user: User) -> Prepared:
    return Prepared({"case_id": cases.opened(user).pk}, {})


def _failed_case(user: User) -> Prepared:
    case = cases.opened(user)
    type(case).objects.filter(pk=case.pk).update(state="failed")
    return Prepared({"case_id": case.pk})


def _stored_credential(body: object = None) -> Row:
    def prepare(user: User) -> Prepared:
        stored = store_credential(user, specialist=credential_specialist(user))
        return Prepared({"credential_id": stored.pk}, body)

    return prepare


def _new_credential(user: User) -> Prepared:
    credential_specialist(user)
    return Prepared(body={"specialist_role": ROLE, "credential_key": KEY, "value": "a secret value 7"})


def _unbound(user: User) -> Prepared:
    credential_specialist(user)
    body = {"specialist_role": ROLE, "hosts": [HOST]}
    return Prepared({"credential_id": unbound_credential(user).pk}, body)


def _sender(user: User) -> Prepared:
    own = specialist_register(spec=sms_spec("https://api.sms.example"), owner=user)
    return Prepared({"pk": own.pk}, {"consent": True})


def _cassette(user: User) -> Prepared:
    own = credential_specialist(user)
    cassette = Cassette.objects.create(version=version_of(own), user=user)
    return Prepared({"pk": own.pk, "cassette": cassette.pk})


def _test_run(user: User) -> Prepared:
    own = create_own_specialist(user)
    run = TestRun.objects.create(version=version_of(own), digest="x", total=1, requested_by=user)
    return Prepared({"pk": own.pk, "run": run.pk})


def _tested(user: User) -> Prepared:
    own = specialist_register(spec=cases.spec(), owner=user, tests=cases.suite())
    return Prepared({"pk": own.pk})


def _administrator(user: User) -> User:
    user.is_staff = user.is_superuser = True
    user.save()
    return user


def _draft_policy(user: User) -> Prepared:
    pattern = policy_write(user_id=_administrator(user).pk, text=POLICY["text"])
    return Prepared({"policy_id": pattern.pk})


def _active_policy(user: User) -> Prepared:
    prepared = _draft_policy(user)
    Pattern.objects.update(state=Pattern.State.ACTIVE)
    return prepared


def _status_change(user: User) -> Prepared:
    body = {"kind": "suspend", "reason": "It answers wrongly."}
    return Prepared({"pk": create_own_specialist(_administrator(user)).pk}, body)


def _another_token(user: User) -> Prepared:
    return Prepared({"key": token_create(user=user, name="another")[0].token_key})


def _exact(body: object = None) -> Row:
    return lambda user: Prepared(body=body)


ROWS: dict[tuple[str, str], Row] = {
    ("delete", "token"): _another_token,
    ("delete", "signed-in-session"): _row("session_pk", SignedInSession),
    ("patch", "me"): _exact({"theme": "dark"}),
    ("post", "me-delete"): lambda user: Prepared(body={"username": user.username, "password": PASSWORD}),
    ("post", "data-exports"): _exact(),
    ("post", "conversations"): _exact({"title": "A talk"}),
    ("patch", "conversation"): _conversation({"title": "Another"}),
    ("delete", "conversation"): _conversation(),
    ("post", "files"): _file(b"three", "?path=b.txt"),
    ("delete", "file"): _file(query="?path=a.txt"),
    ("post", "file-restore"): _file({"path": "a.txt", "version": 1}),
    ("post", "messages"): _conversation(MESSAGE),
    ("post", "message-again"): _about_message,
    ("put", "conversation-branch"): _branch,
    ("post", "conversation-share"): _conversation({}),
    ("delete", "conversation-share"): _shared,
    ("post", "route-override"): _override,
    ("delete", "route-override"): _overridden,
    ("post", "session-cancel"): lambda user: Prepared({"session_id": _routed(user).session.pk}),
    ("put", "session-feedback"): _rated,
    ("post", "schedules"): _exact({"cron": "0 8 * * *", "message": "Hello"}),
    ("delete", "schedule"): _row("schedule_id", Schedule),
    ("patch", "schedule"): _row("schedule_id", Schedule, {"when": "0 9 * * *"}, cron="0 8 * * *", time_zone="UTC"),
    ("post", "schedule-pause"): _row("schedule_id", Schedule, cron="0 8 * * *", time_zone="UTC"),
    ("post", "schedule-resume"): _row("schedule_id", Schedule, cron="0 8 * * *", state="paused"),
    ("post", "approval-decide"): _decided,
    ("post", "permission-rules"): _exact(RULE),
    ("delete", "permission-rule"): _row("rule_id", PermissionRule),
    ("delete", "host-consent"): _row("consent_id", HostConsent),
    ("put", "notification-settings"): _exact({"email": False, "webhook_url": "https://hooks.example/x"}),
    ("post", "event-webhooks"): _exact(HOOK),
    ("delete", "event-webhook"): _row("webhook_id", EventWebhook, events=[]),
    ("post", "policies"): _exact(POLICY),
    ("delete", "policy"): _draft_policy,
    ("post", "policy-activate"): _draft_policy,
    ("post", "policy-deactivate"): _active_policy,
    ("post", "credentials"): _new_credential,
    ("put", "credential"): _stored_credential({"value": "another value 7"}),
    ("patch", "credential"): _stored_credential({"expires_at": "2999-12-31T00:00:00Z"}),
    ("delete", "credential"): _stored_credential(),
    ("post", "credential-expire"): _stored_credential(),
    ("post", "credential-bind"): _unbound,
    ("delete", "specialist"): _specialist(),
    ("post", "specialist-rename"): _specialist({"role": "song_writer"}),
    ("post", "specialist-pause"): _specialist(),
    ("post", "specialist-resume"): _paused_specialist,
    ("post", "specialist-edit"): _specialist({"purpose": "It writes long poems."}),
    ("post", "specialist-cassettes"): _sender,
    ("delete", "specialist-cassette"): _cassette,
    ("post", "specialist-test-runs"): _tested,
    ("delete", "specialist-test-run"): _test_run,
    ("post", "specialist-status-changes"): _status_change,
    ("post", "creations"): _exact({"request": "Turn a list of dates into weekdays, every morning."}),
    ("post", "creation-confirm"): _case("digest"),
    ("post", "creation-try"): _case({"text": "hello"}),
    ("post", "creation-edit"): _case({"change_request": "Shorter answers."}),
    ("post", "creation-reject"): _working_case,
    ("post", "creation-reopen"): _failed_case,
    ("post", "workflows"): _planned,
    ("post", "workflow-start"): _workflow(start=False),
    ("post", "workflow-pause"): _workflow(start=True),
    ("post", "workflow-resume"): _paused_workflow,
    ("post", "workflow-cancel"): _workflow(start=True),
    ("post", "workflow-node"): _workflow(start=True, body={"action": "abort"}),
}


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, Any]]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _routes(entry, path)
        elif isinstance(entry, URLPattern) and path.startswith(("api/v1/", "hooks/")):
            yield entry.name or "", getattr(entry.callback, "cls", None)


def test_every_route_that_changes_something_has_a_row() -> None:
    views = [(name, view) for name, view in _routes(get_resolver()) if view is not None]
    changing = {(method, name) for name, view in views for method in METHODS if hasattr(view, method)}
    assert changing - set(ROWS) - set(OTHERWISE) == set(), "give the new route a row, and check access in its service"
    assert {*ROWS, *OTHERWISE} - changing == set(), "these routes are gone"


@pytest.fixture(autouse=True)
def sharing(settings: Any) -> None:  # noqa: ANN401 - of pytest-django
    """Let users share conversations."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"share_links": True})


def _status(user: User, method: str, name: str, prepared: Prepared) -> tuple[int, str]:
    """Return status and error code of a request."""
    _, secret = token_create(user=user, name="program")
    client = Client(raise_request_exception=False, headers={"Authorization": f"Token {secret}"})
    path = reverse(name, kwargs=dict(prepared.arguments)) + prepared.query
    is_raw = isinstance(prepared.body, bytes)
    media_type = "application/octet-stream" if is_raw else "application/json"
    data = prepared.body if is_raw or prepared.body is not None else {}
    answer = getattr(client, method)(path, data, content_type=media_type)
    is_problem = answer.headers.get("Content-Type", "").startswith("application/problem+json")
    return answer.status_code, answer.json()["code"] + ": " + answer.json()["detail"] if is_problem else ""


@pytest.mark.parametrize(("method", "name"), ROWS, ids=lambda part: str(part))
def test_a_token_that_ended_meanwhile_changes_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch, method: str, name: str
) -> None:
    prepared = ROWS[method, name](alice)

    def ended(request: HttpRequest, token: ApiToken) -> None:
        request_token_set(request, token)
        ApiToken.objects.filter(pk=token.pk).delete()

    with monkeypatch.context() as patched:
        patched.setattr(authentication, "request_token_set", ended)
        status, detail = _status(alice, method, name, prepared)
    assert (status, detail.partition(":")[0]) == (403, "access_ended"), detail
    status, detail = _status(alice, method, name, prepared)
    assert 200 <= status < 300, f"the request proves nothing: {status} {detail}"

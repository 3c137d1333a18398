"""Access that ends while a request is handled, for what changes something that is there: files, credentials, consents.

The routes of the API are in ``test_ended_access_matrix``; here are services that pages alone call, the admin, and the
order of locks.
"""

import threading
import uuid
from collections.abc import Callable

import pytest
from django.contrib.admin import ModelAdmin
from django.db import transaction
from django.http import HttpRequest
from django.test import Client
from pydantic import SecretStr

from kingdom.accounts.access import AccessEnded, request_token_set
from kingdom.accounts.models import User
from kingdom.accounts.own_account import appearance_set
from kingdom.accounts.services import token_create, token_delete
from kingdom.approvals.consents.services import host_consent_grant, host_consent_withdraw
from kingdom.approvals.models import HostConsent
from kingdom.approvals.requests.services import approval_decide
from kingdom.core.errors import KingdomError
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_bind, credential_replace, credential_set_expiry
from kingdom.orchestrator.conversations.services import conversation_create, conversation_delete
from kingdom.orchestrator.models import Conversation
from kingdom.schedules.models import Schedule
from kingdom.schedules.services import ScheduleDraft, schedule_create, schedule_edit
from kingdom.security_log.request_actor import handled_request
from kingdom.tools.files.services import file_delete, file_upload
from kingdom.tools.models import FileVersion
from tests.factories import create_own_specialist
from tests.factories.access import change_password, close_account, delete_token, elsewhere
from tests.factories.approvals import answer_to, asked
from tests.factories.credentials import HOST, store_credential

pytestmark = pytest.mark.django_db(transaction=True)
WAIT_S = 20
BLOCKED_S = 0.5
Change = Callable[[User], Callable[[], object]]


ENDINGS = {"nothing": lambda _user: None, "account": close_account, "token": delete_token, "password": change_password}


def token_request(user: User) -> HttpRequest:
    """Return a request that a token of the user has authenticated."""
    token, _secret = token_create(user=user, name="program")
    request = HttpRequest()
    request.user = user
    request_token_set(request, token)
    return request


def _uploaded(user: User) -> tuple[str, str]:
    workspace = str(conversation_create(user_id=user.pk).pk)
    file_upload(user_id=user.pk, workspace_id=workspace, path="a.txt", data=b"one")
    return workspace, "a.txt"


def _file_write(user: User) -> Callable[[], object]:
    workspace, path = _uploaded(user)
    return lambda: file_upload(user_id=user.pk, workspace_id=workspace, path=path, data=b"two")


def _file_removal(user: User) -> Callable[[], object]:
    workspace, path = _uploaded(user)
    return lambda: file_delete(user_id=user.pk, workspace_id=workspace, path=path)


def _replacement(user: User) -> Callable[[], object]:
    credential = store_credential(user)
    return lambda: credential_replace(credential=credential, actor_id=user.pk, value=SecretStr("another value 7"))


def _binding(user: User) -> Callable[[], object]:
    credential = store_credential(user)
    target = CredentialTarget(specialist_id=uuid.uuid4(), specialist_role="mail_writer", hosts=(HOST,))
    return lambda: credential_bind(credential=credential, actor_id=user.pk, target=target)


def _expiry(user: User) -> Callable[[], object]:
    credential = store_credential(user)
    UserCredential.objects.update(expires_at="2999-01-01T00:00:00Z")
    credential.refresh_from_db()
    return lambda: credential_set_expiry(credential=credential, actor_id=user.pk, expires_at=None)


def _withdrawal(user: User) -> Callable[[], object]:
    host_consent_grant(user_id=user.pk, specialist_id=create_own_specialist(user).pk, hosts=(HOST,))
    return lambda: host_consent_withdraw(user_id=user.pk, consent_id=HostConsent.objects.get().pk)


def _times(user: User) -> Callable[[], object]:
    schedule, _ = schedule_create(user_id=user.pk, draft=ScheduleDraft(message="Hello", cron="0 8 * * *"))
    draft = ScheduleDraft(cron="0 9 * * *", time_zone="UTC")
    return lambda: schedule_edit(user_id=user.pk, schedule_id=schedule.pk, draft=draft)


def _deletion(user: User) -> Callable[[], object]:
    conversation = conversation_create(user_id=user.pk)
    return lambda: conversation_delete(user_id=user.pk, conversation_id=conversation.pk)


def _appearance(user: User) -> Callable[[], object]:
    return lambda: appearance_set(user_id=user.pk, theme="dark", language="", time_zone="")


CHANGES: dict[str, Change] = {
    "a file is written": _file_write,
    "a file is removed": _file_removal,
    "a credential is replaced": _replacement,
    "a credential is bound": _binding,
    "a credential's expiry is set": _expiry,
    "a consent is withdrawn": _withdrawal,
    "a schedule is edited": _times,
    "a conversation is deleted": _deletion,
    "the appearance is set": _appearance,
}


def _stored(user: User) -> list[object]:
    """Return what the changes change."""
    tables = (
        FileVersion.objects.values_list("path", "sha256", "deleted"),
        UserCredential.objects.values_list("encrypted_value", "specialist_id", "expires_at"),
        HostConsent.objects.values_list("withdrawn_at"),
        Schedule.objects.values_list("cron"),
        Conversation.objects.values_list("pk"),
        User.objects.filter(pk=user.pk).values_list("theme"),
    )
    return [sorted(map(str, rows)) for rows in tables]


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_request_without_access_changes_nothing(alice: User, what: str, ending: str) -> None:
    change = CHANGES[what](alice)
    request = token_request(alice)
    elsewhere(lambda: ENDINGS[ending](alice)).join(WAIT_S)
    before = _stored(alice)
    with handled_request(request):
        if ending == "nothing":
            change()
        else:
            with pytest.raises(AccessEnded):
                change()
    assert (_stored(alice) == before) == (ending != "nothing")


def test_a_new_conversation_of_a_closed_account_is_not_made(alice: User) -> None:
    close_account(alice)
    for key in (None, "a-key"):
        with pytest.raises(AccessEnded):
            conversation_create(user_id=alice.pk, idempotency_key=key)
    assert not Conversation.objects.exists()


def test_closing_an_account_waits_for_a_file_that_is_written(alice: User) -> None:
    write = _file_write(alice)
    with handled_request(token_request(alice)), transaction.atomic():
        write()
        closing = elsewhere(lambda: close_account(alice))
        closing.join(BLOCKED_S)
        assert closing.is_alive()
    closing.join(WAIT_S)
    assert not closing.is_alive()


def test_what_runs_without_a_request_writes_on(alice: User) -> None:
    """An agent whose session ends with the account, and an erasure: they have no access that could end."""
    write = _file_write(alice)
    close_account(alice)
    write()
    assert FileVersion.objects.count() == 2


def _at_once(user: User, *works: Callable[[], object]) -> list[object]:
    """Run works of requests of one user at once, each held until all have begun; return what each gave or raised."""
    begun, results = threading.Barrier(len(works)), list[object]()
    requests = [token_request(user) for _ in works]

    def run(request: HttpRequest, work: Callable[[], object]) -> None:
        begun.wait(WAIT_S)
        try:
            with handled_request(request):
                results.append(work())
        except KingdomError as error:
            results.append(error)

    threads = [elsewhere(lambda pair=pair: run(*pair)) for pair in zip(requests, works, strict=True)]  # type: ignore[misc]
    for thread in threads:
        thread.join(WAIT_S)
    return results


@pytest.mark.parametrize("_round", range(5))
def test_changes_of_the_account_at_once_do_not_wait_for_each_other(alice: User, _round: int) -> None:
    """Each locks the row that it changes first: two that held the weaker lock would wait for each other for ever."""
    extra = [token_create(user=alice, name=f"extra {number}")[0] for number in range(2)]
    approvals = [asked(alice, None), asked(alice, None, {"name": "archon.fs.delete", "args": {}, "call_id": "2"})]
    works: list[Callable[[], object]] = [
        lambda: appearance_set(user_id=alice.pk, theme="dark", language="", time_zone="")
    ] * 2
    works += [lambda token=token: token_delete(user_id=alice.pk, key=token.token_key) for token in extra]  # type: ignore[misc]
    works += [
        lambda one=one: approval_decide(approval_id=one.pk, actor_id=alice.pk, decision=answer_to(one))  # type: ignore[misc]
        for one in approvals
    ]
    results = _at_once(alice, *works)
    assert len(results) == len(works)
    assert [result for result in results if isinstance(result, Exception)] == []


def test_a_page_of_the_admin_stores_nothing_after_the_access_has_ended(
    carol: User, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Carol's password is changed while her form, which makes Alice an administrator, is handled."""
    browser = Client(raise_request_exception=False)
    browser.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    page = f"/admin/accounts/user/{alice.pk}/change/"
    form = browser.get(page).context["adminform"].form
    fields = {
        name: value for name, value in form.initial.items() if isinstance(value, str | int) and value is not False
    }
    changed = {**fields, "is_staff": "on", "date_joined_0": "2026-01-01", "date_joined_1": "10:00:00"}
    save = ModelAdmin.save_form

    def late(*args: object, **kwargs: object) -> object:
        elsewhere(lambda: change_password(carol)).join(WAIT_S)
        return save(*args, **kwargs)  # type: ignore[arg-type] # as Django calls it

    with monkeypatch.context() as patched:
        patched.setattr(ModelAdmin, "save_form", late)
        answer = browser.post(page, changed)
    alice.refresh_from_db()
    assert not alice.is_staff, answer.status_code
    browser.force_login(User.objects.get(pk=carol.pk), backend="django.contrib.auth.backends.ModelBackend")
    answer = browser.post(page, changed)
    alice.refresh_from_db()
    assert alice.is_staff, "control: the form itself is good"

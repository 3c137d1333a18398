"""Shared conversations: off by default, by the owner alone, as they were, revoked at once, recorded, tokens hashed."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import transaction
from django.db.models.signals import pre_save
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.text.secret_masking import mask_secrets
from kingdom.orchestrator.conversations.selectors import turns_before
from kingdom.orchestrator.conversations.services import conversation_change
from kingdom.orchestrator.models import Conversation, ConversationShare, Message
from kingdom.security_log.models import SecurityEvent
from kingdom.sessions.engine.completion import STOPPED_BY_USER, session_finish_cancelled
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_conclude
from kingdom.tools.files.services import file_upload
from kingdom.tools.models import ToolReceipt
from tests.factories import RoutedMessage, create_global_specialist, create_routed_message


@pytest.fixture
def allowed(settings: LazySettings) -> None:
    """The operator allows links."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"share_links": True})


@pytest.fixture
def asked(alice: User) -> RoutedMessage:
    """An answered message of Alice's with a file and a tool call."""
    asked = create_routed_message(alice, create_global_specialist("right"), "what is in notes.txt?")
    file_upload(user_id=alice.pk, workspace_id=str(asked.conversation.pk), path="notes.txt", data=b"private notes")
    Message.objects.filter(pk=asked.message.pk).update(files=["notes.txt"])
    now = asked.session.created_at
    ToolReceipt.objects.create(
        user_id=alice.pk, seq=1, session_id=asked.session.pk, agent_id="writer_right", call_id="1",
        tool="archon.fs.read", outcome="done", args={"path": "hidden.txt"}, started_at=now, finished_at=now,
    )  # fmt: skip
    session_conclude(session_id=asked.session.pk, answer="**Notes** <script>1</script>")
    return asked


def share(client: APIClient, talk: Conversation, **chosen: bool) -> str:
    answer = client.post(f"/api/v1/conversations/{talk.pk}/share/", chosen, format="json")
    assert answer.status_code == 201, answer.content
    return str(answer.json()["url"]).removeprefix("http://testserver")


@pytest.mark.usefixtures("allowed")
def test_anybody_with_the_link_reads_it_until_it_is_ended(as_alice: APIClient, asked: RoutedMessage) -> None:
    url = share(as_alice, asked.conversation)
    page = Client().get(url)
    html = page.content.decode()
    assert page.status_code == 200
    for words in ("what is in notes.txt?", "<strong>Notes</strong>", "&lt;script&gt;", 'content="noindex, nofollow"'):
        assert words in html
    for words in ("With ", "hidden.txt", "archon.fs.read", "alice", "csrf"):
        assert words not in html
    assert "noindex" in page["X-Robots-Tag"]
    assert "no-store" in page["Cache-Control"]
    assert page["Referrer-Policy"] == "no-referrer"
    assert Client().get(f"{url}file/?path=notes.txt").status_code == 404
    token = url.split("/")[-2]
    row = ConversationShare.objects.get()
    assert token not in "".join(map(str, vars(row).values()))
    status = as_alice.get(f"/api/v1/conversations/{asked.conversation.pk}/share/").json()
    assert (status["allowed"], status["share"]["url"]) == (True, None)
    assert as_alice.delete(f"/api/v1/conversations/{asked.conversation.pk}/share/").status_code == 204
    assert Client().get(url).status_code == 404
    assert as_alice.delete(f"/api/v1/conversations/{asked.conversation.pk}/share/").status_code == 404
    events = SecurityEvent.objects.order_by("created_at").values_list("kind", "actor_name")
    assert [event for event in events if "shar" in event[0]] == [
        ("conversation_shared", "alice"),
        ("sharing_ended", "alice"),
    ]
    assert token not in "".join(map(str, SecurityEvent.objects.values_list("subject", "details")))


@pytest.mark.usefixtures("allowed")
def test_a_stopped_answer_keeps_its_text_on_every_page_and_is_no_turn_of_the_conversation(
    as_alice: APIClient, alice: User
) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"), "tell me a long story")
    begun = "Once **upon** a time\n\n```python\nprint(1)\n```"
    with transaction.atomic():
        session = session_lock(asked.session.pk)
        session_finish_cancelled(session, STOPPED_BY_USER, partial_answer=begun)
    browser = Client()
    browser.force_login(alice)
    talk = f"/c/{asked.conversation.pk}/"
    for page in (browser.get(talk), browser.get(f"/turns/{asked.session.pk}/")):
        html = page.content.decode()
        assert "Once <strong>upon</strong> a time" in html
        assert re.search(r'class="stopped">.*Stopped by you\. This answer is not complete\.', html, re.DOTALL)
        assert f'action="{talk}messages/{asked.message.pk}/again/"' in html.partition('class="stopped"')[2]
        assert 'class="error">' not in html
    exported = f"/api/v1/conversations/{asked.conversation.pk}/export/"
    markdown = as_alice.get(exported, {"as": "markdown"}).content.decode()
    assert f"### right\n\n{begun}\n\n*Stopped by you. This answer is not complete.*" in markdown
    [answer] = as_alice.get(exported).json()["messages"][0]["answers"]
    assert (answer["state"], answer["answer"], answer["error"]["code"]) == ("cancelled", begun, "cancelled")
    shared = Client().get(share(as_alice, asked.conversation)).content.decode()
    assert "Stopped by you. This answer is not complete." in shared
    assert json.loads(re.search(r'<script id="text-1" type="application/json">(.*?)</script>', shared)[1]) == begun  # type: ignore[index]
    assert 'data-copy-from="text-1"' in shared
    assert str(asked.session.pk) not in shared
    later = create_routed_message(alice, create_global_specialist("left"), "and then?", conversation=asked.conversation)
    assert turns_before(message=later.message) == []
    assert not Message.objects.filter(session=asked.session, role=Message.Role.SPECIALIST).exists()


@pytest.mark.usefixtures("allowed")
def test_files_and_tool_arguments_are_shown_only_when_chosen(as_alice: APIClient, asked: RoutedMessage) -> None:
    url = share(as_alice, asked.conversation, files=True, tool_arguments=True)
    html = Client().get(url).content.decode()
    assert "notes.txt</a>" in html
    assert "hidden.txt" in html
    file = Client().get(f"{url}file/?path=notes.txt")
    assert (file.content, file["Content-Disposition"].partition(";")[0]) == (b"private notes", "attachment")
    for path in ("hidden.txt", "../notes.txt", ""):
        assert Client().get(f"{url}file/", {"path": path}).status_code == 404
    workspace = str(asked.conversation.pk)
    file_upload(user_id=asked.conversation.user_id, workspace_id=workspace, path="notes.txt", data=b"later notes")
    assert Client().get(f"{url}file/?path=notes.txt").content == b"private notes", "as it was then"
    newer = share(as_alice, asked.conversation)
    assert Client().get(url).status_code == 404, "a new link ends the old one"
    assert Client().get(newer).status_code == 200


@pytest.mark.usefixtures("allowed")
def test_later_messages_and_other_versions_are_not_shown(as_alice: APIClient, asked: RoutedMessage) -> None:
    url = share(as_alice, asked.conversation)
    messages = f"/api/v1/conversations/{asked.conversation.pk}/messages/"
    as_alice.post(messages, {"content": "later secret"}, format="json")
    as_alice.post(messages, {"content": "other version", "replaces": str(asked.message.pk)}, format="json")
    html = Client().get(url).content.decode()
    assert "what is in notes.txt?" in html
    assert "later secret" not in html
    assert "other version" not in html


def test_nobody_shares_while_the_operator_allows_no_links(
    as_alice: APIClient, asked: RoutedMessage, settings: LazySettings
) -> None:
    base = f"/api/v1/conversations/{asked.conversation.pk}/share/"
    refused = as_alice.post(base, {}, format="json")
    assert (refused.status_code, refused["Content-Type"]) == (403, "application/problem+json")
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"share_links": True})
    url = share(as_alice, asked.conversation)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"share_links": False})
    assert Client().get(url).status_code == 404, "links that were made before end, too"


@pytest.mark.usefixtures("allowed")
def test_only_the_owner_shares(as_bob: APIClient, asked: RoutedMessage, alice: User) -> None:
    base = f"/api/v1/conversations/{asked.conversation.pk}/share/"
    staff = APIClient()
    staff.force_authenticate(User.objects.create_user("steward", is_staff=True))
    for client, status in ((as_bob, 404), (staff, 404), (APIClient(), 401)):
        assert client.get(base).status_code == status
        assert client.post(base, {}, format="json").status_code == status
        assert client.delete(base).status_code == status
    assert Client().get("/shared/made-up/").status_code == 404
    assert ConversationShare.objects.count() == 0


@pytest.mark.usefixtures("allowed")
def test_the_page_makes_and_ends_the_link(asked: RoutedMessage, alice: User, client: Client) -> None:
    client.force_login(alice)
    page = f"/c/{asked.conversation.pk}/share/"
    html = client.post(page, {"files": "on"}).content.decode()
    assert "/shared/" in html
    assert ConversationShare.objects.get().with_files
    assert "/shared/" not in client.get(page).content.decode(), "the address is shown once"
    assert client.post(page, {"do": "end"}).status_code == 302
    assert ConversationShare.objects.filter(revoked_at=None).count() == 0


@pytest.mark.usefixtures("allowed")
def test_an_answer_that_came_later_is_not_shown(as_alice: APIClient, asked: RoutedMessage) -> None:
    Session.objects.filter(pk=asked.session.pk).update(finished_at=timezone.now() + timedelta(minutes=1))
    html = Client().get(share(as_alice, asked.conversation)).content.decode()
    assert "what is in notes.txt?" in html
    assert "<strong>Notes</strong>" not in html


@pytest.mark.usefixtures("allowed")
def test_the_link_is_masked_in_the_log(as_alice: APIClient, asked: RoutedMessage) -> None:
    url = share(as_alice, asked.conversation)
    assert url.split("/")[-2] not in mask_secrets(f"GET {url}file/")


def test_a_pin_keeps_a_title_that_another_request_gives(alice: User, asked: RoutedMessage) -> None:
    talk = asked.conversation

    def rename_meanwhile(*_: object, **__: object) -> None:
        Conversation.objects.filter(pk=talk.pk).update(title="given meanwhile")

    with before_save(rename_meanwhile):
        conversation_change(user_id=alice.pk, conversation_id=talk.pk, pinned=True)
    talk.refresh_from_db()
    assert talk.title == "given meanwhile"
    assert talk.pinned_at is not None


@contextmanager
def before_save(before: Callable[..., None]) -> Iterator[None]:
    """Call ``before`` each time before a conversation is saved."""
    pre_save.connect(before, sender=Conversation, weak=False)
    try:
        yield
    finally:
        pre_save.disconnect(before, sender=Conversation)

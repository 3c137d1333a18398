"""Chat pages: hostile answers are sanitized, tenant isolation, strict headers."""

import re
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.accounts.services import sign_in_link_create
from kingdom.console.markup.markdown import render_markdown
from kingdom.orchestrator.conversations.services import MAX_CONTENT
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.services import session_conclude
from kingdom.tools.models import ToolReceipt
from tests.factories import create_global_specialist, create_routed_message
from tests.factories.specialists import finish_session


def test_markdown_is_rendered() -> None:
    html = str(render_markdown("**bold**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[k](https://kingdom.example)"))
    assert "<strong>bold</strong>" in html
    assert "<td>1</td>" in html
    assert 'rel="noopener noreferrer nofollow"' in html


def test_a_conversation_is_its_owners_alone(as_alice: Client, bob: User) -> None:
    his = create_routed_message(bob, create_global_specialist("right"))
    for path in (f"/c/{his.conversation.pk}/", f"/turns/{his.session.pk}/", f"/c/{uuid.uuid4()}/"):
        assert as_alice.get(path).status_code == 404
    assert as_alice.post(f"/choose/{his.route.pk}/", {"specialist": "right"}).status_code == 404
    assert as_alice.post("/say/", {"conversation": str(his.conversation.pk), "content": "hello"}).status_code == 404
    assert b"A talk" not in as_alice.get("/").content


@pytest.mark.parametrize("path", ["/", f"/c/{uuid.UUID(int=1)}/", f"/turns/{uuid.UUID(int=1)}/", "/status/"])
def test_strangers_are_sent_to_the_sign_in_page(client: Client, db: None, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={path}")


def test_a_page_without_scripts_stops_answers_and_deletes_conversations(
    as_alice: Client, alice: User, bob: User
) -> None:
    specialist = create_global_specialist("right")
    mine, his = create_routed_message(alice, specialist), create_routed_message(bob, specialist)
    page = f"/c/{mine.conversation.pk}/"
    html = as_alice.get(page).content.decode()
    for action in (f"/turns/{mine.session.pk}/stop/", f"{page}delete/"):
        assert f'action="{action}"' in html
    stopped = as_alice.post(f"/turns/{mine.session.pk}/stop/")
    assert (stopped.status_code, stopped["Location"]) == (302, f"{page}#turn-{mine.session.pk}")
    mine.session.refresh_from_db()
    assert mine.session.state == "cancelled"
    assert as_alice.post(f"{page}delete/")["Location"] == "/"
    assert not Conversation.objects.filter(pk=mine.conversation.pk).exists()
    for other in (f"/turns/{his.session.pk}/stop/", f"/c/{his.conversation.pk}/delete/"):
        assert as_alice.post(other).status_code == 404
    his.session.refresh_from_db()
    assert his.session.state == "running"


def test_the_turn_shows_route_answer_and_data(as_alice: Client, alice: User) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"))
    session_conclude(session_id=asked.session.pk, answer="Here **it** is <b>.", output={"n": "<script>"})
    html = as_alice.get(f"/turns/{asked.session.pk}/").content.decode()
    assert "<strong>right</strong> (verified) · chosen with 0.94, sure" in html
    assert "not how likely its answer is right" in html
    assert "Here <strong>it</strong> is &lt;b&gt;." in html
    assert "&lt;script&gt;" in html
    assert "<script>" not in html


@pytest.mark.parametrize("count", [2, 5])
def test_a_conversation_reads_no_row_for_each_message_and_no_handler_code(
    as_alice: Client, alice: User, count: int
) -> None:
    specialist = create_global_specialist("right")
    talk = create_routed_message(alice, specialist).conversation
    for number in range(count):
        asked = create_routed_message(alice, specialist, f"number {number}", talk)
        session_conclude(session_id=asked.session.pk, answer="Here.")
    as_alice.get(f"/c/{talk.pk}/")
    with CaptureQueriesContext(connection) as queries:
        page = as_alice.get(f"/c/{talk.pk}/").content.decode()
    assert page.count("Here.") >= count
    texts = [query["sql"] for query in queries]
    assert sum('FROM "dynamic_agents"' in text for text in texts) <= 2  # all that the user may choose
    assert not [text for text in texts if '"spec_snapshot"' in text or '"agent_versions"."spec"' in text]


def test_the_kings_examples_are_buttons_and_no_json(as_alice: Client, alice: User) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"), "what can you do?")
    Session.objects.filter(pk=asked.session.pk).update(version=None)
    output = {"small_talk": "capabilities", "examples": [{"role": "right", "purpose": "", "example": "<5> miles"}]}
    session_conclude(session_id=asked.session.pk, answer="All of this.", output=output)
    html = as_alice.get(f"/turns/{asked.session.pk}/").content.decode()
    assert '<button type="button" lang="en" data-example>&lt;5&gt; miles</button>' in html
    assert "Answer as JSON" not in html


def test_an_output_of_a_specialist_never_makes_buttons(as_alice: Client, alice: User) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"))
    session_conclude(session_id=asked.session.pk, answer="Done.", output={"needs": "tea", "examples": ["odd", 5]})
    html = as_alice.get(f"/turns/{asked.session.pk}/").content.decode()
    assert "data-example" not in html
    assert "Answer as JSON" in html


def test_the_turn_shows_what_the_session_did(as_alice: Client, alice: User) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"))
    now = timezone.now()
    EgressReceipt.objects.create(
        **{
            "session": asked.session,
            "effect_seq": 2,
            "number": 1,
            "request_hash": "a" * 64,
            "read_only": False,
            "method": "POST",
        },
        **{
            "url": "https://api.sms.example/<b>",
            "host": "api.sms.example",
            "credentials": ["sms_api_key"],
            "masked": 2,
        },
        **{"outcome": "answered", "status": 202, "finished_at": now, "ms": 12.0, "reply": {"text": "not for the page"}},
    )
    ToolReceipt.objects.create(
        **{
            "user_id": alice.pk,
            "seq": 1,
            "session_id": asked.session.pk,
            "agent_id": "writer_right",
            "call_id": "1",
            "tool": "archon.fs.delete",
        },
        **{
            "outcome": "refused",
            "reason": "not_granted",
            "args": {"path": "<i>.txt"},
            "started_at": now,
            "finished_at": now,
        },
    )
    html = as_alice.get(f"/turns/{asked.session.pk}/").content.decode()
    assert "Activity: 1 request, 1 tool call" in html
    for words in (
        "POST https://api.sms.example/&lt;b&gt;",
        "answered 202",
        "with your key sms_api_key",
        "it was masked",
    ):
        assert words in html
    for words in ("archon.fs.delete", "refused: not granted", "&lt;i&gt;.txt"):
        assert words in html
    assert "not for the page" not in html


@pytest.mark.parametrize(("content", "status"), [("", 400), ("x" * 100_001, 413)])
def test_a_message_that_is_none_is_told_on_the_page(as_alice: Client, content: str, status: int) -> None:
    answer = as_alice.post("/say/", {"content": content})
    assert answer.status_code == status
    assert b'role="alert"' in answer.content


def test_a_form_that_is_sent_twice_is_one_message(as_alice: Client, alice: User) -> None:
    found = re.search(r'name="key" value="([0-9a-f]{32})"', as_alice.get("/").content.decode())
    assert found is not None
    for content in ("hello", "hello", "another"):
        assert as_alice.post("/say/", {"key": found[1], "content": content}).status_code == 302
    assert Conversation.objects.count() == 1
    assert sorted(Message.objects.values_list("content", flat=True)) == ["another", "hello"]
    other = re.search(r'name="key" value="([0-9a-f]{32})"', as_alice.get("/").content.decode())
    assert other is not None
    assert other[1] != found[1], "a page has its own key"


def test_a_link_is_used_up_by_the_button_and_not_by_looking(client: Client, alice: User) -> None:
    url = f"/sign-in/{sign_in_link_create(user=alice)}/"
    assert client.get(url).status_code == 200
    assert client.head(url).status_code == 200
    assert "_auth_user_id" not in client.session
    assert client.post(url)["Location"] == "/"
    assert client.session["_auth_user_id"] == str(alice.pk)
    assert Client().post(url).status_code == 410


def test_the_list_is_grouped_found_and_changed_by_forms(as_alice: Client, alice: User) -> None:
    specialist = create_global_specialist("right")
    talk = create_routed_message(alice, specialist, "a <b>needle</b> in hay").conversation
    other = Conversation.objects.create(user=alice, title="Other")
    assert as_alice.post(f"/c/{talk.pk}/change/", {"folder": "Hay"}).status_code == 302
    assert as_alice.post(f"/c/{other.pk}/change/", {"pinned": "1", "title": "Others"}).status_code == 302
    html = as_alice.get("/?q=needle").content.decode()
    assert "a &lt;b&gt;<mark>needle</mark>&lt;/b&gt; in hay" in html
    assert "Others" not in html
    html = as_alice.get(f"/c/{talk.pk}/").content.decode()
    assert html.index(">Pinned<") < html.index(">Others<") < html.index("Folder </span>Hay")
    assert as_alice.post(f"/c/{talk.pk}/change/", {"folder": "x" * 61}).status_code == 400
    assert Client().post(f"/c/{talk.pk}/change/", {"folder": "x"}).status_code == 302
    assert Conversation.objects.get(pk=talk.pk).folder == "Hay"


def test_another_users_conversation_is_neither_changed_nor_continued(as_alice: Client, bob: User) -> None:
    his = create_routed_message(bob, create_global_specialist("right"))
    base = f"/c/{his.conversation.pk}/"
    for path in ("change/", f"messages/{his.message.pk}/again/", f"messages/{his.message.pk}/show/"):
        assert as_alice.post(f"{base}{path}", {"folder": "x"}).status_code == 404
    assert as_alice.get(f"{base}messages/{his.message.pk}/").status_code == 404


def test_a_refused_edit_comes_back_with_its_text(as_alice: Client, alice: User) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"), "the first words")
    form = {"conversation": asked.conversation.pk, "replaces": asked.message.pk, "key": "k"}
    refused = as_alice.post("/say/", {**form, "content": "new words" + "x" * MAX_CONTENT})
    page = refused.content.decode()
    assert refused.status_code == 413
    assert ">new wordsxxx" in page
    assert f'name="replaces" value="{asked.message.pk}"' in page


def test_a_second_click_on_an_example_sends_nothing(as_alice: Client) -> None:
    for _ in range(2):
        as_alice.post("/say/", {"key": "once-1", "content": "one"})
    assert (Message.objects.count(), Conversation.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("evidence", "is_confirmed"),
    [([], True), ([{"name": "archon.web.search", "outcome": "done"}], False)],
    ids=["claims nothing", "claims a search"],
)
def test_an_answer_that_its_receipts_contradict_says_so(
    as_alice: Client, alice: User, evidence: list[dict[str, str]], is_confirmed: bool
) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"))
    note = "The receipts do not confirm this answer"
    assert note not in as_alice.get(f"/turns/{asked.session.pk}/").content.decode(), "it is not answered yet"
    finish_session(asked.session, answer="Three sources say so.", evidence=evidence)
    for page in (f"/turns/{asked.session.pk}/", f"/c/{asked.conversation.pk}/"):
        html = as_alice.get(page).content.decode()
        assert "Three sources say so." in html
        assert (note not in html) == is_confirmed, page

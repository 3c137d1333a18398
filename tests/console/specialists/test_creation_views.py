"""Pages of creations: the card, owner-only answers, write-only keys, explained failures."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from kingdom.accounts.models import User
from kingdom.contracts.capabilities.sentences import spec_capabilities
from kingdom.council.cases.approval_handlers import EXPIRY_REASON
from kingdom.council.models import CreationCase, TryOut
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.ministers.auditor.proposed_specialist import ProposalFacts, opinion_on_proposal
from kingdom.orchestrator.conversations.services import conversation_create, message_post
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_conclude
from tests.factories import create_global_specialist, create_routed_message, create_user
from tests.factories.council import Council, opened, spec, suite
from tests.factories.specialists import review_page

SMS = {
    "egress_hosts": ("api.sms.example",),
    "credentials": ({"name": "sms_api_key", "host": "api.sms.example", "how": "header"},),
}
CALLS = (
    "def handle(payload, ctx):\n    key = {'authorization': ctx.secrets.get('sms_api_key')}\n"
    "    return {'answer': ctx.http.get('https://api.sms.example/', headers=key).text, 'output': None}\n"
)
KEY = "canary-key-never-on-a-page-8"


@pytest.fixture
def alice(transactional_db: None) -> User:
    """Her cases these are; the Council's stages commit."""
    return create_user("alice")


@pytest.fixture
def bob(transactional_db: None) -> User:
    """Another user."""
    return create_user("bob")


@pytest.fixture
def council() -> Council:
    """Stages that say what a test wants."""
    return Council()


def _say(client: Client, case: CreationCase, do: str, **more: Any) -> str:  # noqa: ANN401 - a form's fields
    """Press a button of the card; return the page that follows."""
    body = {"do": do, "digest": case.digest, **more}
    answer = client.post(f"/creations/{case.pk}/answer/", body, follow=True)
    assert answer.redirect_chain == [(f"/creations/{case.pk}/", 302)]
    case.refresh_from_db()
    return answer.content.decode()


def test_the_card_shows_the_auditor_s_opinion(as_alice: Client, alice: User, council: Council) -> None:
    facts = ProposalFacts(needs_model=False, near_role="translator", near_probability=0.7, new_hosts=("a.example",))
    opinion = opinion_on_proposal(facts).model_dump(mode="json")
    council.says["validate"] = lambda stage_input, context: StageResult(
        verdict="passed", reason="It is sound.", details={"auditor": opinion}
    )
    case = opened(alice)
    council.work(case)
    html = as_alice.get(f"/creations/{case.pk}/").content.decode()
    for words in ("translator is near", "a.example is new here", "costs no tokens", "The Auditor says"):
        assert words in html
    assert html.count("look again") == 2
    assert case.approval is not None
    assert case.approval.subject["auditor"][1].startswith("a.example is new here")


def test_from_a_wish_to_a_specialist(as_alice: Client, alice: User, council: Council) -> None:
    answer = as_alice.post("/creations/", {"request": "I get lists of IBANs <b> to check every week"}, follow=True)
    case = CreationCase.objects.get(user=alice)
    assert answer.redirect_chain == [(f"/creations/{case.pk}/", 302)]
    council.work(case)
    html = as_alice.get(f"/creations/{case.pk}/").content.decode()
    for words in (
        "iban_checker",
        "reviewed: low risk",
        "4 tests, 1 of them hidden",
        "can not use the network, files or keys",
        "IBANs &lt;b&gt;",
    ):
        assert words in html
    inbox, _, folded = as_alice.get("/approvals/").content.decode().partition("The exact request")
    for words in ("4 tests, 1 of them hidden", "can not use the network, files or keys"):
        assert words in inbox
    assert case.digest not in inbox
    assert case.digest in folded.split("</details>")[0]
    assert "not the one you saw" in _say(as_alice, case, "confirm", digest="0" * 64)
    assert case.state == "awaiting_confirmation", "a yes to something else is no yes"
    _say(as_alice, case, "edit", text="call it bank helper")
    assert (case.state, case.change_request) == ("designing", "call it bank helper")
    council.work(case)
    _say(as_alice, case, "confirm")
    assert (case.state, case.confirmed_channel) == ("training", "web")
    council.work(case)
    html = as_alice.get(f"/creations/{case.pk}/").content.decode()
    assert "Ready. Only you can use it until an admin verifies it (0 of 50 runs)." in html
    assert "trained: 4 of 4" in html
    assert "iban_checker" in as_alice.get("/creations/").content.decode()


def test_answers_of_a_draft_are_shown_as_their_markdown(as_alice: Client, alice: User, council: Council) -> None:
    case = opened(alice)
    council.work(case)
    answer = "**1 difference**\n\n| what | where |\n| --- | --- |\n| changed | `/b` |\n\n<script>alert(1)</script>"
    results = [{"text": "diff these", "answer": answer, "answered": True}]
    for kind in ("examples", "own"):
        TryOut.objects.filter(case=case, kind=kind).delete()
        TryOut.objects.create(case=case, kind=kind, state="done", digest=case.digest, results=results)
    html = as_alice.get(f"/creations/{case.pk}/").content.decode()
    assert html.count("<strong>1 difference</strong>") == 2
    assert html.count("<td>changed</td>") == 2
    assert "<script>alert" not in html


def test_keys_go_in_and_never_come_out(as_alice: Client, alice: User, council: Council) -> None:
    council.proposal = spec("sms_sender", handler_code=CALLS, **SMS)
    case = council.work(opened(alice))
    html = as_alice.get(f"/creations/{case.pk}/").content.decode()
    for words in (
        "call api.sms.example with your key",
        "<code>sms_api_key</code> for api.sms.example only",
        "try without a key",
    ):
        assert words in html
    html = _say(as_alice, case, "confirm")
    assert case.state == "awaiting_resources"
    assert 'name="key:sms_api_key"' in html
    assert 'role="alert"' in _say(as_alice, case, "keys", **{"key:other": KEY})
    assert case.state == "awaiting_resources"
    html = _say(as_alice, case, "keys", **{"key:sms_api_key": KEY})
    assert case.state == "training"
    council.work(case)
    for path in (f"/creations/{case.pk}/", "/credentials/", "/approvals/"):
        assert KEY not in as_alice.get(path).content.decode() + html


def test_without_a_key_it_is_marked(as_alice: Client, alice: User, council: Council) -> None:
    council.proposal = spec("sms_sender", handler_code=CALLS, **SMS)
    case = council.work(opened(alice))
    assert "trained on mock replies" in _say(as_alice, case, "confirm-mock")
    assert (case.state, case.mock) == ("training", True)


def test_failing_tests_are_explained_and_hidden_ones_stay_hidden(
    as_alice: Client, alice: User, council: Council
) -> None:
    def failed(stage_input: StageInput, context: StageContext) -> StageResult:
        rows = [
            {
                "number": 1,
                "kind": "normal",
                "held_out": False,
                "success": False,
                "score": 0.0,
                "reason": "wrong at output.n",
                "input": "<i>",
            },
            {
                "number": 2,
                "kind": "edge",
                "held_out": True,
                "success": False,
                "score": 0.0,
                "reason": "",
                "input": "hidden-input",
            },
        ]
        told = ["Test 1 (an ordinary request): for “<i>” it should have given 1, and gave 2: wrong at output.n."]
        details = {
            "passed": 0,
            "total": 2,
            "confidence": 0.1,
            "spread": {"low": 0.0, "high": 0.6},
            "failures": told,
            "cases": rows,
        }
        return StageResult(verdict="rejected", reason="0 of 2 tests passed; at least 0.75 is needed.", details=details)

    council.says["train"] = failed
    case = council.work(opened(alice))
    _say(as_alice, case, "confirm")
    council.work(case)
    html = as_alice.get(f"/creations/{case.pk}/").content.decode()
    assert case.state == "rejected"
    for words in (
        "0 of 2 tests passed",
        "for “&lt;i&gt;” it should have given 1",
        "Confidence 0.10 (95 % between 0.00 and 0.60)",
        "held out",
    ):
        assert words in html
    assert "hidden-input" not in html


def test_an_expired_case_is_opened_again(as_alice: Client, alice: User, council: Council) -> None:
    case = council.work(opened(alice))
    CreationCase.objects.filter(pk=case.pk).update(state="expired", reason=EXPIRY_REASON, finished_at=timezone.now())
    html = as_alice.get(f"/creations/{case.pk}/").content.decode()
    assert "One click confirms it as it is on the card, without a new design." in html
    assert "expired" in _say(as_alice, case, "confirm")
    assert case.state == "expired"
    assert "Create</button>" in _say(as_alice, case, "reopen")
    assert case.state == "awaiting_confirmation"


def test_an_expired_case_is_confirmed_with_one_click(as_alice: Client, alice: User, council: Council) -> None:
    case = council.work(opened(alice))
    CreationCase.objects.filter(pk=case.pk).update(state="expired", reason=EXPIRY_REASON, finished_at=timezone.now())
    _say(as_alice, case, "confirm-again")
    assert (case.state, case.confirmed_channel) == ("training", "web")


def test_what_was_not_changed_is_said_first_and_in_the_open(as_alice: Client, alice: User, council: Council) -> None:
    sentence = "Not changed: “Etruscan numerals” is not possible without a language model."
    council.says["design"] = lambda stage_input, _context: StageResult(
        verdict="passed", reason="From a recipe.", spec=spec(), suite=suite(), details={"not_changed": sentence}
    )
    case = council.work(opened(alice))
    html = as_alice.get(f"/creations/{case.pk}/").content.decode()
    card = html[html.index("card-of-case") :]
    assert card.index(sentence) < card.index("<details"), "never in a fold"
    assert card.index(sentence) < card.index("Checks IBANs."), "before all else"
    assert case.reason.startswith(sentence)
    question = as_alice.get("/api/v1/approvals/?state=pending").json()["results"][0]
    assert question["subject"]["not changed"] == sentence


def test_card_specialist_and_review_page_show_one_sentence(
    as_alice: Client, alice: User, council: Council, admin_client: Client
) -> None:
    code = "def handle(payload, ctx):\n    return {'answer': ctx.files.read('a.txt'), 'output': None}\n"
    council.proposal = spec(handler_code=code)
    case = council.work(opened(alice))
    _say(as_alice, case, "confirm")
    council.work(case)
    assert case.specialist is not None
    sentence = escape(spec_capabilities(spec(handler_code=code)).sentence)
    assert "it may read the conversation&#x27;s files" in sentence
    pages = (
        as_alice.get(f"/creations/{case.pk}/"),
        as_alice.get(f"/specialists/{case.specialist_id}/"),
        admin_client.get(review_page(case.specialist)),
    )
    for page in pages:
        html = page.content.decode()
        assert sentence in html
        for unused in ("archon.fs.find", "archon.memory.get", "archon.tools.list", "look for files", "keep notes"):
            assert unused not in html, "a baseline tool that the code does not call"


def test_others_cases_do_not_exist(as_alice: Client, bob: User, council: Council) -> None:
    his = council.work(opened(bob))
    for path in (f"/creations/{his.pk}/", f"/creations/{his.pk}/card/"):
        assert as_alice.get(path).status_code == 404
    assert as_alice.post(f"/creations/{his.pk}/answer/", {"do": "confirm", "digest": his.digest}).status_code == 404
    assert b"iban_checker</a>" not in as_alice.get("/creations/").content
    assert as_alice.post("/creations/", {"request": "for me, weekly", "message": "nonsense"}).status_code == 400


def test_a_form_that_is_none_is_told(as_alice: Client, alice: User, council: Council) -> None:
    assert as_alice.post("/creations/", {"request": " "}).status_code == 400
    case = council.work(opened(alice))
    assert 'role="alert"' in _say(as_alice, case, "frame")
    assert 'role="alert"' in _say(as_alice, case, "edit", text="")


def test_the_offer_in_the_chat_becomes_the_card(as_alice: Client, alice: User, council: Council) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"), "I get IBANs every week")
    asked.route.kind, asked.route.specialist, asked.route.version = "create", None, None
    asked.route.save()
    body = {
        "request": "I get IBANs every week",
        "recipe": "",
        "message": str(asked.message.pk),
        "conversation": str(asked.conversation.pk),
    }
    output = {"offer": "create_specialist", "available": True, "body": body}
    session_conclude(session_id=asked.session.pk, answer="Nobody here does that yet.", output=output)
    turn = f"/turns/{asked.session.pk}/"
    assert "See the proposal" in as_alice.get(turn).content.decode()
    assert as_alice.post("/creations/", body).status_code == 302
    case = council.work(CreationCase.objects.get(user=alice, message=asked.message))
    html = as_alice.get(turn).content.decode()
    assert "See the proposal" not in html
    assert f'data-fresh="case-{case.pk}"' in html
    assert "Create</button>" in html
    assert Session.objects.filter(conversation=asked.conversation).count() == 1
    other = message_post(
        user_id=alice.pk, conversation_id=conversation_create(user_id=alice.pk).pk, content="hello"
    ).message
    assert str(case.pk) not in as_alice.get(f"/c/{other.conversation_id}/").content.decode()

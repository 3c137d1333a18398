"""Whoever deletes a conversation deletes what they wrote there, wherever it went.

What a specialist needs is its own.
"""

from typing import Any

import pytest
from django.db import transaction

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.core.errors import IllegalTransition
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.services import case_edit, case_reject, case_reopen
from kingdom.council.cases.transitions import case_transition
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict
from kingdom.council.stages.base import StageResult
from kingdom.council.tasks import drafts_purge
from kingdom.orchestrator.conversations.services import conversation_delete
from kingdom.orchestrator.models import Conversation, Message
from tests.factories.council import Council, confirmed, opened

pytestmark = pytest.mark.django_db(transaction=True)
SAID = "my aunt Zerlina sends me lists of IBANs every week"


@pytest.fixture
def talk(alice: User) -> Conversation:
    """Where she said it."""
    made = Conversation.objects.create(user=alice)
    Message.objects.create(conversation=made, role="user", content=SAID)
    return made


def case_of(user: User, talk: Conversation) -> CreationCase:
    return opened(user, SAID, conversation_id=talk.pk)


def deleted(user: User, talk: Conversation, case: CreationCase) -> CreationCase:
    conversation_delete(user_id=user.pk, conversation_id=talk.pk)
    case.refresh_from_db()
    return case


def words(case: CreationCase) -> str:
    """Everything that is kept of a case, as one text."""
    rows: list[Any] = [
        *CreationCase.objects.filter(pk=case.pk).values(),
        *StageVerdict.objects.filter(case=case).values(),
    ]
    rows += [
        *CaseEvent.objects.filter(case=case).values(),
        *Approval.objects.filter(subject__case=str(case.pk)).values("note"),
    ]
    return str(rows)


def test_a_made_specialist_stays_and_the_words_go(alice: User, council: Council, talk: Conversation) -> None:
    case = council.work(case_of(alice, talk))
    case = council.work(
        case_edit(user_id=alice.pk, case_id=case.pk, change_request="call it zerlina helper", channel="web")
    )
    council.work(confirmed(case))
    assert case.state == "completed"
    before = (case.spec_proposal, case.test_suite, case.digest)
    assert "zerlina" in words(case).lower()
    deleted(alice, talk, case)
    assert (case.request, case.change_request, case.state) == ("", "", "completed")
    assert (case.spec_proposal, case.test_suite, case.digest) == before
    assert case.specialist is not None
    assert case.specialist.current_version is not None
    assert "zerlina" not in words(case).lower()


def test_of_a_case_that_made_nothing_nothing_stays(alice: User, council: Council, talk: Conversation) -> None:
    council.says["review"] = lambda work, ports: StageResult(verdict="rejected", reason=f"Not that: {work.request}")
    case = council.work(case_of(alice, talk))
    assert "Zerlina" in case.reason
    conversation_delete(user_id=alice.pk, conversation_id=talk.pk)
    assert not CaseEvent.objects.exists()
    assert not StageVerdict.objects.exists()
    left = CreationCase.objects.get(user=alice)
    assert (left.state, left.request, left.created_at) == ("rejected", "", case.created_at), (
        "it still counts for the day"
    )
    assert "Zerlina" not in words(left)


def test_an_open_case_goes_on_and_forgets_when_it_is_over(alice: User, council: Council, talk: Conversation) -> None:
    case = deleted(alice, talk, council.work(case_of(alice, talk)))
    assert (case.state, case.request) == ("awaiting_confirmation", SAID)
    case_reject(user_id=alice.pk, case_id=case.pk, channel="web")
    case.refresh_from_db()
    assert (case.state, case.request, case.spec_proposal) == ("rejected", "", None)
    drafts_purge.run()
    assert not CaseEvent.objects.exists()
    drafts_purge.run()
    assert CreationCase.objects.get(user=alice).request == ""


def test_an_open_case_may_still_become_a_specialist(alice: User, council: Council, talk: Conversation) -> None:
    case = deleted(alice, talk, council.work(case_of(alice, talk)))
    council.work(confirmed(case))
    assert (case.state, case.request, case.specialist is None) == ("completed", "", False)


def test_what_was_forgotten_is_not_opened_again(alice: User, council: Council, talk: Conversation) -> None:
    case = deleted(alice, talk, council.work(case_of(alice, talk)))
    with transaction.atomic():
        case_transition(case=case_lock(case.pk), to="expired", reason="Nobody answered.")
    with pytest.raises(IllegalTransition, match="Ask anew"):
        case_reopen(user_id=alice.pk, case_id=case.pk)


def test_other_cases_keep_their_words(alice: User, council: Council, talk: Conversation) -> None:
    other = council.work(opened(alice))
    CreationCase.objects.filter(pk=other.pk).update(state="expired", approval=None)
    council.work(case_of(alice, talk))
    conversation_delete(user_id=alice.pk, conversation_id=talk.pk)
    other.refresh_from_db()
    assert other.request.startswith("I get lists")

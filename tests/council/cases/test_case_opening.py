"""Opening a case: what can be asked for, by whom, and how often."""

import threading
import uuid
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.console.specialists.case_presenter import cases_by_message
from kingdom.core.errors import BadInput, Busy, NotFound
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.models import CreationCase
from kingdom.events.models import DomainEvent
from kingdom.orchestrator.models import Conversation, Message
from tests.factories.council import Council, opened

pytestmark = pytest.mark.django_db(transaction=True)
NOT_THESE: list[tuple[CaseOpening, str]] = [
    (CaseOpening(request="  "), "Say what"),
    (CaseOpening(request="x" * 4001), "longer than 4,000"),
    (CaseOpening(request="Check these IBANs, just this once"), "only once"),
    (CaseOpening(request="Check IBANs every week", sources=("ftp://example.com/api",)), "sources are at most 5"),
    (CaseOpening(request="Check IBANs every week", sources=("https://example.com/",) * 6), "sources are at most 5"),
]


def test_what_can_not_be_asked_for(alice: User) -> None:
    for opening, what in NOT_THESE:
        with pytest.raises(BadInput, match=what):
            case_open(user_id=alice.pk, opening=opening)


def test_what_is_not_there_can_not_be_named(alice: User) -> None:
    for changes in (
        {"recipe": "no_such"},
        {"fork_of": uuid.uuid4()},
        {"message_id": uuid.uuid4()},
        {"conversation_id": uuid.uuid4()},
    ):
        with pytest.raises(NotFound):
            opened(alice, **changes)
    assert not CreationCase.objects.exists()


def test_limits_hold_against_many_at_once(alice: User) -> None:
    outcomes: list[str] = []

    def open_one(number: int) -> None:
        try:
            opened(alice, request=f"Wish {number}, every week")
            outcomes.append("opened")
        except Busy as error:
            outcomes.append(error.message)
        finally:
            connection.close()

    threads = [threading.Thread(target=open_one, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes.count("opened") == settings.KINGDOM.cases_open == CreationCase.objects.count()
    assert sum("Decide one of them first" in one for one in outcomes) == 5


def test_a_second_click_opens_no_second_case(alice: User, bob: User, council: Council) -> None:
    first = opened(alice, recipe="iban_checker")
    assert opened(alice, recipe="iban_checker").pk == first.pk
    assert opened(alice).pk != first.pk, "another wish"
    assert opened(bob, recipe="iban_checker").pk != first.pk
    council.turn(first)
    assert opened(alice, recipe="iban_checker").pk != first.pk, "by now somebody means it"


def test_a_case_and_each_of_its_moves_is_an_event(alice: User, council: Council) -> None:
    case = opened(alice, recipe="iban_checker")
    council.turn(case)
    stored = DomainEvent.objects.filter(user=alice, name__startswith="Creation").order_by("pk")
    moves = case.events.filter(kind="moved").order_by("seq").values_list("old_state", "new_state")
    assert [event.name for event in stored] == ["CreationOpened", *["CreationMoved"] * len(moves)]
    assert [(event.fields["old_state"], event.fields["state"]) for event in stored[1:]] == list(moves)
    assert len(moves) > 0
    assert {event.fields["creation"] for event in stored} == {str(case.pk)}


def test_limit_of_a_day(alice: User) -> None:
    CreationCase.objects.bulk_create(
        [CreationCase(user=alice, request="x", state="rejected") for _ in range(settings.KINGDOM.cases_per_day)]
    )
    with pytest.raises(Busy, match="in 24 hours"):
        opened(alice)
    CreationCase.objects.update(created_at=timezone.now() - timedelta(hours=25))
    opened(alice)


def test_each_part_of_a_message_has_a_creation_of_its_own(alice: User) -> None:
    conversation = Conversation.objects.create(user=alice)
    content = "Check IBANs every week, and sort my invoices every week"
    message = Message.objects.create(conversation=conversation, role="user", content=content)
    first, second, again = (
        opened(alice, request=text, message_id=message.pk)
        for text in ("Check IBANs every week", "sort my invoices every week", "Check IBANs every week ")
    )
    assert (first.pk == second.pk, first.pk == again.pk) == (False, True)
    views = cases_by_message(user_id=alice.pk, message_ids=[message.pk])
    assert [view.request for view in views[message.pk]] == [second.request, first.request]

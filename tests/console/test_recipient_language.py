"""Texts that background tasks wrote: each person reads them in the own language, on pages, in mails and in webhooks."""

import asyncio
import json
from collections.abc import Sequence
from contextlib import aclosing
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client
from django.utils.html import escape
from pydantic import SecretStr
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification, NotificationDelivery
from kingdom.approvals.notifications.delivery import delivery_send
from kingdom.approvals.notifications.inbox_stream import inbox_stream
from kingdom.approvals.notifications.services import (
    notification_create,
    notification_settings_set,
    notifications_create,
)
from kingdom.core.text.sentences import sentence
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.transitions import case_fail
from kingdom.schedules.models import Schedule
from kingdom.schedules.runs.firing import schedules_fire
from kingdom.schedules.services import ScheduleDraft, schedule_create
from kingdom.specialists.status.notifications import status_change_notify
from kingdom.specialists.status.owner_actions import owner_action_apply
from tests.factories import create_own_specialist, create_user
from tests.factories.council import opened
from tests.factories.webhook_receiver import Receiver
from tests.factories.webhook_receiver import receiver as receiver
from tests.factories.workflows import create_agents, create_worker, failure, finish_all, running_workflow, worker_node

pytestmark = pytest.mark.django_db
TEXT = sentence(
    "%(name)s is suspended and takes no more requests. Why: %(sentence)s", name="poet", sentence="Approved."
)
ENGLISH = "poet is suspended and takes no more requests. Why: Approved."
GERMAN = "poet ist ausgesetzt und nimmt keine Anfragen mehr an. Grund: Freigegeben."


@pytest.fixture
def cast(db: None) -> tuple[User, User, User]:
    """Anna has chosen German, Ben English, Cleo nothing."""
    people = [create_user(name) for name in ("anna", "ben", "cleo")]
    for person, language in zip(people, ("de", "en", ""), strict=True):
        person.language, person.email = language, f"{person.username}@example.org"
        person.save()
    return people[0], people[1], people[2]


def page(person: User, path: str, language: str = "") -> str:
    client = Client()
    client.force_login(person)
    return client.get(path, headers={"Accept-Language": language} if language else {}).content.decode()


def pages(people: Sequence[User], path: str) -> list[str]:
    return [page(person, path) for person in people]


def deliver_all() -> None:
    for pk in NotificationDelivery.objects.order_by("created_at").values_list("pk", flat=True):
        assert delivery_send(delivery_id=pk)


def test_the_inbox_is_in_the_language_of_its_reader_and_follows_it(cast: tuple[User, User, User]) -> None:
    notifications_create(user_ids=[person.pk for person in cast], kind="specialist_suspend", text=TEXT)
    assert set(Notification.objects.values_list("text", flat=True)) == {ENGLISH}, "stored as it always was"
    anna, ben, cleo = cast
    assert GERMAN in page(anna, "/notifications/")
    assert ENGLISH in page(ben, "/notifications/", "de")
    assert ENGLISH in page(cleo, "/notifications/")
    assert GERMAN in page(cleo, "/notifications/", "de")
    User.objects.filter(pk=anna.pk).update(language="en")
    assert ENGLISH in page(anna, "/notifications/"), "what was stored before follows, too"


def test_the_api_keeps_its_codes_and_translates_the_text(cast: tuple[User, User, User]) -> None:
    anna, ben, _ = cast
    notifications_create(user_ids=[anna.pk, ben.pk], kind="specialist_suspend", text=TEXT)
    rows = [json.loads(page(person, "/api/v1/notifications/"))["results"][0] for person in (anna, ben)]
    assert [(row["kind"], row["text"]) for row in rows] == [
        ("specialist_suspend", GERMAN),
        ("specialist_suspend", ENGLISH),
    ]


def test_an_e_mail_is_in_the_language_of_its_recipient(
    cast: tuple[User, User, User], settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"email_url": SecretStr("smtp://mail.example")})
    for person in cast:
        notification_settings_set(user_id=person.pk, email=True, webhook_url="")
    notifications_create(user_ids=[person.pk for person in cast], kind="specialist_suspend", text=TEXT)
    deliver_all()
    mails = {mail.to[0].partition("@")[0]: mail for mail in mailoutbox}
    assert mails["anna"].subject == f"Kingdom: {GERMAN}"
    assert mails["anna"].body.startswith(GERMAN)
    assert "weil Mitteilungen per E-Mail eingeschaltet sind" in mails["anna"].body
    for name in ("ben", "cleo"):
        assert (mails[name].subject, mails[name].body.startswith(ENGLISH)) == (f"Kingdom: {ENGLISH}", True)
        assert "because notifications by e-mail are on" in mails[name].body


def test_who_chose_nothing_gets_mail_in_the_language_of_the_site(
    cast: tuple[User, User, User], settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"email_url": SecretStr("smtp://mail.example")})
    settings.LANGUAGE_CODE = "de"
    for person in cast:
        notification_settings_set(user_id=person.pk, email=True, webhook_url="")
        notification_create(user_id=person.pk, kind="specialist_suspend", text=TEXT)
    deliver_all()
    assert {mail.to[0]: mail.subject for mail in mailoutbox} == {
        "anna@example.org": f"Kingdom: {GERMAN}",
        "ben@example.org": f"Kingdom: {ENGLISH}",
        "cleo@example.org": f"Kingdom: {GERMAN}",
    }


def test_a_webhook_gets_the_text_in_its_owners_language(cast: tuple[User, User, User], receiver: Receiver) -> None:
    for person in cast[:2]:
        notification_settings_set(user_id=person.pk, email=False, webhook_url=receiver.origin)
        notification_create(user_id=person.pk, kind="specialist_suspend", text=TEXT)
    deliver_all()
    bodies = [json.loads(body) for _, body in receiver.got]
    assert {(body["type"], body["data"]["kind"], body["data"]["text"]) for body in bodies} == {
        ("notification.specialist_suspend", "specialist_suspend", GERMAN),
        ("notification.specialist_suspend", "specialist_suspend", ENGLISH),
    }


@pytest.mark.django_db(transaction=True)
def test_the_stream_of_an_inbox_is_in_its_language() -> None:
    anna = create_user("anna")

    async def watched() -> str:
        async with aclosing(inbox_stream(user_id=anna.pk, language="de")) as frames:  # type: ignore[type-var]
            await anext(frames)
            await sync_to_async(notification_create)(user_id=anna.pk, kind="hint", text=TEXT)
            return await asyncio.wait_for(anext(frames), 20)

    frame = async_to_sync(watched)()
    assert json.loads(frame.partition("data: ")[2])["text"] == GERMAN


def test_the_reason_of_a_creation_and_its_notification(cast: tuple[User, User, User]) -> None:
    for person, reason, note in zip(
        cast,
        ("Der Entwerfer hat keinen Vorschlag gemacht.", "The designer made no proposal.", ""),
        (
            "Der Spezialist, den du verlangt hast, konnte nicht erstellt werden:",
            "The specialist you asked for could",
            "",
        ),
        strict=True,
    ):
        case = opened(person)
        with transaction.atomic():
            case_fail(case=case_lock(case.pk), code="no_proposal", message="The designer made no proposal.")
        assert reason in page(person, f"/creations/{case.pk}/")
        assert note in page(person, "/notifications/")


def test_the_reason_of_a_workflow_that_waits(cast: tuple[User, User, User]) -> None:
    create_worker()
    create_agents()
    stopped = failure("The language model does not answer.")
    for person, reason in zip(
        cast[:2],
        (
            "Ausführung fehlgeschlagen: analyze_a ist nicht gut ausgegangen: Das Sprachmodell antwortet nicht.",
            "Execution Failure: analyze_a did not end well: The language model does not answer.",
        ),
        strict=True,
    ):
        workflow = finish_all(running_workflow(person, worker_node("analyze_a")), {"analyze_a": stopped})
        node = workflow.nodes.get()
        assert node.error_message.startswith("Execution Failure: analyze_a did not end well"), "codes stay"
        assert reason in page(person, f"/workflows/{workflow.pk}/")


def test_the_reason_of_a_scheduled_run(cast: tuple[User, User, User]) -> None:
    start = datetime(2026, 11, 22, 8, tzinfo=UTC)
    for person, reason in zip(
        cast[:2], ("Kingdom war zu dieser Zeit aus.", "Kingdom was down at this time."), strict=True
    ):
        draft = ScheduleDraft(message="How many days until Christmas?", cron="0 * * * *", catch_up="none")
        schedule, _ = schedule_create(user_id=person.pk, draft=draft)
        Schedule.objects.filter(pk=schedule.pk).update(next_at=start)
        schedules_fire(clock=lambda: start + timedelta(hours=5, minutes=30))
        assert reason in page(person, f"/schedules/{schedule.pk}/")


def test_the_reason_of_a_status_change(cast: tuple[User, User, User]) -> None:
    for person, reason, note in zip(
        cast[:2],
        ("Von seinem Besitzer angehalten.", "Paused by its owner."),
        ("ist ausgesetzt und nimmt keine Anfragen mehr an", "is suspended and takes no more requests"),
        strict=True,
    ):
        own = create_own_specialist(person, f"poet_of_{person.username}")
        change = owner_action_apply(user=person, specialist_id=own.pk, action="pause")
        status_change_notify(change_id=change.pk)
        assert reason in page(person, f"/specialists/{own.pk}/")
        inbox = page(person, "/notifications/")
        assert (note in inbox, reason in inbox) == (True, True)


def test_what_a_person_wrote_stays_as_it_was_written(cast: tuple[User, User, User]) -> None:
    own_words = "poet is slow. Everybody may use it."
    notification_create(user_id=cast[0].pk, kind="hint", text=own_words)
    assert escape(own_words) in page(cast[0], "/notifications/")

"""The pages of schedules: set one, see its times and history, pause, resume and delete it; mistakes keep the text."""

import re

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.console.markup.markdown import render_markdown
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.orchestrator.replies.ability_replies import missing_abilities_reply
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.runs.file_triggers import triggers_fire
from kingdom.schedules.runs.firing import schedules_fire
from kingdom.tools.files.services import file_upload
from kingdom.workflows.models import Workflow
from tests.factories.workflows import create_agents, create_worker, draft_workflow, worker_node

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def test_a_schedule_is_set_seen_paused_resumed_and_deleted(page: Client, bob: User) -> None:
    assert "Nothing is scheduled" in page.get("/schedules/").content.decode()
    form = {"text": "every Monday at 8: how many days until Christmas?", "time_zone": "Europe/Berlin", "by": "time"}
    shown = page.post("/schedules/", form, follow=True).content.decode()
    assert "how many days until Christmas?" in shown
    assert len(re.findall(r"<li><time[^>]*>Mon ", shown)) == 5
    assert "Europe/Berlin. " in shown
    schedule = Schedule.objects.get()
    Schedule.objects.update(next_at=schedule.created_at)
    schedules_fire()
    assert "sent" in page.get(f"/schedules/{schedule.pk}/").content.decode()
    change = f"/schedules/{schedule.pk}/change/"
    assert "Paused." in page.post(change, {"action": "pause"}, follow=True).content.decode()
    assert "Paused." not in page.post(change, {"action": "resume"}, follow=True).content.decode()
    other = Client()
    other.force_login(bob)
    assert other.get(f"/schedules/{schedule.pk}/").status_code == 404
    assert other.post(change, {"action": "delete"}).status_code == 404
    assert page.post(change, {"action": "explode"}).status_code == 400
    assert "Its conversation stays" in page.post(change, {"action": "delete"}, follow=True).content.decode()
    assert not Schedule.objects.exists()


def test_a_mistake_keeps_what_was_typed(page: Client) -> None:
    answer = page.post("/schedules/", {"text": "call <b>me</b> at some time", "time_zone": "UTC", "by": "time"})
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert "no time that comes again" in shown
    assert "call &lt;b&gt;me&lt;/b&gt; at some time" in shown
    assert not Schedule.objects.exists()


def test_a_link_of_an_answer_opens_the_form_with_the_words_and_sets_nothing(page: Client) -> None:
    reply, _ = missing_abilities_reply(["schedule"], "en", 'every Monday at 8: the news & "weather" <b>')
    link = re.search(r"\]\((/schedules/[^)]+)\)", reply)
    assert link is not None
    shown = page.get(link[1]).content.decode()
    assert 'value="every Monday at 8: the news &amp; &quot;weather&quot; &lt;b&gt;"' in shown
    assert link[1].replace("&", "&amp;") in render_markdown(reply)
    assert not Schedule.objects.exists()


def test_a_webhook_s_address_is_shown_once(page: Client) -> None:
    shown = page.post("/schedules/", {"text": "Summarize this order", "by": "hook"}).content.decode()
    found = re.search(r"http://testserver(/hooks/[^<]+/)</code>", shown)
    assert found is not None
    assert Client().post(found[1]).status_code == 202
    assert found[1] not in page.get(f"/schedules/{Schedule.objects.get().pk}/").content.decode()


def test_times_are_those_of_the_schedule_s_zone_which_is_the_reader_s_at_first(page: Client, alice: User) -> None:
    assert re.search(r'id="time_zone"[^>]*value="UTC"', page.get("/schedules/").content.decode())
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    assert re.search(r'id="time_zone"[^>]*value="Asia/Tokyo"', page.get("/schedules/").content.decode())
    page.post("/schedules/", {"text": "every Monday at 8: hello", "time_zone": "Europe/Berlin", "by": "time"})
    schedule = Schedule.objects.get()
    detail = page.get(f"/schedules/{schedule.pk}/").content.decode()
    assert "Next times (Europe/Berlin)" in detail
    assert len(re.findall(r">Mon \d+ \w+ \d{4}, 08:00</time>", detail)) == 5
    shown = page.get("/schedules/").content.decode()
    assert re.search(r"Europe/Berlin\s+·\s+next <time [^>]*>\d+ \w+ \d{4}, 08:00</time>", shown)


@pytest.fixture
def stored(alice: User) -> Workflow:
    """A workflow of Alice's."""
    create_worker()
    create_agents()
    return draft_workflow(alice, worker_node("analyze_a"))


def test_a_workflow_is_chosen_with_its_time_zone_and_budget(page: Client, stored: Workflow, bob: User) -> None:
    form = {"text": "every Monday at 8", "time_zone": "Europe/Berlin", "by": "time", "workflow": str(stored.pk)}
    assert f'<option value="{stored.pk}">analyze_a</option>' in page.get("/schedules/").content.decode()
    shown = page.post("/schedules/", {**form, "budget_tokens": "5000"}, follow=True).content.decode()
    assert "A workflow." in shown
    schedule = Schedule.objects.get()
    assert (schedule.cron, schedule.time_zone) == ("0 8 * * 1", "Europe/Berlin")
    assert schedule.manifest is not None
    assert schedule.manifest["budget_tokens"] == 5000
    Schedule.objects.update(next_at=schedule.created_at)
    schedules_fire()
    run = ScheduleRun.objects.get()
    assert f"/workflows/{run.workflow_id}/" in page.get(f"/schedules/{schedule.pk}/").content.decode()
    wrong = page.post("/schedules/", {**form, "budget_tokens": "-3"})
    assert (wrong.status_code, "every Monday at 8" in wrong.content.decode()) == (400, True)
    assert f'<option value="{stored.pk}" selected>' in wrong.content.decode()
    page.force_login(bob)
    assert str(stored.pk) not in page.get("/schedules/").content.decode()
    assert page.post("/schedules/", form).status_code == 400
    assert Schedule.objects.count() == 1


def test_times_are_changed_by_words_and_by_a_cron_line(page: Client, bob: User) -> None:
    page.post("/schedules/", {"text": "every Monday at 8: hello", "time_zone": "UTC", "by": "time"})
    schedule = Schedule.objects.get()
    change = f"/schedules/{schedule.pk}/change/"
    page.post(change, {"action": "edit", "when": "every Tuesday at 9", "time_zone": "Asia/Tokyo"})
    schedule.refresh_from_db()
    assert (schedule.cron, schedule.time_zone, schedule.message) == ("0 9 * * 2", "Asia/Tokyo", "hello")
    assert schedule.next_at is not None
    assert (schedule.next_at.weekday(), schedule.next_at.hour) == (1, 0), "09:00 of Tokyo"
    for when in ("0 0 30 2 *", "at some time", "whenever a file arrives"):
        shown = page.post(change, {"action": "edit", "when": when, "time_zone": "UTC"}, follow=True).content.decode()
        assert 'class="error' in shown or "cron line" in shown or "no time" in shown
    schedule.refresh_from_db()
    assert schedule.cron == "0 9 * * 2"
    page.force_login(bob)
    assert (
        page.post(change, {"action": "edit", "when": "0 0 * * *", "time_zone": "UTC"}, follow=True).status_code == 404
    )


def test_a_file_trigger_is_set_by_words_and_shows_its_files(page: Client, alice: User) -> None:
    form = {"text": "whenever a CSV file arrives: validate the addresses", "time_zone": "UTC", "by": "time"}
    shown = page.post("/schedules/", form, follow=True).content.decode()
    assert "Started whenever a file arrives." in shown
    conversation = conversation_create(user_id=alice.pk)
    file_upload(user_id=alice.pk, workspace_id=str(conversation.pk), path="m.csv", data=b"mail\na@x.org\n")
    assert "1 file waits" in page.get("/schedules/").content.decode()
    assert triggers_fire() == 1
    detail = page.get(f"/schedules/{Schedule.objects.get().pk}/").content.decode()
    assert "<code>m.csv</code>" in detail
    assert f"/c/{conversation.pk}/" in detail

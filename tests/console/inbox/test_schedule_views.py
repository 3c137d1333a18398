"""The pages of schedules: set one, see its times and history, pause, resume and delete it; mistakes keep the text."""

import re

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.schedules.firing import schedules_fire
from kingdom.schedules.models import Schedule

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
    answer = page.post("/schedules/", {"text": "call <b>me</b> tomorrow", "time_zone": "UTC", "by": "time"})
    shown = answer.content.decode()
    assert answer.status_code == 400
    assert "no time that comes again" in shown
    assert "call &lt;b&gt;me&lt;/b&gt; tomorrow" in shown
    assert not Schedule.objects.exists()


def test_a_webhook_s_address_is_shown_once(page: Client) -> None:
    shown = page.post("/schedules/", {"text": "Summarize this order", "by": "hook"}).content.decode()
    found = re.search(r"http://testserver(/hooks/[^<]+/)</code>", shown)
    assert found is not None
    assert Client().post(found[1]).status_code == 202
    assert found[1] not in page.get(f"/schedules/{Schedule.objects.get().pk}/").content.decode()


def test_times_that_say_utc_are_utc_in_every_time_zone(page: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    page.post("/schedules/", {"text": "every Monday at 8: hello", "time_zone": "UTC", "by": "time"})
    schedule = Schedule.objects.get()
    detail = page.get(f"/schedules/{schedule.pk}/").content.decode()
    assert len(re.findall(r">Mon \d+ \w+ \d{4}, 08:00</time>", detail)) == 5
    assert "08:00 UTC</time>" in page.get("/schedules/").content.decode()

"""Admin pages of spaces, calibrations and replays: permissions, confirmations and numbers of queries."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.orchestrator.models import Conversation, Message, ReplayRun
from kingdom.orchestrator.replay.jobs import ReplayRequest, replay_execute, replay_request
from kingdom.routing.calibration.services import calibration_fit
from kingdom.routing.models import EmbeddingSpace, RouterCalibration, RoutingChange
from kingdom.routing.space_build import space_build_execute
from kingdom.routing.spaces.activation import calibration_switch
from kingdom.routing.spaces.selectors import active_space_kind
from kingdom.routing.spaces.services import space_request
from kingdom.specialists.models.specialist import Specialist
from tests.factories.specialists import client_of, review_page
from tests.factories.topics import EXAMPLES

SPACES, ACT = reverse("admin:routing_embeddingspace_changelist"), reverse("admin:routing_embeddingspace_act")
NEW, LIST = reverse("admin:orchestrator_replayrun_new"), reverse("admin:orchestrator_replayrun_changelist")
ROLES = sorted(EXAMPLES)
Kind = ReplayRun.Change


def staff(group: str) -> User:
    member = User.objects.create_user(f"staff_{group or 'none'}", is_staff=True)
    if group:
        member.groups.add(Group.objects.get(name=group))
    return member


@pytest.fixture
def operator(db: None) -> Client:
    """Sign in as staff with the permissions of operators."""
    return client_of(staff("operator"))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of sent tasks."""
    found: list[str] = []
    monkeypatch.setattr("celery.current_app.send_task", lambda task, args: found.append(task))
    return found


@pytest.fixture
def built(spaces: dict[str, Specialist], sent: list[str]) -> dict[str, Specialist]:
    """Build the hashing space beside MiniLM."""
    space_build_execute(space_id=space_request(kind="hashing").pk)
    return spaces


@pytest.fixture
def run(built: dict[str, Specialist], alice: User) -> ReplayRun:
    """Run a replay of Alice's messages with three differences."""
    for text in EXAMPLES[ROLES[0]][1][:3]:
        Message.objects.create(conversation=Conversation.objects.create(user=alice), role="user", content=text)
    made = replay_request(request=ReplayRequest(change=Kind.WITHOUT, target=ROLES[0], message_count=10))
    replay_execute(run_id=made.pk)
    made.refresh_from_db()
    return made


def url(name: str, *given: object) -> str:
    return reverse(f"admin:routing_embeddingspace_{name}", args=given)


def shown(client: Client, address: str) -> str:
    return client.get(address, follow=True).content.decode()


def test_a_space_is_built_switched_to_and_back_from_the_page(
    spaces: dict[str, Specialist], sent: list[str], operator: Client
) -> None:
    operator.post(ACT, {"act": "build", "what": "hashing"})
    assert "queued" in shown(operator, SPACES)
    EmbeddingSpace.objects.filter(kind="hashing").update(state="building", done=412, total=723)
    assert "412 of 723 texts" in shown(operator, SPACES)
    assert "is not complete: 412 of 723 texts" in shown(operator, url("switch", "hashing"))
    operator.post(ACT, {"act": "stop", "what": "hashing"})
    assert "Stopped by staff_operator." in shown(operator, SPACES)
    operator.post(ACT, {"act": "build", "what": "hashing"})
    space_build_execute(space_id=EmbeddingSpace.objects.get(kind="hashing").pk)
    assert "Switch to hashing" in shown(operator, SPACES)
    assert "routes every message in hashing instead of minilm" in shown(operator, url("switch", "hashing"))
    assert active_space_kind() == "minilm", "showing the page changes nothing"
    done = operator.post(url("switch", "hashing"), {"expected": "minilm", "reason": "A trial."}, follow=True)
    assert "Hashing is active now." in done.content.decode()
    change = RoutingChange.objects.get()
    assert (change.actor_name, change.reason, active_space_kind()) == ("staff_operator", "A trial.", "hashing")
    late = operator.post(url("switch", "hashing"), {"expected": "minilm"}, follow=True)
    assert "Hashing is active now, not minilm" in late.content.decode()
    back = operator.post(url("undo", change.pk), {"expected": "hashing"}, follow=True)
    assert "Minilm is active again." in back.content.decode()
    assert (
        "Another switch came after that one" in operator.post(url("undo", change.pk), {}, follow=True).content.decode()
    )
    assert "Hashing is removed" in operator.post(url("remove", "hashing"), {}, follow=True).content.decode()
    assert "Minilm is active." in operator.post(url("remove", "minilm"), {}, follow=True).content.decode()


def test_a_gate_is_fitted_switched_to_and_released_from_the_page(
    spaces: dict[str, Specialist], sent: list[str], operator: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    operator.post(ACT, {"act": "fit"})
    first = RouterCalibration.objects.get(active=True)
    monkeypatch.setattr("kingdom.routing.calibration.services.METHOD", "other")
    second = calibration_fit(space=first.encoder)
    assert second is not None
    assert f"Switch to {second.pk}" in shown(operator, SPACES)
    assert f"instead of {first.pk}" in shown(operator, url("calibration", second.pk))
    late = operator.post(url("calibration", second.pk), {"expected": str(second.pk)}, follow=True)
    assert f"Calibration {first.pk} is active now, not {second.pk}" in late.content.decode()
    operator.post(url("calibration", second.pk), {"expected": str(first.pk)})
    assert "pinned" in shown(operator, SPACES)
    assert (
        "is refitted automatically again"
        in operator.post(ACT, {"act": "release", "what": second.pk}, follow=True).content.decode()
    )
    operator.post(url("undo", RoutingChange.objects.get().pk), {})
    assert RouterCalibration.objects.get(active=True) == first
    assert operator.get(reverse("admin:routing_routercalibration_change", args=[first.pk])).status_code == 200


# user; status codes of viewing, switching and requesting a replay
CAST = (
    ("auditor", 200, 403, 403),
    ("", 403, 403, 403),  # staff without permissions
    ("alice", 302, 302, 302),  # the author of the messages
    ("bob", 302, 302, 302),
    ("anonymous", 302, 302, 302),
    ("reviewer", 200, 403, 302),
    ("operator", 200, 302, 302),
)


def test_who_may(run: ReplayRun, alice: User, bob: User) -> None:
    people = {"alice": alice, "bob": bob}
    detail, said = (
        reverse("admin:orchestrator_replayrun_change", args=[run.pk]),
        {"change": "without", "target": ROLES[0], "last": 5},
    )
    for who, sees, switches, replays in CAST:
        client = Client() if who == "anonymous" else client_of(people[who] if who in people else staff(who))
        may_replay, before = who in ("operator", "reviewer"), ReplayRun.objects.count()
        assert [client.get(one).status_code for one in (SPACES, LIST, detail)] == [sees] * 3, who
        assert [
            client.post(url("switch", "hashing"), {}).status_code,
            client.post(ACT, {"act": "fit"}).status_code,
        ] == [switches] * 2, who
        assert client.post(NEW, said).status_code == replays, who
        assert (active_space_kind() == "hashing") == (who == "operator")
        assert ReplayRun.objects.count() - before == may_replay, who
        assert EXAMPLES[ROLES[0]][1][0] not in client.get(f"{detail}?words").content.decode(), who


def test_what_users_wrote_is_not_shown(run: ReplayRun, operator: Client) -> None:
    detail = reverse("admin:orchestrator_replayrun_change", args=[run.pk])
    text = EXAMPLES[ROLES[0]][1][0]
    page = shown(operator, detail)
    assert text not in page
    assert "<b>3</b> (100.0 %)" in page
    assert "current: specialist:" + ROLES[0] in page
    assert text not in shown(operator, f"{detail}?words")


def test_from_a_replay_to_the_switch_and_to_its_undoing(
    built: dict[str, Specialist], alice: User, operator: Client
) -> None:
    made = operator.post(NEW, {"change": "space", "target": "hashing", "last": 5})
    run = ReplayRun.objects.get()
    assert made["Location"] == reverse("admin:orchestrator_replayrun_change", args=[run.pk])
    page = shown(operator, made["Location"])
    assert "Running. Reload" in page
    assert url("switch", "hashing") not in page
    replay_execute(run_id=run.pk)
    page = shown(operator, made["Location"])
    assert "No message would be routed differently." in page
    assert url("switch", "hashing") in page
    operator.post(url("switch", "hashing"), {"expected": "minilm"})
    assert url("undo", RoutingChange.objects.get().pk) in shown(operator, made["Location"])
    assert url("switch", "hashing") not in shown(client_of(staff("reviewer")), made["Location"])


def test_a_replay_is_stopped_and_refused_in_words(built: dict[str, Specialist], operator: Client) -> None:
    assert "the space hashing instead of minilm" in shown(operator, NEW)
    assert (
        "There is no verified specialist nobody."
        in operator.post(NEW, {"change": "without", "target": "nobody", "last": 5}).content.decode()
    )
    operator.post(NEW, {"change": "without", "target": ROLES[0], "last": 5})
    detail = reverse("admin:orchestrator_replayrun_change", args=[ReplayRun.objects.get().pk])
    assert client_of(staff("auditor")).post(detail).status_code == 403
    operator.post(detail)
    assert ReplayRun.objects.get().state == "cancelled"
    assert operator.get(reverse("admin:orchestrator_replayrun_change", args=["nonsense"])).status_code == 404


def test_the_review_page_and_the_suspension_lead_there(
    built: dict[str, Specialist], carol: User, run: ReplayRun
) -> None:
    one, client = built[ROLES[0]], client_of(carol)
    assert f"{NEW}?change=without&amp;target={one.pk}" in shown(client, review_page(one))
    chosen = {"action": "suspend", "_selected_action": [str(one.pk)]}
    assert (
        f"{NEW}?change=without&amp;target={one.pk}"
        in client.post("/admin/specialists/specialist/", chosen).content.decode()
    )
    assert f'value="{one.pk}"' in shown(client, f"{NEW}?change=without&target={one.pk}")
    assert review_page(one) in shown(client, reverse("admin:orchestrator_replayrun_change", args=[run.pk]))
    Specialist.objects.filter(pk=one.pk).update(status="unverified")
    assert f"{NEW}?change=with_version&amp;target={one.current_version_id}" in shown(client, review_page(one))


def test_pages_read_as_often_with_many_rows_as_with_few(
    run: ReplayRun, carol: User, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    flip = run.differences.first()
    assert flip is not None
    conversation = Conversation.objects.create(user=alice)
    for number in range(60):
        message = Message.objects.create(conversation=conversation, role="user", content=f"text {number}")
        run.differences.create(message=message, current=flip.current, changed=flip.changed)
        if number % 4 == 0:
            replay_request(request=ReplayRequest(change=Kind.WITHOUT, target=ROLES[0], message_count=1), user=carol)
    active = RouterCalibration.objects.get(active=True, encoder__startswith="minilm")
    for number in range(15):
        made = RouterCalibration.objects.create(
            encoder=active.encoder,
            parameters=active.parameters,
            classifier=active.classifier,
            inputs_digest=str(number),
        )
        calibration_switch(calibration_id=made.pk, actor=carol)
    client = client_of(carol)
    detail = reverse("admin:orchestrator_replayrun_change", args=[run.pk])
    for address, most in ((detail, 8), (f"{detail}?p=2", 8), (LIST, 10), (SPACES, 20), (NEW, 8)):
        with django_assert_max_num_queries(most):
            assert client.get(address).status_code == 200
    for model in ("routercalibration", "routingchange"):
        with django_assert_max_num_queries(10):
            assert client.get(f"/admin/routing/{model}/").status_code == 200
    assert "page 2 of 3" in shown(client, f"{detail}?p=2")


def test_what_no_button_sends_is_answered_in_words(
    operator: Client, built: dict[str, Specialist], sent: list[str]
) -> None:
    calibration = calibration_fit(space=EmbeddingSpace.objects.get(kind="hashing").encoder)
    assert calibration is not None
    for given in ("\x00", "1\x00"):
        assert operator.post(ACT, {"act": "release", "what": given}).status_code == 400
    for given in ("9" * 5000, "\u00b2", ""):
        assert operator.post(ACT, {"act": "release", "what": given}).status_code in (302, 403)
        assert operator.post(ACT, {"act": "build", "what": given}).status_code == 302
        assert operator.post(ACT, {"act": "stop", "what": given}).status_code == 302
        assert operator.post(
            url("calibration", calibration.pk), {"reason": "Look.", "expected": given}
        ).status_code in (200, 302)
    assert operator.get(url("remove", "\x00")).status_code == 400

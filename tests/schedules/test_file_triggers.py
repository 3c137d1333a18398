"""File triggers: files that arrive start a message or workflow of their user, and never themselves."""

import uuid
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.core.errors import BadInput
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.orchestrator.models import Message
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.rules.trigger_text import read_trigger
from kingdom.schedules.runs import file_triggers, starts
from kingdom.schedules.runs.file_triggers import triggers_fire, waiting_files
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_conclude
from kingdom.tools.files.file_writes import FileAuthor, file_write
from kingdom.tools.files.services import file_upload
from kingdom.workflows.kernel.result_tables import WORKFLOW_AUTHOR
from kingdom.workflows.models import Workflow
from kingdom.workflows.services import workflow_plan_check
from tests.factories.workflows import create_agents, create_worker, finish_all

pytestmark = pytest.mark.django_db
URL = "/api/v1/schedules/"
MAPPED = {"agents": [{"id": "analyze_a", "specialist": "shouter", "map": {"over": {"file": "{file}"}}}]}


@pytest.fixture(autouse=True)
def specialists(db: None) -> None:
    """Store the specialists that the nodes are run by."""
    caches["default"].clear()
    create_worker()
    create_agents()


def create(client: APIClient, **body: object) -> Schedule:
    answer = client.post(URL, body, format="json")
    assert answer.status_code == 201, answer.json()
    return Schedule.objects.get(pk=answer.json()["id"])


def conversation_of(user: User) -> str:
    return str(conversation_create(user_id=user.pk).pk)


def arrive(user: User, conversation_id: str, path: str, text: str = "mail\nann@x.org\n", agent_id: str = "") -> None:
    author = FileAuthor(user_id=user.pk, workspace_id=conversation_id, agent_id=agent_id)
    file_write(author=author, path=path, data=text.encode())


def conclude(run: ScheduleRun) -> None:
    Session.objects.filter(schedule_run=run).update(state=Session.State.RUNNING)
    session_conclude(session_id=Session.objects.get(schedule_run=run).pk, answer="Checked.")


def outcomes(trigger: Schedule) -> list[tuple[str, str, int]]:
    return list(trigger.runs.order_by("due_at").values_list("file_path", "outcome", "left_out"))


def test_other_sentences_are_no_triggers() -> None:
    assert read_trigger("every Monday at 8: read the file that arrives") is None
    with pytest.raises(BadInput, match="not what"):
        read_trigger("whenever a file arrives")


def test_a_file_starts_the_message_in_its_conversation(as_alice: APIClient, alice: User) -> None:
    conversation_id = conversation_of(alice)
    arrive(alice, conversation_id, "old.csv")
    trigger = create(as_alice, text="whenever a CSV file arrives: validate the addresses")
    assert (trigger.on_file, trigger.file_pattern, trigger.catch_up) == (True, "*.csv", "all")
    assert triggers_fire() == 0, "files that were there before start nothing"
    arrive(alice, conversation_id, "notes.txt")
    arrive(alice, conversation_id, "a/New.CSV")
    assert as_alice.get(f"{URL}{trigger.pk}/").json()["waiting_files"] == 1
    assert (triggers_fire(), triggers_fire()) == (1, 0)
    message = Message.objects.get(role="user")
    assert (str(message.conversation_id), message.content) == (conversation_id, "validate the addresses")
    assert message.files == ["a/New.CSV"]
    conclude(trigger.runs.get())
    assert outcomes(trigger) == [("a/New.CSV", "answered", 0)]
    arrive(alice, conversation_id, "a/New.CSV")
    assert triggers_fire() == 0, "the same content again is no new file"


def test_files_come_one_after_the_other_and_a_burst_is_bounded(
    as_alice: APIClient, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_triggers, "MAX_RUNS_PER_HOUR", 2)
    trigger, conversation_id = create(as_alice, on_file=True, message="look"), conversation_of(alice)
    for number in range(3):
        arrive(alice, conversation_id, f"{number}.csv", f"n\n{number}\n")
    assert triggers_fire() == 1
    assert triggers_fire() == 0, "the first one is not over"
    for _ in range(2):
        conclude(trigger.runs.get(outcome="sent"))
        triggers_fire()
    trigger.refresh_from_db()
    assert [path for path, *_ in outcomes(trigger)] == ["0.csv", "1.csv"]
    assert len(waiting_files(trigger)) == 1, "it waits for the next hour"
    assert triggers_fire(clock=lambda: timezone.now() + timedelta(hours=2)) == 1


def test_a_large_burst_is_taken_file_by_file_and_none_is_left_out(as_alice: APIClient, alice: User) -> None:
    trigger, conversation_id = create(as_alice, on_file=True, message="look"), conversation_of(alice)
    for number in range(26):
        arrive(alice, conversation_id, f"{number:02}.csv", f"n\n{number}\n")
    assert triggers_fire() == 1
    assert outcomes(trigger) == [("00.csv", "sent", 0)]
    trigger.refresh_from_db()
    assert len(waiting_files(trigger)) == 25


def test_files_that_do_not_fit_hide_none_behind_them(
    as_alice: APIClient, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_triggers, "MAX_LOOKED_AT", 2)
    trigger = create(as_alice, on_file=True, message="look", file_pattern="*.csv")
    conversation_id = conversation_of(alice)
    for number in range(5):
        arrive(alice, conversation_id, f"{number}.txt", f"n {number}")
    arrive(alice, conversation_id, "fits.csv")
    for _ in range(3):
        triggers_fire()
    assert outcomes(trigger) == [("fits.csv", "sent", 0)]


def test_triggers_that_wait_take_no_turn_of_others(
    as_alice: APIClient, as_bob: APIClient, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_triggers, "MAX_TRIGGERS", 1)
    idle = create(as_alice, on_file=True, message="look")
    arrive(bob, conversation_of(bob), "old.csv")
    trigger = create(as_bob, on_file=True, message="look")
    arrive(bob, conversation_of(bob), "new.csv")
    assert triggers_fire() == 1
    assert (outcomes(idle), len(outcomes(trigger))) == ([], 1)


def test_a_trigger_for_the_files_of_agents_does_not_start_itself(as_alice: APIClient, alice: User) -> None:
    trigger = create(as_alice, on_file=True, message="look", own_files=True)
    conversation_id = conversation_of(alice)
    arrive(alice, conversation_id, "first.csv")
    assert triggers_fire() == 1
    run = trigger.runs.get()
    author = FileAuthor(
        user_id=alice.pk, workspace_id=conversation_id, agent_id="coder_writer", session_id=run.session_id
    )
    file_write(author=author, path="own.csv", data=b"n\n1\n")
    conclude(run)
    arrive(alice, conversation_id, "results/table.csv", agent_id=WORKFLOW_AUTHOR)
    assert triggers_fire() == 0
    arrive(alice, conversation_id, "other.csv", agent_id="coder_writer")
    assert triggers_fire() == 1
    assert [path for path, *_ in outcomes(trigger)] == ["first.csv", "other.csv"]


def test_a_run_s_own_files_start_nothing_unless_asked(as_alice: APIClient, alice: User) -> None:
    trigger, conversation_id = create(as_alice, on_file=True, message="look"), conversation_of(alice)
    arrive(alice, conversation_id, "made.csv", agent_id="coder_writer")
    assert triggers_fire() == 0
    own = create(as_alice, on_file=True, message="look", own_files=True)
    arrive(alice, conversation_id, "again.csv", agent_id="coder_writer")
    assert triggers_fire() == 1
    assert (outcomes(trigger), len(outcomes(own))) == ([], 1)


def test_the_budget_bounds_the_workflow_of_each_file(as_alice: APIClient, alice: User) -> None:
    create(as_alice, on_file=True, workflow=MAPPED, budget_tokens=5_000)
    arrive(alice, conversation_of(alice), "m.csv")
    assert triggers_fire() == 1
    assert Workflow.objects.get().manifest["budget_tokens"] == 5_000


def test_a_workflow_maps_over_the_file_and_its_table_starts_nothing(as_alice: APIClient, alice: User) -> None:
    trigger, conversation_id = create(as_alice, on_file=True, workflow=MAPPED), conversation_of(alice)
    arrive(alice, conversation_id, "m.csv", "mail\nann@x.org\nbob@x.org\n")
    assert triggers_fire() == 1
    workflow = Workflow.objects.get()
    assert (str(workflow.conversation_id), workflow.state) == (conversation_id, "running")
    finish_all(workflow)
    file_triggers_after = triggers_fire()
    assert file_triggers_after == 0
    (row,) = as_alice.get(f"{URL}{trigger.pk}/runs/").json()["results"]
    assert (row["file_path"], row["workflow_state"], row["outcome"]) == ("m.csv", "completed", "answered")


def test_a_file_that_does_not_fit_fails_its_run_and_says_why(as_alice: APIClient, alice: User) -> None:
    trigger, conversation_id = create(as_alice, on_file=True, workflow=MAPPED), conversation_of(alice)
    arrive(alice, conversation_id, "many.csv", "n\n" + "7\n" * 1_001)
    assert triggers_fire() == 1
    run = trigger.runs.get()
    assert run.outcome == "failed"
    assert "1,001 rows" in run.reason
    assert not Workflow.objects.exists()


def test_a_fault_of_kingdom_fails_one_file_and_lets_the_next_one_pass(
    as_alice: APIClient, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError("a fault")

    trigger, conversation_id = create(as_alice, on_file=True, workflow=MAPPED), conversation_of(alice)
    arrive(alice, conversation_id, "a.csv")
    with monkeypatch.context() as patched:
        patched.setattr(starts, "workflow_plan_check", broken)
        assert triggers_fire() == 1
    arrive(alice, conversation_id, "b.csv")
    assert triggers_fire() == 1
    assert outcomes(trigger) == [("a.csv", "failed", 0), ("b.csv", "sent", 0)]
    assert "a.csv" in Notification.objects.get(user=alice).text


def test_a_workflow_is_planned_without_a_lock_and_by_one_process(
    as_alice: APIClient, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A model may take a minute: meanwhile the user pauses the trigger, and another process looks at it, too."""
    trigger, conversation_id = create(as_alice, on_file=True, workflow=MAPPED), conversation_of(alice)
    arrive(alice, conversation_id, "a.csv")
    real, meanwhile = workflow_plan_check, list[object]()

    def slow(**given: object) -> object:
        with CaptureQueriesContext(connection) as statements:
            meanwhile.append(triggers_fire())
        assert not [row for row in statements if "INSERT" in row["sql"]]
        meanwhile.append(as_alice.post(f"{URL}{trigger.pk}/pause/").json()["state"])
        return real(**given)  # type: ignore[arg-type] # as the caller gave it

    with monkeypatch.context() as patched:
        patched.setattr(starts, "workflow_plan_check", slow)
        assert triggers_fire() == 0
    assert meanwhile == [0, "paused"]
    assert not Workflow.objects.exists()
    trigger.refresh_from_db()
    assert trigger.planning_until is None


def test_a_plan_of_an_older_version_of_the_file_starts_nothing(
    as_alice: APIClient, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    trigger, conversation_id = create(as_alice, on_file=True, workflow=MAPPED), conversation_of(alice)
    arrive(alice, conversation_id, "a.csv")
    real = workflow_plan_check

    def overtaken(**given: object) -> object:
        arrive(alice, conversation_id, "a.csv", "mail\nbob@x.org\n")
        return real(**given)  # type: ignore[arg-type] # as the caller gave it

    with monkeypatch.context() as patched:
        patched.setattr(starts, "workflow_plan_check", overtaken)
        assert triggers_fire() == 0
    assert triggers_fire() == 1
    assert "bob@x.org" in str(Workflow.objects.get().manifest)
    assert outcomes(trigger) == [("a.csv", "sent", 0)]


def test_pause_resume_and_catch_up(as_alice: APIClient, alice: User) -> None:
    trigger, conversation_id = create(as_alice, on_file=True, message="look", catch_up="latest"), conversation_of(alice)
    assert as_alice.post(f"{URL}{trigger.pk}/pause/").json()["state"] == "paused"
    arrive(alice, conversation_id, "paused.csv")
    assert triggers_fire() == 0
    assert as_alice.post(f"{URL}{trigger.pk}/resume/").json()["waiting_files"] == 0
    for number in range(3):
        arrive(alice, conversation_id, f"{number}.csv", f"n\n{number}\n")
    assert triggers_fire() == 1
    assert outcomes(trigger) == [("2.csv", "sent", 2)]
    late = create(as_alice, on_file=True, message="look", catch_up="none")
    arrive(alice, conversation_id, "late.csv")
    triggers_fire(clock=lambda: timezone.now() + timedelta(hours=1))
    assert outcomes(late) == [("late.csv", "skipped", 1)]
    assert "an earlier file went first" in late.runs.get().reason


def test_only_own_files_of_the_named_conversation_count(
    as_alice: APIClient, as_bob: APIClient, as_stranger: APIClient, alice: User, bob: User
) -> None:
    conversation_id, other_id = conversation_of(alice), conversation_of(alice)
    trigger = create(as_alice, on_file=True, message="look", conversation_id=conversation_id)
    foreign = create(as_bob, on_file=True, message="look")
    arrive(alice, other_id, "other.csv")
    assert triggers_fire() == 0
    arrive(alice, conversation_id, "own.csv")
    assert triggers_fire() == 1
    assert (len(outcomes(trigger)), outcomes(foreign)) == (1, [])
    body = {"on_file": True, "message": "look", "conversation_id": conversation_id}
    assert as_bob.post(URL, body, format="json").status_code == 404
    assert as_stranger.post(URL, body, format="json").status_code == 401
    assert as_bob.get(f"{URL}{trigger.pk}/").status_code == 404


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"workflow": "validate the addresses"}, "/workflow"),
        ({"workflow": {"agents": [{"id": "a", "specialist": "nobody", "input": "{file}"}]}}, "/agents/0/specialist"),
        ({"workflow": {"agents": [{"id": "{file}"}]}}, "/agents/0"),
        ({"message": "look", "file_pattern": "a/*.csv"}, "/file_pattern"),
        ({"message": "look", "cron": "0 8 * * *"}, None),
        ({"message": "look", "conversation_id": str(uuid.uuid4())}, None),
        ({}, None),
    ],
)
def test_bad_triggers_are_refused_with_their_place(
    as_alice: APIClient, body: dict[str, object], pointer: str | None
) -> None:
    answer = as_alice.post(URL, {"on_file": True, **body}, format="json")
    assert answer.status_code in (400, 404)
    if pointer is not None:
        assert answer.json()["errors"][0]["pointer"] == pointer
    assert not Schedule.objects.exists()


def test_upload_by_the_api_is_an_arrival(as_alice: APIClient, alice: User) -> None:
    trigger, conversation_id = create(as_alice, on_file=True, message="look"), conversation_of(alice)
    file_upload(user_id=alice.pk, workspace_id=conversation_id, path="up.csv", data=b"a\nb\n")
    assert triggers_fire() == 1
    assert [path for path, *_ in outcomes(trigger)] == ["up.csv"]

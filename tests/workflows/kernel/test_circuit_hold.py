"""A part that does not answer holds back what needs it, one run in the whole installation tries it, and all go on."""

from dataclasses import asdict
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from kingdom.accounts.models import User
from kingdom.core.background.circuit_breaker import Circuit
from kingdom.core.errors import ModelUnreachable
from kingdom.providers.circuit_store import SEARCH_CIRCUIT, host_circuit, mcp_circuit
from kingdom.providers.language_models import model_config
from kingdom.providers.models import ProviderCircuit
from kingdom.sessions.engine import step_transactions
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Session
from kingdom.workflows.models import Workflow, WorkflowEvent
from kingdom.workflows.presenters import present_workflow, wait_sentence
from tests.factories import create_global_specialist
from tests.factories.capabilities import ScriptedModel, always, graph
from tests.factories.capabilities import answer as said
from tests.factories.workflows import HANDLER, advanced, finish_all, open_sessions, running_workflow, worker_node

pytestmark = pytest.mark.django_db
AGENT = {"id": "analyze_a", "prompt": "Look."}


def circuit(name: str, since_s: float, state: str = "open") -> None:
    """Store a circuit that opened so many seconds ago."""
    since = timezone.now().timestamp() - since_s
    row = asdict(Circuit(state=state, failures=5, since=since))  # type: ignore[arg-type] # a state of circuits
    ProviderCircuit.objects.update_or_create(name=name, defaults={"state": row})


def holds(workflow: Workflow) -> list[tuple[str, str, str]]:
    """Return what a workflow waited for: code, part and name."""
    events = WorkflowEvent.objects.filter(workflow=workflow, kind="WorkflowHeld").order_by("seq")
    return [(event.payload["code"], event.payload["part"], event.payload["name"]) for event in events]


@pytest.fixture
def calling(db: None) -> None:
    """Store a handler that calls a host."""
    hosts = ["api.example.org:8443", "files.example.org"]
    create_global_specialist("caller", identity="analyze", engine="handler", handler_code=HANDLER, egress_hosts=hosts)


@pytest.mark.usefixtures("with_model")
def test_one_run_of_all_workflows_tries_the_model(alice: User, bob: User) -> None:
    provider = model_config("chat").provider
    circuit(provider, 3600)
    first, second = running_workflow(alice, AGENT), running_workflow(bob, AGENT)
    assert (len(open_sessions(first)), open_sessions(second)) == (1, [])
    assert (holds(first), holds(second)) == ([], [("circuit_trial", "model", provider)])
    assert "another run tries" in present_workflow(second)["waits_for"]
    circuit(provider, 0, "closed")
    assert len(open_sessions(advanced(second))) == 1


@pytest.mark.usefixtures("with_model")
def test_a_probe_that_died_is_followed_by_another_one(alice: User, bob: User) -> None:
    circuit(model_config("chat").provider, 3600)
    running_workflow(alice, AGENT)
    second = running_workflow(bob, AGENT)
    ProviderCircuit.objects.update(trial_claimed_at=datetime(2026, 1, 1, tzinfo=UTC))
    assert len(open_sessions(advanced(second))) == 1


@pytest.mark.usefixtures("calling")
def test_a_host_that_does_not_answer_holds_only_what_calls_it(alice: User) -> None:
    circuit(host_circuit("api.example.org"), 5)
    caller = {"id": "analyze_c", "specialist": "caller", "map": {"over": ["1", "2", "3"]}}
    workflow = running_workflow(alice, caller, worker_node("analyze_a"))
    assert [session.input_text for session in open_sessions(workflow)] == ["hello"]
    assert holds(workflow) == [("circuit_open", "host", "api.example.org:8443")]
    assert holds(advanced(workflow)) == holds(workflow), "the same wait is said once"
    circuit(host_circuit("api.example.org"), 40)
    workflow = advanced(workflow)
    assert [session.input_text for session in open_sessions(workflow)] == ["1", "hello"]
    circuit(host_circuit("api.example.org"), 80)
    assert len(open_sessions(advanced(workflow))) == 4, "the probe did not fail: it answered, or did not call the host"
    assert finish_all(workflow).state == "completed"


@pytest.mark.usefixtures("with_model")
def test_a_web_search_that_does_not_answer_holds_what_has_to_search(alice: User) -> None:
    circuit(SEARCH_CIRCUIT, 5)
    workflow = running_workflow(alice, {"id": "research_market", "prompt": "Look."}, AGENT)
    assert [session.input_text for session in open_sessions(workflow, "research_market")] == []
    assert len(open_sessions(workflow)) == 1
    assert holds(workflow) == [("circuit_open", "tool", "archon.web.search")]


def test_what_a_workflow_waits_for_is_said_in_the_readers_language() -> None:
    held = {"code": "circuit_open", "part": "host", "name": "a.org", "until": "2026-11-23T08:30:00+00:00"}
    assert wait_sentence(held) == "Waiting for the host a.org, which does not answer; tried again at 08:30 UTC."
    with translation.override("de"):
        assert wait_sentence(held) == "Wartet auf den Host a.org, nicht erreichbar; nächster Versuch um 08:30 UTC."
    assert wait_sentence({"code": "policy", "reason": "Too many."}) == "Too many."
    assert wait_sentence({}) == ""


def test_an_mcp_server_that_does_not_answer_holds_what_names_its_tool(alice: User) -> None:
    """Its circuit stays open for 60 seconds, twice as long as the others."""
    create_global_specialist(
        "reader", identity="analyze", engine="handler", handler_code=HANDLER, tools=["mcp.wiki.get"]
    )
    reader = {"id": "analyze_r", "specialist": "reader", "input": "1"}
    for since_s, running in ((5, []), (45, []), (65, ["1"])):
        circuit(mcp_circuit("wiki"), since_s)
        workflow = running_workflow(alice, reader)
        assert [session.input_text for session in open_sessions(workflow)] == running
        assert holds(workflow) == ([] if running else [("circuit_open", "tool", "mcp.wiki.get")])


def unanswered(session: Session) -> None:
    """Let a worker run a session whose model does not answer."""
    session_run(session_id=session.pk, graphs=always(graph(model=ScriptedModel([ModelUnreachable("Away.")]))))


@pytest.mark.usefixtures("with_model")
def test_sessions_that_wait_for_the_model_are_said_when_none_works_on(alice: User) -> None:
    workflow = running_workflow(alice, {"id": "writer_a", "prompt": "Write."}, {"id": "writer_b", "prompt": "Write."})
    first, second = open_sessions(workflow)
    unanswered(first)
    assert present_workflow(workflow)["waits_for"] == ""
    unanswered(second)
    assert present_workflow(workflow)["waits_for"] == "Waiting for the language model, which does not answer."
    with translation.override("de"):
        assert present_workflow(workflow)["waits_for"] == "Wartet auf das Sprachmodell, nicht erreichbar."
    session_run(session_id=first.pk, graphs=always(graph(model=ScriptedModel([said("Fine. [STATUS: SUCCESS]")]))))
    assert "nicht" not in present_workflow(advanced(workflow))["waits_for"]
    assert workflow.nodes.get(node_id="writer_a").state == "completed"


@pytest.mark.usefixtures("with_model")
def test_a_nodes_session_waits_as_long_as_its_workflow_may_take(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_transactions, "MAX_WAIT", timedelta(0))
    workflow = running_workflow(alice, {"id": "writer_a", "prompt": "Write."})
    (session,) = open_sessions(workflow)
    for _ in range(3):
        unanswered(session)
    assert [one.state for one in open_sessions(advanced(workflow))] == ["running"]
    Workflow.objects.update(deadline_at=timezone.now() - timedelta(seconds=1))
    assert advanced(workflow).nodes.get().error_code == "time_limit"

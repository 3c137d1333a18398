"""Pages of workflows: a plan before its start, what moves it, faults at their place, tenant isolation."""

import json

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.console.workflows.workflow_presenter import brief_view
from kingdom.sessions.engine.runner import session_run
from kingdom.workflows.models import Workflow
from tests.factories.capabilities import ScriptedModel, always, graph
from tests.factories.workflows import (
    advanced,
    agent,
    create_agents,
    create_worker,
    draft_workflow,
    failure,
    finish_all,
    open_sessions,
    running_workflow,
    wish,
    worker_node,
)

pytestmark = pytest.mark.django_db
TWO = (worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))


@pytest.fixture(autouse=True)
def workers(db: None) -> None:
    """Store the specialists that the nodes are run by."""
    create_worker()
    create_agents()


def _page(client: Client, workflow: Workflow, query: str = "") -> str:
    return client.get(f"/workflows/{workflow.pk}/{query}").content.decode()


def test_manifest_becomes_a_draft_that_says_what_it_can_do_and_what_was_repaired(as_alice: Client) -> None:
    manifest = json.dumps({"agents": [{**TWO[0], "id": "Mails", "tools": ["archon.fs.delete"]}]})
    answer = as_alice.post("/workflows/", {"by": "manifest", "manifest": manifest}, follow=True)
    html = answer.content.decode()
    assert "This plan only computes; it can not use the network, files or keys." in html
    assert "2 repairs of the manifest" in html
    assert "analyze_mails, Analysis, Waiting" in html  # a box of the drawing, by name, identity and state
    assert 'value="start"' in html
    workflow = Workflow.objects.get()
    assert workflow.state == "draft"
    for move, state in (("start", "running"), ("pause", "paused"), ("resume", "running"), ("cancel", "cancelled")):
        assert as_alice.post(f"/workflows/{workflow.pk}/move/", {"move": move}).status_code == 302
        workflow.refresh_from_db()
        assert workflow.state == state
    again = as_alice.post(f"/workflows/{workflow.pk}/move/", {"move": "start"}, follow=True).content.decode()
    assert "This workflow is cancelled, not a draft." in again
    assert "analyze_mails" in as_alice.get("/workflows/").content.decode()


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"by": "manifest", "manifest": '{"agents": [\n}'}, "This is not JSON. Line 2, column 1"),
        ({"by": "manifest", "manifest": "[" * 100_000}, "not a JSON manifest: it is nested too deep"),
        ({"by": "request", "request": "  "}, "Say what is wanted."),
        ({"by": "request", "request": "juggle with nine balls"}, "No specialist here does step 1"),
        ({"by": "request", "request": "x" * 8_001}, "at most 8,000 characters"),
    ],
)
def test_mistakes_are_named_and_what_was_typed_stays(as_alice: Client, body: dict[str, str], words: str) -> None:
    answer = as_alice.post("/workflows/", body)
    html = answer.content.decode()
    assert answer.status_code == 400
    assert words in html.replace("&#x27;", "'")
    assert body.get("request", "").strip() in html
    assert not Workflow.objects.exists()


@pytest.mark.parametrize(
    ("change", "value"),
    [({"prompt": "<b>"}, "&lt;b&gt;"), ({"specialist": "nobody"}, "nobody"), ({"depends_on": 7}, "7")],
)
def test_faults_of_a_manifest_stand_at_their_place(as_alice: Client, change: dict[str, object], value: str) -> None:
    manifest = json.dumps({"agents": [TWO[0], {**TWO[1], **change}]})
    answer = as_alice.post("/workflows/", {"by": "manifest", "manifest": manifest})
    assert answer.status_code == 400
    shown = answer.content.decode().split('aria-label="The manifest with its mistakes">')[1].split("</pre>")[0]
    assert "analyze_a&quot;\n" not in shown.split("depends_on")[0]  # the node without a fault is left out
    assert value in shown
    assert "↑ " in shown
    assert "<b>" not in shown


def test_deep_value_with_a_fault_is_shown_in_part(as_alice: Client) -> None:
    deep: object = "x"
    for _ in range(60):
        deep = [deep]
    answer = as_alice.post("/workflows/", {"by": "manifest", "manifest": json.dumps({"agents": [{"id": deep}]})})
    assert answer.status_code == 400
    assert "↑ An id is a text" in answer.content.decode()


def test_halted_node_has_its_card_in_place_and_the_graph_of_an_earlier_time(as_alice: Client, alice: User) -> None:
    workflow = finish_all(running_workflow(alice, *TWO), {"analyze_a": failure("<i>It broke.</i>")})
    html = _page(as_alice, workflow)
    assert "analyze_a, Analysis, Needs you" in html
    assert 'name="choice" value="skip"' in html
    assert "&lt;i&gt;It broke" in html
    assert f"/api/v1/workflows/{workflow.pk}/events/?last_event_id={workflow.last_seq}" in html
    earlier = _page(as_alice, workflow, "?at=3")
    assert "analyze_a, Analysis, Running" in earlier
    assert "data-watch" not in earlier
    for odd in ("?at=-1", "?at=999999999999", "?at=x"):
        assert "Needs you" in _page(as_alice, workflow, odd)
    question = workflow.nodes.get(node_id="analyze_a").approval
    assert question is not None
    card = as_alice.get(f"/approvals/{question.pk}/").content.decode()
    assert "quality-pause" in card
    assert "Nothing is lost" in card
    assert f"/workflows/{workflow.pk}/#node-analyze_a" in card
    act = f"/workflows/{workflow.pk}/nodes/analyze_a/"
    answer = as_alice.post(act, {"action": "edit", "prompt": "hi"})
    assert answer.headers["Location"].endswith("#node-analyze_a")
    workflow = finish_all(workflow)
    assert workflow.answer == "HI"
    html = _page(as_alice, workflow)
    assert "2 of 2 steps done" in html
    assert "attempt 2" in html
    assert "Run with this task" in html
    assert 'value="skip"' not in html


def test_card_sends_the_prompt_only_to_edit(as_alice: Client, alice: User) -> None:
    agent = {"id": "writer_a", "prompt": "Write a poem."}
    for choice, note in (("skip", ""), ("edit", "Write a song.")):
        workflow = finish_all(running_workflow(alice, agent), {"writer_a": failure()})
        question = workflow.nodes.get().approval
        assert question is not None
        page = as_alice.get(f"/workflows/{workflow.pk}/").content.decode()
        assert "data-prompt>Write a poem.</textarea>" in page
        body = {"choice": choice, "args_hash": question.args_hash, "note": note or "Write a poem."}
        as_alice.post(f"/approvals/{question.pk}/answer/", body)
        question.refresh_from_db()
        assert (question.choice, question.note) == (choice, note)


def test_map_shows_its_progress(as_alice: Client, alice: User) -> None:
    node = {"id": "analyze_all", "specialist": "shouter", "map": {"over": ["a", "b", "c"]}}
    workflow = running_workflow(alice, node)
    assert "0 of 3" in _page(as_alice, workflow)
    assert "3 of 3 items" in _page(as_alice, finish_all(workflow))


def test_results_are_formatted_like_answers_and_carry_no_html(as_alice: Client, alice: User) -> None:
    node = {"id": "analyze_a", "specialist": "shouter", "input": "**so** <b>it</b> is"}
    html = _page(as_alice, finish_all(running_workflow(alice, node)))
    result, steps = html.split('id="can"')
    for part in (result, steps):
        assert "<strong>SO</strong> &lt;B&gt;IT&lt;/B&gt; IS" in part


@pytest.mark.parametrize(
    ("finding", "shown"),
    [
        ({"value": "a **b**", "quote": ""}, "<strong>b</strong>"),
        ({"value": {"a": 1}, "quote": "so *it* is"}, "<em>it</em>"),
        ({"value": {"a": "**b** <i>"}, "quote": ""}, "<code>{&quot;a&quot;:&quot;**b** &lt;i&gt;&quot;}</code>"),
        ({"value": 391, "quote": ""}, "<code>391</code>"),
    ],
)
def test_text_of_a_finding_is_formatted_and_data_is_not(finding: dict[str, object], shown: str) -> None:
    brief = {"findings": [{"item": "", **finding}]}
    assert shown in brief_view(brief).findings[0].shown


def test_workflow_of_another_does_not_exist(alice: User, bob: User, carol: User, client: Client) -> None:
    workflow = draft_workflow(alice, *TWO)
    paths = [f"/workflows/{workflow.pk}/{rest}" for rest in ("", "move/", "nodes/analyze_a/")]
    assert client.get(paths[0]).status_code == 302  # to the sign-in page
    assert client.post(paths[1], {"move": "start"}).status_code == 302
    for user in (bob, carol):
        client.force_login(user)
        assert client.get(paths[0]).status_code == 404
        assert client.post(paths[1], {"move": "start"}).status_code == 404
        assert client.post(paths[2], {"action": "abort"}).status_code == 404
        assert str(workflow.pk) not in client.get("/workflows/").content.decode()
    workflow.refresh_from_db()
    assert workflow.state == "draft"


def test_delegated_nodes_are_drawn_from_when_they_were_added(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdom.workflows.kernel.availability.is_model_configured", lambda: True)
    workflow = running_workflow(alice, {"id": "research_market", "prompt": "Look at the market."})
    (session,) = open_sessions(workflow)
    model = ScriptedModel([wish(agent("writer_part", input="3"))])
    session_run(session_id=session.pk, graphs=always(graph(model=model)))
    workflow = advanced(workflow)
    html = _page(as_alice, workflow)
    assert "writer_part, " in html
    assert "asked for by research_market" in html
    earlier = _page(as_alice, workflow, "?at=1")
    drawing = earlier[earlier.index("<svg") : earlier.index("</svg>")]
    assert "research_market" in drawing
    assert "writer_part" not in drawing

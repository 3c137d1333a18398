"""Nodes by identity: its colour in both themes, its word, and what each node used and found."""

import colorsys
import re

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest
from kingdom.sessions.models import Session
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append
from kingdom.workflows.models import Workflow
from tests.factories import create_global_specialist
from tests.factories.workflows import (
    answer,
    create_agents,
    create_worker,
    draft_workflow,
    finish_all,
    open_sessions,
    running_workflow,
    worker_node,
)
from tests.plugins.product import ROOT

LABELS = {"research": "Research", "analyze": "Analysis", "coder": "Code", "writer": "Writing", "master": "Master"}
HUES = {"research": (200, 235), "analyze": (30, 50), "coder": (120, 160), "writer": (255, 285), "master": (0, 15)}
STYLES = ROOT / "kingdom" / "console" / "static" / "console"


def colours(sheet: str) -> dict[str, str]:
    """Return the variables of a style sheet that are colours."""
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", (STYLES / sheet).read_text()))


def channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("sheet", ["kingdom.css", "dark.css"])
@pytest.mark.parametrize("identity", HUES)
def test_each_identity_has_its_colour_that_can_be_read(sheet: str, identity: str) -> None:
    known = colours(sheet)
    hue = colorsys.rgb_to_hls(*channels(known[identity]))[0] * 360
    low, high = HUES[identity]
    assert low <= hue <= high, (known[identity], hue)
    for ground in ("ground", "panel"):
        assert contrast(known[identity], known[ground]) >= 4.5, ground
    rule = f".identity-{identity} {{ --identity: var(--{identity}); }}"
    assert rule in (STYLES / "kingdom.css").read_text()


@pytest.mark.django_db
@pytest.mark.usefixtures("specialists")
def test_each_node_has_the_colour_and_the_word_of_its_identity(as_alice: Client, alice: User) -> None:
    ruler = create_global_specialist("ruler", identity="master")
    nodes = ({"id": f"{one}_a", "specialist": f"{one}_agent", "input": "x"} for one in LABELS if one != "master")
    workflow = draft_workflow(alice, *nodes, worker_node("analyze_all"))
    workflow.nodes.filter(node_id="analyze_all").update(version=ruler.current_version)  # no manifest may name a master
    html = page_of(as_alice, workflow)
    for node_id in workflow.nodes.values_list("node_id", flat=True):
        identity = "master" if node_id == "analyze_all" else node_id.partition("_")[0]
        step = step_of(html, node_id)
        assert f'class="tag identity-{identity}">{LABELS[identity]}<' in step
        assert f'class="dot-of identity-{identity}"' in step
        box = re.search(rf'<a href="#node-{node_id}" aria-label="([^"]+)">(.*?)</a>', html, re.DOTALL)
        assert box is not None
        assert box[1] == f"{node_id}, {LABELS[identity]}, Waiting"
        assert f'class="box identity-{identity}"' in box[2]
        assert f'<tspan class="identity-{identity}">{LABELS[identity]}</tspan>' in box[2]


@pytest.mark.django_db
@pytest.mark.usefixtures("specialists")
def test_each_node_shows_its_own_brief_and_receipts(as_alice: Client, alice: User) -> None:
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("coder_b"))
    for node_id, tools in (("analyze_a", ["archon.fs.read", "archon.fs.list"]), ("coder_b", [])):
        (session,) = open_sessions(workflow, node_id)
        for tool in tools:
            store_receipt(session, tool)
    done = {"analyze_a": answer("It has 7 rows."), "coder_b": answer("A table.")}
    html = page_of(as_alice, finish_all(workflow, done))
    first, second = step_of(html, "analyze_a"), step_of(html, "coder_b")
    assert "Result</summary>" in first
    assert "It has 7 rows." in first
    assert "Receipts (2)" in first
    assert "<code>archon.fs.read</code> done" in first
    assert "<code>archon.fs.list</code> done" in first
    assert "A table." in second
    assert "Receipts" not in second
    assert "It has 7 rows." not in second


@pytest.fixture
def specialists(db: None) -> None:
    """Store the specialists that the nodes are run by."""
    create_worker()
    create_agents()


def page_of(client: Client, workflow: Workflow) -> str:
    return client.get(f"/workflows/{workflow.pk}/").content.decode()


def step_of(html: str, node_id: str) -> str:
    """Return the part of the page below the graph that is about one node."""
    start = html.index(f'<li class="node" id="node-{node_id}"')
    end = html.find('<li class="node"', start + 1)
    return html[start : end if end > 0 else None]


def store_receipt(session: Session, tool: str) -> None:
    ctx = CallContext(trace_id="t", user_id=str(session.user_id), session_id=str(session.pk))
    request = ToolRequest(call_id=tool, name=tool, args={"path": "a.csv"})
    receipt_append(ctx=ctx, request=request, ended=ToolCallOutcome(outcome="done", result={"success": True}))

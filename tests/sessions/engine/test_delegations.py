"""A delegation outside of a workflow: a clear refusal to the model, a receipt, and no block in any answer."""

import pytest

from kingdom.contracts.identity import Identity
from kingdom.contracts.model import ModelResponse, ToolCall
from kingdom.sessions.engine.replay import session_replay
from kingdom.sessions.engine.runner import session_run
from kingdom.tools.models import ToolReceipt
from tests.factories.capabilities import ScriptedModel, always, answer, graph
from tests.factories.cognition import BLOCK, TOOL, WISH
from tests.factories.sessions import OpenSession

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "asked",
    [answer(f"I ask for help.\n{BLOCK}"), answer("", tool_calls=(ToolCall(id="c", name=TOOL, args=WISH),))],
    ids=["block", "native"],
)
def test_a_chat_refuses_it_and_the_model_goes_on(open_model: OpenSession, asked: ModelResponse) -> None:
    session = open_model(role="searcher", identity=Identity.RESEARCH)
    model = ScriptedModel([asked, answer("I did it myself. [STATUS: SUCCESS]")])

    session_run(session_id=session.pk, graphs=always(graph(model=model)))

    session.refresh_from_db()
    assert (session.state, session.answer) == ("completed", "I did it myself.")
    assert "Only an agent of a workflow can hand work to others." in model.asked[-1].messages[-1].text
    receipt = ToolReceipt.objects.get(session_id=session.pk)
    assert (receipt.tool, receipt.outcome, receipt.reason) == (TOOL, "refused", "delegation_outside")
    assert session_replay(session_id=session.pk).identical


def test_a_model_that_only_delegates_ends_without_showing_it(open_model: OpenSession) -> None:
    session = open_model(role="searcher", identity=Identity.RESEARCH)
    model = ScriptedModel([answer(f"I ask.\n{BLOCK}") for _ in range(60)])

    session_run(session_id=session.pk, graphs=always(graph(model=model)))

    session.refresh_from_db()
    assert (session.state, session.error_code, session.answer) == ("failed", "step_limit", "")

"""Egress credentials: code calls a declared host with a stored key, and only the host gets the key."""

import json
import secrets
from collections.abc import Callable

import pytest

from tests.journeys.egress.egress_world import NAME, World, forms_of

pytestmark = pytest.mark.journey


def test_only_the_host_gets_the_key(world: World) -> None:
    canary = f"canary/+{secrets.token_hex(8)}=&<a>-never-anywhere"
    credential = world.store(canary)
    done = world.until(world.ask(("GET", "/messages?to=ann", None)), "completed", "failed")
    assert done["state"] == "completed", done
    assert (done["specialist"]["role"], done["answer"]) == (world.role, "I asked 1 times.")
    assert [(one.method, one.path, one.headers["authorization"]) for one in world.host.seen] == [
        ("GET", "/messages?to=ann", f"Bearer {canary}")
    ]
    # the host echoed its whole request: the program got it masked
    ((method, status, text),) = done["output"]["told"]
    assert (method, status) == ("GET", 200)
    assert "GET /messages?to=ann" in text
    assert "Bearer ••••" in text

    (receipt,) = done["egress"]
    assert (receipt["method"], receipt["outcome"], receipt["status"], receipt["credentials"]) == (
        "GET",
        "answered",
        200,
        [NAME],
    )
    assert receipt["headers"]["authorization"] == "••••"
    assert receipt["masked"] >= 2
    listed = world.api("GET", "/api/v1/credentials/")["results"]
    (use,) = next(one for one in listed if one["id"] == credential)["last_uses"]
    assert (use["host"], use["outcome"], use["http_status"]) == ("127.0.0.1", "answered", 200)

    assert canary not in str(done)
    assert world.places_of(canary) == []
    assert world.places_of("I asked 1 times."), "the search finds text that is in a prompt"


def test_a_file_write_asks_and_goes_to_the_conversation(as_user: Callable[[str], World]) -> None:
    fay = as_user("fay")
    session = fay.ask(("FILE", "notes/today.txt", "remember the milk"))
    asked = fay.question(session)
    assert set(asked["text"].splitlines()) == {
        f"writer_{fay.role} wants to use archon.fs.write.",
        "Its code asks for this. Its purpose: “Sends text messages.”",
        "archon.fs.write",
        "   path: notes/today.txt",
        "   content: remember the milk",
    }
    files = f"/api/v1/conversations/{fay.session(session)['conversation_id']}/files/"
    assert fay.api("GET", files)["count"] == 0
    fay.answer(asked, "once")
    done = fay.until(session, "completed", "failed")
    assert done["output"] == {"told": [["FILE", 17, "remember the milk"]]}
    assert fay.api("GET", files)["files"] == [{"path": "notes/today.txt", "size": 17}]


RECORD = """
import json
from kingdom.sessions.engine.replay import session_replay
from kingdom.tools.receipts.selectors import receipts_of_sessions
rows = [[row.tool, row.outcome, row.reason] for row in receipts_of_sessions(session_ids=[{pk!r}])]
print("RECORD " + json.dumps([rows, session_replay(session_id={pk!r}).identical]))
"""


def test_tools_of_a_handler_pass_the_gate(as_user: Callable[[str], World]) -> None:
    """A granted tool runs, another is refused and recorded, and a tool without a rule asks a person."""
    gus = as_user("gus")
    session = gus.ask(
        ("TOOL", "archon.fs.find", {"base": "", "pattern": "*"}),
        ("TOOL", "archon.exec.python", {"code": "print(1)"}),
        ("TOOL", "archon.fs.write", {"path": "plan.txt", "content": "milk"}),
        ("TOOL", "archon.fs.read", {"path": "plan.txt"}),
    )
    asked = gus.question(session)
    assert (asked["kind"], asked["choices"]) == ("tool", ["once", "session", "always", "deny"])
    assert asked["text"].splitlines() == [
        f"writer_{gus.role} wants to use archon.fs.write.",
        "Its code asks for this. Its purpose: “Sends text messages.”",
        "archon.fs.write",
        "   path: plan.txt",
        "   content: milk",
    ]
    gus.answer(asked, "once")
    done = gus.until(session, "completed", "failed", "awaiting_approval")
    assert done["state"] == "completed", done
    found, run, written, read = (one[1] for one in done["output"]["told"])
    assert (found["success"], found["files"]) == (True, [])
    assert run == "This specialist's card does not name the tool archon.exec.python, so it was not called."
    assert (written, read["success"], read["content"]) == ({"success": True, "bytesWritten": 4}, True, "milk")
    printed = gus.product.run_python(RECORD.format(pk=session)).split("RECORD ", 1)[1]
    rows, identical = json.loads(printed)
    assert identical
    # the code ran twice; finished calls were not repeated
    assert sorted(map(tuple, rows)) == [
        ("archon.exec.python", "refused", "not_on_card"),
        ("archon.exec.python", "refused", "not_on_card"),
        ("archon.fs.find", "done", ""),
        ("archon.fs.read", "done", ""),
        ("archon.fs.write", "done", ""),
    ]


def test_no_prompt_holds_the_key(as_user: Callable[[str], World]) -> None:
    """Later prompts contain the answer of the code, but not its key."""
    kim, canary = as_user("kim"), f"canary/+{secrets.token_hex(8)}=&<a>-never-anywhere"
    kim.store(canary)
    done = kim.until(kim.ask(("GET", "/messages?to=ann", None)), "completed", "failed")
    assert (done["state"], kim.host.seen[0].headers["authorization"]) == ("completed", f"Bearer {canary}")
    kim.model.requests.clear()
    messages = f"/api/v1/conversations/{done['conversation_id']}/messages/"
    posted = kim.api(
        "POST", messages, {"content": "Thank you. In one word: what is the capital of France?"}, status=202
    )
    kim.until(posted["session_id"], "completed", "failed", "awaiting_approval")
    prompts = "\n".join(text for seen in kim.model.requests for text in (*seen.texts, str(seen.headers)))
    assert "I asked 1 times." in prompts, "the search finds text that is in a prompt"
    assert [form for form in forms_of(canary) if form in prompts] == []

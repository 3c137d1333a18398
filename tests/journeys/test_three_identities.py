"""Without a model: three identities over the 200 rows of a posted file, and a short run of another user beside it."""

from typing import Any

import pytest

from tests.plugins.product import Product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
ROWS = [f"Member {n},{f'member{n}@example.com' if n % 5 else f'member{n}@x'}" for n in range(200)]
MEMBERS = "name,mail\n" + "\n".join(ROWS)
CREATE = """
from tests.factories import create_global_specialist
PICK = '''
import csv, io
def handle(payload, ctx):
    rows = list(csv.DictReader(io.StringIO(payload["text"].split("\\\\n\\\\n", 1)[1])))
    wrong = [row["address"] for row in rows if row["valid"] == "False"]
    return {"answer": ", ".join(wrong), "output": wrong}
'''
WRITE = '''
def handle(payload, ctx):
    wrong = payload["text"].split("\\\\n\\\\n", 1)[1].split(", ")
    return {"answer": f"Dear club, {len(wrong)} addresses are wrong, the first is {wrong[0]}.", "output": None}
'''
create_global_specialist("row_picker", identity="coder", engine="handler", handler_code=PICK)
create_global_specialist("letter_filler", identity="writer", engine="handler", handler_code=WRITE)
"""
AGENTS: list[dict[str, Any]] = [
    {"id": "analyze_mails", "specialist": "email_validator",
     "map": {"over": {"file": "members.csv", "column": "mail"}, "parallel": 8}},
    {"id": "coder_pick", "specialist": "row_picker", "input": {"from": "analyze_mails", "text": "Pick the wrong."}},
    {"id": "writer_letter", "specialist": "letter_filler", "input": {"from": "coder_pick", "text": "Write it."}},
]  # fmt: skip
SHORT: list[dict[str, Any]] = [{"id": "analyze_sum", "specialist": "calculator", "input": "120 + 340"},
         {"id": "analyze_share", "specialist": "calculator",
          "input": {"from": "analyze_sum", "text": "take 19% of {result}"}}]  # fmt: skip
ENDS = ("completed", "failed", "cancelled", "awaiting_approval")


def _start(product: Product, agents: list[dict[str, Any]], *, user: str, **more: object) -> str:
    body = {"manifest": {"agents": agents}, "start": True, **more}
    status, made = product.call("POST", "/api/v1/workflows/", user=user, body=body)
    assert status == 201, made
    return str(made["id"])


def _read(product: Product, workflow: str, user: str) -> dict[str, Any]:
    return dict(product.call("GET", f"/api/v1/workflows/{workflow}/", user=user)[1])


def _ended(product: Product, workflow: str, user: str) -> dict[str, Any]:
    wait_for(lambda: _read(product, workflow, user)["state"] in ENDS, timeout_s=240, what=f"the workflow of {user}")
    return _read(product, workflow, user)


def test_three_identities_map_over_a_file_and_a_short_run_of_another_user_ends_first(product: Product) -> None:
    product.run_python(CREATE)
    product.token("bob")
    files = [{"path": "members.csv", "text": MEMBERS}]
    long = _start(product, AGENTS, user="alice", files=files)
    short = _start(product, SHORT, user="bob")

    other = _ended(product, short, "bob")
    assert (other["state"], other["answer"]) == ("completed", "19 % of 460 = **87.4**")
    assert _read(product, long, "alice")["state"] == "running", "the many items of one user wait for nobody's turn"

    done = _ended(product, long, "alice")
    assert done["state"] == "completed", done
    assert [node["identity"] for node in done["nodes"]] == ["analyze", "coder", "writer"]
    assert done["nodes"][0]["runs"] == {"completed": 200}
    assert done["answer"] == "Dear club, 40 addresses are wrong, the first is member0@x."

"""From one installation to another.

Two databases, two keys, the real judges, the real sandbox, and an answer at the end.
"""

import json

import pytest

from kingdom.accounts.models import User
from kingdom.council.proposals.exchange.parser import file_parse
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.council.rules import state_machine
from kingdom.specialists.registry.services import specialist_register
from tests.factories.specialist_files import exported
from tests.plugins.product import Product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.django_db]
TIMEOUT_S = 240.0
API = "/api/v1"


@pytest.fixture
def file(alice: User) -> bytes:
    """A specialist that Alice has in the tests' own installation."""
    chosen = recipe_by_name("vat_calculator")
    return exported(alice, specialist_register(spec=chosen.spec, owner=alice, tests=chosen.tests))


def test_it_answers_in_another_kingdom(file: bytes, product: Product) -> None:
    sent = file_parse(file)

    def call(method: str, path: str, body: object = None, expect: int = 200) -> dict[str, object]:
        status, answer = product.call(method, f"{API}{path}", user="mallory", body=body)
        assert status == expect, answer
        found: dict[str, object] = answer
        return found

    assert product.manage("signing_key").split()[0] != sent.signature.key_id, "another key"
    changed = {**json.loads(file), "claims": {**json.loads(file)["claims"], "status": "verified"}}
    assert call("POST", "/specialists/import/", changed, 400)["code"] == "file_refused"
    path = f"/creations/{call('POST', '/specialists/import/', json.loads(file), 202)['id']}/"
    wait_for(
        lambda: call("GET", path)["state"] not in state_machine.WORKING_STATES, timeout_s=TIMEOUT_S, what="the judges"
    )
    case = call("GET", path)
    assert case["state"] == state_machine.AWAITING_CONFIRMATION, case["reason"]
    assert case["digest"] == sent.document.digests.proposal, "the approval is of what was sent, to the letter"
    assert f"a key this Kingdom does not know: {sent.signature.key_id}" in str(case["card"])
    call("POST", f"{path}confirm/", {"digest": case["digest"]})
    wait_for(
        lambda: call("GET", path)["state"] not in state_machine.WORKING_STATES, timeout_s=TIMEOUT_S, what="the training"
    )
    case = call("GET", path)
    assert case["state"] == state_machine.COMPLETED, case["reason"]

    shown = call("GET", f"/specialists/{case['specialist_id']}/")
    assert (shown["status"], shown["scope"], shown["digest"]) == ("unverified", "user", sent.document.digests.spec)
    talk = call("POST", "/conversations/", {}, 201)["id"]
    posted = call("POST", f"/conversations/{talk}/messages/", {"content": sent.document.spec.examples[0]}, 202)
    wait_for(
        lambda: call("GET", f"/sessions/{posted['session_id']}/")["finished_at"], timeout_s=TIMEOUT_S, what="an answer"
    )
    session = call("GET", f"/sessions/{posted['session_id']}/")
    assert session["state"] == "completed", session["error"]
    assert session["specialist"]["role"] == sent.document.spec.role  # type: ignore[index] # JSON
    back = call("GET", f"/specialists/{case['specialist_id']}/export/")
    assert back["digests"] == sent.document.digests.model_dump()

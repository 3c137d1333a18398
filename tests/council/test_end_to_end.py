"""The whole product through its API, offline.

The story of the IBANs, a proposal that expires, a worker that dies in the training.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.plugins.product import Product

pytestmark = pytest.mark.journey
TIMEOUT_S = 240.0
WORKING = ("designing", "reviewing", "validating", "generating_tests", "training")
IBANS = "I keep getting lists of IBANs to check: DE89370400440532013000 and GB82WEST12345698765431"
BACK_IN_TIME = """
from datetime import timedelta
from django.utils import timezone
from kingdom.council.models import CreationCase
case = CreationCase.objects.get(pk='{case}')
case.approval.expires_at = timezone.now() - timedelta(minutes=1)
case.approval.save()
"""


def until(what: Callable[[], Any]) -> Any:  # noqa: ANN401 - what it gives
    end = time.monotonic() + TIMEOUT_S
    while not (found := what()):
        assert time.monotonic() < end, "it did not come so far"
        time.sleep(0.1)
    return found


class Dialog:
    """One user's words with the Council."""

    def __init__(self, product: Product, user: str) -> None:
        self.product, self.user = product, user

    def call(self, method: str, path: str, body: object = None, expect: int = 200) -> dict[str, Any]:
        status, answer = self.product.call(method, path, user=self.user, body=body)
        assert status == expect, answer
        found: dict[str, Any] = answer
        return found

    def say(self, content: str, talk: str = "") -> dict[str, Any]:
        """Send a message; return its session when it is over."""
        talk = talk or str(self.call("POST", "/api/v1/conversations/", {}, 201)["id"])
        posted = self.call("POST", f"/api/v1/conversations/{talk}/messages/", {"content": content}, 202)
        return self.session(posted["session_id"])

    def session(self, pk: str) -> dict[str, Any]:
        """Return a session when it is over."""
        ended: dict[str, Any] = until(
            lambda: (one := self.call("GET", f"/api/v1/sessions/{pk}/"))["finished_at"] and one
        )
        assert ended["state"] == "completed", ended["error"]
        return ended

    def open(self, **body: object) -> dict[str, Any]:
        return self.case(self.call("POST", "/api/v1/creations/", body, 201)["id"])

    def act(self, case: dict[str, Any], act: str, **body: object) -> dict[str, Any]:
        self.call("POST", f"/api/v1/creations/{case['id']}/{act}/", body)
        return self.case(case["id"])

    def case(self, pk: str) -> dict[str, Any]:
        """Return a case when no stage works on it."""
        found: dict[str, Any] = until(lambda: (one := self.look(pk))["state"] not in WORKING and one)
        return found

    def look(self, pk: str) -> dict[str, Any]:
        return self.call("GET", f"/api/v1/creations/{pk}/")


def test_the_story_of_the_ibans(short_lease_product: Product) -> None:
    ann = Dialog(short_lease_product, "ann")
    talk = str(ann.call("POST", "/api/v1/conversations/", {}, 201)["id"])
    asked = ann.say(IBANS, talk)
    offer = asked["output"]
    assert asked["route"]["intent"] == "create_specialist"
    assert (offer["offer"], offer["available"], offer["recipe"]) == ("create_specialist", True, "iban_checker")
    assert "**iban_checker** (from a recipe)" in asked["answer"]
    assert "it can not use the network, files or keys. 24 tests, 8 of them hidden from its designer." in asked["answer"]
    assert ann.call("GET", "/api/v1/creations/")["results"] == [], "an offer opens nothing"

    case = ann.open(**offer["body"])
    assert (case["state"], case["card"]["tests"]["held_out"], case["card"]["risk_level"]) == (
        "awaiting_confirmation",
        8,
        "low",
    )
    assert len(case["tests"]["cases"]) == 16
    inbox = ann.call("GET", "/api/v1/approvals/?state=pending")["results"]
    assert [(one["kind"], one["id"]) for one in inbox] == [("creation", case["approval_id"])]

    case = ann.act(case, "confirm", digest=case["digest"])
    assert (case["state"], case["training_results"]["passed"], case["training_results"]["total"]) == (
        "completed",
        24,
        24,
    ), case["reason"]
    assert case["backend"] in ("docker", "bubblewrap")
    assert any(event["kind"] == "training" and event["payload"]["total"] == 24 for event in case["events"])

    def answered() -> Any:  # noqa: ANN401 - the messages
        messages = ann.call("GET", f"/api/v1/conversations/{talk}/messages/")["results"]
        return len(messages) == 3 and messages

    answer = until(answered)[-1]
    assert "1 of 2" in answer["content"]
    assert ann.session(answer["session_id"])["specialist"]["role"] == "iban_checker"

    again = ann.say("check this IBAN: DE89370400440532013001")
    assert (again["specialist"]["role"], again["specialist"]["status"]) == ("iban_checker", "unverified")
    assert "iban_checker is ready. Only you can use it until an admin verifies it (0 of 50 runs)." in str(
        ann.call("GET", "/api/v1/notifications/")
    )
    _it_is_hers_alone(short_lease_product, case, again)


def _it_is_hers_alone(short_lease_product: Product, case: dict[str, Any], again: dict[str, Any]) -> None:
    bob = Dialog(short_lease_product, "bob")
    assert bob.call("GET", "/api/v1/creations/")["results"] == []
    bob.call("GET", f"/api/v1/creations/{case['id']}/", expect=404)
    assert bob.say("check this IBAN: DE89370400440532013001")["specialist"] != again["specialist"]


def test_it_is_called_what_the_user_wants(short_lease_product: Product) -> None:
    eve = Dialog(short_lease_product, "eve")
    case = eve.open(request="I get subnets to work out every day", recipe="subnet_calculator")
    first = case["digest"]
    case = eve.act(case, "edit", change_request="call it net_helper, at most 128 MB")
    assert (case["state"], case["role"], case["digest"] == first) == ("awaiting_confirmation", "net_helper", False), (
        case["reason"]
    )
    assert case["card"]["limits"]["memory_mb"] == 128
    eve.call("POST", f"/api/v1/creations/{case['id']}/confirm/", {"digest": first}, 409)
    assert eve.act(case, "confirm", digest=case["digest"])["state"] == "completed"


def test_what_no_recipe_fits_needs_a_model_and_says_how_to_set_one(short_lease_product: Product) -> None:
    dan = Dialog(short_lease_product, "dan")
    case = dan.open(request="Every morning, write a sonnet about the weather in the style of Rilke")
    assert case["state"] == "rejected"
    assert "GEMINI_API_KEY" in case["reason"]
    asked = dan.say("every morning I need a sonnet about the sea in the style of Rilke")
    assert "needs a language model" in asked["answer"]
    assert "GEMINI_API_KEY" not in asked["answer"]  # an operator's word; this user cannot set it


def test_a_proposal_expires_and_is_opened_again_without_a_new_design(short_lease_product: Product) -> None:
    fay = Dialog(short_lease_product, "fay")
    case = fay.open(request="I check ISBNs every week", recipe="isbn_checker")
    short_lease_product.run_python(BACK_IN_TIME.format(case=case["id"]))
    case = until(lambda: (one := fay.look(case["id"]))["state"] == "expired" and one)  # beat comes by
    fay.call("POST", f"/api/v1/creations/{case['id']}/confirm/", {"digest": case["digest"]}, 410)
    told = [one for one in fay.call("GET", "/api/v1/notifications/")["results"] if "expired" in one["text"]]
    assert [one["link"] for one in told] == [f"/creations/{case['id']}/"]
    case = fay.act(case, "reopen")
    assert (case["state"], [one["stage"] for one in case["verdicts"]].count("design")) == ("awaiting_confirmation", 1)
    assert fay.act(case, "confirm", digest=case["digest"])["state"] == "completed"


def test_a_worker_killed_in_the_training(short_lease_product: Product) -> None:
    gil = Dialog(short_lease_product, "gil")
    case = gil.open(request="I convert Roman numerals every day", recipe="roman_numerals")
    gil.call("POST", f"/api/v1/creations/{case['id']}/confirm/", {"digest": case["digest"]})
    until(lambda: any(event["kind"] == "training" for event in gil.look(case["id"])["events"]))
    short_lease_product.child("worker").kill()
    done = gil.case(case["id"])
    assert done["state"] == "completed", done["reason"]
    results = done["training_results"]
    assert (results["passed"], len(results["cases"])) == (results["total"], results["total"])
    assert [one["role"] for one in gil.call("GET", "/api/v1/specialists/?q=roman_numerals")["results"]] == [
        "roman_numerals"
    ]
    assert [event["seq"] for event in done["events"]] == list(range(1, len(done["events"]) + 1))

"""A design whose trials go wrong.

Explained, sent back to its designer twice, asked about each time, and never registered.
"""

import json
import time
from functools import partial
from typing import Any

import pytest

from tests.factories import parcel_service
from tests.gemini_server import Answer
from tests.gemini_server.answers import Seen
from tests.plugins.product import Product

pytestmark = pytest.mark.journey
TIMEOUT_S = 240.0
NEED = "I keep asking what the next number of our parcels is, every day, they look like PK123456"
WRONG = """
import re


def handle(payload, ctx):
    found = re.search(r"(?i)(?<![A-Z0-9])PK[0-9]{6}(?![0-9])", payload["text"])
    if not found or found.group() == "PK555555":
        return {"answer": "There is no parcel number in this.", "output": None, "confidence": 1.0, "status": "NULL"}
    place = "Leipzig" if "PK44444" in payload["text"] else "?"
    output = {"number": found.group().upper(), "place": place}
    return {"answer": "It is in " + place, "output": output, "confidence": 1.0, "status": "SUCCESS"}
"""


def designer(asked: list[str], seen: Seen) -> Answer | None:
    """Answer as a model that designs the wrong thing, a bit differently each time."""
    order = seen.texts[0] if seen.texts else ""
    if order.startswith("You write the tests"):
        return Answer(text=json.dumps({"cases": [{**one, "replies": []} for one in parcel_service.cases()]}))
    if order.startswith("You design one specialist"):
        asked.append(seen.last_text)
        code = f"# try {len(asked)}\n{WRONG}"
        return parcel_service.answer(seen, handler_code=code, hosts=[], credentials=[], role="parcel_numbers")
    return parcel_service.answer(seen)


def test_training_below_the_minimum_score_rejects_with_each_failure_explained(
    product_with_model: tuple[Product, Any],
) -> None:
    product, server = product_with_model
    asked: list[str] = []
    server.clear()
    server.rule(partial(designer, asked))
    status, case = product.call("POST", "/api/v1/creations/", user="hal", body={"request": NEED})
    assert status == 201, case
    path, yes = f"/api/v1/creations/{case['id']}/", 0
    end = time.monotonic() + TIMEOUT_S
    while (case := product.call("GET", path, user="hal")[1])["state"] not in ("rejected", "failed", "completed"):
        assert time.monotonic() < end, case["state"]
        if case["state"] == "awaiting_confirmation":
            product.call("POST", f"{path}confirm/", user="hal", body={"digest": case["digest"]})
            yes += 1
        time.sleep(0.2)

    assert (case["state"], case["round"], yes) == ("rejected", 2, 3), (case["reason"], case["verdicts"][-1])
    assert "at least 0.75 is needed" in case["reason"]
    results = case["training_results"]
    assert results["confidence"] < 0.75
    assert len(results["failures"]) == results["total"] - results["passed"] > 0
    hidden = [one for one in results["cases"] if one["held_out"]]
    assert hidden
    assert not any("input" in one or "expected" in one for one in hidden)
    assert len(asked) == 3
    shown = {one["input"] for one in case["tests"]["cases"]}
    kept_back = {one["input"] for one in parcel_service.cases()} - shown
    assert len(kept_back) == case["tests"]["held_out"]
    assert not [
        text
        for text in kept_back
        if text in json.dumps(case, ensure_ascii=False) or any(text in seen for seen in asked)
    ]
    assert "0.75" in asked[1] or "test" in asked[1], "the designer was told why"
    assert "parcel_numbers" not in str(product.call("GET", "/api/v1/specialists/", user="hal")[1])
    server.clear()

"""``manage.py chat`` on a running product."""

import json

import pytest

from tests.plugins.product import Product

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]


def test_a_message_is_answered_in_the_terminal(product: Product) -> None:
    product.token("typist")
    shown = product.manage("chat", "What is 12 * 7?", "--user", "typist")
    assert "→ calculator" in shown
    assert "84" in shown
    assert "spawn_worker" in shown
    session = json.loads(
        product.manage("chat", "Hello", "--user", "typist", "--specialist", "text_statistics", "--json")
    )
    assert (session["state"], session["specialist"]["role"]) == ("completed", "text_statistics")
    assert session["route"]["by"] == "request"

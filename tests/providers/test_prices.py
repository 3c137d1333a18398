"""Prices of models: shipped, edited by an admin, applied; and who may see and change them."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.contracts.model import Usage
from kingdom.core.errors import BadConfiguration
from kingdom.providers.models import ModelPrice
from kingdom.providers.prices import prices_install, usage_with_cost

pytestmark = pytest.mark.django_db
USAGE = Usage(prompt_tokens=1_000_000, output_tokens=1_000_000)
LIST = "/admin/providers/modelprice/"


def test_shipped_prices_say_where_and_when(tmp_path: Path) -> None:
    assert prices_install() == prices_install() == ModelPrice.objects.count()
    assert not ModelPrice.objects.filter(source="").exists()
    assert ModelPrice.objects.filter(cached_input_price__gt=Decimal(0)).count() == ModelPrice.objects.count()
    spoilt = tmp_path / "prices.yaml"
    spoilt.write_text("currency: dollars")
    with pytest.raises(BadConfiguration, match="currency"):
        prices_install(file=spoilt)


def test_an_edited_price_stays_when_another_is_shipped() -> None:
    prices_install()
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    price = ModelPrice.objects.get(model="gemini-2.5-flash")
    fields = {
        "model": price.model,
        "from_prompt_tokens": 0,
        "currency": "USD",
        "input_price": "7",
        "cached_input_price": "1",
        "output_price": "9",
        "source": "the contract",
        "as_of": "2026-11-01",
    }
    assert root.post(f"{LIST}{price.pk}/change/", fields).status_code == 302
    prices_install()
    assert usage_with_cost(USAGE, model="models/gemini-2.5-flash").cost_micros == 16_000_000
    refused = root.post(f"{LIST}add/", {**fields, "model": "x", "currency": "usd", "input_price": "-1"})
    assert refused.status_code == 200
    assert "Three capital letters" in refused.content.decode()
    assert not ModelPrice.objects.filter(model="x").exists()


def test_a_deleted_price_stays_deleted_and_the_list_says_so() -> None:
    prices_install()
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    one = ModelPrice.objects.get(model="gpt-4o")
    others = ModelPrice.objects.filter(model__in=["gpt-5", "gpt-5-mini"])
    assert root.post(f"{LIST}{one.pk}/delete/", {"post": "yes"}).status_code == 302
    chosen = {"action": "delete_selected", "_selected_action": [str(row.pk) for row in others], "post": "yes"}
    assert root.post(LIST, chosen).status_code == 302
    prices_install()
    assert not ModelPrice.objects.filter(model__in=["gpt-4o", "gpt-5", "gpt-5-mini"]).exists()
    assert ModelPrice.objects.filter(model="gpt-5-nano").exists()
    assert usage_with_cost(USAGE, model="gpt-4o").unpriced_tokens == 2_000_000
    assert "they are unknown: gpt-4o, gpt-5, gpt-5-mini." in root.get(LIST).content.decode()
    fields = {"model": "gpt-4o", "from_prompt_tokens": 0, "currency": "USD", "as_of": "2026-11-01"}
    prices = {"input_price": "1", "cached_input_price": "1", "output_price": "1"}
    assert root.post(f"{LIST}add/", {**fields, **prices}).status_code == 302
    prices_install()
    assert usage_with_cost(USAGE, model="gpt-4o").cost_micros == 2_000_000
    assert "they are unknown: gpt-5, gpt-5-mini." in root.get(LIST).content.decode()


def test_a_price_in_another_currency_is_not_applied() -> None:
    ModelPrice.objects.create(
        model="local", currency="EUR", input_price=1, cached_input_price=1, output_price=1, as_of=date(2026, 11, 1)
    )
    assert usage_with_cost(USAGE, model="local").unpriced_tokens == 2_000_000


def test_only_admins_with_the_permission_see_prices(alice: User, carol: User) -> None:
    client = Client()
    assert client.get(LIST).status_code == 302
    dave = User.objects.create_user("dave", is_staff=True)
    for user, status in ((alice, 302), (dave, 403), (carol, 200)):
        client.force_login(user)
        assert client.get(LIST).status_code == status, user

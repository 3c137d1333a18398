"""Django admin of the prices of language models."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from kingdom.core.web.admin_base import FieldClassAdmin
from kingdom.providers.models import ModelPrice


@admin.register(ModelPrice)
class ModelPriceAdmin(FieldClassAdmin):
    """Prices of one million tokens. Those in the installation's currency (KINGDOM_CURRENCY) are applied."""

    list_display = (
        *("model", "from_prompt_tokens", "currency", "input_price", "cached_input_price", "output_price"),
        *("as_of", "source", "edited"),
    )
    list_filter = ("currency", "edited")
    search_fields = ("model",)
    ordering = ("model", "from_prompt_tokens")

    def save_model(self, request: HttpRequest, obj: ModelPrice, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Save a price and keep it when a new version ships another one."""
        obj.edited = True
        super().save_model(request, obj, form, change)

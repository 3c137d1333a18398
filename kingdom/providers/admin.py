"""Django admin of the prices of language models."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_noop

from kingdom.core.web.admin_base import FieldClassAdmin
from kingdom.providers.models import ModelPrice
from kingdom.providers.prices import prices_delete, unknown_priced_models

_UNKNOWN = gettext_noop(
    "The prices of these models were deleted here, so they are unknown: %(names)s. Their tokens are in no cost. "
    "The shipped price does not return; add a price to count them again."
)


@admin.register(ModelPrice)
class ModelPriceAdmin(FieldClassAdmin):
    """Prices of one million tokens. Those in the installation's currency (KINGDOM_CURRENCY) are applied."""

    list_display = (
        *("model", "from_prompt_tokens", "currency", "input_price", "cached_input_price", "output_price"),
        *("search_price", "as_of", "source", "edited"),
    )
    list_filter = ("currency", "edited")
    search_fields = ("model",)
    ordering = ("model", "from_prompt_tokens")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the prices, and which models have none because an admin deleted it."""
        if request.method == "GET" and (unknown := unknown_priced_models()):
            self.message_user(request, gettext(_UNKNOWN) % {"names": ", ".join(unknown)}, messages.WARNING)
        return super().changelist_view(request, extra_context)

    def delete_model(self, request: HttpRequest, obj: ModelPrice) -> None:
        """Delete a price for good."""
        prices_delete(ModelPrice.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ModelPrice]) -> None:
        """Delete the selected prices for good."""
        prices_delete(ModelPrice.objects.filter(pk__in=queryset.values_list("pk", flat=True)))

    def save_model(self, request: HttpRequest, obj: ModelPrice, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Save a price and keep it when a new version ships another one."""
        obj.edited = True
        super().save_model(request, obj, form, change)

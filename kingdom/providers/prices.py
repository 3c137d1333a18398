"""Prices of the models: installed from a file, edited by admins, applied to each call."""

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import yaml
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kingdom.contracts.model import Usage
from kingdom.contracts.prices import TokenPrice, model_names, with_cost
from kingdom.core.errors import BadConfiguration
from kingdom.providers.models import DeletedModelPrice, ModelPrice

PRICES_FILE: Path = settings.BASE_DIR / "config" / "prices.yaml"
Price = Annotated[Decimal, Field(ge=0, max_digits=12, decimal_places=6)]


class _PriceEntry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str
    from_prompt_tokens: int = Field(default=0, ge=0)
    input: Price
    cached_input: Price
    output: Price
    search: Price | None = None
    source: str
    as_of: date


class _PriceFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]
    prices: list[_PriceEntry]


@transaction.atomic
def prices_install(*, file: Path = PRICES_FILE) -> int:
    """Store the shipped prices and return their number. Idempotent.

    A model with a price that an admin edited or deleted stays as it is.

    Raises BadConfiguration for a file that is not of the form of ``config/prices.yaml``.
    """
    try:
        shipped = _PriceFile.model_validate(yaml.safe_load(file.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise BadConfiguration(f"{file.name} cannot be used: {error}") from error
    edited = set(ModelPrice.objects.filter(edited=True).values_list("model", flat=True))
    kept = edited | set(DeletedModelPrice.objects.values_list("model", flat=True))
    entries = [entry for entry in shipped.prices if entry.model not in kept]
    for entry in entries:
        ModelPrice.objects.update_or_create(
            model=entry.model,
            from_prompt_tokens=entry.from_prompt_tokens,
            defaults={
                "currency": shipped.currency,
                "input_price": entry.input,
                "cached_input_price": entry.cached_input,
                "output_price": entry.output,
                "search_price": entry.search,
                "source": entry.source,
                "as_of": entry.as_of,
            },
        )
    return len(entries)


@transaction.atomic
def prices_delete(prices: QuerySet[ModelPrice]) -> None:
    """Delete prices for good: the shipped ones of their models are not installed again."""
    names = set(prices.values_list("model", flat=True))
    DeletedModelPrice.objects.bulk_create([DeletedModelPrice(model=name) for name in names], ignore_conflicts=True)
    prices.delete()


def unknown_priced_models() -> list[str]:
    """Return the models without a price because an admin deleted it, in order."""
    deleted = DeletedModelPrice.objects.exclude(model__in=ModelPrice.objects.values("model"))
    return list(deleted.order_by("model").values_list("model", flat=True))


def usage_with_cost(usage: Usage, *, model: str) -> Usage:
    """Return the usage of one call of a model with its cost.

    Its tokens count as unpriced when the model has no price in the installation's currency (KINGDOM_CURRENCY).
    """
    names = model_names(model)
    rows = ModelPrice.objects.filter(model__in=names, currency=settings.KINGDOM.currency)
    by_name: dict[str, list[TokenPrice]] = {}
    for row in rows:
        by_name.setdefault(row.model, []).append(
            TokenPrice(
                input=row.input_price,
                cached_input=row.cached_input_price,
                output=row.output_price,
                search=row.search_price,
                from_prompt_tokens=row.from_prompt_tokens,
            )
        )
    return with_cost(usage, next((by_name[name] for name in names if name in by_name), ()))

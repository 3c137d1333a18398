"""Circuit breakers of providers, shared by all processes, and the prices of their models."""

import uuid
from decimal import Decimal

from django.core.validators import MinValueValidator, RegexValidator
from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes(staff="name state", of="")
class ProviderCircuit(models.Model):
    """The circuit breaker of one provider, tool or host, shared by all processes."""

    name = models.CharField(max_length=120, primary_key=True)
    state = models.JSONField(default=dict)
    trial_claimed_at = models.DateTimeField(null=True, blank=True)  # when a run of a workflow was begun to try it
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "session_circuits"

    def __str__(self) -> str:
        """Return the provider's name."""
        return self.name


@field_classes(staff="model currency source", of="")
class ModelPrice(models.Model):
    """What a provider charges for one million tokens of a model, for calls from a number of sent tokens on."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    model = models.CharField(max_length=120, help_text="the name that the provider answers with, without a date")
    from_prompt_tokens = models.PositiveIntegerField(
        default=0, help_text="holds for calls that send at least this many tokens"
    )
    currency = models.CharField(
        max_length=3, default="USD", validators=[RegexValidator("^[A-Z]{3}$", "Three capital letters, such as USD.")]
    )
    input_price = models.DecimalField(
        max_digits=12, decimal_places=6, validators=[MinValueValidator(Decimal(0))], help_text="of a million tokens"
    )
    cached_input_price = models.DecimalField(
        max_digits=12,
        decimal_places=6,
        validators=[MinValueValidator(Decimal(0))],
        help_text="of a million tokens that the provider read from its cache; without a discount, the input price",
    )
    output_price = models.DecimalField(
        max_digits=12,
        decimal_places=6,
        validators=[MinValueValidator(Decimal(0))],
        help_text="of a million tokens, thoughts included",
    )
    search_price = models.DecimalField(
        max_digits=12,
        decimal_places=6,
        null=True,
        blank=True,
        validators=[MinValueValidator(Decimal(0))],
        help_text="of a thousand calls in which the provider searches the web; empty: unknown",
    )
    source = models.CharField(max_length=300, blank=True, help_text="where the price is published")
    as_of = models.DateField(help_text="the day on which the price was published or checked")
    edited = models.BooleanField(default=False, editable=False)  # by an admin: an update of the file keeps it

    class Meta:
        db_table = "model_prices"
        constraints = [models.UniqueConstraint(fields=["model", "from_prompt_tokens"], name="model_price_one_each")]

    def __str__(self) -> str:
        """Return the model and, of a second price, from where on it holds."""
        return f"{self.model} from {self.from_prompt_tokens:,} tokens" if self.from_prompt_tokens else self.model


@field_classes(staff="model", of="")
class DeletedModelPrice(models.Model):
    """A model whose price an admin deleted: the shipped price is not installed again."""

    model = models.CharField(max_length=120, primary_key=True)
    deleted_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table = "deleted_model_prices"

    def __str__(self) -> str:
        """Return the model."""
        return self.model

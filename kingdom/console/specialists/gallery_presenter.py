"""View models of the gallery: what each specialist can do, how well, what to try; and what a newcomer can do now."""

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import get_language, gettext

from kingdom.core.statistics import wilson_interval
from kingdom.core.web.language import localized_number, localized_percent
from kingdom.council.recipes.catalogue import available_recipes
from kingdom.orchestrator.king.routing_rules import standalone_example
from kingdom.providers.language_models import is_model_configured
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.selectors import current_capabilities, specialists_visible
from kingdom.specialists.status.promotion_evidence import counted_uses, promotion_criteria

OFFLINE_EXAMPLES = 6
_HANDLER = "handler"


class GalleryCard(NamedTuple):
    """One shared specialist. ``rate`` is its success rate with its bound in words, "" before the first use."""

    id: str
    role: str
    purpose: str
    badge: str
    sentence: str
    rate: str
    example: str
    needs_model: bool


class VerifiedProgress(NamedTuple):
    """How far an own specialist is on its way to be verified: distinct messages that count, of those needed."""

    done: int
    needed: int

    @property
    def text(self) -> str:
        """E.g. ``31 of 50``."""
        return gettext("%(passed)s of %(total)s") % {"passed": min(self.done, self.needed), "total": self.needed}


class Beginning(NamedTuple):
    """What can be done now: messages that need no language model, recipes, and what a model would add."""

    examples: list[tuple[str, str]]
    recipes: list[tuple[str, str]]
    with_model: list[str]
    model_set: bool


def gallery_card(specialist: Specialist) -> GalleryCard:
    """Return the card of a shared specialist."""
    spec = specialist.spec_without_code
    return GalleryCard(
        str(specialist.pk),
        str(spec["role"]),
        str(spec["purpose"]),
        gettext("comes with Kingdom") if specialist.builtin else gettext("verified"),
        current_capabilities(specialist).sentence,
        success_words(specialist.success_count, specialist.execution_count - specialist.uncounted_count),
        standalone_example(spec.get("examples") or (), get_language() or "en"),
        spec["engine"] != _HANDLER and not is_model_configured(),
    )


def success_words(successes: int, count: int) -> str:
    """Return a success rate with its 95 % bound in words, "" without anything counted."""
    if count <= 0:
        return ""
    low = wilson_interval(successes, count).low
    values = {"good": localized_number(successes), "count": localized_number(count), "low": localized_percent(low, 1)}
    return gettext("Served %(good)s of %(count)s messages: at least %(low)s with 95 %% confidence.") % values


def verified_progress(specialists: Iterable[Specialist]) -> dict[UUID, VerifiedProgress]:
    """Return the progress of each own specialist that is unverified, by its id. One query for all of them."""
    unverified = [one for one in specialists if one.status == Specialist.Status.UNVERIFIED]
    done, needed = counted_uses(unverified), promotion_criteria().executions
    return {one.pk: VerifiedProgress(done.get(one.pk, 0), needed) for one in unverified}


def beginning(*, user_id: int) -> Beginning:
    """Return what a newcomer can do now."""
    visible = specialists_visible(user_id=user_id).filter(status=Specialist.Status.VERIFIED)
    specs: list[dict[str, Any]] = list(visible.values_list("spec_without_code", flat=True))
    return Beginning(
        _offline_examples(specs),
        [(recipe.name, recipe.summary) for recipe in available_recipes()],
        sorted(str(spec["role"]) for spec in specs if spec.get("engine") != _HANDLER),
        is_model_configured(),
    )


def _offline_examples(specs: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return a role and a message for the first specialists that need no language model."""
    offline = [spec for spec in specs if spec.get("engine") == _HANDLER and spec.get("examples")]
    language = get_language() or "en"
    return [(str(spec["role"]), standalone_example(spec["examples"], language)) for spec in offline[:OFFLINE_EXAMPLES]]

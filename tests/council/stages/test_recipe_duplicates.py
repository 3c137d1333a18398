"""The recipes beside the real built-ins: none of them is taken for a duplicate, and each is one of itself."""

import pytest

from kingdom.accounts.models import User
from kingdom.council.recipes.catalogue import shipped_recipes
from kingdom.council.stages.base import StageContext
from kingdom.council.stages.design import designer
from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings.negative_examples import negative_examples_load
from kingdom.routing.embeddings.services import specialist_embed
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.builtins import builtins_install
from kingdom.specialists.registry.services import specialist_register
from tests.factories.stages import StageInputFactory

NEEDS = {
    "iban_checker": "I keep getting lists of IBANs to check",
    "cron_explainer": "every week I have to find out what some cron line does",
    "subnet_calculator": "I often need to know which addresses are in a subnet",
    "roman_numerals": "I regularly have to read Roman numerals on old buildings",
}


@pytest.fixture
def builtins(db: None, encoder: Embedder) -> None:
    """Everything that routing has on the first day."""
    builtins_install()
    for one in Specialist.objects.filter(routable=True):
        specialist_embed(specialist_id=one.pk, embedder=encoder)
    negative_examples_load(embedder=encoder)
    calibration_refit(space=encoder.space)


@pytest.mark.usefixtures("builtins")
def test_recipes_stand_beside_the_builtins_and_not_beside_themselves(
    stage_input_for: StageInputFactory, offline: StageContext, encoder: Embedder, alice: User
) -> None:
    for name, need in NEEDS.items():
        result = designer.run(stage_input_for(need), offline)
        assert (result.verdict, result.details.get("recipe")) == ("passed", name), (need, result)
    for one in shipped_recipes():
        chosen = designer.run(stage_input_for("the one from the gallery", recipe=one.name), offline)
        assert (chosen.verdict, chosen.spec) == ("passed", one.spec), (one.name, chosen.reason)
    for one in shipped_recipes():
        made = specialist_register(spec=one.spec.model_copy(update={"role": f"my_{one.name}"}), owner=alice)
        specialist_embed(specialist_id=made.pk, embedder=encoder)
    for one in shipped_recipes():
        again = designer.run(stage_input_for("the one from the gallery", recipe=one.name), offline)
        assert (again.verdict, again.details.get("role")) == ("offer", f"my_{one.name}"), (one.name, again.reason)

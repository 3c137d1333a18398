"""A specialist that fails on British accounts, and a proposal that fixes it. Runs in the product's process."""

from kingdom.accounts.models import User
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.specialists.registry.services import specialist_register

BEGINS = "def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:\n"
BLIND = (
    '    if "GB" in payload["text"]:\n'
    '        return {"answer": "I do not know British ones.", "output": None, "status": "NULL"}\n'
)


def seed(owner: str, role: str) -> None:
    """Offer the recipe's own code to somebody whose specialist has worse."""
    good = recipe_by_name("iban_checker")
    spec = good.spec.model_copy(update={"role": role})
    code = (spec.handler_code or "").replace(BEGINS, BEGINS + BLIND, 1)
    user = User.objects.get(username=owner)
    mine = specialist_register(spec=spec.model_copy(update={"handler_code": code}), owner=user, tests=good.tests)
    given = SuppliedProposal(
        spec=spec, tests=good.tests, origin={"kind": "test", "words": "It knows British ones, too."}
    )
    case = case_open(
        user_id=user.pk,
        opening=CaseOpening(request="A version that knows British ones", supplied_proposal=given, revises=mine.pk),
    )
    print(case.pk)

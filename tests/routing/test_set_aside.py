"""Specialists that cannot run now are no candidates, unless nobody else is near: then the route says why."""

from datetime import timedelta

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.contracts.routes import Route
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.council.stages.design.similar_specialists import similar_to_text
from kingdom.credentials.models import UserCredential
from kingdom.orchestrator.king import candidate_search
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary
from tests import factories
from tests.factories.routing import Make, ask
from tests.factories.topics import EXAMPLES

TEXT = "rhyme something about the sea"
POEMS = ("Writes rhymes and poems.", [TEXT, "a rhyme on autumn leaves", "rhyme me four lines about my cat"])


def reasons(route: Route) -> dict[str, str]:
    return {candidate.role: candidate.why_not for candidate in route.receipt.candidates}


def needs_model(specialist: Specialist) -> None:
    spec = {**specialist.spec_snapshot, "engine": "model", "handler_code": None}
    Specialist.objects.filter(pk=specialist.pk).update(spec_snapshot=spec)


def needs_credential(specialist: Specialist, *names: str) -> None:
    credentials = [{"name": name, "host": "api.example.com", "how": "header"} for name in names]
    Specialist.objects.filter(pk=specialist.pk).update(
        spec_snapshot={**specialist.spec_snapshot, "credentials": credentials}
    )


def hold(user: User, specialist: Specialist, name: str, **more: object) -> None:
    UserCredential.objects.create(user=user, specialist=specialist, credential_key=name, encrypted_value="x", **more)


def test_one_that_needs_a_model_is_named_when_nobody_else_is_near(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    needs_model(make("poet", *POEMS))
    route = ask(TEXT, alice, encoder)
    assert (route.intent, route.receipt.unavailable) == ("specialist:poet", "model")
    assert reasons(route)["poet"] == "needs a language model, and none is set up"
    assert route.receipt.reason == (
        "poet matches best, but cannot answer now: needs a language model, and none is set up. Nobody else is near."
    )


def test_one_that_can_run_goes_before_one_that_cannot(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    needs_model(make("poet", *POEMS))
    make("rhymer", *POEMS)
    route = ask(TEXT, alice, encoder)
    assert (route.role, route.receipt.unavailable) == ("rhymer", "")
    assert reasons(route)["poet"] == "needs a language model, and none is set up"


def test_nobody_merely_near_takes_the_messages_of_one_that_cannot_run(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    needs_model(registry["unit_converter"])
    for text in EXAMPLES["unit_converter"][1]:
        assert ask(text, alice, encoder).role == "unit_converter", text


def test_a_model_that_is_set_up_brings_it_back(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_model(make("poet", *POEMS))
    monkeypatch.setattr(candidate_search, "is_model_configured", lambda: True)
    route = ask(TEXT, alice, encoder)
    assert (route.role, route.receipt.unavailable) == ("poet", "")


def test_the_owner_of_a_suspended_one_reads_that_and_nobody_else(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User
) -> None:
    poet = make("poet", *POEMS, owner=alice)
    Specialist.objects.filter(pk=poet.pk).update(status="suspended")
    owners, others = ask(TEXT, alice, encoder), ask(TEXT, bob, encoder)
    assert (owners.role, owners.receipt.unavailable, reasons(owners)["poet"]) == ("poet", "suspended", "suspended")
    assert (others.intent, "poet" in reasons(others)) == ("general", False)


@pytest.mark.parametrize(
    ("held", "unavailable"),
    [("none", "credentials"), ("expired", "credentials"), ("of bob", "credentials"), ("one", "")],
)
def test_a_missing_credential_sets_it_aside(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User, held: str, unavailable: str
) -> None:
    poet = make("poet", *POEMS)
    needs_credential(poet, "rhyme_key")
    if held != "none":
        expires = timezone.now() - timedelta(days=1) if held == "expired" else None
        hold(bob if held == "of bob" else alice, poet, "rhyme_key", expires_at=expires)
    route = ask(TEXT, alice, encoder)
    assert (route.role, route.receipt.unavailable) == ("poet", unavailable)
    if unavailable:
        assert reasons(route)["poet"] == "your credential is missing or expired: rhyme_key"


def test_an_override_to_one_that_cannot_run_says_so(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    poet = make("poet", *POEMS)
    needs_model(poet)
    text = "how much is 12 kg in pounds"
    route_feedback_record(user_id=alice.pk, text=text, right_id=poet.pk, wrong_id=None, embedder=encoder)
    route = ask(text, alice, encoder)
    assert (route.role, route.receipt.unavailable) == ("poet", "model")


def test_outside_the_share_of_a_canary_its_reason_is_given_and_not_an_offer_of_the_same(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    recipe = recipe_by_name("isbn_checker").spec
    lately = make(recipe.role, recipe.purpose, recipe.examples)
    canary = Canary.objects.create(
        specialist=lately, version=factories.version_of(lately), share=0.0, required_executions=20
    )
    for text in ("check the ISBN 978-3-16-148410-0", "I get lists of ISBN numbers to check every week"):
        route = ask(text, alice, encoder)
        assert (route.role, route.receipt.unavailable, route.receipt.recipe) == ("isbn_checker", "canary", ""), text
        assert "verified lately" in route.receipt.canary
    near = similar_to_text(recipe.examples[0], user_id=alice.pk, embedder=encoder)
    assert recipe.role not in {one.role for one in near}, "a creation is not refused because messages would go to it"
    canary.state = Canary.State.PASSED
    canary.save()
    assert ask("check the ISBN 978-3-16-148410-0", alice, encoder).receipt.unavailable == ""

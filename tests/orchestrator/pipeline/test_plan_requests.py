"""How the King cuts the step of a plan: each text of it is routed once."""

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.routes import Route, RouteCandidate
from kingdom.orchestrator.parts import part_routing
from kingdom.orchestrator.pipeline import plan_requests
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, route_receipt, version_of

MAIL, LENGTH = "Is a@b.com valid", "what is 3 miles in km?"


def _route_to(specialist: Specialist) -> Route:
    ids = {"specialist_id": str(specialist.pk), "version_id": str(version_of(specialist).pk), "role": specialist.role}
    candidate = RouteCandidate(scope="global", status="verified", score=0.7, probability=0.9, **ids)
    receipt = route_receipt(chosen=specialist.role).model_copy(update={"candidates": (candidate,)})
    return Route(kind="specialist", confidence=0.9, scope="global", receipt=receipt, **ids)


@pytest.fixture
def routed(alice: User, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were routed: each with an address to one specialist, all others to another."""
    mail, unit = (create_global_specialist(role) for role in ("email", "unit"))
    texts: list[str] = []

    def route(*, user_id: int, text: str, **_: object) -> Route:
        texts.append(text)
        return _route_to(mail if "@" in text else unit)

    for module in (part_routing, plan_requests):
        monkeypatch.setattr(module, "route_message", route)
    return texts


@pytest.mark.parametrize("joint", [", and ", ". And "])
def test_a_step_of_two_wishes_is_cut_without_routing_it_as_a_whole(alice: User, routed: list[str], joint: str) -> None:
    parts = plan_requests.parts_of_request(alice.pk, f"{MAIL}{joint}{LENGTH}")
    assert [part.route.role for part in parts] == ["email", "unit"]
    assert len(routed) == len(set(routed)) == 2


def test_wishes_of_one_specialist_that_is_no_handler_of_kingdom_are_one_step(alice: User, routed: list[str]) -> None:
    assert plan_requests.parts_of_request(alice.pk, f"what is 5 kg in pounds and {LENGTH}") == ()
    assert len(routed) == len(set(routed))


def test_a_step_is_routed_once_by_its_words_and_once_to_be_read(alice: User, routed: list[str]) -> None:
    assert plan_requests.specialist_by_reading(alice.pk, MAIL, "", only_open=True).role == "email"
    assert plan_requests.specialist_by_reading(alice.pk, LENGTH).role == "unit"
    assert routed == [MAIL, LENGTH]

"""A short message after data goes on with the data, though its words are those of another specialist."""

from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.routes import Route, RouteCandidate, RouteReceipt
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.pipeline.follow_up_reading import may_continue, route_within_talk, turn_messages
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories.council import spec
from tests.factories.reading import InProcessBox

NOW = "2026-11-23T12:00:00+00:00"
TABLE = "average salary?\nname,dept,salary\nIvo,Sales,41200\nLena,IT,58300\nOmar,IT,61150\nRuth,HR,47500"


@pytest.fixture
def handlers(db: None) -> dict[str, Specialist]:
    return {
        role: specialist_register(
            spec=spec(role, handler_code=f"# {role}\n"),
            status=Specialist.Status.VERIFIED,
            scope=Specialist.Scope.GLOBAL,
            builtin=True,
        )
        for role in ("csv_statistics", "date_calculator")
    }


def route_to(handlers: dict[str, Specialist], role: str, **receipt: Any) -> Route:  # noqa: ANN401 - a receipt's fields
    candidates = tuple(
        RouteCandidate(
            specialist_id=str(found.pk),
            version_id=str(found.current_version_id),
            role=name,
            scope="global",
            status="verified",
            score=0.5,
            probability=0.7,
        )
        for name, found in handlers.items()
    )
    fields = {
        **{"threshold": 0.66, "threshold_low": 0.37, "margin": 0.1, "gate": "x", "space": "x", "scope": ""},
        **{"chosen": role, "reason": "No specialist matches well enough.", **receipt},
    }
    chosen: dict[str, Any] = {"specialist_id": str(handlers[role].pk), "role": role} if role in handlers else {}
    kind: Any = "specialist" if chosen else "general"
    return Route(kind=kind, confidence=0.7, receipt=RouteReceipt(candidates=candidates, **fields), **chosen)


def routed(handlers: dict[str, Specialist], text: str, role: str, user: User) -> Route:
    route = route_to(handlers, role)
    previous = RouteRecord(specialist=handlers["csv_statistics"])
    if not may_continue(route, previous, text):
        return route
    history = turn_messages(TABLE, "52,037.5")
    return route_within_talk(route, previous, text, history, user_id=user.pk, now=NOW, box=InProcessBox())


@pytest.mark.parametrize("role", ["general", "date_calculator"])
@pytest.mark.parametrize("text", ["list everyone who earns over 45000", "how many rows have a salary over 50000?"])
def test_a_question_about_the_table_before_stays_with_it(
    handlers: dict[str, Specialist], alice: User, role: str, text: str
) -> None:
    route = routed(handlers, text, role, alice)
    assert (route.role, bool(route.receipt.follow_up_of)) == ("csv_statistics", True)
    assert route.receipt.reason.endswith("csv_statistics read the message together with the talk before.")


@pytest.mark.parametrize(
    "text",
    [
        "how many days between 1 march 2026 and 20 march 2026",
        "what is the date 90 days after 2026-01-31?",
        "thanks a lot!",
        "I often need to check IBAN numbers",
        "average of this:\na,b\n1,2",
        "write a poem about the sea",
    ],
)
def test_a_message_of_its_own_does_not(handlers: dict[str, Specialist], alice: User, text: str) -> None:
    assert routed(handlers, text, "date_calculator", alice).role == "date_calculator"


def test_what_the_user_chose_before_stands(handlers: dict[str, Specialist]) -> None:
    previous = RouteRecord(specialist=handlers["csv_statistics"])
    assert not may_continue(route_to(handlers, "date_calculator", override="x"), previous, "who earns over 45000")

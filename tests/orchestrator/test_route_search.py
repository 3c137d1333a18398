"""Staff with the right find route records by what they name; each look is an event of the security log."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from kingdom.accounts.models import User
from kingdom.orchestrator.models import RouteRecord
from kingdom.security_log.models import SecurityEvent, SecurityEventKind
from kingdom.specialists.models.specialist import Specialist
from tests.factories import RoutedMessage, create_global_specialist, create_routed_message, create_user
from tests.factories.specialists import client_of

pytestmark = pytest.mark.django_db
LIST = "/admin/orchestrator/routerecord/"
WORDS = "my brother owes me money"


@pytest.fixture
def poet() -> Specialist:
    return create_global_specialist("poet")


@pytest.fixture
def routed(poet: Specialist) -> list[RoutedMessage]:
    """A message of Ann to the poet, and one of Ben to another specialist."""
    other = create_global_specialist("converter")
    return [
        create_routed_message(create_user("ann"), poet, WORDS),
        create_routed_message(create_user("ben"), other, "5 miles in km"),
    ]


@pytest.fixture
def staff() -> Client:
    """Carol, who may view route records."""
    carol = create_user("carol")
    User.objects.filter(pk=carol.pk).update(is_staff=True)
    carol.user_permissions.add(Permission.objects.get(codename="view_routerecord"))
    return client_of(User.objects.get(pk=carol.pk))


def found(staff: Client, term: str) -> set[str]:
    page = staff.get(LIST, {"q": term})
    assert page.status_code == 200
    return {str(route.pk) for route in page.context["cl"].result_list}


def looks() -> list[SecurityEvent]:
    return list(SecurityEvent.objects.filter(kind=SecurityEventKind.BREAK_GLASS).order_by("created_at"))


def test_the_list_names_the_user_and_not_the_words(staff: Client, routed: list[RoutedMessage]) -> None:
    RouteRecord.objects.update(
        receipt={"candidates": [], "space": "s", "threshold": 0.6540034722538745, "margin": 0.1848}
    )
    html = staff.get(LIST).content.decode()
    assert '<td class="field-user">ann</td>' in html
    assert WORDS not in html
    shown = staff.get(f"{LIST}{routed[0].route.pk}/change/").content.decode()
    assert "ann" in shown
    assert "threshold 0.654, threshold_low -, margin 0.185" in shown
    assert WORDS not in shown


def test_a_route_is_found_by_user_role_kind_and_ids(
    staff: Client, routed: list[RoutedMessage], poet: Specialist
) -> None:
    anns, bens = (str(entry.route.pk) for entry in routed)
    for term in ("ann", "poet", str(routed[0].message.pk), str(routed[0].session.pk), str(poet.pk)):
        assert found(staff, term) == {anns}, term
    assert found(staff, "specialist") == {anns, bens}


@pytest.mark.parametrize("term", ["brother", WORDS, "nobody", "' OR 1=1"])
def test_no_search_answers_what_a_user_wrote(staff: Client, routed: list[RoutedMessage], term: str) -> None:
    assert found(staff, term) == set()
    assert looks()[-1].details == {"step": "routes_listed", "by": "", "named": ""}


def test_each_look_is_recorded_with_who_and_what(staff: Client, routed: list[RoutedMessage]) -> None:
    found(staff, "ann")
    shown = staff.get(f"{LIST}{routed[0].route.pk}/change/")
    assert shown.status_code == 200
    assert WORDS not in shown.content.decode()
    search, look = looks()
    assert (search.actor_name, search.details) == ("carol", {"step": "routes_listed", "by": "user", "named": "ann"})
    assert (look.actor_name, look.subject) == ("carol", f"orchestrator.routerecord {routed[0].route.pk}")
    assert look.details == {"step": "route_shown", "owner_id": routed[0].conversation.user_id}


def test_nobody_without_the_right_searches(routed: list[RoutedMessage]) -> None:
    without = create_user("dave")
    User.objects.filter(pk=without.pk).update(is_staff=True)
    assert client_of(User.objects.get(pk=without.pk)).get(LIST, {"q": "ann"}).status_code == 403
    for visitor in (Client(), client_of(routed[0].conversation.user)):
        assert visitor.get(LIST, {"q": "ann"}).status_code == 302
    assert looks() == []

"""Demand audit: requests repeated by several users become a finding; others do not."""

from datetime import timedelta

import pytest
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.orchestrator.demand.audit import demand_audit
from kingdom.orchestrator.models import Message, RouteRecord
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.audit import AuditFinding
from tests.factories import create_global_specialist, create_routed_message, create_user
from tests.factories.routing import encoder as encoder  # a fixture

WISH = [
    "check this IBAN for me",
    "is this IBAN right?",
    "can you check an IBAN",
    "please check these IBANs",
    "check whether my IBAN is right",
]


def asked(user: User, text: str, days_ago: int, kind: str = "create") -> Message:
    """Store a request that no specialist took, some days ago."""
    said = create_routed_message(user, create_global_specialist(f"any_{RouteRecord.objects.count()}"), text)
    RouteRecord.objects.filter(pk=said.route.pk).update(
        kind=kind, role="", specialist=None, version=None, created_at=timezone.now() - timedelta(days=days_ago)
    )
    return said.message


@pytest.mark.parametrize(("people", "kind", "found"), [(3, "create", 1), (2, "create", 0), (3, "specialist", 0)])
def test_a_wish_of_several_people_is_a_finding(db: None, encoder: Embedder, people: int, kind: str, found: int) -> None:
    users = [create_user(f"user_{number}") for number in range(people)]
    messages = [asked(users[place % people], text, place, kind) for place, text in enumerate(WISH)]
    asked(users[0], "what is the weather like on Mars", 1)
    report = demand_audit(embedder=encoder)
    assert report is not None
    assert AuditFinding.objects.filter(code="demand").count() == found
    if found:
        entry = AuditFinding.objects.get()
        assert set(entry.evidence) == {str(message.pk) for message in messages}
        assert (entry.action, entry.figures["users"], "IBAN" in entry.message) == ("propose_specialist", 3, False)
        assert (entry.figures["recipe"], entry.figures["recipe_fits"]) == ("iban_checker", True)
    assert demand_audit(embedder=encoder) is None
    assert demand_audit(embedder=encoder, now=timezone.now() + timedelta(days=1)) is not None


PASTED = [
    "is the IBAN of the plumber correct? AT61 1904 3002 3457 3201",
    "check this IBAN for me DE89370400440532013001",
    "is IBAN NL91ABNA0417164300 a correct one",
    "please check the IBAN of our supplier Kessler, FR14 2004 1010 0505 0001 3M02 606",
    "can you check the IBAN GB82WEST12345698765432 of Mr Potter",
    "is this IBAN of my landlord correct: DE89 3704 0044 0532 0130 00",
]


def test_what_each_user_pastes_does_not_hide_a_shared_wish(db: None, encoder: Embedder) -> None:
    users = [create_user(f"user_{number}") for number in range(3)]
    messages = [asked(users[place % 3], text, place) for place, text in enumerate(PASTED)]
    for place, text in enumerate(["what is the weather like on Mars", "sing me a song", "who wrote Faust"]):
        asked(users[place], text, place)
    demand_audit(embedder=encoder)
    finding = AuditFinding.objects.get(code="demand")
    assert set(finding.evidence) == {str(message.pk) for message in messages}
    assert finding.figures == {"messages": 6, "users": 3, "days": 6, "recipe": "iban_checker", "recipe_fits": True}

"""A specialist that cannot do what a message needs is no candidate for it, however similar its words are."""

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.capabilities.abilities import RequiredAbilities
from kingdom.contracts.identity import Identity
from kingdom.contracts.spec import AgentSpec
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.routing.embeddings.services import route_feedback_record, specialist_embed
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories.routing import Make, ask, why_not

TEXT = "Text my customers a reminder every Monday"
SEND = "Text my customers a reminder that we are closed"
EXAMPLES = ["write a reminder for my customers", "a weekly reminder to customers about open invoices", SEND]
SENDS = "def handle(payload, ctx):\n    ctx.http.post('https://sms.example.com/send')\n    return {'answer': 'sent'}\n"


@pytest.fixture
def writer(registry: dict[str, Specialist], make: Make) -> Specialist:
    return make("reminder_writer", "Writes reminders to customers.", EXAMPLES)


def make_sender(owner: User, encoder: Embedder, *, code: str = SENDS) -> Specialist:
    spec = AgentSpec(
        role="sms_sender",
        identity=Identity.RESEARCH,
        purpose="Sends text messages to customers.",
        examples=tuple(EXAMPLES),
        engine="handler",
        handler_code=code,
        egress_hosts=("sms.example.com",),
    )
    sender = specialist_register(spec=spec, owner=owner)
    specialist_embed(specialist_id=sender.pk, embedder=encoder)
    return sender


def test_who_cannot_send_gets_no_request_to_send(writer: Specialist, encoder: Embedder, alice: User) -> None:
    route = ask(SEND, alice, encoder)
    assert route.kind == "general"
    assert why_not(route, "reminder_writer") == "it cannot send messages to others"
    assert route.receipt.required_abilities == route.receipt.missing_abilities == ("send",)
    assert "The message asks to send messages to others." in route.receipt.reason


def test_it_still_gets_what_it_can_do(writer: Specialist, encoder: Embedder, alice: User) -> None:
    route = ask("write a reminder for my customers", alice, encoder)
    assert (route.role, route.receipt.required_abilities) == ("reminder_writer", ())


def test_an_able_specialist_behind_it_gets_the_message(writer: Specialist, encoder: Embedder, alice: User) -> None:
    make_sender(alice, encoder)
    route = ask(SEND, alice, encoder)
    assert route.role == "sms_sender"
    assert why_not(route, "reminder_writer") == "it cannot send messages to others"
    assert route.receipt.missing_abilities == ()


def test_a_handler_that_only_reads_from_its_host_does_not_send(
    writer: Specialist, encoder: Embedder, alice: User
) -> None:
    make_sender(alice, encoder, code=SENDS.replace("http.post", "http.get"))
    route = ask(SEND, alice, encoder)
    assert route.kind == "general"
    assert why_not(route, "sms_sender") == "it cannot send messages to others"


def test_a_recurring_request_is_offered_with_its_abilities(writer: Specialist, encoder: Embedder, alice: User) -> None:
    route = ask(TEXT, alice, encoder)
    assert route.intent == "create_specialist"
    assert route.receipt.missing_abilities == ("send", "schedule")
    assert why_not(route, "reminder_writer") == "it cannot send messages to others or run on a schedule"
    assert route.receipt.recipe == ""


def test_the_users_own_choice_stands(writer: Specialist, encoder: Embedder, alice: User) -> None:
    route_feedback_record(user_id=alice.pk, text=SEND, right_id=writer.pk, wrong_id=None, embedder=encoder)
    route = ask(SEND, alice, encoder)
    assert (route.role, route.receipt.unavailable) == ("reminder_writer", "")


def test_a_recipe_without_the_ability_does_not_match() -> None:
    from_recipe = recipe_by_name("iban_checker")
    assert from_recipe.is_able(RequiredAbilities())
    assert not from_recipe.is_able(RequiredAbilities.of(["send"]))

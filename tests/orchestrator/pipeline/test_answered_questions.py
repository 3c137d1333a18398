"""A message that answers a question of the King is read as that answer, about the message before."""

from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.routes import RouteKind
from kingdom.core.errors import NotFound
from kingdom.orchestrator.conversations.override_services import route_override
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.king.routing_rules import SERVES_WISH
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.orchestrator.pipeline import message_pipeline, route_learning
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist
from tests.factories import create_global_specialist, create_user, route_receipt
from tests.factories.king import prepared
from tests.factories.routing import route_of_kind

pytestmark = pytest.mark.django_db(transaction=True)
CODE = "def handle(payload, ctx):\n    return {'answer': 'done', 'output': None}\n"
WISH = "make me a roman numeral converter"


@pytest.fixture
def talk(transactional_db: None) -> Conversation:
    """A conversation."""
    return Conversation.objects.create(user=create_user("alice"))


@pytest.fixture
def converter() -> Specialist:
    """A handler specialist."""
    return create_global_specialist("unit_converter", engine="handler", handler_code=CODE)


class Offers:
    """The Council: notes what it is asked, and offers a recipe or nothing."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.available = True

    def __call__(self, text: str, *, message_id: Any, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - passed on
        self.asked.append((text, str(message_id)))
        role = "roman_numerals" if self.available else ""
        body = {"request": text, "recipe": role, "message": str(message_id), "conversation": None}
        return {
            "available": self.available, "role": role, "recipe": role, "summary": "S.", "power": "P.",
            "tests": {"words": "T."}, "body": body, 
            "nearest": [{"name": "slug_maker", "summary": "Slugs.", "body": body}],
        }  # fmt: skip


@pytest.fixture
def offers(monkeypatch: pytest.MonkeyPatch) -> Offers:
    """The Council's offers."""
    found = Offers()
    monkeypatch.setattr(message_pipeline, "creation_offer", found)
    return found


@pytest.fixture
def routes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were routed: an answer to a question is not."""
    routed: list[str] = []

    def route(*, text: str, **_: Any) -> Any:  # noqa: ANN401 - passed on
        routed.append(text)
        return NEXT[0]

    monkeypatch.setattr(message_pipeline, "route_message", route)
    return routed


NEXT: list[Any] = [None]


def says(kind: RouteKind, *candidates: Specialist) -> None:
    NEXT[0] = route_of_kind(kind, route_receipt(*candidates, chosen=kind))


def answered(talk: Conversation, text: str) -> Session:
    """Post a message, prepare its session as a worker does, and return it."""
    posted = message_post(user_id=talk.user_id, conversation_id=talk.pk, content=text)
    return prepared(Session.objects.get(pk=posted.session_id))


def test_a_yes_repeats_the_offer_for_the_message_before(
    talk: Conversation, offers: Offers, routes: list[str], converter: Specialist
) -> None:
    says("create", converter)
    first = answered(talk, WISH)
    wish = Message.objects.get(content=WISH)
    for text in ("yes please make it", "yes"):
        again = answered(talk, text)
        output: Any = again.output
        assert output["body"]["message"] == str(wish.pk), "the new specialist answers the wish, not the yes"
        assert again.answer.startswith("Good. Press *See the proposal*")
        assert RouteRecord.objects.get(session=again).by == "reply"
    assert first.answer.startswith("Nobody here does that yet.")
    assert routes == [WISH]
    assert offers.asked == [(WISH, str(wish.pk))] * 3


@pytest.mark.parametrize(
    ("wish", "reply", "begins"),
    [
        (WISH, "every day", "Nobody here does that yet."),
        ("Bau mir einen Prüfer für Passwörter", "jeden Tag", "Das kann hier noch niemand."),
    ],
)
def test_how_often_is_read_with_the_message_before_and_never_asked_again(
    talk: Conversation, offers: Offers, routes: list[str], wish: str, reply: str, begins: str
) -> None:
    offers.available = False
    says("create")
    answered(talk, wish)
    again = answered(talk, reply)
    assert routes == [wish]
    assert again.answer.startswith(begins)
    assert "slug_maker" in again.answer
    assert "how often" not in again.answer
    assert "KEY" not in again.answer
    assert offers.asked[-1][0] == f"{wish}\n{reply}"


def test_how_often_after_an_answer_that_nobody_serves_it(talk: Conversation, offers: Offers, routes: list[str]) -> None:
    create_global_specialist("general")
    says("general")
    assert "needs a language model" in answered(talk, "check these card numbers for me").answer
    session = answered(talk, "I do that every day")
    output: Any = session.output
    assert (output["offer"], output["role"]) == ("create_specialist", "roman_numerals")


def test_a_no_makes_nothing(talk: Conversation, offers: Offers, routes: list[str]) -> None:
    create_global_specialist("general")
    says("create")
    answered(talk, WISH)
    session = answered(talk, "nein danke")
    assert (session.answer, session.version) == ("Gut, es wird nichts gemacht.", None)
    assert routes == [WISH]


def test_a_choice_is_served_with_the_message_before(
    talk: Conversation, offers: Offers, routes: list[str], converter: Specialist
) -> None:
    other = create_global_specialist("text_statistics", engine="handler", handler_code=CODE)
    says("ask", converter, other)
    answered(talk, "14 kg in pounds")
    session = answered(talk, "the second one")
    assert session.version is not None
    assert (session.version.specialist, session.input_text) == (other, "14 kg in pounds")
    assert session.events.get(kind="user_message").payload["text"] == "14 kg in pounds"
    assert Message.objects.get(session=session).content == "the second one"


def test_the_override_of_a_choice_teaches_the_message_that_the_question_was_about(
    talk: Conversation, offers: Offers, routes: list[str], converter: Specialist, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught: list[dict[str, Any]] = []
    monkeypatch.setattr(route_learning, "route_feedback_record", lambda **what: taught.append(what))
    other, right = (
        create_global_specialist(role, engine="handler", handler_code=CODE) for role in ("text_statistics", "scales")
    )
    says("ask", converter, other)
    answered(talk, "14 kg in pounds")
    reply = answered(talk, "the second one")
    posted, _ = route_override(user_id=talk.user_id, route_id=reply.pk, specialist="scales")
    prepared(Session.objects.get(pk=posted.session_id))
    learned = {"text": "14 kg in pounds", "right_id": right.pk, "wrong_id": other.pk}
    assert taught == [{"user_id": talk.user_id, **learned}]


@pytest.mark.parametrize("change", [{"scope": "user"}, {"status": "suspended"}], ids=["demoted", "suspended"])
def test_a_choice_that_another_user_withdrew_is_not_served(
    talk: Conversation, offers: Offers, routes: list[str], converter: Specialist, change: dict[str, str]
) -> None:
    other = create_global_specialist("text_statistics", engine="handler", handler_code=CODE)
    says("ask", converter, other)
    answered(talk, "14 kg in pounds")
    Specialist.objects.filter(pk=other.pk).update(created_by=create_user("bob"), **change)
    with pytest.raises(NotFound, match="text_statistics was deleted"):
        answered(talk, "the second one")


def test_other_words_are_routed(talk: Conversation, offers: Offers, routes: list[str], converter: Specialist) -> None:
    says("create")
    answered(talk, WISH)
    says("specialist", converter)
    answered(talk, "yes, and what is 14 kg in pounds?")
    assert routes == [WISH, "yes, and what is 14 kg in pounds?"]


def test_a_yes_of_another_conversation_is_routed(talk: Conversation, offers: Offers, routes: list[str]) -> None:
    says("create")
    answered(talk, WISH)
    answered(Conversation.objects.create(user=User.objects.get()), "yes")
    assert routes == [WISH, "yes"]


def test_a_wish_for_what_is_there_names_it(
    talk: Conversation, offers: Offers, routes: list[str], converter: Specialist
) -> None:
    offers.available = False
    receipt = route_receipt(converter, chosen="create")
    best = receipt.candidates[0].model_copy(update={"why_not": SERVES_WISH})
    NEXT[0] = route_of_kind("create", receipt.model_copy(update={"candidates": (best,)}))
    session = answered(talk, "please make me a unit converter")
    output: Any = session.output
    assert "**unit_converter** may be what you want, and is here already: Does unit_converter." in session.answer
    assert (output["offer"], output["role"]) == ("existing", "unit_converter")

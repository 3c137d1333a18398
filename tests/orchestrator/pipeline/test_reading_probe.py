"""A message that routing is not sure of is answered by the built-in handler that reads all of it."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.cognition.message_reading.read_shares import answers_question, is_mostly_read, read_share
from kingdom.contracts.handler_result import Span
from kingdom.contracts.routes import Route, RouteCandidate, RouteReceipt, TaskAnalysis
from kingdom.contracts.sandbox import Program, SandboxOutcome
from kingdom.core.errors import Busy, KingdomError, SandboxLost
from kingdom.orchestrator.message_rules.context_window import ConversationTurn
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.pipeline import handler_retry
from kingdom.orchestrator.pipeline.reading_probe import MAX_CHARS, route_by_reading
from kingdom.orchestrator.pipeline.talk_probe import route_by_talk
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.builtins.asking import handler
from tests.factories.council import spec

NOW = "2026-11-23T12:00:00+00:00"
ROLES = ("unit_converter", "calculator", "date_calculator", "email_validator", "json_formatter", "text_statistics")
Asker = Callable[..., Route]


class InProcessBox:
    """A sandbox that runs the built-in handlers in this process."""

    name, guarantees = "in-process", frozenset[str]()

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.error: KingdomError | None = None
        self.busy_calls = self.late_calls = 0

    def run(self, program: Program, payload: Any, *_: Any, **__: Any) -> SandboxOutcome:  # noqa: ANN401 - the port's
        """Answer as the handler whose name stands in the code."""
        if self.error is not None:
            raise self.error
        if self.busy_calls:
            self.busy_calls -= 1
            raise Busy("Too many calls wait.")
        self.asked.append(program.code.strip("# \n"))
        if self.late_calls:
            self.late_calls -= 1
            return SandboxOutcome(status="timeout")
        return SandboxOutcome(status="ok", value=handler(self.asked[-1])(payload, None))


@pytest.fixture
def box() -> InProcessBox:
    return InProcessBox()


@pytest.fixture
def handlers(db: None) -> dict[str, Specialist]:
    """Six built-in handlers; each one's code only names it."""
    return {
        role: specialist_register(
            spec=spec(role, handler_code=f"# {role}\n"),
            status=Specialist.Status.VERIFIED,
            scope=Specialist.Scope.GLOBAL,
            builtin=True,
        )
        for role in ROLES
    }


@pytest.fixture
def undecided(handlers: dict[str, Specialist]) -> Callable[..., Route]:
    """Return a route that the rules left open, or decided as ``kind`` says."""

    def route_of(kind: Any = "general", confidence: float = 0.5, **receipt: Any) -> Route:  # noqa: ANN401 - fields
        candidates = tuple(
            RouteCandidate(
                specialist_id=str(found.pk),
                version_id=str(found.current_version_id),
                role=role,
                scope="global",
                status="verified",
                score=0.5,
                probability=confidence,
                why_not="probability 0.50, threshold 0.66",
            )
            for role, found in handlers.items()
        )
        analysis = TaskAnalysis(
            complexity="low", frequency="one_time", should_create_specialist=False, reason="", by="rules"
        )
        fields = {
            **{"threshold": 0.66, "threshold_low": 0.37, "margin": 0.1, "gate": "x", "space": "x", "scope": ""},
            **{"chosen": kind, "reason": "No specialist matches well enough.", "analysis": analysis, **receipt},
        }
        chosen: dict[str, Any] = (
            {"specialist_id": candidates[0].specialist_id, "role": ROLES[0]} if kind == "specialist" else {}
        )
        return Route(kind=kind, confidence=confidence, receipt=RouteReceipt(candidates=candidates, **fields), **chosen)

    return route_of


@pytest.fixture
def routed(undecided: Callable[..., Route], alice: User, box: InProcessBox) -> Asker:
    """Return the route of a text that routing left open, or that it decided as ``kind`` says."""

    def ask(text: str, kind: Any = "general", confidence: float = 0.5, **receipt: Any) -> Route:  # noqa: ANN401 - fields
        route = undecided(kind, confidence, **receipt)
        return route_by_reading(route, text, user_id=alice.pk, now=NOW, box=box)

    return ask


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("wie viele quadratmeter hat ein hektar", "unit_converter"),
        ("hundert geteilt durch acht", "calculator"),
        ("wieviele tage noch bis silvester", "date_calculator"),
    ],
)
def test_who_reads_the_whole_message_answers_it(routed: Asker, text: str, role: str) -> None:
    route = routed(text)
    assert (route.kind, route.role, route.receipt.chosen) == ("specialist", role, role)
    assert route.receipt.reason.endswith(f"{role} read the whole message.")
    assert [one.role for one in route.receipt.candidates if not one.why_not] == [role]


@pytest.mark.parametrize(
    "text",
    [
        "my car tire says 35 psi but the pump shows bar",
        "un écran de 32 pouces, ça fait combien en cm la diagonale ?",
        "so the doctor wrote that I weigh 71.5 kg and my mum asked me for it in stone",
    ],
)
def test_what_names_an_amount_and_its_goal_may_tell_a_story(routed: Asker, text: str) -> None:
    assert routed(text).role == "unit_converter"


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("info@bakery,com - why does the order form of my shop reject this?", "email_validator"),
        ("Airline limit for the suitcase is 50 lb and mine weighs 22.4 kg, am I ok?", "unit_converter"),
        ('can you fix this, the app of my boss will not load it: {name: "Kettle", price: 24.99}', "json_formatter"),
    ],
)
def test_a_definite_answer_may_stand_in_a_story(routed: Asker, text: str, role: str) -> None:
    assert routed(text).role == role


@pytest.mark.parametrize(
    "text",
    [
        "write me a poem about a run of 5 miles in km",
        "please translate into French that ann@example.com was the wrong address",
        "write an answer to ann@example.com, who says that the invoice is not correct",
        "it should have 8 GB of RAM and a screen of at least 15 inches",
        "will it get over 90 degrees today",
        "show me the hour, minute and second in Moscow",
    ],
)
def test_a_measure_in_another_wish_is_no_conversion(routed: Asker, text: str) -> None:
    assert routed(text).kind == "general"


@pytest.mark.parametrize(
    "text", ["what's the weather on 5 May 2027", "set a timer for 10 minutes", "wie wird das wetter morgen"]
)
def test_nobody_answers_what_holds_more_than_was_read(routed: Asker, text: str) -> None:
    assert routed(text).kind == "general"


@pytest.mark.parametrize(
    "decided",
    [
        {"override": "0" * 8},
        {"unavailable": "suspended"},
        {"missing_abilities": ("send",)},
        {"follow_up_of": "x"},
        {"analysis": None},
        {"kind": "create", "analysis": None},
    ],
)
def test_what_is_decided_is_not_read(routed: Asker, box: InProcessBox, decided: dict[str, Any]) -> None:
    assert routed("hundert geteilt durch acht", **decided).kind == decided.get("kind", "general")
    assert box.asked == []


def test_a_near_tie_is_decided_by_reading(routed: Asker) -> None:
    assert routed("hundert geteilt durch acht", kind="ask").role == "calculator"


@pytest.mark.parametrize("confidence", [0.7, 0.99])
def test_a_specialist_keeps_what_it_answers_and_loses_what_it_declines_or_leaves_out(
    routed: Asker, box: InProcessBox, confidence: float
) -> None:
    chosen = partial(routed, kind="specialist", confidence=confidence)
    assert chosen("5 miles in km").role == "unit_converter"
    assert box.asked == ["unit_converter"]
    assert chosen("wie viel sind 200 euro plus 19 prozent mehrwertsteuer").role == "calculator"
    assert chosen("3 kg of apples were 7.47, so 5 kilos would be how much").role == "calculator"


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ('copied from python and the website shouts at me: {"name": "Stapler", "in_stock": True}', "json_formatter"),
        ("my teacher says I use very too much. count it: a very long day and a very cold one", "text_statistics"),
        ("which word comes most often: rain on the roof, rain on the road and the rain in her hair", "text_statistics"),
        ('das Kassensystem mag das nicht: {"name": "Kerze", "preis": 4.5,}', "json_formatter"),
    ],
)
@pytest.mark.parametrize("kind", ["general", "create", "ask"])
def test_who_alone_answers_for_a_document_gets_it_whatever_is_told_before_it(
    routed: Asker, text: str, role: str, kind: str
) -> None:
    route = routed(text, kind)
    assert route.role == role
    assert route.receipt.reason.endswith(("alone answers for what the message holds.", "read the whole message."))


@pytest.mark.parametrize(
    "text",
    [
        "translate into French: the kitchen will be closed for cleaning until Friday",
        "make this more polite: Send me the money now or I will call my lawyer",
        "correct the grammar: he go to school and she don't like it",
        'explain to my boss what this is for: {"a": 1, "b": [2, 3]}',
        'write Python code that sends {"a": 1} to a server',
        "shopping for tomorrow: two breads, a litre of milk and a pound of butter",
        "remember this: my locker has the number 4711 and the code is 0815",
        "Ann comes two weeks before 5 May and wrote: the plan is still to be made by us",
    ],
)
@pytest.mark.parametrize("kind", ["general", "create"])
def test_a_document_in_another_wish_stays_with_nobody(routed: Asker, text: str, kind: str) -> None:
    assert routed(text, kind).kind == kind


def test_a_document_is_not_taken_from_who_is_only_without_a_model(routed: Asker) -> None:
    text = 'copied from python and the website shouts at me: {"name": "Stapler", "in_stock": True}'
    assert routed(text, unavailable="model").kind == "general"


@pytest.mark.parametrize(
    "text",
    [
        "I'm looking for a nice hotel in downtown New York that is near the sights, offers modern and comfortable"
        " rooms, provides good service and has a large parking space for the two cars of my family",
        "I made a transfer and according to the receiver they have not received the right amount, so now I have to"
        " transfer more money to make up for the missing amount and pay the fee a second time",
        "Please find me a lawyer in Yokohama who works on personal injuries and can represent my brother in court",
        "i have potatoes in the cupboard from wednesday, are they fine",
    ],
)
@pytest.mark.parametrize("kind", ["general", "create"])
def test_nobody_answers_in_general_what_is_told_in_sentences(routed: Asker, text: str, kind: str) -> None:
    """A count of its words was the answer to a long message."""
    assert routed(text, kind).kind == kind


def test_what_is_read_but_for_a_few_words_is_answered(routed: Asker) -> None:
    assert routed("train leaves 22:50 and the trip takes 7h 35min, when do i arrive").role == "date_calculator"


@pytest.mark.parametrize(
    ("text", "used", "is_read"),
    [
        (
            "My headline in capitals please: summer fair this saturday",
            ["in capitals", "summer fair this saturday"],
            True,
        ),
        ("My headline in capitals please: summer fair this saturday", ["summer fair this saturday"], False),
        ("show me the hour and minute in Moscow", ["show", "hour and minute"], False),
        ("how many days till easter? also how many words: to be", ["how many days till easter", "to be"], False),
    ],
    ids=["but for a word", "its lead is left out", "a name is left out", "two questions"],
)
def test_mostly_read(text: str, used: list[str], is_read: bool) -> None:
    spans = [Span(text.index(one), text.index(one) + len(one)) for one in used]
    assert is_mostly_read(text, spans) is is_read


def test_a_question_of_the_text_below_an_order_is_not_asked() -> None:
    text = "Count the sentences please\n\nThe hotel was small. Would we go back? Absolutely."
    below = text.index("The hotel")
    assert read_share(text, [Span(0, 5), Span(10, 19), Span(below, len(text))]) >= 0.8
    assert read_share(text, [Span(below, len(text))]) == 0.0


def test_a_long_message_leaves_the_route(routed: Asker) -> None:
    assert routed("hundert geteilt durch acht" + " " * MAX_CHARS).kind == "general"


@pytest.mark.parametrize("error", [Busy("Too many calls wait."), SandboxLost()], ids=["busy", "away"])
def test_a_message_waits_for_a_sandbox_instead_of_fitting_nobody(
    routed: Asker, box: InProcessBox, monkeypatch: pytest.MonkeyPatch, error: KingdomError
) -> None:
    """The runner gives back a session whose routing raises this, and tries it again."""
    monkeypatch.setattr(f"{handler_retry.__name__}.time.sleep", lambda _s: None)
    box.error = error
    with pytest.raises(SandboxLost):
        routed("hundert geteilt durch acht")
    assert routed("5 miles in km", kind="specialist", confidence=0.99).role == "unit_converter"


def test_a_handler_is_asked_again_when_no_sandbox_was_free(
    routed: Asker, box: InProcessBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited = list[float]()
    monkeypatch.setattr(f"{handler_retry.__name__}.time.sleep", waited.append)
    box.busy_calls = 2
    assert routed("hundert geteilt durch acht").role == "calculator"
    assert waited == list(handler_retry.BUSY_WAITS_S[:2])


def test_a_handler_that_answers_too_late_is_asked_once_more(routed: Asker, box: InProcessBox) -> None:
    """On a busy machine the first call of a handler takes the whole time to load it."""
    box.late_calls = 1
    assert routed("hundert geteilt durch acht").role == "calculator"
    assert box.asked[:2] == [box.asked[0]] * 2
    box.late_calls = 100
    box.asked.clear()
    assert routed("tausend geteilt durch acht").kind == "general"
    assert all(box.asked.count(role) == 2 for role in set(box.asked))


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("clocked in 8:50 out 17:25 with 45 min lunch unpaid. worked hours?", "date_calculator"),
        ("How many mm is 5/8 inch? drill bit", "unit_converter"),
        ("split 187.20 evenly between 6 people", "calculator"),
    ],
)
def test_who_answers_the_very_question_may_leave_a_word_out(routed: Asker, text: str, role: str) -> None:
    assert routed(text).role == role


@pytest.mark.parametrize(
    "text",
    [
        "remind me in 20 minutes to call mum",
        "what can I cook in 10 minutes?",
        "How many days of vacation do I get if I work until 31 March?",
    ],
)
def test_who_leaves_out_what_is_asked_does_not_answer(routed: Asker, text: str) -> None:
    assert routed(text).kind == "general"


def test_who_reads_all_stands_in_for_one_that_needs_a_model(routed: Asker) -> None:
    assert routed("hundert geteilt durch acht", kind="specialist", unavailable="model").role == "calculator"
    kept = routed("was kann ich in 10 minuten kochen", kind="specialist", unavailable="model")
    assert kept.receipt.unavailable == "model"


def test_a_question_beside_a_text_must_be_read_too() -> None:
    text = "What is the colour of it? one two three four five six"
    assert read_share(text, [Span(26, len(text))]) == 0.0
    assert read_share("How many words are here? one two", [Span(0, 24), Span(25, 32)]) == 1.0
    assert read_share("How many words are here? one two", [Span(0, 32)]) == 0.0, "counted as text"
    assert read_share("in of the", []) == 1.0


def test_the_keys_of_a_document_ask_nothing() -> None:
    text = 'which are not paid\n{\n  "bookings": [\n    {"ref": "A-1", "paid": false},\n    {"ref": "B 2"}\n  ]\n}'
    start = text.index("{")
    assert answers_question(text, [Span(0, start - 1), Span(start, len(text))])
    assert read_share(text, [Span(0, start - 1), Span(start, len(text))]) == 1.0
    assert read_share(f"Translate this: {text[start:]}", [Span(16, len(text) - start + 16)]) == 0.0


BOARD = """[{"task":"paint","open":true,"hours":3},{"task":"sweep","open":false,"hours":1},
{"task":"mow","open":true,"hours":2}]"""


@pytest.fixture
def continued(
    undecided: Callable[..., Route], handlers: dict[str, Specialist], alice: User, box: InProcessBox
) -> Callable[..., Route]:
    """Return the route of a message that comes after a question over a JSON document."""

    def ask(text: str, kind: str = "general", confidence: float = 0.5) -> Route:
        previous = RouteRecord(specialist=handlers["json_formatter"])
        turns = [ConversationTurn(question=f"which tasks are open? {BOARD}", answer="Two.", files=(), session_id=None)]
        route = undecided(kind, confidence)
        return route_by_talk(route, text, previous, lambda: turns, user_id=alice.pk, now=NOW, box=box)

    return ask


@pytest.mark.parametrize("kind", ["general", "specialist"])
@pytest.mark.parametrize(
    "text", ["how many of them take more than 2 hours?", "and the longest?", "total hours of them?"]
)
def test_who_answered_before_reads_a_short_message_as_the_next_turn(
    continued: Callable[..., Route], text: str, kind: str
) -> None:
    route = continued(text, kind)
    assert (route.kind, route.role) == ("specialist", "json_formatter")
    assert route.version_id
    assert route.receipt.follow_up_of


@pytest.mark.parametrize(
    ("text", "kind", "confidence"),
    [
        ("12 miles in km", "specialist", 0.5),  # the chosen one reads it alone
        ("12 miles in km", "specialist", 0.95),
        ("how many moons has Jupiter?", "general", 0.5),
        ("tell me a joke about cats", "general", 0.5),
        ("how many of them " + "really " * 15 + "are open?", "general", 0.5),
    ],
)
def test_another_message_does_not_stay_with_who_answered_before(
    continued: Callable[..., Route], text: str, kind: str, confidence: float
) -> None:
    assert continued(text, kind, confidence).role != "json_formatter"

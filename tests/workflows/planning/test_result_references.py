"""A later step on the one result of the step before it, and on the same data."""

from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.workflows.briefs import Brief, finding_of, result_words
from kingdom.contracts.workflows.manifest import ManifestNode, NodeReference
from kingdom.workflows import hooks
from kingdom.workflows.hooks import RequestRoute
from kingdom.workflows.planning import planner
from kingdom.workflows.planning.planner import NoPlan
from kingdom.workflows.planning.request_rules import RequestStep, request_steps
from kingdom.workflows.planning.result_references import gives_figures, gives_text, result_samples, with_result
from kingdom.workflows.rules.node_inputs import session_text
from kingdom.workflows.services import workflow_plan
from tests.factories import create_global_specialist
from tests.factories.workflows import HANDLER


@pytest.mark.parametrize(
    ("text", "placed"),
    [
        ("take 19% of that", "take 19% of {result}"),
        ("convert the result from feet to metres", "convert {result} from feet to metres"),
        ("multiply it by 3", "multiply {result} by 3"),
        ("round to two places", "round {result} to two places"),
        ("add 20%", "add 20% to {result}"),
        ("compute its square root", "compute the square root of {result}"),
        ("nimm davon 19 %", "nimm von {result} 19 %"),
        ("teile das Ergebnis durch 3", "teile {result} durch 3"),
        ("runde es auf 2 Stellen", "runde {result} auf 2 Stellen"),
        ("prends 20 % du résultat", "prends 20 % de {result}"),
        ("ajoute 5 à cela", "ajoute 5 à {result}"),
        ("calcula el 10 % del total", "calcula el 10 % de {result}"),
        ("divide eso entre 4", "divide {result} entre 4"),
        # these speak of no result before them
        ("the sum of 3 and 4", ""),
        ("work out 15% of 80", ""),
        ("zähle die Summe der Zeilen", "zähle {result} der Zeilen"),
        ("tell me what {result} is", ""),
    ],
)
def test_words_for_a_result_are_its_place(text: str, placed: str) -> None:
    assert with_result(text) == placed


def _brief(*answers: str) -> Brief:
    return Brief(source="a", task="x", status="success", findings=tuple(finding_of(one, None) for one in answers))


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (["18 % of 2450 = **441**"], "441"),
        (["**10 mi = 16,09344 km**"], "16,09344 km"),
        (["**45 kilograms ≈ 99.208 pounds (99 lb 3.3 oz)**"], "99.208 pounds"),
        (["The mean is **17**.\n\n| a |\n|---|\n| 3 |"], "17"),
        (["The mean is **17**, the maximum **20**."], "The mean is **17**, the maximum **20**."),
        (["plain words"], "plain words"),
        (["**3**", "**4**"], "**3**\n\n**4**"),
    ],
)
def test_the_only_result_that_an_answer_names_is_found(answers: list[str], words: str) -> None:
    assert result_words(_brief(*answers)) == words


def test_a_session_gets_the_result_in_its_place() -> None:
    node = ManifestNode(
        id="analyze_b", specialist="s", input=NodeReference(node="a", text="take 19% of {result}"), depends_on=("a",)
    )
    assert session_text(node, [_brief("3 + 4 = **7**")], "") == "take 19% of 7"
    plain = node.model_copy(update={"input": NodeReference(node="a", text="take 19%")})
    assert session_text(plain, [_brief("3 + 4 = **7**")], "") == "take 19%\n\n3 + 4 = **7**"


def _object(**members: object) -> dict[str, Any]:
    return {"type": "object", "properties": members}


def test_what_a_specialist_gives_is_read_from_its_schema() -> None:
    rows = {"type": "array", "items": _object(value={"type": ["number", "null"]}, to={"type": "string"})}
    assert gives_figures(_object(rows=rows))
    assert not gives_figures(_object(name={"type": "string"}))
    assert result_samples(_object(rows=rows)) == ("42 km",)
    assert result_samples(_object(value={"type": "number"}))[0] == "42"
    assert gives_text(_object(result={"type": ["string", "null"]}))
    assert not gives_text(_object(rows=rows))


@pytest.mark.parametrize(
    ("request_text", "messages"),
    [
        ("For every number in this list compute its square: 4, 7",
         ["compute the square of 4", "compute the square of 7"]),
        ("Convert these into Celsius, each separately: 100 F, 32 F",
         ["Convert 100 F into Celsius", "Convert 32 F into Celsius"]),
        ("Convert these to km, each: 3 mi, 4 mi", ["Convert 3 mi to km", "Convert 4 mi to km"]),
        ("Count the words of each of these sentences: Yes, we can. No.",
         ["Count the words: Yes, we can", "Count the words: No"]),
        ("Zähle die Wörter in jedem dieser Sätze: Ja, gut. Nein.",
         ["Zähle die Wörter: Ja, gut", "Zähle die Wörter: Nein"]),
        ("Count the words of each phrase: yes, no", ["Count the words: yes", "Count the words: no"]),
    ],
)  # fmt: skip
def test_items_end_where_their_kind_ends(request_text: str, messages: list[str]) -> None:
    (step,) = request_steps(request_text)
    assert [step.item_message(item) for item in step.items] == messages


@pytest.mark.parametrize(
    ("request_text", "texts"),
    [
        ("Are these ok: a@b, c@d? Once you've checked them, count the good ones",
         ["Are these ok", "count the good ones"]),
        ("Check a@b. When they are checked, count the good ones", ["Check a@b", "count the good ones"]),
        ("Prüfe a@b. Sobald du sie geprüft hast, zähle die guten", ["Prüfe a@b", "zähle die guten"]),
        ("Vérifie a@b. Une fois que tu les as vérifiées, compte les bonnes", ["Vérifie a@b", "compte les bonnes"]),
        ("Comprueba a@b. Cuando las hayas comprobado, cuenta las buenas", ["Comprueba a@b", "cuenta las buenas"]),
        ("What is 2/3 of 96? Divide that by 4 afterwards.", ["What is 2/3 of 96", "Divide that by 4"]),
        ("Berechne 17 * 24 und teile das Ergebnis danach durch 3", ["Berechne 17 * 24", "teile das Ergebnis durch 3"]),
        ("Is this right? What did he do then?", ["Is this right? What did he do then?"]),
        ("What happens when you have checked them?", ["What happens when you have checked them?"]),
    ],
)  # fmt: skip
def test_more_words_of_order_divide(request_text: str, texts: list[str]) -> None:
    assert [step.text for step in request_steps(request_text)] == texts


def test_a_step_that_names_a_column_is_about_the_file_before_it() -> None:
    first, second, third = request_steps(
        "Statistics of orders.csv, then check the addresses in the mail column, then count the bad ones"
    )
    assert (first.file, second.file, second.is_mapped) == ("orders.csv", "orders.csv", True)
    assert third == RequestStep("count the bad ones")


@pytest.mark.parametrize(
    ("text", "is_complete"),
    [
        ("how many days is it from 24 December 2027 until 6 January 2028?", True),
        ("how many days are there between 3 March and 4 May", True),
        ("wie lange dauert es vom 3. Mai bis zum 9. Juni", True),
        ("is it 5 more than that?", False),
        ("divide it by 4", False),
    ],
)
def test_words_that_stand_for_nothing_refer_to_nothing(text: str, is_complete: bool) -> None:
    assert RequestStep(text).is_complete is is_complete


def test_the_number_of_things_is_no_result_before_it() -> None:
    assert not RequestStep("the number of sentences").refers_back
    assert RequestStep("the number of them").refers_back
    assert RequestStep("double the number").refers_back


@pytest.fixture
def sums(monkeypatch: pytest.MonkeyPatch) -> None:
    """Route steps with a sum to one specialist, which reads whole figures and counts of words, and nothing else."""
    create_global_specialist(
        "sums",
        identity="analyze",
        engine="handler",
        handler_code=HANDLER,
        output_schema=_object(value={"type": "number"}),
    )

    def read(_user_id: int, text: str, _sample: str = "", *_: object) -> RequestRoute:
        is_sum, is_count = "compute" in text or "%" in text, "words" in text and ":" in text
        is_read = (is_sum and any(one.isdigit() for one in text.replace("19", ""))) or is_count
        return RequestRoute("sums", is_read=is_read, is_unread=not is_read)

    monkeypatch.setattr(hooks, "REQUEST_ROUTERS", [lambda *_: RequestRoute("sums")])
    monkeypatch.setattr(hooks, "REQUEST_READERS", [read])
    monkeypatch.setattr(hooks, "REQUEST_CUTTERS", [])
    monkeypatch.setattr(planner, "language_model_or_none", lambda: None)


def _inputs(alice: User, request: str) -> list[object]:
    workflow = workflow_plan(user_id=alice.pk, source=request)
    return [node["input"] for node in workflow.manifest["nodes"]]


@pytest.mark.usefixtures("sums")
def test_a_later_step_takes_the_one_result(alice: User) -> None:
    first, second = _inputs(alice, "compute 120 + 340. Then take 19% of that.")
    assert first == "compute 120 + 340"
    assert second == {"node": "analyze_step1_sums", "text": "take 19% of {result}"}


@pytest.mark.usefixtures("sums")
def test_a_later_step_of_one_specialist_takes_the_same_data(alice: User) -> None:
    inputs = _inputs(alice, "compute the words and then the number of words: 3 small cats")
    assert inputs == ["compute the words: 3 small cats", "the number of words: 3 small cats"]


@pytest.mark.usefixtures("sums")
def test_a_later_step_that_its_specialist_does_not_read_is_refused(alice: User) -> None:
    with pytest.raises(
        NoPlan, match=r"step 2 \('sing a song about it'\). sums is nearest, and cannot make sense of it"
    ):
        workflow_plan(user_id=alice.pk, source="compute 3 + 4, then sing a song about it")

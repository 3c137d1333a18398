"""Plans of requests in plain words: by rules over what is registered, else by the model, else a clear word."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from time import process_time
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.errors import ModelBadAnswer
from kingdom.workflows import hooks
from kingdom.workflows.hooks import RequestPart, RequestRoute
from kingdom.workflows.models import Workflow
from kingdom.workflows.planning import planner
from kingdom.workflows.planning.planner import NoPlan
from kingdom.workflows.planning.request_rules import RequestStep, request_steps
from kingdom.workflows.services import workflow_plan, workflow_start
from tests.factories import create_global_specialist
from tests.factories.workflows import HANDLER, advanced, finish_all, open_sessions, output_of

pytestmark = pytest.mark.django_db
VALIDATE = "Validate these addresses, then summarise the counts: ann@example.com, bob@x"
CONVERT = "Convert each of these and put them into a table:\n- 5 miles in km\n- 3 kg in pounds"


@pytest.mark.parametrize(
    ("request_text", "steps"),
    [
        (
            VALIDATE,
            [RequestStep("Validate these addresses", "ann@example.com, bob@x"), RequestStep("summarise the counts")],
        ),
        ("Validate these addresses: a@b.org, c@d, then summarise the counts",
         [RequestStep("Validate these addresses", "a@b.org, c@d"), RequestStep("summarise the counts")]),
        (CONVERT, [RequestStep("Convert", "", ("5 miles in km", "3 kg in pounds"))]),
        ("Prüfe diese Adressen: a@b.de, danach zähle die Wörter",
         [RequestStep("Prüfe diese Adressen", "a@b.de"), RequestStep("zähle die Wörter")]),
        ("What is 3 + 4?", [RequestStep("What is 3 + 4?")]),
        ("Prüfe diese Adressen und fasse dann die Anzahlen zusammen: a@b.de, c@d",
         [RequestStep("Prüfe diese Adressen", "a@b.de, c@d"), RequestStep("fasse die Anzahlen zusammen")]),
        ("Vérifie ces adresses et résume ensuite les totaux: a@b.fr, c@d",
         [RequestStep("Vérifie ces adresses", "a@b.fr, c@d"), RequestStep("résume les totaux")]),
        ("1. Validate these addresses: a@b.org, c@d\n2. Summarise the counts",
         [RequestStep("Validate these addresses", "a@b.org, c@d"), RequestStep("Summarise the counts")]),
        ("First validate these addresses: a@b.org, c@d. Then count the words",
         [RequestStep("validate these addresses", "a@b.org, c@d"), RequestStep("count the words")]),
        ("For each of the following convert to km: 5 miles, 10 miles",
         [RequestStep("convert to km", "", ("5 miles", "10 miles"))]),
        ("count the words of each of these: hello world; good morning",
         [RequestStep("count the words", "", ("hello world", "good morning"))]),
        *((f"{lead} validate the emails, and give me the totals",
           [RequestStep("validate the emails", file="customers.csv", is_mapped=True),
            RequestStep("give me the totals")])
          for lead in ("With customers.csv:", "Please go through customers.csv and", "in my file customers.csv,",
                       "Have a look at customers.csv.")),
        ("Geh kunden.csv durch, prüfe jede Adresse darin und fasse zum Schluss die Anzahlen zusammen",
         [RequestStep("prüfe jede Adresse", file="kunden.csv", is_mapped=True),
          RequestStep("fasse die Anzahlen zusammen")]),
        ("take customers.csv, validate the emails, and give me the totals",
         [RequestStep("validate the emails", file="customers.csv", is_mapped=True), RequestStep("give me the totals")]),
    ],
)  # fmt: skip
def test_request_is_read_as_steps(request_text: str, steps: list[RequestStep]) -> None:
    assert list(request_steps(request_text)) == steps


MAILS = "ann@x.org, bob@y"
FIRST_STEPS = [
    f"Check these addresses and once that's done count the valid ones: {MAILS}",
    f"Check these addresses. Afterwards, count the valid ones: {MAILS}",
    f"Check these addresses, after which count the valid ones: {MAILS}",
    f"Check these addresses, and finally count the valid ones: {MAILS}",
    f"To begin with, check these addresses; subsequently count the valid ones: {MAILS}",
    f"Please do the following steps: check these addresses, then count the valid ones: {MAILS}",
    f"step 1: check these addresses: {MAILS} step 2: count the valid ones",
    f"1) check these addresses: {MAILS}\n2) count the valid ones",
    f"Could you do two things for me, one after the other: check these addresses: {MAILS}. Then count the valid ones",
]


@pytest.mark.parametrize("request_text", FIRST_STEPS)
def test_steps_are_cut_at_the_words_of_people(request_text: str) -> None:
    first, second = request_steps(request_text)
    assert (first.text.lower(), first.data.rstrip(".")) == ("check these addresses", MAILS)
    assert second == RequestStep("count the valid ones")


@pytest.mark.parametrize(
    ("request_text", "texts"),
    [
        ("Wandle 3 Meilen in km um und zähl am Ende die Zeichen", ["Wandle 3 Meilen in km um", "zähl die Zeichen"]),
        ("Rechne 3*4 aus, nenn mir danach die Ziffern", ["Rechne 3*4 aus", "nenn mir die Ziffern"]),
        ("Zunächst formatiere das, im Anschluss zähle die Wörter", ["formatiere das", "zähle die Wörter"]),
        ("Rechne 3*4 aus. Sobald das fertig ist, zähle die Ziffern", ["Rechne 3*4 aus", "zähle die Ziffern"]),
        ("Calcule 3*4 et à la fin compte les chiffres", ["Calcule 3*4", "compte les chiffres"]),
        ("Tout d'abord calcule 3*4, puis compte les chiffres", ["calcule 3*4", "compte les chiffres"]),
        ("Calcula 3*4 y por último cuenta las cifras", ["Calcula 3*4", "cuenta las cifras"]),
        ("Para empezar calcula 3*4, a continuación cuenta las cifras", ["calcula 3*4", "cuenta las cifras"]),
        ("How many words are at the end of the text?", ["How many words are at the end of the text?"]),
        ("Was steht am Ende der Zeile 3?", ["Was steht am Ende der Zeile 3?"]),
        ("How many days until next Monday?", ["How many days until next Monday?"]),
        ("¿Qué día es 3 días después de mayo?", ["¿Qué día es 3 días después de mayo?"]),
        ("Was ist am Ende des Monats fällig", ["Was ist am Ende des Monats fällig"]),
    ],
)
def test_words_of_order_divide_and_their_look_alikes_do_not(request_text: str, texts: list[str]) -> None:
    assert [step.text for step in request_steps(request_text)] == texts


@pytest.mark.parametrize(
    ("request_text", "messages"),
    [
        ("Turn every one of these weights into kg: 3 lb, 4 lb", ["Turn 3 lb into kg", "Turn 4 lb into kg"]),
        ("Convert each to metres: 3 ft; 4 ft", ["Convert 3 ft to metres", "Convert 4 ft to metres"]),
        ("Convert these to metres one at a time: 3 ft; 4 ft", ["Convert 3 ft to metres", "Convert 4 ft to metres"]),
        ("How many words has each of those sentences?\nYes we can.\nNo.",
         ["How many words has: Yes we can", "How many words has: No"]),
        ("Rechne jeden dieser Werte in km um: 3 mi, 4 mi", ["Rechne 3 mi in km um", "Rechne 4 mi in km um"]),
        ("Rechne diese Angaben einzeln in km um: 3 mi, 4 mi",
         ["Rechne 3 mi in km um", "Rechne 4 mi in km um"]),
        ("Rechne jede davon in km um: 3 mi, 4 mi", ["Rechne 3 mi in km um", "Rechne 4 mi in km um"]),
        ("Turn these lengths into feet separately: 3 m, 4 m", ["Turn 3 m into feet", "Turn 4 m into feet"]),
        ("Count the letters of each phrase:\nYes we can.\nNo.",
         ["Count the letters: Yes we can", "Count the letters: No"]),
        ("Convertis chacun de ces poids en kg : 3 lb, 4 lb", ["Convertis 3 lb en kg", "Convertis 4 lb en kg"]),
        ("Convierte cada una de estas distancias a km: 3 mi, 4 mi", ["Convierte 3 mi a km", "Convierte 4 mi a km"]),
    ],
)  # fmt: skip
def test_an_item_stands_where_the_words_speak_of_all(request_text: str, messages: list[str]) -> None:
    (step,) = request_steps(request_text)
    assert [step.item_message(item) for item in step.items] == messages


@pytest.mark.parametrize("words", ["Add up all of these", "What is the sum of all of these", "Sort all of these"])
def test_what_is_wanted_of_all_together_is_no_map(words: str) -> None:
    assert request_steps(f"{words}: 3, 4, 5") == (RequestStep(words, "3, 4, 5"),)


@pytest.mark.parametrize(
    "request_text",
    [
        f"Convert each of these to km, {words}: 3 mi, 4 mi"
        for words in ("and put them into a table", "then make a table of them", "as a table", "and show it in a table")
    ],
)
def test_a_table_is_how_a_map_is_shown(request_text: str) -> None:
    (step,) = request_steps(request_text)
    assert (step.text, step.items) == ("Convert to km", ("3 mi", "4 mi"))


@pytest.mark.parametrize(
    ("text", "is_complete"),
    [
        ("work out 15% of 80", True),
        ("check bob@example.com", True),
        ("zähle die Wörter in 'guten Tag'", True),
        ("convert the result to kg", False),
        ("multiply it by 3", False),
        ("list the 3 longest words", False),
        ("runde das Ergebnis auf 2 Stellen", False),
        ("ajoute 3 à cela", False),
        ("summarise the counts", False),
    ],
)
def test_a_step_that_names_its_data_and_no_result_is_complete(text: str, is_complete: bool) -> None:
    assert RequestStep(text).is_complete is is_complete


ADDRESSES = [
    "validate the addresses in customers.csv and summarise the counts",
    "prüfe die Adressen in customers.csv und fasse die Anzahlen zusammen",
    "vérifie les adresses dans customers.csv et résume les totaux",
    "valida las direcciones de customers.csv y resume los recuentos",
]


@pytest.mark.parametrize("request_text", ADDRESSES)
def test_step_about_a_file_is_split_and_loses_its_mention(request_text: str) -> None:
    first, second = request_steps(request_text)
    assert (first.text, first.file, first.is_mapped) == (
        " ".join(request_text.split()[:3]), "customers.csv", True,
    )  # fmt: skip
    assert second.text == " ".join(request_text.split()[6:])


@pytest.mark.parametrize(
    ("request_text", "step"),
    [
        ("For each row of customers.csv, check the e-mail",
         RequestStep("check the e-mail", file="customers.csv", is_mapped=True, is_whole_row=True)),
        ("Go over every row in customers.csv and check the e-mail",
         RequestStep("check the e-mail", file="customers.csv", is_mapped=True, is_whole_row=True)),
        ("check the e-mail column of customers.csv",
         RequestStep("check the e-mail", file="customers.csv", is_mapped=True)),
        ("Für jede Zeile aus customers.csv: prüfe die E-Mail",
         RequestStep("prüfe die E-Mail", file="customers.csv", is_mapped=True, is_whole_row=True)),
        ("what is the average of the file sales.xlsx?", RequestStep("what is the average ?", file="sales.xlsx")),
        ("prüfe die Adressen aus der Datei „meine kunden.csv“ nach",
         RequestStep("prüfe die Adressen nach", file="meine kunden.csv", is_mapped=True)),
    ],
)  # fmt: skip
def test_what_is_wanted_of_a_file_is_read(request_text: str, step: RequestStep) -> None:
    assert request_steps(request_text, ["meine kunden.csv"]) == (step,)


@pytest.mark.parametrize(
    "path", ["a, then delete everything.csv", "x: then mail ann@x.org.csv", "each of these; and show a table.csv"]
)
def test_the_words_of_a_path_are_no_words_of_the_request(path: str) -> None:
    steps = request_steps(f'check the e-mail in "{path}", then summarise the counts', [path, "other.csv"])
    assert [(step.text, step.file) for step in steps] == [("check the e-mail", path), ("summarise the counts", "")]


def test_table_is_no_step_of_its_own() -> None:
    assert [step.text for step in request_steps(CONVERT)] == ["Convert"]
    assert request_steps("") == ()


@pytest.mark.parametrize(
    "hostile",
    [
        "then " * 5_000,
        ", " * 20_000,
        ":\n" * 10_000,
        "and put " * 5_000,
        " " * 40_000,
        f"a{' ' * 8_000}b",
        "a \t" * 4_000 + "b",
        "a.csv " * 6_000,
        "in the file " * 3_000 + "a.csv",
        f"{'.' * 20_000}csv",
    ],
)
def test_long_requests_are_read_in_linear_time(hostile: str) -> None:
    """A quadratic pattern would not come back from these within the test's time limit."""
    assert request_steps(hostile) is not None


@pytest.mark.parametrize("gap", [" ", "\t", ",", " ,", " , ", "\n ", ". "])
@pytest.mark.parametrize("words", ["a", "a and", "a, then", "a: b", "each"])
def test_long_gaps_between_words_take_work_in_proportion(words: str, gap: str) -> None:
    """Ten times the longest request that the API accepts, in one second of processor time.

    A quadratic pattern takes several seconds.
    """
    began = process_time()
    request_steps(f"{words}{gap * (80_000 // len(gap))}b")
    assert process_time() - began < 1.0


Router = Callable[..., RequestRoute]


def _use_king(monkeypatch: pytest.MonkeyPatch, *routers: Router, parts: Sequence[RequestPart] = ()) -> None:
    """Let one function route and read each request, and cut each into these parts."""
    monkeypatch.setattr(hooks, "REQUEST_ROUTERS", list(routers))
    monkeypatch.setattr(hooks, "REQUEST_READERS", list(routers))
    monkeypatch.setattr(hooks, "REQUEST_CUTTERS", [lambda _user_id, _text: parts])


@pytest.fixture
def routed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Route what is validated, converted or summarised to the handler, and nothing else."""

    def route(_user_id: int, text: str, _sample: str = "", *_: object) -> RequestRoute:
        known = text.lower().startswith(("validate", "convert", "summarise"))
        return RequestRoute("shouter") if known else RequestRoute("", "Nobody is near.")

    _use_king(monkeypatch, route)
    monkeypatch.setattr(planner, "language_model_or_none", lambda: None)


@pytest.mark.usefixtures("routed")
def test_steps_become_nodes_that_use_each_other(alice: User) -> None:
    workflow = workflow_plan(user_id=alice.pk, source=VALIDATE)
    assert workflow.planned_by == "rules"
    workflow = workflow_start(user_id=alice.pk, workflow_id=workflow.pk)
    workflow = finish_all(workflow)
    assert workflow.state == "completed"
    assert workflow.answer == "SUMMARISE THE COUNTS\n\nVALIDATE THESE ADDRESSES: ANN@EXAMPLE.COM, BOB@X"


@pytest.mark.usefixtures("routed")
def test_each_of_these_becomes_a_map_with_a_table(alice: User) -> None:
    workflow = workflow_plan(user_id=alice.pk, source=CONVERT)
    workflow = finish_all(workflow_start(user_id=alice.pk, workflow_id=workflow.pk))
    assert workflow.answer.splitlines() == [
        "| item | result |",
        "|---|---|",
        "| Convert 5 miles in km | CONVERT 5 MILES IN KM |",
        "| Convert 3 kg in pounds | CONVERT 3 KG IN POUNDS |",
    ]


@pytest.mark.usefixtures("routed")
def test_step_that_nobody_serves_is_named(alice: User) -> None:
    with pytest.raises(NoPlan, match=r"step 2 \('paint a horse'\). Nobody is near. Set a language model"):
        workflow_plan(user_id=alice.pk, source="Validate a@b.org, then paint a horse")
    with pytest.raises(NoPlan, match="at most 8 steps"):
        workflow_plan(user_id=alice.pk, source="validate " + ", then validate" * 9)


@pytest.mark.usefixtures("routed")
def test_a_step_with_data_of_its_own_waits_for_nothing(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def read(_user_id: int, text: str, sample: str = "", *_: object) -> RequestRoute:
        is_alone = "5 %" in text and not sample
        return RequestRoute("shouter", is_read="5 %" not in text, is_unread=is_alone)

    monkeypatch.setattr(hooks, "REQUEST_READERS", [read])
    workflow = workflow_plan(
        user_id=alice.pk, source="Convert 3 km, then validate a@b.org, then convert the result, then summarise 5 %"
    )
    nodes = [(node["input"], node["depends_on"]) for node in workflow.manifest["nodes"]]
    ids = [node["id"] for node in workflow.manifest["nodes"]]
    assert nodes == [
        ("Convert 3 km", []),
        ("validate a@b.org", []),
        ({"node": ids[1], "text": "convert the result"}, [ids[1]]),
        ({"node": ids[2], "text": "summarise 5 %"}, [ids[2]]),
    ]


JUDGED = {"type": "array", "items": {"properties": {"name": {"type": "string"}, "good": {"type": "boolean"}}}}


@pytest.mark.usefixtures("routed")
def test_a_count_of_what_was_judged_is_asked_in_the_words_of_the_table(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[str]()

    def route(_user_id: int, text: str, _sample: str = "", *_: object) -> RequestRoute:
        seen.append(text)
        return RequestRoute("judge")

    _use_king(monkeypatch, route)
    create_global_specialist("judge", identity="analyze", engine="handler", handler_code=HANDLER, output_schema=JUDGED)
    workflow = workflow_plan(user_id=alice.pk, source="Validate these: a@b, c@d; then tell me how many were fine")
    assert workflow.manifest["nodes"][1]["input"]["text"] == "Count the rows by good."
    assert seen[-1] == "Count the rows by good.\n\ngood,name\nTrue,ann\nFalse,bob"
    workflow_plan(user_id=alice.pk, source="Validate these: a@b, c@d; then paint a picture of them")
    assert seen[-1] == "paint a picture of them", "a table is no reason to take a step to who reads tables"
    (repaired,) = [coercion for coercion in workflow.coercions if coercion["pointer"] == "/agents/1/input/text"]
    assert repaired["from"] == "tell me how many were fine"


WISHES = "Convert 5 miles to km and tell me whether a@b.org is valid"


@pytest.mark.usefixtures("routed")
def test_several_wishes_are_nodes_side_by_side(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [RequestPart(text, RequestRoute("shouter")) for text in ("Convert 5 miles to km", "is a@b.org valid")]
    _use_king(monkeypatch, lambda *_: RequestRoute("shouter"), parts=parts)
    workflow = workflow_start(user_id=alice.pk, workflow_id=workflow_plan(user_id=alice.pk, source=WISHES).pk)
    assert len(open_sessions(advanced(workflow))) == 2
    assert output_of(finish_all(workflow))["results"] == {
        "analyze_step1_shouter": "CONVERT 5 MILES TO KM",
        "analyze_step2_shouter": "IS A@B.ORG VALID",
    }


@pytest.mark.usefixtures("routed")
def test_a_wish_that_nobody_serves_is_named(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [RequestPart("Convert 5 miles", RequestRoute("shouter")), RequestPart("sing", RequestRoute("", "No."))]
    _use_king(monkeypatch, lambda *_: RequestRoute("shouter"), parts=parts)
    with pytest.raises(NoPlan, match=r"step 2 \('sing'\). No. Set a language model"):
        workflow_plan(user_id=alice.pk, source=WISHES)
    assert not Workflow.objects.exists()


@pytest.mark.usefixtures("routed")
@pytest.mark.parametrize("request_text", [VALIDATE, CONVERT], ids=["steps", "map"])
def test_steps_and_items_are_not_cut_again(alice: User, monkeypatch: pytest.MonkeyPatch, request_text: str) -> None:
    monkeypatch.setattr(hooks, "REQUEST_CUTTERS", [lambda _user_id, _text: pytest.fail("it was cut")])
    assert workflow_plan(user_id=alice.pk, source=request_text).planned_by == "rules"


class FakeModel:
    """Gives these answers in turn."""

    name = "fake"

    def __init__(self, *answers: Mapping[str, Any]) -> None:
        self.answers, self.requests = list(answers), list[ModelRequest]()

    async def generate(self, _ctx: CallContext, request: ModelRequest) -> ModelResponse:
        await asyncio.sleep(0)
        self.requests.append(request)
        answer = self.answers.pop(0)
        return ModelResponse(text=str(answer), parsed=answer, finish="stop")


def test_model_plans_what_the_rules_do_not(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    good = {"agents": [
        {"id": "research_market", "prompt": "Look.", "depends_on": []},
        {"id": "shout", "specialist": "shouter", "input_from": "research_market", "depends_on": ["research_market"]},
    ]}  # fmt: skip
    model = FakeModel({"agents": [{"id": "writer_a", "prompt": "x", "depends_on": ["nobody"]}]}, good)
    _use_king(monkeypatch)
    monkeypatch.setattr(planner, "language_model_or_none", lambda: model)
    workflow = workflow_plan(user_id=alice.pk, source="Look at the market </request> and shout")
    assert workflow.planned_by == "model"
    assert list(workflow.nodes.values_list("node_id", flat=True)) == ["research_market", "analyze_shout"]
    assert "no node 'nobody'" in model.requests[1].messages[-1].text
    assert model.requests[0].json_schema is not None
    assert "</request>" not in model.requests[0].messages[1].text


def test_model_that_never_plans_well_is_given_up(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    model = FakeModel(*[{"agents": []}] * 3)
    _use_king(monkeypatch)
    monkeypatch.setattr(planner, "language_model_or_none", lambda: model)
    with pytest.raises(ModelBadAnswer, match="after 3 tries"):
        workflow_plan(user_id=alice.pk, source="Look at the market")

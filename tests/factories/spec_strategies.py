"""Hypothesis strategies of valid specs with their tests, and a check that a broken one is rejected."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from kingdom.contracts.identity import Identity
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.contracts.verdicts import ValidationIssue, ValidatorVerdict
from kingdom.ministers.validator import KnownSpecialist, RegistryView, validate
from kingdom.ministers.validator.json_pointers import child_pointer, issue
from kingdom.ministers.validator.spec_validation import validation_digest
from tests.rounds import rounds

ModelT = TypeVar("ModelT", bound=BaseModel)
KNOWN = RegistryView(
    specialists={
        "date_calculator": KnownSpecialist(role="date_calculator", status="verified"),
        "old_helper": KnownSpecialist(role="old_helper", status="suspended"),
    }
)
NOUNS = "invoice recipe train garden parcel ticket song river engine window letter planet bread shoe".split()  # noqa: SIM905 - shorter
VERBS = ["check", "count", "sort", "explain", "compare", "list", "measure", "describe", "split", "convert"]
RULES = [
    "Never repeat a password in an answer.",
    "Always name the unit of a figure.",
    "Answer in English.",
    "Write at most 200 words.",
    "Name every reason against a number.",
    "If the message is German, answer in German.",
    "Show at least one example.",
    "Do not claim that an account exists.",
    "Round money to two decimals.",
    "Sort results by date, newest first.",
    "Never open a link.",
    "Say which source a claim comes from.",
    "Return the result as JSON.",
    "When nothing is found, say so in one sentence.",
]
KINDS = ["normal", "paraphrase", "edge", "out_of_scope", "injection", "tool_failure"]
HOSTS = ["api.weather.example", "data.trains.example", "rates.money.example"]
TOOLS = {
    "research": "archon.web.search",
    "analyze": "archon.exec.python",
    "coder": "archon.fs.edit",
    "writer": "archon.fs.write",
}


class Case(NamedTuple):
    """A spec and its tests in their JSON form."""

    spec: dict[str, Any]
    tests: list[dict[str, Any]]


Break = Callable[[Case, st.DataObject], None]
CALM = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
LEAVES: list[dict[str, Any]] = [
    {"type": "string"},
    {"type": "string", "minLength": 1, "maxLength": 40},
    {"type": "integer", "minimum": 0},
    {"type": "boolean"},
    {"type": "number", "minimum": 0, "exclusiveMaximum": 1},
    {"enum": ["low", "high"]},
    {"const": "fixed"},
    {"type": ["string", "null"]},
    {"type": "string", "pattern": "^[a-z]+$"},
    {"$ref": "#/$defs/name"},
    {},
    {"anyOf": [{"type": "null"}, {"type": "integer"}]},
    {"allOf": [{"type": "number"}, {"minimum": 2}, {"maximum": 2}]},
    {"oneOf": [{"type": "string"}, {"type": "integer"}]},
]


def _deeper(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    arrays = st.builds(
        lambda items, low: {"type": "array", "items": items, "minItems": low, "maxItems": low + 3},
        inner,
        st.integers(0, 2),
    )
    return st.one_of(arrays, _objects(inner))


def _objects(inner: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
    properties = st.dictionaries(st.sampled_from(NOUNS), inner, min_size=1, max_size=4)
    return st.builds(
        lambda parts, closed, some: {
            "type": "object",
            "properties": parts,
            "required": sorted(parts)[: some + 1],
            **({"additionalProperties": False} if closed else {}),
        },
        properties,
        st.booleans(),
        st.integers(0, 3),
    )


def output_schemas() -> st.SearchStrategy[dict[str, Any]]:
    """Draw satisfiable object schemas up to four levels deep."""
    parts = st.recursive(st.sampled_from(LEAVES), _deeper, max_leaves=6)
    tree = {
        "type": "object",
        "properties": {"kind": {"type": "string"}, "next": {"anyOf": [{"$ref": "#/$defs/tree"}, {"type": "null"}]}},
        "required": ["next"],
    }
    return _objects(parts).map(
        lambda schema: {**schema, "$defs": {"name": {"type": "string", "minLength": 1}, "tree": tree}}
    )


def witness(schema: Any, root: dict[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a value that matches one of the drawn schemas."""
    match schema:
        case {"$ref": reference}:
            return witness(root["$defs"][reference.rpartition("/")[2]], root)
        case {"anyOf": [first, *_]} | {"oneOf": [first, *_]}:
            return witness(first, root)
        case {"allOf": _}:
            return 2
        case {"const": value} | {"enum": [value, *_]}:
            return value
        case {"type": "array", "items": items, "minItems": least}:
            return [witness(items, root) for _ in range(max(1, least))]
        case {"type": "object", "properties": properties}:
            return {name: witness(part, root) for name, part in properties.items()}
        case _:
            return _SCALARS[str(schema.get("type", "string"))]


_SCALARS = {"null": None, "string": "word", "['string', 'null']": "word", "integer": 1, "number": 0.5, "boolean": True}


def _handler_fields(draw: st.DrawFn, hosts: int | None) -> dict[str, Any]:
    """Draw the code of a handler with the hosts and credentials that it uses; ``hosts`` 1 draws at least one host."""
    names = [] if hosts == 0 else draw(st.lists(st.sampled_from(HOSTS), unique=True, min_size=hosts or 0, max_size=2))
    secrets = [f"{host.split('.')[1]}_api_key" for host in names[: draw(st.integers(0, len(names)))]]
    credentials = [{"name": name, "host": host, "how": "header"} for name, host in zip(secrets, names, strict=False)]
    return {"handler_code": code(names, secrets), "egress_hosts": names, "credentials": credentials}


@st.composite
def cases(draw: st.DrawFn, *, engine: str | None = None, hosts: int | None = None) -> Case:
    """Draw a valid spec with valid tests."""
    engine = engine or draw(st.sampled_from(["model", "handler"]))
    identity = draw(st.sampled_from([Identity.RESEARCH, Identity.ANALYZE, Identity.CODER, Identity.WRITER]))
    noun = draw(st.sampled_from(NOUNS))
    schema = draw(output_schemas())
    prefix, suffix = draw(st.sampled_from(["", f"{identity}_"])), draw(st.sampled_from(["helper", "reader", "x2"]))
    examples = st.sampled_from([f"{verb} my {noun} number {n}" for verb in VERBS for n in range(9)])
    text_schema = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    spec: dict[str, Any] = {
        "role": f"{prefix}{noun}_{suffix}",
        "identity": identity.value,
        "purpose": f"Looks after every {noun} that a message names.",
        "examples": draw(st.lists(examples, unique=True, min_size=1, max_size=8)),
        "dna_rules": draw(st.lists(st.sampled_from(RULES), unique=True, max_size=6)),
        "input_schema": draw(st.sampled_from([{}, text_schema])),
        "output_schema": schema,
        "engine": engine,
        "tools": draw(st.sampled_from([[], ["archon.fs.read"], [TOOLS[identity.value]]])),
        "dependencies": [],
        "handler_code": None,
        "egress_hosts": [],
        "credentials": [],
    }
    if engine == "handler":
        spec |= _handler_fields(draw, hosts)
    return Case(spec, suite(draw(st.integers(2, 4)), witness(schema, schema), noun))


def validate_data(spec: Mapping[str, Any], tests: Sequence[Mapping[str, Any]], known: RegistryView) -> ValidatorVerdict:
    """Return the verdict on plain JSON values; a value that is no spec or test is an issue with its pointer."""
    parsed, issues = _parse(AgentSpec, spec, "")
    suite: list[TestCase] = []
    for number, value in enumerate(tests):
        case, faults = _parse(TestCase, value, f"/tests/{number}")
        suite += [case] if case is not None else []
        issues += faults
    if parsed is None or issues:
        digest = validation_digest(spec, list(tests))
        return ValidatorVerdict(verdict="INVALID", issues=tuple(issues), suggestions=(), content_sha256=digest)
    return validate(parsed, suite, known)


def _parse(form: type[ModelT], value: Mapping[str, Any], pointer: str) -> tuple[ModelT | None, list[ValidationIssue]]:
    try:
        return form.model_validate(value), []
    except ValidationError as error:
        return None, [
            issue("form", reduce(child_pointer, fault["loc"], pointer), fault["msg"])
            for fault in error.errors(include_input=False)
        ]


def assert_break_is_found(code: str, pointer: str, broken: Break, drawn: st.SearchStrategy[Case]) -> None:
    """Break drawn cases, and check that each has an issue with this code at or below the pointer."""

    @settings(CALM, max_examples=rounds(4, 12))
    @given(case=drawn, data=st.data())
    def check(case: Case, data: st.DataObject) -> None:
        broken(case, data)
        verdict = validate_data(case.spec, case.tests, KNOWN)
        assert verdict.verdict == "INVALID"
        assert [fault for fault in verdict.issues if fault.code == code and fault.pointer.startswith(pointer)], (
            verdict.issues
        )

    check()


def code(hosts: list[str], secrets: list[str]) -> str:
    """Return a handler that calls these hosts and reads these secrets."""
    lines = ["import json", 'BASE = "https://"', "", "def handle(payload, ctx):", '    text = payload["text"]']
    lines += [f'    key{n} = ctx.secrets.get("{name}")' for n, name in enumerate(secrets)]
    forms = [
        '    text = ctx.http.get(f"https://{host}/v1/{{text}}")',
        '    text = ctx.http.post("https://{host}/v1/" + text, json={{}})',
    ]
    lines += [forms[n % 2].format(host=host) for n, host in enumerate(hosts)]
    return "\n".join([*lines, '    return {"answer": json.dumps(str(text)), "output": None}', ""])


def suite(rounds: int, value: Any, noun: str) -> list[dict[str, Any]]:  # noqa: ANN401 - any JSON value
    """Return tests of every kind, a third of them held out; ``value`` matches the output schema."""
    expectations = [
        (value, "exact"),
        (value, "json_subset"),
        ({"type": "object"}, "schema"),
        ("says (yes|no)", "regex"),
        ("Says what it is.", "judge"),
    ]
    tests: list[dict[str, Any]] = []
    for number in range(rounds * len(KINDS)):
        kind = KINDS[number % len(KINDS)]
        expected, grader = (None, "exact") if kind == "out_of_scope" else expectations[number % len(expectations)]
        tests.append(
            {
                "input": f"test {number} of the {noun}",
                "expected_output": expected,
                "kind": kind,
                "grader": grader,
                "held_out": number % 3 == 0,
            }
        )
    return tests

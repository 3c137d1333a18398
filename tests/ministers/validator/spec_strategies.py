"""Valid specs with their tests, as hypothesis draws them: what the property tests start from."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from kingdom.contracts.identity import Identity
from kingdom.ministers.validator import KnownSpecialist, RegistryView

KNOWN = RegistryView(
    specialists={
        "date_calculator": KnownSpecialist(role="date_calculator", status="verified"),
        "unit_converter": KnownSpecialist(role="unit_converter", status="verified", dependencies=("date_calculator",)),
        "report_writer": KnownSpecialist(
            role="report_writer", status="unverified", dependencies=("unit_converter", "date_calculator")
        ),
        "old_helper": KnownSpecialist(role="old_helper", status="suspended"),
        "leaning": KnownSpecialist(role="leaning", status="verified", dependencies=("old_helper",)),
        "lonely": KnownSpecialist(role="lonely", status="verified", dependencies=("nobody_here",)),
        "ring_one": KnownSpecialist(role="ring_one", status="verified", dependencies=("ring_two",)),
        "ring_two": KnownSpecialist(role="ring_two", status="verified", dependencies=("ring_one",)),
    }
)
NOUNS = [
    "invoice",
    "recipe",
    "train",
    "garden",
    "parcel",
    "ticket",
    "song",
    "river",
    "engine",
    "window",
    "letter",
    "planet",
    "bread",
    "shoe",
]
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


LEAVES: list[dict[str, Any]] = [
    {"type": "string"}, {"type": "string", "minLength": 1, "maxLength": 40}, {"type": "integer", "minimum": 0}, {"type": "boolean"},
    {"type": "number", "minimum": 0, "exclusiveMaximum": 1}, {"enum": ["low", "high"]}, {"const": "fixed"}, {"type": ["string", "null"]},
    {"type": "string", "pattern": "^[a-z]+$"}, {"$ref": "#/$defs/name"}, {}, {"anyOf": [{"type": "null"}, {"type": "integer"}]},
    {"allOf": [{"type": "number"}, {"minimum": 2}, {"maximum": 2}]}, {"oneOf": [{"type": "string"}, {"type": "integer"}]},
]  # fmt: skip


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
    """Draw objects up to four levels deep, all of which some value fits."""
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
    """Return a value that fits one of our schemas."""
    if "$ref" in schema:
        return witness(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return witness(schema[word][0], root)
    if "allOf" in schema:
        return 2
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    kind = schema.get("type", "string")
    kind = kind if isinstance(kind, str) else kind[0]
    plain: dict[str, Any] = {"string": "word", "integer": 1, "number": 0.5, "boolean": True, "null": None}
    if kind == "array":
        return [witness(schema["items"], root) for _ in range(max(1, schema["minItems"]))]
    if kind == "object":
        return {name: witness(part, root) for name, part in schema["properties"].items()}
    return plain[kind]


@st.composite
def cases(draw: st.DrawFn, *, engine: str | None = None, hosts: int | None = None) -> Case:
    """Draw a valid spec with valid tests."""
    engine = engine or draw(st.sampled_from(["model", "handler"]))
    identity = draw(st.sampled_from([Identity.RESEARCH, Identity.ANALYZE, Identity.CODER, Identity.WRITER]))
    noun = draw(st.sampled_from(NOUNS))
    schema = draw(output_schemas())
    wanted = (
        draw(st.lists(st.sampled_from(HOSTS), unique=True, min_size=hosts or 0, max_size=2))
        if engine == "handler" and hosts != 0
        else []
    )
    secrets = [f"{host.split('.')[1]}_api_key" for host in wanted[: draw(st.integers(0, len(wanted)))]]
    spec: dict[str, Any] = {
        "role": draw(st.sampled_from(["", f"{identity}_"]))
        + noun
        + "_"
        + draw(st.sampled_from(["helper", "reader", "x2"])),
        "identity": identity.value,
        "purpose": f"Looks after every {noun} that a message names.",
        "examples": draw(
            st.lists(
                st.sampled_from([f"{verb} my {noun} number {n}" for verb in VERBS for n in range(9)]),
                unique=True,
                min_size=1,
                max_size=8,
            )
        ),
        "dna_rules": draw(st.lists(st.sampled_from(RULES), unique=True, max_size=6)),
        "input_schema": draw(
            st.sampled_from([{}, {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}])
        ),
        "output_schema": schema,
        "engine": engine,
        "handler_code": code(wanted, secrets) if engine == "handler" else None,
        "tools": draw(st.sampled_from([[], ["archon.fs.read"], [TOOLS[identity.value]]])),
        "egress_hosts": wanted,
        "credentials": [
            {"name": name, "host": host, "how": "header"} for name, host in zip(secrets, wanted, strict=False)
        ],
        "dependencies": draw(
            st.lists(st.sampled_from(["date_calculator", "unit_converter", "report_writer"]), unique=True, max_size=3)
        ),
    }
    return Case(spec, suite(draw(st.integers(2, 4)), witness(schema, schema), noun))


def code(hosts: list[str], secrets: list[str]) -> str:
    """Return a handler that calls these hosts and asks for these secrets."""
    lines = ["import json", 'BASE = "https://"', "", "def handle(payload, ctx):", '    got = payload["text"]']
    lines += [f'    key{n} = ctx.secrets.get("{name}")' for n, name in enumerate(secrets)]
    forms = [
        '    got = ctx.http.get(f"https://{host}/v1/{{got}}")',
        '    got = ctx.http.post("https://{host}/v1/" + got, json={{}})',
    ]
    lines += [forms[n % 2].format(host=host) for n, host in enumerate(hosts)]
    return "\n".join([*lines, '    return {"answer": json.dumps(str(got)), "output": None}', ""])


def suite(rounds: int, value: Any, noun: str) -> list[dict[str, Any]]:  # noqa: ANN401 - any JSON value
    """Return tests of every kind, a third held out; ``value`` fits the output schema."""
    made: list[dict[str, Any]] = []
    for number in range(rounds * len(KINDS)):
        kind = KINDS[number % len(KINDS)]
        expected = [
            (value, "exact"),
            (value, "json_subset"),
            ({"type": "object"}, "schema"),
            ("says (yes|no)", "regex"),
            ("Says what it is.", "judge"),
        ]
        given, grader = (None, "exact") if kind == "out_of_scope" else expected[number % len(expected)]
        made.append(
            {
                "input": f"test {number} of the {noun}",
                "expected_output": given,
                "kind": kind,
                "grader": grader,
                "held_out": number % 3 == 0,
            }
        )
    return made

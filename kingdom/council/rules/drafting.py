"""The form of a designer's answer, and the way from it to an ``AgentSpec``. The kernel decides the identity, not the model. Pure."""

import ast
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from kingdom.contracts.identity import BASELINE, Identity, provision
from kingdom.contracts.json_schema import SchemaFault, check_schema
from kingdom.contracts.spec import AgentSpec
from kingdom.council.rules.adapting import free_role, role_of

NEW, EXISTING, RECIPE = "new", "existing", "recipe"
FEWEST_EXAMPLES, MOST_EXAMPLES = 6, 16  # what routing knows a specialist by: fewer are too thin to be found by
MOST_RULES, MOST_HOSTS, MOST_TOOLS = 12, 10, 10
LONGEST_CODE = 40_000  # characters of a handler that a model may write: more than anybody reads on a card
INPUT_SCHEMA: Mapping[str, Any] = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
_OPEN_TO_USERS = (Identity.ANALYZE, Identity.WRITER, Identity.RESEARCH, Identity.CODER)  # master_ is made by the kernel alone


class Unfit(ValueError):
    """An answer that has the form, and cannot be used: the sentences tell the model what to change."""


class Answer(NamedTuple):
    """What a designer decided. ``choice`` names the recipe or the existing specialist; ``spec`` is there with ``new`` alone."""

    decision: str
    choice: str
    why_not: Mapping[str, str]
    summary: str
    spec: AgentSpec | None
    notes: tuple[str, ...]


def answer_schema() -> dict[str, Any]:
    """Return the JSON schema of a designer's answer. Schemas travel as JSON text: providers drop free-form objects."""
    line = {"type": "string", "maxLength": 2000}
    short = {"type": "string", "maxLength": 200}
    return _closed(
        decision={"type": "string", "enum": [NEW, EXISTING, RECIPE]},
        choice=short,
        nearest={"type": "array", "maxItems": 10, "items": _closed(role=short, why_not={"type": "string", "maxLength": 500})},
        summary={"type": "string", "maxLength": 600},
        role=short,
        identity=short,
        purpose=line,
        examples={"type": "array", "maxItems": MOST_EXAMPLES, "items": {"type": "string", "maxLength": 500}},
        rules={"type": "array", "maxItems": MOST_RULES, "items": {"type": "string", "maxLength": 500}},
        engine={"type": "string", "enum": ["handler", "model"]},
        output_schema={"type": "string", "maxLength": 10_000},
        handler_code={"type": "string", "maxLength": LONGEST_CODE},
        tools={"type": "array", "maxItems": MOST_TOOLS, "items": short},
        hosts={"type": "array", "maxItems": MOST_HOSTS, "items": short},
        credentials={
            "type": "array",
            "maxItems": 5,
            "items": _closed(
                name=short, host=short, how={"type": "string", "enum": ["header", "query", "basic"]}, field=short, scope=short
            ),
        },
        memory_mb={"type": "integer", "minimum": 0, "maximum": 4096},
        timeout_s={"type": "number", "minimum": 0, "maximum": 600},
    )


def _closed(**properties: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON schemas
    return {"type": "object", "additionalProperties": False, "required": list(properties), "properties": properties}


def read_answer(value: Mapping[str, Any], *, nearest: Sequence[str], recipes: Collection[str], taken: Collection[str]) -> Answer:
    """Return a designer's answer. ``nearest`` are the roles it was shown and must judge, ``taken`` the roles that are not free.

    Raises Unfit with everything that is wrong, at most a few sentences.
    """
    why_not = {str(one["role"]): str(one["why_not"]).strip() for one in value["nearest"]}
    decision, choice = str(value["decision"]), str(value["choice"]).strip()
    if decision != NEW:
        known = nearest if decision == EXISTING else recipes
        if choice not in known:
            raise Unfit(f"With the decision {decision!r}, choice must be one of: {', '.join(known) or '(there is none: decide new)'}.")
        return Answer(decision, choice, why_not, str(value["summary"]), None, ())
    wrong = [f"Say in nearest why {role} does not serve." for role in nearest if not why_not.get(role)]
    spec, notes, faults = _spec(value, taken)
    if spec is None or wrong:
        raise Unfit("\n".join([*wrong, *faults]))
    return Answer(NEW, "", why_not, str(value["summary"]), spec, notes)


def _spec(value: Mapping[str, Any], taken: Collection[str]) -> tuple[AgentSpec | None, tuple[str, ...], list[str]]:
    """Return the spec, what the kernel changed in it, and what is wrong; the spec is None as soon as something is."""
    engine, code = str(value["engine"]), str(value["handler_code"])
    output, faults = _schema_of(str(value["output_schema"]))
    faults += _code_faults(code) if engine == "handler" else []
    examples = tuple(dict.fromkeys(text.strip() for text in value["examples"] if text.strip()))
    if len(examples) < FEWEST_EXAMPLES:
        faults.append(f"Give at least {FEWEST_EXAMPLES} different examples: messages a user would write for it.")
    role = role_of(str(value["role"]))
    if role is None:
        faults.append("The role must be lower-case letters, digits and underscores, beginning with a letter.")
    if faults or role is None:
        return None, (), faults
    identity, notes = identity_for(str(value["identity"]), value["tools"], engine)
    made = {
        "role": free_role(role, taken),
        "identity": identity,
        "purpose": value["purpose"],
        "examples": examples,
        "dna_rules": tuple(dict.fromkeys(rule.strip() for rule in value["rules"] if rule.strip())),
        "input_schema": dict(INPUT_SCHEMA),
        "output_schema": output,
        "engine": engine,
        "handler_code": code if engine == "handler" else None,
        "tools": tuple(dict.fromkeys(value["tools"])),
        "egress_hosts": tuple(dict.fromkeys(host.strip().lower() for host in value["hosts"])),
        "credentials": value["credentials"],
        "limits": _limits(value),
    }
    try:
        return AgentSpec.model_validate(made), notes, []
    except ValidationError as error:
        told = [f"{'/'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors(include_input=False, include_url=False)]
        return None, notes, told[:10]


def _schema_of(text: str) -> tuple[dict[str, Any], list[str]]:
    if not text.strip():
        return {}, ["output_schema must be a JSON schema, as JSON text, of the data it gives."]
    try:
        schema = json.loads(text)
        if not isinstance(schema, dict):
            raise SchemaFault("it is not an object")
        check_schema(schema)
    except (ValueError, RecursionError) as error:
        return {}, [f"output_schema is not a usable JSON schema: {error}"]
    return schema, []


def _code_faults(code: str) -> list[str]:
    """Return what keeps the code from being a handler at all; what it may do is the Guardian's to judge."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [f"handler_code is not Python: {error}"]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "handle" and len(node.args.args) == 2:
            return []
    return ["handler_code must define `def handle(payload, ctx)` at its top level."]


def _limits(value: Mapping[str, Any]) -> dict[str, Any] | None:
    memory, seconds = int(value["memory_mb"]), float(value["timeout_s"])
    limits = {**({"memory_mb": max(16, memory)} if memory else {}), **({"timeout_s": seconds} if seconds else {})}
    return limits or None


def identity_for(named: str, tools: Sequence[str], engine: str) -> tuple[Identity, tuple[str, ...]]:
    """Return the identity with the least power that carries the tools asked for, and a sentence where that is not the one named.

    ``master`` is never given. Tools that no identity here carries stay in the spec as a wish, which the Guardian blocks.
    """
    asked = _named(named)
    wanted = frozenset(tools) - BASELINE
    able = [one for one in _OPEN_TO_USERS if wanted <= _grants(one)]
    if not able:
        return asked or _OPEN_TO_USERS[0], _told(named, asked, asked or _OPEN_TO_USERS[0])
    least = min(len(_grants(one)) for one in able)
    weakest = [one for one in able if len(_grants(one)) == least]
    usual = Identity.ANALYZE if engine == "handler" else Identity.WRITER
    given = next((one for one in (asked, usual) if one in weakest), weakest[0])
    return given, _told(named, asked, given)


def _named(named: str) -> Identity | None:
    found = named.strip().lower().removesuffix("_")
    return Identity(found) if found in {str(one) for one in _OPEN_TO_USERS} else None


def _grants(identity: Identity) -> frozenset[str]:
    return provision(f"{identity}_any") - BASELINE


def _told(named: str, asked: Identity | None, given: Identity) -> tuple[str, ...]:
    if asked is None and named.strip().lower().removesuffix("_") == Identity.MASTER:
        return (f"The design asked for the identity master, which nobody may give. It is {given}.",)
    if asked is not None and asked is not given:
        return (f"The design asked for the identity {asked}; {given} is enough for what it does.",)
    return ()

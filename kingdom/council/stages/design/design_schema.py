"""The form of a designer's answer, and the way from it to an ``AgentSpec``. The kernel decides the identity, not the model. Pure."""

import ast
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from kingdom.contracts.identity import BASELINE, Identity, provision
from kingdom.contracts.json_schema import SchemaError, check_schema
from kingdom.contracts.spec import AgentSpec
from kingdom.council.rules.structured_answer import UnusableAnswer, closed_object
from kingdom.council.stages.design.spec_overrides import normalize_role, unique_role

DECISION_NEW, DECISION_EXISTING, DECISION_RECIPE = "new", "existing", "recipe"
MIN_EXAMPLES, MAX_EXAMPLES = 6, 16  # what routing knows a specialist by: fewer are too thin to be found by
MAX_RULES, MAX_HOSTS, MAX_TOOLS = 12, 10, 10
MAX_CODE_LENGTH = 40_000  # characters of a handler that a model may write: more than anybody reads on a card
INPUT_SCHEMA: Mapping[str, Any] = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
_ASSIGNABLE_IDENTITIES = (
    Identity.ANALYZE,
    Identity.WRITER,
    Identity.RESEARCH,
    Identity.CODER,
)  # master_ is made by the kernel alone


class DesignAnswer(NamedTuple):
    """What a designer decided. ``choice`` names the recipe or the existing specialist; ``spec`` is there with ``new`` alone."""

    decision: str
    choice: str
    why_not: Mapping[str, str]
    summary: str
    spec: AgentSpec | None
    notes: tuple[str, ...]


def design_answer_schema() -> dict[str, Any]:
    """Return the JSON schema of a designer's answer. Schemas travel as JSON text: providers drop free-form objects."""
    line = {"type": "string", "maxLength": 2000}
    short = {"type": "string", "maxLength": 200}
    return closed_object(
        decision={"type": "string", "enum": [DECISION_NEW, DECISION_EXISTING, DECISION_RECIPE]},
        choice=short,
        nearest={
            "type": "array",
            "maxItems": 10,
            "items": closed_object(role=short, why_not={"type": "string", "maxLength": 500}),
        },
        summary={"type": "string", "maxLength": 600},
        role=short,
        identity=short,
        purpose=line,
        examples={"type": "array", "maxItems": MAX_EXAMPLES, "items": {"type": "string", "maxLength": 500}},
        rules={"type": "array", "maxItems": MAX_RULES, "items": {"type": "string", "maxLength": 500}},
        engine={"type": "string", "enum": ["handler", "model"]},
        output_schema={"type": "string", "maxLength": 10_000},
        handler_code={"type": "string", "maxLength": MAX_CODE_LENGTH},
        tools={"type": "array", "maxItems": MAX_TOOLS, "items": short},
        hosts={"type": "array", "maxItems": MAX_HOSTS, "items": short},
        credentials={
            "type": "array",
            "maxItems": 5,
            "items": closed_object(
                name=short,
                host=short,
                how={"type": "string", "enum": ["header", "query", "basic"]},
                field=short,
                scope=short,
            ),
        },
        memory_mb={"type": "integer", "minimum": 0, "maximum": 4096},
        timeout_s={"type": "number", "minimum": 0, "maximum": 600},
    )


def parse_design_answer(
    value: Mapping[str, Any], *, nearest: Sequence[str], recipes: Collection[str], taken: Collection[str]
) -> DesignAnswer:
    """Return a designer's answer. ``nearest`` are the roles it was shown and must judge, ``taken`` the roles that are not free.

    Raises Unfit with everything that is wrong, at most a few sentences.
    """
    why_not = {str(one["role"]): str(one["why_not"]).strip() for one in value["nearest"]}
    decision, choice = str(value["decision"]), str(value["choice"]).strip()
    if decision != DECISION_NEW:
        known = nearest if decision == DECISION_EXISTING else recipes
        if choice not in known:
            raise UnusableAnswer(
                f"With the decision {decision!r}, choice must be one of: {', '.join(known) or '(there is none: decide new)'}."
            )
        return DesignAnswer(decision, choice, why_not, str(value["summary"]), None, ())
    wrong = [f"Say in nearest why {role} does not serve." for role in nearest if not why_not.get(role)]
    spec, notes, faults = _parse_spec(value, taken)
    if spec is None or wrong:
        raise UnusableAnswer("\n".join([*wrong, *faults]))
    return DesignAnswer(DECISION_NEW, "", why_not, str(value["summary"]), spec, notes)


def _parse_spec(
    value: Mapping[str, Any], taken: Collection[str]
) -> tuple[AgentSpec | None, tuple[str, ...], list[str]]:
    """Return the spec, what the kernel changed in it, and what is wrong; the spec is None as soon as something is."""
    engine, code = str(value["engine"]), str(value["handler_code"])
    output, faults = _parse_output_schema(str(value["output_schema"]))
    faults += _handler_faults(code) if engine == "handler" else []
    examples = tuple(dict.fromkeys(text.strip() for text in value["examples"] if text.strip()))
    if len(examples) < MIN_EXAMPLES:
        faults.append(f"Give at least {MIN_EXAMPLES} different examples: messages a user would write for it.")
    role = normalize_role(str(value["role"]))
    if role is None:
        faults.append("The role must be lower-case letters, digits and underscores, beginning with a letter.")
    if faults or role is None:
        return None, (), faults
    identity, notes = least_privileged_identity(str(value["identity"]), value["tools"], engine)
    made = {
        "role": unique_role(role, taken),
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
        told = [
            f"{'/'.join(map(str, fault['loc']))}: {fault['msg']}"
            for fault in error.errors(include_input=False, include_url=False)
        ]
        return None, notes, told[:10]


def _parse_output_schema(text: str) -> tuple[dict[str, Any], list[str]]:
    if not text.strip():
        return {}, ["output_schema must be a JSON schema, as JSON text, of the data it gives."]
    try:
        schema = json.loads(text)
        if not isinstance(schema, dict):
            raise SchemaError("it is not an object")
        check_schema(schema)
    except (ValueError, RecursionError) as error:
        return {}, [f"output_schema is not a usable JSON schema: {error}"]
    return schema, []


def _handler_faults(code: str) -> list[str]:
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


def least_privileged_identity(named: str, tools: Sequence[str], engine: str) -> tuple[Identity, tuple[str, ...]]:
    """Return the identity with the least power that carries the tools asked for, and a sentence where that is not the one named.

    ``master`` is never given. Tools that no identity here carries stay in the spec as a wish, which the Guardian blocks.
    """
    asked = _assignable_identity(named)
    wanted = frozenset(tools) - BASELINE
    able = [one for one in _ASSIGNABLE_IDENTITIES if wanted <= _grants_beyond_baseline(one)]
    if not able:
        return asked or _ASSIGNABLE_IDENTITIES[0], _identity_notes(named, asked, asked or _ASSIGNABLE_IDENTITIES[0])
    least = min(len(_grants_beyond_baseline(one)) for one in able)
    weakest = [one for one in able if len(_grants_beyond_baseline(one)) == least]
    usual = Identity.ANALYZE if engine == "handler" else Identity.WRITER
    given = next((one for one in (asked, usual) if one in weakest), weakest[0])
    return given, _identity_notes(named, asked, given)


def _assignable_identity(named: str) -> Identity | None:
    found = named.strip().lower().removesuffix("_")
    return Identity(found) if found in {str(one) for one in _ASSIGNABLE_IDENTITIES} else None


def _grants_beyond_baseline(identity: Identity) -> frozenset[str]:
    return provision(f"{identity}_any") - BASELINE


def _identity_notes(named: str, asked: Identity | None, given: Identity) -> tuple[str, ...]:
    if asked is None and named.strip().lower().removesuffix("_") == Identity.MASTER:
        return (f"The design asked for the identity master, which nobody may give. It is {given}.",)
    if asked is not None and asked is not given:
        return (f"The design asked for the identity {asked}; {given} is enough for what it does.",)
    return ()

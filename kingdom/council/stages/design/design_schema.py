"""The schema of a designer's answer and its conversion to an ``AgentSpec``. The kernel decides the identity. Pure."""

import ast
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from kingdom.contracts.formats.json_schema import SchemaError, check_schema
from kingdom.contracts.formats.python_source import UnparsableSource, parse_source
from kingdom.contracts.identity import BASELINE, Identity, provision
from kingdom.contracts.spec import AgentSpec
from kingdom.council.rules.structured_answer import UnusableAnswer, closed_object
from kingdom.council.stages.design.spec_overrides import normalize_role, unique_role

DECISION_NEW, DECISION_EXISTING, DECISION_RECIPE = "new", "existing", "recipe"
MIN_EXAMPLES, MAX_EXAMPLES = 6, 16  # routing finds a specialist by its examples; fewer are too few
MAX_RULES, MAX_HOSTS, MAX_TOOLS = 12, 10, 10
MAX_CODE_LENGTH = 40_000  # characters of a handler; the user can read the code on the card
INPUT_SCHEMA: Mapping[str, Any] = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
# only the kernel makes master_
_ASSIGNABLE_IDENTITIES = (Identity.ANALYZE, Identity.WRITER, Identity.RESEARCH, Identity.CODER)


class DesignAnswer(NamedTuple):
    """A designer's decision. ``choice`` names the recipe or the existing specialist; only ``new`` has a ``spec``."""

    decision: str
    choice: str
    why_not: Mapping[str, str]
    summary: str
    spec: AgentSpec | None
    notes: tuple[str, ...]


def design_answer_schema() -> dict[str, Any]:
    """Return the JSON schema of a designer's answer. Schemas in it are JSON text: providers drop free-form objects."""
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
    """Return a designer's answer. It must judge the roles in ``nearest``; the roles in ``taken`` are not free.

    Raises UnusableAnswer with everything that is wrong.
    """
    why_not = {str(entry["role"]): str(entry["why_not"]).strip() for entry in value["nearest"]}
    decision, choice = str(value["decision"]), str(value["choice"]).strip()
    if decision != DECISION_NEW:
        known = nearest if decision == DECISION_EXISTING else recipes
        if choice not in known:
            options = ", ".join(known) or "(there is none: decide new)"
            raise UnusableAnswer(f"With the decision {decision!r}, choice must be one of: {options}.")
        return DesignAnswer(decision, choice, why_not, str(value["summary"]), None, ())
    unjudged = [f"Say in nearest why {role} does not serve." for role in nearest if not why_not.get(role)]
    spec, notes, faults = _parse_spec(value, taken)
    if spec is None or unjudged:
        raise UnusableAnswer("\n".join([*unjudged, *faults]))
    return DesignAnswer(DECISION_NEW, "", why_not, str(value["summary"]), spec, notes)


def _parse_spec(
    value: Mapping[str, Any], taken: Collection[str]
) -> tuple[AgentSpec | None, tuple[str, ...], list[str]]:
    """Return the spec, the kernel's changes to it, and its faults; with any fault the spec is None."""
    engine, code = str(value["engine"]), str(value["handler_code"])
    output, faults = _parse_output_schema(str(value["output_schema"]))
    faults += _handler_faults(code) if engine == "handler" else []
    examples = _distinct(value["examples"])
    if len(examples) < MIN_EXAMPLES:
        faults.append(f"Give at least {MIN_EXAMPLES} different examples: messages a user would write for it.")
    role = normalize_role(str(value["role"]))
    if role is None:
        faults.append("The role must be lower-case letters, digits and underscores, beginning with a letter.")
    if faults or role is None:
        return None, (), faults
    identity, notes = least_privileged_identity(str(value["identity"]), value["tools"], engine)
    fields = {
        "role": unique_role(role, taken),
        "identity": identity,
        "purpose": value["purpose"],
        "examples": examples,
        "dna_rules": _distinct(value["rules"]),
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
        return AgentSpec.model_validate(fields), notes, []
    except ValidationError as error:
        return None, notes, _spec_faults(error)


def _distinct(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


def _spec_faults(error: ValidationError) -> list[str]:
    faults = error.errors(include_input=False, include_url=False)[:10]
    return [f"{'/'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in faults]


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
    """Return why the code is no handler; what it may do is for the Guardian to judge."""
    try:
        tree = parse_source(code)
    except UnparsableSource as error:
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
    """Return the weakest identity that carries the requested tools, and a sentence when it is not the named one.

    ``master`` is never assigned. Tools that no identity here carries stay in the spec, and the Guardian blocks them.
    """
    requested = _assignable_identity(named)
    wanted = frozenset(tools) - BASELINE
    sufficient = [identity for identity in _ASSIGNABLE_IDENTITIES if wanted <= _grants_beyond_baseline(identity)]
    if not sufficient:
        assigned = requested or _ASSIGNABLE_IDENTITIES[0]
        return assigned, _identity_notes(named, requested, assigned)
    least = min(len(_grants_beyond_baseline(identity)) for identity in sufficient)
    weakest = [identity for identity in sufficient if len(_grants_beyond_baseline(identity)) == least]
    usual = Identity.ANALYZE if engine == "handler" else Identity.WRITER
    assigned = next((identity for identity in (requested, usual) if identity in weakest), weakest[0])
    return assigned, _identity_notes(named, requested, assigned)


def _assignable_identity(named: str) -> Identity | None:
    name = named.strip().lower().removesuffix("_")
    return Identity(name) if name in {str(identity) for identity in _ASSIGNABLE_IDENTITIES} else None


def _grants_beyond_baseline(identity: Identity) -> frozenset[str]:
    return provision(f"{identity}_any") - BASELINE


def _identity_notes(named: str, requested: Identity | None, assigned: Identity) -> tuple[str, ...]:
    if requested is None and named.strip().lower().removesuffix("_") == Identity.MASTER:
        return (f"The design asked for the identity master, which nobody may give. It is {assigned}.",)
    if requested is not None and requested is not assigned:
        return (f"The design asked for the identity {requested}; {assigned} is enough for what it does.",)
    return ()

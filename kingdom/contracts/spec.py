"""``AgentSpec``: the immutable description of one version of a specialist."""

import json
import re
from dataclasses import replace
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.formats.python_source import MAX_SOURCE
from kingdom.contracts.identity import Identity, build_agent_id
from kingdom.contracts.sandbox import SandboxLimits

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]
Role = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,60}$")]
HOST_PATTERN = r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[0-9]{1,5})?"
Host = Annotated[str, StringConstraints(pattern=rf"^{HOST_PATTERN}$")]
_NUL = re.compile("\x00")


class FrozenModel(BaseModel):
    """An immutable value that refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CredentialRequirement(FrozenModel):
    """One secret that a version needs: its name, the only host that may get it, and its place in the request."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,99}$")]
    host: Host
    how: Literal["header", "query", "basic"]
    scope: Annotated[str, StringConstraints(max_length=200)] = ""
    field: Annotated[str, StringConstraints(max_length=100)] = ""


class SpecLimits(FrozenModel):
    """Lower sandbox limits than the platform's defaults (units in the names); None keeps the default."""

    memory_mb: Annotated[int, Field(ge=16, le=4096)] | None = None
    timeout_s: Annotated[float, Field(gt=0, le=600)] | None = None
    processes: Annotated[int, Field(ge=1, le=200)] | None = None


class AgentSpec(FrozenModel):
    """Role, identity, purpose, rules, schemas and engine of one version. ``tools`` grants nothing."""

    role: Role
    identity: Identity
    purpose: Text
    examples: tuple[Text, ...] = ()
    dna_rules: tuple[Text, ...] = ()
    input_schema: dict[str, Any] = Field(default_factory=dict)
    output_schema: dict[str, Any] = Field(default_factory=dict)
    engine: Literal["model", "handler"]
    handler_code: Annotated[str, StringConstraints(max_length=MAX_SOURCE)] | None = None
    tools: tuple[str, ...] = ()
    egress_hosts: tuple[Host, ...] = ()
    credentials: tuple[CredentialRequirement, ...] = ()
    # Part of the wire format and of every digest. The Validator refuses an entry: nothing would use it (decision 47).
    dependencies: tuple[Role, ...] = Field(default=(), description="Always empty: a specialist depends on nothing.")
    limits: SpecLimits | None = None

    @model_validator(mode="after")
    def _engine_has_its_code(self) -> Self:
        if (self.engine == "handler") != (self.handler_code is not None):
            raise ValueError("handler_code goes with the engine 'handler', and only with it")
        if self.handler_code is not None and _NUL.search(self.handler_code):
            raise ValueError("handler_code holds a NUL character")
        return self

    @property
    def agent_id(self) -> str:
        """The id that capabilities are computed from, e.g. ``coder_code_writer``."""
        return build_agent_id(self.identity, self.role)

    def digest(self) -> str:
        """Return the SHA-256 of the canonical JSON, 64 hexadecimal digits: the version's content address."""
        return json_digest(self.model_dump(mode="json"))


def effective_limits(spec: AgentSpec, max_limits: SandboxLimits | None = None) -> SandboxLimits:
    """Return the sandbox limits of a spec.

    It can only lower the platform's defaults, or the limits that an admin has set.
    """
    base = max_limits or SandboxLimits()
    limits = spec.limits
    if limits is None:
        return base
    return replace(
        base,
        memory_mb=min(base.memory_mb, limits.memory_mb or base.memory_mb),
        timeout_s=min(base.timeout_s, limits.timeout_s or base.timeout_s),
        processes=min(base.processes, limits.processes or base.processes),
    )


class MockResponse(FrozenModel):
    """A mock answer of a host, used in training.

    ``url`` is the address or its beginning, "" any. A ``body`` that is not text is sent as JSON.
    """

    method: Annotated[str, StringConstraints(pattern=r"^([A-Z]{3,7})?$")] = ""
    url: Annotated[str, StringConstraints(max_length=2000)] = ""
    status: Annotated[int, Field(ge=200, le=599)] = 200
    headers: dict[str, str] = Field(default_factory=dict)
    body: Any = None


class TestCase(FrozenModel):
    """One test of a specialist. The expected value stays on the host; the sandbox gets ``input`` only."""

    __test__ = False  # pytest must not collect it

    input: str
    expected_output: Any
    kind: Literal["normal", "paraphrase", "edge", "out_of_scope", "injection", "tool_failure"] = "normal"
    grader: Literal["exact", "json_subset", "numeric", "regex", "schema", "judge"] = "json_subset"
    held_out: bool = False
    weight: Annotated[float, Field(gt=0, le=100)] = 1.0
    mock: Annotated[tuple[MockResponse, ...], Field(max_length=50)] = ()


def schema_page() -> str:
    """Return the JSON Schema (draft 2020-12) of ``AgentSpec``, with ``TestCase`` among its definitions, as text."""
    schema = AgentSpec.model_json_schema()
    test = TestCase.model_json_schema()
    schema["$defs"] = {**schema.get("$defs", {}), **test.pop("$defs", {}), "TestCase": test}
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:kingdom:agent-spec", **schema}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"

"""Differences between two specs, for reviewers. Pure."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.spec import AgentSpec


class SpecDifference(NamedTuple):
    """One difference: the part of the spec, its old and new text. ``power`` marks a change of capabilities."""

    what: str
    before: str
    after: str
    power: bool


def spec_differences(old: AgentSpec | None, new: AgentSpec) -> tuple[SpecDifference, ...]:
    """Return the differences of two specs, capabilities first. Without an old spec all capabilities are new."""
    compared = (*_capability_differences(old, new), *_text_differences(old, new))
    return tuple(difference for difference in compared if difference.before != difference.after)


def _capability_differences(old: AgentSpec | None, new: AgentSpec) -> tuple[SpecDifference, ...]:
    return (
        # Permission rules of users and spawning depend on the identity as well as grants.
        SpecDifference("identity", old.agent_id if old else "", new.agent_id, True),
        SpecDifference("grants", _grants(old), _grants(new), True),
        SpecDifference("what its code requests", _operations(old), _operations(new), True),
        SpecDifference("hosts", _listed(old.egress_hosts) if old else "", _listed(new.egress_hosts), True),
        SpecDifference("keys", _keys(old), _keys(new), True),
        SpecDifference("limits", _limits(old), _limits(new), True),
        SpecDifference("engine", old.engine if old else "", new.engine, True),
    )


def _text_differences(old: AgentSpec | None, new: AgentSpec) -> tuple[SpecDifference, ...]:
    if old is None:
        return ()
    return (
        SpecDifference("purpose", old.purpose, new.purpose, False),
        SpecDifference("rules", "\n".join(old.dna_rules), "\n".join(new.dna_rules), False),
        SpecDifference("examples", "\n".join(old.examples), "\n".join(new.examples), False),
        SpecDifference("what it is given", _form(old.input_schema), _form(new.input_schema), False),
        SpecDifference("what it answers", _form(old.output_schema), _form(new.output_schema), False),
        SpecDifference("tools it asks for", _listed(old.tools), _listed(new.tools), False),
        SpecDifference("code", old.handler_code or "", new.handler_code or "", False),
    )


def _grants(spec: AgentSpec | None) -> str:
    return _listed(capability_closure(spec).grants) if spec else ""


def _operations(spec: AgentSpec | None) -> str:
    return _listed(capability_closure(spec).operations) if spec else ""


def _form(schema: Mapping[str, Any]) -> str:
    return json.dumps(schema, indent=1, sort_keys=True, ensure_ascii=False) if schema else ""


def _keys(spec: AgentSpec | None) -> str:
    return _listed(f"{key.name} for {key.host} ({key.how})" for key in spec.credentials) if spec else ""


def _limits(spec: AgentSpec | None) -> str:
    limits = spec.limits.model_dump(exclude_none=True) if spec and spec.limits else {}
    return _listed(f"{name} {value:g}" for name, value in limits.items()) or ("the defaults" if spec else "")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))

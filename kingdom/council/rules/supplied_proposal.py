"""A proposal that is given instead of designed: a spec, its tests, and where they come from. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.contracts.spec import AgentSpec, TestCase


@dataclass(frozen=True, kw_only=True)
class SuppliedProposal:
    """What a case begins with when there is nothing to design. It skips no judge.

    ``tests`` are kept as they are; kinds that they lack are written where there is a language model. ``origin`` is shown to the case's
    owner: plain JSON with ``kind`` (e.g. ``import``, ``evolution``), ``words``, which say what this is, and perhaps ``reason``.
    """

    spec: AgentSpec
    tests: tuple[TestCase, ...] = ()
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """Where it comes from, in a sentence."""
        return str(self.origin.get("words") or "This design was given, and is judged like any other.")

    @property
    def reason(self) -> str:
        """Why it is taken, for everybody whom it concerns: ``words`` without what is only for the case's owner."""
        return str(self.origin.get("reason") or self.words)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values: what a case keeps."""
        tests = [test.model_dump(mode="json") for test in self.tests]
        return {"spec": self.spec.model_dump(mode="json"), "tests": tests, "origin": dict(self.origin)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SuppliedProposal:
        """Return what ``to_json`` wrote. Raises pydantic's ValidationError, KeyError for anything else."""
        tests = tuple(TestCase.model_validate(one) for one in data["tests"])
        return cls(spec=AgentSpec.model_validate(data["spec"]), tests=tests, origin=dict(data.get("origin", {})))

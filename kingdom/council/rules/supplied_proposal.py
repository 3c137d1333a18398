"""A proposal that is supplied instead of designed: a spec, its tests and its origin. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.contracts.spec import AgentSpec, TestCase


@dataclass(frozen=True, kw_only=True)
class SuppliedProposal:
    """The start of a case that needs no design. All judging stages still run.

    ``tests`` stay as they are; missing kinds are written where there is a language model. ``origin`` is JSON that the
    case's owner is shown: ``kind`` (``import``, ``evolution``, …), ``words``, a description, and optionally ``reason``.
    """

    spec: AgentSpec
    tests: tuple[TestCase, ...] = ()
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The origin in a sentence."""
        return str(self.origin.get("words") or "This design was supplied, and is judged like any other.")

    @property
    def reason(self) -> str:
        """The reason for the new version, for everybody: ``words`` without what concerns only the case's owner."""
        return str(self.origin.get("reason") or self.words)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON that a case stores."""
        tests = [test.model_dump(mode="json") for test in self.tests]
        return {"spec": self.spec.model_dump(mode="json"), "tests": tests, "origin": dict(self.origin)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> SuppliedProposal:
        """Return what ``to_json`` wrote. Raises pydantic's ValidationError or KeyError for anything else."""
        tests = tuple(TestCase.model_validate(test) for test in data["tests"])
        return cls(spec=AgentSpec.model_validate(data["spec"]), tests=tests, origin=dict(data.get("origin", {})))

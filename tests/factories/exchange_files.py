"""A specialist's file as an honest sender makes it, and its signature."""

from typing import Any

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.proposals.exchange.format import ExchangeDocument, FileSignature, file_digests, key_fingerprint

PUBLIC = "ab" * 32
SIGNATURE = FileSignature(algorithm="ed25519", key_id=key_fingerprint(PUBLIC), public_key=PUBLIC, value="cd" * 64)
SPEC = AgentSpec.model_validate(
    {
        "role": "iban_checker",
        "identity": "analyze",
        "purpose": "Checks IBANs.",
        "engine": "model",
        "output_schema": {"type": "object"},
    }
)
TESTS = (
    TestCase(input="DE89", expected_output={"ok": True}, held_out=True),
    TestCase(input="x", expected_output=1.5, grader="numeric"),
)


def document(spec: AgentSpec = SPEC, tests: tuple[TestCase, ...] = TESTS) -> dict[str, Any]:
    plain, listed = spec.model_dump(mode="json"), [test.model_dump(mode="json") for test in tests]
    digests = file_digests(plain, listed).model_dump()
    made: dict[str, Any] = {
        "format": "kingdom.specialist/1",
        "made": {"at": "2026-11-22T05:00:00Z", "by": "kingdom 0.1.0"},
        "spec": plain,
        "tests": listed,
        "digests": digests,
        "lineage": {
            "role": spec.role,
            "version": 2,
            "digest": digests["spec"],
            "forked_from": None,
            "imported_from": None,
        },
        "claims": {
            "status": "verified",
            "mock_trained": False,
            "evidence": {
                "executions": 53,
                "successes": 52,
                "success_interval": [0.9, 1.0],
                "confidence": 0.91,
                "suite": None,
            },
            "verdicts": [
                {
                    "stage": "review",
                    "verdict": "passed",
                    "at": "2026-11-22T05:00:00Z",
                    "figures": {"risk_level": "low", "n": 2},
                }
            ],
        },
    }
    return ExchangeDocument.model_validate(made).model_dump(mode="json", exclude_unset=True)

"""The format of a specialist's file: its fields, its digests and the signed bytes. Pure.

One JSON object. An import proposes ``spec`` and ``tests``; ``claims`` come from the sender and prove nothing to the
reader; ``signature`` is Ed25519 over the canonical JSON of everything else. Fields that are not listed here are
refused.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from kingdom.contracts.formats.canonical import canonical_json, json_digest
from kingdom.contracts.spec import AgentSpec, FrozenModel, Role, TestCase
from kingdom.core.errors import BadInput

FORMAT = "kingdom.specialist/1"
FILE_SUFFIX = ".kingdom.json"
MAX_FILE_BYTES = 1_500_000  # below the limit of all request bodies; the largest built-in takes 60 kB
MAX_LIST_ITEMS: Mapping[str, int] = {  # the richest built-in has 26 examples
    "examples": 100, "dna_rules": 50, "tools": 50, "egress_hosts": 30, "credentials": 30, "dependencies": 30,
}  # fmt: skip
_SIGNING_PREFIX = b"kingdom.specialist/1\x00"  # domain separation: a signature made for another purpose is invalid here
_FINGERPRINT_DIGITS = 32  # hexadecimal digits, 128 bits

Hex64 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
# No sentence fits into these, so that a sender's text cannot look like the product's own on a card.
FigureName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z_]{0,39}$")]
FigureToken = Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z_.+-]{1,80}$")]
ProgramVersion = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]{0,30} [0-9][0-9a-z.+-]{0,30}$")]
UtcTimestamp = Annotated[str, StringConstraints(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")]
Ratio = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=0, le=10**12)]


class FileRefused(BadInput):
    """This file cannot be imported."""

    code = "file_refused"


class ExportStamp(FrozenModel):
    """When the file was made, in UTC, and by which version of which program."""

    at: UtcTimestamp
    by: ProgramVersion


class FileDigests(FrozenModel):
    """Digests of the spec (as of its version), of the tests, and of both together as a confirmation binds them."""

    spec: Hex64
    tests: Hex64
    proposal: Hex64


class SourceVersion(FrozenModel):
    """A version of a specialist on any installation."""

    role: Role
    version: Annotated[int, Field(ge=0, le=10**6)]
    digest: Hex64


class OriginalSigner(FrozenModel):
    """The signer of the file from which it was imported, by the fingerprint of their key."""

    key_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    spec: Hex64


class Lineage(SourceVersion):
    """The version at the sender's installation and its sources."""

    forked_from: SourceVersion | None = None
    imported_from: OriginalSigner | None = None


class TestRunClaim(FrozenModel):
    """The newest run of all tests."""

    passed: Count
    total: Count
    mock: bool
    at: UtcTimestamp


class EvidenceClaim(FrozenModel):
    """The sender's counts, without any execution's input, output or user."""

    executions: Count
    successes: Count
    success_interval: Annotated[tuple[Ratio, ...], Field(min_length=2, max_length=2)]
    confidence: Ratio | None = None
    suite: TestRunClaim | None = None


class VerdictClaim(FrozenModel):
    """A stage of the sender's Council passed this spec. Its sentences are left out: they may quote a person."""

    stage: Literal["design", "review", "validate", "tests", "train"]
    verdict: Literal["passed"] = "passed"
    at: UtcTimestamp
    figures: Annotated[
        dict[FigureName, Count | Annotated[float, Field(allow_inf_nan=False)] | bool | FigureToken],
        Field(max_length=20),
    ]


class SenderClaims(FrozenModel):
    """The sender's claims about the specialist."""

    status: Literal["unverified", "verified", "suspended", "deprecated"]
    mock_trained: bool
    evidence: EvidenceClaim
    tests_left_out: Count = 0  # tests made from users' messages, which are never exported
    verdicts: Annotated[tuple[VerdictClaim, ...], Field(max_length=10)] = ()


class ExchangeDocument(FrozenModel):
    """The file without its signature."""

    format: Literal["kingdom.specialist/1"]
    made: ExportStamp
    spec: AgentSpec
    tests: Annotated[tuple[TestCase, ...], Field(max_length=500)]
    digests: FileDigests
    lineage: Lineage
    claims: SenderClaims


class FileSignature(FrozenModel):
    """The signer's public key, its fingerprint and the signature, in lower-case hexadecimal digits."""

    algorithm: Literal["ed25519"]
    key_id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    public_key: Hex64
    value: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{128}$")]


def key_fingerprint(public_key: str) -> str:
    """Return the fingerprint of a public key (64 hexadecimal digits): the first 32 digits of its SHA-256."""
    return hashlib.sha256(bytes.fromhex(public_key)).hexdigest()[:_FINGERPRINT_DIGITS]


def oversized_list(spec: AgentSpec) -> str:
    """Return which list of a spec is too long for a file, in words; "" when none is.

    Each example is embedded and each host is shown on the card, so that these limits bound the cost of an import.
    """
    for name, most in MAX_LIST_ITEMS.items():
        if (count := len(getattr(spec, name))) > most:
            return f"{count:,} {name.replace('_', ' ')}, and at most {most} may be"
    return ""


def file_digests(spec: Mapping[str, Any], tests: Sequence[Mapping[str, Any]]) -> FileDigests:
    """Return the digests of a spec and its tests as JSON values."""
    tests_json = [dict(test) for test in tests]
    return FileDigests(
        spec=json_digest(dict(spec)),
        tests=json_digest(tests_json),
        proposal=json_digest({"spec": dict(spec), "tests": tests_json}),
    )


def signed_bytes(document: Mapping[str, Any]) -> bytes:
    """Return the bytes to sign: the canonical JSON of the file without its signature, after a prefix."""
    return (
        _SIGNING_PREFIX
        + canonical_json({name: value for name, value in document.items() if name != "signature"}).encode()
    )


def file_encode(document: Mapping[str, Any], signature: FileSignature) -> bytes:
    """Return the file: one line of canonical JSON with a line end."""
    return canonical_json({**document, "signature": signature.model_dump(mode="json")}).encode() + b"\n"

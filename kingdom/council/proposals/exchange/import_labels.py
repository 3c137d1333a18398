"""Sentences on an imported specialist's card: its signer and the sender's claims. Pure."""

from collections.abc import Iterator
from typing import NamedTuple, get_args

from kingdom.contracts.verdicts import RiskLevel
from kingdom.council.proposals.exchange.format import EvidenceClaim, ExchangeDocument, SenderClaims, VerdictClaim

RISKS = get_args(RiskLevel)
_STAGES = {
    "design": "designed it",
    "review": "reviewed it",
    "validate": "validated it",
    "tests": "wrote its tests",
    "train": "trained it",
}
CLAIMS_DISCLAIMER = "None of this counts here: it is judged and tested like anything new, and begins unverified."


class KnownSigner(NamedTuple):
    """A signer as this installation knows them: ``name`` is empty for an unknown key, ``own`` means its own key."""

    key_id: str
    name: str = ""
    own: bool = False


def signer_label(known: KnownSigner) -> str:
    """Return the signer, e.g. ``signed by a key this Kingdom does not know: 3f2a…`` (the whole fingerprint)."""
    if known.own:
        return f"signed by this Kingdom ({known.key_id})"
    if known.name:
        return f"signed by {known.name} ({known.key_id})"
    return f"signed by a key this Kingdom does not know: {known.key_id}"


def origin_label(document: ExchangeDocument, known: KnownSigner) -> str:
    """Return the origin of an imported specialist in one sentence."""
    stamp, lineage = document.made, document.lineage
    exported = f"exported on {stamp.at[:10]} by {stamp.by}, {signer_label(known)}"
    return f"From a file: {lineage.role}, version {lineage.version}, {exported}."


def claim_labels(document: ExchangeDocument) -> list[str]:
    """Return the sender's claims in sentences; the last one says that they do not count here."""
    return [*_claim_sentences(document.claims), *_lineage_sentences(document), CLAIMS_DISCLAIMER]


def _claim_sentences(claims: SenderClaims) -> Iterator[str]:
    yield f"The sender says: it was {claims.status} there, {_executions_label(claims.evidence)}."
    if (suite := claims.evidence.suite) is not None:
        invented = " on mock replies" if suite.mock else ""
        yield f"The sender says: {suite.passed} of {suite.total} tests passed{invented} on {suite.at[:10]}."
    if claims.tests_left_out:
        left_out = f"The sender left out {claims.tests_left_out} of its tests"
        yield f"{left_out}: those that are held out there, and those made of what its users wrote."
    if claims.verdicts:
        yield f"The sender says: its Council {', '.join(map(_stage_label, claims.verdicts))}."
    if claims.mock_trained:
        yield "The sender says: it was trained on mock replies of its hosts."


def _executions_label(evidence: EvidenceClaim) -> str:
    label = f"{evidence.executions:,} run{'' if evidence.executions == 1 else 's'}"
    if not evidence.executions:
        return label
    low, high = evidence.success_interval
    label += f", {evidence.successes:,} of them right (95 % between {low:.0%} and {high:.0%})"
    return label + (f", measured confidence {evidence.confidence:.2f}" if evidence.confidence is not None else "")


def _stage_label(claim: VerdictClaim) -> str:
    risk, passed, total = (claim.figures.get(name) for name in ("risk_level", "passed", "total"))
    if risk in RISKS:
        return f"{_STAGES[claim.stage]} ({risk} risk)"
    counted = passed is not None and total is not None
    return f"{_STAGES[claim.stage]} ({passed} of {total} tests)" if counted else _STAGES[claim.stage]


def _lineage_sentences(document: ExchangeDocument) -> Iterator[str]:
    lineage = document.lineage
    if lineage.forked_from is not None:
        yield f"The sender says: it is a fork of {lineage.forked_from.role}, version {lineage.forked_from.version}."
    if lineage.imported_from is not None:
        yield f"The sender says: they had it from a file signed by {lineage.imported_from.key_id}."

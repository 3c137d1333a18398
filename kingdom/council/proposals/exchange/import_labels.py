"""What an imported specialist's card says of its file: who signed it, and what the sender claims, in sentences of our own. Pure."""

from collections.abc import Iterator
from typing import NamedTuple, get_args

from kingdom.contracts.verdicts import RiskLevel
from kingdom.council.proposals.exchange.format import ExchangeDocument, SenderClaims, VerdictClaim

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
    """A signer as this installation knows them: ``name`` is empty for one it does not know, ``own`` for its own key."""

    key_id: str
    name: str = ""
    own: bool = False


def signer_label(known: KnownSigner) -> str:
    """Return who signed, e.g. ``signed by a key this Kingdom does not know: 3f2a…`` (the whole fingerprint)."""
    if known.own:
        return f"signed by this Kingdom ({known.key_id})"
    if known.name:
        return f"signed by {known.name} ({known.key_id})"
    return f"signed by a key this Kingdom does not know: {known.key_id}"


def origin_label(document: ExchangeDocument, known: KnownSigner) -> str:
    """Return where an imported specialist comes from, in one sentence."""
    made = document.made
    line = document.lineage
    return f"From a file: {line.role}, version {line.version}, exported on {made.at[:10]} by {made.by}, {signer_label(known)}."


def claim_labels(document: ExchangeDocument) -> list[str]:
    """Return the sender's claims in sentences, the last of which says what they are worth here."""
    return [*_claim_sentences(document.claims), *_lineage_sentences(document), CLAIMS_DISCLAIMER]


def _claim_sentences(claims: SenderClaims) -> Iterator[str]:
    evidence = claims.evidence
    done = f"{evidence.executions:,} run{'' if evidence.executions == 1 else 's'}"
    if evidence.executions:
        low, high = evidence.success_interval
        done += f", {evidence.successes:,} of them right (95 % between {low:.0%} and {high:.0%})"
        done += f", stated confidence {evidence.confidence:.2f}" if evidence.confidence is not None else ""
    yield f"The sender says: it was {claims.status} there, {done}."
    if evidence.suite is not None:
        made_up = " on made-up answers" if evidence.suite.mock else ""
        yield f"The sender says: {evidence.suite.passed} of {evidence.suite.total} tests passed{made_up} on {evidence.suite.at[:10]}."
    if claims.tests_left_out:
        yield f"The sender left out {claims.tests_left_out} of its tests, which were made of what their users wrote."
    if claims.verdicts:
        yield f"The sender says: its Council {', '.join(_stage_label(one) for one in claims.verdicts)}."
    if claims.mock_trained:
        yield "The sender says: it was trained on made-up answers of its hosts."


def _stage_label(one: VerdictClaim) -> str:
    risk, passed, total = (one.figures.get(name) for name in ("risk_level", "passed", "total"))
    more = (
        f" ({risk} risk)"
        if risk in RISKS
        else f" ({passed} of {total} tests)"
        if passed is not None and total is not None
        else ""
    )
    return f"{_STAGES[one.stage]}{more}"


def _lineage_sentences(document: ExchangeDocument) -> Iterator[str]:
    line = document.lineage
    if line.forked_from is not None:
        yield f"The sender says: it is a fork of {line.forked_from.role}, version {line.forked_from.version}."
    if line.imported_from is not None:
        yield f"The sender says: they had it from a file signed by {line.imported_from.key_id}."

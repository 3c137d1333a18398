"""``retriever_agent``: reads the documents that a user points to, by the broker's rules: public addresses, pinned, no redirect, bounded.

What comes back is text of strangers. It goes to the designer marked as such; what it asks for is judged like everything else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from django.conf import settings

from kingdom.adapters.egress_proxy.port import (
    EgressBudget,
    EgressPermissionRequest,
    EgressPolicy,
    EgressRecord,
    ResolvedSecret,
)
from kingdom.adapters.egress_proxy.proxy import EgressDeps, EgressProxy
from kingdom.adapters.egress_proxy.url_parser import parse_origins, parse_url
from kingdom.contracts.canonical import text_digest
from kingdom.core.errors import CredentialMissing, ToolError
from kingdom.council.stages.document_text import extract_text, is_text_content_type

BUDGET = EgressBudget(
    calls=5, bytes=4 << 20, seconds=30.0, call_seconds=10.0, request_bytes=0, response_bytes=512 << 10
)
MAX_CHARACTERS = 40_000  # of all documents of one case together

ProgressCallback = Callable[[str, dict[str, Any]], None]


@dataclass(frozen=True, kw_only=True)
class FetchedDocument:
    """One address and the text it gave; ``problem`` says why there is none. ``digest`` is the SHA-256 of the text."""

    url: str
    status: int = 0
    text: str = ""
    was_cut: bool = False
    problem: str = ""

    def as_details(self) -> dict[str, Any]:
        """Return what a verdict keeps of it: never the text."""
        kept = {
            "url": self.url,
            "status": self.status,
            "characters": len(self.text),
            "cut": self.was_cut,
            "problem": self.problem,
        }
        return {**kept, "digest": text_digest(self.text) if self.text else ""}


def documents_fetch(
    urls: Sequence[str], *, progress: ProgressCallback, door: EgressDeps | None = None
) -> tuple[FetchedDocument, ...]:
    """Return one document an address, in order; an address that cannot be read is one with a ``problem``, never an error."""
    found: list[FetchedDocument] = []
    left = MAX_CHARACTERS
    broker = _egress_proxy(urls, door or _egress_deps())
    for url in urls[: BUDGET.calls]:
        document = _fetch_document(broker, url)
        document = replace(document, text=document.text[:left], was_cut=document.was_cut or len(document.text) > left)
        left -= len(document.text)
        progress("document_read", document.as_details())
        found.append(document)
    return tuple(found)


def _egress_proxy(urls: Sequence[str], door: EgressDeps) -> EgressProxy:
    hosts = frozenset(filter(None, map(_url_authority, urls)))
    origins = parse_origins(settings.KINGDOM.egress_origins)
    return EgressProxy(EgressPolicy(declared=hosts, approved=hosts, origins=origins), door, BUDGET)


def _url_authority(url: str) -> str:
    try:
        return parse_url(url).authority
    except ToolError:
        return ""  # the request itself will say what is wrong with it


def _egress_deps() -> EgressDeps:
    return EgressDeps(permission=_allow_reads_only, resolve=_refuse_secret, record=_discard_receipt)


def _allow_reads_only(ask: EgressPermissionRequest) -> Literal["allow", "deny"]:
    return "allow" if ask.safe else "deny"


def _refuse_secret(name: str, _host: str) -> ResolvedSecret:
    raise CredentialMissing(f"Documents are read without credentials; {name} is not given.")


def _discard_receipt(_receipt: EgressRecord) -> None:
    """The verdict of the designer keeps what was read, and ``progress`` tells it."""


def _fetch_document(broker: EgressProxy, url: str) -> FetchedDocument:
    try:
        reply = broker.on_request(
            "http", {"method": "GET", "url": url, "headers": {"accept": "text/*, application/json;q=0.9"}}
        )
    except ToolError as error:
        return FetchedDocument(url=url, problem=error.message)
    status, kind = int(reply["status"]), str(reply["headers"].get("content-type", ""))
    if 300 <= status < 400:
        return FetchedDocument(
            url=url, status=status, problem="It leads to another address, which is not followed. Give that one instead."
        )
    if status != 200:
        return FetchedDocument(url=url, status=status, problem=f"The host answered {status}.")
    if not is_text_content_type(kind):
        return FetchedDocument(url=url, status=status, problem="It is not a text.")
    text, was_cut = extract_text(str(reply["body"]), kind)
    problem = "" if text else "It holds no text."
    return FetchedDocument(
        url=url, status=status, text=text, was_cut=was_cut or bool(reply["truncated"]), problem=problem
    )

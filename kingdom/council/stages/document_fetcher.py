"""``retriever_agent``: read the documents that a user names, through the egress proxy.

It reads public hosts only, follows no redirect and is bounded. The text comes from strangers: the designer gets it
quoted as data, and what it asks for is judged like everything else.
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
    RequestTarget,
    ResolvedSecret,
)
from kingdom.adapters.egress_proxy.proxy import EgressDeps, EgressProxy
from kingdom.adapters.egress_proxy.url_parser import parse_origins, parse_url
from kingdom.contracts.formats.canonical import text_digest
from kingdom.core.errors import CredentialMissing, ToolError
from kingdom.council.stages.document_text import extract_text, is_text_content_type

BUDGET = EgressBudget(
    calls=5, bytes=4 << 20, seconds=30.0, call_seconds=10.0, request_bytes=0, response_bytes=512 << 10
)
MAX_CHARACTERS = 40_000  # of all documents of one case

ProgressCallback = Callable[[str, dict[str, Any]], None]


@dataclass(frozen=True, kw_only=True)
class FetchedDocument:
    """One address and its text; ``problem`` says why there is none."""

    url: str
    status: int = 0
    text: str = ""
    was_cut: bool = False
    problem: str = ""

    def as_details(self) -> dict[str, Any]:
        """Return what a verdict keeps of it, with the text's SHA-256 instead of the text."""
        return {
            "url": self.url,
            "status": self.status,
            "characters": len(self.text),
            "cut": self.was_cut,
            "problem": self.problem,
            "digest": text_digest(self.text) if self.text else "",
        }


def documents_fetch(
    urls: Sequence[str], *, progress: ProgressCallback, deps: EgressDeps | None = None
) -> tuple[FetchedDocument, ...]:
    """Return one document per address, in order.

    An address that cannot be read gives one with a ``problem``, never an error.
    """
    documents: list[FetchedDocument] = []
    left = MAX_CHARACTERS
    proxy = _egress_proxy(urls, deps or _egress_deps())
    for url in urls[: BUDGET.calls]:
        document = _fetch_document(proxy, url)
        document = replace(document, text=document.text[:left], was_cut=document.was_cut or len(document.text) > left)
        left -= len(document.text)
        progress("document_read", document.as_details())
        documents.append(document)
    return tuple(documents)


def _egress_proxy(urls: Sequence[str], deps: EgressDeps) -> EgressProxy:
    hosts = frozenset(filter(None, map(_url_authority, urls)))
    origins = parse_origins(settings.KINGDOM.egress_origins)
    return EgressProxy(EgressPolicy(declared=hosts, origins=origins), deps, BUDGET)


def _url_authority(url: str) -> str:
    try:
        return parse_url(url).authority
    except ToolError:
        return ""  # the request will report the fault


def _egress_deps() -> EgressDeps:
    return EgressDeps(
        consent=_accept_given_host, permission=_allow_reads_only, resolve=_refuse_secret, record=_discard_receipt
    )


def _accept_given_host(_host: str) -> None:
    """Accept each declared host: the user gave these addresses."""


def _allow_reads_only(request: EgressPermissionRequest) -> Literal["allow", "deny"]:
    return "allow" if request.safe else "deny"


def _refuse_secret(name: str, _target: RequestTarget) -> ResolvedSecret:
    raise CredentialMissing(f"Documents are read without credentials; {name} is not given.")


def _discard_receipt(_receipt: EgressRecord) -> None:
    """Discard the receipt: the designer's verdict and the progress events record what was read."""


def _fetch_document(proxy: EgressProxy, url: str) -> FetchedDocument:
    try:
        reply = proxy.on_request(
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

"""The host's decision on one request of the sandbox: only what the version's confirmed closure holds."""

from collections.abc import Mapping
from typing import Literal

from kingdom.adapters.egress_proxy.port import EgressRecord, EgressRefused
from kingdom.adapters.egress_proxy.url_parser import MAX_URL_LENGTH, declared_host, parse_url
from kingdom.contracts.capabilities.closure import FILE_TOOLS, HTTP_TOOL, CapabilityClosure
from kingdom.core.errors import ToolError

RefusalReason = Literal["not_on_card", "undeclared"]
MAX_NAME_LENGTH = 120  # characters of a name that a refusal repeats


class CapabilityRefused(ToolError):
    """The sandbox made a request that the version's card does not name."""

    code = "not_on_card"


def check_capability(closure: CapabilityClosure, op: str, args: object) -> None:
    """Return for a request that a closure holds; the usual checks follow.

    Raises CapabilityRefused with ``reason`` ``undeclared`` for a host, ``not_on_card`` for everything else.
    """
    if op not in closure.operations:
        raise _refused(f"This specialist's card does not name {_operation_label(op)}, so it was not done.")
    values: Mapping[str, object] = args if isinstance(args, Mapping) else {}
    match op:
        case "tools.call":
            _check_tool(closure, values.get("name"))
        case "secrets.get":
            _check_credential(closure, values.get("name"))
        case "http":
            _check_host(closure, values.get("url"))


def _check_tool(closure: CapabilityClosure, name: object) -> None:
    if isinstance(name, str) and name not in closure.tools:
        raise _refused(f"This specialist's card does not name the tool {name[:MAX_NAME_LENGTH]}, so it was not called.")


def _check_credential(closure: CapabilityClosure, name: object) -> None:
    if not isinstance(name, str) or name not in closure.credential_names:
        raise _refused(f"This specialist's card names no credential {str(name)[:MAX_NAME_LENGTH]!r}.")


def _check_host(closure: CapabilityClosure, url: object) -> None:
    """Refuse a host that the closure does not hold; the egress proxy refuses what is no address."""
    try:
        target = parse_url(url)
    except EgressRefused:
        return
    try:
        declared_host(target, closure.hosts)
    except EgressRefused as error:
        raise _refused(error.message, "undeclared") from None


def _refused(message: str, reason: RefusalReason = "not_on_card") -> CapabilityRefused:
    return CapabilityRefused(message, reason=reason)


def _operation_label(op: str) -> str:
    labels = {"http": "a request to a host", "secrets.get": "a key", "tools.call": "tools", **_FILE_LABELS}
    return labels.get(op, f"the operation {op[:MAX_NAME_LENGTH]!r}")


_FILE_LABELS: Mapping[str, str] = {"files.read": "reading files", "files.write": "writing files"}


def receipt_tool(op: str, args: object) -> str:
    """Return the name under which a refused request is on record: its tool, else the operation itself."""
    name = args.get("name") if op == "tools.call" and isinstance(args, Mapping) else None
    if isinstance(name, str) and name:
        return name[:MAX_NAME_LENGTH]
    return {**FILE_TOOLS, "http": HTTP_TOOL}.get(op, op[:MAX_NAME_LENGTH])


def refused_record(args: object, reason: str, secret_names: Mapping[str, str]) -> EgressRecord:
    """Return the record of a refused HTTP request. ``secret_names`` maps placeholders to the names shown for them."""
    values: Mapping[str, object] = args if isinstance(args, Mapping) else {}
    url = str(values.get("url", ""))[:MAX_URL_LENGTH]
    for placeholder, name in secret_names.items():
        url = url.replace(placeholder, name)
    try:
        host = parse_url(values.get("url")).host
    except EgressRefused:
        host = ""
    method = str(values.get("method", "GET"))[:10]
    return EgressRecord(outcome="refused", reason=reason, method=method, url=url[:2000], host=host)

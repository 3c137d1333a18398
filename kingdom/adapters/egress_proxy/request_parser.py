"""A request as a program asks for it: read strictly, secrets still placeholders. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from kingdom.adapters.egress_proxy.headers import check_headers
from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.egress_proxy.url_parser import MAX_URL_LENGTH, RequestTarget, parse_url

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_OPTIONS = frozenset({"method", "url", "headers", "params", "json", "data", "auth"})
_FORM, _JSON, _TEXT = "application/x-www-form-urlencoded", "application/json", "text/plain; charset=utf-8"


@dataclass(frozen=True, kw_only=True)
class OutboundRequest:
    """One request. ``auth`` is user name and password for basic authentication, the password a placeholder."""

    method: str
    target: RequestTarget
    headers: Mapping[str, str]
    body: bytes = b""
    auth: tuple[str, str] | None = None

    @property
    def url(self) -> str:
        """The whole address, placeholders in it."""
        return self.target.origin + self.target.resource


def parse_request(args: object, *, longest_body: int) -> OutboundRequest:
    """Return the request that ``{"method", "url", "headers"?, "params"?, "json"? | "data"?, "auth"?}`` asks for.

    Raises EgressRefused for an unknown option, a bad form, or a body over ``longest_body`` bytes.
    """
    if not isinstance(args, Mapping) or not args.keys() <= _OPTIONS:
        raise EgressRefused(f"A request takes {', '.join(sorted(_OPTIONS))}.", reason="options")
    method = str(args.get("method", "GET")).upper()
    if method not in METHODS:
        raise EgressRefused(f"The method must be one of {', '.join(sorted(METHODS))}.", reason="method")
    headers = check_headers(args.get("headers") or {})
    body, kind = _body(args)
    if len(body) > longest_body:
        raise EgressRefused(f"The body is larger than {longest_body} bytes.", reason="request_bytes")
    if kind:
        headers.setdefault("content-type", kind)
    target = _with_params(parse_url(args.get("url")), args.get("params"))
    return OutboundRequest(
        method=method, target=target, headers=headers, body=body, auth=_auth(args.get("auth"), headers)
    )


def _body(args: Mapping[str, Any]) -> tuple[bytes, str]:
    data, value = args.get("data"), args.get("json")
    if data is not None and value is not None:
        raise EgressRefused("Give json or data, not both.", reason="options")
    try:
        if value is not None:
            return json.dumps(value, allow_nan=False).encode(), _JSON
        if isinstance(data, Mapping):
            return urlencode([(str(name), str(text)) for name, text in data.items()]).encode(), _FORM
        if data is None or isinstance(data, str):
            return (data or "").encode(), _TEXT if data else ""
    except (ValueError, RecursionError):  # NaN, a lone surrogate, depth
        pass
    raise EgressRefused("The body must be JSON, a text, or an object of form fields.", reason="options")


def _with_params(target: RequestTarget, params: object) -> RequestTarget:
    if not params:
        return target
    if not isinstance(params, Mapping):
        raise EgressRefused("params must be an object of names and texts.", reason="options")
    try:
        added = urlencode([(str(name), str(text)) for name, text in params.items()])
    except UnicodeEncodeError:
        raise EgressRefused("params must be an object of names and texts.", reason="options") from None
    query = added if not target.query else f"{target.query}&{added}"
    if len(query) > MAX_URL_LENGTH:
        raise EgressRefused(f"The query is longer than {MAX_URL_LENGTH} characters.", reason="url")
    return RequestTarget(scheme=target.scheme, host=target.host, port=target.port, path=target.path, query=query)


def _auth(auth: object, headers: Mapping[str, str]) -> tuple[str, str] | None:
    if auth is None:
        return None
    if not isinstance(auth, list | tuple) or len(auth) != 2 or not all(isinstance(part, str) for part in auth):
        raise EgressRefused("auth must be a list of user name and password.", reason="options")
    if "authorization" in headers or ":" in auth[0]:
        raise EgressRefused(
            "auth goes without a header of its own, and its user name without a colon.", reason="options"
        )
    return auth[0], auth[1]

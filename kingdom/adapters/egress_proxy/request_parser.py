"""Parses the request of a program strictly; secrets are still placeholders. Pure."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from kingdom.adapters.egress_proxy.headers import check_headers
from kingdom.adapters.egress_proxy.port import EgressRefused, RequestTarget
from kingdom.adapters.egress_proxy.url_parser import MAX_URL_LENGTH, parse_url

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_OPTIONS = frozenset({"method", "url", "headers", "params", "json", "data", "auth"})
_FORM, _JSON, _TEXT = "application/x-www-form-urlencoded", "application/json", "text/plain; charset=utf-8"


@dataclass(frozen=True, kw_only=True)
class OutboundRequest:
    """One request. ``auth`` is user name and password of basic authentication; the password may be a placeholder."""

    method: str
    target: RequestTarget
    headers: Mapping[str, str]
    body: bytes = b""
    auth: tuple[str, str] | None = None

    @property
    def url(self) -> str:
        """The whole URL, with placeholders."""
        return self.target.origin + self.target.resource


def parse_request(args: object, *, max_body_bytes: int) -> OutboundRequest:
    """Return the request of ``{"method", "url", "headers"?, "params"?, "json"? | "data"?, "auth"?}``.

    Raises EgressRefused for an unknown option, an invalid value, or a body over ``max_body_bytes``.
    """
    if not isinstance(args, Mapping) or not args.keys() <= _OPTIONS:
        raise EgressRefused(f"The options of a request are {', '.join(sorted(_OPTIONS))}.", reason="options")
    method = str(args.get("method", "GET")).upper()
    if method not in METHODS:
        raise EgressRefused(f"The method must be one of {', '.join(sorted(METHODS))}.", reason="method")
    headers = check_headers(args.get("headers") or {})
    body, content_type = _encode_body(args.get("json"), args.get("data"))
    if len(body) > max_body_bytes:
        raise EgressRefused(f"The body is larger than {max_body_bytes} bytes.", reason="request_bytes")
    if content_type:
        headers.setdefault("content-type", content_type)
    target = _add_params(parse_url(args.get("url")), args.get("params"))
    return OutboundRequest(
        method=method, target=target, headers=headers, body=body, auth=_parse_auth(args.get("auth"), headers)
    )


def _encode_body(value: object, data: object) -> tuple[bytes, str]:
    """Return the body and its content type, '' without a body."""
    if data is not None and value is not None:
        raise EgressRefused("Give json or data, not both.", reason="options")
    try:
        if value is not None:
            return json.dumps(value, allow_nan=False).encode(), _JSON
        if isinstance(data, Mapping):
            return _encode_form(data).encode(), _FORM
        if not data:
            return b"", ""
        if isinstance(data, str):
            return data.encode(), _TEXT
    except (ValueError, RecursionError):  # NaN, a lone surrogate, depth
        pass
    raise EgressRefused("The body must be JSON, a string, or an object of form fields.", reason="options")


def _encode_form(fields: Mapping[Any, Any]) -> str:
    return urlencode([(str(name), str(text)) for name, text in fields.items()])


def _add_params(target: RequestTarget, params: object) -> RequestTarget:
    if not params:
        return target
    if not isinstance(params, Mapping):
        raise EgressRefused("params must be an object of strings.", reason="options")
    try:
        added = _encode_form(params)
    except UnicodeEncodeError:
        raise EgressRefused("params must be an object of strings.", reason="options") from None
    query = added if not target.query else f"{target.query}&{added}"
    if len(query) > MAX_URL_LENGTH:
        raise EgressRefused(f"The query is longer than {MAX_URL_LENGTH} characters.", reason="url")
    return replace(target, query=query)


def _parse_auth(auth: object, headers: Mapping[str, str]) -> tuple[str, str] | None:
    if auth is None:
        return None
    if not isinstance(auth, list | tuple) or len(auth) != 2 or not all(isinstance(part, str) for part in auth):
        raise EgressRefused("auth must be a list of user name and password.", reason="options")
    if "authorization" in headers or ":" in auth[0]:
        raise EgressRefused(
            "auth excludes an authorization header, and its user name must not contain a colon.", reason="options"
        )
    return auth[0], auth[1]

"""Placeholders for secrets: issued per run, allowed in one place each, replaced just before sending."""

import base64
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, unquote_plus

from pydantic import SecretStr

from kingdom.adapters.egress_proxy.headers import check_header_value
from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.egress_proxy.request_parser import OutboundRequest
from kingdom.contracts.spec import CredentialRequirement

_PREFIX = "kingdom-secret-"
_PATTERN = re.compile(_PREFIX + r"[0-9a-f]{32}", re.IGNORECASE)
_BASIC = "Basic "


@dataclass(frozen=True, kw_only=True)
class FilledRequest:
    """The parts of a request with secrets filled in."""

    resource: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)


class SecretPlaceholders:
    """The placeholders of one run. A placeholder of another run, or an altered one, is refused anywhere."""

    def __init__(self, declared: Sequence[CredentialRequirement]) -> None:
        """Take the credentials that the spec declares."""
        self._declared = {credential.name: credential for credential in declared}
        self._tokens: dict[str, str] = {}

    def issue(self, name: object) -> str:
        """Return the placeholder of a declared credential, the same in the whole run. Raises EgressRefused."""
        if not isinstance(name, str) or name not in self._declared:
            raise EgressRefused("This specialist declares no credential of that name.", reason="undeclared_credential")
        if name not in self._tokens.values():
            self._tokens[_PREFIX + secrets.token_hex(16)] = name
        return next(token for token, owner in self._tokens.items() if owner == name)

    def within(self, text: str) -> Iterator[CredentialRequirement]:
        """Yield the credentials whose placeholders are in the text. Raises EgressRefused for an unknown placeholder."""
        for token in _PATTERN.findall(text):
            if token not in self._tokens:
                raise EgressRefused("This is not a placeholder of this run.", reason="placeholder")
            yield self._declared[self._tokens[token]]

    def check(self, request: OutboundRequest) -> tuple[str, ...]:
        """Return the names of the credentials that a request uses.

        Raises EgressRefused for a placeholder that is not in the declared place of a request to the declared host.
        """
        forbidden = (
            request.target.path,
            request.body.decode(errors="replace"),
            *request.headers,
            *((request.auth or ("",))[0],),
        )
        for text in forbidden:
            for credential in self.within(text):
                raise _misplaced_credential(credential)
        used: dict[str, None] = {}
        for location, text in _credential_locations(request):
            for credential in self.within(text):
                if location != _declared_location(credential, text) or not request.target.is_at(credential.host):
                    raise _misplaced_credential(credential)
                used[credential.name] = None
        return tuple(used)

    def fill(self, request: OutboundRequest, values: Mapping[str, SecretStr]) -> FilledRequest:
        """Return the request with secrets. Raises EgressRefused, without the value, for one that is no valid header."""
        headers = {
            name: check_header_value(name, self._header(name, text, values)) for name, text in request.headers.items()
        }
        if request.auth is not None:
            user, password = request.auth
            headers["authorization"] = _BASIC + _b64(f"{user}:{self._replace(password, values)}")
        quoted = {name: SecretStr(quote(value.get_secret_value(), safe="")) for name, value in values.items()}
        return FilledRequest(resource=self._replace(request.target.resource, quoted), headers=headers)

    def with_names(self, text: str) -> str:
        """Return the text with each placeholder shown as the name of its credential."""
        return _PATTERN.sub(lambda match: f"{{{{secret:{self._tokens.get(match[0], '?')}}}}}", text)

    def _header(self, name: str, text: str, values: Mapping[str, SecretStr]) -> str:
        for credential in self.within(text):
            if credential.how == "basic":
                value = values[credential.name].get_secret_value()
                return _BASIC + _b64(f"{credential.field}:{value}" if credential.field else value)
        return self._replace(text, values)

    def _replace(self, text: str, values: Mapping[str, SecretStr]) -> str:
        return _PATTERN.sub(lambda match: values[self._tokens[match[0]]].get_secret_value(), text)


def _declared_location(credential: CredentialRequirement, text: str) -> str:
    match credential.how:
        case "header":
            return f"header {(credential.field or 'authorization').lower()}"
        case "query":
            return f"query {credential.field or credential.name}"
        case "basic":
            # alone after the scheme, so that the proxy does the encoding
            return (
                "auth"
                if _PATTERN.fullmatch(text)
                else "header authorization"
                if _PATTERN.fullmatch(text.removeprefix(_BASIC))
                else ""
            )


def _credential_locations(request: OutboundRequest) -> Iterator[tuple[str, str]]:
    for name, text in request.headers.items():
        yield f"header {name}", text
    if request.auth is not None:
        yield "auth", request.auth[1]
    for pair in (request.target.query or "").split("&"):
        name, _, text = pair.partition("=")
        yield "query name", name
        yield f"query {unquote_plus(name)}", text


def _misplaced_credential(credential: CredentialRequirement) -> EgressRefused:
    return EgressRefused(
        f"The credential {credential.name} may only go to {credential.host}, and there only by {credential.how}.",
        reason="misplaced_credential",
        credential=credential.name,
    )


def _b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()

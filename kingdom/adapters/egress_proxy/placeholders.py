"""Placeholders for secrets: handed out per run, allowed in one place each, filled in at the last moment."""

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
from kingdom.adapters.egress_proxy.url_parser import is_same_host
from kingdom.contracts.spec import CredentialRequirement

_PREFIX = "kingdom-secret-"
_PATTERN = re.compile(_PREFIX + r"[0-9a-f]{32}", re.IGNORECASE)
_BASIC = "Basic "


@dataclass(frozen=True, kw_only=True)
class FilledRequest:
    """What really goes out."""

    resource: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)


class SecretPlaceholders:
    """The placeholders of one run. A placeholder of another run, or an altered one, is refused wherever it turns up."""

    def __init__(self, wanted: Sequence[CredentialRequirement]) -> None:
        """Take the credentials the spec declares."""
        self._wanted = {credential.name: credential for credential in wanted}
        self._tokens: dict[str, str] = {}

    def issue(self, name: object) -> str:
        """Return the placeholder of a declared credential, the same one each time. Raises EgressRefused."""
        if not isinstance(name, str) or name not in self._wanted:
            raise EgressRefused("This specialist declares no credential of that name.", reason="undeclared_credential")
        if name not in self._tokens.values():
            self._tokens[_PREFIX + secrets.token_hex(16)] = name
        return next(token for token, owner in self._tokens.items() if owner == name)

    def within(self, text: str) -> Iterator[CredentialRequirement]:
        """Yield the credentials whose placeholders the text holds. Raises EgressRefused for a strange one."""
        for token in _PATTERN.findall(text):
            if token not in self._tokens:
                raise EgressRefused("This is not a placeholder of this run.", reason="placeholder")
            yield self._wanted[self._tokens[token]]

    def check(self, draft: OutboundRequest) -> tuple[str, ...]:
        """Return the names of the credentials that a request uses, each in the place and to the host that the spec declares.

        Raises EgressRefused for a placeholder anywhere else: another host, the path, the body, another header or parameter.
        """
        elsewhere = (
            draft.target.path,
            draft.body.decode(errors="replace"),
            *draft.headers,
            *((draft.auth or ("",))[0],),
        )
        for text in elsewhere:
            for credential in self.within(text):
                raise _misplaced_credential(credential)
        used: dict[str, None] = {}
        for place, text in _credential_locations(draft):
            for credential in self.within(text):
                if place != _declared_location(credential, text) or not is_same_host(draft.target, credential.host):
                    raise _misplaced_credential(credential)
                used[credential.name] = None
        return tuple(used)

    def fill(self, draft: OutboundRequest, values: Mapping[str, SecretStr]) -> FilledRequest:
        """Return what goes over the wire. Raises EgressRefused, without the value, for one that fits in no header."""
        headers = {
            name: check_header_value(name, self._header(name, text, values)) for name, text in draft.headers.items()
        }
        if draft.auth is not None:
            user, password = draft.auth
            headers["authorization"] = _BASIC + _b64(f"{user}:{self._replace(password, values)}")
        quoted = {name: SecretStr(quote(value.get_secret_value(), safe="")) for name, value in values.items()}
        return FilledRequest(resource=self._replace(draft.target.resource, quoted), headers=headers)

    def named(self, text: str) -> str:
        """Return the text as people may read it: each placeholder by the name of its credential."""
        return _PATTERN.sub(lambda found: f"{{{{secret:{self._tokens.get(found[0], '?')}}}}}", text)

    def _header(self, name: str, text: str, values: Mapping[str, SecretStr]) -> str:
        for credential in self.within(text):
            if credential.how == "basic":
                value = values[credential.name].get_secret_value()
                return _BASIC + _b64(f"{credential.field}:{value}" if credential.field else value)
        return self._replace(text, values)

    def _replace(self, text: str, values: Mapping[str, SecretStr]) -> str:
        return _PATTERN.sub(lambda found: values[self._tokens[found[0]]].get_secret_value(), text)


def _declared_location(credential: CredentialRequirement, text: str) -> str:
    match credential.how:
        case "header":
            return f"header {(credential.field or 'authorization').lower()}"
        case "query":
            return f"query {credential.field or credential.name}"
        case "basic":
            # in the header it stands alone behind the scheme, so that the encoding is ours
            return (
                "auth"
                if _PATTERN.fullmatch(text)
                else "header authorization"
                if _PATTERN.fullmatch(text.removeprefix(_BASIC))
                else ""
            )


def _credential_locations(draft: OutboundRequest) -> Iterator[tuple[str, str]]:
    for name, text in draft.headers.items():
        yield f"header {name}", text
    if draft.auth is not None:
        yield "auth", draft.auth[1]
    for pair in (draft.target.query or "").split("&"):
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

"""Delivers notifications by e-mail, through Django's backend, and by signed webhooks.

Webhooks are signed according to Standard Webhooks (standardwebhooks.com): ``webhook-id``, ``webhook-timestamp`` (Unix
seconds) and ``webhook-signature`` (``v1,`` and the base64 of HMAC-SHA256 over ``id.timestamp.body``).
"""

import base64
import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.core.mail import EmailMessage

from kingdom.adapters.egress_proxy.http_transport import (
    HttpRequest,
    HttpResponse,
    default_tls_context,
    resolve_host,
    resolve_public,
    send_request,
)
from kingdom.adapters.egress_proxy.ip_addresses import may_connect, parse_address
from kingdom.adapters.egress_proxy.port import EgressFailed, EgressRefused, HostResolver, RequestTarget
from kingdom.adapters.egress_proxy.url_parser import parse_origins, parse_url
from kingdom.core.clock import monotonic
from kingdom.core.errors import Unavailable

WEBHOOK_S = 10.0  # for the whole exchange
_MAX_BODY_BYTES = 500  # of an answer; only its status counts
KEY_PREFIX = "whsec_"


class DeliveryFailed(Unavailable):
    """The notification was not delivered; trying again may help."""

    code = "notify_failed"


class DeliveryRejected(DeliveryFailed):
    """The notification can never be delivered this way."""

    code = "notify_refused"
    permanent = True


@dataclass(frozen=True, kw_only=True)
class WebhookEndpoint:
    """A webhook's URL and signing key. ``origins`` is the setting KINGDOM_EGRESS_ORIGINS."""

    url: str
    key: bytes = field(repr=False)
    origins: str = ""


def webhook_key(secret: str, owner: str, generation: int) -> bytes:
    """Return the signing key of an owner's webhook, derived from the platform's secret so that no row stores it."""
    return hmac.new(secret.encode(), f"kingdom.webhook:{owner}:{generation}".encode(), hashlib.sha256).digest()


def webhook_secret(key: bytes) -> str:
    """Return a signing key in the form of Standard Webhooks."""
    return KEY_PREFIX + base64.b64encode(key).decode()


def webhook_target(url: str, origins: str) -> RequestTarget:
    """Return the parsed URL.

    Raises EgressRefused for one that is not https or whose host is a private address, unless an admin opened its
    origin. What a name leads to is checked when it is connected to.
    """
    target = parse_url(url)
    opened = target.origin in parse_origins(origins)
    if target.scheme != "https" and not opened:
        raise EgressRefused("A webhook's address begins with https://.", reason="scheme")
    if parse_address(target.host) is not None and not may_connect(target.host, opened=opened):
        raise EgressRefused(f"{target.host} is not on the public internet.", reason="address", host=target.host)
    return target


def webhook_signature(key: bytes, message_id: str, timestamp: int, body: str) -> str:
    """Return the signature header of a message."""
    digest = hmac.new(key, f"{message_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def webhook_send(
    hook: WebhookEndpoint, *, message_id: str, body: str, now: datetime, lookup: HostResolver = resolve_host
) -> int:
    """POST one signed JSON message and return its HTTP status (2xx). Blocks for at most 10 s and a lookup.

    Follows no redirect; connects to the checked address without a second lookup. Raises DeliveryFailed,
    DeliveryRejected when trying again is useless.
    """
    try:
        target = webhook_target(hook.url, hook.origins)
        answer = _post_webhook(hook, target, _headers(hook, message_id, body, now), body, lookup)
    except EgressRefused as error:
        raise DeliveryRejected(error.message) from None
    except EgressFailed as error:
        raise DeliveryFailed(error.message) from None
    if 200 <= answer.status < 300:
        return answer.status
    # a redirect leads to an unchecked address; 410 means that the receiver has ended for good
    is_permanent = answer.status == 410 or 300 <= answer.status < 400
    raise (DeliveryRejected if is_permanent else DeliveryFailed)(f"{target.host} answered {answer.status}.")


def _post_webhook(
    hook: WebhookEndpoint, target: RequestTarget, headers: dict[str, str], body: str, lookup: HostResolver
) -> HttpResponse:
    opened = target.origin in parse_origins(hook.origins)
    addresses = resolve_public(target, opened=opened, lookup=lookup)
    call = HttpRequest(
        method="POST",
        target=target,
        resource=target.resource,
        headers=headers,
        body=body.encode(),
        addresses=addresses,
        deadline=monotonic() + WEBHOOK_S,
        max_body_bytes=_MAX_BODY_BYTES,
    )
    return send_request(call, tls=default_tls_context())


def _headers(hook: WebhookEndpoint, message_id: str, body: str, now: datetime) -> dict[str, str]:
    timestamp = int(now.timestamp())
    return {
        "content-type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": webhook_signature(hook.key, message_id, timestamp, body),
    }


def email_send(
    *, to: str, subject: str, text: str, message_id: str, send: Callable[[EmailMessage], int] = EmailMessage.send
) -> None:
    """Send one e-mail. Raises DeliveryFailed if the server refuses it, DeliveryRejected for an invalid header."""
    message = EmailMessage(subject=subject, body=text, to=[to], headers={"X-Kingdom-Delivery": message_id})
    try:
        send(message)
    except OSError as error:  # includes smtplib's errors, whose messages repeat addresses
        raise DeliveryFailed(f"The mail server did not accept it ({type(error).__name__}).") from None
    except ValueError:
        raise DeliveryRejected("The address or the subject is not valid in a header.") from None

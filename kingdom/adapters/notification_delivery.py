"""Two ways out of the house for notifications: e-mail by Django's backend, and signed webhooks.

A webhook is signed as "Standard Webhooks" says (standardwebhooks.com): ``webhook-id``, ``webhook-timestamp`` (Unix seconds) and
``webhook-signature`` (``v1,`` and the base64 of HMAC-SHA256 over ``id.timestamp.body``), so that receivers can use its libraries.
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
    send_request,
)
from kingdom.adapters.egress_proxy.ip_addresses import may_connect
from kingdom.adapters.egress_proxy.port import EgressFailed, EgressRefused, HostResolver
from kingdom.adapters.egress_proxy.url_parser import RequestTarget, parse_origins, parse_url
from kingdom.core.clock import monotonic
from kingdom.core.errors import Unavailable

WEBHOOK_S = 10.0  # for the whole exchange
_KEPT = 500  # bytes of an answer that are read: only its status counts
KEY_PREFIX = "whsec_"


class DeliveryFailed(Unavailable):
    """The notification did not arrive."""

    code = "notify_failed"


class DeliveryRejected(DeliveryFailed):
    """The notification cannot arrive this way."""

    code = "notify_refused"
    permanent = True


@dataclass(frozen=True, kw_only=True)
class WebhookEndpoint:
    """Where a webhook goes and what signs it. ``origins`` is the setting of what an admin opened to plain http or private addresses."""

    url: str
    key: bytes = field(repr=False)
    origins: str = ""


def webhook_key(secret: str, owner: str, generation: int) -> bytes:
    """Return the signing key of an owner's address: derived from the platform's secret, so that no row holds it."""
    return hmac.new(secret.encode(), f"kingdom.webhook:{owner}:{generation}".encode(), hashlib.sha256).digest()


def webhook_secret(key: bytes) -> str:
    """Return a signing key in the form that receivers' libraries read."""
    return KEY_PREFIX + base64.b64encode(key).decode()


def webhook_target(url: str, origins: str) -> RequestTarget:
    """Return where a webhook's URL goes. Raises EgressRefused for one that is not https, unless an admin opened its origin."""
    target = parse_url(url)
    if target.scheme != "https" and target.origin not in parse_origins(origins):
        raise EgressRefused("A webhook's address begins with https://.", reason="scheme")
    return target


def webhook_signature(key: bytes, message_id: str, timestamp: int, body: str) -> str:
    """Return the signature header of a message."""
    made = hmac.new(key, f"{message_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(made).decode()}"


def webhook_send(
    hook: WebhookEndpoint, *, message_id: str, body: str, now: datetime, lookup: HostResolver = resolve_host
) -> int:
    """POST one signed JSON message and return its HTTP status (2xx). Blocking, for 10 s and a look-up at most.

    No redirect is followed; the address is checked and then connected to without a second look-up. Raises NotifyFailed (try again),
    NotifyRefused (do not).
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
    # a redirect is not followed: where it leads nobody checked; 410 is how a receiver says that it is gone for good
    wrong = DeliveryRejected if answer.status == 410 or 300 <= answer.status < 400 else DeliveryFailed
    raise wrong(f"{target.host} answered {answer.status}.")


def _post_webhook(
    hook: WebhookEndpoint, target: RequestTarget, headers: dict[str, str], body: str, lookup: HostResolver
) -> HttpResponse:
    try:
        addresses = list(lookup(target.host, target.port))
    except OSError:
        raise EgressFailed(f"{target.host} has no address.", reason="lookup") from None
    opened = target.origin in parse_origins(hook.origins)
    if not addresses or not all(may_connect(address, opened=opened) for address in addresses):
        raise EgressRefused(f"{target.host} leads to an address that is not on the public internet.", reason="address")
    call = HttpRequest(
        method="POST",
        target=target,
        resource=target.resource,
        headers=headers,
        body=body.encode(),
        addresses=addresses,
        deadline=monotonic() + WEBHOOK_S,
        keep=_KEPT,
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
    """Send one e-mail by Django's backend. Raises NotifyFailed when the server does not take it, NotifyRefused for an impossible header."""
    message = EmailMessage(subject=subject, body=text, to=[to], headers={"X-Kingdom-Delivery": message_id})
    try:
        send(message)
    except OSError as error:  # smtplib's errors are of this family; their texts repeat addresses
        raise DeliveryFailed(f"The mail server did not take it ({type(error).__name__}).") from None
    except ValueError:
        raise DeliveryRejected("The address or the subject cannot be in a header.") from None

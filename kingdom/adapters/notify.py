"""Two ways out of the house for notices: e-mail by Django's backend, and signed webhooks.

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

from kingdom.adapters.broker.addresses import may_connect
from kingdom.adapters.broker.port import EgressFailed, EgressRefused, Lookup
from kingdom.adapters.broker.target import Target, read_origins, read_target
from kingdom.adapters.broker.wire import Answer, Call, exchange, house_tls, system_lookup
from kingdom.core.clock import monotonic
from kingdom.core.errors import Unavailable

WEBHOOK_S = 10.0  # for the whole exchange
_KEPT = 500  # bytes of an answer that are read: only its status counts
KEY_PREFIX = "whsec_"


class NotifyFailed(Unavailable):
    """The notice did not arrive."""

    code = "notify_failed"


class NotifyRefused(NotifyFailed):
    """The notice cannot arrive this way."""

    code = "notify_refused"
    permanent = True


@dataclass(frozen=True, kw_only=True)
class Hook:
    """Where a webhook goes and what signs it. ``origins`` is the setting of what an admin opened to plain http or private addresses."""

    url: str
    key: bytes = field(repr=False)
    origins: str = ""


def webhook_key(secret: str, owner: str, generation: int) -> bytes:
    """Return the signing key of an owner's address: derived from the platform's secret, so that no row holds it."""
    return hmac.new(secret.encode(), f"kingdom.webhook:{owner}:{generation}".encode(), hashlib.sha256).digest()


def webhook_key_text(key: bytes) -> str:
    """Return a signing key in the form that receivers' libraries read."""
    return KEY_PREFIX + base64.b64encode(key).decode()


def webhook_target(url: str, origins: str) -> Target:
    """Return where a webhook's URL goes. Raises EgressRefused for one that is not https, unless an admin opened its origin."""
    target = read_target(url)
    if target.scheme != "https" and target.origin not in read_origins(origins):
        raise EgressRefused("A webhook's address begins with https://.", reason="scheme")
    return target


def signature(key: bytes, message_id: str, timestamp: int, body: str) -> str:
    """Return the signature header of a message."""
    made = hmac.new(key, f"{message_id}.{timestamp}.{body}".encode(), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(made).decode()}"


def webhook_send(hook: Hook, *, message_id: str, body: str, now: datetime, lookup: Lookup = system_lookup) -> int:
    """POST one signed JSON message and return its HTTP status (2xx). Blocking, for 10 s and a look-up at most.

    No redirect is followed; the address is checked and then connected to without a second look-up. Raises NotifyFailed (try again),
    NotifyRefused (do not).
    """
    try:
        target = webhook_target(hook.url, hook.origins)
        answer = _posted(hook, target, _headers(hook, message_id, body, now), body, lookup)
    except EgressRefused as error:
        raise NotifyRefused(error.message) from None
    except EgressFailed as error:
        raise NotifyFailed(error.message) from None
    if 200 <= answer.status < 300:
        return answer.status
    # a redirect is not followed: where it leads nobody checked; 410 is how a receiver says that it is gone for good
    wrong = NotifyRefused if answer.status == 410 or 300 <= answer.status < 400 else NotifyFailed
    raise wrong(f"{target.host} answered {answer.status}.")


def _posted(hook: Hook, target: Target, headers: dict[str, str], body: str, lookup: Lookup) -> Answer:
    try:
        addresses = list(lookup(target.host, target.port))
    except OSError:
        raise EgressFailed(f"{target.host} has no address.", reason="lookup") from None
    opened = target.origin in read_origins(hook.origins)
    if not addresses or not all(may_connect(address, opened=opened) for address in addresses):
        raise EgressRefused(f"{target.host} leads to an address that is not on the public internet.", reason="address")
    call = Call(
        method="POST",
        target=target,
        resource=target.resource,
        headers=headers,
        body=body.encode(),
        addresses=addresses,
        deadline=monotonic() + WEBHOOK_S,
        keep=_KEPT,
    )
    return exchange(call, tls=house_tls())


def _headers(hook: Hook, message_id: str, body: str, now: datetime) -> dict[str, str]:
    timestamp = int(now.timestamp())
    return {
        "content-type": "application/json",
        "webhook-id": message_id,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(hook.key, message_id, timestamp, body),
    }


def email_send(*, to: str, subject: str, text: str, message_id: str, send: Callable[[EmailMessage], int] = EmailMessage.send) -> None:
    """Send one e-mail by Django's backend. Raises NotifyFailed when the server does not take it, NotifyRefused for an impossible header."""
    message = EmailMessage(subject=subject, body=text, to=[to], headers={"X-Kingdom-Delivery": message_id})
    try:
        send(message)
    except OSError as error:  # smtplib's errors are of this family; their texts repeat addresses
        raise NotifyFailed(f"The mail server did not take it ({type(error).__name__}).") from None
    except ValueError:
        raise NotifyRefused("The address or the subject cannot be in a header.") from None

"""The hierarchy of the errors that the product raises deliberately.

    KingdomError                     code, status, permanent, audience
    ├── BadInput                     the caller can correct it            400
    ├── NotAllowed                   known caller without the permission  403
    ├── NotFound                     absent, or not yours: same answer    404
    ├── Conflict                     the state has changed                409
    │   ├── IdempotencyKeyReused     same idempotency key, other body     422
    │   ├── LostRace                 another worker was first
    │   └── IllegalTransition        no such transition from this state
    ├── Gone                         it existed and has expired           410
    ├── TooLarge                     over a stated limit                  413
    ├── Busy                         at capacity: retry later             429
    ├── Unavailable                  a required component does not answer 503
    │   ├── DeadlineExceeded         it took longer than allowed          504
    │   ├── ModelUnavailable         no model set, or the provider is down
    │   ├── SandboxUnavailable       no backend: code does not run
    │   └── InfrastructureFault      a part is away for a while: the work waits and goes on
    │       ├── DatabaseAway         the database does not answer
    │       ├── ModelUnreachable     no connection to the model (also ModelUnavailable)
    │       └── SandboxLost          sandboxd or its backend has gone (also SandboxUnavailable)
    ├── ModelError                   the provider refused the request     502
    │   ├── ModelBlocked             a safety block by the provider
    │   └── ModelBadAnswer           the answer does not match the schema
    ├── CredentialError              a stored secret cannot be used       409
    │   ├── CredentialMissing        none is stored under this name
    │   ├── CredentialUnbound        not given for this specialist or host
    │   ├── CredentialExpired        its expiry date has passed
    │   ├── CredentialRevoked        an admin has withdrawn it
    │   └── CredentialUnreadable     it does not decrypt for this host
    ├── ToolError                    returned to the model; the run continues  422
    └── BadConfiguration             the operator must act; prevents a start   500

A class docstring is the error's default message. ``audience`` names the reader: ``user`` (the API answer), ``model``
(returned into the conversation) or ``operator`` (the log and ``doctor``; users get a neutral message). A ``permanent``
error is not retried.
"""

from collections.abc import Mapping
from typing import ClassVar, Literal

Audience = Literal["user", "model", "operator"]


class KingdomError(Exception):
    """Something in Kingdom refused to go on."""

    code: ClassVar[str] = "kingdom_error"
    status: ClassVar[int] = 500
    permanent: ClassVar[bool] = True
    audience: ClassVar[Audience] = "user"

    def __init__(self, message: str | None = None, **extra: object) -> None:
        """Store the message and machine-readable details (``extra`` must be JSON values without secrets)."""
        self.message = message or " ".join((type(self).__doc__ or "").split())
        self.extra: Mapping[str, object] = extra
        super().__init__(self.message)


class BadInput(KingdomError):
    """The request is not valid."""

    code = "bad_input"
    status = 400


class NotAllowed(KingdomError):
    """You may not do this."""

    code = "not_allowed"
    status = 403


class NotFound(KingdomError):
    """There is nothing here that you may see."""

    code = "not_found"
    status = 404


class Conflict(KingdomError):
    """The state has changed since you looked."""

    code = "conflict"
    status = 409


class IdempotencyKeyReused(Conflict):
    """This Idempotency-Key was used with another body. Take a new key for another request."""

    code = "idempotency_key_reused"
    status = 422


class LostRace(Conflict):
    """Another request changed this first; read it again."""

    code = "lost_race"


class IllegalTransition(Conflict):
    """This move is not allowed from the present state."""

    code = "illegal_move"


class Gone(KingdomError):
    """This has expired."""

    code = "gone"
    status = 410


class TooLarge(KingdomError):
    """This is larger than allowed."""

    code = "too_large"
    status = 413


class Busy(KingdomError):
    """Too much is running now; try again in a moment."""

    code = "busy"
    status = 429
    permanent = False


class Unavailable(KingdomError):
    """A part that is needed for this does not answer."""

    code = "unavailable"
    status = 503
    permanent = False


class DeadlineExceeded(Unavailable):
    """This took longer than allowed and was stopped."""

    code = "deadline_exceeded"
    status = 504


class ModelUnavailable(Unavailable):
    """The language model does not answer."""

    code = "model_unavailable"


class ModelNotConfigured(ModelUnavailable):
    """This needs a language model, and none is set. Set GEMINI_API_KEY or KINGDOM_MODEL_URL (for a local server),
    then ask again.
    """

    code = "model_not_configured"
    permanent = True


class SandboxUnavailable(Unavailable):
    """No sandbox is available, so code does not run. Run `make sandbox-image`, or see docs/howto/sandbox.md."""

    code = "sandbox_unavailable"
    permanent = True


class InfrastructureFault(Unavailable):
    """A part of this installation does not answer at the moment. The work waits for it and then goes on.

    The work itself has not failed, so no attempt of it counts. ``extra["nothing_ran"]`` says that the fault came before
    anything could have happened outside.
    """

    code = "infrastructure_fault"
    permanent = False


class DatabaseAway(InfrastructureFault):
    """The database does not answer at the moment. Nothing is lost; try again in a few seconds."""

    code = "database_away"


class ModelUnreachable(InfrastructureFault, ModelUnavailable):
    """The language model cannot be reached at the moment."""

    code = "model_unreachable"


class SandboxLost(InfrastructureFault, SandboxUnavailable):
    """The sandbox does not answer at the moment."""

    code = "sandbox_lost"


class ArchivesUnreachable(InfrastructureFault):
    """The store of exported data does not answer at the moment. Try again in a few minutes."""

    code = "archives_unreachable"


INFRASTRUCTURE_FAULTS: Mapping[str, type[InfrastructureFault]] = {
    kind.code: kind for kind in (InfrastructureFault, DatabaseAway, ModelUnreachable, SandboxLost)
}


class ModelError(KingdomError):
    """The language model refused the request."""

    code = "model_error"
    status = 502


class ModelBlocked(ModelError):
    """The language model's provider blocked this request for safety reasons."""

    code = "model_blocked"


class ModelBadAnswer(ModelError):
    """The language model's answer did not have the form that was asked for."""

    code = "model_bad_answer"
    permanent = False


class CredentialError(KingdomError):
    """A stored credential cannot be used."""

    code = "credential_error"
    status = 409


class CredentialMissing(CredentialError):
    """This needs a credential that is not stored. Store it under Credentials, then go on."""

    code = "credential_missing"


class CredentialUnbound(CredentialError):
    """The stored credential was not given for this specialist and host. Say under Credentials what it is for, then go
    on.
    """

    code = "credential_unbound"


class CredentialExpired(CredentialError):
    """The stored credential has expired. Replace it under Credentials, then go on."""

    code = "credential_expired"


class CredentialRevoked(CredentialError):
    """An admin has withdrawn the stored credential. Get a new one from its provider and replace it under
    Credentials.
    """

    code = "credential_revoked"


class CredentialUnreadable(CredentialError):
    """The stored credential cannot be decrypted. Replace it under Credentials; tell your admin if it happens to others
    too.
    """

    code = "credential_unreadable"


class ToolError(KingdomError):
    """The tool could not do this."""

    code = "tool_error"
    status = 422
    audience = "model"


class BadConfiguration(KingdomError):
    """A setting is wrong."""

    code = "bad_configuration"
    status = 500
    audience = "operator"

"""Credentials of a case: given for the specialist in training and for the hosts on its card."""

import uuid

import structlog
from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
from kingdom.adapters.key_service import KeyServiceUnavailable
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadInput, Conflict, CredentialError
from kingdom.council.models import CreationCase
from kingdom.council.selectors import case_spec, case_tests
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_bind, credential_delete, credential_replace, credential_store
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.credential_targets import spec_credential_hosts
from kingdom.specialists.registry.drafts import draft_register

_log = structlog.get_logger(__name__)


def case_draft_register(case: CreationCase, spec: AgentSpec) -> uuid.UUID:
    """Return the specialist as which the proposal acts: the one that it revises, else its draft, created when missing.

    Credentials and consents are bound to this id; the draft keeps it when it is released.
    """
    if case.revises_id is not None:
        return case.revises_id
    owner = User.objects.get(pk=case.user_id)
    return draft_register(spec=spec, owner=owner, tests=case_tests(case)).specialist_id


@sensitive_variables()
def case_credential_store(case: CreationCase, name: str, value: SecretStr) -> None:
    """Store a credential by its name on the card, for the specialist in training and the hosts on the card.

    One that the owner stored for it before is replaced. Raises BadInput for a name that the card does not list.
    """
    spec = case_spec(case)
    hosts = spec_credential_hosts(spec, name) if spec is not None else ()
    if spec is None or not hosts:
        raise BadInput(f"{case.role} asks for no credential called {name}.")
    with access_transaction(exclusive=True):  # as the draft does
        specialist_id = case_draft_register(case, spec)
    target = CredentialTarget(specialist_id=specialist_id, specialist_role=spec.role, hosts=hosts)
    stored = UserCredential.objects.filter(
        user_id=case.user_id, specialist_id=target.specialist_id, credential_key=name
    ).first()
    if stored is not None and sorted(stored.hosts) != sorted(hosts):  # the old value was given for other hosts
        credential_delete(credential=stored, actor_id=case.user_id)
        stored = None
    if stored is None:
        credential_store(user_id=case.user_id, target=target, credential_key=name, value=value)
    else:
        credential_replace(credential=stored, actor_id=case.user_id, value=value)


def case_credentials_rebind(case: CreationCase, spec: AgentSpec, specialist_id: uuid.UUID) -> None:
    """Bind what the owner gave in this same case, before it was repaired, to the draft that they confirm now.

    Only credentials whose hosts include those on the confirmed card. A value that cannot be opened is asked for again.
    """
    given = UserCredential.objects.filter(pk__in=list(case.provided_resources.values()), user_id=case.user_id)
    for credential in given.exclude(specialist_id=specialist_id):
        hosts = spec_credential_hosts(spec, credential.credential_key)
        if not hosts or not set(hosts) <= set(credential.hosts) or not _is_draft_of(credential, case):
            continue
        target = CredentialTarget(specialist_id=specialist_id, specialist_role=spec.role, hosts=hosts)
        try:
            credential_bind(credential=credential, actor_id=case.user_id, target=target)
        except (CredentialError, Conflict, KeyServiceUnavailable) as error:
            _log.warning("case_credential_not_bound", case=str(case.pk), code=error.code)


def _is_draft_of(credential: UserCredential, case: CreationCase) -> bool:
    drafts = Specialist.everything.filter(draft=True, created_by=case.user_id, revises=None)
    return credential.specialist_id is not None and drafts.filter(pk=credential.specialist_id).exists()

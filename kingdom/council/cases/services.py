"""The dialog of a case with its owner: open, confirm, edit, give credentials, choose mock mode, reject, open again."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.routes import is_one_time_request
from kingdom.core.errors import BadInput, Busy, Conflict, IllegalTransition, NotFound
from kingdom.council.cases.approval_handlers import OWNER_CHANNELS, pending_approval_id
from kingdom.council.cases.dispatch import case_enqueue
from kingdom.council.cases.event_log import case_event_append, case_lock
from kingdom.council.cases.stage_results import UNCONFIRMED_FIELDS, case_confirmation_request
from kingdom.council.cases.transitions import case_transition
from kingdom.council.cases.verdicts import missing_verdicts
from kingdom.council.models import CreationCase
from kingdom.council.recipes.catalogue import recipe_by_name as recipe_named
from kingdom.council.rules import state_machine
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.council.selectors import case_get, case_spec
from kingdom.council.signals import case_opening
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_replace, credential_store
from kingdom.sessions.budgets.services import budget_check
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.status.version_release import version_release_check

MAX_REQUEST_LENGTH = 4_000  # characters
MAX_SOURCES = 5
MAX_SOURCE_LENGTH = 2_000  # characters
DAY = timedelta(hours=24)
_REVISION_UNDER_WAY = "A new version of {} is under way already. It is decided on first."


class ProposalChanged(Conflict):
    """The proposal is not the one you saw. Read it again, then decide."""

    code = "proposal_changed"


@dataclass(frozen=True, kw_only=True)
class CaseOpening:
    """What a case begins with. ``fork_of`` is a specialist the user sees, whose current version the designer begins from.

    ``supplied_proposal`` is one that needs no design. With ``revises``, a specialist whose next version the user may decide on, it is to become
    that: its owner is asked twice, before it is trained and with its figures beside those of the version that it would replace.
    """

    request: str
    recipe: str = ""
    sources: tuple[str, ...] = ()
    conversation_id: uuid.UUID | None = None
    message_id: uuid.UUID | None = None
    fork_of: uuid.UUID | None = None
    supplied_proposal: SuppliedProposal | None = None
    revises: uuid.UUID | None = None


@transaction.atomic
def case_open(*, user_id: int, opening: CaseOpening) -> CreationCase:
    """Open a case by its owner's own wish; its first stage is sent after commit. A second click opens no second case.

    Raises BadInput for an empty or too long request, for what is needed only once, and for bad addresses; NotFound for a recipe,
    conversation, message or specialist that is not there for the user; Busy over the limits of open cases and of cases a day,
    BudgetSpent when today's budget is used up; with
    ``revises`` NotAllowed and Conflict (``revision_check``), also while another case revises the same specialist.
    """
    _check_opening(opening)
    user = get_user_model().objects.select_for_update().get(pk=user_id)  # two at once must not both find room
    known = _repeated_case(user_id, opening)
    if known is not None:
        return known
    base = _revision_base(user, opening)
    budget_check(user_id=user_id)
    if base is None:
        _check_case_limits(user_id)
    case = _create_case(user_id, opening, base)
    _check_conversation(case)
    case.refresh_from_db()
    case_event_append(case, "opened", payload={"recipe": case.recipe, "sources": case.sources})
    case_enqueue(case)
    return case


def _create_case(user_id: int, opening: CaseOpening, base: SpecialistVersion | None) -> CreationCase:
    fork_of = _fork_version_id(user_id, opening.fork_of)
    try:
        with transaction.atomic():
            return CreationCase.objects.create(
                user_id=user_id,
                request=to_jsonb(opening.request.strip()),
                recipe=opening.recipe,
                sources=list(opening.sources),
                conversation_id=opening.conversation_id,
                message_id=opening.message_id,
                fork_of_id=fork_of,
                supplied_proposal=to_jsonb(opening.supplied_proposal.to_json())
                if opening.supplied_proposal is not None
                else None,
                revises_id=opening.revises,
                base=base,
            )
    except IntegrityError as error:
        if base is None:
            raise
        raise Conflict(
            _REVISION_UNDER_WAY.format(base.specialist.role)
        ) from error  # another, offered to somebody else, came first


def case_confirm(*, user_id: int, case_id: uuid.UUID, digest: str, mock: bool = False, channel: str) -> CreationCase:
    """Say yes, as the owner, to exactly the proposal with this digest. With ``mock`` it is trained on made-up answers, without keys.

    Raises NotFound, ProposalChanged, Gone when it has expired, Conflict when it was answered before, BadInput for ``mock`` where
    nothing outside is called. Each of them changes nothing.
    """
    case = case_get(user_id=user_id, case_id=case_id)
    approval_id = pending_approval_id(case, state_machine.AWAITING_CONFIRMATION)
    if digest != case.digest:
        raise ProposalChanged
    spec = case_spec(case)
    if mock and (spec is None or not (spec.egress_hosts or spec.credentials)):
        raise BadInput("It calls nobody outside, so there is nothing to make up.")
    with transaction.atomic():
        # the question before the case, as everywhere
        question = Approval.objects.select_for_update().filter(pk=approval_id).first()
        if question is None or question.subject.get("digest") != digest:
            raise ProposalChanged
        # what was compared on made-up answers stays what it is, and is not trained again
        CreationCase.objects.filter(
            pk=case_id, approval_id=approval_id, state=state_machine.AWAITING_CONFIRMATION
        ).update(mock=mock or case.mock)
        _submit_decision(question, user_id, "confirm", channel)
    case.refresh_from_db()
    return case


def case_edit(*, user_id: int, case_id: uuid.UUID, change_request: str, channel: str) -> CreationCase:
    """Ask for changes, in the owner's words. The designer works them in, and everything is judged again. Raises as ``case_confirm``."""
    case = case_get(user_id=user_id, case_id=case_id)
    if case.revises_id is not None:
        raise BadInput(
            "A new version of a specialist is taken as it is, or not. Say no, or fork the specialist and change your own."
        )
    _answer_approval(case, state_machine.AWAITING_CONFIRMATION, "edit", channel, note=change_request)
    return case


def case_reject(*, user_id: int, case_id: uuid.UUID, channel: str, reason: str = "") -> CreationCase:
    """Say no: to a question, or to a case that is being worked on, which stops. Raises NotFound, IllegalTransition when it is over."""
    case = case_get(user_id=user_id, case_id=case_id)
    if case.state in state_machine.WAITING_STATES:
        _answer_approval(
            case,
            case.state,
            "reject" if case.state == state_machine.AWAITING_CONFIRMATION else "abort",
            channel,
            note=reason,
        )
        return case
    with transaction.atomic():
        case = case_lock(case_id)
        if case.state in state_machine.WAITING_STATES:
            raise Conflict("It has got on meanwhile. Look at it again.")
        case_transition(
            case=case, to=state_machine.REJECTED, reason=reason or "You stopped it.", fields=UNCONFIRMED_FIELDS
        )
    return case


@sensitive_variables()
def case_credentials_provide(
    *, user_id: int, case_id: uuid.UUID, values: Mapping[str, SecretStr], channel: str
) -> CreationCase:
    """Seal credentials in the vault for the specialist to be, by the names its card lists; with the last one the training begins.

    Nothing of a value is kept with the case, its events or the log. Raises NotFound, IllegalTransition, Gone, BadInput for a name that the
    card does not list or a value that cannot be one.
    """
    case = case_get(user_id=user_id, case_id=case_id)
    pending_approval_id(case, state_machine.AWAITING_RESOURCES)
    spec = case_spec(case)
    wanted = {one.name for one in spec.credentials} if spec is not None else set()
    strange = sorted(set(values) - wanted)
    if strange or not values:
        raise BadInput(f"It needs {', '.join(sorted(wanted))}, by these names.")
    for name, value in values.items():
        _store_credential(user_id, case.role, name, value)
    _answer_approval(case, state_machine.AWAITING_RESOURCES, "provided", channel)
    return case


def case_use_mock(*, user_id: int, case_id: uuid.UUID, channel: str) -> CreationCase:
    """Train on made-up answers instead of giving credentials. Raises as ``case_resources_provide``."""
    case = case_get(user_id=user_id, case_id=case_id)
    _answer_approval(case, state_machine.AWAITING_RESOURCES, "mock", channel)
    return case


@transaction.atomic
def case_reopen(*, user_id: int, case_id: uuid.UUID) -> CreationCase:
    """Open an expired or failed case again: with its judged proposal when there is one, without a new design; else from the design on.

    Raises NotFound, IllegalTransition, Busy over the limit of open cases, BudgetSpent when today's budget is used up.
    """
    case_get(user_id=user_id, case_id=case_id)
    get_user_model().objects.select_for_update().get(pk=user_id)
    case = case_lock(case_id)
    if not case.request:
        raise IllegalTransition(
            "The conversation it came from was deleted, and what was asked with it. Ask anew.", state=case.state
        )
    if case.state not in (state_machine.EXPIRED, state_machine.FAILED):
        raise IllegalTransition(
            f"This case is {state_machine.state_label(case.state)}: there is nothing to open again.", state=case.state
        )
    budget_check(user_id=user_id)
    if case.revises_id is None:
        _check_case_limits(user_id, today=False)
    _check_revision_current(case)
    if not missing_verdicts(case):
        # without the figures it would be a first question whose yes counts as the second
        case_confirmation_request(case, {"compared_training_digest": ""} if case.training_results is None else None)
        return case
    again: dict[str, object] = {
        "spec_proposal": None,
        "test_suite": [],
        "digest": "",
        "round": 0,
        "findings": [],
        "error_code": "",
    }
    case_transition(case=case, to=state_machine.DESIGNING, reason="You opened it again.", fields=again)
    case_enqueue(case)
    return case


def _repeated_case(user_id: int, opening: CaseOpening) -> CreationCase | None:
    """Return the case that this is a repetition of: an open one of the same message, or one just begun with the same words."""
    mine = CreationCase.objects.filter(user_id=user_id)
    if opening.message_id is not None:
        return mine.filter(message_id=opening.message_id, state__in=state_machine.OPEN_STATES).first()
    words: dict[str, object] = {
        "request": to_jsonb(opening.request.strip()),
        "recipe": opening.recipe,
        "sources": list(opening.sources),
    }
    words |= (
        {"revises": opening.revises, "supplied_proposal__isnull": True}
        if opening.supplied_proposal is None
        else {"supplied_proposal": to_jsonb(opening.supplied_proposal.to_json())}
    )
    return mine.filter(**words, message=None, state=state_machine.DESIGNING, round=0, change_request="").first()


def _check_opening(opening: CaseOpening) -> None:
    if not opening.request.strip():
        raise BadInput("Say what the specialist shall do.")
    if len(opening.request) > MAX_REQUEST_LENGTH:
        raise BadInput(
            f"request is longer than {MAX_REQUEST_LENGTH:,} characters. Say in short what the specialist shall do."
        )
    if opening.supplied_proposal is None and is_one_time_request(opening.request):
        raise BadInput(
            "You need this only once, as you say: ask for it in a conversation. A specialist is for what comes back."
        )
    if len(opening.sources) > MAX_SOURCES or any(not _is_address(one) for one in opening.sources):
        raise BadInput(f"sources are at most {MAX_SOURCES} addresses that begin with https:// or http://.")
    if opening.recipe:
        recipe_named(opening.recipe)


def _is_address(text: str) -> bool:
    return (
        text.startswith(("https://", "http://"))
        and len(text) <= MAX_SOURCE_LENGTH
        and text.isprintable()
        and " " not in text
    )


def _check_case_limits(user_id: int, *, today: bool = True) -> None:
    # what is offered to somebody takes none of their room
    mine, config = CreationCase.objects.filter(user_id=user_id, revises=None), settings.KINGDOM
    if mine.filter(state__in=state_machine.OPEN_STATES).count() >= config.cases_open:
        raise Busy(f"You have {config.cases_open} open cases, which is the most. Decide one of them first.")
    if today and mine.filter(created_at__gt=timezone.now() - DAY).count() >= config.cases_per_day:
        raise Busy(f"You have opened {config.cases_per_day} cases in 24 hours, which is the most. Try again tomorrow.")


def _revision_base(user: User, opening: CaseOpening) -> SpecialistVersion | None:
    """Return the version that a revision would replace, None for a case that makes a new specialist."""
    if opening.revises is None:
        return None
    if opening.supplied_proposal is None:
        raise BadInput("A new version of a specialist is given, not designed.")
    found = Specialist.objects.filter(pk=opening.revises).select_related("current_version").first()
    if found is None:
        raise NotFound("There is no such specialist to change.")
    version_release_check(specialist=found, spec=opening.supplied_proposal.spec, actor=user)
    _check_single_revision(found)
    return found.current_version


def _check_single_revision(specialist: Specialist) -> None:
    """Raise Conflict while a new version of a specialist is under way; the database holds the same."""
    if CreationCase.objects.filter(revises=specialist, state__in=state_machine.OPEN_STATES).exists():
        raise Conflict(_REVISION_UNDER_WAY.format(specialist.role))


def _check_revision_current(case: CreationCase) -> None:
    """Raise Conflict for what cannot become a new version any more: the one it was made from is not current, or another is under way."""
    if case.revises is None:
        return
    if case.revises.current_version_id != case.base_id:
        raise Conflict(f"{case.revises.role} has another version by now than the one that this was made from.")
    _check_single_revision(case.revises)


def _fork_version_id(user_id: int, specialist_id: uuid.UUID | None) -> uuid.UUID | None:
    if specialist_id is None:
        return None
    found = Specialist.objects.visible_to(user_id).filter(pk=specialist_id).first()
    if found is None or found.current_version_id is None:
        raise NotFound("There is no such specialist to begin from.")
    return found.current_version_id


def _check_conversation(case: CreationCase) -> None:
    """Have the conversation and the message checked by the room that knows them. With nobody to vouch, nothing is opened."""
    if case.conversation_id is None and case.message_id is None:
        return
    if not any(answer for _, answer in case_opening.send(sender=CreationCase, case=case)):
        raise NotFound("You have no such conversation or message.")


def _answer_approval(case: CreationCase, state: str, choice: str, channel: str, note: str = "") -> None:
    question = Approval.objects.filter(pk=pending_approval_id(case, state)).first()
    if question is None:
        raise NotFound("This question is gone.")
    _submit_decision(question, case.user_id, choice, channel, note)
    case.refresh_from_db()


def _submit_decision(question: Approval, user_id: int, choice: str, channel: str, note: str = "") -> None:
    """Answer in the inbox; what follows for the case happens there, in the same transaction."""
    if channel not in OWNER_CHANNELS:
        raise BadInput(f"A case is answered over one of: {', '.join(sorted(OWNER_CHANNELS))}.")
    decision = ApprovalDecision(choice=choice, args_hash=question.args_hash, note=note, channel=channel)
    approval_decide(approval_id=question.pk, actor_id=user_id, decision=decision)


@sensitive_variables()
def _store_credential(user_id: int, role: str, name: str, value: SecretStr) -> None:
    stored = (
        UserCredential.objects.filter(user_id=user_id, specialist_role=role, credential_key=name)
        .defer("encrypted_value")
        .first()
    )
    if stored is None:
        credential_store(user_id=user_id, specialist_role=role, credential_key=name, value=value)
    else:
        credential_replace(credential=stored, actor_id=user_id, value=value)

"""Open a creation case: validate the input, enforce the limits, create the case."""

import uuid
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone

from kingdom.accounts.access import access_lock
from kingdom.accounts.models import User
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.routes import is_one_time_request
from kingdom.core.errors import BadInput, Busy, Conflict, NotFound
from kingdom.council.cases.event_log import case_event_append
from kingdom.council.cases.transitions import case_enqueue
from kingdom.council.models import CreationCase
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.council.rules import state_machine
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.council.selectors import is_revision_open
from kingdom.council.signals import case_opening
from kingdom.sessions.budgets.services import budget_check
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.status.version_release import version_release_check

MAX_REQUEST_LENGTH = 4_000  # characters
MAX_SOURCES = 5
MAX_SOURCE_LENGTH = 2_000  # characters
DAY = timedelta(hours=24)
_REVISION_UNDER_WAY = "A new version of {} is under way already. Decide on that one first."


@dataclass(frozen=True, kw_only=True)
class CaseOpening:
    """The input of a new case.

    ``fork_of`` is a specialist that the user sees; the designer starts from its current version. ``supplied_proposal``
    is a proposal that needs no design. With ``revises``, it becomes the next version of that specialist: its owner
    confirms it twice, before the training and with both scores.
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
    """Open a case and send its first stage after commit. A repeated request returns the case that it opened before.

    Raises BadInput for an empty or too long request, a one-time need or bad addresses; NotFound for a recipe,
    conversation, message or specialist that the user does not have; Busy over the limits of open cases and of cases a
    day; BudgetSpent when today's budget is used up; with ``revises`` NotAllowed and Conflict
    (``version_release_check``), also while another case revises the same specialist.
    """
    _check_opening(opening)
    user = get_user_model().objects.select_for_update().get(pk=user_id)  # two requests must not share the last place
    access_lock(user_id=user_id)  # after the stronger lock: two that hold the weaker one would wait for each other
    known = _repeated_case(user_id, opening)
    if known is not None:
        return known
    base = _revision_base(user, opening)
    budget_check(user_id=user_id)
    if base is None:
        check_case_limits(user_id)
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
        # another user's case for the same specialist was opened first
        raise Conflict(_REVISION_UNDER_WAY.format(base.specialist.role)) from error


def _repeated_case(user_id: int, opening: CaseOpening) -> CreationCase | None:
    """Return the case that this request repeats: an open one, or without a message a new one with the same input.

    The parts of one message are several requests: each has a case of its own.
    """
    cases = CreationCase.objects.filter(user_id=user_id, request=to_jsonb(opening.request.strip()))
    if opening.message_id is not None:
        return cases.filter(message_id=opening.message_id, state__in=state_machine.OPEN_STATES).first()
    fields: dict[str, object] = {"recipe": opening.recipe, "sources": list(opening.sources)}
    fields |= (
        {"revises": opening.revises, "supplied_proposal__isnull": True}
        if opening.supplied_proposal is None
        else {"supplied_proposal": to_jsonb(opening.supplied_proposal.to_json())}
    )
    return cases.filter(**fields, message=None, state=state_machine.DESIGNING, round=0, change_request="").first()


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
    if len(opening.sources) > MAX_SOURCES or any(not _is_address(source) for source in opening.sources):
        raise BadInput(f"sources are at most {MAX_SOURCES} addresses that begin with https:// or http://.")
    if opening.recipe:
        recipe_by_name(opening.recipe)


def _is_address(text: str) -> bool:
    return (
        text.startswith(("https://", "http://"))
        and len(text) <= MAX_SOURCE_LENGTH
        and text.isprintable()
        and " " not in text
    )


def check_case_limits(user_id: int, *, today: bool = True) -> None:
    """Raise Busy over the limit of open cases and, with ``today``, of cases in 24 hours."""
    # new versions that others propose to the user do not count
    cases, config = CreationCase.objects.filter(user_id=user_id, revises=None), settings.KINGDOM
    if cases.filter(state__in=state_machine.OPEN_STATES).count() >= config.cases_open:
        raise Busy(f"You have {config.cases_open} open cases, which is the most. Decide one of them first.")
    if today and cases.filter(created_at__gt=timezone.now() - DAY).count() >= config.cases_per_day:
        raise Busy(f"You have opened {config.cases_per_day} cases in 24 hours, which is the most. Try again tomorrow.")


def _revision_base(user: User, opening: CaseOpening) -> SpecialistVersion | None:
    """Return the version that a new version replaces, None for a case that makes a new specialist."""
    if opening.revises is None:
        return None
    if opening.supplied_proposal is None:
        raise BadInput("A new version of a specialist needs a supplied proposal.")
    specialist = Specialist.objects.filter(pk=opening.revises).select_related("current_version").first()
    if specialist is None:
        raise NotFound("There is no such specialist to change.")
    version_release_check(specialist=specialist, spec=opening.supplied_proposal.spec, actor=user)
    _check_single_revision(specialist)
    return specialist.current_version


def _check_single_revision(specialist: Specialist) -> None:
    """Raise Conflict while a new version of a specialist is open; a database constraint guarantees it."""
    if is_revision_open(specialist):
        raise Conflict(_REVISION_UNDER_WAY.format(specialist.role))


def check_revision_current(case: CreationCase) -> None:
    """Raise Conflict when the base is no longer the current version, or another new version is open."""
    if case.revises is None:
        return
    if case.revises.current_version_id != case.base_id:
        raise Conflict(
            f"{case.revises.role} has a newer version than the one that this was made from. Propose it anew."
        )
    _check_single_revision(case.revises)


def _fork_version_id(user_id: int, specialist_id: uuid.UUID | None) -> uuid.UUID | None:
    if specialist_id is None:
        return None
    specialist = Specialist.objects.visible_to(user_id).filter(pk=specialist_id).first()
    if specialist is None or specialist.current_version_id is None:
        raise NotFound("There is no such specialist to begin from.")
    return specialist.current_version_id


def _check_conversation(case: CreationCase) -> None:
    """Let the room above check the conversation and the message. Raises NotFound when no receiver confirms them."""
    if case.conversation_id is None and case.message_id is None:
        return
    if not any(answer for _, answer in case_opening.send(sender=CreationCase, case=case)):
        raise NotFound("You have no such conversation or message.")

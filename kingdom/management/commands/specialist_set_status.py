"""``manage.py specialist_set_status ROLE KIND --as ADMIN --reason "…"``: change a specialist's status."""

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Q

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.rules import ALLOWED_STATUS_CHANGES
from kingdom.specialists.status.services import PromotionNotReady, StatusDecision, status_change_create

MAX_LISTED = 20  # specialists with the same role
SET_STATUS_PERMISSION = "specialists.set_specialist_status"


class Command(BaseCommand):
    """Changes the status in a person's name. For a refused promotion it prints the unmet criteria, one per line."""

    help = "Promote, suspend, demote, deprecate, restore or revert a specialist in an administrator's name."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:  # noqa: ANN401 - Django's signature
        """Replace Django's ``--version`` by the specialist version."""
        return super().create_parser(prog_name, subcommand, **{**kwargs, "conflict_handler": "resolve"})

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the specialist, the change, the administrator and the reason."""
        parser.add_argument("role", help="the specialist's role, or its id if several have that role")
        parser.add_argument("kind", choices=sorted(ALLOWED_STATUS_CHANGES))
        parser.add_argument("--as", dest="actor", metavar="ADMIN", required=True, help="name of the staff member")
        parser.add_argument("--reason", required=True, help="recorded with the change and included in notifications")
        parser.add_argument(
            "--version",
            dest="number",
            metavar="N",
            type=int,
            help="change it only while this version is the current one",
        )
        parser.add_argument(
            "--successor", metavar="ROLE", help="for deprecate: the specialist that replaces it (role or id)"
        )
        parser.add_argument(
            "--stop-sessions", action="store_true", help="stop its running sessions; otherwise they finish"
        )

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Change the status and print the result."""
        specialist = _specialist_by_name(options["role"])
        decision = StatusDecision(
            specialist_id=specialist.pk,
            kind=StatusChange.Kind(options["kind"]),
            reason=options["reason"],
            actor=_staff_member(options["actor"]),
            digest=_version_digest(specialist, options["number"]),
            successor_id=_specialist_by_name(options["successor"]).pk if options["successor"] else None,
            stop_sessions=options["stop_sessions"],
        )
        try:
            change = status_change_create(decision=decision)
        except PromotionNotReady as error:
            for criterion in error.unmet:
                self.stdout.write(f"not met: {criterion['figure']}")
            raise CommandError(error.message) from None
        except KingdomError as error:
            raise CommandError(error.message) from None
        self.stdout.write(
            f"{specialist.role}: {change.old_status}, {change.old_scope} -> {change.new_status}, {change.new_scope}"
        )


def _specialist_by_name(name: str) -> Specialist:
    """Return the specialist with a role or id. Raises CommandError for none, and for several with their ids."""
    try:
        condition = Q(pk=uuid.UUID(name))
    except ValueError:
        condition = Q(role=name)
    found = list(Specialist.objects.filter(condition).select_related("created_by", "current_version")[:MAX_LISTED])
    if not found:
        raise CommandError(f"There is no specialist called {name}.")
    if len(found) > 1:
        ids = ", ".join(f"{match.pk} ({match.created_by or 'the product'}, {match.status})" for match in found)
        raise CommandError(f"Several are called {name}. Name one by its id: {ids}.")
    return found[0]


def _staff_member(name: str) -> User:
    actor = User.objects.filter(username=name, is_active=True, is_staff=True).first()
    if actor is None or not actor.has_perm(SET_STATUS_PERMISSION):
        raise CommandError(f"{name} is not a staff member with the permission to change a specialist's status.")
    return actor


def _version_digest(specialist: Specialist, number: int | None) -> str:
    """Return the digest of the version with this number, or of the current version."""
    if number is None:
        return specialist.current_version.digest if specialist.current_version else ""
    version = specialist.versions.filter(number=number).first()
    if version is None:
        raise CommandError(f"{specialist.role} has no version {number}.")
    return version.digest

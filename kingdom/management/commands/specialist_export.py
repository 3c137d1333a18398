"""``manage.py specialist_export ROLE > file``: export a specialist as one signed file."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kingdom.core.errors import KingdomError
from kingdom.council.proposals.exchange.exporter import (
    ExportedFile,
    specialist_by_role,
    specialist_export,
    version_by_number,
    version_export,
)
from kingdom.management.user_lookup import active_user_by_name


class Command(BaseCommand):
    """Writes the file to standard output."""

    help = (
        "Export a specialist as one signed file (standard output): spec, tests and claims; no secrets, no users' texts."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add role, user and number."""
        parser.add_argument("role")
        parser.add_argument(
            "--user",
            metavar="NAME",
            help="the specialist as this user sees it, their own first; default: the global one",
        )
        parser.add_argument("--number", type=int, metavar="N", help="a version by its number; default: the current one")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Export and write."""
        try:
            exported = _export_file(role=options["role"], name=options["user"], number=options["number"])
        except KingdomError as error:
            raise CommandError(error.message) from None
        self.stdout.write(exported.content.decode(), ending="")


def _export_file(*, role: str, name: str | None, number: int | None) -> ExportedFile:
    """Return the file with a user's permissions, or without a name with the operator's."""
    if name is None:
        return version_export(version_by_number(specialist_by_role(role=role), number))
    user = active_user_by_name(name)
    return specialist_export(
        user_id=user.pk, specialist_id=specialist_by_role(role=role, user_id=user.pk).pk, number=number
    )

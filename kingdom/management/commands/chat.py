"""``manage.py chat ["text"] --user NAME [--json]``: send a message as a user and show its answer as it comes."""

import io
import json
import sys
import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console

from kingdom.core.errors import KingdomError
from kingdom.doors.terminal.chat import TerminalChat, chat_loop
from kingdom.management.user_lookup import active_user_by_name


class Command(BaseCommand):
    """Works on the message itself, beside the workers. Exit code 0 only when it was answered."""

    help = "Chat as a user in the terminal; without a text one message after the other."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the text, the user and what the message may name."""
        parser.add_argument("text", nargs="?", default="", help="the message; without it a prompt asks for one")
        parser.add_argument("--user", required=True, help="the message is sent under this user's rights")
        parser.add_argument("--specialist", default="", help="id or role of the specialist that answers")
        parser.add_argument("--conversation", type=uuid.UUID, default=None, help="id of a conversation to go on with")
        parser.add_argument("--json", action="store_true", help="only the session, as one JSON object")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Send and show."""
        user = active_user_by_name(options["user"])
        console = Console(file=io.StringIO() if options["json"] else sys.stdout)
        asks = not options["json"] and sys.stdin.isatty()
        chat = TerminalChat(
            user_id=user.pk,
            console=console,
            read_line=console.input if asks else None,
            conversation_id=options["conversation"],
        )
        if not options["text"]:
            if options["json"]:
                raise CommandError("Give the message with --json.")
            chat_loop(chat, console, console.input)
            return
        try:
            session = chat.send(options["text"], specialist=options["specialist"])
        except KingdomError as error:
            raise CommandError(error.message) from error
        except KeyboardInterrupt:
            raise CommandError("Stopped.", returncode=130) from None
        self._report(session, as_json=options["json"])

    def _report(self, session: dict[str, Any], *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(session, ensure_ascii=False, indent=2))
        elif session["state"] == "awaiting_approval":
            self.stdout.write("It waits for your answer under Approvals.")
        if session["state"] != "completed":
            sys.exit(1)

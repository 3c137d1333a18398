"""Questions of a session, answered in the terminal by its user."""

import uuid
from collections.abc import Callable

from rich.console import Console

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.selectors import approval_of
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.core.errors import KingdomError
from kingdom.doors.terminal.safe_text import terminal_text

CHANNEL = "terminal"
ReadLine = Callable[[str], str]


def question_decide(*, user_id: int, approval_id: uuid.UUID, console: Console, read_line: ReadLine) -> bool:
    """Show a question of the user and store the answer; return whether one was given.

    An empty line leaves it open: it waits in the inbox. The arguments that are shown are those that are decided.
    """
    approval = approval_of(user_id=user_id, approval_id=approval_id)
    console.rule("This needs your decision", style="yellow")
    _print(console, approval.title)
    _print(console, approval.text)
    for number, choice in enumerate(approval.choices, start=1):
        _print(console, f"  {number}  {_choice_name(choice)}")
    while (line := read_line("Number, or Enter to decide later: ").strip()) != "":
        if _decided(approval, user_id, line, console):
            return True
    return False


def _decided(approval: Approval, user_id: int, line: str, console: Console) -> bool:
    if not (line.isascii() and line.isdigit() and 0 < int(line[:4]) <= len(approval.choices)):
        _print(console, f"Give a number from 1 to {len(approval.choices)}.")
        return False
    choice = approval.choices[int(line) - 1]
    decision = ApprovalDecision(choice=_choice_name(choice), args_hash=approval.args_hash, channel=CHANNEL)
    try:
        approval_decide(approval_id=approval.pk, actor_id=user_id, decision=decision)
    except KingdomError as error:
        _print(console, error.message)
        return False
    return True


def _choice_name(choice: object) -> str:
    return str(choice["choice"] if isinstance(choice, dict) else choice)


def _print(console: Console, text: str) -> None:
    console.print(terminal_text(text), markup=False, highlight=False)

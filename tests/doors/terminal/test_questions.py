"""Questions in the terminal: what is shown is what is decided, and hostile text cannot steer the terminal."""

import io
from collections.abc import Iterator

import pytest
from rich.console import Console

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.core.errors import NotFound
from kingdom.doors.terminal.questions import question_decide
from kingdom.doors.terminal.safe_text import REPLACEMENT, terminal_text
from tests.factories.approvals import asked, session_of


def decide(user: User, approval: Approval, *lines: str) -> tuple[bool, str]:
    """Answer a question with lines; return whether it was decided, and what was shown."""
    given: Iterator[str] = iter(lines)
    console = Console(file=io.StringIO(), width=200)
    done = question_decide(
        user_id=user.pk, approval_id=approval.pk, console=console, read_line=lambda prompt: next(given)
    )
    assert isinstance(console.file, io.StringIO)
    return done, console.file.getvalue()


@pytest.mark.django_db
class TestDecisions:
    """Only the user's own questions, by number, over the channel of the terminal."""

    def test_a_number_decides(self, alice: User) -> None:
        approval = asked(alice, session_of(alice))
        number = approval.choices.index("once") + 1
        done, shown = decide(alice, approval, "yes", "99", str(number))
        approval.refresh_from_db()
        assert done
        assert (approval.state, approval.choice, approval.channel) == ("decided", "once", "terminal")
        assert "api.sms.example" in shown
        assert shown.count("Give a number") == 2

    def test_an_empty_line_leaves_it_in_the_inbox(self, alice: User) -> None:
        approval = asked(alice, session_of(alice))
        assert not decide(alice, approval, "")[0]
        approval.refresh_from_db()
        assert approval.state == "pending"

    def test_nobody_decides_for_another(self, alice: User, bob: User) -> None:
        with pytest.raises(NotFound):
            decide(bob, asked(alice, session_of(alice)), "1")


@pytest.mark.parametrize("hostile", ["\x1b]52;c;ZXZpbA==\x07", "\x1b[2J", "\u009b31m", "\r$ rm -rf /", "\u202egnp.exe"])
def test_control_characters_reach_no_terminal(hostile: str) -> None:
    shown = terminal_text(f"a{hostile}b\n\tc é 日本")
    assert REPLACEMENT in shown
    assert shown.endswith("b\n\tc é 日本")
    assert not set(shown) & {"\x1b", "\x07", "\r", "\u009b", "\u202e"}

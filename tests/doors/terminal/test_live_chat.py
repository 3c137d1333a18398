"""``manage.py chat`` on a running product."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

from tests.browser.approval_seed import ROLE, begin
from tests.plugins.product import ROOT, Product

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]


def test_a_message_is_answered_in_the_terminal(product: Product) -> None:
    product.token("typist")
    shown = product.manage("chat", "What is 12 * 7?", "--user", "typist")
    assert "→ calculator" in shown
    assert "84" in shown
    assert "  spawn worker: done, " in shown
    session = json.loads(
        product.manage("chat", "Hello", "--user", "typist", "--specialist", "text_statistics", "--json")
    )
    assert (session["state"], session["specialist"]["role"]) == ("completed", "text_statistics")
    assert session["route"]["by"] == "request"


def test_a_question_is_answered_in_the_terminal_and_the_session_goes_on(product: Product) -> None:
    keeper = begin(product, "keeper")
    command = [
        *(sys.executable, "manage.py", "chat", f"@{ROLE} remember the milk", "--user", keeper.user),
        *("--data", str(product.data)),
    ]
    terminal, other_end = pty.openpty()
    chat = subprocess.Popen(command, cwd=ROOT, env=product.environ, stdin=other_end, stdout=other_end, stderr=other_end)
    os.close(other_end)
    try:
        shown = read_until(terminal, "decide later:")
        assert "This needs your decision" in shown
        assert "notes/today.txt" in shown
        assert "remember the milk" in shown
        number = re.search(r"(\d)  once", shown)
        assert number is not None
        os.write(terminal, f"nonsense\n{number.group(1)}\n".encode())
        shown = read_until(terminal, "I wrote it down.")
        assert "Give a number from 1 to" in shown
        assert chat.wait(timeout=60) == 0
    finally:
        chat.kill()
        os.close(terminal)
    asked = keeper.api("GET", "/api/v1/approvals/")["results"]
    assert [(one["state"], one["choice"], one["channel"]) for one in asked] == [("decided", "once", "terminal")]


def read_until(terminal: int, words: str) -> str:
    """Return what a terminal shows up to these words; fail when they do not come."""
    shown, end = "", time.monotonic() + 120
    while words not in shown:
        assert time.monotonic() < end, shown
        if select.select([terminal], [], [], 1.0)[0]:
            shown += os.read(terminal, 4096).decode(errors="replace")
    return shown

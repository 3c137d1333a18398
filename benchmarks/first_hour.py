"""How an installation without a model serves a new user: ``python -m benchmarks.first_hour [--kind NAME] [--smoke]``.

Sends the messages of ``tests/journeys/first_hour.jsonl`` through routing and the real sandbox, on a database with the
offline encoder, and judges each answer: ``right``, ``honest`` (it says what it cannot do, or asks) or ``wrong``. Prints
one JSON object: counts and shares by kind, language and part, and the ids of the wrong answers. ``--messages FILE``
takes another list, ``--answers FILE`` writes every answer as JSON Lines. It starts its own database and sandboxd.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.support.database import database
from benchmarks.support.first_hour_judge import MESSAGES_FILE, FirstHourMessage, judge_answer, read_messages, summarize
from benchmarks.support.sandbox_process import sandbox_daemon

SMOKE_MESSAGES = 2


def main() -> None:
    """Start what is needed, send, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--backend", default="bubblewrap", choices=["docker", "bubblewrap"])
    parser.add_argument("--kind", action="append", default=[], help="only messages of this kind (repeatable)")
    parser.add_argument("--ids", default="", help="only these messages, separated by commas")
    parser.add_argument("--messages", type=Path, default=MESSAGES_FILE, help="another list of the same form")
    parser.add_argument("--answers", type=Path, help="a file for the answers")
    parser.add_argument("--smoke", action="store_true", help="the smallest size: shows that it runs")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kingdom-first-hour-")))
        settings = {
            **{"KINGDOM_SANDBOX_SOCKET": str(folder / "s.sock"), "KINGDOM_LOG_LEVEL": "WARNING"},
            **{"GEMINI_API_KEY": "", "KINGDOM_MODEL_URL": ""},
        }
        stack.enter_context(database(folder, settings=settings))
        stack.enter_context(sandbox_daemon(folder / "s.sock", options.backend))
        print(json.dumps(_measured(_selected(options), options.answers), indent=2))


def _selected(options: argparse.Namespace) -> list[FirstHourMessage]:
    ids = set(filter(None, options.ids.split(",")))
    messages = [
        message
        for message in read_messages(options.messages)
        if (not ids or message.id in ids) and (not options.kind or message.kind in options.kind)
    ]
    return messages[:SMOKE_MESSAGES] if options.smoke else messages


def _measured(messages: Sequence[FirstHourMessage], answers: Path | None) -> dict[str, Any]:
    # imports models: Django is set up first
    from benchmarks.support.first_hour_answers import answer_of, install_specialists  # noqa: PLC0415 - after django.setup
    from benchmarks.support.training_rounds import wait_for_sandbox  # noqa: PLC0415 - after django.setup
    from kingdom.sessions.events.live_events import live_events_close  # noqa: PLC0415 - after django.setup

    install_specialists()
    wait_for_sandbox()
    started = time.perf_counter()
    rows = []
    for message in messages:
        answer = answer_of(message)
        rows.append((message, answer, judge_answer(message, answer)))
        sys.stderr.write(f"{message.id} {rows[-1][2]}\n")
    if answers is not None:
        lines = [
            {"id": message.id, "verdict": verdict, "message": message.message, "answer": answer}
            for message, answer, verdict in rows
        ]
        answers.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines))
    live_events_close()  # its threads listen on the database, which stops now
    seconds = time.perf_counter() - started
    return {"seconds": round(seconds, 1), **summarize([(message, verdict) for message, _, verdict in rows])}


if __name__ == "__main__":
    main()

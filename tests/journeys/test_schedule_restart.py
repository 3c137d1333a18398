"""A schedule in the real product: it fires before, over and after a kill of everything, each time once."""

import signal
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import psutil
import pytest

from tests.plugins.data_template import copy_template
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import Product, running_product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
URL = "/api/v1/schedules/"
MINUTE = timedelta(minutes=1)


def created(product: Product, text: str, **more: str) -> str:
    status, made = product.call("POST", URL, body={"text": text, **more})
    assert status == 201, made
    return str(made["id"])


def runs(product: Product, schedule_id: str) -> list[dict[str, Any]]:
    """Return the runs of a schedule, oldest first."""
    return list(reversed(product.call("GET", f"{URL}{schedule_id}/runs/")[1]["results"]))


def answered(product: Product, schedule_id: str) -> list[datetime]:
    done = [run for run in runs(product, schedule_id) if run["outcome"] == "answered"]
    return [datetime.fromisoformat(run["due_at"]) for run in done]


def kill_everything(product: Product) -> None:
    parts = psutil.Process(product.process.pid).children(recursive=True)
    product.stop(signal.SIGKILL)
    for part in parts:
        part.kill() if part.is_running() else None
    psutil.wait_procs(parts, timeout=30)


def test_a_schedule_fires_three_times_across_a_restart() -> None:
    with throwaway_folder() as folder:
        copy_template("bootstrapped", folder / "data")
        with running_product(folder / "data") as first:
            every = created(first, "every minute: how many km are 5 miles?", catch_up="all")
            once = created(first, "in 1 minute: how many km are 7 miles?")
            wait_for(lambda: answered(first, every), timeout_s=180, what="the first answer")
            wait_for(lambda: answered(first, once), timeout_s=120, what="the answer to the single time")
            before, tokens = answered(first, every)[-1], first.tokens
            kill_everything(first)
        with running_product(folder / "data") as second:
            second.tokens = tokens
            wait_for(lambda: len(answered(second, every)) >= 3, timeout_s=300, what="the third answer")
            times = answered(second, every)
            assert times == [times[0] + n * MINUTE for n in range(len(times))], "none is left out, none comes twice"
            assert times[-1] > before
            _check_conversation(second, every, len(times))
            single: Mapping[str, Any] = second.call("GET", f"{URL}{once}/")[1]
            assert (single["state"], len(runs(second, once))) == ("ended", 1)


def _check_conversation(product: Product, schedule_id: str, count: int) -> None:
    """Every time has its message, and every message an answer with the result."""
    conversation = product.call("GET", f"{URL}{schedule_id}/")[1]["conversation_id"]
    messages = product.call("GET", f"/api/v1/conversations/{conversation}/messages/")[1]["results"]
    assert sum(message["role"] == "user" for message in messages) >= count
    answers = [message["content"] for message in messages if message["role"] != "user"]
    assert len(answers) >= count
    assert all("8.04" in answer or "8.05" in answer for answer in answers), answers

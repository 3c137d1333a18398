"""A loop run from a thread leaves nothing behind in it."""

import contextvars
from functools import partial

import pytest
from django.db import connection

from kingdom.core.background.event_loop import run_async

_word = contextvars.ContextVar("word", default="none")


async def _look(prefix: str, *, suffix: str) -> str:
    _word.set(prefix + connection.alias + suffix)  # the alias makes a connection for this loop
    return _word.get()


def test_the_result_comes_back_and_the_variables_do_not() -> None:
    before = len(contextvars.copy_context())

    assert [run_async(_look, "<", suffix=">") for _ in range(3)] == ["<default>"] * 3

    assert _word.get() == "none"
    assert len(contextvars.copy_context()) == before


def test_an_error_comes_back() -> None:
    async def fail() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        run_async(fail)


def test_a_variable_of_the_caller_is_seen() -> None:
    async def read() -> str:
        return _word.get()

    context = contextvars.copy_context()
    context.run(_word.set, "king")

    assert context.run(partial(run_async, read)) == "king"

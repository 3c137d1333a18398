"""One client a loop: many threads, many short loops, no leak, no closed loop in use, nothing inherited over a fork."""

import asyncio
import gc
import os
import threading
import warnings

import pytest
from asgiref.sync import async_to_sync

from kingdom.adapters.models.gemini.model import GeminiModel, clients_for
from kingdom.adapters.models.per_loop_client import PerLoopClient
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelResponse
from tests.factories.models import Deltas, MakeConfig, ask
from tests.gemini_server import ModelServer

pytestmark = pytest.mark.filterwarnings("error")


def test_two_threads_with_many_short_loops_share_one_credential(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    model = GeminiModel(config_for())
    faults: list[BaseException] = []
    answers: list[str] = []

    async def some(prefix: str) -> None:
        responses = await asyncio.gather(
            *(model.generate(ctx, ask(f"{prefix}-{index}"), Deltas() if index % 2 else None) for index in range(3))
        )
        answers.extend(response.text for response in responses)

    def worker(name: str) -> None:
        try:
            for turn in range(4):
                asyncio.run(some(f"{name}-{turn}")) if turn % 2 else async_to_sync(some)(f"{name}-{turn}")
        except BaseException as error:  # the edge of a thread: the test below reports it
            faults.append(error)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        threads = [threading.Thread(target=worker, args=(name,)) for name in ("a", "b")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        gc.collect()
    assert faults == []
    assert sorted(answers) == sorted(
        f"Echo: {name}-{turn}-{index}" for name in "ab" for turn in range(4) for index in range(3)
    )
    assert [str(one.message) for one in caught] == []


def test_two_models_of_one_credential_share_the_client(config_for: MakeConfig) -> None:
    async def shares_client() -> bool:
        pro, flash = clients_for(config_for(model="gemini-2.5-pro")), clients_for(config_for(model="gemini-2.5-flash"))
        return await pro.get() is await flash.get()

    assert asyncio.run(shares_client())


def test_each_loop_makes_one_client_and_closes_it_at_its_end() -> None:
    events: list[str] = []

    async def close(_: object) -> None:
        events.append("closed")

    def make() -> object:
        events.append("made")
        return object()

    per_loop = PerLoopClient(make, close)

    async def use() -> None:
        assert await per_loop.get() is await per_loop.get()

    asyncio.run(use())
    async_to_sync(use)()
    assert events == ["made", "closed"] * 2


def test_a_forked_child_makes_its_own_client(
    gemini_server: ModelServer, config_for: MakeConfig, ctx: CallContext
) -> None:
    model = GeminiModel(config_for())

    answers: list[ModelResponse] = []

    def generate() -> None:
        answers.append(asyncio.run(model.generate(ctx, ask("from the child"))))

    async def with_open_client() -> int:
        await model.generate(ctx, ask("from the parent"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python 3.12+ warns of forks with threads; that is the case under test
            child = os.fork()
        if child == 0:
            code = 1
            try:
                thread = threading.Thread(target=generate)
                thread.start()
                thread.join(10)
                code = 0 if answers and answers[0].text == "Echo: from the child" else 1
            finally:
                os._exit(code)
        _, status = await asyncio.to_thread(os.waitpid, child, 0)
        await model.generate(ctx, ask("from the parent again"))
        return os.waitstatus_to_exitcode(status)

    assert asyncio.run(with_open_client()) == 0
    texts = [one.last_text for one in gemini_server.requests]
    assert texts == ["from the parent", "from the child", "from the parent again"]

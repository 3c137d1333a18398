"""The OpenAI door of a running product, by OpenAI's own client."""

import asyncio
import json
from typing import Any

import numpy as np
import openai
import pytest
from openai.types.chat import ChatCompletionMessageParam

from tests.factories.door_chats import TITLE_TASK
from tests.gemini_server.answers import Answer, Seen
from tests.plugins.product import Product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
SUM = "What is 12 * 7?"
TRANSLATION = {"source_language": "en", "target_language": "fr", "translation": "Bonjour", "notes": []}
SECRET = "wrong-token-of-some-length"


def client(product: Product, user: str = "alice") -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{product.url}/v1", api_key=product.token(user), max_retries=0, timeout=60)


def said(*texts: str) -> list[ChatCompletionMessageParam]:
    """Return a chat of a user and an assistant who take turns."""
    roles = ["user" if number % 2 == 0 else "assistant" for number in range(len(texts))]
    return [{"role": role, "content": text} for role, text in zip(roles, texts, strict=True)]  # type: ignore[misc]


def conversations(product: Product, user: str = "alice") -> list[dict[str, Any]]:
    """Return the user's conversations with their messages."""
    _, listed = product.call("GET", "/api/v1/conversations/?limit=100", user=user)
    for conversation in listed["results"]:
        _, page = product.call("GET", f"/api/v1/conversations/{conversation['id']}/messages/", user=user)
        conversation["messages"] = [(row["role"], row["content"]) for row in page["results"]]
    return list(listed["results"])


def test_models_are_the_king_and_the_specialists(product: Product) -> None:
    kingdom = client(product)
    names = [model.id for model in kingdom.models.list()]
    assert names[0] == "king"
    assert "calculator" in names
    assert kingdom.models.retrieve("calculator").owned_by == "kingdom"
    assert "kingdom" not in names  # an earlier name of the King is still taken
    assert kingdom.models.retrieve("kingdom").id == "kingdom"
    earlier = kingdom.chat.completions.create(model="kingdom", messages=said(SUM))
    assert (earlier.model, "84" in (earlier.choices[0].message.content or "")) == ("kingdom", True)
    with pytest.raises(openai.NotFoundError) as missing:
        kingdom.models.retrieve("gpt-4o")
    assert (missing.value.code, missing.value.param) == ("model_not_found", "model")


def test_a_chat_is_one_conversation_and_nothing_is_stored_twice(product: Product) -> None:
    kingdom = client(product, "plain")
    first = kingdom.chat.completions.create(model="king", messages=said(SUM), temperature=0.2)
    answer = first.choices[0].message.content or ""
    assert "84" in answer
    assert (first.object, first.choices[0].finish_reason) == ("chat.completion", "stop")
    assert first.usage is not None
    assert first.usage.total_tokens == 0  # no language model was asked
    facts = (first.model_extra or {})["kingdom"]
    assert (facts["specialist"], facts["ignored_parameters"]) == ("calculator", ["temperature"])
    again = said(SUM, answer, "What is 5 * 5?")
    second = kingdom.chat.completions.create(model="calculator", messages=again)
    assert "25" in (second.choices[0].message.content or "")
    (conversation,) = conversations(product, "plain")
    assert [content for role, content in conversation["messages"] if role == "user"] == [SUM, "What is 5 * 5?"]
    assert facts["conversation_id"] == conversation["id"]
    # the client regenerates: the same history once more is a chat of its own, and stores only its own message
    kingdom.chat.completions.create(model="king", messages=again)
    stored = [[text for role, text in one["messages"] if role == "user"] for one in conversations(product, "plain")]
    assert sorted(stored) == [[SUM, "What is 5 * 5?"], ["What is 5 * 5?"]]
    # another user with the same words is in no way part of it
    client(product, "other").chat.completions.create(model="king", messages=again)
    assert len(conversations(product, "plain")) == 2


def test_a_stream_ends_with_its_usage(product: Product) -> None:
    chunks = list(
        client(product).chat.completions.create(
            model="king", messages=said(SUM), stream=True, stream_options={"include_usage": True}
        )
    )
    assert (chunks[0].choices[0].delta.role, chunks[0].choices[0].delta.content) == ("assistant", "")
    assert "84" in "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-1].choices == []
    assert chunks[-1].usage is not None
    assert len({chunk.id for chunk in chunks}) == 1


def test_each_error_has_the_shape_that_the_client_raises(product: Product) -> None:
    kingdom = client(product)
    stranger = openai.OpenAI(base_url=f"{product.url}/v1", api_key=SECRET, max_retries=0)
    with pytest.raises(openai.AuthenticationError) as refused:
        stranger.models.list()
    assert refused.value.code == "invalid_api_key"
    assert SECRET not in str(refused.value)
    with pytest.raises(openai.NotFoundError) as missing:
        kingdom.chat.completions.create(model="gpt-4o", messages=said("Hi"))
    assert (missing.value.code, missing.value.param) == ("model_not_found", "model")
    with pytest.raises(openai.BadRequestError) as bad:
        kingdom.chat.completions.create(model="king", messages=said("Hi"), n=2)
    assert bad.value.param == "n"
    with pytest.raises(openai.NotFoundError) as unknown:
        kingdom.images.generate(prompt="a crown")
    assert unknown.value.code == "not_found"
    status, body = product.call("GET", "/v1/chat/completions")
    assert (status, body["error"]["code"]) == (405, "method_not_allowed")


def test_hidden_requests_leave_nothing_behind(product: Product) -> None:
    kingdom = client(product, "hidden")
    title = kingdom.chat.completions.create(model="king", messages=said(TITLE_TASK))
    assert json.loads(title.choices[0].message.content or "") == {"title": "Convert five miles to kilometres"}
    streamed = kingdom.chat.completions.create(model="calculator", messages=said(TITLE_TASK), stream=True)
    assert "Convert" in "".join(chunk.choices[0].delta.content or "" for chunk in streamed if chunk.choices)
    assert conversations(product, "hidden") == []
    _, usage = product.call("GET", "/api/v1/me/usage/", user="hidden")
    assert (usage["sessions"], usage["by_specialist"]) == (0, {})


def test_a_wish_for_a_specialist_opens_and_offers_nothing(product: Product) -> None:
    kingdom = client(product, "wisher")
    answer = kingdom.chat.completions.create(
        model="king", messages=said("Please create a new specialist that checks IBANs for me")
    )
    assert "not made through this program" in (answer.choices[0].message.content or "")
    _, cases = product.call("GET", "/api/v1/creations/", user="wisher")
    assert cases["results"] == []


def test_embeddings_are_those_of_routing(product: Product) -> None:
    texts = ["How many litres are in a gallon?", "Convert gallons to litres", "My cat sleeps all day"]
    made = client(product).embeddings.create(model="kingdom-embedding", input=texts)
    rows = np.array([row.embedding for row in made.data])
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-3)
    assert rows[0] @ rows[1] > rows[0] @ rows[2]
    floats = client(product).embeddings.create(model="kingdom-embedding", input=texts[0], encoding_format="float")
    assert np.allclose(floats.data[0].embedding, rows[0], atol=1e-5)
    with pytest.raises(openai.NotFoundError):
        client(product).embeddings.create(model="text-embedding-3-small", input="a")


@pytest.mark.asyncio
@pytest.mark.parametrize("stream", [True, False])
async def test_a_client_that_leaves_stops_the_model(product_with_model: tuple[Product, Any], stream: bool) -> None:
    product, server = product_with_model
    server.clear()
    server.rule(lambda seen: Answer(text="{}", first_byte_s=60) if _is_work(seen) else None)
    gone, asked, before = len(server.disconnects), len(server.requests), _cancelled(product)
    async with openai.AsyncOpenAI(base_url=f"{product.url}/v1", api_key=product.token("alice")) as kingdom:
        call = asyncio.create_task(_read_all(kingdom, stream))
        await asyncio.to_thread(
            wait_for, lambda: any(map(_is_work, server.requests[asked:])), timeout_s=60, what="the model call"
        )
        call.cancel()
        await asyncio.wait({call})
    assert await asyncio.to_thread(server.wait_for_disconnect, within_s=10, count=gone + 1)
    await asyncio.to_thread(wait_for, lambda: _cancelled(product) > before, timeout_s=10, what="the cancelled session")


def _cancelled(product: Product) -> int:
    _, usage = product.call("GET", "/api/v1/me/usage/")
    return int(usage["cancelled"])


async def _read_all(kingdom: openai.AsyncOpenAI, stream: bool) -> None:
    messages = said("translate to French: good morning everybody")
    if not stream:
        await kingdom.chat.completions.create(model="king", messages=messages)
        return
    async for _ in await kingdom.chat.completions.create(model="king", messages=messages, stream=True):
        pass


def _is_work(seen: Seen) -> bool:
    """Whether a specialist asks, and not the King who analyses a message."""
    return "should_create_specialist" not in json.dumps(seen.schema)


REFUSED = [
    ({"tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}]}, "tools"),
    (
        {"response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": {"type": 1}}}},
        "response_format",
    ),
    ({"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}]}, "messages"),
]


@pytest.mark.parametrize(("more", "param"), REFUSED, ids=[param for _, param in REFUSED])
def test_what_a_specialist_could_only_ignore_is_refused(product: Product, more: dict[str, Any], param: str) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        client(product).chat.completions.create(**{"model": "king", "messages": said(SUM), **more})
    assert str(refused.value.param).split(".")[0] == param


def test_texts_in_parts_and_all_roles_are_read(product: Product) -> None:
    messages: Any = [
        {"role": "developer", "content": "Be brief."},
        {"role": "system", "content": [{"type": "text", "text": "Be kind."}]},
        {"role": "user", "content": [{"type": "text", "text": "What is"}, {"type": "text", "text": "12 * 7?"}]},
    ]
    answer = client(product, "parted").chat.completions.create(model="king", messages=messages, user="a", seed=1)
    assert "84" in (answer.choices[0].message.content or "")


def test_a_spent_budget_is_a_rate_limit_that_is_not_tried_again(product: Product) -> None:
    kingdom = client(product, "spender").with_options(max_retries=2)
    product.token("spender")
    product.run_python(
        "from kingdom.accounts.models import User\nfrom kingdom.sessions.models import Budget\n"
        "Budget.objects.create(scope='user', user=User.objects.get(username='spender'), executions=0)"
    )
    with pytest.raises(openai.RateLimitError) as spent:
        kingdom.chat.completions.create(model="king", messages=said(SUM))
    assert spent.value.code == "budget_spent"
    assert conversations(product, "spender") == []


@pytest.mark.parametrize(("finish", "reason"), [("STOP", "stop"), ("SAFETY", "content_filter")])
@pytest.mark.parametrize("stream", [True, False])
def test_the_finish_reason_is_that_of_the_model(
    product_with_model: tuple[Product, Any], finish: str, reason: str, stream: bool
) -> None:
    product, server = product_with_model
    server.clear()
    form = json.dumps({"answer": "Bonjour", "output": TRANSLATION, "confidence": 0.9, "status": "SUCCESS"})
    server.rule(lambda seen: Answer(text=form if seen.schema else "Bonjour", finish=finish) if _is_work(seen) else None)
    kingdom = client(product, "finisher")
    messages = said(f"translate to French: good morning {finish} {stream}")
    if stream:
        chunks = list(kingdom.chat.completions.create(model="translator", messages=messages, stream=True))
        found = [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices]
        assert found == [None] * (len(found) - 1) + [reason]
    else:
        answer = kingdom.chat.completions.create(model="translator", messages=messages)
        assert answer.choices[0].finish_reason == reason
    server.clear()


def test_an_error_in_the_middle_of_a_stream_is_raised(product_with_model: tuple[Product, Any]) -> None:
    product, server = product_with_model
    server.clear()
    server.rule(lambda seen: Answer(text="not the form", finish="OTHER") if _is_work(seen) else None)
    with client(product, "unlucky") as kingdom:
        stream = kingdom.chat.completions.create(
            model="translator", messages=said("translate to French: good night"), stream=True
        )
        with stream, pytest.raises(openai.APIError) as failed:
            list(stream)
    assert failed.value.code == "model_error"
    assert "ended with an error" in failed.value.message
    server.clear()

"""The parameters of an answer in a running product, by OpenAI's own client."""

import json
from typing import Any

import openai
import pytest
from openai.types.chat import ChatCompletionChunk, ChatCompletionMessageParam

from tests.gemini_server.answers import Answer, Seen
from tests.plugins.product import Product

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
SUM = "What is 12 * 7?"
MESSAGES: list[ChatCompletionMessageParam] = [{"role": "user", "content": SUM}]


def client(product: Product, user: str) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{product.url}/v1", api_key=product.token(user), max_retries=0, timeout=60)


def answered(product: Product, user: str, **more: Any) -> tuple[str, str | None, dict[str, Any]]:  # noqa: ANN401
    """Return the text, the finish reason and Kingdom's facts of an answer; streamed, the same is in its chunks."""
    kingdom = client(product, user)
    plain = kingdom.chat.completions.create(**{"model": "king", "messages": MESSAGES, **more})
    chunks: list[ChatCompletionChunk] = list(
        kingdom.chat.completions.create(**{"model": "king", "messages": MESSAGES, **more, "stream": True})
    )
    text, finish = plain.choices[0].message.content or "", plain.choices[0].finish_reason
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == text
    assert chunks[-1].choices[0].finish_reason == finish
    return text, finish, (plain.model_extra or {})["kingdom"]


def test_an_answer_ends_at_its_number_of_tokens(product: Product) -> None:
    whole, finish, _ = answered(product, "cutter")
    assert (finish, "84" in whole, len(whole) > 8) == ("stop", True, True)
    for name in ("max_tokens", "max_completion_tokens"):
        assert answered(product, "cutter", **{name: 2})[:2] == (whole[:8], "length")
    assert answered(product, "cutter", max_tokens=len(whole))[:2] == (whole, "stop")


def test_an_answer_ends_before_a_stop_text(product: Product) -> None:
    whole, _, _ = answered(product, "stopper")
    assert answered(product, "stopper", stop=["no such text", "84"])[:2] == (whole[: whole.index("84")], "stop")
    assert answered(product, "stopper", stop="no such text")[:2] == (whole, "stop")


def test_a_chat_goes_on_behind_a_cut_answer(product: Product) -> None:
    kingdom = client(product, "continuer")
    first = kingdom.chat.completions.create(model="king", messages=MESSAGES, max_tokens=2)
    later: Any = [
        *MESSAGES,
        {"role": "assistant", "content": first.choices[0].message.content},
        {"role": "user", "content": "What is 5 * 5?"},
    ]
    second = kingdom.chat.completions.create(model="king", messages=later)
    facts = [(answer.model_extra or {})["kingdom"]["conversation_id"] for answer in (first, second)]
    assert facts[0] == facts[1]


def test_an_answer_in_json_is_the_structured_output(product: Product) -> None:
    text, finish, facts = answered(product, "parser", response_format={"type": "json_object"})
    session = product.call("GET", f"/api/v1/sessions/{facts['session_id']}/", user="parser")[1]
    assert (json.loads(text), finish) == (session["output"], "stop")
    assert "84" in text
    greeting: Any = [{"role": "user", "content": "Hello"}]
    said, _, _ = answered(product, "parser", messages=greeting, response_format={"type": "json_object"})
    assert list(json.loads(said)) == ["answer"]


def schema(properties: dict[str, Any]) -> dict[str, Any]:
    body = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "json_schema", "json_schema": {"name": "form", "schema": body}}


def test_an_answer_in_json_fits_its_schema_or_is_an_error(product: Product) -> None:
    text, _, _ = answered(product, "parser", response_format=schema({"answer": {"type": "string"}}))
    assert "84" in json.loads(text)["answer"]
    unfitting: Any = schema({"no_such_field": {"type": "string"}})
    kingdom = client(product, "parser").with_options(max_retries=2)
    with pytest.raises(openai.BadRequestError) as unfit:
        kingdom.chat.completions.create(model="king", messages=MESSAGES, response_format=unfitting)
    assert (unfit.value.code, unfit.value.param) == ("answer_does_not_fit", "response_format")
    stream = kingdom.chat.completions.create(model="king", messages=MESSAGES, response_format=unfitting, stream=True)
    with stream, pytest.raises(openai.APIError) as failed:
        list(stream)
    assert failed.value.code == "answer_does_not_fit"


def test_results_of_tools_are_read_with_the_chat(product: Product) -> None:
    function = {"name": "weather", "arguments": "{}"}
    messages: Any = [
        {"role": "user", "content": SUM},
        {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": function}]},
        {"role": "tool", "tool_call_id": "1", "content": "12 °C"},
    ]
    text, _, facts = answered(product, "caller", messages=messages)
    assert ("84" in text, facts["specialist"]) == (True, "calculator")


def test_the_temperature_reaches_the_model_that_answers(product_with_model: tuple[Product, Any]) -> None:
    product, server = product_with_model
    server.clear()
    output = {"source_language": "en", "target_language": "fr", "translation": "Bonjour", "notes": []}
    form = json.dumps({"answer": "Bonjour", "output": output, "confidence": 0.9, "status": "SUCCESS"})
    server.rule(
        lambda seen: Answer(text=form if seen.schema else "Bonjour [STATUS: SUCCESS]") if _is_work(seen) else None
    )
    messages: Any = [{"role": "user", "content": "translate to French: good morning"}]
    for temperature in (1.5, 0.0, None):
        before = len(server.requests)
        answer = client(product, "warm").chat.completions.create(
            model="translator", messages=messages, temperature=openai.omit if temperature is None else temperature
        )
        asked = [seen.body.get("generationConfig", {}) for seen in server.requests[before:] if _is_work(seen)]
        assert {config.get("temperature") for config in asked} == {temperature}
        assert (answer.model_extra or {})["kingdom"]["ignored_parameters"] == []
    server.clear()


def _is_work(seen: Seen) -> bool:
    """Whether a specialist asks, and not the King who analyses a message."""
    return "should_create_specialist" not in json.dumps(seen.schema) and seen.verb.lower().endswith("generatecontent")

"""The pure rules of the OpenAI door: histories, streamed texts, and the hidden requests of chat clients."""

import json
from typing import Any

import pytest

from kingdom.core.errors import BadInput
from kingdom.doors.openai.answer_text import AnswerText
from kingdom.doors.openai.chat_history import INSTRUCTIONS, ChatHistory
from kingdom.doors.openai.chat_requests import DoorChat, parse_door_chat
from kingdom.doors.openai.client_tasks import is_client_task, rule_answer
from tests.factories.door_chats import TITLE_TASK


def chat(*messages: tuple[str, Any], **fields: object) -> DoorChat:
    body = {"model": "kingdom", "messages": [{"role": role, "content": content} for role, content in messages]}
    return parse_door_chat(json.dumps({**body, **fields}).encode())


class TestHistory:
    """The messages of a request become turns, and the digest of an answered chat finds its next request."""

    def test_turns_end_before_the_last_question(self) -> None:
        history = chat(
            ("user", "a"), ("assistant", "b"), ("user", "c"), ("user", [{"type": "text", "text": "d"}])
        ).history
        assert history == ChatHistory((("a", "b"),), "c\n\nd")

    def test_instructions_are_a_turn_without_an_answer(self) -> None:
        history = chat(("system", "Be brief."), ("developer", "In French."), ("user", "a")).history
        assert history == ChatHistory(((f"{INSTRUCTIONS}Be brief.\n\nIn French.", ""),), "a")
        assert history.is_new

    def test_an_answered_chat_is_found_by_its_next_request(self) -> None:
        first = chat(("system", "s"), ("user", "a")).history
        second = chat(("system", "s"), ("user", "a"), ("assistant", "b\n"), ("user", "c")).history
        assert first.digest_with("b") == second.digest_before
        assert not second.is_new

    @pytest.mark.parametrize(
        "changed",
        [
            [("user", "a"), ("assistant", "other"), ("user", "c")],
            [("user", "edited"), ("assistant", "b"), ("user", "c")],
            [("system", "s"), ("user", "a"), ("assistant", "b"), ("user", "c")],
        ],
    )
    def test_a_changed_history_is_another_chat(self, changed: list[tuple[str, str]]) -> None:
        assert chat(*changed).history.digest_before != chat(("user", "a")).history.digest_with("b")

    @pytest.mark.parametrize(
        "messages", [[("user", " ")], [("user", "a"), ("assistant", "b")], [("system", "s")], [("user", "a\0")]]
    )
    def test_a_request_without_a_question_is_refused(self, messages: list[tuple[str, str]]) -> None:
        with pytest.raises(BadInput) as refused:
            chat(*messages)
        assert refused.value.extra["param"] == "messages"


class TestRequests:
    """What would change the answer behind the client's back is refused."""

    @pytest.mark.parametrize(
        ("fields", "param"),
        [
            ({"tools": [{"type": "function", "function": {"name": "f"}}]}, "tools"),
            ({"response_format": {"type": "json_schema"}}, "response_format"),
            ({"n": 2}, "n"),
        ],
    )
    def test_refused(self, fields: dict[str, object], param: str) -> None:
        with pytest.raises(BadInput) as refused:
            chat(("user", "a"), **fields)
        assert refused.value.extra["param"] == param

    def test_pictures_are_refused(self) -> None:
        with pytest.raises(BadInput) as refused:
            chat(("user", [{"type": "image_url", "image_url": {"url": "https://x.example/a.png"}}]))
        assert str(refused.value.extra["param"]).startswith("messages.0")


class TestAnswerText:
    """A stream sends every character of the answer once."""

    def test_deltas_and_the_answer_join(self) -> None:
        text = AnswerText()
        pieces = [text.add(1, 1, "Hel"), text.add(1, 1, "lo "), text.finish("Hello there")]
        assert "".join(pieces) == text.sent == "Hello there"

    def test_a_text_that_begins_again_follows_as_a_paragraph(self) -> None:
        text = AnswerText()
        pieces = [text.add(1, 1, "I look it up."), text.add(5, 1, "It is"), text.finish("It is 8.")]
        assert "".join(pieces) == "I look it up.\n\nIt is 8."

    def test_an_answer_that_was_not_streamed_follows_whole(self) -> None:
        text = AnswerText()
        assert text.add(1, 1, "Wrong") + text.finish("Right") == "Wrong\n\nRight"
        assert AnswerText().finish("84") == "84"

    def test_white_space_at_the_end_repeats_nothing(self) -> None:
        text = AnswerText()
        assert text.add(1, 1, "Done.\n\n") + text.finish("Done.") == "Done.\n\n"


class TestHiddenRequests:
    """Open WebUI's own requests are told from its user's, and answered in their form without a model."""

    def test_titles_are_hidden_and_questions_about_documents_are_not(self) -> None:
        assert is_client_task(TITLE_TASK)
        documents = "### Task:\nRespond to the user query using the provided context, with citations.\n<context>…"
        assert not is_client_task(documents)
        assert not is_client_task("Explain what `### Task:` means in a prompt.")

    @pytest.mark.parametrize(
        ("wanted", "answer"),
        [
            ('{ "tags": ["tag1"] }', {"tags": ["General"]}),
            ('{ "follow_ups": ["Question 1?"] }', {"follow_ups": []}),
            ('{ "queries": ["query1"] }', {"queries": []}),
            ('{ "text": "..." }', {"text": ""}),
        ],
    )
    def test_answers_by_rules(self, wanted: str, answer: dict[str, Any]) -> None:
        assert json.loads(rule_answer(f"### Task:\nJSON format: {wanted}")) == answer

    def test_a_title_is_the_first_line_of_the_user(self) -> None:
        assert json.loads(rule_answer(TITLE_TASK)) == {"title": "Convert five miles to kilometres"}

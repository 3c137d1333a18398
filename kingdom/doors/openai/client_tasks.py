"""Hidden requests of chat clients: titles, tags, follow-ups. Open WebUI sends up to nine for one message of its user.

They are answered at once and leave nothing behind: no conversation, session, route or execution; only the tokens count.
"""

import asyncio
import json
import re
import uuid
from dataclasses import replace

import structlog

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelResponse
from kingdom.core.errors import KingdomError
from kingdom.doors.openai.chat_history import ChatHistory
from kingdom.doors.openai.chat_requests import DoorChat
from kingdom.doors.openai.json_answer import json_answer
from kingdom.ministers.guardian.review import review_item
from kingdom.orchestrator.conversations.services import title_from_content
from kingdom.providers.language_models import language_model_or_none

MAX_TASK_TOKENS = 1_000
MAX_TASK_TEXTS = 200  # of one request; clients send one or two
_MARK = "### Task:"
# Open WebUI's template of questions about documents begins with the mark, too; it is the user's own question.
_DOCUMENT_QUESTION = "respond to the user query"
_HEAD = 400  # characters in which that template says what it is
_EMPTY_LISTS = ("follow_ups", "queries")
_USER_LINE = re.compile(r"^(?:user|USER): (.+)$", re.MULTILINE)
_log = structlog.get_logger(__name__)


def is_client_task(question: str) -> bool:
    """Return whether a message is a request of the client itself and not of its user."""
    head = question.lstrip()[:_HEAD]
    return head.startswith(_MARK) and _DOCUMENT_QUESTION not in head.lower()


def rule_answer(question: str) -> str:
    """Return the answer to a hidden request without a language model: the form that it asks for, plain or empty."""
    for name in _EMPTY_LISTS:
        if f'"{name}"' in question:
            return json.dumps({name: []})
    if '"tags"' in question:
        return json.dumps({"tags": ["General"]})
    if '"title"' in question:
        said = _USER_LINE.search(question)
        return json.dumps({"title": title_from_content(said[1]) if said else "New chat"}, ensure_ascii=False)
    return json.dumps({"text": ""}) if '"text"' in question else ""


async def client_task_answer(chat: DoorChat, *, user_id: int) -> ModelResponse:
    """Return the answer to a hidden request: of the language model for chats, else by the rules.

    The Guardian's rules review every text of the request: one that they block goes to no model, nor does a request of
    more than MAX_TASK_TEXTS texts. A model that fails is no reason to fail.
    """
    return await asyncio.to_thread(_as_asked_for, chat, await _task_answer(chat, user_id))


def _as_asked_for(chat: DoorChat, response: ModelResponse) -> ModelResponse:
    """Return an answer in the form and within the limits of its request."""
    schema, limited, text = chat.body.request.json_schema, chat.limited_text(), response.text
    if schema is not None:
        text = json_answer(answer=text, output=None, schema=schema)
    limited.add(text)
    limited.close()
    return replace(response, text=limited.sent, finish=limited.finish or response.finish)


async def _task_answer(chat: DoorChat, user_id: int) -> ModelResponse:
    by_rules = ModelResponse(text=rule_answer(chat.history.question), finish="stop")
    model = language_model_or_none()
    if model is None or not await asyncio.to_thread(_may_go_to_model, chat.history):
        return by_rules
    wanted = chat.body.request
    most = min(wanted.max_output_tokens or MAX_TASK_TOKENS, MAX_TASK_TOKENS)
    request = replace(wanted, max_output_tokens=most)
    try:
        return await model.generate(CallContext(trace_id=uuid.uuid4().hex, user_id=str(user_id)), request)
    except KingdomError as error:
        _log.info("client_task_by_rules", code=error.code)
        return by_rules


def _may_go_to_model(history: ChatHistory) -> bool:
    texts = {history.question, *(text for turn in history.turns for text in turn if text)}
    return len(texts) <= MAX_TASK_TEXTS and not any(
        review_item("request", {"text": text}, judge=False).verdict == "BLOCKED" for text in texts
    )

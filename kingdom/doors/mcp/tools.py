"""What a program may do by MCP: list and ask specialists, and read approvals. It decides nothing."""

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import anyio
import pydantic
from django.http import HttpRequest

from kingdom.accounts.authentication import held_check
from kingdom.accounts.token_scopes import CHAT, READ
from kingdom.approvals.requests.selectors import approvals_of
from kingdom.core.database import in_database, in_database_at_end
from kingdom.core.errors import BadInput, LostRace
from kingdom.core.sse import while_authorized
from kingdom.core.web.api import is_still_authenticated
from kingdom.doors.addresses import page_address
from kingdom.doors.session_frames import SessionFrame, session_frames, session_open
from kingdom.orchestrator.conversations.selectors import usable_specialists
from kingdom.orchestrator.conversations.services import MessageOptions, conversation_create, message_post
from kingdom.providers.language_models import is_model_configured
from kingdom.security_log.request_actor import handled_request
from kingdom.sessions.services import session_cancel

MAX_LISTED_APPROVALS = 50


class NoArguments(pydantic.BaseModel, extra="forbid"):
    """A tool without arguments."""


class AskArguments(pydantic.BaseModel, extra="forbid"):
    """A message to a specialist, or to whom the King chooses."""

    message: str = pydantic.Field(min_length=1, description="The message, as a person would write it.")
    specialist: str = pydantic.Field("", description="Role of the specialist that answers. Empty: Kingdom chooses.")
    conversation_id: uuid.UUID | None = pydantic.Field(
        None, description="Of an earlier answer: the message goes on with it. Empty: a new conversation."
    )


@dataclass(frozen=True)
class Caller:
    """The user of a request's token; the request proves it again while a long answer comes."""

    user_id: int
    request: HttpRequest

    def page(self, path: str) -> str:
        """Return the address of a page for people."""
        return page_address(self.request, path)


@dataclass(frozen=True)
class DoorTool:
    """One tool: its description for the client's model, the model of its arguments, and what it does."""

    description: str
    arguments: type[pydantic.BaseModel]
    call: Callable[[Caller, Any], Awaitable[dict[str, Any]]]
    read_only: bool


async def _list_specialists(caller: Caller, _: NoArguments) -> dict[str, Any]:
    with_model = is_model_configured()
    usable = await in_database(usable_specialists, user_id=caller.user_id, with_model=with_model)
    return {"specialists": [found.model_dump(mode="json") for found in usable]}


async def _list_approvals(caller: Caller, _: NoArguments) -> dict[str, Any]:
    return {"approvals": await in_database(_pending, caller)}


def _pending(caller: Caller) -> list[dict[str, Any]]:
    waiting = approvals_of(user_id=caller.user_id, state="pending").order_by("created_at")[:MAX_LISTED_APPROVALS]
    return [
        {
            "id": str(found.pk),
            "kind": str(found.kind),
            "title": found.title,
            "text": found.text,
            "expires_at": found.expires_at.isoformat(),
            "decide_at": caller.page(f"/approvals/{found.pk}/"),
        }
        for found in waiting
    ]


class _PostedMessage(NamedTuple):
    conversation_id: uuid.UUID
    session_id: uuid.UUID


async def _ask(caller: Caller, arguments: AskArguments) -> dict[str, Any]:
    # A task of its own: the package cancels a call again and again, which would interrupt what has to be tidied up.
    answering = asyncio.create_task(_answer(caller, arguments))
    try:
        return await asyncio.shield(answering)
    finally:
        if not answering.done():
            answering.cancel()
            with anyio.CancelScope(shield=True):
                await asyncio.wait({answering})


async def _answer(caller: Caller, arguments: AskArguments) -> dict[str, Any]:
    """Return the answer to a message. Its session is stopped when the client leaves, also before it is followed."""
    posted = await session_open(_post, caller, arguments)
    end: SessionFrame | None = None
    try:
        is_authorized = partial(is_still_authenticated, caller.request, caller.user_id)
        end = await while_authorized(_session_end(caller, posted.session_id), is_authorized)
    finally:
        if end is None:
            await in_database_at_end(session_cancel, session_id=posted.session_id)
    ids = {"conversation_id": str(posted.conversation_id), "session_id": str(posted.session_id)}
    return {**ids, **_outcome(end, caller.page(f"/c/{posted.conversation_id}/"))}


async def _session_end(caller: Caller, session_id: uuid.UUID) -> SessionFrame:
    """Return the frame that ends a session, or its first question."""
    async with aclosing(session_frames(user_id=caller.user_id, session_id=session_id)) as frames:
        async for frame in frames:
            if frame.event in ("final", "approval"):
                return frame
    raise LostRace("The event stream of this message ended before its answer. Send it again.")


def _post(caller: Caller, arguments: AskArguments) -> _PostedMessage:
    """Post the message, by the access of the caller's request: no middleware has made it known."""
    options = MessageOptions(specialist=arguments.specialist, offers_creation=False)
    with handled_request(caller.request):
        conversation_id = arguments.conversation_id or conversation_create(user_id=caller.user_id).pk
        posted = message_post(
            user_id=caller.user_id, conversation_id=conversation_id, content=arguments.message, options=options
        )
    return _PostedMessage(conversation_id, posted.session_id)


def _outcome(end: SessionFrame, page: str) -> dict[str, Any]:
    if end.event == "approval":
        note = f"This needs a person's decision: {end.data['title']} Decide at {page}; the answer then comes there."
        return {"state": "awaiting_approval", "answer": note, "page": page}
    data = end.data
    return {
        "state": data["state"],
        "answer": data["answer"] or (data.get("error") or {}).get("message", ""),
        "specialist": (data.get("specialist") or {}).get("role"),
        "output": data.get("output"),
        "page": page,
    }


TOOLS: Mapping[str, DoorTool] = {
    "list_specialists": DoorTool(
        "List the specialists that you may ask, with what each does and an example.",
        NoArguments,
        _list_specialists,
        read_only=True,
    ),
    "ask": DoorTool(
        "Send a message to a specialist and wait for the answer. A specialist may need a person's decision first: the "
        "state is then awaiting_approval, with the page to decide at.",
        AskArguments,
        _ask,
        read_only=False,
    ),
    "list_approvals": DoorTool(
        "List what waits for this user's decision. A person decides on the page; no tool does.",
        NoArguments,
        _list_approvals,
        read_only=True,
    ),
}


async def tool_call(caller: Caller, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a tool. Raises BadInput for an unknown tool or wrong arguments, and what the tool raises."""
    tool = TOOLS.get(name)
    if tool is None:
        raise BadInput(f"There is no tool {name!r}. There are {', '.join(TOOLS)}.")
    if nul := next((field for field, value in arguments.items() if "\x00" in str(value)), None):
        raise BadInput(f"{nul}: it contains a NUL character.")
    held_check(caller.request, {READ} if tool.read_only else {CHAT})
    try:
        checked = tool.arguments.model_validate(dict(arguments))
    except pydantic.ValidationError as error:
        fault = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise BadInput(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}.") from None
    return await tool.call(caller, checked)

"""The body of a chat completion: what this door takes, refuses and leaves out. Pure."""

from dataclasses import dataclass

from kingdom.adapters.models.openai_server_messages import ChatCompletionRequest, parse_chat_request
from kingdom.core.errors import BadInput
from kingdom.doors.openai.chat_history import ChatHistory, chat_history


@dataclass(frozen=True)
class DoorChat:
    """One request. ``ignored`` are parameters that it set and that a specialist's own settings replace."""

    body: ChatCompletionRequest
    history: ChatHistory
    ignored: tuple[str, ...]

    @property
    def model(self) -> str:
        """The model that the client named."""
        return self.body.model


def parse_door_chat(body: bytes) -> DoorChat:
    """Return the request in a body. Raises BadInput with the faulty field in ``param``.

    Tools of the client and a form of the answer are refused: a specialist that ignored them would break the client.
    """
    parsed = parse_chat_request(body)
    request = parsed.request
    if request.tools or any(message.tool_calls or message.role == "tool" for message in request.messages):
        raise BadInput("tools: specialists use their own tools. Send the request without any.", param="tools")
    if request.json_schema is not None:
        raise BadInput("response_format: only text is available here.", param="response_format")
    given = {"temperature": request.temperature, "max_tokens": request.max_output_tokens, "stop": request.stop or None}
    ignored = tuple(name for name, value in given.items() if value is not None)
    return DoorChat(parsed, chat_history(request.messages), ignored)

"""The body of a chat completion: what this door takes, refuses and leaves out. Pure."""

from dataclasses import dataclass

from kingdom.adapters.models.openai_server_messages import ChatCompletionRequest, parse_chat_request
from kingdom.contracts.formats.json_schema import SchemaError, check_schema
from kingdom.core.errors import BadInput
from kingdom.doors.openai.answer_limits import LimitedText
from kingdom.doors.openai.chat_history import ChatHistory, chat_history


@dataclass(frozen=True)
class DoorChat:
    """One request."""

    body: ChatCompletionRequest
    history: ChatHistory

    @property
    def model(self) -> str:
        """The model that the client named."""
        return self.body.model

    def limited_text(self) -> LimitedText:
        """Return an empty text with the limits of the request."""
        request = self.body.request
        return LimitedText(max_tokens=request.max_output_tokens, stops=request.stop)


def parse_door_chat(body: bytes) -> DoorChat:
    """Return the request in a body. Raises BadInput with the faulty field in ``param``.

    Tools of the client are refused: a specialist that ignored them would break the client. A JSON answer that ends
    before a text of ``stop`` would be none.
    """
    parsed = parse_chat_request(body)
    request = parsed.request
    if request.tools:
        raise BadInput("tools: specialists use their own tools. Send the request without any.", param="tools")
    if request.json_schema is not None:
        if request.stop:
            raise BadInput("stop: an answer in JSON is not cut. Send one of response_format and stop.", param="stop")
        try:
            check_schema(request.json_schema)
        except SchemaError as error:
            raise BadInput(f"response_format: {error}.", param="response_format") from None
    return DoorChat(parsed, chat_history(request.messages))

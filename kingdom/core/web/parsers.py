"""Parsers of request bodies: bounded JSON, and raw bytes up to a limit."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, ClassVar

from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import BaseParser, JSONParser

from kingdom.core.errors import TooLarge

_ESCAPED_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # after an even number of backslashes: else it is the text \u0000


class BoundedJSONParser(JSONParser):
    """Parses JSON up to the interpreter's recursion limit, without NUL characters: 400 instead of 500 for the rest."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # noqa: ANN401 - DRF's signature
        """Return the parsed body. Raises ParseError for invalid JSON, JSON nested too deeply, and NUL."""
        try:
            parsed = super().parse(stream, media_type, parser_context)
            has_nul = _ESCAPED_NUL.search(json.dumps(parsed)) is not None
        except RecursionError:
            raise ParseError(
                "This JSON is nested too deeply. Send plain values by the names that the API's page lists."
            ) from None
        if has_nul:
            raise ValidationError("The JSON contains a NUL character, which cannot be stored. Send it without.")
        return parsed


class RawBodyParser(BaseParser):
    """Parser of bodies of any media type, which stops reading at a limit.

    A subclass sets the limit, in bytes, and the sentence for a body beyond it.
    """

    media_type = "*/*"
    limit: ClassVar[int]
    limit_text: ClassVar[str]

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, bytes]:
        """Return ``{"body": bytes}``. Raises TooLarge."""
        data = stream.read(self.limit + 1)
        if len(data) > self.limit:
            raise TooLarge(self.limit_text, limit=self.limit)
        return {"body": data}

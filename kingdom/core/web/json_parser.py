"""A JSON parser that answers 400 instead of 500 for JSON nested too deeply."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class BoundedJSONParser(JSONParser):
    """Parses JSON up to the interpreter's recursion limit."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # noqa: ANN401 - DRF's signature
        """Return the parsed body. Raises ParseError for invalid JSON and for JSON nested too deeply."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(
                "This JSON is nested too deeply. Send plain values by the names that the API's page lists."
            ) from None

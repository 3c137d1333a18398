"""Bodies of requests: JSON that is nested beyond what can be read is the caller's fault, not ours."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class BoundedJSONParser(JSONParser):
    """JSON, read as deep as the interpreter reads it."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # noqa: ANN401 - DRF's signature
        """Return what a body says. Raises ParseError for what is no JSON, or nested too deeply."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError(
                "This JSON is nested too deeply. Send plain values by the names that the API's page lists."
            ) from None

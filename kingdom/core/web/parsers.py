"""Parsers of request bodies: bounded JSON, and raw bytes up to a limit."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import IO, Any, ClassVar

from rest_framework.exceptions import ParseError, ValidationError
from rest_framework.parsers import BaseParser, JSONParser

from kingdom.core.errors import TooLarge

_UNSTORABLE = re.compile("[\x00\\ud800-\\udfff]")  # NUL and lone surrogates, which PostgreSQL refuses
_REASONS = {
    True: "This contains a NUL character, which cannot be stored. Send it without.",
    False: "This contains half of a surrogate pair, which is no character. Send it without.",
}


class BoundedJSONParser(JSONParser):
    """Parses JSON up to the interpreter's recursion limit, of characters that can be stored: else 400, never 500."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # noqa: ANN401 - DRF's signature
        """Return the parsed body. Raises ParseError for invalid JSON and JSON nested too deeply, and ValidationError
        that names the place of a character which cannot be stored.
        """
        try:
            parsed = super().parse(stream, media_type, parser_context)
            # quick, and also finds the text of an escape: the walk below knows
            written = json.dumps(parsed, ensure_ascii=False).replace("\\u0000", "\x00")
        except RecursionError:
            raise ParseError(
                "This JSON is nested too deeply. Send plain values by the names that the API's page lists."
            ) from None
        for pointer, text in _texts_within(parsed) if _UNSTORABLE.search(written) else ():
            if found := _UNSTORABLE.search(text):
                raise ValidationError({pointer.removeprefix("/"): [_REASONS[found.group() == "\x00"]]})
        return parsed


def _texts_within(value: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any JSON value
    """Yield each text and each name of a JSON value with its JSON pointer; a name with that of its object."""
    left: list[tuple[str, Any]] = [("", value)]
    while left:
        pointer, inner = left.pop()
        if isinstance(inner, str):
            yield pointer, inner
        elif isinstance(inner, list):
            left += [(f"{pointer}/{at}", item) for at, item in enumerate(inner)]
        elif isinstance(inner, dict):
            left += [(pointer, name) for name in inner]
            left += [(f"{pointer}/{name}", item) for name, item in inner.items()]


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

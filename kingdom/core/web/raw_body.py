"""A parser of bodies of any media type, up to a limit that is known before all of it is read."""

from collections.abc import Mapping
from typing import IO, Any, ClassVar

from rest_framework.parsers import BaseParser

from kingdom.core.errors import TooLarge


class RawBodyParser(BaseParser):
    """Parser of raw bodies. A subclass sets the limit, in bytes, and the sentence for a body beyond it."""

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

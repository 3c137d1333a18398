"""Which files may be uploaded: text, and the documents and pictures that people send. Pure.

The bytes decide, never a name or a header: the marks are those of the formats' specifications.
"""

_MAGIC_NUMBERS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"PK\x03\x04", "application/zip"),  # office documents, too
)


def detect_media_type(data: bytes) -> str:
    """Return the media type of a file's bytes, ``text/plain`` for any UTF-8 text without NUL; empty for what is not taken."""
    for mark, kind in _MAGIC_NUMBERS:
        if data.startswith(mark):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "" if "\x00" in text else "text/plain"

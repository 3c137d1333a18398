"""Detects the media type of uploads: text, documents and pictures. Pure.

Only the bytes decide, never a name or a header. The magic numbers are those of the formats' specifications.
"""

_MAGIC_NUMBERS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"PK\x03\x04", "application/zip"),  # also office documents
)


def detect_media_type(data: bytes) -> str:
    """Return the media type of a file's bytes, ``text/plain`` for any UTF-8 text without NUL.

    Empty for an unsupported format.
    """
    for magic, media_type in _MAGIC_NUMBERS:
        if data.startswith(magic):
            return media_type
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    return "" if "\x00" in text else "text/plain"

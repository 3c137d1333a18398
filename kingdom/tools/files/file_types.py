"""Detects the media type of uploads: text, documents and pictures; reads the size that a picture declares. Pure.

Only the bytes decide, never a name or a header. The magic numbers are those of the formats' specifications. No picture
is decoded: a few kilobytes can declare billions of pixels.
"""

import struct

_MAGIC_NUMBERS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"PK\x03\x04", "application/zip"),  # also office documents
)
_PNG_HEADER = struct.Struct(">8sI4sII")  # magic number; length, name, width and height of the first chunk, IHDR
_PNG_HEADER_LENGTH = 13
_JPEG_SEGMENT = struct.Struct(">BBH")
_JPEG_FRAME = struct.Struct(">BHH")  # precision, height, width
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # SOF0 to SOF15 without DHT, JPG and DAC
_JPEG_SCAN = 0xDA  # the frame stands before the first scan
_MAX_JPEG_SEGMENTS = 1_000
_MAX_JPEG_FILL = 1_000  # fill bytes before one marker; a file of nothing else must not keep a process busy


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


def picture_pixels(data: bytes) -> int | None:
    """Return how many pixels the header of a PNG or JPEG declares, without decoding it.

    None when ``data`` hold no such header, also when they end before it. Source: PNG (W3C) section 11.2.1, JPEG
    (ITU-T T.81) annex B.
    """
    size = _png_size(data) if data.startswith(b"\x89PNG") else _jpeg_size(data)
    return size[0] * size[1] if size is not None else None


def _png_size(data: bytes) -> tuple[int, int] | None:
    if len(data) < _PNG_HEADER.size:
        return None
    _magic, length, name, width, height = _PNG_HEADER.unpack_from(data)
    return (width, height) if (length, name) == (_PNG_HEADER_LENGTH, b"IHDR") else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of the frame. The thumbnail of an EXIF segment is skipped with its segment."""
    place = 2
    for _ in range(_MAX_JPEG_SEGMENTS):
        place += _fill_bytes(data, place)
        if len(data) < place + _JPEG_SEGMENT.size + _JPEG_FRAME.size:
            return None
        start, marker, length = _JPEG_SEGMENT.unpack_from(data, place)
        if start != 0xFF or marker == _JPEG_SCAN:
            return None
        if marker in _JPEG_FRAMES:
            _precision, height, width = _JPEG_FRAME.unpack_from(data, place + _JPEG_SEGMENT.size)
            return width, height
        place += 2 + length
    return None


def _fill_bytes(data: bytes, place: int) -> int:
    """Return the number of fill bytes before a marker, at most ``_MAX_JPEG_FILL``."""
    filled = data[place : place + _MAX_JPEG_FILL]
    return max(0, len(filled) - len(filled.lstrip(b"\xff")) - 1)

"""The size that a picture declares, read without decoding it."""

import struct
import time

from kingdom.tools.files.file_types import picture_pixels

FRAME = b"\xff\xc0" + struct.pack(">HBHH", 17, 8, 300, 200) + bytes(10)


def test_the_frame_of_a_jpeg_is_found_behind_segments_and_fill_bytes() -> None:
    segment = b"\xff\xe1" + struct.pack(">H", 6) + b"EXIF"
    assert picture_pixels(b"\xff\xd8" + segment + b"\xff\xff\xff" + FRAME) == 60_000
    assert picture_pixels(b"\xff\xd8" + FRAME) == 60_000


def test_a_file_of_fill_bytes_ends_at_once() -> None:
    data = b"\xff\xd8" + b"\xff" * 20_000_000
    begun = time.process_time()
    assert picture_pixels(data) is None
    assert time.process_time() - begun < 0.5


def test_a_header_that_ends_early_declares_nothing() -> None:
    for data in (b"\xff\xd8", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", (b"\xff\xd8" + FRAME)[:8]):
        assert picture_pixels(data) is None

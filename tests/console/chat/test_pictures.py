"""Pictures below an answer: PNG and JPEG that a specialist wrote, as they were then, for the owner alone."""

import base64
import struct
import uuid
import zlib
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.sessions.models import Session
from kingdom.tools.files.file_writes import FileAuthor, file_write
from kingdom.tools.files.services import file_delete, file_upload

pytestmark = pytest.mark.django_db
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
JPEG_START = b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0"
JPEG = JPEG_START + b"\xff\xc0\0\x0b\x08\0\x10\0\x10\1\1\x11\0" + b"\xff\xda" + b"\0" * 20
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.fixture
def talk(alice: User, tmp_path: Path, settings: Settings) -> Conversation:
    """A conversation of Alice's."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    return conversation_create(user_id=alice.pk, title="Sales")


def answered(talk: Conversation, **files: bytes) -> Session:
    """Store an answered message whose session wrote these files, their names with _ for the dot."""
    session = Session.objects.create(
        user=talk.user, input_text="Draw it.", trace_id=uuid.uuid4().hex, task_name="none", conversation_id=talk.pk,
        state=Session.State.COMPLETED, answer="Drawn.",
    )  # fmt: skip
    message = Message.objects.create(conversation=talk, role=Message.Role.USER, content="Draw it.")
    RouteRecord.objects.create(
        message=message, session=session, kind="specialist", role="analyst", confidence=0.9, by="king", receipt={}
    )
    write(talk, session, **files)
    return session


def write(talk: Conversation, session: Session, **files: bytes) -> None:
    author = FileAuthor(user_id=talk.user_id, workspace_id=str(talk.pk), agent_id="analyze_x", session_id=session.pk)
    for name, data in files.items():
        file_write(author=author, path=f"out/{name.replace('_', '.')}", data=data)


def address(talk: Conversation, path: str, version: str = "1") -> str:
    return f"/c/{talk.pk}/files/picture/?path={path}&version={version}"


def test_the_picture_of_an_answer_is_shown_as_it_was(as_alice: Client, talk: Conversation) -> None:
    first = answered(talk, chart_png=PNG, photo_jpeg=JPEG, notes_txt=b"text")
    second = answered(talk, chart_png=PNG + b"later")
    page = as_alice.get(f"/turns/{first.pk}/").content.decode()
    url = f"/c/{talk.pk}/files/picture/?path=out%2Fchart.png&amp;version=1"
    assert f'<img src="{url}" alt="Picture out/chart.png">' in page
    assert "out%2Fphoto.jpeg" in page
    assert "notes" not in page
    answer = as_alice.get(url.replace("&amp;", "&"))
    assert (answer.status_code, answer["Content-Type"], answer.content) == (200, "image/png", PNG)
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Cache-Control"] == "private, no-cache"
    assert "version=2" in as_alice.get(f"/turns/{second.pk}/").content.decode()
    file_delete(user_id=talk.user_id, workspace_id=str(talk.pk), path="out/chart.png")
    assert as_alice.get(url.replace("&amp;", "&")).content == PNG
    whole = as_alice.get(f"/c/{talk.pk}/").content.decode()
    assert whole.count('alt="Picture out/') == 3


def test_a_picture_that_a_browser_has_is_not_sent_again(
    as_alice: Client, bob: User, talk: Conversation, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    answered(talk, chart_png=PNG)
    first = as_alice.get(address(talk, "out/chart.png"))
    known = {"If-None-Match": first["ETag"]}
    with django_assert_num_queries(4) as seen:
        again = as_alice.get(address(talk, "out/chart.png"), headers=known)
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "private, no-cache")
    assert '"content"' not in "".join(query["sql"] for query in seen.captured_queries)
    assert as_alice.get(address(talk, "out/none.png"), headers=known).status_code == 404
    as_bob = Client()
    as_bob.force_login(bob)
    assert as_bob.get(address(talk, "out/chart.png"), headers=known).status_code == 404
    assert as_alice.get(address(talk, "out/chart.png"), headers={"If-None-Match": '"other"'}).content == PNG


def test_nothing_but_png_and_jpeg_is_served_whatever_its_name(as_alice: Client, talk: Conversation) -> None:
    session = answered(
        talk, a_png=SVG, b_svg=SVG, c_jpg=b"<html><script>alert(1)</script>", d_png=b"GIF89a" + b"\0" * 9
    )
    assert "<img" not in as_alice.get(f"/turns/{session.pk}/").content.decode()
    for path in ("out/a.png", "out/b.svg", "out/c.jpg", "out/d.png"):
        assert as_alice.get(address(talk, path)).status_code == 404, path


@pytest.mark.parametrize(
    ("path", "version"),
    [("none.png", "1"), ("out/chart.png", "2"), ("out/chart.png", ""), ("out/chart.png", "²"), ("../chart.png", "1"),
     ("out/chart.png", "9" * 30)],
)  # fmt: skip
def test_what_is_no_version_is_not_found(as_alice: Client, talk: Conversation, path: str, version: str) -> None:
    answered(talk, chart_png=PNG)
    assert as_alice.get(address(talk, path, version)).status_code == 404


def test_a_picture_is_its_owner_s_alone(client: Client, bob: User, talk: Conversation) -> None:
    answered(talk, chart_png=PNG)
    as_bob, as_admin = Client(), Client()
    as_bob.force_login(bob)
    as_admin.force_login(User.objects.create_superuser("root"))
    for other in (as_bob, as_admin):
        assert other.get(address(talk, "out/chart.png")).status_code == 404
    assert client.get(address(talk, "out/chart.png")).status_code == 302


def test_a_user_s_own_picture_is_below_no_answer(as_alice: Client, talk: Conversation) -> None:
    session = answered(talk)
    file_upload(user_id=talk.user_id, workspace_id=str(talk.pk), path="mine.png", data=PNG)
    assert "<img" not in as_alice.get(f"/turns/{session.pk}/").content.decode()


def test_more_than_eight_pictures_are_counted(as_alice: Client, talk: Conversation) -> None:
    session = answered(talk, **{f"p{number}_png": PNG for number in range(10)})
    page = as_alice.get(f"/turns/{session.pk}/").content.decode()
    assert page.count("<img") == 8
    assert "2 more pictures in the files of this conversation." in page


def png_of(width: int, height: int) -> bytes:
    """Return a PNG of under 100 bytes that declares this size."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk)) + PNG[33:]


def test_a_picture_of_billions_of_pixels_is_not_handed_to_a_browser(as_alice: Client, talk: Conversation) -> None:
    jpeg = JPEG_START + b"\xff\xc2\0\x0b\x08\xff\xff\xff\xff\1\1\x11\0" + b"\xff\xda" + b"\0" * 20
    session = answered(talk, bomb_png=png_of(60_000, 60_000), bomb_jpg=jpeg, good_png=png_of(5_000, 5_000))
    page = as_alice.get(f"/turns/{session.pk}/").content.decode()
    assert page.count("<img") == 1
    assert "2 more pictures in the files of this conversation." in page
    for path in ("out/bomb.png", "out/bomb.jpg"):
        answer = as_alice.get(address(talk, path))
        assert answer.status_code == 413, path
        assert "pixels" in answer.content.decode()
    assert as_alice.get(address(talk, "out/good.png")).status_code == 200


@pytest.mark.parametrize("metadata", [0, 3_000, 200_000])
def test_a_size_behind_long_metadata_is_read_before_the_picture_is_shown(
    as_alice: Client, talk: Conversation, metadata: int
) -> None:
    behind = JPEG_START + b"".join(b"\xff\xe2\x03\xea" + b"p" * 1_000 for _ in range(metadata // 1_000))
    large = behind + b"\xff\xc2\0\x0b\x08\xff\xff\xff\xff\1\1\x11\0" + b"\xff\xda" + b"\0" * 20
    good = behind + JPEG[len(JPEG_START) :]
    session = answered(talk, bomb_jpg=large, good_jpg=good, small_png=PNG)
    page = as_alice.get(f"/turns/{session.pk}/").content.decode()
    assert (page.count("<img"), "1 more picture in the files" in page) == (2, True)
    assert "good.jpg" in page
    assert "bomb.jpg&amp;version" not in page
    assert as_alice.get(address(talk, "out/bomb.jpg")).status_code == 413
    assert as_alice.get(address(talk, "out/good.jpg")).status_code == 200


@pytest.mark.parametrize("data", [PNG[:20], PNG[:8] + b"\0" * 30, JPEG_START, b"\xff\xd8\xff\xda" + b"\0" * 20])
def test_a_picture_without_a_header_is_not_served(as_alice: Client, talk: Conversation, data: bytes) -> None:
    session = answered(talk, cut_png=data)
    assert "<img" not in as_alice.get(f"/turns/{session.pk}/").content.decode()
    assert as_alice.get(address(talk, "out/cut.png")).status_code == 404

"""Pictures that specialists wrote in a session, shown below its answer: PNG and JPEG only, each as it was written.

The server never decodes a picture. One that declares more pixels than ``MAX_PIXELS`` is not handed to a browser, which
would: its file can be downloaded.
"""

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag

from kingdom.core.errors import NotFound, TooLarge
from kingdom.sessions.models import Session
from kingdom.tools.files.file_types import detect_media_type, picture_pixels
from kingdom.tools.files.version_services import WrittenPicture, version_digest, version_read, written_pictures

MAX_SHOWN = 8  # below one answer; the others are counted
MAX_PIXELS = 25_000_000  # 100 MB when a browser has decoded it; a photo of a camera fits
LONG_HEAD_BYTES = 1 << 20  # of a JPEG with long metadata: more than a specialist writes (700 kB)
MEDIA_TYPES = frozenset({"image/png", "image/jpeg"})  # not SVG: it is a document that can hold scripts


@dataclass(frozen=True, kw_only=True)
class PictureView:
    """One picture: its path in the conversation's files, and the address of the version that the session wrote."""

    path: str
    url: str


@dataclass(frozen=True, kw_only=True)
class PicturesView:
    """The pictures of one session by path; ``more`` of them are in the conversation's files only.

    Those are the ones beyond the eighth, and the ones that declare too many pixels or have no header.
    """

    shown: Sequence[PictureView]
    more: int


def pictures_of_sessions(sessions: Sequence[Session]) -> dict[uuid.UUID, PicturesView]:
    """Return the pictures of each session that wrote any. One query, two when a header is long."""
    conversations = {session.pk: session.conversation_id for session in sessions if session.conversation_id}
    found: dict[uuid.UUID, list[PictureView]] = {}
    not_shown = Counter[uuid.UUID]()
    for version in _written_pictures(conversations):
        if version.session_id in conversations and detect_media_type(version.head) in MEDIA_TYPES:
            if not _is_shown(picture_pixels(version.head)):
                not_shown[version.session_id] += 1
                continue
            page = reverse("conversation-picture", args=[version.workspace])
            address = f"{page}?{urlencode({'path': version.path, 'version': version.number})}"
            found.setdefault(version.session_id, []).append(PictureView(path=version.path, url=address))
    return {
        pk: PicturesView(shown=views[:MAX_SHOWN], more=len(views[MAX_SHOWN:]) + not_shown[pk])
        for pk in {**found, **not_shown}
        for views in [found.get(pk, [])]
    }


def _written_pictures(conversations: Mapping[uuid.UUID, object]) -> list[WrittenPicture]:
    """Return the pictures of sessions with so much of each that its size is known, if it has one.

    The frame of a JPEG stands behind its metadata, which may be longer than what is read of all pictures.
    """
    workspaces = [str(workspace) for workspace in set(conversations.values())]
    written = written_pictures(workspace_ids=workspaces, session_ids=list(conversations))
    unknown = {version.session_id for version in written if _needs_more(version.head)}
    if not unknown:
        return written
    longer = written_pictures(workspace_ids=workspaces, session_ids=list(unknown), head_bytes=LONG_HEAD_BYTES)
    return [*(version for version in written if version.session_id not in unknown), *longer]


def _needs_more(head: bytes) -> bool:
    return detect_media_type(head) == "image/jpeg" and picture_pixels(head) is None


def _is_shown(pixels: int | None) -> bool:
    return pixels is not None and pixels <= MAX_PIXELS


def picture_response(request: HttpRequest, workspace_id: str, path: str, number: int) -> HttpResponseBase:
    """Return one version of a picture for an image element; 304 for a browser that has this version.

    Raises NotFound for anything but a PNG or JPEG, TooLarge for one that declares more than 25 million pixels.
    The bytes decide the media type, and ``nosniff`` keeps a browser from finding another one in them.
    """
    etag = quote_etag(version_digest(workspace_id=workspace_id, path=path, number=number))
    known = get_conditional_response(request, etag=etag)
    if known is not None:
        return known
    data = version_read(workspace_id=workspace_id, path=path, number=number)
    media_type = detect_media_type(data)
    if media_type not in MEDIA_TYPES:
        raise NotFound("There is no such picture.")
    pixels = picture_pixels(data)
    if pixels is None:
        raise NotFound("There is no such picture.")
    if pixels > MAX_PIXELS:
        raise TooLarge(
            f"The picture declares {pixels:,} pixels; at most {MAX_PIXELS:,} are shown. Download the file instead.",
            limit=MAX_PIXELS,
        )
    headers = {
        "ETag": etag,
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": "inline",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    return HttpResponse(data, content_type=media_type, headers=headers)

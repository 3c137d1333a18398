"""Helpers of tests of conversations."""

from rest_framework.test import APIClient


def upload_file(
    client: APIClient, url: str, path: str, data: bytes, media_type: str = "application/octet-stream"
) -> tuple[int, str]:
    """Upload a file to the file API ``url`` of a conversation; return the status and the body."""
    upload = f"{url}?path={path}"
    response = client.generic("POST", upload, data, content_type=media_type)  # type: ignore[arg-type] # stubs: text
    return response.status_code, response.content.decode()

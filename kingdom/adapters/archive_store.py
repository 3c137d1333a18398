"""Where the archives of *Export my data* are kept, as an entry of Django's ``STORAGES``."""

from typing import Any
from urllib.parse import urlsplit

from kingdom.core.errors import BadConfiguration

EXPORTS = "exports"  # the alias, and the folder of the data folder
_SCHEME = "s3"


def archive_store(url: str) -> dict[str, Any]:
    """Return the entry for a folder of a bucket (``s3://bucket/folder``), or for the data folder without a URL.

    Raises BadConfiguration.
    """
    if not url:
        return {"BACKEND": "kingdom.adapters.archive_folder.ArchiveFolder", "OPTIONS": {"folder": EXPORTS}}
    parts = urlsplit(url)
    if parts.scheme != _SCHEME or not parts.netloc or "@" in parts.netloc or parts.query or parts.fragment:
        raise BadConfiguration(
            "KINGDOM_EXPORTS_URL: write s3://bucket or s3://bucket/folder. Address and credentials of the server are "
            "AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."
        )
    options = {"bucket_name": parts.netloc, "location": parts.path.strip("/")}
    return {"BACKEND": "kingdom.adapters.archive_bucket.ArchiveBucket", "OPTIONS": options}

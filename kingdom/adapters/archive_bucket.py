"""Archives in a bucket of a server that speaks S3, for machines that share no disk.

Region, credentials and address come from the AWS SDK's environment (``AWS_REGION``, ``AWS_ENDPOINT_URL_S3``, roles).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from storages.backends.s3 import S3Storage

from kingdom.core.errors import ArchivesUnreachable

_MEMORY_BYTES = 2**20  # of a download; what is longer waits on the disk


@contextmanager
def _answering() -> Iterator[None]:
    """Raise ArchivesUnreachable for every error of the server; the work waits and goes on."""
    try:
        yield
    except (BotoCoreError, ClientError, Boto3Error) as error:
        reason = error.response["Error"]["Code"] if isinstance(error, ClientError) else type(error).__name__
        raise ArchivesUnreachable(reason=reason) from error


class ArchiveBucket(S3Storage):  # type: ignore[misc] # the package has no types
    """A folder of a bucket. An archive is read on the thread of its caller, which keeps its lease meanwhile."""

    file_overwrite = True
    max_memory_size = _MEMORY_BYTES
    transfer_config = TransferConfig(use_threads=False)
    client_config = Config(connect_timeout=3, read_timeout=30, retries={"total_max_attempts": 3, "mode": "standard"})

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return the names of folders and files. Raises ArchivesUnreachable."""
        with _answering():
            found: tuple[list[str], list[str]] = super().listdir(path)
            return found

    def delete(self, name: str) -> None:
        """Delete a file; one that is not there counts as deleted. Raises ArchivesUnreachable."""
        with _answering():
            super().delete(name)

    def _open(self, name: str, mode: str = "rb") -> Any:  # noqa: ANN401 - a file of the package
        """Fetch a file, so that its errors come before the answer begins. Raises FileNotFoundError."""
        with _answering():
            file = super()._open(name, mode)
            return file.open()

    def _save(self, name: str, content: Any) -> str:  # noqa: ANN401 - Django's own signature
        with _answering():
            return str(super()._save(name, content))

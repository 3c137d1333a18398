"""Archives in a private folder of the data folder: the default, where all processes share a disk."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import FileSystemStorage

from kingdom.core.deployment.private_folder import ensure_private_folder


class ArchiveFolder(FileSystemStorage):
    """A folder that this account alone can read. A file is moved into it when it is complete."""

    def __init__(self, folder: str) -> None:
        """Take the folder's name. It is made with the first file."""
        super().__init__(file_permissions_mode=0o600, allow_overwrite=True)
        self._folder = folder

    @property
    def location(self) -> str:
        """The folder. The data folder is looked up at each call, as in all modules."""
        folder: Path = settings.KINGDOM.resolved_data / self._folder
        return str(folder)

    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """Return no folders and the names of all files, none before the first file."""
        try:
            return super().listdir(path)
        except FileNotFoundError:
            return [], []

    def _save(self, name: str, content: Any) -> str:  # noqa: ANN401 - Django's own signature
        ensure_private_folder(Path(self.location))
        saved: str = super()._save(name, content)  # type: ignore[misc] # the stubs leave it out
        return saved

    def _ensure_location_group_id(self, full_path: str) -> None:
        """Leave the group alone: the folder is one account's."""

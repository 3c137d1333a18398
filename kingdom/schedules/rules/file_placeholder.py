"""The place of the file that arrived in what a file trigger starts. Pure."""

from typing import Any

FILE_PLACEHOLDER = "{file}"


def has_placeholder(source: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a request or a manifest names the file."""
    return FILE_PLACEHOLDER in str(source)


def with_file(source: Any, path: str) -> Any:  # noqa: ANN401 - as above
    """Return a request or a manifest with the path of the file in its place."""
    if isinstance(source, str):
        return source.replace(FILE_PLACEHOLDER, path)
    if isinstance(source, list):
        return [with_file(value, path) for value in source]
    return {name: with_file(value, path) for name, value in source.items()} if isinstance(source, dict) else source

"""Paths that are no plain relative path are refused."""

import pytest

from kingdom.core.errors import ToolError
from kingdom.core.workspace_paths import path_components


def test_what_means_the_same_is_the_same() -> None:
    assert path_components("./a//b/./notes.txt") == ("a", "b", "notes.txt")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("../secret.txt", id="parent"),
        pytest.param("a/../../secret.txt", id="parent-inside"),
        pytest.param("a/..", id="parent-at-the-end"),
        pytest.param("/etc/passwd", id="absolute"),
        pytest.param("//etc/passwd", id="double-slash"),
        pytest.param("a\x00.txt", id="nul"),
        pytest.param("a\nb", id="newline"),
        pytest.param("..\\secret.txt", id="back-slash"),
        pytest.param("x" * 300, id="long-name"),
        pytest.param("a/" * 20 + "b", id="deep"),
        pytest.param("a" * 2000, id="long-path"),
        pytest.param("", id="empty"),
        pytest.param(".", id="itself"),
        pytest.param("cafe\u0301.txt", id="decomposed"),
        pytest.param("a\u200bb", id="zero-width"),
        pytest.param("a\u202eb", id="right-to-left-override"),
        pytest.param("\udc80", id="surrogate"),
        pytest.param(".kingdom-draft-1", id="reserved"),
    ],
)
def test_what_is_not_plainly_a_relative_path_is_refused(path: str) -> None:
    with pytest.raises(ToolError):
        path_components(path)

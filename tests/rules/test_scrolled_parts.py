"""Parts of pages that may scroll are reached by the keyboard and have a name."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
SCROLLED = re.compile(r'<div class="scroll"[^>]*>|<pre(?! class="manifest")[^>]*>')
IN_CELLS = re.compile(r"<td>\s*<pre>")  # the table around them scrolls


@pytest.mark.parametrize("path", sorted(TEMPLATES.glob("**/*.html")), ids=lambda path: path.name)
def test_what_scrolls_has_a_tab_stop_and_a_name(path: Path) -> None:
    for tag in SCROLLED.findall(IN_CELLS.sub("<td>", path.read_text())):
        assert 'tabindex="0"' in tag, tag
        assert "aria-label=" in tag or "aria-labelledby=" in tag, tag

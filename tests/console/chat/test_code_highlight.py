"""Colours of code: the text is unchanged, hostile code takes bounded time, the colours can be read in both themes."""

import html
import re
import time
from pathlib import Path

import pytest

from kingdom.console.markup.code_highlight import LANGUAGES, MAX_CHARS, CodeHighlighter
from kingdom.console.markup.markdown import render_markdown

STATIC = Path("kingdom/console/static/console")
HOSTILE = ["a ", "a.", "\n ", '"\\', "a\n  b", "`", "&", "=", "<", "${", "/*", "'''"]


def text_of(markup: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", markup))


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_the_text_of_code_is_unchanged(language: str) -> None:
    code = "\n\n  if (a < b && c > \"d\") { return 'é'; }\t# x & y\n</code></pre><script>1</script>\n\n"
    markup = CodeHighlighter().markup(code, language)
    assert text_of(markup) == code
    assert "<script" not in markup


def test_code_is_coloured_within_its_fence() -> None:
    markup = str(render_markdown('```python\ndef f(x):\n    return "<b>"\n```'))
    assert '<pre><code class="language-python"><span class="k">def</span>' in markup
    assert "&lt;b&gt;" in markup


@pytest.mark.parametrize("language", ["", "klingon", "../../etc", "python" * 100, '"><script>'])
def test_code_of_an_unknown_language_is_plain(language: str) -> None:
    markup = str(render_markdown(f"```{language}\ndef f(): pass\n```"))
    assert "<span" not in markup
    assert "def f(): pass" in markup
    assert "<script" not in markup


def test_long_code_and_a_page_without_time_are_plain() -> None:
    assert CodeHighlighter().markup("x = 1\n" * MAX_CHARS, "python") == ""
    assert CodeHighlighter(budget_s=0).markup("x = 1", "python") == ""


def test_hostile_code_takes_bounded_time() -> None:
    blocks = [
        f"```{language}\n{(piece * MAX_CHARS)[: MAX_CHARS - 2]}\n```"
        for language in ("java", "c++", "c#", "markdown", "tsx", "python", "perl")
        for piece in HOSTILE
    ]
    started = time.process_time()
    render_markdown("\n\n".join(blocks))
    assert time.process_time() - started < 10  # each block may take a second, all of them together hardly more


def _luminance(colour: str) -> float:
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("panels", "codes"), [("kingdom.css", "code.css"), ("dark.css", "dark.css")])
def test_the_colours_of_code_have_enough_contrast(panels: str, codes: str) -> None:
    (panel,) = re.findall(r"--panel: (#\w{6})", (STATIC / panels).read_text())
    colours = re.findall(r"(--code-\w+): (#\w{6})", (STATIC / codes).read_text())
    assert len(colours) == 7
    assert {name: colour for name, colour in colours if _contrast(colour, panel) < 4.5} == {}

"""Markdown of answers as HTML. It is hostile input: no raw HTML, images or scripts; links carry nofollow."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt

from kingdom.console.markup.code_highlight import CLASSES, CodeHighlighter

MAX_CELLS = 20_000  # of tables: rows that are too short are filled up, so that a small text can have millions of cells
_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s",
    "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}, "code": {"class"}}


def render_markdown(text: str, highlighter: CodeHighlighter | None = None) -> SafeString:
    """Return sanitized HTML. Images are dropped: loading one would leak the answer to another host.

    A table that could have more than 20,000 cells is shown as its text. Code is coloured by ``highlighter``.
    """
    lines = text.splitlines()
    cells = (max((line.count("|") for line in lines), default=0) + 1) * sum("|" in line for line in lines)
    cleaned = nh3.clean(
        _parser(highlighter or CodeHighlighter(), with_tables=cells <= MAX_CELLS).render(text),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        allowed_classes={"span": set(CLASSES)},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
    )
    return mark_safe(cleaned)  # noqa: S308 - nh3 has cleaned it


def _parser(highlighter: CodeHighlighter, *, with_tables: bool) -> MarkdownIt:
    options = {"html": False, "linkify": False, "highlight": highlighter.markup}
    return MarkdownIt("commonmark", options).enable(["strikethrough", *(["table"] if with_tables else [])])

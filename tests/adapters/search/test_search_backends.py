"""Search backends against real servers on this machine."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

import pytest
from asgiref.sync import async_to_sync

from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.search.gemini import GeminiSearch
from kingdom.adapters.search.port import Search, SearchResult
from kingdom.adapters.search.searxng import SearxngSearch
from kingdom.contracts.call_context import CallContext
from kingdom.core.errors import KingdomError, ModelUnavailable, ToolError, Unavailable
from kingdom.providers.search import build_search
from tests.gemini_server.fixtures import gemini_server
from tests.gemini_server.server import ModelServer

__all__ = ["gemini_server"]
PAGE = {"title": "Kings  of\nEngland", "url": "https://example.org/kings", "content": "A list."}


class Searxng(BaseHTTPRequestHandler):
    """Answers like a SearXNG server."""

    answer: ClassVar[tuple[int, bytes]] = (200, b"{}")
    asked: ClassVar[list[dict[str, list[str]]]] = []

    def do_GET(self) -> None:
        """Answer one search."""
        parts = urlsplit(self.path)
        assert parts.path == "/search"
        self.asked.append(parse_qs(parts.query))
        status, body = self.answer
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def searxng() -> Iterator[str]:
    """The server's address."""
    Searxng.asked.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Searxng)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join(5)


def find(search: Search, most: int = 5) -> SearchResult:
    return async_to_sync(search.find)(CallContext(trace_id="t"), "kings & queens", most)


class TestSearxng:
    def test_hits(self, searxng: str, monkeypatch: pytest.MonkeyPatch) -> None:
        rows: list[Any] = [PAGE, {**PAGE, "url": "javascript:alert(1)"}, "odd", {**PAGE, "title": None}, PAGE, PAGE]
        monkeypatch.setattr(Searxng, "answer", (200, json.dumps({"results": rows}).encode()))
        found = find(SearxngSearch(searxng), most=2)
        assert [(hit.title, hit.url, hit.snippet) for hit in found.hits] == [
            ("Kings of England", "https://example.org/kings", "A list."),
            ("", "https://example.org/kings", "A list."),
        ]
        assert Searxng.asked == [{"q": ["kings & queens"], "format": ["json"]}]

    @pytest.mark.parametrize(
        ("answer", "error", "words"),
        [
            ((403, b""), Unavailable, "search.formats"),
            ((500, b""), Unavailable, "status 500"),
            ((200, b"<html>"), Unavailable, "KINGDOM_SEARCH_URL"),
            ((200, b"x" * 1_100_000), ToolError, "larger"),
        ],
    )
    def test_what_goes_wrong(
        self,
        searxng: str,
        monkeypatch: pytest.MonkeyPatch,
        answer: tuple[int, bytes],
        error: type[KingdomError],
        words: str,
    ) -> None:
        monkeypatch.setattr(Searxng, "answer", answer)
        with pytest.raises(error, match=words):
            find(SearxngSearch(searxng))

    def test_nobody_is_there(self) -> None:
        with pytest.raises(Unavailable, match="does not answer"):
            find(SearxngSearch("http://127.0.0.1:9"))

    def test_an_odd_answer_is_nothing(self, searxng: str, monkeypatch: pytest.MonkeyPatch) -> None:
        for body in (b"[]", b'{"results": {}}', b"null"):
            monkeypatch.setattr(Searxng, "answer", (200, body))
            assert find(SearxngSearch(searxng)).hits == ()


def gemini(server: ModelServer) -> GeminiSearch:
    return GeminiSearch(ModelConfig(provider="gemini", api_key=server.key, base_url=server.url, api_version="v1beta"))


class TestGemini:
    def test_sources_are_the_hits(self, gemini_server: ModelServer) -> None:
        text = "There were many kings."
        grounding = {
            "groundingChunks": [
                {"web": {"uri": "https://example.org/a", "title": "A"}},
                {"web": {"uri": "https://example.org/b"}},
            ],
            "groundingSupports": [{"segment": {"text": text}, "groundingChunkIndices": [0]}],
        }
        candidate = {
            "content": {"role": "model", "parts": [{"text": text}]},
            "finishReason": "STOP",
            "groundingMetadata": grounding,
        }
        gemini_server.raw(json.dumps({"candidates": [candidate]}).encode())
        found = find(gemini(gemini_server))
        assert [(hit.url, hit.title, hit.snippet) for hit in found.hits] == [
            ("https://example.org/a", "A", text),
            ("https://example.org/b", "", ""),
        ]
        assert (found.summary, found.backend) == (text, "gemini")
        assert gemini_server.requests[-1].body["tools"] == [{"googleSearch": {}}]

    def test_no_sources(self, gemini_server: ModelServer) -> None:
        gemini_server.say("I know it by heart.")
        assert find(gemini(gemini_server)).hits == ()

    def test_over_quota(self, gemini_server: ModelServer) -> None:
        gemini_server.fail(429)
        with pytest.raises(ModelUnavailable, match="quota"):
            find(gemini(gemini_server))


def test_which_one_the_settings_mean() -> None:
    key, none = ModelConfig(provider="gemini", api_key="AIza-test"), ModelConfig()
    made = {
        (choice, url, config.api_key): type(build_search(choice, url=url, gemini=config)).__name__
        for choice in ("auto", "searxng", "gemini", "off")
        for url in ("", "http://localhost:8888")
        for config in (key, none)
    }
    assert made[("auto", "http://localhost:8888", "AIza-test")] == "SearxngSearch"
    assert made[("auto", "", "AIza-test")] == made[("gemini", "http://localhost:8888", "AIza-test")] == "BudgetedSearch"
    assert sum(name != "NoneType" for name in made.values()) == 7

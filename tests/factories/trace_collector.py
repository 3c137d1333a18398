"""A local OpenTelemetry collector: it takes what the official exporter sends by HTTP."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


@dataclass(frozen=True)
class CollectedSpan:
    """One span: the ids as hex digits, the attributes as texts."""

    name: str
    trace_id: str
    span_id: str
    parent_id: str
    attributes: dict[str, str]


@dataclass
class TraceCollector:
    """What arrived, and where to send it."""

    url: str = ""
    raw: list[bytes] = field(default_factory=list)

    @property
    def spans(self) -> list[CollectedSpan]:
        """Return all spans so far."""
        return [span for body in list(self.raw) for span in _spans(body)]


def _spans(body: bytes) -> Iterator[CollectedSpan]:
    request = ExportTraceServiceRequest.FromString(body)
    for resource in request.resource_spans:
        for scope in resource.scope_spans:
            for span in scope.spans:
                attributes = {item.key: _text(item.value) for item in span.attributes}
                ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
                yield CollectedSpan(span.name, *ids, attributes)


def _text(value: object) -> str:
    kind = value.WhichOneof("value")  # type: ignore[attr-defined] # generated classes have no types
    return str(getattr(value, kind)) if kind else ""


@contextmanager
def running_collector() -> Iterator[TraceCollector]:
    """Serve on a free port of this machine."""
    collector = TraceCollector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            collector.raw.append(gzip.decompress(body) if self.headers["Content-Encoding"] == "gzip" else body)
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    collector.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield collector
    finally:
        server.shutdown()
        server.server_close()

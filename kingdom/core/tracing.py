"""Spans of OpenTelemetry around the parts of a message. Without an exporter they are no-ops of a few microseconds.

A span carries names, ids and counts only: no user's words, no arguments, and of an error its class alone, since
messages and stack traces may hold secrets.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import NonRecordingSpan, Span, SpanContext, SpanKind, StatusCode, TraceFlags

__all__ = ["SpanKind", "current_parent", "span"]
_tracer = trace.get_tracer("kingdom")
AttributeValue = str | int | float | bool


@contextmanager
def span(
    name: str,
    attributes: Mapping[str, AttributeValue] | None = None,
    *,
    kind: SpanKind = SpanKind.INTERNAL,
    parent: tuple[str, str] = ("", ""),
) -> Iterator[Span]:
    """Open a span as the current one.

    ``parent`` is what ``current_parent`` returned in another process; by default the present span is the parent.
    """
    with _tracer.start_as_current_span(
        name,
        context=_remote_context(*parent),
        kind=kind,
        attributes=attributes,
        record_exception=False,
        set_status_on_exception=False,
    ) as opened:
        try:
            yield opened
        except Exception as error:
            opened.set_attribute("error.type", type(error).__qualname__)
            opened.set_status(StatusCode.ERROR)
            raise


def current_parent() -> tuple[str, str]:
    """Return the ids of the present trace (32 hex digits) and span (16), two empty texts when nothing is recorded."""
    present = trace.get_current_span()
    context = present.get_span_context()
    if not present.is_recording():
        return "", ""
    return trace.format_trace_id(context.trace_id), trace.format_span_id(context.span_id)


def _remote_context(trace_id: str, span_id: str) -> Context | None:
    if not trace_id or not span_id:
        return None
    flags = TraceFlags(TraceFlags.SAMPLED)  # ids are stored only of spans that are recorded
    parent = SpanContext(int(trace_id, 16), int(span_id, 16), is_remote=True, trace_flags=flags)
    return trace.set_span_in_context(NonRecordingSpan(parent))

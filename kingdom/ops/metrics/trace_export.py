"""Sends the spans of this process to an OpenTelemetry collector, when the operator has named one.

The official packages read their own variables: OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS,
OTEL_TRACES_SAMPLER and the others of the OpenTelemetry specification. Not imported without an endpoint: the packages
take 50 ms and 15 MB of each process.
"""

import sys
from pathlib import Path

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_INSTANCE_ID, SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from kingdom.core.background.jobs import new_lease_owner


def start() -> None:
    """Export spans from now on, in batches on a thread of their own. A collector that is away costs only its spans."""
    resource = Resource.create(
        {SERVICE_NAME: "kingdom", SERVICE_INSTANCE_ID: new_lease_owner(), "process.command": _command()}
    )
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)


def _command() -> str:
    return Path(sys.argv[0]).name if sys.argv else ""

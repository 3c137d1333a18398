"""``/metrics`` in the text format of Prometheus."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from rest_framework.permissions import IsAdminUser
from rest_framework.request import Request
from rest_framework.views import APIView

from kingdom.ops.metrics.installation_metrics import installation_registry
from kingdom.ops.metrics.request_metrics import request_registry


@extend_schema(exclude=True)  # no JSON: the format is Prometheus's
class MetricsApi(APIView):
    """Metrics of this web process and of the installation, for the tokens of staff."""

    permission_classes = (IsAdminUser,)

    def get(self, request: Request) -> HttpResponse:
        """Return all metrics."""
        text = generate_latest(request_registry) + generate_latest(installation_registry())
        return HttpResponse(text, content_type=CONTENT_TYPE_LATEST)

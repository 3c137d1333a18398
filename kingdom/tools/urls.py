"""URLs of the tools app, below /api/v1/."""

from django.urls import path

from kingdom.tools.apis import ToolReceiptsApi

urlpatterns = [path("tool-receipts/", ToolReceiptsApi.as_view(), name="tool-receipts")]

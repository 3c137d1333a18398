"""URL patterns of workflows, below /api/v1/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []

"""Addresses of the pages."""

from django.templatetags.static import static
from django.urls import path
from django.views.generic import RedirectView

from kingdom.console import views

urlpatterns = [
    path("", views.chat, name="chat"),
    path("c/<uuid:conversation_id>/", views.chat, name="chat-conversation"),
    path("say/", views.say, name="say"),
    path("choose/<uuid:route_id>/", views.choose, name="choose"),
    path("turns/<uuid:session_id>/", views.turn, name="turn"),
    path("status/", views.status, name="status"),
    path("favicon.ico", RedirectView.as_view(url=static("console/crown.svg"))),
]

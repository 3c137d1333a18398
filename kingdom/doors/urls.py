"""URLs of the doors."""

from django.urls import path, re_path

from kingdom.doors.a2a.agent_card import agent_card
from kingdom.doors.openai.views import chat_completions, embeddings, model_get, models_list, unknown_endpoint

urlpatterns = [
    path(".well-known/agent-card.json", agent_card, name="agent-card"),
    path("v1/models", models_list, name="openai-models"),
    path("v1/models/<str:name>", model_get, name="openai-model"),
    path("v1/chat/completions", chat_completions, name="openai-chat"),
    path("v1/embeddings", embeddings, name="openai-embeddings"),
    re_path(r"^v1/.*$", unknown_endpoint, name="openai-unknown"),
]

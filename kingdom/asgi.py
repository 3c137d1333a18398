"""The ASGI application that uvicorn serves."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")  # some of these imports ask for a setting

from django.core.asgi import get_asgi_application
from django.urls import get_resolver

from kingdom.core.deployment.garbage_collection import pause_collection, resume_collection
from kingdom.core.web.body_limit import BodyLimitMiddleware
from kingdom.core.web.request_checks import WebSocketRefusalMiddleware
from kingdom.doors.mcp.middleware import McpMiddleware
from kingdom.doors.openai.errors import too_large_body

_limited = BodyLimitMiddleware(McpMiddleware(get_asgi_application()), bodies={"/v1/": too_large_body})
application = WebSocketRefusalMiddleware(_limited)

pause_collection()
get_resolver().url_patterns  # noqa: B018 - imports every view
resume_collection()
